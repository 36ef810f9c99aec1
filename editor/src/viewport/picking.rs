//! Picking in a pane: a bone, or behind the bones a vertex of the surface.

use eframe::egui::{
    Align2, Color32, CursorIcon, Key, Painter, Pos2, Rect, Response, Stroke, Ui, Vec2,
};
use glam::Vec3;
use rig::JointIndex;
use scene::names::joint_name;
use scene::view::camera::Camera;
use session::commands::command::{Input, Intent, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::state::selection::{Choose, HoveredIn};
use session::state::skeleton::new_joint::NewJoint;
use session::state::viewport::pointing::{Aim, Pick, Pointed};

use super::Tile;
use super::covered::is_covered;
use super::plate::label;

/// Largest distance from the pointer to a bone that is picked, in points.
const REACH: f32 = 10.0;
/// Points by which a joint's ball counts as closer than a bone's line.
const BALL_BONUS: f32 = 4.0;

/// Marks what is under the pointer; a click selects it.
pub(super) fn pick(ui: &Ui, response: &Response, tile: &Tile, view: &View<'_>, sink: &mut Sink) {
    let (picture, pane) = (tile.picture, tile.pane);
    let idle = ui.input(|input| !input.pointer.any_down());
    let clicked_at = response
        .clicked()
        .then(|| response.interact_pointer_pos())
        .flatten();
    let pointer = response.hover_pos().or(clicked_at);
    let Some(pointer) = pointer.filter(|_| idle && !view.is_empty()) else {
        point_at(None, pane, view, sink);
        hover(None, pane, view, sink);
        return;
    };
    let pixel = glam(pointer - picture.min);
    let size = glam(picture.size());
    let placing = view.session.character.skeleton.placing;
    let bones = view.session.shows_bones() && !placing;
    let joint = bones.then(|| joint_at(pixel, size, pane, view)).flatten();
    hover(joint, pane, view, sink);
    let aim = aim_at(tile, pointer, view);
    // Also where no card tells it: a key pins the vertex.
    let asks = placing || joint.is_none();
    let asks = asks && !is_covered(ui, pointer, view);
    point_at(asks.then_some(aim), pane, view, sink);
    if response.clicked() {
        click(ui, aim, joint, view, sink);
    }
    if placing {
        ui.set_cursor_icon(CursorIcon::Crosshair);
        let beside = pointer + Vec2::new(14.0, -8.0);
        let text = placing_text(view);
        label(&ui.painter_at(picture), beside, Align2::LEFT_BOTTOM, &text);
    }
    let picks_donor = view.session.picks_donor();
    if picks_donor && joint.is_none() {
        ui.set_cursor_icon(CursorIcon::Crosshair);
        let beside = pointer + Vec2::new(14.0, -8.0);
        let text = "Take weight from: click a bone or the surface";
        label(&ui.painter_at(picture), beside, Align2::LEFT_BOTTOM, text);
    }
    if let Some(joint) = joint {
        ui.set_cursor_icon(CursorIcon::PointingHand);
        let name = joint_name(&view.document.character.rig.skeleton, joint);
        let text = if picks_donor {
            format!("Take weight from {name}")
        } else {
            name
        };
        let beside = pointer + Vec2::new(14.0, -8.0);
        label(&ui.painter_at(picture), beside, Align2::LEFT_BOTTOM, &text);
    }
}

/// A click selects the bone that was found or, without one, picks on the surface; Shift adds to the selection, Alt pins
/// the vertex there.
fn click(ui: &Ui, aim: Aim, joint: Option<JointIndex>, view: &View<'_>, sink: &mut Sink) {
    let (pins, adds) = ui.input(|input| (input.modifiers.alt, input.modifiers.shift));
    let choose = if adds { Choose::Toggle } else { Choose::Alone };
    let of_surface = picks_of_surface(ui, view);
    match joint {
        Some(joint) if view.session.picks_donor() => {
            sink.send(Intent::SelectAll(vec![joint], Choose::Alone));
        }
        None if view.session.picks_donor() => {
            sink.send(Intent::Pick(aim, Pick::Joint(Choose::Alone)));
        }
        _ if view.session.selects_vertices() && !pins && !of_surface => {
            sink.send(Intent::Pick(aim, Pick::Select(choose)));
        }
        _ if of_surface => sink.send(Intent::Pick(aim, Pick::Joint(Choose::Alone))),
        _ if view.session.character.skeleton.placing => sink.send(Intent::Pick(aim, Pick::Middle)),
        _ if pins => sink.send(Intent::Pick(aim, Pick::Vertex)),
        None => sink.send(Intent::Pick(aim, Pick::Joint(choose))),
        Some(_) if !adds && view.session.character.selection.joints() == joint.as_slice() => {}
        Some(joint) => sink.send(Intent::SelectAll(vec![joint], choose)),
    }
}

/// In weights mode, a click with S held picks on the surface even where a bone is in front.
pub(super) fn picks_of_surface(ui: &Ui, view: &View<'_>) -> bool {
    let held = ui.input(|input| input.key_down(Key::S) && input.modifiers.is_none());
    held && view.session.mode == Mode::Weights && !view.session.takes_keys()
}

/// Reports the hovered joint; a pane without one clears only what it reported itself.
pub(super) fn hover(joint: Option<JointIndex>, pane: usize, view: &View<'_>, sink: &mut Sink) {
    let place = HoveredIn::Pane(pane);
    let (before, before_in) = (view.session.character.hovered, view.session.hovered_in);
    let is_news = match joint {
        Some(_) => before != joint || before_in != Some(place),
        None => before_in == Some(place),
    };
    if is_news {
        sink.send(Input::Hover(joint, place));
    }
}

/// What a click does while a joint is being placed.
fn placing_text(view: &View<'_>) -> String {
    let skeleton = &view.document.character.rig.skeleton;
    let parent = view.session.character.selection.active();
    parent.map_or_else(
        || "Add joint: click on the character".to_owned(),
        |parent| format!("New joint under {}", joint_name(skeleton, parent)),
    )
}

/// The pane, ray and place at which the pointer aims, to find the vertex there.
pub(super) fn aim_at(tile: &Tile, pointer: Pos2, view: &View<'_>) -> Aim {
    let pixel = glam(pointer - tile.picture.min);
    let size = glam(tile.picture.size());
    Aim {
        pane: tile.pane,
        ray: view.session.camera_of(tile.pane).ray(pixel, size),
        at: glam(pointer.to_vec2()),
        near: None,
    }
}

/// Reports the aim; a pane without one clears only what it reported itself.
pub(super) fn point_at(aim: Option<Aim>, pane: usize, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.character.pointing.aim;
    let concerns_pane = aim.is_some() || before.is_some_and(|before| before.pane == pane);
    if concerns_pane && before != aim {
        sink.send(Input::PointAt(aim));
    }
}

/// The joint whose bone is under a click, if bones are drawn.
pub(super) fn bone_at(response: &Response, tile: &Tile, view: &View<'_>) -> Option<JointIndex> {
    let at = response.interact_pointer_pos().or(response.hover_pos())?;
    let pixel = glam(at - tile.picture.min);
    let size = glam(tile.picture.size());
    let bones = view.session.shows_bones();
    bones
        .then(|| joint_at(pixel, size, tile.pane, view))
        .flatten()
}

/// The joint whose ball or bone is closest to a pixel, within reach. A bone belongs to the joint at its head.
pub(super) fn joint_at(
    pixel: glam::Vec2,
    viewport: glam::Vec2,
    pane: usize,
    view: &View<'_>,
) -> Option<JointIndex> {
    let skeleton = &view.document.character.rig.skeleton;
    let (frames, camera) = (view.shown.frames(pane), view.session.camera_of(pane));
    let place = |joint: JointIndex| {
        let frame = frames.get(joint.index())?;
        camera.pixel(frame.translation.into(), viewport)
    };
    let mut nearest: Option<(f32, JointIndex)> = None;
    let mut offer = |distance: f32, joint: JointIndex| {
        if distance < REACH && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, joint));
        }
    };
    let is_drawn = |joint: &JointIndex| {
        view.session.character.facts.is_drawn(*joint)
            && !view.session.character.hidden.contains(joint)
    };
    for joint in skeleton.joints().filter(is_drawn) {
        let Some(here) = place(joint) else {
            continue;
        };
        offer(here.distance(pixel) - BALL_BONUS, joint);
        let parent = skeleton.parent(joint).filter(is_drawn);
        if let Some((parent, head)) = parent.and_then(|parent| Some((parent, place(parent)?))) {
            offer(distance_to_segment(pixel, head, here), parent);
        }
    }
    nearest.map(|(_, joint)| joint)
}

