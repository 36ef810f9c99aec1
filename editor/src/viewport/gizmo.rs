//! The gizmo in the panes: its pointer input, and how it is drawn.

use eframe::egui;
use eframe::egui::{
    Align2, Area, Color32, CursorIcon, FontId, Id, LayerId, Order, Painter, Pos2, Response, Sense,
    Shape, Stroke, Ui, Vec2,
};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::gizmo::operation::{Event, Follow, Operation};
use session::state::gizmo::tool::{GizmoPart, Tool};
use session::state::gizmo::{
    CameraView, Handle, Hold, JointPlace, Layout, hit, layout, length_step, readout, readout_of_all,
};

use super::pins::unreached_text;
use super::plate::label;
use super::{Tile, glam, zoom};

mod guides;
mod handle_colors;
mod limit_arcs;

use handle_colors::color_of;

/// Color of a handle under the pointer or in use; no axis has it.
const MEANT: Color32 = Color32::from_rgb(255, 226, 92);

/// The gizmo's share of the pointer in a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Grip {
    /// The handle under the pointer.
    pub hovered: Option<GizmoPart>,
    /// Whether the gizmo has the pointer, so that neither the camera nor bones get it.
    pub taken: bool,
}

/// Handles the pointer over the gizmo: a press on a handle starts its tool.
pub(super) fn on_pointer(
    ui: &Ui,
    response: &Response,
    tile: &Tile,
    view: &View<'_>,
    sink: &mut Sink,
) -> Grip {
    let (pressed, any_down, alt) = ui.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.primary_pressed(),
            pointer.any_down(),
            input.modifiers.alt,
        )
    });
    let held = response.id.with("gizmo");
    let was_held = any_down || response.clicked();
    if view.session.operates() {
        let primary = ui.input(|input| input.pointer.primary_down());
        ui.data_mut(|data| data.insert_temp(held, primary));
        quiet(tile.pane, view, sink);
        return Grip {
            hovered: None,
            taken: true,
        };
    }
    // After Escape the button is still down; it must not turn the camera.
    if was_held && ui.data(|data| data.get_temp(held)).unwrap_or(false) {
        return Grip {
            hovered: None,
            taken: true,
        };
    }
    ui.data_mut(|data| data.insert_temp(held, false));
    let is_idle = pressed || !any_down;
    let pointer = response.hover_pos().filter(|_| is_idle && !alt);
    let hovered = pointer.and_then(|pointer| {
        let layout = layout_in(tile, view)?;
        hit(&layout, glam(pointer - tile.picture.min))
    });
    if let Some((part, pointer)) = hovered.zip(pointer) {
        quiet(tile.pane, view, sink);
        ui.set_cursor_icon(CursorIcon::Grab);
        if pressed {
            let follow = follow_at(ui, tile, pointer, view);
            sink.send(Input::Tool(Event::Take(part, follow)));
        }
    }
    Grip {
        hovered,
        taken: hovered.is_some(),
    }
}

/// Clears the bone and the vertex that the pane reported under the pointer.
fn quiet(pane: usize, view: &View<'_>, sink: &mut Sink) {
    if let Some(place) = view.session.hovered_in {
        sink.send(Input::Hover(None, place));
    }
    let aim = view.session.character.pointing.aim;
    // A tool that keeps a joint in the middle of the volume aims by itself.
    let operation = view.session.operation.as_ref();
    let is_of_tool = operation.is_some_and(Operation::centers);
    if aim.is_some_and(|aim| aim.pane == pane) && !is_of_tool {
        sink.send(Input::PointAt(None));
    }
}

