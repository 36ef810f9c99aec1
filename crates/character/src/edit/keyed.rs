//! Joints by their keys, for edits that name many.

use std::collections::BTreeMap;

use rig::{JointIndex, Skeleton};

use super::EditError;
use crate::model::sides::keys_of;

/// The joints of a skeleton in a table: [`Skeleton::joint_of_key`] looks through all of them for each.
pub(super) struct KeyedJoints(BTreeMap<u32, JointIndex>);

impl KeyedJoints {
    pub(super) fn new(skeleton: &Skeleton) -> Self {
        Self(keys_of(skeleton))
    }

    /// The joint of a key.
    ///
    /// # Errors
    ///
    /// A key that no joint has.
    pub(super) fn joint(&self, key: u32) -> Result<JointIndex, EditError> {
        let joint = self.0.get(&key).copied();
        Ok(joint.ok_or(rig::EditError::NoJoint { key })?)
    }
}
