//! Steps on layers of weights that are done in the background, one after another: each is one step of undo with its message, as one
//! that is done at once.

use std::sync::Arc;

use crate::document::Document;
use crate::document::layers::{LayerChange, LayerOrder};
use crate::features::Context;
use crate::features::layers::apply::LayerStep;
use crate::features::weight_operations::apply::find_change;
use crate::notices::Severity;
use crate::session::Request;
use crate::state::weight_operations::weight_request::{Finished, WeightRequest};

const LAYERS_WERE: &str = "layers of weights were";

impl Context<'_> {
    /// A step on the layers that the list shows.
    pub(super) fn layer_order(&self, step: LayerStep<'_>, change: LayerChange) -> LayerOrder {
        let listed = self.listed_layers();
        let limit = match change {
            // A name changes nothing that is seen, whatever the brush's limit is by now.
            LayerChange::Rename(..) => listed.limit(),
            _ => self.layer_limit(),
        };
        let before = listed.with_limit(limit);
        let mut outline = before.clone();
        change.apply_to_outline(&mut outline, &self.document.character);
        LayerOrder {
            name: step.name.to_owned(),
            about: step.about.to_owned(),
            why_nothing: step.why_nothing,
            change,
            limit,
            before: Arc::new(before),
            outline: Arc::new(outline),
        }
    }

    /// Has a step done in the background, after those that are still at work.
    pub(super) fn wait_for_folding(&mut self, order: LayerOrder) {
        let folding = &mut self.session.character.weights.folding;
        let continued = folding.back_mut();
        if let Some(last) = continued.filter(|last| last.is_continued_by(&order)) {
            // The next value of an opacity is part of the step that gives the last one.
            let before = Arc::clone(&last.before);
            *last = LayerOrder { before, ..order };
            if folding.len() == 1 {
                self.session.requests.push(Request::CancelWeights);
                self.fold_next();
            }
            return;
        }
        folding.push_back(order);
        if folding.len() == 1 {
            self.fold_next();
        }
    }

    fn fold_next(&mut self) {
        if let Some(order) = self.session.character.weights.folding.front() {
            let request = WeightRequest::Layers(order.clone());
            self.session.requests.push(Request::Weights(request));
        }
    }

    /// Gives up the last of the steps on layers that are not done yet; returns whether there was one.
    pub(in crate::features) fn drop_folding(&mut self) -> bool {
        let folding = &mut self.session.character.weights.folding;
        let is_dropped = folding.pop_back().is_some();
        if is_dropped && folding.is_empty() {
            self.session.requests.push(Request::CancelWeights);
        }
        is_dropped
    }

    /// Records layers that were folded in the background as one step, unless weights have changed meanwhile, and tells what is told of a
    /// step that is folded at once. Then the next step begins.
    pub(in crate::features) fn finish_layers(&mut self, order: &LayerOrder, finished: Finished) {
        self.take_folded(order, finished);
        self.place_waiting();
        self.fold_next();
    }

    fn take_folded(&mut self, order: &LayerOrder, finished: Finished) {
        let done = match finished.result {
            Ok(done) => done,
            Err(why) => {
                let notices = &mut self.session.notices;
                return notices.push(Severity::Note, why.into_text());
            }
        };
        if let Some(what) = find_change(&finished.began, self.document) {
            return self.say_dropped(&order.name, what);
        }
        let before = self.document.clone();
        let active = order.outline.active();
        // What differs by rounding alone comes back as the document that it began on.
        if done.after.same_as(&finished.began) {
            self.document.layers = Arc::new(before.layers.with_active(active));
        } else {
            let layers = Arc::new(done.after.layers.with_active(active));
            let after = Document {
                layers: Arc::clone(&layers),
                ..done.after.with_pose_of(&before)
            };
            self.commit(&order.name, None, after);
            self.document.layers = layers;
            self.follow_counted(&before, finished.facts);
        }
        if !done.said.is_empty() {
            let notices = &mut self.session.notices;
            notices.push_done(&order.about, done.said, None);
        }
    }

    /// Lays the steps that wait on the layers that there are now. A step before them may have come to nothing: those that meant layers
    /// that are not there then are dropped, and that is told.
    fn place_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.session.character.weights.folding);
        for order in waiting {
            let listed = Arc::clone(self.listed_layers());
            if order.fits(&listed) {
                let order = order.placed_on(&listed, &self.document.character);
                self.session.character.weights.folding.push_back(order);
            } else {
                self.say_dropped(&order.name, LAYERS_WERE);
            }
        }
    }

    fn say_dropped(&mut self, name: &str, what: &str) {
        let text = format!(
            "{name}: {what} changed meanwhile, so that the result was dropped. Change the layer again."
        );
        self.session.notices.push(Severity::Warning, text);
    }
}
