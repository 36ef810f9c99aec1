//! Finds out about the mesh that weights are to be taken from, on a thread: opens its file, and holds it against the target.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use character::Character;
use eframe::egui;

use crate::document::Document;
use crate::loading::Loader;
use crate::project::{absolute, is_project, read, restored};
use crate::session::Session;
use crate::transfer_work::{Looked, SourceFound, TransferChoice, TransferFrom};
use crate::weight_files::BoundMesh;
use crate::weight_transfer::{Source, sight};

/// Time between two looks at whether it is done.
const FRAME: Duration = Duration::from_millis(33);

/// The window's end.
#[derive(Debug, Default)]
pub struct TransferLook {
    job: Option<Job>,
}

/// What is being found out. Dropping it tells the thread to stop.
#[derive(Debug)]
struct Job {
    onto: Arc<Character>,
    choice: TransferChoice,
    is_wanted: Arc<AtomicBool>,
    answer: Receiver<Looked>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
    }
}

/// What the thread needs.
struct Task {
    onto: Arc<Character>,
    choice: TransferChoice,
    /// The file's character, if it was read before.
    known: Option<Arc<Character>>,
    loader: Loader,
    is_wanted: Arc<AtomicBool>,
}

impl TransferLook {
    /// Keeps to the question that is open: begins what is not known of it, and gives what has come of it.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        loader: &Loader,
        ctx: &egui::Context,
    ) -> Option<Looked> {
        let onto = &document.character;
        let asked = session.transfer.dialog.as_ref().map(|it| &it.choice);
        let asked =
            asked.filter(|choice| choice.from != TransferFrom::File || !choice.file.is_empty());
        let Some(choice) = asked.filter(|choice| session.transfer.known(choice, onto).is_none())
        else {
            self.job = None;
            return None;
        };
        let is_begun = self.job.as_ref().is_some_and(|job| {
            Arc::ptr_eq(&job.onto, onto) && job.choice.is_of_same_meshes(choice)
        });
        if !is_begun {
            let known = session.transfer.looked.as_ref();
            let known = known.filter(|looked| {
                let of = |choice: &TransferChoice| (choice.from, choice.reads);
                choice.from == TransferFrom::File && of(&looked.choice) == of(choice)
            });
            let known = known.and_then(|looked| looked.source.as_ref().ok());
            let known = known.map(|found| Arc::clone(&found.character));
            self.start((onto, choice, known), loader, ctx);
        }
        let looked = match self.job.as_ref()?.answer.try_recv() {
            Ok(looked) => looked,
            Err(TryRecvError::Empty) => {
                ctx.request_repaint_after(FRAME);
                return None;
            }
            Err(TryRecvError::Disconnected) => Looked {
                onto: Arc::clone(onto),
                choice: choice.clone(),
                source: Err(
                    "It has stopped unexpectedly while the source was looked at; choose it again."
                        .to_owned(),
                ),
            },
        };
        self.job = None;
        Some(looked)
    }

    fn start(
        &mut self,
        (onto, choice, known): (&Arc<Character>, &TransferChoice, Option<Arc<Character>>),
        loader: &Loader,
        ctx: &egui::Context,
    ) {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let task = Task {
            onto: Arc::clone(onto),
            choice: choice.clone(),
            known,
            loader: loader.clone(),
            is_wanted: Arc::clone(&is_wanted),
        };
        let (send, answer) = channel();
        let wake = ctx.clone();
        let work = move || {
            // Nobody may want to know any more.
            let _closed = send.send(task.work());
            drop(send);
            wake.request_repaint();
        };
        self.job = Some(Job {
            onto: Arc::clone(onto),
            choice: choice.clone(),
            is_wanted,
            answer,
        });
        // Where there is no thread, the channel is closed, and is told of as if one had stopped.
        let thread = thread::Builder::new().name("source of weights".to_owned());
        let _started = thread.spawn(work).is_ok();
    }
}

impl Task {
    fn work(self) -> Looked {
        let source = self.found();
        Looked {
            onto: self.onto,
            choice: self.choice,
            source,
        }
    }

    fn found(&self) -> Result<SourceFound, String> {
        let character = match (self.choice.from, &self.known) {
            (TransferFrom::Mesh(_), _) => Arc::clone(&self.onto),
            (TransferFrom::File, Some(known)) => Arc::clone(known),
            (TransferFrom::File, None) => self.opened()?,
        };
        let meshes = BoundMesh::all(&character).into_iter();
        let meshes = meshes.map(|bound| (bound.mesh, bound.name)).collect();
        let name = self.choice.file_name();
        let source = Source::new(&character, self.choice.source_mesh(), &name);
        let sight = source.and_then(|source| sight(&source, &self.onto, self.choice.onto));
        Ok(SourceFound {
            character,
            meshes,
            sight: sight.map_err(|refused| refused.to_string()),
        })
    }

    /// The file's character; that of a project with all that was done to it.
    fn opened(&self) -> Result<Arc<Character>, String> {
        let file = &self.choice.file;
        let load = |file: &str| {
            let loaded = self.loader.load(file, &mut |_progress| {
                if self.is_wanted.load(Ordering::Relaxed) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            loaded.map(Arc::new).map_err(|error| error.to_string())
        };
        if !is_project(file) {
            return load(file);
        }
        let bytes = fs::read(file).map_err(|error| {
            format!("{file}: the project cannot be read ({error}); check the name and the file's permissions.")
        })?;
        let project = read(&bytes).map_err(|fault| format!("{file}, {fault}"))?;
        let folder = Path::new(file).parent().unwrap_or_else(|| Path::new("."));
        let original = load(&absolute(folder, &project.source.file))?;
        Ok(restored(&original, &project).document.character)
    }
}
