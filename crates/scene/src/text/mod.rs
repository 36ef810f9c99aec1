//! Names, numbers and methods as text for people.

pub mod method_choice;
pub mod names;
