//! Reading of clips: channels and their keys.

pub(crate) mod animation;
pub(crate) mod driven;
pub(crate) mod euler_curves;
pub(crate) mod key_kinds;
mod keys;
pub(crate) mod still_shear;
pub(crate) mod weighted_tracks;
