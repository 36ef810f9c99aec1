//! Commands that change weights: one step a gesture, and whatever is known of the surface stays.

use character::WeightEdit;

use super::Context;
use crate::commands::command::Gesture;
use crate::notices::Severity;
use scene::facts::Facts;

impl Context<'_> {
    /// Ends a drag; what was not counted while it lasted is counted now.
    pub(super) fn end_gesture(&mut self) {
        self.history.end_gesture();
        self.count_anew();
    }

    fn count_anew(&mut self) {
        if std::mem::take(&mut self.session.facts_are_old) {
            self.session.character.facts = Facts::of(&self.document.character);
        }
    }

    /// Takes other weights, or says why they cannot be taken.
    pub(super) fn edit_weights(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edits: &[WeightEdit],
    ) {
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
