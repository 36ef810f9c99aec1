//! Sound and pictures that the user works from: taken, moved, changed, removed.

use std::path::PathBuf;
use std::sync::Arc;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::reference::{Reference, Sound};
use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::files::working_folder::file_name;
use crate::notices::Severity;
use crate::state::file_dialogs::dialog::{AtWork, FileJob};
use crate::state::file_dialogs::list::FileKind;
use crate::state::reference::command::ReferenceIntent;
use crate::state::reference::sound_dialog::SoundAsked;
use crate::state::reference::waveform::Waveform;

impl Effects for SoundAsked {
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Waveform, String>,
    ) {
        if let Err(text) = read {
            return context.report_file_fault::<Self>(begun.is_asked, text);
        }
        if begun.is_asked {
            context.session.file_dialogs.sound.close();
        }
        if job.order.opened == context.session.opened {
            context.take_sound(&job.order.file.to_string_lossy());
        }
    }
}

impl Context<'_> {
    pub(in crate::features) fn on_reference_intent(&mut self, intent: ReferenceIntent) {
        match intent {
            ReferenceIntent::StartSound { start, dragging } => self.start_sound(start, dragging),
            ReferenceIntent::Pictures { .. } => {}
        }
    }

    /// Reads a sound that was dropped, or opened by its path.
    pub(in crate::features) fn take_sound_file(&mut self, file: PathBuf) {
        if self.session.opened == 0 {
            let text = format!(
                "{}: open a character first, whose clips the sound belongs to.",
                file_name(&file)
            );
            return self.session.notices.push(Severity::Note, text);
        }
        if self.session.file_dialogs.is_busy(FileKind::Sound) {
            return self.tell_busy::<SoundAsked>();
        }
        self.order_file_job::<SoundAsked>((file, false), (), false);
    }

    /// Takes a sound whose file was read. Where it was there already, it stays where it begins.
    fn take_sound(&mut self, file: &str) {
        self.session.reference_reads += 1;
        self.session.switches.sound = true;
        let before = self.document.reference.sound.as_ref();
        let start = before.filter(|before| before.file == file);
        let start = start.map_or(0.0, |before| before.start);
        let sound = Sound {
            file: file.to_owned(),
            start,
        };
        let name = format!("Open sound {}", sound.name());
        self.change_reference(&name, None, |reference| reference.sound = Some(sound));
    }

    fn start_sound(&mut self, start: f32, dragging: bool) {
        let Some(sound) = self.document.reference.sound.clone() else {
            return;
        };
        let moved = Sound { start, ..sound }.within_limits();
        self.drag_reference("Move sound", dragging, |reference| {
            reference.sound = Some(moved);
        });
    }

    pub(in crate::features) fn remove_sound(&mut self) {
        if let Some(sound) = &self.document.reference.sound {
            let name = format!("Remove sound {}", sound.name());
            self.change_reference(&name, None, |reference| reference.sound = None);
        }
    }

    /// While a field is dragged all its changes are one step.
    fn drag_reference(&mut self, name: &str, dragging: bool, change: impl FnOnce(&mut Reference)) {
        let lasts = dragging || self.history.in_gesture(Gesture::Reference);
        self.change_reference(name, lasts.then_some(Gesture::Reference), change);
        if !dragging {
            self.end_gesture();
        }
    }

    fn change_reference(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        change: impl FnOnce(&mut Reference),
    ) {
        let mut reference = (*self.document.reference).clone();
        change(&mut reference);
        let after = Document {
            reference: Arc::new(reference),
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
    }
}
