//! Contacts: when feet stand and hands touch, limbs that stay there, and what is left of slides and distances.

pub(crate) mod hands;
pub(crate) mod pins;
pub(crate) mod placed_hands;
pub(crate) mod planted;
pub(crate) mod report;
pub(crate) mod stands;
