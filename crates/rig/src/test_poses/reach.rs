//! How far joints turn in a living body, by what their names say they are.
//!
//! The angles are ordinary ranges of motion, rounded, and measured from the rest pose. Where an arm rests is anywhere between hanging and
//! held out, so a shoulder goes to each side by half of the way from hanging to upright.
//!
//! Reference: D. C. Boone, S. P. Azen, "Normal range of motion of joints in male subjects", Journal of Bone and Joint Surgery 61-A,
//! 1979; American Academy of Orthopaedic Surgeons, "Joint Motion: Method of Measuring and Recording", 1965, for spine, neck, fingers
//! and toes. Those of tails, wings, ears and eyes are no measurements but what animators ask of them.

use super::body::Body;
use super::motion::Motion;
use super::roles::Role;
use crate::{JointIndex, JointPairs, Skeleton};
use glam::Vec3;

/// One way that a joint turns, as far as it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMotion {
    /// About which axis of the joint's rest frame, of length one.
    pub axis: Vec3,
    /// How far, in degrees, above zero.
    pub degrees: f32,
    /// What it does, in words that stand after the joint's name: `raise`, `bend back`.
    pub name: &'static str,
}

/// A row of the table: a way of turning, how far a joint goes, how far all of one chain go together, in degrees, and the name; to the other
/// side below zero.
type Reach = (Motion, f32, f32, &'static str);

/// Of roles that have one joint a chain.
const ALONE: f32 = 360.0;

const NECK: &[Reach] = &[
    (Motion::Bend, 45.0, 60.0, "bend forward"),
    (Motion::Bend, -45.0, 60.0, "bend back"),
    (Motion::Spread, 35.0, 45.0, "bend left"),
    (Motion::Spread, -35.0, 45.0, "bend right"),
    (Motion::Twist, 50.0, 80.0, "twist left"),
    (Motion::Twist, -50.0, 80.0, "twist right"),
];
const COLLARBONE: &[Reach] = &[
    (Motion::Bend, 20.0, ALONE, "swing forward"),
    (Motion::Bend, -20.0, ALONE, "swing back"),
    (Motion::Spread, 30.0, ALONE, "raise"),
    (Motion::Spread, -10.0, ALONE, "lower"),
];
const SHOULDER: &[Reach] = &[
    (Motion::Bend, 90.0, ALONE, "swing forward"),
    (Motion::Bend, -45.0, ALONE, "swing back"),
    (Motion::Spread, 90.0, ALONE, "raise"),
    (Motion::Spread, -90.0, ALONE, "lower"),
    (Motion::Twist, 60.0, ALONE, "turn in"),
    (Motion::Twist, -60.0, ALONE, "turn out"),
];
const ELBOW: &[Reach] = &[
    (Motion::Bend, 140.0, ALONE, "bend"),
    (Motion::Twist, 70.0, ALONE, "turn in"),
    (Motion::Twist, -70.0, ALONE, "turn out"),
];
const WRIST: &[Reach] = &[
    (Motion::Bend, 75.0, ALONE, "bend"),
    (Motion::Bend, -70.0, ALONE, "bend back"),
    (Motion::Spread, 25.0, ALONE, "tilt forward"),
    (Motion::Spread, -25.0, ALONE, "tilt back"),
];
const PALM: &[Reach] = &[(Motion::Bend, 8.0, ALONE, "bend")];
const FINGER: &[Reach] = &[
    (Motion::Bend, 85.0, 240.0, "bend"),
    (Motion::Bend, -15.0, 30.0, "bend back"),
    (Motion::Spread, 15.0, 15.0, "spread"),
    (Motion::Spread, -15.0, 15.0, "close"),
];
const SPINE: &[Reach] = &[
    (Motion::Bend, 35.0, 80.0, "bend forward"),
    (Motion::Bend, -20.0, 30.0, "bend back"),
    (Motion::Spread, 30.0, 45.0, "bend left"),
    (Motion::Spread, -30.0, 45.0, "bend right"),
    (Motion::Twist, 30.0, 60.0, "twist left"),
    (Motion::Twist, -30.0, 60.0, "twist right"),
];
const HIP: &[Reach] = &[
    (Motion::Bend, 110.0, ALONE, "swing forward"),
    (Motion::Bend, -25.0, ALONE, "swing back"),
    (Motion::Spread, 45.0, ALONE, "spread"),
    (Motion::Spread, -25.0, ALONE, "cross"),
    (Motion::Twist, 40.0, ALONE, "turn in"),
    (Motion::Twist, -40.0, ALONE, "turn out"),
];
const KNEE: &[Reach] = &[(Motion::Bend, 135.0, ALONE, "bend")];
const ANKLE: &[Reach] = &[
    (Motion::Bend, 25.0, ALONE, "toes up"),
    (Motion::Bend, -50.0, ALONE, "toes down"),
    (Motion::Spread, 25.0, ALONE, "turn out"),
    (Motion::Spread, -25.0, ALONE, "turn in"),
];
const TOES: &[Reach] = &[
    (Motion::Bend, 50.0, 60.0, "bend up"),
    (Motion::Bend, -30.0, 40.0, "bend down"),
];
const WING: &[Reach] = &[
    (Motion::Bend, 45.0, 120.0, "swing up"),
    (Motion::Bend, -45.0, 120.0, "swing down"),
    (Motion::Spread, 40.0, 100.0, "swing left"),
    (Motion::Spread, -40.0, 100.0, "swing right"),
    (Motion::Twist, 30.0, 80.0, "twist left"),
    (Motion::Twist, -30.0, 80.0, "twist right"),
];
const JAW: &[Reach] = &[
    (Motion::Bend, 30.0, ALONE, "open"),
    (Motion::Spread, 8.0, ALONE, "shift left"),
    (Motion::Spread, -8.0, ALONE, "shift right"),
];
const EYE: &[Reach] = &[
    (Motion::Bend, 30.0, ALONE, "look up"),
    (Motion::Bend, -30.0, ALONE, "look down"),
    (Motion::Spread, 35.0, ALONE, "look out"),
    (Motion::Spread, -35.0, ALONE, "look in"),
];
const EAR: &[Reach] = &[
    (Motion::Bend, 40.0, 60.0, "swing forward"),
    (Motion::Bend, -40.0, 60.0, "swing back"),
    (Motion::Spread, 30.0, 45.0, "spread"),
    (Motion::Spread, -30.0, 45.0, "fold"),
];
const TWIST: &[Reach] = &[
    (Motion::Twist, 60.0, 90.0, "turn in"),
    (Motion::Twist, -60.0, 90.0, "turn out"),
];

impl Role {
    /// How far a joint of this role goes to either side; nothing where the name does not tell what the joint is.
    const fn reaches(self) -> &'static [Reach] {
        match self {
            Self::Neck => NECK,
            Self::Collarbone => COLLARBONE,
            Self::Shoulder => SHOULDER,
            Self::Elbow => ELBOW,
            Self::Wrist => WRIST,
            Self::Palm => PALM,
            Self::Finger => FINGER,
            Self::Spine => SPINE,
            Self::Hip => HIP,
            Self::Knee => KNEE,
            Self::Ankle => ANKLE,
            Self::Toes => TOES,
            Self::Wing | Self::Tail => WING,
            Self::Jaw => JAW,
            Self::Eye => EYE,
            Self::Ear => EAR,
            Self::Twist => TWIST,
            Self::Other => &[],
        }
    }
}

