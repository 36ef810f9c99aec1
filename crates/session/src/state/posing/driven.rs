//! What follows the angles of joints, as people set it: which angle, what of the driven joint, the keys of the curve.

use glam::Vec3;
use rig::{
    AimAxis, ConstraintKind, DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenTarget,
    DriverAngle, DriverMeasure, JointIndex, JointPairs, Skeleton,
};

use super::joint_limits::{LimitPart, limit_axes};

/// Axes that are off by less, as the sine of an angle, are the same.
const SAME_AXES: f32 = 1e-3;

/// What is asked about driven channels, beside the actions.
#[derive(Clone, Debug, PartialEq)]
pub enum DrivenIntent {
    /// One more.
    Add(DrivenChannel),
    /// Another one in the place of one.
    Set {
        /// Its place in the document's list.
        place: usize,
        /// What it is from now on.
        channel: Box<DrivenChannel>,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// One less.
    Remove(usize),
}

impl DrivenIntent {
    /// Calls `name` for each joint that it names.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        let channel = match self {
            Self::Add(channel) => channel,
            Self::Set { channel, .. } => channel,
            Self::Remove(_) => return,
        };
        name(&channel.driver.joint);
        if let Some(joint) = channel.target.joint() {
            name(&joint);
        }
    }
}

/// What of a joint follows, as the list of the inspector has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrivenPart {
    /// Its rotation about one of its axes, 0 to 2.
    Rotation(usize),
    /// Its place along one.
    Translation(usize),
    /// Its scale along one.
    Scale(usize),
    /// Its shear between one and the next.
    Shear(usize),
}

impl DrivenPart {
    /// All twelve, in the order of the list.
    pub const ALL: [Self; 12] = [
        Self::Rotation(0),
        Self::Rotation(1),
        Self::Rotation(2),
        Self::Translation(0),
        Self::Translation(1),
        Self::Translation(2),
        Self::Scale(0),
        Self::Scale(1),
        Self::Scale(2),
        Self::Shear(0),
        Self::Shear(1),
        Self::Shear(2),
    ];

    /// As people call it: `rotation about X`.
    #[must_use]
    pub fn name(self) -> String {
        let (what, axis) = match self {
            Self::Rotation(axis) => ("rotation about", axis),
            Self::Translation(axis) => ("translation along", axis),
            Self::Scale(axis) => ("scale along", axis),
            Self::Shear(axis) => ("shear between", axis),
        };
        let name = |axis: usize| ["X", "Y", "Z"].get(axis % 3).copied().unwrap_or("X");
        match self {
            Self::Shear(_) => format!("{what} {} and {}", name(axis), name(axis + 1)),
            Self::Rotation(_) | Self::Translation(_) | Self::Scale(_) => {
                format!("{what} {}", name(axis))
            }
        }
    }

    /// What of a joint that is.
    #[must_use]
    pub fn of(self, joint: JointIndex) -> DrivenTarget {
        let axis = |place: usize| Vec3::AXES.get(place).copied().unwrap_or(Vec3::X);
        match self {
            Self::Rotation(place) => DrivenTarget::Rotation {
                joint,
                axis: axis(place),
            },
            Self::Translation(place) => DrivenTarget::Translation {
                joint,
                axis: axis(place),
            },
            Self::Scale(place) => DrivenTarget::Scale {
                joint,
                axis: axis(place),
            },
            Self::Shear(place) => DrivenTarget::Shear {
                joint,
                axes: [axis(place), axis((place + 1) % 3)],
            },
        }
    }

    /// The one that a target is, whichever way its axis points; none for all others.
    #[must_use]
    pub fn find(target: &DrivenTarget) -> Option<Self> {
        let joint = target.joint()?;
        Self::ALL
            .into_iter()
            .find(|part| part.of(joint).is_same(target))
    }
}

/// What follows, in words for the inspector.
#[must_use]
pub fn target_words(target: &DrivenTarget) -> String {
    if let Some(part) = DrivenPart::find(target) {
        return part.name();
    }
    match target {
        DrivenTarget::Rotation { .. } => "rotation about the bone",
        DrivenTarget::Translation { .. } => "translation along an axis",
        DrivenTarget::Scale { .. } => "scale along an axis",
        DrivenTarget::Shear { .. } => "shear",
        DrivenTarget::Morph(_) => "morph target",
        DrivenTarget::Strength(_) => "strength",
    }
    .to_owned()
}

/// What a constraint takes over, in words that the name of the joint that is followed stands behind.
#[must_use]
pub fn constraint_words(kind: ConstraintKind) -> String {
    match kind {
        ConstraintKind::Rotation => "rotation of".to_owned(),
        ConstraintKind::Roll(axis) => format!("roll about {axis:?} by"),
        ConstraintKind::Aim(AimAxis { axis, negative }) => {
            let sign = if negative { "−" } else { "+" };
            format!("aims {sign}{axis:?} at")
        }
    }
}

