//! Items of K05, a file a subject.

pub(crate) mod arcs;
pub(crate) mod qlerp;
