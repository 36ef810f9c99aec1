//! The poses that a character is judged in: moments of its clips, and a range of motion of its own rig.

use character::Character;
use glam::{Quat, Vec3};
use rig::{
    DrivenMemory, DrivenSet, JointIndex, JointLimits, JointMotion, NamePatterns, Pose, Skeleton,
    joint_motions,
};

use super::limited_turns::LimitedTurns;
use super::plan::plan_poses;
use crate::facts::Facts;
use crate::pose::deform::base_pose;
use crate::text::names::{clip_name, decimal, joint_name};

/// Where a pose comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoseSource {
    /// A moment of a clip.
    Clip {
        /// Index in the character's list of clips.
        clip: usize,
        /// In seconds from its beginning.
        time: f32,
    },
    /// A joint that is turned, alone or with the one above it.
    Turned(Movement),
}

/// One joint turned, or two of which one is the other's parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    /// The turn of the lower joint, or of the only one.
    pub turn: JointTurn,
    /// The joint above it, where that is turned too.
    pub above: Option<JointTurn>,
}

/// A joint turned about an axis of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointTurn {
    /// Index of the joint in the skeleton.
    pub joint: JointIndex,
    /// The axis in the joint's frame, of length one.
    pub axis: Vec3,
    /// The angle, counter-clockwise about the axis; below zero the other way around.
    pub degrees: f32,
    /// What the turn is called.
    pub name: TurnName,
}

/// What a turn is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnName {
    /// An axis of the joint, of which nothing else is known: 0 for x, 1 for y, 2 for z.
    Axis(u8),
    /// What the joint does: `raise`, `bend`.
    Motion(&'static str),
}

impl JointTurn {
    /// In words: `x +60°`, `raise 90°`.
    fn words(&self) -> String {
        let angle = decimal(self.degrees.abs(), 0);
        match self.name {
            TurnName::Axis(axis) => {
                let axis = ["x", "y", "z"].get(usize::from(axis)).unwrap_or(&"x");
                let sign = if self.degrees < 0.0 { "\u{2212}" } else { "+" };
                format!("{axis} {sign}{angle}°")
            }
            TurnName::Motion(name) => format!("{name} {angle}°"),
        }
    }

    pub(super) fn rotation(&self) -> Quat {
        Quat::from_axis_angle(self.axis, self.degrees.to_radians())
    }
}

impl Movement {
    /// The joints that are turned, from above.
    pub fn turns(&self) -> impl Iterator<Item = JointTurn> {
        self.above.into_iter().chain([self.turn])
    }

    /// The joints that it turns, and all that follow these.
    pub(super) fn moved_joints(&self, driven: &DrivenSet) -> Vec<JointIndex> {
        let mut moved: Vec<JointIndex> = self.turns().map(|turn| turn.joint).collect();
        let mut next = 0;
        while let Some(&driver) = moved.get(next) {
            let channels = driven.channels().iter();
            let follows = channels.filter(|channel| channel.driver.joint == driver);
            let mut joints: Vec<JointIndex> = follows
                .filter_map(|channel| channel.target.joint())
                .collect();
            // One that is there already was followed, or will be.
            joints.retain(|joint| !moved.contains(joint));
            moved.extend(joints);
            next += 1;
        }
        moved
    }

    fn turn_joints(&self, pose: &mut Pose) {
        for turn in self.turns() {
            if let Some(motion) = pose.rigid.get_mut(turn.joint.index()) {
                // On the right, so that the axis is one of the joint's own frame.
                motion.rotation *= turn.rotation();
            }
        }
    }

    fn words(&self, skeleton: &Skeleton) -> String {
        let [name, words] = [joint_name(skeleton, self.turn.joint), self.turn.words()];
        let Some(above) = self.above else {
            return format!("{name} {words}");
        };
        let [name_above, words_above] = [joint_name(skeleton, above.joint), above.words()];
        match words_above == words {
            true => format!("{name_above} and {name} {words}"),
            false => format!("{name_above} {words_above} and {name} {words}"),
        }
    }
}

impl PoseSource {
    /// Whether a joint is turned in it; in a clip all may be.
    #[must_use]
    pub fn turns(&self, of: JointIndex) -> bool {
        match self {
            Self::Clip { .. } => true,
            Self::Turned(movement) => movement.turns().any(|turn| turn.joint == of),
        }
    }

    /// Whether a joint is turned in it, or follows one that is; in a clip all may be.
    pub(super) fn moves(&self, of: JointIndex, driven: &DrivenSet) -> bool {
        match self {
            Self::Clip { .. } => true,
            Self::Turned(movement) => movement.moved_joints(driven).contains(&of),
        }
    }

    /// In words: `clip “walk” at 0.33 s`, `forearm.L bend 140°`, `bone and bone.001 x +60°`.
    #[must_use]
    pub fn words(&self, character: &Character) -> String {
        match *self {
            Self::Clip { clip, time } => {
                let found = character.clips.get(clip).map(clip_name);
                let name = found.unwrap_or_default();
                format!("clip \u{201c}{name}\u{201d} at {} s", decimal(time, 2))
            }
            Self::Turned(movement) => movement.words(&character.rig.skeleton),
        }
    }

