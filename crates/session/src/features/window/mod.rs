//! The window: panels, theme, key maps, the state of the world around it.

pub(crate) mod actions;
mod external_state;
mod frame;
mod keys;
