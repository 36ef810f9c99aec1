//! Dialogs of the system: what comes of their answers, and of none.

use std::path::{Path, PathBuf};
use std::time::Duration;

use session::commands::command::{Command, Intent, Outcome};
use session::engine::file_dialog::FileDialog;
use session::engine::folder_dialog::FolderDialog;
use session::engine::{DialogWait, Host, NoHost, PictureTask};
use session::session::{DialogFor, FolderFor};
use session::state::export::written::{NotWritten, WrittenFile};
use session::state::projects::command::ProjectIntent;
use session::state::share::dialog::ShareJob;
use session::tasks::Spawner;

use crate::support::fates::{DEATHS, Fates};

#[test]
fn after_a_dialog_that_died_it_can_be_asked_for_again() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        fates.set(death);
        let (mut file, mut folder) = (FileDialog::default(), FolderDialog::default());
        for time in 1..3 {
            file.ask(DialogFor::Open, "", &NoHost, &spawner);
            let said = file.receive(&spawner);
            assert!(
                matches!(&said[..], [Command::Outcome(Outcome::Notify(_, text))] if text.contains("No file was chosen")),
                "{said:?}"
            );
            folder.ask(FolderFor::Poses, None, &NoHost, &spawner);
            let said = folder.receive(&spawner);
            assert!(
                matches!(&said[..], [Command::Outcome(Outcome::Notify(_, text))] if text.contains("No folder was chosen")),
                "{said:?}"
            );
            assert_eq!(fates.asked(), 2 * time, "each time anew");
            assert!(file.receive(&spawner).is_empty() && folder.receive(&spawner).is_empty());
        }
        // Nothing waits for the answer of one that is to name the file to save.
        file.ask(DialogFor::Save, "a.dualskin", &NoHost, &spawner);
        let said = file.receive(&spawner);
        let is_let_go = matches!(
            &said[..],
            [
                _,
                Command::Intent(Intent::Project(ProjectIntent::SavePath(None)))
            ]
        );
        assert!(is_let_go, "{said:?}");
    }
}

/// A program whose dialogs take this long to be answered, by this path.
#[derive(Debug)]
struct Answering {
    after: Duration,
    path: Option<&'static str>,
}

impl Host for Answering {
    fn ask_for_file(&self, _wanted: DialogFor, _suggested: &Path) -> DialogWait {
        let (after, path) = (self.after, self.path);
        Box::new(move || {
            std::thread::sleep(after);
            path.map(PathBuf::from)
        })
    }

    fn ask_for_folder(&self, _folder: Option<&Path>) -> DialogWait {
        Box::new(|| None)
    }

    fn write_page(&self, job: &ShareJob) -> Result<WrittenFile, NotWritten> {
        NoHost.write_page(job)
    }

    fn write_pictures(&self, task: &PictureTask) -> Result<WrittenFile, NotWritten> {
        NoHost.write_pictures(task)
    }
}

/// A dialog that is answered like this.
fn asked(wanted: DialogFor, host: &dyn Host) -> FileDialog {
    let spawner = Spawner::default();
    let mut file = FileDialog::default();
    assert!(file.ask(wanted, "a.dualskin", host, &spawner).is_none());
    let twice = file.ask(wanted, "a.dualskin", host, &spawner);
    assert!(
        matches!(&twice, Some(Command::Outcome(Outcome::Notify(_, text))) if text.contains("open already")),
        "{twice:?}"
    );
    file
}

/// What the window gets from a dialog.
fn answered(mut file: FileDialog) -> Vec<Command> {
    file.receive(&Spawner::default())
}

#[test]
fn a_missing_dialog_is_told_from_a_canceled_one_however_slow_the_frames_are() {
    let [open, save, source] =
        [DialogFor::Open, DialogFor::Save, DialogFor::Source].map(|wanted| asked(wanted, &NoHost));
    let slow = Answering {
        after: Duration::from_millis(600),
        path: None,
    };
    let quick = Answering {
        after: Duration::ZERO,
        path: Some("/a.glb"),
    };
    let [canceled, chosen] = [&slow, &quick].map(|host| asked(DialogFor::Open, host));
    // The window reads the answers only after a slow frame.
    std::thread::sleep(Duration::from_millis(900));
    let said = answered(open);
    assert!(
        matches!(
            &said[..],
            [
                Command::Intent(Intent::PathDialog(Some(_))),
                Command::Outcome(Outcome::Notify(_, text))
            ] if text.contains("type the path")
        ),
        "{said:?}"
    );
    let said = answered(save);
    assert!(
        matches!(
            &said[..],
            [
                Command::Intent(Intent::Project(ProjectIntent::SavePath(Some(name)))),
                Command::Outcome(Outcome::Notify(..))
            ] if name == "a.dualskin"
        ),
        "{said:?}"
    );
    // Dialogs with a field of their own are told in words.
    let said = answered(source);
    assert!(
        matches!(&said[..], [Command::Outcome(Outcome::Notify(..))]),
        "{said:?}"
    );
    assert!(answered(canceled).is_empty());
    let said = answered(chosen);
    assert!(
        matches!(&said[..], [Command::Intent(Intent::Open(path))] if path == "/a.glb"),
        "{said:?}"
    );
}
