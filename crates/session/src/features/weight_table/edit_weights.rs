//! Commands that change weights: one undo step per gesture, and the facts that depend on weights are counted at its
//! end.

use character::WeightEdit;
use scene::facts::Facts;
use weights::Report;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::notices::Severity;
use crate::state::weight_operations::weight_changes::OperationNotes;

impl Context<'_> {
    /// Ends a drag; the facts that were not counted during it are counted now, and what it did to layers is told.
    pub(in crate::features) fn end_gesture(&mut self) {
        self.tell_of_opacity();
        self.history.end_gesture();
        self.count_anew();
    }

    pub(in crate::features) fn count_anew(&mut self) {
        if std::mem::take(&mut self.session.facts_are_old) {
            self.session.character.facts = Facts::of(&self.document.character);
        }
    }

    /// Applies edits of weights as a step called `name`, or tells why they cannot be applied.
    pub(in crate::features) fn edit_weights(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edits: &[WeightEdit],
    ) {
        if let Some(after) = self.with_rows(name, edits) {
            self.take_weights_of(name, gesture, after);
        }
    }

    /// The same where what changed is told: gives it in words; none where the edits cannot be applied, which is told already. There is no step,
    /// and the report counts no changed vertex, where the weights or numbers differ by rounding alone.
    pub(in crate::features) fn edit_weights_by(
        &mut self,
        name: &str,
        edits: &[WeightEdit],
        told: &OperationNotes,
        report: &mut Report,
    ) -> Option<String> {
        let after = self.with_rows(name, edits)?;
        let (after, words) = told.of(self.document, after, report);
        self.take_weights_of(name, None, after);
        Some(words)
    }

    /// The document with these edits; none where they cannot be applied, and why is told.
    fn with_rows(&mut self, name: &str, edits: &[WeightEdit]) -> Option<Document> {
        let has_rows = edits.iter().any(|edit| !edit.rows.is_empty());
        if let Some(refusal) = self.layer_refusal().filter(|_| has_rows) {
            self.say(&refusal);
            return None;
        }
        match self.document.with_weight_edits(edits) {
            Ok(after) => Some(after),
            Err(error) => {
                let text = format!("{name}: {error}.");
                self.session.notices.push(Severity::Error, text);
                None
            }
        }
    }

    fn take_weights_of(&mut self, name: &str, gesture: Option<Gesture>, after: Document) {
        self.commit(name, gesture, after);
        self.session.facts_are_old = true;
        if gesture.is_none() {
            self.count_anew();
        }
    }
}
