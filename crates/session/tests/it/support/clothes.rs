//! A body and its clothes: tubes around a chain of upright joints, each a mesh of its own, moved by one skin.

use std::path::{Path, PathBuf};

use character::{Authored, AuthoredJoint, AuthoredPrimitive, write_glb};
use glam::Vec3;
use rig::{InfluencesBuilder, Trs};
use serde_json::{Value, json};
use testkit::glb::edit_glb;

const ACROSS: u16 = 12;

/// One mesh.
#[derive(Clone, Copy)]
pub(crate) struct Tube {
    pub(crate) name: &'static str,
    pub(crate) radius: f32,
    /// Its ends.
    pub(crate) from: f32,
    pub(crate) to: f32,
    /// Joints and weights by height.
    pub(crate) row: fn(f32) -> Vec<(u16, f32)>,
}

/// The second of two joints takes over between half the height and the whole.
pub(crate) fn bent(height: f32) -> Vec<(u16, f32)> {
    let high = (height - 0.5).clamp(0.0, 1.0);
    vec![(0, 1.0 - high), (1, high)]
}

/// The first joint alone.
pub(crate) fn stiff(_height: f32) -> Vec<(u16, f32)> {
    vec![(0, 1.0)]
}

pub(crate) const BODY: Tube = Tube {
    name: "body",
    radius: 0.2,
    from: 0.0,
    to: 2.0,
    row: bent,
};

pub(crate) const SHIRT: Tube = Tube {
    name: "shirt",
    radius: 0.22,
    from: 0.4,
    to: 1.6,
    row: stiff,
};

/// Where the rings of a tube are.
pub(crate) fn heights(tube: &Tube) -> Vec<f32> {
    let rings = ((tube.to - tube.from) / 0.1).round();
    let mut heights = Vec::new();
    let mut ring = 0.0;
    while ring <= rings {
        heights.push(tube.from + (tube.to - tube.from) * ring / rings);
        ring += 1.0;
    }
    heights
}

fn primitive(tube: &Tube, joints: usize, scale: f32) -> AuthoredPrimitive {
    let mut made = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(joints);
    for height in heights(tube) {
        for column in 0..ACROSS {
            let angle = std::f32::consts::TAU * f32::from(column) / f32::from(ACROSS);
            let (sin, cos) = angle.sin_cos();
            let place = Vec3::new(tube.radius * cos, height, tube.radius * sin);
            made.positions.push(scale * place);
            influences.vertex((tube.row)(height)).unwrap();
        }
    }
    let across = u32::from(ACROSS);
    let rings = u32::try_from(made.positions.len()).unwrap() / across;
    for ring in 0..rings - 1 {
        for column in 0..across {
            let next = (column + 1) % across;
            let [a, b] = [ring * across + column, ring * across + next];
            let [c, d] = [a + across, b + across];
            made.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    made.influences = influences.build();
    made
}

/// As a .glb, each joint a meter above the one before; `scale` times as large as that.
pub(crate) fn glb(joints: &[&str], tubes: &[Tube], scale: f32) -> Vec<u8> {
    let joint = |(place, name): (usize, &&str)| AuthoredJoint {
        name: (*name).to_owned(),
        parent: place.checked_sub(1),
        local: Trs {
            translation: scale * Vec3::Y * f32::from(u8::from(place > 0)),
            ..Trs::IDENTITY
        },
    };
    let primitives = tubes
        .iter()
        .map(|tube| primitive(tube, joints.len(), scale));
    let authored = Authored {
        name: "wardrobe".to_owned(),
        joints: joints.iter().enumerate().map(joint).collect(),
        primitives: primitives.collect(),
        ..Authored::default()
    };
    edit_glb(&write_glb(&authored).unwrap(), |json| separate(json, tubes))
}

/// Makes a mesh of each primitive.
fn separate(json: &mut Value, tubes: &[Tube]) {
    let primitives = json["meshes"][0]["primitives"].as_array().unwrap().clone();
    let meshes = primitives.iter().zip(tubes);
    let meshes: Vec<Value> = meshes
        .map(|(primitive, tube)| json!({"name": tube.name, "primitives": [primitive]}))
        .collect();
    json["meshes"] = Value::Array(meshes);
    let mut nodes = json["nodes"].as_array().unwrap().clone();
    let stands = nodes.iter().position(|node| node.get("mesh").is_some());
    let stands = stands.unwrap();
    for (mesh, tube) in tubes.iter().enumerate() {
        let mut node = nodes[stands].clone();
        node["mesh"] = json!(mesh);
        node["name"] = json!(tube.name);
        if mesh == 0 {
            nodes[stands] = node;
        } else {
            let scene = json["scenes"][0]["nodes"].as_array_mut().unwrap();
            scene.push(json!(nodes.len()));
            nodes.push(node);
        }
    }
    json["nodes"] = Value::Array(nodes);
}

#[expect(
    clippy::disallowed_methods,
    reason = "a temporary file that nobody misses"
)]
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}
