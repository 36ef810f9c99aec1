//! Cameras, what is seen of the surface, and the pointer over it.

pub(crate) mod actions;
mod apply;
pub mod contact;
pub(in crate::features) mod frame_selection;
pub(in crate::features) mod hidden_surfaces;
mod inspect;
pub(crate) mod inspect_actions;
pub mod look_through;
pub mod pose_heat;
pub mod surface;
