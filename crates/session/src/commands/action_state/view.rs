//! When actions on the camera, surfaces and bones can be done, and which are switched on.

use scene::view::joint_mark::BoneStyle;

use super::nothing_selected;
use crate::commands::actions::ViewAction;
use crate::commands::view::View;
use crate::mode::Mode;
use crate::session::Session;

impl ViewAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::FrameSelection => nothing_selected(view.session),
            Self::PreviousView => {
                let has_none = view.session.comparing.former_view.is_none();
                has_none.then_some("no place was framed yet")
            }
            Self::FrameAll
            | Self::ViewFront
            | Self::ViewBack
            | Self::ViewSide
            | Self::ViewRightSide
            | Self::ViewTop
            | Self::ViewBottom
            | Self::ViewOpposite
            | Self::ViewThreeQuarter
            | Self::ToggleOrthographic
            | Self::ToggleGrid
            | Self::ToggleBones
            | Self::ToggleWireframe
            | Self::ToggleContact
            | Self::UseBackground(_)
            | Self::NextBackground
            | Self::ToggleTheme
            | Self::ToggleSkinOnDevice
            | Self::Shade(_)
            | Self::NextShading
            | Self::ToggleBonesInFront
            | Self::ToggleBoneNames
            | Self::ToggleBoneAxes
            | Self::ToggleBoneColors => None,
            Self::BonesOctahedral | Self::BonesStick => {
                let is_thin = view.session.mode == Mode::Weights;
                is_thin.then_some("bones are always thin in Weights mode")
            }
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        let (switches, bones) = (&session.switches, session.bone_display());
        match self {
            Self::ToggleOrthographic => Some(session.active_camera().is_orthographic()),
            Self::ToggleGrid => Some(switches.grid),
            Self::ToggleBones => Some(switches.bones),
            Self::ToggleWireframe => Some(switches.wireframe),
            Self::ToggleContact => Some(session.settings.contact),
            Self::UseBackground(background) => {
                Some(session.settings.colors.background == background)
            }
            Self::ToggleTheme => Some(switches.light),
            Self::ToggleSkinOnDevice => Some(switches.skin_on_device),
            Self::Shade(shading) => Some(session.shading == shading),
            Self::BonesOctahedral => Some(bones.style == BoneStyle::Octahedral),
            Self::BonesStick => Some(bones.style == BoneStyle::Stick),
            Self::ToggleBonesInFront => Some(bones.in_front),
            Self::ToggleBoneNames => Some(bones.names),
            Self::ToggleBoneAxes => Some(bones.axes),
            Self::ToggleBoneColors => Some(bones.colors),
            Self::FrameSelection
            | Self::FrameAll
            | Self::PreviousView
            | Self::ViewFront
            | Self::ViewBack
            | Self::ViewSide
            | Self::ViewRightSide
            | Self::ViewTop
            | Self::ViewBottom
            | Self::ViewOpposite
            | Self::ViewThreeQuarter
            | Self::NextBackground
            | Self::NextShading => None,
        }
    }
}
