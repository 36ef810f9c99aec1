//! Limits of joints by what their names, an avatar's map or the shape of the skeleton say they are: how far people and animals turn them.
//!
//! Each bone of a person has a direction in a pose with the arms held out, and ranges that are counted from there; those of arms, legs and fingers
//! are brought to the rest of the character, whose arms may hang or be bent.
//!
//! The ranges are chosen here: the usual ranges of motion of a healthy adult, rounded; no source is quoted. Most are wider than those of
//! [`joint_motions`], by which test poses bend: limits are to let through all that people do, and test poses need less to show weights.

use glam::{Quat, Vec3};
use retarget::{BoneMap, Slot};
use rig::{
    BodySide, HumanBone, JointIndex, JointLimits, JointMotion, JointPairs, LimitAxes, Skeleton,
    joint_motions,
};

use super::joint_limits::{bone_direction, in_own_axes};

/// A bend at rest below this, radians, does not tell about which axis a hinge turns: three degrees.
const BENT: f32 = 0.05;

/// Axes within this of the joint's own, radians, become these. Ranges are known no better: of six degrees the cosine is less than 1 by half a
/// percent.
const NEAR_AXES: f32 = 0.1;

/// From this cosine on a back stands on its legs.
const UPRIGHT: f32 = 0.5;

/// A direction of the body, with arms held out and palms down.
#[derive(Clone, Copy)]
enum Way {
    Forward,
    Back,
    Up,
    Down,
    /// Away from the middle, on the bone's own side; to the left for bones in the middle.
    Out,
}

use Counted::{BoneAbove, Pose, Rest};
use Way::{Back, Down, Forward, Out, Up};

/// From where a bone's rest is counted.
#[derive(Clone, Copy, PartialEq)]
enum Counted {
    /// From the pose with arms held out.
    Pose,
    /// From where the bone above points at rest.
    BoneAbove,
    /// From its own rest.
    Rest,
}

/// How far a bone turns, degrees.
#[derive(Clone, Copy)]
struct BoneRange {
    /// Where the bone points.
    along: Way,
    /// Towards where it bends, so far, and so far the other way.
    bend: (Way, [f32; 2]),
    /// The same for the other swing, across that.
    aside: (Way, [f32; 2]),
    /// Either way about its length.
    twist: f32,
    counted: Counted,
}

/// The limits of joints that a map says are bones of a person, and of all others whose names tell how far they turn
/// ([`joint_motions`]), as those of animals. The hips, which carry the body, have none.
///
/// Several joints of one bone, as of a spine, share its range. Degenerate: where the body has no left, no up or no bones, names alone count.
#[must_use]
pub fn limits_by_name(
    skeleton: &Skeleton,
    map: &BoneMap,
    pairs: &JointPairs,
) -> Vec<(JointIndex, JointLimits)> {
    let mut found = limits_of_bones(skeleton, pairs, map);
    let motions = joint_motions(skeleton, pairs);
    for (joint, motions) in skeleton.joints().zip(&motions) {
        let is_found = found.iter().any(|(other, _)| *other == joint);
        if !is_found && let Some(limits) = limits_of_motions(skeleton, pairs, joint, motions) {
            found.push((joint, limits));
        }
    }
    found
}

/// The limits of the bones of a person; nothing for one whose back does not stand on its legs.
fn limits_of_bones(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    map: &BoneMap,
) -> Vec<(JointIndex, JointLimits)> {
    let Some(body) = Body::new(skeleton, map) else {
        return Vec::new();
    };
    let mut turned: Vec<(HumanBone, Quat)> = Vec::new();
    let mut found = Vec::new();
    // Bones come after those that they hang on.
    for bone in HumanBone::ALL {
        let Some(range) = range_of(bone) else {
            continue;
        };
        let slot = map.get(&Slot::Human(bone));
        let joints = slot.map_or(&[][..], |slot| &slot.joints);
        let above = turned.iter().find(|(other, _)| *other == bone.parent());
        let above = above.map_or(Quat::IDENTITY, |(_, turn)| *turn);
        for (place, &joint) in joints.iter().enumerate() {
            let has_child = skeleton.children(joint).next().is_some();
            let is_face = matches!(
                bone,
                HumanBone::LeftEye | HumanBone::RightEye | HumanBone::Jaw
            );
            // Eyes and jaws look ahead, whatever way they lie from the head's joint.
            let direction = match is_face && !has_child {
                true => body.direction(range.along, bone),
                false => bone_direction(skeleton, pairs, joint),
            };
            let placed = body.place(bone, &range, direction, above);
            if place == 0 {
                turned.push((bone, placed.turn));
            }
            let rest = skeleton.rest_model_from_joint(joint).rotation;
            let limits = placed.limits(&range, rest, joints.len());
            found.push((joint, limits));
        }
    }
    found
}

