//! What can be asked of props, and what workers found of their files.

use glam::Vec3;
use rig::{ClipId, JointIndex};

use super::model::PropModel;
use crate::document::props::{HoldWay, Holder, PropPlace};

/// A request of the user about one prop, by its place in the list. All but the first and the last are steps of undo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PropIntent {
    /// Commands and keys mean this prop from now on.
    Choose(usize),
    /// Shows or hides it.
    SetHidden(usize, bool),
    /// Attaches it to a joint or another prop, or puts it into the world, at the numbers of its place.
    AttachTo(usize, Holder),
    /// Attaches it to another prop, where a joint of that rests.
    PutOn {
        /// The prop.
        prop: usize,
        /// The other one.
        on: usize,
        /// A joint of the other one's file.
        joint: JointIndex,
    },
    /// Has it held from the shown time of the clip on, or without a clip by itself, where it is now.
    Hold(usize, Holder, HoldWay),
    /// Aims it from the shown time of the clip on, or without a clip always; at nothing where there is none.
    Aim(usize, Option<AimAt>),
    /// Moves the point that it is aimed at now, in the frame of what that belongs to.
    AimPoint {
        /// The prop.
        prop: usize,
        /// Where the point is to be, meters; what is no number is left out.
        point: Vec3,
        /// Whether a field is being dragged, so that more may follow in the same step.
        dragging: bool,
    },
    /// Moves, turns and scales it in the frame of what holds it without a clip.
    Place {
        /// The prop.
        prop: usize,
        /// Where it is to be; what cannot be is brought within limits.
        place: PropPlace,
        /// Whether a field is being dragged, so that more may follow in the same step.
        dragging: bool,
    },
    /// Takes a switch away.
    RemoveSwitch {
        /// The prop.
        prop: usize,
        /// The clip.
        clip: ClipId,
        /// Seconds from the clip's beginning.
        time: f32,
    },
    /// Takes it away; its file stays.
    Remove(usize),
    /// Reads its file again.
    ReadAgain(usize),
}

/// What a prop is to be aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AimAt {
    /// The head of a joint or the origin of a prop; or the world, for the point at which it is aimed now, or else the model's origin.
    pub at: Holder,
    /// What of the prop points there.
    pub axis: AimAxis,
}

/// What of a prop points to what it is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AimAxis {
    /// What points there now, so that nothing turns at once.
    #[default]
    AsItPoints,
    /// The prop's own X axis, and so on.
    X,
    /// Against it.
    MinusX,
    /// Y.
    Y,
    /// Against it.
    MinusY,
    /// Z.
    Z,
    /// Against it.
    MinusZ,
}

impl AimAxis {
    /// All of them, in the order of lists.
    pub const ALL: [Self; 7] = [
        Self::AsItPoints,
        Self::X,
        Self::MinusX,
        Self::Y,
        Self::MinusY,
        Self::Z,
        Self::MinusZ,
    ];

    /// The direction in the prop's own frame; none for what points there now.
    #[must_use]
    pub const fn direction(self) -> Option<Vec3> {
        match self {
            Self::AsItPoints => None,
            Self::X => Some(Vec3::X),
            Self::MinusX => Some(Vec3::NEG_X),
            Self::Y => Some(Vec3::Y),
            Self::MinusY => Some(Vec3::NEG_Y),
            Self::Z => Some(Vec3::Z),
            Self::MinusZ => Some(Vec3::NEG_Z),
        }
    }

    /// What a direction is in lists.
    #[must_use]
    pub fn of(direction: Vec3) -> Self {
        let is_it = |own: &Self| own.direction() == Some(direction);
        Self::ALL.into_iter().find(is_it).unwrap_or_default()
    }

    /// In lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsItPoints => "as it points",
            Self::X => "X",
            Self::MinusX => "\u{2212}X",
            Self::Y => "Y",
            Self::MinusY => "\u{2212}Y",
            Self::Z => "Z",
            Self::MinusZ => "\u{2212}Z",
        }
    }
}

impl PropIntent {
    /// The joint of the character that it names.
    #[must_use]
    pub const fn joint(&self) -> Option<&JointIndex> {
        match self {
            Self::AttachTo(_, Holder::Joint(joint))
            | Self::Hold(_, Holder::Joint(joint), _)
            | Self::Aim(
                _,
                Some(AimAt {
                    at: Holder::Joint(joint),
                    ..
                }),
            ) => Some(joint),
            Self::AttachTo(..)
            | Self::Hold(..)
            | Self::Aim(..)
            | Self::PutOn { .. }
            | Self::AimPoint { .. }
            | Self::Choose(_)
            | Self::SetHidden(..)
            | Self::Place { .. }
            | Self::RemoveSwitch { .. }
            | Self::Remove(_)
            | Self::ReadAgain(_) => None,
        }
    }
}

/// What was found in the file of a prop.
#[derive(Debug)]
pub struct PropRead {
    /// Absolute path of the file.
    pub file: String,
    /// What it shows, or one sentence why nothing.
    pub read: Result<PropModel, String>,
}
