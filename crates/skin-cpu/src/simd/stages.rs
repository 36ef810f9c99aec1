//! What vertices do that are stretched first, or not, and then moved by a rotation about some point.

use fearless_simd::{Select as _, Simd, SimdBase as _, SimdFloat as _};

use super::average_slopes::DualTurn;
use super::maps::{
    Map, Mask, Matrices, NEARLY_CANCELLED, Rigid, Xyz, Xyzw, cross, dot, length_squared,
    never_mirrored, rotate_scaled, unit_signed,
};
use super::series::{Log, change_of_exp};
use super::surface::{
    Moving, Rows, minus, minus_scaled, plus, product, slope_of_motion, slope_of_rotation,
};
use crate::direct_quaternion::CLEARLY_NEARER;
use lanes::Lanes;

/// The first phase of a vertex's map.
pub(super) trait Stretch<S: Lanes>: Copy {
    fn point(&self, point: Xyz<S>) -> Xyz<S>;
    fn vector(&self, vector: Xyz<S>) -> Xyz<S>;
    /// As [`Matrices::transform_normal`]: of any length, with a number that has the sign of the determinant.
    fn transform_normal(&self, simd: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>);
    /// As [`Map::handedness`], which the second phase leaves alone.
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>);
    /// The linear part, and a rotation after it.
    fn then(&self, simd: S, rotation: Rows<S>) -> Rows<S>;
    /// As [`Surface::slope`](super::surface::Surface::slope), of a point with what it is stretched to.
    fn change(&self, simd: S, by: &Self, at: &Moving<S>, stretched: Xyz<S>) -> Xyz<S>;
}

/// The second phase of a vertex's map, which is rigid.
pub(super) trait Motion<S: Lanes>: Copy {
    /// As [`Surface::Change`](super::surface::Surface::Change), of the entries that the second phase blends.
    type Change: Copy;

    /// Where points go, and in which lanes that holds.
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>);
    /// The rotation, of any length.
    fn rotation(&self) -> Xyzw<S>;
    /// As [`Surface::slope`](super::surface::Surface::slope), of a point that is stretched.
    fn slope(&self, simd: S, change: &Self::Change, at: &Moving<S>) -> Xyz<S>;
}

/// One phase and the other.
#[derive(Clone, Copy)]
pub(super) struct Staged<F, M> {
    pub(super) first: F,
    pub(super) second: M,
}

impl<F, M> Staged<F, M> {
    /// The image of a stretched vector.
    #[inline(always)]
    pub(super) fn rotate<S: Lanes>(&self, simd: S, vector: Xyz<S>) -> Xyz<S>
    where
        M: Motion<S>,
    {
        let rotation = self.second.rotation();
        let length_squared = length_squared::<S>(rotation);
        let [x, y, z] = rotate_scaled::<S>(rotation, length_squared, vector);
        let by = S::f32s::splat(simd, 1.0) / length_squared;
        [x * by, y * by, z * by]
    }
}

impl<S: Lanes, F: Stretch<S>, M: Motion<S>> Map<S> for Staged<F, M> {
    #[inline(always)]
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        self.second.point(simd, self.first.point(points))
    }

    #[inline(always)]
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S> {
        self.rotate(simd, self.first.vector(vectors))
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (stretched, determinant, holds) = self.first.transform_normal(simd, normals);
        let rotation = self.second.rotation();
        let moved = rotate_scaled::<S>(rotation, length_squared::<S>(rotation), stretched);
        // A rotation keeps the handedness, so the stretch's determinant has the sign of the whole.
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
        self.transform_point(point)
    }

    #[inline(always)]
    fn vector(&self, vector: Xyz<S>) -> Xyz<S> {
        self.transform_vector(vector)
    }

    #[inline(always)]
    fn transform_normal(&self, _: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>) {
        Self::transform_normal(self, normal)
    }

    #[inline(always)]
    fn handedness(&self, _: S) -> (S::f32s, Mask<S>) {
        self.determinant()
    }

    #[inline(always)]
    fn then(&self, _: S, rotation: Rows<S>) -> Rows<S> {
        product::<S>(rotation, self.linear_rows())
    }

    #[inline(always)]
    fn change(&self, simd: S, by: &Self, at: &Moving<S>, stretched: Xyz<S>) -> Xyz<S> {
        minus_scaled(simd, by.transform_point(at.at_rest), stretched, at.sum)
    }
}

