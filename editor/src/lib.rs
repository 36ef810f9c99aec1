//! Dualskin: the editor and its headless commands.
#![forbid(unsafe_code)]

pub mod builtin;
pub mod cli;
pub mod compare;
pub mod deform;
pub mod drawable;
pub mod gpu_character;
pub mod headless;
pub mod legend;
pub mod load;
pub mod picture;
pub mod posed_character;
pub mod probe;
pub mod render;
pub mod winding;

pub mod action_state;
pub mod actions;
pub mod app;
pub mod apply;
pub mod command;
pub mod document;
pub mod facts;
pub mod file_dialog;
pub mod graphics;
pub mod history;
pub mod keys;
pub mod loading;
pub mod names;
pub mod notices;
pub mod pane_skins;
pub mod panels;
pub mod panes;
pub mod playback;
pub mod pose_edit;
pub mod session;
#[cfg(debug_assertions)]
pub mod shader_watch;
pub mod shown;
pub mod theme;
pub mod twins;
pub mod view;
pub mod viewport;
pub mod watch;
