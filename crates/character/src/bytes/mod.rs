//! From the bytes of a file to checked elements: container, buffers, side files, accessors.

pub(crate) mod accessor;
pub(crate) mod asset;
pub(crate) mod buffers;
mod decode;
pub(crate) mod glb;
pub(crate) mod range;
pub(crate) mod reader;
pub(crate) mod shared_vertices;
pub(crate) mod uri;
