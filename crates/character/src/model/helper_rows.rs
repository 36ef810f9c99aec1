//! Helper joints that follow every pose, as the skeleton is now.

use std::collections::BTreeSet;

use rig::{JointIndex, Method, SignRule};

use crate::model::character::Character;
use crate::model::kept::KeptRow;
use crate::model::sides::keys_of;

/// A helper joint whose matrix is, in every pose, what a skinning method makes of a row of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct HelperRow {
    /// The helper joint. No keys and no pose move it.
    pub helper: JointIndex,
    /// The joints that it follows, each with its weight: not negative, of sum one.
    pub joints: Vec<(JointIndex, f32)>,
    /// The method.
    pub method: Method,
    /// How it chooses signs.
    pub signs: SignRule,
}

impl Character {
    /// The helper joints that follow every pose, in the order of their keys: those that the file keeps and whose joints are all there.
    ///
    /// A helper that has lost a joint of its row is a joint like any other. Without helpers nothing is looked for.
    #[must_use]
    pub fn helper_rows(&self) -> Vec<HelperRow> {
        let kept = &self.source.kept.rows;
        if kept.is_empty() {
            return Vec::new();
        }
        let joints = keys_of(&self.rig.skeleton);
        let of = |row| resolved(row, |key| joints.get(&key).copied());
        kept.iter().filter_map(of).collect()
    }

    /// What a helper joint follows in every pose; none for joints that are posed.
    #[must_use]
    pub fn helper_row_of(&self, joint: JointIndex) -> Option<HelperRow> {
        let skeleton = &self.rig.skeleton;
        let key = (joint.index() < skeleton.len()).then(|| skeleton.key(joint))?;
        // Asked of joint after joint, most of which are no helpers.
        let row = (self.source.kept.rows.iter()).find(|row| row.helper == key)?;
        resolved(row, |key| skeleton.joint_of_key(key))
    }

    /// The rows that [`helper_rows`](Self::helper_rows) has, as the file keeps them: by keys.
    #[must_use]
    pub fn kept_rows(&self) -> Vec<KeptRow> {
        let skeleton = &self.rig.skeleton;
        let there = self.helper_rows();
        let there: BTreeSet<u32> = there.iter().map(|row| skeleton.key(row.helper)).collect();
        let kept = self.source.kept.rows.iter();
        kept.filter(|row| there.contains(&row.helper))
            .cloned()
            .collect()
    }
}

/// A row by joints; none if one of them is gone.
fn resolved(row: &KeptRow, joint_of: impl Fn(u32) -> Option<JointIndex>) -> Option<HelperRow> {
    let joints = row.joints.iter();
    let joints = joints.map(|(key, weight)| Some((joint_of(*key)?, *weight)));
    Some(HelperRow {
        helper: joint_of(row.helper)?,
        joints: joints.collect::<Option<Vec<(JointIndex, f32)>>>()?,
        method: row.method,
        signs: row.signs,
    })
}
