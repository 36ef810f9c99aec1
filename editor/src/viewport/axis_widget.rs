//! The axes of the world in a pane's corner: they turn with the camera, and a click on an end looks from there.

use eframe::egui::{
    Align2, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo,
};
use glam::Vec3;
use session::commands::actions::ViewAction;
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::comparing::{PANES, PaneLayout};

use crate::panels::widgets::tooltip_of;
use crate::theme::axis_color;

use super::plate::Plate;
use super::tiles::Tile;

/// From the middle to the ends.
const REACH: f32 = 26.0;
/// Radius of an end.
const END: f32 = 8.0;
/// Gap between the axes and the left edge, and the pane's summary with the line above it.
const BESIDE: f32 = 10.0;
const BELOW: f32 = 72.0;
/// Smaller panes have no axes.
const LEAST: Vec2 = Vec2::new(290.0, 260.0);
/// An end that points at the camera: a click on it looks from the other side.
/// The cosine of 0.8°.
const FACING: f32 = 0.9999;

/// An end of an axis.
#[derive(Clone, Copy)]
struct AxisEnd {
    axis: usize,
    letter: &'static str,
    direction: Vec3,
    name: &'static str,
    action: ViewAction,
}

const fn end(
    axis: usize,
    letter: &'static str,
    direction: Vec3,
    name: &'static str,
    action: ViewAction,
) -> AxisEnd {
    AxisEnd {
        axis,
        letter,
        direction,
        name,
        action,
    }
}

/// Positive ends are named as viewpoints are, in a world whose Y points up and whose figures look along Z.
const ENDS: [AxisEnd; 6] = [
    end(0, "X", Vec3::X, "+X", ViewAction::ViewSide),
    end(1, "Y", Vec3::Y, "+Y", ViewAction::ViewTop),
    end(2, "Z", Vec3::Z, "+Z", ViewAction::ViewFront),
    end(0, "", Vec3::NEG_X, "−X", ViewAction::ViewRightSide),
    end(1, "", Vec3::NEG_Y, "−Y", ViewAction::ViewBottom),
    end(2, "", Vec3::NEG_Z, "−Z", ViewAction::ViewBack),
];

/// Where the axes stand in a picture and the part of it that is seen; nowhere where they do not fit, and of two pictures in one place only
/// in the left one.
pub(super) fn place_of_axes((picture, seen): (Rect, Rect)) -> Option<Rect> {
    let is_first = (seen.left() - picture.left()).abs() < 1.0;
    let fits = seen.width() >= LEAST.x && seen.height() >= LEAST.y;
    let reach = REACH + END;
    let middle = seen.left_bottom() + Vec2::new(BESIDE + reach, -BELOW - reach);
    (is_first && fits).then(|| Rect::from_center_size(middle, Vec2::splat(2.0 * reach)))
}

/// Draws the axes into the lower left corner of a picture, if they fit; the ends nearest to the camera lie on top.
pub(super) fn axis_widget(ui: &Ui, tile: &Tile, view: &View<'_>, sink: &mut Sink) {
    let Some(place) = place_of_axes((tile.picture, tile.seen)).filter(|_| !view.is_empty()) else {
        return;
    };
    let middle = place.center();
    let view_from_world = view.session.camera_of(tile.pane).view_from_world();
    let mut ends = ENDS.map(|end| (end, view_from_world.transform_vector3(end.direction)));
    // The camera looks along −Z, so that what is near has the larger z and comes last.
    ends.sort_by(|(_, a), (_, b)| a.z.total_cmp(&b.z));
    let painter = ui.painter_at(tile.seen);
    for (end, seen_along) in ends {
        let at = middle + REACH * Vec2::new(seen_along.x, -seen_along.y);
        let id = ui.scope_id().with(("axis", tile.pane, end.name));
        let place = Rect::from_center_size(at, Vec2::splat(2.0 * END));
        let response = ui.interact(place, id, Sense::click());
        let pane = PANES.get(tile.pane).copied().unwrap_or_default();
        response.widget_info(|| {
            let label = format!("View from {}, pane {pane}", end.name);
            WidgetInfo::labeled(Role::Button, true, label)
        });
        draw(&painter, (middle, at), end, ui, response.hovered());
        let action = if seen_along.z > FACING {
            ViewAction::ViewOpposite
        } else {
            end.action
        };
        if response.on_hover_text(tooltip_of(action, view)).clicked() {
            // The action is about the active pane.
            if view.session.comparing.visible_layout() == PaneLayout::Side {
                sink.send(Input::ActivatePane(tile.pane));
            }
            sink.run(action);
        }
    }
}

/// A line with a letter on a disc; the negative ends are rings.
fn draw(painter: &Painter, (middle, at): (Pos2, Pos2), end: AxisEnd, ui: &Ui, is_hovered: bool) {
    let color = axis_color(end.axis, ui.visuals());
    let plate = Plate::of(painter);
    let radius = if is_hovered { END + 1.0 } else { END };
    if end.letter.is_empty() {
        painter.circle_filled(at, radius - 2.0, color.gamma_multiply(0.3));
        painter.circle_stroke(at, radius - 2.0, Stroke::new(1.5, color));
        return;
    }
    painter.line_segment([middle, at], Stroke::new(2.0, color));
    painter.circle_filled(at, radius, color);
    if is_hovered {
        painter.circle_stroke(at, radius, Stroke::new(1.5, plate.foreground));
    }
    let letter_color = ui.visuals().extreme_bg_color;
    let font = FontId::proportional(11.0);
    painter.text(at, Align2::CENTER_CENTER, end.letter, font, letter_color);
}
