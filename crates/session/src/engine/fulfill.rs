//! Requests: what commands ask for that is no change of state.

use std::sync::Arc;

use character::Character;

use super::{Editor, Output, WindowEffect};
use crate::commands::command::Outcome;
use crate::features::learn::apply::not_shown;
use crate::files::watch::FileWatch;
use crate::notices::Severity;
use crate::session::{FolderFor, Request};
use crate::state::opening::open_request::OpenRequest;
use crate::state::projects::command::ProjectOutcome;
use crate::tasks::ByPointer;

impl Editor {
    pub(super) fn fulfill(&mut self, request: Request, now: f64, output: &mut Output) {
        match request {
            Request::Load(request) => self.load(request),
            Request::Replay(ByPointer(character)) => self.replay(character),
            Request::CancelLoading => self.cancel_loading(),
            Request::Weights(request) => self.start_weights(request),
            Request::CancelWeights => {
                self.weight_jobs.cancel();
                self.euler_jobs.cancel();
            }
            Request::EulerCurves(work) => {
                if let Err(text) = self.euler_jobs.start(*work, &self.spawner) {
                    self.apply(Outcome::Notify(Severity::Note, text));
                }
            }
            Request::ReviseMask(change) => self.revise_mask(change),
            Request::Watch => self.watch_source(),
            Request::KeepCameras => (self.arranged, self.rearranged) = (None, false),
            Request::FolderDialog(library) => {
                let folder = match library {
                    FolderFor::Poses => self.session.library.folder.as_deref(),
                    FolderFor::Clips => self.session.clip_library.folder.as_deref(),
                };
                let host = &*self.world.host;
                self.folder_dialog.ask(library, folder, host, &self.spawner);
            }
            Request::Poses(job) => self.write_pose(job),
            Request::Dialog(wanted) => self.ask_for_file(wanted),
            Request::KeepMap(order) => self.motion_maps.keep(order, &self.spawner),
            Request::Save(order) => self.save_project(order, now),
            Request::File(job) => self.start_file(*job),
            Request::AsymmetricSpots(forward) => self.visit_asymmetry(forward),
            Request::Discard(file) => self.saver.remove(vec![file], &self.spawner),
            Request::WriteKeyMap => self.write_keymap(),
            Request::SetOwnKey(section, action, key) => {
                self.set_own_key((section, action), key);
            }
            Request::ReadKeyMap => self.reload_keymap(),
            Request::CopyText(text) => output.effects.push(WindowEffect::CopyText(text)),
            Request::RestartGraphics => output.effects.push(WindowEffect::RestartGraphics),
            Request::Quit => output.effects.push(WindowEffect::Quit),
        }
    }

    /// Begins to read a file instead of the one that is being read.
    pub(super) fn load(&mut self, request: OpenRequest) {
        // What the user opens is not dropped for a figure.
        if request.figure.is_some() && self.loading.reads_work() {
            return self.apply(not_shown("a file is being opened"));
        }
        self.cancel_loading();
        if !request.goes_on {
            // Nobody was asked about what a dropped file takes the place of.
            let given_up = (!request.dropped).then(|| self.session.work_so_far(&self.document));
            self.given_up = given_up;
        }
        let started = if request.reload {
            let work = self.document.clone();
            self.loading.start_on(work, request, &self.spawner)
        } else {
            self.loading.start(request, &self.spawner)
        };
        if let Err(text) = started {
            self.apply(Outcome::Notify(Severity::Error, text));
        }
    }

    /// Goes on with a reload whose file was read, on the document as it is now; unless another file is being read.
    fn replay(&mut self, character: Arc<Character>) {
        if self.loading.opening().is_some() {
            return;
        }
        let work = self.document.clone();
        if let Err(text) = self.loading.replay(work, character, &self.spawner) {
            self.apply(Outcome::Notify(Severity::Error, text));
        }
    }

    /// Cancels loading; a reload that had been offered is offered again.
    fn cancel_loading(&mut self) {
        if self.loading.cancel().is_some_and(|request| request.offered) {
            self.apply(Outcome::OfferReload(true));
        }
    }

    /// Watches the files of the character that was just read.
    fn watch_source(&mut self) {
        let side_files = &self.document.character.source.side_files;
        let file = &self.session.character.file;
        let stamp = self.loading.stamp();
        let files = &self.world.files;
        self.watch = FileWatch::start(file, stamp, side_files, files, &self.spawner);
        let content = self.loading.content();
        self.apply(Outcome::Project(ProjectOutcome::SourceRead(content)));
    }
}
