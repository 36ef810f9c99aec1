//! Text that people type and read: numbers with units, Euler angles, fuzzy search. Nothing here depends on a character.

pub mod angle_text;
pub mod euler;
pub mod fuzzy;
pub mod number_text;
