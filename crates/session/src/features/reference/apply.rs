//! Sound and pictures that the user works from: taken, moved, changed, removed.

use std::path::PathBuf;
use std::sync::Arc;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::reference::{Reference, ReferencePictures, Sound};
use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::files::working_folder::file_name;
use crate::notices::Severity;
use crate::state::file_dialogs::dialog::{AtWork, FileJob};
use crate::state::reference::command::ReferenceIntent;
use crate::state::reference::media::Media;
use crate::state::reference::picture_dialog::PicturesAsked;
use crate::state::reference::sound_dialog::SoundAsked;
use crate::state::reference::waveform::Waveform;

impl Effects for SoundAsked {
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Waveform, String>,
    ) {
        if let Some(waveform) = context.reference_of(&job, begun, read) {
            context.take_sound(&job.order.file.to_string_lossy(), waveform);
        }
    }
}

impl Effects for PicturesAsked {
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Media, String>,
    ) {
        if let Some(media) = context.reference_of(&job, begun, read) {
            context.take_pictures(&job.order.file.to_string_lossy(), media);
        }
    }
}

impl Context<'_> {
    pub(in crate::features) fn on_reference_intent(&mut self, intent: ReferenceIntent) {
        match intent {
            ReferenceIntent::StartSound { start, dragging } => self.start_sound(start, dragging),
            ReferenceIntent::Pictures { wanted, dragging } => {
                self.change_pictures(wanted, dragging);
            }
        }
    }

    /// Reads a sound that was dropped, or opened by its path.
    pub(in crate::features) fn take_sound_file(&mut self, file: PathBuf) {
        self.take_reference_file::<SoundAsked>(file);
    }

    /// Reads pictures that were dropped, or opened by their path.
    pub(in crate::features) fn take_picture_file(&mut self, file: PathBuf) {
        self.take_reference_file::<PicturesAsked>(file);
    }

    fn take_reference_file<O: Effects<Work = ()>>(&mut self, file: PathBuf) {
        if self.session.opened == 0 {
            let text = format!(
                "{}: open a character first, to work on beside it.",
                file_name(&file)
            );
            return self.session.notices.push(Severity::Note, text);
        }
        if self.session.file_dialogs.is_busy(O::KIND) {
            return self.tell_busy::<O>();
        }
        self.order_file_job::<O>((file, false), (), false);
    }

    /// What was read for the character that is shown, with its dialog closed; else says why nothing is taken.
    pub(in crate::features) fn reference_of<O: Effects>(
        &mut self,
        job: &FileJob<O>,
        begun: &AtWork,
        read: Result<O::Read, String>,
    ) -> Option<O::Read> {
        let text = match read {
            Ok(read) if job.order.opened == self.session.opened => {
                if begun.is_asked {
                    O::of_mut(&mut self.session.file_dialogs).close();
                }
                return Some(read);
            }
            Ok(_) => format!(
                "{}: the character is another one than when it was asked for, and nothing was taken. Open it again, if it is meant for this one.",
                file_name(&job.order.file)
            ),
            Err(text) => text,
        };
        self.report_file_fault::<O>(begun.is_asked, text);
        None
    }

    /// Takes pictures whose file was read. Where they were there already, they stay as they are shown.
    fn take_pictures(&mut self, file: &str, media: Media) {
        self.session.switches.reference = true;
        let before = self.document.reference.pictures.as_ref();
        let known = before.filter(|before| before.file == file).cloned();
        let per_second = matches!(media, Media::Sequence(_));
        let per_second = per_second.then(|| single(self.session.frames_per_second()));
        let pictures = known.unwrap_or_else(|| {
            let fresh = ReferencePictures {
                file: file.to_owned(),
                per_second,
                ..ReferencePictures::default()
            };
            fresh.within_limits()
        });
        let name = format!("Open reference {}", pictures.name());
        self.say(&format!(
            "Reference {}: {}.",
            pictures.name(),
            media.words()
        ));
        self.session.reference_reads.pictures.open(file, media);
        self.change_reference(&name, None, |reference| {
            reference.pictures = Some(pictures);
        });
    }

    /// Changes how pictures are shown; those of another file are not meant any more.
    fn change_pictures(&mut self, wanted: ReferencePictures, dragging: bool) {
        let now = self.document.reference.pictures.as_ref();
        if now.is_none_or(|now| now.file != wanted.file) {
            return;
        }
        let wanted = wanted.within_limits();
        self.drag_reference("Change reference pictures", dragging, |reference| {
            reference.pictures = Some(wanted);
        });
    }

    pub(in crate::features) fn remove_pictures(&mut self) {
        if let Some(pictures) = &self.document.reference.pictures {
            let name = format!("Remove reference {}", pictures.name());
            self.change_reference(&name, None, |reference| reference.pictures = None);
        }
    }

    /// Takes a sound whose file was read. Where it was there already, it stays where it begins.
    fn take_sound(&mut self, file: &str, waveform: Waveform) {
        self.session.reference_reads.sound.open(file, waveform);
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

#[expect(clippy::cast_possible_truncation, reason = "a rate of frames")]
const fn single(number: f64) -> f32 {
    number as f32
}
