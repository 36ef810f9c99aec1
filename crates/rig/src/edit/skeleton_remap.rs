//! A skeleton after an edit, and the way of everything else onto it.

use crate::driven::mapped_constraints::ConstrainedSkeletons;
use crate::edit::rebase::{Rebase, bake_channels};
use crate::edit::turned_rest::turn_pose;
use crate::{
    AnimationLayer, Channel, Clip, DrivenError, DrivenSet, EditError, Interpolation, JointIndex,
    JointTrack, LocalKeys, MappedConstraints, MappedDriven, MappedJoint, NodeConstraints, Pose,
    Rigid, ScaleInheritance, Skeleton, Stretch, Track, TrackError,
};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;

/// A skeleton after an edit, together with the one before.
///
/// What belonged to the old skeleton is carried over by the methods here and by [`BindPose::remap`](crate::BindPose::remap):
///
/// - **Poses** and scale inheritance keep what they do to a joint relative to its rest.
/// - **Clips** do too: keys of a joint with another parent or rest are multiplied by the constant that its local transform was
///   multiplied by. That is exact at every time where the constant is a similarity, as it is in skeletons without uneven
///   scale at rest; elsewhere the joint's channels are keyed anew at all its key times, as close as channels can come.
/// - Where a joint's own **axes are turned** ([`Skeleton::with_rest_axes`]), poses and clips are given in the new ones, and show what
///   they showed.
/// - **Skins** show the same at rest: a joint that rests elsewhere has a bind matrix that takes the difference back.
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonRemap {
    old: Skeleton,
    new: Skeleton,
    /// For each old joint its index in the new skeleton; none if it is gone.
    moved: Vec<Option<JointIndex>>,
    /// For each new joint its index in the old skeleton; none if it was added.
    origin: Vec<Option<JointIndex>>,
    /// By the key of a joint: what its local transform was multiplied by.
    rebased: BTreeMap<u32, Rebase>,
}

/// A clip on the new skeleton, and what it has lost on the way.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemappedClip {
    /// The clip for the new skeleton, without tracks of joints that are gone.
    pub clip: Clip,
    /// Tracks of joints that are gone.
    pub dropped: usize,
    /// Joints of the new skeleton whose channels were keyed anew, since they could not be carried over exactly.
    pub approximated: Vec<JointIndex>,
}

impl SkeletonRemap {
    pub(crate) fn new(old: Skeleton, new: Skeleton, rebased: BTreeMap<u32, Rebase>) -> Self {
        let by_key = |skeleton: &Skeleton| -> BTreeMap<u32, JointIndex> {
            let joints = skeleton.joints();
            joints.map(|joint| (skeleton.key(joint), joint)).collect()
        };
        let (old_by_key, new_by_key) = (by_key(&old), by_key(&new));
        let counterpart = |from: &Skeleton, to: &BTreeMap<u32, JointIndex>| {
            let joints = from.joints();
            joints
                .map(|joint| to.get(&from.key(joint)).copied())
                .collect()
        };
        Self {
            moved: counterpart(&old, &new_by_key),
            origin: counterpart(&new, &old_by_key),
            old,
            new,
            rebased,
        }
    }

    /// The skeleton as it was before the edit.
    #[must_use]
    pub const fn old(&self) -> &Skeleton {
        &self.old
    }

    /// The skeleton as it is after the edit.
    #[must_use]
    pub const fn skeleton(&self) -> &Skeleton {
        &self.new
    }

    /// For every joint of the old skeleton what it is in the new one; none for those that are gone.
    #[must_use]
    pub fn old_to_new(&self) -> &[Option<JointIndex>] {
        &self.moved
    }

    /// What a joint of the old skeleton is in the new one.
    #[must_use]
    pub fn new_of(&self, old: JointIndex) -> Option<JointIndex> {
        self.moved.get(old.index()).copied().flatten()
    }

    /// What a joint of the new skeleton was in the old one; none for one that was added.
    #[must_use]
    pub fn old_of(&self, new: JointIndex) -> Option<JointIndex> {
        self.origin.get(new.index()).copied().flatten()
    }

    /// The joints that were added, in the order of the new skeleton.
    pub fn added_joints(&self) -> impl Iterator<Item = JointIndex> {
        let joints = self.new.joints().zip(&self.origin);
        joints
            .filter(|(_, origin)| origin.is_none())
            .map(|(joint, _)| joint)
    }

