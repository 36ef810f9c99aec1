//! Messages about gradients that depend on the selected vertices.

use crate::features::Context;

impl Context<'_> {
    /// The remark that only selected vertices changed; empty if none is selected.
    pub(in crate::features) fn only_selected(&self) -> String {
        let words = self.session.character.weights.vertices.mask_words();
        words.map_or_else(String::new, |words| format!("; {words}"))
    }

    pub(in crate::features) fn nothing_between(&self) -> &'static str {
        if self.session.character.weights.vertices.is_mask() {
            "No selected vertex lies where the gradient would change weights. Clear the mask to work on all vertices."
        } else {
            "No vertex lies between the ends of the gradient."
        }
    }
}
