//! Joints and numbers that follow the turn of another joint: driven channels, and the constraints of `VRMC_node_constraint`.

pub(crate) mod angle;
mod apply;
pub(crate) mod channel;
pub(crate) mod constraint_set;
pub(crate) mod curve;
pub(crate) mod error;
pub(crate) mod interpolator;
pub(crate) mod mapped_constraints;
pub(crate) mod node_constraint;
mod order;
mod roll;
pub(crate) mod set;
mod waiting;
