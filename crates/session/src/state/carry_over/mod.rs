//! Work on a character, carried over to a new export of its file: joints, meshes, vertices and clips may have changed since.
//!
//! ```text
//! file as it was ─► CharacterShape ─┐
//!                                   ├─ KeyMap, MeshMap, VertexMap ─┐
//! file as it is ──► CharacterShape ─┘                              ├─ carry_over() ─► Document, CarryReport
//! work: edits of skeleton, weights and clips, layers ──────────────┘
//! ```
//!
//! [`CharacterShape`] is what has to be known of a file to find its joints and vertices in another version of it. A file that is read again
//! has it from the character, a project keeps it. Work is what was changed: whatever was not changed is as the new file has it.

mod base_layer;
mod carry;
mod clips;
mod joints;
mod meshes;
mod names;
mod pool_rows;
mod report;
mod rows;
mod shape;
mod vertices;

pub use base_layer::{AsFile, base_as_in_file};
pub use carry::{Carried, WorkBeside, carry_over};
pub use joints::{JointMatch, KeyMap, MatchedBy};
pub use meshes::{MeshMap, RenamedMesh};
pub use report::{CarryReport, VertexCounts};
pub use shape::{CharacterShape, MeshShape, NodeShape, PrimitiveShape};
