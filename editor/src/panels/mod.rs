//! One panel a file. Panels read a [`View`](crate::view::View) and send commands; they change nothing.

pub mod about;
pub mod banner;
pub mod chips;
pub mod icons;
pub mod inspector;
pub mod joint_fields;
pub mod joint_tree;
pub mod menu_bar;
pub mod messages;
pub mod palette;
pub mod pane_header;
pub mod path_dialog;
pub mod statistics;
pub mod status_bar;
pub mod timeline;
pub mod widgets;
