//! Poses made and used: mixed, layered, held at pins, kept by names, passed forward over the skeleton, reached for with two bones, by search under scale or in closed form.

pub(crate) mod address;
mod blend;
mod channel_mix;
pub(crate) mod forward;
pub(crate) mod layer_inverse;
pub(crate) mod mix;
pub(crate) mod pins;
pub(crate) mod pose_layers;
pub(crate) mod preset;
pub(crate) mod two_bone;
pub(crate) mod two_bones;
