//! Commands about layers of weights: one undo step each, or one per drag of an opacity.

use std::collections::BTreeMap;
use std::sync::Arc;

use scene::placed::placed_primitives;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::layers::{
    LayerChange, MANY, MaskFill, PrimitivePlace, WeightLayers, shorten_name,
};
use crate::features::Context;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::state::layers::layer_changes::{differ_by_rounding, layers_said, step_said};
use crate::state::weight_table::command::LayerIntent;
use crate::state::weight_table::weights_work::PaintLayer;

const ADD: &str = "Add weight layer";
const SO_ALREADY: &str = "the layers are so already";
const NO_MASK: &str = "The base has no mask: all other layers lie on it. Click another layer in Layers, or paint joint weights.";

/// A step that changes layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerStep<'a> {
    /// Its name in the history.
    pub(super) name: &'a str,
    /// What its message is about: it takes the place of the last one if that is about the same.
    pub(super) about: &'a str,
    /// The drag that it is part of; what that did is told at its end.
    gesture: Option<Gesture>,
    /// Why nothing changes where nothing does, a clause; none where the step is told of only if it changes weights.
    pub(super) why_nothing: Option<&'static str>,
}

impl<'a> LayerStep<'a> {
    /// A step after which it is told what changed, or why nothing did.
    const fn with_reason(name: &'a str, why_nothing: &'static str) -> Self {
        Self {
            name,
            about: name,
            gesture: None,
            why_nothing: Some(why_nothing),
        }
    }

    /// A step that is seen in the list of layers, and is told of only if it changes weights, as another limit of the brush does.
    const fn untold(name: &'a str) -> Self {
        Self {
            name,
            about: name,
            gesture: None,
            why_nothing: None,
        }
    }

    /// The message, the document before first.
    fn said(&self, both: [&Document; 2]) -> Option<String> {
        match self.gesture {
            Some(_) => None,
            None => step_said(self.name, self.why_nothing, both),
        }
    }
}

