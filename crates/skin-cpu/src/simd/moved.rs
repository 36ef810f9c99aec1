//! What the first half of a kernel leaves to the second, where a mesh has maps or exact normals.

use fearless_simd::{Select as _, SimdBase as _};

use super::blend::BLOCK;
use super::maps::{Mask, Xyz};
use super::run::RefusedLanes;
use super::surface::Rows;
use lanes::Lanes;

/// What a method has made of a block's vertices: numbers of one kind one after another.
pub(super) struct BlockOutput {
    point: [[f32; BLOCK]; 3],
    jacobian: [[[f32; BLOCK]; 3]; 3],
    /// One where a point holds, and where all of a vertex does; else zero.
    holds: [[f32; BLOCK]; 2],
}

impl BlockOutput {
    pub(super) const fn new() -> Self {
        Self {
            point: [[0.0; BLOCK]; 3],
            jacobian: [[[0.0; BLOCK]; 3]; 3],
            holds: [[0.0; BLOCK]; 2],
        }
    }

    #[inline(always)]
    pub(super) fn store<S: Lanes>(&mut self, place: usize, point: Xyz<S>, jacobian: Rows<S>) {
        for (numbers, vector) in self.point.iter_mut().zip(point) {
            vector.store_slice(&mut numbers[place..place + S::LANES]);
        }
        let rows = self.jacobian.as_flattened_mut().iter_mut();
        for (numbers, &vector) in rows.zip(jacobian.as_flattened()) {
            vector.store_slice(&mut numbers[place..place + S::LANES]);
        }
    }

    #[inline(always)]
    pub(super) fn store_holds<S: Lanes>(&mut self, simd: S, place: usize, holds: [Mask<S>; 2]) {
        let (zero, one) = (S::f32s::splat(simd, 0.0), S::f32s::splat(simd, 1.0));
        for (numbers, mask) in self.holds.iter_mut().zip(holds) {
            let number = mask.select(one, zero);
            number.store_slice(&mut numbers[place..place + S::LANES]);
        }
    }

    /// As [`store_holds`](Self::store_holds), the other way round.
    #[inline(always)]
    pub(super) fn store_refused<S: Lanes>(&mut self, place: usize, refused: RefusedLanes) {
        let [points, vertices] = &mut self.holds;
        for lane in 0..S::LANES {
            points[place + lane] = f32::from(refused.points >> lane & 1 == 0);
            vertices[place + lane] = f32::from(refused.vertices >> lane & 1 == 0);
        }
    }

    #[inline(always)]
    pub(super) fn point<S: Lanes>(&self, simd: S, place: usize) -> Xyz<S> {
        triple(simd, &self.point, place)
    }

    #[inline(always)]
    pub(super) fn jacobian<S: Lanes>(&self, simd: S, place: usize) -> Rows<S> {
        let [a, b, c] = &self.jacobian;
        [
            triple(simd, a, place),
            triple(simd, b, place),
            triple(simd, c, place),
        ]
    }

    #[inline(always)]
    pub(super) fn holds<S: Lanes>(&self, simd: S, place: usize) -> [Mask<S>; 2] {
        let [points, vertices] = &self.holds;
        [
            // Masks are kept as 0 and 1, since there is no layout of a mask that all instruction sets share.
            numbers(simd, points, place).simd_gt(0.5),
            numbers(simd, vertices, place).simd_gt(0.5),
        ]
    }
}

#[inline(always)]
fn triple<S: Lanes>(simd: S, [x, y, z]: &[[f32; BLOCK]; 3], place: usize) -> Xyz<S> {
    [
        numbers(simd, x, place),
        numbers(simd, y, place),
        numbers(simd, z, place),
    ]
}

#[inline(always)]
pub(super) fn numbers<S: Lanes>(simd: S, numbers: &[f32; BLOCK], place: usize) -> S::f32s {
    S::f32s::from_slice(simd, &numbers[place..place + S::LANES])
}
