//! Files of limits: what is too much when a character is judged.

use std::collections::BTreeMap;
use std::path::Path;

use scene::judge::Range;
use serde::Deserialize;
use text_files::{FileFault, Format, TextFault, text_of};
use whole_file::Files;

use super::{Check, Limit, Purpose};

/// Version of the format.
const VERSION: u32 = 1;
/// The most bytes of a file of limits: all limits take a hundredth of it.
const MOST_BYTES: u64 = 1 << 20;
/// Moments of each clip that are looked at, unless a file says otherwise; and the most that it may say.
const USUAL_MOMENTS: u16 = 24;
const MOST_MOMENTS: u16 = 1000;
/// Degrees by which joints of unknown names are turned to both sides, unless a file says otherwise; and the most that it may say.
const USUAL_UNNAMED: f32 = 60.0;
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
    // With a purpose, any, game or film, its limits hold for what is left out below.
    // purpose: game,
    // At rest. What counts points or edges may be a share of all: \"0.5 %\".
    influences: 4,      // joints that move a vertex, at most
    unbound: 0,         // points that no joint moves
    bad_weights: 0,     // points with weights that are no numbers, below zero, or do not sum to one
    seams: 0,           // points whose vertices have different weights
    stray: \"0.5 %\",     // points that a joint far away moves
    lone: \"0.5 %\",      // single points that follow another joint than everything around them
    islands: 0,         // points in small separate patches of a joint's influence
    asymmetry: 0,       // points with other weights than their mirror images
    flaws: 0,           // edges of three triangles or more, or between triangles that face different ways
    // In poses, by the first method.
    volume_loss: 0.5,   // share of the volume around a joint
    stretch: 3.0,       // length of an edge beside what it is at rest
    normal_error: 60.0, // degrees between usual and exact normals
    flips: \"0.5 %\",     // vertices around a joint that are turned beyond valid signs
    difference: 0.05,   // meters between the first method and each other
    poke_through: 0.01, // meters that clothes are inside the body below them, where these are known
    // The poses: moments of each clip, and joints that are turned, alone and with the joint above them, as far as such a joint goes by its
    // name; those of unknown names by so many degrees about each axis.
    moments: 24,
    unnamed: 60.0,
    // Instead of by name, all by so many degrees about each axis; 0 for no range of motion.
    // range: 60.0,
    // A file without a skin is a fault; with false it is none.
    needs_skin: true,
    // Only these clips and joints; all if left out.
    // clips: [\"walk\"],
    // joints: [\"elbow.L\"],
)
";

/// What is too much, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    of: BTreeMap<Check, Limit>,
    /// Names of the clips; none for all.
    pub clips: Option<Vec<String>>,
    /// Names of the joints that are turned; none for all that move vertices.
    pub joints: Option<Vec<String>>,
    /// Moments of each clip.
    pub moments: u16,
    /// How far joints are turned.
    pub range: Range,
    /// Whether a character that no joint moves is a fault.
    pub needs_skin: bool,
}

impl Default for Limits {
    /// The limits of [`Purpose::Any`], with the usual moments and range.
    fn default() -> Self {
        Self::of_purpose(Purpose::Any)
    }
}

/// The members of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Limits")]
struct LimitsFile {
    #[expect(dead_code, reason = "the format has checked it")]
    version: u32,
    purpose: Option<Purpose>,
    influences: Option<Limit>,
    unbound: Option<Limit>,
    bad_weights: Option<Limit>,
    seams: Option<Limit>,
    stray: Option<Limit>,
    lone: Option<Limit>,
    islands: Option<Limit>,
    asymmetry: Option<Limit>,
    flaws: Option<Limit>,
    volume_loss: Option<Limit>,
    stretch: Option<Limit>,
    normal_error: Option<Limit>,
    flips: Option<Limit>,
    difference: Option<Limit>,
    poke_through: Option<Limit>,
    moments: Option<u16>,
    unnamed: Option<f32>,
    range: Option<f32>,
    needs_skin: Option<bool>,
    clips: Option<Vec<String>>,
    joints: Option<Vec<String>>,
}

