//! Where keys hold: the sections of a key map.

use crate::mode::Mode;

/// A section of a key map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// In every mode of the window.
    All,
    /// In one mode of the window only.
    Mode(Mode),
    /// In every mode while the pointer is over the dope sheet: there they go before those of all other sections.
    Timeline,
}

impl Section {
    /// All sections, in the order of the file.
    pub const EVERY: [Self; 6] = [
        Self::All,
        Self::Mode(Mode::Skeleton),
        Self::Mode(Mode::Weights),
        Self::Mode(Mode::Pose),
        Self::Mode(Mode::Animate),
        Self::Timeline,
    ];

    /// Name in the file.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Mode(Mode::Skeleton) => "skeleton",
            Self::Mode(Mode::Weights) => "weights",
            Self::Mode(Mode::Pose) => "pose",
            Self::Mode(Mode::Animate) => "animate",
            Self::Timeline => "timeline",
        }
    }

    /// Whether its keys hold in a mode while the pointer is anywhere else than over the sheet.
    pub(super) fn holds_in(self, mode: Mode) -> bool {
        match self {
            Self::All => true,
            Self::Mode(own) => own == mode,
            Self::Timeline => false,
        }
    }

    /// Whether keys of two sections would be in each other's way.
    pub(super) fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Timeline, Self::Timeline) => true,
            (Self::Timeline, _) | (_, Self::Timeline) => false,
            (Self::Mode(one), Self::Mode(other)) => one == other,
            (Self::All, _) | (_, Self::All) => true,
        }
    }

    /// The narrower of two sections that meet.
    pub(super) const fn narrower(self, other: Self) -> Self {
        match self {
            Self::All => other,
            Self::Mode(_) | Self::Timeline => self,
        }
    }

    /// Where that is, for the middle of a sentence; nothing for all modes.
    pub(super) fn place(self) -> String {
        match self {
            Self::All => String::new(),
            Self::Mode(mode) => format!(" in {} mode", mode.name()),
            Self::Timeline => " over the timeline".to_owned(),
        }
    }
}
