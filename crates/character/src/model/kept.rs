//! What a file keeps of the work on a character that glTF has no place for: `extras` of the file, of nodes, clips and channels.
//!
//! All of it stands under one name, [`KEPT`], in an object of its own, so that whatever else programs keep in `extras` stays beside it:
//!
//! | where | member | what |
//! |---|---|---|
//! | file | `version` | 1 |
//! | file | `method`, `signs`, `normals` | how the skin was shown, by the names of the command line |
//! | node | `scale_inheritance` | `joint` where the joint's scale stays with it |
//! | node | `pose` | `translation`, `rotation` (x y z w), `scale`, `shear` (xy yz zx) relative to rest |
//! | node | `one_with_child` | true where the node and its only child are one joint, which a clip or its rest shears |
//! | node | `rest` | with that, where the joint rests sheared: its matrix in its parent, column by column |
//! | node | `limits` | how far the joint may turn: `twist_axis` and `swing_axis` in its rest frame, `twist` from and to, `swing`, four angles about both axes towards minus and plus, radians; the second swing axis is `twist_axis × swing_axis` |
//! | node | `pins` | places at which the joint is held: a list of `offset` in its frame unless that is zero, `place` in the model or in the frame of the node `to`, `rotation` there (x y z w), `orientation` where that is held too; and for a part of a clip `clip`, the animation's number, `from`, `until` and `fade` in seconds |
//! | node | `row` | of a helper joint that follows every pose: `method` and `signs` by name, `joints`, numbers of nodes, and `weights`, as many, of sum one. Its matrix in a skin is what the method makes of that row |
//! | node | `driven` | what follows the joint's angle: a list of `joint`, the node that is driven; `twist`, the axis of the angle, or `swing` and `bone`; `rotation`, `translation`, `scale` (an axis of the driven joint's rest frame), `shear` (two axes, six numbers) or `morph` (the place of a target of its mesh); `keys`, pairs of an angle in radians and a value; `replaces` where the value is not added; `muted` where it is switched off |
//! | node | `interpolators` | what follows poses of the joint and up to two others: a list of `joints`, numbers of nodes, this one first; `kernel`, `gaussian` or `linear`; `poses`, a list of `rotations` (x y z w of each joint, relative to rest), `joint`, the node that shows the mesh, and `morph`, the place of a target of it |
//! | node | `morph_weights` | the pose's weights of the morph targets of the mesh there, where they are not the file's |
//! | node | `shear_keys` | keys of shear that shear nothing, of a joint with one node: a list of tracks as in [`kept_keys`](crate::nodes::kept_keys), each with its `clip`, the animation's number |
//! | node | `unkeyed` | what was posed of it over clips and has no keys: a list of `clip`, the animation's number, `time` in seconds, and of `translation`, `rotation`, `scale`, `shear` those that were set, relative to rest; `morph_weights` as pairs of place and weight |
//! | mesh | `method` | the mesh's own method, by the names of the command line; nothing where it has none |
//! | mesh | `signs` | with that, its own sign rule, where it has one |
//! | mesh | `worn_over` | of clothes: the number of the mesh of the body whose weights they follow |
//! | animation | `repeat` | `once` or `ping-pong` |
//! | animation | `markers` | a list of `time` in seconds and `name` |
//! | animation | `key_kinds` | what keys are to the animator: see [`key_kinds`](crate::clips::key_kinds) |
//! | animation | `euler_curves` | the angles that rotations follow from: see [`euler_curves`](crate::clips::euler_curves) |
//! | animation | `weighted_tracks` | tracks whose tangents have lengths: see [`weighted_tracks`](crate::clips::weighted_tracks) |
//! | channel | `signed` | whether the signs of its rotations say the way round |
//! | channel | `keys` | those of a joint over two nodes: see [`kept_keys`](crate::nodes::kept_keys) |
//! | channel | `written` | with that: a hash of the channels of both nodes, by which is told whether they are what they were |
//!
//! Readers pass over what is none of this, and over numbers that cannot be. Painted maps are attributes (`_DQ_BLEND`, `_DQ_BULGE`), since
//! they are numbers of vertices.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Quat, Vec3};
use rig::{
    ClipMarker, JointLimits, Method, NormalRule, Repeat, ScaleInheritance, SignRule, Skeleton,
};
use serde::{Deserialize, Serialize};