    /// A pose of the old skeleton on the new one: every joint keeps what is done to it relative to its rest, joints that were
    /// added are at rest. Joints that the pose does not have are at rest too.
    #[must_use]
    pub fn pose(&self, pose: &Pose) -> Pose {
        // A joint that was added has a place beyond every list: rest.
        let old = |new: &Option<JointIndex>| new.map_or(usize::MAX, JointIndex::index);
        let rigid = |new| pose.rigid.get(old(new)).copied();
        let stretch = |new| pose.stretch.get(old(new)).copied();
        let mut remapped = Pose {
            rigid: self
                .origin
                .iter()
                .map(|new| rigid(new).unwrap_or(Rigid::IDENTITY))
                .collect(),
            stretch: self
                .origin
                .iter()
                .map(|new| stretch(new).unwrap_or(Stretch::IDENTITY))
                .collect(),
            morph_weights: pose.morph_weights.clone(),
        };
        for joint in self.new.joints() {
            let rebase = self.rebased.get(&self.new.key(joint));
            if let Some(turn) = rebase.and_then(Rebase::turn) {
                turn_pose(&mut remapped, joint, turn);
            }
        }
        remapped
    }

    /// How each joint's stretch is inherited: as before; for an added joint as for its parent.
    #[must_use]
    pub fn scale_inheritance(
        &self,
        scale_inheritance: &[ScaleInheritance],
    ) -> Vec<ScaleInheritance> {
        let mut remapped: Vec<ScaleInheritance> = Vec::with_capacity(self.new.len());
        for (joint, origin) in self.new.joints().zip(&self.origin) {
            let own = origin.and_then(|old| scale_inheritance.get(old.index()).copied());
            // Parents come first, so theirs is known.
            let parents = || remapped.get(self.new.parent(joint)?.index()).copied();
            let scale_inheritance = own.or_else(parents).unwrap_or_default();
            remapped.push(scale_inheritance);
        }
        remapped
    }

    /// Driven channels of the old skeleton on the new one. Their axes go along where those of a joint were turned; channels whose driver
    /// or driven joint is gone are told.
    ///
    /// # Errors
    ///
    /// None in fact: an edit makes no two joints one.
    pub fn driven(&self, driven: &DrivenSet) -> Result<MappedDriven, DrivenError> {
        driven.with_joints_mapped(&self.new, |old| self.mapped(old))
    }

    /// Node constraints of the old skeleton on the new one. Those are told that have lost a joint, and those that in turned axes no
    /// constraint can follow.
    #[must_use]
    pub fn constraints(&self, constraints: &NodeConstraints) -> MappedConstraints {
        let has_turned_axes = self.rebased.values().any(|own| own.turn().is_some());
        let skeletons = ConstrainedSkeletons {
            old: &self.old,
            new: &self.new,
            has_turned_axes,
        };
        skeletons.mapped(constraints, |old| self.mapped(old))
    }

    fn mapped(&self, old: JointIndex) -> Option<MappedJoint> {
        let joint = self.new_of(old)?;
        let rebase = self.rebased.get(&self.new.key(joint));
        // Q: the new axes, seen from the old.
        let turn = rebase.and_then(Rebase::turn);
        Some(MappedJoint {
            joint,
            turn: turn.map_or(Quat::IDENTITY, |turn| turn.conjugate().as_quat()),
        })
    }

    /// A clip of the old skeleton on the new one.
    ///
    /// # Errors
    ///
    /// Keys that are not finite once carried over.
    pub fn clip(&self, clip: &Clip) -> Result<RemappedClip, EditError> {
        let mut remapped = RemappedClip::default();
        let mut tracks = Vec::with_capacity(clip.tracks().len());
        // By joints, for where channels are keyed anew those of a joint hang together.
        for own in clip.tracks().chunk_by(|one, next| one.joint == next.joint) {
            let Some(joint) = self.new_of(own[0].joint) else {
                remapped.dropped += own.len();
                continue;
            };
            let (channels, is_exact) = self.channels(joint, own)?;
            let seen = channels
                .into_iter()
                .map(|channel| JointTrack { joint, channel });
            tracks.extend(seen);
            remapped.approximated.extend((!is_exact).then_some(joint));
        }
        let layer = clip.layer().map(|layer| self.layer(layer));
        let euler = clip.euler_curves();
        let euler = euler.filter_map(|(old, curves)| Some((self.new_of(old)?, curves.clone())));
        remapped.clip = clip
            .clone()
            .with_tracks(tracks, clip.morphs().to_vec())
            .with_layer(layer)
            .with_euler_where_baked(euler);
        Ok(remapped)
    }

