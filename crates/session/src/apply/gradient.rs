//! Options of the tool that draws gradients.

use super::Context;

impl Context<'_> {
    /// That only selected vertices changed, if some are selected.
    pub(super) fn only_selected(&self) -> String {
        match self.session.character.weights.vertices.all().len() {
            0 => String::new(),
            1 => "; only the selected vertex".to_owned(),
            count => format!("; only the {count} selected vertices"),
        }
    }

    /// Why a gradient met no vertex.
    pub(super) fn nothing_between(&self) -> &'static str {
        if self.session.character.weights.vertices.all().is_empty() {
            "No vertex lies between the ends of the gradient."
        } else {
            "No selected vertex lies between the ends of the gradient. Select none, and all are meant."
        }
    }
}
