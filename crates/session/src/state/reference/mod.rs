//! Sound and pictures that the user works from: their files, read to what is shown, and what is asked of them.

pub mod command;
pub mod sound_dialog;
pub mod sound_file;
pub mod waveform;
