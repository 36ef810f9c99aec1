//! Which joints move which vertices, and how much.

mod batches;
mod builder;
mod edited;
mod error;
pub(crate) mod influence_row;
mod interleaved;
mod joint_sets;
pub(crate) mod joint_weight;
mod layout;
mod packed;
mod packed_rows;
mod page;
mod row;
mod row_list;
mod rows;
mod sorted_row;
mod staged;
mod vertex_order;
mod zero_rows;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub use batches::{BATCH_PAGE, BatchPage, InfluenceBatches};
pub use builder::InfluencesBuilder;
pub use error::InfluenceError;
pub use interleaved::{InfluenceLayout, JointFormat, WeightFormat};
pub use joint_sets::JointSets;
pub use packed::{JointList, MoreInfluences, PackedInfluences};
pub use row_list::RowList;
pub use vertex_order::VertexOrder;

pub(crate) use batches::{BatchSource, LONGEST};
pub(crate) use layout::{Layout, same_layout};
pub(crate) use page::{ROWS, page_and_place};
pub(crate) use row::slots;

use crate::{InfluenceRow, JointSlot};
use page::{Page, PageWriter};
use rows::Rows;
use zero_rows::ZeroRows;

/// Influences of every vertex of a mesh: any number of `(joint, weight)` pairs each, in the order they were given.
///
/// A *joint* here is a [`JointSlot`], a place in the joint list of a [`BindPose`](crate::BindPose), hence in a palette. For every vertex
/// the weights sum to one and none is zero, or the vertex is **unbound**: no influence at all, it stays at rest. The order
/// matters: the first influence is the pivot of the papers' sign rule. Negative weights are kept. A vertex whose weights in a file are
/// all zero is unbound too, although it is moved by a joint ([`zero_rows`](Self::zero_rows)): skinning asks for [`row`](Self::row),
/// whoever asks what binds a vertex for [`bound_row`](Self::bound_row).
///
/// A clone costs nothing, and what comes of [`with_rows`](Self::with_rows) shares all it can: rows lie in pages of 128 that are never
/// written again. Which vertices share a page is the order of the file, or a better one ([`with_slots`](Self::with_slots)); it
/// changes no result. Memory is 6 bytes an influence and 4 a vertex, 8 more where they are laid out.
#[derive(Clone, Debug, Default)]
pub struct Influences {
    pages: Arc<[Arc<Page>]>,
    /// None where slots are vertices.
    layout: Option<Arc<Layout>>,
    vertex_count: usize,
    joint_count: usize,
    pair_count: usize,
    zero_rows: ZeroRows,
    /// Made when first asked for; shared by clones, and by nothing with other rows.
    joint_sets: Arc<OnceLock<JointSets>>,
    /// The joints that move any vertex, ascending; made and shared as the sets are.
    joints_used: Arc<OnceLock<Vec<JointSlot>>>,
    /// Of the influences it was asked for last among these, their clones and what was edited of them.
    packed: Arc<Packings>,
}

/// Influences with their rows in one width, if they can have that; those that were asked for last come first.
#[derive(Default)]
struct Packings(Mutex<Vec<(Influences, Option<Arc<PackedInfluences>>)>>);

/// Two versions of the weights stand side by side; a stroke changes one of them.
const KEPT_PACKINGS: usize = 2;

/// What is kept is no part of what influences are.
impl fmt::Debug for Packings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Packings")
    }
}

impl Influences {
    /// Number of vertices of the mesh, the unbound ones included.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Number of joints a palette must have: every slot is below it.
    #[must_use]
    pub const fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Number of influences of all vertices, not above `u32::MAX`.
    #[must_use]
    pub const fn pair_count(&self) -> usize {
        self.pair_count
    }

