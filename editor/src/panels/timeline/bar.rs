//! The row of clips, playback and time.

use eframe::egui::{
    Atom, Button, Color32, ComboBox, DragValue, Id, Pos2, Rect, Shape, Slider, Stroke, Ui, Vec2,
};
use rig::Clip;
use scene::names::clip_name;
use session::commands::actions::{Action, AnimateAction, SheetAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::mode::Mode;
use session::state::playback::frames_shown::SkippedFrames;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::frames::{FrameRate, TimeUnit};

use crate::panels::fields::time_field::bare_time_field;
use crate::panels::posing::motion_options::motion_buttons;
use crate::panels::timeline::beside_tab::stands_beside_tab;
use crate::panels::timeline::clip_menu::clip_menu;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{action_button, toggle_button, tooltip, tooltip_of, with_tooltip};

/// Entry of the list of clips for the pose of the document.
const OWN_POSE: &str = "No clip (your pose)";

/// What the two numbers mean that say how many frames are drawn.
const SKIPPED: &str = "Frames a second that the window draws, and that pass: some are skipped, so that the clip keeps its time";

/// Width of the list of clips where there is room, and where there is none.
const CLIP_WIDTHS: [f32; 2] = [190.0, 64.0];
/// Width of the row over the dope sheet with a list of clips of full width; and where some of its buttons stand beside the tab.
const BAR: f32 = 1130.0;
const SHORT_BAR: f32 = 730.0;
/// Space between the buttons of a row that is narrower than that.
const TIGHT: f32 = 4.0;

/// A row with a slider that is narrower than this leaves out onion skins and trails, which the menu has with their options.
const NARROW: f32 = 960.0;

/// A row with a slider that is narrower than this leaves the choice at the end of the clip to the menu too, and how many frames are drawn
/// to the tooltip of the speed: else the slider would be too short to scrub.
const SHORT_SLIM: f32 = 760.0;

/// Width of the key that is drawn on its button.
const DIAMOND: f32 = 9.0;

/// The row with a slider of time, where the panel is low; returns where its slider is.
pub(super) fn slim(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> Rect {
    let is_narrow = ui.available_width() < NARROW;
    let is_beside = stands_beside_tab(ui.max_rect().width(), view);
    let is_short = ui.available_width() < SHORT_SLIM;
    if is_short {
        ui.spacing_mut().item_spacing.x = TIGHT;
    }
    playback(ui, BAR, view, sink);
    if !is_short {
        at_end(ui, view, sink);
    }
    if !is_beside {
        speed(ui, is_short, view, sink);
    }
    if !is_beside && !is_narrow {
        motion_buttons(ui, view, sink);
    }
    ui.separator();
    if view.session.mode == Mode::Animate {
        key_button(ui, view, sink);
    }
    scrub(ui, view, sink)
}

/// The row over the dope sheet, whose ruler shows the time.
pub(super) fn bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let width = ui.max_rect().width();
    let is_beside = stands_beside_tab(width, view);
    ui.horizontal_wrapped(|ui| {
        if width < SHORT_BAR {
            ui.spacing_mut().item_spacing.x = TIGHT;
        }
        playback(ui, if is_beside { SHORT_BAR } else { BAR }, view, sink);
        at_end(ui, view, sink);
        if !is_beside {
            speed(ui, false, view, sink);
            motion_buttons(ui, view, sink);
            ui.separator();
            unit(ui, view, sink);
        }
        key_button(ui, view, sink);
        toggle(ui, "Auto-key", AnimateAction::ToggleAutoKey, view, sink);
        if !is_beside {
            toggle(ui, "Curves", SheetAction::ToggleCurves, view, sink);
        }
        time_fields(ui, view, sink);
    });
}

/// What sets keys, with a key drawn on it.
fn key_button(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let action = Action::from(AnimateAction::KeySelected);
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let key = Atom::paint(Vec2::splat(DIAMOND), |ui, args| {
        let (at, color) = (args.rect.center(), args.fallback_text_color);
        ui.painter().add(diamond(at, 0.5 * DIAMOND, color));
    });
    let response = ui.add_enabled(state.enabled, Button::new((key, "Key")));
    if with_tooltip(response, &tooltip(row, view))
        .accessible_name("Set key")
        .clicked()
    {
        sink.run(action);
    }
}

/// A switch with a text.
pub(super) fn toggle(
    ui: &mut Ui,
    text: &str,
    action: impl Into<Action>,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let action = action.into();
    let is_on = action.switch_state(view.document, view.session) == Some(true);
    let button = ui.add(toggle_button(ui, text, is_on));
    if button.on_hover_text(tooltip_of(action, view)).clicked() {
        sink.run(action);
    }
}

/// The list of clips, and what plays them, in a row that has its usual list where it is as wide as this.
fn playback(ui: &mut Ui, wide: f32, view: &View<'_>, sink: &mut Sink) {
    clip_list(ui, wide, view, sink);
    clip_menu(ui, view, sink);
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
}

/// What happens at the end of the clip.
fn at_end(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    action_button(ui, Icon::Loop, AnimateAction::ToggleLoop, view, sink);
    action_button(ui, Icon::PingPong, SheetAction::TogglePingPong, view, sink);
}

/// What time is counted in.
pub(super) fn unit(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let sheet = &view.session.character.sheet;
    let now = sheet.unit();
    let combo = ComboBox::from_id_salt("unit of time")
        .width(66.0)
        .selected_text(now.name())
        .show_ui(ui, |ui| {
            let guess = sheet.guessed_unit.unwrap_or(now).name();
            let by_keys = format!("By the keys ({guess})");
            let is_free = sheet.chosen_unit.is_none();
            if ui.selectable_label(is_free, by_keys).clicked() {
                sink.send(Intent::Sheet(SheetIntent::SetUnit(None)));
            }
            let rates = FrameRate::OFFERED.map(TimeUnit::Frames);
            for unit in rates.into_iter().chain([TimeUnit::Seconds]) {
                let is_chosen = sheet.chosen_unit == Some(unit);
                if ui.selectable_label(is_chosen, unit.name()).clicked() {
                    sink.send(Intent::Sheet(SheetIntent::SetUnit(Some(unit))));
                }
            }
        });
    combo
        .response
        .accessible_name("Frames per second")
        .on_hover_text("What time is counted in, and keys snap to; no key moves");
}

fn clip_list(ui: &mut Ui, wide: f32, view: &View<'_>, sink: &mut Sink) {
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
    let [usual, least] = CLIP_WIDTHS;
    let width = (usual + ui.available_width() - wide).clamp(least, usual);
    let combo = ComboBox::from_id_salt("clip")
        .width(width)
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
        let unit = view.session.character.sheet.unit();
        for clip in character.clips.iter() {
            // A layer stands below the clip that it lies over.
            let indent = if clip.layer().is_some() { "    " } else { "" };
            let length = unit.length(clip.duration());
            let text = format!("{indent}{}   {length}", clip_name(clip));
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

/// The speed, and right of it how many frames are drawn; where there is no room for that, or it stands elsewhere, only when it is pointed at.
pub(super) fn speed(ui: &mut Ui, is_bare: bool, view: &View<'_>, sink: &mut Sink) {
    let skipped = skipped_frames(view);
    let tip = match &skipped {
        Some(skipped) if is_bare => {
            format!("Speed of playback: drag or click to type\n{skipped}: {SKIPPED}")
        }
        _ => "Speed of playback: drag or click to type".to_owned(),
    };
    let mut speed = view.session.playback.speed;
    let drag = DragValue::new(&mut speed)
        .range(0.05..=8.0)
        .speed(0.01)
        .fixed_decimals(2)
        .suffix("×");
    let response = ui.add(drag.update_while_editing(false)).on_hover_text(tip);
    if response.accessible_name("Speed").changed() {
        sink.send(Intent::SetSpeed(speed));
    }
    if !is_bare {
        frames_shown(ui, view);
    }
}

/// How many frames of a clip that plays are drawn, where some are skipped.
pub(super) fn frames_shown(ui: &mut Ui, view: &View<'_>) {
    if let Some(skipped) = skipped_frames(view) {
        ui.weak(skipped).on_hover_text(SKIPPED);
    }
}

fn skipped_frames(view: &View<'_>) -> Option<String> {
    let skipped = view.session.playback.skipped_frames();
    skipped.map(|SkippedFrames { shown, of }| format!("{shown} of {of} fps"))
}

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
    let tip = match (playback.moment, clip) {
        (None, Some(clip)) => {
            format!("Shows {} at this time: drag to scrub", clip_name(clip))
        }
        _ => "Time in the clip: drag to scrub; Ctrl: between frames".to_owned(),
    };
    let enabled = !character.clips.is_empty() && duration > 0.0;
    const TEXT_WIDTH: f32 = 124.0;
    ui.spacing_mut().slider_width = (ui.available_width() - TEXT_WIDTH).max(40.0);
    // A clip of no length gives no range to drag in, and the slider is off then.
    let slider = Slider::new(&mut time, 0.0..=duration.max(1e-3)).show_value(false);
    let response = ui
        .add_enabled(enabled, slider)
        .on_hover_text(tip)
        .accessible_name("Time");
    if response.changed() {
        let is_free = ui.input(|input| input.modifiers.command);
        let unit = view.session.character.sheet.unit();
        sink.send(Intent::Seek(if is_free {
            time
        } else {
            unit.snap_until(f64::from(time), duration)
        }));
    }
    ui.add_enabled_ui(enabled, |ui| time_fields(ui, view, sink));
    response.rect
}

/// The time and the end of the clip that is shown, to be typed, as the dope sheet counts; without a clip there is no current time.
fn time_fields(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let moment = view.session.playback.moment;
    let clip = moment.and_then(|moment| view.document.character.clip(moment.clip));
    let (Some(moment), Some(clip)) = (moment, clip) else {
        ui.label("no clip");
        return;
    };
    let unit = view.session.character.sheet.unit();
    let mut now = moment.time;
    let field = bare_time_field(ui, "Current time", &mut now, unit, "", sink);
    if field.on_hover_text("The time shown").changed() {
        sink.send(Intent::Seek(now));
    }
    ui.weak("/");
    let dragged = Id::unique("end of the clip as it is dragged");
    let mut end = ui
        .data(|data| data.get_temp(dragged))
        .unwrap_or(clip.duration());
    let suffix = if unit.rate().is_some() { "" } else { " s" };
    let field = bare_time_field(ui, "End of the clip", &mut end, unit, suffix, sink);
    let field = field.on_hover_text("The end of the clip. Keys after it are not played");
    // A drag is one step: the end is set where it is let go.
    if field.dragged() {
        ui.data_mut(|data| data.insert_temp(dragged, end));
    } else {
        ui.data_mut(|data| data.remove_temp::<f32>(dragged));
        if field.changed() || field.drag_stopped() {
            sink.send(Intent::Sheet(SheetIntent::EndAt(end)));
        }
    }
}

/// A key, as the dope sheet draws it.
fn diamond(at: Pos2, half: f32, color: Color32) -> Shape {
    let corners = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)];
    let corners = corners.map(|(right, down)| at + Vec2::new(right, down));
    Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE)
}
