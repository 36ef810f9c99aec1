//! What stands over a pane's picture: its distance from A, its legend, and the spot that is visited.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Ui, Vec2};
use scene::names::decimal;
use scene::view::camera::Camera;
use scene::view::shading::Shading;
use session::commands::command::Sink;
use session::features::view::View;
use session::shown::{SAME, SpotMark};

use super::asymmetry_legend::asymmetry_legend;
use super::difference_legend::difference_legend;
use super::flip_legend::flip_legend;
use super::map_legend::map_legend;
use super::normal_error_legend::normal_error_legend;
use super::plate::{TEXT, label};
use super::weights_legend::{LegendCanvas, joints_legend, weights_legend, width_beside};

/// Color and radius in points of the ring around a visited spot.
const SPOT: Color32 = Color32::from_rgb(255, 196, 0);
const RING: f32 = 15.0;
/// Lower pictures have short summaries, which leave so much room beside the middle.
const LOW: f32 = 300.0;
const FEET: f32 = 40.0;

/// Writes over the visible part of a picture; returns where its legend is, if it has one.
pub(super) fn write_over(
    ui: &Ui,
    painter: &Painter,
    (picture, seen): (Rect, Rect),
    pane: usize,
    view: &View<'_>,
    sink: &mut Sink,
) -> Option<Rect> {
    if view.is_empty() {
        return None;
    }
    let corner = seen.left_bottom() + Vec2::new(10.0, -10.0);
    let verdicts = verdict(pane, view);
    let is_of_colors = matches!(
        view.session.shading,
        Shading::Weights
            | Shading::JointColors
            | Shading::Asymmetry
            | Shading::NormalError
            | Shading::NearFlip
    );
    let beside = if is_of_colors {
        width_beside(seen)
    } else {
        0.0
    };
    let space = seen.width() - 20.0 - beside;
    // In a low picture the figure stands as low as the text does.
    let wanted = if seen.height() < LOW {
        space.min(0.5 * seen.width() - FEET)
    } else {
        space
    };
    let width = |text: &String| width_of(painter, text);
    let mut fitting = verdicts.iter().filter(|text| width(text) <= space);
    let text = fitting.clone().find(|text| width(text) <= wanted);
    if let Some(text) = text.or_else(|| fitting.next_back()) {
        label(painter, corner, Align2::LEFT_BOTTOM, text);
    }
    if let Some(left_out) = view.ignored_parts(pane).filter(|_| seen.height() > 160.0) {
        let above = corner - Vec2::new(0.0, 28.0);
        label(painter, above, Align2::LEFT_BOTTOM, left_out);
    }
    let ground = LegendCanvas {
        painter,
        picture,
        seen,
        pane,
        view,
    };
    match view.session.shading {
        _ if pane > 0 && view.session.switches.heatmap => {
            difference_legend(ui, painter, (picture, seen), pane, view, sink)
        }
        Shading::Weights if view.session.paints_numbers() => map_legend(ground),
        Shading::Weights => weights_legend(ground),
        Shading::JointColors => joints_legend(ground),
        Shading::Asymmetry => asymmetry_legend(ui, ground),
        Shading::NormalError => normal_error_legend(ground),
        Shading::NearFlip => flip_legend(ground),
        _ => None,
    }
}

/// Marks the spot that is visited, over bones and gizmo.
pub(super) fn mark_visited(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    if let Some(visited) = view.visited_place() {
        let spot = SpotMark::of(visited, pane, view.session.settings.units);
        mark_spot(painter, picture, &view.session.camera_of(pane), &spot);
    }
}

/// The pane's distance from A in one line: the full text, then shorter ones for narrow panes.
fn verdict(pane: usize, view: &View<'_>) -> Vec<String> {
    if pane == 0 {
        return vec!["reference".to_owned()];
    }
    if view.shown.is_same(pane) {
        return vec![SAME.to_owned()];
    }
    let Some(compared) = view.shown.comparison_of(pane) else {
        return Vec::new();
    };
    let distance = compared.difference.distance;
    let length = |meters: f32| view.session.settings.units.length(meters);
    let max = length(distance.max);
    let offset = format!("differs by up to {max} · RMS {}", length(distance.rms));
    let volume = volume_share(pane, view)
        .map(|share| format!("{offset} · volume {} %", decimal(100.0 * share, 1)));
    let shorter = [offset, format!("differs by up to {max}"), max];
    volume.into_iter().chain(shorter).collect()
}

fn width_of(painter: &Painter, text: &str) -> f32 {
    let font = FontId::proportional(TEXT);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    galley.size().x + 12.0
}

/// A pane's volume divided by that at rest, where there is one.
fn volume_share(pane: usize, view: &View<'_>) -> Option<f32> {
    let volume = view.shown.comparison_of(pane)?.volume?;
    let rest = view.shown.rest_volume.filter(|rest| *rest != 0.0)?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose"
    )]
    let share = (volume / rest) as f32;
    Some(share)
}

/// A ring around a visited place and, in the pane that it is about, its text.
pub fn mark_spot(painter: &Painter, picture: Rect, camera: &Camera, spot: &SpotMark) {
    let size = glam::Vec2::new(picture.width(), picture.height());
    let Some(place) = camera.pixel(spot.place, size) else {
        return;
    };
    let center = picture.min + Vec2::new(place.x, place.y);
    let shade = Stroke::new(4.0, Color32::from_black_alpha(140));
    painter.circle_stroke(center, RING, shade);
    painter.circle_stroke(center, RING, Stroke::new(2.0, SPOT));
    if let Some(text) = &spot.text {
        let below = center + Vec2::new(0.0, RING + 8.0);
        label(painter, below, Align2::CENTER_TOP, text);
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
