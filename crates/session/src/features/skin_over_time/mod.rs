//! The skin over time: its worker, and visits of its faults.

mod apply;
pub mod worker;
