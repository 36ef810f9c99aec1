//! The JSON part of a character of our own.

use glam::{DAffine3, DMat4, Vec3};
use rig::{Channel, InfluenceRow, Influences, Interpolation, Keyed, Track, Trs};
use serde_json::{Map, Value, json};

use super::authored::{Authored, AuthoredClip, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive};
use super::curves::{WeightKeys, one_kind};
use super::options::JointNumbers;
use super::packer::{Packer, VERTICES};
use crate::json::tree::draft::{Draft, object};
use crate::meshes::influences::MOST_SETS;

macro_rules! sets {
    ($($set:literal)*) => {
        [$((concat!("JOINTS_", $set), concat!("WEIGHTS_", $set))),*]
    };
}

/// The attributes of sets of four influences.
#[rustfmt::skip]
pub(super) const SETS: [(&str, &str); MOST_SETS] = sets![
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
];

/// Packs all numbers and describes them. Members come in a fixed order.
pub(super) fn describe(authored: &Authored, packer: &mut Packer<'_>) -> Value {
    let mut root = Map::new();
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    let asset = json!({ "version": "2.0", "generator": "dualskin" });
    put("asset", asset);
    let (nodes, roots) = describe_nodes(authored);
    put("scene", json!(0));
    put("scenes", json!([{ "nodes": roots }]));
    put("nodes", Value::from(nodes));
    // Empty lists are not valid glTF.
    if !authored.primitives.is_empty() {
        put("meshes", json!([describe_mesh(authored, packer)]));
    }
    if !authored.joints.is_empty() {
        put("skins", json!([describe_skin(&authored.joints, packer)]));
    }
    if !authored.materials.is_empty() {
        let materials = authored.materials.iter().map(describe_material);
        put("materials", materials.collect());
    }
    if !authored.clips.is_empty() {
        let clips = authored.clips.iter();
        let animations = clips.map(|clip| describe_clip(clip, packer)).collect();
        put("animations", animations);
    }
    put_lists(&mut root, packer);
    Value::Object(root)
}

/// What was packed, at the end of all.
pub(super) fn put_lists(root: &mut Map<String, Value>, packer: &mut Packer<'_>) {
    let accessors = std::mem::take(&mut packer.accessors);
    let views = std::mem::take(&mut packer.views);
    let mut put = |key: &str, value: Value| root.insert(key.to_owned(), value);
    // Empty lists are not valid glTF.
    if !accessors.is_empty() {
        put("accessors", json!(accessors));
    }
    if !views.is_empty() {
        put("bufferViews", json!(views));
        put("buffers", json!([{ "byteLength": packer.bytes.len() }]));
    }
}

/// Joints, then the mesh; and which of them have no parent.
fn describe_nodes(authored: &Authored) -> (Vec<Value>, Vec<usize>) {
    let joints = &authored.joints;
    let mut children = vec![Vec::new(); joints.len()];
    let mut roots = Vec::new();
    for (number, joint) in joints.iter().enumerate() {
        match joint.parent.and_then(|parent| children.get_mut(parent)) {
            Some(children) => children.push(number),
            None => roots.push(number),
        }
    }
    let both = joints.iter().zip(&children);
    let mut nodes: Vec<Value> = both
        .map(|(joint, children)| describe_joint(joint, children))
        .collect();
    if !authored.primitives.is_empty() {
        roots.push(nodes.len());
        nodes.push(if joints.is_empty() {
            json!({ "name": authored.name, "mesh": 0 })
        } else {
            json!({ "name": authored.name, "mesh": 0, "skin": 0 })
        });
    }
    (nodes, roots)
}

fn describe_joint(AuthoredJoint { name, local, .. }: &AuthoredJoint, children: &[usize]) -> Value {
    Value::Object(describe_trs(name, local, children))
}

/// A node with what differs from the identity.
pub(super) fn describe_trs(name: &str, local: &Trs, children: &[usize]) -> Map<String, Value> {
    let mut node = Map::new();
    let mut put = |key: &str, value: Value| node.insert(key.to_owned(), value);
    put("name", json!(name));
    if local.translation != Vec3::ZERO {
        put("translation", json!(local.translation.to_array()));
    }
    if local.rotation != glam::Quat::IDENTITY {
        put("rotation", json!(local.rotation.to_array()));
    }
    if local.scale != Vec3::ONE {
        put("scale", json!(local.scale.to_array()));
    }
    if !children.is_empty() {
        put("children", json!(children));
    }
    node
}

pub(super) fn describe_material(material: &AuthoredMaterial) -> Value {
    let blend = if material.base_color.w < 1.0 {
        "BLEND"
    } else {
        "OPAQUE"
    };
    json!({
        "name": material.name,
        "pbrMetallicRoughness": {
            "baseColorFactor": material.base_color.to_array(), "metallicFactor": 0.0, "roughnessFactor": 0.8,
        },
        "alphaMode": blend,
        "doubleSided": material.double_sided,
    })
}

fn describe_mesh(authored: &Authored, packer: &mut Packer<'_>) -> Value {
    let primitives = authored.primitives.iter();
    let primitives: Value = primitives
        .map(|primitive| describe_primitive(primitive, packer))
        .collect();
    json!({ "name": authored.name, "primitives": primitives })
}

fn describe_skin(joints: &[AuthoredJoint], packer: &mut Packer<'_>) -> Value {
    let inverse_binds = packer.floats(&inverse_bind_matrices(joints), None);
    let joints: Value = (0..joints.len()).collect();
    json!({ "joints": joints, "inverseBindMatrices": inverse_binds })
}