use crate::fault::warning::Warnings;
use crate::json::tree::draft::{Draft, NewMembers, View, object};
use crate::json::tree::{Elements, Node};
use crate::model::character::{Mesh, MeshSkinning};
use crate::model::skin_words::{USUAL_SIGNS, child_words, read_words_of_meshes, skin_words};

pub(crate) mod driven;
pub(crate) mod interpolators;
pub(crate) mod limits;
pub(crate) mod pins;
pub(crate) mod rows;
pub(crate) mod worn;

pub use driven::{KeptDriven, NO_JOINT};
pub use interpolators::{KeptInterpolatedPose, KeptInterpolator};
pub use pins::{KeptPin, KeptPinRange};
pub use rows::KeptRow;

/// The one name under which `extras` hold what is kept.
pub(crate) const KEPT: &str = "dualskin";
/// The version of what stands there.
const VERSION: u64 = 1;
/// Channels had this member beside all others before there was [`KEPT`].
const SIGNED_BEFORE: &str = "dualskin_signed";
/// Poses do not move, scale or shear by more.
const FARTHEST: f32 = 1e6;

/// What a file keeps besides what glTF shows: how its skin was shown, and in which pose.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SavedState {
    /// How the skin was shown.
    pub skinning: Option<KeptSkinning>,
    /// The pose, of the joints that are not at rest, in the order of their keys.
    pub pose: Vec<PosedJoint>,
    /// The pose's weights of morph targets, by the keys of the joints that show the meshes, where they are not those of the file.
    pub morph_weights: BTreeMap<u32, Vec<f32>>,
    /// What was posed over clips and has no keys, in the order of the joints' keys.
    pub unkeyed: Vec<KeptUnkeyed>,
    /// How far joints may turn, by their keys.
    pub limits: BTreeMap<u32, JointLimits>,
    /// Places that joints are held at, in the order of the joints' keys.
    pub pins: Vec<KeptPin>,
    /// Helper joints that follow every pose, in the order of their keys.
    pub rows: Vec<KeptRow>,
    /// What follows the angles of joints, in the order of the keys of the joints that drive.
    pub driven: Vec<KeptDriven>,
    /// What follows poses of joints, in the order of the keys of their first joints.
    pub interpolators: Vec<KeptInterpolator>,
    /// By mesh of clothes the mesh of the body whose weights they follow, both by their numbers.
    pub worn: BTreeMap<usize, usize>,
}

/// What was posed of a joint over a clip and has no keys. What is none follows the clip.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptUnkeyed {
    /// The key of the joint that was posed.
    pub joint: u32,
    /// The clip's place in the list.
    pub clip: usize,
    /// Seconds from its beginning.
    pub time: f32,
    /// In meters, relative to rest.
    pub translation: Option<[f32; 3]>,
    /// A unit quaternion (x y z w), relative to rest.
    pub rotation: Option<[f32; 4]>,
    /// Factors along the axes.
    pub scale: Option<[f32; 3]>,
    /// Shear xy, yz, zx.
    pub shear: Option<[f32; 3]>,
    /// Weights of the morph targets of the mesh there, by their places.
    pub morph_weights: BTreeMap<usize, f32>,
}

/// How a skin was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct KeptSkinning {
    /// The method that skinned the character.
    pub method: Method,
    /// How signs are chosen among rotations that meet in a blend.
    pub signs: SignRule,
    /// How normals are skinned.
    pub normals: NormalRule,
}

/// What a pose does to a joint, relative to its rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PosedJoint {
    /// The key of the joint in the skeleton.
    pub joint: u32,
    /// In its rest frame, meters.
    pub translation: [f32; 3],
    /// Unit quaternion, x y z w.
    pub rotation: [f32; 4],
    /// xx, yy, zz of the stretch.
    pub scale: [f32; 3],
    /// xy, yz, zx of the stretch.
    pub shear: [f32; 3],
}

