//! `--pose FILE`: applies a pose preset to the pose of a command.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use character::Character;
use rig::{Pose, PresetMatch};
use session::state::presets;
use session::state::presets::PresetFile;
use whole_file::read_regular;

use crate::terminal::printable::short;
use crate::terminal::{console, stdin};
use crate::{Failure, FailureKind};

/// A preset with its amount, as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedPreset {
    /// The path of the preset, or `-` for stdin.
    pub file: PathBuf,
    /// The amount to apply, −1 to 2; 1 is the whole preset.
    pub amount: f32,
}

/// The size limit of a preset in bytes: ten thousand joints take a hundredth of it.
const LARGEST: u64 = 64 << 20;
/// The largest number of names in a message; the others are counted.
const NAMED: usize = 8;

/// Applies the preset to a pose; reports missing joints on stderr. Returns the preset's name and amount as pictures
/// show them.
///
/// # Errors
///
/// The file cannot be read, or is no preset.
pub fn apply(
    asked: &AskedPreset,
    character: &Character,
    pose: &mut Pose,
) -> Result<String, Failure> {
    let preset = open(&asked.file)?;
    let matched = preset.preset.match_joints(&character.rig.skeleton);
    for note in notes(&matched, &character.name) {
        console::message(&format!("{}: {note}", asked.file.display()));
    }
    Ok(apply_preset(preset, asked, character, pose))
}

/// As [`apply`], without a report: where the same preset is applied several times.
///
/// # Errors
///
/// As [`apply`].
pub(crate) fn apply_quietly(
    asked: &AskedPreset,
    character: &Character,
    pose: &mut Pose,
) -> Result<String, Failure> {
    Ok(apply_preset(open(&asked.file)?, asked, character, pose))
}

fn apply_preset(
    preset: PresetFile,
    asked: &AskedPreset,
    character: &Character,
    pose: &mut Pose,
) -> String {
    let skeleton = &character.rig.skeleton;
    *pose = preset.preset.apply_to(skeleton, pose, asked.amount, None);
    if asked.amount == 1.0 {
        preset.name
    } else {
        format!("{} {} %", preset.name, (asked.amount * 100.0).round())
    }
}

fn open(path: &Path) -> Result<PresetFile, Failure> {
    if path == Path::new(stdin::DASH) {
        return presets::read(text_of_stdin()?, stdin::NAME)
            .map_err(|error| bad_text(error.to_string()));
    }
    let file = path.display();
    let unread = |reason: &str, remedy: &str| {
        format!("{file}: the preset cannot be read ({reason}); {remedy}.")
    };
    let bytes = read_regular(path, LARGEST).map_err(|error| {
        let why = unread(&error.to_string(), error.remedy());
        Failure::Known(FailureKind::of_reading(&error), why)
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let reason = error.utf8_error().to_string();
        bad_text(unread(
            &reason,
            "give a pose preset, which is text in UTF-8",
        ))
    })?;
    presets::read(&text, &file.to_string()).map_err(|error| bad_text(error.to_string()))
}

const fn bad_text(why: String) -> Failure {
    Failure::Known(FailureKind::BadText, why)
}

/// The text on stdin, which can be read once and is applied to every picture of a sequence.
fn text_of_stdin() -> Result<&'static str, Failure> {
    static READ: OnceLock<String> = OnceLock::new();
    if let Some(text) = READ.get() {
        return Ok(text);
    }
    let text = stdin::text(LARGEST)?;
    Ok(READ.get_or_init(|| text))
}

/// The parts of a preset that have no effect, one sentence per kind.
fn notes(matched: &PresetMatch, character: &str) -> Vec<String> {
    let kinds = [
        (&matched.missing, "lacks:"),
        (&matched.ambiguous, "has more than once, write their paths:"),
        (&matched.repeated, "was given twice, by name and by path:"),
    ];
    let rest = if matched.joints.is_empty() {
        "nothing is left to apply"
    } else {
        "the rest is applied"
    };
    let note = |(names, what): (&Vec<String>, &str)| {
        let plural = if names.len() == 1 { "joint" } else { "joints" };
        let (count, listed) = (names.len(), list_names(names));
        (count > 0)
            .then(|| format!("note: {count} {plural} that {character} {what} {listed}; {rest}."))
    };
    kinds.into_iter().filter_map(note).collect()
}

fn list_names(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(NAMED)
        .map(|name| format!("{:?}", short(name)))
        .collect();
    let more = names.len().saturating_sub(NAMED);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{rest}", shown.join(", "))
}
