//! When actions that help posing can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::PosingAction;
use crate::commands::view::View;
use crate::session::Session;

impl PosingAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let other_mode =
            (!session.mode.poses()).then_some("joints are posed in Pose and Animate mode");
        let is_empty = view.document.character.rig.skeleton.is_empty();
        let no_joints = is_empty.then_some("there are no joints");
        let no_clip = || {
            let is_own = session.playback.moment.is_none();
            is_own.then_some("no clip is shown")
        };
        match self {
            Self::Breakdown | Self::RelaxOrPush | Self::CopyPreviousKey | Self::CopyNextKey => {
                other_mode.or(no_joints).or_else(no_clip)
            }
            Self::BlendToRest => other_mode.or(no_joints),
            Self::BlendToPreset => other_mode.or(no_joints).or_else(|| {
                let is_chosen = session.library.chosen().is_some();
                (!is_chosen).then_some("no pose of the library is chosen")
            }),
            Self::ToggleMirrorPosing => None,
            Self::LockChannels
            | Self::LockRotation
            | Self::LockTranslation
            | Self::LockScale
            | Self::LockShear => nothing_selected(session),
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleMirrorPosing => Some(session.mirror_posing),
            Self::Breakdown
            | Self::RelaxOrPush
            | Self::CopyPreviousKey
            | Self::CopyNextKey
            | Self::BlendToRest
            | Self::BlendToPreset
            | Self::LockChannels
            | Self::LockRotation
            | Self::LockTranslation
            | Self::LockScale
            | Self::LockShear => None,
        }
    }
}
