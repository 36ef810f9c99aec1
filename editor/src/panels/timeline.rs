//! The timeline: clips, playback and time.

use eframe::egui::style::HandleShape;
use eframe::egui::{Align, ComboBox, DragValue, Layout, Rect, Slider, Ui, Vec2};
use rig::Clip;
use scene::names::clip_name;
use session::commands::actions::AnimateAction;
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::files::window_layout::Tile;
use session::timeline::strip::LANE_HEIGHT;

use crate::panels::empty::will_show;
use crate::panels::icons::Icon;
use crate::panels::motion_options::motion_buttons;
use crate::panels::timeline_strip;
use crate::panels::widgets::action_button;

/// Height of the row of buttons.
const ROW: f32 = 40.0;
/// Entry of the list of clips for the pose of the document.
const OWN_POSE: &str = "No clip (your pose)";

/// Draws the list of clips, the playback buttons and the slider of time.
pub fn timeline(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if view.is_empty() {
        ui.horizontal_centered(|ui| will_show(ui, Tile::Timeline, view, sink));
        return;
    }
    let lanes = timeline_strip::height(view);
    if lanes > 0.0 && ui.available_height() > ROW + LANE_HEIGHT {
        let size = Vec2::new(ui.available_width(), ROW);
        let mut slider = None;
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            slider = Some(row(ui, view, sink));
        });
        strip_below(ui, slider, view, sink);
    } else {
        ui.horizontal_centered(|ui| row(ui, view, sink));
    }
}

/// The skin over time below the slider, at its times.
fn strip_below(ui: &mut Ui, slider: Option<Rect>, view: &View<'_>, sink: &mut Sink) {
    let strip = view.skin_over_time.strip();
    let duration = strip.times().last().copied().unwrap_or(0.0);
    let (rect, slider) = (
        ui.available_rect_before_wrap(),
        slider.unwrap_or(Rect::NOTHING),
    );
    // The slider's knob stays within its ends.
    let across = match ui.visuals().handle_shape {
        HandleShape::Circle => 1.0,
        HandleShape::Rect { aspect_ratio } => aspect_ratio,
    };
    let knob = across * slider.height() / 2.5;
    let axis = timeline_strip::TimeAxis {
        start: slider.left() + knob,
        end: slider.right() - knob,
        duration,
    };
    timeline_strip::timeline_strip(ui, (rect, axis), view, sink);
}

/// The row of buttons; returns where its slider is.
fn row(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> Rect {
    clip_list(ui, view, sink);
    ui.separator();
    let play = if view.session.playback.moves() {
        Icon::Pause
    } else {
        Icon::Play
    };
    action_button(ui, Icon::First, AnimateAction::FirstFrame, view, sink);
    action_button(ui, Icon::Previous, AnimateAction::PreviousKey, view, sink);
    action_button(ui, play, AnimateAction::PlayPause, view, sink);
    action_button(ui, Icon::Next, AnimateAction::NextKey, view, sink);
    action_button(ui, Icon::Last, AnimateAction::LastFrame, view, sink);
    action_button(ui, Icon::Loop, AnimateAction::ToggleLoop, view, sink);
    speed(ui, view, sink);
    motion_buttons(ui, view, sink);
    ui.separator();
    scrub(ui, view, sink)
}

fn clip_list(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let character = &view.document.character;
    let now = view.session.playback.moment.map(|moment| moment.clip);
    let title = match (
        now.and_then(|clip| character.clip(clip)),
        character.clips.len(),
    ) {
        (Some(clip), _) => clip_name(clip),
        (None, 0) => "No clips in this file".to_owned(),
        (None, _) => OWN_POSE.to_owned(),
    };
    let combo = ComboBox::from_id_salt("clip")
        .width(190.0)
        .truncate()
        .selected_text(title)
        .height(400.0);
    let combo = combo.show_ui(ui, |ui| {
        if ui
            .selectable_label(now.is_none(), OWN_POSE)
            .on_hover_text("Shows the pose that you made")
            .clicked()
        {
            sink.send(Intent::ShowClip(None));
        }
        for clip in character.clips.iter() {
            let text = format!("{}   {:.2} s", clip_name(clip), clip.duration());
            if ui.selectable_label(now == Some(clip.id()), text).clicked() {
                sink.send(Intent::ShowClip(Some(clip.id())));
            }
        }
    });
    combo
        .response
        .accessible_name("Clip")
        .on_hover_text("The clip that the panes show");
}

fn speed(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut speed = view.session.playback.speed;
    let drag = DragValue::new(&mut speed)
        .range(0.05..=8.0)
        .speed(0.01)
        .fixed_decimals(2)
        .suffix("×");
    let response = ui
        .add(drag.update_while_editing(false))
        .on_hover_text("Speed of playback: drag or click to type");
    if response.accessible_name("Speed").changed() {
        sink.send(Intent::SetSpeed(speed));
    }
}

/// Returns where the slider is.
fn scrub(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> Rect {
    let character = &view.document.character;
    let playback = &view.session.playback;
    // Without a clip the slider starts the one that was left, or the first.
    let moment = playback.moment.or(playback.left);
    let clip = match moment {
        Some(moment) => character.clip(moment.clip),
        None => character.clips.first(),
    };
    let duration = clip.map_or(0.0, Clip::duration);
    let mut time = moment.map_or(0.0, |moment| moment.time);
    // Without a clip there is no current time.
    let text = if playback.moment.is_some() {
        format!("{time:.2} / {duration:.2} s")
    } else {
        "no clip".to_owned()
    };
    let tip = match (playback.moment, clip) {
        (None, Some(clip)) => {
            format!("Shows {} at this time: drag to scrub", clip_name(clip))
        }
        _ => "Time in the clip: drag to scrub".to_owned(),
    };
    let enabled = !character.clips.is_empty() && duration > 0.0;
    const TEXT_WIDTH: f32 = 110.0;
    ui.spacing_mut().slider_width = (ui.available_width() - TEXT_WIDTH).max(40.0);
    let slider = Slider::new(&mut time, 0.0..=duration.max(1e-3)).show_value(false);
    let response = ui
        .add_enabled(enabled, slider)
        .on_hover_text(tip)
        .accessible_name("Time");
    if response.changed() {
        sink.send(Intent::Seek(time));
    }
    ui.add_enabled(enabled, eframe::egui::Label::new(text));
    response.rect
}