/// The angle of a joint that a part of its turn is: the twist about its bone, or one of its swings.
#[must_use]
pub fn measure_of(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    joint: JointIndex,
    part: LimitPart,
) -> DriverMeasure {
    let axes = limit_axes(skeleton, pairs, joint);
    match part {
        LimitPart::Twist => DriverMeasure::Twist { axis: axes.twist },
        LimitPart::Swing(place) => DriverMeasure::Swing {
            axis: axes.swing.get(place).copied().unwrap_or(axes.swing[0]),
            bone: axes.twist,
        },
    }
}

/// The part that a measure of a joint is; none where it goes by other axes.
#[must_use]
pub fn part_of(skeleton: &Skeleton, pairs: &JointPairs, driver: &DriverAngle) -> Option<LimitPart> {
    let same = |one: Vec3, other: Vec3| one.cross(other).length() < SAME_AXES;
    LimitPart::ALL.into_iter().find(|&part| {
        let measure = measure_of(skeleton, pairs, driver.joint, part);
        match (measure, driver.measure) {
            (DriverMeasure::Twist { axis: one }, DriverMeasure::Twist { axis: other }) => {
                same(one, other)
            }
            (
                DriverMeasure::Swing { axis: one, bone },
                DriverMeasure::Swing {
                    axis: other,
                    bone: along,
                },
            ) => same(one, other) && same(bone, along),
            (DriverMeasure::Twist { .. }, DriverMeasure::Swing { .. })
            | (DriverMeasure::Swing { .. }, DriverMeasure::Twist { .. }) => false,
        }
    })
}

/// A channel of a joint that follows another one: its twist with that one's twist, one to one from −180° to 180°.
#[must_use]
pub fn usual_channel(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    driver: JointIndex,
    joint: JointIndex,
) -> Option<DrivenChannel> {
    const HALF: f32 = std::f32::consts::PI;
    let keys = [-HALF, HALF].map(|angle| DrivenKey {
        angle,
        value: angle,
    });
    Some(DrivenChannel {
        driver: DriverAngle {
            joint: driver,
            measure: measure_of(skeleton, pairs, driver, LimitPart::Twist),
        },
        target: DrivenTarget::Rotation {
            joint,
            axis: limit_axes(skeleton, pairs, joint).twist,
        },
        curve: DrivenCurve::new(keys).ok()?,
        combine: DrivenCombine::Adds,
        muted: false,
    })
}

/// A channel by which a morph target follows the first swing of a joint: from nothing at rest to all of it at 90°.
#[must_use]
pub fn morph_channel(
    skeleton: &Skeleton,
    pairs: &JointPairs,
    driver: JointIndex,
    weight: usize,
) -> Option<DrivenChannel> {
    let keys = [(0.0, 0.0), (std::f32::consts::FRAC_PI_2, 1.0)];
    Some(DrivenChannel {
        driver: DriverAngle {
            joint: driver,
            measure: measure_of(skeleton, pairs, driver, LimitPart::Swing(0)),
        },
        target: DrivenTarget::Morph(weight),
        curve: DrivenCurve::new(keys.map(|(angle, value)| DrivenKey { angle, value })).ok()?,
        combine: DrivenCombine::Adds,
        muted: false,
    })
}

/// Whether the values of a channel are angles, which people read in degrees.
#[must_use]
pub const fn has_angles(target: &DrivenTarget) -> bool {
    matches!(target, DrivenTarget::Rotation { .. })
}

/// The channel with another key in the place of one, or one more beyond the last.
///
/// # Errors
///
/// One sentence: two keys at one angle, numbers out of range.
pub fn with_key(
    channel: &DrivenChannel,
    place: usize,
    key: DrivenKey,
) -> Result<DrivenChannel, String> {
    let mut keys = channel.curve.keys().to_vec();
    match keys.get_mut(place) {
        Some(slot) => *slot = key,
        None => keys.push(key),
    }
    with_keys(channel, keys)
}

/// The channel without a key; the last one stays.
///
/// # Errors
///
/// As [`with_key`].
pub fn without_key(channel: &DrivenChannel, place: usize) -> Result<DrivenChannel, String> {
    let mut keys = channel.curve.keys().to_vec();
    if keys.len() > 1 && place < keys.len() {
        keys.remove(place);
    }
    with_keys(channel, keys)
}

fn with_keys(channel: &DrivenChannel, keys: Vec<DrivenKey>) -> Result<DrivenChannel, String> {
    let curve = DrivenCurve::new(keys).map_err(|error| format!("{error}."))?;
    Ok(DrivenChannel {
        curve,
        ..channel.clone()
    })
}

/// A key that may be added: halfway between the last two, on the curve; a quarter turn on where there is one alone.
#[must_use]
pub fn next_key(channel: &DrivenChannel) -> DrivenKey {
    let angle = match channel.curve.keys() {
        [.., before, last] => 0.5 * (before.angle + last.angle),
        [only] => only.angle + std::f32::consts::FRAC_PI_2,
        [] => 0.0,
    };
    DrivenKey {
        angle,
        value: channel.curve.value(angle),
    }
}
