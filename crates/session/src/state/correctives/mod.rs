//! Corrective shapes: what the session keeps of them, what is asked about them, and what they change in poses.

pub mod command;
pub mod loss;
pub mod mirrored;
pub mod work;
