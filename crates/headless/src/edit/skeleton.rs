//! `--skeleton`: joints for a mesh that has none, those of a ready skeleton that is fitted to it or those of another file.

use std::fmt;
use std::path::{Path, PathBuf};

use character::{Character, SkeletonEdit};
use rig::{FitError, NamePatterns, TemplateKind};
use scene::names::joint_name;
use scene::report::pluralize;
use session::document::Document;
use session::shown::{at_rest, rest_bounds};
use session::state::fitting::marker_file::{MOST_BYTES, marker_text, take};
use session::state::fitting::{Cloud, Fitting, Sureness, with_joints};
use session::state::skeleton::skeleton_source::ForeignSkeleton;
use session::state::weight_operations::weight_request::{has_weights, meshes_without_skin};
use whole_file::read_regular;

use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::destination::Destination;
use crate::terminal::printable::{list_names, short};
use crate::terminal::report::{MarkerFacts, SkeletonFacts};
use crate::terminal::several::Several;
use crate::terminal::stdin;
use crate::{Failure, FailureKind};

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
    /// The file that is read for it.
    pub(crate) fn read_file(&self) -> Option<&str> {
        match self {
            Self::Ready(ready) => ready.markers.as_ref().and_then(|path| path.to_str()),
            Self::Foreign { file, .. } => Some(file),
        }
    }

    /// Refuses markers to write that cannot be written beside the results.
    pub(crate) fn check_markers_out(&self, files: &Several) -> Result<(), Failure> {
        let Self::Ready(ReadySkeleton {
            markers_out: Some(file),
            ..
        }) = self
        else {
            return Ok(());
        };
        let read: Vec<&str> = self.read_file().into_iter().collect();
        let beside = BesideFile {
            option: "--markers-out",
            what: "markers",
            file,
        };
        beside.check(&read, files)
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
        return take(&bytes, stdin::NAME, fitting).map_err(bad_text);
    }
    let file = name_of(path);
    let bytes = read_regular(path, MOST_BYTES).map_err(|error| {
        let remedy = error.remedy();
        let why = format!("{file}: the markers cannot be read ({error}); {remedy}.");
        Failure::Known(FailureKind::of_reading(&error), why)
    })?;
    take(&bytes, &file, fitting).map_err(bad_text)
}

const fn bad_text(why: String) -> Failure {
    Failure::Known(FailureKind::BadText, why)
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
    let skeleton = ForeignSkeleton::of(&other, file)
        .map_err(|why| Failure::Known(FailureKind::NoJoints, why))?;
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

/// A skeleton more beside that of a skin would be bound to half of the figure. `what` is for figures without a skin.
pub(crate) fn refuse_skinned(
    source: &str,
    character: &Character,
    what: &str,
) -> Result<(), Failure> {
    let mut skinned = character.instances.iter();
    let Some(skinned) = skinned.find(|instance| has_weights(character, instance)) else {
        return Ok(());
    };
    let mesh = short(&joint_name(&character.rig.skeleton, skinned.node));
    // Only meshes without a skin can be bound.
    let other = match meshes_without_skin(character).is_empty() {
        true => "",
        false => "leave it out to bind to the joints there are, or ",
    };
    Err(Failure::Known(
        FailureKind::AlreadySkinned,
        format!(
            "{source}: the mesh {mesh} has a skin already, and {what} for a figure without; {other}take the skin off: dualskin unbind."
        ),
    ))
}

/// A file that is written beside the result of a source, to be corrected and given again.
pub(crate) struct BesideFile<'a> {
    /// The option that names it.
    pub(crate) option: &'static str,
    /// What is in it.
    pub(crate) what: &'static str,
    pub(crate) file: &'a Destination,
}

impl BesideFile<'_> {
    /// Refuses it where it would be one of the results or of the files that are read, or not be of one source.
    pub(crate) fn check(&self, read: &[&str], files: &Several) -> Result<(), Failure> {
        let Self { option, what, file } = self;
        let output = files.output.as_ref();
        let refused = if file.is_stdout() {
            format!("is stdout, which has the report or the result; name a file for the {what}")
        } else if files.sources.names.len() > 1 {
            format!(
                "would have the {what} of the last of several files; give them one after another"
            )
        } else if output.is_some_and(|of| of.path() == file.path()) {
            format!("would be both {what} and result; choose two names")
        } else {
            let sources = files.sources.names.iter().map(String::as_str);
            let all: Vec<&str> = sources.chain(read.iter().copied()).collect();
            return file.check(&all);
        };
        Err(Failure::Usage(format!(
            "{option} {} {refused}.",
            file.name()
        )))
    }
}
