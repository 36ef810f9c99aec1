//! Meshes: a primitive for each material, vertices parted where normals or texture coordinates are.

use std::collections::HashMap;

use character::{AuthoredMesh, AuthoredPrimitive, AuthoredScene, MorphedPrimitive};
use glam::{Vec2, Vec3};
use rig::{Influences, InfluencesBuilder};
use ufbx::{Face, Mesh, Node, Scene};

use super::morphs::Targets;
use super::nodes::{Nodes, f32_of, vec3};
use super::skins::Bound;
use super::{Budget, Notes};

/// Bytes of a vertex with normal, coordinates, four influences and indices; and of its displacement by a morph target.
const VERTEX: usize = 80;
const DISPLACEMENT: usize = 24;

/// A node with morph targets, and where their channels stand in the file.
pub(super) struct MorphedNode {
    pub(super) node: usize,
    pub(super) channels: Vec<u32>,
    /// Weights where nothing moves them.
    pub(super) weights: Vec<f32>,
}

/// Adds all meshes at their nodes; an instance that a skin moves is a mesh of its own, since it is bound at its node.
pub(super) fn add(
    authored: &mut AuthoredScene,
    scene: &Scene,
    nodes: &Nodes,
    budget: &mut Budget,
    notes: &mut Notes,
) -> Vec<MorphedNode> {
    let mut morphed = Vec::new();
    // The same mesh with the same materials is there once.
    let mut known: HashMap<(u32, Vec<u32>), usize> = HashMap::new();
    for node in &scene.nodes {
        let (Some(mesh), Some(place)) = (node.mesh.as_ref(), nodes.place(node)) else {
            continue;
        };
        let mesh: &Mesh = mesh;
        let bound = Bound::of(mesh, node, nodes, notes);
        let materials = (&node.materials).into_iter();
        let materials = materials.map(|material| material.element.element_id);
        let key = (mesh.element.element_id, materials.collect());
        let same = known.get(&key).copied();
        let targets = Targets::of(mesh, notes);
        let channels = (targets.channels.clone(), targets.weights.clone());
        let number = match same.filter(|_| bound.is_none()) {
            Some(same) => same,
            None => {
                // Corners at most, with all that a vertex has, and its displacements.
                let vertex = VERTEX + DISPLACEMENT * channels.0.len();
                if !budget.takes(mesh.num_indices.saturating_mul(vertex), "meshes", notes) {
                    continue;
                }
                let Some((made, skin)) = describe(scene, node, mesh, (bound, targets), notes)
                else {
                    continue;
                };
                if let (Some(skin), Some(at)) = (skin, authored.nodes.get_mut(place)) {
                    at.skin = Some(authored.skins.len());
                    authored.skins.push(skin);
                }
                authored.meshes.push(made);
                authored.meshes.len() - 1
            }
        };
        known.insert(key, number);
        if let Some(at) = authored.nodes.get_mut(place) {
            at.mesh = Some(number);
        }
        let (channels, weights) = channels;
        if !channels.is_empty() {
            morphed.push(MorphedNode {
                node: place,
                channels,
                weights,
            });
        }
    }
    morphed
}

type Made = (AuthoredMesh, Option<character::AuthoredSkin>);

fn describe(
    scene: &Scene,
    node: &Node,
    mesh: &Mesh,
    (bound, targets): (Option<Bound<'_>>, Targets<'_>),
    notes: &mut Notes,
) -> Option<Made> {
    let mut parts = Parts::of(mesh, node, scene, notes);
    let mut uses_own = false;
    let mut primitives = Vec::new();
    for part in &mut parts.list {
        let vertices = &part.vertices;
        if let Some(bound) = &bound {
            let (influences, own) = influences(bound, vertices);
            part.surface.influences = influences;
            uses_own |= own;
        }
        let blend = bound.as_ref().map(|bound| {
            let blend = vertices.iter().map(|&vertex| bound.blend(vertex as usize));
            blend.collect::<Option<Vec<f32>>>().unwrap_or_default()
        });
        primitives.push(MorphedPrimitive {
            surface: std::mem::take(&mut part.surface),
            targets: targets.of_vertices(vertices),
            blend_map: blend.unwrap_or_default(),
            ..MorphedPrimitive::default()
        });
    }
    if primitives.is_empty() {
        return None;
    }
    let own_name: &str = &mesh.element.name;
    let node_name: &str = &node.element.name;
    let name = if own_name.is_empty() {
        node_name
    } else {
        own_name
    };
    let made = AuthoredMesh {
        name: name.to_owned(),
        primitives,
        morphs: targets.names,
        morph_weights: targets.weights,
        skinning: bound.as_ref().and_then(|bound| bound.method),
    };
    Some((made, bound.map(|bound| bound.without_own_joint(uses_own))))
}

