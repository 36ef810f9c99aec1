//! Morph targets and their default weights.

use std::sync::Arc;

use glam::Vec3;

use crate::attributes::{read_attribute, vectors};
use crate::character::MorphTarget;
use crate::error::{Fault, Read};
use crate::json::At;
use crate::range::check_range;
use crate::reader::Reader;

/// The targets of a primitive.
pub(crate) fn read_morph_targets(
    reader: &Reader<'_>,
    primitive: &At<'_>,
    n_vertices: usize,
) -> Read<Vec<MorphTarget>> {
    let targets = primitive.items("targets")?;
    reader.charge(primitive, targets.len(), size_of::<MorphTarget>())?;
    targets
        .map(|at| read_target(reader, &at, n_vertices))
        .collect()
}

/// The weights that a node shows its mesh with when no clip plays: the node's, else the mesh's, else zeros.
pub(crate) fn default_weights(node: &At<'_>, mesh: &At<'_>, n_targets: usize) -> Read<Vec<f32>> {
    let Some(at) = node.get("weights").or_else(|| mesh.get("weights")) else {
        return Ok(vec![0.0; n_targets]);
    };
    let weights = at.elements()?;
    if weights.len() != n_targets {
        return Err(at.flaw(Fault::Count {
            what: "morph weights",
            expected: n_targets,
            found: weights.len(),
        }));
    }
    weights.map(|at| at.number()).collect()
}

fn read_target(reader: &Reader<'_>, at: &At<'_>, n_vertices: usize) -> Read<MorphTarget> {
    at.object()?;
    let read = |name| read_displacements(reader, at.get(name), n_vertices);
    Ok(MorphTarget {
        positions: read("POSITION")?,
        normals: read("NORMAL")?,
        tangents: read("TANGENT")?,
    })
}

fn read_displacements(
    reader: &Reader<'_>,
    at: Option<At<'_>>,
    n_vertices: usize,
) -> Read<Arc<[Vec3]>> {
    let Some(at) = at else {
        return Ok(Arc::default());
    };
    let stored = read_attribute(reader, &at, "VEC3", n_vertices)?;
    check_range(&at, "a displacement", &stored)?;
    Ok(vectors(stored).into())
}
