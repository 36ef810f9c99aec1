//! A ring around a selected joint whose bones are too short on the screen to show the selection.

use eframe::egui::{Color32, Painter, Rect, Stroke, Vec2};
use glam::Affine3A;
use rig::JointIndex;
use session::features::view::View;

use crate::panes::theme;

/// Length in points from which a bone shows the selection itself.
const SEEN: f32 = 26.0;
/// Radius of the ring in points.
const RING: f32 = 7.0;
/// Where more joints are selected, only the active one gets a ring: their bones have the color of the selection.
const MOST: usize = 6;

/// Draws the ring around every such joint that the pane shows.
pub(super) fn mark_selected(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let session = view.session;
    if !session.shows_bones() {
        return;
    }
    let size = glam::Vec2::new(picture.width(), picture.height());
    let (frames, camera) = (view.shown.frames(pane), session.camera_of(pane));
    let pixel = |joint: JointIndex| {
        let frame: &Affine3A = frames.get(joint.index())?;
        camera.pixel(frame.translation.into(), size)
    };
    let [red, green, blue] = theme(session).bone_selected;
    let color = Color32::from_rgb(red, green, blue);
    let skeleton = &view.document.character.rig.skeleton;
    let selection = &session.character.selection;
    let is_marked = |joint: &JointIndex| {
        let is_few = selection.joints().len() <= MOST || selection.active() == Some(*joint);
        is_few
            && !session.character.hidden.contains(joint)
            && session.character.facts.is_drawn(*joint)
    };
    for &joint in selection.joints().iter().filter(|joint| is_marked(joint)) {
        let Some(place) = pixel(joint) else { continue };
        let lengths = skeleton.children(joint).filter_map(pixel);
        let longest = lengths
            .map(|child| child.distance(place))
            .fold(0.0, f32::max);
        if longest < SEEN {
            let center = picture.min + Vec2::new(place.x, place.y);
            let shade = Stroke::new(4.5, Color32::from_black_alpha(150));
            painter.circle_stroke(center, RING, shade);
            painter.circle_stroke(center, RING, Stroke::new(2.0, color));
        }
    }
}