/// Follows the pointer while a tool is in progress, also outside the panes.
pub(super) fn follow(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let Some(operation) = &view.session.operation else {
        return;
    };
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let Some(tile) = tile_of(operation, tiles, pointer, view) else {
        return;
    };
    let at = pointer.unwrap_or_else(|| tile.picture.center());
    let follow = follow_at(ui, tile, at, view);
    // A new joint waits for the pointer to come into the picture.
    let waits = operation.adds_joint() && operation.last().is_none() && !tile.picture.contains(at);
    if operation.last() != Some(&follow) && !waits {
        sink.send(Input::Tool(Event::Follow(follow)));
    }
    if operation.by_handle {
        ui.set_cursor_icon(CursorIcon::Grabbing);
        if !ui.input(|input| input.pointer.primary_down()) {
            sink.send(Input::Tool(Event::Confirm));
        }
    } else {
        cover(ui, tiles, view, sink);
    }
    say(ui, operation, tile, at, view);
}

/// The pane that an operation works in; before its first event, the one under the pointer, or the active one.
fn tile_of<'a>(
    operation: &Operation,
    tiles: &'a [Tile],
    pointer: Option<Pos2>,
    view: &View<'_>,
) -> Option<&'a Tile> {
    let has_pointer = operation.last().is_some();
    let of_pane = |pane: usize| tiles.iter().find(|tile| tile.pane == pane);
    let under = || {
        let pointer = pointer?;
        let mut below = tiles.iter().filter(|tile| tile.ghost.is_none());
        below.find(|tile| tile.seen.contains(pointer))
    };
    let wanted = if has_pointer {
        of_pane(operation.pane)
    } else {
        under().or_else(|| of_pane(view.session.comparing.active))
    };
    let usable = |tile: &&Tile| tile.picture.is_positive();
    wanted.or(tiles.first()).filter(usable)
}

/// The pointer in a picture, with the modifier keys that tools know.
pub(super) fn follow_at(ui: &Ui, tile: &Tile, pointer: Pos2, view: &View<'_>) -> Follow {
    let modifiers = ui.input(|input| input.modifiers);
    let per_meter = view.session.settings.units.per_meter();
    let size = 2.0 * view.shown.rest_bounds.radius();
    Follow {
        pane: tile.pane,
        pixel: glam(pointer - tile.picture.min),
        viewport: glam(tile.picture.size()),
        hold: Hold {
            snap: modifiers.command || modifiers.ctrl,
            fine: modifiers.shift,
        },
        step: length_step(size, per_meter.map_or(1.0, |(factor, _)| factor)),
    }
}

/// Covers the whole window while a tool follows the pointer without a button: clicks confirm or cancel and do nothing
/// else, and the wheel zooms.
pub(super) fn cover(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let ctx = ui.ctx();
    let window = ctx.content_rect();
    Area::new(Id::unique("tool at work"))
        .order(Order::Foreground)
        .fixed_pos(window.min)
        .constrain(false)
        .show(ctx, |ui| {
            let _all = ui.allocate_rect(window, Sense::click_and_drag());
        });
    ctx.set_cursor_icon(match view.session.operation {
        Some(Operation {
            tool: Tool::Rotate, ..
        }) => CursorIcon::Alias,
        _ => CursorIcon::Move,
    });
    let (confirms, cancels) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed(), pointer.secondary_pressed())
    });
    if confirms {
        sink.send(Input::Tool(Event::Confirm));
    } else if cancels {
        sink.send(Input::Tool(Event::Cancel));
    }
    let (scroll, pinch, pointer) = ui.input(|input| {
        let pointer = input.pointer.latest_pos();
        (input.smooth_scroll_delta().y, input.zoom_delta(), pointer)
    });
    // As in `zoom_by_wheel`: 400 undoes the rate of the exponential.
    let way = if pinch == 1.0 {
        -scroll
    } else {
        -pinch.ln() * 400.0
    };
    let under = pointer.and_then(|pointer| {
        let tile = tiles.iter().find(|tile| tile.seen.contains(pointer))?;
        Some((tile, pointer))
    });
    if let Some((tile, pointer)) = under.filter(|_| way != 0.0) {
        sink.send(Input::Camera(tile.pane, zoom(way, tile.picture, pointer)));
    }
}

