//! How maps lie in space and change with the weights: what exact normals, and the maps of a mesh, ask of a method's map.
//!
//! A method is a smooth function f of entries that are blended linearly, `B = Σ w_k P_k`. Along an axis a of the surface's space the
//! weights change by `∂_a w_k`, and so B by `B_a = Σ ∂_a w_k P_k`: a blend of the same entries by other weights. The Jacobian of
//! `jacobian.rs` has then the columns
//!
//! ```text
//! J_a = M e_a + Df(B) B_a − (Σ ∂_a w_k) v'
//! ```
//!
//! M the linear part. What is here are `M` and `Df(B) B_a`, by hand for each map. The last term is nothing but for rounding, since weights sum
//! to one; it is taken off where f is linear in B, as the reference does by taking off v' from each joint's image.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _};

use super::maps::{
    Map, Matrices, Phases, Products, Rigid, Xyz, Xyzw, cross, dot, length_squared, mul_add3,
    times_conjugate,
};
use super::stages::{Motion, Staged, Stretch};
use lanes::Lanes;

/// Three by three numbers, by rows.
pub(super) type Rows<S> = [Xyz<S>; 3];

/// A map of which the Jacobian is known.
pub(super) trait Surface<S: Lanes>: Map<S> {
    /// The blend by the slopes of weights along an axis, of the entries that the map is made of.
    type Change: Copy;

    /// The linear part M, with the weights held constant.
    fn linear(&self, simd: S) -> Rows<S>;
    /// How a point moves where the weights change.
    fn slope(&self, simd: S, change: &Self::Change, at: &Moving<S>) -> Xyz<S>;
}

/// A point that a map moves.
#[derive(Clone, Copy)]
pub(super) struct Moving<S: Simd> {
    pub(super) at_rest: Xyz<S>,
    pub(super) moved: Xyz<S>,
    /// The sum of the weights' slopes along the axis: nothing but for rounding.
    pub(super) sum: S::f32s,
}

