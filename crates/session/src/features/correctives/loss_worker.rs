//! What the chosen corrective changes in the test poses, measured in the background as long as somebody looks at it.

use std::cell::Cell;
use std::sync::Arc;

use character::Character;
use rig::DrivenSet;
use scene::posed_character::Look;

use crate::document::Document;
use crate::session::Session;
use crate::state::correctives::loss::{LossTest, PoseChange};
use crate::tasks::{ByPointer, Fault, Latest, Spawner, Task};

type Key = (ByPointer<Character>, ByPointer<DrivenSet>, Look, usize);

/// The worker that measures it.
#[derive(Debug, Default)]
pub struct CorrectiveLoss {
    job: Latest<Key, Option<Vec<PoseChange>>>,
    found: Option<(Key, Arc<[PoseChange]>)>,
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
        let Some(corrective) = session.character.correctives.chosen(document) else {
            self.found = None;
            return;
        };
        let look = session.comparing.first_look().whole();
        let key: Key = (
            ByPointer(Arc::clone(&document.character)),
            ByPointer(Arc::clone(&document.driven)),
            look,
            corrective.weight,
        );
        let is_known = self.found.as_ref().is_some_and(|(known, _)| *known == key);
        if !is_dragged && !is_known {
            self.job.follow_up(key, || {
                let test = LossTest {
                    of: Arc::clone(&document.character),
                    driven: Arc::clone(&document.driven),
                    scale_inheritance: Arc::clone(&document.scale_inheritance),
                    look,
                    poses: Arc::clone(&session.character.test_poses.poses),
                    weight: corrective.weight,
                };
                Task::start(spawner, "corrective in test poses", move |handle| {
                    test.run(&|_| handle.progress(()))
                })
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
        self.found.as_ref().map(|(_, found)| Arc::clone(found))
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}
