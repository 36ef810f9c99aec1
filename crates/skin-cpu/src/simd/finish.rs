//! The second half of a kernel for meshes with maps or exact normals: whatever moved the vertices, they are mixed with linear blending, drawn
//! back to their bones, and turned.

use fearless_simd::{Select as _, SimdBase as _, SimdFloat as _, SimdMask as _};
use rig::{MapKind, VertexMap};

use super::batches::Batches;
use super::beside::MapInputs;
use super::blend::{BLOCK, Blended as _, Entries, Palette, blend};
use super::bulge::{SurfaceSample, add_outer};
use super::gather::MOST_LANES;
use super::maps::{Map as _, Mask, Matrices, Xyz, tangents, unit};
use super::method::matrices;
use super::moved::{BlockOutput, numbers};
use super::run::{Normals, RefusedLanes, SkinWork};
use super::slopes::{LaneSlopes, Slopes, VertexNumber};
use super::surface::{Moving, Rows, Surface as _, minus};
use lanes::Lanes;
use lanes::{Row4, Row16};

/// The joints' own maps.
type JointMaps<'a> = Palette<'a, Row16, 0>;

/// What is kept from block to block.
pub(super) struct Finish<'a> {
    entries: Entries<'a>,
    beside: &'a MapInputs<'a>,
    /// What the first half leaves.
    pub(super) moved: BlockOutput,
    /// The joints' own maps blended, unless batches have them; and by the slopes of weights.
    linear: [Row16; BLOCK],
    batches: Option<Batches<'a>>,
    slopes: Option<Slopes<[Row16; BLOCK]>>,
    slope_batches: Option<Batches<'a>>,
    /// λ and β of the block's vertices; 1 and 0 without a map, as `new` leaves them.
    blend: [f32; BLOCK],
    bulge: [f32; BLOCK],
}

/// Vertices on their way.
#[derive(Clone, Copy)]
struct LaneVertices<S: Lanes> {
    at_rest: Xyz<S>,
    point: Xyz<S>,
    jacobian: Rows<S>,
    /// Where a point holds, and where all of a vertex does.
    holds: [Mask<S>; 2],
    /// Lanes that come out as without maps.
    is_plain: Mask<S>,
}

impl<'a> Finish<'a> {
    #[inline(always)]
    pub(super) fn new(entries: Entries<'a>, beside: &'a MapInputs<'a>) -> Self {
        Self {
            entries,
            beside,
            moved: BlockOutput::new(),
            linear: [Row16::default(); BLOCK],
            batches: None,
            slopes: None,
            slope_batches: None,
            blend: [1.0; BLOCK],
            bulge: [0.0; BLOCK],
        }
    }

    /// The vertices of a block, `at` the first of them in the work; those that the reference has to do.
    #[inline(never)]
    pub(super) fn finish<S: Lanes>(
        &mut self,
        simd: S,
        (from, count): (VertexNumber, usize),
        work: &mut SkinWork<'_>,
        at: usize,
    ) -> RefusedLanes {
        simd.vectorize(
            #[inline(always)]
            || self.finish_block(simd, (from, count), work, at),
        )
    }

    #[inline(always)]
    fn finish_block<S: Lanes>(
        &mut self,
        simd: S,
        (from, count): (VertexNumber, usize),
        work: &mut SkinWork<'_>,
        at: usize,
    ) -> RefusedLanes {
        let MapInputs { blend, bulge, .. } = *self.beside;
        read(blend, from, &mut self.blend[..count]);
        read(bulge, from, &mut self.bulge[..count]);
        if self.beside.blend.is_some() {
            self.blend_joint_maps(simd, (from, count));
        }
        let mut refused = RefusedLanes {
            points: 0,
            vertices: 0,
        };
        let mut place = 0;
        while place < count {
            place = place.min(count - S::LANES);
            let of_lanes = self.finish_lanes(simd, (from, place), work, at + place);
            refused.points |= of_lanes.points << place;
            refused.vertices |= of_lanes.vertices << place;
            place += S::LANES;
        }
        refused
    }

