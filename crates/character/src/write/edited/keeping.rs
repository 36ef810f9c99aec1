//! What glTF has no place for, in `extras`: see [`kept`](crate::model::kept).

use std::collections::BTreeMap;

use super::Writing;
use super::dropped::NewNumbers;
use super::numbering::{Numbered, may_renumber};
use crate::clips::euler_curves::{EULER_CURVES, NodeCurves, curves_value, node_curves};
use crate::clips::key_kinds::{KEY_KINDS, MarkedKeys, marked_keys, marked_value};
use crate::clips::still_shear::SHEAR_KEYS;
use crate::clips::weighted_tracks::{
    WEIGHTED_TRACKS, WeightedTrack, weighted_tracks, weighted_value,
};
use crate::json::tree::draft::{Draft, List, NewMembers};
use crate::model::kept::{
    KeptDriven, KeptInterpolator, KeptPin, KeptPinRange, KeptUnkeyed, SavedState, clip_members,
    driven, interpolators, is_at_rest, keep, keeps_nothing, limits, mesh_skinning_members, pins,
    pose_value, rows, skinning_members, unkeyed_value, worn,
};
use crate::nodes::kept_keys::keys_value;
use rig::{Channel, Clip, JointIndex, JointTrack, ScaleInheritance};

/// Members of the file's extras.
const OF_FILE: [&str; 4] = ["version", "method", "signs", "normals"];
/// Members of a mesh's.
const OF_MESH: [&str; 2] = ["method", "signs"];
/// Members of a node's that are asked for.
pub(in crate::write) const OF_NODE: [&str; 8] = [
    "pose",
    "morph_weights",
    "unkeyed",
    "limits",
    "pins",
    "driven",
    "interpolators",
    "row",
];
/// Members of a clip's.
const OF_CLIP: [&str; 5] = [
    "repeat",
    "markers",
    KEY_KINDS,
    EULER_CURVES,
    WEIGHTED_TRACKS,
];

/// What an animation keeps of the keys of a clip.
#[derive(Debug, Default, PartialEq)]
pub(super) struct KeptOfClip {
    marked: Vec<MarkedKeys>,
    euler: Vec<NodeCurves>,
    weighted: Vec<WeightedTrack>,
}

impl KeptOfClip {
    /// That of a clip whose joints have these nodes.
    pub(super) fn new(clip: &Clip, node_of: impl Fn(JointIndex) -> usize + Copy) -> Self {
        Self {
            marked: marked_keys(clip, node_of),
            euler: node_curves(clip, node_of),
            weighted: weighted_tracks(clip, node_of),
        }
    }
}

