//! Numbers that follow the angles of joints: what the file says, what edits of the skeleton make of it, and poses with it.
//!
//! What somebody poses, and what clips have keys of, stays as it is. All that is seen, measured or handed out is driven first, by
//! [`drive`], and never driven again: values that are added would be added twice.

use std::borrow::Cow;
use std::sync::Arc;

use character::{Character, Edited, KeptDriven, KeptInterpolator, MorphPlace};
use rig::{
    DrivenChannel, DrivenMemory, DrivenSet, DrivenTarget, ForwardError, JointIndex, MappedJoint,
    Pose, PoseInterpolator, ScaleInheritance,
};
use scene::constraints::with_constraints;
use scene::names::joint_name;

use super::Document;
use super::joint_mapping::{JointMapping, morph_mapping};
use super::waiting_poses::{node_of_weight, weight_of_node};

/// The channels that the `extras` of a character's file hold.
#[must_use]
pub fn driven_of_file(character: &Character) -> Arc<DrivenSet> {
    Arc::new(character.driven_of_file().set)
}

/// Makes a pose as somebody posed it, or a clip has it, the one that is seen.
///
/// An angle that is undefined, that of a joint bent by half a turn, counts as none.
pub fn drive(driven: &DrivenSet, pose: &mut Pose) {
    if !driven.is_empty() {
        driven.apply(pose, &mut [], &mut DrivenMemory::default());
    }
}

/// The same pose, driven; the very one where nothing is.
#[must_use]
pub fn driven_pose(driven: &DrivenSet, pose: Arc<Pose>) -> Arc<Pose> {
    if driven.is_empty() {
        return pose;
    }
    let mut own = Arc::unwrap_or_clone(pose);
    drive(driven, &mut own);
    Arc::new(own)
}

/// A pose of a document as it is seen: driven, and with the joints turned that follow others by constraints.
///
/// The channels see what is posed, and constraints what the channels have made of it. A pose of another length is driven alone.
#[must_use]
pub fn followed_pose(document: &Document, pose: Arc<Pose>) -> Arc<Pose> {
    followed_by(document, &document.driven, pose)
}

/// As [`followed_pose`], with other channels than the document's.
#[must_use]
pub fn followed_by(document: &Document, driven: &DrivenSet, pose: Arc<Pose>) -> Arc<Pose> {
    let driven = driven_pose(driven, pose);
    let constrained = with_constraints(&document.character, &driven, &document.scale_inheritance);
    let turned = constrained.ok().and_then(|pose| match pose {
        Cow::Owned(turned) => Some(Arc::new(turned)),
        Cow::Borrowed(_) => None,
    });
    turned.unwrap_or(driven)
}

/// What makes of a pose as somebody makes it the one that is seen: for tools that solve for what is seen.
#[derive(Clone, Copy, Debug)]
pub struct Followers<'a> {
    /// The character, whose constraints come last.
    pub character: &'a Character,
    /// What follows angles of joints.
    pub driven: &'a DrivenSet,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
}

impl Followers<'_> {
    /// Whether nothing follows, so that all is seen as it is posed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.driven.is_live() && self.character.constraints.is_empty()
    }

    /// Whether a joint itself follows others.
    #[must_use]
    pub fn has(&self, joint: JointIndex) -> bool {
        let is_driven = self.driven.is_live() && self.driven.drives(joint);
        is_driven || self.character.constraints.of(joint).is_some()
    }

    /// The pose as it is seen.
    ///
    /// # Errors
    ///
    /// A pose or flags that do not fit the skeleton, where something follows.
    pub fn seen(&self, pose: &Pose) -> Result<Pose, ForwardError> {
        let mut seen = pose.clone();
        drive(self.driven, &mut seen);
        let seen = with_constraints(self.character, &seen, self.scale_inheritance)?;
        Ok(seen.into_owned())
    }
}

/// The channels of a document as its file keeps them, in the order of the keys of the joints that drive.
#[must_use]
pub fn kept_driven(document: &Document) -> Vec<KeptDriven> {
    let channels = document.driven.channels().iter();
    let kept = channels.filter_map(|channel| document.character.kept_driven(channel));
    let mut kept: Vec<KeptDriven> = kept.collect();
    kept.sort_by_key(|own| own.driver);
    kept
}

/// The poses that drive morph targets, as its file keeps them, in the order of the keys of their first joints.
#[must_use]
pub fn kept_interpolators(document: &Document) -> Vec<KeptInterpolator> {
    let all = document.driven.interpolators().iter();
    let kept = all.filter_map(|own| document.character.kept_interpolator(own));
    let mut kept: Vec<KeptInterpolator> = kept.collect();
    kept.sort_by_key(|own| own.joints.first().copied());
    kept
}

/// The channels after an edit of the skeleton: those of joints that are gone are gone.
pub(super) fn driven_after(driven: &Arc<DrivenSet>, edited: &Edited) -> Arc<DrivenSet> {
    if driven.is_empty() {
        return Arc::clone(driven);
    }
    // An edit makes no two joints one, so that nothing is refused.
    let after = edited.driven(driven);
    Arc::new(after.map(|mapped| mapped.set).unwrap_or_default())
}

