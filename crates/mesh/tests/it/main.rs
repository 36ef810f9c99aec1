//! Tests of the crate `mesh`: a module a topic.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod adjacency;
mod bvh;
mod corrective_smooth;
mod crossings;
mod geodesic;
mod openness;
mod operators;
mod outer;
mod point_sets;
mod solids;
