//! Pictures of panes: one, several in rows, sheets of poses, and those that move.

pub mod animated;
pub mod arrangement;
pub(crate) mod avi;
pub(crate) mod extremes;
pub mod moving;
pub(crate) mod panes;
pub mod pose_sheet;
pub(crate) mod props;
pub mod render;
pub mod sheet;
pub(crate) mod stage;
