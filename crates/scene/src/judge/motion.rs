//! The poses that a character is judged in: moments of its clips, and a range of motion of its own rig.

use std::f32::consts::PI;

use character::Character;
use glam::{Quat, Vec3};
use rig::{JointIndex, Pose, Skeleton};

use crate::deform::base_pose;
use crate::facts::Facts;
use crate::names::{clip_name, decimal, joint_name};
use crate::placed::placed_primitives;

/// Most poses of one character.
pub const MOST_POSES: usize = 4096;
/// Most vertices that are looked at over all poses: a large character has fewer poses.
pub const MOST_VERTICES: usize = 1 << 30;
/// Poses that a character has in any case, if there are so many.
pub const LEAST_POSES: usize = 64;

/// Where a pose comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoseSource {
    /// A moment of a clip.
    Clip {
        /// Its index.
        clip: usize,
        /// In seconds from its beginning.
        time: f32,
    },
    /// A joint turned about an axis of its frame.
    Turn {
        /// The joint.
        joint: JointIndex,
        /// 0 for x, 1 for y, 2 for z.
        axis: u8,
        /// By how much.
        degrees: f32,
        /// Whether the joint above it is turned alike.
        with_parent: bool,
    },
}

impl PoseSource {
    /// Whether a joint is turned in it; in a clip all may be.
    #[must_use]
    pub fn turns(&self, skeleton: &Skeleton, of: JointIndex) -> bool {
        match *self {
            Self::Clip { .. } => true,
            Self::Turn {
                joint, with_parent, ..
            } => joint == of || (with_parent && skeleton.parent(joint) == Some(of)),
        }
    }

    /// In words: `clip "walk" at 0.33 s`, `forearm.L x +60°`, `upperarm.L and forearm.L x +60°`.
    #[must_use]
    pub fn words(&self, character: &Character) -> String {
        match *self {
            Self::Clip { clip, time } => {
                let found = character.clips.get(clip).map(clip_name);
                let name = found.unwrap_or_default();
                format!("clip \u{201c}{name}\u{201d} at {} s", decimal(time, 2))
            }
            Self::Turn {
                joint,
                axis,
                degrees,
                with_parent,
            } => {
                let skeleton = &character.rig.skeleton;
                let above = skeleton.parent(joint).filter(|_| with_parent);
                let above = above.map(|above| format!("{} and ", joint_name(skeleton, above)));
                let axis = ["x", "y", "z"].get(usize::from(axis)).unwrap_or(&"x");
                let sign = if degrees < 0.0 { "\u{2212}" } else { "+" };
                let angle = decimal(degrees.abs(), 0);
                let name = joint_name(skeleton, joint);
                format!("{}{name} {axis} {sign}{angle}°", above.unwrap_or_default())
            }
        }
    }
}

/// A pose with where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPose {
    /// Where it comes from.
    pub source: PoseSource,
    /// The pose.
    pub pose: Pose,
}

/// Which poses are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionChoice<'a> {
    /// Clips by their index, in the order wanted.
    pub clips: &'a [usize],
    /// Moments of each clip, evenly over it, the first and the last among them.
    pub moments: u16,
    /// The joints that are turned; none for all that move vertices.
    pub joints: Option<&'a [JointIndex]>,
    /// By how many degrees joints are turned to both sides; without a range of motion 0.
    pub degrees: f32,
}

/// Poses, and how many there would be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// The poses.
    pub poses: Vec<JudgedPose>,
    /// How many there would be without a limit.
    pub all: usize,
}

/// The poses of a choice: moments of clips, then each joint alone, about each axis of its frame to both sides, then each with the joint
/// above it turned alike.
///
/// Where there would be more than [`MOST_POSES`], or so many that a character has more than [`MOST_VERTICES`] over all of them, every
/// n-th is taken.
#[must_use]
pub fn judged_poses(character: &Character, choice: &MotionChoice<'_>) -> Motion {
    let sources = sources(character, choice);
    let placed = placed_primitives(character);
    let vertices: usize = placed.map(|placed| placed.primitive.positions.len()).sum();
    let affordable = (MOST_VERTICES / vertices.max(1)).max(LEAST_POSES);
    let mut step = sources.len().div_ceil(affordable.min(MOST_POSES)).max(1);
    // Turns come in sixes: a step that shares a factor with that would leave out a side or an axis of every joint.
    while step > 1 && (step.is_multiple_of(2) || step.is_multiple_of(3)) {
        step += 1;
    }
    let base = base_pose(character);
    let pose = |source: &PoseSource| JudgedPose {
        source: *source,
        pose: posed(character, &base, source),
    };
    Motion {
        poses: sources.iter().step_by(step).map(pose).collect(),
        all: sources.len(),
    }
}

fn sources(character: &Character, choice: &MotionChoice<'_>) -> Vec<PoseSource> {
    let mut sources = Vec::new();
    for &clip in choice.clips {
        let Some(found) = character.clips.get(clip) else {
            continue;
        };
        let duration = found.duration();
        let duration = if duration.is_finite() {
            duration.max(0.0)
        } else {
            0.0
        };
        let count = choice.moments.max(1);
        let last = f32::from(count.max(2) - 1);
        let time = |moment: u16| duration * (f32::from(moment) / last);
        sources.extend((0..count).map(|moment| PoseSource::Clip {
            clip,
            time: time(moment),
        }));
    }
    if choice.degrees > 0.0 && choice.degrees.is_finite() {
        let joints = turned_joints(character, choice);
        sources.extend(turns(&joints, choice.degrees, false));
        let has_parent = |joint: &JointIndex| {
            let parent = character.rig.skeleton.parent(*joint);
            parent.is_some_and(|parent| joints.contains(&parent))
        };
        let below: Vec<JointIndex> = joints.iter().copied().filter(has_parent).collect();
        sources.extend(turns(&below, choice.degrees, true));
    }
    sources
}

/// The joints that move vertices, or those asked for.
fn turned_joints(character: &Character, choice: &MotionChoice<'_>) -> Vec<JointIndex> {
    if let Some(joints) = choice.joints {
        return joints.to_vec();
    }
    let facts = Facts::of(character);
    let joints = character.rig.skeleton.joints();
    joints
        .filter(|&joint| facts.joint(joint).vertices > 0)
        .collect()
}

fn turns(joints: &[JointIndex], degrees: f32, with_parent: bool) -> Vec<PoseSource> {
    let of_joint = |&joint: &JointIndex| {
        [0, 1, 2].into_iter().flat_map(move |axis| {
            [degrees, -degrees].map(move |degrees| PoseSource::Turn {
                joint,
                axis,
                degrees,
                with_parent,
            })
        })
    };
    joints.iter().flat_map(of_joint).collect()
}

fn posed(character: &Character, base: &Pose, source: &PoseSource) -> Pose {
    let skeleton = &character.rig.skeleton;
    match *source {
        PoseSource::Clip { clip, time } => match character.clips.get(clip) {
            Some(clip) => clip.sample(skeleton, base, time),
            None => base.clone(),
        },
        PoseSource::Turn {
            joint,
            axis,
            degrees,
            with_parent,
        } => {
            let axis = Vec3::AXES
                .get(usize::from(axis))
                .copied()
                .unwrap_or(Vec3::X);
            let turn = Quat::from_axis_angle(axis, degrees * PI / 180.0);
            let mut pose = base.clone();
            let above = skeleton.parent(joint).filter(|_| with_parent);
            for joint in above.into_iter().chain([joint]) {
                if let Some(motion) = pose.rigid.get_mut(joint.index()) {
                    motion.rotation *= turn;
                }
            }
            pose
        }
    }
}
