//! Dialogs that ask for a file to write or to read: title, path, an error, and the buttons; each adds what it asks besides.

use eframe::egui::{Context, Id, Modal, Ui};
use session::commands::command::Sink;
use session::features::view::View;
use session::state::file_dialogs::dialog::{FileAsked, FileDialogIntent};
use session::state::file_dialogs::list::Listed;

use crate::panels::fields::path_question::{PathField, focused_field, folder_line};
use crate::panels::widgets::{
    fault_label, is_canceled, main_button, modal_frame, takes_free_enter,
};

/// Width of a dialog for a file.
pub(in crate::panels) const WIDTH: f32 = 560.0;

/// What a dialog asks, while it is drawn.
pub(in crate::panels) struct DialogForm<'a, O> {
    pub(in crate::panels) asked: FileAsked,
    /// What is asked besides.
    pub(in crate::panels) options: O,
    /// Whether the job can begin with these options.
    pub(in crate::panels) is_possible: bool,
    /// What the user asks for beside that.
    pub(in crate::panels) sink: &'a mut Sink,
    /// Whether Enter was pressed in the field of the path.
    enter: bool,
}

/// Draws the dialog, if it is open: a title, a note under it, and `contents`, which draw the path with [`Form::path`].
pub(in crate::panels) fn file_dialog<O: Listed>(
    ctx: &Context,
    view: &View<'_>,
    sink: &mut Sink,
    note: &str,
    contents: impl FnOnce(&mut Ui, &mut DialogForm<'_, O>),
) {
    let dialogs = &view.session.file_dialogs;
    let work = O::of(dialogs);
    let Some(before) = work.seen() else {
        return;
    };
    let mut form = DialogForm {
        asked: before.clone(),
        options: work.options.clone(),
        is_possible: true,
        sink,
        enter: false,
    };
    let modal = Modal::new(Id::unique(O::WORDS.title))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            ui.heading(O::WORDS.title);
            ui.weak(note);
            contents(ui, &mut form);
            fault(ui, &form.asked);
            form.buttons(ui, dialogs.is_busy(O::KIND))
        });
    if form.asked != *before {
        form.sink.send(FileDialogIntent::<O>::Type(form.asked));
    }
    if form.options != work.options {
        form.sink.send(FileDialogIntent::Options(form.options));
    }
    match modal.inner {
        Some(true) => form.sink.send(FileDialogIntent::<O>::Go),
        Some(false) => form.sink.send(FileDialogIntent::<O>::Cancel),
        None if is_canceled(&modal) => form.sink.send(FileDialogIntent::<O>::Cancel),
        None => {}
    }
}

impl<O: Listed> DialogForm<'_, O> {
    /// The focused field, the button that opens the system's dialog, and the folder of a path that names none.
    pub(in crate::panels) fn path(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let width = ui.available_width() - 90.0;
            self.enter = path_field::<O>(ui, &mut self.asked, width);
            let browse = ui.button("Browse…");
            if browse.on_hover_text("Opens the file dialog").clicked() {
                self.sink.send(FileDialogIntent::<O>::Browse);
            }
        });
        folder_line(ui, &self.asked.path);
    }

    /// The buttons: true to go on, false to cancel. Replacing a file takes a click, since Enter may be meant only to end
    /// the name; while a job runs, only Cancel is enabled.
    fn buttons(&self, ui: &mut Ui, is_busy: bool) -> Option<bool> {
        ui.add_space(6.0);
        let is_busy = is_busy || !self.is_possible;
        let replaces = self.asked.replaces();
        let go = if replaces { "Replace" } else { O::WORDS.go };
        let enter = self.enter || takes_free_enter(ui);
        ui.horizontal(|ui| {
            let is_possible = !self.asked.path.trim().is_empty() && !is_busy;
            let clicked = ui.add_enabled(is_possible, main_button(go)).clicked();
            let goes = clicked || (enter && is_possible && !replaces);
            let stops = ui.button("Cancel").clicked();
            if is_busy {
                ui.spinner();
            }
            (goes || stops).then_some(goes)
        })
        .inner
    }
}

/// The focused field of the path; whether Enter was pressed in it. What is typed takes the error away.
pub(in crate::panels) fn path_field<O: Listed>(
    ui: &mut Ui,
    asked: &mut FileAsked,
    width: f32,
) -> bool {
    let field = PathField {
        name: O::WORDS.field,
        hint: O::WORDS.hint,
    };
    let edited = focused_field(ui, &mut asked.path, field, width);
    if edited.changed {
        asked.fault = None;
    }
    edited.enter
}

/// Why the last try failed, if it did.
pub(in crate::panels) fn fault(ui: &mut Ui, asked: &FileAsked) {
    if let Some(fault) = &asked.fault {
        fault_label(ui, fault);
    }
}