/// No stretch: every function gives back what it gets, and the compiler leaves it out.
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
    fn transform_normal(&self, simd: S, normal: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>) {
        let (one, always) = never_mirrored(simd);
        (normal, one, always)
    }

    #[inline(always)]
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>) {
        never_mirrored(simd)
    }

    #[inline(always)]
    fn then(&self, _: S, rotation: Rows<S>) -> Rows<S> {
        rotation
    }

    #[inline(always)]
    fn change(&self, simd: S, _: &Self, _: &Moving<S>, _: Xyz<S>) -> Xyz<S> {
        [S::f32s::splat(simd, 0.0); 3]
    }
}

/// A dual quaternion with the lanes in which it holds.
#[derive(Clone, Copy)]
pub(super) struct MaskedMotion<S: Lanes> {
    pub(super) motion: Rigid<S>,
    pub(super) holds: Mask<S>,
}

impl<S: Lanes> Motion<S> for MaskedMotion<S> {
    /// In the space between the phases.
    type Change = DualTurn<S>;

    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (moved, holds) = self.motion.points(simd, point);
        (moved, holds & self.holds)
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.motion.real
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &DualTurn<S>, at: &Moving<S>) -> Xyz<S> {
        // The turn is seen from the average, `b exp φ`: it comes before the motion.
        let moved = plus::<S>(cross::<S>(change.real, at.at_rest), change.dual);
        self.motion.vectors(simd, plus::<S>(moved, moved))
    }
}

/// The exponential of a blended logarithm.
#[derive(Clone, Copy)]
pub(super) struct Exponential<S: Lanes> {
    pub(super) log: Log<S>,
    pub(super) found: MaskedMotion<S>,
}

impl<S: Lanes> Motion<S> for Exponential<S> {
    type Change = Log<S>;

    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        self.found.point(simd, point)
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.found.rotation()
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Log<S>, at: &Moving<S>) -> Xyz<S> {
        let change = Log {
            real: minus_scaled(simd, change.real, self.log.real, at.sum),
            dual: minus_scaled(simd, change.dual, self.log.dual, at.sum),
        };
        let change = change_of_exp(simd, self.log, change);
        slope_of_motion(simd, &self.found.motion, &change, (at.at_rest, at.moved))
    }
}

/// `v → Q v + t`.
#[derive(Clone, Copy)]
pub(super) struct Shifted<S: Simd> {
    pub(super) rotation: Xyzw<S>,
    pub(super) shift: Xyz<S>,
}

impl<S: Lanes> Motion<S> for Shifted<S> {
    /// A rotation, and a shift in the place of a dual part.
    type Change = Rigid<S>;

    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let length_squared = length_squared::<S>(self.rotation);
        let [x, y, z] = rotate_scaled::<S>(self.rotation, length_squared, point);
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

    #[inline(always)]
    fn slope(&self, simd: S, change: &Rigid<S>, at: &Moving<S>) -> Xyz<S> {
        let turned = minus::<S>(at.moved, self.shift);
        let swing = slope_of_rotation(simd, self.rotation, change.real, (at.at_rest, turned));
        let [x, y, z, _] = change.dual;
        let shift = minus_scaled(simd, [x, y, z], self.shift, at.sum);
        plus::<S>(swing, shift)
    }
}

/// `v → Q (v − p) + M p`, with M the linear blend of the motions.
#[derive(Clone, Copy)]
pub(super) struct About<S: Simd> {
    pub(super) motions: Matrices<S>,
    pub(super) rotation: Xyzw<S>,
    pub(super) pivot: Xyz<S>,
}

/// What [`About`] is made of, blended.
#[derive(Clone, Copy)]
pub(super) struct BlendedMotion<S: Simd> {
    pub(super) motions: Matrices<S>,
    pub(super) rotation: Xyzw<S>,
}

impl<S: Lanes> Motion<S> for About<S> {
    type Change = BlendedMotion<S>;

