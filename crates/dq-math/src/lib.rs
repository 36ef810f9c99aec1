//! Dual numbers, dual quaternions, screws and the ways to blend rigid motions.
//!
//! No input or output, no allocation, no panics: every function here is arithmetic on values and slices of the caller.
//!
//! The crate needs `std`: roots, sines and arc tangents of `f32` are not in `core`. Those of another library differ in the last bit, and on
//! these bits golden vectors and the comparison with the graphics device rest.
//!
//! # Conventions
//!
//! * Column vectors, right-handed axes, angles in radians.
//! * Quaternions are glam's: stored (x, y, z, w), Hamilton product, a rotation is active, `v' = q v q*`.
//! * A product `a * b` means "`b` first, then `a`", as with matrices.
//! * A dual quaternion is `q̂ = q0 + ε qε` with `ε² = 0`. The motion `x → R x + t` has `q0` = the unit quaternion of `R` and
//!   `qε = ½ (t, 0) q0`. A point moves by `q̂ (1 + ε x)` followed by **both** conjugates of `q̂`.
//! * `q̂` and `−q̂` are the same motion but not the same number: logarithms and powers take the sign literally
//!   (`−q̂` goes the long way round), interpolations and blends choose signs first, by a [`SignRule`].
//! * "Unit" means `‖q̂‖ = 1 + ε 0`, that is `⟨q0, q0⟩ = 1` and `⟨q0, qε⟩ = 0`.
//!
//! Degenerate input never panics; what it gives stands in the documentation of each item.
//!
//! # Which blend
//!
//! | function | of | what it is | motions followed or preceded by another |
//! |---|---|---|---|
//! | [`sclerp`] | two motions | constant-speed screw motion: the exact interpolation | the blend is, too |
//! | [`sclerp_signed`] | two motions | the same, the way round that the signs say | the blend is, too |
//! | [`dlb`] | any number | normalized linear blend: cheap; of two motions within 8.15° and 15.02 % of the exact one | the blend is, too |
//! | [`dib`] | any number | iterated blend: the exact one, equal to [`sclerp`] for two | the blend is, too |
//! | [`log_matrix_blend`] | any number | mean of logarithms, for comparison: not the short way round | only both at once, `p̂ q̂ p̂*` |
//! | [`quaternion_translation_blend`] | any number | rotations and translations apart, for comparison: where the origin is decides | only followed |
//! | [`quaternion::slerp`] | two rotations | arc at constant speed: the exact interpolation | the blend is, too |
//! | [`quaternion::qlerp`] | two rotations | normalized linear blend: the same arc, within 8.15° | the blend is, too |
//! | [`quaternion::weighted_qlerp`] | any number of rotations | normalized linear blend, the rotation of [`dlb`] | the blend is, too |
//! | [`quaternion::spherical_average`] | any number of rotations | iterated blend: the exact one, the rotation of [`dib`] | the blend is, too |
//!
//! # Examples
//!
//! ```
//! use dq_math::{DualQuat, dlb, sclerp};
//! use glam::{Quat, Vec3};
//!
//! let rest = DualQuat::IDENTITY;
//! let bent = DualQuat::from_rotation_translation(Quat::from_rotation_z(1.0), Vec3::new(0.0, 2.0, 0.0));
//!
//! // Half way, the linear blend and the screw motion agree.
//! let p = Vec3::new(1.0, 0.0, 0.0);
//! let exact = sclerp(rest, bent, 0.5).transform_point3(p);
//! let linear = dlb(&[rest, bent], &[0.5, 0.5]).transform_point3(p);
//! assert!(exact.abs_diff_eq(linear, 1e-6));
//! ```
//!
//! # References
//!
//! K08 = L. Kavan, S. Collins, J. Žára, C. O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending",
//! ACM Transactions on Graphics 27(4), 2008. K05 = L. Kavan, J. Žára, "Spherical Blend Skinning", I3D 2005.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

// In suggested reading order.
mod dual;
pub mod quaternion;

mod dual_quat;
mod dual_vec3;
mod exp_log;
mod motion;
mod screw;

pub mod signs;
mod weighting;

mod dib;
mod dlb;
mod iterated;
mod log_matrix;
mod quaternion_translation;
mod sclerp;

mod threads;

pub use dib::{dib, dib_from};
pub use dlb::{dlb, dlb_with_signs};
pub use dual::Dual;
pub use dual_quat::DualQuat;
pub use dual_vec3::DualVec3;
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use iterated::{AVERAGE_MAX_STEPS, Iterated};
pub use log_matrix::{blend_logs, log_matrix_blend};
pub use quaternion_translation::quaternion_translation_blend;
pub use sclerp::{sclerp, sclerp_signed};
pub use screw::Screw;
pub use signs::SignRule;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
