//! Writes a generator's shape as the bytes of a GLB: rounding, normals, triangles, one primitive per paint.
//!
//! Every number is rounded before it is written: functions such as sine differ in their last bit from one platform to
//! the next, and the bytes of the files must not.

use character::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredMaterial, AuthoredMesh, AuthoredNode,
    AuthoredPrimitive, AuthoredScene, AuthoredSkin, MorphedPrimitive, PicturedMaterial, SceneClip,
    write_glb, write_scene_glb,
};
use glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3, Quat, Vec3, Vec4};
use rig::{
    Channel, Influences, InfluencesBuilder, Interpolation, JointIndex, JointTrack, Keyed, Track,
    Trs,
};

use super::dressed::{Garment, garments};
use super::shape::{Joint, Motion, Shape};
use super::surface::Surface;

/// Steps per meter, and per unit of normals and quaternions, to which numbers are rounded.
const STEPS_PER_UNIT: f64 = 1e5;
/// Weights are multiples of 2⁻¹⁶, which f32 holds exactly: rows that sum to one do so without rounding.
const WEIGHT_STEPS: f64 = 65_536.0;
/// Influences per vertex that most engines take.
const MOST_INFLUENCES: usize = 4;

/// The bytes of a GLB with the surface alone, without joints and skin, to try rigging on.
pub(super) fn bare_glb(shape: &Shape, name: &str) -> Result<Vec<u8>, String> {
    let normals = normals(&shape.surface);
    let bare = (0..shape.paints.len()).map(|paint| {
        let whole = primitive(shape, &normals, paint)?;
        Ok(AuthoredPrimitive {
            influences: Influences::default(),
            ..whole
        })
    });
    let authored = Authored {
        name: name.to_owned(),
        primitives: bare.collect::<Result<Vec<_>, String>>()?,
        materials: materials(shape),
        ..Authored::default()
    };
    write_glb(&authored).map_err(|error| error.to_string())
}

/// The bytes of the character's GLB.
pub(super) fn glb(shape: &Shape) -> Result<Vec<u8>, String> {
    let normals = normals(&shape.surface);
    let primitives: Result<Vec<_>, String> = (0..shape.paints.len())
        .map(|paint| primitive(shape, &normals, paint))
        .collect();
    let clips: Result<Vec<_>, String> = shape
        .motions
        .iter()
        .map(|motion| clip(shape, motion))
        .collect();
    let authored = Authored {
        name: shape.name.to_owned(),
        joints: joints(&shape.joints),
        primitives: primitives?,
        materials: materials(shape),
        clips: clips?,
    };
    write_glb(&authored).map_err(|error| error.to_string())
}

/// The bytes of a GLB with clothes over the figure, each a mesh of its own that the same joints move.
pub(super) fn dressed_glb(shape: &Shape) -> Result<Vec<u8>, String> {
    let clothes = garments(&shape.surface, &shape.paints);
    let body = body_mesh(shape)?;
    let mut meshes = vec![body];
    for (number, garment) in clothes.iter().enumerate() {
        meshes.push(garment_mesh(shape, garment, shape.paints.len() + number)?);
    }
    let joints = joints(&shape.joints);
    let clips: Result<Vec<_>, String> = shape
        .motions
        .iter()
        .map(|motion| clip(shape, motion))
        .collect();
    let scene = AuthoredScene {
        nodes: nodes(&joints, &meshes),
        skins: vec![AuthoredSkin {
            joints: (0..joints.len()).collect(),
            joint_from_bind: binds(&joints),
        }],
        meshes,
        materials: dressed_materials(shape, &clothes),
        images: Vec::new(),
        clips: clips?
            .into_iter()
            .map(|joints| SceneClip {
                joints,
                weights: Vec::new(),
            })
            .collect(),
    };
    write_scene_glb(&scene).map_err(|error| error.to_string())
}

