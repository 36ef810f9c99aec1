//! Sound and pictures that the user works from: their files, read to what is shown, and what is asked of them.

pub mod bounded;
pub mod command;
mod gif_file;
pub mod heard;
pub mod media;
pub mod opened;
pub mod picture_dialog;
pub mod picture_file;
pub mod sequence;
pub mod sound_dialog;
pub mod sound_file;
pub mod sound_samples;
pub mod waveform;
