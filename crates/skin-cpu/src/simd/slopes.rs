//! Palettes blended by the slopes of weights: what exact normals ask for beside the blend by the weights.

use dq_math::signs::toward;
use glam::{Quat, Vec3};
use rig::{GradientRow, JointSlot, WeightGradients};

use super::batches::{Batches, SlopeBatch};
use super::blend::{BLOCK, Blended, Entries};
use super::maps::Xyz;
use super::pose::{Pivot, joint_at};
use lanes::{Lanes, Row4};

/// The gradients of a mesh's weights, with what chooses the signs of joints that a vertex itself may not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gradients<'a> {
    pub(super) of_weights: &'a WeightGradients,
    /// The same by batches; and as the joints' own maps are blended by them.
    pub(super) batches: Option<Batches<'a>>,
    pub(super) joint_map_batches: Option<Batches<'a>>,
    /// By joint; empty where signs are in the palette.
    pub(super) rotations: &'a [Quat],
    /// What rotations at a vertex have to agree with, by the place of its list; empty where signs are in the palette, or go against sums.
    pub(super) pivots: &'a [Pivot],
    /// By joint, whether its entries are exchanged for batches; empty where none are.
    pub(super) turned: &'a [bool],
    /// Whether a joint that a vertex does not have has to agree with the sum of those that it has.
    pub(super) has_sums: bool,
    /// 1 where entries count every joint twice.
    pub(super) shift: u32,
    pub(super) unbound: usize,
}

impl<'a> Gradients<'a> {
    /// The same for the joints' own maps, which have no signs.
    pub(super) const fn of_joint_maps(&self) -> Self {
        Self {
            batches: self.joint_map_batches,
            pivots: &[],
            has_sums: false,
            ..*self
        }
    }

    /// The batches, if the page of a vertex of the mesh goes so.
    pub(super) fn batches_at(&self, vertex: usize) -> Option<Batches<'a>> {
        self.batches.filter(|batches| !batches.goes_by_rows(vertex))
    }

    /// Joints and gradients at a vertex of the mesh; none at an unbound one.
    #[inline(always)]
    pub(super) fn row(&self, entries: Entries<'_>, at: VertexNumber) -> GradientRow<'a> {
        let quad = entries.quads[entries.first_quads[at.vertex] as usize];
        if (quad & 0xffff) as usize >> self.shift == self.unbound {
            return GradientRow {
                joints: &[],
                gradients: &[],
            };
        }
        self.of_weights.row(at.before + at.vertex)
    }

    /// Of a joint whatever its sign.
    #[inline(always)]
    pub(super) fn unsigned_entry(&self, joint: JointSlot) -> usize {
        usize::from(joint) << self.shift
    }

    /// Entry and slope of a row's joint; behind its end a joint whose weight stays as it is.
    #[inline(always)]
    pub(super) fn nth(
        &self,
        GradientRow {
            joints,
            gradients: slopes,
        }: GradientRow<'_>,
        at: usize,
    ) -> (usize, Vec3) {
        match (joints.get(at), slopes.get(at)) {
            (Some(&joint), Some(&slope)) => (self.unsigned_entry(joint), slope),
            // A slope of zero makes any entry right; the first is always there.
            _ => (0, Vec3::ZERO),
        }
    }

    /// Of a joint with the sign that it has at a vertex.
    #[inline(always)]
    pub(super) fn signed_entry(
        &self,
        entries: Entries<'_>,
        at: VertexNumber,
        joint: JointSlot,
    ) -> usize {
        let pivot = self.pivots.get(entries.lists[at.vertex] as usize);
        self.entry_at((entries, at.vertex), pivot, joint)
    }

    /// The same with what a vertex's rotations have to agree with, if that is one of them.
    #[inline(always)]
    fn entry_at(
        &self,
        (entries, vertex): (Entries<'_>, usize),
        pivot: Option<&Pivot>,
        joint: JointSlot,
    ) -> usize {
        if self.has_sums {
            self.entry_by_sum(entries, vertex, joint)
        } else {
            self.entry(pivot, joint)
        }
    }

    fn is_turned(&self, joint: usize) -> bool {
        self.turned.get(joint).copied().unwrap_or(false)
    }

    /// Of a joint with the sign that a vertex's own entries have for it, else with that toward their sum.
    #[inline(never)]
    fn entry_by_sum(&self, entries: Entries<'_>, vertex: usize, joint: JointSlot) -> usize {
        let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for (entry, weight) in own(entries, vertex) {
            if entry >> self.shift == usize::from(joint) {
                return entry;
            }
            let is_turned = self.is_turned(entry >> self.shift);
            let sign = [1.0, -1.0][entry & 1 ^ usize::from(is_turned)];
            let rotation = self.rotations.get(entry >> self.shift);
            sum += rotation.copied().unwrap_or_default() * (sign * weight);
        }
        let sum = Pivot {
            rotation: sum,
            is_turned: false,
        };
        self.entry(Some(&sum), joint)
    }

    /// Of a joint with the sign that it has, or would have, at a vertex.
    #[inline(always)]
    fn entry(&self, pivot: Option<&Pivot>, joint: JointSlot) -> usize {
        let entry = self.unsigned_entry(joint);
        match (pivot, self.rotations.get(usize::from(joint))) {
            (Some(pivot), Some(&rotation)) => {
                let is_against = toward(pivot.rotation, rotation) < 0.0;
                let is_turned = self.is_turned(usize::from(joint)) ^ pivot.is_turned;
                // An odd entry is the rotation with the other sign.
                entry | usize::from(is_against ^ is_turned)
            }
            _ => entry,
        }
    }
}

/// The entries of a vertex with their weights, those beside the rows too.
fn own(entries: Entries<'_>, vertex: usize) -> impl Iterator<Item = (usize, f32)> {
    let first = entries.first_quads[vertex] as usize;
    let weights = &entries.weights[vertex * entries.width..][..entries.width];
    let row = weights.iter().enumerate().map(move |(place, &weight)| {
        let quad = entries.quads[first + place / 4];
        (joint_at(quad, place % 4), weight)
    });
    let from = entries
        .more
        .partition_point(|more| (more.vertex as usize) < vertex);
    let more = entries.more[from..].iter();
    let more = more.take_while(move |more| more.vertex as usize == vertex);
    let beside = more.flat_map(move |more| {
        let quad = entries.quads[more.quad as usize];
        let pairs = more.weights.iter().enumerate();
        pairs.map(move |(place, &weight)| (joint_at(quad, place), weight))
    });
    row.chain(beside)
}

/// A vertex: its number in the entries, and that of the mesh's vertices before those.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexNumber {
    pub(super) vertex: usize,
    pub(super) before: usize,
}

