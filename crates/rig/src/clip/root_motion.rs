//! Root motion: how a character moves over the ground and turns on it, apart from the rest or back in it.

use super::SAME_KEY;
use super::ground_motion::continued_yaw;
use super::{AnyTrack, Channel, Clip, JointChannel, JointTrack, Target};
use crate::motion::polar::polar64;
use crate::{
    JointIndex, Key, KeyMode, Keyed, LocalKeys, Rigid, Segment, Skeleton, Tangents, Track,
    TrackError,
};
use glam::{DAffine3, DQuat, DVec3, Quat, Vec3};
use thiserror::Error;

/// Curves between keys may differ by this from what was there: radians, and shares of the skeleton's size.
const TOLERANCE: f64 = 5e-4;
/// How often a piece between keys is parted at most.
const MOST_PARTINGS: u8 = 5;
/// Most keys that a track gets.
const MOST_KEYS: usize = 20_000;

/// What becomes of the ground motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootMotion {
    /// It goes from the moving joint to the root: all other joints move as before, as seen in the model.
    Out,
    /// It goes from the root into the joints below it.
    In,
    /// It is dropped: the clip is in place.
    Dropped,
}

/// Why there is no root motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RootMotionError {
    /// The moving joint is not below the root.
    #[error("the joint that moves has to be below the one that gets the motion")]
    NotBelow,
    /// The clip moves neither of them.
    #[error("the clip does not move this joint")]
    Still,
    /// Keys that are not finite.
    #[error("keys would not be finite")]
    NotFinite,
}

impl From<TrackError> for RootMotionError {
    fn from(_: TrackError) -> Self {
        Self::NotFinite
    }
}

impl Clip {
    /// The tracks that take ground motion out of a clip, or put it back in.
    ///
    /// The ground motion G(t) of a joint takes where it stood at the beginning, projected on the ground y = 0, to where it stands, and turns
    /// by its yaw: the twist about y of its rotation since the beginning, continued over whole turns; upside down, where there is none,
    /// it is the last one. Height, lean and nod stay. With M the model frames of the root before and N after,
    ///
    /// ```text
    /// out       G of the moving joint   N = G M     children  L' = N⁻¹ M L
    /// in        G of the root           N = G⁻¹ M   children  L' = N⁻¹ M L
    /// dropped   G of the moving joint   N = M       children  L' = M⁻¹ G⁻¹ M L; N = G⁻¹ M where the root is that joint
    /// ```
    ///
    /// so that out and in leave every joint where it was in the model, with scale inheritance as in files. Keys are those of all joints that take part,
    /// and as many between them as curves need to within 0.03°, or 0.05 % of the skeleton's size.
    ///
    /// # Errors
    ///
    /// A moving joint that is not below the root (or the root itself, to drop its motion), a clip that moves nothing of it.
    pub fn root_motion(
        &self,
        skeleton: &Skeleton,
        root: JointIndex,
        mover: JointIndex,
        motion: RootMotion,
    ) -> Result<Vec<AnyTrack>, RootMotionError> {
        let path = path(skeleton, mover, root).ok_or(RootMotionError::NotBelow)?;
        if root == mover && motion == RootMotion::Out {
            return Err(RootMotionError::NotBelow);
        }
        let source = if motion == RootMotion::In {
            root
        } else {
            mover
        };
        let moves_itself = root == mover && motion == RootMotion::Dropped;
        let children: Vec<JointIndex> = if moves_itself {
            Vec::new()
        } else {
            skeleton.children(root).collect()
        };
        let mut joints = path.clone();
        joints.extend(children.iter().filter(|child| !path.contains(child)));
        let mut times = self.times_of(&joints);
        if times.is_empty() {
            return Err(RootMotionError::Still);
        }
        let changed: Vec<JointIndex> = match motion {
            RootMotion::Out | RootMotion::In => [&[root], &*children].concat(),
            RootMotion::Dropped if moves_itself => vec![root],
            RootMotion::Dropped => children,
        };
        let work = RootExtraction {
            clip: self,
            skeleton,
            motion,
            root,
            source,
        };
        let mut poses = work.at_all(&times, &changed);
        work.refine(&mut times, &mut poses, &changed);
        let cycle = self.cycle();
        let mut set = Vec::new();
        for (place, &joint) in changed.iter().enumerate() {
            let of_joint = || {
                times
                    .iter()
                    .zip(poses.iter().filter_map(move |at| at.get(place)))
            };
            let places = of_joint().map(|(&time, at)| key(time, at.translation));
            let turns = of_joint().map(|(&time, at)| key(time, at.rotation));
            let channels = [
                Channel::Translation(Track::from_keys(places.collect(), cycle)?),
                Channel::Rotation(Track::from_keys(turns.collect(), cycle)?),
            ];
            for channel in channels {
                set.push(AnyTrack::Joint(JointTrack { joint, channel }));
            }
        }
        Ok(set)
    }

