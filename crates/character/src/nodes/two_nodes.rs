//! Joints that a save has written over two nodes, since one cannot hold shear: read back as one joint.
//!
//! The node above keeps `one_with_child` in its extras. The channel that turns the node below keeps the joint's `keys`, and what they
//! were `written` as: a hash of the six channels that other programs read. Where those are not what they were, or a clip moves the
//! node above without such keys, the two stay two, and show what the file says.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Affine3A, Mat4};
use rig::{Channel, LocalTransform, Trs};

use crate::bytes::reader::{Reader, slice};
use crate::fault::warning::WarningKind;
use crate::json::pointer::node_and_path;
use crate::json::tree::Node;
use crate::json::value::At;
use crate::model::kept::own;
use crate::nodes::forest::Nodes;
use crate::nodes::kept_keys::{Digest, read_keys};

/// The channels that a save writes of either node.
pub(crate) const PATHS: [&str; 3] = ["translation", "rotation", "scale"];
/// The mark of a node above.
pub(crate) const ONE_WITH_CHILD: &str = "one_with_child";
/// Its member with the joint's matrix at rest, where that is sheared.
pub(crate) const REST: &str = "rest";
/// How many times each byte of the buffers may be hashed: channels share accessors, in files that nobody has made to keep us busy seldom.
const MOST_READ: usize = 16;
/// How far a matrix at rest may be from what its two nodes say, relative to its longest axis, and the way to it relative to its parts.
const ROUNDING: f32 = 2e-5;

/// The joints that stand for two nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct TwoNodes {
    /// The nodes above, by those that stand for the joints.
    above: BTreeMap<usize, usize>,
    /// Tracks of a joint, by animation and node.
    tracks: BTreeMap<(usize, usize), Vec<Channel>>,
    /// The nodes of the skeleton that are marked, whether they are above another or not.
    marked: BTreeSet<usize>,
}

impl TwoNodes {
    /// Finds the pairs whose keys, if clips move them, still say what the file shows.
    pub(crate) fn read(reader: &Reader<'_>, nodes: &Nodes, skins: &[Vec<usize>]) -> Self {
        let mut read = Self::all_separate(reader, nodes);
        read.above = read.pairs(reader, nodes, skins);
        if read.above.is_empty() {
            return read;
        }
        let below = read.above.iter().map(|(node, above)| (*above, *node));
        let below: BTreeMap<usize, usize> = below.collect();
        let n_bytes: usize = reader.buffers.iter().map(|buffer| buffer.len()).sum();
        let mut left = n_bytes.saturating_mul(MOST_READ);
        let animations = reader.root.items("animations").into_iter().flatten();
        for (number, animation) in animations.enumerate() {
            read.read_animation(reader, number, &animation, &below, &mut left);
        }
        let above = &read.above;
        // A later animation may have parted a pair whose keys were taken from an earlier one.
        read.tracks.retain(|(_, node), _| above.contains_key(node));
        read
    }

    /// The marks, heeded by nobody: all nodes are joints of their own.
    pub(crate) fn all_separate(reader: &Reader<'_>, nodes: &Nodes) -> Self {
        let all = reader.root.value.items("nodes");
        let is_marked = |number: &usize| all.get(*number).is_some_and(is_marked);
        let skeleton = nodes.skeleton.iter().copied();
        Self {
            marked: skeleton.filter(is_marked).collect(),
            ..Self::default()
        }
    }

    /// The marked nodes, by the only child that each has. Whatever else stands at a marked node makes it a joint of its own.
    fn pairs(
        &self,
        reader: &Reader<'_>,
        nodes: &Nodes,
        skins: &[Vec<usize>],
    ) -> BTreeMap<usize, usize> {
        let all = reader.root.value.items("nodes");
        let stands = ["mesh", "skin", "weights", "camera", "extensions"];
        let skeleton: BTreeSet<usize> = match self.marked.is_empty() {
            true => BTreeSet::new(),
            false => nodes.skeleton.iter().copied().collect(),
        };
        let child_of = |number: usize| {
            let node = all.get(number)?;
            let is_more = stands.iter().any(|name| node.get(name).is_some());
            let children = node.items("children");
            let child = children
                .get(0)
                .filter(|_| children.len() == 1 && !is_more)?;
            let child = usize::try_from(child.as_u64()?).ok()?;
            // A chain of marked nodes is none of ours: a save writes one above each joint.
            let is_joint = skeleton.contains(&child) && !self.marked.contains(&child);
            is_joint.then_some((child, number))
        };
        let pairs = self.marked.iter().copied().filter_map(child_of);
        let mut pairs: BTreeMap<usize, usize> = pairs.collect();
        if !pairs.is_empty() {
            let listed: BTreeSet<usize> = skins.iter().flatten().copied().collect();
            // A skin that lists the node above moves vertices by it: then it is a joint that is seen.
            pairs.retain(|_, above| !listed.contains(above));
        }
        pairs
    }

