//! Influences by batches of vertices: the joints of a batch once, and its weights in columns.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use super::packed::PackedInfluences;

/// Vertices of a page of batches. Pages are shared by what is edited, and chosen one by one by kernels.
pub const BATCH_PAGE: usize = 128;

/// Influences of as many vertices at a time as a vector has lanes: the union of their joints, and for each joint of it a column with one
/// weight a vertex, zero where the vertex does not have the joint.
///
/// Neighbors of a mesh share joints, so the union is mostly little larger than the list of one vertex, and a palette number is read once
/// for all of them: `Σ w_j m_j` of a batch is one product and sum for each joint and number, without turning rows into columns. The order
/// of the sum is that in which the batch's vertices name the joints. Places beyond the last vertex have the row of the last one.
///
/// Shapes: batch b has the vertices from `lanes · b` on; a page has [`BATCH_PAGE`] vertices. Memory is `4 · lanes + 2` bytes for each joint
/// of a batch, about 14 bytes a vertex of usual meshes.
#[derive(Clone, Debug)]
pub struct InfluenceBatches {
    lanes: usize,
    pages: Vec<Arc<BatchPage>>,
    joint_counts: Vec<u32>,
    pairs: Vec<[u16; 2]>,
    known: HashMap<[u16; 2], u32>,
}

/// The batches of [`BATCH_PAGE`] vertices.
#[derive(Debug, Default)]
pub struct BatchPage {
    starts: Vec<u32>,
    joints: Vec<u16>,
    lines: Vec<WeightLine>,
    pairs: Vec<u32>,
    has_long_lists: bool,
}

/// Sixteen weights in one cache line: one column of sixteen, two of eight or four of four vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
struct WeightLine([f32; 16]);

/// Lists up to so long have all their pairs noted; of longer ones those with the first and the largest.
const LONGEST: usize = 8;

impl InfluenceBatches {
    /// The lanes that batches are made for.
    pub const LANES: [usize; 3] = [4, 8, 16];

    pub(super) fn new(lanes: usize, packed: &PackedInfluences) -> Self {
        let mut batches = Self {
            lanes,
            pages: Vec::new(),
            joint_counts: Vec::new(),
            pairs: Vec::new(),
            known: HashMap::new(),
        };
        let mut writer = PageOfBatches::new(lanes, packed);
        let pages = packed.vertex_count().div_ceil(BATCH_PAGE);
        for page in 0..pages {
            let page = writer.page(page);
            let page = batches.with_pairs(page);
            batches.joint_counts.push(page.joint_count());
            batches.pages.push(page);
        }
        batches
    }

    /// The same with the pages of these vertices made anew. Pairs that nothing has any more stay.
    pub(super) fn with_changes(&self, changed: &[u32], packed: &PackedInfluences) -> Self {
        let mut batches = self.clone();
        let mut pages: Vec<usize> = changed
            .iter()
            .map(|&vertex| vertex as usize / BATCH_PAGE)
            .collect();
        pages.sort_unstable();
        pages.dedup();
        let mut writer = PageOfBatches::new(self.lanes, packed);
        for page in pages {
            let made = writer.page(page);
            let made = batches.with_pairs(made);
            batches.joint_counts[page] = made.joint_count();
            batches.pages[page] = made;
        }
        batches
    }

    /// Gives the page's pairs their numbers.
    fn with_pairs(&mut self, (mut page, pairs): (BatchPage, Vec<[u16; 2]>)) -> Arc<BatchPage> {
        let (known, all) = (&mut self.known, &mut self.pairs);
        let number = |pair: [u16; 2]| {
            *known.entry(pair).or_insert_with(|| {
                all.push(pair);
                // Fewer than the influences' pairs, which 32 bits count.
                u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
            })
        };
        page.pairs = pairs.into_iter().map(number).collect();
        Arc::new(page)
    }

    /// Vertices of a batch: 4, 8 or 16.
    #[must_use]
    pub const fn lanes(&self) -> usize {
        self.lanes
    }

    /// Pages of [`BATCH_PAGE`] vertices each, the last of what is left.
    #[must_use]
    pub fn pages(&self) -> &[Arc<BatchPage>] {
        &self.pages
    }

    /// The number of joints of all batches of each page: what blending it costs.
    #[must_use]
    pub fn joint_counts(&self) -> &[u32] {
        &self.joint_counts
    }

    /// Pairs of joints that meet at a vertex, each once, the lower joint first. Pairs of edited influences that nothing has any more may be
    /// among them.
    #[must_use]
    pub fn pairs(&self) -> &[[u16; 2]] {
        &self.pairs
    }
}