/// The limits in which a joint goes as far as its motions say, about the axis of the first that bends it; none without any.
fn limits_of_motions(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    joint: JointIndex,
    motions: &[JointMotion],
) -> Option<JointLimits> {
    /// From this cosine on a motion turns about the bone.
    const ALONG: f32 = 0.9;
    let rest = skeleton.rest_model_from_joint(joint).rotation;
    let bone = rest.conjugate() * bone_direction(skeleton, pairs, joint);
    let twists = |motion: &&JointMotion| motion.axis.dot(bone).abs() >= ALONG;
    let bend = motions.iter().find(|motion| !twists(motion));
    let axes = LimitAxes::about(bone, bend.or(motions.first())?.axis);
    let mut limits = JointLimits {
        axes,
        twist: [0.0; 2],
        swing: [[0.0; 2]; 2],
    };
    for motion in motions {
        let degrees = motion.degrees.to_radians();
        let about = axes.swing.map(|axis| axis.dot(motion.axis));
        let (range, towards) = match twists(&motion) {
            true => {
                let towards = motion.axis.dot(axes.twist);
                let end = &mut limits.twist[usize::from(towards > 0.0)];
                *end = degrees.copysign(towards);
                continue;
            }
            false if about[0].abs() >= about[1].abs() => (&mut limits.swing[0], about[0]),
            false => (&mut limits.swing[1], about[1]),
        };
        range[usize::from(towards > 0.0)] = degrees;
    }
    Some(in_own_axes(&limits, NEAR_AXES))
}

/// The directions of a body at rest in the model.
struct Body {
    left: Vec3,
    up: Vec3,
    forward: Vec3,
}

/// A bone at rest, and the axes that its ranges are about.
struct Placed {
    /// From the pose with arms held out to rest, of this bone.
    turn: Quat,
    /// From where its ranges are counted to rest.
    since: Quat,
    /// Where the bone points where they are counted, and what it bends about there.
    along: Vec3,
    bend: Vec3,
    /// Whether a turn about the other axis goes to where the table says.
    is_aside: bool,
}

impl Body {
    fn new(skeleton: &Skeleton, map: &BoneMap) -> Option<Self> {
        use HumanBone as Bone;
        let place = |bone: Bone| {
            let joint = map.joint(bone)?;
            Some(skeleton.rest_model_from_joint(joint).translation)
        };
        let sides = [
            [Bone::LeftUpperLeg, Bone::RightUpperLeg],
            [Bone::LeftUpperArm, Bone::RightUpperArm],
        ];
        let sides = sides.into_iter();
        let across = sides.filter_map(|[left, right]| Some(place(left)? - place(right)?));
        let left = across.sum::<Vec3>().try_normalize()?;
        let tops = [
            Bone::Head,
            Bone::Neck,
            Bone::UpperChest,
            Bone::Chest,
            Bone::Spine,
        ];
        let top = tops.into_iter().find_map(place)?;
        let foot = [Bone::Hips, Bone::LeftUpperLeg, Bone::LeftFoot];
        let up = top - foot.into_iter().find_map(place)?;
        let up = up.reject_from(left).try_normalize()?;
        let leg = place(Bone::LeftFoot).zip(place(Bone::LeftUpperLeg));
        let leg = leg.and_then(|(foot, hip)| (foot - hip).try_normalize());
        // The back of an animal lies across its legs.
        if leg.is_some_and(|leg| leg.dot(up) > -UPRIGHT) {
            return None;
        }
        Some(Self {
            left,
            up,
            forward: left.cross(up),
        })
    }

