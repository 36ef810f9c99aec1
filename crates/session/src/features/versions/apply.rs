//! Versions of the weights in panes: kept, compared with, forgotten.

use scene::view::pane_shows::{PaneShows, PaneWeights};

use crate::document::Document;
use crate::document::versions::{MOST_KEPT, Versions};
use crate::features::Context;
use crate::notices::Severity;
use crate::state::projects::{KeptShape, PaneShape, StoredVersion, with_kept};

impl Context<'_> {
    /// The character and its edits were just opened.
    pub(in crate::features) fn begin_versions(&mut self) {
        self.session.character.versions = Versions::of_opened(self.document);
    }

    /// The project was just opened: what it kept, and which pane shows what. Weights that do not fit are told.
    pub(in crate::features) fn restore_versions(
        &mut self,
        shapes: &[KeptShape],
        panes_of: &[PaneShape],
    ) {
        self.begin_versions();
        let mut kept = Vec::new();
        for shape in shapes.iter().take(MOST_KEPT) {
            let versions = &mut self.session.character.versions;
            kept.push(match with_kept(self.document, shape) {
                Ok(document) => versions.keep(&shape.name, &document, true),
                Err(why) => {
                    let text = format!(
                        "Kept weights {} do not fit this character and were left out: {why}.",
                        shape.name
                    );
                    self.session.notices.push(Severity::Warning, text);
                    // In its place: panes name what is kept by its number in the project.
                    PaneWeights::Current
                }
            });
        }
        let panes = self.session.comparing.panes.iter_mut();
        for (pane, shape) in panes.zip(panes_of) {
            pane.weights = match shape.weights {
                StoredVersion::Current => PaneWeights::Current,
                StoredVersion::FourInfluences => PaneWeights::FourInfluences,
                StoredVersion::Opened => PaneWeights::Opened,
                StoredVersion::Source => PaneWeights::Source,
                StoredVersion::Kept(place) => kept.get(place).copied().unwrap_or_default(),
            };
        }
    }

    /// Shows pane A with a version of the weights in the other pane, or takes that back. A version that does not fit is
    /// told and not shown.
    pub(in crate::features) fn compare_weights(&mut self, weights: PaneWeights) {
        if self.fits(weights) {
            self.session.comparing.compare_weights(weights);
        }
        self.forget_unseen_weights();
    }

    /// Shows in the other pane what most engines show of the current weights, or what it showed before.
    pub(in crate::features) fn compare_engine(&mut self) {
        self.session.comparing.compare_engine();
        self.forget_unseen_weights();
    }

    fn fits(&mut self, weights: PaneWeights) -> bool {
        let versions = &self.session.character.versions;
        let Err(why) = versions.weights(weights, self.document) else {
            return true;
        };
        let name = versions.name(weights);
        let text = format!(
            "Weights {name} cannot be shown: {why}. Choose a version of the same mesh and skeleton."
        );
        self.session.notices.push(Severity::Warning, text);
        false
    }

    pub(in crate::features) fn compare_with_step(&mut self, step: usize) {
        let Some(document) = self.history.document_after(step).cloned() else {
            return self.say("These are the current weights: choose another step to compare with.");
        };
        let name = step
            .checked_sub(1)
            .and_then(|it| self.history.names().nth(it));
        let name = name.map_or_else(
            || "at the start of the history".to_owned(),
            |name| format!("after step {step}, {name}"),
        );
        self.compare_with(&name, &document);
    }

    pub(in crate::features) fn compare_before_change(&mut self) {
        let change = self.history.last_change(self.document);
        let Some((name, document)) = change else {
            return;
        };
        let (name, document) = (format!("before {name}"), document.clone());
        self.compare_with(&name, &document);
    }

    fn compare_with(&mut self, name: &str, document: &Document) {
        let versions = &mut self.session.character.versions;
        let weights = versions.keep(name, document, false);
        self.compare_weights(weights);
    }

    pub(in crate::features) fn keep_weights(&mut self) {
        let versions = &mut self.session.character.versions;
        if versions.staying() >= MOST_KEPT {
            return;
        }
        let before = versions.staying();
        let name = match self.history.last_change(self.document) {
            Some((step, _)) => format!("{}, after {step}", versions.next_name()),
            None => versions.next_name(),
        };
        versions.keep(&name, self.document, true);
        let text = if versions.staying() > before {
            format!("The weights are kept to compare with: “{name}”.")
        } else {
            "These weights are kept already.".to_owned()
        };
        self.say(&text);
    }

    pub(in crate::features) fn compare_kept(&mut self) {
        let last = self.session.character.versions.last_kept();
        if let Some(number) = last.map(|version| version.number) {
            self.compare_weights(PaneWeights::Kept(number));
        }
    }

    /// Goes through the versions that fit, in the active pane.
    pub(in crate::features) fn next_weights(&mut self) {
        let comparing = &self.session.comparing;
        let Some(shows) = comparing.panes.get(comparing.active) else {
            return;
        };
        let versions = &self.session.character.versions;
        let all = versions.all(self.document);
        let now = all.iter().position(|weights| *weights == shows.weights);
        let after = now.map_or(0, |now| now + 1);
        let mut next = (0..all.len()).filter_map(|step| all.get((after + step) % all.len()));
        let fitting = next.find(|it| versions.weights(**it, self.document).is_ok());
        if let Some(&weights) = fitting {
            let active = self.session.comparing.active;
            let baked = versions.last_bake().map(|baked| baked.look());
            if let Some(shows) = self.session.comparing.panes.get_mut(active) {
                // Behind what was baked comes the method that it was baked from.
                let look = match shows.weights {
                    PaneWeights::Baked => baked.unwrap_or(shows.look),
                    _ => shows.look,
                };
                *shows = PaneShows {
                    weights,
                    look,
                    ..*shows
                }
                .as_baked();
            }
            self.session.comparing.forget_left_engine();
        }
    }

    pub(in crate::features) fn forget_active_weights(&mut self) {
        let comparing = &self.session.comparing;
        let shows = comparing.panes.get(comparing.active);
        if let Some(PaneWeights::Kept(number)) = shows.map(|shows| shows.weights) {
            self.forget_weights(number);
        }
    }

    pub(in crate::features) fn forget_weights(&mut self, number: u32) {
        self.session.character.versions.forget(number);
        let comparing = &mut self.session.comparing;
        comparing.forget_weights(PaneWeights::Kept(number));
    }

    /// A step of the history is kept as a version only as long as a pane shows it.
    pub(in crate::features) fn forget_unseen_weights(&mut self) {
        self.session.comparing.forget_left_engine();
        let comparing = &self.session.comparing;
        let versions = &mut self.session.character.versions;
        versions.forget_unseen(|weights| {
            let mut panes = comparing.all_shown();
            panes.any(|pane| pane.weights == weights)
        });
    }
}
