//! Why a file is refused, what was repaired in it, and how far reading has come.

pub(crate) mod error;
pub(crate) mod extensions;
pub(crate) mod largest;
pub(crate) mod progress;
pub(crate) mod warning;
