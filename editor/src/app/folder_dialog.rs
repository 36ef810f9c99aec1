//! The system's folder dialog for the pose library, run in the background.

use std::path::{Path, PathBuf};
use std::task::Poll;
use std::time::Duration;

use session::commands::command::{Command, Intent, Outcome};
use session::files::pose_library::{LibraryIntent, PoseDialog};
use session::jobs::{Spawner, Task};
use session::notices::Severity;

/// Time without an answer after which the path field is pointed out.
const PATIENCE: Duration = Duration::from_secs(20);

/// A faster cancel means that no dialog appeared; the path field takes its place.
const FASTEST_CANCEL: Duration = Duration::from_millis(400);

/// The folder dialog, at most one at a time.
#[derive(Debug, Default)]
pub struct FolderDialog {
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    task: Task<Option<PathBuf>>,
    pointed_out: bool,
}

impl FolderDialog {
    /// Opens the dialog at the library's folder; does nothing while it is open.
    pub fn ask(&mut self, folder: Option<&Path>, spawner: &Spawner) {
        if self.asked.is_some() {
            return;
        }
        let mut dialog = rfd::AsyncFileDialog::new().set_title("Folder of poses");
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        let chosen = dialog.pick_folder();
        let task = Task::start(spawner, "folder dialog", move |_| {
            pollster::block_on(chosen).map(|folder| folder.path().to_owned())
        });
        self.asked = Some(Asked {
            task,
            pointed_out: false,
        });
    }

    /// The answer since the last call, as a command.
    pub fn receive(&mut self, spawner: &Spawner) -> Option<Command> {
        let asked = self.asked.as_mut()?;
        let waited = asked.task.age();
        match asked.task.poll() {
            Poll::Pending if asked.pointed_out => None,
            Poll::Pending if waited < PATIENCE => {
                let left = PATIENCE.saturating_sub(waited);
                spawner.waker().wake_after(left);
                None
            }
            Poll::Pending => {
                asked.pointed_out = true;
                let text = "If no dialog has appeared, this desktop has none: use Path of poses… in the Pose menu.";
                Some(Command::Outcome(Outcome::Notify(
                    Severity::Note,
                    text.to_owned(),
                )))
            }
            Poll::Ready(Ok(Some(path))) => {
                self.asked = None;
                let path = path.to_string_lossy().into_owned();
                Some(Command::Intent(Intent::SetPosesFolder(path)))
            }
            Poll::Ready(Ok(None)) => {
                self.asked = None;
                let typed = PoseDialog::Folder {
                    path: String::new(),
                };
                let ask = Command::Intent(Intent::Library(LibraryIntent::Ask(Some(typed))));
                (waited < FASTEST_CANCEL).then_some(ask)
            }
            Poll::Ready(Err(error)) => {
                self.asked = None;
                let text = format!(
                    "No folder was chosen, for {error}. Ask for the dialog again, or use Path of poses… in the Pose menu."
                );
                Some(Command::Outcome(Outcome::Notify(Severity::Error, text)))
            }
        }
    }
}
