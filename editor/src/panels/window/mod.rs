//! The bars and windows around the panes: menus, modes, hints, messages, the command palette, preferences.

pub mod about;
pub mod empty;
pub mod hints;
pub mod history;
pub mod menu_bar;
pub mod messages;
pub mod method_cards;
pub mod mode_bar;
pub mod palette;
mod palette_line;
pub mod preferences;
pub mod shortcuts;
pub mod statistics;
pub mod status_bar;
pub mod tool_bar;
