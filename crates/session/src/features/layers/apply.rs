//! Commands about layers of weights: one undo step each, or one per drag of an opacity.

use std::collections::BTreeMap;
use std::sync::Arc;

use scene::placed::placed_primitives;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::layers::{
    LayerOrder, MANY, MaskFill, PrimitivePlace, WeightLayers, shorten_name,
};
use crate::features::Context;
use crate::features::skeleton::apply::same_joints;
use crate::features::weight_operations::apply::find_change;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::session::Request;
use crate::state::layers::layer_changes::{differ_by_rounding, layers_said, step_said};
use crate::state::weight_operations::weight_request::{Finished, WeightRequest};
use crate::state::weight_table::command::LayerIntent;
use crate::state::weight_table::weights_work::PaintLayer;

const ADD: &str = "Add weight layer";
const SO_ALREADY: &str = "the layers are so already";
const NO_MASK: &str = "The base has no mask: all other layers lie on it. Click another layer in Layers, or paint joint weights.";

/// A step that changes layers.
#[derive(Clone, Copy, Debug)]
pub(in crate::features) struct LayerStep<'a> {
    /// Its name in the history.
    name: &'a str,
    /// What its message is about: it takes the place of the last one if that is about the same.
    about: &'a str,
    /// The drag that it is part of; what that did is told at its end.
    gesture: Option<Gesture>,
    /// Why nothing changes where nothing does, a clause; none where the step is told of only if it changes weights.
    why_nothing: Option<&'static str>,
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
                if let Some(order) = &mut self.session.character.weights.folding {
                    order.layers = Arc::new(order.layers.with_active(layer));
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
        self.edit_layers(step, |layers| {
            if let Some(layer) = layers.layer_mut(layer) {
                layer.visible = visible;
            }
        });
    }

    fn layer_name(&self, layer: usize) -> String {
        let layer = self.document.layers.all().get(layer);
        layer.map_or_else(String::new, |layer| layer.name.clone())
    }

    pub(in crate::features) fn add_layer(&mut self) {
        if !self.document.layers.is_empty() {
            return self.edit_layers(LayerStep::untold(ADD), WeightLayers::add);
        }
        let layers = WeightLayers::from_character(&self.document.character, self.layer_limit());
        self.edit_layers(LayerStep::untold(ADD), |all| *all = layers);
    }

    /// The limit of the brush holds for what layers mix as well.
    fn layer_limit(&self) -> Option<usize> {
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
        self.edit_layers(step, |layers| {
            if let Some(layer) = layers.layer_mut(layer) {
                layer.opacity = opacity.clamp(0.0, 1.0);
            }
        });
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
        let step = LayerStep::untold(&step);
        // A name changes nothing that is seen, whatever the brush's limit is by now.
        let limit = self.document.layers.limit();
        self.edit_layers(step, |layers| {
            *layers = layers.with_limit(limit);
            if let Some(layer) = layers.layer_mut(layer) {
                layer.name = name;
            }
        });
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
        self.edit_layers(step, |layers| layers.clear_active(only.as_ref()));
    }

    /// The mask becomes 1 at the selected vertices, and 0 at all others.
    pub(in crate::features) fn mask_selected(&mut self, name: &str) {
        if let Some(only) = self.selection_by_primitive() {
            self.fill_mask(name, &MaskFill::Only(only));
        }
    }

    pub(in crate::features) fn fill_mask(&mut self, name: &str, fill: &MaskFill) {
        let character = Arc::clone(&self.document.character);
        let step = LayerStep::with_reason(name, "the mask is so already");
        self.edit_layers(step, |layers| layers.fill_mask(&character, fill));
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
    /// many vertices are folded anew.
    fn edit_layers(&mut self, step: LayerStep<'_>, change: impl FnOnce(&mut WeightLayers)) {
        let limit = self.layer_limit();
        let waiting = self.session.character.weights.folding.take();
        let base = match waiting {
            // More of what is at work, as the next value of an opacity, is part of its step.
            Some(order) if order.name == step.name => {
                self.session.requests.push(Request::CancelWeights);
                order.layers
            }
            Some(order) => {
                self.settle_layers(&order);
                Arc::clone(&self.document.layers)
            }
            None => Arc::clone(&self.document.layers),
        };
        let mut layers = base.with_limit(limit);
        change(&mut layers);
        let document = &*self.document;
        if layers.touched_count(&document.character, &document.layers, MANY) <= MANY {
            return self.fold(step, layers);
        }
        let order = LayerOrder {
            name: step.name.to_owned(),
            about: step.about.to_owned(),
            why_nothing: step.why_nothing,
            layers: Arc::new(layers),
        };
        let request = WeightRequest::Layers(order.clone());
        self.session.character.weights.folding = Some(order);
        self.session.requests.push(Request::Weights(request));
    }

    /// Folds layers at once that are at work in the background: the next step builds on them.
    fn settle_layers(&mut self, order: &LayerOrder) {
        self.session.requests.push(Request::CancelWeights);
        let step = LayerStep {
            name: &order.name,
            about: &order.about,
            gesture: None,
            why_nothing: order.why_nothing,
        };
        self.fold(step, (*order.layers).clone());
    }

    /// Gives up layers that are at work in the background; returns whether there were any.
    pub(in crate::features) fn drop_folding(&mut self) -> bool {
        let was_at_work = self.session.character.weights.folding.take().is_some();
        if was_at_work {
            self.session.requests.push(Request::CancelWeights);
        }
        was_at_work
    }

    /// Records layers that were folded in the background as one step, unless weights have changed meanwhile, and tells what is told of a
    /// step that is folded at once.
    pub(in crate::features) fn finish_layers(&mut self, order: LayerOrder, finished: Finished) {
        let name = order.name;
        let done = match finished.result {
            Ok(done) => done,
            Err(why) => {
                let notices = &mut self.session.notices;
                return notices.push(Severity::Note, why.into_text());
            }
        };
        if let Some(what) = find_change(&finished.began, self.document) {
            let text = format!(
                "{name}: {what} changed meanwhile, so that the result was dropped. Change the layer again."
            );
            return self.session.notices.push(Severity::Warning, text);
        }
        let before = self.document.clone();
        let active = order.layers.active();
        if differ_by_rounding([&before, &done.after]) {
            self.document.layers = Arc::new(before.layers.with_active(active));
        } else {
            let layers = Arc::new(done.after.layers.with_active(active));
            let after = Document {
                layers: Arc::clone(&layers),
                ..done.after.with_pose_of(&before)
            };
            self.commit(&name, None, after);
            self.document.layers = layers;
            self.follow_character(&before);
        }
        if !done.said.is_empty() {
            let notices = &mut self.session.notices;
            notices.push_done(&order.about, done.said, None);
        }
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
                let said = step.said(both);
                // A drag may come back to where it began: whether it is a step is known at its end.
                if step.gesture.is_none() && differ_by_rounding(both) {
                    let same = self.document.layers.with_active(active.active());
                    self.document.layers = Arc::new(same);
                } else {
                    self.commit(step.name, step.gesture, after);
                    self.document.layers = active;
                }
                self.session.facts_are_old = true;
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

    /// A character that was read again with the layers of the one before, as far as they fit.
    pub(in crate::features) fn carry_layers(&mut self, fresh: Document) -> Document {
        let before = &*self.document;
        let joints = [before, &fresh].map(|of| &of.original.rig.skeleton);
        if before.layers.is_empty() || !same_joints(joints[0], joints[1]) {
            return fresh;
        }
        let kept = before.layers.to_kept(&before.character);
        let (layers, problems) = kept.fit_to(&fresh.character);
        let after = fresh.with_layers(layers).unwrap_or(fresh);
        for problem in problems {
            let name = &after.character.name;
            let text = format!("{name}: {problem}. Undo brings the older file back.");
            self.session.notices.push(Severity::Warning, text);
        }
        after
    }

    /// The name of a step with the active layer in it, as *Delete layer Knee*.
    pub(in crate::features) fn of_active_layer(&self, what: &str) -> String {
        let active = self.document.layers.active_layer();
        let name = active.map_or("", |layer| &layer.name);
        format!("{what} layer {name}")
    }

    /// A step that always changes the list of layers.
    pub(in crate::features) fn change_active_layer(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut WeightLayers),
    ) {
        let name = self.of_active_layer(what);
        self.edit_layers(LayerStep::with_reason(&name, SO_ALREADY), change);
    }

    pub(in crate::features) fn flatten_layers(&mut self) {
        let step = LayerStep::with_reason("Flatten weight layers", SO_ALREADY);
        self.edit_layers(step, |layers| *layers = WeightLayers::default());
    }

    pub(in crate::features) fn begin_layer_name(&mut self) {
        let layers = &self.document.layers;
        let name = layers.active_layer();
        let name = name.map_or_else(String::new, |layer| layer.name.clone());
        self.on_layer(LayerIntent::Type(Some((layers.active(), name))));
    }

    pub(in crate::features) fn toggle_active_layer(&mut self) {
        let layers = &self.document.layers;
        let visible = layers.active_layer().is_some_and(|layer| layer.visible);
        self.on_layer(LayerIntent::SetVisible(layers.active(), !visible));
    }
}
