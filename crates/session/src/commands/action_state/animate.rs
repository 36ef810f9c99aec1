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
            Self::ToggleSkinOverTime => None,
            Self::ToggleLoop => {
                let clip = playback.moment.or(playback.left);
                clip.is_none().then_some("no clip is shown")
            }
            Self::BackToClip => {
                let was_left = playback.left.is_some() && playback.moment.is_none();
                (!was_left).then_some("no clip was left")
            }
            Self::PlayPause
            | Self::FirstFrame
            | Self::LastFrame
            | Self::PreviousFrame
            | Self::NextFrame
            | Self::PreviousKey
            | Self::NextKey
            | Self::ReduceKeys => no_clips,
            Self::KeySelected
            | Self::KeyMenu
            | Self::KeyWholePose
            | Self::ToggleAutoKey
            | Self::ToggleAutoKeyWhole => view.is_empty().then_some("no character is open"),
            Self::KeyAllChannels
            | Self::KeyRotation
            | Self::KeyTranslation
            | Self::KeyScale
            | Self::KeyShear => {
                let selection = &view.session.character.selection;
                selection.is_empty().then_some("no joint is selected")
            }
            Self::KeyExisting | Self::DeleteKeysHere => {
                (playback.moment.is_none()).then_some("no clip is shown")
            }
            Self::KeyChanged | Self::KeepPending | Self::DiscardPending => {
                let pending = &view.document.pending;
                let here = playback.moment.and_then(|moment| pending.at(moment));
                (here.is_none()).then_some("there is no unkeyed pose at this time")
            }
            Self::KeyAllPending | Self::DiscardAllPending | Self::NextPending => {
                let is_keyed = view.document.pending.is_empty();
                is_keyed.then_some("there is no unkeyed pose")
            }
            Self::PreviousClip | Self::NextClip => no_clips.or_else(|| {
                let is_alone = clips == 1 && playback.moment.is_some();
                is_alone.then_some("there is no other clip")
            }),
            Self::NewClip
            | Self::NewClipFromPoses
            | Self::DuplicateClip
            | Self::RenameClip
            | Self::DeleteClip
            | Self::MoveClipUp
            | Self::MoveClipDown => self.why_not_in_list(view),
        }
    }

    /// The same for what is done with whole clips.
    fn why_not_in_list(self, view: &View<'_>) -> Option<&'static str> {
        if view.is_empty() {
            return Some("nothing is open");
        }
        if self == Self::NewClipFromPoses {
            let listed = view.session.library.unfolded();
            let has_poses = listed.iter().any(|entry| entry.preset.is_some());
            return (!has_poses).then_some("the library shows no poses");
        }
        let last = view.document.character.clips.len().saturating_sub(1);
        match place(view) {
            _ if self == Self::NewClip => None,
            None => Some("no clip is shown"),
            Some(0) if self == Self::MoveClipUp => Some("the clip is the first"),
            Some(place) if self == Self::MoveClipDown && place == last => {
                Some("the clip is the last")
            }
            Some(_) => None,
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleSkinOverTime => Some(session.settings.skin_over_time),
            Self::ToggleLoop => Some(matches!(session.playback.repeat, Repeat::Loop)),
            Self::ToggleAutoKey => Some(session.switches.auto_key),
            Self::ToggleAutoKeyWhole => Some(session.switches.auto_key_whole),
            Self::BackToClip
            | Self::KeySelected
            | Self::KeyMenu
            | Self::KeyChanged
            | Self::KeyExisting
            | Self::KeyAllChannels
            | Self::KeyWholePose
            | Self::KeyRotation
            | Self::KeyTranslation
            | Self::KeyScale
            | Self::KeyShear
            | Self::DeleteKeysHere
            | Self::KeyAllPending
            | Self::KeepPending
            | Self::DiscardPending
            | Self::DiscardAllPending
            | Self::NextPending
            | Self::PlayPause
            | Self::FirstFrame
            | Self::LastFrame
            | Self::PreviousFrame
            | Self::NextFrame
            | Self::PreviousKey
            | Self::NextKey
            | Self::ReduceKeys
            | Self::PreviousClip
            | Self::NextClip
            | Self::NewClip
            | Self::NewClipFromPoses
            | Self::DuplicateClip
            | Self::RenameClip
            | Self::DeleteClip
            | Self::MoveClipUp
            | Self::MoveClipDown => None,
        }
    }
}

/// The place of the clip shown.
fn place(view: &View<'_>) -> Option<usize> {
    let shown = view.session.playback.moment?;
    let clips = &view.document.character.clips;
    clips.iter().position(|clip| clip.id() == shown.clip)
}
