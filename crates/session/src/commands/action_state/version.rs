//! When versions of the weights can be shown, kept and forgotten.

use scene::view::pane_shows::PaneWeights;

use crate::commands::actions::VersionAction;
use crate::commands::view::View;
use crate::document::versions::MOST_KEPT;
use crate::session::Session;

impl VersionAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let versions = &view.session.character.versions;
        if view.is_empty() {
            return Some("nothing is open");
        }
        match self {
            Self::CompareEngine | Self::CompareOpened | Self::NextWeights => None,
            Self::CompareFile => {
                let is_busy = view.session.file_dialogs.version.busy.is_some();
                is_busy.then_some("a file is being read")
            }
            Self::CompareBeforeChange => {
                let change = view.history.last_change(view.document);
                change
                    .is_none()
                    .then_some("no step has changed the weights")
            }
            Self::KeepWeights => {
                (versions.staying() >= MOST_KEPT).then_some("twenty are kept; forget one first")
            }
            Self::CompareKept => versions.last_kept().is_none().then_some("none are kept"),
            Self::CompareBaked => match versions.baked() {
                None => Some("nothing is baked: Bake to linear blending comes first"),
                Some(baked) if baked.fits(view.document) => None,
                Some(_) if self.checked(view.session) == Some(true) => None,
                Some(_) => Some("skeleton or mesh were edited after the bake"),
            },
            Self::ForgetWeights => {
                let is_kept = matches!(active(view.session), PaneWeights::Kept(_));
                (!is_kept).then_some("the active pane shows no kept weights")
            }
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::CompareEngine => Some(session.comparing.compares_engine()),
            Self::CompareOpened => Some(session.comparing.compares_weights(PaneWeights::Opened)),
            Self::CompareBaked => Some(session.comparing.compares_weights(PaneWeights::Baked)),
            Self::CompareBeforeChange
            | Self::KeepWeights
            | Self::CompareKept
            | Self::CompareFile
            | Self::NextWeights
            | Self::ForgetWeights => None,
        }
    }
}

/// The version that the active pane shows.
fn active(session: &Session) -> PaneWeights {
    let comparing = &session.comparing;
    let shows = comparing.panes.get(comparing.active);
    shows.map_or(PaneWeights::Current, |shows| shows.weights)
}
