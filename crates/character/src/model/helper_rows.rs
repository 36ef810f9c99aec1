//! Helper joints that follow every pose, as the skeleton is now.

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
        let resolved = |row: &KeptRow| {
            let of = row.joints.iter();
            let of = of.map(|(key, weight)| Some((*joints.get(key)?, *weight)));
            Some(HelperRow {
                helper: *joints.get(&row.helper)?,
                joints: of.collect::<Option<Vec<(JointIndex, f32)>>>()?,
                method: row.method,
                signs: row.signs,
            })
        };
        kept.iter().filter_map(resolved).collect()
    }

    /// What a helper joint follows in every pose; none for joints that are posed.
    #[must_use]
    pub fn helper_row_of(&self, joint: JointIndex) -> Option<HelperRow> {
        let mut rows = self.helper_rows().into_iter();
        rows.find(|row| row.helper == joint)
    }

    /// All rows as the file keeps them: by keys.
    #[must_use]
    pub fn kept_rows(&self) -> Vec<KeptRow> {
        let skeleton = &self.rig.skeleton;
        let kept = |row: HelperRow| KeptRow {
            helper: skeleton.key(row.helper),
            joints: (row.joints.into_iter())
                .map(|(joint, weight)| (skeleton.key(joint), weight))
                .collect(),
            method: row.method,
            signs: row.signs,
        };
        self.helper_rows().into_iter().map(kept).collect()
    }
}
