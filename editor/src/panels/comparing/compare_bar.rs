//! The bar over the panes: number and layout of the panes, the range of their difference, and the worst spots.

use eframe::egui::{Button, Rect, RichText, Ui, UiBuilder, Vec2};
use session::commands::actions::{Action, CompareAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::settings::Units;
use session::state::comparing::PANES;
use session::state::comparing::command::CompareIntent;

use crate::panels::comparing::shading_selector;
use crate::panels::fields::number_field::{NumberField, decimals_above_zero};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{icon_choice, joined_corners, toggle_button, tooltip, with_tooltip};

/// Height of the bar over panes of this total width; 0 where nothing of it fits, or it is switched off.
#[must_use]
pub fn height(width: f32, view: &View<'_>) -> f32 {
    let is_wanted = view.session.settings.bars(view.session.mode).compare;
    match is_wanted && width >= TINY {
        true => 34.0,
        false => 0.0,
    }
}

/// Below this width only layouts, the difference and the worst spots are shown directly, and below the other one no spots.
const NARROW: f32 = 620.0;
const MIDDLE: f32 = 400.0;
/// Width of the range of the colors, which is shown with the difference.
const RANGE: f32 = 150.0;
const FIELD: f32 = 84.0;
/// Below this width layouts and the difference, too, are behind the button.
const SMALL: f32 = 310.0;
/// Below this width there is no bar; menu and palette have all its actions.
const TINY: f32 = 90.0;

/// Draws the bar; what does not fit is behind a button.
pub fn compare_bar(ui: &mut Ui, rect: Rect, view: &View<'_>, sink: &mut Sink) {
    if !rect.is_positive() || rect.width() < TINY {
        return;
    }
    let clip = rect.intersect(ui.clip_rect());
    let inner = UiBuilder::new().max_rect(rect.shrink2(Vec2::new(8.0, 4.0)));
    let ui = &mut ui.new_child(inner.id_salt("compare bar"));
    ui.set_clip_rect(clip);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // A single pane has nothing to be compared with.
        let compares = view.session.comparing.panes.len() > 1;
        if rect.width() < SMALL {
            let behind = MoreContent {
                layouts: compares,
                worst: compares,
            };
            rest(ui, behind, view, sink);
            return;
        }
        if compares {
            layouts(ui, view, sink);
            ui.separator();
            difference(ui, view, sink);
        }
        if rect.width() < NARROW {
            let has_room = rect.width() >= MIDDLE;
            if compares && has_room {
                worst(ui, "Worst", view, sink);
            }
            let behind = MoreContent {
                layouts: false,
                worst: compares && !has_room,
            };
            rest(ui, behind, view, sink);
            return;
        }
        let has_room = rect.width() >= NARROW + RANGE;
        if compares {
            if has_room {
                range(ui, view, sink);
            }
            worst(ui, "Worst", view, sink);
            ui.separator();
        }
        panes(ui, view, sink);
        ui.separator();
        if ui.available_width() > shading_selector::WIDTH {
            shading_selector::shading_selector(ui, view, sink);
        } else {
            shading(ui, !has_room, view, sink);
        }
    });
}

fn difference(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let toggle = Action::Compare(CompareAction::ToggleHeatmap);
    button(ui, "Difference", toggle, view, sink);
}

/// What else is behind the button for what does not fit.
#[derive(Clone, Copy)]
struct MoreContent {
    layouts: bool,
    worst: bool,
}

/// The button for what does not fit into the bar.
fn rest(ui: &mut Ui, behind: MoreContent, view: &View<'_>, sink: &mut Sink) {
    let more = ui.menu_button("More", |ui| {
        if behind.layouts {
            ui.horizontal(|ui| layouts(ui, view, sink));
            difference(ui, view, sink);
        }
        range(ui, view, sink);
        if behind.worst {
            worst(ui, "Worst spot", view, sink);
        }
        panes(ui, view, sink);
        shading_selector::shading_selector(ui, view, sink);
    });
    more.response.accessible_name("More of comparing");
}

