//! The table of actions, the words of the palette, and numbers as people type them.

mod gestures;
mod number_text;
mod palette;
mod table;
