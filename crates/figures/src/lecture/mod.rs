//! Items of the lecture, a file a subject.

pub(crate) mod manifold;
pub(crate) mod weights;
