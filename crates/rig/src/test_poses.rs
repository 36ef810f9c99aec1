//! Poses that try a mesh out: bends, twists and spreads made from a skeleton's names, axes and shape.

mod body;
mod groups;
mod limbs;
mod motion;
mod reach;
mod role_names;
mod role_words;
pub(crate) mod roles;
mod stance;

use crate::{AddressMatch, JointIndex, JointPairs, JointPreset, PosePreset, Skeleton};
use body::Body;
use glam::{Quat, Vec3};
use groups::{Group, groups};
use motion::Motion;
pub use reach::{JointMotion, joint_motions};
use roles::Role;

/// Most poses that are made for a skeleton, however many joints it has.
pub const MOST_TEST_POSES: usize = 48;
/// Letters of a joint's name in the name of a pose.
const LONGEST_NAME: usize = 24;
/// How far the one joint that carries all others is tilted, in degrees.
const TILT: f32 = 25.0;
/// How far the bones of a palm bend, in degrees.
const PALM: f32 = 8.0;

/// A pose made to see what a mesh does where its joints turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TestPose {
    /// Short name, no two of one skeleton alike.
    pub name: String,
    /// What it does, in a sentence.
    pub note: String,
    /// Rotations of joints, nothing else.
    pub preset: PosePreset,
}

/// Poses for any skeleton: the whole body first where names tell ("Arms up" and "Squat", of a four-legged one "Reach" and "Gather"), then
/// bends, twists and spreads.
///
/// `pairs` says which joint is whose mirror image, as those of a character do, where somebody may have chosen them by hand.
/// `moves` says which joints move the mesh, in the order of the skeleton; where none does, all are tried.
///
/// Joints whose names tell what they are go in groups, as all fingers or both elbows; others one by one, or, where that makes
/// too many poses, by chains, by chains at the same height of the tree, or all at once. The axis of a bend is that of the bend
/// at rest for elbows, knees and fingers, else the one that takes the bone where such a joint goes (a thigh forward, toes up);
/// a twist is about the bone, a spread at right angles to both; each about an axis of the joint where one is near. Along a
/// chain the angles share a total. One joint that carries all others is tilted while its children keep their orientation:
/// turned with them, it would move the mesh as a whole.
///
/// What holds for every skeleton: the same skeleton always gives the same poses; there are at most [`MOST_TEST_POSES`], with
/// names that differ; only rotations, all finite; every joint that moves the mesh and has an address is turned in one of them;
/// partners are turned as mirror images. Each figure of a scene with several goes by its own front and left.
#[must_use]
pub fn test_poses(skeleton: &Skeleton, pairs: &JointPairs, moves: &[bool]) -> Vec<TestPose> {
    let body = Body::new(skeleton, pairs, moves);
    let mut maker = Maker {
        body: &body,
        poses: Vec::new(),
    };
    // Each of the figures that stand so alone.
    maker.stride("Reach", "Front legs forward, hind legs back.", 1.0);
    maker.stride("Gather", "Front legs back, hind legs forward.", -1.0);
    maker.arms_up();
    maker.squat();
    for group in groups(&body, MOST_TEST_POSES - maker.poses.len()) {
        maker.add_group(&group);
    }
    maker.poses
}

/// Turns of joints on one side, or in the middle.
type Turns = Vec<(JointIndex, Quat)>;

struct Maker<'a> {
    body: &'a Body<'a>,
    poses: Vec<TestPose>,
}

