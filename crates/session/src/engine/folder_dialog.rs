//! The dialog for the folder of a library, waited for in the background.

use std::path::Path;
use std::task::Poll;
use std::time::Duration;

use crate::commands::command::{Command, Intent, Outcome};
use crate::notices::Severity;
use crate::session::FolderFor;
use crate::state::clip_library::ClipLibraryIntent;
use crate::state::pose_library::{LibraryIntent, PoseDialog};
use crate::tasks::{Spawner, Task};

use super::Host;
use super::file_dialog::{DialogAnswer, NO_DIALOG};

/// Time without an answer after which the path field is pointed out.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder dialog, at most one at a time.
#[derive(Debug, Default)]
pub struct FolderDialog {
    asked: Option<OpenFolderDialog>,
}

#[derive(Debug)]
struct OpenFolderDialog {
    library: FolderFor,
    task: Task<DialogAnswer>,
    pointed_out: bool,
}

impl FolderDialog {
    /// Opens the dialog at the library's folder; does nothing while it is open.
    pub fn ask(
        &mut self,
        library: FolderFor,
        folder: Option<&Path>,
        host: &dyn Host,
        spawner: &Spawner,
    ) {
        if self.asked.is_some() {
            return;
        }
        let dialog = host.ask_for_folder(folder);
        let task = Task::start(spawner, "folder dialog", move |_| {
            DialogAnswer::wait_for(dialog)
        });
        self.asked = Some(OpenFolderDialog {
            library,
            task,
            pointed_out: false,
        });
    }

    /// The answer since the last call, as commands.
    pub fn receive(&mut self, spawner: &Spawner) -> Vec<Command> {
        let Some(asked) = self.asked.as_mut() else {
            return Vec::new();
        };
        let Poll::Ready(outcome) = asked.task.poll() else {
            return asked.watch(spawner).into_iter().collect();
        };
        let library = asked.library;
        self.asked = None;
        match outcome {
            Ok(DialogAnswer {
                path: Some(path), ..
            }) => {
                let path = path.to_string_lossy().into_owned();
                vec![Command::Intent(match library {
                    FolderFor::Poses => Intent::SetPosesFolder(path),
                    FolderFor::Clips => Intent::ClipLibrary(ClipLibraryIntent::UseFolder(path)),
                })]
            }
            Ok(DialogAnswer { at_once: true, .. }) => {
                vec![
                    Command::Intent(typed_path(library)),
                    said(Severity::Note, NO_DIALOG),
                ]
            }
            Ok(DialogAnswer { at_once: false, .. }) => Vec::new(),
            Err(error) => {
                let text = format!(
                    "No folder was chosen, for {error}. Ask for the dialog again, or use {}.",
                    typed_command(library)
                );
                vec![said(Severity::Error, &text)]
            }
        }
    }
}

impl OpenFolderDialog {
    /// Points out the path field where the dialog does not appear.
    fn watch(&mut self, spawner: &Spawner) -> Option<Command> {
        let waited = self.task.age();
        if self.pointed_out {
            return None;
        }
        if waited < PATIENCE {
            let left = PATIENCE.saturating_sub(waited);
            spawner.waker().wake_after(left);
            return None;
        }
        self.pointed_out = true;
        let text = format!(
            "If no dialog has appeared, this desktop has none: use {}.",
            typed_command(self.library)
        );
        Some(said(Severity::Note, &text))
    }
}

/// The dialog in which the path is typed.
fn typed_path(library: FolderFor) -> Intent {
    let path = String::new();
    match library {
        FolderFor::Poses => Intent::Library(LibraryIntent::Ask(Some(PoseDialog::Folder { path }))),
        FolderFor::Clips => Intent::ClipLibrary(ClipLibraryIntent::TypeFolder(Some(path))),
    }
}

const fn typed_command(library: FolderFor) -> &'static str {
    match library {
        FolderFor::Poses => "Path of poses… in the Pose menu",
        FolderFor::Clips => "Path of clips… in the Animate menu",
    }
}

fn said(severity: Severity, text: &str) -> Command {
    Command::Outcome(Outcome::Notify(severity, text.to_owned()))
}
