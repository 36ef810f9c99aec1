//! Volume in test poses: where it is lost, and what helps there.

pub mod bulge_solver;
pub mod harm;
pub mod remedy;
pub mod volume_list;
pub mod volume_work;
