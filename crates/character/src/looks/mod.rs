//! Reading of materials and pictures.

pub(crate) mod image_loader;
pub(crate) mod materials;
