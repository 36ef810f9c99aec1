//! When actions on onion skins and motion trails can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::MotionAction;
use crate::commands::command::Panel;
use crate::commands::view::View;
use crate::session::Session;

impl MotionAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        // Switching off is always possible.
        let shows = session.motion;
        match self {
            Self::ToggleOnionSkins if shows.onion => None,
            Self::ToggleMotionTrails if shows.trails => None,
            Self::ToggleOnionSkins | Self::ToggleMotionTrails => no_motion(view),
            Self::OnionSkinOptions => None,
            Self::KeepMotionTrails => nothing_selected(session),
            Self::ForgetMotionTrails => {
                let is_empty = session.character.trails_kept.is_empty();
                is_empty.then_some("no trail is kept")
            }
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleOnionSkins => Some(session.motion.onion),
            Self::OnionSkinOptions => Some(session.is_open(Panel::OnionSkins)),
            Self::ToggleMotionTrails => Some(session.motion.trails),
            Self::KeepMotionTrails => Some(session.keeps_trails_of_selected()),
            Self::ForgetMotionTrails => None,
        }
    }
}

/// Why nothing would be shown of other times.
fn no_motion(view: &View<'_>) -> Option<&'static str> {
    let session = view.session;
    if view.document.character.clips.is_empty() {
        Some("there are no clips")
    } else if !session.mode.poses() {
        Some("they are shown in Pose and Animate mode")
    } else if session.playback.moment.is_none() {
        Some("show a clip first, in the timeline")
    } else {
        None
    }
}
