//! The strip of test poses under the panes: a button for each, and how much of it.

use eframe::egui::{
    Button, Label, Rect, RichText, ScrollArea, Slider, Ui, UiBuilder, Vec2,
    scroll_area::ScrollBarVisibility,
};

use crate::command::{Action, Command, Sink};
use crate::panels::widgets::{tooltip_of, with_tooltip};
use crate::presets::PresetFile;
use crate::shown::visible_pose;
use crate::strip::{AMOUNTS, StripEvent, test_poses};
use crate::view::View;

/// Below this width only the buttons have room; menu and palette have all of it.
const NARROW: f32 = 480.0;
/// Below this height the panes need all there is.
const LOW: f32 = 240.0;
/// Of the slider and its number together.
const AMOUNT: f32 = 214.0;

/// Its height under panes of this size together; none where there are no test poses, or they are switched off.
#[must_use]
pub fn height(size: Vec2, view: &View<'_>) -> f32 {
    let is_wanted = view.session.switches.test_poses && !view.is_empty();
    let has_poses = !test_poses(&view.session.file).is_empty();
    if is_wanted && has_poses && size.y > LOW && size.x > 0.5 * NARROW {
        36.0
    } else {
        0.0
    }
}

/// Draws the strip.
pub fn pose_strip(ui: &mut Ui, rect: Rect, view: &View<'_>, sink: &mut Sink) {
    if !rect.is_positive() {
        return;
    }
    ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
    let clip = rect.intersect(ui.clip_rect());
    let inner = UiBuilder::new().max_rect(rect.shrink2(Vec2::new(8.0, 4.0)));
    let ui = &mut ui.new_child(inner.id_salt("test poses"));
    ui.set_clip_rect(clip);
    let poses = test_poses(&view.session.file);
    let seen = visible_pose(view.document, view.session);
    let on = view.session.strip.on(&seen).map(|on| on.place);
    let has_room = rect.width() > NARROW;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if has_room {
            let title = Label::new(RichText::new("Test poses").weak()).selectable(false);
            ui.add(title)
                .on_hover_text(tooltip_of(Action::NextTestPose, view));
            ui.add_space(4.0);
        }
        let left = if has_room { AMOUNT } else { 0.0 };
        let width = (ui.available_width() - left).max(40.0);
        ScrollArea::horizontal()
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
            .max_width(width)
            .auto_shrink([true, true])
            .show(ui, |ui| buttons(ui, poses, on, sink));
        if has_room {
            ui.separator();
            amount(ui, on.is_some(), view, sink);
        }
    });
}

fn buttons(ui: &mut Ui, poses: &[PresetFile], on: Option<usize>, sink: &mut Sink) {
    for (place, pose) in poses.iter().enumerate() {
        let is_on = on == Some(place);
        let response = ui.add(Button::new(&pose.name).selected(is_on));
        let how = if is_on {
            "Click again to take it off"
        } else {
            "Click to take it, at the percentage on the right"
        };
        let about = pose.note.as_deref().unwrap_or_default();
        let response = with_tooltip(response, &format!("{about}\n{how}"));
        if response
            .accessible_name(format!("Test pose {}", pose.name))
            .clicked()
        {
            sink.send(Command::TestPose(StripEvent::Take(place)));
        }
    }
}

/// The slider, which works on the test pose that is on, and is kept for the next one.
fn amount(ui: &mut Ui, is_on: bool, view: &View<'_>, sink: &mut Sink) {
    let mut percent = 100.0 * view.session.strip.amount;
    let [least, most] = [AMOUNTS.start(), AMOUNTS.end()].map(|end| 100.0 * end);
    ui.spacing_mut().slider_width = 120.0;
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
        sink.send(Command::TestPose(StripEvent::Amount {
            amount: percent / 100.0,
            dragging: dragging && !stopped,
        }));
    }
    response.accessible_name("Amount of the test pose");
}
