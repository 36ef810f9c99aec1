//! What an editor is given of the world around it.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use whole_file::Files;

use super::PictureTask;
use crate::features::opening::loading::Loader;
use crate::session::DialogFor;
use crate::state::export::written::{NotWritten, WrittenFile};
use crate::state::share::dialog::ShareJob;
use crate::tasks::{Threads, Waker};

/// Threads, files and dialogs, handed in: a test, a replay or a browser brings its own. The clock comes with each frame.
#[derive(Clone, Debug)]
pub struct World {
    /// Starts the threads of background work.
    pub threads: Threads,
    /// Asks for another frame, from any thread.
    pub waker: Waker,
    /// The disk of all files but the content of characters. Whether a character's file is there, its stamp, its fingerprint and
    /// who may read it are asked of this disk too.
    pub files: Files,
    /// Reads the content of characters, by path or built-in name. The usual one reads the system's files, whatever `files` is.
    pub loader: Loader,
    /// Folder of settings, keys, poses and recovery files; without one, nothing is read or kept.
    pub settings: Option<PathBuf>,
    /// The program that holds the editor.
    pub host: Arc<dyn Host>,
}

impl Default for World {
    /// The system's threads and files, no settings, and no program around the editor.
    fn default() -> Self {
        Self {
            threads: Threads::default(),
            waker: Waker::default(),
            files: Files::default(),
            loader: Loader::default(),
            settings: None,
            host: Arc::new(NoHost),
        }
    }
}

/// Waits for a dialog on a thread in the background, and gives the chosen path.
pub type DialogWait = Box<dyn FnOnce() -> Option<PathBuf> + Send>;

/// What the program that holds an editor does for it: dialogs, and files that have to be drawn.
pub trait Host: Debug + Send + Sync {
    /// Opens a dialog for a file, with a suggested path where something is written; called on the thread of the window.
    fn ask_for_file(&self, wanted: DialogFor, suggested: &Path) -> DialogWait;

    /// Opens a dialog for the folder of the pose library, at its present folder.
    fn ask_for_folder(&self, folder: Option<&Path>) -> DialogWait;

    /// Writes a comparison as a web page; called in the background.
    ///
    /// # Errors
    ///
    /// The file is there already, the order was canceled, or one sentence.
    fn write_page(&self, job: &ShareJob) -> Result<WrittenFile, NotWritten>;

    /// Draws pictures of the panes and writes them; called in the background.
    ///
    /// # Errors
    ///
    /// As of [`write_page`](Self::write_page).
    fn write_pictures(&self, task: &PictureTask) -> Result<WrittenFile, NotWritten>;
}

/// A program without dialogs that draws nothing: every dialog is canceled, and pages and pictures are refused.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn ask_for_file(&self, _wanted: DialogFor, _suggested: &Path) -> DialogWait {
        Box::new(|| None)
    }

    fn ask_for_folder(&self, _folder: Option<&Path>) -> DialogWait {
        Box::new(|| None)
    }

    fn write_page(&self, _job: &ShareJob) -> Result<WrittenFile, NotWritten> {
        Err(NotWritten::Failed(NOTHING_DRAWN.to_owned()))
    }

    fn write_pictures(&self, _task: &PictureTask) -> Result<WrittenFile, NotWritten> {
        Err(NotWritten::Failed(NOTHING_DRAWN.to_owned()))
    }
}

const NOTHING_DRAWN: &str =
    "This program draws nothing. Use the editor or the command line of Dualskin.";
