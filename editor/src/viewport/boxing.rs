//! Box selection: a box drawn in a pane selects the joints or the vertices in it.

use eframe::egui;
use eframe::egui::{CursorIcon, PointerButton, Rect, Response, Stroke, Ui};
use glam::Vec2;
use rig::JointIndex;
use scene::vertex_facts::VertexPlace;
use session::commands::command::{Command, Intent, Sink};
use session::features::view::View;
use session::state::selection::{Boxing, Choose};
use session::state::weight_table::command::WeightCommand;

use super::brush;
use crate::window_keys::escape::take_escape;

/// Handles the drag of a box: with Ctrl, or the next one after its action. Returns whether the box has the pointer.
pub(super) fn on_box_pointer(
    ui: &Ui,
    response: &Response,
    place: (Rect, usize, &View<'_>),
    sink: &mut Sink,
) -> bool {
    let (picture, pane, view) = place;
    let escaped = || ui.input_mut(take_escape);
    match view.session.character.boxing {
        None => begin(ui, response, place, sink),
        Some(Boxing::Armed) => {
            if response.hovered() {
                ui.set_cursor_icon(CursorIcon::Crosshair);
            }
            let _begun = begin(ui, response, place, sink);
            if escaped() || response.clicked() {
                sink.send(Intent::Box(None));
            }
            true
        }
        // Another pane draws this box; it ends from here if that pane misses the release.
        Some(Boxing::Drawn { pane: other, .. }) if other != pane => {
            let lasts = ui.input(|input| input.pointer.any_down());
            if !lasts {
                sink.send(Intent::Box(None));
            }
            true
        }
        Some(Boxing::Drawn { from, to, .. }) => {
            if escaped() {
                sink.send(Intent::Box(Some(Boxing::GivenUp)));
                return true;
            }
            let now = response
                .interact_pointer_pos()
                .map_or(to, |at| glam(at - picture.min));
            if response.drag_stopped() {
                let adds = ui.input(|input| input.modifiers.shift);
                let choose = if adds { Choose::Add } else { Choose::Alone };
                sink.send(if view.session.selects_vertices() {
                    let places = vertices_inside(from, now, place);
                    Command::Intent(Intent::Weights(WeightCommand::SelectVertices(
                        places, choose,
                    )))
                } else {
                    Command::Intent(Intent::SelectAll(inside(from, now, place), choose))
                });
                sink.send(Intent::Box(None));
            } else if !response.dragged() {
                sink.send(Intent::Box(None));
            } else if now != to {
                let drawn = Boxing::Drawn {
                    pane,
                    from,
                    to: now,
                };
                sink.send(Intent::Box(Some(drawn)));
            }
            true
        }
        Some(Boxing::GivenUp) => {
            if !ui.input(|input| input.pointer.any_down()) {
                sink.send(Intent::Box(None));
            }
            true
        }
    }
}

/// Begins a box where the button went down.
fn begin(
    ui: &Ui,
    response: &Response,
    (picture, pane, view): (Rect, usize, &View<'_>),
    sink: &mut Sink,
) -> bool {
    let (held, origin) = ui.input(|input| (input.modifiers, input.pointer.press_origin()));
    let by_key = held.command && !held.alt && !brush::is_in_use(view);
    let by_tool = view.session.selects_vertices() && !held.alt;
    let is_asked = view.session.character.boxing == Some(Boxing::Armed) || by_key || by_tool;
    if !is_asked || view.is_empty() || !response.drag_started_by(PointerButton::Primary) {
        return false;
    }
    let (Some(origin), Some(now)) = (origin, response.interact_pointer_pos()) else {
        return false;
    };
    sink.send(Intent::Box(Some(Boxing::Drawn {
        pane,
        from: glam(origin - picture.min),
        to: glam(now - picture.min),
    })));
    true
}

/// Joints in the box that the pane shows.
fn inside(
    from: Vec2,
    to: Vec2,
    (picture, pane, view): (Rect, usize, &View<'_>),
) -> Vec<JointIndex> {
    let session = view.session;
    let size = glam(picture.size());
    let (low, high) = (from.min(to), from.max(to));
    let joints = view.document.character.rig.skeleton.joints();
    joints
        .zip(view.shown.frames(pane))
        .filter(|(joint, _)| {
            session.character.facts.is_drawn(*joint) && !session.character.hidden.contains(joint)
        })
        .filter_map(|(joint, frame)| {
            let at = session
                .camera_of(pane)
                .pixel(frame.translation.into(), size)?;
            (at.cmpge(low).all() && at.cmple(high).all()).then_some(joint)
        })
        .collect()
}

/// Vertices in the box on the visible side of the surface.
fn vertices_inside(
    from: Vec2,
    to: Vec2,
    (picture, pane, view): (Rect, usize, &View<'_>),
) -> Vec<VertexPlace> {
    let camera = view.session.camera_of(pane);
    let size = glam(picture.size());
    let (low, high) = (from.min(to), from.max(to));
    let Some(deformed) = view.shown.deformed_panes().get(pane) else {
        return Vec::new();
    };
    let mut inside = Vec::new();
    let hidden = &view.session.character.hidden_surfaces;
    let shown = deformed.iter().enumerate();
    for (primitive, found) in shown.filter(|(primitive, _)| !hidden.has_primitive(*primitive)) {
        for (vertex, &position) in found.positions.iter().enumerate() {
            let normal = found.normals.get(vertex).copied().unwrap_or_default();
            // Facing decides, not what lies in front: that would cost a ray for each vertex.
            let is_turned_away = normal.dot(camera.eye() - position) < 0.0;
            let is_seen = !is_turned_away && !hidden.has_vertex(primitive, vertex);
            let at = camera.pixel(position, size).filter(|_| is_seen);
            if at.is_some_and(|at| at.cmpge(low).all() && at.cmple(high).all()) {
                inside.push(VertexPlace { primitive, vertex });
            }
        }
    }
    inside
}

/// Draws the box over the picture of its pane.
pub(super) fn draw_box(ui: &Ui, picture: Rect, pane: usize, view: &View<'_>) {
    let Some(Boxing::Drawn {
        pane: drawn_in,
        from,
        to,
    }) = view.session.character.boxing
    else {
        return;
    };
    if drawn_in == pane {
        let [from, to] = [from, to].map(|at| picture.min + egui::Vec2::new(at.x, at.y));
        let drawn = Rect::from_two_pos(from, to);
        let color = crate::theme::accent(ui.visuals());
        let painter = ui.painter_at(picture);
        painter.rect_filled(drawn, 0.0, color.gamma_multiply(0.14));
        let stroke = Stroke::new(1.0, color);
        painter.rect_stroke(drawn, 0.0, stroke, egui::StrokeKind::Inside);
    }
}

fn glam(vector: egui::Vec2) -> Vec2 {
    Vec2::new(vector.x, vector.y)
}
