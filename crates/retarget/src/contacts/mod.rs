//! Contacts: when feet stand, feet that stay where they stand, and what is left of slides and distances.

pub(crate) mod pins;
pub(crate) mod report;
pub(crate) mod stands;
