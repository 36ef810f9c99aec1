//! The timeline as data: what it shows and where, without a window.

pub mod strip;
