//! The strip of test poses.

mod apply;