impl BatchPage {
    fn joint_count(&self) -> u32 {
        // Not above the influences' pairs, which 32 bits count.
        u32::try_from(self.joints.len()).unwrap_or(u32::MAX)
    }

    /// Where the joints of each of its batches begin, and where those of the last end.
    #[must_use]
    #[inline]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The joints of its batches, one batch after another.
    #[must_use]
    #[inline]
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// Columns of weights, as many numbers as lanes for each of [`joints`](Self::joints); the first lies on a boundary of 64 bytes.
    #[must_use]
    #[inline]
    pub fn weights(&self) -> &[f32] {
        bytemuck::cast_slice(&self.lines)
    }

    /// The pairs of joints that meet on the page, in [`InfluenceBatches::pairs`].
    #[must_use]
    #[inline]
    pub fn pairs(&self) -> &[u32] {
        &self.pairs
    }

    /// Whether vertices have more than eight influences: their pairs are those with the first and the largest alone.
    #[must_use]
    #[inline]
    pub const fn has_long_lists(&self) -> bool {
        self.has_long_lists
    }
}

/// Makes pages, and keeps its memory from one to the next.
struct PageOfBatches<'a> {
    lanes: usize,
    packed: &'a PackedInfluences,
    /// By joint: the batch that met it last, and its place there.
    met: Vec<(usize, usize)>,
    batch: usize,
    /// Lists of the page, by their first quads.
    lists: Vec<u32>,
}

impl<'a> PageOfBatches<'a> {
    fn new(lanes: usize, packed: &'a PackedInfluences) -> Self {
        Self {
            lanes,
            packed,
            met: vec![(0, 0); packed.unbound_joint() + 1],
            batch: 0,
            lists: Vec::new(),
        }
    }

    /// A page without the numbers of its pairs, and these.
    fn page(&mut self, number: usize) -> (BatchPage, Vec<[u16; 2]>) {
        let count = self.packed.vertex_count();
        let end = count.min((number + 1) * BATCH_PAGE);
        let mut page = BatchPage::default();
        page.starts.push(0);
        for first in (number * BATCH_PAGE..end).step_by(self.lanes) {
            self.push_batch(&mut page, first);
            let joints = page.joint_count();
            page.starts.push(joints);
        }
        let pairs = self.pairs(&mut page, number * BATCH_PAGE..end);
        (page, pairs)
    }

    fn push_batch(&mut self, page: &mut BatchPage, first: usize) {
        self.batch += 1;
        let last = self.packed.vertex_count() - 1;
        for lane in 0..self.lanes {
            let vertex = (first + lane).min(last);
            for (joint, weight) in self.packed.weighted_joints(vertex) {
                let column = self.column(page, joint);
                let at = column * self.lanes + lane;
                page.lines[at / 16].0[at % 16] = weight;
            }
        }
    }

    /// The place of a joint among those of the page's batches; begun anew where the batch in hand has not met it.
    fn column(&mut self, page: &mut BatchPage, joint: u16) -> usize {
        let (batch, place) = &mut self.met[usize::from(joint)];
        if *batch != self.batch {
            (*batch, *place) = (self.batch, page.joints.len());
            page.joints.push(joint);
            let lines = (page.joints.len() * self.lanes).div_ceil(16);
            page.lines.resize(lines, WeightLine::default());
        }
        *place
    }

    /// The pairs of joints that meet in the lists of these vertices.
    fn pairs(&mut self, page: &mut BatchPage, vertices: Range<usize>) -> Vec<[u16; 2]> {
        self.lists.clear();
        self.lists
            .extend_from_slice(&self.packed.first_quads()[vertices.clone()]);
        self.lists.sort_unstable();
        self.lists.dedup();
        let (mut pairs, mut joints) = (Vec::new(), Vec::new());
        for &first_quad in &self.lists {
            let largest = self.packed.joints_of_list(first_quad, &mut joints);
            page.has_long_lists |= joints.len() > LONGEST;
            push_pairs(&mut pairs, &joints, largest);
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

fn push_pairs(pairs: &mut Vec<[u16; 2]>, list: &[u16], largest: usize) {
    for (place, &one) in list.iter().enumerate() {
        for (before, &other) in list[..place].iter().enumerate() {
            let is_kept = list.len() <= LONGEST
                || [0, largest]
                    .iter()
                    .any(|&pivot| pivot == before || pivot == place);
            if is_kept && one != other {
                pairs.push([one.min(other), one.max(other)]);
            }
        }
    }
}
