//! Weights that are read from a file: of a dropped one, and what becomes of the rows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::features::Context;
use crate::features::file_dialogs::apply::{Effects, subject};
use crate::files::working_folder::file_name;
use crate::state::file_dialogs::dialog::{AtWork, FileAsked, FileDialog as _, FileJob};
use crate::state::file_dialogs::list::FileKind;
use crate::state::weight_files::import_weights::WeightImportAsked;
use crate::state::weight_files::{ImportedWeights, Matching, Refused};
use crate::state::weight_operations::weight_changes::amount_words;

impl Effects for WeightImportAsked {
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Result<ImportedWeights, Refused>, String>,
    ) {
        let FileJob { order, work } = job;
        if order.opened != context.session.opened {
            let text = format!(
                "{}: the character is another one than when it was asked for, and nothing was taken. Import it again, if it is meant for this one.",
                file_name(&order.file)
            );
            return context.report_file_fault::<Self>(begun.is_asked, text);
        }
        let is_as_then = Arc::ptr_eq(&work.character, &context.document.character)
            && work.locked == context.session.character.weights.locked;
        if !is_as_then {
            // The rows that were read belong to the character and the locks of that time, so the file is read again.
            return context.read_weights(order.file, work.asked, begun.is_asked);
        }
        let mut asked = work.asked;
        match read {
            Ok(Ok(taken)) => {
                if begun.is_asked {
                    context.session.file_dialogs.import_weights.close();
                }
                context.import_weights(&order.file, &taken);
            }
            Ok(Err(refused)) => {
                if refused.fits_by_place() {
                    asked.matching = Matching::USUAL_PLACE;
                }
                context.refuse_weights(asked, begun, refused.to_string());
            }
            Err(text) => context.refuse_weights(asked, begun, text),
        }
    }
}

impl Context<'_> {
    /// Reads a dropped file, for the mesh that fits.
    pub(in crate::features) fn take_weight_file(&mut self, file: PathBuf) {
        self.read_weights(file, WeightImportAsked::default(), false);
    }

    fn read_weights(&mut self, file: PathBuf, asked: WeightImportAsked, is_asked: bool) {
        if self.session.file_dialogs.is_busy(FileKind::ImportWeights) {
            return self.tell_busy::<WeightImportAsked>();
        }
        let work = asked.work(&subject(self.document, self.session));
        if let Ok(work) = work {
            self.order_file_job::<WeightImportAsked>((file, false), work, is_asked);
        }
    }

    fn import_weights(&mut self, file: &Path, taken: &ImportedWeights) {
        let before = Arc::clone(&self.document.character);
        self.edit_weights("Import weights", None, &taken.edits);
        let amount = amount_words([&before, &self.document.character]);
        let file = file_name(file);
        self.say(&format!("Import weights of {file} into {taken}{amount}."));
    }

    /// Opens the import dialog with the error for a file that was dropped and does not fit, unless a dialog is already
    /// open. `asked` is what would fit.
    fn refuse_weights(&mut self, asked: WeightImportAsked, begun: &AtWork, text: String) {
        let offered =
            WeightImportAsked::default().initial_options(&subject(self.document, self.session));
        let dialogs = &mut self.session.file_dialogs;
        let is_free =
            dialogs.import_weights.dialog.is_none() && dialogs.export_weights.dialog.is_none();
        let work = &mut dialogs.import_weights;
        if !begun.is_asked && is_free {
            work.options = WeightImportAsked {
                mesh: asked.mesh.or(offered.mesh),
                ..asked
            };
            work.dialog = Some(FileAsked {
                fault: Some(text),
                ..FileAsked::offering(&begun.file)
            });
            return;
        }
        let dialog = work.dialog.as_ref().filter(|_| begun.is_asked);
        if dialog.is_some_and(|dialog| dialog.file() == begun.file) {
            work.options.matching = asked.matching;
        }
        self.report_file_fault::<WeightImportAsked>(begun.is_asked, text);
    }
}
