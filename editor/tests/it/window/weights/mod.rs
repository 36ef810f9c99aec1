//! Weights in tables, lists, dialogs and files.

mod fit;
mod joint_weights;
mod transfer;
mod weight_changes;
mod weight_files;
mod weight_problems;
mod weights_list;
mod weights_table;