    /// The pose of this source alone, over the character's base pose, without what follows the angles of joints.
    #[must_use]
    pub fn pose(&self, character: &Character) -> Pose {
        pose_of(
            [self],
            character,
            &base_pose(character),
            &DrivenSet::default(),
        )
    }
}

/// The pose of several sources at once: of the last clip, with all joints turned, and what follows their angles.
pub(super) fn pose_of<'a>(
    sources: impl IntoIterator<Item = &'a PoseSource>,
    character: &Character,
    base: &Pose,
    driven: &DrivenSet,
) -> Pose {
    let mut pose = base.clone();
    for source in sources {
        match *source {
            PoseSource::Clip { clip, time } => {
                if let Some(clip) = character.clips.get(clip) {
                    pose = clip.sample(&character.rig.skeleton, base, time);
                }
            }
            PoseSource::Turned(movement) => movement.turn_joints(&mut pose),
        }
    }
    driven.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    pose
}

/// How far joints are turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// As far as such a joint goes by its name ([`rig::joint_motions`]); those whose names do not tell, by so many degrees about each axis
    /// of their frames to both sides.
    ByName {
        /// Degrees of joints of unknown names.
        unnamed: f32,
    },
    /// All by so many degrees about each axis of their frames to both sides; none by 0.
    Equal(f32),
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
    /// How far joints are turned.
    pub range: Range,
    /// How far each joint may turn, none where as far as it likes; those beyond the end have no limits. What the range asks for beyond is
    /// brought back, and where nothing is left of a turn it is left out. Clips are taken as they are.
    pub joint_limits: &'a [Option<JointLimits>],
    /// What follows the angles of joints, in all poses.
    pub driven: &'a DrivenSet,
}

/// Poses, which of them are taken at once, and how many there would be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PosePlan {
    /// Where the poses come from that are looked at.
    pub sources: Vec<PoseSource>,
    /// Sources by their index: those of one list are posed at once, since no vertex is concerned by two of them.
    pub(super) batches: Vec<Vec<usize>>,
    /// How many poses there would be without a limit.
    pub all: usize,
    /// How many turns of single joints go less far than asked for, or are left out, since limits of joints are in the way.
    pub limited: usize,
    /// What follows the angles of joints in these poses.
    pub(super) driven: DrivenSet,
}

impl PosePlan {
    /// These sources, each in a pose of its own.
    #[must_use]
    pub fn each_alone(sources: Vec<PoseSource>) -> Self {
        Self {
            batches: (0..sources.len()).map(|source| vec![source]).collect(),
            all: sources.len(),
            limited: 0,
            driven: DrivenSet::default(),
            sources,
        }
    }

    /// Every n-th source, each in a pose of its own, with what follows the angles of joints.
    #[must_use]
    pub fn thinned(&self, step: usize) -> Self {
        let sources = self.sources.iter().step_by(step.max(1)).copied();
        Self {
            all: self.all,
            limited: self.limited,
            driven: self.driven.clone(),
            ..Self::each_alone(sources.collect())
        }
    }

    /// The sources of a batch.
    pub(super) fn batch(&self, batch: usize) -> impl Iterator<Item = (usize, &PoseSource)> {
        let members = self.batches.get(batch).into_iter().flatten();
        members.filter_map(|&source| Some((source, self.sources.get(source)?)))
    }

    /// Every pose that the character takes with its name, over its base pose and without what follows the angles of joints.
    ///
    /// A pose of several sources at once is named after the first.
    #[must_use]
    pub fn poses(&self, character: &Character) -> Vec<(String, Pose)> {
        let base = base_pose(character);
        let still = DrivenSet::default();
        let batches = 0..self.batches.len();
        let named = batches.map(|batch| {
            let sources: Vec<&PoseSource> = self.batch(batch).map(|(_, source)| source).collect();
            let first = sources.first().map(|source| source.words(character));
            let name = match sources.len() {
                ..=1 => first.unwrap_or_default(),
                more => format!("{} with {} more", first.unwrap_or_default(), more - 1),
            };
            (name, pose_of(sources, character, &base, &still))
        });
        named.collect()
    }

    /// How many times the character is posed.
    #[must_use]
    pub const fn pose_count(&self) -> usize {
        self.batches.len()
    }
}

/// The poses of a choice: moments of clips, then each joint alone, then each with the joint above it.
///
/// A joint and the one above it are turned together motion by motion, in the order of both lists: bends with bends, as far as both go.
///
/// What would take too long is left out, see [`MOST_WORK`](super::MOST_WORK): every n-th moment is taken, and of the turns first one of
/// each joint, then a second, and last those of two joints, until it is enough.
#[must_use]
pub fn choose_poses(character: &Character, choice: &MotionChoice<'_>) -> PosePlan {
    let mut limits = LimitedTurns::new(character, choice.joint_limits);
    let movements = movements(character, choice, &mut limits);
    PosePlan {
        limited: limits.count,
        ..plan_poses(
            character,
            moments(character, choice),
            &movements,
            choice.driven,
        )
    }
}

