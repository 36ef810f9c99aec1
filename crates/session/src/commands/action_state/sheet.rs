//! When actions on keys can be done, and which are switched on.

use rig::Repeat;

use crate::commands::actions::SheetAction;
use crate::commands::view::View;
use crate::session::Session;

impl SheetAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let no_clip = (session.playback.moment.is_none()).then_some("no clip is shown");
        let no_keys = session
            .character
            .keys
            .selected
            .is_empty()
            .then_some("no key is selected");
        // Only the sheet that is drawn takes what ends a drag or its list.
        let out_of_sight = || {
            let is_shown = session.character.sheet.is_shown;
            (!is_shown).then_some("the dope sheet is not in sight; Animate mode shows it")
        };
        match self {
            Self::MoveKeys
            | Self::ScaleKeys
            | Self::ScaleKeysFromFirst
            | Self::DuplicateKeys
            | Self::KeyModes => no_clip.or(no_keys).or_else(out_of_sight),
            Self::DeleteKeys
            | Self::CopyKeys
            | Self::CutKeys
            | Self::HoldKeys
            | Self::StraightKeys
            | Self::CubicKeys
            | Self::AutomaticTangents
            | Self::FlatTangents
            | Self::AlignedTangents
            | Self::FreeTangents
            | Self::FrameKeys => no_clip.or(no_keys),
            Self::SnapKeys => no_clip.or(no_keys).or_else(|| {
                let in_seconds = session.character.sheet.unit().rate().is_none();
                in_seconds.then_some("time is counted in seconds, not in frames")
            }),
            Self::PasteKeys | Self::PasteKeysMirrored => no_clip.or_else(|| {
                let is_empty = session.key_clipboard.is_empty();
                is_empty.then_some("no key was copied")
            }),
            Self::PasteKeysToSelected => no_clip.or_else(|| why_not_to_selected(session)),
            Self::SelectNoKeys => no_keys,
            Self::SelectAllKeys | Self::FrameAllKeys => no_clip,
            Self::ZoomCurvesIn | Self::ZoomCurvesOut => no_clip.or_else(|| {
                let are_shown = session.character.sheet.curves;
                (!are_shown).then_some("the timeline shows no curves")
            }),
            Self::TogglePingPong => {
                let clip = session.playback.moment.or(session.playback.left);
                clip.is_none().then_some("no clip is shown")
            }
            Self::ToggleRowsOfSelection | Self::ToggleCurves | Self::ToggleNormalized => None,
        }
    }

    /// Whether it does something to the selected keys.
    #[must_use]
    pub const fn needs_selected_keys(self) -> bool {
        matches!(
            self,
            Self::MoveKeys
                | Self::ScaleKeys
                | Self::ScaleKeysFromFirst
                | Self::DuplicateKeys
                | Self::KeyModes
                | Self::DeleteKeys
                | Self::CopyKeys
                | Self::CutKeys
                | Self::HoldKeys
                | Self::StraightKeys
                | Self::CubicKeys
                | Self::AutomaticTangents
                | Self::FlatTangents
                | Self::AlignedTangents
                | Self::FreeTangents
                | Self::FrameKeys
                | Self::SnapKeys
        )
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleRowsOfSelection => Some(session.character.sheet.only_selected),
            Self::ToggleCurves => Some(session.character.sheet.curves),
            Self::ToggleNormalized => Some(session.character.sheet.is_normalized),
            Self::TogglePingPong => Some(matches!(session.playback.repeat, Repeat::PingPong)),
            Self::MoveKeys
            | Self::ScaleKeys
            | Self::ScaleKeysFromFirst
            | Self::DuplicateKeys
            | Self::SnapKeys
            | Self::DeleteKeys
            | Self::CopyKeys
            | Self::CutKeys
            | Self::PasteKeys
            | Self::PasteKeysMirrored
            | Self::PasteKeysToSelected
            | Self::SelectAllKeys
            | Self::SelectNoKeys
            | Self::KeyModes
            | Self::HoldKeys
            | Self::StraightKeys
            | Self::CubicKeys
            | Self::AutomaticTangents
            | Self::FlatTangents
            | Self::AlignedTangents
            | Self::FreeTangents
            | Self::FrameKeys
            | Self::FrameAllKeys
            | Self::ZoomCurvesIn
            | Self::ZoomCurvesOut => None,
        }
    }
}

/// Why copied keys cannot go to the selected joint.
fn why_not_to_selected(session: &Session) -> Option<&'static str> {
    match session.key_clipboard.joint_count() {
        0 => Some("no key of a joint was copied"),
        1 if session.character.selection.active().is_none() => Some("no joint is selected"),
        1 => None,
        _ => Some("keys of several joints were copied; they go to joints of their names"),
    }
}
