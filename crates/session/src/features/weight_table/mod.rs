//! Weights, locks and selected vertices changed by number.

pub(crate) mod actions;
mod apply;
mod edit_weights;
pub mod weight_rows;
