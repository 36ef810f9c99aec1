//! The base below layers of weights: where it is as the old file had it, it is as the new one has it.

use std::collections::BTreeMap;

use character::Character;
use rig::{Influences, JointWeight};

use crate::document::journal::{KeptWeights, MeshJoints};

/// Rows of the base, parted.
#[derive(Debug, Default)]
pub(super) struct BaseRows {
    /// Those that the file has; what is in them counts for nothing.
    pub(super) as_file: Vec<KeptWeights>,
    /// The others.
    pub(super) changed: Vec<KeptWeights>,
}

impl BaseRows {
    /// Parts the rows of a base by whether the file has the same, by the keys of joints.
    pub(super) fn of(parts: &[KeptWeights], file: &Character) -> Self {
        let joints = MeshJoints::new(file);
        let mut base = Self::default();
        for part in parts {
            let keys = joints.keys(part.mesh);
            let mesh = file.meshes.get(part.mesh);
            let primitive = mesh.and_then(|mesh| mesh.primitives.get(part.primitive));
            let own = primitive.and_then(|primitive| primitive.influences.as_ref());
            let is_as_file = |vertex: u32, row: &[JointWeight]| {
                own.is_some_and(|own| has_row(own, vertex, &keys, row, &part.joints))
            };
            let with_rows = |is_wanted: &dyn Fn(u32, &[JointWeight]) -> bool| {
                let rows = part.rows.iter();
                let rows = rows.filter(|(vertex, row)| is_wanted(*vertex, row));
                KeptWeights {
                    rows: rows
                        .map(|(vertex, row)| (vertex, row.iter().copied()))
                        .collect(),
                    ..part.clone()
                }
            };
            base.as_file.push(with_rows(&is_as_file));
            let changed = with_rows(&|vertex, row| !is_as_file(vertex, row));
            base.changed.push(changed);
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
