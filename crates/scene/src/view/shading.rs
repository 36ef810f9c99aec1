//! The shading of the surfaces in all panes.

use serde::{Deserialize, Serialize};

use crate::view::surface_mode::{Matcap, NormalSpace, SurfaceMode};

/// The shading of surfaces in all panes, except panes that show their difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shading {
    /// The materials of the file, with their textures.
    #[default]
    Material,
    /// Gray clay on all surfaces.
    Clay,
    /// Red wax, as for sculptures.
    Wax,
    /// Polished metal, which shows dents.
    Chrome,
    /// Mirrored stripes, which show creases.
    Zebra,
    /// Normals as colors, in view space.
    Normals,
    /// Normals as colors, in world space.
    WorldNormals,
    /// Weights of the selected joint; joint colors while none is selected.
    Weights,
    /// The joints' colors, blended by weight at each vertex.
    JointColors,
    /// How much weights differ from those of the mirror image: of the selected joint, or of all.
    Asymmetry,
    /// The angle between usual and exact normals.
    NormalError,
    /// How near each vertex is to where the signs of its rotations flip.
    NearFlip,
}

impl Shading {
    /// All, in the order of the menu.
    pub const ALL: [Self; 12] = [
        Self::Material,
        Self::Clay,
        Self::Wax,
        Self::Chrome,
        Self::Zebra,
        Self::Normals,
        Self::WorldNormals,
        Self::Weights,
        Self::JointColors,
        Self::Asymmetry,
        Self::NormalError,
        Self::NearFlip,
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
            Self::JointColors => "joint-colors",
            Self::Asymmetry => "asymmetry",
            Self::NormalError => "normal-error",
            Self::NearFlip => "near-flip",
        }
    }

    /// The label in the menu, one to three words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Clay => "Clay",
            Self::Wax => "Wax",
            Self::Chrome => "Chrome",
            Self::Zebra => "Zebra",
            Self::Normals => "Normals",
            Self::WorldNormals => "World normals",
            Self::Weights => "Weights",
            Self::JointColors => "Joint colors",
            Self::Asymmetry => "Asymmetry",
            Self::NormalError => "Normal error",
            Self::NearFlip => "Near a flip",
        }
    }

    /// The tooltip, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Material => "Colors and textures of the file",
            Self::Clay => "Clay everywhere: form without color",
            Self::Wax => "Red wax everywhere: shows soft forms",
            Self::Chrome => "Polished metal everywhere: shows dents",
            Self::Zebra => "Mirrored stripes: a kink in a stripe is a crease in the surface",
            Self::Normals => {
                "Directions of the surface as colors: red right, green up, blue towards you"
            }
            Self::WorldNormals => "Directions of the surface as colors: red +X, green +Y, blue +Z",
            Self::Weights => "How much the selected joint moves each vertex",
            Self::JointColors => "Each vertex in the colors of the joints that move it",
            Self::Asymmetry => {
                "How much weights differ from those of the mirror image: of the selected joint, or of all"
            }
            Self::NormalError => {
                "The angle from the usual normals, which light the surface, to those that the surface has"
            }
            Self::NearFlip => {
                "Vertices whose joints are nearly half a turn apart, where blends of rotations flip, and those beyond"
            }
        }
    }

    /// The mode of the renderer; `has_joint` is whether there is a joint whose weights can be shown.
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
            Self::Asymmetry | Self::NormalError | Self::NearFlip => SurfaceMode::Clay,
            Self::Weights | Self::JointColors => SurfaceMode::VertexColors,
        }
    }
}
