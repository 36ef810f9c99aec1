//! Export of the character: the dialog, the order to write in the background, and its result.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use rig::ClipError;

use super::Context;
use crate::document::Document;
use crate::document::keyed::all_keyed;
use crate::files::export::{OwnFiles, ending_of, with_ending};
use crate::files::export_options::{ExportOptions, kept_of, left_behind, with_inheritance};
use crate::files::export_work::{ExportIntent, ExportJob, ExportOutcome, Exported};
use crate::files::file_ending::Ended;
use crate::files::file_work::{AtWork, FileAsked};
use crate::notices::Severity;
use crate::session::{DialogFor, Request, Session};

impl Context<'_> {
    pub(super) fn on_export_intent(&mut self, intent: ExportIntent) {
        let work = &mut self.session.export.work;
        match intent {
            ExportIntent::Ask(None) => work.cancel(),
            ExportIntent::Ask(Some(typed)) => {
                if let Some(dialog) = &mut work.dialog {
                    *dialog = typed;
                }
            }
            ExportIntent::Browse => self.browse_for_export(),
            // The system's dialog has already asked whether the file may be replaced.
            ExportIntent::Chosen(file) => self.export_to(&file, true),
            ExportIntent::Type => self.ask_export(),
            ExportIntent::LeavePending(leaves) => self.session.export.leaves_pending = leaves,
            ExportIntent::Options(options) => self.session.export.options = options,
            ExportIntent::Go => {
                if let Some(dialog) = work.dialog.clone() {
                    self.export_to(&dialog.file(), dialog.replaces());
                }
            }
        }
    }

    pub(super) fn on_export_outcome(&mut self, outcome: ExportOutcome) {
        match outcome {
            ExportOutcome::Done(exported) => self.exported(*exported),
        }
    }

    pub(super) fn browse_for_export(&mut self) {
        let asked = Request::Dialog(DialogFor::Export);
        self.session.requests.push(asked);
    }

    pub(super) fn ask_export(&mut self) {
        let offered = self.session.export_name(self.document);
        let work = &mut self.session.export.work;
        work.cancel();
        work.dialog = Some(FileAsked::offering(&offered));
    }

    /// One export at a time.
    fn export_to(&mut self, file: &Path, replaces: bool) {
        let (document, session) = (&*self.document, &mut *self.session);
        let work = &mut session.export.work;
        if session.opened == 0 || work.busy.is_some() {
            let text = "The character is being exported. Try again in a moment.";
            return session.notices.push(Severity::Note, text);
        }
        let character = &document.character;
        let (file, is_longer) = with_ending(file, ending_of(character));
        if let Some(dialog) = &mut work.dialog {
            *dialog = FileAsked {
                exists: dialog.exists.take().filter(|_| !is_longer),
                ..FileAsked::offering(&file)
            };
        }
        let character = match exported_character(document, session.export.leaves_pending) {
            Ok(character) => character,
            Err(error) => {
                let text = format!(
                    "What was posed and is not keyed yet cannot get keys: {error}. Leave it out, or discard it."
                );
                return match &mut work.dialog {
                    Some(dialog) => dialog.fault = Some(text),
                    None => session.notices.push(Severity::Error, text),
                };
            }
        };
        let character = with_inheritance(&character, &document.scale_inheritance);
        let (options, remarks) = options_of(document, session);
        let work = &mut session.export.work;
        let ticket = work.next_ticket();
        work.busy = Some(AtWork {
            ticket: ticket.clone(),
            file: file.clone(),
            is_asked: work.dialog.is_some(),
        });
        let project = session.project.file.as_deref();
        let job = ExportJob {
            ticket,
            opened: session.opened,
            own: OwnFiles::of(&session.character.file, &document.original, project),
            file,
            character,
            // The user has not agreed to replace a file of that longer name.
            replaces: replaces && !is_longer,
            options,
            remarks,
        };
        session.requests.push(Request::Export(job));
    }

    fn exported(&mut self, exported: Exported) {
        let Exported { job, outcome } = exported;
        let export = &mut self.session.export;
        let of = (&job.ticket, &*job.file, job.replaces);
        let (severity, text) = match export.work.written(of, outcome) {
            Ended::Written(written) => {
                if job.opened == self.session.opened {
                    export.last = Some(job.file);
                }
                written.notice("The character", "")
            }
            Ended::Told(severity, text) => (severity, text),
            Ended::InDialog => return,
        };
        self.session.notices.push(severity, text);
    }
}

/// How the character is written, with what `extras` keep; and what no file holds, as a sentence.
fn options_of(document: &Document, session: &Session) -> (ExportOptions, String) {
    let pane = session.comparing.panes.get(session.comparing.active);
    let shows = pane.map(|pane| (pane.look, pane.normals.rule()));
    let own = &session.character;
    let staying = own.versions.kept().iter().filter(|it| it.stays);
    let remarks = left_behind(document, staying.count(), own.sets.all().len());
    let mut kept = kept_of(document, shows);
    if !session.export.leaves_pending {
        // It has keys there.
        kept.unkeyed.clear();
    }
    let options = ExportOptions {
        kept: Some(kept),
        ..session.export.options.clone()
    };
    (options, remarks)
}

/// The character with keys for what is pending, unless that is left out.
fn exported_character(
    document: &Document,
    leaves_pending: bool,
) -> Result<Arc<Character>, ClipError> {
    if leaves_pending || document.pending.is_empty() {
        return Ok(Arc::clone(&document.character));
    }
    Ok(all_keyed(document)?.character)
}
