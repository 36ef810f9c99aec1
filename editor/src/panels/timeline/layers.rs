//! The window with the layers over the clip that is shown.

use eframe::egui::{ComboBox, Context, DragValue, Grid, Ui};
use rig::{AnimationLayer, Clip, ClipId, LayeredClip};
use scene::names::clip_name;
use scene::report::pluralize;
use session::commands::actions::ClipToolAction;
use session::commands::command::{Input, Intent, Panel, Sink};
use session::features::view::View;
use session::state::clips::animation_layers::{
    AnimationLayerChange, AnimationLayerIntent, has_weight_key, layers_over, weights_of,
};
use session::state::clips::clip_tools::LAYERS;
use session::state::clips::command::ClipIntent;

use super::clip_tool_dialog::kind_name;
use crate::panels::widgets::action_buttons::action_as;
use crate::panels::widgets::corner_window::corner_window;

/// A layer and its clip.
#[derive(Clone, Copy)]
struct Row<'a> {
    clip: &'a Clip,
    layer: &'a AnimationLayer,
    time: f32,
    is_shown: bool,
}

/// Draws the window, if it is open.
pub fn layers(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    corner_window(
        ctx,
        Panel::AnimationLayers,
        "Animation layers",
        view,
        sink,
        content,
    );
}

fn content(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let clips = &view.document.character.clips;
    let moment = view.session.playback.moment;
    let shown =
        moment.and_then(|moment| Some((moment, view.document.character.clip(moment.clip)?)));
    let Some((moment, shown)) = shown else {
        ui.weak("Choose a clip to see the layers over it.");
        return;
    };
    let below = LayeredClip::of(shown, clips).below().id();
    let rows = layers_over(below, clips).into_iter().filter_map(|clip| {
        Some(Row {
            clip,
            layer: clip.layer()?,
            time: moment.time,
            is_shown: clip.id() == shown.id(),
        })
    });
    let rows: Vec<Row<'_>> = rows.collect();
    let columns = Grid::new("animation layers")
        .num_columns(6)
        .spacing([10.0, 6.0]);
    columns.show(ui, |ui| {
        for row in &rows {
            layer(ui, *row, view, sink);
            ui.end_row();
        }
        ui.label("");
        let name = view.document.character.clip(below).map(clip_name);
        clip_button(
            ui,
            below,
            &name.unwrap_or_default(),
            below == shown.id(),
            sink,
        );
        ui.weak("the clip itself");
        ui.end_row();
    });
    if rows.is_empty() {
        ui.weak("Nothing lies over it. Keys in a new layer are added to the clip.");
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        action_as(ui, "New layer", ClipToolAction::NewLayer.into(), view, sink);
        action_as(
            ui,
            "Lay clip over…",
            ClipToolAction::LayClip.into(),
            view,
            sink,
        );
        action_as(
            ui,
            "Merge layers",
            ClipToolAction::MergeLayers.into(),
            view,
            sink,
        );
    });
}

/// The name, which shows the clip's keys.
fn clip_button(ui: &mut Ui, clip: ClipId, name: &str, is_shown: bool, sink: &mut Sink) {
    let label = ui.selectable_label(is_shown, name);
    let label = label.on_hover_text("Shows its keys; what you key goes there");
    if label.clicked() && !is_shown {
        sink.send(Intent::ShowClip(Some(clip)));
    }
}

fn layer(ui: &mut Ui, row: Row<'_>, view: &View<'_>, sink: &mut Sink) {
    let name = clip_name(row.clip);
    let mut is_seen = !row.layer.muted;
    let seen = ui.checkbox(&mut is_seen, "");
    let seen = seen.on_hover_text("Whether the layer is seen");
    if seen.accessible_name(format!("Show layer {name}")).changed() {
        send(row, AnimationLayerChange::Muted(!is_seen), sink);
    }
    clip_button(ui, row.clip.id(), &name, row.is_shown, sink);
    kind(ui, row, &name, sink);
    weight(ui, row, &name, sink);
    joints(ui, row, &name, view, sink);
    let free = ui
        .button("Apart")
        .on_hover_text("Makes it a clip of its own again");
    if free.accessible_name(format!("{name} apart")).clicked() {
        send(row, AnimationLayerChange::Free, sink);
    }
}

fn send(row: Row<'_>, change: AnimationLayerChange, sink: &mut Sink) {
    let clip = row.clip.id();
    sink.send(Intent::Clip(ClipIntent::Layer(AnimationLayerIntent {
        clip,
        change,
    })));
}

fn kind(ui: &mut Ui, row: Row<'_>, name: &str, sink: &mut Sink) {
    let combo = ComboBox::from_id_salt(("kind of layer", row.clip.id().0))
        .selected_text(kind_name(row.layer.kind))
        .width(190.0)
        .show_ui(ui, |ui| {
            for kind in LAYERS {
                let is_chosen = kind == row.layer.kind;
                if ui.selectable_label(is_chosen, kind_name(kind)).clicked() && !is_chosen {
                    send(row, AnimationLayerChange::Kind(kind), sink);
                }
            }
        });
    combo
        .response
        .accessible_name(format!("How {name} lies over"));
}

fn weight(ui: &mut Ui, row: Row<'_>, name: &str, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let [least, most] = weights_of(row.layer.kind).map(|weight| 100.0 * weight);
        let mut percent = 100.0 * row.layer.weight.at(row.time);
        let drag = DragValue::new(&mut percent)
            .range(least..=most)
            .speed(1.0)
            .fixed_decimals(0)
            .suffix(" %");
        let tip = if row.layer.weight.is_steady() {
            "The weight, all the time"
        } else {
            "The weight at this time; a change sets a key"
        };
        let field = ui.add(drag.update_while_editing(false)).on_hover_text(tip);
        let field = field.accessible_name(format!("Weight of {name}"));
        if field.changed() {
            send(row, AnimationLayerChange::Weight(percent / 100.0), sink);
        }
        // A weight that is typed is a step, and so is one that was dragged.
        if field.drag_stopped() || (field.changed() && !field.dragged()) {
            sink.send(Input::EndGesture);
        }
        let has_key = has_weight_key(row.layer, row.time);
        let key = ui.selectable_label(has_key, "Key");
        let key = key.on_hover_text("Sets or takes away a key of the weight at this time");
        if key
            .accessible_name(format!("Key weight of {name}"))
            .clicked()
        {
            send(row, AnimationLayerChange::ToggleWeightKey, sink);
        }
    });
}

fn joints(ui: &mut Ui, row: Row<'_>, name: &str, view: &View<'_>, sink: &mut Sink) {
    let text = row.layer.joints.as_ref().map_or_else(
        || "All joints".to_owned(),
        |joints| pluralize(joints.len(), "joint"),
    );
    let combo = ComboBox::from_id_salt(("joints of layer", row.clip.id().0))
        .selected_text(text)
        .width(96.0)
        .show_ui(ui, |ui| {
            if ui
                .selectable_label(row.layer.joints.is_none(), "All joints")
                .clicked()
            {
                send(row, AnimationLayerChange::OnlySelected(false), sink);
            }
            let selected = view.session.character.selection.joints().len();
            let only = format!("Only the selected ({selected})");
            if ui.selectable_label(false, only).clicked() {
                send(row, AnimationLayerChange::OnlySelected(true), sink);
            }
        });
    combo.response.accessible_name(format!("Joints of {name}"));
}
