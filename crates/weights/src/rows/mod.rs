//! Rows of weights that sum to one: how they are read, changed by rules, and returned as an edit.

pub(crate) mod change;
pub(crate) mod draft;
pub(crate) mod edit;
pub(crate) mod point_value;
pub(crate) mod report;
pub(crate) mod row;
pub(crate) mod rules;
pub(crate) mod set_alone;
pub(crate) mod shares;
pub(crate) mod source;
pub(crate) mod spot;
pub(crate) mod welded;
