//! Items of K08, a file a subject.

pub(crate) mod averages;
pub(crate) mod bounds;
pub(crate) mod elbow;
pub(crate) mod lemmas;
pub(crate) mod nearest;
pub(crate) mod planar;
pub(crate) mod screws;
pub(crate) mod signs;
pub(crate) mod steps;
