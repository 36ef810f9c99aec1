//! A file at a moment of one of its animations: local matrices, global ones, and vertices by linear blending.

use gltf::animation::Interpolation;
use gltf::animation::util::ReadOutputs;
use gltf::{Document, Gltf, Node};

use crate::Outcome;
use crate::matrix::{IDENTITY, Matrix, at, composed, product, slerp, unit};

/// A file as the `gltf` crate reads it, with the bytes of its one buffer.
pub struct File {
    document: Document,
    binary: Vec<u8>,
    parents: Vec<Option<usize>>,
}

/// One primitive that a node shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub node: usize,
    pub primitive: usize,
}

/// What animations change of a node.
#[derive(Clone)]
struct Local {
    matrix: Option<Matrix>,
    translation: Vec<f64>,
    rotation: Vec<f64>,
    scale: Vec<f64>,
    weights: Vec<f64>,
}

/// All nodes of a file at a moment.
pub struct Posed {
    world: Vec<Matrix>,
    weights: Vec<Vec<f64>>,
}

impl File {
    /// Reads a GLB.
    pub fn open(path: &std::path::Path) -> Outcome<Self> {
        let Gltf { document, blob } = Gltf::from_slice(&std::fs::read(path)?)?;
        let mut parents = vec![None; document.nodes().count()];
        for node in document.nodes() {
            for child in node.children() {
                parents[child.index()] = Some(node.index());
            }
        }
        Ok(Self {
            document,
            binary: blob.unwrap_or_default(),
            parents,
        })
    }

    /// All nodes at a time of an animation, or at rest without one.
    pub fn posed(&self, animation: Option<usize>, time: f64) -> Outcome<Posed> {
        let mut locals: Vec<Local> = self.document.nodes().map(|node| local(&node)).collect();
        if let Some(number) = animation {
            let animation = self.document.animations().nth(number);
            let animation = animation.ok_or(format!("there is no animation {number}"))?;
            for channel in animation.channels() {
                self.play(&channel, time, &mut locals)?;
            }
        }
        let own: Vec<Matrix> = locals.iter().map(Local::matrix).collect();
        let world = (0..own.len()).map(|node| {
            let above = std::iter::successors(Some(node), |node| self.parents[*node]);
            above.fold(IDENTITY, |below, node| product(&own[node], &below))
        });
        Ok(Posed {
            world: world.collect(),
            weights: locals.into_iter().map(|local| local.weights).collect(),
        })
    }

    fn play(
        &self,
        channel: &gltf::animation::Channel<'_>,
        time: f64,
        locals: &mut [Local],
    ) -> Outcome<()> {
        let reader = channel.reader(|_| Some(&self.binary));
        let times = reader.read_inputs().ok_or("keys without times")?;
        let times: Vec<f64> = times.map(f64::from).collect();
        let target = &mut locals[channel.target().node().index()];
        let way = channel.sampler().interpolation();
        match reader.read_outputs().ok_or("keys without values")? {
            ReadOutputs::Translations(values) => {
                target.translation = sampled(&times, &flat(values), 3, way, time);
            }
            ReadOutputs::Scales(values) => {
                target.scale = sampled(&times, &flat(values), 3, way, time);
            }
            ReadOutputs::Rotations(values) => {
                let values = flat(values.into_f32());
                target.rotation = match way {
                    Interpolation::Linear => turned(&times, &values, time),
                    _ => unit(&sampled(&times, &values, 4, way, time)).to_vec(),
                };
            }
            ReadOutputs::MorphTargetWeights(values) => {
                let values: Vec<f64> = values.into_f32().map(f64::from).collect();
                let width = target.weights.len();
                target.weights = sampled(&times, &values, width, way, time);
            }
        }
        Ok(())
    }

    /// Places in the scene of the vertices of a skinned primitive; none of a vertex without weights, which no file may have.
    pub fn positions(&self, posed: &Posed, shown: Shown) -> Outcome<Vec<Option<[f64; 3]>>> {
        let node = self
            .document
            .nodes()
            .nth(shown.node)
            .ok_or("no such node")?;
        let (mesh, skin) = (node.mesh().ok_or("no mesh")?, node.skin().ok_or("no skin")?);
        let primitive = mesh
            .primitives()
            .nth(shown.primitive)
            .ok_or("no such primitive")?;
        let reader = skin.reader(|_| Some(&self.binary));
        let mut binds = reader.read_inverse_bind_matrices();
        let joints = skin.joints().map(|joint| {
            let bind = binds.as_mut().and_then(Iterator::next);
            let bind = bind.map_or(IDENTITY, |of| of.map(|column| column.map(f64::from)));
            product(&posed.world[joint.index()], &bind)
        });
        let joints: Vec<Matrix> = joints.collect();
        let reader = primitive.reader(|_| Some(&self.binary));
        let places = reader.read_positions().ok_or("no positions")?;
        let mut places: Vec<[f64; 3]> = places.map(|place| place.map(f64::from)).collect();
        for (weight, (target, _, _)) in posed.weights[shown.node]
            .iter()
            .zip(reader.read_morph_targets())
        {
            for (place, by) in places.iter_mut().zip(target.into_iter().flatten()) {
                for (number, by) in place.iter_mut().zip(by) {
                    *number += weight * f64::from(by);
                }
            }
        }
        let mut sums = vec![([[0.0; 4]; 4], 0.0); places.len()];
        for set in 0.. {
            let (Some(slots), Some(weights)) = (reader.read_joints(set), reader.read_weights(set))
            else {
                break;
            };
            for ((sum, slots), weights) in sums
                .iter_mut()
                .zip(slots.into_u16())
                .zip(weights.into_f32())
            {
                add(sum, slots, weights, &joints)?;
            }
        }
        let blended = places.iter().zip(sums).map(|(place, (sum, total))| {
            // Weights sum to one but for what files round.
            let mean = sum.map(|column| column.map(|number| number / total));
            (total != 0.0).then(|| at(&mean, *place))
        });
        Ok(blended.collect())
    }
}

