//! The choice of what the brush paints: joint weights or a map.

use eframe::egui::{Button, CornerRadius, Ui, Vec2};
use rig::MapKind;
use session::commands::actions::{Action, WeightAction};
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::weight_table::weights_work::PaintLayer;

use crate::panels::widgets::{tooltip, tooltip_of, with_tooltip};

/// Buttons in a row, of which one is selected.
pub(in crate::panels) fn layer_choice(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        for layer in PaintLayer::ALL {
            let action = Action::Weights(WeightAction::UsePaintLayer(layer));
            let is_on = view.session.character.weights.layer == layer;
            let (left, right) = match layer {
                PaintLayer::Joints => (4, 0),
                PaintLayer::Blend => (0, 0),
                PaintLayer::Bulge | PaintLayer::Mask => (0, 4),
            };
            let button = Button::new(layer.short_name())
                .selected(is_on)
                .corner_radius(CornerRadius {
                    nw: left,
                    sw: left,
                    ne: right,
                    se: right,
                })
                .min_size(Vec2::new(width, ui.spacing().interact_size.y));
            let response = with_tooltip(ui.add(button), &about(action, view));
            if response
                .accessible_name(format!("Paint {}", layer.name().to_lowercase()))
                .clicked()
            {
                sink.run(action);
            }
        }
    });
}

fn about(action: Action, view: &View<'_>) -> String {
    let text = tooltip_of(action, view);
    let is_toggled = action != Action::Weights(WeightAction::UsePaintLayer(PaintLayer::Bulge));
    let keys = view.key_text(WeightAction::TogglePaintLayer);
    match keys.filter(|_| is_toggled) {
        Some(keys) => format!("{text}\n{keys} for the other"),
        None => text,
    }
}

/// The state of the painted map, and the button that clears it.
pub(in crate::panels) fn map_row(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let (clear, none) = match view.session.painted_map() {
        MapKind::Blend => (
            WeightAction::ClearBlendMap,
            "none yet: all follows dual quaternions",
        ),
        MapKind::Bulge => (
            WeightAction::ClearBulgeMap,
            "none yet: nothing is drawn back",
        ),
    };
    let Some(row) = info(clear) else {
        return;
    };
    let state = action_state(row, view);
    ui.horizontal_wrapped(|ui| {
        let about = tooltip(row, view);
        let response = ui.add_enabled(state.enabled, Button::new(&*row.text));
        let response = response.on_hover_text(&about);
        if response.on_disabled_hover_text(&about).clicked() {
            sink.run(clear);
        }
        if !state.enabled {
            ui.weak(none);
        }
    });
}
