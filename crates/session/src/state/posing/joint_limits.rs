//! Limits of joints as people set them: axes, numbers of the inspector, what clips use, the other side.

use glam::{Quat, Vec3};
use rig::{
    Axis, BendAxis, Channel, Clip, JointIndex, JointLimits, JointPairs, LimitAxes, LocalKeys,
    Orientation, Skeleton, SwingTwist, orient_joints,
};
use scene::names::plain;

/// Axes that are off by less than this, radians, are the same: rounding of rest frames is far less.
const SAME_AXES: f32 = 1e-3;

/// The part of a joint's limits that a number is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitPart {
    /// The turn about the bone.
    Twist,
    /// The turn about one of the two swing axes, 0 or 1.
    Swing(usize),
}

/// A number of a joint's limits: one end of a range, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LimitField {
    /// The range.
    pub part: LimitPart,
    /// Whether it is the end of the range, else its beginning.
    pub is_end: bool,
}

impl LimitPart {
    /// All three, in the inspector's order.
    pub const ALL: [Self; 3] = [Self::Twist, Self::Swing(0), Self::Swing(1)];

    /// What it turns about: an axis of the joint, with a sign where it points the other way.
    #[must_use]
    pub fn axis_name(self, axes: &LimitAxes) -> &'static str {
        let axis = match self {
            Self::Twist => axes.twist,
            Self::Swing(place) => axes.swing.get(place).copied().unwrap_or(axes.twist),
        };
        let names = [["−X", "X"], ["−Y", "Y"], ["−Z", "Z"]];
        let place = axis.abs().max_position();
        let is_plus = axis.to_array().get(place).is_some_and(|part| *part > 0.0);
        let name = names.get(place).map(|names| names[usize::from(is_plus)]);
        name.unwrap_or_default()
    }

    /// The angle of a rotation's part, degrees.
    #[must_use]
    pub fn angle(self, parts: &SwingTwist) -> f32 {
        let radians = match self {
            Self::Twist => parts.twist,
            Self::Swing(0) => parts.swing.x,
            Self::Swing(_) => parts.swing.y,
        };
        radians.to_degrees()
    }

    /// As people call it, as `twist about Y`.
    #[must_use]
    pub fn name(self, axes: &LimitAxes) -> String {
        let what = match self {
            Self::Twist => "twist",
            Self::Swing(_) => "swing",
        };
        format!("{what} about {}", self.axis_name(axes))
    }
}

impl LimitField {
    /// Its place among the six, by which a drag of it is known.
    pub(crate) const fn place(self) -> usize {
        let part = match self.part {
            LimitPart::Twist => 0,
            LimitPart::Swing(place) => 1 + place,
        };
        2 * part + self.is_end as usize
    }

    /// The number, degrees. Ranges of the swing go from minus its half axis towards minus to the other one.
    #[must_use]
    pub fn value(self, limits: &JointLimits) -> f32 {
        let [from, to] = self.range(limits);
        if self.is_end { to } else { from }
    }

    fn range(self, limits: &JointLimits) -> [f32; 2] {
        let radians = match self.part {
            LimitPart::Twist => limits.twist,
            LimitPart::Swing(place) => {
                let [minus, plus] = limits.swing.get(place).copied().unwrap_or_default();
                [-minus, plus]
            }
        };
        // Plus 0, so that −0 is shown as 0.
        radians.map(|angle| angle.to_degrees() + 0.0)
    }

    /// The least and the largest that it may be, degrees: not beyond the other end of its range, and a swing always reaches 0.
    #[must_use]
    pub fn bounds(self, limits: &JointLimits) -> [f32; 2] {
        let [from, to] = self.range(limits);
        match (self.part, self.is_end) {
            (LimitPart::Twist, true) => [from, 360.0],
            (LimitPart::Twist, false) => [-360.0, to],
            (LimitPart::Swing(_), true) => [0.0, 180.0],
            (LimitPart::Swing(_), false) => [-180.0, 0.0],
        }
    }

    /// The limits with another number, within its [`bounds`](Self::bounds); as they were for one that is not finite.
    #[must_use]
    pub fn set(self, limits: &JointLimits, degrees: f32) -> JointLimits {
        let mut after = *limits;
        let [least, most] = self.bounds(limits);
        if !degrees.is_finite() || least > most {
            return after;
        }
        let radians = degrees.clamp(least, most).to_radians();
        let (slot, radians) = match self.part {
            LimitPart::Twist => (Some(&mut after.twist), radians),
            LimitPart::Swing(place) => (after.swing.get_mut(place), radians.abs()),
        };
        if let Some(slot) = slot {
            slot[usize::from(self.is_end)] = radians;
        }
        after
    }
}

