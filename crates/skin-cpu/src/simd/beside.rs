//! What a mesh has beside weights: a blend map, a bulge map, and the gradients that exact normals ask for.
//!
//! ```text
//! block of vertices ─► moved as without (run.rs) ─► points and Jacobians, one number after another (Moved)
//!                                   ─► mixed with linear blending ─► drawn back to the bones ─► normals and tangents ─► written
//! ```
//!
//! The first half is compiled for each method, the second once for each instruction set. Vertices that no map changes keep what the kernel
//! without maps has written, bit for bit.

use rig::VertexMap;

use super::average_slopes::SlopeLanes;
use super::batches::Batches;
use super::blend::{BLOCK, Blended, Entries, blend};
use super::bulge::Bones;
use super::finish::Finish;
use super::gather::At;
use super::maps::{Map as _, Xyz};
use super::method::Method;
use super::moved::BlockOutput;
use super::run::{Reference, RefusedLanes, SkinWork, move_lanes, skin_refused};
use super::running::SignedEntries;
use super::slopes::{Gradients, LaneSlopes, Slopes, VertexNumber};
use super::surface::{Moving, Rows, Surface as _};
use lanes::Lanes;

/// The maps of a mesh, and what they ask for in a pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapInputs<'a> {
    pub(super) blend: Option<&'a VertexMap>,
    pub(super) bulge: Option<&'a VertexMap>,
    /// For exact normals; none for others.
    pub(super) gradients: Option<Gradients<'a>>,
    /// Of the joints, by entry: their own maps, for either map, and with bones for the bulge map.
    pub(super) bones: Bones<'a>,
    /// How the joints' own maps are blended: as linear blending does, whatever the method.
    pub(super) batches: Option<Batches<'a>>,
}

impl<'a> MapInputs<'a> {
    /// The batches of the joints' own maps, if the page of a vertex of the mesh goes so.
    pub(super) fn batches_at(&self, vertex: usize) -> Option<Batches<'a>> {
        self.batches.filter(|batches| !batches.goes_by_rows(vertex))
    }

    /// The first vertex after one whose page goes another way, or `end` if that comes before.
    pub(super) fn end_of_run(&self, vertex: usize, end: usize) -> usize {
        let gradients = self.gradients.as_ref();
        let of_slopes = gradients.map(|gradients| [gradients.batches, gradients.joint_map_batches]);
        let of_slopes = of_slopes.into_iter().flatten();
        let all = of_slopes.chain([self.batches]).flatten();
        all.fold(end, |end, batches| batches.end_of_run(vertex, end))
    }
}

/// As [`run_many`](super::run), with what there is beside weights; with nothing beside them, of methods that have no loop for that.
#[inline(never)]
pub(super) fn run_many_beside<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    simd.vectorize(
        #[inline(always)]
        || run_blocks(simd, (method, before), entries, work, reference),
    );
}

/// What is kept from block to block, each by itself: several of them in one value are copied as it is made.
struct BlockMemory<'m, 'a, P: Blended> {
    block: &'m mut P::Block,
    gradients: Option<&'a Gradients<'a>>,
    /// By exact normals, where slopes are blended row by row.
    slopes: &'m mut Option<Slopes<P::Block>>,
    /// With maps, and by exact normals.
    finish: &'m mut Option<Finish<'a>>,
}

#[inline(always)]
fn run_blocks<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let mut memory = BlockMemory::<M::Palette> {
        block: &mut M::Palette::new_block(),
        gradients: entries.beside.and_then(|beside| beside.gradients.as_ref()),
        slopes: &mut None,
        finish: &mut entries.beside.map(
            #[inline(always)]
            |beside| Finish::new(entries, beside),
        ),
    };
    let mut signed = SignedEntries::new();
    let count = work.positions.len();
    let mut at = 0;
    while at < count {
        // As in the kernel without maps: what is left over is done along with some vertices that are done already.
        at = at.min(count - S::LANES);
        let in_block = (count - at).min(BLOCK);
        let from = VertexNumber {
            vertex: work.start + at,
            before,
        };
        // Entries of a block of its own begin at 0: what is before them is added to numbers of the mesh.
        let (entries, vertex, before) = if entries.running.is_empty() {
            (entries, from.vertex, before)
        } else {
            let signed = signed.fill(simd, entries, from.vertex, in_block);
            (signed, 0, before + from.vertex)
        };
        let first = At {
            place: 0,
            vertex,
            before,
            entries,
        };
        let palette = method.palette();
        if entries.batches.is_none() {
            let part = (vertex, in_block);
            blend(simd, palette, entries, part, memory.block);
        }
        if let Some(gradients) = memory.gradients
            && gradients.batches_at(before + vertex).is_none()
        {
            let from = VertexNumber { vertex, before };
            let of_mesh = (entries, gradients);
            Slopes::blend(memory.slopes, simd, palette, of_mesh, (from, in_block));
        }
        move_block(
            simd,
            method,
            (first, in_block),
            &mut memory,
            work,
            at,
            reference,
        );
        if let Some(finish) = memory.finish {
            let refused = finish.finish(simd, (from, in_block), work, at);
            if refused.vertices != 0 {
                skin_refused(work, reference, at, refused);
            }
        }
        at += BLOCK;
    }
}

