//! Pins: places of joints that stay where they are while other joints are posed, always or over a range of a clip.

use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{ClipId, ForwardError, JointIndex, Pose, ScaleInheritance, Skeleton, forward, polar};

use super::joint_mapping::map_clip;
use crate::document::moment::Moment;
use crate::document::pending::SAME_TIME;

/// A place of a joint that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPin {
    /// The joint that is held.
    pub joint: JointIndex,
    /// What is held of it, `o` in `x = W o` with `W` the joint's posed frame; zero is its head.
    pub offset: Vec3,
    /// Where that is held, meters: in the model, or in the posed frame of [`to`](Self::to).
    pub place: Vec3,
    /// How the joint is turned there, likewise: the rotation of its posed frame before its own stretch.
    pub rotation: Quat,
    /// The joint that the place goes along with; none holds it in the model.
    pub to: Option<JointIndex>,
    /// Whether the orientation is held too.
    pub holds_orientation: bool,
    /// When it is held; none without a clip.
    pub range: Option<PinRange>,
}

/// The part of a clip in which a pin holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinRange {
    /// The clip.
    pub clip: ClipId,
    /// Seconds from the clip's beginning.
    pub from: f32,
    /// Seconds, not before `from`.
    pub to: f32,
    /// Seconds before and after it in which the clip passes over to the pin.
    pub fade: f32,
}

/// Where a pin wants what it holds, in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinTarget {
    /// Of what is held.
    pub place: Vec3,
    /// Of the joint's frame before its own stretch.
    pub rotation: Quat,
}

/// Frames of the joints of a pose in the model.
#[derive(Clone, Debug)]
pub struct JointFrames {
    /// With the joint's own stretch.
    stretched: Vec<Affine3A>,
    /// Linear parts of the frames before it.
    turned: Vec<Mat3>,
}

impl JointFrames {
    /// The frames of a pose.
    ///
    /// # Errors
    ///
    /// A pose or flags that do not fit the skeleton.
    pub fn of(
        skeleton: &Skeleton,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<Self, ForwardError> {
        let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
        let turned = |joint| Mat3::from(posed.model_from_posed_frame(joint).matrix3);
        Ok(Self {
            stretched: skeleton
                .joints()
                .map(|joint| posed.model_from_posed_joint(joint))
                .collect(),
            turned: skeleton.joints().map(turned).collect(),
        })
    }

    /// Where a point of a joint is; none of a joint that is not there, or at a place that is not finite.
    #[must_use]
    pub fn point(&self, joint: JointIndex, offset: Vec3) -> Option<Vec3> {
        point_in(&self.stretched, joint, offset)
    }

    /// How a joint is turned; none of one that is not there.
    #[must_use]
    pub fn rotation(&self, joint: JointIndex) -> Option<Quat> {
        let turned = self.turned.get(joint.index())?;
        Some(polar(*turned).rotation)
    }

    /// The linear part of a joint's frame, with the joint's own stretch; none of one that is not there.
    #[must_use]
    pub fn linear(&self, joint: JointIndex) -> Option<Mat3> {
        let frame = self.stretched.get(joint.index())?;
        Some(Mat3::from(frame.matrix3))
    }

    /// The point of a joint that is at a place of the model; none of a joint that is not there, or whose frame is flat.
    #[must_use]
    pub fn offset(&self, joint: JointIndex, place: Vec3) -> Option<Vec3> {
        let offset = self.inverse(joint)?.transform_point3(place);
        offset.is_finite().then_some(offset)
    }

    /// The inverse of a joint's frame; none of one that is flat.
    fn inverse(&self, joint: JointIndex) -> Option<Affine3A> {
        let inverse = self.stretched.get(joint.index())?.inverse();
        inverse.is_finite().then_some(inverse)
    }
}

fn point_in(frames: &[Affine3A], joint: JointIndex, offset: Vec3) -> Option<Vec3> {
    let point = frames.get(joint.index())?.transform_point3(offset);
    point.is_finite().then_some(point)
}

impl PinRange {
    /// How much of the pin holds at a time: 1 in the range, 0 from the ends of the fades on, smooth in between.
    #[must_use]
    pub fn weight(&self, time: f32) -> f32 {
        let away = (self.from - time).max(time - self.to).max(0.0);
        let left = if self.fade > 0.0 {
            (1.0 - away / self.fade).clamp(0.0, 1.0)
        } else {
            f32::from(u8::from(away <= 0.0))
        };
        left * left * (3.0 - 2.0 * left)
    }

