//! Export of the character: the dialog, and the order to write in the background.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use rig::ClipError;

use super::Context;
use super::file_done::own_files;
use crate::document::Document;
use crate::document::keyed::all_keyed;
use crate::files::export::{ending_of, with_ending};
use crate::files::export_options::{ExportOptions, kept_of, left_behind, with_inheritance};
use crate::files::export_work::{ExportIntent, ExportJob};
use crate::files::file_work::FileAsked;
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
        // The user has not agreed to replace a file of that longer name.
        let named = (file, replaces && !is_longer);
        let of = (session.opened, own_files(document, session));
        let job = ExportJob {
            order: session.export.work.begin(of, named),
            character,
            options,
            remarks,
        };
        session.requests.push(Request::Export(job));
    }
}

/// How the character is written, with what `extras` keep; and what no file holds, as a sentence.
fn options_of(document: &Document, session: &Session) -> (ExportOptions, String) {
    let comparing = session.comparing.without_baked();
    let pane = comparing.panes.get(comparing.active);
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
