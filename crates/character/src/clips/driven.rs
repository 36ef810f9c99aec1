//! What follows the angles of joints, and clips without it: in files clips have keys of all that is seen.

use std::sync::Arc;

use rig::{
    Clip, ConstraintKind, DrivenChannel, DrivenCurve, DrivenSet, DrivenTarget, DriverAngle,
    InterpolatedPose, JointIndex, MappedJoint, MergeError, NodeConstraint, NodeConstraints,
    PoseInterpolator,
};

use crate::fault::error::FilePlace;
use crate::fault::warning::{Warning, WarningKind};
use crate::model::character::Character;
use crate::model::kept::{KeptDriven, KeptInterpolatedPose, KeptInterpolator, NO_JOINT};

/// Frames a second that clips are written with, and taken back by.
const RATE: f64 = 30.0;
/// The most poses of joints that are looked at to take back what was added.
const MOST_POSES: f64 = 4e6;
/// The most channels that a file gives.
const MOST_CHANNELS: usize = 1024;

/// What follows the angles of a character's joints as its file keeps it, and why some of that is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrivenOfFile {
    /// The channels that can be evaluated together.
    pub set: DrivenSet,
    /// Why each of the others cannot: a clause that names joints.
    pub left_out: Vec<String>,
}

impl Character {
    /// What follows the angles of joints, by the `extras` of the file. Joints that are gone take their channels along.
    #[must_use]
    pub fn driven_of_file(&self) -> DrivenOfFile {
        let mut found = DrivenOfFile::default();
        let mut channels = Vec::new();
        for kept in self.source.kept.driven.iter().take(MOST_CHANNELS) {
            match self.driven_channel(kept) {
                Some(Ok(channel)) => channels.push(channel),
                Some(Err(why)) => found.left_out.push(why),
                None => {}
            }
        }
        let skeleton = &self.rig.skeleton;
        let (set, refused) = DrivenSet::of_those_that_can(channels, skeleton);
        let mut interpolators = Vec::new();
        for kept in &self.source.kept.interpolators {
            match self.interpolator(kept) {
                Some(Ok(own)) => interpolators.push(own),
                Some(Err(why)) => found.left_out.push(why),
                None => {}
            }
        }
        let (set, more) = set.with_interpolators_that_can(interpolators, skeleton);
        let refused = refused.into_iter().chain(more);
        let refused = refused.map(|error| error.to_string());
        found.left_out.extend(refused);
        DrivenOfFile { set, ..found }
    }

    /// Poses of joints of this skeleton; none without one of the joints, or without any of the morph targets.
    fn interpolator(&self, kept: &KeptInterpolator) -> Option<Result<PoseInterpolator, String>> {
        let skeleton = &self.rig.skeleton;
        let joints = kept.joints.iter();
        let joints: Option<Vec<JointIndex>> =
            joints.map(|key| skeleton.joint_of_key(*key)).collect();
        let joints = joints?;
        let poses = kept.poses.iter().filter_map(|pose| {
            let joint = skeleton.joint_of_key(pose.joint)?;
            Some(InterpolatedPose {
                rotations: pose.rotations.clone(),
                morph: self.weight_at(joint, pose.morph)?,
            })
        });
        let poses: Vec<InterpolatedPose> = poses.collect();
        if poses.is_empty() {
            return None;
        }
        let first = joints.first().copied()?;
        let made = PoseInterpolator::new(joints, kept.kernel, poses);
        Some(made.map_err(|why| format!("the poses of {:?}: {why}", skeleton.name(first))))
    }

    /// The place of the weight of a target of the mesh at a joint.
    fn weight_at(&self, joint: JointIndex, place: usize) -> Option<usize> {
        let mut instances = self.instances.iter();
        let instance = instances.find(|instance| instance.node == joint)?;
        let weight = instance.morph.start.checked_add(place)?;
        instance.morph.contains(&weight).then_some(weight)
    }

