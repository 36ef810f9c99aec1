//! Rotations of a joint as three curves of angles that have keys of their own, and the quaternion keys that are made of them.

use super::track::{Key, KeyMode, Segment, Tangents};
use super::{SAME_KEY, Track};
use crate::{Axis, HandleLength, KeyKind, TrackError};
use glam::{DQuat, DVec3, Quat};
use std::sync::Arc;
use thiserror::Error;

mod baked;
mod converted;
mod halving;
mod in_clip;
mod order;
mod piece;
mod rebaked;

pub use converted::ConvertedRotation;
pub(super) use halving::Halving;
pub use order::EulerOrder;

/// Most keys of one axis: more are refused, so that baking takes no more than seconds.
pub const MOST_EULER_KEYS: usize = 100_000;

/// A rotation over time as three angles, each with keys of its own.
///
/// The rotation at a time is `rest · R₃ R₂ R₁`, with the turns about fixed axes in the order of [`EulerOrder::axes`], by the angles of the
/// curves in degrees. An axis without keys stands at 0. Angles run on over whole turns.
///
/// The curves are the original; the [quaternion keys](Self::baked) follow from them and are what everything else plays. These are cubic, with
/// the rotation and its exact derivative at each key, so close that between them the rotation is off by no more than [`error`](Self::error):
/// 0.01°, unless the curves have very many turns. Where an angle that is held jumps, the rotation gets there within 0.2 ms. If every segment is
/// held they are held too, and exact.
///
/// A clone shares the keys.
///
/// # Examples
///
/// ```
/// use glam::Quat;
/// use rig::{Axis, EulerCurves, EulerOrder, Interpolation, Track};
///
/// let turn = Track::new([0.0, 1.0], vec![0.0_f32, 720.0], Interpolation::Linear)?;
/// let curves = EulerCurves::new(EulerOrder::Xyz, Quat::IDENTITY, [None, Some(turn), None])?;
/// let quarter = curves.baked().sample(0.125);
/// let wanted = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
/// assert!((quarter - wanted).length() < 1e-4);
/// assert_eq!(curves.angles(0.5).y, 360.0);
/// assert!(curves.axis(Axis::X).is_none());
/// # Ok::<(), rig::EulerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EulerCurves {
    order: EulerOrder,
    rest: Quat,
    axes: [Option<Track<f32>>; 3],
    baked: Track<Quat>,
    /// By how many degrees the quaternion keys are off between each time of a key and the next; none where all is held.
    errors: Arc<[f32]>,
}

/// Why there are no such curves.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EulerError {
    /// No axis has keys.
    #[error("no axis has keys")]
    Empty,
    /// More keys than [`MOST_EULER_KEYS`] on an axis.
    #[error(
        "{keys} keys are more than the {MOST_EULER_KEYS} that an axis of Euler curves may have; reduce the keys first"
    )]
    TooManyKeys {
        /// Keys of the axis.
        keys: usize,
    },
    /// The rest rotation has no direction.
    #[error("the rest of the joint is no rotation")]
    Rest,
    /// Keys that make no track, as times that do not differ in single precision.
    #[error(transparent)]
    Track(#[from] TrackError),
}

impl EulerCurves {
    /// Curves of X, Y and Z in degrees, over a rest rotation, and the quaternion keys that follow from them.
    ///
    /// # Errors
    ///
    /// No keys at all, too many, a rest that is no rotation.
    pub fn new(
        order: EulerOrder,
        rest: Quat,
        axes: [Option<Track<f32>>; 3],
    ) -> Result<Self, EulerError> {
        let counts = axes.iter().flatten().map(Track::key_count);
        if let Some(keys) = counts.max().filter(|keys| *keys > MOST_EULER_KEYS) {
            return Err(EulerError::TooManyKeys { keys });
        }
        let length = rest.length();
        if !length.is_normal() {
            return Err(EulerError::Rest);
        }
        // Only what is no unit quaternion changes: one that is keeps its bits.
        let rest = if (length - 1.0).abs() < 1e-5 {
            rest
        } else {
            rest / length
        };
        let baked = baked::bake(order, rest, &axes)?;
        Ok(Self {
            order,
            rest,
            axes,
            baked: baked.track,
            errors: baked.errors.into(),
        })
    }

