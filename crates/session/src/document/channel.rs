//! The numbers of a joint, as the inspector shows them: channels, and the three numbers of each.

use rig::{JointChannel, JointIndex};

/// One of the four channels of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Rotation from rest about X first, then Y, then Z; shown in degrees.
    Rotation,
    /// Translation in the joint's rest frame, in meters.
    Translation,
    /// Factors along the joint's axes; 1 at rest.
    Scale,
    /// Off-diagonal elements XY, YZ and ZX of the symmetric stretch; 0 at rest.
    Shear,
}

impl Channel {
    /// All channels, in the inspector's order.
    pub const ALL: [Self; 4] = [Self::Rotation, Self::Translation, Self::Scale, Self::Shear];

    /// Name in the inspector.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotation => "Rotation",
            Self::Translation => "Translation",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
        }
    }

    /// Verb for the name of an undo step.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Rotation => "Rotate",
            Self::Translation => "Move",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
        }
    }

    /// Labels of its three numbers.
    #[must_use]
    pub const fn axes(self) -> [&'static str; 3] {
        match self {
            Self::Shear => ["XY", "YZ", "ZX"],
            Self::Rotation | Self::Translation | Self::Scale => ["X", "Y", "Z"],
        }
    }
}

impl From<Channel> for JointChannel {
    fn from(channel: Channel) -> Self {
        match channel {
            Channel::Rotation => Self::Rotation,
            Channel::Translation => Self::Translation,
            Channel::Scale => Self::Scale,
            Channel::Shear => Self::Shear,
        }
    }
}

impl From<JointChannel> for Channel {
    fn from(channel: JointChannel) -> Self {
        match channel {
            JointChannel::Rotation | JointChannel::Angle(_) => Self::Rotation,
            JointChannel::Translation => Self::Translation,
            JointChannel::Scale => Self::Scale,
            JointChannel::Shear => Self::Shear,
        }
    }
}

/// One of the numbers of a joint that the inspector shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JointField {
    /// The joint that has the number.
    pub joint: JointIndex,
    /// The channel that the number is part of.
    pub channel: Channel,
    /// Index of the number in the channel: 0, 1 or 2.
    pub axis: usize,
}
