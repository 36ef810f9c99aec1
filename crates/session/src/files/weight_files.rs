//! Files of weights, held against the meshes of a character: what is written of one, and what becomes of one that is read.
//!
//! The texts are `weights::write_weights` and `weights::read_weights`, docs/weight-files.md. A file is about one mesh of the
//! character's file: the vertices of its primitives, one primitive after another. No file is opened here but by
//! [`text_of`].

mod bound;
mod refused;
mod source;
mod taken;

pub use bound::{BoundMesh, exported};
pub use refused::Refused;
pub use source::{format_of, text_of};
pub use taken::{Taken, WeightText, fitting, taken};
