//! Open questions with their answers, a file each.

pub(crate) mod bound;
pub(crate) mod dilation;
pub(crate) mod linear_again;
pub(crate) mod moments;
pub(crate) mod phase_order;
