//! Clips: their names, keys and markers, and what dialogs about them ask.

pub mod animation_layers;
pub mod clip_renaming;
pub mod clip_tools;
pub mod command;
pub mod key_reduction;
pub mod key_selection;
pub mod keys;
pub mod lost_curves;
pub mod markers;
pub mod merged;
pub mod mix_pad;
pub mod names;
pub mod pinned;
pub mod planted;
pub mod whole_clip;
