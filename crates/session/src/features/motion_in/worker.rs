//! Reads the file that motion comes from, and brings its clips over, in the background.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::document::Document;
use crate::features::opening::loading::Loader;
use crate::features::transfer::preview::open_character;
use crate::session::Session;
use crate::state::motion_in::bring::{Mapped, bone_map, bring};
use crate::state::motion_in::dialog::{
    BroughtClips, MapSide, MotionDialog, MotionKey, MotionOutcome, MotionSource,
};
use crate::tasks::{ByPointer, JobError, Latest, Spawner, Task};

/// Time between two polls.
const FRAME: Duration = Duration::from_millis(33);

/// Both works, kept by the window.
#[derive(Debug, Default)]
pub struct MotionReading {
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
            self.reading.forget();
            self.bringing.forget();
            return None;
        };
        let target = &document.character;
        let own = dialog.own.as_ref();
        if !own.is_some_and(|(of, _)| Arc::ptr_eq(&of.0, target)) {
            let map = Arc::new(bone_map(target));
            return Some(MotionOutcome::Bones(ByPointer(Arc::clone(target)), map));
        }
        let read = self.read(dialog, session, loader, spawner);
        read.or_else(|| self.bring(dialog, document, spawner))
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
            Task::start(spawner, "motion of a file", move |handle| {
                let character = open_character(&file, &loader, &files, handle)?;
                MotionSource::of(name, character).map(Arc::new)
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
