//! What is told of a character: by the pointer, in reports, by checks.

mod advice;
mod cursor;
mod inspect;
mod problems;
mod report;
mod report_of_character;
mod select;
