//! What the pointer and the keys do to a pose, a selection or a brush, as pure state machines: events in, commands or
//! poses out. Drawing does not belong here.

pub mod brush_work;
pub mod clip_renaming;
pub mod clip_tools;
pub mod comparing;
pub mod figure_sides;
pub mod fitting;
pub mod frames_shown;
pub mod gizmo;
pub mod joint_names;
pub mod joint_work;
pub mod key_reduction;
pub mod key_selection;
pub mod limb;
pub mod markers;
pub mod motion;
pub mod new_joint;
pub mod operation;
pub mod pane_values;
pub mod playback;
pub mod pointing;
pub mod pose_clipboard;
pub mod pose_slider;
pub mod rest_drag;
pub mod selection;
pub mod selection_sets;
pub mod skeleton_source;
pub mod skeleton_work;
pub mod tool;