    /// The joint that shows the mesh of a target, and the target's place in the mesh.
    fn target_at(&self, weight: usize) -> Option<(JointIndex, usize)> {
        let mut instances = self.instances.iter();
        let instance = instances.find(|instance| instance.morph.contains(&weight))?;
        Some((instance.node, weight - instance.morph.start))
    }

    /// How a file keeps poses of joints; none for those whose joints or targets are not there.
    #[must_use]
    pub fn kept_interpolator(&self, own: &PoseInterpolator) -> Option<KeptInterpolator> {
        let skeleton = &self.rig.skeleton;
        let key = |joint: JointIndex| {
            let is_there = joint.index() < skeleton.len();
            is_there.then(|| skeleton.key(joint))
        };
        let joints: Option<Vec<u32>> = own.joints().iter().map(|&joint| key(joint)).collect();
        let poses = own.poses().iter().filter_map(|pose| {
            let (joint, morph) = self.target_at(pose.morph)?;
            Some(KeptInterpolatedPose {
                rotations: pose.rotations.clone(),
                joint: key(joint)?,
                morph,
            })
        });
        Some(KeptInterpolator {
            joints: joints?,
            kernel: own.kernel(),
            poses: poses.collect(),
        })
    }

    /// A channel on this skeleton; none without its joints or its morph target.
    fn driven_channel(&self, kept: &KeptDriven) -> Option<Result<DrivenChannel, String>> {
        let skeleton = &self.rig.skeleton;
        let driver = skeleton.joint_of_key(kept.driver)?;
        let joint = skeleton.joint_of_key(kept.joint)?;
        let target = match kept.target {
            DrivenTarget::Morph(place) => DrivenTarget::Morph(self.weight_at(joint, place)?),
            target @ (DrivenTarget::Rotation { .. }
            | DrivenTarget::Translation { .. }
            | DrivenTarget::Scale { .. }
            | DrivenTarget::Shear { .. }
            | DrivenTarget::Strength(_)) => target,
        };
        let curve = match DrivenCurve::new(kept.keys.iter().copied()) {
            Ok(curve) => curve,
            Err(why) => {
                return Some(Err(format!(
                    "what {:?} drives: {why}",
                    skeleton.name(driver)
                )));
            }
        };
        // Not the other joint, whichever this is.
        let from = JointIndex(NO_JOINT.0 + 1);
        let channel = DrivenChannel {
            driver: DriverAngle {
                joint: from,
                measure: kept.measure,
            },
            target,
            curve,
            combine: kept.combine,
            muted: kept.muted,
        };
        let of = |own: JointIndex| MappedJoint::new(if own == from { driver } else { joint });
        channel.with_joints_mapped(|own| Some(of(own))).map(Ok)
    }

    /// The way back: how a file keeps a channel; none for what no file has.
    #[must_use]
    pub fn kept_driven(&self, channel: &DrivenChannel) -> Option<KeptDriven> {
        let skeleton = &self.rig.skeleton;
        let key = |joint: JointIndex| {
            let is_there = joint.index() < skeleton.len();
            is_there.then(|| skeleton.key(joint))
        };
        let (joint, target) = match channel.target {
            DrivenTarget::Morph(weight) => {
                let (joint, place) = self.target_at(weight)?;
                (joint, DrivenTarget::Morph(place))
            }
            DrivenTarget::Strength(_) => return None,
            DrivenTarget::Rotation { joint, axis } => {
                let target = DrivenTarget::Rotation {
                    joint: NO_JOINT,
                    axis,
                };
                (joint, target)
            }
            DrivenTarget::Translation { joint, axis } => {
                let target = DrivenTarget::Translation {
                    joint: NO_JOINT,
                    axis,
                };
                (joint, target)
            }
            DrivenTarget::Scale { joint, axis } => {
                let target = DrivenTarget::Scale {
                    joint: NO_JOINT,
                    axis,
                };
                (joint, target)
            }
            DrivenTarget::Shear { joint, axes } => {
                let target = DrivenTarget::Shear {
                    joint: NO_JOINT,
                    axes,
                };
                (joint, target)
            }
        };
        Some(KeptDriven {
            driver: key(channel.driver.joint)?,
            measure: channel.driver.measure,
            joint: key(joint)?,
            target,
            keys: channel.curve.keys().to_vec(),
            combine: channel.combine,
            muted: channel.muted,
        })
    }

