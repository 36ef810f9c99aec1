//! The rules by which normals are skinned, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the normals and tangents of a skinned surface follow from those at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NormalRule {
    /// By the inverse transpose of each vertex's blended map, as engines do: the weights count as constant over the surface.
    #[default]
    Usual,
    /// By the inverse transpose of the Jacobian, which has the change of the weights over the surface in it: normal to the
    /// surface as it is skinned. Reference: Tarini et al. 2014.
    Exact,
    /// By the blended map itself, as three.js does: as the usual ones where joints only turn, off where they scale or shear.
    Forward,
}

impl NormalRule {
    /// Every rule, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Usual, Self::Exact, Self::Forward];

    /// The name on a command line: `usual`, `exact`, `forward`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Exact => "exact",
            Self::Forward => "forward",
        }
    }
}

/// As on a command line: the [`name`](NormalRule::name).
impl fmt::Display for NormalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [`name`](NormalRule::name), letter for letter.
impl FromStr for NormalRule {
    type Err = UnknownNormalRule;

    fn from_str(name: &str) -> Result<Self, UnknownNormalRule> {
        let unknown = || UnknownNormalRule {
            found: name.to_owned(),
        };
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(unknown)
    }
}

/// The name is of no [`NormalRule`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no rule of normals is called {found:?}; there are {}", NormalRule::ALL.map(NormalRule::name).join(", "))]
pub struct UnknownNormalRule {
    /// The name that was given, letter for letter.
    pub found: String,
}
