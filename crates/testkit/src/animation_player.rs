//! Plays the animations of a GLB as the specification of glTF 2.0 says, in f64, for tests to hold what was saved against.
//!
//! Nothing here shares code with the reader or the sampler under test: bytes in, places out. It knows what our own writer writes:
//! one buffer, unsigned integers and floats.

use glam::{DMat4, DQuat, DVec3, DVec4};
use serde_json::Value;

/// A file to be played.
#[derive(Clone, Debug)]
pub struct Player {
    json: Value,
    binary: Vec<u8>,
}

/// The number of glTF for `f32`.
const FLOAT: u64 = 5126;

/// Translation, rotation and scale.
type Channels = (DVec3, DQuat, DVec3);

/// What the nodes are at a moment.
#[derive(Clone, Debug)]
pub struct PlayedPose {
    /// Scene from node, by the node's place in the file.
    pub world: Vec<DMat4>,
    /// Morph weights of nodes; empty where a node shows none.
    pub weights: Vec<Vec<f64>>,
}

impl Player {
    /// Takes the chunks of a GLB apart; panics where it is none.
    #[must_use]
    pub fn of_glb(bytes: &[u8]) -> Self {
        let length = |at: usize| u32_at(bytes, at) as usize;
        assert_eq!(&bytes[..4], b"glTF", "no GLB");
        // A header of 12 bytes, then the first chunk: its length, its kind, and from 20 on its text.
        let json_end = 20 + length(12);
        let json = serde_json::from_slice(&bytes[20..json_end]).unwrap();
        let binary = match bytes.len() > json_end {
            true => bytes[json_end + 8..json_end + 8 + length(json_end)].to_vec(),
            false => Vec::new(),
        };
        Self { json, binary }
    }

    /// The JSON of the file.
    #[must_use]
    pub const fn json(&self) -> &Value {
        &self.json
    }

    /// Names of the animations, in order.
    #[must_use]
    pub fn names(&self) -> Vec<Option<String>> {
        let name = |animation: &Value| animation["name"].as_str().map(str::to_owned);
        list(&self.json["animations"]).iter().map(name).collect()
    }

    /// The time of the last key of an animation.
    #[must_use]
    pub fn duration(&self, animation: usize) -> f64 {
        let samplers = list(&self.json["animations"][animation]["samplers"]);
        let ends = samplers
            .iter()
            .map(|sampler| *self.numbers(&sampler["input"]).last().unwrap());
        ends.fold(0.0, f64::max)
    }

    /// The node of that name; panics where there is none.
    #[must_use]
    pub fn node(&self, name: &str) -> usize {
        let mut nodes = list(&self.json["nodes"]).iter();
        let found = nodes.position(|node| node["name"] == name);
        found.unwrap_or_else(|| panic!("no node {name:?}"))
    }

    /// How far from length one the rotation keys of the file are at most, 0 where all are unit quaternions. Keys of whole numbers, which
    /// are a rounding off by their nature, do not count.
    #[must_use]
    pub fn rotations_off_unit(&self) -> f64 {
        let animations = list(&self.json["animations"]).iter();
        let samplers = animations.flat_map(|animation| {
            let channels = list(&animation["channels"]).iter();
            let turned = channels.filter(|channel| channel["target"]["path"] == "rotation");
            turned.map(|channel| &animation["samplers"][index(&channel["sampler"])])
        });
        let is_asked = |sampler: &&Value| {
            let output = &self.json["accessors"][index(&sampler["output"])];
            sampler["interpolation"] != "CUBICSPLINE" && output["componentType"] == FLOAT
        };
        let off = samplers.filter(is_asked).flat_map(|sampler| {
            let keys = self.numbers(&sampler["output"]);
            let keys = keys.chunks_exact(4).map(DVec4::from_slice);
            keys.map(|key| (key.length() - 1.0).abs())
                .collect::<Vec<_>>()
        });
        off.fold(0.0, f64::max)
    }

