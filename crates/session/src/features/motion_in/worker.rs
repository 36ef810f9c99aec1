//! Reads the file that motion comes from, finds bones, and brings clips over, in the background.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use character::Character;

use crate::document::Document;
use crate::features::opening::loading::Loader;
use crate::features::transfer::preview::open_character;
use crate::session::Session;
use crate::state::motion_in::bring::{Mapped, bring};
use crate::state::motion_in::chosen_maps::MapSide;
use crate::state::motion_in::dialog::{
    BroughtClips, MotionDialog, MotionKey, MotionOutcome, MotionSource,
};
use crate::state::motion_in::kept_maps::FoundBones;
use crate::tasks::{ByPointer, JobError, Latest, Spawner, Task};

/// Time between two polls.
const FRAME: Duration = Duration::from_millis(33);

/// All works, kept by the window.
#[derive(Debug, Default)]
pub struct MotionReading {
    finding: Latest<ByPointer<Character>, Arc<FoundBones>>,
    reading: Latest<u64, Result<Arc<MotionSource>, String>>,
    bringing: Latest<MotionKey, BroughtClips>,
}

impl MotionReading {
    /// Starts what the open dialog needs and does not have yet; returns what was found.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        loader: &Loader,
        spawner: &Spawner,
    ) -> Option<MotionOutcome> {
        let Some(dialog) = &session.motion_in.dialog else {
            self.finding.forget();
            self.reading.forget();
            self.bringing.forget();
            return None;
        };
        let found = self.find(dialog, document, session, spawner);
        let found = found.or_else(|| self.read(dialog, session, loader, spawner));
        found.or_else(|| self.bring(dialog, document, spawner))
    }

    /// The bones of the open character, which may have been edited since they were found.
    fn find(
        &mut self,
        dialog: &MotionDialog,
        document: &Document,
        session: &Session,
        spawner: &Spawner,
    ) -> Option<MotionOutcome> {
        let target = &document.character;
        let own = dialog.own.as_ref();
        if own.is_some_and(|(of, _)| Arc::ptr_eq(&of.0, target)) {
            self.finding.forget();
            return None;
        }
        let key = ByPointer(Arc::clone(target));
        self.finding.restart(key, || {
            let (target, files) = (Arc::clone(target), session.files.clone());
            let settings = session.settings_folder.clone();
            Task::start(spawner, "bones of the character", move |_| {
                Arc::new(FoundBones::of(&target, settings.as_deref(), &files))
            })
        });
        let Some((of, outcome)) = self.finding.poll() else {
            spawner.waker().wake_after(FRAME);
            return None;
        };
        // Without a thread bones are as they are found, which takes but moments.
        let bones =
            outcome.unwrap_or_else(|_error| Arc::new(FoundBones::of(target, None, &session.files)));
        Some(MotionOutcome::Bones(of, bones))
    }

    fn read(
        &mut self,
        dialog: &MotionDialog,
        session: &Session,
        loader: &Loader,
        spawner: &Spawner,
    ) -> Option<MotionOutcome> {
        if dialog.file.is_empty() || dialog.source().is_some() {
            self.reading.forget();
            return None;
        }
        self.reading.restart(dialog.reads, || {
            let (file, name) = (dialog.file.clone(), dialog.name());
            let (loader, files) = (loader.clone(), session.files.clone());
            let settings = session.settings_folder.clone();
            Task::start(spawner, "motion of a file", move |handle| {
                let character = open_character(&file, &loader, &files, handle)?;
                let bones =
                    |character: &Character| FoundBones::of(character, settings.as_deref(), &files);
                MotionSource::of(name, character, bones).map(Arc::new)
            })
        });
        let Some((reads, outcome)) = self.reading.poll() else {
            spawner.waker().wake_after(FRAME);
            return None;
        };
        let failed = |error: JobError| {
            Err(format!(
                "The file was not read, for {error}; choose it again."
            ))
        };
        Some(MotionOutcome::Read((reads, outcome.unwrap_or_else(failed))))
    }

    fn bring(
        &mut self,
        dialog: &MotionDialog,
        document: &Document,
        spawner: &Spawner,
    ) -> Option<MotionOutcome> {
        let target = &document.character;
        let maps = dialog
            .map(MapSide::Source, target)
            .zip(dialog.map(MapSide::Target, target));
        let wanted = dialog
            .key(target)
            .filter(|_| dialog.result(target).is_none());
        let (Some(key), Some((from, onto)), Some(Ok(source))) = (wanted, maps, dialog.source())
        else {
            self.bringing.forget();
            return None;
        };
        self.bringing.restart(key.clone(), || {
            let (source, target) = (Arc::clone(source), Arc::clone(target));
            let (clips, options) = (key.clips.clone(), key.options);
            let (from, onto) = (from.clone(), onto.clone());
            Task::start(spawner, "motion of another skeleton", move |handle| {
                let from = Mapped {
                    character: &source.character,
                    map: &from,
                };
                let onto = Mapped {
                    character: &target,
                    map: &onto,
                };
                let go_on = |_share: f32| match handle.is_canceled() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                bring(from, &clips, onto, options, &go_on).map(Arc::from)
            })
        });
        let Some((key, outcome)) = self.bringing.poll() else {
            spawner.waker().wake_after(FRAME);
            return None;
        };
        let failed = |error: JobError| {
            Err(format!(
                "No motion came over, for {error}; choose the file again."
            ))
        };
        Some(MotionOutcome::Brought(key, outcome.unwrap_or_else(failed)))
    }
}
