//! Rows of one width, as vector kernels read them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::Influences;
use super::batches::{BATCH_PAGE, InfluenceBatches};
use super::packed_rows::PackedRows;
use super::sorted_row::SortedRow;
use crate::{InfluenceRow, JointSlot};

/// Influences of all vertices in rows of one width, in the order of the vertices.
///
/// Joints are kept once for each distinct list of them, four to a `u64`, the first in the lowest 16 bits. What depends on a vertex's
/// joints and not on its weights, as the signs of rotations do, is computed once a list and pose, into a table like
/// [`quads`](Self::quads).
///
/// In a row and a list joints ascend, so that sums of the same influences are the same, however files order them and whichever kernel sums; only
/// zeros may differ in their sign. A list keeps the order that its rows had. Places beyond the last influence have the list's first joint and weight zero. An unbound vertex has
/// [`unbound_joint`](Self::unbound_joint) with weight one: kernels give that joint the identity.
#[derive(Clone, Debug, Default)]
pub struct PackedInfluences {
    width: usize,
    joint_count: usize,
    first_quads: Vec<u32>,
    weights: Vec<f32>,
    quads: Vec<u64>,
    orders: Vec<u32>,
    lists: Vec<JointList>,
    more: Vec<MoreInfluences>,
    /// By the joints of a list, the places of the first and the largest weight, and the order of rows in two halves.
    known: HashMap<Box<[u16]>, u32>,
    /// Whether a weight is below zero, or was when all rows were packed.
    has_negative_weights: bool,
    /// The number of lists when all rows were packed; others came with rows packed later, and some may be nobody's by now.
    list_count: usize,
    /// By lanes; made when first asked for.
    batches: [OnceLock<Arc<InfluenceBatches>>; 3],
}

/// Joints that meet at vertices, named in one order, with one of them the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointList {
    /// The place of the joint that rows with this list name first.
    pub first: u32,
    /// Where it begins in [`PackedInfluences::quads`].
    pub first_quad: u32,
    /// The number of its quads; the last is filled up with the first joint.
    pub quad_count: u32,
    /// The place of the largest weight of the vertices that have this list, of several that of the joint named first.
    pub largest: u32,
}

/// Four influences of a vertex beyond the width of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoreInfluences {
    /// The vertex, as the influences count.
    pub vertex: u32,
    /// Their joints, in [`PackedInfluences::quads`].
    pub quad: u32,
    /// The weights of the quad's joints, zero where there are fewer.
    pub weights: [f32; 4],
}

/// Influences in a quad.
const QUAD: usize = 4;

impl PackedInfluences {
    /// More joints than this are not packed: a table of signed joints has two entries for each, and one for unbound vertices.
    pub const MOST_JOINTS: usize = 32_767;

    /// None where there are more than [`MOST_JOINTS`](Self::MOST_JOINTS).
    pub(super) fn new(influences: &Influences) -> Option<Self> {
        let unbound = JointSlot::try_from(influences.joint_count()).ok();
        let unbound = unbound.filter(|joint| joint.index() <= Self::MOST_JOINTS)?;
        let width = width_for(influences);
        let vertex_count = influences.vertex_count();
        let mut packed = Self {
            width,
            joint_count: influences.joint_count(),
            first_quads: Vec::with_capacity(vertex_count),
            weights: Vec::with_capacity(vertex_count * width),
            ..Self::default()
        };
        let mut lists = Lists::default();
        for (vertex, row) in (0_u32..).zip(influences.rows()) {
            let row = if row.joints.is_empty() {
                InfluenceRow {
                    joints: &[unbound],
                    weights: &[1.0],
                }
            } else {
                row
            };
            let first_quad = lists.find(&mut packed, row);
            packed.push(vertex, first_quad, lists.row.weights());
        }
        packed.list_count = packed.lists.len();
        Some(packed)
    }

    /// The same for influences that differ from `older`, of which this is made, in few rows: a copy with these packed anew. None where all
    /// should be packed: too many differ, they want another width, or too many lists would be nobody's.
    pub(super) fn with_changes(&self, influences: &Influences, older: &Influences) -> Option<Self> {
        let changed = influences.changed_since(older);
        // Beyond half of the rows a copy saves little.
        let is_small = changed.len() <= influences.vertex_count() / 2;
        if !is_small
            || self.lists.len() > 2 * self.list_count + RECENT
            || width_for(influences) != self.width
        {
            return None;
        }
        let mut packed = self.clone();
        let unbound = JointSlot::try_from(self.joint_count).ok()?;
        let of_changed: HashSet<u32> = changed.iter().copied().collect();
        // Rows that are packed anew bring theirs again.
        packed
            .more
            .retain(|more| !of_changed.contains(&more.vertex));
        let mut lists = Lists::default();
        for &vertex in &changed {
            let mut row = influences.row(vertex as usize);
            if row.joints.is_empty() {
                row = InfluenceRow {
                    joints: std::slice::from_ref(&unbound),
                    weights: &[1.0],
                };
            }
            let first_quad = lists.find(&mut packed, row);
            packed.replace(vertex, first_quad, lists.row.weights());
        }
        packed.more.sort_by_key(|more| more.vertex);
        packed.batches = self.batches_with_changes(&changed, &packed);
        Some(packed)
    }

