//! Reading the weights of another file as a version that panes show beside the current ones.
//!
//! A weight file gives rows for the mesh of now. Another model, or another project, of the same mesh gives its weights
//! vertex by vertex; where its vertices are others, they are taken from the nearest places of its surface, as a transfer
//! takes them. Nothing of the document changes.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use character::{Character, Primitive};
use glam::Vec3;
use whole_file::Files;

use crate::document::Document;
use crate::document::versions::fit_weights;
use crate::files::working_folder::file_name;
use crate::settings::Units;
use crate::state::opening::load::load_with;
use crate::state::projects::open::character_of;
use crate::state::transfer::transfer_work::{JointMap, TransferHow};
use crate::state::transfer::{Source, TransferRequest, Which, transfer_weights};
use crate::state::weight_files::{
    BoundMesh, Matching, Refused, WeightText, fitting, format_of, import_text, is_weight_file,
    text_of,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// Distance of two vertices that count as the same, as a share of the mesh's size.
const SAME_PLACE: f32 = 1e-4;

/// Weights of a file on a document's mesh.
#[derive(Clone, Debug)]
pub struct FileVersion {
    /// The document with these weights.
    pub document: Document,
    /// What is worth knowing of how they were matched; empty where vertices are the same.
    pub remark: String,
}

/// Reads the weights of a weight file, a model or a project for the mesh of a document.
///
/// # Errors
///
/// One sentence with a remedy: a file that cannot be read, or is of another mesh.
pub fn version_of(
    file: &Path,
    document: &Document,
    is_stopped: &(dyn Fn() -> bool + Sync),
    files: &Files,
) -> Result<FileVersion, String> {
    let path = file.to_string_lossy();
    if is_weight_file(&path) {
        return of_weight_file(file, document, files).map_err(|refused| refused.to_string());
    }
    let go_on = || match is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let load = |source: &str| {
        let loaded = load_with(source, &mut |_progress| go_on());
        loaded.map(Arc::new).map_err(|error| error.to_string())
    };
    let theirs = character_of(&path, &load, files)?;
    let of = Document::new(theirs);
    if has_same_vertices(&of.character, &document.character)
        && let Ok(character) = fit_weights(&of, document)
    {
        return Ok(FileVersion {
            document: with_character(document, character),
            remark: String::new(),
        });
    }
    by_place(&file_name(file), &of.character, document, &go_on)
}

/// Takes the weights from the nearest places of another surface.
fn by_place(
    name: &str,
    theirs: &Arc<Character>,
    document: &Document,
    go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<FileVersion, String> {
    let source = Source::new(theirs, None, name).map_err(|refused| refused.to_string())?;
    let (work, joints) = (WeightsWork::default(), JointMap::default());
    let request = TransferRequest {
        onto: None,
        which: Which::All,
        how: TransferHow::default(),
        locks: &work,
        limit: None,
        joints: &joints,
    };
    let taken = transfer_weights(&source, &document.character, &request, &|_, _| go_on());
    let taken = taken.ok_or_else(|| format!("{name}: reading was canceled."))?;
    let mut taken = taken.map_err(|refused| refused.to_string())?;
    let character = document.character.with_weights(&taken.edits);
    let character = character.map_err(|error| format!("{name}: {error}."))?;
    let after = with_character(document, character);
    let (after, changes) = taken.notes().of(document, after, &mut taken.report);
    Ok(FileVersion {
        document: after,
        remark: format!(
            "its vertices are others, so weights were taken by place: {}",
            taken.words(&changes, Units::default())
        ),
    })
}

fn of_weight_file(file: &Path, document: &Document, files: &Files) -> Result<FileVersion, Refused> {
    let format = format_of(file)?;
    let text = text_of(file, files)?;
    let name = file_name(file);
    let text = WeightText {
        file: &name,
        format,
        text: &text,
    };
    let character = &*document.character;
    let (bound, matching) = match fitting(character, text) {
        Ok(bound) => (bound, Matching::Number),
        Err(refused) => {
            let is_by_place = matches!(
                refused,
                Refused::OtherCount {
                    has_places: true,
                    ..
                }
            );
            match (is_by_place, BoundMesh::all(character).as_slice()) {
                (true, [only]) => (only.clone(), Matching::USUAL_PLACE),
                _ => return Err(refused),
            }
        }
    };
    // Locks are for edits; a version shows what the file says.
    let work = WeightsWork::default();
    let taken = import_text(character, &bound, text, matching, &work)?;
    let with = character.with_weights(&taken.edits);
    let with = with.map_err(|error| Refused::Unreadable(format!("{name}: {error}.")))?;
    let is_whole = matching == Matching::Number && taken.unlisted == 0;
    Ok(FileVersion {
        document: with_character(document, with),
        remark: if is_whole {
            String::new()
        } else {
            taken.to_string()
        },
    })
}

fn with_character(document: &Document, character: Character) -> Document {
    Document {
        character: Arc::new(character),
        ..document.clone()
    }
}

/// Whether all vertices of both characters are at the same places, in the same order.
fn has_same_vertices(one: &Character, other: &Character) -> bool {
    one.meshes.len() == other.meshes.len()
        && one.meshes.iter().zip(&other.meshes).all(|(one, other)| {
            one.primitives.len() == other.primitives.len()
                && (one.primitives.iter().zip(&other.primitives))
                    .all(|(one, other)| are_same_places(one, other))
        })
}

fn are_same_places(one: &Primitive, other: &Primitive) -> bool {
    let low = other.positions.iter().copied().reduce(Vec3::min);
    let high = other.positions.iter().copied().reduce(Vec3::max);
    let size = low.zip(high).map_or(0.0, |(low, high)| low.distance(high));
    let mut pairs = one.positions.iter().zip(&*other.positions);
    one.positions.len() == other.positions.len()
        && pairs.all(|(one, other)| one.distance(*other) <= SAME_PLACE * size)
}
