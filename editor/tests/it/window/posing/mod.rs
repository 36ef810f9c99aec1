//! Poses: gizmo, fields, limbs, the strip of test poses, the library.

mod as_turned;
mod clipboard;
mod constraints;
mod correctives;
mod driven;
mod gizmo;
mod library;
mod limb;
mod limits;
mod mirrored;
mod pose;
mod strip;