    fn direction(&self, way: Way, bone: HumanBone) -> Vec3 {
        match way {
            Forward => self.forward,
            Back => -self.forward,
            Up => self.up,
            Down => -self.up,
            Out if bone.side() == Some(BodySide::Right) => -self.left,
            Out => self.left,
        }
    }

    /// A bone that points so at rest, below one that is turned so.
    fn place(&self, bone: HumanBone, range: &BoneRange, direction: Vec3, above: Quat) -> Placed {
        let [along, bend, aside] =
            [range.along, range.bend.0, range.aside.0].map(|way| self.direction(way, bone));
        let base = match range.counted {
            Pose => Quat::IDENTITY,
            BoneAbove | Rest => above,
        };
        let arc = Quat::from_rotation_arc((base * along).normalize(), direction);
        let turn = arc * base;
        let (since, frame) = match range.counted {
            Rest => (Quat::IDENTITY, turn),
            Pose | BoneAbove => (arc, base),
        };
        let axis = frame * along.cross(bend);
        let is_hinge = range.aside.1 == [0.0, 0.0];
        // A limb that is bent at rest shows its hinge, if that is anywhere near where people have theirs.
        let (seen, angle) = since.to_axis_angle();
        let shows = is_hinge && angle > BENT && seen.dot(axis).abs() > 0.5;
        let bend = match shows {
            true => seen * seen.dot(axis).signum(),
            false => axis,
        };
        Placed {
            turn,
            since,
            along: frame * along,
            bend,
            is_aside: bend.dot(frame * aside) >= 0.0,
        }
    }
}

impl Placed {
    /// The limits of one of so many joints of a bone, in its rest frame.
    fn limits(&self, range: &BoneRange, rest: Quat, joints: usize) -> JointLimits {
        let share = f32::from(u8::try_from(joints.max(1)).unwrap_or(u8::MAX));
        let radians = |degrees: f32| (degrees / share).to_radians();
        let [to, back] = range.bend.1.map(radians);
        let [aside, other] = range.aside.1.map(radians);
        let second = match self.is_aside {
            true => [other, aside],
            false => [aside, other],
        };
        let twist = radians(range.twist);
        let to_joint = rest.conjugate() * self.since;
        let counted = JointLimits {
            axes: LimitAxes::about(self.along, self.bend).rotated(to_joint),
            twist: [-twist, twist],
            swing: [[back, to], second],
        };
        let limits = counted.at_rest((to_joint * rest).normalize());
        in_own_axes(&limits, NEAR_AXES)
    }
}

/// Not at all.
const NONE: (Way, [f32; 2]) = (Out, [0.0, 0.0]);

const fn range(
    along: Way,
    bend: (Way, [f32; 2]),
    aside: (Way, [f32; 2]),
    twist: f32,
    counted: Counted,
) -> BoneRange {
    BoneRange {
        along,
        bend,
        aside,
        twist,
        counted,
    }
}

const TRUNK: BoneRange = range(Up, (Forward, [35.0, 25.0]), (Out, [30.0; 2]), 30.0, Rest);
const NECK: BoneRange = range(Up, (Forward, [45.0; 2]), (Out, [35.0; 2]), 50.0, Rest);

