//! The brush in the panes: what the pointer does with it, and how it looks.

use eframe::egui::{
    Align2, Area, Color32, CursorIcon, Event, Id, Key, Modifiers, Order, Painter, Pos2, Response,
    Sense, Shape, Stroke, Ui, Vec2,
};
use glam::Vec3;

use super::escape::take_escape;
use super::picking::{hover, picks_of_surface, point_at};
use super::plate::label;
use super::{Tile, glam};
use crate::brush_work::{Adjusted, Adjusting, BrushEvent, By, Held, Sample, held_tool, shape_of};
use crate::command::{Action, Command, Sink};
use crate::joint_colors::joint_color;
use crate::mode::Mode;
use crate::names::decimal;
use crate::painting::Under;
use crate::pointing::Aim;
use crate::settings::{BrushReach, BrushTool};
use crate::view::View;

/// Of more, every second is drawn, or every third.
const MOST_DOTS: usize = 4000;
/// Of a ring.
const CORNERS: u16 = 64;

/// Whether the pointer paints.
pub(super) fn is_in_use(view: &View<'_>) -> bool {
    let session = view.session;
    session.mode == Mode::Weights
        && session.settings.brush.tool != BrushTool::Select
        && !session.selects_vertices()
        && !view.is_empty()
        && !session.skeleton.placing
}

/// Lets the pointer begin a stroke in a pane. Whether it is the brush's: then no bone hears of it, and the camera only of other
/// buttons.
pub(super) fn hear(
    ui: &Ui,
    response: &Response,
    (tile, view): (&Tile, &View<'_>),
    sink: &mut Sink,
) -> bool {
    let pane = tile.pane;
    let alt = ui.input(|input| input.modifiers.alt);
    let is_free = is_in_use(view) && !alt && !picks_of_surface(ui, view);
    let pointer = response.hover_pos().filter(|_| is_free);
    let painting = &view.session.painting;
    let Some(pointer) = pointer else {
        if painting.pointer.is_some_and(|sample| sample.pane == pane) {
            sink.send(Command::Brush(BrushEvent::Point(None)));
        }
        return is_free;
    };
    view.desk.want(pane);
    hover(None, pane, view, sink);
    let sample = sample_at(tile, pointer, view);
    let aim = Aim {
        pane,
        ray: view.session.camera.ray(sample.pixel, sample.viewport),
        at: glam(pointer.to_vec2()),
    };
    point_at(view.session.switches.probe.then_some(aim), pane, view, sink);
    if painting.pointer != Some(sample) {
        let radius = view
            .desk
            .under(&sample, &view.session.settings.brush)
            .pixels;
        sink.send(Command::Brush(BrushEvent::Point(Some((sample, radius)))));
    }
    ui.set_cursor_icon(CursorIcon::Crosshair);
    let (pressed, origin, held) = ui.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.primary_pressed(),
            pointer.press_origin(),
            held_of(input.modifiers),
        )
    });
    let is_drawn = painting.stroke.as_ref().is_some_and(|work| !work.is_over);
    if pressed && !is_drawn && painting.adjusting.is_none() {
        let first = sample_at(tile, origin.unwrap_or(pointer), view);
        sink.send(Command::Brush(BrushEvent::Press(first, held)));
        let is_released = !ui.input(|input| input.pointer.primary_down());
        if is_released {
            sink.send(Command::Brush(BrushEvent::Release));
        }
    }
    true
}

fn held_of(modifiers: Modifiers) -> Held {
    Held {
        smooths: modifiers.shift,
        inverts: modifiers.command || modifiers.ctrl,
    }
}

fn sample_at(tile: &Tile, pointer: Pos2, view: &View<'_>) -> Sample {
    Sample {
        pane: tile.pane,
        pixel: glam(pointer - tile.picture.min),
        viewport: glam(tile.picture.size()),
        camera: view.session.camera,
    }
}

