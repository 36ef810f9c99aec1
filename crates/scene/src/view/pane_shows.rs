//! What one pane shows: skinning method, version of the weights, normals, and scale inheritance.

use rig::{Method, NormalRule, ScaleInheritance};
use serde::{Deserialize, Serialize};

use crate::pose::posed_character::Look;
use crate::text::names::inheritance_title;

/// What one pane shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneShows {
    /// Skinning method and sign rule.
    pub look: Look,
    /// The source of its normals.
    pub normals: Normals,
    /// The scale inheritance of its joints.
    pub scale_inheritance: PaneInheritance,
    /// The version of the weights that its vertices are skinned by.
    pub weights: PaneWeights,
    /// How much is left out of morph targets that follow poses or angles, in percent: 0 shows them whole, 100 and more none of them.
    pub left_out: u8,
}

/// The methods in the order in which new panes use them.
const METHODS: [Method; 4] = [
    Method::Linear,
    Method::TWO_PHASE,
    Method::DualQuaternion,
    Method::Affine,
];

impl PaneShows {
    /// How much is shown of morph targets that follow poses or angles: 1 all of them, 0 none.
    #[must_use]
    pub fn corrective_strength(&self) -> f32 {
        1.0 - f32::from(self.left_out.min(100)) / 100.0
    }

    /// The settings of a new pane: the first method that no pane uses yet, so that four panes show four methods.
    #[must_use]
    pub fn unlike(panes: &[Self]) -> Self {
        let is_shown = |method: &Method| panes.iter().any(|pane| pane.look.method == *method);
        let method = METHODS.into_iter().find(|method| !is_shown(method));
        Self {
            look: Look {
                method: method.unwrap_or_default(),
                ..Look::default()
            },
            ..Self::default()
        }
    }

    /// The two panes of a new window.
    #[must_use]
    pub fn of_two() -> Vec<Self> {
        let first = Self::unlike(&[]);
        vec![first, Self::unlike(&[first])]
    }

    /// What most engines show of a file: linear blending with four influences a vertex, normals carried along by it, and
    /// scale that every joint passes on to its children.
    #[must_use]
    pub fn of_engine() -> Self {
        Self {
            look: Look::new(Method::Linear),
            normals: Normals::Skinned,
            scale_inheritance: PaneInheritance::Children,
            weights: PaneWeights::FourInfluences,
            left_out: 0,
        }
    }

    /// The same, but what was baked blends linearly and passes scale on, as files do.
    #[must_use]
    pub fn as_baked(self) -> Self {
        if self.weights != PaneWeights::Baked {
            return self;
        }
        Self {
            look: Look {
                method: Method::Linear,
                twist: false,
                smooth: None,
                ..self.look.for_all()
            },
            scale_inheritance: PaneInheritance::AsSet,
            ..self
        }
    }
}

/// The version of the weights in a pane. Every version but the baked one moves with the same skeleton and pose; only
/// weights and maps differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaneWeights {
    /// Those that are being edited.
    #[default]
    Current,
    /// Those that are being edited, with the four largest of each vertex divided by their sum.
    FourInfluences,
    /// Those that the character had when it was opened.
    Opened,
    /// Those of the character's own file, before all edits.
    Source,
    /// Those that were kept under this number, which no others get while the character is open.
    Kept(u32),
    /// Those of the character that was baked to linear blending, with its helper joints and their keys.
    Baked,
}

/// The source of a pane's normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Normals {
    /// Normals from skinning, as in engines: by the inverse transpose of each vertex's blended map.
    #[default]
    Skinned,
    /// Normals of the skinned surface with the change of the weights over it.
    Exact,
    /// Normals by the blended map itself, as in three.js, computed on the processor.
    Forward,
    /// Normals of the deformed surface, computed on the processor: the reference for the others.
    Surface,
    /// One normal per triangle.
    Facets,
}

impl Normals {
    /// All sources, in the order of the menu.
    pub const ALL: [Self; 5] = [
        Self::Skinned,
        Self::Exact,
        Self::Forward,
        Self::Surface,
        Self::Facets,
    ];

    /// The rule by which the vertices are skinned.
    #[must_use]
    pub const fn rule(self) -> NormalRule {
        match self {
            Self::Exact => NormalRule::Exact,
            Self::Forward => NormalRule::Forward,
            // Recomputed and flat ones come from the triangles afterwards.
            Self::Skinned | Self::Surface | Self::Facets => NormalRule::Usual,
        }
    }

    /// Whether the graphics device does not compute them, so that the processor skins the vertices.
    #[must_use]
    pub const fn are_of_processor(self) -> bool {
        matches!(self, Self::Forward | Self::Surface)
    }

    /// The label in the menu, one word.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Skinned => "Usual",
            Self::Exact => "Exact",
            Self::Forward => "Forward",
            Self::Surface => "Recomputed",
            Self::Facets => "Flat",
        }
    }

    /// The tooltip, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Skinned => "Normals skinned like the vertices, as in engines",
            Self::Exact => {
                "Normals of the skinned surface: the usual ones with the change of the weights"
            }
            Self::Forward => "Normals by the forward matrix, as in three.js, on the CPU",
            Self::Surface => {
                "Normals recomputed from the skinned surface, on the CPU: what the skinned ones should be"
            }
            Self::Facets => "One normal for each triangle: shows the mesh itself",
        }
    }
}

/// The scale inheritance in a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaneInheritance {
    /// As set for each joint.
    #[default]
    AsSet,
    /// No joint passes its scale on to its children.
    Joint,
    /// Every joint passes its scale on to its children.
    Children,
    /// As `Joint`, with the places that children are taken to.
    Segment,
    /// No joint has a scale from above.
    None,
    /// Every joint passes on its change of volume.
    Average,
    /// Every joint passes its scale on to its children's own axes.
    Aligned,
}

impl PaneInheritance {
    /// All choices, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::AsSet,
        Self::Joint,
        Self::Children,
        Self::Segment,
        Self::None,
        Self::Average,
        Self::Aligned,
    ];

    /// What every joint has; none where it is as set for each.
    #[must_use]
    pub const fn for_all(self) -> Option<ScaleInheritance> {
        match self {
            Self::AsSet => None,
            Self::Joint => Some(ScaleInheritance::Joint),
            Self::Children => Some(ScaleInheritance::Children),
            Self::Segment => Some(ScaleInheritance::Segment),
            Self::None => Some(ScaleInheritance::Unscaled),
            Self::Average => Some(ScaleInheritance::Average),
            Self::Aligned => Some(ScaleInheritance::Aligned),
        }
    }

    /// The label in the menu, two words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self.for_all() {
            None => "As set",
            Some(own) => inheritance_title(own),
        }
    }

    /// The tooltip, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::AsSet => "As set for each joint",
            Self::Joint => "In this pane scale applies to each joint alone",
            Self::Children => "In this pane scale applies to each joint and its children",
            Self::Segment => {
                "In this pane scale applies to each joint alone, and to the places that children are taken to"
            }
            Self::None => "In this pane no joint has a scale from above",
            Self::Average => "In this pane each joint passes on its change of volume",
            Self::Aligned => "In this pane scale applies to children in their own axes",
        }
    }

    /// The scale inheritance of a joint in this pane; `set` is the joint's own setting.
    #[must_use]
    pub const fn of(self, set: ScaleInheritance) -> ScaleInheritance {
        match self.for_all() {
            None => set,
            Some(own) => own,
        }
    }
}

impl From<Option<ScaleInheritance>> for PaneInheritance {
    fn from(for_all: Option<ScaleInheritance>) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|own| own.for_all() == for_all).unwrap_or_default()
    }
}