    /// Everything at a time of an animation.
    #[must_use]
    pub fn at(&self, animation: usize, time: f64) -> PlayedPose {
        let nodes = list(&self.json["nodes"]);
        let mut locals: Vec<Channels> = nodes.iter().map(channels).collect();
        let mut weights: Vec<Vec<f64>> = nodes.iter().map(|node| self.weights(node)).collect();
        let animation = &self.json["animations"][animation];
        for channel in list(&animation["channels"]) {
            let sampler = &animation["samplers"][index(&channel["sampler"])];
            // Without a node a channel is to be passed over.
            let Some(node) = channel["target"].get("node").map(index) else {
                continue;
            };
            let path = channel["target"]["path"].as_str().unwrap();
            let width = match path {
                "rotation" => 4,
                "weights" => weights[node].len(),
                _ => 3,
            };
            let value = self.sample(sampler, width, path == "rotation", time);
            match path {
                "translation" => locals[node].0 = DVec3::from_slice(&value),
                "rotation" => locals[node].1 = DQuat::from_slice(&value),
                "scale" => locals[node].2 = DVec3::from_slice(&value),
                "weights" => weights[node] = value,
                _ => panic!("nothing called {path}"),
            }
        }
        PlayedPose {
            world: world(nodes, &locals),
            weights,
        }
    }

    /// Where a played moment carries the vertices of all primitives of the mesh at a node: morphed, then blended linearly.
    #[must_use]
    pub fn skinned_positions(&self, played: &PlayedPose, node: usize) -> Vec<DVec3> {
        let of = &self.json["nodes"][node];
        let mesh = &self.json["meshes"][index(&of["mesh"])];
        let skin = of.get("skin").map(|skin| &self.json["skins"][index(skin)]);
        let matrices = skin.map(|skin| {
            let binds = self.numbers(&skin["inverseBindMatrices"]);
            let binds = binds.chunks_exact(16).map(DMat4::from_cols_slice);
            let joints = list(&skin["joints"]).iter().map(index);
            joints
                .zip(binds)
                .map(|(joint, bind)| played.world[joint] * bind)
                .collect::<Vec<_>>()
        });
        let mut places = Vec::new();
        for primitive in list(&mesh["primitives"]) {
            let morphed = self.morphed_positions(primitive, &played.weights[node]);
            let blended = matrices
                .as_ref()
                .filter(|_| primitive["attributes"].get("JOINTS_0").is_some());
            let Some(matrices) = blended else {
                places.extend(
                    morphed
                        .iter()
                        .map(|p| played.world[node].transform_point3(*p)),
                );
                continue;
            };
            for (vertex, place) in morphed.iter().enumerate() {
                let matrix = self.blended_matrix(primitive, vertex, matrices);
                places.push((matrix * place.extend(1.0)).truncate());
            }
        }
        places
    }