fn body_mesh(shape: &Shape) -> Result<AuthoredMesh, String> {
    let normals = normals(&shape.surface);
    let primitives = (0..shape.paints.len()).map(|paint| primitive(shape, &normals, paint));
    Ok(mesh(
        "body",
        primitives.collect::<Result<Vec<_>, String>>()?,
    ))
}

/// A garment as a mesh, with this material.
fn garment_mesh(shape: &Shape, garment: &Garment, material: usize) -> Result<AuthoredMesh, String> {
    let alone = Shape {
        name: garment.name,
        joints: shape.joints.clone(),
        surface: garment.surface.clone(),
        paints: vec![garment.paint.clone()],
        motions: Vec::new(),
    };
    let whole = primitive(&alone, &normals(&alone.surface), 0)?;
    let whole = AuthoredPrimitive {
        material: Some(material),
        ..whole
    };
    Ok(mesh(garment.name, vec![whole]))
}

fn mesh(name: &str, primitives: Vec<AuthoredPrimitive>) -> AuthoredMesh {
    let primitives = primitives.into_iter().map(|surface| MorphedPrimitive {
        surface,
        ..MorphedPrimitive::default()
    });
    AuthoredMesh {
        name: name.to_owned(),
        primitives: primitives.collect(),
        ..AuthoredMesh::default()
    }
}

/// The joints, then a node for each mesh.
fn nodes(joints: &[AuthoredJoint], meshes: &[AuthoredMesh]) -> Vec<AuthoredNode> {
    let of_joints = joints.iter().map(|joint| AuthoredNode {
        name: joint.name.clone(),
        parent: joint.parent,
        local: joint.local,
        ..AuthoredNode::default()
    });
    let of_meshes = meshes
        .iter()
        .enumerate()
        .map(|(number, mesh)| AuthoredNode {
            name: mesh.name.clone(),
            mesh: Some(number),
            skin: Some(0),
            ..AuthoredNode::default()
        });
    of_joints.chain(of_meshes).collect()
}

/// From the model at rest to each joint, in double precision until the end.
fn binds(joints: &[AuthoredJoint]) -> Vec<Affine3A> {
    let mut model_from_joint: Vec<DAffine3> = Vec::with_capacity(joints.len());
    for joint in joints {
        let Trs {
            translation,
            rotation,
            scale,
        } = joint.local;
        let local = DAffine3::from_scale_rotation_translation(
            scale.as_dvec3(),
            // As readers normalize it, so that joints are bound where they rest.
            rotation.as_dquat().normalize(),
            translation.as_dvec3(),
        );
        let parent = joint.parent.map(|parent| model_from_joint[parent]);
        model_from_joint.push(parent.unwrap_or(DAffine3::IDENTITY) * local);
    }
    let frames = model_from_joint.iter();
    frames
        .map(|frame| Affine3A::from_mat4(DMat4::from(frame.inverse()).as_mat4()))
        .collect()
}

/// Those of the body, then one for each garment, whose inner side is seen too.
fn dressed_materials(shape: &Shape, clothes: &[Garment]) -> Vec<PicturedMaterial> {
    let of_clothes = clothes.iter().map(|garment| AuthoredMaterial {
        name: garment.paint.name.to_owned(),
        base_color: Vec4::from_array(garment.paint.base_color),
        double_sided: true,
    });
    let all = materials(shape).into_iter().chain(of_clothes);
    all.map(|plain| PicturedMaterial { plain, image: None })
        .collect()
}

fn materials(shape: &Shape) -> Vec<AuthoredMaterial> {
    let authored = shape.paints.iter().map(|paint| AuthoredMaterial {
        name: paint.name.to_owned(),
        base_color: Vec4::from_array(paint.base_color),
        double_sided: false,
    });
    authored.collect()
}

