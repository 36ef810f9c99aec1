//! Weights transferred from another mesh.

mod apply;
pub mod preview;