    /// Those that were asked for, with the changes of other influences.
    fn batches_with_changes(
        &self,
        changed: &[u32],
        packed: &Self,
    ) -> [OnceLock<Arc<InfluenceBatches>>; 3] {
        let pages = changed.iter().map(|&vertex| vertex as usize / BATCH_PAGE);
        let mut pages: Vec<usize> = pages.collect();
        pages.sort_unstable();
        pages.dedup();
        self.batches.each_ref().map(|known| {
            let changed = known
                .get()
                .map(|batches| Arc::new(batches.with_pages(&pages, PackedRows::new(packed))));
            changed.map_or_else(OnceLock::new, OnceLock::from)
        })
    }

    fn replace(&mut self, vertex: u32, first_quad: u32, weights: &[f32]) {
        self.note_signs(weights);
        let (place, width) = (vertex as usize, self.width);
        self.first_quads[place] = first_quad;
        let row = &mut self.weights[place * width..(place + 1) * width];
        let own = weights.len().min(width);
        row[..own].copy_from_slice(&weights[..own]);
        row[own..].fill(0.0);
        self.push_more(vertex, first_quad, &weights[own..]);
    }

    fn push(&mut self, vertex: u32, first_quad: u32, weights: &[f32]) {
        self.note_signs(weights);
        let (own, more) = weights.split_at(weights.len().min(self.width));
        self.first_quads.push(first_quad);
        self.weights.extend_from_slice(own);
        self.weights
            .extend(std::iter::repeat_n(0.0, self.width - own.len()));
        self.push_more(vertex, first_quad, more);
    }

    fn note_signs(&mut self, weights: &[f32]) {
        self.has_negative_weights |= weights.iter().any(|&weight| weight < 0.0);
    }

    fn push_more(&mut self, vertex: u32, first_quad: u32, more: &[f32]) {
        let after = first_quad + u32::try_from(self.width.div_ceil(QUAD)).unwrap_or(0);
        for (quad, four) in (after..).zip(more.chunks(QUAD)) {
            let mut weights = [0.0; QUAD];
            for (place, &weight) in weights.iter_mut().zip(four) {
                *place = weight;
            }
            self.more.push(MoreInfluences {
                vertex,
                quad,
                weights,
            });
        }
    }

    /// Influences a row: 1, 2, 4 or 8.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of vertices, the unbound ones included.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.first_quads.len()
    }

    /// The joint of unbound vertices, one beyond the last of the influences.
    #[must_use]
    pub const fn unbound_joint(&self) -> usize {
        self.joint_count
    }

    /// Whether a weight may be below zero; rows that are packed anew do not take that back.
    #[must_use]
    pub const fn has_negative_weights(&self) -> bool {
        self.has_negative_weights
    }

    /// Where each vertex's joints begin in [`quads`](Self::quads): one quad for rows up to four wide, two for rows of eight.
    #[must_use]
    pub fn first_quads(&self) -> &[u32] {
        &self.first_quads
    }

    /// The weights of all rows, one row after another.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The joints of all lists, four to an element.
    #[must_use]
    pub fn quads(&self) -> &[u64] {
        &self.quads
    }

    /// By the first quad of a list, the places of up to eight influences in the order that its rows had, four bits each, the first in the
    /// lowest; other elements, and longer lists, have no meaning.
    #[must_use]
    pub fn orders(&self) -> &[u32] {
        &self.orders
    }

    /// The distinct lists of joints, in the order of their quads.
    #[must_use]
    pub fn lists(&self) -> &[JointList] {
        &self.lists
    }

    /// The same influences by batches of as many vertices as a vector has lanes; none of other lanes than
    /// [`InfluenceBatches::LANES`], and none of no vertex.
    ///
    /// Made when they are first asked for, in one pass over the rows, and kept; after an edit only the pages that differ are made anew.
    #[must_use]
    pub fn batches(&self, lanes: usize) -> Option<&InfluenceBatches> {
        let place = InfluenceBatches::LANES.iter().position(|&of| of == lanes)?;
        if self.vertex_count() == 0 {
            return None;
        }
        let make = || Arc::new(InfluenceBatches::new(lanes, PackedRows::new(self)));
        Some(self.batches[place].get_or_init(make))
    }

    /// What does not fit into the rows, in the order of the vertices.
    #[must_use]
    pub fn more(&self) -> &[MoreInfluences] {
        &self.more
    }
}

