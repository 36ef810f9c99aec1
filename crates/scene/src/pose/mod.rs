//! A character in a pose: placed primitives, palettes and frames, skinned vertices.

pub mod constraints;
pub mod corrective_smooth;
pub mod deform;
pub mod deformer;
pub mod drawn_joints;
pub mod helper_rows;
pub mod parallel;
pub mod placed;
pub mod posed_character;
pub mod posed_twist;
pub mod probe;
pub mod rest_deltas;
pub mod same_surface;
pub mod smoothed;
pub mod vertex_layout;

pub mod weight_gradients;
pub mod weighted_poses;
