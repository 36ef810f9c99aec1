//! The methods by name.

use std::fmt;
use std::str::FromStr;

use crate::Split;
use thiserror::Error;

/// A skinning method: which palette a pose becomes, and how its entries are blended at a vertex.
///
/// The blending itself is done elsewhere, by whoever takes the [`Palette`](crate::Palette).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Linear blend skinning; see [`MatrixPalette`](crate::MatrixPalette).
    #[default]
    Linear,
    /// Dual quaternion skinning, scale left out; see [`DualQuatPalette`](crate::DualQuatPalette).
    DualQuaternion,
    /// Dual quaternion skinning with scale and shear in a phase before; see [`TwoPhasePalette`](crate::TwoPhasePalette).
    TwoPhase(Split),
    /// Pivot-free blending of affine joints; see [`AffineDualQuatPalette`](crate::AffineDualQuatPalette).
    Affine,
}

impl Method {
    /// Every method, in the order in which to offer them.
    pub const ALL: [Self; 6] = [
        Self::Linear,
        Self::DualQuaternion,
        Self::TwoPhase(Split::ElongatedRest),
        Self::TwoPhase(Split::Head),
        Self::TwoPhase(Split::Origin),
        Self::Affine,
    ];

    /// The name on a command line: `linear`, `dual-quaternion`, `two-phase`, `two-phase-head`, `two-phase-origin`, `affine`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::DualQuaternion => "dual-quaternion",
            Self::TwoPhase(Split::ElongatedRest) => "two-phase",
            Self::TwoPhase(Split::Head) => "two-phase-head",
            Self::TwoPhase(Split::Origin) => "two-phase-origin",
            Self::Affine => "affine",
        }
    }
}

/// Writes the [`name`](Method::name).
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [`name`](Method::name), letter for letter.
impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let unknown = || UnknownMethod {
            found: name.to_owned(),
        };
        Self::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(unknown)
    }
}

/// The name is of no [`Method`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no skinning method is called {found:?}; there are {}", Method::ALL.map(Method::name).join(", "))]
pub struct UnknownMethod {
    /// The name found.
    pub found: String,
}
