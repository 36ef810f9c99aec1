//! Problems of weights found, visited and repaired.

pub(crate) mod actions;
mod apply;
pub mod asymmetry;
pub mod checker;
