//! Operations on weights in the background: what they do, what they say, and how they are undone.

mod changes;
mod clothes;
mod joints;
mod problems;
mod pulls;
mod rigging;
mod transfer;
