//! Files of limits: what is too much when a character is judged.

use std::collections::BTreeMap;
use std::path::Path;

use scene::judge::Measure;
use serde::Deserialize;
use text_files::{FileFault, Format, TextFault, text_of};
use whole_file::read_regular;

use super::Check;

/// Version of the format.
const VERSION: u32 = 1;
/// The most bytes of a file of limits: all limits take a hundredth of it.
const MOST_BYTES: u64 = 1 << 20;
/// Moments of each clip that are looked at, unless a file says otherwise; and the most that it may say.
const USUAL_MOMENTS: u16 = 24;
const MOST_MOMENTS: u16 = 1000;
/// Degrees by which joints are turned to both sides, unless a file says otherwise; and the most that it may say.
const USUAL_RANGE: f32 = 60.0;
const WIDEST_RANGE: f32 = 360.0;

const FORMAT: Format = Format {
    name: "Limits",
    version: VERSION,
    longest: 1 << 20,
    implicit_some: true,
    ..Format::PLAIN
};

/// A file of limits with all that it may have.
pub const LIMITS_EXAMPLE: &str = "\
// What is too much when a character is judged by `dualskin check --limits`. What is left out is reported and not judged.
Limits(
    version: 1,
    // At rest.
    influences: 4,      // joints that move a vertex, at most
    unbound: 0,         // points that no joint moves
    bad_weights: 0,     // points with weights that are no numbers, below zero, or do not sum to one
    seams: 0,           // points whose vertices have different weights
    stray: 0,           // points that a joint far away moves
    islands: 0,         // points in small separate patches of a joint's influence
    asymmetry: 0,       // points with other weights than their mirror images
    flaws: 0,           // edges of three triangles or more, or between triangles that face different ways
    // In poses, by the first method.
    volume_loss: 0.5,   // share of the volume around a joint
    stretch: 3.0,       // length of an edge beside what it is at rest
    normal_error: 60.0, // degrees between usual and exact normals
    flips: 0,           // vertices around a joint that are turned beyond valid signs
    difference: 0.05,   // meters between the first method and each other
    // The poses: moments of each clip, and degrees by which each joint is turned, alone and with the joint above it.
    moments: 24,
    range: 60.0,
    // Only these clips and joints; all if left out.
    // clips: [\"walk\"],
    // joints: [\"elbow.L\"],
)
";

/// What is too much, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    of: BTreeMap<Check, f64>,
    /// Names of the clips; none for all.
    pub clips: Option<Vec<String>>,
    /// Names of the joints that are turned; none for all that move vertices.
    pub joints: Option<Vec<String>>,
    /// Moments of each clip.
    pub moments: u16,
    /// Degrees by which joints are turned to both sides; 0 for no range of motion.
    pub range: f32,
}

impl Default for Limits {
    /// What is broken in any character: see `docs/check.md`.
    fn default() -> Self {
        let of = [
            (Check::Influences, 8.0),
            (Check::Unbound, 0.0),
            (Check::BadWeights, 0.0),
            (Check::Seams, 0.0),
            (Check::Stray, 0.0),
            (Check::InPoses(Measure::Flips), 0.0),
        ];
        Self {
            of: of.into_iter().collect(),
            clips: None,
            joints: None,
            moments: USUAL_MOMENTS,
            range: USUAL_RANGE,
        }
    }
}

/// The members of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Limits")]
struct LimitsFile {
    #[expect(dead_code, reason = "the format has checked it")]
    version: u32,
    influences: Option<f64>,
    unbound: Option<f64>,
    bad_weights: Option<f64>,
    seams: Option<f64>,
    stray: Option<f64>,
    islands: Option<f64>,
    asymmetry: Option<f64>,
    flaws: Option<f64>,
    volume_loss: Option<f64>,
    stretch: Option<f64>,
    normal_error: Option<f64>,
    flips: Option<f64>,
    difference: Option<f64>,
    moments: Option<u16>,
    range: Option<f32>,
    clips: Option<Vec<String>>,
    joints: Option<Vec<String>>,
}

impl LimitsFile {
    /// In the order of [`Check::ALL`].
    const fn values(&self) -> [Option<f64>; 13] {
        [
            self.influences,
            self.unbound,
            self.bad_weights,
            self.seams,
            self.stray,
            self.islands,
            self.asymmetry,
            self.flaws,
            self.volume_loss,
            self.stretch,
            self.normal_error,
            self.flips,
            self.difference,
        ]
    }
}

impl Limits {
    /// The largest value that is good; none where it is only reported.
    #[must_use]
    pub fn of(&self, check: Check) -> Option<f64> {
        self.of.get(&check).copied()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// One sentence with line, column and remedy.
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = path.display().to_string();
        let bytes = read_regular(path, MOST_BYTES).map_err(|error| {
            format!(
                "{file}: the limits cannot be read ({error}); {}.",
                error.remedy()
            )
        })?;
        let text = text_of(&bytes).map_err(|fault| FileFault::new(&file, fault).to_string())?;
        Self::parsed(text).map_err(|fault| FileFault::new(&file, fault).to_string())
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// The first fault: what is no such file, a limit that is no number of zero or more, nothing that is limited, or poses beyond what
    /// is looked at.
    pub fn parsed(text: &str) -> Result<Self, TextFault> {
        let file: LimitsFile = FORMAT.read(text)?;
        let mut of = BTreeMap::new();
        for (check, value) in Check::ALL.into_iter().zip(file.values()) {
            let Some(value) = value else { continue };
            if !(value.is_finite() && value >= 0.0) {
                return Err(fault_at(
                    text,
                    check.id(),
                    format!(
                        "`{}` is {value}, and a limit is a number of zero or more",
                        check.id()
                    ),
                ));
            }
            of.insert(check, value);
        }
        if of.is_empty() {
            return Err(fault_at(
                text,
                "version",
                "no limit is named, so that nothing would be judged; name one, as `influences: 4`"
                    .to_owned(),
            ));
        }
        let moments = file.moments.unwrap_or(USUAL_MOMENTS);
        if moments == 0 || moments > MOST_MOMENTS {
            return Err(fault_at(
                text,
                "moments",
                format!("`moments` is {moments}; a clip is looked at in 1 to {MOST_MOMENTS}"),
            ));
        }
        let range = file.range.unwrap_or(USUAL_RANGE);
        if !(0.0..=WIDEST_RANGE).contains(&range) {
            return Err(fault_at(
                text,
                "range",
                format!("`range` is {range}; joints are turned by 0 to {WIDEST_RANGE} degrees"),
            ));
        }
        Ok(Self {
            of,
            clips: file.clips,
            joints: file.joints,
            moments,
            range,
        })
    }
}

/// A fault where a member stands: its first line that begins with it.
fn fault_at(text: &str, member: &str, what: String) -> TextFault {
    let mut lines = (1_usize..).zip(text.lines());
    let found = lines.find_map(|(line, text)| {
        let column = text.find(member)?;
        let is_member = text
            .get(column + member.len()..)?
            .trim_start()
            .starts_with(':');
        let is_code = !text.trim_start().starts_with("//");
        (is_member && is_code).then_some((line, text.get(..column)?.chars().count() + 1))
    });
    let (line, column) = found.unwrap_or((1, 1));
    TextFault { line, column, what }
}