    #[inline(always)]
    fn point(&self, simd: S, [x, y, z]: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let [a, b, c] = self.pivot;
        let shifted = Shifted {
            rotation: self.rotation,
            shift: self.motions.transform_point(self.pivot),
        };
        shifted.point(simd, [x - a, y - b, z - c])
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.rotation
    }

    /// The pivot counts as constant.
    #[inline(always)]
    fn slope(&self, simd: S, change: &BlendedMotion<S>, at: &Moving<S>) -> Xyz<S> {
        let carried = self.motions.transform_point(self.pivot);
        let arm = minus::<S>(at.at_rest, self.pivot);
        let turned = minus::<S>(at.moved, carried);
        let swing = slope_of_rotation(simd, self.rotation, change.rotation, (arm, turned));
        let shift = change.motions.transform_point(self.pivot);
        plus::<S>(swing, minus_scaled(simd, shift, carried, at.sum))
    }
}

/// [`About`] the nearest of four points, the first of several.
#[derive(Clone, Copy)]
pub(super) struct AboutNearest<S: Simd> {
    pub(super) motions: Matrices<S>,
    pub(super) rotation: Xyzw<S>,
    /// The four x, the four y, the four z.
    pub(super) heads: [Xyzw<S>; 3],
}

impl<S: Lanes> AboutNearest<S> {
    /// The nearest point, and how near.
    #[inline(always)]
    fn nearest(&self, [x, y, z]: Xyz<S>) -> (Xyz<S>, S::f32s) {
        let [xs, ys, zs] = self.heads;
        let mut nearest = [xs[0], ys[0], zs[0]];
        let mut shortest = x;
        let mut place = 0;
        while place < 4 {
            let [a, b, c] = [xs[place], ys[place], zs[place]];
            let apart = [a - x, b - y, c - z];
            let squared = dot::<S>(apart, apart);
            if place == 0 {
                shortest = squared;
            } else {
                // The reference's rule, in the same order of heads: both choose the same head on a tie.
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

impl<S: Lanes> AboutNearest<S> {
    #[inline(always)]
    fn about(&self, pivot: Xyz<S>) -> About<S> {
        About {
            motions: self.motions,
            rotation: self.rotation,
            pivot,
        }
    }
}

impl<S: Lanes> Motion<S> for AboutNearest<S> {
    type Change = BlendedMotion<S>;

    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (pivot, shortest) = self.nearest(point);
        let about = self.about(pivot);
        let (moved, holds) = about.point(simd, point);
        // No number is the distance where the list has more joints than four.
        (moved, holds & shortest.simd_lt(f32::INFINITY))
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.rotation
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &BlendedMotion<S>, at: &Moving<S>) -> Xyz<S> {
        let (pivot, _) = self.nearest(at.at_rest);
        self.about(pivot).slope(simd, change, at)
    }
}

/// [`About`] with the lanes in which its rotation holds.
#[derive(Clone, Copy)]
pub(super) struct MaskedAbout<S: Lanes> {
    pub(super) about: About<S>,
    pub(super) holds: Mask<S>,
}

/// How a motion about a point changes whose rotation is an average.
#[derive(Clone, Copy)]
pub(super) struct TurnedAbout<S: Simd> {
    pub(super) motions: Matrices<S>,
    /// Half an angle, seen from the rotation.
    pub(super) turn: Xyz<S>,
}

impl<S: Lanes> Motion<S> for MaskedAbout<S> {
    type Change = TurnedAbout<S>;

    #[inline(always)]
    fn point(&self, simd: S, point: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (moved, holds) = self.about.point(simd, point);
        (moved, holds & self.holds)
    }

    #[inline(always)]
    fn rotation(&self) -> Xyzw<S> {
        self.about.rotation
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &TurnedAbout<S>, at: &Moving<S>) -> Xyz<S> {
        let pivot = self.about.pivot;
        let swing = cross::<S>(change.turn, minus::<S>(at.at_rest, pivot));
        let rotation = self.about.rotation;
        let twice = plus::<S>(swing, swing);
        // The average is unit.
        let swing = rotate_scaled::<S>(rotation, length_squared::<S>(rotation), twice);
        let carried = self.about.motions.transform_point(pivot);
        let shift = minus_scaled(simd, change.motions.transform_point(pivot), carried, at.sum);
        plus::<S>(swing, shift)
    }
}
