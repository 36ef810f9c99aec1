//! The check of volume in test poses, in the background: as long as it is wanted, its list follows weights, poses and
//! method.

use std::sync::Arc;

use character::Character;
use rig::{DrivenSet, ScaleInheritance};
use scene::posed_character::Look;

use crate::commands::command::{Command, Outcome};
use crate::document::Document;
use crate::session::Session;
use crate::state::presets::PresetFile;
use crate::state::volume::volume_list::{VolumeList, VolumeOutcome, VolumeTest};
use crate::tasks::{ByPointer, Fault, Latest, Spawner, Task};

/// What a list is made of.
type Key = (
    ByPointer<Character>,
    ByPointer<[PresetFile]>,
    Look,
    ByPointer<DrivenSet>,
    ByPointer<[ScaleInheritance]>,
);

/// The worker that measures volumes in test poses.
#[derive(Debug, Default)]
pub struct VolumeCheck {
    job: Latest<Key, Option<VolumeList>>,
    fault: Fault,
}

impl VolumeCheck {
    /// Starts the check if it is wanted and its list is out of date; while weights are dragged, it waits.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        is_dragged: bool,
        spawner: &Spawner,
    ) -> Vec<Command> {
        let volume = &session.character.volume;
        if !volume.wanted || session.opened == 0 {
            self.job.forget();
            self.fault.clear();
            return Vec::new();
        }
        if !is_dragged {
            self.restart(document, session, spawner);
        }
        let mut commands = Vec::new();
        match self.job.poll() {
            Some((_, Ok(Some(list)))) => {
                self.fault.clear();
                commands.push(VolumeOutcome::Found(Arc::new(list)));
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "Volume in test poses was not measured, for {error}. Turn the check off and on again to try once more."
            )),
            Some((_, Ok(None))) | None => {}
        }
        let outcome = |outcome| Command::Outcome(Outcome::Volume(outcome));
        commands.into_iter().map(outcome).collect()
    }

    fn restart(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let poses = Arc::clone(&session.character.test_poses.poses);
        let look = session.comparing.first_look().whole();
        let of = Arc::clone(&document.character);
        let key = (
            ByPointer(Arc::clone(&of)),
            ByPointer(Arc::clone(&poses)),
            look,
            ByPointer(Arc::clone(&document.driven)),
            ByPointer(Arc::clone(&document.scale_inheritance)),
        );
        self.job.restart(key, || {
            let test = VolumeTest {
                surface: session.surface.of(&document.character),
                scale_inheritance: Arc::clone(&document.scale_inheritance),
                driven: Arc::clone(&document.driven),
                of,
                poses,
                look,
            };
            Task::start(spawner, "volume in test poses", move |handle| {
                test.run(&|_| handle.progress(()))
            })
        });
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// Whether volumes are being measured.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }
}
