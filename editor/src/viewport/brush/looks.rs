//! Drawing of the brush: its ring, the vertices it would change, those a stroke takes weight from, its mirror image and
//! the plane that mirrors it.

use eframe::egui::{Align2, Color32, Painter, Pos2, Shape, Stroke, Vec2};
use glam::Vec3;
use rig::JointIndex;
use scene::names::decimal;
use scene::view::joint_colors::joint_color;
use session::features::painting::paint_engine::BrushPlace;
use session::features::view::View;
use session::settings::{BrushReach, BrushTool};
use session::state::painting::brush_work::{
    Adjusted, BrushModifiers, Sample, modified_tool, shape_of,
};
use session::state::painting::sculpt::SculptTool;

use super::super::over::color;
use super::super::plate::label;
use super::super::{Tile, glam};
use super::dots::{sparse, sparse_rings};
use super::ring_colors::distinct_color;

/// Width of the line around the plane of live mirror.
const PLANE_LINE: f32 = 1.25;
/// Corners of a ring.
const CORNERS: u16 = 64;
/// Smallest loss that has a ring.
const LEAST_LOSS: f32 = 0.02;

pub(super) fn say_number(painter: &Painter, at: Pos2, what: Adjusted, view: &View<'_>) {
    let brush = &view.session.settings.brush;
    let text = match what {
        Adjusted::Radius if brush.in_pixels => format!("Radius {} px", decimal(brush.pixels, 0)),
        Adjusted::Radius => {
            let length = brush.radius * view.shown.rest_bounds.radius();
            format!("Radius {}", view.session.settings.units.length(length))
        }
        Adjusted::Strength => format!("Strength {}", decimal(brush.strength, 2)),
    };
    label(painter, at, Align2::CENTER_TOP, &text);
}

pub(super) fn draw_brush(
    painter: &Painter,
    tile: &Tile,
    sample: &Sample,
    held: BrushModifiers,
    view: &View<'_>,
) -> BrushPlace {
    let brush = &view.session.settings.brush;
    let under = view.paint_engine.under(sample, brush);
    let foreground = foreground(held, &under, view);
    if view.session.painting.stroke.is_none() && brush.preview {
        draw_dots(painter, tile, sample, foreground, view);
    }
    if brush.ghost {
        draw_ghost(painter, tile, view);
    }
    if brush.mirror {
        draw_plane(painter, tile, sample, view);
        draw_image(painter, tile, sample, foreground, view);
    }
    let strong = half_of(&shape_of(brush));
    ring(
        painter,
        tile,
        sample,
        &under,
        1.0,
        Stroke::new(1.75, foreground),
        view,
    );
    if strong > 0.02 && strong < 0.98 {
        let faint = Stroke::new(1.0, foreground.gamma_multiply(0.6));
        ring(painter, tile, sample, &under, strong, faint, view);
    }
    if let Some(at) = pixel(under.position, tile, view) {
        painter.circle(
            at,
            2.0,
            foreground,
            Stroke::new(1.0, Color32::from_black_alpha(150)),
        );
    }
    under
}

/// Share of the radius at which half of the strength is left.
fn half_of(shape: &weights::Shape) -> f32 {
    let steps = (0..=50_u8).map(|step| f32::from(step) / 50.0);
    steps
        .filter(|&share| shape.at(share) >= 0.5)
        .fold(0.0, f32::max)
}

/// The brush's color for its effect; gray where it has none.
fn foreground(held: BrushModifiers, under: &BrushPlace, view: &View<'_>) -> Color32 {
    let session = view.session;
    let tool = modified_tool(session.settings.brush.tool, held);
    let skeleton = &view.document.character.rig.skeleton;
    let active = session.character.selection.active();
    let may = session.paints_numbers()
        || tool.is_of_all_joints()
        || active.is_some_and(|joint| !session.character.weights.is_locked(skeleton, joint));
    let of_weights = match tool {
        _ if !may => Color32::from_gray(150),
        BrushTool::Select | BrushTool::Replace | BrushTool::Gradient => Color32::from_gray(245),
        BrushTool::Add => Color32::from_rgb(255, 138, 92),
        BrushTool::Subtract => Color32::from_rgb(104, 178, 255),
        BrushTool::Scale => Color32::from_rgb(255, 226, 92),
        BrushTool::Smooth => Color32::from_rgb(126, 231, 135),
        BrushTool::Sharpen => Color32::from_rgb(232, 140, 255),
        BrushTool::Average => Color32::from_rgb(160, 224, 220),
        BrushTool::Smear => Color32::from_rgb(232, 190, 150),
    };
    let sculpts = session.sculpts();
    let color = sculpts.map_or(of_weights, |tool| sculpt_color(tool.with_keys(held)));
    if under.is_on_surface {
        color
    } else {
        color.gamma_multiply(0.55)
    }
}

/// The color of the brush that shapes a corrective, as that of the brushes for weights that do the like.
const fn sculpt_color(tool: SculptTool) -> Color32 {
    match tool {
        SculptTool::Smooth => Color32::from_rgb(126, 231, 135),
        SculptTool::Erase => Color32::from_rgb(104, 178, 255),
        SculptTool::Grab => Color32::from_rgb(232, 190, 150),
    }
}

