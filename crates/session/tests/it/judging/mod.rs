//! Characters held against limits, and what helps.

pub(crate) mod checks;
mod judging_field;
mod remedies;
mod report_rows;