/// The width that holds all rows; where more than half of them are longer than four, eight; else four, with the rest beside the rows.
fn width_for(influences: &Influences) -> usize {
    let (mut longest, mut long) = (0, 0);
    for InfluenceRow { joints, .. } in influences.rows() {
        longest = longest.max(joints.len());
        long += usize::from(joints.len() > QUAD);
    }
    match longest {
        0 | 1 => 1,
        2 => 2,
        3 | 4 => 4,
        _ if long * 2 > influences.vertex_count() => 8,
        _ => 4,
    }
}

/// Finds the list of a row's joints, or appends it.
struct Lists {
    key: Vec<u16>,
    /// The row that was asked for last.
    row: SortedRow,
    /// Lists of at most four joints that were met lately, by a few bits of them: neighbors in a file mostly have the same.
    recent: Box<[Recent; RECENT]>,
}

/// A list, what it is looked up by, and its first quad.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Recent {
    joints: u64,
    /// The number of joints, the place of the largest weight, and the order; of the empty list nobody asks for.
    shape: (usize, u32, u32),
    first_quad: u32,
}

/// Places for such lists, as many as ten bits of a hash can name.
const RECENT: usize = 1024;

impl Default for Lists {
    fn default() -> Self {
        let none = Recent {
            joints: 0,
            shape: (0, 0, 0),
            first_quad: 0,
        };
        Self {
            key: Vec::new(),
            row: SortedRow::default(),
            recent: Box::new([none; RECENT]),
        }
    }
}

impl Lists {
    /// The first quad of a row's list, which is appended if it is new.
    fn find(&mut self, packed: &mut PackedInfluences, row: InfluenceRow<'_>) -> u32 {
        self.row.set(row);
        let joints = self.row.joints();
        if joints.len() > QUAD {
            return self.find_any(packed);
        }
        let shape = (joints.len(), self.row.largest(), self.row.order());
        let joined = joints
            .iter()
            .fold(0, |sum, &joint| sum << 16 | u64::from(joint.0));
        // Fibonacci hashing: the upper bits of a product with 2⁶⁴ / φ depend on all bits below.
        let mixed = joined
            .wrapping_add(u64::from(self.row.order()))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> 54) as usize % RECENT;
        let recent = self.recent[place];
        if recent.joints == joined && recent.shape == shape {
            return recent.first_quad;
        }
        let first_quad = self.find_any(packed);
        self.recent[place] = Recent {
            joints: joined,
            shape,
            first_quad,
        };
        first_quad
    }

    fn find_any(&mut self, packed: &mut PackedInfluences) -> u32 {
        let row = &self.row;
        self.key.clear();
        self.key.extend(row.joints().iter().map(|joint| joint.0));
        for number in [row.first(), row.largest(), row.order()] {
            let [a, b, c, d] = number.to_le_bytes();
            self.key
                .extend([u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]);
        }
        if let Some(&known) = packed.known.get(&*self.key) {
            return known;
        }
        let first = append(packed, row);
        packed.known.insert(self.key.clone().into(), first);
        first
    }
}

/// Influences count their pairs in 32 bits, so no number here is larger.
fn append(packed: &mut PackedInfluences, row: &SortedRow) -> u32 {
    let joints = row.joints();
    let first_quad = u32::try_from(packed.quads.len()).unwrap_or(u32::MAX);
    let quads = joints.len().max(packed.width).div_ceil(QUAD);
    let fill = joints.first().copied().unwrap_or_default();
    for quad in 0..quads {
        let joint = |place| joints.get(quad * QUAD + place).copied().unwrap_or(fill);
        // Backwards, for the first joint goes into the lowest bits.
        let four = [joint(3), joint(2), joint(1), joint(0)];
        let quad = four
            .iter()
            .fold(0, |quad, &joint| quad << 16 | u64::from(joint.0));
        packed.quads.push(quad);
        packed.orders.push(row.order());
    }
    packed.lists.push(JointList {
        first: row.first(),
        first_quad,
        quad_count: u32::try_from(quads).unwrap_or(u32::MAX),
        largest: row.largest(),
    });
    first_quad
}