fn distance_to_segment(point: glam::Vec2, from: glam::Vec2, to: glam::Vec2) -> f32 {
    let along = to - from;
    // A bone that points at the eye is a single pixel: the bound avoids 0 / 0.
    let share =
        ((point - from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

/// Rings around the vertex under the pointer, in its pane, and around the pinned one, in all panes.
pub(super) fn mark_vertices(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let pointing = &view.session.character.pointing;
    let camera = &view.session.camera_of(pane);
    let is_free = !view.session.operates();
    let found = pointing.found.filter(|_| is_free);
    let found = found.filter(|found| found.aim.pane == pane);
    if let Some(found) = found.filter(|_| view.session.character.skeleton.placing) {
        let color = crate::theme::accent(&painter.ctx().global_style().visuals);
        let place = place_of_new(&found, pane, view);
        ring(painter, picture, place, color, camera);
    } else if let Some(found) = found {
        ring(
            painter,
            picture,
            found.position,
            Color32::from_gray(250),
            camera,
        );
    }
    if let Some(pinned) = view.surface.pinned_position(pane) {
        ring(
            painter,
            picture,
            pinned,
            Color32::from_rgb(255, 196, 0),
            camera,
        );
    }
}

/// Where a click would add a joint, as the pane shows it.
fn place_of_new(found: &Pointed, pane: usize, view: &View<'_>) -> Vec3 {
    let active = view.session.character.selection.active();
    let Some(sides) = &view.session.character.skeleton.sides else {
        return found.middle;
    };
    let seen = (view.shown.frames(pane), sides);
    NewJoint::at(&view.document.character, found, active, seen).seen
}

fn ring(painter: &Painter, picture: Rect, at: Vec3, color: Color32, camera: &Camera) {
    let Some(pixel) = camera.pixel(at, glam(picture.size())) else {
        return;
    };
    let center: Pos2 = picture.min + Vec2::new(pixel.x, pixel.y);
    painter.circle_stroke(
        center,
        4.5,
        Stroke::new(3.0, Color32::from_black_alpha(150)),
    );
    painter.circle_stroke(center, 4.5, Stroke::new(1.5, color));
}

fn glam(vector: Vec2) -> glam::Vec2 {
    glam::Vec2::new(vector.x, vector.y)
}
