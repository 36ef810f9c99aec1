//! Four influences a vertex of a large mesh, found in the background for the panes that show them.
//!
//! Small meshes, and edits that leave most of a mesh as it was, are cut within the frame (`document/four_influences.rs`).

use std::sync::Arc;

use character::Character;
use scene::view::pane_shows::PaneWeights;

use crate::document::Document;
use crate::document::four_influences::FourInfluences;
use crate::session::Session;
use crate::tasks::{ByPointer, Fault, Latest, Spawner, Task};

/// The work that cuts the current weights.
#[derive(Debug, Default)]
pub(crate) struct InfluenceCutter {
    job: Latest<ByPointer<Character>, FourInfluences>,
    fault: Fault,
}

impl InfluenceCutter {
    /// Starts the work where a pane shows four influences a vertex and they are still to be found, and hands over what was found.
    ///
    /// Work for weights from before an edit goes on: what it finds is followed, so that a stroke does not put it off.
    pub(crate) fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let mut shown = session.comparing.panes.iter();
        if !shown.any(|pane| pane.weights == PaneWeights::FourInfluences) {
            self.job.forget();
            self.fault.clear();
            return;
        }
        let versions = &session.character.versions;
        match self.job.poll() {
            Some((_, Ok(cut))) => {
                versions.take_cut(cut, document);
                // The same weights may have to be cut again, where the history leads back to them from far away.
                self.job.forget();
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "Four influences a vertex were not found, for {error}. Choose another version of the weights and this one again."
            )),
            None => {}
        }
        if let Some(uncut) = versions.uncut(document) {
            let key = ByPointer(Arc::clone(uncut.character()));
            self.job.follow_up(key, || {
                Task::start(spawner, "four influences", move |_| uncut.cut())
            });
        }
    }

    /// The error since the last call, if any.
    pub(crate) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}