fn joints(joints: &[Joint]) -> Vec<AuthoredJoint> {
    let authored = joints.iter().map(|joint| {
        let (parent_from_model, head) = match joint.parent {
            Some(parent) => {
                let parent = &joints[parent];
                (parent.rotation.inverse(), joint.head - parent.head)
            }
            None => (DQuat::IDENTITY, joint.head),
        };
        AuthoredJoint {
            name: joint.name.clone(),
            parent: joint.parent,
            local: Trs {
                translation: rounded_vector(parent_from_model * head),
                rotation: rounded_rotation(parent_from_model * joint.rotation),
                scale: Vec3::ONE,
            },
        }
    });
    authored.collect()
}

/// The quads of one paint, each cut along its shorter diagonal, its triangles, and the vertices they use.
fn primitive(shape: &Shape, normals: &[DVec3], paint: usize) -> Result<AuthoredPrimitive, String> {
    let surface = &shape.surface;
    let mut primitive = AuthoredPrimitive {
        material: Some(paint),
        ..AuthoredPrimitive::default()
    };
    let mut used = UsedVertices::of(surface);
    let painted = surface.quads.iter().zip(&surface.paints);
    for (quad, _) in painted.filter(|&(_, &used)| used == paint) {
        let corners = quad.map(|vertex| used.place(vertex));
        primitive
            .triangles
            .extend(split_quad(surface, quad, corners));
    }
    let painted = surface.triangles.iter().zip(&surface.triangle_paints);
    for (corners, _) in painted.filter(|&(_, &used)| used == paint) {
        primitive
            .triangles
            .push(corners.map(|vertex| used.place(vertex)));
    }
    let used = used.vertices;
    for &vertex in &used {
        primitive
            .positions
            .push(rounded_vector(surface.points[vertex].position));
        primitive.normals.push(rounded_vector(normals[vertex]));
    }
    primitive.influences = influences(surface, &used, shape.joints.len())?;
    Ok(primitive)
}

/// The vertices of a surface that one primitive uses, in the order of their first use.
struct UsedVertices {
    vertices: Vec<usize>,
    places: Vec<Option<u32>>,
}

impl UsedVertices {
    fn of(surface: &Surface) -> Self {
        Self {
            vertices: Vec::new(),
            places: vec![None; surface.points.len()],
        }
    }

    fn place(&mut self, vertex: usize) -> u32 {
        if self.places[vertex].is_none() {
            self.places[vertex] = u32::try_from(self.vertices.len()).ok();
            self.vertices.push(vertex);
        }
        self.places[vertex].unwrap_or_default()
    }
}

fn split_quad(surface: &Surface, quad: &[usize; 4], [a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    // Compares the rounded positions of the file: the cut must not depend on the platform.
    let corner = |k: usize| rounded_vector(surface.points[quad[k]].position);
    // The shorter diagonal bends the surface less.
    if corner(0).distance_squared(corner(2)) <= corner(1).distance_squared(corner(3)) {
        [[a, b, c], [a, c, d]]
    } else {
        [[a, b, d], [b, c, d]]
    }
}

/// Vertex normals. For quads, the sum of the cross products of their diagonals around a vertex; for triangles, Max's
/// weights, which are exact on a sphere.
pub(super) fn normals(surface: &Surface) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; surface.points.len()];
    for quad in &surface.quads {
        let [a, b, c, d] = quad.map(|vertex| surface.points[vertex].position);
        let twice_area = (c - a).cross(d - b);
        for &vertex in quad {
            normals[vertex] += twice_area;
        }
    }
    for corners in &surface.triangles {
        let [a, b, c] = corners.map(|vertex| surface.points[vertex].position);
        for (vertex, [from, to]) in corners.iter().zip([[c, b], [a, c], [b, a]]) {
            let [u, v] = [from, to].map(|other| other - surface.points[*vertex].position);
            // Max 1999, "Weights for computing vertex normals from facet normals".
            // Subtracted, as `u` is the corner before and `v` the one after: their product points inwards.
            normals[*vertex] -= u.cross(v) / (u.length_squared() * v.length_squared());
        }
    }
    normals
        .iter()
        .map(|sum| sum.normalize_or(DVec3::Y))
        .collect()
}

