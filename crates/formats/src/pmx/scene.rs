//! From a file's model to a scene: meters, right-handed, a primitive for each material.

use std::collections::HashMap;

use character::{
    AuthoredMaterial, AuthoredMesh, AuthoredNode, AuthoredPrimitive, AuthoredScene, AuthoredSkin,
    AuthoredVectors, MeshSkinning, MorphedPrimitive, PicturedMaterial,
};
use glam::{Affine3A, Vec2, Vec3, Vec4};
use rig::{InfluencesBuilder, MAX_JOINTS, Method, Trs};

use super::bytes::Refused;
use super::model::{Model, PmxBone};
use super::pictures::Pictures;
use super::vertices::{DeformKind, PmxVertex, SphericalCenter};
use crate::format::SideFile;

/// Meters of a unit.
const METERS: f32 = 0.08;

/// Bytes of a vertex as it is written, with the vectors of spherical deform.
const VERTEX: usize = 120;

/// Attributes of vertices with spherical deform, in the mesh's space: C, R0 and R1. All three are one place, the vertex itself, where it has
/// none.
const CENTERS: [&str; 3] = ["_SDEF_C", "_SDEF_R0", "_SDEF_R1"];

/// What moves all parts.
#[derive(Clone, Copy, Debug)]
struct PmxSkin {
    n_joints: usize,
    /// Whether a vertex of any part is not blended linearly.
    is_bent: bool,
}

/// A place of the file in meters, right-handed.
fn place(of: Vec3) -> Vec3 {
    Vec3::new(of.x, of.y, -of.z) * METERS
}

pub(super) fn describe(
    model: &Model,
    side: &SideFile<'_>,
    notes: &mut Vec<String>,
) -> Result<AuthoredScene, Refused> {
    let mut scene = AuthoredScene::default();
    let joints = add_bones(&mut scene, &model.bones)?;
    add_materials(&mut scene, model, side, notes);
    let bends = |vertex: &PmxVertex| vertex.deform.kind != DeformKind::Linear;
    let skin = PmxSkin {
        n_joints: joints.len(),
        is_bent: model.vertices.iter().any(bends) && !joints.is_empty(),
    };
    let primitives = primitives(model, skin, notes)?;
    let mut node = AuthoredNode {
        name: model.name.clone(),
        ..AuthoredNode::default()
    };
    if !joints.is_empty() {
        let bind = |bone: &PmxBone| Affine3A::from_translation(-place(bone.position));
        node.skin = Some(0);
        scene.skins.push(AuthoredSkin {
            joint_from_bind: model.bones.iter().map(bind).collect(),
            joints,
        });
    }
    if !primitives.is_empty() {
        node.mesh = Some(0);
        scene.meshes.push(AuthoredMesh {
            name: model.name.clone(),
            primitives,
            // Of SDEF and QDEF vertices; all others have a blend map of 0, which is linear blending.
            skinning: skin.is_bent.then_some(MeshSkinning {
                method: Method::TWO_PHASE,
                signs: None,
            }),
            ..AuthoredMesh::default()
        });
    }
    if node.mesh.is_some() || scene.nodes.is_empty() {
        scene.nodes.push(node);
    }
    Ok(scene)
}

