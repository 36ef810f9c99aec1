//! Clips of one character on another whose joints are called the same: tracks go to the joint of the name, and keys stay as they are.

use std::collections::{BTreeMap, HashMap};

use character::Character;
use rig::{
    AnyTrack, Clip, ClipEdit, ClipError, JointIndex, JointTrack, MorphTrack, Skeleton, Target,
};
use scene::names::joint_name;

/// Turns of rest frames that are felt, in radians, and distances, in the longest bone of the target.
const FELT: [f32; 2] = [0.02, 0.01];

/// Which joints and morph weights of a target are those of a source, by the names of nodes.
#[derive(Clone, Debug)]
pub struct SameNames<'a> {
    source: &'a Character,
    joints: HashMap<JointIndex, JointIndex>,
    weights: HashMap<usize, usize>,
    /// How many of the joints rest otherwise in the target, in their parents.
    pub rest_elsewhere: usize,
}

/// A clip over the joints of the target.
#[derive(Clone, Debug, PartialEq)]
pub struct RenamedClip {
    /// The clip, with the identity that it had in the source.
    pub clip: Clip,
    /// The joints and nodes of the source that it moves and the target lacks: their tracks are left out.
    pub missing: Vec<String>,
}

impl<'a> SameNames<'a> {
    /// Goes through both. Of joints with one name the first of each are each other's, then the second, if both have as many; joints
    /// without a name are nobody's. Morph weights go with the name of the node, if its mesh has as many targets.
    #[must_use]
    pub fn new(source: &'a Character, target: &Character) -> Self {
        let [from, onto] = [source, target].map(|of| &of.rig.skeleton);
        let [theirs, own] = [from, onto].map(by_name);
        let mut joints = HashMap::new();
        for (name, theirs) in &theirs {
            let own = own.get(name).filter(|own| own.len() == theirs.len());
            let pairs = own.into_iter().flatten().zip(theirs);
            joints.extend(pairs.map(|(&own, &their)| (their, own)));
        }
        let longest = onto.joints().map(|joint| offset(onto, joint).length());
        let longest = longest.fold(0.0, f32::max);
        let is_elsewhere = |(their, own): &(&JointIndex, &JointIndex)| {
            let [one, other] = [rest(from, **their), rest(onto, **own)];
            let apart = (one.translation - other.translation).length();
            apart > FELT[1] * longest || one.rotation.angle_between(other.rotation) > FELT[0]
        };
        Self {
            rest_elsewhere: joints.iter().filter(is_elsewhere).count(),
            weights: weights(source, target),
            joints,
            source,
        }
    }

    /// A clip of the source over what the target has of it.
    ///
    /// # Errors
    ///
    /// Tracks that make no clip, which none of a clip do.
    pub fn clip(&self, clip: &Clip) -> Result<RenamedClip, ClipError> {
        let mut missing: BTreeMap<JointIndex, String> = BTreeMap::new();
        let mut set = Vec::new();
        let remove: Vec<Target> = clip.targets().collect();
        for JointTrack { joint, channel } in clip.tracks() {
            match self.joints.get(joint) {
                Some(&joint) => set.push(AnyTrack::Joint(JointTrack {
                    joint,
                    channel: channel.clone(),
                })),
                None => {
                    missing.insert(*joint, joint_name(&self.source.rig.skeleton, *joint));
                }
            }
        }
        for MorphTrack { weight, track } in clip.morphs() {
            match self.weights.get(weight) {
                Some(&weight) => set.push(AnyTrack::Morph(MorphTrack {
                    weight,
                    track: track.clone(),
                })),
                None => missing.extend(self.node_of_weight(*weight)),
            }
        }
        let (clip, _) = clip.with_edit(&ClipEdit::SetTracks { set, remove })?;
        Ok(RenamedClip {
            clip,
            missing: missing.into_values().collect(),
        })
    }

    fn node_of_weight(&self, weight: usize) -> Option<(JointIndex, String)> {
        let instances = &self.source.instances;
        let found = instances.iter().find(|own| own.morph.contains(&weight))?;
        let name = joint_name(&self.source.rig.skeleton, found.node);
        Some((found.node, name))
    }
}

fn by_name(skeleton: &Skeleton) -> BTreeMap<&str, Vec<JointIndex>> {
    let mut joints: BTreeMap<&str, Vec<JointIndex>> = BTreeMap::new();
    for joint in skeleton.joints() {
        let name = skeleton.name(joint);
        if !name.is_empty() {
            joints.entry(name).or_default().push(joint);
        }
    }
    joints
}

/// The places of the target's morph weights by those of the source.
fn weights(source: &Character, target: &Character) -> HashMap<usize, usize> {
    let mut own: HashMap<&str, &std::ops::Range<usize>> = HashMap::new();
    for instance in &target.instances {
        let name = target.rig.skeleton.name(instance.node);
        own.entry(name).or_insert(&instance.morph);
    }
    let mut weights = HashMap::new();
    for instance in &source.instances {
        let name = source.rig.skeleton.name(instance.node);
        let own = own
            .get(name)
            .filter(|own| own.len() == instance.morph.len());
        if let Some(own) = own.filter(|_| !name.is_empty()) {
            weights.extend(instance.morph.clone().zip((*own).clone()));
        }
    }
    weights
}

/// The rest frame of a joint in that of its parent.
fn rest(skeleton: &Skeleton, joint: JointIndex) -> rig::Rigid {
    let own = skeleton.rest_model_from_joint(joint);
    match skeleton.parent(joint) {
        Some(parent) => skeleton.rest_model_from_joint(parent).inverse() * own,
        None => own,
    }
}

fn offset(skeleton: &Skeleton, joint: JointIndex) -> glam::Vec3 {
    match skeleton.parent(joint) {
        Some(_) => rest(skeleton, joint).translation,
        None => glam::Vec3::ZERO,
    }
}
