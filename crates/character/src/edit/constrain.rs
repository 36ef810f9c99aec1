//! Joints that follow other joints by constraints.

use std::sync::Arc;

use rig::{NodeConstraint, NodeConstraints, SkeletonDraft};
use serde::{Deserialize, Serialize};

use super::keyed::KeyedJoints;
use super::{EditError, Edited};
use crate::model::character::Character;

/// What a joint follows by a constraint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointConstraint {
    /// The key of the joint that is followed.
    pub source: u32,
    /// [`rig::ConstraintKind`] as text: `rotation`, `roll X`, `aim +X`.
    pub kind: String,
    /// How much of it, from 0 to 1.
    pub weight: f32,
}

impl Character {
    /// What a constraint of this character says, by keys, as an edit has it; none if its source is no joint.
    #[must_use]
    pub fn joint_constraint(&self, constraint: &NodeConstraint) -> Option<JointConstraint> {
        let skeleton = &self.rig.skeleton;
        let is_there = constraint.source.index() < skeleton.len();
        is_there.then(|| JointConstraint {
            source: skeleton.key(constraint.source),
            kind: constraint.kind.to_string(),
            weight: constraint.weight,
        })
    }

    /// Nothing that is at rest hangs on a constraint, so that nothing has to be carried over and all else stays shared.
    pub(super) fn with_constraints_set(
        &self,
        draft: SkeletonDraft<'_>,
        joints: &[(u32, Option<JointConstraint>)],
    ) -> Result<Edited, EditError> {
        if joints.is_empty() {
            return Err(EditError::Nothing);
        }
        let skeleton = &self.rig.skeleton;
        let keyed = KeyedJoints::new(skeleton);
        let mut all: Vec<NodeConstraint> = self.constraints.constraints().to_vec();
        for (key, followed) in joints {
            let destination = keyed.joint(*key)?;
            all.retain(|own| own.destination != destination);
            let Some(followed) = followed else { continue };
            all.push(NodeConstraint {
                source: keyed.joint(followed.source)?,
                destination,
                kind: followed.kind.parse()?,
                weight: followed.weight,
            });
        }
        let set = NodeConstraints::new(all, skeleton)?;
        let character = Self {
            constraints: Arc::new(set),
            ..self.clone()
        };
        Ok(Edited::with_same_joints(character, draft.build()?))
    }
}
