//! The system's file dialog, run in the background.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use session::commands::command::{Command, Intent, Outcome};
use session::commands::compare_command::CompareIntent;
use session::commands::project_command::ProjectIntent;
use session::files::export_work::ExportIntent;
use session::files::picture_work::PictureIntent;
use session::files::project::EXTENSION;
use session::files::share_work::ShareIntent;
use session::files::version_file_work::VersionFileIntent;
use session::files::weight_file_work::{Direction, WeightFileIntent};
use session::jobs::{JobError, Spawner, Task};
use session::notices::Severity;
use session::session::DialogFor;
use session::tools::joint_work::{JointIntent, SourceIntent};
use session::weighting::transfer_work::TransferIntent;

/// Time without an answer after which the path field is pointed out: on a bare window manager the dialog may never
/// appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nobody sees a dialog and cancels it in less time: without a file by then, no dialog appeared.
const FASTEST_CANCEL: Duration = Duration::from_millis(500);

/// What came of a system's dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answered {
    /// The chosen path; none if there was no dialog, or if it was canceled.
    pub(super) path: Option<PathBuf>,
    /// Whether the answer came faster than anybody cancels.
    pub(super) at_once: bool,
}

impl Answered {
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
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    task: Task<Answered>,
    pointed_out: bool,
    wanted: DialogFor,
    suggested: String,
}

