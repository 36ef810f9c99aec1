//! What one pane shows: how it skins, where its normals come from, whom scale reaches in it.

use rig::{Method, ScaleInheritance, Split};
use serde::{Deserialize, Serialize};

use crate::posed_character::Look;

/// What one pane shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneShows {
    /// Method and rule of signs.
    pub look: Look,
    /// Where normals come from.
    pub normals: Normals,
    /// Whom scale reaches.
    pub scale_inheritance: PaneInheritance,
}

/// In the order in which new panes show them.
const METHODS: [Method; 4] = [
    Method::Linear,
    Method::TwoPhase(Split::ElongatedRest),
    Method::DualQuaternion,
    Method::Affine,
];

impl PaneShows {
    /// What a new pane shows: the first method that no pane shows yet, so that four panes are four methods.
    #[must_use]
    pub fn unlike(panes: &[Self]) -> Self {
        let is_shown = |method: &Method| panes.iter().any(|pane| pane.look.method == *method);
        let method = METHODS.into_iter().find(|method| !is_shown(method));
        Self {
            look: Look::new(method.unwrap_or_default()),
            ..Self::default()
        }
    }

    /// What a new window shows.
    #[must_use]
    pub fn of_two() -> Vec<Self> {
        let first = Self::unlike(&[]);
        vec![first, Self::unlike(&[first])]
    }
}

/// Where a pane's normals come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Normals {
    /// Those that skinning carries along, as engines do: by the inverse transpose of each vertex's blended map.
    #[default]
    Skinned,
    /// Those of the surface that comes out, computed on the processor: the truth that the others approximate.
    Surface,
    /// One a triangle.
    Facets,
}

impl Normals {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Skinned, Self::Surface, Self::Facets];

    /// In a word or two.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Skinned => "Skinned",
            Self::Surface => "Of the surface",
            Self::Facets => "Facets",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Skinned => "Normals carried along by skinning, as engines do",
            Self::Surface => {
                "Normals computed anew from the skinned surface, on the processor: what the carried ones should be"
            }
            Self::Facets => "Every triangle flat: shows the mesh itself",
        }
    }
}

/// Whom scale reaches in a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaneInheritance {
    /// Whom each joint says.
    #[default]
    AsSet,
    /// Every joint's scale that joint only.
    Joint,
    /// Every joint's scale its children too.
    Children,
}

impl PaneInheritance {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::AsSet, Self::Joint, Self::Children];

    /// In a word or two.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::AsSet => "As set",
            Self::Joint => "Joint only",
            Self::Children => "And children",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::AsSet => "Scale reaches whom each joint says",
            Self::Joint => "In this pane every joint's scale reaches that joint only",
            Self::Children => "In this pane every joint's scale reaches its children too",
        }
    }

    /// The reach of a joint in this pane; `set`: what the joint says.
    #[must_use]
    pub const fn of(self, set: ScaleInheritance) -> ScaleInheritance {
        match self {
            Self::AsSet => set,
            Self::Joint => ScaleInheritance::Joint,
            Self::Children => ScaleInheritance::Children,
        }
    }
}
