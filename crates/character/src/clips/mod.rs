//! Reading of clips: channels and their keys.

pub(crate) mod animation;
mod keys;
pub(crate) mod still_shear;