    /// The nodes that are marked and stand for joints of their own all the same.
    pub(crate) fn separate_joints(&self) -> BTreeSet<usize> {
        let above = self.all_above();
        self.marked.difference(&above).copied().collect()
    }

    /// Takes the keys of an animation; joints that it moves without such are two from now on. Takes what is hashed off the bytes that
    /// are left to be.
    fn read_animation<'a>(
        &mut self,
        reader: &Reader<'a>,
        number: usize,
        at: &At<'a>,
        below: &BTreeMap<usize, usize>,
        left: &mut usize,
    ) {
        for (node, moved) in PairSamplers::of(at, &self.above, below) {
            let is_plain = moved.is_plain(reader, &self.above, node);
            if let Some(kept) = moved.keys(reader, left) {
                self.tracks.insert((number, node), kept);
            } else if !is_plain {
                reader.warn_of(WarningKind::KeysElsewhere, at, 1);
                self.above.remove(&node);
            }
        }
    }

    /// The nodes above, by the keys of the joints.
    pub(crate) fn by_key(&self) -> BTreeMap<u32, usize> {
        let pairs = self.above.iter();
        let keyed = pairs.filter_map(|(&node, &above)| Some((u32::try_from(node).ok()?, above)));
        keyed.collect()
    }

    /// The node above one that stands for a joint with it.
    pub(crate) fn above(&self, node: usize) -> Option<usize> {
        self.above.get(&node).copied()
    }

    /// Which nodes stand for no joint of their own.
    pub(crate) fn all_above(&self) -> BTreeSet<usize> {
        self.above.values().copied().collect()
    }

    /// Whether kept keys take the place of what an animation does with a node.
    pub(crate) fn replaces(&self, animation: usize, node: usize) -> bool {
        self.tracks.contains_key(&(animation, node))
    }

    /// Kept keys of an animation, with their nodes.
    pub(crate) fn tracks(&self, animation: usize) -> impl Iterator<Item = (usize, &[Channel])> {
        let of_animation = self.tracks.range((animation, 0)..=(animation, usize::MAX));
        of_animation.map(|((_, node), tracks)| (*node, tracks.as_slice()))
    }
}

fn is_marked(node: Node<'_>) -> bool {
    let mark = own(node).and_then(|own| own.get(ONE_WITH_CHILD));
    mark.and_then(Node::as_bool) == Some(true)
}

/// What an animation moves of a joint's two nodes.
#[derive(Default)]
struct PairSamplers<'a> {
    /// Samplers: of the node above, then of the node, each in the order of [`PATHS`].
    samplers: [Option<At<'a>>; 6],
    /// What is kept in the channel that turns the node.
    own: Option<Node<'a>>,
}

impl<'a> PairSamplers<'a> {
    /// By the nodes that stand for the joints, of the pairs both ways round.
    fn of(
        animation: &At<'a>,
        pairs: &BTreeMap<usize, usize>,
        below: &BTreeMap<usize, usize>,
    ) -> BTreeMap<usize, Self> {
        let mut moved: BTreeMap<usize, Self> = BTreeMap::new();
        let samplers = animation.items("samplers").ok();
        for channel in animation.items("channels").into_iter().flatten() {
            let Some((number, path)) = node_and_path(channel.value.into()) else {
                continue;
            };
            let Some(path) = PATHS.iter().position(|known| *known == path) else {
                continue;
            };
            let (node, place) = match below.get(&number) {
                Some(&node) => (node, path),
                None => (number, PATHS.len() + path),
            };
            if !pairs.contains_key(&node) {
                continue;
            }
            let moved = moved.entry(node).or_default();
            let Some(slot) = moved.samplers.get_mut(place).filter(|slot| slot.is_none()) else {
                continue;
            };
            let sampler = channel.value.get("sampler").and_then(Node::as_u64);
            let sampler = sampler.and_then(|sampler| usize::try_from(sampler).ok());
            *slot = sampler.and_then(|sampler| samplers.as_ref()?.at(sampler));
            if place == PATHS.len() + 1 {
                moved.own = own(channel.value);
            }
        }
        moved
    }

