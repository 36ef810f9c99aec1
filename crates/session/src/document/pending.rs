//! Pending poses: what was posed over a clip and is not keyed yet.
//!
//! Each stays at the time of the clip where it was made, as the channels that it changes; all others follow the clip.
//! Scrubbing, selecting and saving never lose one.

use std::collections::BTreeMap;

use rig::{
    ClipId, JointChannel, JointIndex, JointPairs, KeyValue, Pose, Skeleton, Target, mirror_pose,
};

use super::waiting_poses::{WaitingClip, WaitingPose};
use crate::document::moment::Moment;

/// Times nearer than this, in seconds, are one: as for keys.
pub const SAME_TIME: f32 = rig::SAME_KEY;

/// Values of what a pose changes: of the user's transforms, relative to rest, and of morph weights.
pub type Changes = BTreeMap<Target, KeyValue>;

/// What was posed over clips and is not keyed, by clip and time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingPoses {
    poses: Vec<Pending>,
    /// What finds no clip or no joint.
    waiting: Vec<WaitingPose>,
}

/// What a pose changes at one moment of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// Where it was made.
    pub moment: Moment,
    /// What it changes; never empty.
    pub changes: Changes,
}

impl PendingPoses {
    /// All of them, sorted by clip and time.
    #[must_use]
    pub fn all(&self) -> &[Pending] {
        &self.poses
    }

    /// What was posed over clips or for joints that the character lacks.
    #[must_use]
    pub fn waiting(&self) -> &[WaitingPose] {
        &self.waiting
    }

    /// With one more that waits, unless it is empty.
    #[must_use]
    pub(super) fn with_waiting(mut self, pose: WaitingPose) -> Self {
        if !pose.joints.is_empty() || !pose.morphs.is_empty() {
            self.waiting.push(pose);
        }
        self
    }

    /// Whether everything that can be is keyed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }

    /// The one at a moment, if there is one.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Option<&Pending> {
        self.place(moment).and_then(|place| self.poses.get(place))
    }

    /// The ones of a clip, in order of time.
    pub fn of_clip(&self, clip: ClipId) -> impl Iterator<Item = &Pending> {
        self.poses
            .iter()
            .filter(move |pending| pending.moment.clip == clip)
    }

    fn place(&self, moment: Moment) -> Option<usize> {
        self.poses
            .iter()
            .position(|pending| is_same(pending.moment, moment))
    }

    /// With these changes at a moment instead of what is there; without any, with nothing there.
    #[must_use]
    pub fn with(&self, moment: Moment, changes: Changes) -> Self {
        let mut poses = self.poses.clone();
        poses.retain(|pending| !is_same(pending.moment, moment));
        if !changes.is_empty() {
            // Bits of numbers that are not negative lie in the order of the numbers.
            let order = |of: Moment| (of.clip, of.time.max(0.0).to_bits());
            let place = poses.partition_point(|other| order(other.moment) < order(moment));
            poses.insert(place, Pending { moment, changes });
        }
        Self {
            poses,
            waiting: self.waiting.clone(),
        }
    }

    /// Without those of a clip.
    #[must_use]
    pub fn without_clip(&self, clip: ClipId) -> Self {
        let mut poses = self.poses.clone();
        poses.retain(|pending| pending.moment.clip != clip);
        let mut waiting = self.waiting.clone();
        waiting.retain(|pose| pose.clip != WaitingClip::There(clip));
        Self { poses, waiting }
    }

    /// Each carried over by `carry`, which gives none for one that has no place any more.
    #[must_use]
    pub fn filter_map(&self, mut carry: impl FnMut(&Pending) -> Option<Pending>) -> Self {
        let mut carried = Self {
            poses: Vec::new(),
            waiting: self.waiting.clone(),
        };
        for pending in self.poses.iter().filter_map(&mut carry) {
            carried = carried.with(pending.moment, pending.changes);
        }
        carried
    }
}

fn is_same(one: Moment, other: Moment) -> bool {
    one.clip == other.clip && (one.time - other.time).abs() <= SAME_TIME
}

/// Differences up to this are rounding, and nobody's doing: of radians, factors and shear; of translations by the longest bone.
const ROUNDING: f32 = 1e-5;

/// What of a pose differs from another of the same skeleton, by more than rounding.
///
/// Rounding is up to a hundred-thousandth of a radian, of a factor, of the shear, of a morph weight, and for translations of the
/// longest bone.
///
/// Mirroring, pasting and the way through the frames of a clip round each number a little. Taken as changes, those would be keys that
/// nobody set.
#[must_use]
pub fn changes(skeleton: &Skeleton, from: &Pose, to: &Pose) -> Changes {
    let length = longest_bone(skeleton);
    let mut changes = Changes::new();
    for place in 0..from.len().min(to.len()) {
        let Ok(joint) = u16::try_from(place).map(JointIndex) else {
            break;
        };
        for channel in JointChannel::ALL {
            let values = [from, to].map(|pose| value_of(pose, joint, channel));
            let size = match channel {
                JointChannel::Translation => length,
                JointChannel::Rotation
                | JointChannel::Angle(_)
                | JointChannel::Scale
                | JointChannel::Shear => 1.0,
            };
            if let [Some(before), Some(after)] = values
                && differs(before, after, size)
            {
                changes.insert(Target::Joint(joint, channel), after);
            }
        }
    }
    let weights = from.morph_weights.iter().zip(&to.morph_weights);
    for (weight, (before, after)) in weights.enumerate() {
        if (before - after).abs() > ROUNDING {
            changes.insert(Target::Morph(weight), KeyValue::Number(*after));
        }
    }
    changes
}

