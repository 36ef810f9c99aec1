//! Both skeletons side by side, playing what comes over.

use eframe::egui::{Align2, Color32, FontId, Id, Pos2, Rect, Sense, Stroke, Ui, Vec2};
use glam::{Quat, Vec3};
use session::features::view::View;
use session::state::motion_in::dialog::{MotionDialog, MotionSource};
use session::state::motion_in::preview::{SkeletonLines, skeleton_lines};

/// Height of the pictures, in points.
const HEIGHT: f32 = 190.0;
/// Radians of a turn for each point that is dragged.
const TURN: f32 = 0.01;

/// Draws the source on the left and the character on the right, turned by dragging.
pub(super) fn draw_preview(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    view: &View<'_>,
) {
    let target = &view.document.character;
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (area, response) = ui.allocate_exact_size(size, Sense::drag());
    response.clone().on_hover_text("Drag to turn both");
    let id = Id::unique("turn of the motion preview");
    let turn = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.6);
    let turn = turn + TURN * response.drag_delta().x;
    ui.data_mut(|data| data.insert_temp(id, turn));
    let brought = dialog
        .result(target)
        .and_then(|result| result.as_ref().ok());
    let first = brought
        .and_then(|brought| brought.first())
        .map(|one| &one.clip);
    let place = dialog.clips().first().copied();
    let clip = place.and_then(|place| source.character.clips.get(place));
    let duration = clip.map_or(0.0, rig::Clip::duration).max(0.1);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "less than the length of a clip"
    )]
    let time = (ui.input(|input| input.time) % f64::from(duration)) as f32;
    let [left, right] = halves(area);
    let color = ui.visuals().text_color();
    let lines = skeleton_lines(&source.character, clip, time);
    draw(ui, left, &lines, (turn, color), &source.name);
    let lines = skeleton_lines(target, first, time);
    let accent = ui.visuals().selection.bg_fill;
    draw(ui, right, &lines, (turn, accent), "This character");
    if clip.is_some() {
        ui.ctx().request_repaint();
    }
}

fn halves(area: Rect) -> [Rect; 2] {
    let (left, right) = area.split_left_right_at_fraction(0.5);
    [left.shrink(2.0), right.shrink(2.0)]
}

fn draw(ui: &Ui, area: Rect, lines: &SkeletonLines, (turn, color): (f32, Color32), name: &str) {
    let painter = ui.painter().with_clip_rect(area);
    painter.rect_filled(area, 4.0, ui.visuals().extreme_bg_color);
    let scale = 0.75 * area.height() / lines.size;
    let turn = Quat::from_rotation_y(turn);
    let place = |at: Vec3| {
        let at = turn * (at - lines.middle);
        Pos2::new(
            area.center().x + scale * at.x,
            area.center().y - scale * at.y,
        )
    };
    for [from, to] in &lines.bones {
        painter.line_segment([place(*from), place(*to)], Stroke::new(2.0, color));
    }
    let font = FontId::proportional(11.0);
    let corner = area.left_top() + Vec2::new(6.0, 4.0);
    painter.text(
        corner,
        Align2::LEFT_TOP,
        name,
        font,
        ui.visuals().weak_text_color(),
    );
}