/// The axes of a joint that nobody has chosen axes for: the twist along the bone, and the two others.
///
/// Where an axis of the joint is within 20° of the bone they are the joint's own, in the order in which all three point as those do.
#[must_use]
pub fn limit_axes(skeleton: &Skeleton, pairs: &JointPairs, joint: JointIndex) -> LimitAxes {
    const ALONG: f32 = 0.94;
    let bone = bone_direction(skeleton, pairs, joint);
    let bone = skeleton.rest_model_from_joint(joint).rotation.conjugate() * bone;
    let place = bone.abs().max_position();
    let own = Vec3::AXES.get(place).copied().unwrap_or(Vec3::Y);
    let next = Vec3::AXES.get((place + 1) % 3).copied();
    match bone.dot(own).abs() >= ALONG {
        true => LimitAxes::of_two(own, next.unwrap_or(Vec3::Z)),
        false => LimitAxes::about(bone, Vec3::X),
    }
}

/// The direction of a joint's bone in the model at rest; along its own Y where it has none.
#[must_use]
pub fn bone_direction(skeleton: &Skeleton, pairs: &JointPairs, joint: JointIndex) -> Vec3 {
    let along_y = Orientation {
        along: Axis::Y,
        bend: Axis::X,
        towards: BendAxis::OfLimb { straight: Vec3::X },
        mirrored: false,
    };
    let own = skeleton.rest_model_from_joint(joint).rotation;
    let has_child = skeleton.children(joint).next().is_some();
    // The last joint of a row goes on as the bone that ends at it.
    let above = skeleton.parent(joint).filter(|_| !has_child);
    if let Some(above) = above {
        let places = [above, joint].map(|of| skeleton.rest_model_from_joint(of).translation);
        let along = (places[1] - places[0]).try_normalize();
        return along.unwrap_or(own * Vec3::Y);
    }
    let turned = orient_joints(skeleton, &[joint], &along_y, pairs);
    turned.first().map_or(own, |(_, rotation)| *rotation) * Vec3::Y
}

/// What a joint is given where nothing is known of it: 90° each way.
#[must_use]
pub fn wide_limits(axes: LimitAxes) -> JointLimits {
    const HALF: f32 = std::f32::consts::FRAC_PI_2;
    JointLimits {
        axes,
        twist: [-HALF, HALF],
        swing: [[HALF; 2]; 2],
    }
}

/// The limits of a joint's partner, which let through the mirror images of what these let through; in the axes of the partner.
#[must_use]
pub fn mirrored_limits(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    joint: JointIndex,
    limits: &JointLimits,
) -> Option<(JointIndex, JointLimits)> {
    let partner = pairs.partner(joint).filter(|&partner| partner != joint)?;
    let [from, to] = [joint, partner].map(|joint| skeleton.rest_model_from_joint(joint).rotation);
    let in_model = JointLimits {
        axes: limits.axes.rotated(from),
        ..*limits
    };
    let seen = in_model.mirrored(pairs.plane_of(joint).normal);
    let own = JointLimits {
        axes: seen.axes.rotated(to.conjugate()),
        ..seen
    };
    Some((partner, in_own_axes(&own, SAME_AXES)))
}

/// Limits whose axes are those of the joint but for order, sign and so many radians, by the joint's own in their order; others as they are.
///
/// People read them more easily: a knee that bends about −X by 0° to 150° bends about X by −150° to 0°.
#[must_use]
pub fn in_own_axes(limits: &JointLimits, within: f32) -> JointLimits {
    // By the sine, which keeps its digits where the angle is small.
    let most = within.sin();
    let is_along = |one: Vec3, other: Vec3| one.cross(other).length() <= most;
    let place = limits.axes.twist.abs().max_position();
    let axis = |place: usize| Vec3::AXES.get(place % 3).copied().unwrap_or(Vec3::Y);
    let own = LimitAxes::of_two(axis(place), axis(place + 1));
    let is_own = |was: Vec3| own.swing.iter().any(|own| is_along(*own, was));
    let twists = own.twist.dot(limits.axes.twist);
    if !is_along(own.twist, limits.axes.twist) || !limits.axes.swing.into_iter().all(is_own) {
        return *limits;
    }
    let turned = |[from, to]: [f32; 2], sign: f32| if sign < 0.0 { [to, from] } else { [from, to] };
    let mut swing = limits.swing;
    for (half, was) in limits.swing.into_iter().zip(limits.axes.swing) {
        for (slot, own) in swing.iter_mut().zip(own.swing) {
            if is_along(own, was) {
                *slot = turned(half, own.dot(was));
            }
        }
    }
    let twist = match twists < 0.0 {
        true => [-limits.twist[1], -limits.twist[0]],
        false => limits.twist,
    };
    JointLimits {
        axes: own,
        twist,
        swing,
    }
}

