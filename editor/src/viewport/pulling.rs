//! Pulling the skin: with the vertex tool, a drag with Ctrl held says where the selected vertices should go.

use eframe::egui::{CursorIcon, PointerButton, Rect, Response, Stroke, Ui, Vec2};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::painting::brush_work::Sample;
use session::state::weight_operations::weight_request::{PullDrag, RigCommand};

use crate::window_keys::escape::take_escape;

/// Handles the drag. Returns whether it has the pointer.
pub(super) fn on_pull_pointer(
    ui: &Ui,
    response: &Response,
    place: (Rect, usize, &View<'_>),
    sink: &mut Sink,
) -> bool {
    let (picture, pane, view) = place;
    let mut send = |command| sink.send(Intent::Rig(command));
    let Some(drag) = view.session.rigging.drag else {
        let begun = begin_drag(ui, response, place);
        if let Some(drag) = begun {
            send(RigCommand::Drag(Some(drag)));
        }
        return begun.is_some();
    };
    if drag.from.pane != pane {
        // The pane where the drag began may be gone.
        if !ui.input(|input| input.pointer.any_down()) {
            send(RigCommand::Drag(None));
        }
        return true;
    }
    ui.set_cursor_icon(CursorIcon::Grabbing);
    let now = response.interact_pointer_pos();
    let to = now.map_or(drag.to, |at| glam(at - picture.min));
    if ui.input_mut(take_escape) {
        send(RigCommand::Drag(None));
    } else if response.drag_stopped() {
        send(RigCommand::Dropped(PullDrag { to, ..drag }));
    } else if !response.dragged() {
        send(RigCommand::Drag(None));
    } else if to != drag.to {
        send(RigCommand::Drag(Some(PullDrag { to, ..drag })));
    }
    true
}

/// A drag that begins now.
fn begin_drag(
    ui: &Ui,
    response: &Response,
    (picture, pane, view): (Rect, usize, &View<'_>),
) -> Option<PullDrag> {
    let session = view.session;
    let (held, origin) = ui.input(|input| (input.modifiers, input.pointer.press_origin()));
    let is_meant = session.selects_vertices()
        && session.character.weights.vertices.is_mask()
        && held.command
        && !held.alt
        && response.drag_started_by(PointerButton::Primary);
    let from = origin.filter(|_| is_meant)? - picture.min;
    let to = response.interact_pointer_pos()? - picture.min;
    Some(PullDrag {
        from: Sample {
            pane,
            pixel: glam(from),
            viewport: glam(picture.size()),
            camera: session.camera_of(pane),
        },
        to: glam(to),
    })
}

/// Most vertices whose targets are drawn.
const MOST_TARGETS: usize = 4_000;
/// Radius of a target in points.
const TARGET: f32 = 2.5;

/// Draws the way over the picture of its pane, and where the selected vertices are to go.
pub(super) fn draw_pull(ui: &Ui, picture: Rect, pane: usize, view: &View<'_>) {
    let drag = view.session.rigging.drag;
    let Some(drag) = drag.filter(|drag| drag.from.pane == pane) else {
        return;
    };
    let [from, to] = [drag.from.pixel, drag.to].map(|at| picture.min + Vec2::new(at.x, at.y));
    let color = crate::theme::accent(ui.visuals());
    let painter = ui.painter_at(picture);
    let (camera, size) = (drag.from.camera, drag.from.viewport);
    let deformed = view.shown.deformed_panes().get(pane);
    let selected = view.session.character.weights.vertices.all();
    for place in selected.iter().take(MOST_TARGETS) {
        let primitive = deformed.and_then(|deformed| deformed.get(place.primitive));
        let position = primitive.and_then(|of| of.positions.get(place.vertex));
        if let Some(at) = position.and_then(|at| camera.pixel(*at, size)) {
            let target = picture.min + Vec2::new(at.x, at.y) + (to - from);
            painter.circle_stroke(target, TARGET, Stroke::new(1.5, color));
        }
    }
    painter.arrow(from, to - from, Stroke::new(1.5, color));
}

fn glam(vector: Vec2) -> glam::Vec2 {
    glam::Vec2::new(vector.x, vector.y)
}
