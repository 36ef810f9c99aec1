//! Pose presets as files: RON that a person can read and write. The format stands in docs/presets.md.

mod angles;
mod read;
mod shipped;
mod write;

use rig::PosePreset;

pub use read::read;
pub use shipped::{SHIPPED, Shipped, shipped_for};
pub use write::{write, write_over};

/// How the names of preset files end, without the dot.
pub const EXTENSION: &str = "ron";

/// The version of presets that is read and written.
pub const VERSION: u32 = 1;

/// A preset and what its file says of it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PresetFile {
    /// What lists call it.
    pub name: String,
    /// For people.
    pub note: Option<String>,
    /// The character that it was made for; it may be put on any other.
    pub made_for: Option<String>,
    /// What it does.
    pub preset: PosePreset,
}

/// The numbers that a file may hold, by the name of their field: no pose needs more, and the picture of one that has more is
/// noise. What is beyond them is refused when read and held at them when written.
const LIMITS: [(&str, f32); 5] = [
    ("rotation", 36_000.0),
    ("quaternion", 1e6),
    ("translation", 1e9),
    ("scale", 1e6),
    ("shear", 1e6),
];

/// The largest size of a number in a field.
fn limit(field: &str) -> f32 {
    let found = LIMITS.iter().find(|(name, _)| *name == field);
    found.map_or(f32::MAX, |(_, limit)| *limit)
}