/// The layouts, of which one is chosen.
fn layouts(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let layouts = [
        (CompareAction::CompareOne, Icon::OnePane),
        (CompareAction::CompareSide, Icon::SidePanes),
        (CompareAction::CompareWipe, Icon::WipePanes),
        (CompareAction::CompareOverlay, Icon::OverlayPanes),
    ];
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        for (action, icon) in layouts {
            let Some(row) = info(action) else { continue };
            let state = action_state(row, view);
            let is_first = action == CompareAction::CompareOne;
            let corners = joined_corners(is_first, action == CompareAction::CompareOverlay);
            let response = icon_choice(ui, icon, state.checked == Some(true), corners);
            let tip = format!("{}. {}", state.text, tooltip(row, view));
            let response = with_tooltip(response, &tip);
            if response.accessible_name(state.text).clicked() {
                sink.run(action);
            }
        }
    });
}

fn worst(ui: &mut Ui, text: &str, view: &View<'_>, sink: &mut Sink) {
    let next = Action::Compare(CompareAction::NextSpot);
    button(ui, text, next, view, sink);
}

/// The buttons for one pane more or less, as far as there may be.
fn panes(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let n_panes = view.session.comparing.panes.len();
    if n_panes < PANES.len() {
        let add = Action::Compare(CompareAction::AddPane);
        button(ui, "+ Pane", add, view, sink);
    }
    if n_panes > 1 {
        let remove = Action::Compare(CompareAction::RemovePane);
        button(ui, "− Pane", remove, view, sink);
    }
}

fn shading(ui: &mut Ui, with_range: bool, view: &View<'_>, sink: &mut Sink) {
    let more = ui.menu_button("More", |ui| {
        if with_range {
            range(ui, view, sink);
        }
        shading_selector::shading_selector(ui, view, sink);
    });
    more.response.accessible_name("Shading and edges");
}

fn button(ui: &mut Ui, text: &str, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let button = match state.checked {
        Some(is_on) => toggle_button(ui, text, is_on),
        None => Button::new(text).into(),
    };
    let response = ui.add_enabled(state.enabled, button);
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(state.text).clicked() {
        sink.run(action);
    }
}

/// The range of the colors in the unit of lengths, while the difference is shown: automatic, or pinned.
fn range(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if !view.session.switches.heatmap {
        return;
    }
    let pinned = view.session.comparing.pinned_range;
    let mut is_pinned = pinned.is_some();
    let now = view.shown.heat_range(pinned);
    let pin = ui.checkbox(&mut is_pinned, RichText::new("Pin ±"));
    let pin = pin.on_hover_text("Keeps the range of the colors, so that poses can be compared");
    if pin.accessible_name("Pin range of colors").changed() {
        sink.send(Intent::Compare(CompareIntent::PinRange(
            is_pinned.then_some(now),
        )));
    }
    // The legend shows a range that follows the differences.
    if !is_pinned {
        return;
    }
    let (per_meter, sign) = view.session.settings.units.of_field(now);
    let mut shown = per_meter * now;
    let speed = 0.02 * shown.max(1e-5);
    let decimals = decimals_above_zero(shown, Units::field_decimals(sign));
    let field = NumberField::new(&mut shown, decimals, |field| {
        field
            .range(1e-6 * per_meter..=1e3 * per_meter)
            .speed(speed)
            .clamp_existing_to_range(false)
            .suffix(format!(" {sign}"))
    });
    // Of constant width, so that nothing beside it moves.
    let size = Vec2::new(FIELD, ui.spacing().interact_size.y);
    let field = ui.add_sized(size, field.length(per_meter));
    let field = field.on_hover_text("The difference that takes the last color");
    if field.accessible_name("Range of colors").changed() {
        sink.send(Intent::Compare(CompareIntent::PinRange(Some(
            shown / per_meter,
        ))));
    }
}
