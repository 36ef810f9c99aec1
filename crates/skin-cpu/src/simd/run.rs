//! The loop over blocks of vertices.

use std::ops::Range;

use fearless_simd::{SimdBase as _, SimdFloat as _, SimdMask as _};
use glam::{Vec3, Vec4};
use rig::MoreInfluences;

use super::batches::Batches;
use super::beside::run_many_beside;
use super::blend::{BLOCK, Blended as _, Entries, blend};
use super::gather::{At, MOST_LANES};
use super::maps::{Map as _, tangents, unit};
use super::method::Method;
use super::running::{SignedEntries, WIDEST};
use crate::reference::{PosedVertex, RestVertex};
use crate::vertices::SkinOutput;
use lanes::Lanes;

/// How normals are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Normals {
    /// Normals are not moved, as of a mesh that has none.
    None,
    /// By the inverse transpose, to unit length.
    Usual,
    /// By the linear part, to unit length.
    Forward,
    /// By the linear part.
    Linear,
}

/// Vertices to skin: those from `start` on, as many as there are positions.
pub(super) struct SkinWork<'a> {
    pub(super) start: usize,
    pub(super) positions: &'a [Vec3],
    pub(super) normals: &'a [Vec3],
    pub(super) tangents: &'a [Vec4],
    pub(super) skinned: SkinOutput<'a>,
    pub(super) by: Normals,
}

impl<'a> SkinWork<'a> {
    /// Shares of so many vertices, the last first.
    pub(super) fn shares(self, share: usize) -> Vec<Self> {
        let mut shares = Vec::new();
        let mut rest = self;
        while rest.positions.len() > share {
            let (positions, more_positions) = split_clamped(rest.positions, share);
            let (normals, more_normals) = split_clamped(rest.normals, share);
            let (tangents, more_tangents) = split_clamped(rest.tangents, share);
            let (skinned, more_skinned) = rest.skinned.split_at(share);
            shares.push(Self {
                start: rest.start,
                positions,
                normals,
                tangents,
                skinned,
                by: rest.by,
            });
            rest = Self {
                start: rest.start + share,
                positions: more_positions,
                normals: more_normals,
                tangents: more_tangents,
                skinned: more_skinned,
                by: rest.by,
            };
        }
        shares.push(rest);
        // Shares are popped from the end, so that threads begin with the first vertices.
        shares.reverse();
        shares
    }

    /// Some of these vertices.
    fn part(&mut self, range: Range<usize>) -> SkinWork<'_> {
        SkinWork {
            start: self.start + range.start,
            positions: &self.positions[range.clone()],
            normals: self.normals.get(range.clone()).unwrap_or(&[]),
            tangents: self.tangents.get(range.clone()).unwrap_or(&[]),
            skinned: self.skinned.part(range),
            by: self.by,
        }
    }
}

/// So many, and the rest; of none, none.
fn split_clamped<T>(all: &[T], share: usize) -> (&[T], &[T]) {
    all.split_at(share.min(all.len()))
}

/// The reference for one vertex, by its number.
pub(super) type Reference<'a> = &'a (dyn Fn(usize, RestVertex) -> PosedVertex + Sync);

/// Skins by instructions that the token stands for.
pub(super) fn run<S: Lanes, M: Method>(
    simd: S,
    method: M,
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let Some(batches) = entries.batches else {
        return run_aligned(simd, method, entries, work, reference);
    };
    let of_rows = Entries {
        batches: None,
        ..entries
    };
    let (start, count) = (work.start, work.positions.len());
    let mut at = 0;
    while at < count {
        let mut end = batches.end_of_run(start + at, start + count);
        // What is beside weights may go the other way than the method: none changes within a part.
        if let Some(beside) = entries.beside {
            end = beside.end_of_run(start + at, end);
        }
        let end = end - start;
        let of_run = if batches.goes_by_rows(start + at) {
            of_rows
        } else {
            entries
        };
        run_aligned(simd, method, of_run, &mut work.part(at..end), reference);
        at = end;
    }
}