    fn blended_matrix(&self, primitive: &Value, vertex: usize, matrices: &[DMat4]) -> DMat4 {
        let (mut sum, mut total) = (DMat4::ZERO, 0.0);
        for set in 0.. {
            let attributes = &primitive["attributes"];
            let Some(joints) = attributes.get(format!("JOINTS_{set}")) else {
                break;
            };
            let joints = self.numbers(joints);
            let weights = self.numbers(&attributes[format!("WEIGHTS_{set}")]);
            for slot in 4 * vertex..4 * vertex + 4 {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "indices"
                )]
                let joint = joints[slot] as usize;
                sum += matrices[joint] * weights[slot];
                total += weights[slot];
            }
        }
        // The specification asks for a sum of one; files round, and readers divide.
        sum * (1.0 / total)
    }

    fn morphed_positions(&self, primitive: &Value, weights: &[f64]) -> Vec<DVec3> {
        let vectors = |numbers: &[f64]| {
            numbers
                .chunks_exact(3)
                .map(DVec3::from_slice)
                .collect::<Vec<_>>()
        };
        let mut places = vectors(&self.numbers(&primitive["attributes"]["POSITION"]));
        for (target, weight) in list(&primitive["targets"]).iter().zip(weights) {
            let Some(moved) = target.get("POSITION") else {
                continue;
            };
            for (place, by) in places.iter_mut().zip(vectors(&self.numbers(moved))) {
                *place += by * *weight;
            }
        }
        places
    }

    fn weights(&self, node: &Value) -> Vec<f64> {
        let Some(mesh) = node
            .get("mesh")
            .map(|mesh| &self.json["meshes"][index(mesh)])
        else {
            return Vec::new();
        };
        let n_targets = list(&mesh["primitives"][0]["targets"]).len();
        match node.get("weights").or(mesh.get("weights")) {
            Some(weights) => list(weights).iter().map(|w| w.as_f64().unwrap()).collect(),
            None => vec![0.0; n_targets],
        }
    }

    /// Appendix C of the specification.
    fn sample(&self, sampler: &Value, width: usize, is_rotation: bool, time: f64) -> Vec<f64> {
        let (times, values) = (
            self.numbers(&sampler["input"]),
            self.numbers(&sampler["output"]),
        );
        let kind = sampler["interpolation"].as_str().unwrap_or("LINEAR");
        let is_spline = kind == "CUBICSPLINE";
        let per_key = if is_spline { 3 * width } else { width };
        assert_eq!(values.len(), times.len() * per_key, "values of {sampler}");
        let part = |key: usize, part: usize| &values[key * per_key + part * width..][..width];
        let value = |key: usize| part(key, usize::from(is_spline)).to_vec();
        let after = times.iter().position(|key| *key > time);
        let mut sampled = match after {
            None => value(times.len() - 1),
            Some(0) => value(0),
            Some(after) => {
                let key = after - 1;
                let seconds = times[after] - times[key];
                let u = (time - times[key]) / seconds;
                match kind {
                    "STEP" => value(key),
                    "LINEAR" if is_rotation => slerp(&value(key), &value(after), u),
                    "LINEAR" => blend(&[(1.0 - u, part(key, 0)), (u, part(after, 0))]),
                    _ => blend(&[
                        (2.0 * u.powi(3) - 3.0 * u.powi(2) + 1.0, part(key, 1)),
                        (seconds * (u.powi(3) - 2.0 * u.powi(2) + u), part(key, 2)),
                        (3.0 * u.powi(2) - 2.0 * u.powi(3), part(after, 1)),
                        (seconds * (u.powi(3) - u.powi(2)), part(after, 0)),
                    ]),
                }
            }
        };
        if is_rotation {
            let length = sampled.iter().map(|x| x * x).sum::<f64>().sqrt();
            sampled.iter_mut().for_each(|x| *x /= length);
        }
        sampled
    }

    /// The numbers of an accessor, one after another.
    fn numbers(&self, accessor: &Value) -> Vec<f64> {
        let accessor = &self.json["accessors"][index(accessor)];
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "MAT4" => 16,
            _ => 4,
        };
        let count = index(&accessor["count"]);
        let component = accessor["componentType"].as_u64().unwrap();
        let mut numbers = match accessor.get("bufferView") {
            Some(_) => self.stored_elements(accessor, component, (count, width)),
            None => vec![0.0; count * width],
        };
        if let Some(sparse) = accessor.get("sparse") {
            let count = index(&sparse["count"]);
            let component_of_indices = sparse["indices"]["componentType"].as_u64().unwrap();
            let places = self.stored_elements(&sparse["indices"], component_of_indices, (count, 1));
            let values = self.stored_elements(&sparse["values"], component, (count, width));
            for (place, value) in places.iter().zip(values.chunks_exact(width)) {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "indices"
                )]
                let start = *place as usize * width;
                numbers[start..start + width].copy_from_slice(value);
            }
        }
        // Whole numbers that stand for 0 … 1, as the specification's table of normalized types has them.
        let scale = match (accessor["normalized"] == true, component) {
            (true, 5121) => 1.0 / 255.0,
            (true, 5123) => 1.0 / 65535.0,
            _ => 1.0,
        };
        numbers.iter().map(|number| number * scale).collect()
    }

    /// Elements of a view, as they lie there.
    fn stored_elements(
        &self,
        of: &Value,
        component: u64,
        (count, width): (usize, usize),
    ) -> Vec<f64> {
        let bytes = match component {
            5121 => 1,
            5123 => 2,
            5125 | 5126 => 4,
            other => panic!("component type {other}"),
        };
        let view = &self.json["bufferViews"][index(&of["bufferView"])];
        let stride = view.get("byteStride").map_or(width * bytes, index);
        let offset = |of: &Value| of.get("byteOffset").map_or(0, index);
        let start = offset(view) + offset(of);
        let elements = (0..count).map(|element| start + element * stride);
        let places = elements.flat_map(|at| (0..width).map(move |part| at + part * bytes));
        let number = |at: usize| match component {
            5121 => f64::from(self.binary[at]),
            5123 => f64::from(u16::from_le_bytes([self.binary[at], self.binary[at + 1]])),
            5125 => f64::from(u32_at(&self.binary, at)),
            _ => f64::from(f32::from_bits(u32_at(&self.binary, at))),
        };
        places.map(number).collect()
    }
}

