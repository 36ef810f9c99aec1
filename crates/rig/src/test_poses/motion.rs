//! The three ways to turn a joint.

/// How a joint turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    /// Across its bone: the way an elbow bends, or a spine forward.
    Bend,
    /// Across its bone, at right angles to the bend.
    Spread,
    /// About its bone, as a forearm turns the hand.
    Twist,
}

impl Motion {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bend => "bend",
            Self::Spread => "spread",
            Self::Twist => "twist",
        }
    }

    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Bend => "Bends",
            Self::Spread => "Spreads",
            Self::Twist => "Twists",
        }
    }
}
