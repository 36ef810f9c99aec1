//! The pose slider over the panes: it follows the pointer sideways, and shows its amount on a scale.

use eframe::egui::{
    Align2, Context, CursorIcon, FontId, Id, LayerId, Order, Painter, Pos2, Rect, Ui, Vec2,
};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::gizmo::operation::Event;
use session::state::posing::pose_slider::PoseSlider;

use super::Tile;
use super::axis_widget::place_of_axes;
use super::difference_legend::figure;
use super::gizmo::{cover, follow_at};
use super::legend_place::{Obstacles, least_hiding, place_at};
use super::plate::Plate;
use crate::panels::widgets::amount_scale::{AmountScale, ScaleColors};

/// Height of the scale with its plate, and its widths: the usual one, and one for beside a figure.
const HEIGHT: f32 = 66.0;
const WIDTHS: [f32; 2] = [320.0, 148.0];
/// From the plate to the edges of the picture.
const EDGE: f32 = 6.0;
/// Where the plate may stand, as shares of the free width and height, the most wanted first.
const PLACES: [[f32; 2]; 6] = [
    [0.5, 1.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [1.0, 0.0],
    [0.0, 0.0],
    [1.0, 0.5],
];

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
    let begins = slider.last().is_none();
    draw(&painter, place(ui.ctx(), tile, begins, view), slider);
}

/// The place of the scale: at an edge of the picture, where it hides least of the figure that is judged. It stays while the slider is at
/// work, whatever becomes of the pose.
fn place(ctx: &Context, tile: &Tile, begins: bool, view: &View<'_>) -> Rect {
    let memory = Id::unique("place of the pose slider");
    let known: Option<Rect> = ctx.data(|data| data.get_temp(memory));
    if let Some(known) = known.filter(|known| !begins && tile.seen.contains_rect(*known)) {
        return known;
    }
    let free_space = tile.seen.shrink(EDGE);
    let mut points = figure((tile.picture, tile.pane), view);
    points.retain(|at| tile.seen.contains(*at));
    let obstacles = Obstacles {
        figure: &points,
        axes: place_of_axes((tile.picture, tile.seen)),
    };
    let sizes = WIDTHS.map(|width| Vec2::new(width.min(free_space.width()), HEIGHT));
    let plates = sizes
        .into_iter()
        .flat_map(|size| PLACES.map(|place| place_at(free_space, size, place)));
    let place = least_hiding(plates, obstacles).unwrap_or(free_space);
    ctx.data_mut(|data| data.insert_temp(memory, place));
    place
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

/// The scale on its plate, with what stands at 0 and at 100 %.
fn draw(painter: &Painter, rect: Rect, slider: &PoseSlider) {
    let plate = Plate::of(painter);
    plate.lay(painter, rect);
    let scale = AmountScale {
        plate: rect,
        ends: slider.kind.range(),
        start: slider.kind.start(),
        amount: slider.amount(),
    };
    let colors = ScaleColors {
        text: plate.foreground,
        line: plate.line,
        mark: plate.faint,
    };
    let mut text = slider.readout();
    if !slider.typed.is_empty() {
        text = format!("{text}   [{}|]", slider.typed.text());
    }
    scale.draw(painter, colors, &[-1.0, -0.5, 0.0, 0.5, 1.0], text);
    ends(painter, rect, [scale.x(0.0), scale.x(1.0)], slider);
}

/// What stands at 0 and at 100 %, below the scale; at the edges of a plate that is too narrow for both there.
fn ends(painter: &Painter, rect: Rect, places: [f32; 2], slider: &PoseSlider) {
    let color = Plate::of(painter).faint;
    let font = FontId::proportional(11.0);
    let bottom = rect.bottom() - 5.0;
    let [from, to] = &slider.labels;
    if rect.width() >= WIDTHS[0] {
        for (x, text) in places.into_iter().zip([from, to]) {
            let at = Pos2::new(x, bottom);
            painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), color);
        }
        return;
    }
    let middle = rect.center().x;
    let halves = [
        (rect.with_max_x(middle - 2.0), Align2::LEFT_BOTTOM, from),
        (rect.with_min_x(middle + 2.0), Align2::RIGHT_BOTTOM, to),
    ];
    for (half, anchor, text) in halves {
        let inner = half.shrink2(Vec2::new(6.0, 5.0));
        let at = anchor.pos_in_rect(&inner);
        let clipped = painter.with_clip_rect(half.intersect(painter.clip_rect()));
        clipped.text(at, anchor, text, font.clone(), color);
    }
}