impl Writing<'_, '_> {
    /// Scale inheritance and methods of meshes where they are others than in the file, and what is asked to be kept.
    pub(super) fn write_kept(&mut self, kept: Option<&SavedState>) {
        self.write_scale_inheritance();
        self.write_mesh_skinning();
        self.write_still_shear();
        let came = &self.character.source.kept;
        // Nothing is asked for, so that all stays as it came, but clips and nodes may have other numbers now.
        let numbered = kept.is_none().then(|| self.renumber(came)).flatten();
        let kept = kept.or(numbered.as_ref());
        self.write_extensions(kept);
        let Some(kept) = kept else {
            return;
        };
        if kept.skinning != came.skinning {
            let members = skinning_members(kept.skinning.as_ref());
            let is_kept = keep(&mut self.json, &OF_FILE, members);
            self.report.not_kept += usize::from(!is_kept);
        }
        if kept.worn != came.worn {
            self.write_worn(&kept.worn);
        }
        let mut poses: BTreeMap<u32, Draft<'_>> = BTreeMap::new();
        for posed in kept.pose.iter().filter(|posed| !is_at_rest(posed)) {
            poses.insert(posed.joint, pose_value(posed));
        }
        let mut nodes = self.take("nodes");
        let numbers = self.numbers_at_last();
        let node_of = |key: u32| {
            let joint = self.nodes.by_key.get(&key)?;
            number_at_last(numbers.as_ref(), self.nodes.of(*joint))
        };
        for (key, joint) in &self.nodes.by_key {
            let pose = poses.remove(key).map(|pose| ("pose", pose));
            let weights = kept.morph_weights.get(key);
            let weights = weights.map(|of| ("morph_weights", of.as_slice().into()));
            let is_own = |own: &&KeptUnkeyed| own.joint == *key;
            let unkeyed: Vec<&KeptUnkeyed> = kept.unkeyed.iter().filter(is_own).collect();
            let unkeyed = (!unkeyed.is_empty()).then(|| ("unkeyed", unkeyed_value(&unkeyed)));
            let own = kept.limits.get(key);
            let own = own.map(|own| ("limits", limits::value(own)));
            let is_own = |pin: &&KeptPin| {
                // What it is pinned to may be gone.
                let has_other = pin.to.is_none_or(|to| node_of(to).is_some());
                pin.joint == *key && has_other
            };
            let pins: Vec<&KeptPin> = kept.pins.iter().filter(is_own).collect();
            let pins = (!pins.is_empty()).then(|| ("pins", pins::value(&pins, node_of)));
            let is_own = |own: &&KeptDriven| own.driver == *key;
            let driven: Vec<&KeptDriven> = kept.driven.iter().filter(is_own).collect();
            let driven = driven::value(&driven, node_of).map(|value| ("driven", value));
            let is_own = |own: &&KeptInterpolator| own.joints.first() == Some(key);
            let poses: Vec<&KeptInterpolator> = kept.interpolators.iter().filter(is_own).collect();
            let poses = interpolators::value(&poses, node_of).map(|value| ("interpolators", value));
            let members = pose.into_iter().chain(weights).chain(unkeyed).chain(poses);
            // As with pins: a joint of the row may be gone, and then it is no row.
            let row = kept.rows.iter().find(|row| row.helper == *key);
            let row = row.and_then(|row| Some(("row", rows::value(row, node_of)?)));
            let members = members.chain(own).chain(pins).chain(driven).chain(row);
            let members: NewMembers<'_> = members.collect();
            let number = self.nodes.of(*joint);
            let is_kept = keep_of(&mut nodes, number, &OF_NODE, members);
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("nodes", nodes);
    }

    /// What the file says of clips and nodes by the numbers that they have now, if there is something and they have others.
    fn renumber(&self, came: &SavedState) -> Option<SavedState> {
        let sources = self.character.clips.iter().map(Clip::source);
        let places: BTreeMap<usize, usize> = (sources.enumerate())
            .filter_map(|(place, source)| Some((source?, place)))
            .collect();
        let moved = |of: &KeptUnkeyed| {
            let clip = *places.get(&of.clip)?;
            Some(KeptUnkeyed { clip, ..of.clone() })
        };
        let unkeyed: Vec<KeptUnkeyed> = came.unkeyed.iter().filter_map(moved).collect();
        let moved = |of: &KeptPin| {
            let range = match of.range {
                Some(range) => Some(KeptPinRange {
                    clip: *places.get(&range.clip)?,
                    ..range
                }),
                None => None,
            };
            Some(KeptPin {
                range,
                ..of.clone()
            })
        };
        let pins: Vec<KeptPin> = came.pins.iter().filter_map(moved).collect();
        let names_nodes = pins.iter().any(|pin| pin.to.is_some())
            || !came.rows.is_empty()
            || !came.driven.is_empty()
            || !came.interpolators.is_empty();
        let names_nodes = names_nodes && !self.dissolved.is_empty();
        let is_other = unkeyed != came.unkeyed || pins != came.pins || names_nodes;
        is_other.then(|| SavedState {
            unkeyed,
            pins,
            ..came.clone()
        })
    }

    /// The numbers that nodes have once dissolved ones are [dropped](super::dropped::drop_nodes); none where all keep theirs.
    pub(super) fn numbers_at_last(&self) -> Option<NewNumbers> {
        let may = may_renumber(&self.character.source, Numbered::Nodes);
        may.then(|| NewNumbers::new(usize::MAX, &self.dissolved))
    }

    fn write_scale_inheritance(&mut self) {
        let rig = &self.character.rig;
        let mut nodes = self.take("nodes");
        for (joint, inheritance) in rig.skeleton.joints().zip(&rig.scale_inheritance) {
            let own = match inheritance {
                ScaleInheritance::Children => Vec::new(),
                other => vec![("scale_inheritance", other.name().into())],
            };
            let number = self.nodes.of(joint);
            let is_kept = keep_of(&mut nodes, number, &["scale_inheritance"], own);
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("nodes", nodes);
    }

    /// Keys of shear that shear nothing, of joints with one node: see [`still_shear`](crate::clips::still_shear).
    fn write_still_shear(&mut self) {
        let skeleton = &self.character.rig.skeleton;
        let mut kept: BTreeMap<usize, Vec<Draft<'_>>> = BTreeMap::new();
        for (number, clip) in self.character.clips.iter().enumerate() {
            let still = |track: &&JointTrack| {
                let has_two = self.nodes.above.contains_key(&track.joint);
                matches!(track.channel, Channel::Shear(_)) && !has_two && !self.options.plain_shear
            };
            for JointTrack { joint, channel } in clip.tracks().iter().filter(still) {
                let mut value = keys_value(channel);
                value.set("clip", number);
                kept.entry(self.nodes.of(*joint)).or_default().push(value);
            }
        }
        let mut nodes = self.take("nodes");
        for joint in skeleton.joints() {
            let number = self.nodes.of(joint);
            let own = kept.remove(&number);
            let own = own.map(|list| (SHEAR_KEYS, list.into_iter().collect()));
            let members = own.into_iter().collect();
            let is_kept = keep_of(&mut nodes, number, &[SHEAR_KEYS], members);
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("nodes", nodes);
    }

    /// A mesh that an edit has made came with the extras of the one that it is a copy of.
    fn write_mesh_skinning(&mut self) {
        let mut meshes = self.take("meshes");
        for (number, mesh) in self.character.meshes.iter().enumerate() {
            let before = self.read.meshes.get(self.mesh_sources.origin(number));
            if before.is_some_and(|before| before.skinning == mesh.skinning) {
                continue;
            }
            if let Some(json) = meshes.get_mut(number) {
                let is_kept = keep(json, &OF_MESH, mesh_skinning_members(mesh.skinning));
                self.report.not_kept += usize::from(!is_kept);
            }
        }
        self.put("meshes", meshes);
    }

    /// Which body clothes follow.
    fn write_worn(&mut self, all: &BTreeMap<usize, usize>) {
        let mut meshes = self.take("meshes");
        let count = self.character.meshes.len();
        for number in 0..count {
            let body = all.get(&number).filter(|body| **body < count);
            let members: NewMembers<'_> = body
                .map(|body| (worn::WORN_OVER, (*body).into()))
                .into_iter()
                .collect();
            let is_kept = keep_of(&mut meshes, number, &[worn::WORN_OVER], members);
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("meshes", meshes);
    }

    /// What happens at a clip's end, its markers, and what glTF has no place for of its keys.
    pub(super) fn keep_clip(&mut self, animation: &mut Draft<'_>, clip: &Clip, own: &KeptOfClip) {
        let mut members = clip_members(clip.repeat(), clip.markers());
        if !own.marked.is_empty() {
            members.push((KEY_KINDS, marked_value(&own.marked)));
        }
        if !own.euler.is_empty() {
            members.push((EULER_CURVES, curves_value(&own.euler)));
        }
        if !own.weighted.is_empty() {
            members.push((WEIGHTED_TRACKS, weighted_value(&own.weighted)));
        }
        let is_kept = keep(animation, &OF_CLIP, members);
        self.report.not_kept += usize::from(!is_kept);
    }
}

/// The number that a node has in the end.
pub(super) fn number_at_last(numbers: Option<&NewNumbers>, number: usize) -> Option<usize> {
    numbers.map_or(Some(number), |numbers| numbers.of(number))
}

/// Sets what a node keeps. Where that changes nothing, the nodes stay as they came.
pub(super) fn keep_of<'a>(
    nodes: &mut List<'a>,
    number: usize,
    names: &[&str],
    members: NewMembers<'a>,
) -> bool {
    let node = nodes.get(number);
    if node.is_none_or(|node| keeps_nothing(node, members.is_empty())) {
        return true;
    }
    let node = nodes.get_mut(number);
    node.is_none_or(|node| keep(node, names, members))
}
