//! Weights in tables and dialogs: problems, transfer, files, automatic weights, weights fitted to poses.

pub mod fit_dialog;
pub mod rig_dialog;
pub mod transfer_dialog;
pub mod transfer_joints;
pub mod weight_file_dialog;
pub mod weight_problems;
pub mod weight_table;
