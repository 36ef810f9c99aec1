//! Weight files and the meshes of a character: export of a mesh, and conversion of a file to edits of one.
//!
//! The text format is `weights::write_weights` and `weights::read_weights`, described in docs/weight-files.md. A file
//! holds the weights of one mesh of the character's file: the vertices of its primitives, one primitive after another.
//! Only [`text_of`] opens files.

mod bound;
pub mod export_weights;
pub mod import_weights;
mod refused;
mod source;
mod taken;

pub use bound::{BoundMesh, export_text, mesh_at_work};
pub use refused::Refused;
pub use source::{format_of, is_weight_file, text_of, weight_file_for};
pub use taken::{ImportedWeights, Matching, WeightText, fitting, import_text};
