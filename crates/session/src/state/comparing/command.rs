//! What can be asked for about panes and how they are compared, beside the actions.

use rig::JointIndex;
use scene::view::pane_shows::PaneShows;

use crate::state::skin_over_time::strip::StripVisit;

/// What is asked about panes, beside the actions.
#[derive(Clone, Debug)]
pub enum CompareIntent {
    /// Sets what a pane shows, A 0.
    SetPane(usize, PaneShows),
    /// Takes a pane away, unless it is the last.
    RemovePane(usize),
    /// Moves the line of the wipe, to a share of the picture's width.
    SetWipe(f32),
    /// Sets the opacity of the ghost, 0 … 1.
    SetGhost(f32),
    /// Compares with the weights after this many steps of the history.
    WeightsOfStep(usize),
    /// Forgets kept weights, by their number.
    ForgetWeights(u32),
    /// Pins the range of the difference's colors, in meters, or has it span what there is.
    PinRange(Option<f32>),
    /// Whether a pane has a camera of its own, which moves apart from the others.
    SetOwnCamera(usize, bool),
    /// Goes to a fault of the skin over time, and shows it.
    VisitSkin(StripVisit),
}

impl CompareIntent {
    /// The joint that it names.
    pub(crate) const fn joint(&self) -> Option<&JointIndex> {
        match self {
            Self::VisitSkin(visit) => visit.joint(),
            Self::SetPane(..)
            | Self::RemovePane(_)
            | Self::SetWipe(_)
            | Self::SetGhost(_)
            | Self::WeightsOfStep(_)
            | Self::ForgetWeights(_)
            | Self::PinRange(_)
            | Self::SetOwnCamera(..) => None,
        }
    }
}
