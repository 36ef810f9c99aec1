//! Tests of the crate `dq-math`: a module a topic.

mod golden;

mod algebra;
mod averages;
mod blends;
mod dual_numbers;
mod exp_log;
mod finite;
mod invariance;
mod log_matrix;
mod quaternions;
mod signs;
