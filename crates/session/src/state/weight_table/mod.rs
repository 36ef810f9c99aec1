//! Weights by number: selected vertices, typed and pasted weights.

pub mod command;
pub mod weight_edits;
pub mod weights_work;
