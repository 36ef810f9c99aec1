//! Dragging of hands and feet in the panes, with inverse kinematics.

use eframe::egui::{
    Color32, CursorIcon, Painter, PointerButton, Pos2, Rect, Response, Shape, Stroke, Ui, Vec2,
};
use rig::{JointIndex, Limb};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::gizmo::tool::Tool;
use session::state::posing::limb::{LimbEvent, Pointer};

use super::picking::joint_at;
use super::{Tile, glam};
use crate::window_keys::escape::take_escape;

/// Color of the limb under the pointer or in use; no axis has it.
const MEANT: Color32 = Color32::from_rgb(255, 226, 92);

/// Begins the drag of a limb at a press; returns whether the limb has the pointer.
pub(super) fn on_limb_pointer(
    ui: &Ui,
    response: &Response,
    (picture, pane, view): (Rect, usize, &View<'_>),
    sink: &mut Sink,
) -> bool {
    let (origin, alt) = ui.input(|input| (input.pointer.press_origin(), input.modifiers.alt));
    let origin = origin.filter(|_| response.drag_started_by(PointerButton::Primary));
    let Some(origin) = origin.filter(|_| !alt && is_in_use(view)) else {
        return false;
    };
    let place = (glam(origin - picture.min), glam(picture.size()));
    let found = joint_at(place.0, place.1, pane, view);
    let Some(joint) = found.filter(|&joint| limb_of(joint, view).is_some()) else {
        return false;
    };
    let pointer = Pointer {
        moves_pole: false,
        ..pointer(ui, origin, (picture, pane), view)
    };
    sink.send(Input::Limb(LimbEvent::Take(joint, pane, pointer)));
    true
}

/// Whether dragging a joint drags its limb.
fn is_in_use(view: &View<'_>) -> bool {
    let session = view.session;
    session.tool == Tool::Limb && session.mode.poses() && session.shows_bones() && !view.is_empty()
}

/// Follows the pointer while a limb is dragged, also outside the pane.
pub(super) fn follow_limb(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let mut send = |event| sink.send(Input::Limb(event));
    let Some(drag) = &view.session.limb else {
        return;
    };
    let (at, is_down) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.latest_pos(), pointer.primary_down())
    });
    if drag.is_at_work() {
        if ui.input_mut(take_escape) {
            send(LimbEvent::Cancel);
            return;
        }
        ui.set_cursor_icon(CursorIcon::Grabbing);
        let tile = tiles.iter().find(|tile| tile.pane == drag.pane);
        let tile = tile.filter(|tile| tile.picture.is_positive());
        if let Some((tile, at)) = tile.zip(at) {
            let pointer = pointer(ui, at, (tile.picture, tile.pane), view);
            if pointer != drag.last {
                send(LimbEvent::Follow(pointer));
            }
        }
    }
    if !is_down {
        send(LimbEvent::Release);
    }
}

fn pointer(ui: &Ui, at: Pos2, (picture, pane): (Rect, usize), view: &View<'_>) -> Pointer {
    Pointer {
        pixel: glam(at - picture.min),
        viewport: glam(picture.size()),
        camera: view.session.camera_of(pane),
        moves_pole: ui.input(|input| input.modifiers.shift),
    }
}

fn limb_of(joint: JointIndex, view: &View<'_>) -> Option<Limb> {
    Limb::find_for_drag(&view.document.character.rig.skeleton, joint)
}

/// Draws the limb that is dragged, or would be.
pub(super) fn draw_limb(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let session = view.session;
    let dragged = session.limb.as_ref().filter(|drag| drag.is_at_work());
    let waiting = || {
        let joint = session
            .character
            .hovered
            .or(session.character.selection.active());
        limb_of(joint.filter(|_| is_in_use(view))?, view)
    };
    let Some(limb) = dragged.map(|drag| drag.limb).or_else(waiting) else {
        return;
    };
    let pixel = |at: glam::Vec3| {
        let at = session.camera_of(pane).pixel(at, glam(picture.size()))?;
        Some(picture.min + Vec2::new(at.x, at.y))
    };
    let frames = view.shown.frames(pane);
    let place = |joint: JointIndex| pixel(frames.get(joint.index())?.translation.into());
    let places = [limb.root, limb.middle, limb.end].map(place);
    let [Some(root), Some(middle), Some(end)] = places else {
        return;
    };
    let pole = dragged.and_then(|drag| drag.pole).and_then(pixel);
    let shade = Stroke::new(4.5, Color32::from_black_alpha(150));
    // A dark line under the bright one: it is seen on every surface.
    for stroke in [shade, Stroke::new(2.0, MEANT)] {
        painter.add(Shape::line(vec![root, middle, end], stroke));
        painter.circle_stroke(end, 8.0, stroke);
        if let Some(pole) = pole {
            let thin = Stroke::new(0.5 * stroke.width, stroke.color);
            painter.line_segment([middle, pole], thin);
            painter.circle_stroke(pole, 5.0, stroke);
        }
    }
}