    #[inline(always)]
    fn blend_joint_maps<S: Lanes>(&mut self, simd: S, (from, count): (VertexNumber, usize)) {
        let palette: JointMaps<'_> = Palette(self.beside.bones.maps);
        self.batches = self.beside.batches_at(from.before + from.vertex);
        if self.batches.is_none() {
            let part = (from.vertex, count);
            blend(simd, palette, self.entries, part, &mut self.linear);
        }
        if let Some(gradients) = &self.beside.gradients {
            let unsigned = gradients.of_joint_maps();
            self.slope_batches = unsigned.batches_at(from.before + from.vertex);
            if self.slope_batches.is_none() {
                let of_mesh = (self.entries, &unsigned);
                Slopes::blend(&mut self.slopes, simd, palette, of_mesh, (from, count));
            }
        }
    }

    #[inline(always)]
    fn finish_lanes<S: Lanes>(
        &self,
        simd: S,
        (from, place): (VertexNumber, usize),
        work: &mut SkinWork<'_>,
        at: usize,
    ) -> RefusedLanes {
        let positions: &[f32] = bytemuck::cast_slice(work.positions);
        let is_exact = self.beside.gradients.is_some();
        let zero = S::f32s::splat(simd, 0.0);
        let mut lying = LaneVertices {
            at_rest: simd.split_triples(&positions[3 * at..3 * (at + S::LANES)]),
            point: self.moved.point(simd, place),
            jacobian: self.moved.jacobian(simd, place),
            holds: self.moved.holds(simd, place),
            is_plain: if is_exact {
                // No lane is plain by exact normals, for nothing has been written yet; else all are until a map changes them.
                zero.simd_lt(zero)
            } else {
                zero.simd_eq(zero)
            },
        };
        let from = VertexNumber {
            vertex: from.vertex + place,
            ..from
        };
        if self.beside.blend.is_some() {
            self.mix(simd, (from, place), &mut lying);
        }
        if self.beside.bulge.is_some() {
            self.draw_back(simd, (from, place), &mut lying);
        }
        let lanes = u64::MAX >> (64 - S::LANES);
        if !lying.is_plain.to_bitmask() & lanes != 0 {
            write(simd, &mut lying, work, at);
        }
        let [points, vertices] = lying.holds;
        let points = !points.to_bitmask() & lanes;
        RefusedLanes {
            points,
            vertices: !vertices.to_bitmask() & lanes | points,
        }
    }

    /// `λ A + (1 − λ) L`, and `(A v − L v) ∇λᵀ` by exact normals.
    #[inline(always)]
    fn mix<S: Lanes>(
        &self,
        simd: S,
        (from, place): (VertexNumber, usize),
        lying: &mut LaneVertices<S>,
    ) {
        let (zero, one) = (S::f32s::splat(simd, 0.0), S::f32s::splat(simd, 1.0));
        let share = numbers(simd, &self.blend, place);
        let (is_part, is_none) = (share.simd_lt(one), share.simd_le(zero));
        let blended = match self.batches {
            Some(batches) => {
                let batch = batches.batch::<S>(from.before + from.vertex);
                let palette: JointMaps<'_> = Palette(self.beside.bones.maps);
                palette.sum(simd, batch)
            }
            None => JointMaps::columns(simd, &self.linear, place),
        };
        let map: Matrices<S> = matrices::<S>(blended);
        let (point, _) = map.points(simd, lying.at_rest);
        let mut linear = map.linear_rows();
        if self.beside.gradients.is_some() {
            let points = (lying.at_rest, point);
            self.add_slopes(simd, (from, place), &map, points, &mut linear);
        }
        let shares = BlendShares::<S> {
            share,
            rest: one - share,
            is_part,
            is_none,
        };
        let apart = minus::<S>(lying.point, point);
        lying.point = shares.interpolate(lying.point, point);
        for (row, linear) in lying.jacobian.iter_mut().zip(linear) {
            *row = shares.interpolate(*row, linear);
        }
        let [points, vertices] = lying.holds;
        if self.beside.gradients.is_some() {
            // The method's point counts wherever λ changes.
            let of_share = self.of_map::<S>(simd, MapKind::Blend, from);
            add_outer::<S>(&mut lying.jacobian, apart, of_share);
        } else {
            lying.holds[1] = is_part.select(points | is_none, vertices);
        }
        lying.holds[0] = points | is_none;
        lying.is_plain &= !is_part;
    }

