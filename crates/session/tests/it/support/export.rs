//! A character as another program exports it: a tube around a chain of joints, in any order and fineness.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use character::Character;
use glam::Vec3;
use serde_json::{Value, json};

/// A joint of the export, at a height on the axis.
#[derive(Clone, Debug)]
pub(crate) struct ExportJoint {
    pub(crate) name: &'static str,
    pub(crate) parent: Option<&'static str>,
    pub(crate) height: f32,
}

/// A mesh: the tube between two heights.
#[derive(Clone, Debug)]
pub(crate) struct ExportMesh {
    pub(crate) name: &'static str,
    pub(crate) heights: [f32; 2],
    pub(crate) rings: usize,
}

/// A clip that turns one joint: seconds and degrees.
#[derive(Clone, Debug)]
pub(crate) struct ExportClip {
    pub(crate) name: &'static str,
    pub(crate) joint: &'static str,
    pub(crate) keys: Vec<[f32; 2]>,
}

#[derive(Clone, Debug)]
pub(crate) struct Export {
    pub(crate) joints: Vec<ExportJoint>,
    pub(crate) meshes: Vec<ExportMesh>,
    pub(crate) clips: Vec<ExportClip>,
    /// Shuffles the vertices where it is not zero.
    pub(crate) seed: u64,
    /// Whether meshes and joints are listed from the last to the first.
    pub(crate) is_reversed: bool,
    /// Vertices around the tube, the first one twice, as at a seam.
    pub(crate) around: usize,
    pub(crate) radius: f32,
    /// Weight that the file moves from the nearer joint to the farther one.
    pub(crate) softer: f32,
    /// Joints that the skin does not list.
    pub(crate) unlisted: Vec<&'static str>,
}

impl Default for Export {
    fn default() -> Self {
        let joint = |name, parent, height| ExportJoint {
            name,
            parent,
            height,
        };
        Self {
            joints: vec![
                joint("hips", None, 0.0),
                joint("spine", Some("hips"), 1.0),
                joint("chest", Some("spine"), 2.0),
                joint("head", Some("chest"), 3.0),
            ],
            meshes: vec![ExportMesh {
                name: "body",
                heights: [0.0, 4.0],
                rings: 17,
            }],
            clips: Vec::new(),
            seed: 0,
            is_reversed: false,
            around: 7,
            radius: 0.25,
            softer: 0.0,
            unlisted: Vec::new(),
        }
    }
}

impl Export {
    pub(crate) fn joint(&mut self, name: &str) -> &mut ExportJoint {
        let mut joints = self.joints.iter_mut();
        joints.find(|joint| joint.name == name).unwrap()
    }

    pub(crate) fn rename(&mut self, from: &str, to: &'static str) {
        self.joint(from).name = to;
        for joint in &mut self.joints {
            joint.parent = joint
                .parent
                .map(|name| if name == from { to } else { name });
        }
        for clip in &mut self.clips {
            if clip.joint == from {
                clip.joint = to;
            }
        }
    }

    /// The joints as a skin lists them.
    fn listed(&self) -> Vec<&ExportJoint> {
        let mut joints: Vec<&ExportJoint> = self.joints.iter().collect();
        if self.is_reversed {
            joints.reverse();
        }
        joints
    }

    /// The nodes of the joints that the skin lists.
    fn skinned(&self) -> Vec<usize> {
        let listed = self.listed();
        let is_skinned = |node: &usize| !self.unlisted.contains(&listed[*node].name);
        (0..listed.len()).filter(is_skinned).collect()
    }

