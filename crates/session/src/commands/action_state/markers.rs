//! When actions on markers can be done.

use crate::commands::actions::MarkerAction;
use crate::commands::view::View;
use crate::tools::markers::{marker_at, marker_beside};

impl MarkerAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let moment = view.session.playback.moment;
        let clip = moment.and_then(|moment| view.document.character.clip(moment.clip));
        let Some((clip, moment)) = clip.zip(moment) else {
            return Some("show a clip first, in the timeline");
        };
        let (markers, now) = (clip.markers(), moment.time);
        match self {
            Self::AddMarker => None,
            Self::RenameMarker | Self::DeleteMarker => {
                let is_here = marker_at(markers, now).is_some();
                (!is_here).then_some("there is no marker at the current time")
            }
            Self::PreviousMarker | Self::NextMarker => {
                let beside = marker_beside(markers, now, self == Self::NextMarker);
                beside.is_none().then_some("there is no other marker")
            }
        }
    }
}
