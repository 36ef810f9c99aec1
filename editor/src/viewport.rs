//! The two panes: their pictures, what the pointer does in them, and what is written over them.

use eframe::egui::{
    self, Align2, Color32, FontId, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, UiBuilder,
    Vec2, WidgetInfo, emath::GuiRounding as _,
};
use rig::JointIndex;

use crate::command::{CameraMove, Command, Sink};
use crate::names::length;
use crate::panels::pane_header::pane_header;
use crate::panes::{Panes, SAME, are_same, heat_range};
use crate::render::diverging_ramp;
use crate::session::PANES;
use crate::view::View;

/// Between the panes.
const GAP: f32 = 3.0;
/// Of the row of selectors over each pane.
const HEADER: f32 = 36.0;
/// Distance from the pointer at which a bone is meant, in points.
const REACH: f32 = 10.0;
/// How much nearer a joint's ball seems than a bone's line.
const BALL_BONUS: f32 = 4.0;

/// Draws both panes into what is left of the window; gives width / height of a pane, if it has any.
pub fn panes_ui(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) -> Option<f32> {
    let area = ui.available_rect_before_wrap();
    let width = (area.width() - GAP) / 2.0;
    let mut aspect = None;
    for pane in 0..2 {
        let left = if pane == 0 {
            area.left()
        } else {
            area.left() + width + GAP
        };
        let rect =
            Rect::from_min_size(Pos2::new(left, area.top()), Vec2::new(width, area.height()));
        let rect = rect.round_to_pixels(ui.pixels_per_point());
        if rect.is_positive() {
            aspect = pane_ui(ui, rect, pane, (view, panes, sink)).or(aspect);
        }
    }
    aspect
}

fn pane_ui(
    ui: &mut Ui,
    rect: Rect,
    pane: usize,
    rest: (&View<'_>, &mut Panes, &mut Sink),
) -> Option<f32> {
    let (view, panes, sink) = rest;
    let header = Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEADER.min(rect.height())));
    let mut header_ui = ui.new_child(
        UiBuilder::new()
            .max_rect(header.shrink2(Vec2::new(8.0, 5.0)))
            .id_salt(("header", pane)),
    );
    header_ui.set_clip_rect(header.intersect(ui.clip_rect()));
    pane_header(&mut header_ui, view, pane, sink);

    let picture = Rect::from_min_max(Pos2::new(rect.left(), header.bottom()), rect.max);
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    if !picture.is_positive() {
        return None;
    }
    let response = ui.interact(
        picture,
        ui.scope_id().with(("pane", pane)),
        Sense::click_and_drag(),
    );
    let label = format!("{} pane", PANES[pane]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    move_camera(ui, &response, picture, sink);
    pick(ui, &response, (picture, view), sink);

    match panes.picture(pane, pixels(picture, ui.pixels_per_point()), view) {
        Some(texture) => {
            let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture, picture, uv, Color32::WHITE);
        }
        None => {
            ui.painter()
                .rect_filled(picture, 0.0, ui.visuals().extreme_bg_color);
        }
    }
    let painter = ui.painter_at(picture);
    write_over(&painter, picture, pane, view);
    if let Some(fault) = panes.fault().or(view.shown.fault.as_deref()) {
        let color = ui.visuals().error_fg_color;
        let text = painter.layout(
            fault.to_owned(),
            FontId::proportional(14.0),
            color,
            picture.width() - 32.0,
        );
        painter.galley(picture.center() - text.size() / 2.0, text, color);
    }
    Some(picture.width() / picture.height())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes of rectangles on a screen; saturates"
)]
fn pixels(rect: Rect, pixels_per_point: f32) -> [u32; 2] {
    [rect.width(), rect.height()].map(|points| (points * pixels_per_point).round().max(0.0) as u32)
}

// ---- camera ---------------------------------------------------------------------------------------------------------

fn move_camera(ui: &Ui, response: &Response, picture: Rect, sink: &mut Sink) {
    let height = picture.height();
    let modifiers = ui.input(|input| input.modifiers);
    let drag = response.drag_delta();
    let buttons = [
        PointerButton::Primary,
        PointerButton::Middle,
        PointerButton::Secondary,
    ];
    let button = buttons
        .into_iter()
        .find(|&button| response.dragged_by(button));
    if let Some(button) = button.filter(|_| drag != Vec2::ZERO) {
        let drag = glam(drag);
        let movement = match (button, modifiers.alt, modifiers.shift) {
            (PointerButton::Middle, true, _) | (_, _, true) => CameraMove::Pan { drag, height },
            (PointerButton::Secondary, true, _) => {
                zoom((drag.y - drag.x) * 4.0, picture, picture.center())
            }
            (PointerButton::Secondary, false, _) => CameraMove::Pan { drag, height },
            _ => CameraMove::Orbit { drag, height },
        };
        sink.send(Command::Camera(movement));
    }
    if let Some(cursor) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if scroll != 0.0 && pinch == 1.0 {
            sink.send(Command::Camera(zoom(-scroll, picture, cursor)));
        }
        if pinch != 1.0 {
            sink.send(Command::Camera(zoom(-pinch.ln() * 400.0, picture, cursor)));
        }
    }
}

/// A way of the wheel or the hand, in points; positive goes away.
fn zoom(way: f32, picture: Rect, cursor: Pos2) -> CameraMove {
    CameraMove::Zoom {
        factor: (way * 0.0025).exp(),
        cursor: glam(cursor - picture.min),
        viewport: glam(picture.size()),
    }
}

// ---- picking --------------------------------------------------------------------------------------------------------

