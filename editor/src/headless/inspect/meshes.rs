//! What is to say about meshes: counts, influences, and where they are shown.

use character::{Character, Mesh, Primitive};
use rig::Influences;
use serde::Serialize;

/// A mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MeshReport {
    pub index: usize,
    pub name: Option<String>,
    pub vertices: usize,
    pub triangles: usize,
    pub morph_targets: usize,
    /// Where the default scene shows it.
    pub placed: Vec<Placement>,
    pub primitives: Vec<PrimitiveReport>,
}

/// A mesh at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Placement {
    pub node: usize,
    pub skin: Option<usize>,
}

/// A primitive of a mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PrimitiveReport {
    pub index: usize,
    pub vertices: usize,
    pub triangles: usize,
    pub material: Option<usize>,
    pub morph_targets: usize,
    /// Whether the file gives normals, tangents, texture coordinates of the base colour.
    pub normals: bool,
    pub tangents: bool,
    pub tex_coords: bool,
    /// Names of all other attributes.
    pub attributes: Vec<String>,
    pub influences: Option<InfluenceReport>,
}

/// How many joints move each vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InfluenceReport {
    /// The largest number on a vertex.
    pub maximum: usize,
    /// Entry k: the number of vertices with k influences. Empty where there are none.
    pub histogram: Vec<usize>,
}

pub(super) fn mesh_report(character: &Character, index: usize, mesh: &Mesh) -> MeshReport {
    let primitives: Vec<PrimitiveReport> = mesh.primitives.iter().map(primitive_report).collect();
    let placed = character
        .instances
        .iter()
        .filter(|instance| instance.mesh == index)
        .map(|instance| Placement {
            node: instance.file_node,
            skin: instance.skin,
        });
    MeshReport {
        index,
        name: mesh.name.clone(),
        vertices: primitives.iter().map(|primitive| primitive.vertices).sum(),
        triangles: primitives.iter().map(|primitive| primitive.triangles).sum(),
        // Every primitive of a mesh has the same targets.
        morph_targets: primitives
            .iter()
            .map(|primitive| primitive.morph_targets)
            .max()
            .unwrap_or(0),
        placed: placed.collect(),
        primitives,
    }
}

fn primitive_report(primitive: &Primitive) -> PrimitiveReport {
    let attributes = primitive.attributes.iter();
    PrimitiveReport {
        index: primitive.file_primitive,
        vertices: primitive.positions.len(),
        triangles: primitive.triangles.len(),
        material: primitive.material,
        morph_targets: primitive.morph_targets.len(),
        normals: primitive.normals_given,
        tangents: !primitive.tangents.is_empty(),
        tex_coords: !primitive.tex_coords.is_empty(),
        attributes: attributes.map(|attribute| attribute.name.clone()).collect(),
        influences: primitive.influences.as_ref().map(influence_report),
    }
}

fn influence_report(influences: &Influences) -> InfluenceReport {
    let mut report = InfluenceReport {
        maximum: influences.max_per_vertex(),
        histogram: vec![0; influences.max_per_vertex() + 1],
    };
    for (joints, _) in influences.rows() {
        report.histogram[joints.len()] += 1;
    }
    report
}

pub(super) fn merged(meshes: &[MeshReport]) -> InfluenceReport {
    let mut sum = InfluenceReport::default();
    let primitives = meshes.iter().flat_map(|mesh| &mesh.primitives);
    for one in primitives.filter_map(|primitive| primitive.influences.as_ref()) {
        sum.maximum = sum.maximum.max(one.maximum);
        let length = sum.histogram.len().max(one.histogram.len());
        sum.histogram.resize(length, 0);
        for (total, count) in sum.histogram.iter_mut().zip(&one.histogram) {
            *total += count;
        }
    }
    sum
}
