//! The brush in the panes: its pointer input, and where it is drawn.

use eframe::egui::{
    Area, CursorIcon, Event, Id, Key, Modifiers, Order, Pos2, Response, Sense, Ui, Vec2,
};
use session::commands::actions::{Action, BrushAction};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::settings::BrushTool;
use session::state::painting::brush_work::{Adjusting, BrushEvent, BrushModifiers, By, Sample};

use super::covered::is_covered;
use super::picking::{aim_at, hover, picks_of_surface, point_at};
use super::{Tile, glam};
use crate::window_keys::escape::take_escape;
use crate::window_keys::window_key;

mod bone_click;
mod dots;
mod looks;
mod ring_colors;

use looks::{draw_brush, say_number};

/// Whether the pointer paints: weights mode with a brush, and nothing else that uses clicks.
pub(super) fn is_in_use(view: &View<'_>) -> bool {
    let session = view.session;
    session.mode == Mode::Weights
        && (session.settings.brush.tool != BrushTool::Select || session.sculpts().is_some())
        && !session.selects_vertices()
        && !view.is_empty()
        && !session.character.skeleton.placing
        && !session.picks_donor()
}

/// Handles the brush's pointer in a pane and begins strokes. Returns whether the brush has the pointer: bones then get
/// no input, and the camera only that of other buttons.
pub(super) fn on_pointer(
    ui: &Ui,
    response: &Response,
    tile: &Tile,
    view: &View<'_>,
    sink: &mut Sink,
) -> bool {
    let pane = tile.pane;
    let alt = ui.input(|input| input.modifiers.alt);
    let is_free = is_in_use(view) && !alt && !picks_of_surface(ui, view);
    let pointer = response.hover_pos().filter(|_| is_free);
    let painting = &view.session.painting;
    let Some(pointer) = pointer else {
        if is_free {
            point_at(None, pane, view, sink);
        }
        if !ui.input(|input| input.pointer.primary_down()) {
            bone_click::follow(ui, (pane, None), sink);
        }
        if painting.pointer.is_some_and(|sample| sample.pane == pane) {
            sink.send(Input::Brush(BrushEvent::Point(None)));
        }
        return is_free;
    };
    view.paint_engine.want(pane);
    let sample = sample_at(tile, pointer, view);
    let held = ui.input(|input| modifier_state(input.modifiers));
    let bone = bone_click::bone_at(&sample, held, view);
    hover(bone, pane, view, sink);
    let asks = view.session.switches.probe && !is_covered(ui, pointer, view);
    let aim = asks.then(|| aim_at(tile, pointer, view));
    point_at(aim, pane, view, sink);
    if painting.pointer != Some(sample) {
        let radius = view
            .paint_engine
            .under(&sample, &view.session.settings.brush)
            .pixels;
        sink.send(Input::Brush(BrushEvent::Point(Some((sample, radius)))));
    }
    ui.set_cursor_icon(CursorIcon::Crosshair);
    let (pressed, origin) = ui.input(|input| {
        (
            input.pointer.primary_pressed(),
            input.pointer.press_origin(),
        )
    });
    let is_drawn = painting.stroke.as_ref().is_some_and(|work| !work.is_over);
    if pressed && !is_drawn && painting.adjusting.is_none() {
        let first = sample_at(tile, origin.unwrap_or(pointer), view);
        if let Some(joint) = bone {
            bone_click::press(ui, (origin.unwrap_or(pointer), joint), (first, held));
            bone_click::follow(ui, (pane, Some(pointer)), sink);
            return true;
        }
        sink.send(Input::Brush(BrushEvent::Press(first, held)));
        // Press and release may come in one frame.
        let is_released = !ui.input(|input| input.pointer.primary_down());
        if is_released {
            sink.send(Input::Brush(BrushEvent::Release));
        }
    }
    bone_click::follow(ui, (pane, Some(pointer)), sink);
    true
}

fn modifier_state(modifiers: Modifiers) -> BrushModifiers {
    BrushModifiers {
        smooths: modifiers.shift,
        inverts: modifiers.command || modifiers.ctrl,
    }
}

fn sample_at(tile: &Tile, pointer: Pos2, view: &View<'_>) -> Sample {
    Sample {
        pane: tile.pane,
        pixel: glam(pointer - tile.picture.min),
        viewport: glam(tile.picture.size()),
        camera: view.session.camera_of(tile.pane),
    }
}

