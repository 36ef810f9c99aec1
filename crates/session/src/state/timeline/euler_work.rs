//! Rotations of joints to Euler curves: what is asked for, and what comes of it.

use std::sync::Arc;

use rig::{
    Clip, ConvertedRotation, EulerCurves, EulerError, EulerOrder, GoOn, JointChannel, JointIndex,
    Keys, Rig, Target, Track,
};
use scene::names::joint_name;

use crate::tasks::ByPointer;

/// Rotations of joints in a clip, which are to be curves in an order.
#[derive(Clone, Debug, PartialEq)]
pub struct EulerWork {
    rig: ByPointer<Rig>,
    clip: Clip,
    joints: Vec<JointIndex>,
    order: EulerOrder,
}

/// What came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConvertedJoints {
    /// The curves of each joint that is another now.
    pub curves: Vec<(JointIndex, ConvertedRotation)>,
    /// Which joints cannot be converted, and why, a clause each.
    pub failed: Vec<String>,
}

/// Work that has ended in the background.
#[derive(Clone, Debug, PartialEq)]
pub struct EulerDone {
    /// What was asked for.
    pub work: EulerWork,
    /// What came of it, or why nothing did, a sentence.
    pub result: Result<ConvertedJoints, String>,
}

impl EulerWork {
    /// The joints of a clip to curves in this order.
    #[must_use]
    pub fn new(rig: &Arc<Rig>, clip: &Clip, joints: &[JointIndex], order: EulerOrder) -> Self {
        Self {
            rig: ByPointer(Arc::clone(rig)),
            clip: clip.clone(),
            joints: joints.to_vec(),
            order,
        }
    }

    /// The clip as it was.
    #[must_use]
    pub const fn clip(&self) -> &Clip {
        &self.clip
    }

    /// The order of the axes.
    #[must_use]
    pub const fn order(&self) -> EulerOrder {
        self.order
    }

    /// The name of the step: `Euler curves XYZ`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("Euler curves {}", self.order.name())
    }

    /// How many keys have to be looked at.
    #[must_use]
    pub fn size(&self) -> usize {
        self.joints.iter().map(|joint| self.keys_of(*joint)).sum()
    }

    fn keys_of(&self, joint: JointIndex) -> usize {
        turn(&self.clip, joint).map_or(0, Track::key_count)
    }

    /// Whether the rotations are in a clip as they were.
    #[must_use]
    pub fn still_fits(&self, rig: &Arc<Rig>, clip: &Clip) -> bool {
        let is_same = |joint: &JointIndex| {
            turn(clip, *joint) == turn(&self.clip, *joint)
                && clip.euler(*joint) == self.clip.euler(*joint)
        };
        Arc::ptr_eq(rig, &self.rig.0) && self.joints.iter().all(is_same)
    }

    /// Converts them, and says which share of it is done; none if it is to stop.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<ConvertedJoints> {
        let (mut done, mut found) = (0, ConvertedJoints::default());
        let whole = self.size().max(1);
        for &joint in &self.joints {
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let share = done as f32 / whole as f32;
            if go_on(share).is_break() {
                return None;
            }
            match self.converted(joint) {
                Some(Ok(converted)) => found.curves.push((joint, converted)),
                Some(Err(why)) => {
                    let name = joint_name(&self.rig.0.skeleton, joint);
                    found.failed.push(format!("{name}: {why}"));
                }
                None => {}
            }
            done += self.keys_of(joint);
        }
        Some(found)
    }

    /// The curves of a joint's rotation; none if it has them in that order already, or no rotation.
    fn converted(&self, joint: JointIndex) -> Option<Result<ConvertedRotation, EulerError>> {
        match self.clip.euler(joint) {
            Some(own) if own.order() == self.order => None,
            Some(own) => Some(own.in_order(self.order)),
            None => {
                let rest = self.rig.0.skeleton.keyed_rest(joint).rotation;
                let track = turn(&self.clip, joint)?;
                Some(EulerCurves::from_rotation(track, self.order, rest))
            }
        }
    }
}

/// The rotation of a joint in a clip.
#[must_use]
pub fn turn(clip: &Clip, joint: JointIndex) -> Option<&Track<glam::Quat>> {
    match clip.keys(Target::Joint(joint, JointChannel::Rotation))? {
        Keys::Rotation(track) => Some(track),
        Keys::Vector(_) | Keys::Number(_) => None,
    }
}