/// Writes the tool's value beside the pointer.
fn say(ui: &Ui, operation: &Operation, tile: &Tile, at: Pos2, view: &View<'_>) {
    let mut text = said(operation, view);
    if text.is_empty() {
        return;
    }
    if let Some(unreached) = unreached_text(tile.pane, view) {
        text = format!("{text}   {unreached}");
    }
    let layer = LayerId::new(Order::Tooltip, Id::unique("readout of tool"));
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(tile.seen);
    let at = at.clamp(tile.seen.min, tile.seen.max);
    let beside = at + Vec2::new(18.0, 22.0);
    let low = tile.seen.bottom() - 30.0;
    label(
        &painter,
        Pos2::new(beside.x, beside.y.min(low)),
        Align2::LEFT_TOP,
        &text,
    );
}

/// The value, the text typed for it, and the space of its axes.
fn said(operation: &Operation, view: &View<'_>) -> String {
    let units = view.session.settings.units;
    let number = operation
        .change
        .as_ref()
        .map(|change| match operation.several {
            Some(_) => readout_of_all(change, units),
            None => readout(change, operation.part, units),
        });
    let mut text = number.unwrap_or_else(|| operation.name().to_owned());
    if !operation.typed.is_empty() {
        text = format!("{text}   [{}|]", operation.typed.text());
    } else if let Some(several) = operation.several {
        text = format!("{text}   [{} |]", several.at.name());
    }
    if operation.part != GizmoPart::Free {
        text = format!("{text}   {}", operation.space.name().to_lowercase());
    }
    text
}

// ---- drawing --------------------------------------------------------------------------------------------------------

/// The gizmo is seen as it is while the pointer is within the first distance of its middle, in points, and fades up to the second, where
/// so much of it is left.
const NEAR: f32 = 150.0;
const FAR: f32 = 230.0;
const FADED: f32 = 0.3;

/// How much of the gizmo is seen with the pointer at this place; all of it at work, and without a pointer as far from it.
fn opacity(ui: &Ui, tile: &Tile, layout: &Layout, is_at_work: bool) -> f32 {
    if is_at_work {
        return 1.0;
    }
    let middle = tile.picture.min + Vec2::new(layout.center.x, layout.center.y);
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let away = pointer.map_or(FAR, |pointer| pointer.distance(middle));
    egui::remap_clamp(away, NEAR..=FAR, 1.0..=FADED)
}

/// Draws the gizmo over a picture, with guides while a tool is in progress.
pub(super) fn draw(ui: &Ui, tile: &Tile, hovered: Option<GizmoPart>, view: &View<'_>) {
    let painter = ui.painter_at(tile.seen);
    let operation = view.session.operation.as_ref();
    limit_arcs::draw(&painter, tile, view);
    if let Some(operation) = operation {
        guides::draw(&painter, tile, operation, view);
    }
    let Some(layout) = layout_in(tile, view) else {
        return;
    };
    let opacity = opacity(ui, tile, &layout, operation.is_some());
    for handle in layout.handles.iter().rev() {
        let is_meant = match operation {
            Some(operation) => operation.part == handle.part,
            None => hovered == Some(handle.part),
        };
        let dimmed = operation.is_some() && !is_meant;
        let style = HandleStyle::of(handle, (is_meant, dimmed), opacity);
        paint(&painter, tile.picture.min, handle, &style);
    }
}

/// The gizmo of the selected tool, or of the one in progress, where the active joint is visible in the pane.
fn layout_in(tile: &Tile, view: &View<'_>) -> Option<Layout> {
    let session = view.session;
    let (tool, space) = match &session.operation {
        Some(operation) => (operation.tool, operation.space),
        None => (session.tool_in_use(), session.space),
    };
    let adds_joint = session
        .operation
        .as_ref()
        .is_some_and(Operation::adds_joint);
    let is_hidden = adds_joint || session.character.skeleton.placing || view.is_empty();
    if !session.mode.drags_joints() || is_hidden || matches!(tool, Tool::Select | Tool::Limb) {
        return None;
    }
    let place = place_in(tile.pane, view)?;
    layout(tool, &place, space, &sight_of(tile, view))
}

