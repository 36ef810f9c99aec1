//! Legends of weights and of the joints' colors over a pane's picture.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{Align2, Color32, FontId, Id, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use glam::Vec3;
use scene::names::{count, joint_name, weight_text};
use scene::view::joint_colors::UNBOUND_RAMP;
use scene::view::weight_ramps::WeightRamp;
use session::features::view::View;
use session::settings::Isolines;
use session::state::comparing::PaneLayout;

use super::axis_widget::place_of_axes;
use super::difference_legend::figure;
use super::legend_place::{Obstacles, PLACES_OF_WEIGHTS, first_free, hold_steady, place_at};
use super::over::color;
use super::plate::{Plate, label};

/// Size of letters, width of the plate, height of a row and distance from the edge of the picture, in points.
const TEXT: f32 = 12.0;
const WIDTH: f32 = 168.0;
const ROW: f32 = 18.0;
const MARGIN: f32 = 10.0;
/// Height of the pane's summary.
const SUMMARY: f32 = 26.0;
/// Smaller pictures have a strip at their upper edge in place of the legend.
const LEAST: Vec2 = Vec2::new(400.0, 400.0);
/// Height of the strip, and widths of its colors and of the whole.
const STRIP: f32 = 22.0;
const STRIP_BAR: f32 = 48.0;
/// What the strip needs beside its title, its colors and their numbers.
const STRIP_REST: f32 = 34.0;
/// Room below which there is no title: it would be an ellipsis alone.
const LEAST_TITLE: f32 = 14.0;
/// Half the width that a head takes.
const STRIP_BESIDE: f32 = 24.0;
const WIDEST_STRIP: f32 = 240.0;
/// Below this width of a pane the hint is a short one: it would be cut off.
const LEAST_FOR_HINT: f32 = 230.0;

/// Where a legend is drawn: painter, picture and its visible part, pane, and what is shown.
#[derive(Clone, Copy)]
pub(super) struct LegendCanvas<'a> {
    pub(super) painter: &'a Painter,
    pub(super) picture: Rect,
    pub(super) seen: Rect,
    pub(super) pane: usize,
    pub(super) view: &'a View<'a>,
}
/// Steps of the gradient; enough that none is visible.
const STEPS: u8 = 64;

/// Draws the scale of the selected joint's weights, or that there is none to show; returns where the scale is.
pub(super) fn weights_legend(ground: LegendCanvas<'_>) -> Option<Rect> {
    let LegendCanvas {
        painter,
        seen,
        view,
        ..
    } = ground;
    let Some(joint) = view.session.character.selection.active() else {
        // Above the summary of the pane, which may be as wide as that.
        let corner = seen.right_bottom() - Vec2::new(MARGIN, MARGIN + SUMMARY);
        let is_unbound = view.document.character.rig.binds.is_empty();
        let hint = match (is_unbound, seen.width() < LEAST_FOR_HINT) {
            (true, false) => "no mesh is bound to joints yet",
            (true, true) => "nothing is bound yet",
            (false, false) => "select a joint to see its weights",
            (false, true) => "select a joint",
        };
        label(painter, corner, Align2::RIGHT_BOTTOM, hint);
        return None;
    };
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    if is_small(seen) {
        return strip(ground, &name, ["0", "1"]);
    }
    let (painter, inner) = plate(ground, 6);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    let title = if view.session.character.weights.isolated {
        format!("only weight of {name}")
    } else {
        format!("weight of {name}")
    };
    let facts = view.session.character.facts.joint(joint);
    text(&painter, left(0.0), Align2::LEFT_CENTER, &title);
    let noun = if facts.vertices == 1 {
        "vertex"
    } else {
        "vertices"
    };
    let most = weight_text(facts.largest_weight, 3);
    let moved = format!("{} {noun}, at most {most}", count(facts.vertices));
    faint(&painter, left(1.0), &moved);
    let look = view.session.settings.weights;
    let bar = gradient_bar(&painter, inner, 2.0, look.ramp.ramp(), ["0", "1"]);
    ticks(&painter, bar, look.isolines);
    let middle = Pos2::new(bar.center().x, row(3.0));
    text(&painter, middle, Align2::CENTER_CENTER, "0.5");
    let marks = look.ramp.ramp().marks();
    let beside = Pos2::new(inner.center().x, row(4.0));
    key(&painter, left(4.0), "exactly 0", marks.zero);
    key(&painter, beside, "exactly 1", marks.one);
    key(&painter, left(5.0), "not skinned", marks.unbound);
    Some(painter.clip_rect())
}