/// Follows the pointer while a stroke lasts, wherever it goes, or while it sets a number of the brush.
pub(super) fn follow(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let painting = &view.session.painting;
    if painting.adjusting.is_some() {
        return adjust(ui, tiles, view, sink);
    }
    let Some(work) = &painting.stroke else {
        return;
    };
    let mut send = |event| sink.send(Command::Brush(event));
    if ui.input_mut(take_escape) {
        return send(BrushEvent::Cancel);
    }
    if work.is_over {
        return;
    }
    let pane = work.samples.first().map(|sample| sample.pane);
    let tile = tiles.iter().find(|tile| Some(tile.pane) == pane);
    if let Some(tile) = tile.filter(|tile| tile.picture.is_positive()) {
        let places: Vec<Pos2> = ui.input(|input| {
            let moved = |event: &Event| match event {
                Event::PointerMoved(place) => Some(*place),
                _ => None,
            };
            input.events.iter().filter_map(moved).collect()
        });
        for place in places {
            send(BrushEvent::Follow(sample_at(tile, place, view)));
        }
    }
    // A window that has lost the keyboard may never hear of the button.
    let is_left = |event: &Event| matches!(event, Event::WindowFocused(false));
    let is_over =
        ui.input(|input| !input.pointer.primary_down() || input.events.iter().any(is_left));
    if is_over {
        send(BrushEvent::Release);
    }
}

/// The pointer sets a number of the brush: a click or Enter keeps it, another click or Escape puts it back.
fn adjust(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let ctx = ui.ctx();
    let window = ctx.content_rect();
    Area::new(Id::unique("brush is set"))
        .order(Order::Foreground)
        .fixed_pos(window.min)
        .constrain(false)
        .show(ctx, |ui| {
            let _all = ui.allocate_rect(window, Sense::click_and_drag());
        });
    ctx.set_cursor_icon(CursorIcon::ResizeHorizontal);
    let adjusting = view.session.painting.adjusting.as_ref();
    if let Some(adjusting) = adjusting.filter(|adjusting| adjusting.by == By::Drags) {
        return adjust_by_drags(ui, (tiles, adjusting), view, sink);
    }
    let mut send = |event| sink.send(Command::Brush(event));
    let (kept, put_back, pointer) = ui.input_mut(|input| {
        let enter = input.consume_key(Modifiers::NONE, Key::Enter);
        let escape = take_escape(input);
        let pointer = &input.pointer;
        (
            enter || pointer.primary_released(),
            escape || pointer.secondary_pressed(),
            pointer.latest_pos(),
        )
    });
    let anchor = anchor(tiles, view, pointer);
    if let (Some((tile, at)), Some(adjusting)) = (anchor, &view.session.painting.adjusting) {
        let sample = sample_at(tile, at, view);
        let radius = view.desk.under(&sample, &adjusting.before).pixels;
        let place = pointer.unwrap_or(at);
        send(BrushEvent::Aim(glam(place.to_vec2()), radius));
    }
    if put_back {
        send(BrushEvent::Cancel);
    } else if kept {
        send(BrushEvent::Keep);
    }
}

/// While a key is held, every drag sets a number of the brush.
fn adjust_by_drags(
    ui: &Ui,
    (tiles, adjusting): (&[Tile], &Adjusting),
    view: &View<'_>,
    sink: &mut Sink,
) {
    let keymap = &view.session.keymap;
    let action = Action::DragBrush(adjusting.what);
    let keys: Vec<Key> = (keymap.keys_of(action, view.session.mode))
        .map(|shortcut| shortcut.logical_key)
        .collect();
    let mut send = |event| sink.send(Command::Brush(event));
    let escaped = ui.input_mut(take_escape);
    let (time, is_held, pointer) = ui.input(|input| {
        let is_held = keys.iter().any(|&key| input.key_down(key));
        (input.time, is_held, input.pointer.clone())
    });
    if escaped || pointer.secondary_pressed() {
        return send(BrushEvent::Cancel);
    }
    if is_held {
        send(BrushEvent::Held(time));
    }
    let is_dragged = pointer.primary_down() || pointer.primary_released();
    if is_dragged && let Some(origin) = pointer.press_origin().or(pointer.latest_pos()) {
        let from = adjusting
            .began
            .map_or(origin, |(from, _)| Pos2::new(from.x, from.y));
        if let Some((tile, at)) = anchor(tiles, view, Some(from)) {
            let sample = sample_at(tile, at, view);
            let radius = view.desk.under(&sample, &adjusting.before).pixels;
            let now = pointer.latest_pos().unwrap_or(from);
            for place in [from, now] {
                send(BrushEvent::Aim(glam(place.to_vec2()), radius));
            }
        }
    }
    if pointer.primary_released() {
        send(BrushEvent::Keep);
    }
    if !is_held && !pointer.primary_down() {
        send(BrushEvent::LetGo(time));
    }
    ui.ctx().request_repaint();
}