    /// The same with other keys: what [`new`](Self::new) makes of them, but that only what is beside changed keys is baked again.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub(super) fn with_axes(&self, axes: [Option<Track<f32>>; 3]) -> Result<Self, EulerError> {
        let counts = axes.iter().flatten().map(Track::key_count);
        if counts.max().is_some_and(|keys| keys > MOST_EULER_KEYS) {
            return Self::new(self.order, self.rest, axes);
        }
        match baked::rebake(self, &axes)? {
            Some(baked) => Ok(Self {
                axes,
                baked: baked.track,
                errors: baked.errors.into(),
                order: self.order,
                rest: self.rest,
            }),
            None => Self::new(self.order, self.rest, axes),
        }
    }

    /// In which order the joint turns about its axes.
    #[must_use]
    pub const fn order(&self) -> EulerOrder {
        self.order
    }

    /// The rotation at which all angles are 0, from the joint's axes to its parent's.
    #[must_use]
    pub const fn rest(&self) -> Quat {
        self.rest
    }

    /// The keys of an axis, in degrees; none where it stands at 0.
    #[must_use]
    pub fn axis(&self, axis: Axis) -> Option<&Track<f32>> {
        self.axes.get(axis.index())?.as_ref()
    }

    /// The keys of all axes.
    #[must_use]
    pub const fn axes(&self) -> &[Option<Track<f32>>; 3] {
        &self.axes
    }

    /// The keys as quaternions, as the clip has them over the joint's rotation.
    #[must_use]
    pub const fn baked(&self) -> &Track<Quat> {
        &self.baked
    }

    /// By how many degrees at most the quaternion keys are off, but for jumps; measured where they were made.
    #[must_use]
    pub fn error(&self) -> f32 {
        self.errors.iter().copied().fold(0.0, f32::max)
    }

    /// The angles at a time, in degrees.
    #[must_use]
    pub fn angles(&self, time: f32) -> DVec3 {
        let at = |axis: &Option<Track<f32>>| {
            let value = axis.as_ref().map_or(0.0, |track| track.sample(time));
            f64::from(value)
        };
        let [x, y, z] = &self.axes;
        DVec3::new(at(x), at(y), at(z))
    }

    /// The angles of a rotation, from the joint's axes to its parent's, that are nearest to those of the curves at a time.
    #[must_use]
    pub fn angles_near(&self, rotation: Quat, time: f32) -> DVec3 {
        self.angles_nearest(rotation, self.angles(time))
    }

    /// The angles of a rotation, from the joint's axes to its parent's, that are nearest to others.
    fn angles_nearest(&self, rotation: Quat, before: DVec3) -> DVec3 {
        let turned = self.rest.as_dquat().normalize().conjugate() * rotation.as_dquat();
        self.order.angles(turned.normalize(), before)
    }

    /// How a key at a time is marked: that of the first axis that has a marked one there.
    fn kind_at(&self, time: f32) -> KeyKind {
        let marked = |track: &Track<f32>| {
            let place = track.times().binary_search_by(|key| key.total_cmp(&time));
            let kind = track.mode(place.ok()?).kind;
            (kind != KeyKind::Key).then_some(kind)
        };
        let mut kinds = self.axes.iter().flatten().filter_map(marked);
        kinds.next().unwrap_or_default()
    }

    /// Bytes that the other curves do not share.
    pub(super) fn bytes_beside(&self, other: Option<&Self>) -> usize {
        let own = self.axes.iter().enumerate();
        let axes = own.filter_map(|(place, axis)| {
            let theirs = other.and_then(|other| other.axes.get(place)?.as_ref());
            Some(axis.as_ref()?.bytes_beside(theirs))
        });
        let shares = other.is_some_and(|other| Arc::ptr_eq(&self.errors, &other.errors));
        let errors = if shares {
            0
        } else {
            size_of_val(&*self.errors)
        };
        axes.sum::<usize>() + errors + size_of::<Self>()
    }
}

/// The times of the keys of all axes, rising, each once.
fn key_times(axes: &[Option<Track<f32>>; 3]) -> Vec<f32> {
    let keys = axes.iter().flatten().flat_map(Track::times);
    let mut times: Vec<f32> = keys.copied().collect();
    times.sort_by(f32::total_cmp);
    // As numbers: a negative zero and a zero are one time.
    times.dedup_by(|later, kept| *later == *kept);
    times
}

/// A key that is given all that it has.
const fn free_key<T>(time: f32, value: T, tangents: [T; 2], out: Segment) -> Key<T> {
    Key {
        time,
        value,
        tangents,
        mode: KeyMode {
            out,
            tangents: Tangents::Free,
            kind: KeyKind::Key,
            handles: [HandleLength::THIRD; 2],
        },
    }
}

/// The angle between two rotations, in degrees; exact for small ones.
fn degrees_between(one: DQuat, other: DQuat) -> f64 {
    let other = if one.dot(other) < 0.0 { -other } else { other };
    (4.0 * (0.5 * (one - other).length()).min(1.0).asin()).to_degrees()
}
