//! The timeline: clips, playback and time in a row; with more height the dope sheet below it.

use eframe::egui::style::HandleShape;
use eframe::egui::{Align, Layout, Rect, Ui, Vec2};
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::settings::window_layout::Tile;
use session::state::skin_over_time::strip::LANE_HEIGHT;
use session::state::timeline::command::SheetInput;

use crate::panels::window::empty::will_show;

mod bar;
mod beside_tab;
mod canvas;
pub mod clip_menu;
pub mod clip_tool_dialog;
mod curve_drawing;
mod curve_fields;
mod curve_list;
mod curve_names;
mod curve_pointer;
mod curves;
mod key_adjustment_hud;
pub mod layers;
mod markers;
mod menu;
mod mesh;
pub mod mix_pad;
mod pins;
pub mod reduce_dialog;
mod rows;
mod ruler;
mod sheet;
pub mod sound_dialog;
mod sound_lane;
pub mod timeline_strip;

pub use beside_tab::beside_tab;

/// Height of the row of buttons.
const ROW: f32 = 40.0;
/// The height from which the dope sheet is shown, without the lanes of the skin over time, of which it keeps one at least.
const SHEET_FROM: f32 = 108.0;
/// Lanes follow the slider from this width on; below a shorter one they take the width of the panel beside their names.
const LEAST_TRACK: f32 = 320.0;
/// Width of the names of lanes where these take the width of the panel.
const LANE_NAMES: f32 = 116.0;

/// Draws the list of clips, the playback buttons and, as the height allows, a slider of time or the dope sheet; with the skin
/// over time below the slider or the ruler. Returns whether keys are shown.
pub fn timeline(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> bool {
    if view.is_empty() {
        ui.horizontal_centered(|ui| will_show(ui, Tile::Timeline, view, sink));
        return false;
    }
    let lanes = timeline_strip::height(view);
    if ui.available_height() >= SHEET_FROM + lanes.min(LANE_HEIGHT) {
        bar::bar(ui, view, sink);
        return sheet::sheet(ui, view, sink);
    }
    markers::name_over(ui, view, sink);
    if lanes > 0.0 && ui.available_height() > ROW + LANE_HEIGHT {
        let size = Vec2::new(ui.available_width(), ROW);
        let mut slider = None;
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            slider = Some(bar::slim(ui, view, sink));
        });
        strip_below(ui, slider, view, sink);
    } else {
        ui.horizontal_centered(|ui| bar::slim(ui, view, sink));
    }
    false
}

/// Whether there is a clip whose keys the dope sheet shows: the one that the panes show, or the one that was left.
#[must_use]
pub fn shows_clip(view: &View<'_>) -> bool {
    sheet::shown_clip(view).is_some()
}

/// Tells whether keys were drawn in this frame: where they are not, no key of the keyboard means them, and none is dragged.
pub fn tell_drawn(is_drawn: bool, view: &View<'_>, sink: &mut Sink) {
    let sheet = &view.session.character.sheet;
    let is_at_work = sheet.pointed.is_some() || sheet.menu || sheet.drag.is_some();
    if is_drawn != sheet.is_shown || (is_at_work && !is_drawn) {
        sink.send(Input::Sheet(SheetInput::Show(is_drawn)));
    }
}

/// The skin over time below the slider: at its times, where that is wide enough to read them.
fn strip_below(ui: &mut Ui, slider: Option<Rect>, view: &View<'_>, sink: &mut Sink) {
    let strip = view.skin_over_time.strip();
    let duration = strip.times().last().copied().unwrap_or(0.0);
    let (rect, slider) = (
        ui.available_rect_before_wrap(),
        slider.unwrap_or(Rect::NOTHING),
    );
    // The slider's knob, whose radius in egui is its height / 2.5, stays within its ends.
    let across = match ui.visuals().handle_shape {
        HandleShape::Circle => 1.0,
        HandleShape::Rect { aspect_ratio } => aspect_ratio,
    };
    let bar = match timeline_strip::scrolls(rect.height(), view) {
        true => ui.spacing().scroll.allocated_width(),
        false => 0.0,
    };
    let right = rect.right() - bar;
    let (track, knob) = match slider.width() < LEAST_TRACK {
        true => {
            let beside_names = rect.with_min_x(rect.left() + LANE_NAMES);
            (beside_names.with_max_x(right), 0.0)
        }
        false => (slider, across * slider.height() / 2.5),
    };
    let axis = timeline_strip::TimeAxis {
        start: track.left() + knob,
        end: track.right() - knob,
        left: track.left(),
        right,
        duration,
    };
    timeline_strip::timeline_strip(ui, (rect, axis), view, sink);
}
