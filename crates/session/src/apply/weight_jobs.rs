//! Jobs on all weights: the choices in their dialogs, and one undo step for a result.

use std::sync::Arc;

use super::Context;
use crate::document::Document;
use crate::notices::{Offer, Severity};
use crate::session::Request;
use crate::weighting::weight_request::{Finished, RigCommand, RigDialog, WeightRequest};

impl Context<'_> {
    pub(super) fn on_rig(&mut self, command: RigCommand) {
        let rigging = &mut self.session.rigging;
        match command {
            RigCommand::Ask(dialog) => rigging.dialog = dialog,
            RigCommand::Automatic(request) => rigging.automatic = request,
            RigCommand::Bind(request) => rigging.bind = request,
            RigCommand::Bulge(request) => rigging.bulge = request,
            RigCommand::Begin => {
                let refusal = self.layer_refusal();
                let rigging = &mut self.session.rigging;
                if let Some(refusal) =
                    refusal.filter(|_| rigging.dialog == Some(RigDialog::Automatic))
                {
                    return self.say(&refusal);
                }
                let request = match rigging.dialog.take() {
                    None => return,
                    Some(RigDialog::Automatic) => WeightRequest::Automatic(rigging.automatic),
                    Some(RigDialog::Bind) => WeightRequest::Bind(rigging.bind),
                    Some(RigDialog::Bulge) => WeightRequest::Bulge(rigging.bulge),
                };
                self.session.requests.push(Request::Weights(request));
            }
        }
    }

    /// Records a result as one step if character and locks are those that the job began with. A pose changed since then
    /// is kept.
    pub(super) fn finish_weights(&mut self, finished: Finished) {
        let title = finished.title;
        let done = match finished.result {
            Ok(done) => done,
            Err(why) => return self.session.notices.push(Severity::Note, why),
        };
        let is_as_begun = Arc::ptr_eq(&finished.began, &self.document.character);
        if !is_as_begun || finished.locked != self.session.character.weights.locked {
            let what = if is_as_begun {
                "locks"
            } else {
                "skeleton or weights"
            };
            let text = format!(
                "{title}: {what} have changed meanwhile, so that the result was dropped. Run it again."
            );
            return self.session.notices.push(Severity::Warning, text);
        }
        let before = self.document.clone();
        let layers = &done.after.layers;
        let layers = Arc::new(layers.with_active(before.layers.active()));
        let same_joints = done.after.pose.rigid.len() == before.pose.rigid.len();
        // Pose and scale inheritance may have changed since the job began; a result with other joints brings its own.
        let after = if same_joints {
            Document {
                pose: Arc::clone(&before.pose),
                scale_inheritance: Arc::clone(&before.scale_inheritance),
                axis_locks: Arc::clone(&before.axis_locks),
                layers,
                ..done.after
            }
        } else {
            done.after
        };
        self.commit(&done.name, None, after);
        self.follow_character(&before);
        if done.is_fresh && !self.session.character.volume.wanted {
            self.session.notices.push_offer(done.said, Offer::TestPoses);
        } else {
            self.session.notices.push(Severity::Note, done.said);
        }
    }
}