impl Maker<'_> {
    /// The joints of a role that are tried, of figures that stand on four legs or of the others.
    fn of_role(&self, role: Role, on_four: bool) -> Vec<JointIndex> {
        let body = self.body;
        let is_meant = |joint: &JointIndex| {
            body.role(*joint) == role
                && body.is_tried(*joint)
                && body.is_four_legged(*joint) == on_four
        };
        body.skeleton.joints().filter(is_meant).collect()
    }

    fn arms_up(&mut self) {
        let body = self.body;
        let shoulders = self.of_role(Role::Shoulder, false);
        // A joint that carries all would only turn the mesh as a whole.
        if shoulders.is_empty() || shoulders.iter().all(|&joint| carries_all(body, joint)) {
            return;
        }
        let mut turns = self.role_turns((Role::Collarbone, false), Motion::Spread, 15.0);
        for joint in shoulders {
            let up = body.up(joint);
            // A little outward: beside the head, not through it.
            let up = (up + 0.4 * body.out(joint)).normalize_or(up);
            turns.push((joint, body.turn_to(joint, up)));
        }
        self.add("Arms up", "Raises the arms beside the head.", &turns);
    }

    fn squat(&mut self) {
        let mut turns = self.role_turns((Role::Hip, false), Motion::Bend, 95.0);
        let knees = self.role_turns((Role::Knee, false), Motion::Bend, 110.0);
        if turns.is_empty() || knees.is_empty() {
            return;
        }
        turns.extend(knees);
        turns.extend(self.role_turns((Role::Ankle, false), Motion::Bend, 25.0));
        let spine = self.of_role(Role::Spine, false).len();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a divisor of an angle needs no more"
        )]
        let share = 30.0 / (spine.max(1) as f32);
        turns.extend(self.role_turns((Role::Spine, false), Motion::Bend, share));
        self.add(
            "Squat",
            "Bends hips, knees and ankles, and the spine a little.",
            &turns,
        );
    }

    /// The two ends of a gallop: front and hind legs apart, or together.
    fn stride(&mut self, name: &str, note: &str, side: f32) {
        let mut turns = self.role_turns((Role::Shoulder, true), Motion::Bend, side * 45.0);
        turns.extend(self.role_turns((Role::Hip, true), Motion::Bend, -side * 40.0));
        if side < 0.0 {
            turns.extend(self.role_turns((Role::Elbow, true), Motion::Bend, 50.0));
            turns.extend(self.role_turns((Role::Knee, true), Motion::Bend, 30.0));
        }
        self.add(name, note, &turns);
    }

    fn role_turns(&self, (role, on_four): (Role, bool), motion: Motion, degrees: f32) -> Turns {
        let joints = self.of_role(role, on_four).into_iter();
        let turn = |joint| {
            let axis = self.body.axis(joint, motion);
            (joint, self.body.turn(joint, axis, degrees))
        };
        joints.map(turn).collect()
    }

    fn add_group(&mut self, group: &Group) {
        let body = self.body;
        if let &[joint] = group.joints.as_slice()
            && group.is_whole
        {
            let turns = tilt_turns(body, joint);
            let name = format!("{} tilt", group.name);
            let about = format!(
                "Tilts {}; what is below it keeps its orientation.",
                group.name
            );
            return self.add(&name, &about, &turns);
        }
        for &(motion, each, total) in group.role.extents() {
            // Joints of a chain share its total, so that a long tail does not roll up.
            let degrees = each.min(total / f32::from(group.longest.max(1)));
            let turns = if group.role == Role::Finger && motion == Motion::Spread {
                fan_turns(body, &group.joints, degrees)
            } else {
                let joints = group.joints.iter();
                joints
                    .map(|&joint| joint_turn(body, joint, motion, degrees))
                    .collect()
            };
            let name = format!("{} {}", group.name, motion.name());
            let about = format!(
                "{} {} by up to {degrees:.0}° each.",
                motion.verb(),
                group.about
            );
            self.add(&name, &about, &turns);
        }
    }

    /// Adds a pose with the partners turned as mirror images; nothing if nothing turns.
    fn add(&mut self, name: &str, note: &str, turns: &Turns) {
        let body = self.body;
        let mut all: Vec<(JointIndex, Quat)> = Vec::with_capacity(2 * turns.len());
        for &(joint, turn) in turns {
            all.push((joint, turn));
            let partner = body.partner(joint);
            all.extend(partner.map(|partner| (partner, body.in_mirror(joint, partner, turn))));
        }
        // The sort is stable: of two turns of one joint the first stays.
        all.sort_by_key(|(joint, _)| *joint);
        all.dedup_by_key(|(joint, _)| *joint);
        let presets = all.into_iter().filter_map(|(joint, turn)| {
            let address = body.addresses.of(joint);
            // An address that leads elsewhere would turn another joint.
            let is_found = body.addresses.find(&address) == AddressMatch::One(joint);
            (is_found && turn.is_finite()).then(|| JointPreset {
                joint: address,
                rotation: Some(turn),
                ..JointPreset::default()
            })
        });
        let joints: Vec<JointPreset> = presets.collect();
        if joints.is_empty() || self.poses.len() >= MOST_TEST_POSES {
            return;
        }
        let is_taken = |name: &str| self.poses.iter().any(|pose| pose.name == name);
        let numbered = (2_usize..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        self.poses.push(TestPose {
            name,
            note: note.to_owned(),
            preset: PosePreset { joints },
        });
    }
}

