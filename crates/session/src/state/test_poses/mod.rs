//! Test poses: those that a character has, and the applied one.

pub mod strip;
