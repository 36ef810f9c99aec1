//! The methods by name.

use std::fmt;
use std::str::FromStr;

use crate::{RigidBlend, Split};
use thiserror::Error;

/// A skinning method: which palette a pose becomes, and how its entries are blended at a vertex.
///
/// The blending itself is done elsewhere, by whoever takes the [`Palette`](crate::Palette).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Linear blend skinning; see [`MatrixPalette`](crate::MatrixPalette).
    #[default]
    Linear,
    /// Dual quaternion skinning, scale left out; see [`DualQuatPalette`](crate::DualQuatPalette).
    DualQuaternion,
    /// Scale and shear in a phase before, then rigid motions, blended in one of several ways; see
    /// [`TwoPhasePalette`](crate::TwoPhasePalette).
    TwoPhase(Split, RigidBlend),
    /// Pivot-free blending of affine joints; see [`AffineDualQuatPalette`](crate::AffineDualQuatPalette).
    Affine,
}

/// What a pose, a mesh or a pane may bring, for a method to look at or to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// Scale of joints, along their axes.
    Scale,
    /// Shear of joints, off the diagonal of their stretch.
    Shear,
    /// The blend map of a mesh.
    BlendMap,
    /// The bulge map of a mesh.
    BulgeMap,
    /// A rule for the signs of rotations.
    Signs,
    /// Normals with the gradient of the weights.
    ExactNormals,
}

impl Aspect {
    /// All aspects, in the order of their definition.
    pub const ALL: [Self; 6] = [
        Self::Scale,
        Self::Shear,
        Self::BlendMap,
        Self::BulgeMap,
        Self::Signs,
        Self::ExactNormals,
    ];
}

impl Method {
    /// Dual quaternions after the elongated rest: the default of two phases.
    pub const TWO_PHASE: Self = Self::two_phase(Split::ElongatedRest);
    /// Dual quaternions after a stretch about the joint's head.
    pub const TWO_PHASE_HEAD: Self = Self::two_phase(Split::Head);
    /// Dual quaternions after a stretch about the model's origin.
    pub const TWO_PHASE_ORIGIN: Self = Self::two_phase(Split::Origin);

    /// The methods to offer, in that order. Each of the last six is also to be had with the other splits: see
    /// [`name`](Self::name).
    pub const ALL: [Self; 12] = [
        Self::Linear,
        Self::DualQuaternion,
        Self::TWO_PHASE,
        Self::TWO_PHASE_HEAD,
        Self::TWO_PHASE_ORIGIN,
        Self::Affine,
        Self::rigid(RigidBlend::Spherical),
        Self::rigid(RigidBlend::SphericalAverage),
        Self::rigid(RigidBlend::LogMatrix),
        Self::rigid(RigidBlend::DirectQuaternion),
        Self::rigid(RigidBlend::Iterative),
        Self::rigid(RigidBlend::QuaternionTranslation),
    ];

    /// Dual quaternions after a split.
    #[must_use]
    pub const fn two_phase(split: Split) -> Self {
        Self::TwoPhase(split, RigidBlend::DualQuaternion)
    }

    /// A rigid blend after the elongated rest.
    #[must_use]
    pub const fn rigid(blend: RigidBlend) -> Self {
        Self::TwoPhase(Split::ElongatedRest, blend)
    }

    /// The methods that blend differently, in the order of [`ALL`](Self::ALL): of those that differ in their split alone the one of the
    /// elongated rest.
    pub fn blends() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|method| *method == method.blend())
    }

    /// How it blends: itself, with the elongated rest in the place of its split.
    #[must_use]
    pub const fn blend(self) -> Self {
        match self {
            Self::TwoPhase(_, blend) => Self::rigid(blend),
            other => other,
        }
    }

    /// Its [`blend`](Self::blend) as the name of a function: `dual_quaternion`, `two_phase`. Entry points of shaders are called so.
    #[must_use]
    pub fn entry_point(self) -> String {
        self.blend().name().replace('-', "_")
    }

    /// Whether a [`SignRule`](crate::SignRule) says anything to it.
    #[must_use]
    pub const fn has_signs(self) -> bool {
        match self {
            Self::Linear => false,
            Self::TwoPhase(_, blend) => blend.has_signs(),
            Self::DualQuaternion | Self::Affine => true,
        }
    }

    /// Whether it looks at the maps of a mesh, blend map and bulge map: all do but linear blending, which is where a blend map leads,
    /// and which does not bulge.
    #[must_use]
    pub const fn follows_maps(self) -> bool {
        !matches!(self, Self::Linear)
    }

    /// Whether the skin is the same with it and without.
    #[must_use]
    pub const fn ignores(self, what: Aspect) -> bool {
        match what {
            Aspect::Scale | Aspect::Shear => matches!(self, Self::DualQuaternion),
            Aspect::BlendMap | Aspect::BulgeMap => !self.follows_maps(),
            Aspect::Signs => !self.has_signs(),
            Aspect::ExactNormals => false,
        }
    }

    /// The name on a command line: `linear`, `dual-quaternion`, `affine`; `two-phase`, `spherical`, `spherical-average`,
    /// `log-matrix`, `direct-quaternion`, `iterative`, `quaternion-translation`, each of these followed by `-head` or `-origin` where
    /// it splits there.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::DualQuaternion => "dual-quaternion",
            Self::Affine => "affine",
            Self::TwoPhase(split, blend) => two_phase_name(blend)[split as usize],
        }
    }
}

impl Method {
    /// Other names that are read and never written: the field's short ones, `lbs` of [`Linear`](Self::Linear) and `dqs` of
    /// [`DualQuaternion`](Self::DualQuaternion).
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Linear => &["lbs"],
            Self::DualQuaternion => &["dqs"],
            Self::TwoPhase(..) | Self::Affine => &[],
        }
    }
}

/// By split, in the order of [`Split`].
const fn two_phase_name(blend: RigidBlend) -> [&'static str; 3] {
    match blend {
        RigidBlend::DualQuaternion => ["two-phase", "two-phase-head", "two-phase-origin"],
        RigidBlend::Spherical => ["spherical", "spherical-head", "spherical-origin"],
        RigidBlend::SphericalAverage => [
            "spherical-average",
            "spherical-average-head",
            "spherical-average-origin",
        ],
        RigidBlend::LogMatrix => ["log-matrix", "log-matrix-head", "log-matrix-origin"],
        RigidBlend::DirectQuaternion => [
            "direct-quaternion",
            "direct-quaternion-head",
            "direct-quaternion-origin",
        ],
        RigidBlend::Iterative => ["iterative", "iterative-head", "iterative-origin"],
        RigidBlend::QuaternionTranslation => [
            "quaternion-translation",
            "quaternion-translation-head",
            "quaternion-translation-origin",
        ],
    }
}

/// As on a command line: the [`name`](Method::name).
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [`name`](Method::name) or one of the [`aliases`](Method::aliases), letter for letter.
impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let unknown = || UnknownMethod {
            found: name.to_owned(),
        };
        let others = RigidBlend::ALL.into_iter().flat_map(|blend| {
            [Split::Head, Split::Origin].map(|split| Self::TwoPhase(split, blend))
        });
        Self::ALL
            .into_iter()
            .chain(others)
            .find(|method| method.name() == name || method.aliases().contains(&name))
            .ok_or_else(unknown)
    }
}

/// The name is of no [`Method`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no skinning method is called {found:?}; there are {}", Method::ALL.map(Method::name).join(", "))]
pub struct UnknownMethod {
    /// The name that was given, letter for letter.
    pub found: String,
}
