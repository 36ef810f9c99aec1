//! Text as people type and read it: numbers with units, search by some of the letters, what was perhaps meant. Nothing
//! here knows a character.

pub mod euler;
pub mod fuzzy;
pub mod number_text;