    /// Whether nothing moves the node above, which does nothing at rest either: then the channels are the joint's.
    fn is_plain(&self, reader: &Reader<'_>, pairs: &BTreeMap<usize, usize>, node: usize) -> bool {
        let nodes = reader.root.value.items("nodes");
        let above = pairs.get(&node).and_then(|above| nodes.get(*above));
        let has_none = |above: Node<'_>| {
            ["translation", "rotation", "scale", "matrix"]
                .iter()
                .all(|name| above.get(name).is_none())
        };
        let (of_above, _) = self.samplers.split_at(PATHS.len());
        of_above.iter().all(Option::is_none) && above.is_some_and(has_none)
    }

    /// The joint's keys, if the channels are what was written of them and no more than is left to be hashed.
    fn keys(&self, reader: &Reader<'a>, left: &mut usize) -> Option<Vec<Channel>> {
        let own = self.own?;
        let written = own.get("written")?.as_str()?;
        let mut digest = Digest::default();
        for sampler in &self.samplers {
            add_sampler(reader, sampler.as_ref()?, &mut digest, left)?;
        }
        (written == digest.text()).then_some(())?;
        read_keys(reader, own.items("keys"))
    }
}

/// The bytes of a sampler, if they are 32-bit floats without gaps, as a save writes them.
fn add_sampler(
    reader: &Reader<'_>,
    sampler: &At<'_>,
    digest: &mut Digest,
    left: &mut usize,
) -> Option<()> {
    let interpolation = sampler.value.get("interpolation").and_then(Node::as_str);
    digest.add_kind(interpolation.unwrap_or("LINEAR"));
    for name in ["input", "output"] {
        let bytes = floats(reader, &sampler.get(name)?)?;
        // Beyond that the pair is parted, and shows what its channels say.
        *left = left.checked_sub(bytes.len())?;
        digest.add_bytes(bytes);
    }
    Some(())
}

fn floats<'r>(reader: &'r Reader<'_>, index: &At<'_>) -> Option<&'r [u8]> {
    const F32: u64 = 5126;
    let accessors = reader.root.items("accessors").ok()?;
    let at = accessors.at(usize::try_from(index.value.as_u64()?).ok()?)?;
    let accessor = at.value;
    let width: u64 = match accessor.get("type")?.as_str()? {
        "SCALAR" => 1,
        "VEC3" => 3,
        "VEC4" => 4,
        _ => return None,
    };
    let is_plain =
        accessor.get("componentType")?.as_u64() == Some(F32) && accessor.get("sparse").is_none();
    let view = reader
        .view(&at.get("bufferView")?)
        .ok()
        .filter(|_| is_plain)?;
    let element = 4 * width;
    if view.stride.is_some_and(|stride| stride != element) {
        return None;
    }
    let start = accessor.get("byteOffset").map_or(Some(0), Node::as_u64)?;
    let length = u128::from(accessor.get("count")?.as_u64()?) * u128::from(element);
    slice(view.bytes, start, u128::from(start) + length)
}

/// The joint at rest, of what its two nodes say and the matrix that is kept for both.
pub(crate) fn rest_of_both(
    above: &LocalTransform,
    node: LocalTransform,
    kept: Option<Affine3A>,
) -> LocalTransform {
    if *above == LocalTransform::Trs(Trs::IDENTITY) {
        return node;
    }
    let both = above.to_affine() * node.to_affine();
    let (outer, inner) = (above.to_affine(), node.to_affine());
    // The product of matrices rounds by the product of their sizes.
    let size = longest(&outer) * longest(&inner);
    let way = longest(&outer) * inner.translation.length() + outer.translation.length();
    let is_same = |kept: &Affine3A| {
        let axes = kept.matrix3.abs_diff_eq(both.matrix3, ROUNDING * size);
        axes && kept
            .translation
            .abs_diff_eq(both.translation, ROUNDING * way)
    };
    let kept = kept.filter(is_same);
    LocalTransform::Matrix(kept.unwrap_or(both))
}

fn longest(of: &Affine3A) -> f32 {
    let axes = [of.x_axis, of.y_axis, of.z_axis];
    axes.map(|axis| axis.length())
        .into_iter()
        .fold(0.0, f32::max)
}

/// The matrix that a node above keeps for both.
pub(crate) fn kept_rest(above: Node<'_>) -> Option<Affine3A> {
    let numbers = own(above)?
        .items(REST)
        .iter()
        .map(|it| it.as_f64().map(crate::json::value::narrow));
    let numbers: Option<Vec<f32>> = numbers.collect();
    let numbers: [f32; 16] = numbers?.try_into().ok()?;
    let matrix = Affine3A::from_mat4(Mat4::from_cols_array(&numbers));
    matrix.is_finite().then_some(matrix)
}
