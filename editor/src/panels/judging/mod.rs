//! What was measured of the character, and the character as a crowd.

pub mod crowd;
pub mod report;
