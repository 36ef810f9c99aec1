//! Markers of a ready skeleton over the pictures, and the bones that follow from them.

use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Painter, Pos2, Rect, Response, Role, Sense, Stroke, Ui,
    Vec2, WidgetInfo,
};
use glam::Vec3;
use rig::{FittedJoint, Marker, MarkerSide};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::comparing::PANES;
use session::state::fitting::{FitEvent, Fitting, Sureness};
use session::state::posing::limb::Pointer;

use super::plate::label;
use super::{Tile, glam};
use crate::theme::sureness_color;

/// Radius of a ring, and of one at a finger.
const RING: f32 = 7.0;
const SMALL_RING: f32 = 4.5;
/// Half the side of the square that takes the pointer.
const REACH: f32 = 9.0;
/// Colors of a ring under the pointer, and of the bones that follow from the markers.
const MEANT: Color32 = Color32::from_rgb(255, 226, 92);
const BONE: Color32 = Color32::from_rgb(120, 205, 255);

/// Draws the bones to be and the markers, and lets markers be dragged.
pub(super) fn markers(ui: &Ui, tile: &Tile, view: &View<'_>, sink: &mut Sink) {
    let Some(fitting) = view.session.fitting() else {
        return;
    };
    let painter = ui.painter_at(tile.seen);
    if let Ok(joints) = fitting.joints() {
        for joint in &joints {
            draw_bone(&painter, tile, joint, view);
        }
    }
    let size = glam(tile.picture.size());
    let forward = view.session.camera.ray(0.5 * size, size).direction;
    let mut markers: Vec<_> = fitting.markers().collect();
    // The nearest one last: of rings over each other the pointer takes that.
    markers.sort_by(|(.., one), (.., other)| other.dot(forward).total_cmp(&one.dot(forward)));
    for (index, marker, place) in markers {
        let Some(at) = pixel(place, tile, view) else {
            continue;
        };
        if let Some(response) = ring(ui, tile, index, marker, at) {
            drag(ui, &response, tile, index, at, view, sink);
            let sureness = fitting.sureness(index).unwrap_or(Sureness::Guess);
            let color = sureness_color(sureness);
            draw(&painter, marker, at, color, &response, fitting);
        }
    }
}

/// The widget of a marker; none for one that is outside the picture and not being dragged.
fn ring(ui: &Ui, tile: &Tile, index: usize, marker: &Marker, at: Pos2) -> Option<Response> {
    let id = ui.scope_id().with(("marker", tile.pane, index));
    let square = Rect::from_center_size(at, Vec2::splat(2.0 * REACH));
    let seen = square.intersect(tile.seen);
    let is_dragged = ui.ctx().is_being_dragged(id);
    if !seen.is_positive() && !is_dragged {
        return None;
    }
    // Alt turns the camera, wherever the pointer is.
    let sense = if ui.input(|input| input.modifiers.alt) && !is_dragged {
        Sense::hover()
    } else {
        Sense::drag()
    };
    let response = ui.interact(if is_dragged { square } else { seen }, id, sense);
    let pane = PANES.get(tile.pane).copied().unwrap_or_default();
    let name = format!("{} marker {pane}", marker.label());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    Some(response)
}

/// Sends where a marker is dragged to. It keeps its distance from the pointer.
fn drag(
    ui: &Ui,
    response: &Response,
    tile: &Tile,
    marker: usize,
    at: Pos2,
    view: &View<'_>,
    sink: &mut Sink,
) {
    if response.dragged() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    } else if response.hovered() {
        ui.set_cursor_icon(CursorIcon::Grab);
    }
    let Some(pointer) = response.interact_pointer_pos() else {
        return;
    };
    let grip = response.id.with("grip");
    if response.drag_started() {
        let origin = ui.input(|input| input.pointer.press_origin());
        ui.data_mut(|data| data.insert_temp(grip, at - origin.unwrap_or(pointer)));
    }
    if !response.dragged() || response.drag_delta() == Vec2::ZERO {
        return;
    }
    let grip = ui.data(|data| data.get_temp::<Vec2>(grip));
    let to = pointer + grip.unwrap_or_default();
    let pointer = Pointer {
        pixel: glam(to - tile.picture.min),
        viewport: glam(tile.picture.size()),
        camera: view.session.camera,
        moves_pole: false,
    };
    sink.send(Input::Fit(FitEvent::Follow {
        marker,
        pane: tile.pane,
        pointer,
        at: glam(to.to_vec2()),
    }));
}

fn draw(
    painter: &Painter,
    marker: &Marker,
    at: Pos2,
    color: Color32,
    response: &Response,
    fitting: &Fitting,
) {
    let is_meant = response.hovered() || response.dragged();
    let is_of_finger = marker.name.ends_with(" tip") || marker.name.ends_with(" knuckle");
    let is_tip = is_of_finger && marker.side != MarkerSide::Middle;
    let follows = fitting.mirrors && marker.side == MarkerSide::Right;
    let radius = if is_tip { SMALL_RING } else { RING };
    let color = match (is_meant, follows) {
        (true, _) => MEANT,
        (false, true) => color.gamma_multiply(0.55),
        (false, false) => color,
    };
    painter.circle_stroke(at, radius, Stroke::new(4.0, Color32::from_black_alpha(130)));
    painter.circle_stroke(at, radius, Stroke::new(2.0, color));
    if is_meant {
        let beside = at + Vec2::new(14.0, -8.0);
        label(painter, beside, Align2::LEFT_BOTTOM, &marker.label());
    } else if !is_tip && !follows {
        name(painter, at + Vec2::new(radius + 5.0, 0.0), marker.name);
    }
}

/// A name without a plate: there are many, and they must not cover the figure.
fn name(painter: &Painter, at: Pos2, text: &str) {
    let font = FontId::proportional(11.5);
    let (anchor, shade) = (Align2::LEFT_CENTER, Color32::from_black_alpha(170));
    for side in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        painter.text(at + Vec2::from(side), anchor, text, font.clone(), shade);
    }
    painter.text(at, anchor, text, font, Color32::from_gray(245));
}

fn draw_bone(painter: &Painter, tile: &Tile, joint: &FittedJoint, view: &View<'_>) {
    let head = pixel(joint.model_from_joint.translation, tile, view);
    let (Some(head), Some(tail)) = (head, pixel(joint.tail, tile, view)) else {
        return;
    };
    let shade = Stroke::new(4.0, Color32::from_black_alpha(110));
    painter.line_segment([head, tail], shade);
    painter.line_segment([head, tail], Stroke::new(2.0, BONE));
    painter.circle_filled(head, 3.5, Color32::from_black_alpha(150));
    painter.circle_filled(head, 2.5, BONE);
}

fn pixel(place: Vec3, tile: &Tile, view: &View<'_>) -> Option<Pos2> {
    let at = view
        .session
        .camera
        .pixel(place, glam(tile.picture.size()))?;
    Some(tile.picture.min + Vec2::new(at.x, at.y))
}
