//! Motion of another file brought to this character.

pub mod bring;
pub mod dialog;
pub mod expressions;
pub mod preview;
pub mod same_names;
