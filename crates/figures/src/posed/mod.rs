//! Items that are measured on characters in poses, a file a subject.

pub(crate) mod close;
pub(crate) mod elbow;
pub(crate) mod exact;
pub(crate) mod models;
pub(crate) mod phases;
pub(crate) mod scaled_hand;
pub(crate) mod shoulder;
pub(crate) mod signs;
pub(crate) mod torn;
pub(crate) mod twists;
