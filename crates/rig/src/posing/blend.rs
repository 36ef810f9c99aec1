//! Poses in between, and beyond: how rigid motions, stretches and whole poses are mixed.
//!
//! Every mix here takes the pose at `t = 0` to the other at `t = 1` and gives both back bit for bit; `t` may lie outside, which
//! goes on the same way. What is equal on both sides stays as it is whatever `t` is, so joints that nobody moved do not gather
//! rounding. A `t` that is not finite counts as 0.

use crate::motion::polar::{EQUAL, orthogonal_columns, unit_size};
use crate::{Pose, Rigid, Stretch};
use dq_math::sclerp_signed;
use glam::{DMat3, DVec3, Vec3};

impl Rigid {
    /// From this motion towards another by one screw motion of constant speed: ScLERP, `(T₂ T₁⁻¹)ᵗ T₁`, the way round that
    /// the signs of the quaternions say. From 0° to 300° it passes 150°, from 0° to −60° it passes −30°.
    ///
    /// Exact at 0 and 1, and continuous, signs included. Exchanging the two and taking `1 − t` gives the same
    /// motion. A translation that f32 cannot hold is cut off at its ends; then, and only then, rotation and translation go
    /// separate ways, the translation straight. A whole turn apart, to what f32 can tell, there is no axis to turn about: the
    /// rotation stays, and its sign changes half way.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use rig::Rigid;
    ///
    /// let quarter = Rigid::new(Quat::from_rotation_z(1.0), Vec3::ZERO);
    /// let back = Rigid::IDENTITY.interpolate(quarter, -1.0);
    /// assert!(back.rotation.abs_diff_eq(Quat::from_rotation_z(-1.0), 1e-6));
    /// ```
    ///
    /// Reference: K08 (ScLERP).
    #[must_use]
    pub fn interpolate(self, other: Self, t: f32) -> Self {
        if let Some(end) = end(self, other, t) {
            return end;
        }
        if self.rotation.dot(other.rotation) < WHOLE_TURN {
            let rotation = if t < 0.5 {
                self.rotation
            } else {
                other.rotation
            };
            return Self::new(rotation, straight(self.translation, other.translation, t));
        }
        let mixed = sclerp_signed(self.to_dual_quat(), other.to_dual_quat(), t);
        // The real part has the sign, and is as much of unit length as the two.
        let (rotation, translation) = (mixed.real, mixed.translation());
        if rotation.is_finite() && translation.is_finite() {
            return Self::new(rotation.normalize(), translation);
        }
        let turn = |motion: Self| Self::new(motion.rotation, Vec3::ZERO).to_dual_quat();
        let rotation = sclerp_signed(turn(self), turn(other), t).real;
        Self {
            rotation: if rotation.is_finite() {
                rotation.normalize()
            } else {
                self.rotation
            },
            translation: straight(self.translation, other.translation, t),
        }
    }
}

/// The cosine of half the angle from which on two rotations are a whole turn apart: within 0.1°, where f32 tells the axis no
/// better than to a few degrees.
const WHOLE_TURN: f32 = -0.999_999_6;

impl Stretch {
    /// From this stretch towards another: log-Euclidean, `exp((1 − t) log A + t log B)`, where both are positive definite.
    ///
    /// The determinant, that is the volume, then goes geometrically, `det(A)^(1−t) det(B)^t`; the result is positive definite for
    /// every t, as far as f32 can tell, and turning the frame of both turns the result. Factors are held between e⁻⁸⁷ and
    /// e⁸⁷, which f32 still has.
    ///
    /// A stretch is **not** positive definite when it mirrors, or flattens: when its smallest eigenvalue is below a millionth of
    /// the largest, where f32 leaves more noise than number. Then the matrices are mixed linearly, `(1 − t) A + t B`, and the
    /// result outside 0 … 1 may be anything. The two kinds do not meet: of two stretches, one of 1 and one that shrinks to 0, the
    /// middle goes to 0 too, like a square root, and at a millionth it jumps from 1/1000 to 1/2. Exact at 0 and 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::Vec3;
    /// use rig::Stretch;
    ///
    /// let double = Stretch::from_scale(Vec3::splat(2.0));
    /// assert!(Stretch::IDENTITY.interpolate(double, -1.0).scale.abs_diff_eq(Vec3::splat(0.5), 1e-6));
    /// assert!(Stretch::IDENTITY.interpolate(double, 2.0).scale.abs_diff_eq(Vec3::splat(4.0), 1e-6));
    /// ```
    ///
    /// Reference: V. Arsigny, P. Fillard, X. Pennec, N. Ayache 2006, "Log-Euclidean Metrics for Fast and Simple Calculus on
    /// Diffusion Tensors".
    #[must_use]
    pub fn interpolate(self, other: Self, t: f32) -> Self {
        if let Some(end) = end(self, other, t) {
            return end;
        }
        match (log(self), log(other)) {
            (Some(a), Some(b)) => {
                let t = f64::from(t);
                exp(a * (1.0 - t) + b * t)
            }
            _ => Self {
                scale: straight(self.scale, other.scale, t),
                shear: straight(self.shear, other.shear, t),
            },
        }
    }