    /// Whether it holds wholly at a time, by the precision of keys.
    #[must_use]
    pub fn contains(&self, time: f32) -> bool {
        (self.from - SAME_TIME..=self.to + SAME_TIME).contains(&time)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.clip == other.clip && self.from < other.to && other.from < self.to
    }
}

impl JointPin {
    /// A pin that holds a point of a joint where it is in a pose; none for joints that are not there or frames that are flat.
    #[must_use]
    pub fn at(
        frames: &JointFrames,
        joint: JointIndex,
        offset: Vec3,
        to: Option<JointIndex>,
    ) -> Option<Self> {
        let pin = Self {
            joint,
            offset,
            place: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            to,
            holds_orientation: false,
            range: None,
        };
        pin.moved_to(frames)
    }

    /// The same where its joint is in a pose.
    #[must_use]
    pub fn moved_to(&self, frames: &JointFrames) -> Option<Self> {
        let (place, rotation) = (
            frames.point(self.joint, self.offset)?,
            frames.rotation(self.joint)?,
        );
        let (place, rotation) = match self.to {
            None => (place, rotation),
            Some(to) => (
                frames.inverse(to)?.transform_point3(place),
                frames.rotation(to)?.conjugate() * rotation,
            ),
        };
        (place.is_finite() && rotation.is_finite()).then_some(Self {
            place,
            rotation: rotation.normalize(),
            ..*self
        })
    }

    /// Where it wants what it holds, in a pose; none for a joint that is not there.
    #[must_use]
    pub fn target(&self, frames: &JointFrames) -> Option<PinTarget> {
        let Some(to) = self.to else {
            return Some(PinTarget {
                place: self.place,
                rotation: self.rotation,
            });
        };
        Some(PinTarget {
            place: frames.point(to, self.place)?,
            rotation: frames.rotation(to)? * self.rotation,
        })
    }

    /// What it holds and where it wants it, by the posed frames of all joints.
    #[must_use]
    pub fn ends(&self, frames: &[Affine3A]) -> Option<[Vec3; 2]> {
        let held = point_in(frames, self.joint, self.offset)?;
        let wanted = match self.to {
            Some(to) => point_in(frames, to, self.place)?,
            None => self.place,
        };
        Some([held, wanted])
    }

    /// How far what it holds is from where it wants it, meters; none for a joint that is not there.
    #[must_use]
    pub fn residual(&self, frames: &JointFrames) -> Option<f32> {
        let [held, wanted] = self.ends(&frames.stretched)?;
        Some(held.distance(wanted))
    }

    /// Whether it holds what is posed at a moment; without a clip where it has no range.
    #[must_use]
    pub fn holds_at(&self, moment: Option<Moment>) -> bool {
        match (self.range, moment) {
            (None, None) => true,
            (Some(range), Some(at)) => range.clip == at.clip && range.contains(at.time),
            _ => false,
        }
    }

    /// Whether it is of this clip, or of no clip.
    #[must_use]
    pub fn is_of(&self, clip: Option<ClipId>) -> bool {
        self.range.map(|range| range.clip) == clip
    }

