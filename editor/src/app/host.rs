//! What the window does for the editor in it: the system's dialogs, and pages and pictures by `headless`, as on the command line.

use std::path::{Path, PathBuf};
use std::pin::Pin;

use headless::picture::PictureLook;
use headless::share::save_page;
use rfd::{AsyncFileDialog, FileHandle};
use session::engine::{DialogWait, Host, PictureTask};
use session::session::DialogFor;
use session::state::export::written::{NotWritten, WrittenFile};
use session::state::opening::endings;
use session::state::projects::EXTENSION;
use session::state::share::dialog::ShareJob;

use crate::panes::theme;
use crate::sheet::layout_sheet;

/// The program with a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowHost;

impl Host for WindowHost {
    fn ask_for_file(&self, wanted: DialogFor, suggested: &Path) -> DialogWait {
        waiting(answer(wanted, suggested))
    }

    fn ask_for_folder(&self, folder: Option<&Path>) -> DialogWait {
        let mut dialog = AsyncFileDialog::new().set_title("Folder of poses");
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        waiting(Box::pin(dialog.pick_folder()))
    }

    fn write_page(&self, job: &ShareJob) -> Result<WrittenFile, NotWritten> {
        save_page(job)
    }

    fn write_pictures(&self, task: &PictureTask) -> Result<WrittenFile, NotWritten> {
        let openness = task.openness.as_ref();
        let look = PictureLook {
            theme: theme(&task.session),
            openness: openness.map(|openness| openness.as_slice()),
            layout_sheet,
        };
        headless::picture::save(&task.job, (&task.document, &task.session), look)
    }
}

/// Comes to the chosen file; `None` if the dialog was canceled.
type FileChoice = Pin<Box<dyn Future<Output = Option<FileHandle>> + Send>>;

/// The dialog is open by now, since some systems open one on the window's thread alone; the answer is waited for elsewhere.
fn waiting(answer: FileChoice) -> DialogWait {
    Box::new(|| pollster::block_on(answer).map(|file| PathBuf::from(file.path())))
}

/// The endings of files to open, projects among them.
fn with_projects() -> Vec<&'static str> {
    endings().into_iter().chain([EXTENSION]).collect()
}

/// Opens the system's dialog for this purpose and resolves to its answer.
fn answer(wanted: DialogFor, suggested: &Path) -> FileChoice {
    let dialog = AsyncFileDialog::new();
    let all: (&str, &[&str]) = ("All files", &["*"]);
    match wanted {
        DialogFor::Open => Box::pin(
            dialog
                .set_title("Open a character or a project")
                .add_filter("Characters, motions and projects", &with_projects())
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Source => Box::pin(
            dialog
                .set_title("Where is the character of this project?")
                .add_filter("Characters and motions", &endings())
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Transfer => Box::pin(
            dialog
                .set_title("Take weights from which file?")
                .add_filter("Characters, motions and projects", &with_projects())
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Skeleton => Box::pin(
            dialog
                .set_title("Skeleton from file")
                .add_filter("Characters, motions and projects", &with_projects())
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Motion => Box::pin(
            dialog
                .set_title("Bring in motion of which file?")
                .add_filter("Characters, motions and projects", &with_projects())
                .add_filter(all.0, all.1)
                .pick_file(),
        ),
        DialogFor::Save => {
            let dialog = dialog
                .set_title("Save the project")
                .add_filter("Dualskin project", &[EXTENSION]);
            Box::pin(beside(dialog, suggested).save_file())
        }
        DialogFor::File(kind) => {
            let question = kind.question();
            let filter = question.filter;
            let dialog = dialog.set_title(question.words.title);
            let own = suggested.extension().unwrap_or_default().to_string_lossy();
            let dialog = match filter.endings {
                [] => dialog.add_filter(filter.name, &[own]),
                endings => dialog.add_filter(filter.name, endings),
            };
            match question.writes {
                true => Box::pin(beside(dialog, suggested).save_file()),
                false => Box::pin(dialog.add_filter(all.0, all.1).pick_file()),
            }
        }
    }
}

/// The dialog with a suggested name and its folder.
fn beside(dialog: AsyncFileDialog, suggested: &Path) -> AsyncFileDialog {
    let name = suggested.file_name().unwrap_or_default().to_string_lossy();
    let dialog = dialog.set_file_name(name);
    let folder = suggested.parent().filter(|folder| folder.is_absolute());
    match folder {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}
