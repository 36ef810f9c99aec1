//! Problems of weights: their list, and a camera that sees one.

pub mod problem_list;
pub mod problem_sight;
