//! Joints that are made, dragged and named, and ready skeletons fitted to a mesh.

mod figures;
mod fingers;
mod fitting;
mod helper_joints;
mod joints;
mod marker_file;
mod mirror_plane;
mod name_maps;
mod partners;
mod rest_drag;
mod stale;
mod turned_figures;
mod twist_joints;