/// Dots with dark rims, visible on every color of every ramp.
fn draw_dots(
    painter: &Painter,
    tile: &Tile,
    sample: &Sample,
    foreground: Color32,
    view: &View<'_>,
) {
    let brush = &view.session.settings.brush;
    let selection = &view.session.character.weights.vertices;
    let dots = view
        .paint_engine
        .preview(painted_joint(view), sample, (brush, selection));
    let places = dots.iter();
    let places =
        places.filter_map(|&(place, strength)| Some((pixel(place, tile, view)?, strength)));
    for (at, strength) in sparse(places.collect()) {
        let radius = 1.1 + 1.7 * strength;
        let seen = 0.25 + 0.75 * strength;
        let rim = Color32::from_black_alpha(235).gamma_multiply(seen);
        painter.circle_filled(at, radius + 1.2, rim);
        let light = foreground.lerp_to_gamma(Color32::WHITE, 0.35);
        painter.circle_filled(at, radius, light.gamma_multiply(seen));
    }
}

/// The character, and the joint that is painted; `None` for the blend map.
fn painted_joint<'a>(view: &View<'a>) -> (&'a character::Character, Option<JointIndex>) {
    let session = view.session;
    let character = &view.document.character;
    let mut binds = character.rig.binds.iter().flat_map(|bind| bind.joints());
    let joint = session
        .character
        .selection
        .active()
        .or_else(|| binds.next().copied());
    (character, joint.filter(|_| !session.paints_numbers()))
}

/// Small rings where the stroke takes weight, fainter for less, in the color of the joint that loses most.
fn draw_ghost(painter: &Painter, tile: &Tile, view: &View<'_>) {
    let Some(ghost) = view.paint_engine.ghost(tile.pane, &view.document.character) else {
        return;
    };
    let marks = view.session.settings.weights.ramp.ramp().marks();
    let own = joint_color(&view.document.character.rig.skeleton, ghost.joint);
    let color = color(distinct_color(own, &marks));
    let lost = ghost.lost.iter().filter(|(_, lost)| *lost > LEAST_LOSS);
    let places = lost.filter_map(|&(place, lost)| Some((pixel(place, tile, view)?, lost)));
    for (at, lost) in sparse_rings(places) {
        let radius = 1.5 + 2.0 * lost.min(1.0);
        let seen = 0.3 + 0.7 * lost.min(1.0);
        let rim = Color32::from_black_alpha(150).gamma_multiply(seen);
        painter.circle_stroke(at, radius, Stroke::new(2.2, rim));
        painter.circle_stroke(at, radius, Stroke::new(1.0, color.gamma_multiply(seen)));
    }
}

/// A dashed ring on the other side, where live mirror paints too, once that place is known.
fn draw_image(
    painter: &Painter,
    tile: &Tile,
    sample: &Sample,
    foreground: Color32,
    view: &View<'_>,
) {
    let brush = &view.session.settings.brush;
    let Some(image) = view
        .paint_engine
        .image_of(painted_joint(view), sample, brush)
    else {
        return;
    };
    let Some(mut corners) = circle(&image, 1.0, tile, view) else {
        return;
    };
    corners.extend(corners.first().copied());
    let rim = Stroke::new(3.5, Color32::from_black_alpha(110));
    let faint = Stroke::new(1.5, foreground.gamma_multiply(0.8));
    for stroke in [rim, faint] {
        painter.extend(Shape::dashed_line(&corners, stroke, 7.0, 5.0));
    }
}

/// The outline of the plane between the sides, where live mirror paints: it need not be x = 0. A line, seen along it.
fn draw_plane(painter: &Painter, tile: &Tile, sample: &Sample, view: &View<'_>) {
    let brush = &view.session.settings.brush;
    let Some(plane) = view
        .paint_engine
        .mirror_plane(painted_joint(view), sample, brush)
    else {
        return;
    };
    let skeleton = &view.document.character.rig.skeleton;
    let (rest, frames) = (&view.shown.rest_bounds, view.shown.frames(tile.pane));
    let Some(corners) = plane.corners(skeleton, rest, frames) else {
        return;
    };
    let camera = view.session.camera_of(tile.pane);
    let size = glam(tile.picture.size());
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next).map(|(&from, &to)| [from, to]);
    let rim = Stroke::new(2.5, Color32::from_black_alpha(70));
    let line = Stroke::new(PLANE_LINE, Color32::from_white_alpha(140));
    for edge in edges.filter_map(|edge| camera.segment(edge, size)) {
        let ends = edge.map(|at| tile.picture.min + Vec2::new(at.x, at.y));
        for stroke in [rim, line] {
            painter.extend(Shape::dashed_line(&ends, stroke, 10.0, 6.0));
        }
    }
}

/// A ring across the normal, or in the plane of the picture for a brush that measures there.
fn ring(
    painter: &Painter,
    tile: &Tile,
    sample: &Sample,
    under: &BrushPlace,
    share: f32,
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
    if let Some(corners) = circle(under, share, tile, view) {
        painter.add(Shape::closed_line(corners.clone(), rim));
        painter.add(Shape::closed_line(corners, stroke));
    }
}

/// `None` where a part of it is behind the camera.
fn circle(under: &BrushPlace, share: f32, tile: &Tile, view: &View<'_>) -> Option<Vec<Pos2>> {
    let (across, along) = under.normal.any_orthonormal_pair();
    let corner = |number: u16| {
        let angle = std::f32::consts::TAU * f32::from(number) / f32::from(CORNERS);
        let (sin, cos) = angle.sin_cos();
        let place = under.position + (across * cos + along * sin) * (under.radius * share);
        pixel(place, tile, view)
    };
    (0..CORNERS).map(corner).collect()
}

fn pixel(place: Vec3, tile: &Tile, view: &View<'_>) -> Option<Pos2> {
    let camera = view.session.camera_of(tile.pane);
    let at = camera.pixel(place, glam(tile.picture.size()))?;
    Some(tile.picture.min + Vec2::new(at.x, at.y))
}
