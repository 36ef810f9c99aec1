//! The loop over blocks of vertices.

use fearless_simd::SimdMask as _;
use glam::Vec3;
use rig::MoreInfluences;

use super::blend::{BLOCK, Blended as _, Entries, blend};
use super::gather::{At, MOST_LANES};
use super::lanes::Lanes;
use super::maps::{Map as _, unit};
use super::method::Method;

/// How normals are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Normals {
    /// Not at all.
    None,
    /// By the inverse transpose, to unit length.
    Usual,
    /// By the linear part, to unit length.
    Forward,
    /// By the linear part.
    Linear,
}

/// Vertices to skin: those from `start` on, as many as there are positions.
pub(super) struct Work<'a> {
    pub(super) start: usize,
    pub(super) positions: &'a [Vec3],
    pub(super) normals: &'a [Vec3],
    pub(super) skinned_positions: &'a mut [Vec3],
    pub(super) skinned_normals: &'a mut [Vec3],
    pub(super) by: Normals,
}

impl<'a> Work<'a> {
    /// Shares of so many vertices, the last first.
    pub(super) fn split(self, share: usize) -> Vec<Self> {
        let mut shares = Vec::new();
        let mut rest = self;
        while rest.positions.len() > share {
            let (positions, more_positions) = rest.positions.split_at(share);
            let (normals, more_normals) = rest.normals.split_at(share.min(rest.normals.len()));
            let (to, more_to) = rest.skinned_positions.split_at_mut(share);
            let at = share.min(rest.skinned_normals.len());
            let (normals_to, more_normals_to) = rest.skinned_normals.split_at_mut(at);
            shares.push(Self {
                positions,
                normals,
                skinned_positions: to,
                skinned_normals: normals_to,
                ..rest
            });
            rest = Self {
                start: rest.start + share,
                positions: more_positions,
                normals: more_normals,
                skinned_positions: more_to,
                skinned_normals: more_normals_to,
                by: rest.by,
            };
        }
        shares.push(rest);
        shares.reverse();
        shares
    }
}

/// The reference for one vertex: of its number, its position and its normal.
pub(super) type Reference<'a> = &'a (dyn Fn(usize, Vec3, Option<Vec3>) -> (Vec3, Vec3) + Sync);

/// Skins by instructions that the token stands for.
pub(super) fn run<S: Lanes, M: Method>(
    simd: S,
    method: M,
    entries: Entries<'_>,
    work: &mut Work<'_>,
    reference: Reference<'_>,
) {
    if work.positions.len() < S::LANES {
        run_few(simd, method, entries, work, reference);
    } else {
        run_many(simd, (method, 0), entries, work, reference);
    }
}

/// At least as many vertices as lanes; `before` of the mesh come before those of the entries.
#[inline(never)]
fn run_many<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut Work<'_>,
    reference: Reference<'_>,
) {
    simd.vectorize(
        #[inline(always)]
        || run_blocks(simd, (method, before), entries, work, reference),
    );
}

/// Fewer vertices than lanes: in memory that is filled up with the last of them.
#[cold]
#[inline(never)]
fn run_few<S: Lanes, M: Method>(
    simd: S,
    method: M,
    entries: Entries<'_>,
    work: &mut Work<'_>,
    reference: Reference<'_>,
) {
    let (start, count, width) = (work.start, work.positions.len(), entries.width);
    let Some(last) = count.checked_sub(1) else {
        return;
    };
    let of_lane = |lane: usize| start + lane.min(last);
    let first_quads: [u32; MOST_LANES] =
        std::array::from_fn(|lane| entries.first_quads[of_lane(lane)]);
    let row = |lane| entries.weights[of_lane(lane) * width..][..width].iter();
    let weights: Vec<f32> = (0..MOST_LANES).flat_map(row).copied().collect();
    let lanes = |more: &MoreInfluences| {
        let vertex = more.vertex as usize;
        let lane = u32::try_from(vertex.checked_sub(start)?).ok()?;
        (vertex <= start + last).then_some(MoreInfluences {
            vertex: lane,
            ..*more
        })
    };
    let more: Vec<MoreInfluences> = entries.more.iter().filter_map(lanes).collect();
    let entries = Entries {
        first_quads: &first_quads,
        weights: &weights,
        more: &more,
        ..entries
    };
    let [mut positions, mut normals] = [[Vec3::ZERO; MOST_LANES]; 2];
    let [mut skinned_positions, mut skinned_normals] = [[Vec3::ZERO; MOST_LANES]; 2];
    positions[..count].copy_from_slice(work.positions);
    normals[..work.normals.len()].copy_from_slice(work.normals);
    let has_normals = if work.normals.is_empty() { 0 } else { S::LANES };
    let mut filled = Work {
        start: 0,
        positions: &positions[..S::LANES],
        normals: &normals[..has_normals],
        skinned_positions: &mut skinned_positions[..S::LANES],
        skinned_normals: &mut skinned_normals[..has_normals],
        by: work.by,
    };
    let of_first = |lane: usize, position, normal: Option<Vec3>| {
        if lane < count {
            reference(start + lane, position, normal)
        } else {
            (Vec3::ZERO, Vec3::ZERO)
        }
    };
    run_many(simd, (method, start), entries, &mut filled, &of_first);
    work.skinned_positions
        .copy_from_slice(&skinned_positions[..count]);
    let written = work.skinned_normals.len();
    work.skinned_normals
        .copy_from_slice(&skinned_normals[..written]);
}