    /// Slot and weight of the two joints around a height.
    fn row(&self, height: f32) -> [(usize, f32); 2] {
        let nodes = self.listed();
        let skinned = self.skinned().into_iter();
        let listed: Vec<&ExportJoint> = skinned.map(|node| nodes[node]).collect();
        let mut by_height: Vec<usize> = (0..listed.len()).collect();
        by_height.sort_by(|&a, &b| listed[a].height.total_cmp(&listed[b].height));
        let above = by_height.partition_point(|&joint| listed[joint].height <= height);
        let low = by_height[above.saturating_sub(1)];
        let Some(&high) = by_height.get(above) else {
            return [(low, 1.0), (low, 0.0)];
        };
        let [from, to] = [low, high].map(|joint| listed[joint].height);
        let share = (height - from) / (to - from);
        let share = share + self.softer * (0.5 - share);
        [(low, 1.0 - share), (high, share)]
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let listed = self.listed();
        let place = |name: &str| listed.iter().position(|joint| joint.name == name).unwrap();
        let mut nodes: Vec<Value> = listed
            .iter()
            .map(|joint| {
                let above = joint.parent.map_or(0.0, |name| listed[place(name)].height);
                let children: Vec<usize> = (0..listed.len())
                    .filter(|&other| listed[other].parent == Some(joint.name))
                    .collect();
                let mut node =
                    json!({"name": joint.name, "translation": [0.0, joint.height - above, 0.0]});
                if !children.is_empty() {
                    node["children"] = json!(children);
                }
                node
            })
            .collect();
        let skinned = self.skinned();
        let of_skin: Vec<&ExportJoint> = skinned.iter().map(|&node| listed[node]).collect();
        let inverse = inverse_binds(&of_skin);
        let inverse = writer.floats(&inverse, "MAT4", 16);
        let mut scene: Vec<usize> = (0..listed.len())
            .filter(|&joint| listed[joint].parent.is_none())
            .collect();
        let mut meshes = Vec::new();
        for mesh in &self.meshes {
            scene.push(nodes.len());
            nodes.push(json!({"name": mesh.name, "mesh": meshes.len(), "skin": 0}));
            meshes.push(self.mesh(mesh, &mut writer));
        }
        let animations: Vec<Value> = self
            .clips
            .iter()
            .map(|clip| {
                let times: Vec<f32> = clip.keys.iter().map(|key| key[0]).collect();
                let turns: Vec<f32> = clip
                    .keys
                    .iter()
                    .flat_map(|key| glam::Quat::from_rotation_z(key[1].to_radians()).to_array())
                    .collect();
                json!({
                    "name": clip.name,
                    "samplers": [{"input": writer.floats(&times, "SCALAR", 1), "output": writer.floats(&turns, "VEC4", 4)}],
                    "channels": [{"sampler": 0, "target": {"node": place(clip.joint), "path": "rotation"}}],
                })
            })
            .collect();
        let mut root = json!({
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": scene}],
            "nodes": nodes,
            "meshes": meshes,
            "skins": [{"joints": skinned, "inverseBindMatrices": inverse}],
        });
        if !animations.is_empty() {
            root["animations"] = json!(animations);
        }
        writer.finish(root)
    }

    pub(crate) fn character(&self) -> Character {
        character::open_bytes("hero.gltf", &self.bytes()).unwrap()
    }

