//! Figures of the papers, shown in place of the user's work, which is put aside and comes back as it was.

pub(crate) mod actions;
pub(crate) mod apply;
pub mod numbers;
