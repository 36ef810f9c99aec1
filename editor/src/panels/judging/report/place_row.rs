//! A row of the report: the picture of a place, and beside it in words what was measured, of which joint and in which motion.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Color32, CornerRadius, FontId, Image, Rect, Response, Role, Sense, Stroke, StrokeKind,
    TextureId, Ui, Vec2, WidgetInfo,
};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::judging::{Findings, JudgingIntent, PlaceRow};

use crate::panes::Panes;

/// Width and height of a picture in points.
const PICTURE: f32 = 96.0;
/// Around picture and text.
const MARGIN: f32 = 4.0;
/// Between picture and text.
const GAP: f32 = 8.0;
/// Least width of the text.
const LEAST_TEXT: f32 = 80.0;
/// The scroll bar floats over the margin.
const SCROLL_BAR: f32 = 4.0;

/// Radius of the ring around the place, width of its line, and of the dark line below, which is seen before bright surfaces.
const RING: [f32; 3] = [11.0, 2.0, 4.5];
/// Color of the ring, which no surface of clay has.
const MARK: Color32 = Color32::from_rgb(255, 96, 64);

/// Draws a place of a check, by its number in the report; a click on picture or words shows it in its pose.
///
/// Without a graphics device there are no pictures, and the words have their room.
pub(super) fn place_row(
    ui: &mut Ui,
    (found, place, row): (&Arc<Findings>, [usize; 2], &PlaceRow),
    (view, panes, sink): (&View<'_>, &mut Panes, &mut Sink),
) {
    let is_shown = view.session.character.judging.visited == Some(place);
    let side = if panes.is_ready() { PICTURE } else { 0.0 };
    let beside = if panes.is_ready() { PICTURE + GAP } else { 0.0 };
    let width = ui.available_width() - SCROLL_BAR;
    let room = (width - beside - 2.0 * MARGIN).max(LEAST_TEXT);
    let text = ui.painter().layout_job(words(ui, row, is_shown, room));
    let height = text.size().y.max(side) + 2.0 * MARGIN;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::click());
    let name = row.words();
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, ui.is_enabled(), is_shown, name.as_str())
    });
    let corner = rect.min + Vec2::splat(MARGIN);
    let at = Rect::from_min_size(corner, Vec2::splat(PICTURE));
    // Others have their pictures made once they are scrolled to.
    let is_visible = ui.is_rect_visible(rect);
    let texture = match is_visible {
        true => panes.place_picture(found, place, view, ui.ctx()),
        false => None,
    };
    let picture = texture.map(|_| {
        // No stop for the Tab key of its own: the row is one.
        let picture = ui.interact(at, response.id.with("picture"), Sense::CLICK);
        let name = format!("Picture of {name}");
        picture.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), name.as_str()));
        picture
    });
    if response.clicked() || picture.as_ref().is_some_and(Response::clicked) {
        let visit = JudgingIntent::Visit(Arc::clone(found), place);
        sink.send(Intent::Judging(visit));
    }
    if is_visible {
        let mut lit = [Some(&response), picture.as_ref()].into_iter().flatten();
        let is_lit = lit.any(Response::hovered);
        background(ui, rect, [is_shown, is_lit, response.has_focus()]);
        if side > 0.0 {
            draw_picture(ui, at, texture);
        }
        let color = ui.visuals().text_color();
        ui.painter()
            .galley(corner + Vec2::new(beside, 0.0), text, color);
    }
    for response in [Some(response), picture].into_iter().flatten() {
        response.on_hover_text("Shows the place in its pose");
    }
}

/// What was measured and its limit, the joint, the motion and the vertex, each in lines of its own.
fn words(ui: &Ui, row: &PlaceRow, is_shown: bool, width: f32) -> LayoutJob {
    let visuals = ui.visuals();
    let strong = visuals.strong_text_color();
    let (plain, weak) = match is_shown {
        true => (strong, strong),
        false => (visuals.text_color(), visuals.weak_text_color()),
    };
    let first = match row.is_over && !is_shown {
        true => visuals.error_fg_color,
        false => strong,
    };
    let mut job = LayoutJob {
        wrap: TextWrapping::wrap_at_width(width),
        ..LayoutJob::default()
    };
    let mut add = |text: &str, size: f32, color: Color32| {
        job.append(
            text,
            0.0,
            TextFormat::simple(FontId::proportional(size), color),
        );
    };
    add(&format!("{} {}", row.measure, row.value), 13.5, first);
    add(&format!("\n{}", row.limit), 12.0, weak);
    if let Some(joint) = &row.joint {
        add(&format!("\n{joint}"), 13.5, plain);
    }
    add(&format!("\n{}", row.motion), 13.5, plain);
    add(&format!("\n{}", row.vertex), 12.0, weak);
    job
}

/// The row's background, whether it is shown, under the pointer, and has the keyboard.
fn background(ui: &Ui, rect: Rect, [is_shown, is_lit, has_keyboard]: [bool; 3]) {
    let visuals = ui.visuals();
    let fill = match (is_shown, is_lit) {
        (true, _) => visuals.selection.bg_fill,
        (false, true) => visuals.widgets.hovered.weak_bg_fill,
        (false, false) => Color32::TRANSPARENT,
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, fill);
    if has_keyboard {
        let stroke = Stroke::new(1.0, visuals.strong_text_color());
        painter.rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
    }
}

/// The picture with a ring around the place, which is in its middle; an empty field until it is drawn.
fn draw_picture(ui: &Ui, at: Rect, texture: Option<TextureId>) {
    let painter = ui.painter();
    let Some(texture) = texture else {
        painter.rect_filled(at, 4.0, ui.visuals().faint_bg_color);
        return;
    };
    let image = Image::new((texture, at.size())).corner_radius(CornerRadius::same(4));
    image.paint_at(ui, at);
    let [radius, line, below] = RING;
    let dark = Color32::from_black_alpha(150);
    painter.circle_stroke(at.center(), radius, Stroke::new(below, dark));
    painter.circle_stroke(at.center(), radius, Stroke::new(line, MARK));
}
