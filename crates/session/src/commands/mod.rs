//! Commands and actions as data: the table of actions, key maps, why an action cannot be done, and the view of the
//! state that panels read. Applying commands is `apply`.
//!
//! `crates/session/tests/actions.txt` freezes ids, texts and places of actions in the menus: key maps of users name the ids.

pub mod action_state;
pub mod actions;
pub mod clip_command;
pub mod command;
pub mod compare_command;
pub mod external_state;
pub mod keymap;
pub mod keys;
pub mod later;
pub mod neighbor_keys;
pub mod other_names;
pub mod palette_rows;
pub mod pose_command;
pub mod project_command;
pub mod sheet_command;
pub mod view;
pub mod weight_command;
