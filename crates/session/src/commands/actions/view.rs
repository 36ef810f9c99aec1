//! Actions on the camera, the shading and the drawing of bones, with their rows. `apply/run/view.rs` runs them.

use scene::view::shading::Shading;

use super::{Menu, Row, row};

/// Group of the view menu: the shadings.
pub const SHADING_GROUP: u8 = 10;
/// Group of the view menu: the drawing of bones.
pub const BONES_GROUP: u8 = 11;

/// Actions on the camera, the shading, the background and the drawing of bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewAction {
    /// Frames what the selected joints move.
    FrameSelection,
    /// Frames the whole character.
    FrameAll,
    /// Looks along −Z.
    ViewFront,
    /// Looks along −X.
    ViewSide,
    /// Looks along −Y.
    ViewTop,
    /// Looks from the front, the right and above.
    ViewThreeQuarter,
    /// Whether the floor grid is shown.
    ToggleGrid,
    /// Whether bones and joints are shown.
    ToggleBones,
    /// Whether the edges of triangles are drawn over surfaces.
    ToggleWireframe,
    /// Whether material and clay are darkened where light hardly reaches the surface at rest.
    ToggleContact,
    /// Changes to the next background of the panes.
    NextBackground,
    /// Changes between the dark and the light theme.
    ToggleTheme,
    /// Whether vertices are skinned on the graphics device, else on the CPU.
    ToggleSkinOnDevice,
    /// Chooses what surfaces show.
    Shade(Shading),
    /// Chooses the next shading of the list.
    NextShading,
    /// Draws bones as octahedra.
    BonesOctahedral,
    /// Draws bones as thin sticks.
    BonesStick,
    /// Whether bones are drawn in front of surfaces, else surfaces hide them.
    ToggleBonesInFront,
    /// Whether joints are labelled with their names.
    ToggleBoneNames,
    /// Whether the axes of joints are drawn.
    ToggleBoneAxes,
    /// Whether bones have the colours of their joints.
    ToggleBoneColors,
}

impl ViewAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::View,
            0,
            Self::FrameSelection,
            "Frame selection",
            "Brings what the selected joints move to the middle of the panes",
        ),
        row(
            Menu::View,
            0,
            Self::FrameAll,
            "Frame all",
            "Brings the whole character into the panes",
        ),
        row(
            Menu::View,
            1,
            Self::ViewFront,
            "Front",
            "Looks at the character from the front",
        ),
        row(
            Menu::View,
            1,
            Self::ViewSide,
            "Side",
            "Looks at the character from its left side",
        ),
        row(
            Menu::View,
            1,
            Self::ViewTop,
            "Top",
            "Looks down on the character",
        ),
        row(
            Menu::View,
            1,
            Self::ViewThreeQuarter,
            "Three-quarter",
            "Looks from the front, the side and a little above",
        ),
        row(
            Menu::View,
            2,
            Self::ToggleGrid,
            "Grid",
            "Shows the floor grid",
        ),
        row(
            Menu::View,
            2,
            Self::ToggleBones,
            "Show bones",
            "Shows bones and joints; how, the menu of bones says",
        ),
        row(
            Menu::View,
            2,
            Self::ToggleWireframe,
            "Wireframe",
            "Draws the edges of triangles over the surfaces",
        ),
        row(
            Menu::View,
            2,
            Self::ToggleContact,
            "Soft contact",
            "Shades what lies hidden from the light at rest: armpits, fingers, chins; of materials and clay",
        ),
        row(
            Menu::View,
            3,
            Self::NextBackground,
            "Next background",
            "Changes the backdrop: studio, dark, light",
        ),
        row(
            Menu::View,
            3,
            Self::ToggleTheme,
            "Light theme",
            "Light windows for bright rooms",
        ),
        row(
            Menu::View,
            3,
            Self::ToggleSkinOnDevice,
            "Skin on the graphics device",
            "Moves vertices on the graphics device where it can, else on the processor; both show the same",
        ),
        row(
            Menu::View,
            SHADING_GROUP,
            Self::NextShading,
            "Next shading",
            "Goes on to what surfaces can show next",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::BonesOctahedral,
            "Octahedral bones",
            "Draws bones thick towards their heads: shows direction and length",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::BonesStick,
            "Stick bones",
            "Draws bones as thin sticks: hides little of the surface",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::ToggleBonesInFront,
            "Bones through surfaces",
            "Draws bones in front of all surfaces; else surfaces hide them",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::ToggleBoneNames,
            "Bone names",
            "Writes the names of joints beside them",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::ToggleBoneAxes,
            "Bone axes",
            "Draws the axes of every joint: X red, Y green, Z blue",
        ),
        row(
            Menu::View,
            BONES_GROUP,
            Self::ToggleBoneColors,
            "Bone colours",
            "Draws every bone in the colour of its joint",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let shadings = Shading::ALL.into_iter().map(|shading| {
            let text = match shading {
                Shading::Material => "Shading: Material",
                Shading::Clay => "Shading: Clay",
                Shading::Wax => "Shading: Wax",
                Shading::Chrome => "Shading: Chrome",
                Shading::Zebra => "Shading: Zebra",
                Shading::Normals => "Shading: Normals",
                Shading::WorldNormals => "Shading: Normals of the world",
                Shading::Weights => "Shading: Weights",
                Shading::JointColors => "Shading: Joint colours",
            };
            let action = Self::Shade(shading);
            row(Menu::View, SHADING_GROUP, action, text, shading.tooltip())
        });
        shadings.chain(Self::ROWS.iter().cloned())
    }
}