impl LimitsFile {
    /// In the order of [`Check::ALL`].
    const fn values(&self) -> [Option<Limit>; 15] {
        [
            self.influences,
            self.unbound,
            self.bad_weights,
            self.seams,
            self.stray,
            self.lone,
            self.islands,
            self.asymmetry,
            self.flaws,
            self.volume_loss,
            self.stretch,
            self.normal_error,
            self.flips,
            self.difference,
            self.poke_through,
        ]
    }
}

impl Limits {
    /// What is too much for a purpose.
    #[must_use]
    pub fn of_purpose(purpose: Purpose) -> Self {
        Self {
            of: purpose.limits().collect(),
            clips: None,
            joints: None,
            moments: USUAL_MOMENTS,
            range: Range::ByName {
                unnamed: USUAL_UNNAMED,
            },
            needs_skin: true,
        }
    }

    /// The largest value that is good; none where it is only reported.
    #[must_use]
    pub fn of(&self, check: Check) -> Option<Limit> {
        self.of.get(&check).copied()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// One sentence with line, column and remedy.
    pub fn read(path: &Path, files: &Files) -> Result<Self, String> {
        let file = path.display().to_string();
        let bytes = files.read_regular(path, MOST_BYTES);
        let bytes = bytes.map_err(|error| {
            format!(
                "{file}: the limits cannot be read ({error}); {}.",
                error.remedy()
            )
        })?;
        let text = text_of(&bytes).map_err(|fault| FileFault::new(&file, fault).to_string())?;
        Self::parse(text).map_err(|fault| FileFault::new(&file, fault).to_string())
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// The first fault: what is no such file, a limit that is no number of zero or more, a share of what is not counted, nothing that is
    /// limited, or poses beyond what is looked at.
    pub fn parse(text: &str) -> Result<Self, TextFault> {
        let file: LimitsFile = FORMAT.read(text)?;
        // The limits of the purpose first; what the file names takes their place.
        let mut of: BTreeMap<Check, Limit> =
            file.purpose.into_iter().flat_map(Purpose::limits).collect();
        for (check, limit) in Check::ALL.into_iter().zip(file.values()) {
            let Some(limit) = limit else { continue };
            if let Some(what) = wrong(check, limit) {
                return Err(fault_at(text, check.id(), what));
            }
            of.insert(check, limit);
        }
        if of.is_empty() {
            return Err(fault_at(
                text,
                "version",
                "no limit is named, so that nothing would be judged; name one, as `influences: 4`, or a purpose, as `purpose: game`"
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
        let range = range(&file).map_err(|(member, what)| fault_at(text, member, what))?;
        Ok(Self {
            of,
            clips: file.clips,
            joints: file.joints,
            moments,
            range,
            needs_skin: file.needs_skin.unwrap_or(true),
        })
    }
}

/// How far joints are turned; else the member that is wrong, and what is wrong with it.
fn range(file: &LimitsFile) -> Result<Range, (&'static str, String)> {
    if file.range.is_some() && file.unnamed.is_some() {
        let what = "`range` turns all joints alike, and `unnamed` says how far those go whose names tell nothing; leave one of them out";
        return Err(("unnamed", what.to_owned()));
    }
    for (member, degrees) in [("range", file.range), ("unnamed", file.unnamed)] {
        if let Some(degrees) = degrees.filter(|of| !(0.0..=WIDEST_RANGE).contains(of)) {
            let what = format!(
                "`{member}` is {degrees}; joints are turned by 0 to {WIDEST_RANGE} degrees"
            );
            return Err((member, what));
        }
    }
    let unnamed = file.unnamed.unwrap_or(USUAL_UNNAMED);
    Ok(file.range.map_or(Range::ByName { unnamed }, Range::Equal))
}

/// What is wrong with a limit, if anything.
fn wrong(check: Check, limit: Limit) -> Option<String> {
    let (id, value) = (check.id(), limit.written_number());
    if !(value.is_finite() && value >= 0.0) {
        return Some(format!(
            "`{id}` is {value}, and a limit is a number of zero or more"
        ));
    }
    match limit {
        Limit::Share(_) if !check.is_count() => Some(format!(
            "`{id}` counts nothing that {value} % could be taken of; write a number"
        )),
        Limit::Share(_) if value > 100.0 => {
            Some(format!("`{id}` is {value} %, and a share is at most 100 %"))
        }
        _ => None,
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