    /// The times of all keys of some joints' translations and rotations, and of the beginning.
    fn times_of(&self, joints: &[JointIndex]) -> Vec<f32> {
        let mut times = Vec::new();
        for &joint in joints {
            for kind in [JointChannel::Translation, JointChannel::Rotation] {
                let keys = self.keys(Target::Joint(joint, kind));
                times.extend(keys.iter().flat_map(|keys| keys.times().iter().copied()));
            }
        }
        if !times.is_empty() {
            times.push(0.0);
        }
        times.sort_by(f32::total_cmp);
        times.dedup_by(|next, kept| *next - *kept <= SAME_KEY);
        times
    }
}

fn key<T: Keyed>(time: f32, value: T) -> Key<T> {
    Key {
        time,
        value,
        tangents: [T::STILL; 2],
        mode: KeyMode {
            out: Segment::Cubic,
            tangents: Tangents::Auto,
            ..KeyMode::default()
        },
    }
}

/// From a joint up to one of its ancestors, both included.
fn path(skeleton: &Skeleton, from: JointIndex, to: JointIndex) -> Option<Vec<JointIndex>> {
    let mut path = vec![from];
    while *path.last()? != to {
        path.push(skeleton.parent(*path.last()?)?);
    }
    Some(path)
}

/// The joints that change, at one time.
type JointFrames = Vec<Rigid>;

struct RootExtraction<'a> {
    clip: &'a Clip,
    skeleton: &'a Skeleton,
    motion: RootMotion,
    root: JointIndex,
    /// Whose ground motion is meant.
    source: JointIndex,
}