/// The range of a joint's rotations in clips, with a margin; none where no clip turns it.
///
/// Rotations are looked at at keys and three times between two of them. The twist is that from the least to the largest, the swing the
/// ellipse over the largest angles about both axes each way, widened as far as it takes to hold all of them. `margin` in radians is added
/// to all six.
#[must_use]
pub fn limits_of_clips(
    skeleton: &Skeleton,
    clips: &[Clip],
    joint: JointIndex,
    axes: LimitAxes,
    margin: f32,
) -> Option<JointLimits> {
    const HALF_TURN: f32 = std::f32::consts::PI;
    const TURN: f32 = std::f32::consts::TAU;
    let mut parts: Vec<SwingTwist> = Vec::new();
    for clip in clips {
        let mut last = 0.0;
        for rotation in rotations_of(skeleton, clip, joint) {
            let part = axes.part(rotation, last);
            last = part.twist;
            parts.push(part);
        }
    }
    let first = parts.first()?;
    let mut twist = [first.twist; 2];
    let mut swing = [[0.0_f32; 2]; 2];
    for part in &parts {
        twist = [twist[0].min(part.twist), twist[1].max(part.twist)];
        for (half, angle) in swing.iter_mut().zip(part.swing.to_array()) {
            *half = [half[0].max(-angle), half[1].max(angle)];
        }
    }
    let half = swing.map(|half| half.map(|angle| angle + margin));
    let reach = parts.iter().map(|part| reach(part, &half));
    let reach = reach.fold(1.0, f32::max);
    Some(JointLimits {
        axes,
        twist: [
            (twist[0] - margin).max(-TURN),
            (twist[1] + margin).min(TURN),
        ],
        swing: half.map(|half| half.map(|angle| (angle * reach).min(HALF_TURN))),
    })
}

/// k of a swing in an ellipse.
fn reach(part: &SwingTwist, half: &[[f32; 2]; 2]) -> f32 {
    let angles = part.swing.to_array().into_iter().zip(half);
    let shares = angles.map(|(angle, [minus, plus])| {
        let half = if angle < 0.0 { *minus } else { *plus };
        if angle == 0.0 { 0.0 } else { angle / half }
    });
    shares.map(|share| share * share).sum::<f32>().sqrt()
}

/// Rotations of a joint relative to its rest, at its keys within the clip and between them.
fn rotations_of(skeleton: &Skeleton, clip: &Clip, joint: JointIndex) -> Vec<Quat> {
    let tracks = clip.tracks().iter().filter(|track| track.joint == joint);
    let rotations = tracks.filter_map(|track| match &track.channel {
        Channel::Rotation(track) => Some(track),
        _ => None,
    });
    let rest = skeleton.local_keys(joint);
    let mut found = Vec::new();
    for track in rotations {
        let mut hint = 0;
        let mut times: Vec<f32> = track.times().to_vec();
        times.extend(track.times().windows(2).flat_map(|pair| {
            let [from, to] = [pair.first(), pair.last()].map(|time| time.copied().unwrap_or(0.0));
            [0.25, 0.5, 0.75].map(|share| (to - from).mul_add(share, from))
        }));
        times.retain(|time| (0.0..=clip.duration()).contains(time));
        times.push(clip.duration());
        times.sort_by(f32::total_cmp);
        found.extend(times.into_iter().map(|time| {
            let keys = LocalKeys {
                rotation: track.sample_from(&mut hint, time),
                ..rest
            };
            skeleton.user_of_local_keys(joint, &keys).rigid.rotation
        }));
    }
    found
}

/// Which limit a rotation has come up against: `40.0° about Z`; none where it is within.
#[must_use]
pub fn limit_reached(limits: &JointLimits, wanted: Quat, within: Quat) -> Option<String> {
    let [before, after] = [wanted, within].map(|rotation| limits.axes.part(rotation, 0.0));
    let change = |part: LimitPart| (part.angle(&before) - part.angle(&after)).abs();
    let most = LimitPart::ALL.into_iter();
    let most = most.max_by(|one, other| change(*one).total_cmp(&change(*other)))?;
    // What rounding changes is no limit.
    (change(most) > 1e-3).then(|| {
        let angle = plain(most.angle(&after), 1);
        format!("{angle}° about {}", most.axis_name(&limits.axes))
    })
}