/// Adds a node for each bone, parents first; gives the node of each.
fn add_bones(scene: &mut AuthoredScene, bones: &[PmxBone]) -> Result<Vec<usize>, Refused> {
    // The mesh has a node of its own beside them.
    if bones.len() >= MAX_JOINTS {
        return Err(format!(
            "there are {} bones, of {MAX_JOINTS} at most; take some out",
            bones.len()
        ));
    }
    let mut nodes: Vec<Option<usize>> = vec![None; bones.len()];
    for first in 0..bones.len() {
        // Up to the first that is there, then down again.
        let mut chain = Vec::new();
        let mut next = Some(first);
        while let Some(bone) = next.filter(|&bone| nodes.get(bone) == Some(&None)) {
            if chain.len() > bones.len() {
                return Err(format!(
                    "bone {first} is above itself; give it another parent"
                ));
            }
            chain.push(bone);
            next = bones.get(bone).and_then(|bone| bone.parent);
        }
        for bone in chain.into_iter().rev() {
            let (Some(own), Some(slot)) = (bones.get(bone), nodes.get(bone)) else {
                continue;
            };
            // Once more in a chain that came back to itself, which was refused.
            if slot.is_some() {
                continue;
            }
            let parent = own.parent.and_then(|parent| bones.get(parent));
            let from = parent.map_or(Vec3::ZERO, |parent| place(parent.position));
            scene.nodes.push(AuthoredNode {
                name: own.name.clone(),
                parent: own.parent.and_then(|parent| nodes.get(parent).copied()?),
                local: Trs {
                    translation: place(own.position) - from,
                    ..Trs::IDENTITY
                },
                ..AuthoredNode::default()
            });
            if let Some(slot) = nodes.get_mut(bone) {
                *slot = Some(scene.nodes.len() - 1);
            }
        }
    }
    Ok(nodes.into_iter().flatten().collect())
}

fn add_materials(
    scene: &mut AuthoredScene,
    model: &Model,
    side: &SideFile<'_>,
    notes: &mut Vec<String>,
) {
    let mut pictures = Pictures::default();
    let mut n_beyond = 0;
    for material in &model.materials {
        let name = material.picture.and_then(|place| model.pictures.get(place));
        n_beyond += usize::from(material.picture.is_some() && name.is_none());
        let image = name.and_then(|name| pictures.place(name, side, notes));
        let color = if material.diffuse.is_finite() {
            material.diffuse.clamp(Vec4::ZERO, Vec4::ONE)
        } else {
            Vec4::ONE
        };
        scene.materials.push(PicturedMaterial {
            plain: AuthoredMaterial {
                name: material.name.clone(),
                // Diffuse is light beside ambient here: a picture is shown as it is.
                base_color: if image.is_some() {
                    Vec4::ONE.with_w(color.w)
                } else {
                    color
                },
                double_sided: material.is_double_sided,
            },
            image,
        });
    }
    scene.images = pictures.finished(notes);
    if n_beyond > 0 {
        notes.push(format!(
            "{n_beyond} materials name a picture that is not in the list"
        ));
    }
}

/// A primitive for each material, and one for triangles behind those of the last.
fn primitives(
    model: &Model,
    skin: PmxSkin,
    notes: &mut Vec<String>,
) -> Result<Vec<MorphedPrimitive>, Refused> {
    let mut room = model.memory() / VERTEX;
    let mut left = model.triangles.as_slice();
    let mut primitives = Vec::new();
    let mut unbound = 0;
    let own = model.materials.iter().enumerate();
    let own = own.map(|(number, material)| (Some(number), material.n_triangles));
    let asked = model.materials.iter().map(|material| material.n_triangles);
    let asked = asked.fold(0, usize::saturating_add);
    if !model.materials.is_empty() && asked != left.len() {
        notes.push(format!(
            "materials have {asked} triangles, and the file {}: those without a material are plain",
            left.len()
        ));
    }
    for (material, count) in own.chain([(None, usize::MAX)]) {
        let (triangles, rest) = left.split_at(count.min(left.len()));
        left = rest;
        if triangles.is_empty() {
            continue;
        }
        let mut part = Part::default();
        part.surface.material = material;
        for corners in triangles {
            // The mirror turns them around.
            let [a, b, c] = corners.map(|vertex| part.vertex(model, vertex));
            part.surface.triangles.push([a, c, b]);
        }
        // Short indices may name a vertex once for each material, which takes more than the file has.
        room = room.checked_sub(part.vertices.len()).ok_or_else(|| {
            "materials share more vertices than there is memory for; export the file anew"
                .to_owned()
        })?;
        primitives.push(part.finished(model, skin, &mut unbound));
    }
    if unbound > 0 {
        notes.push(format!(
            "{unbound} vertices that no bone moves follow the first bone"
        ));
    }
    Ok(primitives)
}

