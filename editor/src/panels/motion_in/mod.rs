//! The dialog that brings in motion, and its parts.

mod bone_figure;
mod bone_table;
pub mod dialog;
mod figure_shape;
mod joint_menu;
mod limb_table;
pub mod map_dialogs;
mod map_side;
mod maps;
mod options;
mod preview;