/// What is kept in the extras of an object.
pub(crate) fn own(object: Node<'_>) -> Option<Node<'_>> {
    object.get("extras")?.get(KEPT)
}

/// What the file keeps, but for what has a place in a rig or a clip.
pub(crate) fn read_kept(
    root: Node<'_>,
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> SavedState {
    let skinning = read_skinning(root);
    let nodes = root.items("nodes");
    let joints = skeleton.joints().map(|joint| skeleton.key(joint));
    let kept = joints.filter_map(|key| Some((key, own(nodes.get(usize::try_from(key).ok()?)?)?)));
    let kept: Vec<(u32, Node<'_>)> = kept.collect();
    let posed = kept.iter().filter_map(|(key, own)| read_pose(*own, *key));
    let mut pose: Vec<PosedJoint> = posed.collect();
    // By key and not by place in the skeleton, so that edits of the hierarchy leave the order.
    pose.sort_by_key(|posed| posed.joint);
    let weights = kept.iter().filter_map(|(key, own)| {
        let weights = any_numbers(own.items("morph_weights"))?;
        (!weights.is_empty()).then_some((*key, weights))
    });
    let n_clips = root.items("animations").len();
    let unkeyed = kept.iter().flat_map(|(key, own)| {
        let list = own.items("unkeyed").iter();
        list.filter_map(|own| read_unkeyed(own, *key))
    });
    let mut unkeyed: Vec<KeptUnkeyed> = unkeyed.filter(|own| own.clip < n_clips).collect();
    unkeyed.sort_by_key(|own| own.joint);
    let limits = kept
        .iter()
        .filter_map(|(key, own)| Some((*key, limits::read(own.get("limits")?)?)));
    let driven = kept.iter();
    let driven = driven.flat_map(|(key, own)| driven::read_all(*own, *key));
    let mut driven: Vec<KeptDriven> = driven.collect();
    driven.sort_by_key(|own| own.driver);
    let interpolators = kept.iter();
    let interpolators = interpolators.flat_map(|(key, own)| interpolators::read_all(*own, *key));
    let mut interpolators: Vec<KeptInterpolator> = interpolators.collect();
    interpolators.sort_by_key(|own| own.joints.first().copied());
    SavedState {
        skinning,
        pose,
        driven,
        interpolators,
        morph_weights: weights.collect(),
        unkeyed,
        limits: limits.collect(),
        pins: read_pins(&kept, n_clips, skeleton),
        rows: read_rows(root, skeleton),
        worn: worn::read(root, warnings),
    }
}

/// How the skin was shown. What the first skin says by extension counts, and `extras` for what it does not say.
fn read_skinning(root: Node<'_>) -> Option<KeptSkinning> {
    let kept = kept_skinning(root);
    let Some(said) = skin_words(root).first().copied() else {
        return kept;
    };
    Some(KeptSkinning {
        method: said.method,
        signs: said.signs.unwrap_or(USUAL_SIGNS),
        normals: kept.map(|kept| kept.normals).unwrap_or_default(),
    })
}

/// What `extras` say of how the skin was shown.
pub(crate) fn kept_skinning(root: Node<'_>) -> Option<KeptSkinning> {
    let own = own(root)?;
    let named = |name: &str| own.get(name).and_then(Node::as_str);
    Some(KeptSkinning {
        method: named("method")?.parse().ok()?,
        signs: named("signs")?.parse().ok()?,
        normals: named("normals")?.parse().ok()?,
    })
}

/// The pins of all joints; those over clips or to joints that are not there are left out.
fn read_pins(kept: &[(u32, Node<'_>)], n_clips: usize, skeleton: &Skeleton) -> Vec<KeptPin> {
    let keys: BTreeSet<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
    let pins = kept.iter().flat_map(|(key, own)| {
        let list = own.items("pins").iter();
        list.filter_map(|own| pins::read(own, *key))
    });
    let is_there = |pin: &KeptPin| {
        let has_clip = pin.range.is_none_or(|range| range.clip < n_clips);
        has_clip && pin.to.is_none_or(|to| keys.contains(&to))
    };
    let mut pins: Vec<KeptPin> = pins.filter(is_there).collect();
    pins.sort_by_key(|pin| pin.joint);
    pins
}

/// The rows of all helpers; those that name what is no joint, or another helper, are left out.
pub(crate) fn read_rows(root: Node<'_>, skeleton: &Skeleton) -> Vec<KeptRow> {
    let nodes = root.items("nodes");
    let keys: BTreeSet<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
    let read = keys.iter().filter_map(|key| {
        let node = nodes.get(usize::try_from(*key).ok()?)?;
        rows::read(node, *key)
    });
    let mut all: Vec<KeptRow> = read.collect();
    let helpers: BTreeSet<u32> = all.iter().map(|row| row.helper).collect();
    // A helper of helpers would want an order, and could lead to itself.
    let is_there = |(key, _): &(u32, f32)| keys.contains(key) && !helpers.contains(key);
    all.retain(|row| row.joints.iter().all(is_there));
    all
}

fn read_unkeyed(own: Node<'_>, joint: u32) -> Option<KeptUnkeyed> {
    let time = crate::json::value::narrow(own.get("time")?.as_f64()?);
    let weight = |pair: Node<'_>| {
        let [place, weight] = [0, 1].map(|part| pair.as_array()?.get(part));
        let weight = crate::json::value::narrow(weight?.as_f64()?);
        let place = usize::try_from(place?.as_u64()?).ok()?;
        (weight.abs() <= FARTHEST).then_some((place, weight))
    };
    let rotation = numbers(own.items("rotation"));
    let read = KeptUnkeyed {
        joint,
        clip: usize::try_from(own.get("clip")?.as_u64()?).ok()?,
        time,
        translation: numbers(own.items("translation")),
        rotation: rotation.filter(|turn| is_unit(Quat::from_array(*turn))),
        scale: numbers(own.items("scale")),
        shear: numbers(own.items("shear")),
        morph_weights: own
            .items("morph_weights")
            .iter()
            .filter_map(weight)
            .collect(),
    };
    (0.0..=FARTHEST).contains(&time).then_some(read)
}

fn is_unit(rotation: Quat) -> bool {
    // As near as numbers of a few printed digits are.
    (rotation.length() - 1.0).abs() < 1e-3
}

/// Gives meshes the methods that the file keeps for them, or says by extension.
pub(crate) fn read_mesh_skinning(root: Node<'_>, meshes: &mut [Mesh]) {
    read_kept_of_meshes(root, meshes);
    read_words_of_meshes(root, meshes);
}

fn read_kept_of_meshes(root: Node<'_>, meshes: &mut [Mesh]) {
    for (mesh, value) in meshes.iter_mut().zip(root.items("meshes").iter()) {
        let named = |name: &str| own(value)?.get(name)?.as_str();
        mesh.skinning = named("method")
            .and_then(|name| name.parse().ok())
            .map(|method| MeshSkinning {
                method,
                signs: named("signs").and_then(|name| name.parse().ok()),
            });
    }
}

fn read_pose(own: Node<'_>, joint: u32) -> Option<PosedJoint> {
    let pose = own.get("pose")?;
    let rotation = Quat::from_array(numbers(pose.items("rotation"))?);
    is_unit(rotation).then_some(PosedJoint {
        joint,
        translation: numbers(pose.items("translation"))?,
        rotation: rotation.to_array(),
        scale: numbers(pose.items("scale"))?,
        shear: numbers(pose.items("shear"))?,
    })
}

fn numbers<const N: usize>(list: Elements<'_>) -> Option<[f32; N]> {
    any_numbers(list)?.try_into().ok()
}

/// As many numbers as there are; none if one is no number, or too large.
fn any_numbers(list: Elements<'_>) -> Option<Vec<f32>> {
    let numbers = list
        .iter()
        .map(|number| number.as_f64().map(crate::json::value::narrow));
    let numbers: Option<Vec<f32>> = numbers.collect();
    // Infinity, which large numbers become as `f32`, fails too.
    numbers.filter(|all| all.iter().all(|number| number.abs() <= FARTHEST))
}

/// How each joint's scale is inherited: as in glTF but where nodes say otherwise. What its children say by extension counts, and
/// `extras` where they say nothing. `above` has the upper nodes of joints that are two, by the joints' keys.
pub(crate) fn read_scale_inheritance(
    root: Node<'_>,
    skeleton: &Skeleton,
    above: &BTreeMap<u32, usize>,
) -> Vec<ScaleInheritance> {
    let mut all = kept_scale_inheritance(root, skeleton);
    for (joint, said) in child_words(root, skeleton, above) {
        if let Some(own) = all.get_mut(joint.index()) {
            *own = said.choice;
        }
    }
    all
}

/// How each joint's scale is inherited by what `extras` say.
pub(crate) fn kept_scale_inheritance(root: Node<'_>, skeleton: &Skeleton) -> Vec<ScaleInheritance> {
    let nodes = root.items("nodes");
    let of = |key: u32| {
        let node = nodes.get(usize::try_from(key).ok()?)?;
        own(node)?.get("scale_inheritance")?.as_str()
    };
    let joints = skeleton.joints();
    let named = |name: &str| name.parse().unwrap_or_default();
    let read =
        joints.map(|joint| of(skeleton.key(joint)).map_or_else(ScaleInheritance::default, named));
    read.collect()
}

/// What happens at the end of a clip, and its markers.
pub(crate) fn read_clip(animation: Node<'_>) -> (Repeat, Vec<ClipMarker>) {
    let Some(own) = own(animation) else {
        return (Repeat::default(), Vec::new());
    };
    let repeat = match own.get("repeat").and_then(Node::as_str) {
        Some("once") => Repeat::Once,
        Some("ping-pong") => Repeat::PingPong,
        _ => Repeat::Loop,
    };
    let marker = |marker: Node<'_>| {
        Some(ClipMarker {
            time: crate::json::value::narrow(marker.get("time")?.as_f64()?),
            name: marker.get("name")?.as_str()?.to_owned(),
        })
    };
    (
        repeat,
        own.items("markers").iter().filter_map(marker).collect(),
    )
}

/// Whether the signs of a channel's rotations say the way round: where we wrote so. In other files they say nothing.
pub(crate) fn is_signed(channel: Node<'_>) -> bool {
    let now = own(channel).and_then(|own| own.get("signed"));
    let before = || channel.get("extras")?.get(SIGNED_BEFORE);
    now.or_else(before).and_then(Node::as_bool).unwrap_or(false)
}

/// The members of the file that say how the skin was shown.
pub(crate) fn skinning_members<'a>(skinning: Option<&KeptSkinning>) -> NewMembers<'a> {
    let Some(skinning) = skinning else {
        return Vec::new();
    };
    let KeptSkinning {
        method,
        signs,
        normals,
    } = skinning;
    vec![
        ("version", VERSION.into()),
        ("method", method.name().into()),
        ("signs", signs.name().into()),
        ("normals", normals.name().into()),
    ]
}

/// The members of a mesh that say its own method.
pub(crate) fn mesh_skinning_members<'a>(skinning: Option<MeshSkinning>) -> NewMembers<'a> {
    let Some(MeshSkinning { method, signs }) = skinning else {
        return Vec::new();
    };
    let signs = signs.map(|signs| ("signs", signs.name().into()));
    let method = [("method", method.name().into())];
    method.into_iter().chain(signs).collect()
}

/// The pose of a node.
pub(crate) fn pose_value<'a>(posed: &PosedJoint) -> Draft<'a> {
    object([
        ("translation", posed.translation.into()),
        ("rotation", posed.rotation.into()),
        ("scale", posed.scale.into()),
        ("shear", posed.shear.into()),
    ])
}

/// What was posed of a node over clips.
pub(crate) fn unkeyed_value<'a>(all: &[&KeptUnkeyed]) -> Draft<'a> {
    let value = |own: &&KeptUnkeyed| {
        let mut members: NewMembers<'a> =
            vec![("clip", own.clip.into()), ("time", own.time.into())];
        let set = |name, numbers: Option<Draft<'a>>| numbers.map(|numbers| (name, numbers));
        members.extend(set("translation", own.translation.map(Draft::from)));
        members.extend(set("rotation", own.rotation.map(Draft::from)));
        members.extend(set("scale", own.scale.map(Draft::from)));
        members.extend(set("shear", own.shear.map(Draft::from)));
        let pairs = own.morph_weights.iter();
        let pairs =
            pairs.map(|(place, weight)| [(*place).into(), (*weight).into()].into_iter().collect());
        let pairs: Vec<Draft<'a>> = pairs.collect();
        if !pairs.is_empty() {
            members.push(("morph_weights", pairs.into_iter().collect()));
        }
        Draft::from(members)
    };
    all.iter().map(value).collect()
}

/// The members of a clip.
pub(crate) fn clip_members<'a>(repeat: Repeat, markers: &[ClipMarker]) -> NewMembers<'a> {
    let mut members = NewMembers::new();
    let repeat = match repeat {
        Repeat::Loop => None,
        Repeat::Once => Some("once"),
        Repeat::PingPong => Some("ping-pong"),
    };
    if let Some(repeat) = repeat {
        members.push(("repeat", repeat.into()));
    }
    if !markers.is_empty() {
        let value = |marker: &ClipMarker| {
            let ClipMarker { time, name } = marker;
            object([("time", (*time).into()), ("name", name.as_str().into())])
        };
        members.push(("markers", markers.iter().map(value).collect()));
    }
    members
}

/// Whether an object keeps nothing of ours, and is to keep nothing: then [`keep`] would leave it as it is.
pub(crate) fn keeps_nothing(object: View<'_>, is_to_keep_nothing: bool) -> bool {
    let has_none = match object.get("extras") {
        None => true,
        Some(extras) if extras.is_object() => {
            extras.get(KEPT).is_none() && extras.get(SIGNED_BEFORE).is_none()
        }
        // Extras that are null leave; all others stay, and hold nothing.
        Some(extras) => !extras.is_null(),
    };
    is_to_keep_nothing && has_none
}

/// Sets members of what an object keeps; those of these names that are not given are taken out, and what is empty goes. False where
/// extras are no object, which can hold nothing.
pub(crate) fn keep<'a>(object: &mut Draft<'a>, names: &[&str], members: NewMembers<'a>) -> bool {
    if keeps_nothing(object.view(), members.is_empty()) {
        return true;
    }
    let came = object.member("extras");
    let was_empty = came
        .as_ref()
        .is_some_and(|came| came.view().is_empty_object());
    let mut extras = match came {
        Some(extras) if extras.is_object() => extras,
        Some(extras) if !extras.view().is_null() => return members.is_empty(),
        None | Some(_) => Draft::from(NewMembers::new()),
    };
    if names.contains(&"signed") {
        extras.remove(SIGNED_BEFORE);
    }
    let own = extras.member(KEPT).filter(Draft::is_object);
    let had_own = own.is_some();
    let mut own = own.unwrap_or_else(|| Draft::from(NewMembers::new()));
    for name in names {
        own.remove(name);
    }
    for (name, value) in members {
        own.set(name, value);
    }
    if !own.view().is_empty_object() {
        extras.set(KEPT, own);
    } else if had_own {
        extras.remove(KEPT);
    }
    if !object.is_object() {
        return false;
    }
    if !extras.view().is_empty_object() {
        object.set("extras", extras);
    } else if !was_empty {
        object.remove("extras");
    }
    true
}

/// A pose that is kept, as what it does to a joint; none where it does nothing.
pub(crate) fn is_at_rest(posed: &PosedJoint) -> bool {
    posed.translation == [0.0; 3]
        && posed.rotation == [0.0, 0.0, 0.0, 1.0]
        && Vec3::from(posed.scale) == Vec3::ONE
        && posed.shear == [0.0; 3]
}
