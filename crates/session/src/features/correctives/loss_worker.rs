//! What the chosen corrective changes in the test poses, measured in the background as long as somebody looks at it.

use std::cell::Cell;
use std::sync::Arc;

use character::Character;
use rig::{DrivenSet, ScaleInheritance};
use scene::posed_character::Look;

use crate::document::Document;
use crate::session::Session;
use crate::state::correctives::loss::{LossTest, PoseChange};
use crate::state::presets::PresetFile;
use crate::tasks::{ByPointer, Fault, Handle, Latest, Spawner, Task};

/// What is measured: all but the test poses and the corrective, these, and the place of the weight.
type Key = (Posing, ByPointer<[PresetFile]>, usize);
type Posing = (
    ByPointer<Character>,
    ByPointer<DrivenSet>,
    ByPointer<[ScaleInheritance]>,
    Look,
);

/// The worker that measures it.
#[derive(Debug, Default)]
pub struct CorrectiveLoss {
    job: Latest<Key, Option<Vec<PoseChange>>>,
    found: Option<(Key, Arc<[PoseChange]>)>,
    /// The place of the weight of the corrective that is chosen.
    chosen: Option<usize>,
    /// Whether a panel has asked since the last frame.
    asked: Cell<bool>,
    fault: Fault,
}

impl CorrectiveLoss {
    /// Measures what was asked for, unless a drag goes on.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        is_dragged: bool,
        spawner: &Spawner,
    ) {
        if !self.asked.take() || session.opened == 0 {
            self.job.forget();
            return;
        }
        let chosen = session.character.correctives.chosen(document);
        self.chosen = chosen.map(|corrective| corrective.weight);
        let Some(weight) = self.chosen else {
            return;
        };
        let look = session.comparing.first_look().whole();
        let poses = &session.character.test_poses.poses;
        let posing = (
            ByPointer(Arc::clone(&document.character)),
            ByPointer(Arc::clone(&document.driven)),
            ByPointer(Arc::clone(&document.scale_inheritance)),
            look,
        );
        let key: Key = (posing, ByPointer(Arc::clone(poses)), weight);
        let is_known = self.found.as_ref().is_some_and(|(known, _)| *known == key);
        if !is_dragged && !is_known {
            self.job.follow_up(key, || {
                let test = LossTest {
                    of: Arc::clone(&document.character),
                    driven: Arc::clone(&document.driven),
                    scale_inheritance: Arc::clone(&document.scale_inheritance),
                    look,
                    poses: Arc::clone(poses),
                    weight,
                };
                let run = move |handle: &Handle| test.run(&|_| handle.progress(()));
                Task::start(spawner, "corrective in test poses", run)
            });
        }
        match self.job.poll() {
            Some((key, Ok(Some(found)))) => {
                self.fault.clear();
                self.found = Some((key, found.into()));
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "What the corrective changes in test poses was not measured, for {error}. Change it to have it measured again."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    /// What the chosen corrective changes in test poses; none while it is not known yet. Asks for it.
    #[must_use]
    pub fn changes(&self) -> Option<Arc<[PoseChange]>> {
        self.asked.set(true);
        let found = self.found.as_ref();
        let of_chosen = found.filter(|((.., weight), _)| Some(*weight) == self.chosen);
        of_chosen.map(|(_, found)| Arc::clone(found))
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}