    /// Whether the stretch keeps volumes and handedness: all eigenvalues positive, none below a millionth of the largest.
    #[must_use]
    pub fn is_positive_definite(self) -> bool {
        log(self).is_some()
    }
}

impl Pose {
    /// From this pose towards another: [`Rigid::interpolate`] and [`Stretch::interpolate`] joint by joint, the weights of morph targets
    /// linearly.
    ///
    /// As long as this pose: joints and weights that the other does not have stay as they are, those it has beyond do not count.
    #[must_use]
    pub fn interpolate(&self, other: &Self, t: f32) -> Self {
        let mut pose = self.clone();
        for (rigid, &other) in pose.rigid.iter_mut().zip(&other.rigid) {
            *rigid = rigid.interpolate(other, t);
        }
        for (stretch, &other) in pose.stretch.iter_mut().zip(&other.stretch) {
            *stretch = stretch.interpolate(other, t);
        }
        for (weight, &other) in pose.morph_weights.iter_mut().zip(&other.morph_weights) {
            *weight = number(*weight, other, t);
        }
        pose
    }
}

/// What needs no mixing: the ends, equal sides, and a `t` that says nothing.
fn end<T: PartialEq>(from: T, to: T, t: f32) -> Option<T> {
    if t == 1.0 {
        Some(to)
    } else if t == 0.0 || !t.is_finite() || from == to {
        Some(from)
    } else {
        None
    }
}

/// `(1 − t) a + t b` per coordinate; held at the ends of f32.
pub(crate) fn straight(from: Vec3, to: Vec3, t: f32) -> Vec3 {
    Vec3::new(
        number(from.x, to.x, t),
        number(from.y, to.y, t),
        number(from.z, to.z, t),
    )
}

/// The same for one number.
pub(crate) fn number(from: f32, to: f32, t: f32) -> f32 {
    end(from, to, t).unwrap_or_else(|| {
        let t = f64::from(t);
        clamp_to_f32(f64::from(from) * (1.0 - t) + f64::from(to) * t)
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "held inside the range of f32; rounding is meant"
)]
pub(crate) fn clamp_to_f32(number: f64) -> f32 {
    number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

/// The logarithm of a positive definite matrix: `Σ ln(λ) v vᵀ`.
///
/// The columns `A v` of the singular vectors tell eigenvalues with their sign, `λ = v · A v`. Two eigenvalues `±σ` share their
/// singular vectors, which then are no eigenvectors; but their `v · A v` add up to zero, so one of them is not positive and the
/// answer is right all the same.
fn log(stretch: Stretch) -> Option<DMat3> {
    log_above(stretch, 0.0)
}

/// The same where all eigenvalues are above `least` too.
pub(crate) fn log_above(stretch: Stretch, least: f64) -> Option<DMat3> {
    let (unit, size) = unit_size(stretch.to_mat3().as_dmat3());
    let (columns, vectors) = orthogonal_columns(unit);
    let [x, y, z] = [0, 1, 2].map(|k: usize| columns[k].dot(vectors[k]));
    let largest = x.max(y).max(z);
    let smallest = x.min(y).min(z);
    let is_positive = size.is_finite() && smallest > EQUAL * largest && smallest * size > least;
    is_positive.then(|| spectral([x, y, z].map(|factor| (factor * size).ln()), vectors))
}

/// The exponential of a symmetric matrix, its factors held between e⁻⁸⁷ and e⁸⁷.
pub(crate) fn exp(log: DMat3) -> Stretch {
    const LONGEST: f64 = 87.0;
    // The singular vectors of a positive definite matrix are its eigenvectors; adding this makes it one.
    let shift = 2.0 * log.to_cols_array().map(f64::abs).into_iter().sum::<f64>();
    let (columns, vectors) = orthogonal_columns(log + DMat3::from_diagonal(DVec3::splat(shift)));
    let factors = [0, 1, 2].map(|k: usize| {
        let exponent = columns[k].dot(vectors[k]) - shift;
        exponent.clamp(-LONGEST, LONGEST).exp()
    });
    let matrix = spectral(factors, vectors);
    narrow_stretch(matrix)
}

/// A symmetric matrix as a stretch, held at the ends of f32.
pub(crate) fn narrow_stretch(matrix: DMat3) -> Stretch {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    Stretch {
        scale: Vec3::new(clamp_to_f32(x.x), clamp_to_f32(y.y), clamp_to_f32(z.z)),
        shear: Vec3::new(clamp_to_f32(x.y), clamp_to_f32(y.z), clamp_to_f32(z.x)),
    }
}

/// `Σ f v vᵀ`.
fn spectral(factors: [f64; 3], vectors: [DVec3; 3]) -> DMat3 {
    let outer = |k: usize| {
        let v = vectors[k];
        DMat3::from_cols(v * v.x, v * v.y, v * v.z) * factors[k]
    };
    outer(0) + outer(1) + outer(2)
}
