//! Switches of what surfaces show and how bones are drawn.

use crate::command::Action;
use crate::session::Session;
use scene::view::joint_mark::BoneStyle;

/// Whether such a switch is on; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    let bones = &session.bones;
    match action {
        Action::Shade(shading) => Some(session.shading == shading),
        Action::ToggleContact => Some(session.settings.contact),
        Action::ToggleWireframe => Some(session.switches.wireframe),
        Action::BonesOctahedral => Some(bones.style == BoneStyle::Octahedral),
        Action::BonesStick => Some(bones.style == BoneStyle::Stick),
        Action::ToggleBonesInFront => Some(bones.in_front),
        Action::ToggleBoneNames => Some(bones.names),
        Action::ToggleBoneAxes => Some(bones.axes),
        Action::ToggleBoneColors => Some(bones.colors),
        other => super::tool::checked(other, session),
    }
}