/// What is left over of a batch at either end, and whole ones between. Pages that go row by row do so too, for what maps ask for may be in
/// batches.
fn run_aligned<S: Lanes, M: Method>(
    simd: S,
    method: M,
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let count = work.positions.len();
    let mut at = 0;
    while at < count {
        let lead = (work.start + at) % S::LANES;
        if lead == 0 && count - at >= S::LANES {
            let end = at + (count - at) / S::LANES * S::LANES;
            let mut part = work.part(at..end);
            run_any(simd, (method, 0), entries, &mut part, reference);
            at = end;
        } else {
            let end = count.min(at + S::LANES - lead);
            let mut part = work.part(at..end);
            run_few(simd, method, entries, &mut part, lead, reference);
            at = end;
        }
    }
}

/// With what there is beside weights, or without; at least as many vertices as lanes. `before` of the mesh come before those of the entries.
fn run_any<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    if !cfg!(feature = "maps") || M::IS_COMMON && entries.beside.is_none() {
        run_many(simd, (method, before), entries, work, reference);
    } else {
        run_many_beside(simd, (method, before), entries, work, reference);
    }
}

#[inline(never)]
fn run_many<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    simd.vectorize(
        #[inline(always)]
        || match entries.batches {
            Some(batches) if M::IS_COMMON => {
                run_whole_batches(simd, (method, before), entries, batches, work, reference);
            }
            _ => run_blocks(simd, (method, before), entries, work, reference),
        },
    );
}

/// Fewer vertices than lanes, after `lead` lanes that are nobody's: in memory that is filled up with the last of them.
#[cold]
#[inline(never)]
fn run_few<S: Lanes, M: Method>(
    simd: S,
    method: M,
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    lead: usize,
    reference: Reference<'_>,
) {
    let (start, count) = (work.start - lead, work.positions.len());
    let places = lead..lead + count;
    // Of the mesh, not of the work: lanes on either side of that have vertices too.
    let last = entries.first_quads.len() - 1 - start;
    let few = PaddedEntries::new(entries, (start, last.min(S::LANES - 1)));
    let entries = few.entries(entries);
    let [mut positions, mut normals] = [[Vec3::ZERO; MOST_LANES]; 2];
    let [mut skinned_positions, mut skinned_normals] = [[Vec3::ZERO; MOST_LANES]; 2];
    let [mut tangents, mut skinned_tangents] = [[Vec4::ZERO; MOST_LANES]; 2];
    positions[places.clone()].copy_from_slice(work.positions);
    normals[lead..lead + work.normals.len()].copy_from_slice(work.normals);
    tangents[lead..lead + work.tangents.len()].copy_from_slice(work.tangents);
    let lanes_of = |has: bool| if has { S::LANES } else { 0 };
    let has_normals = lanes_of(!work.normals.is_empty());
    let has_tangents = lanes_of(!work.tangents.is_empty());
    let mut filled = SkinWork {
        // The padded entries begin with the first of these lanes; `before` tells where it is in the mesh.
        start: 0,
        positions: &positions[..S::LANES],
        normals: &normals[..has_normals],
        tangents: &tangents[..has_tangents],
        skinned: SkinOutput {
            positions: &mut skinned_positions[..S::LANES],
            normals: &mut skinned_normals[..has_normals],
            tangents: &mut skinned_tangents[..has_tangents],
        },
        by: work.by,
    };
    let of_places = |lane: usize, at_rest: RestVertex| {
        if places.contains(&lane) {
            reference(start + lane, at_rest)
        } else {
            // What fills up is thrown away, so the reference need not work for it.
            PosedVertex::default()
        }
    };
    run_any(simd, (method, start), entries, &mut filled, &of_places);
    let to = &mut work.skinned;
    to.positions
        .copy_from_slice(&skinned_positions[places.clone()]);
    let written = lead..lead + to.normals.len();
    to.normals.copy_from_slice(&skinned_normals[written]);
    let written = lead..lead + to.tangents.len();
    to.tangents.copy_from_slice(&skinned_tangents[written]);
}

/// The entries of fewer vertices than lanes, filled up with the last of them.
struct PaddedEntries {
    first_quads: [u32; MOST_LANES],
    lists: [u32; MOST_LANES],
    weights: [f32; WIDEST * MOST_LANES],
    more: Vec<MoreInfluences>,
}