pub(super) fn describe_primitive(primitive: &AuthoredPrimitive, packer: &mut Packer<'_>) -> Value {
    let mut attributes = Map::new();
    let mut put =
        |key: &str, accessor: usize| attributes.insert(key.to_owned(), Value::from(accessor));
    let positions: Vec<[f32; 3]> = primitive.positions.iter().map(Vec3::to_array).collect();
    put("POSITION", packer.floats_with_bounds(&positions, VERTICES));
    if !primitive.normals.is_empty() {
        let normals: Vec<[f32; 3]> = primitive.normals.iter().map(Vec3::to_array).collect();
        put("NORMAL", packer.floats(&normals, VERTICES));
    }
    if !primitive.tex_coords.is_empty() {
        let tex_coords: Vec<[f32; 2]> = primitive
            .tex_coords
            .iter()
            .map(glam::Vec2::to_array)
            .collect();
        put("TEXCOORD_0", packer.floats(&tex_coords, VERTICES));
    }
    for set in 0..primitive.influences.max_per_vertex().div_ceil(4) {
        let (joints, weights) = influence_set(&primitive.influences, set);
        put(
            &format!("JOINTS_{set}"),
            packer.joints(&joints, JointNumbers::AsNeeded),
        );
        put(&format!("WEIGHTS_{set}"), packer.floats(&weights, VERTICES));
    }
    let indices = packer.indices(primitive.triangles.as_flattened());
    let mut described = json!({ "attributes": attributes, "indices": indices });
    if let (Some(material), Some(object)) = (primitive.material, described.as_object_mut()) {
        object.insert("material".to_owned(), Value::from(material));
    }
    described
}

/// Influences 4 · set to 4 · set + 3 of every vertex; joint 0 with weight 0 where there are fewer.
pub(super) fn influence_set(influences: &Influences, set: usize) -> (Vec<[u16; 4]>, Vec<[f32; 4]>) {
    let row = |InfluenceRow { joints, weights }: InfluenceRow<'_>| {
        let at = |slot: usize| 4 * set + slot;
        let joints = std::array::from_fn(|slot| joints.get(at(slot)).map_or(0, |joint| joint.0));
        (
            joints,
            std::array::from_fn(|slot| weights.get(at(slot)).copied().unwrap_or(0.0)),
        )
    };
    influences.rows().map(row).unzip()
}

/// Inverses of the joints' frames in the model, in double precision until the end.
fn inverse_bind_matrices(joints: &[AuthoredJoint]) -> Vec<[f32; 16]> {
    let mut model_from_joint: Vec<DAffine3> = Vec::with_capacity(joints.len());
    for joint in joints {
        let Trs {
            translation,
            rotation,
            scale,
        } = joint.local;
        // As readers normalize it, so that joints are bound where they will rest.
        let rotation = rotation.as_dquat().normalize();
        let local = DAffine3::from_scale_rotation_translation(
            scale.as_dvec3(),
            rotation,
            translation.as_dvec3(),
        );
        let parent = joint
            .parent
            .and_then(|parent| model_from_joint.get(parent).copied());
        model_from_joint.push(parent.unwrap_or(DAffine3::IDENTITY) * local);
    }
    let inverse = |frame: &DAffine3| {
        let inverse = DMat4::from(frame.inverse()).as_mat4();
        // A joint of scale zero has no inverse.
        if inverse.is_finite() {
            inverse
        } else {
            glam::Mat4::IDENTITY
        }
    };
    model_from_joint
        .iter()
        .map(|frame| inverse(frame).to_cols_array())
        .collect()
}

pub(super) fn describe_clip(clip: &AuthoredClip, packer: &mut Packer<'_>) -> Value {
    let mut samplers: Vec<Draft<'_>> = Vec::new();
    let mut channels = Vec::new();
    for track in &clip.tracks {
        let Some(path) = AuthoredClip::path(&track.channel) else {
            continue;
        };
        channels.push(json!({ "sampler": samplers.len(), "target": { "node": track.joint.index(), "path": path } }));
        samplers.push(describe_keys_of(&track.channel, packer));
    }
    json!({ "name": clip.name, "channels": channels, "samplers": samplers })
}

/// The sampler of a channel.
pub(super) fn describe_keys_of<'a>(channel: &Channel, packer: &mut Packer<'_>) -> Draft<'a> {
    match &*one_kind(channel) {
        Channel::Translation(keys) | Channel::Scale(keys) | Channel::Shear(keys) => {
            describe_keys(keys, |value| value.to_array(), packer)
        }
        Channel::Rotation(keys) => describe_keys(keys, |value| value.to_array(), packer),
    }
}

/// The sampler of all weights of a mesh.
pub(super) fn describe_weights<'a>(weights: &WeightKeys, packer: &mut Packer<'_>) -> Draft<'a> {
    let single = |numbers: &[f32]| numbers.iter().map(|&number| [number]).collect::<Vec<_>>();
    let times = packer.floats_with_bounds(&single(&weights.times), None);
    let values = packer.floats(&single(&weights.values), None);
    sampler((times, values), weights.interpolation)
}

fn describe_keys<'a, T: Keyed, const N: usize>(
    keys: &Track<T>,
    to_array: impl Fn(&T) -> [f32; N],
    packer: &mut Packer<'_>,
) -> Draft<'a> {
    let times: Vec<[f32; 1]> = keys.times().iter().map(|&time| [time]).collect();
    let values: Vec<[f32; N]> = keys.values().iter().map(to_array).collect();
    let times = packer.floats_with_bounds(&times, None);
    let values = packer.floats(&values, None);
    sampler((times, values), keys.interpolation())
}

fn sampler<'a>((times, values): (usize, usize), interpolation: Interpolation) -> Draft<'a> {
    object([
        ("input", times.into()),
        ("output", values.into()),
        ("interpolation", name_of(interpolation).into()),
    ])
}

const fn name_of(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::CubicSpline => "CUBICSPLINE",
    }
}