    /// Whether one of both has to go: both hold the same of a joint at the same time.
    fn meets(&self, other: &Self) -> bool {
        let is_same_time = match (&self.range, &other.range) {
            (None, None) => true,
            (Some(one), Some(other)) => one.overlaps(other),
            _ => false,
        };
        let apart = self.offset.distance(other.offset);
        self.joint == other.joint && is_same_time && apart < 1e-6 + 1e-4 * self.offset.length()
    }

    /// The pin on another version of the skeleton.
    fn carried(
        &self,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> Option<Self> {
        let joint = of(self.joint)?;
        let to = match self.to {
            Some(to) => Some(of(to)?),
            None => None,
        };
        // Frames may rest otherwise now: what is held stays the same point of the body, turned as it was.
        let change = |old, new| {
            let rest = skeletons.after.rest_model_from_joint(new).to_affine();
            rest.inverse() * skeletons.before.rest_model_from_joint(old).to_affine()
        };
        let own = change(self.joint, joint);
        let turn = |of: Affine3A| Quat::from_mat3a(&of.matrix3).normalize();
        let (place, above) = match (self.to, to) {
            (Some(old), Some(new)) => {
                let change = change(old, new);
                (change.transform_point3(self.place), turn(change))
            }
            _ => (self.place, Quat::IDENTITY),
        };
        let offset = match self.offset == Vec3::ZERO {
            true => Vec3::ZERO,
            false => own.transform_point3(self.offset),
        };
        Some(Self {
            joint,
            offset,
            place,
            rotation: (above * self.rotation * turn(own).conjugate()).normalize(),
            to,
            ..*self
        })
    }
}

/// A skeleton before and after a change.
#[derive(Clone, Copy, Debug)]
pub struct Skeletons<'a> {
    /// Before it.
    pub before: &'a Skeleton,
    /// After it.
    pub after: &'a Skeleton,
}

/// The pins with one more, in place of those that hold the same at the same time.
#[must_use]
pub fn with_pin(pins: &[JointPin], pin: JointPin) -> Arc<[JointPin]> {
    let others = pins.iter().filter(|other| !other.meets(&pin)).copied();
    others.chain([pin]).collect()
}

/// The pins without those of a clip.
#[must_use]
pub fn without_clip(pins: &[JointPin], clip: ClipId) -> Arc<[JointPin]> {
    let left = pins.iter().filter(|pin| !pin.is_of(Some(clip)));
    left.copied().collect()
}

/// The pins with the times of a clip's elsewhere.
#[must_use]
pub fn with_times(pins: &[JointPin], clip: ClipId, moved: impl Fn(f32) -> f32) -> Arc<[JointPin]> {
    let moved = pins.iter().map(|pin| JointPin {
        range: pin.range.map(|range| match range.clip == clip {
            true => PinRange {
                from: moved(range.from),
                to: moved(range.to),
                ..range
            },
            false => range,
        }),
        ..*pin
    });
    moved.collect()
}

/// The pins after an edit of the skeleton; those of joints that are gone are gone too.
#[must_use]
pub(super) fn pins_after(
    pins: &[JointPin],
    skeletons: Skeletons<'_>,
    of: impl Fn(JointIndex) -> Option<JointIndex>,
) -> Arc<[JointPin]> {
    let carried = pins.iter().filter_map(|pin| pin.carried(&skeletons, &of));
    carried.collect()
}

/// The pins on another version of the character; those of joints or clips that it lacks are left out.
#[must_use]
pub(super) fn remapped(
    pins: &[JointPin],
    characters: [&Character; 2],
    of: impl Fn(JointIndex) -> Option<JointIndex>,
) -> Arc<[JointPin]> {
    let [was, is] = characters;
    let skeletons = Skeletons {
        before: &was.rig.skeleton,
        after: &is.rig.skeleton,
    };
    let carried = pins.iter().filter_map(|pin| {
        let mut pin = pin.carried(&skeletons, &of)?;
        if let Some(range) = &mut pin.range {
            range.clip = map_clip(was, is, range.clip)?;
        }
        Some(pin)
    });
    carried.collect()
}
