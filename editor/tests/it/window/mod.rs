//! The window, driven as a person would: by pointer and keys, on what has a name.
//!
//! It has no graphics device: its panes are laid out and stay empty. What looks at pixels, or at what the device does, is in
//! `pixels`.

mod animating;
mod comparing;
mod judging;
mod layout;
mod painting;
mod pixels;
mod posing;
mod projects;
mod skeleton;
mod support;
mod weights;
