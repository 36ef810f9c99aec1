//! The motions of joints and their parts: rigid motions, stretches, polar decomposition, transforms of nodes, frames.

pub(crate) mod axis;
pub(crate) mod frames;
pub(crate) mod go_on;
pub(crate) mod index_newtype;
pub(crate) mod joint;
pub(crate) mod joint_limits;
pub(crate) mod local;
pub(crate) mod polar;
pub(crate) mod rigid;
pub(crate) mod scale_inheritance;
pub(crate) mod stretch;