/// Blends by the slopes along x, y and z, of as many vertices as there are lanes: by a batch, or of a block from a place on.
pub(super) enum LaneSlopes<'a, B> {
    Batch(SlopeBatch<'a>),
    Rows(&'a Slopes<B>, usize),
}

impl<'a, B> LaneSlopes<'a, B> {
    /// Of the batch that begins with a vertex of the mesh, where there are batches; else of the rows of a block.
    #[inline(always)]
    pub(super) fn new<S: Lanes>(
        (batches, vertex): (Option<Batches<'a>>, usize),
        (rows, place): (Option<&'a Slopes<B>>, usize),
    ) -> Option<Self> {
        match (batches, rows) {
            (Some(batches), _) => Some(Self::Batch(batches.slopes::<S>(vertex))),
            (None, Some(rows)) => Some(Self::Rows(rows, place)),
            (None, None) => None,
        }
    }

    /// Along one of the three axes.
    #[inline(always)]
    pub(super) fn axis<S: Lanes, P: Blended<Block = B>>(
        &self,
        simd: S,
        palette: P,
        axis: usize,
    ) -> P::Columns<S> {
        match self {
            Self::Batch(batch) => palette.sum(simd, batch.axis::<S>(axis)),
            Self::Rows(rows, place) => P::columns(simd, &rows.axes[axis], *place),
        }
    }

    /// The sums of the slopes of all weights.
    #[inline(always)]
    pub(super) fn sums<S: Lanes>(&self, simd: S) -> Xyz<S> {
        match self {
            Self::Batch(batch) => batch.sums(simd),
            Self::Rows(rows, place) => {
                let [x, y, z, _] = simd.columns(&rows.sums[*place % BLOCK..], 0);
                [x, y, z]
            }
        }
    }
}

/// Blends by the slopes along x, y and z, of the vertices of a block that goes row by row.
pub(super) struct Slopes<B> {
    axes: [B; 3],
    sums: [Row4; BLOCK],
}

impl<B> Slopes<B> {
    fn new<P: Blended<Block = B>>() -> Self {
        Self {
            axes: [P::new_block(), P::new_block(), P::new_block()],
            sums: [Row4::default(); BLOCK],
        }
    }

    /// Of at most [`BLOCK`] vertices from one on.
    #[inline(always)]
    pub(super) fn blend<S: Lanes, P: Blended<Block = B>>(
        kept: &mut Option<Self>,
        simd: S,
        palette: P,
        (entries, gradients): (Entries<'_>, &Gradients<'_>),
        (from, count): (VertexNumber, usize),
    ) {
        // Made when a block first asks for it: it is as much to clear as some blocks take.
        let slopes = kept.get_or_insert_with(Self::new::<P>);
        for place in 0..count.min(BLOCK) {
            let at = VertexNumber {
                vertex: from.vertex + place,
                ..from
            };
            let row = gradients.row(entries, at);
            let pivot = gradients.pivots.get(entries.lists[at.vertex] as usize);
            let mut sums = [P::zero(simd), P::zero(simd), P::zero(simd)];
            let mut total = Vec3::ZERO;
            for influence in 0..row.joints.len().min(row.gradients.len()) {
                let (joint, slope) = (row.joints[influence], row.gradients[influence]);
                let entry = gradients.entry_at((entries, at.vertex), pivot, joint);
                // Three blends by three sets of weights in one pass: each entry is loaded once for all axes.
                sums = [
                    palette.add(sums[0], entry, slope.x),
                    palette.add(sums[1], entry, slope.y),
                    palette.add(sums[2], entry, slope.z),
                ];
                total += slope;
            }
            let [x, y, z] = &mut slopes.axes;
            P::store::<S>(sums[0], x, place);
            P::store::<S>(sums[1], y, place);
            P::store::<S>(sums[2], z, place);
            slopes.sums[place] = Row4(total.extend(0.0).to_array());
        }
    }
}
