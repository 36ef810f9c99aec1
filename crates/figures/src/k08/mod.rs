//! Items of K08, a file a subject.

pub(crate) mod averages;
pub(crate) mod planar;