impl RootExtraction<'_> {
    fn local(&self, joint: JointIndex, time: f32) -> LocalKeys {
        let mut local = self.skeleton.local_keys(joint);
        let tracks = self.clip.tracks();
        let first = tracks.partition_point(|track| track.joint < joint);
        for track in tracks
            .iter()
            .skip(first)
            .take_while(|track| track.joint == joint)
        {
            track.channel.sample_into(&mut local, &mut 0, time);
        }
        local
    }

    /// Where the joint is in the model.
    fn model(&self, joint: JointIndex, time: f32) -> DAffine3 {
        let own = self.local(joint, time).to_affine64();
        match self.skeleton.parent(joint) {
            Some(parent) => self.model(parent, time) * own,
            None => own,
        }
    }

    /// The ground motion of the source at a time, with a yaw near the one before.
    fn ground(&self, time: f32, yaw: &mut f64) -> DAffine3 {
        let [start, now] = [0.0, time].map(|time| self.model(self.source, time));
        let turn = |frame: DAffine3| polar64(frame.matrix3).0;
        let since: DQuat = turn(now) * turn(start).conjugate();
        *yaw = continued_yaw(since, DVec3::Y, *yaw);
        let flat = |frame: DAffine3| frame.translation * DVec3::new(1.0, 0.0, 1.0);
        let turned = DAffine3::from_rotation_y(*yaw);
        DAffine3::from_translation(flat(now)) * turned * DAffine3::from_translation(-flat(start))
    }

    /// The joints that change, at a time.
    fn at(&self, time: f32, yaw: &mut f64, changed: &[JointIndex]) -> JointFrames {
        let ground = self.ground(time, yaw);
        let back = ground.inverse();
        let root = self.model(self.root, time);
        // What stands before the local transform of the root, and of the others.
        let (of_root, of_others) = match self.motion {
            RootMotion::Out => (ground, root.inverse() * back * root),
            RootMotion::In => (back, root.inverse() * ground * root),
            RootMotion::Dropped => (back, root.inverse() * back * root),
        };
        let above = self.skeleton.parent(self.root);
        let above = above.map_or(DAffine3::IDENTITY, |above| self.model(above, time));
        // Known in the model, and needed before the local transform, in the space of what is above the root.
        let of_root = above.inverse() * of_root * above;
        let local = |&joint: &JointIndex| {
            let by = if joint == self.root {
                of_root
            } else {
                of_others
            };
            let local = self.local(joint, time);
            // The sign nearest to the old key's, turned along: signs run on from key to key.
            let (turned, _) = polar64(by.matrix3);
            let near = turned * local.rotation.as_dquat();
            let keys = LocalKeys::from_affine64(by * local.to_affine64(), Some(near));
            Rigid::new(keys.rotation, keys.translation)
        };
        changed.iter().map(local).collect()
    }

    /// At all times in order; the yaw goes on from one to the next.
    fn at_all(&self, times: &[f32], changed: &[JointIndex]) -> Vec<JointFrames> {
        let mut yaw = 0.0;
        let at = |&time: &f32| self.at(time, &mut yaw, changed);
        times.iter().map(at).collect()
    }

    /// Parts the pieces between keys where a curve through them is not near enough.
    fn refine(&self, times: &mut Vec<f32>, poses: &mut Vec<JointFrames>, changed: &[JointIndex]) {
        for _ in 0..MOST_PARTINGS {
            let (more, found) = self.find_deviations(times, poses, changed);
            if more.len() == times.len() || more.len() > MOST_KEYS {
                return;
            }
            (*times, *poses) = (more, found);
        }
    }

    /// The times and the thirds between them that curves through them miss, with what is there.
    fn find_deviations(
        &self,
        times: &[f32],
        poses: &[JointFrames],
        changed: &[JointIndex],
    ) -> (Vec<f32>, Vec<JointFrames>) {
        let pairs = times.windows(2);
        // Pieces of up to 4 ms, a frame at 240 a second, are not parted.
        let wide = pairs.filter(|pair| pair[1] - pair[0] > 40.0 * SAME_KEY);
        // Thirds, for a curve that swings about the right one meets it in the middle.
        let thirds = wide.flat_map(|pair| {
            let third = (pair[1] - pair[0]) / 3.0;
            [pair[0] + third, pair[1] - third]
        });
        let mut all: Vec<f32> = times.iter().copied().chain(thirds).collect();
        all.sort_by(f32::total_cmp);
        let found = self.at_all(&all, changed);
        let places = 0..changed.len();
        let curves = places.filter_map(|place| curve(times, poses, place));
        let curves: Vec<Curve> = curves.collect();
        let size = self.size();
        let is_missed = |time: f32, at: &JointFrames| {
            let mut pairs = curves.iter().zip(at);
            !pairs.all(|(curve, at)| curve.is_near(time, *at, size))
        };
        let found = all.into_iter().zip(found);
        let kept = found.filter(|(time, at)| times.contains(time) || is_missed(*time, at));
        kept.unzip()
    }

    /// The longest edge of the box around the joints at rest.
    fn size(&self) -> f64 {
        let joints = self.skeleton.joints();
        let places = joints.map(|joint| self.skeleton.rest_model_from_joint(joint).translation);
        let places: Vec<Vec3> = places.collect();
        let low = places.iter().copied().reduce(Vec3::min).unwrap_or_default();
        let high = places.iter().copied().reduce(Vec3::max).unwrap_or_default();
        // Distances are divided by it, and a lone joint has no size.
        f64::from((high - low).max_element()).max(1e-6)
    }
}

/// A joint's curves through the keys so far.
struct Curve {
    places: Track<Vec3>,
    turns: Track<Quat>,
}

fn curve(times: &[f32], poses: &[JointFrames], place: usize) -> Option<Curve> {
    let keys = || {
        times
            .iter()
            .zip(poses.iter().filter_map(move |at| at.get(place)))
    };
    let places = keys()
        .map(|(&time, at)| key(time, at.translation))
        .collect();
    let turns = keys().map(|(&time, at)| key(time, at.rotation)).collect();
    Some(Curve {
        places: Track::from_keys(places, None).ok()?,
        turns: Track::from_keys(turns, None).ok()?,
    })
}

impl Curve {
    fn is_near(&self, time: f32, at: Rigid, size: f64) -> bool {
        let place = self.places.sample(time).as_dvec3();
        let off = place.distance(at.translation.as_dvec3()) / size;
        let turned = self.turns.sample(time).as_dquat().conjugate() * at.rotation.as_dquat();
        let angle = 2.0 * turned.xyz().length().atan2(turned.w.abs());
        off < TOLERANCE && angle < TOLERANCE
    }
}
