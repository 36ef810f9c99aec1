//! When transform tools can be begun, and which are chosen.

use rig::Limb;

use super::nothing_selected;
use crate::commands::actions::ToolAction;
use crate::commands::view::View;
use crate::mode::Mode;
use crate::session::Session;

impl ToolAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        match self {
            Self::Operate(_) if !session.mode.drags_joints() => {
                Some("joints are posed in Pose and Animate mode")
            }
            Self::Operate(tool) | Self::UseTool(tool)
                if session.mode == Mode::Skeleton && !tool.moves_rest() =>
            {
                Some("in Skeleton mode joints are moved and rotated")
            }
            Self::Operate(_) => nothing_selected(session),
            Self::ToggleLimbEnd => {
                let skeleton = &view.document.character.rig.skeleton;
                let active = session.character.selection.active();
                let limb = active.and_then(|joint| Limb::dragged_by(skeleton, joint));
                limb.is_none().then_some("no hand or foot is selected")
            }
            Self::UseTool(_) | Self::UseSpace(_) | Self::NextSpace => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::UseTool(tool) => Some(session.tool_in_use() == tool),
            Self::UseSpace(space) => Some(session.space == space),
            Self::Operate(_) | Self::NextSpace | Self::ToggleLimbEnd => None,
        }
    }
}
