//! What the picture of a pane depends on: it is drawn anew when any of that changes.

use std::sync::Arc;

use scene::hidden::HiddenSurfaces;
use scene::view::camera::Camera;
use scene::view::ramps::Diverging;
use scene::view::shading::Shading;
use scene::view::weight_look::WeightLook;
use session::features::view::View;
use session::session::Switches;
use session::state::props::placed::PlacedProp;

use super::contact::contact_shown;
use super::is_ghost;
use super::marks::{MarksKey, marks_key};
use super::onion::{OnionKey, onion_key};
use super::pane_paint::PanePaint;

/// Everything that a picture depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PictureKey {
    size: [u32; 2],
    revision: u64,
    pub(super) marks: MarksKey,
    pub(super) paint: PanePaint,
    pub(super) onion: Option<OnionKey>,
    contact: Option<u64>,
    shading: Shading,
    shows_bones: bool,
    camera: Camera,
    switches: Switches,
    pinned_range: Option<f32>,
    is_ghost: bool,
    is_before_picture: bool,
    hidden_surfaces: Arc<HiddenSurfaces>,
    diverging: Diverging,
    pub(super) vertex_marks: u64,
    weights: WeightLook,
    bones_in_front: bool,
    pub(super) props: Vec<PlacedProp>,
}

impl PictureKey {
    /// What it depends on now.
    pub(super) fn of(pane: usize, size: [u32; 2], paint: PanePaint, view: &View<'_>) -> Self {
        Self {
            size,
            revision: view.shown.revision,
            marks: marks_key(view.session, view.shown),
            paint,
            onion: onion_key(view),
            contact: contact_shown(view),
            shading: view.session.shading,
            shows_bones: view.session.shows_bones(),
            camera: view.session.camera_of(pane),
            switches: view.session.switches,
            pinned_range: view.session.comparing.pinned_range,
            is_ghost: is_ghost(pane, view),
            is_before_picture: view.has_picture_behind(pane),
            hidden_surfaces: Arc::clone(&view.session.character.hidden_surfaces),
            diverging: view.session.settings.difference.colors(),
            vertex_marks: view.session.character.weights.vertices.changes(),
            weights: paint.weights(pane, view),
            bones_in_front: view.session.bones_in_front(),
            props: view.shown.props(pane, view.document, view.session),
        }
    }
}
