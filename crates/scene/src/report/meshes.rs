//! The report on meshes: counts, influences, and placements.

use std::collections::HashSet;

use character::{Character, Mesh, Primitive};
use glam::Vec3;
use rig::{InfluenceRow, Influences, SignRule, VertexMap};
use serde::Serialize;

/// The report on one mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshReport {
    /// Its index in the file.
    pub index: usize,
    /// Its name; `None` where the file gives none.
    pub name: Option<String>,
    /// Vertices of all its primitives.
    pub vertices: usize,
    /// Places of these vertices: those at one place count once.
    pub points: usize,
    /// Triangles of all its primitives.
    pub triangles: usize,
    /// Morph targets of the primitive that has most; in a valid file all primitives have the same number.
    pub morph_targets: usize,
    /// The name of its own method, which the file's `extras` keep; `None` where it has none.
    pub method: Option<&'static str>,
    /// The name of its own sign rule; `None` where it has none.
    pub signs: Option<&'static str>,
    /// The nodes at which the default scene shows it; empty if it does not.
    pub placed: Vec<Placement>,
    /// Its primitives with triangles.
    pub primitives: Vec<PrimitiveReport>,
}

/// A place where the default scene shows a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placement {
    /// The node's index in the file.
    pub node: usize,
    /// The index in the file of the skin that the node names; `None` where it names none.
    pub skin: Option<usize>,
}

/// The report on one primitive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrimitiveReport {
    /// Its index in the file's mesh; points and lines are left out.
    pub index: usize,
    /// Vertices, used by triangles or not.
    pub vertices: usize,
    /// Triangles, including those without area.
    pub triangles: usize,
    /// Its material's index in the file; `None` without one.
    pub material: Option<usize>,
    /// Number of its morph targets.
    pub morph_targets: usize,
    /// Whether the file gives normals; missing ones are computed.
    pub normals: bool,
    /// Whether the file gives tangents.
    pub tangents: bool,
    /// Whether the file gives the texture coordinates that the base color uses.
    pub tex_coords: bool,
    /// Names of all other attributes.
    pub attributes: Vec<String>,
    /// Numbers of influences; `None` without joints and weights.
    pub influences: Option<InfluenceReport>,
    /// Numbers of the blend map; `None` without one.
    pub blend_map: Option<BlendMapReport>,
    /// Numbers of the bulge map; `None` without one.
    pub bulge_map: Option<BulgeMapReport>,
}

/// The numbers of joints per vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InfluenceReport {
    /// The largest number of influences of a vertex.
    pub maximum: usize,
    /// Entry k: the number of vertices with k influences. Empty without joints and weights.
    pub histogram: Vec<usize>,
}

/// The numbers of vertices by their value in the blend map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BlendMapReport {
    /// Vertices with the value 0.
    pub linear: usize,
    /// Vertices with a value between 0 and 1.
    pub between: usize,
    /// Vertices with the value 1.
    pub affine: usize,
}

/// The numbers of vertices by their value in the bulge map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BulgeMapReport {
    /// Vertices with the value 0, which nothing draws back.
    pub free: usize,
    /// Vertices with a value between 0 and 1.
    pub between: usize,
    /// Vertices with the value 1.
    pub held: usize,
}

/// Where each mesh is shown. One pass over the instances: there may be as many meshes.
pub(super) fn placements(character: &Character) -> Vec<Vec<Placement>> {
    let mut placed = vec![Vec::new(); character.meshes.len()];
    for instance in &character.instances {
        if let Some(placed) = placed.get_mut(instance.mesh) {
            placed.push(Placement {
                node: instance.file_node,
                skin: instance.skin,
            });
        }
    }
    placed
}

pub(super) fn mesh_report(index: usize, mesh: &Mesh, placed: Vec<Placement>) -> MeshReport {
    let primitives: Vec<PrimitiveReport> = mesh.primitives.iter().map(primitive_report).collect();
    MeshReport {
        index,
        name: mesh.name.clone(),
        vertices: primitives.iter().map(|primitive| primitive.vertices).sum(),
        points: points(mesh),
        triangles: primitives.iter().map(|primitive| primitive.triangles).sum(),
        // In a valid file every primitive of a mesh has the same targets.
        morph_targets: primitives
            .iter()
            .map(|primitive| primitive.morph_targets)
            .max()
            .unwrap_or(0),
        method: mesh.skinning.map(|own| own.method.name()),
        signs: mesh.skinning.and_then(|own| own.signs).map(SignRule::name),
        placed,
        primitives,
    }
}

fn points(mesh: &Mesh) -> usize {
    let mut known = HashSet::new();
    let lists = mesh.primitives.iter().map(|primitive| &primitive.positions);
    // Primitives that name the same vertices share a list of them.
    let lists = lists.filter(|list| known.insert(list.as_ptr()));
    let positions: Vec<Vec3> = lists.flat_map(|list| list.iter().copied()).collect();
    let firsts = mesh::weld(&positions);
    let own = firsts.iter().zip(0_u32..);
    own.filter(|(first, own)| **first == *own).count()
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
        blend_map: primitive.maps.blend.as_ref().map(|map| {
            let [linear, between, affine] = counts(map);
            BlendMapReport {
                linear,
                between,
                affine,
            }
        }),
        bulge_map: primitive.maps.bulge.as_ref().map(|map| {
            let [free, between, held] = counts(map);
            BulgeMapReport {
                free,
                between,
                held,
            }
        }),
    }
}

fn influence_report(influences: &Influences) -> InfluenceReport {
    let counts = influences.bound_rows().map(|row| row.joints.len());
    let maximum = counts.max().unwrap_or(0);
    let mut report = InfluenceReport {
        maximum,
        histogram: vec![0; maximum + 1],
    };
    for InfluenceRow { joints, .. } in influences.bound_rows() {
        if let Some(vertices) = report.histogram.get_mut(joints.len()) {
            *vertices += 1;
        }
    }
    report
}

/// How many numbers are 0, between, and 1.
fn counts(map: &VertexMap) -> [usize; 3] {
    let mut counts = [0; 3];
    for number in map.values() {
        let place = match number {
            _ if number <= 0.0 => 0,
            _ if number < 1.0 => 1,
            _ => 2,
        };
        counts[place] += 1;
    }
    counts
}

pub(super) fn merge_influences(meshes: &[MeshReport]) -> InfluenceReport {
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
