//! Commands that change weights: one undo step per gesture, and the facts that depend on weights are counted at its
//! end.

use character::WeightEdit;
use scene::facts::Facts;

use super::Context;
use crate::commands::command::Gesture;
use crate::notices::Severity;

impl Context<'_> {
    /// Ends a drag; the facts that were not counted during it are counted now, and what it did to layers is told.
    pub(super) fn end_gesture(&mut self) {
        self.tell_of_opacity();
        self.history.end_gesture();
        self.count_anew();
    }

    pub(super) fn count_anew(&mut self) {
        if std::mem::take(&mut self.session.facts_are_old) {
            self.session.character.facts = Facts::of(&self.document.character);
        }
    }

    /// Applies edits of weights as a step called `name`, or tells why they cannot be applied.
    pub(super) fn edit_weights(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edits: &[WeightEdit],
    ) {
        let has_rows = edits.iter().any(|edit| !edit.rows.is_empty());
        if let Some(refusal) = self.layer_refusal().filter(|_| has_rows) {
            return self.say(&refusal);
        }
        match self.document.painted(edits) {
            Ok(after) => {
                self.commit(name, gesture, after);
                self.session.facts_are_old = true;
                if gesture.is_none() {
                    self.count_anew();
                }
            }
            Err(error) => {
                let text = format!("{name}: {error}.");
                self.session.notices.push(Severity::Error, text);
            }
        }
    }
}
