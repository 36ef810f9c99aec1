//! Commands as data: what can be asked for, ids of actions, key maps, and the view of the state that panels read.
//! Applying commands is `apply`, which has the table of actions, too.
//!
//! `crates/session/tests/actions.txt` freezes ids, texts and places of actions in the menus: key maps of users name the ids.

pub mod actions;
pub mod command;
pub mod external_state;
pub mod keymap;
pub mod later;
pub mod other_names;
pub mod panel;
