//! Other file formats to glTF, and to a checked [`Character`](character::Character).
//!
//! ```text
//! bytes ─ Format::of ─► format ─ convert ─► glTF in memory, and what was guessed or left out ─ character::open_bytes ─► character
//! ```
//!
//! A character of another format is a copy: it is saved as glTF. What a file says is checked when the glTF is opened, by the one reader that
//! there is, so nothing behind knows of other formats.
#![forbid(unsafe_code)]

mod error;

mod format;

mod open;

#[cfg(all(feature = "fbx", not(target_family = "wasm")))]
mod fbx;
#[cfg(all(feature = "fbx", target_family = "wasm"))]
#[path = "fbx_nowhere.rs"]
mod fbx;

#[cfg(feature = "pmx")]
mod pmx;

#[cfg(feature = "bvh")]
mod bvh_figure;
#[cfg(feature = "bvh")]
mod bvh_file;
#[cfg(feature = "bvh")]
mod bvh_out;

#[cfg(feature = "bvh")]
pub use bvh_out::{BvhOptions, WrittenBvh, write_bvh};
/// What files become: whoever takes this crate needs no version of its own.
pub use character;
pub use error::FormatError;
pub use format::{Converted, Format, SideFile, convert, convert_with};
pub use open::{format_of_file, open, open_bytes};

/// The example of this crate's README, which runs with the tests of the documentation.
#[cfg(all(doctest, feature = "bvh"))]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
