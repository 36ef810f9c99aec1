//! From the bytes of a file to checked elements: container, buffers, side files, accessors.

pub(crate) mod accessor;
pub(crate) mod asset;
pub(crate) mod budget;
pub(crate) mod buffers;
mod compressed_views;
mod decode;
pub(crate) mod decompress;
#[cfg(feature = "draco")]
mod draco;
#[cfg_attr(not(feature = "draco"), path = "no_draco.rs")]
mod draco_primitives;
pub(crate) mod glb;
mod meshopt;
pub(crate) mod range;
pub(crate) mod ranges;
pub(crate) mod reader;
pub(crate) mod shared_vertices;
pub(crate) mod uri;
