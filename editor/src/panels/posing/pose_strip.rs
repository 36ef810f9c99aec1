//! The strip of test poses under the panes: a list of all, a button for each, and their amount.

use eframe::egui::scroll_area::ScrollBarVisibility;
use eframe::egui::{
    Color32, Id, Mesh, Pos2, Rangef, Rect, Role, ScrollArea, Sense, Shape, Slider, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo,
};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::shown::visible_pose;
use session::state::presets::PresetFile;
use session::state::test_poses::strip::{AMOUNTS, StripEvent};

use crate::panels::posing::test_pose_button::pose_button;
use crate::panels::posing::test_pose_list::test_pose_list;

/// Below this width the list has no title, and the slider is a short one.
const NARROW: f32 = 480.0;
/// Below this height the panes need all the space.
const LOW: f32 = 240.0;
/// Width of the slider with its number, and of a short one; without the number.
const AMOUNT: f32 = 214.0;
const SHORT_AMOUNT: f32 = 134.0;
const SLIDER: f32 = 120.0;
const SHORT_SLIDER: f32 = 44.0;

/// Height of the strip under panes of this total size; 0 where no joint moves the mesh, or the strip is switched off.
#[must_use]
pub fn height(size: Vec2, view: &View<'_>) -> f32 {
    let is_wanted = view.session.settings.bars(view.session.mode).test_poses && !view.is_empty();
    let has_poses = !view.session.character.test_poses.poses.is_empty();
    if is_wanted && has_poses && size.y > LOW && size.x > 0.5 * NARROW {
        36.0
    } else {
        0.0
    }
}

/// Draws the strip of test poses.
pub fn pose_strip(ui: &mut Ui, rect: Rect, view: &View<'_>, sink: &mut Sink) {
    if !rect.is_positive() {
        return;
    }
    ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
    let clip = rect.intersect(ui.clip_rect());
    let inner = UiBuilder::new().max_rect(rect.shrink2(Vec2::new(8.0, 4.0)));
    let ui = &mut ui.new_child(inner.id_salt("test poses"));
    ui.set_clip_rect(clip);
    let poses = &view.session.character.test_poses.poses;
    let seen = visible_pose(view.document, view.session);
    let on = view.session.strip.on(&seen).map(|on| on.place);
    let has_room = rect.width() > NARROW;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let title = if has_room { "Test poses" } else { "" };
        test_pose_list(ui, title, on, view, sink);
        let left = if has_room { AMOUNT } else { SHORT_AMOUNT };
        let width = (ui.available_width() - left).max(40.0);
        // The vertical wheel scrolls a strip that only scrolls sideways.
        ui.style_mut().always_scroll_the_only_direction = true;
        // When an arrow is clicked, the strip is drawn already: it scrolls in the next frame.
        let asked = Id::unique("asked of the strip");
        let by: f32 = ui.data_mut(|data| data.remove_temp(asked).unwrap_or_default());
        let area = ScrollArea::horizontal()
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
            .max_width(width)
            .auto_shrink([true, true])
            .show(ui, |ui| {
                ui.scroll_with_delta(Vec2::new(-by, 0.0));
                buttons(ui, poses, on, sink);
            });
        let seen = area.inner_rect;
        let before = area.state.clamped_offset().x;
        let after = area.content_size.x - seen.width() - before;
        let ends = [(Side::Before, before), (Side::After, after)];
        for (side, _) in ends.into_iter().filter(|(_, hidden)| *hidden > 1.0) {
            if let Some(by) = more(ui, seen, side) {
                ui.data_mut(|data| data.insert_temp(asked, by));
                ui.ctx().request_repaint();
            }
        }
        ui.separator();
        ui.spacing_mut().slider_width = if has_room { SLIDER } else { SHORT_SLIDER };
        amount(ui, on.is_some(), view, sink);
    });
}

/// Which end of the strip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// Width of the fade with the arrow at an end that has more.
const MORE: f32 = 20.0;
const FADE: f32 = 28.0;

