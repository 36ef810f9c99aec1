//! Tests of the crate `weights`: a module a topic. Painting is the modules `changes` to `strokes`.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod support;

mod averages;
mod changes;
mod fits;
mod floods;
mod groups;
mod helper;
mod layers;
mod limbs;
mod numbers;
mod strokes;

mod automatic;
mod base;
mod confident;
mod falloff;
mod falloff_shape;
mod files;
mod joints;
mod limits;
mod lone;
mod mirror;
mod movers;
mod problems;
mod rigid;
mod seam_split;
mod shapes;
mod skin;
mod spread;
mod transfer;
mod upright;
