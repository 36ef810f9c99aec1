//! Operations on all weights at once: requests, results, and what they changed.

pub mod weight_changes;
pub mod weight_request;
