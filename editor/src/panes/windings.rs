//! The windings of the panes' triangles, for each version of the weights that is shown.

use scene::winding::Windings;
use session::features::view::View;
use session::shown::ShownPanes;

/// Windings by the number of the weights that they are of.
#[derive(Debug, Default)]
pub(super) struct PaneWindings(Vec<(u64, Windings)>);

impl PaneWindings {
    /// Computes the windings of weights that were not shown before, and drops those that are not shown any more.
    pub(super) fn follow(&mut self, view: &View<'_>) {
        let mut before = std::mem::take(&mut self.0);
        for (pane, pose) in view.shown.panes.iter().enumerate() {
            let number = view.shown.weights_number(pane);
            if self.0.iter().any(|(of, _)| *of == number) {
                continue;
            }
            let known = before.iter().position(|(of, _)| *of == number);
            let windings = match known {
                Some(place) => before.swap_remove(place).1,
                None => Windings::new(pose.character(&view.document.character)),
            };
            self.0.push((number, windings));
        }
    }

    /// The windings of the weights that a pane shows.
    pub(super) fn of(&self, pane: usize, shown: &ShownPanes) -> Option<&Windings> {
        let number = shown.weights_number(pane);
        let known = self.0.iter().find(|(of, _)| *of == number);
        known.map(|(_, windings)| windings)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
