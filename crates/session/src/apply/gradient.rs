//! Messages about gradients that depend on the selected vertices.

use super::Context;

impl Context<'_> {
    /// The remark that only selected vertices changed; empty if none is selected.
    pub(super) fn only_selected(&self) -> String {
        match self.session.character.weights.vertices.all().len() {
            0 => String::new(),
            1 => "; only the selected vertex".to_owned(),
            count => format!("; only the {count} selected vertices"),
        }
    }

    pub(super) fn nothing_between(&self) -> &'static str {
        if self.session.character.weights.vertices.all().is_empty() {
            "No vertex lies between the ends of the gradient."
        } else {
            "No selected vertex lies between the ends of the gradient. Select none, and all are meant."
        }
    }
}
