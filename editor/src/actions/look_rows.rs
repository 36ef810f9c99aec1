//! The rows about what surfaces show and how bones are drawn.

use super::rows::row;
use super::{Action, ActionInfo, Menu};
use scene::view::shading::Shading;

/// The group of the view menu that holds what surfaces show.
pub(crate) const SHADING_GROUP: u8 = 10;
/// The group of the view menu that holds how bones are drawn.
pub(crate) const BONES_GROUP: u8 = 11;

/// The rows of all shadings, in their order.
pub(super) fn shadings() -> impl Iterator<Item = ActionInfo> {
    Shading::ALL.into_iter().map(|shading| {
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
        let action = Action::Shade(shading);
        row(Menu::View, SHADING_GROUP, action, text, shading.tooltip())
    })
}

/// The others.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::View,
        SHADING_GROUP,
        Action::NextShading,
        "Next shading",
        "Goes on to what surfaces can show next",
    ),
    row(
        Menu::View,
        2,
        Action::ToggleWireframe,
        "Wireframe",
        "Draws the edges of triangles over the surfaces",
    ),
    row(
        Menu::View,
        2,
        Action::ToggleContact,
        "Soft contact",
        "Shades what lies hidden from the light at rest: armpits, fingers, chins; of materials and clay",
    ),
    bones(
        Action::BonesOctahedral,
        "Octahedral bones",
        "Draws bones thick towards their heads: shows direction and length",
    ),
    bones(
        Action::BonesStick,
        "Stick bones",
        "Draws bones as thin sticks: hides little of the surface",
    ),
    bones(
        Action::ToggleBonesInFront,
        "Bones through surfaces",
        "Draws bones in front of all surfaces; else surfaces hide them",
    ),
    bones(
        Action::ToggleBoneNames,
        "Bone names",
        "Writes the names of joints beside them",
    ),
    bones(
        Action::ToggleBoneAxes,
        "Bone axes",
        "Draws the axes of every joint: X red, Y green, Z blue",
    ),
    bones(
        Action::ToggleBoneColors,
        "Bone colours",
        "Draws every bone in the colour of its joint",
    ),
];

const fn bones(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::View, BONES_GROUP, action, text, tooltip)
}
