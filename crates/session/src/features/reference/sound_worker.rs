//! Reads the sound of the document in the background, to the waveform that is drawn.

use super::file_reading::FileReading;
use crate::document::Document;
use crate::session::Session;
use crate::state::reference::sound_file::read_sound;
use crate::state::reference::waveform::Waveform;
use crate::tasks::Spawner;

/// The waveform of the document's sound, and the work that reads it.
#[derive(Debug, Default)]
pub struct SoundReading(FileReading<Waveform>);

impl SoundReading {
    /// Reads the sound of the document, unless it is hidden or was read; takes what was read.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let sound = document.reference.sound.as_ref();
        let shown = sound.filter(|_| session.switches.sound);
        let file = shown.map(|sound| sound.file.as_str());
        let opened = &session.reference_reads.sound;
        self.0
            .follow(file, opened, &session.files, spawner, read_sound);
    }

    /// The waveform, or one sentence why there is none; none before it is read.
    #[must_use]
    pub fn waveform(&self) -> Option<Result<&Waveform, &str>> {
        self.0.found()
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.0.take_fault()
    }
}
