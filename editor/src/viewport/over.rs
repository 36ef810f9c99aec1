//! What is written over a pane's picture: how far it is from A, the scale of its colours, the spot that is visited.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2};

use super::weights_legend::weights_legend;
use crate::compare::{BANDS, Bands};
use crate::comparing::{PaneLayout, Visited};
use crate::names::decimal;
use crate::shading::Shading;
use crate::shown::SAME;
use crate::view::View;

const INK: Color32 = Color32::from_gray(240);
const FAINT: Color32 = Color32::from_gray(190);
const TEXT: f32 = 13.0;
const PLATE: u8 = 150;
const SPOT: Color32 = Color32::from_rgb(255, 196, 0);
const RING: f32 = 15.0;

/// Writes over the part of a picture that is seen.
pub(super) fn write_over(
    painter: &Painter,
    (picture, seen): (Rect, Rect),
    pane: usize,
    view: &View<'_>,
) {
    if view.is_empty() {
        return;
    }
    let corner = seen.left_bottom() + Vec2::new(10.0, -10.0);
    let verdicts = verdict(pane, view);
    let fits = |text: &&String| width_of(painter, text) <= seen.width() - 20.0;
    if let Some(text) = verdicts.iter().find(fits) {
        label(painter, corner, Align2::LEFT_BOTTOM, text);
    }
    if pane > 0 && view.session.switches.heatmap {
        legend(painter, seen, pane, view);
    } else if view.session.shading == Shading::Weights {
        weights_legend(painter, seen, view);
    }
    let visited = view.session.comparing.visited.as_ref();
    if let Some(visited) = visited.filter(|visited| is_shown(visited, view)) {
        mark_spot(painter, picture, (visited, pane), view);
    }
}

/// How far a pane is from A, in a line: with all that is to be said, and shorter and shorter for narrow panes.
fn verdict(pane: usize, view: &View<'_>) -> Vec<String> {
    if pane == 0 {
        return vec!["reference".to_owned()];
    }
    if view.shown.is_same(pane) {
        return vec![SAME.to_owned()];
    }
    let Some(compared) = view.shown.compared(pane) else {
        return Vec::new();
    };
    let distance = compared.difference.distance;
    let length = |metres: f32| view.session.settings.units.length(metres);
    let max = length(distance.max);
    let apart = format!("off by max {max} · RMS {}", length(distance.rms));
    let volume = volume_share(pane, view)
        .map(|share| format!("{apart} · volume {} %", decimal(100.0 * share, 1)));
    let shorter = [apart, format!("off by max {max}"), max];
    volume.into_iter().chain(shorter).collect()
}

fn width_of(painter: &Painter, text: &str) -> f32 {
    let font = FontId::proportional(TEXT);
    painter.layout_no_wrap(text.to_owned(), font, INK).size().x + 12.0
}

/// A pane's volume over that at rest, where there is one.
fn volume_share(pane: usize, view: &View<'_>) -> Option<f32> {
    let volume = view.shown.compared(pane)?.volume?;
    let rest = view.shown.rest_volume.filter(|rest| *rest != 0.0)?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose"
    )]
    let share = (volume / rest) as f32;
    Some(share)
}

/// Whether the spot is still one: the pose and what the panes show are those of when it was found.
fn is_shown(visited: &Visited, view: &View<'_>) -> bool {
    visited.panes == view.session.comparing.panes
        && visited.pose == view.shown.pose
        && visited.reach == view.document.reach
}

/// A ring in every pane, and in the one that it is about what it says.
fn mark_spot(
    painter: &Painter,
    picture: Rect,
    (visited, pane): (&Visited, usize),
    view: &View<'_>,
) {
    let size = glam::Vec2::new(picture.width(), picture.height());
    let Some(place) = view.session.camera.pixel(visited.spot.position, size) else {
        return;
    };
    let center = picture.min + Vec2::new(place.x, place.y);
    painter.circle_stroke(
        center,
        RING,
        Stroke::new(4.0, Color32::from_black_alpha(140)),
    );
    painter.circle_stroke(center, RING, Stroke::new(2.0, SPOT));
    if pane == visited.pane {
        let text = format!(
            "{} of {}: {} off",
            visited.rank + 1,
            visited.of,
            view.session.settings.units.length(visited.spot.distance)
        );
        let below = center + Vec2::new(0.0, RING + 8.0);
        label(painter, below, Align2::CENTER_TOP, &text);
    }
}

