//! Reading of meshes: primitives, attributes, influences, morph targets, and where they stand.

mod attributes;
pub(crate) mod bare_parts;
pub(crate) mod expressions;
pub(crate) mod influences;
pub(crate) mod instances;
pub(crate) mod method_faults;
mod morph;
pub(crate) mod primitives;
mod triangles;
mod unused_vertices;
pub(crate) mod vertex_maps;
