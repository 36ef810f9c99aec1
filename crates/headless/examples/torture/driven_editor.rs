//! The editor as the window drives it, by a program without a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use headless::picture::PictureLook;
use headless::share::save_page;
use headless::sheet::{PictureError, Sheet};
use image::RgbaImage;
use render::{Gpu, Theme};
use session::commands::actions::Action;
use session::commands::command::Command;
use session::document::Document;
use session::document::history::History;
use session::engine::{DialogWait, Editor, Host, Input, PictureTask, World};
use session::features::view::View;
use session::session::{DialogFor, Session};
use session::state::export::written::{NotWritten, WrittenFile};
use session::state::file_dialogs::list::FileKind;
use session::state::share::dialog::ShareJob;
use session::tasks::Threads;

/// How much faster than the wall's the clock of [`DrivenEditor::with_threads`] runs, so that work is kept sooner.
const HASTE: f64 = 12.5;
/// Seconds of the wall from a change until it is kept for recovery there.
pub(crate) const AUTOSAVE: f64 = 5.0 / HASTE;
/// Seconds of a frame of [`DrivenEditor::in_line`].
const FRAME: f64 = 0.1;
/// Every so many frames surfaces are shaded, which takes as long as all else.
const SHADED: u64 = 50;
/// The longest time until a character or a project is open.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine with its clock.
#[derive(Debug)]
pub(crate) struct DrivenEditor {
    editor: Editor,
    clock: Clock,
    /// Frames so far.
    frames: u64,
}

#[derive(Clone, Copy, Debug)]
enum Clock {
    /// Every frame takes the same time: a run repeats itself.
    Frames(f64),
    /// The wall's, made faster.
    Wall(Instant),
}

impl DrivenEditor {
    /// Opens a file in an editor whose background work is done at once, on the caller's thread.
    ///
    /// # Errors
    ///
    /// Why it was not opened.
    pub(crate) fn in_line(folder: &Path, file: &str) -> Result<Self, String> {
        let threads = Threads::new(|name, body| match name {
            // These end with the editor, not with a piece of work.
            "watch files" | "pose library" => {
                std::thread::Builder::new().spawn(body)?;
                Ok(())
            }
            _ => {
                body();
                Ok(())
            }
        });
        Self::open(folder, file, threads, Clock::Frames(0.0))
    }

    /// Opens a file in an editor whose background work is done by threads.
    ///
    /// # Errors
    ///
    /// Why it was not opened.
    pub(crate) fn with_threads(folder: &Path, file: &str) -> Result<Self, String> {
        Self::open(
            folder,
            file,
            Threads::default(),
            Clock::Wall(Instant::now()),
        )
    }

    fn open(folder: &Path, file: &str, threads: Threads, clock: Clock) -> Result<Self, String> {
        let world = World {
            threads,
            settings: Some(folder.to_owned()),
            host: Arc::new(FolderHost(folder.to_owned())),
            ..World::default()
        };
        let mut driven = Self {
            editor: Editor::new(world, Some(file), false),
            clock,
            frames: 0,
        };
        driven.wait_until_opened(0)?;
        // Another frame for the answers of workers.
        driven.frame();
        Ok(driven)
    }

    /// Lets frames pass until another character is open than the one of this number.
    ///
    /// # Errors
    ///
    /// What was told instead.
    pub(crate) fn wait_until_opened(&mut self, before: u64) -> Result<(), String> {
        let began = Instant::now();
        loop {
            self.frame();
            let view = self.view();
            if view.session.opened != before {
                return Ok(());
            }
            if view.opening.is_none() || began.elapsed() > PATIENCE {
                let told = view.session.notices.all().last();
                return Err(told.map_or_else(String::new, |notice| notice.text.clone()));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.editor.view_undrawn()
    }

    /// Whether a message with this word in it is there.
    pub(crate) fn was_told(&self, word: &str) -> bool {
        let mut notices = self.session().notices.all().iter();
        notices.any(|notice| notice.text.contains(word))
    }

    pub(crate) fn document(&self) -> &Document {
        self.view().document
    }

    pub(crate) fn history(&self) -> &History {
        self.view().history
    }

    pub(crate) fn session(&self) -> &Session {
        self.view().session
    }

    /// Whether an action can be done now.
    pub(crate) fn allows(&self, action: Action) -> bool {
        action.why_not(&self.view()).is_none()
    }

    pub(crate) fn send(&mut self, command: impl Into<Command>) {
        self.editor.apply(command);
    }

    /// What a window does once a frame.
    pub(crate) fn frame(&mut self) {
        self.frames += 1;
        let now = match &mut self.clock {
            Clock::Frames(now) => {
                *now += FRAME;
                *now
            }
            Clock::Wall(began) => began.elapsed().as_secs_f64() * HASTE,
        };
        self.editor.frame(Input {
            now,
            aspect: Some(1.5),
            draws: self.frames.is_multiple_of(SHADED),
            ..Input::default()
        });
    }
}

/// Dialogs are answered with a path in this folder; pages and pictures are made as the program makes them.
#[derive(Clone, Debug)]
struct FolderHost(PathBuf);

impl Host for FolderHost {
    fn ask_for_file(&self, wanted: DialogFor, suggested: &Path) -> DialogWait {
        let ending = suggested.extension().unwrap_or_default();
        let written = Path::new("written").with_extension(ending);
        let name = match wanted {
            // What is open stays open.
            DialogFor::Open | DialogFor::Source => return Box::new(|| None),
            DialogFor::Save => PathBuf::from("work.dualskin"),
            DialogFor::Transfer
            | DialogFor::Skeleton
            | DialogFor::Motion
            | DialogFor::File(FileKind::Version) => PathBuf::from("written.glb"),
            DialogFor::File(FileKind::ImportWeights) => PathBuf::from("written.csv"),
            DialogFor::File(_) => written,
        };
        let file = self.0.join(name);
        Box::new(move || Some(file))
    }

    fn ask_for_folder(&self, _folder: Option<&Path>) -> DialogWait {
        let folder = self.0.join("other poses");
        Box::new(move || Some(folder))
    }

    fn write_page(&self, job: &ShareJob) -> Result<WrittenFile, NotWritten> {
        save_page(job)
    }

    fn write_pictures(&self, task: &PictureTask) -> Result<WrittenFile, NotWritten> {
        let look = PictureLook {
            theme: Theme::default(),
            openness: task.openness.as_ref().map(|openness| openness.as_slice()),
            layout_sheet: without_letters,
        };
        headless::picture::save(&task.job, (&task.document, &task.session), look)
    }
}

/// A picture of the right size, without what is drawn: letters are set by the window's library.
fn without_letters(_gpu: &Gpu, sheet: &Sheet<'_>) -> Result<RgbaImage, PictureError> {
    let [width, height] = sheet.canvas.size;
    Ok(RgbaImage::new(width, height))
}
