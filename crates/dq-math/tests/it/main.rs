//! Tests of the crate `dq-math`: a module a topic.

mod golden;

mod algebra;
mod averages;
mod blends;
mod dual_numbers;
mod exp_log;
mod quaternions;
mod signs;