    fn mesh(&self, mesh: &ExportMesh, writer: &mut Writer) -> Value {
        let [low, high] = mesh.heights;
        let height = |ring: usize| low + (high - low) * ring as f32 / (mesh.rings - 1) as f32;
        let mut positions: Vec<[f32; 3]> = Vec::new();
        for ring in 0..mesh.rings {
            for step in 0..self.around {
                // The seam's second copy is at the very place of the first.
                let angle = std::f32::consts::TAU * (step % (self.around - 1)) as f32
                    / (self.around - 1) as f32;
                positions.push([
                    self.radius * angle.cos(),
                    height(ring),
                    self.radius * angle.sin(),
                ]);
            }
        }
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for ring in 0..mesh.rings - 1 {
            for step in 0..self.around - 1 {
                let at =
                    |ring: usize, step: usize| u32::try_from(ring * self.around + step).unwrap();
                let (a, b) = (at(ring, step), at(ring, step + 1));
                let (c, d) = (at(ring + 1, step), at(ring + 1, step + 1));
                triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
        let order = shuffled(positions.len(), self.seed);
        let mut new_of_old = vec![0_u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_of_old[old] = u32::try_from(new).unwrap();
        }
        let positions: Vec<[f32; 3]> = order.iter().map(|&old| positions[old]).collect();
        for corner in triangles.as_flattened_mut() {
            *corner = new_of_old[*corner as usize];
        }
        let (mut joints, mut weights) = (Vec::new(), Vec::new());
        for position in &positions {
            let [one, other] = self.row(position[1]);
            joints.extend([
                u8::try_from(one.0).unwrap(),
                u8::try_from(other.0).unwrap(),
                0,
                0,
            ]);
            weights.extend([one.1, other.1, 0.0, 0.0]);
        }
        json!({"name": mesh.name, "primitives": [{
            "attributes": {
                "POSITION": writer.positions(&positions),
                "JOINTS_0": writer.bytes(&joints),
                "WEIGHTS_0": writer.floats(&weights, "VEC4", 4),
            },
            "indices": writer.indices(triangles.as_flattened()),
        }]})
    }
}

/// The inverse bind matrices of joints that only move up.
fn inverse_binds(joints: &[&ExportJoint]) -> Vec<f32> {
    let down = |joint: &&ExportJoint| glam::Mat4::from_translation(Vec3::Y * -joint.height);
    let matrices = joints.iter().map(down);
    matrices.flat_map(|matrix| matrix.to_cols_array()).collect()
}

/// An order of so many things; that of their numbers for the seed 0.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = seed;
    for last in (1..count).rev().filter(|_| seed != 0) {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        order.swap(last, usize::try_from(state >> 33).unwrap() % (last + 1));
    }
    order
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Writer {
    fn add(&mut self, bytes: &[u8], accessor: Value) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views
            .push(json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()}));
        self.bytes.extend(bytes);
        let mut accessor = accessor;
        accessor["bufferView"] = json!(self.views.len() - 1);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats(&mut self, numbers: &[f32], kind: &str, per: usize) -> usize {
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let mut accessor =
            json!({"componentType": 5126, "type": kind, "count": numbers.len() / per});
        if kind == "SCALAR" {
            let ends = [numbers.first(), numbers.last()].map(|end| *end.unwrap());
            (accessor["min"], accessor["max"]) = (json!([ends[0]]), json!([ends[1]]));
        }
        self.add(&bytes, accessor)
    }

    fn positions(&mut self, positions: &[[f32; 3]]) -> usize {
        let bytes: Vec<u8> = positions
            .as_flattened()
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let all = || positions.iter().map(|&position| Vec3::from_array(position));
        let (low, high) = (
            all().reduce(Vec3::min).unwrap(),
            all().reduce(Vec3::max).unwrap(),
        );
        self.add(
            &bytes,
            json!({
                "componentType": 5126, "type": "VEC3", "count": positions.len(),
                "min": low.to_array(), "max": high.to_array(),
            }),
        )
    }

    fn bytes(&mut self, bytes: &[u8]) -> usize {
        self.add(
            bytes,
            json!({"componentType": 5121, "type": "VEC4", "count": bytes.len() / 4}),
        )
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices
            .iter()
            .flat_map(|index| index.to_le_bytes())
            .collect();
        self.add(
            &bytes,
            json!({"componentType": 5125, "type": "SCALAR", "count": indices.len()}),
        )
    }

    fn finish(self, mut root: Value) -> Vec<u8> {
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            STANDARD.encode(&self.bytes)
        );
        root["buffers"] = json!([{"byteLength": self.bytes.len(), "uri": uri}]);
        (root["bufferViews"], root["accessors"]) = (json!(self.views), json!(self.accessors));
        serde_json::to_vec(&root).unwrap()
    }
}
