//! When the active pane can be shown otherwise, and how it is shown.

use scene::view::pane_shows::PaneShows;

use crate::commands::actions::PaneLookAction;
use crate::commands::view::View;
use crate::session::Session;

impl PaneLookAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::NextSigns | Self::Signs(_) => {
                let look = active(view.session).look;
                let has_signs = look.per_mesh || look.method.has_signs();
                (!has_signs).then_some("the method of the active pane has no signs to align")
            }
            Self::NextMethod
            | Self::PreviousMethod
            | Self::Method(_)
            | Self::PerMesh
            | Self::NextNormals
            | Self::Normals(_) => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        let shows = active(session);
        match self {
            Self::Method(name) => Some(shows.look.name() == name),
            Self::PerMesh => Some(shows.look.per_mesh),
            Self::Signs(signs) => Some(shows.look.signs == signs),
            Self::Normals(normals) => Some(shows.normals == normals),
            Self::NextMethod | Self::PreviousMethod | Self::NextSigns | Self::NextNormals => None,
        }
    }
}

fn active(session: &Session) -> PaneShows {
    let comparing = &session.comparing;
    let shows = comparing.panes.get(comparing.active);
    shows.copied().unwrap_or_default()
}
