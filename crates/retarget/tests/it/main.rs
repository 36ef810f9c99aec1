//! Tests of the crate `retarget`: a module a topic.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod contacts;
mod conventions;
mod facing;
mod golden;
mod hands;
mod maps;
mod named_bones;
mod properties;
mod quadrupeds;
mod support;
mod transfer;
