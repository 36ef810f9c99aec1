//! Reads the file of a prop.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use whole_file::Files;

use super::model::PropModel;
use crate::files::working_folder::file_name;
use crate::state::opening::load::load_decoded;
use crate::state::projects::is_project;

/// Endings of the files that can be props.
pub const ENDINGS: &[&str] = &["glb", "gltf", "vrm", "fbx"];
/// The most vertices of a prop: it is moved by the processor whenever the pose changes.
pub const MOST_VERTICES: usize = 500_000;

/// Reads a file as a prop: its meshes as they stand without a clip.
///
/// It is opened as characters are, with their checks and bounds.
///
/// # Errors
///
/// One sentence with the remedy: the file is not there or refused, shows nothing, or has too many vertices; or `goes_on` said no.
pub fn read_prop(
    file: &str,
    files: &Files,
    goes_on: &dyn Fn() -> bool,
) -> Result<PropModel, String> {
    let name = file_name(Path::new(file));
    if is_project(file) {
        return Err(format!(
            "{name} is a project; export its character, and attach that file."
        ));
    }
    if !files.is_file(Path::new(file)) {
        return Err(format!(
            "{name} is not at {file}. Put it there again and have it read again, or remove the prop."
        ));
    }
    let report = &mut |_progress| match goes_on() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let character = load_decoded(file, report).map_err(|error| match error.is_canceled() {
        true => format!("{name}: canceled, nothing was read."),
        false => error.to_string(),
    })?;
    let pose = base_pose(&character);
    let inheritance = &character.rig.scale_inheritance;
    let at_rest = deform(&character, &pose, inheritance, Look::default());
    let at_rest = at_rest.map_err(|error| format!("{name} cannot be shown: {error}."))?;
    let n_vertices: usize = at_rest.iter().map(|own| own.positions.len()).sum();
    if n_vertices == 0 {
        return Err(format!(
            "{name} shows no mesh, so that there is nothing to attach; choose a file with one."
        ));
    }
    if n_vertices > MOST_VERTICES {
        return Err(format!(
            "{name} has {n_vertices} vertices, and a prop may have {MOST_VERTICES}; make it simpler with a modeling program."
        ));
    }
    Ok(PropModel {
        character: Arc::new(character),
        at_rest: Arc::new(at_rest),
    })
}
