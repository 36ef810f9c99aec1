//! Vectors of numbers as the processor has them, chosen at run time.
//!
//! ```text
//! SimdPath ─► run_on ─► OnLanes::run, compiled once for each instruction set
//!                          rows ─► Lanes::columns, gather ─► arithmetic of fearless_simd ─► join_quads, join_triples ─► rows
//! ```
//!
//! Nothing is written twice for different instructions but the turning of rows into columns and back, and the root. A path that the machine lacks
//! is taken by the same code on arrays, as [`SimdPath::Scalar`] is.

#![forbid(unsafe_code)]

// In suggested reading order.
mod path;

mod rows;

mod lanes;

#[cfg(target_arch = "x86_64")]
mod lanes_x86;

mod on_lanes;

mod threads;

/// The arithmetic of vectors: whoever takes this crate needs no version of its own.
pub use fearless_simd;
pub use lanes::Lanes;
pub use on_lanes::{OnLanes, run_on};
pub use path::{SimdPath, UnknownSimdPath};
pub use rows::{Row, Row4, Row8, Row16};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
