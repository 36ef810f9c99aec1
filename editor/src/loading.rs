//! Opening files on worker threads, so that the window never waits.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use character::Character;
use eframe::egui;

use crate::command::Command;
use crate::load;
use crate::notices::Severity;

/// How long the system's dialog may stay silent before the path field is pointed out. On a bare window manager it may
/// never come.
const DIALOG_PATIENCE: Duration = Duration::from_secs(20);

/// Nobody closes a dialog this fast: there was none, and the path field takes its place.
const FASTEST_CANCEL: Duration = Duration::from_millis(400);

/// The worker threads' end.
#[derive(Debug)]
pub struct Loading {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    job: Option<Job>,
    dialog: Option<Dialog>,
    next: u64,
}

#[derive(Debug)]
struct Job {
    id: u64,
    file: String,
}

#[derive(Debug)]
struct Dialog {
    since: Instant,
    pointed_out: bool,
}

#[derive(Debug)]
enum Message {
    Read {
        id: u64,
        file: String,
        result: Result<Box<Character>, String>,
    },
    Chosen(Option<PathBuf>),
}

impl Default for Loading {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            job: None,
            dialog: None,
            next: 0,
        }
    }
}

impl Loading {
    /// The file that is being read.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.job.as_ref().map(|job| job.file.as_str())
    }

    /// Begins to read a file; one that is still being read is forgotten.
    ///
    /// What cannot be opened comes back as a notice.
    pub fn start(&mut self, file: String, ctx: &egui::Context) {
        let id = self.next;
        self.next += 1;
        self.job = Some(Job {
            id,
            file: file.clone(),
        });
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            let result = load::load(&file)
                .map(Box::new)
                .map_err(|error| error.to_string());
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(Message::Read { id, file, result });
            ctx.request_repaint();
        };
        if let Err(error) = thread::Builder::new()
            .name("open file".to_owned())
            .spawn(work)
        {
            self.fail(
                id,
                format!("no thread could be started to read the file: {error}"),
            );
        }
    }

    /// Opens the system's file dialog; does nothing while one is open.
    pub fn ask(&mut self, ctx: &egui::Context) {
        if self.dialog.is_some() {
            return;
        }
        self.dialog = Some(Dialog {
            since: Instant::now(),
            pointed_out: false,
        });
        let answer = rfd::AsyncFileDialog::new()
            .set_title("Open a character")
            .add_filter("glTF", &["glb", "gltf"])
            .add_filter("All files", &["*"])
            .pick_file();
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let wait = move || {
            let path = pollster::block_on(answer).map(|file| file.path().to_owned());
            let _gone = sender.send(Message::Chosen(path));
            ctx.request_repaint();
        };
        if thread::Builder::new()
            .name("file dialog".to_owned())
            .spawn(wait)
            .is_err()
        {
            self.dialog = None;
        }
    }

    /// What has come back since the last call, as commands.
    pub fn receive(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok(message) = self.receiver.try_recv() {
            commands.extend(self.answer(message));
        }
        commands.extend(self.watch_dialog(ctx));
        commands
    }

    fn answer(&mut self, message: Message) -> Option<Command> {
        match message {
            Message::Chosen(path) => {
                let asked = self.dialog.take();
                let at_once = asked.is_some_and(|dialog| dialog.since.elapsed() < FASTEST_CANCEL);
                if path.is_none() && at_once {
                    return Some(Command::PathDialog(Some(String::new())));
                }
                path.map(|path| Command::Open(path.to_string_lossy().into_owned()))
            }
            Message::Read { id, file, result } => {
                if self.job.as_ref().is_none_or(|job| job.id != id) {
                    return None;
                }
                self.job = None;
                Some(match result {
                    Ok(character) => Command::Opened { file, character },
                    Err(text) => Command::Notify(Severity::Error, text),
                })
            }
        }
    }

    fn watch_dialog(&mut self, ctx: &egui::Context) -> Option<Command> {
        let dialog = self.dialog.as_mut().filter(|dialog| !dialog.pointed_out)?;
        if dialog.since.elapsed() < DIALOG_PATIENCE {
            ctx.request_repaint_after(DIALOG_PATIENCE.saturating_sub(dialog.since.elapsed()));
            return None;
        }
        dialog.pointed_out = true;
        let text = "If no file dialog has appeared, this desktop has none: use Open path… in the File menu or drop the file here.";
        Some(Command::Notify(Severity::Note, text.to_owned()))
    }

    fn fail(&self, id: u64, text: String) {
        let _gone = self.sender.send(Message::Read {
            id,
            file: String::new(),
            result: Err(text),
        });
    }
}
