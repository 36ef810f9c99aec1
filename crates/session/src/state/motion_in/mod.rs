//! Motion of another file brought to this character.

pub mod bring;
pub mod chosen_maps;
pub mod dialog;
pub mod expressions;
pub mod kept_maps;
pub mod map_files;
pub mod preview;
pub mod same_names;
