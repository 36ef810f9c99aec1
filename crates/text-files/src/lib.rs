//! Text files that people read and edit: one reader for all formats, and one set of messages for their errors.
//!
//! A [`Format`] describes a kind of file, and reads it as RON. Errors are [`TextFault`]s: line, column, what is wrong
//! there and what would be right.
//!
//! ```
//! use text_files::{FileFault, Format};
//!
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Lamp {
//!     version: u32,
//!     color: String,
//! }
//!
//! const LAMPS: Format = Format { name: "Lamp", version: 1, ..Format::PLAIN };
//!
//! let lamp: Lamp = LAMPS.read("(version: 1, color: \"red\")").unwrap();
//! assert_eq!((lamp.version, &*lamp.color), (1, "red"));
//! let fault = LAMPS.read::<Lamp>("(version: 1,\n colour: \"red\")").unwrap_err();
//! assert_eq!(
//!     FileFault::new("desk.lamp", fault).to_string(),
//!     "desk.lamp, line 2, column 2: unknown name `colour`; did you mean `color`?"
//! );
//! ```
#![forbid(unsafe_code)]

mod fault;
mod format;
mod nearest;
mod place;
mod words;

pub use fault::{FileFault, TextFault, sentence};
pub use format::{Format, Version, text_of, version_fault, without_mark};
pub use nearest::did_you_mean;
pub use place::{TextPlace, offset_of, place_of};
pub use words::shorten;