/// Where the brush stands still while a number is set: where the pointer was first, in a pane; else in the middle of one.
fn anchor<'a>(
    tiles: &'a [Tile],
    view: &View<'_>,
    pointer: Option<Pos2>,
) -> Option<(&'a Tile, Pos2)> {
    let adjusting = view.session.painting.adjusting.as_ref()?;
    let began = adjusting.began.map(|(from, _)| Pos2::new(from.x, from.y));
    let at = began.or(pointer);
    let mut own = tiles.iter().filter(|tile| tile.ghost.is_none());
    let under = at.and_then(|at| {
        own.clone()
            .find(|tile| tile.seen.contains(at))
            .map(|tile| (tile, at))
    });
    let active = view.session.comparing.active;
    under.or_else(|| {
        let tile = own
            .clone()
            .find(|tile| tile.pane == active)
            .or_else(|| own.next())?;
        Some((tile, tile.picture.center()))
    })
}

// ---- looks ----------------------------------------------------------------------------------------------------------

/// Draws the brush over the picture of the pane that the pointer is in.
pub(super) fn draw(ui: &Ui, tile: &Tile, view: &View<'_>) {
    if !is_in_use(view) {
        return;
    }
    let painting = &view.session.painting;
    let tool = view.session.settings.brush.tool;
    if tool == BrushTool::Gradient && painting.adjusting.is_none() {
        return super::gradient::draw(ui, tile, view);
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let painter = ui.painter_at(tile.seen);
    if let Some(adjusting) = &painting.adjusting {
        let tiles = [*tile];
        let Some((_, at)) = anchor(&tiles, view, pointer).filter(|(_, at)| tile.seen.contains(*at))
        else {
            return;
        };
        let began_here = adjusting
            .began
            .is_none_or(|(from, _)| tile.seen.contains(Pos2::new(from.x, from.y)));
        if began_here {
            view.desk.want(tile.pane);
            let sample = sample_at(tile, at, view);
            let under = draw_brush(&painter, (tile, &sample), Held::default(), view);
            say_number(
                &painter,
                at + Vec2::new(0.0, under.pixels + 8.0),
                adjusting.what,
                view,
            );
        }
        return;
    }
    let is_here = painting
        .pointer
        .is_some_and(|sample| sample.pane == tile.pane)
        || painting
            .stroke
            .as_ref()
            .and_then(|work| work.samples.first())
            .is_some_and(|sample| sample.pane == tile.pane);
    let Some(at) = pointer.filter(|at| is_here && tile.seen.contains(*at)) else {
        return;
    };
    let held = match &painting.stroke {
        Some(work) => work.held,
        None => ui.input(|input| held_of(input.modifiers)),
    };
    draw_brush(&painter, (tile, &sample_at(tile, at, view)), held, view);
}

fn say_number(painter: &Painter, at: Pos2, what: Adjusted, view: &View<'_>) {
    let brush = &view.session.settings.brush;
    let text = match what {
        Adjusted::Radius => {
            let length = brush.radius * view.shown.rest_bounds.radius();
            format!("Radius {}", view.session.settings.units.length(length))
        }
        Adjusted::Strength => format!("Strength {}", decimal(brush.strength, 2)),
    };
    label(painter, at, Align2::CENTER_TOP, &text);
}

fn draw_brush(
    painter: &Painter,
    (tile, sample): (&Tile, &Sample),
    held: Held,
    view: &View<'_>,
) -> Under {
    let brush = &view.session.settings.brush;
    let under = view.desk.under(sample, brush);
    let ink = ink(held, &under, view);
    if view.session.painting.stroke.is_none() && brush.preview {
        draw_dots(painter, (tile, sample), ink, view);
    }
    if brush.ghost {
        draw_ghost(painter, tile, view);
    }
    let strong = half_of(&shape_of(brush));
    ring(
        painter,
        (tile, sample),
        (&under, 1.0),
        Stroke::new(1.75, ink),
        view,
    );
    if strong > 0.02 && strong < 0.98 {
        let faint = Stroke::new(1.0, ink.gamma_multiply(0.6));
        ring(painter, (tile, sample), (&under, strong), faint, view);
    }
    if let Some(at) = pixel(under.position, tile, view) {
        painter.circle(
            at,
            2.0,
            ink,
            Stroke::new(1.0, Color32::from_black_alpha(150)),
        );
    }
    under
}

/// The share of the radius at which half of the strength is left.
fn half_of(shape: &weights::Shape) -> f32 {
    let steps = (0..=50_u8).map(|step| f32::from(step) / 50.0);
    steps
        .filter(|&share| shape.at(share) >= 0.5)
        .fold(0.0, f32::max)
}

/// A colour for what it does; grey where it can do nothing.
fn ink(held: Held, under: &Under, view: &View<'_>) -> Color32 {
    let session = view.session;
    let tool = held_tool(session.settings.brush.tool, held);
    let skeleton = &view.document.character.rig.skeleton;
    let active = session.selection.active();
    let may = session.paints_blend()
        || tool.is_of_all_joints()
        || active.is_some_and(|joint| !session.weights.is_locked(skeleton, joint));
    let color = match tool {
        _ if !may => Color32::from_gray(150),
        BrushTool::Select | BrushTool::Replace | BrushTool::Gradient => Color32::from_gray(245),
        BrushTool::Add => Color32::from_rgb(255, 138, 92),
        BrushTool::Subtract => Color32::from_rgb(104, 178, 255),
        BrushTool::Scale => Color32::from_rgb(255, 226, 92),
        BrushTool::Smooth => Color32::from_rgb(126, 231, 135),
        BrushTool::Sharpen => Color32::from_rgb(232, 140, 255),
    };
    if under.is_met {
        color
    } else {
        color.gamma_multiply(0.55)
    }
}

fn draw_dots(painter: &Painter, (tile, sample): (&Tile, &Sample), ink: Color32, view: &View<'_>) {
    let session = view.session;
    let character = &view.document.character;
    let mut binds = character.rig.binds.iter().flat_map(|bind| bind.joints());
    let joint = session.selection.active().or_else(|| binds.next().copied());
    let joint = joint.filter(|_| !session.paints_blend());
    let dots = view
        .desk
        .preview((character, joint), sample, &session.settings.brush);
    let step = dots.len().div_ceil(MOST_DOTS).max(1);
    for &(place, strength) in dots.iter().step_by(step) {
        if let Some(at) = pixel(place, tile, view) {
            let radius = 1.0 + 1.4 * strength;
            painter.circle_filled(
                at,
                radius + 0.7,
                Color32::from_black_alpha(90).gamma_multiply(strength),
            );
            painter.circle_filled(at, radius, ink.gamma_multiply(0.15 + 0.85 * strength));
        }
    }
}

/// Rings where the stroke takes weight, in the colour of the joint that loses most.
fn draw_ghost(painter: &Painter, tile: &Tile, view: &View<'_>) {
    let Some(ghost) = view.desk.ghost(tile.pane, &view.document.character) else {
        return;
    };
    let [r, g, b] = joint_color(ghost.joint);
    let color = Color32::from_rgb(r, g, b);
    let step = ghost.lost.len().div_ceil(MOST_DOTS).max(1);
    for &(place, lost) in ghost.lost.iter().step_by(step) {
        if let Some(at) = pixel(place, tile, view) {
            let radius = 1.5 + 4.0 * lost.min(1.0);
            painter.circle_stroke(at, radius, Stroke::new(2.5, Color32::from_black_alpha(110)));
            painter.circle_stroke(at, radius, Stroke::new(1.25, color));
        }
    }
}

/// A ring across the normal, or in the picture for a brush that measures there.
fn ring(
    painter: &Painter,
    (tile, sample): (&Tile, &Sample),
    (under, share): (&Under, f32),
    stroke: Stroke,
    view: &View<'_>,
) {
    let rim = Stroke::new(stroke.width + 2.0, Color32::from_black_alpha(130));
    if view.session.settings.brush.reach == BrushReach::Screen {
        let at = tile.picture.min + Vec2::new(sample.pixel.x, sample.pixel.y);
        painter.circle_stroke(at, under.pixels * share, rim);
        painter.circle_stroke(at, under.pixels * share, stroke);
        return;
    }
    let (across, along) = under.normal.any_orthonormal_pair();
    let corner = |number: u16| {
        let angle = std::f32::consts::TAU * f32::from(number) / f32::from(CORNERS);
        let (sin, cos) = angle.sin_cos();
        let place = under.position + (across * cos + along * sin) * (under.radius * share);
        pixel(place, tile, view)
    };
    let corners: Option<Vec<Pos2>> = (0..CORNERS).map(corner).collect();
    if let Some(corners) = corners {
        painter.add(Shape::closed_line(corners.clone(), rim));
        painter.add(Shape::closed_line(corners, stroke));
    }
}

fn pixel(place: Vec3, tile: &Tile, view: &View<'_>) -> Option<Pos2> {
    let at = view
        .session
        .camera
        .pixel(place, glam(tile.picture.size()))?;
    Some(tile.picture.min + Vec2::new(at.x, at.y))
}
