//! How far joints may turn, in a project.

use character::Character;
use glam::Vec3;
use rig::{Addresses, JointLimits, LimitAxes};
use serde::{Deserialize, Serialize};

use super::angles::{degrees_of, radians_of};
use super::keyed::Keyed;
use super::restore::Finder;
use crate::document::Document;
use crate::document::joint_limits::{LimitsOfJoints, limits_of_file};

const NO_LIMITS: &str = "its limits cannot be used: axes have length 1 and are at right angles, angles are at most 360°, the least twist comes first, and what limits a swing is not below 0";

/// What the user said of a joint's limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredLimits {
    /// It may turn as it likes, whatever its file says.
    Free,
    /// It has these limits.
    Limited(LimitsShape),
}

/// Limits of a joint, see [`JointLimits`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsShape {
    /// The axis of the twist in the joint's rest frame, of length 1.
    pub twist_axis: [f32; 3],
    /// The first axis of the swing, at right angles to it; the second is `twist_axis × swing_axis`.
    pub swing_axis: [f32; 3],
    /// Least and largest twist, degrees.
    pub twist: [f64; 2],
    /// Half axes of the swing about the first axis, towards minus and plus, degrees.
    pub swing: [f64; 2],
    /// The same about the second axis.
    pub other_swing: [f64; 2],
}

impl LimitsShape {
    fn of(limits: &JointLimits) -> Self {
        let JointLimits { axes, twist, swing } = limits;
        let [swing, other_swing] = swing.map(|half| half.map(degrees_of));
        Self {
            twist_axis: axes.twist.to_array(),
            swing_axis: axes.swing[0].to_array(),
            twist: twist.map(degrees_of),
            swing,
            other_swing,
        }
    }

    /// As joints have them; none where these are no limits.
    fn limits(&self) -> Option<JointLimits> {
        let [twist, swing] = [self.twist_axis, self.swing_axis].map(Vec3::from_array);
        let limits = JointLimits {
            axes: LimitAxes::of_two(twist, swing),
            twist: self.twist.map(radians_of),
            swing: [self.swing, self.other_swing].map(|half| half.map(radians_of)),
        };
        limits.checked()
    }
}

/// The limits that are not those of the file.
pub(super) fn changed_limits(
    document: &Document,
    addresses: &Addresses<'_>,
) -> Keyed<StoredLimits> {
    let in_file = limits_of_file(&document.character);
    let all = document.joint_limits.iter().zip(in_file.iter());
    let joints = document.character.rig.skeleton.joints().zip(all);
    let changed = joints.filter(|(_, (own, in_file))| own != in_file);
    changed
        .map(|(joint, (own, _))| {
            let stored = own.as_ref().map_or(StoredLimits::Free, |own| {
                StoredLimits::Limited(LimitsShape::of(own))
            });
            (addresses.of(joint), stored)
        })
        .collect()
}

/// The limits of the file with those of a project over them; what cannot be used is told.
pub(super) fn restore_limits(
    character: &Character,
    stored: &[(String, StoredLimits)],
    work: &mut Finder<'_>,
) -> LimitsOfJoints {
    let mut all = limits_of_file(character).to_vec();
    for (name, stored) in stored {
        let found = work.find(name, "its limits are left out");
        let Some(slot) = found.and_then(|joint| all.get_mut(joint.index())) else {
            continue;
        };
        match stored {
            StoredLimits::Free => *slot = None,
            StoredLimits::Limited(shape) => match shape.limits() {
                Some(limits) => *slot = Some(limits),
                None => work.tell(format!("{name}: {NO_LIMITS}; they are left out")),
            },
        }
    }
    all.into()
}
