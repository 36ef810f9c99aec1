//! Projects: opened, saved, recovered.

mod apply;
pub mod capture;
pub mod saving;
