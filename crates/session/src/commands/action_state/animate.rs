//! When actions on clips and their time can be done, and which are switched on.

use rig::Repeat;

use crate::commands::actions::AnimateAction;
use crate::commands::view::View;
use crate::session::Session;

impl AnimateAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let playback = &view.session.playback;
        let clips = view.document.character.clips.len();
        let no_clips = (clips == 0).then_some("there are no clips");
        match self {
            Self::ToggleLoop | Self::ToggleSkinOverTime => None,
            Self::BackToClip => {
                let was_left = playback.left.is_some() && playback.moment.is_none();
                (!was_left).then_some("no clip was left")
            }
            Self::PlayPause
            | Self::FirstFrame
            | Self::LastFrame
            | Self::PreviousKey
            | Self::NextKey
            | Self::ReduceKeys => no_clips,
            Self::PreviousClip | Self::NextClip => no_clips.or_else(|| {
                let is_alone = clips == 1 && playback.moment.is_some();
                is_alone.then_some("there is no other clip")
            }),
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleSkinOverTime => Some(session.settings.skin_over_time),
            Self::ToggleLoop => Some(!matches!(session.playback.repeat, Repeat::Once)),
            Self::BackToClip
            | Self::PlayPause
            | Self::FirstFrame
            | Self::LastFrame
            | Self::PreviousKey
            | Self::NextKey
            | Self::ReduceKeys
            | Self::PreviousClip
            | Self::NextClip => None,
        }
    }
}
