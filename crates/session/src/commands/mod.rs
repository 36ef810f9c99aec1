//! What can be asked for: actions with their rows, keys and reasons why not, commands, and what panels may read.
//! Carrying them out is `apply`.
//!
//! `crates/session/tests/actions.txt` freezes ids, texts and places of actions in the menus: key maps of users name the ids.

pub mod action_state;
pub mod actions;
pub mod command;
pub mod external_state;
pub mod keymap;
pub mod keys;
pub mod project_command;
pub mod view;
pub mod weight_command;
