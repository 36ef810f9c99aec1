//! What vertices do that are stretched first, or not, and then moved by a rotation about some point.

use fearless_simd::{Select as _, Simd, SimdBase as _, SimdFloat as _};

use super::lanes::Lanes;
use super::maps::{
    Map, Mask, Matrices, NEARLY_CANCELLED, Rigid, Xyz, Xyzw, dot, length_squared, never_mirrored,
    turned, unit_signed,
};
use crate::direct_quaternion::CLEARLY_NEARER;

/// The first phase of a vertex's map.
pub(super) trait Stretch<S: Lanes>: Copy {
    fn point(&self, point: Xyz<S>) -> Xyz<S>;
    fn vector(&self, vector: Xyz<S>) -> Xyz<S>;
    /// As [`Matrices::turned_normal`].
    fn turned_normal(&self, simd: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>);
    /// As [`Map::handedness`].
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>);
}

/// The second phase of a vertex's map, which is rigid.
pub(super) trait Motion<S: Lanes>: Copy {
    /// Where points go, and in which lanes that holds.
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>);
    /// The rotation, of any length.
    fn rotation(&self) -> Xyzw<S>;
}

/// One phase and the other.
#[derive(Clone, Copy)]
pub(super) struct Staged<F, M> {
    pub(super) first: F,
    pub(super) second: M,
}

impl<S: Lanes, F: Stretch<S>, M: Motion<S>> Map<S> for Staged<F, M> {
    #[inline(always)]
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        self.second.point(simd, self.first.point(points))
    }

    #[inline(always)]
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S> {
        let rotation = self.second.rotation();
        let length_squared = length_squared::<S>(rotation);
        let [x, y, z] = turned::<S>(rotation, length_squared, self.first.vector(vectors));
        let by = S::f32s::splat(simd, 1.0) / length_squared;
        [x * by, y * by, z * by]
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (stretched, determinant, holds) = self.first.turned_normal(simd, normals);
        let rotation = self.second.rotation();
        let moved = turned::<S>(rotation, length_squared::<S>(rotation), stretched);
        let (unit, in_range) = unit_signed(simd, moved, determinant);
        (unit, holds & in_range)
    }

    #[inline(always)]
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>) {
        self.first.handedness(simd)
    }
}

impl<S: Lanes> Stretch<S> for Matrices<S> {
    #[inline(always)]
    fn point(&self, point: Xyz<S>) -> Xyz<S> {
        self.moved_point(point)
    }

    #[inline(always)]
    fn vector(&self, vector: Xyz<S>) -> Xyz<S> {
        self.moved_vector(vector)
    }

    #[inline(always)]
    fn turned_normal(&self, _: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>) {
        Self::turned_normal(self, normal)
    }

    #[inline(always)]
    fn handedness(&self, _: S) -> (S::f32s, Mask<S>) {
        self.determinant()
    }
}

/// No stretch.
#[derive(Clone, Copy)]
pub(super) struct Unstretched;

impl<S: Lanes> Stretch<S> for Unstretched {
    #[inline(always)]
    fn point(&self, point: Xyz<S>) -> Xyz<S> {
        point
    }

    #[inline(always)]
    fn vector(&self, vector: Xyz<S>) -> Xyz<S> {
        vector
    }

    #[inline(always)]
    fn turned_normal(&self, simd: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>) {
        let (one, always) = never_mirrored(simd);
        (normal, one, always)
    }

    #[inline(always)]
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>) {
        never_mirrored(simd)
    }
}

/// A dual quaternion with the lanes in which it holds.
#[derive(Clone, Copy)]
pub(super) struct Found<S: Lanes> {
    pub(super) motion: Rigid<S>,
    pub(super) holds: Mask<S>,
}

impl<S: Lanes> Motion<S> for Found<S> {
    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (moved, holds) = self.motion.points(simd, point);
        (moved, holds & self.holds)
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.motion.real
    }
}

/// `v → Q v + t`.
#[derive(Clone, Copy)]
pub(super) struct Shifted<S: Simd> {
    pub(super) rotation: Xyzw<S>,
    pub(super) shift: Xyz<S>,
}

impl<S: Lanes> Motion<S> for Shifted<S> {
    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let length_squared = length_squared::<S>(self.rotation);
        let [x, y, z] = turned::<S>(self.rotation, length_squared, point);
        let by = S::f32s::splat(simd, 1.0) / length_squared;
        let [a, b, c] = self.shift;
        let holds = length_squared.simd_gt(NEARLY_CANCELLED);
        (
            [x.mul_add(by, a), y.mul_add(by, b), z.mul_add(by, c)],
            holds,
        )
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.rotation
    }
}

/// `v → Q (v − p) + M p`, with M the linear blend of the motions.
#[derive(Clone, Copy)]
pub(super) struct About<S: Simd> {
    pub(super) motions: Matrices<S>,
    pub(super) rotation: Xyzw<S>,
    pub(super) pivot: Xyz<S>,
}

impl<S: Lanes> Motion<S> for About<S> {
    #[inline(always)]
    fn point(&self, simd: S, [x, y, z]: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let [a, b, c] = self.pivot;
        let shifted = Shifted {
            rotation: self.rotation,
            shift: self.motions.moved_point(self.pivot),
        };
        shifted.point(simd, [x - a, y - b, z - c])
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.rotation
    }
}

/// [`About`] the nearest of four points, the first of several.
#[derive(Clone, Copy)]
pub(super) struct AboutNearest<S: Simd> {
    pub(super) motions: Matrices<S>,
    pub(super) rotation: Xyzw<S>,
    pub(super) heads: [Xyz<S>; 4],
}

impl<S: Lanes> AboutNearest<S> {
    /// The nearest point, and how near.
    #[inline(always)]
    fn nearest(&self, [x, y, z]: Xyz<S>) -> (Xyz<S>, S::f32s) {
        let mut nearest = self.heads[0];
        let mut shortest = x;
        let mut place = 0;
        while place < 4 {
            let [a, b, c] = self.heads[place];
            let apart = [a - x, b - y, c - z];
            let squared = dot::<S>(apart, apart);
            if place == 0 {
                shortest = squared;
            } else {
                let nearer = squared.simd_lt(shortest * CLEARLY_NEARER);
                shortest = nearer.select(squared, shortest);
                nearest = [
                    nearer.select(a, nearest[0]),
                    nearer.select(b, nearest[1]),
                    nearer.select(c, nearest[2]),
                ];
            }
            place += 1;
        }
        (nearest, shortest)
    }
}

impl<S: Lanes> Motion<S> for AboutNearest<S> {
    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (pivot, shortest) = self.nearest(point);
        let about = About {
            motions: self.motions,
            rotation: self.rotation,
            pivot,
        };
        let (moved, holds) = about.point(simd, point);
        // No number is the distance where the list has more joints than four.
        (moved, holds & shortest.simd_lt(f32::INFINITY))
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.rotation
    }
}

/// [`About`] with the lanes in which its rotation holds.
#[derive(Clone, Copy)]
pub(super) struct FoundAbout<S: Lanes> {
    pub(super) about: About<S>,
    pub(super) holds: Mask<S>,
}

impl<S: Lanes> Motion<S> for FoundAbout<S> {
    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (moved, holds) = self.about.point(simd, point);
        (moved, holds & self.holds)
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.about.rotation
    }
}