impl PaddedEntries {
    /// Of the vertices from `start` on, up to so many after it.
    fn new(entries: Entries<'_>, (start, last): (usize, usize)) -> Self {
        let width = entries.width;
        let of_lane = |lane: usize| start + lane.min(last);
        let mut weights = [0.0; WIDEST * MOST_LANES];
        for (lane, row) in weights.chunks_exact_mut(width).take(MOST_LANES).enumerate() {
            row.copy_from_slice(&entries.weights[of_lane(lane) * width..][..width]);
        }
        // Sorted by vertex, so a search finds where those of these lanes begin.
        let from = entries
            .more
            .partition_point(|more| (more.vertex as usize) < start);
        let own = entries.more[from..].iter();
        let own = own.take_while(|more| more.vertex as usize <= start + last);
        let more = own.map(|more| MoreInfluences {
            // Below the number of lanes.
            vertex: u32::try_from(more.vertex as usize - start).unwrap_or(0),
            ..*more
        });
        Self {
            first_quads: std::array::from_fn(|lane| entries.first_quads[of_lane(lane)]),
            lists: std::array::from_fn(|lane| entries.lists[of_lane(lane)]),
            weights,
            more: more.collect(),
        }
    }

    fn entries<'a>(&'a self, of_mesh: Entries<'a>) -> Entries<'a> {
        Entries {
            first_quads: &self.first_quads,
            lists: &self.lists,
            weights: &self.weights[..of_mesh.width * MOST_LANES],
            more: &self.more,
            ..of_mesh
        }
    }
}

#[inline(always)]
fn run_blocks<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    // Common methods have a loop for theirs.
    let batches = entries.batches.filter(|_| !M::IS_COMMON);
    let mut block = M::Palette::new_block();
    let mut signed = SignedEntries::new();
    let count = work.positions.len();
    let mut at = 0;
    while at < count {
        // What is left over at the end is done along with some vertices that are done already: it comes out the same.
        at = at.min(count - S::LANES);
        let in_block = (count - at).min(BLOCK);
        let first = work.start + at;
        let (entries, start, before) = if entries.running.is_empty() || batches.is_some() {
            (entries, first, before)
        } else {
            let entries = signed.fill(simd, entries, first, in_block);
            (entries, 0, before + first)
        };
        let palette = method.palette();
        if batches.is_none() {
            blend(simd, palette, entries, (start, in_block), &mut block);
        }
        let mut place = 0;
        while place < in_block {
            place = place.min(in_block - S::LANES);
            let lanes = At {
                place,
                vertex: start + place,
                before,
                entries,
            };
            let blended = match batches {
                Some(batches) => palette.sum(simd, batches.batch::<S>(before + start + place)),
                None => M::Palette::columns(simd, &block, place),
            };
            let maps = method.maps(simd, blended, lanes);
            let refused = move_lanes::<S, M>(simd, &maps, work, at + place);
            if refused.vertices != 0 {
                skin_refused(work, reference, at + place, refused);
            }
            place += S::LANES;
        }
        at += BLOCK;
    }
}

/// Vertices of whole batches, page by page.
#[inline(always)]
fn run_whole_batches<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    batches: Batches<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let palette = method.palette();
    let mut at = 0;
    while at + S::LANES <= work.positions.len() {
        let vertices = before + work.start + at;
        let lanes = work.positions.len() - at;
        for batch in batches.of_page::<S>(vertices, lanes / S::LANES) {
            let blended = palette.sum(simd, batch);
            let of_lanes = At {
                place: 0,
                vertex: work.start + at,
                before,
                entries,
            };
            let maps = method.maps(simd, blended, of_lanes);
            let refused = move_lanes::<S, M>(simd, &maps, work, at);
            if refused.vertices != 0 {
                skin_refused(work, reference, at, refused);
            }
            at += S::LANES;
        }
    }
}

/// Lanes that the reference has to do, as bits. A point is refused by itself: where a vertex lies must not depend on its normal, or
/// vertices that lie together would part.
#[derive(Clone, Copy)]
pub(super) struct RefusedLanes {
    pub(super) points: u64,
    /// Those of points, and of normals.
    pub(super) vertices: u64,
}

