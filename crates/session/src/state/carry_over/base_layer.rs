//! The base below layers of weights: where it is as the old file had it, it is as the new one has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;
use rig::{Influences, JointWeight};

use crate::document::Document;
use crate::document::journal::{KeptWeights, MeshJoints};
use crate::document::layers::KeptLayers;
use crate::document::replay::ReplayStep;

/// Vertices of a primitive where the base is as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsFile {
    /// The mesh.
    pub mesh: usize,
    /// The primitive of it.
    pub primitive: usize,
    /// The vertices in ascending order.
    pub vertices: Vec<u32>,
}

/// Rows of the base, parted.
#[derive(Debug, Default)]
pub(super) struct BaseRows {
    /// Those that the file has; what is in them counts for nothing.
    pub(super) as_file: Vec<KeptWeights>,
    /// The others.
    pub(super) changed: Vec<KeptWeights>,
}

/// The file of a document with its edits of the skeleton, and no other work.
fn file_of(document: &Document) -> Arc<Character> {
    let edits = document.journal.skeleton_edits();
    let steps = edits.map(ReplayStep::Skeleton);
    let fresh = Document::new(Arc::clone(&document.original));
    fresh.with_work(steps).0.character
}

/// Where the kept rows of a document's base are as its file has them, after the same edits of the skeleton; by the keys of joints.
///
/// A list for each primitive that has such rows, in the order of `layers`; none without layers.
#[must_use]
pub fn base_as_in_file(layers: &KeptLayers, document: &Document) -> Vec<AsFile> {
    let parts = layers.layers.first().map_or(&[][..], |base| &base.parts);
    if parts.is_empty() {
        return Vec::new();
    }
    let file = file_of(document);
    let joints = MeshJoints::new(&file);
    let marks = parts.iter().map(|part| {
        let keys = joints.keys(part.mesh);
        let mesh = file.meshes.get(part.mesh);
        let primitive = mesh.and_then(|mesh| mesh.primitives.get(part.primitive));
        let own = primitive.and_then(|primitive| primitive.influences.as_ref());
        let is_as_file = |vertex: u32, row: &[JointWeight]| {
            own.is_some_and(|own| has_row(own, vertex, &keys, row, &part.joints))
        };
        let rows = part.rows.iter();
        let rows = rows.filter(|(vertex, row)| is_as_file(*vertex, row));
        AsFile {
            mesh: part.mesh,
            primitive: part.primitive,
            vertices: rows.map(|(vertex, _)| vertex).collect(),
        }
    });
    marks.filter(|mark| !mark.vertices.is_empty()).collect()
}

impl BaseRows {
    /// Parts the rows of a base by whether they were as the file had them.
    pub(super) fn of(parts: &[KeptWeights], as_file: &[AsFile]) -> Self {
        let mut base = Self::default();
        for part in parts {
            let place = (part.mesh, part.primitive);
            let mark = as_file
                .iter()
                .find(|mark| (mark.mesh, mark.primitive) == place);
            let marked = mark.map_or(&[][..], |mark| &mark.vertices);
            let is_as_file = |vertex: u32| marked.binary_search(&vertex).is_ok();
            let with_rows = |wanted: bool| {
                let rows = part.rows.iter();
                let rows = rows.filter(|(vertex, _)| is_as_file(*vertex) == wanted);
                KeptWeights {
                    rows: rows
                        .map(|(vertex, row)| (vertex, row.iter().copied()))
                        .collect(),
                    ..part.clone()
                }
            };
            base.as_file.push(with_rows(true));
            base.changed.push(with_rows(false));
        }
        base
    }
}

/// Whether influences, by these keys of joints, have a row at a vertex, which is given with its own keys.
fn has_row(
    own: &Influences,
    vertex: u32,
    keys: &[u32],
    row: &[JointWeight],
    row_keys: &[u32],
) -> bool {
    let pairs = own.bound_row(vertex as usize).pairs();
    let pairs = pairs.map(|(joint, weight)| JointWeight { joint, weight });
    by_keys(pairs, keys) == by_keys(row.iter().copied(), row_keys)
}

/// Weights by the keys of joints.
fn by_keys(row: impl Iterator<Item = JointWeight>, keys: &[u32]) -> BTreeMap<Option<u32>, f32> {
    row.map(|pair| (keys.get(usize::from(pair.joint)).copied(), pair.weight))
        .collect()
}

/// The rows that a file has for the vertices of these.
pub(super) fn rows_of_file(parts: &[KeptWeights], file: &Character) -> Vec<KeptWeights> {
    let joints = MeshJoints::new(file);
    let rows = parts.iter().filter_map(|part| {
        let primitive = file.meshes.get(part.mesh)?.primitives.get(part.primitive)?;
        let own = primitive.influences.as_ref()?;
        let vertices = part.rows.vertices();
        Some(KeptWeights {
            joints: joints.keys(part.mesh),
            rows: vertices
                .map(|vertex| (vertex, own.bound_row(vertex as usize).pairs()))
                .collect(),
            ..part.clone()
        })
    });
    rows.collect()
}
