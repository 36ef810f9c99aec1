//! The principal stretches of a matrix.

use glam::{DMat3, Mat3};
use serde::Serialize;

/// Principal stretches of a symmetric matrix, ascending; a negative one is a mirror. All ones for a pure rotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Stretches(pub [f32; 3]);

/// Deviations up to this are invisible; rounding in files is well below it.
const TOLERANCE: f32 = 1e-3;

impl Stretches {
    /// The stretches of a rotation.
    pub const NONE: Self = Self([1.0; 3]);

    /// The stretches of a symmetric matrix.
    #[must_use]
    pub fn of_symmetric(matrix: Mat3) -> Self {
        Self(eigenvalues(matrix.as_dmat3()).map(narrow))
    }

    /// The stretches of the symmetric polar factor of the matrix's inverse, computed in f64. Not finite for a singular
    /// matrix.
    #[must_use]
    pub fn of_inverse(matrix: Mat3) -> Self {
        Self::of_symmetric(rig::polar(matrix.as_dmat3().inverse().as_mat3()).stretch)
    }

    /// Whether lengths are kept; mirrors keep them.
    #[must_use]
    pub fn keeps_lengths(self) -> bool {
        self.sizes()
            .iter()
            .all(|size| (size - 1.0).abs() <= TOLERANCE)
    }

    /// Whether all directions have the same stretch, ignoring mirrors.
    #[must_use]
    pub fn is_uniform(self) -> bool {
        let (least, most) = self.range();
        most - least <= TOLERANCE * most
    }

    /// Whether an odd number of stretches is below zero, so that it turns inside into outside.
    #[must_use]
    pub fn is_mirrored(self) -> bool {
        self.0.iter().product::<f32>() < 0.0
    }

    /// The smallest and largest stretch without signs.
    #[must_use]
    pub fn range(self) -> (f32, f32) {
        let sizes = self.sizes();
        let most = sizes.into_iter().fold(0.0, f32::max);
        (sizes.into_iter().fold(f32::INFINITY, f32::min), most)
    }

    fn sizes(self) -> [f32; 3] {
        self.0.map(f32::abs)
    }
}

/// Eigenvalues of a symmetric matrix, ascending.
///
/// With q the mean of the diagonal and `6 p² = ‖A − q‖²`, those of `B = (A − q) / p` are `2 cos(φ + 2πk/3)` with
/// `cos 3φ = det B / 2`. A multiple of the identity has p = 0 and q three times.
///
/// Reference: Smith 1961, "Eigenvalues of a symmetric 3 × 3 matrix".
fn eigenvalues(matrix: DMat3) -> [f64; 3] {
    use std::f64::consts::TAU;
    let mean = matrix.diagonal().element_sum() / 3.0;
    let rest = matrix - DMat3::from_diagonal(glam::DVec3::splat(mean));
    let squares: f64 = rest.to_cols_array().iter().map(|x| x * x).sum();
    let p = (squares / 6.0).sqrt();
    if p == 0.0 {
        return [mean; 3];
    }
    // Where two eigenvalues are equal, rounding takes the cosine beyond 1.
    let angle = ((rest * p.recip()).determinant() / 2.0)
        .clamp(-1.0, 1.0)
        .acos()
        / 3.0;
    let largest = mean + 2.0 * p * angle.cos();
    let least = mean + 2.0 * p * (angle + TAU / 3.0).cos();
    // The three sum to the trace.
    [least, 3.0 * mean - largest - least, largest]
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use glam::{Mat3, Quat, Vec3};

    use super::Stretches;

    fn check(stretch: Vec3) {
        let turn = Mat3::from_quat(Quat::from_xyzw(0.1, -0.5, 0.3, 0.8).normalize());
        let found =
            Stretches::of_symmetric(turn * Mat3::from_diagonal(stretch) * turn.transpose()).0;
        let mut expected = stretch.to_array();
        expected.sort_by(f32::total_cmp);
        for (found, expected) in found.into_iter().zip(expected) {
            let error = (found - expected).abs();
            assert!(error <= 1e-6 * stretch.abs().max_element(), "{stretch}");
        }
    }

    #[test]
    fn principal_stretches_survive_a_rotation() {
        let cases = [
            [1.0, 1.0, 1.0],
            [0.01, 0.01, 0.01],
            [1.0, 2.0, 3.0],
            [2.0, 2.0, 5.0],
            [-1.0, 1.0, 1.0],
            [-3.0, 0.0, 1e-3],
            [1e12, 1.0, 2e12],
            [0.0, 0.0, 0.0],
        ];
        for case in cases {
            check(Vec3::from_array(case));
        }
    }

    #[test]
    fn a_mirror_keeps_lengths() {
        let mirror = Stretches([-1.0, 1.0, 1.0]);
        assert!(mirror.is_mirrored() && mirror.keeps_lengths() && mirror.is_uniform());
        assert!(!Stretches::NONE.is_mirrored() && Stretches::NONE.keeps_lengths());
    }

    #[test]
    fn what_is_no_number_is_no_rotation() {
        let broken = Stretches([f32::NAN; 3]);
        assert!(!broken.keeps_lengths() && !broken.is_mirrored());
    }

    #[test]
    fn an_inverse_has_the_inverse_stretches() {
        let matrix = Mat3::from_diagonal(Vec3::new(0.5, 4.0, 1.0));
        let Stretches([least, _, most]) = Stretches::of_inverse(matrix);
        assert!((least - 0.25).abs() < 1e-6 && (most - 2.0).abs() < 1e-6);
    }
}
