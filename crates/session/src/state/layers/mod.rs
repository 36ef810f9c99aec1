//! Layers of weights: what a change of them did.

pub mod layer_changes;
