//! The slopes of weights by batches of vertices, and how they are kept beside gradients.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{array, fmt};

use crate::influences::{BatchSource, LONGEST};
use crate::{BATCH_PAGE, GradientRow, InfluenceBatches, PackedInfluences, WeightGradients};

/// By lanes, the batches that were asked for last. They are no part of what gradients are.
#[derive(Default)]
pub(super) struct KeptBatches(Mutex<[Option<Kept>; 3]>);

#[derive(Clone)]
struct Kept {
    /// What they were made with, which they do not keep.
    packed: Weak<PackedInfluences>,
    batches: Arc<InfluenceBatches>,
    /// Pages with rows that have changed since, ascending.
    stale: Vec<usize>,
}

impl KeptBatches {
    /// What is kept, to be made anew on pages with changed rows, which ascend.
    pub(super) fn with_stale(&self, pages: &[usize]) -> Self {
        let mut kept = self.all();
        for kept in kept.iter_mut().flatten() {
            kept.stale.extend_from_slice(pages);
            kept.stale.sort_unstable();
            kept.stale.dedup();
        }
        Self(Mutex::new(kept))
    }

    fn all(&self) -> [Option<Kept>; 3] {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// See [`WeightGradients::batches`].
    pub(super) fn get(
        &self,
        gradients: &WeightGradients,
        packed: &Arc<PackedInfluences>,
        lanes: usize,
    ) -> Option<Arc<InfluenceBatches>> {
        let place = InfluenceBatches::LANES.iter().position(|&of| of == lanes)?;
        let fits = gradients.vertex_count() == packed.vertex_count()
            && gradients.joint_count() <= packed.unbound_joint()
            && packed.vertex_count() > 0;
        if !fits {
            return None;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get_mut(place)?;
        let source = SlopeRows::new(gradients, packed);
        let batches = match known.as_ref() {
            Some(kept) if kept.is_current(packed) => return Some(Arc::clone(&kept.batches)),
            Some(kept) => match kept.changed_pages(packed) {
                Some(pages) => kept.batches.with_pages(&pages, source),
                None => InfluenceBatches::new(lanes, source),
            },
            None => InfluenceBatches::new(lanes, source),
        };
        let batches = Arc::new(batches);
        *known = Some(Kept {
            packed: Arc::downgrade(packed),
            batches: Arc::clone(&batches),
            stale: Vec::new(),
        });
        Some(batches)
    }
}

impl Clone for KeptBatches {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.all()))
    }
}

impl PartialEq for KeptBatches {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for KeptBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptBatches")
    }
}

impl Kept {
    fn is_current(&self, packed: &Arc<PackedInfluences>) -> bool {
        // What a weak one points to keeps its address for itself, even when it is gone.
        self.stale.is_empty() && self.packed.as_ptr() == Arc::as_ptr(packed)
    }

    /// The pages to be made anew: those with changed rows, and those whose vertices are moved by other joints than before. None where
    /// that is not known any more.
    fn changed_pages(&self, packed: &PackedInfluences) -> Option<Vec<usize>> {
        let older = self.packed.upgrade()?;
        let end = packed.end_of_shared_lists(&older);
        let quads = packed.first_quads().chunks(BATCH_PAGE);
        let pages = quads.zip(older.first_quads().chunks(BATCH_PAGE));
        let changed = pages.enumerate().filter(|&(page, (now, before))| {
            let has_same_lists = now == before && now.iter().all(|&quad| quad < end);
            !has_same_lists || self.stale.binary_search(&page).is_ok()
        });
        Some(changed.map(|(page, _)| page).collect())
    }
}

/// Gradients of weights as batches read them.
struct SlopeRows<'a> {
    gradients: &'a WeightGradients,
    packed: &'a PackedInfluences,
    /// Pairs that were met lately on the page, by a few bits of them: neighbors mostly have the same.
    recent: [Option<[u16; 2]>; 64],
}

impl<'a> SlopeRows<'a> {
    fn new(gradients: &'a WeightGradients, packed: &'a PackedInfluences) -> Self {
        Self {
            gradients,
            packed,
            recent: array::from_fn(|_| None),
        }
    }

    /// Pairs of a joint with those of a list, of a long one with its pivots alone.
    fn push_pairs(
        &mut self,
        pairs: &mut Vec<[u16; 2]>,
        joint: u16,
        list: &[u16],
        pivots: [usize; 2],
    ) {
        for (place, &own) in list.iter().enumerate() {
            let pair = [own.min(joint), own.max(joint)];
            let [low, high] = pair.map(usize::from);
            let count = self.recent.len();
            let recent = &mut self.recent[(low.wrapping_mul(7) ^ high) % count];
            let is_asked = list.len() <= LONGEST || pivots.contains(&place);
            if is_asked && *recent != Some(pair) {
                *recent = Some(pair);
                pairs.push(pair);
            }
        }
    }
}

impl BatchSource for SlopeRows<'_> {
    const COLUMNS: usize = 3;

    fn vertex_count(&self) -> usize {
        self.gradients.vertex_count()
    }

    fn joint_limit(&self) -> usize {
        self.packed.unbound_joint() + 1
    }

    fn joints(&self, vertex: usize) -> impl Iterator<Item = (u16, [f32; 3])> {
        let row = if self.packed.is_unbound(vertex) {
            GradientRow::default()
        } else {
            self.gradients.row(vertex)
        };
        let joints = row.joints.iter().zip(row.gradients);
        joints.map(|(joint, slope)| (joint.0, slope.to_array()))
    }

    /// Of a joint that moves a vertex, and one whose weight changes there that does not move it. Those that move it have theirs in
    /// the batches of weights.
    fn pairs(&mut self, vertices: Range<usize>) -> (Vec<[u16; 2]>, bool) {
        let (mut pairs, mut own) = (Vec::new(), Vec::new());
        let mut has_long_lists = false;
        let (mut of_list, mut of_slopes) = (None, &[][..]);
        let mut pivots = [0; 2];
        self.recent.fill(None);
        for vertex in vertices {
            let first_quad = self.packed.first_quads()[vertex];
            let joints = self.gradients.row(vertex).joints;
            let is_known = of_list == Some(first_quad) && of_slopes == joints;
            if is_known || self.packed.is_unbound(vertex) {
                continue;
            }
            of_slopes = joints;
            if of_list != Some(first_quad) {
                of_list = Some(first_quad);
                pivots = self.packed.joints_of_list(first_quad, &mut own);
                has_long_lists |= own.len() > LONGEST;
            }
            for joint in joints.iter().filter(|joint| !own.contains(&joint.0)) {
                self.push_pairs(&mut pairs, joint.0, &own, pivots);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        (pairs, has_long_lists)
    }
}
