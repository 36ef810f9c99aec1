//! What several tests of weights share: rows, surfaces, generators and real models.

pub(crate) mod limbs;
pub(crate) mod models;
pub(crate) mod paint;
pub(crate) mod raw;
