//! The missing joints of one side, made from those of the other.

use glam::{Quat, Vec3};
use rig::{JointIndex, NamePatterns, Rigid, SkeletonDraft};

use super::{EditError, EditReport, PassedOver};
use crate::character::Character;

impl Character {
    /// Adds to the draft what is missing; parents come before children, whatever the order of `keys`.
    pub(super) fn mirror(
        &self,
        draft: &mut SkeletonDraft<'_>,
        keys: &[u32],
        sides: &str,
    ) -> Result<EditReport, EditError> {
        let patterns: NamePatterns =
            sides
                .parse()
                .map_err(|error: rig::NamePatternError| EditError::Sides {
                    reason: error.to_string(),
                })?;
        let mut joints = keys
            .iter()
            .map(|&key| self.joint(key))
            .collect::<Result<Vec<JointIndex>, EditError>>()?;
        joints.sort_unstable();
        joints.dedup();
        let skeleton = &self.rig.skeleton;
        let mut report = EditReport::default();
        // Names that were given out, with their keys.
        let mut made: Vec<(String, u32)> = Vec::new();
        let mut key = self.next_joint_key();
        for joint in joints {
            let name = skeleton.name(joint);
            let mut pass_over = |reason: String| {
                report.passed_over.push(PassedOver {
                    joint: name.to_owned(),
                    reason,
                });
            };
            let Some(other) = patterns.mirrored(name) else {
                pass_over("its name has no side".to_owned());
                continue;
            };
            if skeleton.find(&other).is_some() || made.iter().any(|(made, _)| *made == other) {
                pass_over(format!("there is {other} already"));
                continue;
            }
            let parent = skeleton.parent(joint).map(|parent| {
                let across = patterns.mirrored(skeleton.name(parent));
                across
                    .and_then(|name| self.key_of_name(&made, &name))
                    .unwrap_or_else(|| skeleton.key(parent))
            });
            draft.add(
                key,
                &other,
                parent,
                mirrored(skeleton.rest_model_from_joint(joint)),
            )?;
            made.push((other, key));
            key = key.saturating_add(1);
        }
        if made.is_empty() {
            return Err(EditError::NoPartnerMissing {
                reason: report.sentences().join(" "),
            });
        }
        Ok(report)
    }

    fn key_of_name(&self, made: &[(String, u32)], name: &str) -> Option<u32> {
        let skeleton = &self.rig.skeleton;
        let made = made.iter().find(|(made, _)| made == name);
        made.map(|&(_, key)| key)
            .or_else(|| skeleton.find(name).map(|joint| skeleton.key(joint)))
    }
}

/// `M B M` with `M = diag(−1, 1, 1)`: the frame whose axes y and z are the images of the other's, and x the image turned round, so
/// that it stays right-handed.
fn mirrored(frame: Rigid) -> Rigid {
    let [x, y, z, w] = frame.rotation.to_array();
    Rigid::new(
        Quat::from_xyzw(x, -y, -z, w),
        frame.translation * Vec3::new(-1.0, 1.0, 1.0),
    )
}
