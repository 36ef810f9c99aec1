//! Morph targets and their default weights.

use std::sync::Arc;

use glam::Vec3;

use crate::bytes::range::check_range;
use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};
use crate::json::value::{At, Items};
use crate::meshes::attributes::{AttributesAt, read_attribute, vectors};
use crate::model::character::MorphTarget;

/// The targets of a primitive.
pub(crate) fn read_morph_targets(
    attributes: &AttributesAt<'_, '_>,
    primitive: &At<'_>,
) -> ReadResult<Vec<MorphTarget>> {
    let targets = primitive.items("targets")?;
    let reader = attributes.reader;
    reader.charge(primitive, targets.len(), size_of::<MorphTarget>())?;
    targets.map(|at| read_target(attributes, &at)).collect()
}

/// The weights that a node shows its mesh with when no clip plays: the node's, else the mesh's, else zeros.
pub(crate) fn default_weights(
    node: &At<'_>,
    mesh: &At<'_>,
    n_targets: usize,
) -> ReadResult<Vec<f32>> {
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

/// What a mesh calls its targets: `extras.targetNames` of the mesh, as most programs write it, or of its first primitive.
pub(crate) fn target_names(reader: &Reader<'_>, mesh: &At<'_>) -> ReadResult<Vec<String>> {
    let of_first = || list_of_names(&mesh.get("primitives")?.elements().ok()?.next()?);
    let Some(names) = list_of_names(mesh).or_else(of_first) else {
        return Ok(Vec::new());
    };
    let mut list = Vec::new();
    for name in names {
        let name = name.value.as_str().unwrap_or_default();
        reader.charge(mesh, size_of::<String>() + name.len(), 1)?;
        list.push(name.to_owned());
    }
    Ok(list)
}

fn list_of_names<'a>(at: &At<'a>) -> Option<Items<'a>> {
    at.get("extras")?.get("targetNames")?.elements().ok()
}

fn read_target(attributes: &AttributesAt<'_, '_>, at: &At<'_>) -> ReadResult<MorphTarget> {
    at.object()?;
    let read = |name| read_displacements(attributes, at.get(name));
    Ok(MorphTarget {
        positions: read("POSITION")?,
        normals: read("NORMAL")?,
        tangents: read("TANGENT")?,
    })
}

fn read_displacements(
    attributes: &AttributesAt<'_, '_>,
    at: Option<At<'_>>,
) -> ReadResult<Arc<[Vec3]>> {
    let Some(at) = at else {
        return Ok(Arc::default());
    };
    let read = || {
        let stored = read_attribute(attributes.reader, &at, "VEC3", attributes.n_vertices)?;
        check_range(&at, "a displacement", &stored)?;
        Ok(vectors(stored).into())
    };
    let (number, known) = (attributes.number(&at), &attributes.shared.displacements);
    known.of(number, |of| attributes.fits(of), read)
}