fn moments(character: &Character, choice: &MotionChoice<'_>) -> Vec<PoseSource> {
    let mut sources = Vec::new();
    for &clip in choice.clips {
        let Some(found) = character.clips.get(clip) else {
            continue;
        };
        // Without a finite end all moments are the first.
        let duration = Some(found.duration()).filter(|duration| duration.is_finite());
        let duration = duration.unwrap_or(0.0).max(0.0);
        let count = choice.moments.max(1);
        // One moment is the first; two or more reach from the first to the last.
        let last = f32::from(count.max(2) - 1);
        let time = |moment: u16| duration * (f32::from(moment) / last);
        sources.extend((0..count).map(|moment| PoseSource::Clip {
            clip,
            time: time(moment),
        }));
    }
    sources
}

/// All movements, what is looked at first in front: a first turn of each joint, then a second.
fn movements(
    character: &Character,
    choice: &MotionChoice<'_>,
    limits: &mut LimitedTurns<'_>,
) -> Vec<Movement> {
    let skeleton = &character.rig.skeleton;
    let mut turns: Vec<Vec<JointTurn>> = vec![Vec::new(); skeleton.len()];
    let named = match choice.range {
        // By the usual marks of sides, so that a verdict does not hang on whose preferences it was found with.
        Range::ByName { .. } => {
            joint_motions(skeleton, &character.joint_pairs(&NamePatterns::default()))
        }
        Range::Equal(_) => Vec::new(),
    };
    let (Range::ByName { unnamed: degrees } | Range::Equal(degrees)) = choice.range;
    for joint in turned_joints(character, choice) {
        let motions = named.get(joint.index()).filter(|all| !all.is_empty());
        if let Some(turns) = turns.get_mut(joint.index()) {
            *turns = match motions {
                Some(motions) => motions.iter().map(|of| named_turn(joint, of)).collect(),
                None => about_axes(joint, degrees),
            };
            limits.bring_back(joint, turns);
        }
    }
    let alone = turns.iter().map(|turns| {
        let able = turns.iter().filter(|turn| turn.degrees != 0.0);
        let alone = able.map(|&turn| Movement { turn, above: None });
        alone.collect::<Vec<Movement>>()
    });
    let with_parent = skeleton.joints().zip(&turns).map(|(joint, own)| {
        let parent = skeleton.parent(joint);
        let above = parent.and_then(|parent| turns.get(parent.index()));
        let pairs = own.iter().zip(above.into_iter().flatten());
        let able = pairs.filter(|(turn, above)| turn.degrees != 0.0 && above.degrees != 0.0);
        let both = able.map(|(&turn, &above)| Movement {
            turn,
            above: Some(above),
        });
        both.collect::<Vec<Movement>>()
    });
    let mut all = in_rounds(&alone.collect::<Vec<Vec<Movement>>>());
    all.extend(in_rounds(&with_parent.collect::<Vec<Vec<Movement>>>()));
    all
}

/// The first of each list, then the second of each.
fn in_rounds(lists: &[Vec<Movement>]) -> Vec<Movement> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .flat_map(|round| lists.iter().filter_map(move |list| list.get(round)))
        .copied()
        .collect()
}

fn named_turn(joint: JointIndex, motion: &JointMotion) -> JointTurn {
    JointTurn {
        joint,
        axis: motion.axis,
        degrees: motion.degrees,
        name: TurnName::Motion(motion.name),
    }
}

/// About each axis of the joint's frame to both sides.
fn about_axes(joint: JointIndex, degrees: f32) -> Vec<JointTurn> {
    if !(degrees > 0.0 && degrees.is_finite()) {
        return Vec::new();
    }
    let axes = [0, 1, 2].into_iter().zip(Vec3::AXES);
    axes.flat_map(|(axis, about)| {
        [degrees, -degrees].map(|degrees| JointTurn {
            joint,
            axis: about,
            degrees,
            name: TurnName::Axis(axis),
        })
    })
    .collect()
}

/// The joints that move vertices, or those asked for; none where nothing is to be turned.
fn turned_joints(character: &Character, choice: &MotionChoice<'_>) -> Vec<JointIndex> {
    if choice.range == Range::Equal(0.0) {
        return Vec::new();
    }
    if let Some(joints) = choice.joints {
        return joints.to_vec();
    }
    let facts = Facts::of(character);
    // Joints that follow every pose move vertices, and turn nowhere by themselves.
    let helpers = character.helper_rows();
    let is_posed = |joint: &JointIndex| {
        let is_helper = helpers.iter().any(|row| row.helper == *joint);
        !is_helper && character.constraints.of(*joint).is_none()
    };
    let skeleton = &character.rig.skeleton;
    // So do those that others drive: twist joints, pushers, muscles.
    let is_driven = |joint: &JointIndex| choice.driven.is_helper(skeleton, *joint);
    let joints = skeleton.joints();
    joints
        .filter(|&joint| facts.joint(joint).vertices > 0)
        .filter(|joint| is_posed(joint) && !is_driven(joint))
        .collect()
}