/// Triangles of one material with the vertices that they have.
#[derive(Default)]
struct Part {
    surface: AuthoredPrimitive,
    /// By vertex of the file that of the part.
    known: HashMap<u32, u32>,
    /// By vertex of the part that of the file.
    vertices: Vec<u32>,
}

impl Part {
    fn vertex(&mut self, model: &Model, vertex: u32) -> u32 {
        let next = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(vertex).or_insert(next);
        if number == next
            && let Some(own) = model.vertices.get(vertex as usize)
        {
            self.vertices.push(vertex);
            let normal = Vec3::new(own.normal.x, own.normal.y, -own.normal.z);
            let normal = if normal.is_finite() { normal } else { Vec3::Y };
            let coordinate = own.tex_coord;
            self.surface.positions.push(place(own.position));
            self.surface.normals.push(normal.normalize_or(Vec3::Y));
            self.surface.tex_coords.push(if coordinate.is_finite() {
                coordinate
            } else {
                Vec2::ZERO
            });
        }
        number
    }

    fn finished(mut self, model: &Model, skin: PmxSkin, unbound: &mut usize) -> MorphedPrimitive {
        let vertices = self.vertices.iter();
        let vertices = vertices.filter_map(|&vertex| model.vertices.get(vertex as usize));
        let vertices: Vec<&PmxVertex> = vertices.collect();
        let mut made = MorphedPrimitive::default();
        if skin.n_joints > 0 {
            let mut rows = InfluencesBuilder::new(skin.n_joints);
            let bound = vertices.iter().map(|vertex| add_row(vertex, &mut rows));
            *unbound += bound.filter(|is_bound| !is_bound).count();
            self.surface.influences = rows.build();
            if skin.is_bent {
                let bends = |vertex: &&PmxVertex| vertex.deform.kind != DeformKind::Linear;
                let blend = |vertex: &&PmxVertex| f32::from(u8::from(bends(vertex)));
                made.blend_map = vertices.iter().map(blend).collect();
            }
        }
        made.vectors = centers(&vertices);
        made.surface = self.surface;
        made
    }
}

/// Whether a vertex has weights of its own: one without follows the first joint.
fn add_row(vertex: &PmxVertex, rows: &mut InfluencesBuilder) -> bool {
    let row = vertex.deform.row.iter().filter_map(|of| {
        let is_weight = of.weight.is_finite() && of.weight > 0.0;
        let slot = u16::try_from(of.bone).ok()?;
        is_weight.then_some((slot, of.weight))
    });
    let is_bound = rows.vertex(row).is_ok();
    if !is_bound {
        // One joint of whole weight, which is always a row.
        let _ = rows.vertex([(0_u16, 1.0)]);
    }
    is_bound
}

/// The attributes of spherical deform, where a vertex has it.
fn centers(vertices: &[&PmxVertex]) -> Vec<AuthoredVectors> {
    let center = |vertex: &PmxVertex| match vertex.deform.kind {
        DeformKind::Spherical(SphericalCenter { center, sides }) => [center, sides[0], sides[1]],
        DeformKind::Linear | DeformKind::DualQuaternion => [vertex.position; 3],
    };
    let is_spherical = |vertex: &&PmxVertex| matches!(vertex.deform.kind, DeformKind::Spherical(_));
    if !vertices.iter().any(is_spherical) {
        return Vec::new();
    }
    let vectors = CENTERS.iter().enumerate().map(|(number, name)| {
        let values = vertices.iter().copied().map(|vertex| {
            let of = center(vertex).get(number).copied().unwrap_or_default();
            place(if of.is_finite() { of } else { vertex.position })
        });
        AuthoredVectors {
            name: (*name).to_owned(),
            values: values.collect(),
        }
    });
    vectors.collect()
}
