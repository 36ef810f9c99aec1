//! FBX by [ufbx](https://github.com/ufbx/ufbx): nodes, skins, morph targets, materials and clips of a file as a scene.
//!
//! ```text
//! bytes ─ ufbx ─► meters, Y up ─► nodes (nodes.rs) ─► meshes, skins, morph targets (meshes.rs, skins.rs, morphs.rs) ─► materials, pictures
//! (materials.rs) ─► clips at the file's rate (clips.rs) ─► glTF
//! ```
//!
//! Skins are bound by the matrices of their clusters. Where children ignore the scale of the joint above them (Maya's *segment scale
//! compensate*) that joint keeps its scale to itself, [`ScaleInheritance::Joint`](rig::ScaleInheritance::Joint); where they do in a way
//! that cannot be said so, ufbx puts a node between. Dual quaternion skins get the method of two phases, mixed ones a blend map too.

mod clips;
mod materials;
mod meshes;
mod morphs;
mod nodes;
mod skins;

use character::{AuthoredScene, write_scene_glb};
use ufbx::{
    GeometryTransformHandling, InheritModeHandling, LoadOpts, SceneRoot, SpaceConversion,
    axes_right_handed_y_up,
};

use crate::error::FormatError;
use crate::format::{Converted, SideFile};
use nodes::Nodes;

/// What is noted on the way, each once: clauses without a full stop.
#[derive(Debug, Default)]
struct Notes(Vec<String>);

impl Notes {
    fn push(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }
}

const BINARY: &[u8] = b"Kaydara FBX Binary";
/// What files of text begin with, behind comments.
const TEXT: &[u8] = b"FBXHeaderExtension";

/// Whether a file is FBX: binary, or text as its comments or its first object say.
pub(crate) fn begins(head: &[u8]) -> bool {
    if head.starts_with(BINARY) {
        return true;
    }
    let mut lines = head
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii);
    let Some(first) = lines.find(|line| !line.is_empty()) else {
        return false;
    };
    let is_comment = first.strip_prefix(b";");
    is_comment.is_some_and(|text| text.trim_ascii().starts_with(b"FBX")) || first.starts_with(TEXT)
}

/// Memory for a file of no bytes, and for each byte more: text and packed lists take less room in files.
const LEAST_MEMORY: usize = 128 << 20;
const MEMORY_A_BYTE: usize = 48;

/// What a file of so many bytes may take while it is read, and as much again for what it becomes.
const fn memory_for(bytes: usize) -> usize {
    bytes
        .saturating_mul(MEMORY_A_BYTE)
        .saturating_add(LEAST_MEMORY)
}

/// Bytes that what a file becomes may still take.
#[derive(Debug)]
struct Budget(usize);

impl Budget {
    /// Takes so many bytes; says no, and notes it, where there are fewer.
    fn takes(&mut self, bytes: usize, what: &str, notes: &mut Notes) -> bool {
        match self.0.checked_sub(bytes) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => {
                notes.push(format!(
                    "{what} were left out, for which the file is too small"
                ));
                false
            }
        }
    }
}

fn load(bytes: &[u8], inheritance: InheritModeHandling) -> Result<SceneRoot, String> {
    let mut options = LoadOpts {
        target_axes: axes_right_handed_y_up(),
        target_unit_meters: 1.0,
        space_conversion: SpaceConversion::ModifyGeometry,
        geometry_transform_handling: GeometryTransformHandling::HelperNodes,
        inherit_mode_handling: inheritance,
        node_depth_limit: 4_096,
        ..LoadOpts::default()
    };
    let most = memory_for(bytes.len());
    options.temp_allocator.memory_limit = most / 2;
    options.result_allocator.memory_limit = most / 2;
    ufbx::load_memory(bytes, options).map_err(|error| {
        let what: &str = &error.description;
        let info = error.info();
        let more = if info.is_empty() {
            String::new()
        } else {
            format!(" ({info})")
        };
        format!("{what}{more}; export the file anew, as binary FBX 7.4 or newer")
    })
}

pub(crate) fn convert(
    name: &str,
    bytes: &[u8],
    side: &SideFile<'_>,
) -> Result<Converted, FormatError> {
    let refused = |reason: String| FormatError::content(name, &reason);
    let mut notes = Notes::default();
    let mut scene = load(bytes, InheritModeHandling::Preserve).map_err(refused)?;
    if !nodes::is_inheritance_sayable(&scene) {
        // One after the other, so that both are not there at once.
        drop(scene);
        scene = load(bytes, InheritModeHandling::HelperNodes).map_err(refused)?;
        notes.push("scale that single children ignore is shown by a node between");
    }
    for warning in &scene.metadata.warnings {
        let text: &str = &warning.description;
        notes.push(text.trim_end_matches('.').to_owned());
    }
    let mut budget = Budget(memory_for(bytes.len()));
    let nodes = Nodes::of(&scene);
    let materials = materials::read(&scene, side, &mut budget, &mut notes);
    let mut authored = AuthoredScene {
        nodes: nodes.authored.clone(),
        materials: materials.materials,
        images: materials.images,
        ..AuthoredScene::default()
    };
    let places = meshes::add(&mut authored, &scene, &nodes, &mut budget, &mut notes);
    skins::add_bones_alone(&mut authored, &scene, &nodes);
    let motions = clips::Motions {
        scene: &scene,
        nodes: &nodes,
        morphed: &places,
    };
    motions.add(&mut authored, &mut budget, &mut notes);
    leave_nothing_out_in_silence(&scene, &mut notes);
    let glb = write_scene_glb(&authored).map_err(|error| FormatError::authored(name, &error))?;
    Ok(Converted {
        glb,
        notes: notes.0,
    })
}

/// What this reader passes over.
fn leave_nothing_out_in_silence(scene: &SceneRoot, notes: &mut Notes) {
    let left_out = [
        (scene.cameras.count, "camera"),
        (scene.lights.count, "light"),
        (scene.constraints.count, "constraint"),
        (scene.cache_deformers.count, "point cache"),
        (scene.nurbs_surfaces.count, "NURBS surface"),
        (scene.line_curves.count + scene.nurbs_curves.count, "curve"),
    ];
    for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0) {
        let many = if count == 1 { "" } else { "s" };
        notes.push(format!("left out {count} {what}{many}"));
    }
}
