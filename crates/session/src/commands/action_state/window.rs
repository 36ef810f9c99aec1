//! When actions on the window can be done, and which are switched on.

use crate::commands::actions::WindowAction;
use crate::commands::command::Panel;
use crate::commands::keymap::Preset;
use crate::commands::view::View;
use crate::files::window_layout::WindowLayout;
use crate::mode::Mode;
use crate::session::Session;

impl WindowAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::ResetLayout => {
                let is_reset = view.session.settings.layout == WindowLayout::default();
                is_reset.then_some("all panels stand there")
            }
            Self::RestartGraphics => {
                let nothing = !view.graphics.works;
                nothing.then_some("there is no graphics device")
            }
            Self::Palette
            | Self::History
            | Self::Preferences
            | Self::Shortcuts
            | Self::About
            | Self::Welcome
            | Self::ToggleNotices
            | Self::Crowd
            | Self::ToggleTile(_)
            | Self::LargerInterface
            | Self::SmallerInterface
            | Self::UsualInterface
            | Self::SkeletonMode
            | Self::WeightsMode
            | Self::PoseMode
            | Self::AnimateMode
            | Self::BlenderKeys
            | Self::MayaKeys
            | Self::EditKeyMap
            | Self::ReloadKeyMap => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleNotices => Some(session.is_open(Panel::Notices)),
            Self::Crowd => Some(session.is_open(Panel::Crowd)),
            Self::History => Some(session.is_open(Panel::History)),
            Self::ToggleTile(tile) => Some(session.settings.layout.is_in_sight(tile)),
            Self::SkeletonMode => Some(session.mode == Mode::Skeleton),
            Self::WeightsMode => Some(session.mode == Mode::Weights),
            Self::PoseMode => Some(session.mode == Mode::Pose),
            Self::AnimateMode => Some(session.mode == Mode::Animate),
            Self::BlenderKeys => Some(session.keymap.preset() == Preset::Blender),
            Self::MayaKeys => Some(session.keymap.preset() == Preset::Maya),
            Self::Palette
            | Self::Preferences
            | Self::Shortcuts
            | Self::About
            | Self::Welcome
            | Self::ResetLayout
            | Self::LargerInterface
            | Self::SmallerInterface
            | Self::UsualInterface
            | Self::RestartGraphics
            | Self::EditKeyMap
            | Self::ReloadKeyMap => None,
        }
    }
}
