//! The pose slider over the panes: it follows the pointer sideways, and shows its amount on a scale.

use eframe::egui::{
    Align2, CursorIcon, FontId, Id, LayerId, Order, Painter, Pos2, Rect, Stroke, Ui, Vec2,
};
use session::commands::command::{Input, Sink};
use session::commands::view::View;
use session::tools::operation::Event;
use session::tools::pose_slider::PoseSlider;

use super::Tile;
use super::gizmo::{cover, follow_at};
use super::plate::{Plate, TEXT};
use crate::theme::accent;

/// Size of the scale with its plate.
const SIZE: Vec2 = Vec2::new(320.0, 66.0);
/// From the edges of the plate to the ends of the scale.
const MARGIN: f32 = 24.0;

/// Follows the pointer while a slider is in progress, also outside the panes, and draws the slider.
pub(super) fn follow_slider(ui: &Ui, tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let Some(slider) = &view.session.slider else {
        return;
    };
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let Some(tile) = tile_of(slider, tiles, pointer, view) else {
        return;
    };
    let at = pointer.unwrap_or_else(|| tile.picture.center());
    let follow = follow_at(ui, tile, at, view);
    if slider.last() != Some(&follow) {
        sink.send(Input::Tool(Event::Follow(follow)));
    }
    cover(ui, tiles, view, sink);
    ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    let layer = LayerId::new(Order::Tooltip, Id::unique("pose slider"));
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(tile.seen);
    draw(&painter, tile.seen, slider);
}

/// The pane that the slider was first seen in, else the one under the pointer, or the active one.
fn tile_of<'a>(
    slider: &PoseSlider,
    tiles: &'a [Tile],
    pointer: Option<Pos2>,
    view: &View<'_>,
) -> Option<&'a Tile> {
    let of_pane = |pane: usize| tiles.iter().find(|tile| tile.pane == pane);
    let under = || {
        let pointer = pointer?;
        let mut below = tiles.iter().filter(|tile| tile.ghost.is_none());
        below.find(|tile| tile.seen.contains(pointer))
    };
    let wanted = match slider.last() {
        Some(last) => of_pane(last.pane),
        None => under().or_else(|| of_pane(view.session.comparing.active)),
    };
    let usable = |tile: &&Tile| tile.picture.is_positive();
    wanted.or(tiles.first()).filter(usable)
}

/// The scale at the lower edge of a picture, below the face and the hands that are judged, with what stands at 0 and at 100 %.
fn draw(painter: &Painter, seen: Rect, slider: &PoseSlider) {
    let size = Vec2::new(SIZE.x.min(seen.width() - 16.0), SIZE.y);
    let plate = Plate::of(painter);
    let rect = Rect::from_center_size(
        seen.center_bottom() - Vec2::new(0.0, 14.0 + 0.5 * size.y),
        size,
    );
    plate.lay(painter, rect);
    let [least, most] = slider.kind.range();
    let x = |amount: f32| {
        let share = ((amount - least) / (most - least)).clamp(0.0, 1.0);
        rect.left() + MARGIN + share * (rect.width() - 2.0 * MARGIN)
    };
    let y = rect.top() + 35.0;
    painter.hline(x(least)..=x(most), y, Stroke::new(2.0, plate.line));
    let color = accent(&painter.ctx().global_style().visuals);
    let amount = slider.amount();
    let start = x(slider.kind.start());
    let range = start.min(x(amount))..=start.max(x(amount));
    painter.hline(range, y, Stroke::new(3.0, color));
    for tick in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        if tick >= least {
            painter.vline(
                x(tick),
                (y - 5.0)..=(y + 5.0),
                Stroke::new(1.5, plate.faint),
            );
        }
    }
    painter.circle_filled(Pos2::new(x(amount), y), 6.0, color);
    let mut text = slider.readout();
    if !slider.typed.is_empty() {
        text = format!("{text}   [{}|]", slider.typed.text());
    }
    let title = Pos2::new(rect.center().x, rect.top() + 5.0);
    let font = FontId::proportional(TEXT);
    painter.text(title, Align2::CENTER_TOP, text, font, plate.foreground);
    let [from, to] = &slider.labels;
    let font = FontId::proportional(11.0);
    let below = |amount: f32| Pos2::new(x(amount), rect.bottom() - 5.0);
    painter.text(
        below(0.0),
        Align2::CENTER_BOTTOM,
        from,
        font.clone(),
        plate.faint,
    );
    painter.text(below(1.0), Align2::CENTER_BOTTOM, to, font, plate.faint);
}
