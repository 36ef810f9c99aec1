//! What tests of the session share. Those of the editor take the same modules by their paths.

pub(crate) mod click;
pub(crate) mod clothes;
pub(crate) mod export;
pub(crate) mod fates;
pub(crate) mod held;
pub(crate) mod tube;
pub(crate) mod work;
