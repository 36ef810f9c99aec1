//! Weights by command: bound, fitted, mirrored, transferred, written and read.

mod field_weights;
mod files;
mod fit;
mod mirror_sides;
mod rig;
mod skeleton;
mod transfer;
