//! Layers of weights in the inspector: a row for each, the topmost first, and what can be done to the active one.

use eframe::egui::{Align, Button, Id, Key, Layout, RichText, Slider, TextEdit, TextWrapMode, Ui};
use session::commands::actions::LayerAction;
use session::commands::command::{Input, Intent, Sink};
use session::document::layers::{MANY, WeightLayer, WeightLayers};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::weight_table::command::{LayerIntent, WeightCommand};
use session::text::number_text::{Quantity, evaluate};

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{action_button, small_icon_button, tooltip, with_tooltip};

/// Draws the one line where there are no layers yet.
pub(in crate::panels) fn no_layers(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Layers").strong().size(14.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            action_button(ui, Icon::Plus, LayerAction::AddLayer, view, sink);
            ui.weak("none");
        });
    });
}

/// Draws the buttons, the rows, and the opacity of the active layer.
pub(in crate::panels) fn layers(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let buttons = [
        (Icon::Plus, LayerAction::AddLayer),
        (Icon::Copy, LayerAction::DuplicateLayer),
        (Icon::Bin, LayerAction::DeleteLayer),
        (Icon::Up, LayerAction::MoveLayerUp),
        (Icon::Down, LayerAction::MoveLayerDown),
        (Icon::Merge, LayerAction::MergeLayerDown),
        (Icon::Flatten, LayerAction::FlattenLayers),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (icon, action) in buttons {
            action_button(ui, icon, action, view, sink);
        }
    });
    let layers = expected_layers(view);
    for (number, layer) in layers.all().iter().enumerate().rev() {
        row(ui, number, layer, view, sink);
    }
    if let Some(active) = layers.active_layer().filter(|_| layers.active() > 0) {
        opacity(ui, layers.active(), active, sink);
    }
    mask(ui, view, sink);
}

/// The layers as they will be once what is at work in the background is done.
fn expected_layers<'a>(view: &View<'a>) -> &'a WeightLayers {
    let weights = &view.session.character.weights;
    weights.expected_layers(view.document)
}

fn send(sink: &mut Sink, intent: LayerIntent) {
    sink.send(Intent::Weights(WeightCommand::Layer(intent)));
}

/// Eye, name and opacity of a layer.
fn row(ui: &mut Ui, number: usize, layer: &WeightLayer, view: &View<'_>, sink: &mut Sink) {
    let is_base = number == 0;
    ui.horizontal(|ui| {
        let (icon, verb) = if layer.visible || is_base {
            (Icon::Eye, "Hide")
        } else {
            (Icon::ShutEye, "Show")
        };
        let tip = if is_base {
            "The base always counts: all other layers lie on it"
        } else {
            "Shows or hides the layer; a hidden layer has no effect"
        };
        let eye = small_icon_button(ui, icon, !is_base)
            .on_hover_text(tip)
            .on_disabled_hover_text(tip)
            .accessible_name(format!("{verb} layer {}", layer.name));
        if eye.clicked() {
            send(sink, LayerIntent::SetVisible(number, !layer.visible));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !is_base {
                ui.weak(format!("{:.0} %", 100.0 * layer.opacity))
                    .on_hover_text("Opacity");
            }
            if layer.has_mask() {
                ui.weak("mask").on_hover_text("A mask hides parts of it");
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                name(ui, number, layer, view, sink);
            });
        });
    });
}

/// The name, which chooses the layer, or the field where it is typed.
fn name(ui: &mut Ui, number: usize, layer: &WeightLayer, view: &View<'_>, sink: &mut Sink) {
    let typed = view.session.character.weights.layer_name.as_ref();
    if let Some((_, text)) = typed.filter(|(typed, _)| *typed == number) {
        return name_field(ui, number, text, sink);
    }
    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    let is_active = expected_layers(view).active() == number;
    let text = RichText::new(&layer.name);
    let text = if layer.visible || number == 0 {
        text
    } else {
        text.weak()
    };
    let response = ui
        .selectable_label(is_active, text)
        .on_hover_text("Click: edits of weights change this layer. Double-click: rename")
        .accessible_name(format!("Layer {}", layer.name));
    if response.double_clicked() {
        send(sink, LayerIntent::Type(Some((number, layer.name.clone()))));
    } else if response.clicked() && !is_active {
        send(sink, LayerIntent::Activate(number));
    }
}

fn name_field(ui: &mut Ui, number: usize, text: &str, sink: &mut Sink) {
    let mut text = text.to_owned();
    let id = Id::unique("layer name");
    // The field takes the focus only once, when it appears.
    let is_new = ui.data(|data| data.get_temp::<usize>(id)) != Some(number);
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut text).id(id).desired_width(width);
    let response = ui.add(field).accessible_name("Layer name");
    if is_new {
        response.request_focus();
        ui.data_mut(|data| data.insert_temp(id, number));
    } else if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<usize>(id));
        let canceled = ui.input(|input| input.key_pressed(Key::Escape));
        if canceled {
            send(sink, LayerIntent::Type(None));
        } else {
            send(sink, LayerIntent::Rename(number, text));
        }
    } else if response.changed() {
        send(sink, LayerIntent::Type(Some((number, text))));
    }
}

/// The slider of the active layer's opacity.
fn opacity(ui: &mut Ui, number: usize, layer: &WeightLayer, sink: &mut Sink) {
    let id = Id::unique("layer opacity");
    let held: Option<f32> = ui.data(|data| data.get_temp(id));
    let mut percent = held.unwrap_or(100.0 * layer.opacity);
    ui.horizontal(|ui| {
        ui.weak("Opacity");
        ui.spacing_mut().slider_width = (ui.available_width() - 64.0).max(40.0);
        let slider = Slider::new(&mut percent, 0.0..=100.0)
            .fixed_decimals(0)
            .suffix(" %")
            .custom_parser(|text| {
                let number = text.trim().trim_end_matches('%');
                evaluate(number, Quantity::Number).ok()
            });
        let response = ui
            .add(slider)
            .accessible_name("Opacity of the layer")
            .on_hover_text("How much the active layer covers what lies below");
        let dragging = response.dragged();
        // Where it covers many vertices, they are folded when the slider is let go of.
        let waits = dragging && layer.covered_count() > MANY;
        ui.data_mut(|data| {
            if waits {
                data.insert_temp(id, percent);
            } else {
                data.remove_temp::<f32>(id);
            }
        });
        let was_held = response.drag_stopped() && held.is_some();
        if (response.changed() || was_held) && !waits {
            send(
                sink,
                LayerIntent::SetOpacity {
                    layer: number,
                    opacity: percent / 100.0,
                    dragging,
                },
            );
        }
        if response.drag_stopped() {
            sink.send(Input::EndGesture);
        }
    });
}

/// What is done to the mask of the active layer.
fn mask(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let buttons = [
        (LayerAction::PaintLayerMask, "Paint mask"),
        (LayerAction::MaskLayerBySelection, "From selection"),
        (LayerAction::InvertLayerMask, "Invert"),
        (LayerAction::ClearLayerMask, "Clear"),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (action, text) in buttons {
            let Some(row) = info(action) else { continue };
            let state = action_state(row, view);
            let button = Button::new(text).selected(state.checked == Some(true));
            let response = with_tooltip(ui.add_enabled(state.enabled, button), &tooltip(row, view));
            if response.accessible_name(state.text).clicked() {
                sink.run(action);
            }
        }
    });
}