fn influences(surface: &Surface, used: &[usize], joint_count: usize) -> Result<Influences, String> {
    let mut builder = InfluencesBuilder::new(joint_count);
    for &vertex in used {
        let row = rounded_weights(&surface.points[vertex].weights);
        builder.vertex(row).map_err(|error| error.to_string())?;
    }
    Ok(builder.build())
}

/// The largest weights, greatest first, as multiples of a step; the greatest takes the rounding error of all.
fn rounded_weights(weights: &[f64]) -> Vec<(u16, f32)> {
    let mut row: Vec<(u16, f64)> = (0..).zip(weights.iter().copied()).collect();
    // A stable sort: of equal weights the earlier joint stays first on every platform.
    row.sort_by(|a, b| b.1.total_cmp(&a.1));
    row.truncate(MOST_INFLUENCES);
    let sum: f64 = row.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut row {
        *weight = (*weight / sum * WEIGHT_STEPS).round() / WEIGHT_STEPS;
    }
    // Exact in f32 and f64, for all are multiples of 2⁻¹⁶.
    let others: f64 = row.iter().skip(1).map(|(_, weight)| weight).sum();
    if let Some((_, greatest)) = row.first_mut() {
        *greatest = 1.0 - others;
    }
    row.into_iter()
        .filter(|&(_, weight)| 0.0 < weight)
        .map(|(joint, weight)| (joint, single(weight)))
        .collect()
}

/// Converts a motion: the file's tracks hold rotations and places in the parent, the shape's are relative to rest.
fn clip(shape: &Shape, motion: &Motion) -> Result<AuthoredClip, String> {
    let rest = joints(&shape.joints);
    let mut tracks = Vec::with_capacity(motion.turnings.len());
    for turning in &motion.turnings {
        let at_rest = rest[turning.joint].local.rotation.as_dquat();
        let turned = |&turn: &DQuat| rounded_rotation(at_rest * turn);
        let keys = keys(
            &turning.times,
            turning.rotations.iter().map(turned).collect(),
        )?;
        tracks.push(track(turning.joint, Channel::Rotation(keys))?);
    }
    for stretching in &motion.stretchings {
        let factors = stretching
            .factors
            .iter()
            .copied()
            .map(rounded_vector)
            .collect();
        let keys = keys(&stretching.times, factors)?;
        tracks.push(track(stretching.joint, Channel::Scale(keys))?);
    }
    for shift in &motion.shifts {
        let at_rest = rest[shift.joint].local.translation.as_dvec3();
        let places = shift
            .offsets
            .iter()
            .map(|&offset| rounded_vector(at_rest + offset));
        let keys = keys(&shift.times, places.collect())?;
        tracks.push(track(shift.joint, Channel::Translation(keys))?);
    }
    Ok(AuthoredClip {
        name: motion.name.to_owned(),
        tracks,
    })
}

fn keys<T: Keyed>(times: &[f64], values: Vec<T>) -> Result<Track<T>, String> {
    let times: Vec<f32> = times.iter().map(|&time| single(time)).collect();
    Track::new(times, values, Interpolation::Linear).map_err(|error| error.to_string())
}

fn track(joint: usize, channel: Channel) -> Result<JointTrack, String> {
    let joint = u16::try_from(joint).map_err(|error| error.to_string())?;
    Ok(JointTrack {
        joint: JointIndex(joint),
        channel,
    })
}

fn rounded_vector(vector: DVec3) -> Vec3 {
    (vector * STEPS_PER_UNIT).round().as_vec3() / 1e5
}

/// A place as the file has it.
pub(super) fn rounded(place: DVec3) -> DVec3 {
    rounded_vector(place).as_dvec3()
}

fn rounded_rotation(rotation: DQuat) -> Quat {
    let [x, y, z, w] = rotation.to_array();
    Quat::from_array(
        [x, y, z, w].map(|part| single((part * STEPS_PER_UNIT).round() / STEPS_PER_UNIT)),
    )
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "numbers of a character in meters and seconds lose digits, never size"
)]
fn single(number: f64) -> f32 {
    number as f32
}
