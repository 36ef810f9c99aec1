//! Application of a preset to a pose: amount, mirroring, and joints without a match.

use glam::{Vec3, Vec4};
use rig::{
    JointIndex, JointPairs, MatchedJoint, Pose, PosePreset, PresetMatch, Skeleton, mirror_pose,
};

/// Options of applying a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct ApplyOptions {
    /// Share of the pose, 1 for the whole; see [`PosePreset::apply_to`].
    pub amount: f32,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// The joints to apply it to; none is all.
    pub only: Option<Vec<JointIndex>>,
}

impl ApplyOptions {
    /// The whole pose, not mirrored, on all joints.
    pub const WHOLE: Self = Self {
        amount: 1.0,
        mirrored: false,
        only: None,
    };
}

/// Bound on the rounding of a preset's text: absolute for parts of a unit quaternion; for the other numbers relative to
/// their size, at least 1.
const ROUNDING: f32 = 4e-6;

/// Whether two poses of one skeleton differ by no more than the rounding of a preset's text.
#[must_use]
pub fn is_nearly(pose: &Pose, other: &Pose) -> bool {
    let mut rigids = pose.rigid.iter().zip(&other.rigid);
    let mut stretches = pose.stretch.iter().zip(&other.stretch);
    pose.rigid.len() == other.rigid.len()
        && pose.stretch.len() == other.stretch.len()
        && pose.morph_weights == other.morph_weights
        && rigids.all(|(a, b)| {
            // q and −q are one rotation.
            let side = if a.rotation.dot(b.rotation) < 0.0 {
                -1.0
            } else {
                1.0
            };
            let turn = Vec4::from(a.rotation) - side * Vec4::from(b.rotation);
            turn.abs().max_element() <= ROUNDING && is_near(a.translation, b.translation)
        })
        && stretches.all(|(a, b)| is_near(a.scale, b.scale) && is_near(a.shear, b.shear))
}

fn is_near(a: Vec3, b: Vec3) -> bool {
    let size = a.abs().max_element().max(1.0);
    (a - b).abs().max_element() <= ROUNDING * size
}

/// `base` with a preset applied.
///
/// Mirrored, the preset's values for a joint go to its partner: the base is mirrored, the preset applied, and the
/// result mirrored back. Joints that the preset does not name stay the same, bit for bit.
#[must_use]
pub fn apply_preset(
    skeleton: &Skeleton,
    preset: &PosePreset,
    base: &Pose,
    (way, pairs): (&ApplyOptions, &JointPairs),
) -> Pose {
    if !way.mirrored {
        return preset.apply_to(skeleton, base, way.amount, way.only.as_deref());
    }
    let there = mirror_pose(skeleton, base, pairs);
    let posed = preset.apply_to(skeleton, &there, way.amount, None);
    let back = mirror_pose(skeleton, &posed, pairs);
    let mut pose = base.clone();
    for MatchedJoint { joint, .. } in preset.match_joints(skeleton).joints {
        let joint = pairs.partner(joint).unwrap_or(joint);
        let is_asked = way.only.as_ref().is_none_or(|only| only.contains(&joint));
        let place = joint.index();
        let slots = (pose.rigid.get_mut(place), pose.stretch.get_mut(place));
        let found = (back.rigid.get(place), back.stretch.get(place));
        if let ((Some(rigid), Some(stretch)), (Some(new), Some(stretched)), true) =
            (slots, found, is_asked)
        {
            (*rigid, *stretch) = (*new, *stretched);
        }
    }
    pose
}

/// Joints of a preset that the skeleton lacks or has more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Notice for the user; none if each joint was found once.
    pub text: Option<String>,
    /// Whether no joint was found.
    pub all: bool,
}

/// Joints that a notice names; for the others it gives the number.
const NAMED: usize = 4;

impl Missing {
    /// The missing joints of a preset with this name.
    #[must_use]
    pub fn of(name: &str, matched: &PresetMatch) -> Self {
        let all = matched.joints.is_empty();
        let lacking = list(&matched.missing).map(|(joints, are, names)| {
            format!("{joints} of {name} {are} not in this skeleton: {names}.")
        });
        let unclear = list(&matched.ambiguous).map(|(joints, are, names)| {
            format!("{joints} of {name} {are} there more than once in this skeleton: {names}.")
        });
        let texts: Vec<String> = [lacking, unclear].into_iter().flatten().collect();
        Self {
            text: (!texts.is_empty()).then(|| texts.join(" ")),
            all,
        }
    }
}

fn list(names: &[String]) -> Option<(String, &'static str, String)> {
    let (joints, are) = match names.len() {
        0 => return None,
        1 => ("1 joint".to_owned(), "is"),
        count => (format!("{count} joints"), "are"),
    };
    let named: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    let mut text = named.join(", ");
    if names.len() > NAMED {
        text.push_str(&format!(" and {} more", names.len() - NAMED));
    }
    Some((joints, are, text))
}
