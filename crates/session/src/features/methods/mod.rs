//! Skinning methods of panes and of meshes.

mod mesh_method;
pub(crate) mod mesh_method_actions;
pub(crate) mod pane_look_actions;
