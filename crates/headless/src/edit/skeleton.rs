//! `--skeleton`: joints for a mesh that has none, those of a ready skeleton that is fitted to it or those of another file.

use std::fmt;
use std::path::{Path, PathBuf};

use character::SkeletonEdit;
use rig::{FitError, NamePatterns, TemplateKind};
use scene::report::pluralize;
use session::document::Document;
use session::shown::{at_rest, rest_bounds};
use session::state::fitting::marker_file::{MOST_BYTES, marker_text, take};
use session::state::fitting::{Cloud, Fitting, Sureness, with_joints};
use session::state::skeleton::skeleton_source::ForeignSkeleton;
use whole_file::read_regular;

use crate::Failure;
use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::destination::Destination;
use crate::terminal::printable::list_names;
use crate::terminal::report::{MarkerFacts, SkeletonFacts};
use crate::terminal::stdin;

/// A skeleton to add, as typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Skeleton {
    /// A template, fitted to the mesh by markers.
    Ready(ReadySkeleton),
    /// That of another file.
    Foreign {
        /// A file, a built-in character or a project.
        file: String,
        /// Whether its joints stay where they rest there, instead of being scaled and moved to the mesh.
        as_placed: bool,
    },
}

/// A ready skeleton that is fitted to a mesh by markers.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadySkeleton {
    /// What it is for.
    pub kind: TemplateKind,
    /// A file with places of markers, or `-` for stdin; the mesh shows the others.
    pub markers: Option<PathBuf>,
    /// The file of markers to write, to be mended and given as the other one.
    pub markers_out: Option<Destination>,
}

impl Skeleton {
    /// The files that are read for it, and the one that is written.
    pub(crate) fn files(&self) -> (Option<&str>, Option<&Destination>) {
        match self {
            Self::Ready(ready) => {
                let read = ready.markers.as_ref().and_then(|path| path.to_str());
                (read, ready.markers_out.as_ref())
            }
            Self::Foreign { file, .. } => (Some(file), None),
        }
    }
}

/// The document of an opened source with the joints; and what there is to tell of them.
pub(crate) fn with_skeleton(
    source: &str,
    skeleton: &Skeleton,
    opened: &OpenedDocument,
) -> Result<(Document, SkeletonFacts), Failure> {
    match skeleton {
        Skeleton::Ready(ready) => fit_skeleton(source, ready, opened),
        Skeleton::Foreign { file, as_placed } => {
            foreign(source, file, *as_placed, &opened.document)
        }
    }
}

/// Markers are written even if no joints follow from them: they are what is to be mended then.
fn fit_skeleton(
    source: &str,
    ready: &ReadySkeleton,
    opened: &OpenedDocument,
) -> Result<(Document, SkeletonFacts), Failure> {
    let name = ready.kind.name();
    let failed = |why: &dyn fmt::Display| {
        Failure::Data(format!(
            "{source}: no {name} skeleton can be fitted: {why}."
        ))
    };
    let document = &opened.document;
    let cloud = Cloud::at_rest(ready.kind, &document.character).map_err(|fault| failed(&fault))?;
    let mut fitting = Fitting::new(ready.kind, &cloud);
    if let Some(markers) = &ready.markers {
        take_markers(markers, &mut fitting)?;
    }
    if let Some(output) = &ready.markers_out {
        output.write_with_backup(marker_text(&fitting).as_bytes(), opened.access())?;
    }
    let joints = fitting.joints();
    let joints = joints.map_err(|error| match (what_is_wrong(&error), &ready.markers) {
        (what, Some(markers)) => {
            let file = name_of(markers);
            Failure::Data(format!("{file}: {what}; put its markers farther apart."))
        }
        (what, None) => failed(&format!(
            "{what}; write the markers with --markers-out, and give them mended with --markers"
        )),
    })?;
    let patterns = NamePatterns::default();
    let (after, _) = with_joints(document, &joints, &patterns).map_err(|error| failed(&error))?;
    let facts = SkeletonFacts {
        kind: Some(name),
        joints: joints.len(),
        markers: markers_of(&fitting),
        said: said(&fitting, joints.len()),
    };
    Ok((after, facts))
}

/// Why markers make no skeleton, without what to do in the window.
fn what_is_wrong(error: &FitError) -> String {
    let why = error.to_string();
    let what = why.split_once("; ").map_or(&*why, |(what, _)| what);
    what.to_owned()
}

/// A file of markers, as messages call it.
fn name_of(path: &Path) -> String {
    match path.to_str() {
        Some(stdin::DASH) => stdin::NAME.to_owned(),
        _ => path.display().to_string(),
    }
}

fn take_markers(path: &Path, fitting: &mut Fitting) -> Result<(), Failure> {
    if path == Path::new(stdin::DASH) {
        let bytes = stdin::bytes(MOST_BYTES)?;
        return take(&bytes, stdin::NAME, fitting).map_err(Failure::Data);
    }
    let file = name_of(path);
    let bytes = read_regular(path, MOST_BYTES).map_err(|error| {
        let remedy = error.remedy();
        Failure::Data(format!(
            "{file}: the markers cannot be read ({error}); {remedy}."
        ))
    })?;
    take(&bytes, &file, fitting).map_err(Failure::Data)
}

fn markers_of(fitting: &Fitting) -> Vec<MarkerFacts> {
    let markers = fitting.markers().map(|(index, marker, place)| MarkerFacts {
        name: marker.label(),
        place: place.to_array(),
        sure: fitting.sureness(index).unwrap_or(Sureness::Guess).name(),
    });
    markers.collect()
}

fn said(fitting: &Fitting, joints: usize) -> String {
    let joints = pluralize(joints, "joint");
    let mut made = format!("New {} skeleton: {joints}.", fitting.kind().name());
    if let Some(doubt) = fitting.doubt().filter(|_| !fitting.guesses().is_empty()) {
        made = format!("{made} {doubt}");
    }
    let guesses = fitting.guesses();
    if guesses.is_empty() {
        return made;
    }
    let (what, them, ones) = match guesses.len() {
        1 => ("Only a guess", "it", "a mended one"),
        _ => ("Only guesses", "them", "mended ones"),
    };
    let guesses = list_names(guesses.into_iter().map(ToOwned::to_owned));
    format!(
        "{made} {what}: {guesses}; look at {them}, and give {ones} with --markers, which --markers-out writes."
    )
}

fn foreign(
    source: &str,
    file: &str,
    as_placed: bool,
    document: &Document,
) -> Result<(Document, SkeletonFacts), Failure> {
    let character = &document.character;
    let other = open_document(file)?.document.character;
    let skeleton = ForeignSkeleton::of(&other, file).map_err(Failure::Data)?;
    let joints = match as_placed {
        true => skeleton.joints,
        false => skeleton.fitted_joints(rest_bounds(character, &at_rest(character))),
    };
    let count = joints.len();
    let (after, _) = document
        .with_skeleton_edit(&SkeletonEdit::AddTree { joints })
        .map_err(|error| {
            Failure::Data(format!(
                "{source}: the joints of {file} cannot be added: {error}."
            ))
        })?;
    let facts = SkeletonFacts {
        kind: None,
        joints: count,
        markers: Vec::new(),
        said: format!("Skeleton of {file}: {}.", pluralize(count, "joint")),
    };
    Ok((after, facts))
}
