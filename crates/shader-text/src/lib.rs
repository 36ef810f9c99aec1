//! The shaders of crate `shaders` in the languages of other programs, written by naga; no device.
//!
//! [`snippet`] is what `dualskin shader` prints: one method as a vertex shader of small commented functions.
//! [`CONVERSIONS`] is the other half, for the processor: rotations and translations to dual quaternions and back, in C.
//! [`operations`] counts what it asks of the device for a vertex.
//! [`webgl`] writes any of our programs for WebGL 2, with the names that its resources have there.
//!
//! naga drops comments, so they are taken from the WGSL and put before the functions of the same name again; and it keeps
//! branches that constants decide, so these are folded before.

#![forbid(unsafe_code)]

// In suggested reading order.
mod snippet;

mod header;

mod module;

mod written;

mod folded;

mod comments;

mod operations;

mod web;

pub use module::ShaderTextError;
pub use operations::{Operations, operations};
pub use snippet::{Target, snippet};
pub use web::{Stage, WebGl, layout, webgl};

/// The conversions between a rotation with a translation and a dual quaternion, and from both to matrices, as one C header.
///
/// Source: L. Kavan, S. Collins, J. Žára and C. O'Sullivan, *Geometric Skinning with Approximate Dual Quaternion Blending*,
/// ACM Transactions on Graphics 27 (4), 2008, section 6.1 for what is converted; the formulas are those of
/// docs/mathematics.md.
pub const CONVERSIONS: &str = include_str!("../c/dualskin_conversions.h");
