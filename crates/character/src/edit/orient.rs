//! Joints with other axes at rest.

use glam::Quat;
use rig::{JointIndex, JointPairs, Orientation};

use super::keyed::KeyedJoints;
use super::{EditError, Edited, JointAxes, PassedOver, SkeletonEdit};
use crate::model::character::Character;

impl SkeletonEdit {
    /// The edit that gives joints axes along their bones; see [`rig::orient_joints`].
    ///
    /// Joints that [cannot be turned](Character::why_not_turned) are left out. No joint at all where every one has such axes already.
    #[must_use]
    pub fn orient(
        character: &Character,
        joints: &[JointIndex],
        how: &Orientation,
        pairs: &JointPairs,
    ) -> Self {
        let skeleton = &character.rig.skeleton;
        let joints = joints.iter().copied();
        let joints = joints.filter(|&joint| character.why_not_turned(joint).is_none());
        let joints: Vec<JointIndex> = joints.collect();
        let axes = rig::orient_joints(skeleton, &joints, how, pairs).into_iter();
        let axes = axes.map(|(joint, rotation)| JointAxes {
            joint: skeleton.key(joint),
            rotation: rotation.to_array(),
        });
        Self::Orient {
            axes: axes.collect(),
        }
    }
}

impl Character {
    /// Why a joint's rest cannot be turned without something that is seen changing: what it carries would turn along, and uneven scale
    /// would become shear. None if it can.
    #[must_use]
    pub fn why_not_turned(&self, joint: JointIndex) -> Option<String> {
        let skeleton = &self.rig.skeleton;
        if joint.index() >= skeleton.len() {
            return Some("there is no such joint".to_owned());
        }
        let carried = self
            .what_is_carried(joint)
            .map(|what| format!("it carries {what}"));
        let is_even = skeleton.can_turn_rest(joint);
        let uneven = || (!is_even).then(|| "its scale at rest is uneven or mirrored".to_owned());
        carried.or_else(uneven)
    }

    /// What the node of a joint carries besides joints, in words: a mesh, a camera, a light, data of an extension, a node of another
    /// scene. None if it carries joints only.
    #[must_use]
    pub fn what_is_carried(&self, joint: JointIndex) -> Option<String> {
        let skeleton = &self.rig.skeleton;
        let is_there = joint.index() < skeleton.len();
        is_there.then(|| self.joint_content(joint, skeleton.key(joint)))?
    }

    pub(super) fn orient_joints(&self, axes: &[JointAxes]) -> Result<Edited, EditError> {
        if axes.is_empty() {
            return Err(EditError::Nothing);
        }
        let skeleton = &self.rig.skeleton;
        let (mut turned, mut passed_over) = (Vec::new(), Vec::new());
        let keyed = KeyedJoints::new(skeleton);
        for one in axes {
            let joint = keyed.joint(one.joint)?;
            match self.why_not_turned(joint) {
                None => turned.push((joint, Quat::from_array(one.rotation))),
                Some(reason) => passed_over.push(PassedOver {
                    joint: skeleton.name(joint).to_owned(),
                    reason,
                }),
            }
        }
        // With no joint left to turn the character comes out as it was, and the report says why.
        let mut edited = self.apply_remap(skeleton.with_rest_axes(&turned)?)?;
        edited.report.passed_over = passed_over;
        Ok(edited)
    }
}