/// The vertices of a block, as many at a time as there are lanes.
#[inline(always)]
fn move_block<S: Lanes, M: Method>(
    simd: S,
    method: M,
    (first, in_block): (At<'_>, usize),
    memory: &mut BlockMemory<'_, '_, M::Palette>,
    work: &mut SkinWork<'_>,
    at: usize,
    reference: Reference<'_>,
) {
    let palette = method.palette();
    let slope_batches = memory
        .gradients
        .and_then(|gradients| gradients.batches_at(first.before + first.vertex));
    let mut place = 0;
    while place < in_block {
        place = place.min(in_block - S::LANES);
        let lanes = At {
            place,
            vertex: first.vertex + place,
            ..first
        };
        let blended = match first.entries.batches {
            Some(batches) => palette.sum(simd, batches.batch::<S>(first.before + lanes.vertex)),
            None => M::Palette::columns(simd, memory.block, place),
        };
        let map = method.maps(simd, blended, lanes);
        let of_batch = (slope_batches, first.before + lanes.vertex);
        let of_block = (memory.slopes.as_ref(), place);
        let slopes = LaneSlopes::new::<S>(of_batch, of_block);
        let moved = memory.finish.as_mut().map(
            #[inline(always)]
            |finish| &mut finish.moved,
        );
        let slopes = memory.gradients.zip(slopes);
        let with_slopes = (method, &map, slopes.as_ref());
        let refused = move_beside::<S, M>(simd, with_slopes, work, at, lanes, moved);
        if refused.vertices != 0 {
            skin_refused(work, reference, at + place, refused);
        }
        place += S::LANES;
    }
}

/// Gradients, and a method's entries blended by them.
type MethodSlopes<'a, M> = (
    &'a Gradients<'a>,
    LaneSlopes<'a, <<M as Method>::Palette as Blended>::Block>,
);

/// A method with its map of as many vertices as there are lanes, and the slopes of weights by exact normals.
type MapWithSlopes<'a, S, M> = (
    M,
    &'a <M as Method>::Map<S>,
    Option<&'a MethodSlopes<'a, M>>,
);

/// Moves `LANES` vertices as without maps, and keeps their points and Jacobians for what is done with them then; says which the reference
/// has to move, if nothing is. By exact normals nothing is written yet.
#[inline(always)]
fn move_beside<S: Lanes, M: Method>(
    simd: S,
    (method, map, slopes): MapWithSlopes<'_, S, M>,
    work: &mut SkinWork<'_>,
    at: usize,
    lanes: At<'_>,
    moved: Option<&mut BlockOutput>,
) -> RefusedLanes {
    let place = lanes.place;
    let first = at + place;
    let refused = if slopes.is_some() {
        RefusedLanes::NONE
    } else {
        move_lanes::<S, M>(simd, map, work, first)
    };
    let Some(moved) = moved else {
        return refused;
    };
    let positions: &[f32] = bytemuck::cast_slice(work.positions);
    let at_rest = simd.split_triples(&positions[3 * first..3 * (first + S::LANES)]);
    let (point, holds) = map.points(simd, at_rest);
    let mut jacobian = map.linear(simd);
    if slopes.is_some() {
        // Normals wait for the second half, where the Jacobian is complete; until then a vertex holds where its point does.
        let points = (at_rest, point, lanes);
        add_slopes::<S, M>(simd, (method, map, slopes), points, &mut jacobian);
        moved.store_holds(simd, place, [holds, holds]);
    } else {
        moved.store_refused::<S>(place, refused);
    }
    moved.store::<S>(place, point, jacobian);
    RefusedLanes::NONE
}

/// `J e_a += Σ (∂f/∂w_k) ∂_a w_k`
#[inline(always)]
fn add_slopes<S: Lanes, M: Method>(
    simd: S,
    (method, map, slopes): MapWithSlopes<'_, S, M>,
    (at_rest, moved, lanes): (Xyz<S>, Xyz<S>, At<'_>),
    jacobian: &mut Rows<S>,
) {
    let Some((gradients, slopes)) = slopes else {
        return;
    };
    let sums = slopes.sums(simd);
    // A loop without an iterator: closures and iterators that are not inlined lose the instruction set.
    let mut axis = 0;
    while axis < 3 {
        let around = SlopeLanes {
            at: lanes,
            gradients,
            axis,
        };
        let blended = slopes.axis(simd, method.palette(), axis);
        let change = M::changes(simd, blended);
        let change = method.complete(simd, map, change, &around);
        let at = Moving {
            at_rest,
            moved,
            sum: sums[axis],
        };
        let [x, y, z] = map.slope(simd, &change, &at);
        jacobian[0][axis] += x;
        jacobian[1][axis] += y;
        jacobian[2][axis] += z;
        axis += 1;
    }
}
