//! Weights of another file as a version to compare with: the dialog, the order to read, and its result.

use std::path::PathBuf;

use super::Context;
use crate::document::versions::MOST_KEPT;
use crate::files::file_work::{AtWork, FileAsked};
use crate::files::version_file_work::{ReadVersion, VersionFileIntent, VersionJob, short};
use crate::notices::Severity;
use crate::session::{DialogFor, Request};

impl Context<'_> {
    pub(super) fn on_version_file_intent(&mut self, intent: VersionFileIntent) {
        let work = &mut self.session.character.version_file;
        match intent {
            VersionFileIntent::Ask(None) => work.cancel(),
            VersionFileIntent::Ask(Some(typed)) => {
                if let Some(dialog) = &mut work.dialog {
                    *dialog = typed;
                }
            }
            VersionFileIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Version);
                self.session.requests.push(asked);
            }
            VersionFileIntent::Chosen(file) => {
                if let Some(dialog) = &mut work.dialog {
                    *dialog = FileAsked::offering(&file);
                }
            }
            VersionFileIntent::Go => {
                if let Some(file) = work.dialog.as_ref().map(FileAsked::file) {
                    self.read_version(file);
                }
            }
        }
    }

    pub(super) fn ask_version_file(&mut self) {
        let work = &mut self.session.character.version_file;
        work.cancel();
        work.dialog = Some(FileAsked::default());
    }

    /// One file at a time.
    fn read_version(&mut self, file: PathBuf) {
        let session = &mut *self.session;
        let work = &mut session.character.version_file;
        if work.busy.is_some() {
            return;
        }
        let ticket = work.next_ticket();
        work.busy = Some(AtWork {
            ticket: ticket.clone(),
            file: file.clone(),
            is_asked: true,
        });
        session.requests.push(Request::Version(VersionJob {
            ticket,
            opened: session.opened,
            file,
            document: self.document.clone(),
        }));
    }

    /// Weights that were read are kept like others: on the current skeleton, they are fitted as any version is.
    pub(super) fn take_version(&mut self, read: ReadVersion) {
        let ReadVersion { job, outcome } = read;
        let work = &mut self.session.character.version_file;
        if work.ended(&job.ticket).is_none() {
            // The user canceled it, or another character was opened.
            return;
        }
        let version = match outcome {
            Ok(version) => version,
            Err(text) => {
                return match &mut work.dialog {
                    Some(dialog) => dialog.fault = Some(text),
                    None => self.session.notices.push(Severity::Error, text),
                };
            }
        };
        work.close();
        let name = format!("of {}", short(&job.file));
        let versions = &mut self.session.character.versions;
        let stays = versions.staying() < MOST_KEPT;
        let weights = versions.keep(&name, &version.document, stays);
        self.session.comparing.show_weights(weights);
        if !version.remark.is_empty() {
            self.say(&format!("Weights {name}: {}.", version.remark));
        }
    }
}
