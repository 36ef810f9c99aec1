//! What was measured of the character and is advised for it, and the character as a crowd.

pub mod advice;
pub mod crowd;
pub mod report;
