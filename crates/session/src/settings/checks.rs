//! Settings of the checks for problems of weights.

use glam::Vec3;
use scene::vertex_facts::INFLUENCE_LIMIT;
use serde::{Deserialize, Serialize};
use weights::{Direction, Plane, ProblemKind};

/// Limits of joints per vertex that can be chosen.
pub const LIMITS: std::ops::RangeInclusive<u8> = 1..=16;

/// A kind of problem that can be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Weights that are below zero or not finite, and sums other than one.
    Sum,
    /// Vertices that no joint moves.
    Unbound,
    /// Vertices at one position with different weights.
    Seam,
    /// Vertices with more joints than the limit.
    Limit,
    /// Joints with weights far from their bones.
    Stray,
    /// Small patches of a joint's weights, separate from the rest.
    Island,
    /// Weights that differ from those of the other side.
    Asymmetry,
}

impl Check {
    /// All checks, in the order of the list.
    pub const ALL: [Self; 7] = [
        Self::Sum,
        Self::Unbound,
        Self::Seam,
        Self::Limit,
        Self::Stray,
        Self::Island,
        Self::Asymmetry,
    ];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "Sums",
            Self::Unbound => "Unbound vertices",
            Self::Seam => "Open seams",
            Self::Limit => "Limit of joints",
            Self::Stray => "Stray influence",
            Self::Island => "Islands",
            Self::Asymmetry => "Asymmetry",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Sum => "Looks for weights that are no numbers, or do not sum to one",
            Self::Unbound => "Looks for vertices that no joint moves",
            Self::Seam => {
                "Looks for vertices at one place with other weights: the seam between them opens in poses"
            }
            Self::Limit => "Looks for vertices that more joints move than engines keep",
            Self::Stray => "Looks for joints that move vertices far from their bones",
            Self::Island => {
                "Looks for small patches of a joint's weights apart from the rest of them"
            }
            Self::Asymmetry => "Looks for weights that are not as on the other side",
        }
    }

    /// The check that finds problems of a kind.
    #[must_use]
    pub const fn of(kind: ProblemKind) -> Self {
        match kind {
            ProblemKind::Unbound => Self::Unbound,
            ProblemKind::Seam => Self::Seam,
            ProblemKind::OverLimit => Self::Limit,
            ProblemKind::Stray => Self::Stray,
            ProblemKind::Island => Self::Island,
            ProblemKind::Asymmetry => Self::Asymmetry,
            _ => Self::Sum,
        }
    }
}

/// Plane of symmetry of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MirrorAxis {
    /// The plane between the skeleton's left and right.
    #[default]
    Skeleton,
    /// The plane x = 0 of the mesh.
    X,
    /// The plane y = 0 of the mesh.
    Y,
    /// The plane z = 0 of the mesh.
    Z,
}

impl MirrorAxis {
    /// All planes, in the order of the options.
    pub const ALL: [Self; 4] = [Self::Skeleton, Self::X, Self::Y, Self::Z];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skeleton => "As the skeleton",
            Self::X => "X of the mesh",
            Self::Y => "Y of the mesh",
            Self::Z => "Z of the mesh",
        }
    }

    /// The plane through the origin of the mesh; none if the skeleton determines it.
    #[must_use]
    pub const fn plane(self) -> Option<Plane> {
        let normal = match self {
            Self::Skeleton => return None,
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        };
        Some(Plane {
            normal,
            offset: 0.0,
        })
    }
}

/// Settings of the checks and of repairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckSettings {
    /// Checks that are switched off.
    pub off: Vec<Check>,
    /// Limit of joints per vertex, within [`LIMITS`].
    pub limit: u8,
    /// Plane of symmetry for [`Check::Asymmetry`].
    pub axis: MirrorAxis,
    /// Whether repairs of asymmetry copy the right side to the left; else the left to the right.
    pub right_to_left: bool,
}

impl Default for CheckSettings {
    fn default() -> Self {
        Self {
            off: Vec::new(),
            limit: u8::try_from(INFLUENCE_LIMIT).unwrap_or(*LIMITS.start()),
            axis: MirrorAxis::default(),
            right_to_left: false,
        }
    }
}

impl CheckSettings {
    /// Whether a check is switched on.
    #[must_use]
    pub fn looks_for(&self, check: Check) -> bool {
        !self.off.contains(&check)
    }

    /// The settings with a check switched on or off.
    #[must_use]
    pub fn with_toggled(&self, check: Check) -> Self {
        let mut toggled = self.clone();
        if self.looks_for(check) {
            toggled.off.push(check);
        } else {
            toggled.off.retain(|&other| other != check);
        }
        toggled.sane()
    }

    /// The same settings with the limit in its range and every check listed once.
    #[must_use]
    pub fn sane(mut self) -> Self {
        self.off.sort_unstable();
        self.off.dedup();
        self.limit = self.limit.clamp(*LIMITS.start(), *LIMITS.end());
        self
    }

    /// The kinds of problems that are searched for.
    #[must_use]
    pub fn kinds(&self) -> Vec<ProblemKind> {
        let kinds = ProblemKind::ALL.into_iter();
        kinds
            .filter(|&kind| self.looks_for(Check::of(kind)))
            .collect()
    }

    /// Direction in which repairs of asymmetry copy weights.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        if self.right_to_left {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        }
    }
}
