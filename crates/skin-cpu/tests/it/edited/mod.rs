//! Edited skeletons: what an edit may not change of the skinned mesh, in every clip and with every method.
#![expect(
    clippy::excessive_nesting,
    clippy::too_many_lines,
    reason = "loops over characters, their joints, methods and moments"
)]

mod bound;
mod joints;
mod oriented;
mod support;
mod taken_rest;