/// Follows the pointer during a stroke, in the stroke's pane even where it leaves it, or while it sets a number of the
/// brush.
pub(super) fn follow(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let painting = &view.session.painting;
    if painting.adjusting.is_some() {
        return adjust(ui, tiles, view, sink);
    }
    let Some(work) = &painting.stroke else {
        return;
    };
    let mut send = |event| sink.send(Input::Brush(event));
    if ui.input_mut(take_escape) {
        return send(BrushEvent::Cancel);
    }
    if work.is_over {
        return;
    }
    let pane = work.samples.first().map(|sample| sample.pane);
    let tile = tiles.iter().find(|tile| Some(tile.pane) == pane);
    if let Some(tile) = tile.filter(|tile| tile.picture.is_positive()) {
        // Every movement since the last frame counts, so that fast strokes keep their shape.
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
    // A window that has lost focus may never receive the button's release.
    let is_left = |event: &Event| matches!(event, Event::WindowFocused(false));
    let is_over =
        ui.input(|input| !input.pointer.primary_down() || input.events.iter().any(is_left));
    if is_over {
        send(BrushEvent::Release);
    }
}

/// Sets a number of the brush by pointer movement: a click or Enter keeps it, the right button or Escape restores it.
fn adjust(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let ctx = ui.ctx();
    let window = ctx.content_rect();
    // Covers the window, so that clicks do nothing else meanwhile.
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
        return adjust_by_drags(ui, tiles, adjusting, view, sink);
    }
    let mut send = |event| sink.send(Input::Brush(event));
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
    let adjusting = view.session.painting.adjusting.as_ref();
    let at = adjusting.and_then(began).or(pointer);
    if let (Some((tile, at)), Some(adjusting)) = (anchor(tiles, at, view), adjusting) {
        let sample = sample_at(tile, at, view);
        let radius = view.paint_engine.under(&sample, &adjusting.before).pixels;
        let place = pointer.unwrap_or(at);
        send(BrushEvent::Aim(glam(place.to_vec2()), radius));
    }
    if put_back {
        send(BrushEvent::Cancel);
    } else if kept {
        send(BrushEvent::Keep);
    }
}

/// Sets a number of the brush by drags while its key is held.
fn adjust_by_drags(
    ui: &Ui,
    tiles: &[Tile],
    adjusting: &Adjusting,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let keymap = &view.session.keymap;
    let action = Action::Brush(BrushAction::DragBrush(adjusting.what));
    let keys: Vec<Key> = (keymap.keys_of(action, view.session.mode))
        .filter_map(|shortcut| window_key(shortcut.key))
        .collect();
    let mut send = |event| sink.send(Input::Brush(event));
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
        let from = began(adjusting).unwrap_or(origin);
        if let Some((tile, at)) = anchor(tiles, Some(from), view) {
            let sample = sample_at(tile, at, view);
            let radius = view.paint_engine.under(&sample, &adjusting.before).pixels;
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

/// Where the brush is drawn while a number is set: at the given place if that is in a pane, else in the middle of one.
fn anchor<'a>(tiles: &'a [Tile], at: Option<Pos2>, view: &View<'_>) -> Option<(&'a Tile, Pos2)> {
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

/// Where the drag or the pointer movement began.
fn began(adjusting: &Adjusting) -> Option<Pos2> {
    adjusting.began.map(|(from, _)| Pos2::new(from.x, from.y))
}

// ---- drawing --------------------------------------------------------------------------------------------------------

/// Draws the brush in the pane under the pointer.
pub(super) fn draw(ui: &Ui, tile: &Tile, view: &View<'_>) {
    let painting = &view.session.painting;
    if !is_in_use(view) || painting.adjusting.is_some() {
        return;
    }
    let sculpts = view.session.sculpts().is_some();
    if view.session.settings.brush.tool == BrushTool::Gradient && !sculpts {
        return super::gradient::draw(ui, tile, view);
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
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
        None => ui.input(|input| modifier_state(input.modifiers)),
    };
    let painter = ui.painter_at(tile.seen);
    draw_brush(&painter, tile, &sample_at(tile, at, view), held, view);
}

/// Draws the brush while a number is set: only one, where the drag began or will begin.
pub(super) fn draw_adjusted(ui: &Ui, tiles: &[Tile], view: &View<'_>) {
    let Some(adjusting) = view.session.painting.adjusting.as_ref() else {
        return;
    };
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let stood = adjusting.stood.map(|at| Pos2::new(at.x, at.y));
    let at = began(adjusting).or(stood).or(pointer);
    let found = anchor(tiles, at, view).filter(|_| is_in_use(view));
    let Some((tile, at)) = found.filter(|(tile, _)| tile.seen.is_positive()) else {
        return;
    };
    view.paint_engine.want(tile.pane);
    let painter = ui.painter_at(tile.seen);
    let sample = sample_at(tile, at, view);
    let under = draw_brush(&painter, tile, &sample, BrushModifiers::default(), view);
    let below = at + Vec2::new(0.0, under.pixels + 8.0);
    say_number(&painter, below, adjusting.what, view);
}