/// Rows for vertices, and whether any follows the node itself.
fn influences(bound: &Bound<'_>, vertices: &[u32]) -> (Influences, bool) {
    let mut builder = InfluencesBuilder::new(usize::from(bound.own()) + 1);
    let mut uses_own = false;
    for &vertex in vertices {
        let row = bound.row(vertex as usize);
        uses_own |= row.iter().any(|(slot, _)| *slot == bound.own());
        if builder.vertex(row).is_err() {
            // Slots and weights are checked where rows are made, so this does not come about; a vertex has to have a row.
            uses_own = true;
            let _ = builder.vertex([(bound.own(), 1.0)]);
        }
    }
    (builder.build(), uses_own)
}

/// Triangles of one material.
struct Part {
    surface: AuthoredPrimitive,
    /// By vertex of the primitive, the vertex of the mesh.
    vertices: Vec<u32>,
}

struct Parts {
    list: Vec<Part>,
}

/// What makes two corners one vertex: position, normal and texture coordinate by their places in the file.
type Corner = (u32, u32, u32);

impl Parts {
    fn of(mesh: &Mesh, node: &Node, scene: &Scene, notes: &mut Notes) -> Self {
        let all: Vec<Face> = mesh.faces.iter().copied().collect();
        let of_parts = mesh.material_parts.iter().map(|part| {
            let faces = part.face_indices.iter();
            let faces: Vec<Face> = faces
                .filter_map(|&face| mesh.faces.get(face as usize).copied())
                .collect();
            let material = node.materials.as_ref().get(part.index as usize);
            let material = material.or_else(|| mesh.materials.as_ref().get(part.index as usize));
            let material = material.map(|material| material.element.typed_id as usize);
            (
                faces,
                material.filter(|&material| material < scene.materials.count),
            )
        });
        let mut of_parts: Vec<(Vec<Face>, Option<usize>)> = of_parts.collect();
        if of_parts.is_empty() {
            of_parts.push((all, None));
        }
        let parts = of_parts.into_iter().filter_map(|(faces, material)| {
            let mut part = part(mesh, &faces, notes);
            part.surface.material = material;
            (!part.surface.triangles.is_empty()).then_some(part)
        });
        Self {
            list: parts.collect(),
        }
    }
}

fn part(mesh: &Mesh, faces: &[Face], notes: &mut Notes) -> Part {
    let mut part = Part {
        surface: AuthoredPrimitive::default(),
        vertices: Vec::new(),
    };
    let mut known: HashMap<Corner, u32> = HashMap::new();
    let mut corners = vec![0_u32; mesh.max_face_triangles.saturating_mul(3)];
    for &face in faces {
        if face.num_indices < 3 {
            notes.push("points and lines were left out");
            continue;
        }
        let count = mesh.triangulate_face(&mut corners, face) as usize * 3;
        let triangles = corners.get(..count).unwrap_or(&[]).as_chunks::<3>().0;
        for triangle in triangles {
            let vertices = triangle.map(|index| part.vertex(mesh, &mut known, index as usize));
            if let [Some(a), Some(b), Some(c)] = vertices {
                part.surface.triangles.push([a, b, c]);
            }
        }
    }
    part
}

impl Part {
    /// The vertex of a corner; none where the file has no place for it.
    fn vertex(
        &mut self,
        mesh: &Mesh,
        known: &mut HashMap<Corner, u32>,
        index: usize,
    ) -> Option<u32> {
        let of = |exists: bool, indices: &[u32]| {
            if exists {
                indices.get(index).copied()
            } else {
                Some(u32::MAX)
            }
        };
        let normals = &mesh.vertex_normal;
        let coordinates = &mesh.vertex_uv;
        let vertex = mesh.vertex_indices.get(index).copied()?;
        let corner = (
            vertex,
            of(normals.exists, &normals.indices)?,
            of(coordinates.exists, &coordinates.indices)?,
        );
        if let Some(&number) = known.get(&corner) {
            return Some(number);
        }
        let finite = |vector: Vec3| {
            if vector.is_finite() {
                vector
            } else {
                Vec3::ZERO
            }
        };
        let number = u32::try_from(self.vertices.len()).ok()?;
        let position = mesh.vertices.get(vertex as usize).map(vec3)?;
        self.surface.positions.push(finite(position));
        if normals.exists {
            let normal = normals
                .values
                .get(corner.1 as usize)
                .map_or(Vec3::ZERO, vec3);
            self.surface
                .normals
                .push(finite(normal).normalize_or(Vec3::Y));
        }
        if coordinates.exists {
            let found = coordinates.values.get(corner.2 as usize);
            let found = found.map_or(Vec2::ZERO, |uv| Vec2::new(f32_of(uv.x), f32_of(uv.y)));
            // Files count from the bottom, glTF from the top.
            let found = Vec2::new(found.x, 1.0 - found.y);
            let found = if found.is_finite() { found } else { Vec2::ZERO };
            self.surface.tex_coords.push(found);
        }
        self.vertices.push(vertex);
        known.insert(corner, number);
        Some(number)
    }
}