/// Opens the system's dialog for this purpose and resolves to its answer.
fn answer(
    wanted: DialogFor,
    suggested: &Path,
) -> Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> {
    let dialog = rfd::AsyncFileDialog::new();
    let all: (&str, &[&str]) = ("All files", &["*"]);
    match wanted {
        DialogFor::Open => Box::pin(
            dialog
                .set_title("Open a character or a project")
                .add_filter(
                    "Characters and projects",
                    &["glb", "gltf", "vrm", "vrma", EXTENSION],
                )
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Source => Box::pin(
            dialog
                .set_title("Where is the character of this project?")
                .add_filter("glTF", &["glb", "gltf", "vrm", "vrma"])
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Transfer => Box::pin(
            dialog
                .set_title("Take weights from which file?")
                .add_filter(
                    "Characters and projects",
                    &["glb", "gltf", "vrm", "vrma", EXTENSION],
                )
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Skeleton => Box::pin(
            dialog
                .set_title("Skeleton from file")
                .add_filter(
                    "Characters and projects",
                    &["glb", "gltf", "vrm", "vrma", EXTENSION],
                )
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Version => Box::pin(
            dialog
                .set_title("Compare with weights of a file")
                .add_filter(
                    "Weights, characters and projects",
                    &["csv", "ron", "glb", "gltf", "vrm", "vrma", EXTENSION],
                )
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Save => {
            let dialog = dialog
                .set_title("Save the project")
                .add_filter("Dualskin project", &[EXTENSION]);
            Box::pin(beside(dialog, suggested).save_file())
        }
        DialogFor::Weights(direction) => {
            let dialog = dialog.add_filter("Weights", &["csv", "ron"]);
            match direction {
                Direction::Export => {
                    let dialog = dialog.set_title("Export weights");
                    Box::pin(beside(dialog, suggested).save_file())
                }
                Direction::Import => {
                    let dialog = dialog.set_title("Import weights");
                    let dialog = dialog.add_filter(all.0, all.1);
                    Box::pin(dialog.pick_file())
                }
            }
        }
        DialogFor::Share => {
            let dialog = dialog
                .set_title("Share as web page")
                .add_filter("Web page", &["html"]);
            Box::pin(beside(dialog, suggested).save_file())
        }
        DialogFor::Picture => {
            let ending = suggested.extension().unwrap_or_default();
            let dialog = dialog
                .set_title("Save picture")
                .add_filter("Picture", &[ending.to_string_lossy()]);
            Box::pin(beside(dialog, suggested).save_file())
        }
        DialogFor::Export => {
            let ending = suggested.extension().unwrap_or_default();
            let dialog = dialog
                .set_title("Export glTF")
                .add_filter("glTF", &[ending.to_string_lossy()]);
            Box::pin(beside(dialog, suggested).save_file())
        }
    }
}

/// The dialog with a suggested name and its folder.
fn beside(dialog: rfd::AsyncFileDialog, suggested: &Path) -> rfd::AsyncFileDialog {
    let name = suggested.file_name().unwrap_or_default().to_string_lossy();
    let dialog = dialog.set_file_name(name);
    let folder = suggested.parent().filter(|folder| folder.is_absolute());
    match folder {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

impl FileDialog {
    /// Opens the dialog. While one is open, returns the message that says so.
    ///
    /// `suggested` is the suggested name to save under.
    pub fn ask(
        &mut self,
        wanted: DialogFor,
        suggested: &str,
        spawner: &Spawner,
    ) -> Option<Command> {
        if self.asked.is_some() {
            return Some(open_already(wanted));
        }
        let answer = answer(wanted, Path::new(suggested));
        let dialog = || pollster::block_on(answer).map(|file| file.path().to_owned());
        self.ask_by((wanted, suggested), spawner, dialog)
    }

    /// As [`ask`](Self::ask), with another dialog than the system's: it returns the chosen path.
    pub fn ask_by(
        &mut self,
        (wanted, suggested): (DialogFor, &str),
        spawner: &Spawner,
        dialog: impl FnOnce() -> Option<PathBuf> + Send + 'static,
    ) -> Option<Command> {
        if self.asked.is_some() {
            return Some(open_already(wanted));
        }
        let task = Task::start(spawner, "file dialog", move |_| Answered::wait_for(dialog));
        self.asked = Some(Asked {
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
            Err(error) => asked.failed(&error),
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
        DialogFor::Weights(_)
        | DialogFor::Share
        | DialogFor::Picture
        | DialogFor::Transfer
        | DialogFor::Skeleton
        | DialogFor::Version => "type the file's name in the field",
        DialogFor::Export => "use File ▸ By path ▸ Export glTF to path…",
        DialogFor::Open | DialogFor::Source | DialogFor::Save => {
            "use File ▸ By path, or drop the file here"
        }
    }
}

impl Asked {
    /// Reports that no dialog appeared, or that it failed.
    fn failed(self, error: &JobError) -> Vec<Command> {
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

    fn answer(self, answered: Answered) -> Vec<Command> {
        match answered.path {
            Some(path) => vec![self.chosen(path)],
            None if answered.at_once => self.without_dialog(),
            None => self.cancelled().into_iter().collect(),
        }
    }

    fn chosen(self, path: PathBuf) -> Command {
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
            DialogFor::Weights(direction) => {
                Intent::WeightFile(WeightFileIntent::Chosen(direction, path))
            }
            DialogFor::Export => Intent::Export(ExportIntent::Chosen(path)),
            DialogFor::Share => Intent::Share(ShareIntent::Chosen(path)),
            DialogFor::Picture => Intent::Picture(PictureIntent::Chosen(path)),
            DialogFor::Transfer => Intent::Transfer(TransferIntent::Chosen(path)),
            DialogFor::Skeleton => Intent::Joints(JointIntent::Source(SourceIntent::Chosen(path))),
            DialogFor::Version => {
                let chosen = VersionFileIntent::Chosen(path);
                Intent::Compare(CompareIntent::VersionFile(chosen))
            }
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
            DialogFor::Export => Some(Intent::Export(ExportIntent::Type)),
            DialogFor::Source
            | DialogFor::Weights(_)
            | DialogFor::Share
            | DialogFor::Picture
            | DialogFor::Transfer
            | DialogFor::Skeleton
            | DialogFor::Version => None,
        };
        let said = Outcome::Notify(Severity::Note, NO_DIALOG.to_owned());
        let field = field.map(Command::Intent);
        field.into_iter().chain([Command::Outcome(said)]).collect()
    }

    /// Ends the save that waits for a path; nothing else waits.
    fn cancelled(self) -> Option<Command> {
        let ends = Intent::Project(ProjectIntent::SavePath(None));
        (self.wanted == DialogFor::Save).then_some(Command::Intent(ends))
    }
}
