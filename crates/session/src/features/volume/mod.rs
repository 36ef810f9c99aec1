//! The check of volume, its visits and remedies.

mod apply;
pub mod worker;
