//! What a command is given: the character or project, its pose, and what skins it.

pub mod hardware;
pub mod instructions;
pub mod opened;
pub mod pose;
pub mod preset;
pub mod props;
pub mod subject;
