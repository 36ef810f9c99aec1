//! The legend of the difference over a pane's picture: colours, lengths, and the share of vertices with each colour.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use scene::compare::{BANDS, Bands};
use scene::names::decimal;
use session::commands::view::View;
use session::tools::comparing::{PANES, PaneLayout};

use super::over::color;
use super::plate::{Plate, label};

/// A pane narrower than this has no column of shares.
const NARROW: f32 = 460.0;
const STEPS: u8 = 56;
const SIZE: f32 = 12.0;
const BAR: f32 = 14.0;
const PADDING: f32 = 9.0;
/// Height of a line of the headings.
const LINE: f32 = 16.0;
/// Gap between a column and the bar.
const GAP: f32 = 8.0;
/// Width of the column of shares.
const SHARES: f32 = 52.0;

/// Draws the scale, or only that nothing differs; returns where the scale is.
pub(super) fn difference_legend(
    painter: &Painter,
    seen: Rect,
    pane: usize,
    view: &View<'_>,
) -> Option<Rect> {
    // In an overlay, the ghost's slider is above the legend.
    let is_under_slider = view.session.comparing.visible_layout() == PaneLayout::Overlay;
    let corner = seen.right_top() + Vec2::new(-10.0, if is_under_slider { 46.0 } else { 10.0 });
    let pinned = view.session.comparing.pinned_range;
    if view.shown.is_same(pane) && pinned.is_none() {
        label(painter, corner, Align2::RIGHT_TOP, "no difference");
        return None;
    }
    let range = view.shown.heat_range(pinned);
    let length = view.session.settings.units.length(range);
    let ends = [format!("+{length}"), "0".to_owned(), format!("−{length}")];
    // Narrow panes leave no space for shares beside the character.
    let is_narrow = seen.width() < NARROW;
    let highest = if is_narrow { 170.0 } else { 260.0 };
    let height = (seen.height() * 0.45).clamp(60.0, highest);
    let values = ends
        .iter()
        .map(|text| width_of(painter, text))
        .fold(48.0, f32::max);
    let shares = if is_narrow { 0.0 } else { GAP + SHARES };
    let both = values + GAP + BAR + 2.0 * PADDING + shares;
    if seen.height() < height + 130.0 || seen.width() < both + 20.0 {
        return None;
    }
    let size = Vec2::new(both, height + 2.0 * PADDING + 3.0 * LINE);
    let plate = Align2::RIGHT_TOP.anchor_size(corner, size);
    let style = Plate::of(painter);
    style.lay(painter, plate);
    let left = plate.left() + PADDING + values;
    let top = plate.top() + PADDING + 2.0 * LINE;
    let bar = Rect::from_min_size(Pos2::new(left + GAP, top), Vec2::new(BAR, height));
    gradient(painter, bar, style, view);
    let text = |x: f32, y: f32, anchor: Align2, words: &str, foreground: Color32| {
        painter.text(
            Pos2::new(x, y),
            anchor,
            words,
            FontId::proportional(SIZE),
            foreground,
        );
    };
    let name = PANES.get(pane).copied().unwrap_or_default();
    let heading = plate.top() + PADDING + 0.5 * LINE;
    text(
        left,
        heading,
        Align2::RIGHT_CENTER,
        &format!("{name} − A"),
        style.foreground,
    );
    let right = plate.right() - PADDING;
    if !is_narrow {
        let anchor = Align2::RIGHT_CENTER;
        text(right, heading, anchor, "vertices", style.faint);
    }
    for (y, words) in [bar.top(), bar.center().y, bar.bottom()]
        .into_iter()
        .zip(&ends)
    {
        text(left, y, Align2::RIGHT_CENTER, words, style.foreground);
    }
    for (y, words) in [
        (bar.top() + LINE, "outside"),
        (bar.bottom() - LINE, "inside"),
    ] {
        text(left, y, Align2::RIGHT_CENTER, words, style.faint);
    }
    if let Some(bands) = view.shown.bands(pane, range).filter(|_| !is_narrow) {
        percentages(painter, (bar, right), &bands);
    }
    Some(plate)
}

fn width_of(painter: &Painter, text: &str) -> f32 {
    let font = FontId::proportional(SIZE);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    galley.size().x
}

fn gradient(painter: &Painter, bar: Rect, style: Plate, view: &View<'_>) {
    let colors = view.session.settings.difference.colors();
    for step in 0..STEPS {
        let (from, to) = (
            f32::from(step) / f32::from(STEPS),
            f32::from(step + 1) / f32::from(STEPS),
        );
        let rows = (bar.top() + from * bar.height())..=(bar.top() + to * bar.height() + 0.5);
        let strip = Rect::from_x_y_ranges(bar.x_range(), rows).intersect(bar);
        painter.rect_filled(strip, 0.0, color(colors.color(1.0 - from - to)));
    }
    let edge = Stroke::new(1.0, style.line);
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
}

fn percentages(painter: &Painter, (bar, right): (Rect, f32), bands: &Bands) {
    #[expect(clippy::cast_precision_loss, reason = "a handful of bands")]
    let height = bar.height() / BANDS as f32;
    let style = Plate::of(painter);
    let write = |y: f32, share: f32| {
        let at = Pos2::new(right, y);
        let font = FontId::proportional(SIZE);
        let foreground = if share > 0.0 {
            style.foreground
        } else {
            style.faint
        };
        painter.text(at, Align2::RIGHT_CENTER, percent(share), font, foreground);
    };
    // Vertices beyond a pinned range.
    if bands.above > 0.0 {
        write(bar.top() - 0.5 * LINE, bands.above);
    }
    let mut y = bar.top() + 0.5 * height;
    for share in bands.within.iter().rev() {
        write(y, *share);
        y += height;
    }
    if bands.below > 0.0 {
        write(bar.bottom() + 0.5 * LINE, bands.below);
    }
}

fn percent(share: f32) -> String {
    match 100.0 * share {
        0.0 => "–".to_owned(),
        percent if percent < 0.1 => "< 0.1 %".to_owned(),
        percent if percent < 10.0 => format!("{} %", decimal(percent, 1)),
        percent => format!("{} %", decimal(percent, 0)),
    }
}
