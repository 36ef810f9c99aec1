//! The system's dialog for the folder of the library, asked for on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui;

use crate::command::{Command, Intent, Outcome};
use crate::notices::Severity;
use crate::pose_library::{LibraryIntent, PoseDialog};

/// How long the dialog may stay silent before the path field is pointed out.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nobody closes a dialog this fast: there was none, and the path field takes its place.
const FASTEST_CANCEL: Duration = Duration::from_millis(400);

/// The dialog, open or not.
#[derive(Debug, Default)]
pub struct FolderDialog {
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    since: Instant,
    pointed_out: bool,
    answer: Receiver<Option<PathBuf>>,
}

impl FolderDialog {
    /// Opens the dialog where the library is now; does nothing while it is open.
    pub fn ask(&mut self, folder: Option<&Path>, ctx: &egui::Context) {
        if self.asked.is_some() {
            return;
        }
        let mut dialog = rfd::AsyncFileDialog::new().set_title("Folder of poses");
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        let chosen = dialog.pick_folder();
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let wait = move || {
            let path = pollster::block_on(chosen).map(|folder| folder.path().to_owned());
            let _gone = sender.send(path);
            ctx.request_repaint();
        };
        let thread = thread::Builder::new().name("folder dialog".to_owned());
        if thread.spawn(wait).is_ok() {
            self.asked = Some(Asked {
                since: Instant::now(),
                pointed_out: false,
                answer,
            });
        }
    }

    /// What was chosen since the last call, as a command.
    pub fn receive(&mut self, ctx: &egui::Context) -> Option<Command> {
        let asked = self.asked.as_mut()?;
        let waited = asked.since.elapsed();
        match asked.answer.try_recv() {
            Err(TryRecvError::Empty) if asked.pointed_out => None,
            Err(TryRecvError::Empty) if waited < PATIENCE => {
                ctx.request_repaint_after(PATIENCE.saturating_sub(waited));
                None
            }
            Err(TryRecvError::Empty) => {
                asked.pointed_out = true;
                let text = "If no dialog has appeared, this desktop has none: use Path of poses… in the Pose menu.";
                Some(Command::Outcome(Outcome::Notify(
                    Severity::Note,
                    text.to_owned(),
                )))
            }
            Ok(Some(path)) => {
                self.asked = None;
                let path = path.to_string_lossy().into_owned();
                Some(Command::Intent(Intent::SetPosesFolder(path)))
            }
            Ok(None) | Err(TryRecvError::Disconnected) => {
                self.asked = None;
                let typed = PoseDialog::Folder {
                    path: String::new(),
                };
                let ask = Command::Intent(Intent::Library(LibraryIntent::Ask(Some(typed))));
                (waited < FASTEST_CANCEL).then_some(ask)
            }
        }
    }
}