    /// Joints and weights that move a vertex; both empty when nothing does.
    ///
    /// # Panics
    ///
    /// If `vertex` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    #[inline]
    pub fn row(&self, vertex: usize) -> InfluenceRow<'_> {
        assert!(vertex < self.vertex_count, "no such vertex");
        let (page, place) = page_and_place(self.slot_of(vertex));
        self.pages[page].row(place)
    }

    /// Rows of all vertices in order; quickest from first to last.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = InfluenceRow<'_>> {
        Rows::starting_at(self, 0)
    }

    #[inline]
    fn slot_of(&self, vertex: usize) -> usize {
        match &self.layout {
            None => vertex,
            Some(layout) => layout.slot_of(vertex),
        }
    }

    /// The same influences for another list of joints: `places[joint]` is a joint's place in the new list, which has
    /// `joint_count`. Joints that come to one place are added up there, at the first of their influences; what adds up to zero
    /// is left out. Weights are else what they were, bit for bit. Pages whose joints keep their places are shared.
    ///
    /// # Errors
    ///
    /// A joint that `places` lacks, or whose place is not below `joint_count`.
    pub fn remap_joints(
        &self,
        places: &[JointSlot],
        joint_count: usize,
    ) -> Result<Self, InfluenceError> {
        let place_of = |joint: JointSlot| {
            let place = places.get(joint.index()).copied();
            place.filter(|&place| place.index() < joint_count)
        };
        let mut pages = PageWriter::default();
        for (number, page) in self.pages.iter().enumerate() {
            let mut joints = page.joints().iter();
            // Nothing changes on this page.
            if joints.all(|&joint| place_of(joint) == Some(joint)) {
                pages.page(page);
                continue;
            }
            for (slot, row) in (number * ROWS..).zip(page.rows()) {
                let remapped = remap_row(&mut pages, row, place_of);
                remapped.map_err(|joint| InfluenceError::JointOutOfRange {
                    vertex: self.vertex_of(slot),
                    joint,
                    joint_count,
                })?;
            }
        }
        Ok(Self {
            pair_count: pages.pair_count(),
            pages: pages.finish(),
            layout: self.layout.clone(),
            zero_rows: self.zero_rows.clone(),
            vertex_count: self.vertex_count,
            joint_count,
            joint_sets: Arc::default(),
            joints_used: Arc::default(),
            packed: Arc::default(),
        })
    }

    pub(crate) const fn layout(&self) -> Option<&Arc<Layout>> {
        self.layout.as_ref()
    }

    fn vertex_of(&self, slot: usize) -> usize {
        let layout = self.layout.as_ref();
        layout.map_or(slot, |layout| layout.vertex_of(slot))
    }

    /// The distinct sets of joints of all rows. Computed when it is first asked for, in one pass over the rows, and kept.
    #[must_use]
    pub fn joint_sets(&self) -> &JointSets {
        self.joint_sets.get_or_init(|| JointSets::new(self))
    }

    /// The rows in one width, for kernels that take many vertices at once; none with more than [`PackedInfluences::MOST_JOINTS`]
    /// joints.
    ///
    /// Made when it is first asked for, in two passes over the rows: some 25 bytes a vertex of four influences, and 80 for each distinct
    /// list of joints. These influences, their clones and what [`with_rows`](Self::with_rows) makes of them keep two in all, of those
    /// that were asked last; the next of them copies the last and packs the rows that differ.
    #[must_use]
    pub fn to_packed(&self) -> Option<Arc<PackedInfluences>> {
        let packings = self.packed.0.lock();
        let mut last = packings.unwrap_or_else(PoisonError::into_inner);
        // Pages are never written again: the same list has the same rows.
        let known = last
            .iter()
            .position(|(of, _)| Arc::ptr_eq(&of.pages, &self.pages));
        if let Some(place) = known {
            // Those that were asked last stay longest.
            last[..=place].rotate_right(1);
            return last[0].1.clone();
        }
        let patched = last.first().and_then(|(older, packed)| {
            let packed = packed.as_ref()?;
            packed.with_changes(self, older)
        });
        let packed = patched.or_else(|| PackedInfluences::new(self));
        let packed = packed.map(Arc::new);
        last.truncate(KEPT_PACKINGS - 1);
        last.insert(0, (self.alone(), packed.clone()));
        packed
    }

    /// These influences without what is kept beside them: kept there themselves, they would keep each other forever.
    fn alone(&self) -> Self {
        Self {
            joint_sets: Arc::default(),
            packed: Arc::default(),
            ..self.clone()
        }
    }

    /// The rows of some vertices in order; of those beyond the last there are none.
    #[inline]
    pub fn rows_in(&self, range: Range<usize>) -> impl Iterator<Item = InfluenceRow<'_>> {
        let vertices = range.len();
        Rows::starting_at(self, range.start).take(vertices)
    }

    /// The joints that move any vertex, in ascending order. Found when they are first asked for, in one pass over the rows, and kept.
    #[must_use]
    pub fn joints_used(&self) -> Vec<JointSlot> {
        self.joints_used
            .get_or_init(|| self.find_joints_used())
            .clone()
    }

    fn find_joints_used(&self) -> Vec<JointSlot> {
        let mut is_used = vec![false; self.joint_count];
        for &joint in self.pages.iter().flat_map(|page| page.joints()) {
            // Every index is below the count.
            is_used[joint.index()] = true;
        }
        let used = JointSlot::all()
            .zip(is_used)
            .filter(|&(_, is_used)| is_used);
        used.map(|(joint, _)| joint).collect()
    }

    /// The largest number of influences of one vertex; 0 for a mesh without bound vertices.
    #[must_use]
    pub fn max_per_vertex(&self) -> usize {
        self.rows().map(|row| row.joints.len()).max().unwrap_or(0)
    }

    /// Number of vertices that nothing binds: those without an influence, and those with a [row of zeros](Self::zero_rows).
    #[must_use]
    pub fn unbound_count(&self) -> usize {
        self.vertex_count - self.bound_vertices().count()
    }

    /// The vertices that are bound, each once, in the order in which their rows lie: quick where few have any.
    pub fn bound_vertices(&self) -> impl Iterator<Item = u32> {
        let pages = self.pages.iter().enumerate();
        let slots = pages.flat_map(|(number, page)| {
            let bound = page.bound_places();
            bound.map(move |place| number * ROWS + place)
        });
        // Not more than u32 can count: they come of a list of u32, or of a file's accessor.
        let vertices = slots.map(|slot| self.vertex_of(slot));
        let bound = vertices.filter(|&vertex| !self.zero_rows.has(vertex));
        bound.filter_map(|vertex| u32::try_from(vertex).ok())
    }
}

/// By value, wherever rows lie; quick where pages are shared.
impl PartialEq for Influences {
    fn eq(&self, other: &Self) -> bool {
        let counts = |of: &Self| (of.vertex_count, of.joint_count, of.pair_count);
        if counts(self) != counts(other) || self.zero_rows != other.zero_rows {
            return false;
        }
        if !same_layout(self.layout.as_ref(), other.layout.as_ref()) {
            return self.rows().eq(other.rows());
        }
        let mut pages = self.pages.iter().zip(other.pages.iter());
        pages.all(|(one, other)| Arc::ptr_eq(one, other) || one == other)
    }
}

/// Adds a row with its joints at other places. The error is a joint without one.
fn remap_row(
    pages: &mut PageWriter,
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    place_of: impl Fn(JointSlot) -> Option<JointSlot>,
) -> Result<(), JointSlot> {
    for (&joint, &weight) in joints.iter().zip(weights) {
        let place = place_of(joint).ok_or(joint)?;
        let (known, sums) = pages.row_in_hand();
        match known.iter().position(|&other| other == place) {
            Some(known) => sums[known] += weight,
            None => pages.push(place, weight),
        }
    }
    pages.end_row();
    Ok(())
}