#[inline(always)]
fn run_blocks<S: Lanes, M: Method>(
    simd: S,
    (method, before): (M, usize),
    entries: Entries<'_>,
    work: &mut Work<'_>,
    reference: Reference<'_>,
) {
    let mut block = M::Palette::new_block();
    let count = work.positions.len();
    let mut at = 0;
    while at < count {
        // What is left over at the end is done along with some vertices that are done already: it comes out the same.
        at = at.min(count - S::LANES);
        let in_block = (count - at).min(BLOCK);
        blend(
            simd,
            method.palette(),
            entries,
            (work.start + at, in_block),
            &mut block,
        );
        let mut place = 0;
        while place < in_block {
            place = place.min(in_block - S::LANES);
            let lanes = At {
                place,
                vertex: work.start + at + place,
                before,
                entries,
            };
            let maps = method.maps(simd, &block, lanes);
            let refused = move_lanes::<S, M>(simd, &maps, work, at + place);
            if refused.vertices != 0 {
                skin_refused(work, reference, at + place, refused);
            }
            place += S::LANES;
        }
        at += BLOCK;
    }
}

/// Lanes that the reference has to do, as bits. A point is refused by itself: where a vertex lies must not depend on its normal, or
/// vertices that lie together would part.
#[derive(Clone, Copy)]
struct Refused {
    points: u64,
    /// Those of points, and of normals.
    vertices: u64,
}

impl Refused {
    const ONE: Self = Self {
        points: 1,
        vertices: 1,
    };
}

/// Moves `LANES` vertices, and says which of them the reference has to move.
#[inline(always)]
fn move_lanes<S: Lanes, M: Method>(
    simd: S,
    maps: &M::Map<S>,
    work: &mut Work<'_>,
    at: usize,
) -> Refused {
    let triples = 3 * at..3 * (at + S::LANES);
    let positions: &[f32] = bytemuck::cast_slice(work.positions);
    let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned_positions);
    let points = simd.split_triples(&positions[triples.clone()]);
    let (points, points_hold) = maps.points(simd, points);
    let mut holds = points_hold;
    simd.join_triples(points, &mut skinned[triples.clone()]);
    if work.by != Normals::None {
        let normals: &[f32] = bytemuck::cast_slice(work.normals);
        let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned_normals);
        let at_rest = simd.split_triples(&normals[triples.clone()]);
        let (normals, normals_hold) = match work.by {
            Normals::Usual => maps.normals(simd, at_rest),
            Normals::Forward => unit(simd, maps.vectors(simd, at_rest)),
            Normals::Linear | Normals::None => (maps.vectors(simd, at_rest), holds),
        };
        holds &= normals_hold;
        simd.join_triples(normals, &mut skinned[triples]);
    }
    let lanes = u64::MAX >> (64 - S::LANES);
    Refused {
        points: !points_hold.to_bitmask() & lanes,
        vertices: !holds.to_bitmask() & lanes,
    }
}

/// Vertex by vertex.
pub(super) fn skin_each_by(work: &mut Work<'_>, reference: Reference<'_>) {
    for at in 0..work.positions.len() {
        skin_refused(work, reference, at, Refused::ONE);
    }
}

#[cold]
#[inline(never)]
fn skin_refused(work: &mut Work<'_>, reference: Reference<'_>, at: usize, refused: Refused) {
    let mut left = refused.vertices;
    while left != 0 {
        let lane = left.trailing_zeros();
        let vertex = at + lane as usize;
        left &= left - 1;
        let normal = work.normals.get(vertex).copied();
        let (point, turned) = reference(work.start + vertex, work.positions[vertex], normal);
        if refused.points >> lane & 1 == 1 {
            work.skinned_positions[vertex] = point;
        }
        if let Some(skinned) = work.skinned_normals.get_mut(vertex) {
            *skinned = turned;
        }
    }
}
