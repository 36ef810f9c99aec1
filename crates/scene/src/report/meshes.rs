//! What is to say about meshes: counts, influences, and where they are shown.

use character::{Character, Mesh, Primitive};
use rig::{BlendMap, Influences};
use serde::Serialize;

/// A mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshReport {
    /// Its index in the file.
    pub index: usize,
    /// Its name; `None` where the file gives none.
    pub name: Option<String>,
    /// Vertices of all its primitives.
    pub vertices: usize,
    /// Triangles of all its primitives.
    pub triangles: usize,
    /// Targets of the primitive that has most; in a file without faults all have as many.
    pub morph_targets: usize,
    /// Where the default scene shows it; empty where it does not.
    pub placed: Vec<Placement>,
    /// Those with triangles.
    pub primitives: Vec<PrimitiveReport>,
}

/// A mesh at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placement {
    /// The node's index in the file.
    pub node: usize,
    /// The index in the file of the skin that the node names; `None` where it names none.
    pub skin: Option<usize>,
}

/// A primitive of a mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrimitiveReport {
    /// Its place in the file's mesh; points and lines are left out.
    pub index: usize,
    /// Vertices, used by triangles or not.
    pub vertices: usize,
    /// Triangles, those without an area too.
    pub triangles: usize,
    /// Its material's index in the file; `None` without one.
    pub material: Option<usize>,
    /// Morph targets.
    pub morph_targets: usize,
    /// Whether the file gives normals; missing ones are computed.
    pub normals: bool,
    /// Whether the file gives tangents.
    pub tangents: bool,
    /// Whether the file gives the texture coordinates that the base colour takes.
    pub tex_coords: bool,
    /// Names of all other attributes.
    pub attributes: Vec<String>,
    /// How many joints move its vertices; `None` without joints and weights.
    pub influences: Option<InfluenceReport>,
    /// By what its vertices are blended where the method is affine; `None` without a blend map.
    pub blend_map: Option<BlendMapReport>,
}

/// How many joints move each vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InfluenceReport {
    /// The largest number on a vertex.
    pub maximum: usize,
    /// Entry k: the number of vertices with k influences. Empty where nothing has joints and weights.
    pub histogram: Vec<usize>,
}

/// How many vertices affine blending moves by which blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BlendMapReport {
    /// Those with the number 0.
    pub linear: usize,
    /// Those with a number between 0 and 1.
    pub between: usize,
    /// Those with the number 1.
    pub affine: usize,
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
        blend_map: primitive.blend.as_ref().map(blend_map_report),
    }
}

fn influence_report(influences: &Influences) -> InfluenceReport {
    let mut report = InfluenceReport {
        maximum: influences.max_per_vertex(),
        histogram: vec![0; influences.max_per_vertex() + 1],
    };
    for (joints, _) in influences.rows() {
        if let Some(vertices) = report.histogram.get_mut(joints.len()) {
            *vertices += 1;
        }
    }
    report
}

fn blend_map_report(map: &BlendMap) -> BlendMapReport {
    let mut report = BlendMapReport::default();
    for number in map.values() {
        if number <= 0.0 {
            report.linear += 1;
        } else if number < 1.0 {
            report.between += 1;
        } else {
            report.affine += 1;
        }
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