impl RefusedLanes {
    pub(super) const NONE: Self = Self {
        points: 0,
        vertices: 0,
    };
    const ONE: Self = Self {
        points: 1,
        vertices: 1,
    };
}

/// Moves `LANES` vertices, and says which of them the reference has to move.
#[inline(always)]
pub(super) fn move_lanes<S: Lanes, M: Method>(
    simd: S,
    maps: &M::Map<S>,
    work: &mut SkinWork<'_>,
    at: usize,
) -> RefusedLanes {
    let triples = 3 * at..3 * (at + S::LANES);
    let positions: &[f32] = bytemuck::cast_slice(work.positions);
    let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned.positions);
    let points = simd.split_triples(&positions[triples.clone()]);
    let (points, points_hold) = maps.points(simd, points);
    let mut holds = points_hold;
    // Refused lanes are written as well: the reference overwrites them, which costs less than a mask.
    simd.join_triples(points, &mut skinned[triples.clone()]);
    let mut turned = [S::f32s::splat(simd, 0.0); 3];
    if work.by != Normals::None {
        let normals: &[f32] = bytemuck::cast_slice(work.normals);
        let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned.normals);
        let at_rest = simd.split_triples(&normals[triples.clone()]);
        let (normals, normals_hold) = if work.by == Normals::Usual {
            maps.normals(simd, at_rest)
        } else {
            let moved = maps.vectors(simd, at_rest);
            if work.by == Normals::Forward {
                unit(simd, moved)
            } else {
                // As they come out, without a unit length, so nothing more can fail.
                (moved, holds)
            }
        };
        holds &= normals_hold;
        simd.join_triples(normals, &mut skinned[triples]);
        turned = normals;
    }
    if !work.tangents.is_empty() {
        let quads = at..at + S::LANES;
        let at_rest: &[[f32; 4]] = bytemuck::cast_slice(work.tangents);
        let skinned: &mut [[f32; 4]] = bytemuck::cast_slice_mut(work.skinned.tangents);
        let [x, y, z, w] = simd.columns(&at_rest[quads.clone()], 0);
        // Tangents are at right angles to a normal of unit length, which these have not.
        if work.by == Normals::Linear {
            let normals_hold;
            (turned, normals_hold) = unit(simd, turned);
            holds &= normals_hold;
        }
        let moved = maps.vectors(simd, [x, y, z]);
        let ([x, y, z], tangents_hold) = tangents(simd, moved, turned);
        let (hand, hand_holds) = maps.handedness(simd);
        holds &= tangents_hold & hand_holds;
        let w = w * S::f32s::splat(simd, 1.0).copysign(hand);
        simd.join_quads([x, y, z, w], &mut skinned[quads]);
    }
    // The negation sets the bits above the lanes too, which stand for no vertex.
    let lanes = u64::MAX >> (64 - S::LANES);
    RefusedLanes {
        points: !points_hold.to_bitmask() & lanes,
        vertices: !holds.to_bitmask() & lanes,
    }
}

/// All vertices by the reference, where no kernel is compiled for the processor or the blend.
pub(super) fn skin_each_by(work: &mut SkinWork<'_>, reference: Reference<'_>) {
    for at in 0..work.positions.len() {
        skin_refused(work, reference, at, RefusedLanes::ONE);
    }
}

#[cold]
#[inline(never)]
pub(super) fn skin_refused(
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
    at: usize,
    refused: RefusedLanes,
) {
    let mut left = refused.vertices;
    while left != 0 {
        let lane = left.trailing_zeros();
        let vertex = at + lane as usize;
        // Takes off the lowest bit: one turn for each refused lane.
        left &= left - 1;
        let at_rest = RestVertex {
            position: work.positions[vertex],
            normal: work.normals.get(vertex).copied(),
            tangent: work.tangents.get(vertex).copied(),
        };
        let placed = reference(work.start + vertex, at_rest);
        if refused.points >> lane & 1 == 1 {
            work.skinned.positions[vertex] = placed.position;
        }
        if let Some(skinned) = work.skinned.normals.get_mut(vertex) {
            *skinned = placed.normal;
        }
        if let Some(skinned) = work.skinned.tangents.get_mut(vertex) {
            *skinned = placed.tangent;
        }
    }
}
