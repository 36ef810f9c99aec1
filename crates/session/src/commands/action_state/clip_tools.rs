//! When actions on the whole clip can be done.

use crate::commands::actions::ClipToolAction;
use crate::commands::view::View;

impl ClipToolAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let moment = view.session.playback.moment;
        let clip = moment.and_then(|moment| view.document.character.clip(moment.clip));
        match self {
            Self::MirrorClip | Self::CloseLoop | Self::WarpTime | Self::RootMotion => match clip {
                None => Some("no clip is shown"),
                Some(clip) => clip.is_empty().then_some("the clip has no keys"),
            },
        }
    }
}
