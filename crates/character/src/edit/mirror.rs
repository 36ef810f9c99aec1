//! The missing joints of one side, made from those of the other.

use glam::{Quat, Vec3};
use rig::{JointIndex, NamePatterns, Rigid, SkeletonDraft};
use serde::{Deserialize, Serialize};

use super::{EditError, EditReport, Edited, PassedOver};
use crate::character::Character;

/// A plane of the model over which joints are mirrored: all x with `n · x = d`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MirrorPlane {
    /// n, of length one.
    pub normal: [f32; 3],
    /// d, metres.
    pub offset: f32,
}

impl Character {
    /// The character with what is missing.
    pub(super) fn with_partners(
        &self,
        mut draft: SkeletonDraft<'_>,
        keys: &[u32],
        over: (&str, Option<MirrorPlane>),
    ) -> Result<Edited, EditError> {
        let report = self.mirror(&mut draft, keys, over)?;
        let mut edited = self.remapped(draft.build()?)?;
        edited.report.passed_over = report.passed_over;
        Ok(edited)
    }

    /// Adds to the draft what is missing; parents come before children, whatever the order of `keys`.
    fn mirror(
        &self,
        draft: &mut SkeletonDraft<'_>,
        keys: &[u32],
        (sides, plane): (&str, Option<MirrorPlane>),
    ) -> Result<EditReport, EditError> {
        let plane = checked(plane)?;
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
                mirrored(skeleton.rest_model_from_joint(joint), plane),
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

/// The normal and the distance from the origin; those of x = 0 without a plane.
fn checked(plane: Option<MirrorPlane>) -> Result<(Vec3, f32), EditError> {
    let Some(MirrorPlane { normal, offset }) = plane else {
        return Ok((Vec3::X, 0.0));
    };
    let normal = Vec3::from_array(normal);
    if normal.is_normalized() && offset.is_finite() {
        Ok((normal, offset))
    } else {
        Err(EditError::Rig(rig::EditError::NotFinite {
            what: "the plane of the mirror, or the length of its normal,".to_owned(),
        }))
    }
}

/// `M B X` with `M = 1 − 2 n nᵀ` and `X = diag(−1, 1, 1)`: the frame whose axes y and z are the images of the other's, and x the image
/// turned round, so that it stays right-handed. The place is the image `p − 2 (n · p − d) n`.
///
/// It is `(M B M) (M X)`. With B's quaternion `(b, w)` that of `M B M` is `(2 (n · b) n − b, w)`; `M X` turns by `(x × n, n · x)`.
fn mirrored(frame: Rigid, (normal, offset): (Vec3, f32)) -> Rigid {
    let (axis, w) = (frame.rotation.xyz(), frame.rotation.w);
    let image = normal * (2.0 * normal.dot(axis)) - axis;
    let turn = Vec3::X.cross(normal).extend(normal.x);
    let height = normal.dot(frame.translation) - offset;
    Rigid::new(
        Quat::from_vec4(image.extend(w)) * Quat::from_vec4(turn),
        frame.translation - normal * (2.0 * height),
    )
}
