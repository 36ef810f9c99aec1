//! What the surfaces of all panes show.

use serde::{Deserialize, Serialize};

use crate::view::surface_mode::{Matcap, NormalSpace, SurfaceMode};

/// What the surfaces of all panes show, unless a pane shows its difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shading {
    /// Materials of the file.
    #[default]
    Material,
    /// Clay everywhere.
    Clay,
    /// Red wax.
    Wax,
    /// Polished metal.
    Chrome,
    /// Mirrored stripes.
    Zebra,
    /// Normals as colours, in the viewer's axes.
    Normals,
    /// Normals as colours, in the world's axes.
    WorldNormals,
    /// Weights of the selected joint; of all joints while none is selected.
    Weights,
    /// Every vertex in the blend of its joints' colours.
    JointColors,
}

impl Shading {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 9] = [
        Self::Material,
        Self::Clay,
        Self::Wax,
        Self::Chrome,
        Self::Zebra,
        Self::Normals,
        Self::WorldNormals,
        Self::Weights,
        Self::JointColors,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Clay => "clay",
            Self::Wax => "wax",
            Self::Chrome => "chrome",
            Self::Zebra => "zebra",
            Self::Normals => "normals",
            Self::WorldNormals => "world-normals",
            Self::Weights => "weights",
            Self::JointColors => "joint-colours",
        }
    }

    /// In a word or two.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Clay => "Clay",
            Self::Wax => "Wax",
            Self::Chrome => "Chrome",
            Self::Zebra => "Zebra",
            Self::Normals => "Normals",
            Self::WorldNormals => "Normals of the world",
            Self::Weights => "Weights",
            Self::JointColors => "Joint colours",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Material => "Colours and textures of the file",
            Self::Clay => "Clay everywhere: form without colour",
            Self::Wax => "Red wax everywhere: shows soft forms",
            Self::Chrome => "Polished metal everywhere: shows dents",
            Self::Zebra => "Mirrored stripes: a kink in a stripe is a crease in the surface",
            Self::Normals => {
                "Directions of the surface as colours: red right, green up, blue towards you"
            }
            Self::WorldNormals => "Directions of the surface as colours: red +X, green +Y, blue +Z",
            Self::Weights => "How much the selected joint moves each vertex",
            Self::JointColors => "Each vertex in the colours of the joints that move it",
        }
    }

    /// What is drawn; `has_joint` tells whether there is a joint whose weights can be shown.
    #[must_use]
    pub const fn surface(self, has_joint: bool) -> SurfaceMode {
        match self {
            Self::Material => SurfaceMode::Material,
            Self::Clay => SurfaceMode::Clay,
            Self::Wax => SurfaceMode::Matcap(Matcap::Wax),
            Self::Chrome => SurfaceMode::Matcap(Matcap::Chrome),
            Self::Zebra => SurfaceMode::Matcap(Matcap::Zebra),
            Self::Normals => SurfaceMode::Normals(NormalSpace::View),
            Self::WorldNormals => SurfaceMode::Normals(NormalSpace::World),
            Self::Weights if has_joint => SurfaceMode::Weights,
            Self::Weights | Self::JointColors => SurfaceMode::VertexColors,
        }
    }
}
