//! What is looked for in weights.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use weights::{Direction, Plane, ProblemKind};

use scene::vertex_facts::INFLUENCE_LIMIT;

/// Limits that can be chosen: no engine keeps more joints a vertex.
pub const LIMITS: std::ops::RangeInclusive<u8> = 1..=16;

/// Something that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Numbers that are no weights, and sums other than one.
    Sum,
    /// Vertices that no joint moves.
    Unbound,
    /// Vertices at one place with other weights.
    Seam,
    /// More joints than the limit.
    Limit,
    /// Joints that reach too far.
    Stray,
    /// Small patches apart.
    Island,
    /// The two sides differ.
    Asymmetry,
}

impl Check {
    /// All, in the order of the list.
    pub const ALL: [Self; 7] = [
        Self::Sum,
        Self::Unbound,
        Self::Seam,
        Self::Limit,
        Self::Stray,
        Self::Island,
        Self::Asymmetry,
    ];

    /// Its name.
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

    /// In a sentence.
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

    /// The check that finds a kind.
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

/// In which plane a character is symmetric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MirrorAxis {
    /// That of the skeleton's left and right.
    #[default]
    Skeleton,
    /// x = 0 of the mesh.
    X,
    /// y = 0 of the mesh.
    Y,
    /// z = 0 of the mesh.
    Z,
}

impl MirrorAxis {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 4] = [Self::Skeleton, Self::X, Self::Y, Self::Z];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skeleton => "As the skeleton",
            Self::X => "X of the mesh",
            Self::Y => "Y of the mesh",
            Self::Z => "Z of the mesh",
        }
    }

    /// The plane through the origin of the mesh; none where the skeleton says which.
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

/// What is looked for in weights, and how it is mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckSettings {
    /// What is not looked for.
    pub off: Vec<Check>,
    /// Joints a vertex may have, within [`LIMITS`].
    pub limit: u8,
    /// In which plane the two sides are compared.
    pub axis: MirrorAxis,
    /// Whether the right side is the right one where the two differ; else the left.
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
    /// Whether something is looked for.
    #[must_use]
    pub fn looks_for(&self, check: Check) -> bool {
        !self.off.contains(&check)
    }

    /// Looks for something from now on, or no more.
    #[must_use]
    pub fn toggled(&self, check: Check) -> Self {
        let mut toggled = self.clone();
        if self.looks_for(check) {
            toggled.off.push(check);
        } else {
            toggled.off.retain(|&other| other != check);
        }
        toggled.sane()
    }

    /// Numbers within their bounds, everything named once.
    #[must_use]
    pub fn sane(mut self) -> Self {
        self.off.sort_unstable();
        self.off.dedup();
        self.limit = self.limit.clamp(*LIMITS.start(), *LIMITS.end());
        self
    }

    /// The kinds that are looked for.
    #[must_use]
    pub fn kinds(&self) -> Vec<ProblemKind> {
        let kinds = ProblemKind::ALL.into_iter();
        kinds
            .filter(|&kind| self.looks_for(Check::of(kind)))
            .collect()
    }

    /// From which side mending takes weights.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        if self.right_to_left {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        }
    }
}
