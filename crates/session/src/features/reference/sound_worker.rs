//! Reads the sound of the document in the background, to the waveform that is drawn.

use std::path::PathBuf;
use std::sync::Arc;

use crate::document::Document;
use crate::session::Session;
use crate::state::reference::sound_file::read_sound;
use crate::state::reference::waveform::Waveform;
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The file, and how often files of the reference were opened by then: what is opened again is read again.
type SoundKey = (String, u64);

/// The waveform of the document's sound, and the work that reads it.
#[derive(Debug, Default)]
pub struct SoundReading {
    of: Option<SoundKey>,
    found: Option<Result<Arc<Waveform>, String>>,
    job: Latest<SoundKey, Result<Waveform, String>>,
    fault: Fault,
}

impl SoundReading {
    /// Reads the sound of the document, unless it is hidden or was read; takes what was read.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let sound = document.reference.sound.as_ref();
        let Some(sound) = sound.filter(|_| session.switches.sound) else {
            self.job.forget();
            self.fault.clear();
            (self.of, self.found) = (None, None);
            return;
        };
        let key = (sound.file.clone(), session.reference_reads);
        if self.of.as_ref() != Some(&key) {
            (self.of, self.found) = (Some(key.clone()), None);
        }
        self.job.restart(key, || {
            let (file, files) = (PathBuf::from(&sound.file), session.files.clone());
            Task::start(spawner, "sound", move |handle| {
                read_sound(&file, &files, &|| !handle.is_canceled())
            })
        });
        let Some((_, outcome)) = self.job.poll() else {
            return;
        };
        let read = outcome.unwrap_or_else(|error| {
            let name = sound.name();
            Err(format!("{name} was not read, for {error}; open it again."))
        });
        match &read {
            Ok(_) => self.fault.clear(),
            Err(text) => self.fault.set(text.clone()),
        }
        self.found = Some(read.map(Arc::new));
    }

    /// The waveform, or one sentence why there is none; none before it is read.
    #[must_use]
    pub fn waveform(&self) -> Option<Result<&Waveform, &str>> {
        let found = self.found.as_ref()?;
        Some(found.as_deref().map_err(String::as_str))
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}
