//! Dualskin: the editor and its headless commands.
#![forbid(unsafe_code)]

pub mod render;
pub mod builtin;
pub mod load;
pub mod deform;
pub mod compare;
pub mod drawable;
pub mod legend;
pub mod picture;
pub mod whole_file;
pub mod headless;
pub mod cli;

pub mod action_state;
pub mod actions;
pub mod app;
pub mod apply;
pub mod command;
pub mod document;
pub mod facts;
pub mod history;
pub mod keys;
pub mod loading;
pub mod names;
pub mod notices;
pub mod panels;
pub mod panes;
pub mod playback;
pub mod pose_edit;
pub mod session;
pub mod shown;
pub mod theme;
pub mod view;
pub mod viewport;
