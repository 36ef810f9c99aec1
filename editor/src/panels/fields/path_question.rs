//! A dialog that asks for a path: a focused field, and the buttons under it.

use std::path::Path;

use eframe::egui::{Context, Id, Key, Label, Modal, RichText, TextEdit, Ui};
use session::files::builtin;
use session::files::working_folder::whole;

use crate::panels::widgets::{
    fault_label, is_canceled, main_button, modal_frame, takes_free_enter,
};

/// Width of the dialog, in points.
const WIDTH: f32 = 560.0;

/// A field for a name or a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::panels) struct PathField {
    /// Accessible name, read aloud by screen readers.
    pub(in crate::panels) name: &'static str,
    /// Text that it shows while it is empty.
    pub(in crate::panels) hint: &'static str,
}

/// What the user did to the field in this frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::panels) struct FieldResponse {
    /// Its text has changed.
    pub(in crate::panels) changed: bool,
    /// Enter was pressed in it, or in no field.
    pub(in crate::panels) enter: bool,
}

/// A field that takes the keyboard unless another widget was given it.
pub(in crate::panels) fn focused_field(
    ui: &mut Ui,
    text: &mut String,
    field: PathField,
    width: f32,
) -> FieldResponse {
    let edit = TextEdit::singleline(text)
        .hint_text(field.hint)
        .desired_width(width);
    let response = ui.add(edit).accessible_name(field.name);
    let is_left = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let enter = is_left || takes_free_enter(ui);
    if ui.memory(|memory| memory.focused().is_none()) && !enter {
        response.request_focus();
    }
    FieldResponse {
        changed: response.changed(),
        enter,
    }
}

/// Says in which folder a path lies that names none.
pub(in crate::panels) fn folder_line(ui: &mut Ui, path: &str) {
    let path = path.trim().trim_matches('"');
    let named = Path::new(path);
    if path.is_empty() || path.starts_with(builtin::PREFIX) || named.is_absolute() {
        return;
    }
    let whole = whole(named);
    if let Some(folder) = whole.parent().filter(|_| whole.is_absolute()) {
        let text = RichText::new(format!("In the folder {}", folder.display())).weak();
        ui.add(Label::new(text).truncate())
            .on_hover_text(whole.display().to_string());
    }
}

/// Texts and state of the dialog.
#[derive(Clone, Debug)]
pub(in crate::panels) struct PathQuestion<'a> {
    /// Distinguishes it from other dialogs of this kind.
    pub(in crate::panels) id: &'static str,
    /// The title in large letters.
    pub(in crate::panels) title: &'static str,
    /// What kind of path is expected.
    pub(in crate::panels) note: RichText,
    pub(in crate::panels) field: PathField,
    pub(in crate::panels) typed: &'a str,
    /// Why the last answer failed.
    pub(in crate::panels) fault: Option<&'a str>,
    /// Whether the last answer is being carried out: then there is no other.
    pub(in crate::panels) is_busy: bool,
    /// Text and tooltip of the button that confirms.
    pub(in crate::panels) answer: (&'static str, &'static str),
    /// Whether there is a button for the system's dialog.
    pub(in crate::panels) browses: bool,
    /// Tooltip of the button that cancels.
    pub(in crate::panels) cancel: &'static str,
}

/// What the user did in this frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::panels) enum PathEvent {
    /// The text is now this.
    Typed(String),
    /// The path that was confirmed, without blanks and quotes around it.
    Answered(String),
    /// The system's dialog was asked for.
    Browse,
    /// The dialog was canceled.
    Canceled,
}

impl PathQuestion<'_> {
    /// Draws the dialog; returns what the user did.
    pub(in crate::panels) fn show(self, ctx: &Context) -> Vec<PathEvent> {
        let mut events = Vec::new();
        let modal = Modal::new(Id::unique(self.id))
            .frame(modal_frame(ctx))
            .show(ctx, |ui| self.contents(ui, &mut events));
        if is_canceled(&modal) {
            events.push(PathEvent::Canceled);
        }
        events
    }

    fn contents(self, ui: &mut Ui, events: &mut Vec<PathEvent>) {
        ui.set_width(WIDTH);
        ui.heading(self.title);
        ui.label(self.note);
        ui.add_space(4.0);
        let mut text = self.typed.to_owned();
        let edited = focused_field(ui, &mut text, self.field, f32::INFINITY);
        if edited.changed {
            events.push(PathEvent::Typed(text.clone()));
        }
        folder_line(ui, &text);
        if let Some(fault) = self.fault {
            ui.add_space(4.0);
            fault_label(ui, fault);
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            // Some file managers copy paths in quotes.
            let path = text.trim().trim_matches('"').to_owned();
            let (name, tip) = self.answer;
            let is_possible = !path.is_empty() && !self.is_busy;
            let button = ui.add_enabled(is_possible, main_button(name));
            if button.on_hover_text(tip).clicked() || (edited.enter && is_possible) {
                events.push(PathEvent::Answered(path));
            }
            if self.browses {
                let browse = ui.button("Browse…");
                let browse = browse.on_hover_text("Opens the file dialog");
                if browse.clicked() {
                    events.push(PathEvent::Browse);
                }
            }
            if ui.button("Cancel").on_hover_text(self.cancel).clicked() {
                events.push(PathEvent::Canceled);
            }
            if self.is_busy {
                ui.spinner();
            }
        });
    }
}