/// The middle of the gizmo in the window, and how far its handles reach from there, in points; none where none is drawn.
pub(super) fn reach(tile: &Tile, view: &View<'_>) -> Option<(Pos2, f32)> {
    let layout = layout_in(tile, view)?;
    let shapes =
        (layout.handles.iter()).flat_map(|handle| handle.lines.iter().chain(&handle.areas));
    let distances = shapes.flatten().map(|point| point.distance(layout.center));
    let middle = tile.picture.min + Vec2::new(layout.center.x, layout.center.y);
    Some((middle, distances.fold(0.0, f32::max)))
}

fn place_in(pane: usize, view: &View<'_>) -> Option<JointPlace> {
    let joint = view.session.character.selection.active()?;
    let pane = view.shown.panes.get(pane)?;
    let frame = pane.frames_before_stretch.get(joint.index())?;
    let skeleton = &view.document.character.rig.skeleton;
    JointPlace::of(skeleton, &view.shown.bones, joint, frame)
}

fn sight_of(tile: &Tile, view: &View<'_>) -> CameraView {
    CameraView {
        camera: view.session.camera_of(tile.pane),
        viewport: glam(tile.picture.size()),
    }
}

/// Colors and line width of a handle.
struct HandleStyle {
    line: Color32,
    area: Color32,
    behind: Color32,
    rim: Color32,
    width: f32,
}

impl HandleStyle {
    fn of(handle: &Handle, (is_meant, dimmed): (bool, bool), opacity: f32) -> Self {
        let share = if dimmed { 0.22 } else { 1.0 } * handle.strength * opacity;
        let own = if is_meant {
            MEANT
        } else {
            color_of(handle.part)
        };
        let area = match handle.part {
            GizmoPart::Plane(_) if !is_meant => 0.35,
            GizmoPart::Free if !is_meant => 0.12,
            _ => 1.0,
        };
        Self {
            line: own.gamma_multiply(share),
            area: own.gamma_multiply(share * area),
            behind: own.gamma_multiply(share * 0.28),
            rim: Color32::from_black_alpha(110).gamma_multiply(share),
            width: if is_meant { 3.0 } else { 2.0 },
        }
    }
}

fn paint(painter: &Painter, corner: Pos2, handle: &Handle, style: &HandleStyle) {
    let at = |pixel: &glam::Vec2| corner + Vec2::new(pixel.x, pixel.y);
    let line = |points: &[glam::Vec2], width: f32, color: Color32| {
        let points: Vec<Pos2> = points.iter().map(at).collect();
        painter.add(Shape::line(points, Stroke::new(width, color)));
    };
    for behind in &handle.behind {
        line(behind, 1.0, style.behind);
    }
    for points in &handle.lines {
        line(points, style.width + 2.0, style.rim);
    }
    for points in &handle.areas {
        let points: Vec<Pos2> = points.iter().map(at).collect();
        let rim = Stroke::new(1.0, style.rim);
        painter.add(Shape::convex_polygon(points, style.area, rim));
    }
    for points in &handle.lines {
        line(points, style.width, style.line);
    }
    if let Some((place, name)) = handle.name.filter(|_| handle.strength > 0.4) {
        let font = FontId::proportional(12.0);
        let place = at(&place);
        // A rim of shifted copies keeps the letter readable on every surface.
        for side in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0]] {
            let beside = place + Vec2::from(side);
            painter.text(beside, Align2::CENTER_CENTER, name, font.clone(), style.rim);
        }
        painter.text(place, Align2::CENTER_CENTER, name, font, style.line);
    }
}