    #[inline(always)]
    fn add_slopes<S: Lanes>(
        &self,
        simd: S,
        (from, place): (VertexNumber, usize),
        map: &Matrices<S>,
        (at_rest, moved): (Xyz<S>, Xyz<S>),
        jacobian: &mut Rows<S>,
    ) {
        let palette: JointMaps<'_> = Palette(self.beside.bones.maps);
        let of_batch = (self.slope_batches, from.before + from.vertex);
        let of_block = (self.slopes.as_ref(), place);
        let Some(slopes) = LaneSlopes::new::<S>(of_batch, of_block) else {
            return;
        };
        let sums = slopes.sums(simd);
        let mut axis = 0;
        while axis < 3 {
            let blended = slopes.axis(simd, palette, axis);
            let change = matrices::<S>(blended);
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

    #[inline(always)]
    fn draw_back<S: Lanes>(
        &self,
        simd: S,
        (from, place): (VertexNumber, usize),
        lying: &mut LaneVertices<S>,
    ) {
        let strength = numbers(simd, &self.bulge, place);
        let lanes = u64::MAX >> (64 - S::LANES);
        // Most blocks lie far from any bulge, and are spared what follows.
        if strength.simd_gt(0.0).to_bitmask() & lanes == 0 {
            return;
        }
        let standing = SurfaceSample {
            at_rest: lying.at_rest,
            posed: lying.point,
            jacobian: lying.jacobian,
            strength,
            of_strength: self.of_map(simd, MapKind::Bulge, from),
        };
        let gradients = self.beside.gradients.as_ref();
        let at = (self.entries, from);
        let drawn = self.beside.bones.draw_back(simd, at, gradients, &standing);
        let is_drawn = drawn.is_drawn;
        lying.point = select::<S>(is_drawn, drawn.point, lying.point);
        for (row, drawn) in lying.jacobian.iter_mut().zip(drawn.jacobian) {
            *row = select::<S>(is_drawn, drawn, *row);
        }
        let [points, vertices] = lying.holds;
        // Whether the method's own normal held is of no account where another takes its place. Exact ones have none of their own before.
        let vertices = if gradients.is_some() {
            vertices
        } else {
            is_drawn.select(points, vertices)
        };
        lying.holds = [points & drawn.holds, vertices & drawn.holds];
        lying.is_plain &= !is_drawn;
    }

    /// The gradient of a map by exact normals, else zero.
    #[inline(always)]
    fn of_map<S: Lanes>(&self, simd: S, kind: MapKind, from: VertexNumber) -> Xyz<S> {
        let mut rows = [Row4::default(); MOST_LANES];
        if let Some(gradients) = &self.beside.gradients {
            for (lane, row) in rows.iter_mut().take(S::LANES).enumerate() {
                let vertex = from.before + from.vertex + lane;
                let gradient = gradients.of_weights.of_map(kind, vertex);
                *row = Row4(gradient.extend(0.0).to_array());
            }
        }
        let [x, y, z, _] = simd.columns(&rows, 0);
        [x, y, z]
    }
}

/// How much of a method there is, and of linear blending.
#[derive(Clone, Copy)]
struct BlendShares<S: Lanes> {
    share: S::f32s,
    rest: S::f32s,
    /// Not the method alone.
    is_part: Mask<S>,
    /// λ is 0 or less: linear blending alone, whether the method holds there or not.
    is_none: Mask<S>,
}

impl<S: Lanes> BlendShares<S> {
    #[inline(always)]
    fn interpolate(&self, method: Xyz<S>, linear: Xyz<S>) -> Xyz<S> {
        let part = [
            method[0].mul_add(self.share, linear[0] * self.rest),
            method[1].mul_add(self.share, linear[1] * self.rest),
            method[2].mul_add(self.share, linear[2] * self.rest),
        ];
        // The ends are selected, not computed: a method that is no number must not reach them by way of `0 · NaN`.
        let part = select::<S>(self.is_none, linear, part);
        select::<S>(self.is_part, part, method)
    }
}

#[inline(always)]
fn select<S: Lanes>(mask: Mask<S>, a: Xyz<S>, b: Xyz<S>) -> Xyz<S> {
    [
        mask.select(a[0], b[0]),
        mask.select(a[1], b[1]),
        mask.select(a[2], b[2]),
    ]
}

/// The numbers of a map from a vertex on; those that are there already without one.
#[inline(always)]
fn read(map: Option<&VertexMap>, from: VertexNumber, to: &mut [f32]) {
    let Some(map) = map else {
        return;
    };
    for (place, number) in to.iter_mut().enumerate() {
        *number = map.value(from.before + from.vertex + place);
    }
}

/// Writes the lanes that are not plain, and turns their normals and tangents.
#[inline(always)]
fn write<S: Lanes>(simd: S, lying: &mut LaneVertices<S>, work: &mut SkinWork<'_>, at: usize) {
    let triples = 3 * at..3 * (at + S::LANES);
    let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned.positions);
    simd.join_triples(lying.point, &mut skinned[triples.clone()]);
    let [a, b, c] = lying.jacobian;
    let map = Matrices([
        // The fourth number, the shift, is not looked at: only vectors and normals go by this map.
        [a[0], a[1], a[2], a[0]],
        [b[0], b[1], b[2], b[0]],
        [c[0], c[1], c[2], c[0]],
    ]);
    let mut turned = [S::f32s::splat(simd, 0.0); 3];
    let mut holds = lying.holds[1];
    if work.by != Normals::None {
        let normals: &[f32] = bytemuck::cast_slice(work.normals);
        let skinned: &mut [f32] = bytemuck::cast_slice_mut(work.skinned.normals);
        let at_rest = simd.split_triples(&normals[triples.clone()]);
        let (normals, normals_hold) = match work.by {
            Normals::Usual => map.normals(simd, at_rest),
            Normals::Forward => unit(simd, map.vectors(simd, at_rest)),
            Normals::Linear | Normals::None => (map.vectors(simd, at_rest), holds),
        };
        holds &= normals_hold;
        // Plain lanes keep what the first half has written.
        let plain = simd.split_triples(&skinned[triples.clone()]);
        let written = select::<S>(lying.is_plain, plain, normals);
        simd.join_triples(written, &mut skinned[triples]);
        turned = normals;
    }
    if !work.tangents.is_empty() {
        holds &= write_tangents(simd, &map, turned, work, at, lying.is_plain);
    }
    lying.holds[1] = lying.is_plain.select(lying.holds[1], holds);
}

/// Writes tangents at right angles to normals, and says where they hold.
#[inline(always)]
fn write_tangents<S: Lanes>(
    simd: S,
    map: &Matrices<S>,
    normals: Xyz<S>,
    work: &mut SkinWork<'_>,
    at: usize,
    is_plain: Mask<S>,
) -> Mask<S> {
    let quads = at..at + S::LANES;
    let at_rest: &[[f32; 4]] = bytemuck::cast_slice(work.tangents);
    let skinned: &mut [[f32; 4]] = bytemuck::cast_slice_mut(work.skinned.tangents);
    let [x, y, z, w] = simd.columns(&at_rest[quads.clone()], 0);
    let (normals, normals_hold) = if work.by == Normals::Linear {
        unit(simd, normals)
    } else {
        let zero = S::f32s::splat(simd, 0.0);
        (normals, zero.simd_eq(zero))
    };
    let moved = map.vectors(simd, [x, y, z]);
    let ([x, y, z], tangents_hold) = tangents(simd, moved, normals);
    let (hand, hand_holds) = map.handedness(simd);
    let w = w * S::f32s::splat(simd, 1.0).copysign(hand);
    let plain = simd.columns(&skinned[quads.clone()], 0);
    let written = [
        is_plain.select(plain[0], x),
        is_plain.select(plain[1], y),
        is_plain.select(plain[2], z),
        is_plain.select(plain[3], w),
    ];
    simd.join_quads(written, &mut skinned[quads]);
    normals_hold & tangents_hold & hand_holds
}
