//! What helpers are that follow every pose.

/// What helpers are that follow every pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LivingKind {
    /// The method itself, for a row of weights over joints: exact, where the row is known that the file keeps.
    Rows,
    /// The same row as nodes that each take over a part of a joint's turn, by rotation constraints: near to it, and known wherever
    /// `VRMC_node_constraint` is.
    Chains,
}

/// The tolerance of rows unless told otherwise, in percent of the size.
pub const LIVING_TOLERANCE: f32 = 1.0;

/// The tolerance of chains unless told otherwise, in percent of the size.
pub const CHAINS_TOLERANCE: f32 = 1.2;

impl LivingKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Rows, Self::Chains];

    /// Its name: that of the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Chains => "chains",
        }
    }

    /// What a viewer lacks that shows the clips by keys alone.
    #[must_use]
    pub const fn known_as(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Chains => "constraints",
        }
    }

    /// The tolerance unless told otherwise, in percent of the size.
    #[must_use]
    pub const fn usual_tolerance(self) -> f32 {
        match self {
            Self::Rows => LIVING_TOLERANCE,
            Self::Chains => CHAINS_TOLERANCE,
        }
    }
}