/// `a − b`, by numbers.
#[inline(always)]
pub(super) fn minus<S: Lanes>(a: Xyz<S>, b: Xyz<S>) -> Xyz<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn plus<S: Lanes>(a: Xyz<S>, b: Xyz<S>) -> Xyz<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a − b c`
#[inline(always)]
pub(super) fn minus_scaled<S: Lanes>(simd: S, a: Xyz<S>, b: Xyz<S>, c: S::f32s) -> Xyz<S> {
    mul_add3::<S>(b, S::f32s::splat(simd, 0.0) - c, a)
}

/// The rotation of a quaternion of any length.
#[inline(always)]
pub(super) fn rotation_rows<S: Lanes>(simd: S, q: Xyzw<S>) -> Rows<S> {
    let one = S::f32s::splat(simd, 1.0);
    // `2/|q|²` normalizes on the way: blended quaternions have any length.
    let by = S::f32s::splat(simd, 2.0) / length_squared::<S>(q);
    let [x, y, z, w] = q;
    let [xs, ys, zs] = [x * by, y * by, z * by];
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    [
        [
            one - (y * ys + z * zs),
            x.mul_sub(ys, wz),
            x.mul_add(zs, wy),
        ],
        [
            x.mul_add(ys, wz),
            one - (x * xs + z * zs),
            y.mul_sub(zs, wx),
        ],
        [
            x.mul_sub(zs, wy),
            y.mul_add(zs, wx),
            one - (x * xs + y * ys),
        ],
    ]
}

/// `A B`, of rows.
#[inline(always)]
pub(super) fn product<S: Lanes>(a: Rows<S>, b: Rows<S>) -> Rows<S> {
    [
        row_of::<S>(a[0], b),
        row_of::<S>(a[1], b),
        row_of::<S>(a[2], b),
    ]
}

/// `aᵀ B`, the row that a row makes of a matrix.
#[inline(always)]
pub(super) fn row_of<S: Lanes>(a: Xyz<S>, b: Rows<S>) -> Xyz<S> {
    let [x, y, z] = b[2];
    let last = [x * a[2], y * a[2], z * a[2]];
    mul_add3::<S>(b[0], a[0], mul_add3::<S>(b[1], a[1], last))
}

#[inline(always)]
pub(super) fn vector_of<S: Lanes>(q: Xyzw<S>) -> Xyz<S> {
    [q[0], q[1], q[2]]
}

#[inline(always)]
fn dot4<S: Lanes>(a: Xyzw<S>, b: Xyzw<S>) -> S::f32s {
    a[3].mul_add(b[3], dot::<S>(vector_of::<S>(a), vector_of::<S>(b)))
}

/// How `v + 2/|q|² (r × i + w d − dw r)`, `i = r × v + w v + d`, changes with the quaternions `q = (r, w)` and `(d, dw)`.
#[inline(always)]
pub(super) fn slope_of_motion<S: Lanes>(
    simd: S,
    of: &Rigid<S>,
    by: &Rigid<S>,
    (v, moved): (Xyz<S>, Xyz<S>),
) -> Xyz<S> {
    let (q, e) = (of.real, of.dual);
    let (r, d) = (vector_of::<S>(q), vector_of::<S>(e));
    let (of_r, of_d) = (vector_of::<S>(by.real), vector_of::<S>(by.dual));
    let inner = mul_add3::<S>(v, q[3], plus::<S>(cross::<S>(r, v), d));
    let of_inner = mul_add3::<S>(v, by.real[3], plus::<S>(cross::<S>(of_r, v), of_d));
    let crossed = plus::<S>(cross::<S>(of_r, inner), cross::<S>(r, of_inner));
    let outer = mul_add3::<S>(of_d, q[3], mul_add3::<S>(d, by.real[3], crossed));
    let outer = minus_scaled(simd, outer, r, by.dual[3]);
    let outer = minus_scaled(simd, outer, of_r, e[3]);
    scaled_slope(simd, (q, by.real), outer, minus::<S>(moved, v))
}

/// How `u + 2/|q|² r × (r × u + w u)` changes with the quaternion.
#[inline(always)]
pub(super) fn slope_of_rotation<S: Lanes>(
    simd: S,
    q: Xyzw<S>,
    by: Xyzw<S>,
    (u, turned): (Xyz<S>, Xyz<S>),
) -> Xyz<S> {
    let (r, of_r) = (vector_of::<S>(q), vector_of::<S>(by));
    let inner = mul_add3::<S>(u, q[3], cross::<S>(r, u));
    let of_inner = mul_add3::<S>(u, by[3], cross::<S>(of_r, u));
    let outer = plus::<S>(cross::<S>(of_r, inner), cross::<S>(r, of_inner));
    scaled_slope(simd, (q, by), outer, minus::<S>(turned, u))
}

/// The slope of `2/|q|² o`, from that of o and the whole.
#[inline(always)]
fn scaled_slope<S: Lanes>(
    simd: S,
    (q, by): (Xyzw<S>, Xyzw<S>),
    of_outer: Xyz<S>,
    whole: Xyz<S>,
) -> Xyz<S> {
    // The whole is `2/|q|² o` itself: the slope of the factor takes off its share of it.
    let scale = S::f32s::splat(simd, 2.0) / length_squared::<S>(q);
    let along = dot4::<S>(q, by);
    let [x, y, z] = minus_scaled(simd, of_outer, whole, along);
    [x * scale, y * scale, z * scale]
}

impl<S: Lanes> Surface<S> for Matrices<S> {
    type Change = Self;

    #[inline(always)]
    fn linear(&self, _: S) -> Rows<S> {
        self.linear_rows()
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Self, at: &Moving<S>) -> Xyz<S> {
        minus_scaled(simd, change.transform_point(at.at_rest), at.moved, at.sum)
    }
}

impl<S: Lanes> Surface<S> for Rigid<S> {
    type Change = Self;

    #[inline(always)]
    fn linear(&self, simd: S) -> Rows<S> {
        rotation_rows(simd, self.real)
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Self, at: &Moving<S>) -> Xyz<S> {
        slope_of_motion(simd, self, change, (at.at_rest, at.moved))
    }
}

impl<S: Lanes> Surface<S> for Phases<S> {
    type Change = Self;

    #[inline(always)]
    fn linear(&self, simd: S) -> Rows<S> {
        product::<S>(
            rotation_rows(simd, self.second.real),
            self.first.linear_rows(),
        )
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Self, at: &Moving<S>) -> Xyz<S> {
        let stretched = self.first.transform_point(at.at_rest);
        let first = Stretch::change(&self.first, simd, &change.first, at, stretched);
        let second = slope_of_motion(simd, &self.second, &change.second, (stretched, at.moved));
        plus::<S>(self.second.vectors(simd, first), second)
    }
}

impl<S: Lanes> Surface<S> for Products<S> {
    type Change = Self;

    #[inline(always)]
    fn linear(&self, simd: S) -> Rows<S> {
        let by = S::f32s::splat(simd, 1.0) / length_squared::<S>(self.rotation);
        let [a, b, c] = self.scaled_linear().linear_rows();
        [
            [a[0] * by, a[1] * by, a[2] * by],
            [b[0] * by, b[1] * by, b[2] * by],
            [c[0] * by, c[1] * by, c[2] * by],
        ]
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Self, at: &Moving<S>) -> Xyz<S> {
        let (p, of_p) = (self.product(at.at_rest), change.product(at.at_rest));
        let one = times_conjugate::<S>(of_p, self.rotation);
        let other = times_conjugate::<S>(p, change.rotation);
        let along = dot4::<S>(self.rotation, change.rotation);
        let sum = minus_scaled(simd, plus::<S>(one, other), at.moved, along + along);
        let by = S::f32s::splat(simd, 1.0) / length_squared::<S>(self.rotation);
        [sum[0] * by, sum[1] * by, sum[2] * by]
    }
}

impl<S: Lanes, F: Stretch<S>, M: Motion<S>> Surface<S> for Staged<F, M> {
    type Change = (F, M::Change);

    #[inline(always)]
    fn linear(&self, simd: S) -> Rows<S> {
        self.first
            .then(simd, rotation_rows(simd, self.second.rotation()))
    }

    #[inline(always)]
    fn slope(&self, simd: S, change: &Self::Change, at: &Moving<S>) -> Xyz<S> {
        let stretched = self.first.point(at.at_rest);
        let first = self.first.change(simd, &change.0, at, stretched);
        let behind = Moving {
            at_rest: stretched,
            ..*at
        };
        let second = self.second.slope(simd, &change.1, &behind);
        plus::<S>(self.rotate(simd, first), second)
    }
}
