//! Poses over clips that have no keys yet, and what makes keys of them.

pub(crate) mod apply;
pub(crate) mod carried;
