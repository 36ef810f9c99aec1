//! Numbers per vertex or joint of a posed character: weights, maps, signs, volume, errors of normals.

pub mod blend_counts;
pub mod bulges;
pub mod joint_volume;
pub mod normal_error;
pub mod valid_signs;
pub mod vertex_maps;
pub mod weight_channel;