    /// Has constraints that say what a driven channel says be the channel's: both would be one thing twice.
    pub(crate) fn part_driven_constraints(&mut self) {
        if self.constraints.is_empty() || self.source.kept.driven.is_empty() {
            return;
        }
        let set = self.driven_of_file().set;
        let skeleton = &self.rig.skeleton;
        let channels = set.channels().iter();
        let rolls: Vec<NodeConstraint> = channels
            .filter_map(|channel| channel.as_node_constraint(skeleton))
            .collect();
        let is_said = |own: &NodeConstraint| {
            let same = |roll: &NodeConstraint| {
                (roll.source, roll.destination) == (own.source, own.destination)
            };
            matches!(own.kind, ConstraintKind::Roll(_)) && rolls.iter().any(same)
        };
        let all = self.constraints.constraints().iter().copied();
        let (said, left): (Vec<NodeConstraint>, Vec<NodeConstraint>) = all.partition(is_said);
        if said.is_empty() {
            return;
        }
        // Some of what could be evaluated together can be.
        let (left, _) = NodeConstraints::of_those_that_can(&left, skeleton);
        self.constraints = Arc::new(left);
        let read = &mut Arc::make_mut(&mut self.source).as_read;
        read.constraints = Arc::clone(&self.constraints);
        read.driven_constraints = said;
    }

    /// Has clips show what is posed alone, without what channels added when they were written, and warns of channels that are left out.
    pub(crate) fn take_driven_back(&mut self) {
        let kept = &self.source.kept;
        if kept.driven.is_empty() && kept.interpolators.is_empty() {
            return;
        }
        let DrivenOfFile { set, left_out } = self.driven_of_file();
        for why in left_out {
            self.warn_of_driven(why);
        }
        if !set.adds() {
            return;
        }
        let joints = u32::try_from(self.rig.skeleton.len()).unwrap_or(u32::MAX);
        let seconds = self.clips.iter().map(|clip| f64::from(clip.duration()));
        let poses = seconds.sum::<f64>() * RATE * f64::from(joints);
        let base = self.file_pose();
        let skeleton = &self.rig.skeleton;
        let own = |clip: &Clip| clip.without_driven(skeleton, &base, &set, RATE);
        let clips: Option<Vec<Clip>> = match poses <= MOST_POSES {
            true => {
                let clips: Result<Vec<Clip>, MergeError> = self.clips.iter().map(own).collect();
                clips.ok()
            }
            false => None,
        };
        if let Some(clips) = clips {
            self.clips = clips.into();
            let read = &mut Arc::make_mut(&mut self.source).as_read;
            let in_file = std::mem::replace(&mut read.clips, Arc::clone(&self.clips));
            read.clips_in_file = Some(in_file);
            return;
        }
        // Added once more they would show something else: clips keep what they have, and channels that add go.
        let source = Arc::make_mut(&mut self.source);
        let kept = &mut source.kept.driven;
        kept.retain(|own| own.combine != rig::DrivenCombine::Adds);
        self.warn_of_driven(
            "what is added to joints in clips that are too long to take it back; it stays in their keys"
                .to_owned(),
        );
    }

    fn warn_of_driven(&mut self, detail: String) {
        self.warn(Warning {
            detail,
            ..Warning::new(WarningKind::DrivenIgnored, FilePlace::File, 1)
        });
    }
}
