//! The hinges of a character that helpers stand at: elbows, knees, and what else bends one way.

use glam::Vec3;
use retarget::BoneMap;
use rig::{
    Hinge, HingeFrame, HumanBone, JointIndex, JointPairs, JointRole, NamePatterns, Skeleton,
    joint_roles,
};
use scene::names::joint_name;

use crate::document::Document;
use crate::state::posing::joint_limits::bone_direction;
use crate::state::posing::limits_by_name::limits_by_name;
use crate::state::weight_table::weights_work::WeightsWork;

/// Elbows and knees, each with the bone above.
const HINGES: [[HumanBone; 2]; 4] = [
    [HumanBone::LeftUpperArm, HumanBone::LeftLowerArm],
    [HumanBone::RightUpperArm, HumanBone::RightLowerArm],
    [HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg],
    [HumanBone::RightUpperLeg, HumanBone::RightLowerLeg],
];
/// A joint that turns by no more than this to its best side, radians, bends no way.
const BENDS: f32 = 0.35;
/// Sine of the least bend at rest that tells which way a joint bends.
const BENT: f32 = 0.05;

/// Whose helpers are asked for.
#[derive(Clone, Copy, Debug)]
pub struct HelperAsk<'a> {
    /// The document.
    pub document: &'a Document,
    /// Which joints are which bones of a person.
    pub map: &'a BoneMap,
    /// The joints that are meant; none for all elbows and knees.
    pub joints: Option<&'a [JointIndex]>,
    /// Locks of weights.
    pub work: &'a WeightsWork,
}

/// A hinge, and the bones of a person that both joints are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundHinge {
    /// The hinge.
    pub hinge: Hinge,
    /// In the model at rest.
    pub frame: HingeFrame,
    /// The bone above, where it is known.
    pub upper: Option<HumanBone>,
    /// The bone that bends.
    pub lower: Option<HumanBone>,
}

/// Hinges, and the joints of which nothing tells which way they bend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundHinges {
    /// In the order of their joints.
    pub hinges: Vec<FoundHinge>,
    /// Names of the others.
    pub unclear: Vec<String>,
}

impl HelperAsk<'_> {
    /// The hinges that are meant. Of a joint that is no elbow or knee, and none above one, its own.
    #[must_use]
    pub fn hinges(&self) -> FoundHinges {
        let character = &self.document.character;
        let skeleton = &character.rig.skeleton;
        let pairs = character.joint_pairs(&NamePatterns::default());
        let known = self.known();
        let mut meant: Vec<JointIndex> = match self.joints {
            None => known.clone(),
            Some(joints) => {
                let below = |joint: JointIndex| {
                    let mut known = known.iter().copied();
                    known.find(|&lower| skeleton.parent(lower) == Some(joint))
                };
                let meant = joints.iter().map(|&joint| match known.contains(&joint) {
                    true => joint,
                    false => below(joint).unwrap_or(joint),
                });
                meant.collect()
            }
        };
        meant.sort_unstable();
        meant.dedup();
        let limits = limits_by_name(skeleton, self.map, &pairs);
        let mut found = FoundHinges::default();
        for lower in meant {
            let own = limits.iter().find(|(joint, _)| *joint == lower);
            let by_limits = own.and_then(|(_, limits)| {
                let sides = limits.axes.swing.into_iter().zip(limits.swing);
                let sides = sides.flat_map(|(axis, [minus, plus])| [(-axis, minus), (axis, plus)]);
                let best = sides.max_by(|one, other| one.1.total_cmp(&other.1));
                best.filter(|(_, range)| *range > BENDS)
                    .map(|(axis, _)| axis)
            });
            let axis = by_limits.or_else(|| bend_at_rest(skeleton, &pairs, lower));
            let hinge = axis.and_then(|axis| self.hinge(lower, axis, &pairs));
            match hinge {
                Some(hinge) => found.hinges.push(hinge),
                None => found.unclear.push(joint_name(skeleton, lower)),
            }
        }
        found
    }

    /// Elbows and knees by the bones of a person, and by what joints are called.
    fn known(&self) -> Vec<JointIndex> {
        let skeleton = &self.document.character.rig.skeleton;
        let by_bone = HINGES
            .iter()
            .filter_map(|[_, lower]| self.map.joint(*lower));
        let roles = joint_roles(skeleton);
        let by_name = skeleton.joints().zip(&roles);
        let by_name = by_name.filter(|(joint, role)| {
            let bends = matches!(role, JointRole::Elbow | JointRole::Knee);
            bends && skeleton.parent(*joint).is_some()
        });
        let mut known: Vec<JointIndex> = by_bone.collect();
        known.extend(by_name.map(|(joint, _)| joint));
        known.sort_unstable();
        known.dedup();
        known
    }

    fn hinge(&self, lower: JointIndex, axis: Vec3, pairs: &JointPairs) -> Option<FoundHinge> {
        let skeleton = &self.document.character.rig.skeleton;
        let rest = skeleton.rest_model_from_joint(lower).rotation;
        let hinge = Hinge {
            upper: skeleton.parent(lower)?,
            lower,
            axis,
            bone: rest.conjugate() * bone_direction(skeleton, pairs, lower),
        };
        let bone = |joint: JointIndex| {
            let mut all = HINGES.iter().flatten().copied();
            all.find(|bone| self.map.joint(*bone) == Some(joint))
        };
        Some(FoundHinge {
            frame: hinge.frame(skeleton).ok()?,
            upper: bone(hinge.upper),
            lower: bone(lower),
            hinge,
        })
    }
}

/// What a joint bends about further, in its rest frame, as it is bent at rest; none where it is straight.
fn bend_at_rest(skeleton: &Skeleton, pairs: &JointPairs, joint: JointIndex) -> Option<Vec3> {
    let frame = skeleton.rest_model_from_joint(joint);
    let above = skeleton.rest_model_from_joint(skeleton.parent(joint)?);
    let way = (frame.translation - above.translation).try_normalize()?;
    let axis = way.cross(bone_direction(skeleton, pairs, joint));
    (axis.length() > BENT).then(|| frame.rotation.conjugate() * axis.normalize())
}

/// What is said of joints that bend nobody knows which way; none without any.
#[must_use]
pub(super) fn unclear_words(unclear: &[String]) -> Option<String> {
    (!unclear.is_empty()).then(|| {
        format!(
            "Left out: {}, of which neither names nor the rest pose tell which way they bend; bend them a little at rest first.",
            unclear.join(", ")
        )
    })
}
