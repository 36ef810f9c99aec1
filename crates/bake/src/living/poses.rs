//! Random poses within the limits of joints: what living helpers are fitted to, and what they are tried on.
//!
//! Each joint that a skin lists is turned in most poses: by its own limits where it has some; else as far as a joint of that name goes
//! ([`rig::joint_motions`]); else by up to 60° about any axis. All of it comes from a seed: the same character has the same poses.

use std::collections::BTreeSet;
use std::f32::consts::{PI, TAU};

use character::Character;
use glam::{Mat3, Quat, Vec2, Vec3};
use rig::{
    Channel, Clip, ClipId, Interpolation, JointIndex, JointLimits, JointMotion, JointTrack,
    NamePatterns, Pose, Rigid, SwingTwist, Track, TrackError, UserTransform, joint_motions,
};
use scene::deform::base_pose;

use crate::Moment;
use crate::points::narrow;

/// The share of joints that are turned in a pose: helpers have to hold where much happens at once.
const TURNED: f32 = 0.85;

/// How far joints turn of which nothing is known, and those whose limits let them go as far as they like: radians, 60°.
const UNKNOWN: f32 = PI / 3.0;

/// Axes of motions this near to one are one, forward and back.
const PARALLEL: f32 = 0.99;

/// Some random poses, which become a clip: one a second, held.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoseSet {
    pub(super) seed: u64,
    pub(super) count: usize,
}

/// The character with a clip more for each set. The first of them has the place [`Character::clips`] ended at.
///
/// # Errors
///
/// A base pose that is not finite.
pub(super) fn with_random_poses(
    character: &Character,
    limits: &[Option<JointLimits>],
    sets: &[PoseSet],
) -> Result<Character, TrackError> {
    let reaches = reaches(character, limits);
    let ids = character.clips.iter().map(|clip| clip.id().0);
    let first = ids.max().map_or(0, |id| id.saturating_add(1));
    let mut clips = character.clips.to_vec();
    for (set, id) in sets.iter().zip(first..) {
        clips.push(clip_of(character, &reaches, *set, ClipId(id))?);
    }
    Ok(character.with_clips(clips))
}

/// So many random poses within the limits of joints, as helpers that follow every pose are fitted to and measured in: the same for a seed.
///
/// A joint without limits turns as far as a joint of its name does, else by up to 60° about any axis; most joints turn at once. Seeds 1 to
/// 3 are those that [`LivingJob`](super::LivingJob) uses. Poses are relative to rest, as long as the skeleton, over the pose of the file.
///
/// # Errors
///
/// A base pose that is not finite.
pub fn random_poses(
    character: &Character,
    limits: &[Option<JointLimits>],
    seed: u64,
    count: usize,
) -> Result<Vec<Pose>, TrackError> {
    let count = count.max(1);
    let clip = clip_of(
        character,
        &reaches(character, limits),
        PoseSet { seed, count },
        ClipId(0),
    )?;
    let base = base_pose(character);
    let moments = moments_of(0, count);
    let poses = moments
        .iter()
        .map(|moment| clip.sample(&character.rig.skeleton, &base, moment.time));
    Ok(poses.collect())
}

/// The moments of a clip of poses.
pub(super) fn moments_of(clip: usize, count: usize) -> Vec<Moment> {
    let at = |pose: u16| Moment {
        clip: Some(clip),
        time: f32::from(pose),
    };
    (0..u16::try_from(count).unwrap_or(u16::MAX))
        .map(at)
        .collect()
}

fn clip_of(
    character: &Character,
    reaches: &[(JointIndex, Reach)],
    set: PoseSet,
    id: ClipId,
) -> Result<Clip, TrackError> {
    let skeleton = &character.rig.skeleton;
    let base = base_pose(character);
    let mut numbers = Numbers(set.seed);
    let moments = moments_of(0, set.count);
    let times: Vec<f32> = moments.iter().map(|moment| moment.time).collect();
    let mut keys: Vec<Vec<Quat>> = vec![Vec::with_capacity(times.len()); reaches.len()];
    for _pose in &times {
        for ((joint, reach), keys) in reaches.iter().zip(&mut keys) {
            // Drawn whether it counts or not, so that one joint's luck is not another's.
            let (is_turned, turn) = (numbers.share() < TURNED, reach.turn(&mut numbers));
            // The short way, which files that say nothing of signs are read by.
            let turn = if turn.w < 0.0 { -turn } else { turn };
            let own = base.rigid.get(joint.index()).copied();
            let own = own.unwrap_or(Rigid::IDENTITY);
            let user = UserTransform {
                rigid: Rigid::new(
                    if is_turned { turn } else { Quat::IDENTITY },
                    own.translation,
                ),
                linear: base
                    .stretch
                    .get(joint.index())
                    .map_or(Mat3::IDENTITY, |stretch| stretch.to_mat3()),
            };
            keys.push(skeleton.local_keys_of_user(*joint, &user).rotation);
        }
    }
    let mut tracks = Vec::with_capacity(reaches.len());
    for ((joint, _), keys) in reaches.iter().zip(keys) {
        let track = Track::new(times.as_slice(), keys, Interpolation::Step)?;
        tracks.push(JointTrack {
            joint: *joint,
            channel: Channel::Rotation(track),
        });
    }
    let duration = times.last().copied().unwrap_or(0.0);
    Ok(Clip::new(id, None, duration).with_tracks(tracks, Vec::new()))
}

