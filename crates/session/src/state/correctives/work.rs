//! The chosen corrective, and whether the brush shapes it.

use crate::document::Document;
use crate::document::correctives::{Corrective, correctives};
use crate::state::painting::sculpt::SculptTool;

/// What the session keeps of correctives; neither saved nor undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CorrectiveWork {
    /// The place of the weight of the one that was chosen or made last.
    pub chosen: Option<usize>,
    /// What the brush does to it, in Weights mode; none while the brush paints weights.
    pub tool: Option<SculptTool>,
    /// Its name as it is being typed.
    pub name: Option<String>,
}

impl CorrectiveWork {
    /// The chosen corrective; the last of the list where the chosen one is gone, and none where there is none.
    #[must_use]
    pub fn chosen(&self, document: &Document) -> Option<Corrective> {
        let all = correctives(document);
        let is_chosen = |own: &&Corrective| Some(own.weight) == self.chosen;
        all.iter().find(is_chosen).or(all.last()).copied()
    }
}