impl Context<'_> {
    pub(in crate::features) fn on_layer(&mut self, intent: LayerIntent) {
        match intent {
            // No step: which layer is active is nothing that is made.
            LayerIntent::Activate(layer) => {
                if let Some(last) = self.session.character.weights.folding.back_mut() {
                    last.outline = Arc::new(last.outline.with_active(layer));
                    return;
                }
                self.document.layers = Arc::new(self.document.layers.with_active(layer));
                if self.session.paints_mask() && self.document.layers.active() == 0 {
                    self.paint_mask(false);
                }
                self.session.character.weights.layer_name = None;
            }
            LayerIntent::SetOpacity {
                layer,
                opacity,
                dragging,
            } => self.set_opacity(layer, (opacity, dragging)),
            LayerIntent::SetVisible(layer, visible) => self.show_layer(layer, visible),
            LayerIntent::Type(typed) => {
                if typed.is_some() && self.session.mode != Mode::Weights {
                    self.change_mode(Mode::Weights);
                }
                self.session.character.weights.layer_name = typed;
            }
            LayerIntent::Rename(layer, name) => self.rename_layer(layer, &name),
        }
    }

    fn show_layer(&mut self, layer: usize, visible: bool) {
        let what = if visible { "Show" } else { "Hide" };
        let about = format!("layer {}", self.layer_name(layer));
        let name = format!("{what} {about}");
        let step = LayerStep {
            about: &about,
            ..LayerStep::with_reason(&name, "it is so already")
        };
        self.edit_layers(step, LayerChange::Show(layer, visible));
    }

    /// The layers as the list shows them, in which the steps that are still at work are done.
    pub(super) fn listed_layers(&self) -> &Arc<WeightLayers> {
        let weights = &self.session.character.weights;
        weights.expected_layers(self.document)
    }

    fn layer_name(&self, layer: usize) -> String {
        let layer = self.listed_layers().all().get(layer);
        layer.map_or_else(String::new, |layer| layer.name.clone())
    }

    pub(in crate::features) fn add_layer(&mut self) {
        self.edit_layers(LayerStep::untold(ADD), LayerChange::Add);
    }

    /// The limit of the brush holds for what layers mix as well.
    pub(super) fn layer_limit(&self) -> Option<usize> {
        let limit = usize::from(self.session.settings.brush.limit);
        (limit > 0).then_some(limit)
    }

    fn set_opacity(&mut self, layer: usize, (opacity, dragging): (f32, bool)) {
        if !opacity.is_finite() || layer == 0 {
            return;
        }
        let name = format!("Opacity of layer {}", self.layer_name(layer));
        let gesture = Gesture::LayerOpacity(layer);
        let lasts = dragging || self.history.in_gesture(gesture);
        let step = LayerStep {
            gesture: lasts.then_some(gesture),
            ..LayerStep::with_reason(&name, "it has that opacity already")
        };
        self.edit_layers(step, LayerChange::Opacity(layer, opacity));
        if !dragging {
            self.end_gesture();
        }
    }

    fn rename_layer(&mut self, layer: usize, name: &str) {
        self.session.character.weights.layer_name = None;
        let name = shorten_name(name);
        let before = self.layer_name(layer);
        if name.is_empty() || name == before {
            return;
        }
        let step = format!("Rename layer {before} to {name}");
        self.edit_layers(LayerStep::untold(&step), LayerChange::Rename(layer, name));
    }

    /// The selected vertices by primitive; none if none is selected.
    fn selection_by_primitive(&self) -> Option<BTreeMap<PrimitivePlace, Vec<u32>>> {
        let selected = self.session.character.weights.vertices.all();
        let mut only: BTreeMap<PrimitivePlace, Vec<u32>> = BTreeMap::new();
        let placed = placed_primitives(&self.document.character);
        let places: Vec<PrimitivePlace> = placed
            .map(|placed| (placed.instance.mesh, placed.primitive_index))
            .collect();
        for vertex in selected {
            let place = places.get(vertex.primitive);
            let number = u32::try_from(vertex.vertex);
            if let (Some(&place), Ok(number)) = (place, number) {
                only.entry(place).or_default().push(number);
            }
        }
        (!only.is_empty()).then_some(only)
    }

    /// Makes the active layer transparent at the selected vertices, or everywhere if none is selected.
    pub(in crate::features) fn clear_layer(&mut self, name: &str) {
        let only = self.selection_by_primitive();
        let why_nothing = match only {
            None => "the layer has no weights",
            Some(_) => "the layer has no weights at the selected vertices",
        };
        let step = LayerStep::with_reason(name, why_nothing);
        self.edit_layers(step, LayerChange::Clear(only));
    }

    /// The mask becomes 1 at the selected vertices, and 0 at all others.
    pub(in crate::features) fn mask_selected(&mut self, name: &str) {
        if let Some(only) = self.selection_by_primitive() {
            self.fill_mask(name, MaskFill::Only(only));
        }
    }

    pub(in crate::features) fn fill_mask(&mut self, name: &str, fill: MaskFill) {
        let step = LayerStep::with_reason(name, "the mask is so already");
        self.edit_layers(step, LayerChange::FillMask(fill));
    }

    /// Whether the brush paints the mask from now on, or joint weights.
    pub(in crate::features) fn paint_mask(&mut self, paints: bool) {
        self.use_layer(if paints {
            PaintLayer::Mask
        } else {
            PaintLayer::Joints
        });
    }

    /// Why the brush can change nothing now, as one sentence with a remedy; none if it can.
    pub(in crate::features) fn brush_refusal(&self) -> Option<String> {
        if self.session.paints_mask() {
            return (self.document.layers.active() == 0).then(|| NO_MASK.to_owned());
        }
        self.layer_refusal()
            .filter(|_| !self.session.paints_numbers())
    }

    /// Changes the layers, and with them the weights that they come to, as a step of this name: at once, or in the background where
    /// many vertices are gone over. A step that comes while another is at work waits for it.
    pub(super) fn edit_layers(&mut self, step: LayerStep<'_>, change: LayerChange) {
        let order = self.layer_order(step, change);
        if !self.session.character.weights.folding.is_empty() {
            return self.wait_for_folding(order);
        }
        let (character, before) = (&self.document.character, &self.document.layers);
        if !order.change.is_large(before, character) {
            let layers = order.apply_to(before, character);
            if layers.touched_count(character, before, MANY) <= MANY {
                return self.fold(step, layers);
            }
        }
        self.wait_for_folding(order);
    }

    /// Says what the drag of a layer's opacity did that ends now, if one does. One that ends where it began is no step, and keeps the
    /// pose.
    pub(in crate::features) fn tell_of_opacity(&mut self) {
        let gesture = self.history.gesture();
        let gesture = gesture.filter(|of| matches!(of, Gesture::LayerOpacity(_)));
        let before = gesture.and_then(|gesture| self.history.before_gesture(gesture));
        let Some(before) = before.cloned() else {
            return;
        };
        let name = self.history.undo_name().unwrap_or_default().to_owned();
        let both = [&before, &*self.document];
        let said = if differ_by_rounding(both) {
            let layers = Arc::new(before.layers.with_active(self.document.layers.active()));
            self.history.drop_gesture();
            let posed = before.with_pose_of(self.document);
            *self.document = Document { layers, ..posed };
            format!("{name}: nothing changed: it ends with the opacity that it had.")
        } else {
            format!("{name}: {}.", layers_said(both))
        };
        self.session.notices.push_done(&name, said, None);
    }

    fn fold(&mut self, step: LayerStep<'_>, layers: WeightLayers) {
        match self.document.with_layers(layers) {
            Ok(after) => {
                let after = after.distinct_from(self.document);
                let active = Arc::clone(&after.layers);
                let both = [&*self.document, &after];
                let journals = both.map(|of| of.journal.edits());
                // With a layer more, or another name, there is nothing to count.
                self.session.facts_are_old |= !std::ptr::eq(journals[0], journals[1]);
                let said = step.said(both);
                // A drag may come back to where it began: whether it is a step is known at its end.
                if step.gesture.is_none() && differ_by_rounding(both) {
                    let same = self.document.layers.with_active(active.active());
                    self.document.layers = Arc::new(same);
                } else {
                    self.commit(step.name, step.gesture, after);
                    self.document.layers = active;
                }
                if step.gesture.is_none() {
                    self.count_anew();
                }
                if let Some(said) = said {
                    self.session.notices.push_done(step.about, said, None);
                }
            }
            Err(error) => {
                let text = format!("{}: {error}.", step.name);
                self.session.notices.push(Severity::Error, text);
            }
        }
    }

    /// Why edits of weights would change nothing that is seen, as one sentence with a remedy; none if they do.
    pub(in crate::features) fn layer_refusal(&self) -> Option<String> {
        let layers = &self.document.layers;
        let layer = layers.active_layer()?;
        if layers.active() == 0 {
            return None;
        }
        let name = &layer.name;
        if !layer.visible {
            return Some(format!(
                "Layer {name} is hidden, so that no weights can be changed on it. Show it (its eye in Layers), or click another layer."
            ));
        }
        (layer.opacity <= 0.0).then(|| {
            format!(
                "Layer {name} has no opacity, so that no weights can be changed on it. Raise its opacity, or click another layer."
            )
        })
    }

    /// The name of a step with the active layer in it, as *Delete layer Knee*.
    pub(in crate::features) fn of_active_layer(&self, what: &str) -> String {
        let active = self.listed_layers().active();
        format!("{what} layer {}", self.layer_name(active))
    }

    /// A step that always changes the list of layers.
    pub(in crate::features) fn change_active_layer(&mut self, what: &str, change: LayerChange) {
        let name = self.of_active_layer(what);
        self.edit_layers(LayerStep::with_reason(&name, SO_ALREADY), change);
    }

    pub(in crate::features) fn flatten_layers(&mut self) {
        let step = LayerStep::with_reason("Flatten weight layers", SO_ALREADY);
        self.edit_layers(step, LayerChange::Flatten);
    }

    pub(in crate::features) fn begin_layer_name(&mut self) {
        let active = self.listed_layers().active();
        let name = self.layer_name(active);
        self.on_layer(LayerIntent::Type(Some((active, name))));
    }

    /// Makes the next layer above the active one, or below it, the active one.
    pub(in crate::features) fn activate_next_layer(&mut self, above: bool) {
        let active = self.listed_layers().active();
        let next = if above {
            active + 1
        } else {
            active.saturating_sub(1)
        };
        self.on_layer(LayerIntent::Activate(next));
    }

    pub(in crate::features) fn toggle_active_layer(&mut self) {
        let layers = self.listed_layers();
        let visible = layers.active_layer().is_some_and(|layer| layer.visible);
        self.on_layer(LayerIntent::SetVisible(layers.active(), !visible));
    }
}