/// Draws that there is more beyond an end; returns how far to scroll if it is clicked.
fn more(ui: &Ui, seen: Rect, side: Side) -> Option<f32> {
    let (name, way) = match side {
        Side::Before => ("Test poses before", -1.0),
        Side::After => ("More test poses", 1.0),
    };
    let (at, from) = match side {
        Side::Before => (seen.left(), seen.left() + MORE),
        Side::After => (seen.right() - MORE, seen.right() - MORE),
    };
    let place = Rect::from_min_size(Pos2::new(at, seen.top()), Vec2::new(MORE, seen.height()));
    let response = ui.interact(place, Id::unique(name), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let ground = ui.visuals().panel_fill;
    let painter = ui.painter();
    painter.rect_filled(place, 0.0, ground);
    let faded = Rect::from_x_y_ranges(
        Rangef::new(from.min(from - way * FADE), from.max(from - way * FADE)),
        seen.y_range(),
    );
    painter.add(fade(faded, ground, side));
    let foreground = ui.style().interact(&response).fg_stroke.color;
    let center = place.center();
    let corner = |x: f32, y: f32| center + Vec2::new(way * x, y);
    let arrow = vec![corner(-2.5, -5.0), corner(3.5, 0.0), corner(-2.5, 5.0)];
    painter.add(Shape::convex_polygon(arrow, foreground, Stroke::NONE));
    let response = response.on_hover_text("Goes on along the test poses; so does the wheel");
    response.clicked().then(|| way * 0.7 * seen.width())
}

/// A gradient from transparent to the ground's color, which is at the end of the strip.
fn fade(rect: Rect, ground: Color32, side: Side) -> Shape {
    let ends = match side {
        Side::Before => [ground, Color32::TRANSPARENT],
        Side::After => [Color32::TRANSPARENT, ground],
    };
    let mut mesh = Mesh::default();
    for (x, color) in [rect.left(), rect.right()].into_iter().zip(ends) {
        mesh.colored_vertex(Pos2::new(x, rect.top()), color);
        mesh.colored_vertex(Pos2::new(x, rect.bottom()), color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(2, 1, 3);
    Shape::mesh(mesh)
}

fn buttons(ui: &mut Ui, poses: &[PresetFile], on: Option<usize>, sink: &mut Sink) {
    let shown = Id::unique("test pose that was on");
    let before: Option<usize> = ui.data(|data| data.get_temp(shown)).unwrap_or_default();
    ui.data_mut(|data| data.insert_temp(shown, on));
    for (place, pose) in poses.iter().enumerate() {
        let is_on = on == Some(place);
        let response = pose_button(ui, pose, is_on);
        if is_on && before != on {
            response.scroll_to_me(None);
        }
        if response
            .accessible_name(format!("Test pose {}", pose.name))
            .clicked()
        {
            sink.send(Intent::TestPose(StripEvent::Take(place)));
        }
    }
}

/// The slider: it changes the applied test pose, and is kept for the next one.
fn amount(ui: &mut Ui, is_on: bool, view: &View<'_>, sink: &mut Sink) {
    let mut percent = 100.0 * view.session.strip.amount;
    let [least, most] = [AMOUNTS.start(), AMOUNTS.end()].map(|end| 100.0 * end);
    let slider = Slider::new(&mut percent, least..=most)
        .step_by(1.0)
        .fixed_decimals(0)
        .suffix(" %");
    let response = ui.add(slider);
    let tip = if is_on {
        "How much of the test pose: −100 % is its opposite, 200 % twice of it; double-click for 100 %"
    } else {
        "How much of the next test pose is taken: −100 % is its opposite, 200 % twice of it"
    };
    let response = response.on_hover_text(tip);
    let dragging = response.dragged();
    let (changed, stopped) = (response.changed(), response.drag_stopped());
    if response.double_clicked() {
        percent = 100.0;
    }
    if changed || stopped || response.double_clicked() {
        sink.send(Intent::TestPose(StripEvent::Amount {
            amount: percent / 100.0,
            dragging: dragging && !stopped,
        }));
    }
    response.accessible_name("Amount of the test pose");
}