    /// A layer that moves the joints that are left of those that it moved.
    fn layer(&self, layer: &AnimationLayer) -> AnimationLayer {
        let joints = layer.joints.as_ref().map(|joints| {
            let left = joints.iter().filter_map(|&joint| self.new_of(joint));
            left.collect()
        });
        AnimationLayer {
            joints,
            ..layer.clone()
        }
    }

    /// The tracks of one joint, which is `joint` now, and whether they show what they showed at every time.
    fn channels(
        &self,
        joint: JointIndex,
        own: &[JointTrack],
    ) -> Result<(Vec<Channel>, bool), EditError> {
        let channels = own.iter().map(|track| &track.channel);
        let Some(rebase) = self.rebased.get(&self.new.key(joint)) else {
            return Ok((channels.cloned().collect(), true));
        };
        let keeps_all = channels.clone().all(|channel| rebase.keeps(channel));
        let is_shear = |channel: &&Channel| matches!(channel, Channel::Shear(_));
        let mut sheared = channels.clone().filter(is_shear);
        if rebase.is_exact() && sheared.all(|channel| rebase.keeps(channel)) {
            let seen: Result<Vec<Channel>, EditError> =
                channels.map(|channel| rebase.channel(channel)).collect();
            return Ok((seen?, keeps_all));
        }
        let all: Vec<&JointTrack> = own.iter().collect();
        let rests = (
            self.old.local_keys(own[0].joint),
            self.new.local_keys(joint),
        );
        Ok((
            bake_channels(rebase, &all, rests)?,
            keeps_all && rebase.is_exact(),
        ))
    }

    /// A clip that goes on showing the frames it showed, although joints rest elsewhere: what it does not move of a joint whose
    /// local transform is another now, it holds where it was, with one key.
    ///
    /// # Errors
    ///
    /// Old local transforms that are not finite, which no skeleton has.
    pub fn clip_preserving_frames(&self, clip: &Clip) -> Result<RemappedClip, EditError> {
        let mut remapped = self.clip(clip)?;
        let mut moves = vec![[false; 4]; self.new.len()];
        for track in remapped.clip.tracks() {
            moves[track.joint.index()][place_of(&track.channel)] = true;
        }
        let mut tracks = remapped.clip.tracks().to_vec();
        for joint in self.new.joints() {
            let Some(old) = self.old_of(joint) else {
                continue;
            };
            let local = self.old.local(old);
            // Then what the clip leaves to the rest is where it was.
            if local == self.new.local(joint) {
                continue;
            }
            let still = |channel: &Channel| !moves[joint.index()][place_of(channel)];
            let (was, is) = (self.old.local_keys(old), self.new.local_keys(joint));
            let held = rest_channels(was, is)?.into_iter().filter(still);
            tracks.extend(held.map(|channel| JointTrack { joint, channel }));
        }
        let morphs = clip.morphs().to_vec();
        remapped.clip = remapped.clip.with_tracks(tracks, morphs);
        Ok(remapped)
    }
}

const fn place_of(channel: &Channel) -> usize {
    match channel {
        Channel::Translation(_) => 0,
        Channel::Rotation(_) => 1,
        Channel::Scale(_) => 2,
        Channel::Shear(_) => 3,
    }
}

/// What a joint was at rest, with one key a channel; shear only where it had some, or has now.
fn rest_channels(was: LocalKeys, is: LocalKeys) -> Result<Vec<Channel>, EditError> {
    let far = |_: TrackError| EditError::NotFinite {
        what: "where a joint rests in its parent".to_owned(),
    };
    let step = Interpolation::Step;
    let vector = |value: Vec3| Track::new([0.0], vec![value], step).map_err(far);
    let rotation = Track::new([0.0], vec![was.rotation], step).map_err(far)?;
    let mut held = vec![
        Channel::Translation(vector(was.translation)?),
        Channel::Rotation(rotation),
        Channel::Scale(vector(was.stretch.scale)?),
    ];
    if was.stretch.shear != Vec3::ZERO || is.stretch.shear != Vec3::ZERO {
        held.push(Channel::Shear(vector(was.stretch.shear)?));
    }
    Ok(held)
}
