//! Actions on the camera, the shading and the drawing of bones, with their rows. `apply/run/view.rs` runs them.

use scene::view::shading::Shading;

use super::{Menu, Row, row};
use crate::files::settings::Background;

/// Group of the view menu: the viewpoints.
pub const VIEWPOINTS_GROUP: u8 = 1;
/// Group of the view menu: the shadings.
pub const SHADING_GROUP: u8 = 10;
/// Group of the view menu: the drawing of bones.
pub const BONES_GROUP: u8 = 11;
/// Group of the view menu: the backgrounds of the panes.
pub const BACKGROUND_GROUP: u8 = 13;

/// Actions on the camera, the shading, the background and the drawing of bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewAction {
    /// Frames what the selected joints move.
    FrameSelection,
    /// Frames the whole character.
    FrameAll,
    /// Goes back to the view before a place was visited.
    PreviousView,
    /// Looks along −Z.
    ViewFront,
    /// Looks along +Z.
    ViewBack,
    /// Looks along −X.
    ViewSide,
    /// Looks along +X.
    ViewRightSide,
    /// Looks along −Y.
    ViewTop,
    /// Looks along +Y.
    ViewBottom,
    /// Looks from the other side.
    ViewOpposite,
    /// Whether there is no perspective.
    ToggleOrthographic,
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
    /// Chooses the background of the panes.
    UseBackground(Background),
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
    /// Whether joints are labeled with their names.
    ToggleBoneNames,
    /// Whether the axes of joints are drawn.
    ToggleBoneAxes,
    /// Whether bones have the colors of their joints.
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
            0,
            Self::PreviousView,
            "Previous view",
            "Goes back to where the cameras were before a spot, a problem or a selection was framed; once more goes there again",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewFront,
            "Front",
            "Looks at the character from the front",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewBack,
            "Back",
            "Looks at the character from behind",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewSide,
            "Left side",
            "Looks at the character from its left side",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewRightSide,
            "Right side",
            "Looks at the character from its right side",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewTop,
            "Top",
            "Looks at the character from above",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewBottom,
            "Bottom",
            "Looks at the character from below",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewOpposite,
            "Opposite view",
            "Looks at the character from the other side",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ViewThreeQuarter,
            "Three-quarter",
            "Looks from the front, the side and a little above",
        ),
        row(
            Menu::View,
            VIEWPOINTS_GROUP,
            Self::ToggleOrthographic,
            "Orthographic",
            "Views without perspective: what is nearer looks no larger",
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
            "Shows bones and joints; Bones in the View menu sets how",
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
            "Ambient occlusion",
            "Darkens folds and gaps where little light arrives, computed at rest; for materials and clay",
        ),
        row(
            Menu::View,
            BACKGROUND_GROUP,
            Self::NextBackground,
            "Next background",
            "Changes to the next background: studio, dark, light, custom",
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
            "GPU skinning",
            "Skins vertices on the GPU where possible, else on the CPU; the result is the same",
        ),
        row(
            Menu::View,
            SHADING_GROUP,
            Self::NextShading,
            "Next shading",
            "Switches to the next shading",
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
            "Bone colors",
            "Draws every bone in the color of its joint",
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
                Shading::WorldNormals => "Shading: World normals",
                Shading::Weights => "Shading: Weights",
                Shading::JointColors => "Shading: Joint colors",
                Shading::Asymmetry => "Shading: Asymmetry",
                Shading::NormalError => "Shading: Normal error",
                Shading::NearFlip => "Shading: Near a flip",
            };
            let action = Self::Shade(shading);
            row(Menu::View, SHADING_GROUP, action, text, shading.tooltip())
        });
        let backgrounds = Background::ALL.into_iter().map(|background| {
            let text = match background {
                Background::Studio => "Background: Studio",
                Background::Dark => "Background: Dark",
                Background::Light => "Background: Light",
                Background::Own => "Background: Custom",
            };
            let action = Self::UseBackground(background);
            let tooltip = background.tooltip();
            row(Menu::View, BACKGROUND_GROUP, action, text, tooltip)
        });
        let chosen = shadings.chain(backgrounds);
        chosen.chain(Self::ROWS.iter().cloned())
    }
}
