//! Work on weights besides strokes: typed rows, whole-mesh requests, transfer, problems, and the UI state of these.

pub(crate) mod alike_skins;
pub mod bulge_solver;
pub mod harm;
pub mod layer_changes;
pub mod problem_list;
pub mod problem_sight;
pub mod remedy;
pub mod transfer_work;
pub mod volume_list;
pub mod volume_work;
pub mod weight_changes;
pub mod weight_edits;
pub mod weight_fit;
pub mod weight_request;
pub mod weight_rows;
pub mod weight_transfer;
pub mod weights_work;