/// Whether two values of a channel differ by more than rounding. `size` is what vectors are measured by; rotations are compared
/// with their signs, which say which way round a joint turns between keys.
fn differs(before: KeyValue, after: KeyValue, size: f32) -> bool {
    match (before, after) {
        (KeyValue::Vector(before), KeyValue::Vector(after)) => {
            !before.abs_diff_eq(after, ROUNDING * size)
        }
        (KeyValue::Rotation(before), KeyValue::Rotation(after)) => {
            // Half an angle, as the parts of a quaternion are.
            !before.abs_diff_eq(after, 0.5 * ROUNDING)
        }
        (before, after) => before != after,
    }
}

/// The longest way from a joint to its parent at rest; 1 for a skeleton without any.
fn longest_bone(skeleton: &Skeleton) -> f32 {
    let lengths = skeleton.joints().filter_map(|joint| {
        skeleton.parent(joint)?;
        Some(skeleton.parent_from_joint(joint).translation.length())
    });
    let longest = lengths
        .filter(|length| length.is_finite())
        .fold(0.0, f32::max);
    if longest > 0.0 { longest } else { 1.0 }
}

/// What a pose has for a channel of a joint; none for a joint that it lacks.
#[must_use]
pub fn value_of(pose: &Pose, joint: JointIndex, channel: JointChannel) -> Option<KeyValue> {
    let rigid = pose.rigid.get(joint.index())?;
    let stretch = pose.stretch.get(joint.index())?;
    Some(match channel {
        JointChannel::Translation => KeyValue::Vector(rigid.translation),
        JointChannel::Rotation | JointChannel::Angle(_) => KeyValue::Rotation(rigid.rotation),
        JointChannel::Scale => KeyValue::Vector(stretch.scale),
        JointChannel::Shear => KeyValue::Vector(stretch.shear),
    })
}

/// Sets the values in a pose. What the pose lacks is passed over.
pub fn apply_changes(changes: &Changes, pose: &mut Pose) {
    for (target, value) in changes {
        match (target, value) {
            (Target::Joint(joint, channel), value) => set_channel(pose, *joint, *channel, *value),
            (Target::Morph(weight), KeyValue::Number(value)) => {
                if let Some(weight) = pose.morph_weights.get_mut(*weight) {
                    *weight = *value;
                }
            }
            (Target::Morph(_), KeyValue::Vector(_) | KeyValue::Rotation(_)) => {}
        }
    }
}

fn set_channel(pose: &mut Pose, joint: JointIndex, channel: JointChannel, value: KeyValue) {
    let (Some(rigid), Some(stretch)) = (
        pose.rigid.get_mut(joint.index()),
        pose.stretch.get_mut(joint.index()),
    ) else {
        return;
    };
    match (channel, value) {
        (JointChannel::Translation, KeyValue::Vector(value)) => rigid.translation = value,
        (JointChannel::Rotation, KeyValue::Rotation(value)) => rigid.rotation = value,
        (JointChannel::Scale, KeyValue::Vector(value)) => stretch.scale = value,
        (JointChannel::Shear, KeyValue::Vector(value)) => stretch.shear = value,
        _ => {}
    }
}

/// The values of the mirror image: what a joint was given, its partner has on the other side. Joints without a partner keep
/// theirs, and so do morph weights.
///
/// `poses` are that of the clip there, and the same with what is pending. Where the mirror does not map axes to axes, a scale
/// gains shear.
#[must_use]
pub fn mirror_changes(
    changes: &Changes,
    poses: [&Pose; 2],
    (skeleton, pairs): (&Skeleton, &JointPairs),
) -> Changes {
    let [clip, posed] = poses.map(|pose| mirror_pose(skeleton, pose, pairs));
    let mut seen = Changes::new();
    for (&target, &value) in changes {
        let Target::Joint(joint, channel) = target else {
            seen.insert(target, value);
            continue;
        };
        let Some(partner) = pairs.partner(joint) else {
            seen.insert(target, value);
            continue;
        };
        for other in JointChannel::ALL {
            let [was, is] = [&clip, &posed].map(|pose| value_of(pose, partner, other));
            if other == channel || has_gained((channel, other), was, is) {
                seen.extend(is.map(|is| (Target::Joint(partner, other), is)));
            }
        }
    }
    seen
}

/// Whether one of scale and shear changes by more than rounding where the other does.
fn has_gained(
    channels: (JointChannel, JointChannel),
    was: Option<KeyValue>,
    is: Option<KeyValue>,
) -> bool {
    const ROUNDING: f32 = 1e-6;
    let hang_together = matches!(
        channels,
        (JointChannel::Scale, JointChannel::Shear) | (JointChannel::Shear, JointChannel::Scale)
    );
    match (was, is) {
        (Some(KeyValue::Vector(was)), Some(KeyValue::Vector(is))) => {
            hang_together && !was.abs_diff_eq(is, ROUNDING)
        }
        _ => false,
    }
}