const EYE: BoneRange = range(Forward, (Up, [35.0; 2]), (Out, [45.0; 2]), 10.0, Rest);
const JAW: BoneRange = range(Forward, (Down, [35.0, 2.0]), (Out, [10.0; 2]), 5.0, Rest);
const SHOULDER: BoneRange = range(Out, (Forward, [25.0, 20.0]), (Up, [35.0, 10.0]), 15.0, Rest);
const UPPER_ARM: BoneRange = range(Out, (Forward, [130.0, 45.0]), (Up, [100.0; 2]), 90.0, Pose);
const LOWER_ARM: BoneRange = range(Out, (Forward, [150.0, 5.0]), NONE, 90.0, BoneAbove);
const HAND: BoneRange = range(
    Out,
    (Down, [80.0, 70.0]),
    (Forward, [25.0, 35.0]),
    20.0,
    Rest,
);
const UPPER_LEG: BoneRange = range(
    Down,
    (Forward, [125.0, 30.0]),
    (Out, [50.0, 35.0]),
    50.0,
    Pose,
);
const LOWER_LEG: BoneRange = range(Down, (Back, [150.0, 5.0]), NONE, 15.0, BoneAbove);
const FOOT: BoneRange = range(Forward, (Up, [30.0, 55.0]), (Out, [25.0; 2]), 25.0, Rest);
const TOES: BoneRange = range(Forward, (Up, [70.0, 45.0]), (Out, [5.0; 2]), 5.0, Rest);
const THUMB_METACARPAL: BoneRange = range(Out, (Down, [45.0; 2]), (Forward, [45.0; 2]), 30.0, Rest);
const THUMB_PROXIMAL: BoneRange = range(Out, (Down, [65.0; 2]), (Forward, [35.0; 2]), 15.0, Rest);
const THUMB_DISTAL: BoneRange = range(Out, (Down, [85.0; 2]), (Forward, [20.0; 2]), 10.0, Rest);
const PROXIMAL: BoneRange = range(Out, (Down, [95.0, 35.0]), (Forward, [20.0; 2]), 10.0, Rest);
const INTERMEDIATE: BoneRange = range(Out, (Down, [115.0, 5.0]), NONE, 5.0, BoneAbove);
const DISTAL: BoneRange = range(Out, (Down, [90.0, 15.0]), NONE, 5.0, BoneAbove);

/// How far people turn a bone; none for the hips.
const fn range_of(bone: HumanBone) -> Option<BoneRange> {
    use HumanBone as Bone;
    Some(match bone {
        Bone::Hips => return None,
        Bone::Spine | Bone::Chest | Bone::UpperChest => TRUNK,
        Bone::Neck | Bone::Head => NECK,
        Bone::LeftEye | Bone::RightEye => EYE,
        Bone::Jaw => JAW,
        Bone::LeftShoulder | Bone::RightShoulder => SHOULDER,
        Bone::LeftUpperArm | Bone::RightUpperArm => UPPER_ARM,
        Bone::LeftLowerArm | Bone::RightLowerArm => LOWER_ARM,
        Bone::LeftHand | Bone::RightHand => HAND,
        Bone::LeftUpperLeg | Bone::RightUpperLeg => UPPER_LEG,
        Bone::LeftLowerLeg | Bone::RightLowerLeg => LOWER_LEG,
        Bone::LeftFoot | Bone::RightFoot => FOOT,
        Bone::LeftToes | Bone::RightToes => TOES,
        Bone::LeftThumbMetacarpal | Bone::RightThumbMetacarpal => THUMB_METACARPAL,
        Bone::LeftThumbProximal | Bone::RightThumbProximal => THUMB_PROXIMAL,
        Bone::LeftThumbDistal | Bone::RightThumbDistal => THUMB_DISTAL,
        Bone::LeftIndexProximal
        | Bone::RightIndexProximal
        | Bone::LeftMiddleProximal
        | Bone::RightMiddleProximal
        | Bone::LeftRingProximal
        | Bone::RightRingProximal
        | Bone::LeftLittleProximal
        | Bone::RightLittleProximal => PROXIMAL,
        Bone::LeftIndexIntermediate
        | Bone::RightIndexIntermediate
        | Bone::LeftMiddleIntermediate
        | Bone::RightMiddleIntermediate
        | Bone::LeftRingIntermediate
        | Bone::RightRingIntermediate
        | Bone::LeftLittleIntermediate
        | Bone::RightLittleIntermediate => INTERMEDIATE,
        Bone::LeftIndexDistal
        | Bone::RightIndexDistal
        | Bone::LeftMiddleDistal
        | Bone::RightMiddleDistal
        | Bone::LeftRingDistal
        | Bone::RightRingDistal
        | Bone::LeftLittleDistal
        | Bone::RightLittleDistal => DISTAL,
    })
}