/// Text on a dark ground, readable over anything.
pub(super) fn label(painter: &Painter, at: Pos2, anchor: Align2, text: &str) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(TEXT), INK);
    let rect = anchor.anchor_size(at, galley.size() + Vec2::new(12.0, 6.0));
    let over = (painter.clip_rect().right() - rect.right() - 4.0).min(0.0);
    let rect = rect.translate(Vec2::new(over, 0.0));
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(PLATE));
    painter.galley(rect.min + Vec2::new(6.0, 3.0), galley, INK);
}

/// The colours of the difference, from outside to inside, and what share of the vertices has each.
fn legend(painter: &Painter, seen: Rect, pane: usize, view: &View<'_>) {
    const STEPS: u8 = 56;
    let size = Vec2::new(14.0, (seen.height() * 0.45).clamp(60.0, 260.0));
    if seen.height() < size.y + 110.0 || seen.width() < 200.0 {
        return;
    }
    // In an overlay the ghost's slider stands above.
    let is_under_slider = view.session.comparing.visible_layout() == PaneLayout::Overlay;
    let top = if is_under_slider { 78.0 } else { 56.0 };
    let bar = Rect::from_min_size(seen.right_top() + Vec2::new(-86.0, top), size);
    let plate = Rect::from_min_max(
        bar.min - Vec2::new(6.0, 24.0),
        bar.max + Vec2::new(66.0, 24.0),
    );
    painter.rect_filled(plate, 4.0, Color32::from_black_alpha(PLATE));
    let colors = view.session.settings.difference.colors();
    for step in 0..STEPS {
        let (from, to) = (
            f32::from(step) / f32::from(STEPS),
            f32::from(step + 1) / f32::from(STEPS),
        );
        let rows = (bar.top() + from * size.y)..=(bar.top() + to * size.y + 0.5);
        let strip = Rect::from_x_y_ranges(bar.x_range(), rows);
        painter.rect_filled(strip, 0.0, color(colors.color(1.0 - from - to)));
    }
    let pinned = view.session.comparing.pinned_range;
    if view.shown.is_same(pane) && pinned.is_none() {
        let at = Pos2::new(bar.left() - 12.0, bar.center().y);
        label(painter, at, Align2::RIGHT_CENTER, "no difference");
        return;
    }
    let range = view.shown.heat_range(pinned);
    let length = |metres: f32| view.session.settings.units.length(metres);
    let beside = bar.left() - 12.0;
    for (y, text) in [
        (bar.top(), format!("+{} outside", length(range))),
        (bar.center().y, "0".to_owned()),
        (bar.bottom(), format!("−{} inside", length(range))),
    ] {
        label(painter, Pos2::new(beside, y), Align2::RIGHT_CENTER, &text);
    }
    if let Some(compared) = view.shown.compared(pane) {
        percentages(painter, bar, &Bands::of(&compared.difference, range));
    }
}

fn percentages(painter: &Painter, bar: Rect, bands: &Bands) {
    #[expect(clippy::cast_precision_loss, reason = "a handful of bands")]
    let height = bar.height() / BANDS as f32;
    let write = |y: f32, share: f32| {
        let at = Pos2::new(bar.right() + 58.0, y);
        let font = FontId::proportional(12.0);
        let ink = if share > 0.0 { INK } else { FAINT };
        painter.text(at, Align2::RIGHT_CENTER, percent(share), font, ink);
    };
    let mut y = bar.top() - 0.5 * height.max(18.0);
    write(y, bands.above);
    y = bar.top() + 0.5 * height;
    for share in bands.within.iter().rev() {
        write(y, *share);
        y += height;
    }
    write(bar.bottom() + 0.5 * height.max(18.0), bands.below);
}

fn percent(share: f32) -> String {
    match 100.0 * share {
        0.0 => "–".to_owned(),
        percent if percent < 0.1 => "< 0.1 %".to_owned(),
        percent if percent < 10.0 => format!("{} %", decimal(percent, 1)),
        percent => format!("{} %", decimal(percent, 0)),
    }
}

pub(super) fn color(encoded: glam::Vec3) -> Color32 {
    let bytes = (encoded * 255.0)
        .round()
        .clamp(glam::Vec3::ZERO, glam::Vec3::splat(255.0));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0 … 255"
    )]
    let [r, g, b] = bytes.to_array().map(|channel| channel as u8);
    Color32::from_rgb(r, g, b)
}