/// How far each joint of a skeleton goes, in the order of the skeleton; nothing of joints whose names do not tell what they are.
///
/// Bends are forward, to the palm or about the axis that the limb is bent about at rest; spreads go out and up; twists are about the
/// bone. The joints of a chain share what the whole chain goes. Front legs of a four-legged figure turn as hind legs do. Where the
/// left is, and the direction across the figure, come from `pairs`.
///
/// # Examples
///
/// ```
/// use rig::{JointPairs, LocalTransform, NamePatterns, SkeletonBuilder, joint_motions};
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "knee.L", LocalTransform::default()).build()?;
/// let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
/// let motions = joint_motions(&skeleton, &pairs);
/// assert_eq!((motions[0][0].name, motions[0][0].degrees), ("bend", 135.0));
/// # Ok::<(), rig::SkeletonError>(())
/// ```
#[must_use]
pub fn joint_motions(skeleton: &Skeleton, pairs: &JointPairs) -> Vec<Vec<JointMotion>> {
    let body = Body::new(skeleton, pairs, &[]);
    let lengths = chain_lengths(&body);
    let of_joint = |joint: JointIndex| {
        let role = match body.role(joint) {
            Role::Shoulder if body.is_four_legged(joint) => Role::Hip,
            role => role,
        };
        let length = lengths.get(joint.index()).copied().unwrap_or(1);
        let reaches = role.reaches().iter();
        reaches
            .map(|reach| motion(&body, joint, reach, length))
            .collect()
    };
    skeleton.joints().map(of_joint).collect()
}

fn motion(
    body: &Body<'_>,
    joint: JointIndex,
    &(motion, degrees, of_chain, name): &Reach,
    length: u16,
) -> JointMotion {
    let turns_in = name == "turn in" || name == "turn out";
    // A turn about the bone goes in on the left and out on the right.
    let is_mirrored = turns_in && motion == Motion::Twist && body.is_right(joint);
    let side = if is_mirrored { -1.0 } else { 1.0 };
    JointMotion {
        // Below zero it turns about the opposite axis, by an angle above zero.
        axis: body.own(joint, side * degrees.signum() * body.axis(joint, motion)),
        degrees: degrees.abs().min(of_chain / f32::from(length.max(1))),
        name,
    }
}

/// Of each joint how many of its role follow one another on the longest way through it.
fn chain_lengths(body: &Body<'_>) -> Vec<u16> {
    let count = body.skeleton.len();
    let same_above = |joint: JointIndex| {
        let parent = body.skeleton.parent(joint)?;
        (body.role(parent) == body.role(joint)).then_some(parent)
    };
    // Above with the joint itself and below without it, so that the sum counts it once.
    let mut above = vec![1_u16; count];
    for joint in body.skeleton.joints() {
        if let Some(parent) = same_above(joint) {
            above[joint.index()] = above[parent.index()].saturating_add(1);
        }
    }
    let mut below = vec![0_u16; count];
    for joint in body.skeleton.joints().rev() {
        if let Some(parent) = same_above(joint) {
            let here = below[joint.index()].saturating_add(1);
            below[parent.index()] = below[parent.index()].max(here);
        }
    }
    let both = above.into_iter().zip(below);
    both.map(|(above, below)| above.saturating_add(below))
        .collect()
}
