//! Pose presets as RON files that people can read and write. The format is described in docs/presets.md.

mod angles;
mod read;
mod shipped;
mod write;

use rig::PosePreset;

pub use read::read;
pub use shipped::{FIGURES, SHIPPED, Shipped, find_shipped, shipped_presets};
pub use write::{write, write_over};

/// File ending of presets, without the dot.
pub const EXTENSION: &str = "ron";

/// Version of the preset format that is read and written.
pub const VERSION: u32 = 1;

/// A preset with the other fields of its file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PresetFile {
    /// Name in lists; that of the file where the text has none.
    pub name: String,
    /// A remark for people; the program does not use it.
    pub note: Option<String>,
    /// Name of the character that it was made for; it can be applied to any other.
    pub made_for: Option<String>,
    /// The joints that it sets, each with the channels that are set.
    pub preset: PosePreset,
}

/// Largest absolute values by field: no pose needs more, and larger ones give noise. Larger values are refused when
/// read and clamped when written.
const LIMITS: [(&str, f32); 5] = [
    ("rotation", 36_000.0),
    ("quaternion", 1e6),
    ("translation", 1e9),
    ("scale", 1e6),
    ("shear", 1e6),
];

/// The largest absolute value of a field; `f32::MAX` for a field without a limit.
fn limit(field: &str) -> f32 {
    let found = LIMITS.iter().find(|(name, _)| *name == field);
    found.map_or(f32::MAX, |(_, limit)| *limit)
}
