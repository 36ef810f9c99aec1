//! `dualskin convert`: files of any format that can be opened, as glTF, or their clips as motion captures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use character::Character;
use formats::{BvhOptions, write_bvh};
use rig::Clip;
use scene::names::clip_name;
use scene::report::pluralize;
use session::state::export::written::sentence;
use whole_file::Access;

use super::export::{as_seen, check_name, write_character};
use crate::source::opened::{OpenedDocument, open_document};
use crate::source::pose::find_clip;
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;
use crate::terminal::several::{Several, exported_name};
use crate::{Failure, FailureKind};

/// What files are converted to.
#[derive(Clone, Debug, PartialEq)]
pub enum ConvertTo {
    /// Characters: glTF, or VRM where they are that.
    Character,
    /// BVH, a file a clip.
    Bvh {
        /// The clip, by index or name; none for all.
        clip: Option<String>,
        /// Frames and units.
        options: BvhOptions,
    },
}

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvertJob {
    /// The files, and where the results go.
    pub files: Several,
    /// What they become.
    pub to: ConvertTo,
}

/// Converts files, and reports what was guessed, mended and left out.
///
/// # Errors
///
/// See [`Failure`]; of several files the others are written.
pub fn run(job: &ConvertJob) -> Result<(), Failure> {
    let is_bvh = matches!(job.to, ConvertTo::Bvh { .. });
    let named = |path: PathBuf| match is_bvh {
        true => path.with_extension("bvh"),
        // A project is converted to the character that it makes.
        false => exported_name(path),
    };
    job.files
        .run(&[], &named, &|source, output| convert(source, output, job))
}

fn convert(
    source: &str,
    output: Option<&Destination>,
    job: &ConvertJob,
) -> Result<Report, Failure> {
    if let Some(output) = output {
        output.check(&[source])?;
    }
    let opened = open_document(source)?;
    let character = &opened.document.character;
    let mut report = Report::new("convert", source);
    for warning in &character.warnings {
        report = report.remark(&sentence(&warning.to_string()));
    }
    match &job.to {
        ConvertTo::Character => to_character(report, source, &opened, output),
        ConvertTo::Bvh { clip, options } => {
            let clips = clips(character, source, clip.as_deref())?;
            let opened = OpenedDocument {
                document: as_seen(&opened.document, source)?,
                ..opened
            };
            to_bvh(
                report,
                &opened,
                output,
                &clips,
                *options,
                job.files.skips_existing,
            )
        }
    }
}

fn to_character(
    report: Report,
    source: &str,
    opened: &OpenedDocument,
    output: Option<&Destination>,
) -> Result<Report, Failure> {
    let Some(output) = output else {
        return Ok(report);
    };
    if output
        .path()
        .extension()
        .is_some_and(|own| own.eq_ignore_ascii_case("bvh"))
    {
        return Err(Failure::Usage(format!(
            "--output {}: clips are written as motion captures with --bvh; give it, or a name that ends in .glb.",
            output.name()
        )));
    }
    check_name(output)?;
    let written = write_character((&opened.document, opened), source, output)?;
    Ok(report.remark(&written.remarks).wrote(output, written.bytes))
}

/// Places of the clips that are meant.
fn clips(character: &Character, source: &str, wanted: Option<&str>) -> Result<Vec<usize>, Failure> {
    match wanted {
        Some(wanted) => Ok(vec![find_clip(character, wanted)?.0]),
        None if character.clips.is_empty() => Err(Failure::Known(
            FailureKind::NoClips,
            format!("{source}: there is no clip, and so no motion; choose an animated character."),
        )),
        None => Ok((0..character.clips.len()).collect()),
    }
}

/// One file, or one a clip, with its name behind that of the file.
fn to_bvh(
    mut report: Report,
    opened: &OpenedDocument,
    output: Option<&Destination>,
    clips: &[usize],
    options: BvhOptions,
    skips_existing: bool,
) -> Result<Report, Failure> {
    if let Some(output) = output {
        check_capture_name(output)?;
    }
    let character = &opened.document.character;
    if clips.len() > 1 && output.is_some_and(Destination::is_stdout) {
        return Err(too_many(clips.len()));
    }
    let (mut names, mut skipped) = (BTreeSet::new(), 0);
    for &clip in clips {
        let own = output.map(|output| match clips {
            [_] => output.clone(),
            _ => output.with_path(beside(
                output.path(),
                character.clips.get(clip),
                clip,
                &mut names,
            )),
        });
        // Of several clips the file that was asked for is not the one that is written.
        let is_there = |own: &Destination| skips_existing && own.path().exists();
        if clips.len() > 1 && own.as_ref().is_some_and(is_there) {
            skipped += 1;
            continue;
        }
        let written = write_bvh(character, clip, options)
            .map_err(|error| Failure::Data(error.to_string()))?;
        let label = character.clips.get(clip).map(clip_name);
        let label = label.unwrap_or_default();
        for note in &written.notes {
            report = report.remark(&sentence(&format!("{label}: {note}")));
        }
        let Some(own) = own else { continue };
        own.check(&[])?;
        let access = match own.is_stdout() {
            true => Access::ANY,
            false => opened.access(),
        };
        own.write_with_backup(written.text.as_bytes(), access)?;
        report = report.wrote(&own, Some(written.text.len()));
    }
    if let Some(output) = output.filter(|_| clips.len() > 1) {
        let count = pluralize(clips.len() - skipped, "clip");
        let words = format!("{count} were written beside {}.", output.name());
        report = report.remark(&words);
    }
    Ok(report)
}

/// Refuses a file of another ending: what is in it would not be what it says.
fn check_capture_name(output: &Destination) -> Result<(), Failure> {
    let ending = output.path().extension().unwrap_or_default();
    if output.is_stdout() || ending.eq_ignore_ascii_case("bvh") {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--output {}: captures are written as .bvh; give such a name, or leave --bvh out.",
        output.name()
    )))
}

fn too_many(count: usize) -> Failure {
    let count = pluralize(count, "clip");
    Failure::Usage(format!(
        "there are {count}, and stdout takes one; name it with --clip, or a file with --output."
    ))
}

/// `NAME-CLIP.bvh`, with a number where the name was there before; signs that names of files cannot have everywhere are left out.
fn beside(path: &Path, clip: Option<&Clip>, place: usize, names: &mut BTreeSet<String>) -> PathBuf {
    let name = clip.and_then(Clip::name).unwrap_or_default();
    let is_plain = |letter: &char| letter.is_alphanumeric() || "-_. ".contains(*letter);
    let plain: String = name.chars().filter(is_plain).take(80).collect();
    let plain = match plain.trim() {
        "" => place.to_string(),
        plain => plain.to_owned(),
    };
    // Names that differ in capitals alone are one file on some systems.
    let numbered = (2..).map(|number: usize| format!("{plain} {number}"));
    let mut free = std::iter::once(plain.clone()).chain(numbered);
    let own = free
        .find(|name| names.insert(name.to_lowercase()))
        .unwrap_or(plain);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{own}.bvh"))
}