/// A joint of a group turned; the bones of a palm hardly bend.
fn joint_turn(
    body: &Body<'_>,
    joint: JointIndex,
    motion: Motion,
    degrees: f32,
) -> (JointIndex, Quat) {
    let is_palm = body.role(joint) == Role::Palm;
    let degrees = if is_palm { PALM } else { degrees };
    (joint, body.turn(joint, body.axis(joint, motion), degrees))
}

/// A joint tilted, with its children turned back.
fn tilt_turns(body: &Body<'_>, joint: JointIndex) -> Turns {
    let axis = body.axis(joint, Motion::Bend);
    let mut turns = vec![(joint, body.turn(joint, axis, TILT))];
    let back = body.children(joint).iter().filter(|&&child| {
        let partner = body.partner(child);
        partner.is_none_or(|partner| body.is_first(child, partner))
    });
    turns.extend(back.map(|&child| (child, body.turn(child, axis, -TILT))));
    turns
}

/// Fingers fanned out: the first joint of each, the more the farther it stands from the middle of its hand.
fn fan_turns(body: &Body<'_>, joints: &[JointIndex], degrees: f32) -> Turns {
    let is_part = |joint: JointIndex| body.role(joint).group() == Role::Finger;
    let hand = |joint: JointIndex| {
        let above = |&joint: &JointIndex| body.skeleton.parent(joint);
        let mut ancestors = std::iter::successors(above(&joint), above);
        ancestors.find(|&above| !is_part(above))
    };
    let first = |joint: &&JointIndex| {
        let parent = body.skeleton.parent(**joint);
        body.role(**joint) == Role::Finger
            && parent.is_none_or(|parent| body.role(parent) != Role::Finger)
    };
    let firsts: Vec<(Option<JointIndex>, JointIndex)> = joints
        .iter()
        .filter(first)
        .map(|&joint| (hand(joint), joint))
        .collect();
    let mut turns = Turns::new();
    for &(hand, joint) in &firsts {
        let others = firsts.iter().filter(|(other, _)| *other == hand);
        let places: Vec<Vec3> = others.map(|(_, joint)| body.place(*joint)).collect();
        turns.extend(
            fan(body, joint, &places)
                .map(|(axis, share)| (joint, body.turn(joint, axis, degrees * share))),
        );
    }
    turns
}

/// The axis about which a finger goes away from the others, and which share of the angle; none for one in the middle.
fn fan(body: &Body<'_>, joint: JointIndex, places: &[Vec3]) -> Option<(Vec3, f32)> {
    let mut low = places.iter().copied().reduce(Vec3::min)?;
    let high = places.iter().copied().reduce(Vec3::max)?;
    low = 0.5 * (low + high);
    let half = (high - low).length();
    let away = body.place(joint) - low;
    let share = (away.length() / half).min(1.0);
    let along = body.direction(joint);
    let axis = along.cross(away.try_normalize()?).try_normalize()?;
    (share.is_finite() && share > 0.05).then_some((axis, share))
}

/// Whether a joint carries all that are tried: turned, it only moves the mesh as a whole.
fn carries_all(body: &Body<'_>, joint: JointIndex) -> bool {
    groups::top(body) == Some(joint)
}

/// A name that fits on a button.
fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    let cut: String = name.chars().take(LONGEST_NAME - 1).collect();
    format!("{cut}…")
}
