//! Characters opened, read again, and closed.

pub(crate) mod actions;
mod apply;
pub mod loading;
