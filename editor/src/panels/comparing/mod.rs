//! What the panes show and how they differ: methods, versions of weights, shading.

pub mod bar_toggles;
pub mod compare_bar;
pub mod pane_header;
pub mod pane_smooth;
pub mod pane_weights;
pub mod shading_selector;
pub mod version_dialog;
