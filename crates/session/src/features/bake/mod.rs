//! Bakes of the character.

mod apply;