/// How far a joint turns.
#[derive(Clone, Debug)]
enum Reach {
    Limits(JointLimits),
    /// Axes with the angles to both sides, radians: of the bone's twist, and of all else.
    Motions {
        twists: Vec<Hinge>,
        swings: Vec<Hinge>,
    },
    Unknown,
}

/// An axis, and how far a joint turns about it: towards minus and plus, both not negative.
#[derive(Clone, Copy, Debug)]
struct Hinge {
    axis: Vec3,
    sides: [f32; 2],
}

fn reaches(character: &Character, limits: &[Option<JointLimits>]) -> Vec<(JointIndex, Reach)> {
    let skeleton = &character.rig.skeleton;
    let motions = joint_motions(skeleton, &character.joint_pairs(&NamePatterns::default()));
    let binds = character.rig.binds.iter();
    let listed: BTreeSet<JointIndex> = binds.flat_map(|bind| bind.joints()).copied().collect();
    let reach = |joint: JointIndex| {
        let own = limits.get(joint.index()).copied().flatten();
        let named = motions.get(joint.index()).filter(|all| !all.is_empty());
        let reach = match (own, named) {
            (Some(limits), _) => Reach::Limits(limits),
            (None, Some(motions)) => Reach::of_motions(motions),
            (None, None) => Reach::Unknown,
        };
        (joint, reach)
    };
    listed.into_iter().map(reach).collect()
}

impl Reach {
    fn of_motions(motions: &[JointMotion]) -> Self {
        let (mut twists, mut swings): (Vec<Hinge>, Vec<Hinge>) = (Vec::new(), Vec::new());
        for motion in motions {
            let is_twist = motion.name.starts_with("twist") || motion.name.starts_with("turn");
            let hinges = if is_twist { &mut twists } else { &mut swings };
            let angle = motion.degrees.to_radians();
            let known = hinges
                .iter_mut()
                .find(|hinge| hinge.axis.dot(motion.axis).abs() > PARALLEL);
            let Some(hinge) = known else {
                hinges.push(Hinge {
                    axis: motion.axis,
                    sides: [0.0, angle],
                });
                continue;
            };
            // Forward and back are turns about opposite axes.
            let side = usize::from(hinge.axis.dot(motion.axis) > 0.0);
            hinge.sides[side] = hinge.sides[side].max(angle);
        }
        Self::Motions { twists, swings }
    }

    fn turn(&self, numbers: &mut Numbers) -> Quat {
        match self {
            Self::Limits(limits) => within_limits(limits, numbers),
            Self::Motions { twists, swings } => {
                let twist = about_hinges(twists, numbers);
                about_hinges(swings, numbers) * twist
            }
            Self::Unknown => {
                let (up, around) = (2.0 * numbers.share() - 1.0, TAU * numbers.share());
                let flat = (1.0 - up * up).max(0.0).sqrt();
                let axis = Vec3::new(flat * around.cos(), up, flat * around.sin());
                Quat::from_scaled_axis(axis.normalize_or(Vec3::Y) * (UNKNOWN * numbers.share()))
            }
        }
    }
}

/// The twist evenly between its ends, the swing evenly over its ellipse.
fn within_limits(limits: &JointLimits, numbers: &mut Numbers) -> Quat {
    let [least, most] = limits.twist.map(bounded);
    let twist = least + (most - least) * numbers.share();
    let (around, out) = (TAU * numbers.share(), numbers.share().sqrt());
    let part = |share: f32, [minus, plus]: [f32; 2]| {
        share * bounded(if share < 0.0 { minus } else { plus })
    };
    let [first, second] = limits.swing;
    limits.axes.join(SwingTwist {
        twist,
        swing: Vec2::new(
            part(out * around.cos(), first),
            part(out * around.sin(), second),
        ),
    })
}

/// A limit of half a turn or more is none.
fn bounded(limit: f32) -> f32 {
    match limit.abs() < PI {
        true => limit,
        false => UNKNOWN.copysign(limit),
    }
}

/// A turn about several axes at once, as far as an ellipsoid with the angles as half axes goes.
fn about_hinges(hinges: &[Hinge], numbers: &mut Numbers) -> Quat {
    let shares = hinges.iter().map(|_| 2.0 * numbers.share() - 1.0);
    let shares: Vec<f32> = shares.collect();
    let length = shares.iter().map(|share| share * share).sum::<f32>().sqrt();
    let parts = hinges.iter().zip(&shares).map(|(hinge, share)| {
        let share = share / length.max(1.0);
        let [minus, plus] = hinge.sides;
        hinge.axis * (share * if share < 0.0 { minus } else { plus })
    });
    Quat::from_scaled_axis(parts.sum())
}

/// Numbers without a pattern, the same for a seed: `SplitMix64`. Reference: Steele, Lea and Flood 2014.
struct Numbers(u64);

impl Numbers {
    /// From 0 to 1, without 1.
    fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // As many bits as f32 has, so that rounding never gives 1.
        let high = u32::try_from((mixed ^ (mixed >> 31)) >> 40).unwrap_or(0);
        narrow(f64::from(high) / f64::from(1_u32 << 24))
    }
}