/// `Σ factor · numbers`.
fn blend(terms: &[(f64, &[f64])]) -> Vec<f64> {
    let width = terms[0].1.len();
    let number = |place: usize| terms.iter().map(|(factor, of)| factor * of[place]).sum();
    (0..width).map(number).collect()
}

/// `sin((1 − u) θ) a + sin(u θ) b`, over sin θ, along the shorter way.
fn slerp(a: &[f64], b: &[f64], u: f64) -> Vec<f64> {
    let (a, b) = (
        DVec4::from_slice(a).normalize(),
        DVec4::from_slice(b).normalize(),
    );
    let b = if a.dot(b) < 0.0 { -b } else { b };
    // By the chord: exact for small angles, where an arc cosine loses half its digits.
    let angle = 2.0 * (b - a).length().atan2((b + a).length());
    if angle < 1e-9 {
        return a.lerp(b, u).to_array().to_vec();
    }
    let sum = a * ((1.0 - u) * angle).sin() + b * (u * angle).sin();
    (sum / angle.sin()).to_array().to_vec()
}

fn channels(node: &Value) -> Channels {
    let numbers = |name: &str| {
        let numbers = list(node.get(name)?).iter().map(|x| x.as_f64().unwrap());
        Some(numbers.collect::<Vec<f64>>())
    };
    (
        numbers("translation").map_or(DVec3::ZERO, |x| DVec3::from_slice(&x)),
        numbers("rotation").map_or(DQuat::IDENTITY, |x| DQuat::from_slice(&x).normalize()),
        numbers("scale").map_or(DVec3::ONE, |x| DVec3::from_slice(&x)),
    )
}

fn world(nodes: &[Value], locals: &[Channels]) -> Vec<DMat4> {
    let mut parents = vec![None; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        for child in list(&node["children"]) {
            parents[index(child)] = Some(number);
        }
    }
    let local = |node: usize| {
        // No channel moves a node that has a matrix.
        if let Some(matrix) = nodes[node].get("matrix") {
            let numbers = list(matrix).iter().map(|x| x.as_f64().unwrap());
            return DMat4::from_cols_slice(&numbers.collect::<Vec<f64>>());
        }
        let (translation, rotation, scale) = locals[node];
        DMat4::from_scale_rotation_translation(scale, rotation, translation)
    };
    let of = |node: usize| {
        let above = std::iter::successors(Some(node), |node| parents[*node]);
        above.fold(DMat4::IDENTITY, |below, node| local(node) * below)
    };
    (0..nodes.len()).map(of).collect()
}

fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn index(json: &Value) -> usize {
    usize::try_from(json.as_u64().unwrap()).unwrap()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}
