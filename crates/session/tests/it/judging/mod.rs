//! Characters held against limits, and what helps.

mod advice;
pub(crate) mod checks;
mod judging_field;
mod range_of_motion;
mod remedies;
mod report_rows;
mod smoothed;
