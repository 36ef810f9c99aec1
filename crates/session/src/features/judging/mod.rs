//! The report on the open character.

mod apply;
pub mod worker;
