//! The maps of as many vertices as a vector has lanes, and how they act on points and normals: [`BlendedMap`](crate::normals::BlendedMap)
//! of `normals.rs`, many at once, without its way around numbers beyond range. Where that would matter a lane is refused, and its vertex
//! goes to the reference.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _};

use lanes::Lanes;

/// One vector a letter.
pub(super) type Xyz<S> = [<S as Simd>::f32s; 3];
/// Vector and scalar of quaternions.
pub(super) type Xyzw<S> = [<S as Simd>::f32s; 4];
/// One truth a lane, as comparisons give it.
pub(super) type Mask<S> = <S as Simd>::mask32s;

/// Maps of as many vertices as there are lanes, each with a map of its own.
pub(super) trait Map<S: Lanes>: Copy {
    /// Where points go, and in which lanes that holds.
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>);
    /// The linear parts' images.
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S>;
    /// Unit normals by the inverse transpose, and in which lanes they hold.
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>);
    /// Below zero where it turns left hands into right ones, and in which lanes that is no rounding.
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>);
}

/// 3×4 matrices by rows.
#[derive(Clone, Copy)]
pub(super) struct Matrices<S: Simd>(pub(super) [Xyzw<S>; 3]);

/// Dual quaternions of any length.
#[derive(Clone, Copy)]
pub(super) struct Rigid<S: Simd> {
    pub(super) real: Xyzw<S>,
    pub(super) dual: Xyzw<S>,
}

/// Matrices, then rigid motions.
#[derive(Clone, Copy)]
pub(super) struct Phases<S: Simd> {
    pub(super) first: Matrices<S>,
    pub(super) second: Rigid<S>,
}

/// `Σ w_i C_i ⊗ q_i`, by columns of `C_i`, and `Σ w_i q_i`.
#[derive(Clone, Copy)]
pub(super) struct Products<S: Simd> {
    pub(super) columns: [Xyzw<S>; 4],
    pub(super) rotation: Xyzw<S>,
}

/// Squared lengths outside of these bounds are left to the reference.
const LEAST: f32 = 1e-30;
const MOST: f32 = 1e30;
/// A blend of rotations with a squared length below this is left to the reference, which knows when they cancel.
pub(super) const NEARLY_CANCELLED: f32 = 1e-6;
/// A determinant below a ten-thousandth of the matrix's length to the third is left to the reference, which knows when a map is flat.
const NEARLY_FLAT: f32 = 1e-8;

#[inline(always)]
pub(super) fn dot<S: Lanes>(a: Xyz<S>, b: Xyz<S>) -> S::f32s {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

/// `a b − c d`.
#[inline(always)]
fn difference<S: Lanes>(a: S::f32s, b: S::f32s, c: S::f32s, d: S::f32s) -> S::f32s {
    a.mul_sub(b, c * d)
}

#[inline(always)]
pub(super) fn cross<S: Lanes>(a: Xyz<S>, b: Xyz<S>) -> Xyz<S> {
    [
        difference::<S>(a[1], b[2], a[2], b[1]),
        difference::<S>(a[2], b[0], a[0], b[2]),
        difference::<S>(a[0], b[1], a[1], b[0]),
    ]
}

/// `a b + c`.
#[inline(always)]
pub(super) fn mul_add3<S: Lanes>(a: Xyz<S>, b: S::f32s, c: Xyz<S>) -> Xyz<S> {
    [
        a[0].mul_add(b, c[0]),
        a[1].mul_add(b, c[1]),
        a[2].mul_add(b, c[2]),
    ]
}

#[inline(always)]
pub(super) fn length_squared<S: Lanes>(q: Xyzw<S>) -> S::f32s {
    q[3].mul_add(q[3], dot::<S>([q[0], q[1], q[2]], [q[0], q[1], q[2]]))
}

/// Divides by the length.
#[inline(always)]
pub(super) fn unit<S: Lanes>(simd: S, v: Xyz<S>) -> (Xyz<S>, Mask<S>) {
    let length_squared = dot::<S>(v, v);
    let by = simd.inverse_root(length_squared);
    (
        [v[0] * by, v[1] * by, v[2] * by],
        in_range::<S>(length_squared),
    )
}

/// Not where it is NaN, which fails both comparisons.
#[inline(always)]
fn in_range<S: Lanes>(length_squared: S::f32s) -> Mask<S> {
    length_squared.simd_gt(LEAST) & length_squared.simd_lt(MOST)
}

impl<S: Lanes> Matrices<S> {
    #[inline(always)]
    pub(super) fn transform_point(&self, p: Xyz<S>) -> Xyz<S> {
        let [a, b, c] = self.0;
        [
            row_point::<S>(a, p),
            row_point::<S>(b, p),
            row_point::<S>(c, p),
        ]
    }

    #[inline(always)]
    pub(super) fn transform_vector(&self, v: Xyz<S>) -> Xyz<S> {
        let [a, b, c] = self.0;
        [
            row_vector::<S>(a, v),
            row_vector::<S>(b, v),
            row_vector::<S>(c, v),
        ]
    }

    #[inline(always)]
    pub(super) fn linear_rows(&self) -> [Xyz<S>; 3] {
        let [a, b, c] = self.0;
        [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]]
    }

    /// `cof(M) n` with the determinant, and where the sign of that is no rounding.
    #[inline(always)]
    pub(super) fn transform_normal(&self, n: Xyz<S>) -> (Xyz<S>, S::f32s, Mask<S>) {
        let [a, b, c] = self.linear_rows();
        // Rows of the cofactor matrix.
        let (bc, ca, ab) = (cross::<S>(b, c), cross::<S>(c, a), cross::<S>(a, b));
        let turned = [dot::<S>(bc, n), dot::<S>(ca, n), dot::<S>(ab, n)];
        let (determinant, holds) = self.determinant();
        (turned, determinant, holds)
    }

    /// The determinant, and where its sign is no rounding.
    #[inline(always)]
    pub(super) fn determinant(&self) -> (S::f32s, Mask<S>) {
        let [a, b, c] = self.linear_rows();
        let determinant = dot::<S>(a, cross::<S>(b, c));
        // The square of the matrix's length; `det² > 1e-8 size³` compares numbers of the same power and needs no root.
        let size = dot::<S>(a, a) + dot::<S>(b, b) + dot::<S>(c, c);
        let least = size * size * (size * NEARLY_FLAT);
        (determinant, (determinant * determinant).simd_gt(least))
    }
}