/// The channels on another version of the character: those of the new file where the user changed nothing.
pub(super) fn remap_driven(
    old: &Document,
    new: &Document,
    mapping: &JointMapping,
) -> Arc<DrivenSet> {
    if *old.driven == *driven_of_file(&old.character) {
        return Arc::clone(&new.driven);
    }
    let morphs = morph_mapping(&old.character, &new.character, mapping);
    let morph = |weight: usize| {
        let mut ranges = morphs.iter();
        let in_place = ranges.find(|(from, _)| from.contains(&weight));
        let in_place = in_place.map(|(from, to)| to.start + (weight - from.start));
        same_target(&old.character, &new.character, mapping, weight).or(in_place)
    };
    let channels = old.driven.channels().iter();
    let channels = channels.filter_map(|channel| {
        let mapped = |joint| mapping.of(joint).map(MappedJoint::new);
        let mut channel = channel.with_joints_mapped(mapped)?;
        if let DrivenTarget::Morph(weight) = &mut channel.target {
            *weight = morph(*weight)?;
        }
        Some(channel)
    });
    let channels: Vec<DrivenChannel> = channels.collect();
    let interpolators = old.driven.interpolators().iter();
    let interpolators = interpolators.filter_map(|own| {
        let mapped = |joint| mapping.of(joint).map(MappedJoint::new);
        own.with_joints_mapped(mapped)?.with_morphs_mapped(morph)
    });
    let interpolators: Vec<PoseInterpolator> = interpolators.collect();
    let skeleton = &new.character.rig.skeleton;
    let (set, _) = DrivenSet::of_those_that_can(channels, skeleton);
    Arc::new(set.with_interpolators_that_can(interpolators, skeleton).0)
}

/// The weight of the morph target of the same name, of a mesh that may have gained or lost others; none where it has no name.
fn same_target(
    old: &Character,
    new: &Character,
    mapping: &JointMapping,
    weight: usize,
) -> Option<usize> {
    let (node, place) = node_of_weight(old, weight)?;
    let name = old.morph_name(weight).filter(|name| !name.is_empty())?;
    let node = mapping.of(node)?;
    let mut instances = new.instances.iter();
    let instance = instances.find(|instance| instance.node == node)?;
    let target = MorphPlace {
        place,
        name: name.to_owned(),
    };
    let place = target.find(new.meshes.get(instance.mesh)?)?;
    weight_of_node(new, node, place)
}

impl Document {
    /// What follows in poses of the document.
    #[must_use]
    pub fn followers(&self) -> Followers<'_> {
        Followers {
            character: &self.character,
            driven: &self.driven,
            scale_inheritance: &self.scale_inheritance,
        }
    }

    /// The document with other channels, and the interpolators of poses that it has.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy: joints that drive each other in a ring, a number that is driven twice.
    pub fn with_driven(&self, channels: Vec<DrivenChannel>) -> Result<Self, String> {
        self.with_driven_and(channels, self.driven.interpolators().to_vec())
    }

    /// The document with other channels, and other poses that drive morph targets.
    ///
    /// # Errors
    ///
    /// As [`with_driven`](Self::with_driven).
    pub fn with_driven_and(
        &self,
        channels: Vec<DrivenChannel>,
        interpolators: Vec<PoseInterpolator>,
    ) -> Result<Self, String> {
        let skeleton = &self.character.rig.skeleton;
        let set = DrivenSet::new(channels, skeleton);
        let set = set.and_then(|set| set.with_interpolators(interpolators, skeleton));
        let set = set.map_err(|error| format!("{error}."))?;
        Ok(Self {
            driven: Arc::new(set),
            ..self.clone()
        })
    }

    /// The user's own pose as it is seen.
    #[must_use]
    pub fn own_pose_driven(&self) -> Arc<Pose> {
        followed_pose(self, Arc::clone(&self.pose))
    }

    pub(super) fn has_same_driven(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.driven, &other.driven) || self.driven == other.driven
    }
}

/// Who drives a joint so that what is posed of it does not count, by a channel or a constraint, by name; none where nobody does.
#[must_use]
pub fn drivers_in_place(document: &Document, joint: JointIndex) -> Option<String> {
    let skeleton = &document.character.rig.skeleton;
    let channels = document.driven.channels().iter();
    let replacing = channels.filter(|channel| {
        let replaces = channel.combine == rig::DrivenCombine::Replaces && !channel.muted;
        replaces && channel.target.joint() == Some(joint)
    });
    let drivers = replacing.map(|channel| channel.driver.joint);
    let constraint = document.character.constraints.of(joint);
    let sources = constraint.map(|constraint| constraint.source);
    let mut names: Vec<String> = (drivers.chain(sources))
        .map(|driver| joint_name(skeleton, driver))
        .collect();
    names.dedup();
    (!names.is_empty()).then(|| names.join(", "))
}