fn pick(ui: &Ui, response: &Response, (picture, view): (Rect, &View<'_>), sink: &mut Sink) {
    let idle = ui.input(|input| !input.pointer.any_down());
    let pointer = response.hover_pos().or_else(|| {
        response
            .clicked()
            .then(|| response.interact_pointer_pos())
            .flatten()
    });
    let Some(pointer) = pointer.filter(|_| idle && view.session.switches.bones) else {
        return;
    };
    let joint = joint_at(glam(pointer - picture.min), glam(picture.size()), view);
    if view.session.hovered != joint {
        sink.send(Command::Hover(joint));
    }
    if response.clicked() && view.session.selected != joint {
        sink.send(Command::Select(joint));
    }
    if let Some(joint) = joint {
        ui.set_cursor_icon(egui::CursorIcon::PointingHand);
        let name = crate::names::joint_name(&view.document.character.rig.skeleton, joint);
        let painter = ui.painter_at(picture);
        label(
            &painter,
            pointer + Vec2::new(14.0, -8.0),
            Align2::LEFT_BOTTOM,
            &name,
        );
    }
}

/// The joint whose ball or bone is nearest to a pixel, within reach. A bone belongs to the joint at its head.
fn joint_at(pixel: glam::Vec2, viewport: glam::Vec2, view: &View<'_>) -> Option<JointIndex> {
    let skeleton = &view.document.character.rig.skeleton;
    let camera = &view.session.camera;
    let place = |joint: JointIndex| {
        let frame = view.shown.frames.get(joint.index())?;
        camera.pixel(frame.translation.into(), viewport)
    };
    let mut nearest: Option<(f32, JointIndex)> = None;
    let mut offer = |distance: f32, joint: JointIndex| {
        if distance < REACH && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, joint));
        }
    };
    let is_drawn = |joint: &JointIndex| view.session.facts.is_drawn(*joint);
    for joint in skeleton.joints().filter(is_drawn) {
        let Some(here) = place(joint) else {
            continue;
        };
        offer(here.distance(pixel) - BALL_BONUS, joint);
        let parent = skeleton.parent(joint).filter(is_drawn);
        if let Some((parent, head)) = parent.and_then(|parent| Some((parent, place(parent)?))) {
            offer(distance_to_segment(pixel, head, here), parent);
        }
    }
    nearest.map(|(_, joint)| joint)
}

fn distance_to_segment(point: glam::Vec2, from: glam::Vec2, to: glam::Vec2) -> f32 {
    let along = to - from;
    let share =
        ((point - from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

// ---- over the picture -----------------------------------------------------------------------------------------------

fn write_over(painter: &egui::Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let corner = picture.left_bottom() + Vec2::new(10.0, -10.0);
    let distance = &view.shown.difference().distance;
    let text = if pane == 0 {
        "reference".to_owned()
    } else if are_same(view.shown) {
        SAME.to_owned()
    } else {
        format!(
            "off by max {} · RMS {}",
            length(distance.max),
            length(distance.rms)
        )
    };
    if !view.is_empty() {
        label(painter, corner, Align2::LEFT_BOTTOM, &text);
    }
    if pane == 1 && view.session.switches.heatmap {
        let range = (!are_same(view.shown)).then(|| heat_range(view.shown));
        legend(painter, picture, range);
    }
}

/// Text on a dark ground, readable over anything.
fn label(painter: &egui::Painter, at: Pos2, anchor: Align2, text: &str) {
    let galley = painter.layout_no_wrap(
        text.to_owned(),
        FontId::proportional(13.0),
        Color32::from_gray(240),
    );
    let rect = anchor.anchor_size(at, galley.size() + Vec2::new(12.0, 6.0));
    let rect = rect.translate(Vec2::new(
        (painter.clip_rect().right() - rect.right() - 4.0).min(0.0),
        0.0,
    ));
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(150));
    painter.galley(
        rect.min + Vec2::new(6.0, 3.0),
        galley,
        Color32::from_gray(240),
    );
}

/// The colours of the difference, from inside to outside; no range: there is no difference to speak of.
fn legend(painter: &egui::Painter, picture: Rect, range: Option<f32>) {
    const STEPS: u8 = 48;
    let size = Vec2::new(14.0, (picture.height() * 0.45).clamp(60.0, 260.0));
    if picture.height() < size.y + 80.0 || picture.width() < 160.0 {
        return;
    }
    let bar = Rect::from_min_size(picture.right_top() + Vec2::new(-32.0, 44.0), size);
    painter.rect_filled(
        bar.expand2(Vec2::new(4.0, 4.0)),
        4.0,
        Color32::from_black_alpha(150),
    );
    for step in 0..STEPS {
        let (from, to) = (
            f32::from(step) / f32::from(STEPS),
            f32::from(step + 1) / f32::from(STEPS),
        );
        let strip = Rect::from_x_y_ranges(
            bar.x_range(),
            (bar.top() + from * size.y)..=(bar.top() + to * size.y + 0.5),
        );
        let color = (diverging_ramp(1.0 - from - to) * 255.0)
            .round()
            .clamp(glam::Vec3::ZERO, glam::Vec3::splat(255.0));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0 … 255"
        )]
        let [r, g, b] = color.to_array().map(|channel| channel as u8);
        painter.rect_filled(strip, 0.0, Color32::from_rgb(r, g, b));
    }
    let beside = bar.left() - 8.0;
    let marks = match range {
        Some(range) => vec![
            (bar.top(), format!("+{} outside", length(range))),
            (bar.center().y, "0".to_owned()),
            (bar.bottom(), format!("−{} inside", length(range))),
        ],
        None => vec![(bar.center().y, "no difference".to_owned())],
    };
    for (y, text) in marks {
        label(painter, Pos2::new(beside, y), Align2::RIGHT_CENTER, &text);
    }
}

fn glam(vector: Vec2) -> glam::Vec2 {
    glam::Vec2::new(vector.x, vector.y)
}
