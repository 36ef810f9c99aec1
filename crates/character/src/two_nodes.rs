//! Joints that a save has written over two nodes, since one cannot hold shear: read back as one joint.
//!
//! The node above keeps `one_with_child` in its extras. The channel that turns the node below keeps the joint's `keys`, and what they
//! were `written` as: a hash of the six channels that other programs read. Where those are not what they were, or a clip moves the
//! node above without such keys, the two stay two, and show what the file says.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Affine3A, Mat4};
use rig::{Channel, LocalTransform, Trs};

use crate::json::At;
use crate::kept::own;
use crate::kept_keys::{Digest, read_keys};
use crate::nodes::Nodes;
use crate::reader::{Reader, slice};
use crate::tree::Node;
use crate::warning::WarningKind;

/// The channels that a save writes of either node.
pub(crate) const PATHS: [&str; 3] = ["translation", "rotation", "scale"];
/// The mark of a node above.
pub(crate) const ONE_WITH_CHILD: &str = "one_with_child";
/// Its member with the joint's matrix at rest, where that is sheared.
pub(crate) const REST: &str = "rest";
/// How far a matrix at rest may be from what its two nodes say, relative to its longest axis.
const ROUNDING: f32 = 2e-5;

/// The joints that stand for two nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct TwoNodes {
    /// The nodes above, by those that stand for the joints.
    above: BTreeMap<usize, usize>,
    /// Tracks of a joint, by animation and node.
    tracks: BTreeMap<(usize, usize), Vec<Channel>>,
}

impl TwoNodes {
    /// Finds the pairs whose keys, if clips move them, still say what the file shows.
    pub(crate) fn read(reader: &Reader<'_>, nodes: &Nodes, skins: &[Vec<usize>]) -> Self {
        let mut read = Self {
            above: marked(reader, nodes, skins),
            tracks: BTreeMap::new(),
        };
        if read.above.is_empty() {
            return read;
        }
        let animations = reader.root.items("animations").into_iter().flatten();
        for (number, animation) in animations.enumerate() {
            read.read_animation(reader, (number, &animation));
        }
        let above = &read.above;
        read.tracks.retain(|(_, node), _| above.contains_key(node));
        read
    }

    /// Takes the keys of an animation; joints that it moves without such are two from now on.
    fn read_animation<'a>(&mut self, reader: &Reader<'a>, (number, at): (usize, &At<'a>)) {
        for (node, moved) in Moved::of(at, &self.above) {
            let is_plain = moved.is_plain(reader, &self.above, node);
            if let Some(kept) = moved.keys(reader) {
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

/// The nodes that are marked, by the only child that each has. Whatever else stands at a marked node makes it a joint of its own.
fn marked(reader: &Reader<'_>, nodes: &Nodes, skins: &[Vec<usize>]) -> BTreeMap<usize, usize> {
    let mut marked = BTreeMap::new();
    let all = reader.root.value.items("nodes");
    for (number, node) in all.iter().enumerate() {
        let is_marked = |node: Node<'_>| {
            let mark = own(node).and_then(|own| own.get(ONE_WITH_CHILD));
            mark.and_then(Node::as_bool) == Some(true)
        };
        let stands = ["mesh", "skin", "weights", "camera", "extensions"];
        if !is_marked(node) || stands.iter().any(|name| node.get(name).is_some()) {
            continue;
        }
        let children = node.items("children");
        let child = children.get(0).filter(|_| children.len() == 1);
        let child = child.and_then(|child| usize::try_from(child.as_u64()?).ok());
        if let Some(child) = child
            && !all.get(child).is_some_and(is_marked)
            && nodes.skeleton.contains(&child)
        {
            marked.insert(child, number);
        }
    }
    if !marked.is_empty() {
        let listed: BTreeSet<usize> = skins.iter().flatten().copied().collect();
        marked.retain(|_, above| !listed.contains(above));
    }
    marked
}

/// What an animation moves of a joint's two nodes.
#[derive(Default)]
struct Moved<'a> {
    /// Samplers: of the node above, then of the node, each in the order of [`PATHS`].
    samplers: [Option<At<'a>>; 6],
    /// What is kept in the channel that turns the node.
    own: Option<Node<'a>>,
}

impl<'a> Moved<'a> {
    /// By the nodes that stand for the joints.
    fn of(animation: &At<'a>, pairs: &BTreeMap<usize, usize>) -> BTreeMap<usize, Self> {
        let below: BTreeMap<usize, usize> =
            pairs.iter().map(|(node, above)| (*above, *node)).collect();
        let mut moved: BTreeMap<usize, Self> = BTreeMap::new();
        let samplers = animation.items("samplers").ok();
        for channel in animation.items("channels").into_iter().flatten() {
            let target = channel.value.get("target");
            let node =
                target.and_then(|target| usize::try_from(target.get("node")?.as_u64()?).ok());
            let path = target.and_then(|target| target.get("path")?.as_str());
            let path = path.and_then(|path| PATHS.iter().position(|known| *known == path));
            let (Some(number), Some(path)) = (node, path) else {
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

    /// The joint's keys, if the channels are what was written of them.
    fn keys(&self, reader: &Reader<'a>) -> Option<Vec<Channel>> {
        let own = self.own?;
        let mut digest = Digest::default();
        for sampler in &self.samplers {
            add_sampler(reader, sampler.as_ref()?, &mut digest)?;
        }
        let written = own.get("written")?.as_str()?;
        (written == digest.text()).then_some(())?;
        read_keys(reader, own.items("keys"))
    }
}

/// The bytes of a sampler, if they are 32-bit floats without gaps, as a save writes them.
fn add_sampler(reader: &Reader<'_>, sampler: &At<'_>, digest: &mut Digest) -> Option<()> {
    let interpolation = sampler.value.get("interpolation").and_then(Node::as_str);
    digest.add_kind(interpolation.unwrap_or("LINEAR"));
    for name in ["input", "output"] {
        digest.add_bytes(floats(reader, &sampler.get(name)?)?);
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
    (above, node): (&LocalTransform, LocalTransform),
    kept: Option<Affine3A>,
) -> LocalTransform {
    if *above == LocalTransform::Trs(Trs::IDENTITY) {
        return node;
    }
    let both = above.to_affine() * node.to_affine();
    let longest = [both.x_axis, both.y_axis, both.z_axis].map(|axis| axis.length());
    let size = longest
        .into_iter()
        .fold(both.translation.abs().max_element(), f32::max);
    let kept = kept.filter(|kept| kept.abs_diff_eq(both, ROUNDING * size));
    LocalTransform::Matrix(kept.unwrap_or(both))
}

/// The matrix that a node above keeps for both.
pub(crate) fn kept_rest(above: Node<'_>) -> Option<Affine3A> {
    let numbers = own(above)?
        .items(REST)
        .iter()
        .map(|it| it.as_f64().map(crate::json::narrow));
    let numbers: Option<Vec<f32>> = numbers.collect();
    let numbers: [f32; 16] = numbers?.try_into().ok()?;
    let matrix = Affine3A::from_mat4(Mat4::from_cols_array(&numbers));
    matrix.is_finite().then_some(matrix)
}
