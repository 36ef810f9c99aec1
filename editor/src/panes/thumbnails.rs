//! Small pictures for panels: poses of the library, and places of a report.

use std::sync::Arc;

use eframe::egui;
use eframe::egui::TextureId;
use scene::same_surface::has_same_surface;
use session::features::view::View;
use session::state::judging::Findings;
use session::state::pose_library::Entry;

use super::{Panes, theme};
use crate::panes::picture_queue::Studio;
use crate::panes::place_pictures::PlaceSubject;
use crate::panes::pose_thumbnails::{ThumbnailAsked, ThumbnailOf, ThumbnailPose, ThumbnailSubject};

impl Panes {
    /// A failure of background work since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        let studio = self.studio.as_mut()?;
        let of_poses = studio.thumbnails.take_fault();
        of_poses.or_else(|| studio.place_pictures.take_fault())
    }

    /// The picture of the open character in a pose of the library; `None` while it is not drawn yet, or cannot be.
    pub fn thumbnail(
        &mut self,
        entry: &Entry,
        view: &View<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        let asked = ThumbnailAsked {
            of: ThumbnailOf::Pose(entry.path.clone()),
            revision: entry.revision,
            pose: entry.preset.clone().map(ThumbnailPose::Preset),
        };
        self.pose_picture(asked, view, ctx)
    }

    /// The picture of the open character in a pose that is asked for; `None` as for [`thumbnail`](Self::thumbnail).
    pub fn pose_picture(
        &mut self,
        asked: ThumbnailAsked,
        view: &View<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        let studio = self.studio.as_mut()?;
        studio.bring_up_to_date(view).ok()?;
        let first = view.session.comparing.panes.first().copied();
        let subject = ThumbnailSubject {
            document: view.document,
            rest_bounds: &view.shown.rest_bounds,
            shows: first.unwrap_or_default(),
            theme: theme(view.session),
            is_at_work: is_at_work(view),
        };
        let machine = Studio {
            state: &studio.state,
            renderer: &studio.renderer,
            drawable: studio.drawable.as_ref()?,
            spawner: view.spawner,
        };
        studio.thumbnails.picture(asked, &subject, machine, ctx)
    }

    /// The picture of a place, by check and place, in its pose and by its method; `None` while it is not drawn yet, or cannot be, as
    /// where the character has another surface since it was judged.
    pub fn place_picture(
        &mut self,
        found: &Arc<Findings>,
        place: [usize; 2],
        view: &View<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        let studio = self.studio.as_mut()?;
        if !has_same_surface(&found.of, &view.document.character) {
            return None;
        }
        studio.bring_up_to_date(view).ok()?;
        let subject = PlaceSubject {
            found,
            place,
            surface: view.shown.surface(),
            size: view.shown.rest_bounds.radius(),
            theme: theme(view.session),
            is_at_work: is_at_work(view),
        };
        let machine = Studio {
            state: &studio.state,
            renderer: &studio.renderer,
            drawable: studio.drawable.as_ref()?,
            spawner: view.spawner,
        };
        studio.place_pictures.picture(&subject, machine, ctx)
    }
}

/// Whether a gesture is in progress, which pictures are not to slow down.
fn is_at_work(view: &View<'_>) -> bool {
    view.session.painting.stroke.is_some() || view.history.is_in_gesture()
}
