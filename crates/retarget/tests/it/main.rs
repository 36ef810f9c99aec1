//! Tests of the crate `retarget`: a module a topic.

mod conventions;
mod maps;
mod support;
