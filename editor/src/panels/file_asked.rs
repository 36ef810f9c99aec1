//! Parts of dialogs that ask for a file: its name, an error, and the buttons.

use eframe::egui::Ui;
use session::files::file_work::FileAsked;

use crate::panels::path_question::{Field, asked_field, folder_line};
use crate::panels::widgets::{fault_label, main_button, takes_free_enter};

/// What the user did to the field of a name in this frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// Enter was pressed in the field.
    pub(super) enter: bool,
    /// The button for the system's dialog was clicked.
    pub(super) browses: bool,
}

/// The focused field, the button that opens the system's dialog, and the folder of a path that names none.
pub(super) fn name_field(ui: &mut Ui, asked: &mut FileAsked, field: Field) -> Named {
    let named = ui.horizontal(|ui| {
        let width = ui.available_width() - 90.0;
        let edited = asked_field(ui, &mut asked.path, field, width);
        if edited.changed {
            asked.fault = None;
        }
        let browse = ui.button("Browse…");
        let browse = browse.on_hover_text("Opens the file dialog");
        Named {
            enter: edited.enter,
            browses: browse.clicked(),
        }
    });
    folder_line(ui, &asked.path);
    named.inner
}

/// Why the last try failed, if it did.
pub(super) fn fault(ui: &mut Ui, asked: &FileAsked) {
    if let Some(fault) = &asked.fault {
        fault_label(ui, fault);
    }
}

/// Whether the file is written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// The file is written.
    Export,
    /// The comparison is written.
    Share,
    /// A picture is written.
    Save,
    /// The file is read.
    Import,
    /// The file is read and compared with.
    Compare,
}

/// The buttons: true to go on, false to cancel. Replacing a file takes a click, since Enter may be meant only to end
/// the name; while a job runs, only Cancel is enabled.
pub(super) fn answer(
    ui: &mut Ui,
    asked: &FileAsked,
    verb: Verb,
    (enter, is_busy): (bool, bool),
) -> Option<bool> {
    ui.add_space(6.0);
    let replaces = matches!(verb, Verb::Export | Verb::Share | Verb::Save) && asked.replaces();
    let yes = match (verb, replaces) {
        (Verb::Export, false) => "Export",
        (Verb::Share, false) => "Share",
        (Verb::Save, false) => "Save",
        (Verb::Export | Verb::Share | Verb::Save, true) => "Replace",
        (Verb::Import, _) => "Import",
        (Verb::Compare, _) => "Compare",
    };
    let enter = enter || takes_free_enter(ui);
    ui.horizontal(|ui| {
        let is_possible = !asked.path.trim().is_empty() && !is_busy;
        let clicked = ui.add_enabled(is_possible, main_button(yes)).clicked();
        let goes = clicked || (enter && is_possible && !replaces);
        let stops = ui.button("Cancel").clicked();
        if is_busy {
            ui.spinner();
        }
        (goes || stops).then_some(goes)
    })
    .inner
}
