//! The skeleton, ready ones, and rigging from nothing.

mod editing;
mod fitting;
mod joints;
mod rig;
mod skeleton_view;
