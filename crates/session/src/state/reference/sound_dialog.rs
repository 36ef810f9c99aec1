//! The dialog for the sound along the clips.

use std::path::{Path, PathBuf};

use whole_file::Files;

use super::sound_file::read_sound;
use super::waveform::Waveform;
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};

/// What is asked about a sound: nothing but its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoundAsked;

/// What is asked of the dialog.
pub type SoundFileIntent = FileDialogIntent<SoundAsked>;

impl FileDialog for SoundAsked {
    type Work = ();
    /// The file is read once before it is taken, so that no project names one that is no sound.
    type Read = Waveform;

    const WORDS: Words = Words {
        title: "Open sound",
        go: "Open",
        field: "Path of the sound",
        hint: "/path/to/sound.wav",
        busy: "A sound is being read.",
        what: "",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "WAV sound",
        endings: &["wav", "wave"],
    };
    const WRITES: bool = false;

    fn initial_path(&self, _last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let sound = subject.document.reference.sound.as_ref();
        sound.map_or_else(PathBuf::new, |sound| PathBuf::from(&sound.file))
    }

    fn work(&self, _subject: &DialogContext<'_>) -> Result<(), String> {
        Ok(())
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<Waveform>, NotWritten> {
        let order = &job.order;
        let read = read_sound(&order.file, files, &|| !order.ticket.is_stopped());
        read.map(JobOutput::Read).map_err(NotWritten::Failed)
    }
}
