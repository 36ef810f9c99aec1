//! Edits of the skeleton: rest frames, new joints, names, skeletons from other files.

pub mod face_places;
pub mod joint_names;
pub mod joint_work;
pub mod name_map;
pub mod new_joint;
pub mod rest_drag;
pub mod skeleton_source;
pub mod skeleton_work;