/// `⟨row, (p, 1)⟩`: one row of a 3×4 matrix applied to a point.
#[inline(always)]
fn row_point<S: Lanes>(row: Xyzw<S>, p: Xyz<S>) -> S::f32s {
    row[0].mul_add(p[0], row[1].mul_add(p[1], row[2].mul_add(p[2], row[3])))
}

#[inline(always)]
fn row_vector<S: Lanes>(row: Xyzw<S>, v: Xyz<S>) -> S::f32s {
    dot::<S>([row[0], row[1], row[2]], v)
}

/// [`unit`], with the sign of `sign`.
#[inline(always)]
pub(super) fn unit_signed<S: Lanes>(simd: S, v: Xyz<S>, sign: S::f32s) -> (Xyz<S>, Mask<S>) {
    let length_squared = dot::<S>(v, v);
    let by = simd.inverse_root(length_squared).copysign(sign);
    (
        [v[0] * by, v[1] * by, v[2] * by],
        in_range::<S>(length_squared),
    )
}

impl<S: Lanes> Map<S> for Matrices<S> {
    #[inline(always)]
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let all = S::f32s::splat(simd, 0.0);
        (self.transform_point(points), all.simd_eq(all))
    }

    #[inline(always)]
    fn vectors(&self, _: S, vectors: Xyz<S>) -> Xyz<S> {
        self.transform_vector(vectors)
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (turned, determinant, holds) = self.transform_normal(normals);
        let (unit, in_range) = unit_signed(simd, turned, determinant);
        (unit, holds & in_range)
    }

    #[inline(always)]
    fn handedness(&self, _: S) -> (S::f32s, Mask<S>) {
        self.determinant()
    }
}

/// [`Map::handedness`] of what is rigid.
#[inline(always)]
pub(super) fn never_mirrored<S: Lanes>(simd: S) -> (S::f32s, Mask<S>) {
    let one = S::f32s::splat(simd, 1.0);
    (one, one.simd_eq(one))
}

/// What is left of a unit tangent across a unit normal, its length squared, below which the reference has to say what that is.
const NEARLY_ALONG: f32 = 1e-6;

/// Tangents at right angles to unit normals, of images of any length; and in which lanes that holds.
#[inline(always)]
pub(super) fn tangents<S: Lanes>(simd: S, moved: Xyz<S>, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
    let (moved, in_range) = unit(simd, moved);
    let across = without::<S>(simd, moved, normals);
    let is_clear = dot::<S>(across, across).simd_gt(NEARLY_ALONG);
    let (across, _) = unit(simd, across);
    // Once more, as the reference does.
    let (tangents, _) = unit(simd, without::<S>(simd, across, normals));
    (tangents, in_range & is_clear)
}

/// `v − ⟨v, n⟩ n`.
#[inline(always)]
fn without<S: Lanes>(simd: S, v: Xyz<S>, n: Xyz<S>) -> Xyz<S> {
    let along = S::f32s::splat(simd, 0.0) - dot::<S>(v, n);
    mul_add3::<S>(n, along, v)
}

/// `⟨q0, q0⟩ R v` of quaternions of any length.
#[inline(always)]
pub(super) fn rotate_scaled<S: Lanes>(q: Xyzw<S>, length_squared: S::f32s, v: Xyz<S>) -> Xyz<S> {
    let r = [q[0], q[1], q[2]];
    let inner = mul_add3::<S>(v, q[3], cross::<S>(r, v));
    // `|q|² v + 2 r × (r × v + w v)`: no division by the length, for callers that need the direction alone.
    let [x, y, z] = cross::<S>(r, inner);
    mul_add3::<S>(v, length_squared, [x + x, y + y, z + z])
}

