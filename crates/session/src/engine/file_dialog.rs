//! The dialog for a file, waited for in the background.

use std::path::{Path, PathBuf};
use std::task::Poll;
use std::time::Duration;

use web_time::Instant;

use super::Host;
use crate::commands::command::{Command, Intent, Outcome};
use crate::notices::Severity;
use crate::session::DialogFor;
use crate::state::motion_in::dialog::MotionIntent;
use crate::state::projects::command::ProjectIntent;
use crate::state::skeleton::joint_work::{JointIntent, SourceIntent};
use crate::state::transfer::transfer_work::TransferIntent;
use crate::tasks::{JobError, Spawner, Task};

/// Time without an answer after which the path field is pointed out: on a bare window manager the dialog may never
/// appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nobody sees a dialog and cancels it in less time: without a file by then, no dialog appeared.
const FASTEST_CANCEL: Duration = Duration::from_millis(500);

/// What came of a system's dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DialogAnswer {
    /// The chosen path; none if there was no dialog, or if it was canceled.
    pub(super) path: Option<PathBuf>,
    /// Whether the answer came faster than anybody cancels.
    pub(super) at_once: bool,
}

impl DialogAnswer {
    /// Waits for a dialog's answer and measures how long it takes. It is measured here, on the thread that waits: the
    /// window may read the answer much later, when frames are slow.
    pub(super) fn wait_for(dialog: impl FnOnce() -> Option<PathBuf>) -> Self {
        let asked = Instant::now();
        let path = dialog();
        Self {
            path,
            at_once: asked.elapsed() < FASTEST_CANCEL,
        }
    }
}

/// The file dialog, at most one at a time.
#[derive(Debug, Default)]
pub struct FileDialog {
    asked: Option<OpenFileDialog>,
}

#[derive(Debug)]
struct OpenFileDialog {
    task: Task<DialogAnswer>,
    pointed_out: bool,
    wanted: DialogFor,
    suggested: String,
}

impl FileDialog {
    /// Opens the dialog of the host. While one is open, returns the message that says so.
    ///
    /// `suggested` is the suggested path to save under.
    pub fn ask(
        &mut self,
        wanted: DialogFor,
        suggested: &str,
        host: &dyn Host,
        spawner: &Spawner,
    ) -> Option<Command> {
        if self.asked.is_some() {
            return Some(open_already(wanted));
        }
        let dialog = host.ask_for_file(wanted, Path::new(suggested));
        let task = Task::start(spawner, "file dialog", move |_| {
            DialogAnswer::wait_for(dialog)
        });
        self.asked = Some(OpenFileDialog {
            task,
            pointed_out: false,
            wanted,
            suggested: suggested.to_owned(),
        });
        None
    }

    /// The answer since the last call, as commands.
    pub fn receive(&mut self, spawner: &Spawner) -> Vec<Command> {
        let Some(asked) = &mut self.asked else {
            return Vec::new();
        };
        let Poll::Ready(outcome) = asked.task.poll() else {
            return self.watch(spawner).into_iter().collect();
        };
        let Some(asked) = self.asked.take() else {
            return Vec::new();
        };
        match outcome {
            Ok(answered) => asked.answer(answered),
            Err(error) => asked.report_failure(&error),
        }
    }

    fn watch(&mut self, spawner: &Spawner) -> Option<Command> {
        let asked = self.asked.as_mut().filter(|asked| !asked.pointed_out)?;
        let waited = asked.task.age();
        if waited < PATIENCE {
            let left = PATIENCE.saturating_sub(waited);
            spawner.waker().wake_after(left);
            return None;
        }
        asked.pointed_out = true;
        let text = format!(
            "If no file dialog has appeared, this desktop has none: {}.",
            instead(asked.wanted)
        );
        Some(Command::Outcome(Outcome::Notify(Severity::Note, text)))
    }
}

/// What is said where the system opened no dialog.
pub(super) const NO_DIALOG: &str =
    "No file dialog could be opened on this desktop: type the path instead.";

/// The message for a request while a dialog is open.
fn open_already(wanted: DialogFor) -> Command {
    let text = format!(
        "A file dialog is open already. If none has appeared, {}.",
        instead(wanted)
    );
    Command::Outcome(Outcome::Notify(Severity::Note, text))
}

/// Advice for systems where no dialog appears.
const fn instead(wanted: DialogFor) -> &'static str {
    match wanted {
        DialogFor::File(kind) if kind.question().begins => {
            "use File ▸ By path ▸ Export glTF to path…"
        }
        DialogFor::File(_) | DialogFor::Transfer | DialogFor::Skeleton | DialogFor::Motion => {
            "type the file's name in the field"
        }
        DialogFor::Open | DialogFor::Source | DialogFor::Save => {
            "use File ▸ By path, or drop the file here"
        }
    }
}

impl OpenFileDialog {
    /// Reports that no dialog appeared, or that it failed.
    fn report_failure(self, error: &JobError) -> Vec<Command> {
        let text = format!(
            "No file was chosen, for {error}. Ask for the file dialog again, or {}.",
            instead(self.wanted)
        );
        let mut commands = vec![Command::Outcome(Outcome::Notify(Severity::Error, text))];
        if self.wanted == DialogFor::Save {
            // Ends the save that waits for a path.
            commands.push(Command::Intent(Intent::Project(ProjectIntent::SavePath(
                None,
            ))));
        }
        commands
    }

    fn answer(self, answered: DialogAnswer) -> Vec<Command> {
        match answered.path {
            Some(path) => vec![self.command_for(path)],
            None if answered.at_once => self.without_dialog(),
            None => self.cancel().into_iter().collect(),
        }
    }

    fn command_for(self, path: PathBuf) -> Command {
        Command::Intent(match self.wanted {
            DialogFor::Open => Intent::Open(path.to_string_lossy().into_owned()),
            DialogFor::Save => Intent::Project(ProjectIntent::SaveTo {
                file: path,
                // The system's dialog has already asked whether to replace the file.
                replaces: true,
            }),
            DialogFor::Source => Intent::Project(ProjectIntent::TypeSource(
                path.to_string_lossy().into_owned(),
            )),
            DialogFor::File(kind) => Intent::File(kind.chosen(path)),
            DialogFor::Transfer => Intent::Transfer(TransferIntent::Chosen(path)),
            DialogFor::Skeleton => Intent::Joints(JointIntent::Source(SourceIntent::Chosen(path))),
            DialogFor::Motion => Intent::Motion(MotionIntent::Chosen(path)),
        })
    }

    /// Where no dialog appeared, the path is asked for in the window; dialogs that have a field for it are open already.
    fn without_dialog(self) -> Vec<Command> {
        let field = match self.wanted {
            DialogFor::Open => Some(Intent::PathDialog(Some(String::new()))),
            DialogFor::Save => {
                let suggested = ProjectIntent::SavePath(Some(self.suggested));
                Some(Intent::Project(suggested))
            }
            DialogFor::File(kind) => kind.question().begins.then(|| Intent::File(kind.ask())),
            DialogFor::Source | DialogFor::Transfer | DialogFor::Skeleton | DialogFor::Motion => {
                None
            }
        };
        let said = Outcome::Notify(Severity::Note, NO_DIALOG.to_owned());
        let field = field.map(Command::Intent);
        field.into_iter().chain([Command::Outcome(said)]).collect()
    }

    /// Ends the save that waits for a path; nothing else waits.
    fn cancel(self) -> Option<Command> {
        let ends = Intent::Project(ProjectIntent::SavePath(None));
        (self.wanted == DialogFor::Save).then_some(Command::Intent(ends))
    }
}