/// Draws the legend of the joints' colors; returns where it is.
pub(super) fn joints_legend(ground: LegendCanvas<'_>) -> Option<Rect> {
    let LegendCanvas { seen, view, .. } = ground;
    if is_small(seen) {
        return None;
    }
    let (painter, inner) = plate(ground, 3);
    let left = |index: f32| Pos2::new(inner.left(), inner.top() + (index + 0.5) * ROW);
    let alone = view.session.character.selection.active();
    let title = match alone.filter(|_| view.session.character.weights.isolated) {
        Some(joint) => {
            let name = joint_name(&view.document.character.rig.skeleton, joint);
            format!("only where {name} moves,")
        }
        None => "joints in their colors,".to_owned(),
    };
    text(&painter, left(0.0), Align2::LEFT_CENTER, &title);
    text(&painter, left(1.0), Align2::LEFT_CENTER, "mixed by weight");
    let unbound = UNBOUND_RAMP.marks().unbound;
    key(&painter, left(2.0), "not skinned", unbound);
    Some(painter.clip_rect())
}

/// Width that the plate takes from the pane's summary; 0 where it is above the summary, or a strip.
pub(super) fn width_beside(seen: Rect) -> f32 {
    if seen.width() < WIDTH + 220.0 || is_small(seen) {
        0.0
    } else {
        WIDTH + MARGIN
    }
}

/// Whether a picture has no space for a legend beside its figure.
pub(super) fn is_small(seen: Rect) -> bool {
    seen.width() < LEAST.x || seen.height() < LEAST.y
}

/// Draws a plate for so many rows where it hides least of the figure, at the lower right if it hides nothing there;
/// returns a painter and the area for them.
pub(super) fn plate(ground: LegendCanvas<'_>, rows: u8) -> (Painter, Rect) {
    let LegendCanvas {
        painter,
        picture,
        seen,
        pane,
        view,
    } = ground;
    let size = Vec2::new(WIDTH, f32::from(rows) * ROW + 12.0);
    // Beside the pane's summary or, where there is no space, above it.
    let is_above = width_beside(seen) == 0.0;
    let above = if is_above { 30.0 } else { 0.0 };
    // In an overlay, the ghost's slider is above.
    let is_under_slider = view.session.comparing.visible_layout() == PaneLayout::Overlay;
    let below = if is_under_slider { 36.0 } else { 0.0 };
    let mut free_space = seen.shrink(MARGIN);
    free_space.min.y += below;
    free_space.max.y -= above;
    let memory = Id::unique(("place of weights legend", pane));
    let share = hold_steady(painter.ctx(), memory, view, || {
        let points = figure((picture, pane), view);
        let obstacles = Obstacles {
            figure: &points,
            axes: place_of_axes((picture, seen)),
        };
        first_free((free_space, size), obstacles, PLACES_OF_WEIGHTS)
    });
    let plate = place_at(free_space, size, share);
    Plate::of(painter).lay(painter, plate);
    let clipped = painter.with_clip_rect(plate.intersect(painter.clip_rect()));
    (clipped, plate.shrink2(Vec2::new(8.0, 6.0)))
}

/// Draws a title and the colors between the numbers of their two ends, in one line at the upper edge of a small picture.
pub(super) fn strip(ground: LegendCanvas<'_>, title: &str, ends: [&str; 2]) -> Option<Rect> {
    let LegendCanvas { painter, view, .. } = ground;
    let widths = ends.map(|end| text_width(painter, end));
    let plate = place_of_strip(ground, title, widths.iter().sum())?;
    Plate::of(painter).lay(painter, plate);
    let right = plate.right_center() - Vec2::new(8.0, 0.0);
    text(painter, right, Align2::RIGHT_CENTER, ends[1]);
    let bar = Rect::from_center_size(
        right - Vec2::new(widths[1] + 5.0 + 0.5 * STRIP_BAR, 0.0),
        Vec2::new(STRIP_BAR, 10.0),
    );
    gradient(painter, bar, view.session.settings.weights.ramp.ramp());
    ticks(painter, bar, view.session.settings.weights.isolines);
    let zero = bar.left_center() - Vec2::new(5.0, 0.0);
    text(painter, zero, Align2::RIGHT_CENTER, ends[0]);
    let left = plate.left_center() + Vec2::new(8.0, 0.0);
    let room = zero.x - widths[0] - 6.0 - left.x;
    if room >= LEAST_TITLE {
        draw_elided(painter, (left, room), title);
    }
    Some(plate)
}

fn text_width(painter: &Painter, text: &str) -> f32 {
    let font = FontId::proportional(TEXT);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    galley.size().x
}

