//! Clips, keys, the dope sheet, playback.

mod clip_library;
mod clip_tools;
mod clips;
mod dope_sheet;
mod graph_editor;
mod key_reduction;
mod keying;
mod layout;
mod markers;
mod mix_pad;
mod motion;
mod motion_in;
mod motion_maps;
mod pins;
mod playback;
mod props;
mod sheet_keys;
mod skin_over_time;
mod sound;
mod wave;
