//! The system's file dialog, asked for on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui;

use crate::command::Command;
use crate::notices::Severity;

/// How long the system's dialog may stay silent before the path field is pointed out. On a bare window manager it may
/// never come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nobody closes a dialog this fast: there was none, and the path field takes its place.
const FASTEST_CANCEL: Duration = Duration::from_millis(400);

/// The dialog, open or not.
#[derive(Debug)]
pub struct FileDialog {
    sender: Sender<Option<PathBuf>>,
    receiver: Receiver<Option<PathBuf>>,
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    since: Instant,
    pointed_out: bool,
}

impl Default for FileDialog {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            asked: None,
        }
    }
}

impl FileDialog {
    /// Opens the dialog; does nothing while it is open.
    pub fn ask(&mut self, ctx: &egui::Context) {
        if self.asked.is_some() {
            return;
        }
        self.asked = Some(Asked {
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
            let _gone = sender.send(path);
            ctx.request_repaint();
        };
        let started = thread::Builder::new()
            .name("file dialog".to_owned())
            .spawn(wait);
        if started.is_err() {
            self.asked = None;
        }
    }

    /// What was chosen since the last call, as commands.
    pub fn receive(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok(path) = self.receiver.try_recv() {
            commands.extend(self.answer(path));
        }
        commands.extend(self.watch(ctx));
        commands
    }

    fn answer(&mut self, path: Option<PathBuf>) -> Option<Command> {
        let asked = self.asked.take();
        let at_once = asked.is_some_and(|asked| asked.since.elapsed() < FASTEST_CANCEL);
        if path.is_none() && at_once {
            return Some(Command::PathDialog(Some(String::new())));
        }
        path.map(|path| Command::Open(path.to_string_lossy().into_owned()))
    }

    fn watch(&mut self, ctx: &egui::Context) -> Option<Command> {
        let asked = self.asked.as_mut().filter(|asked| !asked.pointed_out)?;
        if asked.since.elapsed() < PATIENCE {
            ctx.request_repaint_after(PATIENCE.saturating_sub(asked.since.elapsed()));
            return None;
        }
        asked.pointed_out = true;
        let text = "If no file dialog has appeared, this desktop has none: use Open path… in the File menu or drop the file here.";
        Some(Command::Notify(Severity::Note, text.to_owned()))
    }
}