/// Where the strip hides least of the figure: in a corner of the upper edge, as wide as its title or narrower.
fn place_of_strip(ground: LegendCanvas<'_>, title: &str, ends: f32) -> Option<Rect> {
    let LegendCanvas {
        painter,
        picture,
        seen,
        pane,
        view,
    } = ground;
    let most = (seen.width() - 8.0).min(WIDEST_STRIP);
    if most < 2.0 * STRIP_BAR || seen.height() < 3.0 * STRIP {
        return None;
    }
    let least = STRIP_BAR + STRIP_REST + ends;
    let whole = (text_width(painter, title) + least).min(most);
    let narrow = (0.5 * seen.width() - STRIP_BESIDE).clamp(least.min(whole), whole);
    let memory = Id::unique(("place of strip", pane));
    let free_space = seen.shrink(4.0);
    let place = |[x, width]: [f32; 2]| place_at(free_space, Vec2::new(width, STRIP), [x, 0.0]);
    let found = hold_steady(painter.ctx(), memory, view, || {
        let points = figure((picture, pane), view);
        let hidden = |&of: &[f32; 2]| {
            let plate = place(of);
            points.iter().filter(|at| plate.contains(**at)).count()
        };
        let places = [[0.0, whole], [1.0, whole], [0.0, narrow], [1.0, narrow]];
        let best = places.into_iter().min_by_key(hidden);
        best.unwrap_or([0.0, whole])
    });
    // The width that was found while a clip plays may be that for other numbers.
    Some(place([found[0], found[1].max(least.min(whole))]))
}

/// Marks on the bar where isolines are drawn.
pub(super) fn ticks(painter: &Painter, bar: Rect, isolines: Isolines) {
    let Some(step) = isolines.step() else { return };
    let at = |number: u8| f32::from(number) * step;
    // Multiples of the step round: the one that should be 1 may lie just below it, and the end of the bar needs no mark.
    for weight in (1..u8::MAX).map(at).take_while(|weight| *weight < 0.999) {
        let x = bar.left() + weight * bar.width();
        let width = if (weight - 0.5).abs() < 1e-3 {
            2.0
        } else {
            1.0
        };
        painter.vline(
            x,
            bar.y_range(),
            Stroke::new(width, Color32::from_black_alpha(190)),
        );
    }
}

/// Draws the colors of a ramp in a row of a plate, and what its two ends mean in the row below; returns the bar.
pub(super) fn gradient_bar(
    painter: &Painter,
    inner: Rect,
    row: f32,
    ramp: WeightRamp,
    ends: [&str; 2],
) -> Rect {
    let [middle, below] = [0.5, 1.5].map(|half| inner.top() + (row + half) * ROW);
    let bar = Rect::from_center_size(
        Pos2::new(inner.center().x, middle),
        Vec2::new(inner.width(), 12.0),
    );
    gradient(painter, bar, ramp);
    for (x, anchor, words) in [
        (bar.left(), Align2::LEFT_CENTER, ends[0]),
        (bar.right(), Align2::RIGHT_CENTER, ends[1]),
    ] {
        text(painter, Pos2::new(x, below), anchor, words);
    }
    bar
}

pub(super) fn gradient(painter: &Painter, bar: Rect, ramp: WeightRamp) {
    let step = bar.width() / f32::from(STEPS);
    for index in 0..STEPS {
        let left = bar.left() + f32::from(index) * step;
        // Half a point of overlap hides the soft edges between strips.
        let strip = Rect::from_x_y_ranges(left..=left + step + 0.5, bar.y_range());
        let along = (f32::from(index) + 0.5) / f32::from(STEPS);
        painter.rect_filled(strip.intersect(bar), 0.0, color(ramp.color(along)));
    }
    let edge = Stroke::new(1.0, Plate::of(painter).line);
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
}

pub(super) fn key(painter: &Painter, at: Pos2, meaning: &str, encoded: Vec3) {
    let swatch = Rect::from_center_size(at + Vec2::new(5.5, 0.0), Vec2::splat(11.0));
    painter.rect_filled(swatch, 2.0, color(encoded));
    let edge = Stroke::new(1.0, Plate::of(painter).line);
    painter.rect_stroke(swatch, 2.0, edge, StrokeKind::Outside);
    text(
        painter,
        at + Vec2::new(17.0, 0.0),
        Align2::LEFT_CENTER,
        meaning,
    );
}

pub(super) fn text(painter: &Painter, at: Pos2, anchor: Align2, words: &str) {
    let foreground = Plate::of(painter).foreground;
    painter.text(at, anchor, words, FontId::proportional(TEXT), foreground);
}

/// Text from a place on, whose end gives way to an ellipsis where there is less room.
fn draw_elided(painter: &Painter, (left, room): (Pos2, f32), words: &str) {
    let foreground = Plate::of(painter).foreground;
    let font = FontId::proportional(TEXT);
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, foreground);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    let galley = painter.layout_job(job);
    let at = left - Vec2::new(0.0, 0.5 * galley.size().y);
    painter.galley(at, galley, foreground);
}

pub(super) fn faint(painter: &Painter, at: Pos2, words: &str) {
    let foreground = Plate::of(painter).faint;
    let font = FontId::proportional(TEXT);
    painter.text(at, Align2::LEFT_CENTER, words, font, foreground);
}
