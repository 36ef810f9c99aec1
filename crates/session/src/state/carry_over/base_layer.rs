//! The base below layers of weights: where it is as the old file had it, it is as the new one has it.

use std::collections::BTreeMap;

use character::Character;
use rig::{JointWeight, RowList};

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
            let (mut as_file, mut changed) = (RowList::default(), RowList::default());
            for (vertex, row) in part.rows.iter() {
                let row_of_file = own.map(|own| {
                    let pairs = own.bound_row(vertex as usize).pairs();
                    by_keys(
                        pairs.map(|(joint, weight)| JointWeight { joint, weight }),
                        &keys,
                    )
                });
                let is_as_file = row_of_file == Some(by_keys(row.iter().copied(), &part.joints));
                let list = if is_as_file {
                    &mut as_file
                } else {
                    &mut changed
                };
                list.push(vertex, row.iter().copied());
            }
            let with_rows = |rows: RowList| KeptWeights {
                rows,
                ..part.clone()
            };
            base.as_file.push(with_rows(as_file));
            base.changed.push(with_rows(changed));
        }
        base
    }
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