/// Adds the matrices of four joints with their weights.
fn add(
    sum: &mut (Matrix, f64),
    slots: [u16; 4],
    weights: [f32; 4],
    joints: &[Matrix],
) -> Outcome<()> {
    for (slot, weight) in slots
        .into_iter()
        .zip(weights)
        .filter(|(_, weight)| *weight != 0.0)
    {
        let joint = joints
            .get(usize::from(slot))
            .ok_or("a joint that the skin has not")?;
        let weight = f64::from(weight);
        sum.1 += weight;
        for (column, of) in sum.0.iter_mut().zip(joint) {
            for (number, of) in column.iter_mut().zip(of) {
                *number += weight * of;
            }
        }
    }
    Ok(())
}

impl Local {
    fn matrix(&self) -> Matrix {
        self.matrix
            .unwrap_or_else(|| composed(&self.translation, &self.rotation, &self.scale))
    }
}

fn local(node: &Node<'_>) -> Local {
    let numbers = |list: &[f32]| list.iter().copied().map(f64::from).collect::<Vec<_>>();
    let targets = |mesh: gltf::Mesh<'_>| {
        let first = mesh.primitives().next();
        let count = first.map_or(0, |primitive| primitive.morph_targets().count());
        mesh.weights().map_or_else(|| vec![0.0; count], numbers)
    };
    let of_mesh = node.mesh().map(targets).unwrap_or_default();
    let (matrix, (translation, rotation, scale)) = match node.transform() {
        gltf::scene::Transform::Matrix { matrix } => {
            let none = ([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
            (Some(matrix.map(|column| column.map(f64::from))), none)
        }
        gltf::scene::Transform::Decomposed {
            translation,
            rotation,
            scale,
        } => (None, (translation, rotation, scale)),
    };
    Local {
        matrix,
        translation: numbers(&translation),
        rotation: numbers(&rotation),
        scale: numbers(&scale),
        weights: node.weights().map_or(of_mesh, numbers),
    }
}

fn flat<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> Vec<f64> {
    rows.flat_map(|row| row.map(f64::from)).collect()
}

/// The key at or before a time, and the share of the way to the next; the last or first key alone outside of them.
fn between(times: &[f64], time: f64) -> (usize, Option<f64>) {
    match times.iter().position(|key| *key > time) {
        None => (times.len() - 1, None),
        Some(0) => (0, None),
        Some(next) => {
            let share = (time - times[next - 1]) / (times[next] - times[next - 1]);
            (next - 1, Some(share))
        }
    }
}

/// Rotations by arcs.
fn turned(times: &[f64], values: &[f64], time: f64) -> Vec<f64> {
    let key = |number: usize| &values[4 * number..4 * number + 4];
    match between(times, time) {
        (number, None) => unit(key(number)).to_vec(),
        (number, Some(u)) => slerp(key(number), key(number + 1), u).to_vec(),
    }
}

/// Appendix C of the specification, but for arcs of rotations.
fn sampled(times: &[f64], values: &[f64], width: usize, way: Interpolation, time: f64) -> Vec<f64> {
    let is_spline = way == Interpolation::CubicSpline;
    let part = |key: usize, part: usize| {
        let start = if is_spline {
            (3 * key + part) * width
        } else {
            key * width
        };
        &values[start..start + width]
    };
    let middle = usize::from(is_spline);
    let (key, Some(u)) = between(times, time) else {
        return part(between(times, time).0, middle).to_vec();
    };
    let seconds = times[key + 1] - times[key];
    let terms: Vec<(f64, &[f64])> = match way {
        Interpolation::Step => vec![(1.0, part(key, 0))],
        Interpolation::Linear => vec![(1.0 - u, part(key, 0)), (u, part(key + 1, 0))],
        Interpolation::CubicSpline => vec![
            (2.0 * u.powi(3) - 3.0 * u.powi(2) + 1.0, part(key, 1)),
            (seconds * (u.powi(3) - 2.0 * u.powi(2) + u), part(key, 2)),
            (3.0 * u.powi(2) - 2.0 * u.powi(3), part(key + 1, 1)),
            (seconds * (u.powi(3) - u.powi(2)), part(key + 1, 0)),
        ],
    };
    let number = |place: usize| terms.iter().map(|(factor, of)| factor * of[place]).sum();
    (0..width).map(number).collect()
}
