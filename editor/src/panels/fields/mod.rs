//! Fields to drag, type and reset: numbers, times, rotations, paths of files.

mod decimals;
pub(crate) mod file_asked;
pub mod number_field;
pub mod path_dialog;
pub(crate) mod path_question;
pub mod quaternion_field;
pub mod refused;
pub mod time_field;