impl<S: Lanes> Rigid<S> {
    /// `v + 2/|q0|² (r × (r × v + w v + d) + w d − dw r)`.
    #[inline(always)]
    fn point(&self, simd: S, v: Xyz<S>, length_squared: S::f32s) -> Xyz<S> {
        let (q, e) = (self.real, self.dual);
        let (r, d) = ([q[0], q[1], q[2]], [e[0], e[1], e[2]]);
        let [x, y, z] = cross::<S>(r, v);
        let inner = mul_add3::<S>(v, q[3], [x + d[0], y + d[1], z + d[2]]);
        let outer = mul_add3::<S>(d, q[3], cross::<S>(r, inner));
        let outer = mul_add3::<S>(r, -e[3], outer);
        mul_add3::<S>(outer, S::f32s::splat(simd, 2.0) / length_squared, v)
    }
}

impl<S: Lanes> Map<S> for Rigid<S> {
    #[inline(always)]
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let length_squared = length_squared::<S>(self.real);
        let holds = length_squared.simd_gt(NEARLY_CANCELLED);
        (self.point(simd, points, length_squared), holds)
    }

    #[inline(always)]
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S> {
        let length_squared = length_squared::<S>(self.real);
        let [x, y, z] = rotate_scaled::<S>(self.real, length_squared, vectors);
        let by = S::f32s::splat(simd, 1.0) / length_squared;
        [x * by, y * by, z * by]
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let length_squared = length_squared::<S>(self.real);
        unit(simd, rotate_scaled::<S>(self.real, length_squared, normals))
    }

    #[inline(always)]
    fn handedness(&self, simd: S) -> (S::f32s, Mask<S>) {
        never_mirrored(simd)
    }
}

impl<S: Lanes> Map<S> for Phases<S> {
    #[inline(always)]
    fn points(&self, simd: S, points: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        self.second.points(simd, self.first.transform_point(points))
    }

    #[inline(always)]
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S> {
        self.second
            .vectors(simd, self.first.transform_vector(vectors))
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let (stretched, determinant, holds) = self.first.transform_normal(normals);
        let real = self.second.real;
        let moved = rotate_scaled::<S>(real, length_squared::<S>(real), stretched);
        let (unit, in_range) = unit_signed(simd, moved, determinant);
        (unit, holds & in_range)
    }

    #[inline(always)]
    fn handedness(&self, _: S) -> (S::f32s, Mask<S>) {
        self.first.determinant()
    }
}

/// The vector of `p q*`.
#[inline(always)]
pub(super) fn times_conjugate<S: Lanes>(p: Xyzw<S>, q: Xyzw<S>) -> Xyz<S> {
    let (v, r) = ([p[0], p[1], p[2]], [q[0], q[1], q[2]]);
    let crossed = mul_add3::<S>(v, q[3], cross::<S>(r, v));
    mul_add3::<S>(r, -p[3], crossed)
}

impl<S: Lanes> Products<S> {
    /// `|q|²` times the linear part.
    #[inline(always)]
    pub(super) fn scaled_linear(&self) -> Matrices<S> {
        let [x, y, z, _] = self.columns;
        let x = times_conjugate::<S>(x, self.rotation);
        let y = times_conjugate::<S>(y, self.rotation);
        let z = times_conjugate::<S>(z, self.rotation);
        Matrices([
            [x[0], y[0], z[0], x[0]],
            [x[1], y[1], z[1], x[1]],
            [x[2], y[2], z[2], x[2]],
        ])
    }

    /// `Σ w_i x_i q_i`, `x_i` the image of a point under joint i alone.
    #[inline(always)]
    pub(super) fn product(&self, p: Xyz<S>) -> Xyzw<S> {
        let [x, y, z, t] = self.columns;
        [
            row_point::<S>([x[0], y[0], z[0], t[0]], p),
            row_point::<S>([x[1], y[1], z[1], t[1]], p),
            row_point::<S>([x[2], y[2], z[2], t[2]], p),
            row_point::<S>([x[3], y[3], z[3], t[3]], p),
        ]
    }
}

impl<S: Lanes> Map<S> for Products<S> {
    #[inline(always)]
    fn points(&self, simd: S, p: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        let product = self.product(p);
        let length_squared = length_squared::<S>(self.rotation);
        let [x, y, z] = times_conjugate::<S>(product, self.rotation);
        let by = S::f32s::splat(simd, 1.0) / length_squared;
        let holds = length_squared.simd_gt(NEARLY_CANCELLED);
        ([x * by, y * by, z * by], holds)
    }

    #[inline(always)]
    fn vectors(&self, simd: S, vectors: Xyz<S>) -> Xyz<S> {
        let by = S::f32s::splat(simd, 1.0) / length_squared::<S>(self.rotation);
        let [x, y, z] = self.scaled_linear().transform_vector(vectors);
        [x * by, y * by, z * by]
    }

    #[inline(always)]
    fn normals(&self, simd: S, normals: Xyz<S>) -> (Xyz<S>, Mask<S>) {
        self.scaled_linear().normals(simd, normals)
    }

    #[inline(always)]
    fn handedness(&self, _: S) -> (S::f32s, Mask<S>) {
        self.scaled_linear().determinant()
    }
}
