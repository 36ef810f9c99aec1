//! Examines the source of a weight transfer in the background: opens its file and compares it with the target.

use std::sync::Arc;
use std::time::Duration;

use character::Character;
use whole_file::Files;

use crate::document::Document;
use crate::features::opening::loading::Loader;
use crate::session::Session;
use crate::state::projects::open::character_of;
use crate::state::transfer::transfer_work::{Looked, SourceFound, TransferChoice, TransferFrom};
use crate::state::transfer::{Source, sight};
use crate::state::weight_files::BoundMesh;
use crate::tasks::{ByPointer, Handle, Latest, Spawner, Task};

/// Time between two polls.
const FRAME: Duration = Duration::from_millis(33);

/// The running examination, kept by the window.
#[derive(Debug, Default)]
pub struct TransferPreview {
    job: Latest<Key, Looked>,
}

/// The query: the target character and the chosen source.
#[derive(Clone, Debug)]
struct Key {
    onto: ByPointer<Character>,
    choice: TransferChoice,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        // Other options change nothing of what is found, and start nothing anew.
        self.onto == other.onto && self.choice.is_of_same_meshes(&other.choice)
    }
}

/// The input of the background thread.
struct Inputs {
    onto: Arc<Character>,
    choice: TransferChoice,
    /// The file's character, if it was read before.
    known: Option<Arc<Character>>,
    loader: Loader,
    files: Files,
}

impl TransferPreview {
    /// Starts what the open dialog needs and does not have yet; returns results as commands.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        (loader, spawner): (&Loader, &Spawner),
    ) -> Option<Looked> {
        let onto = &document.character;
        let asked = session.transfer.dialog.as_ref().map(|it| &it.choice);
        let asked =
            asked.filter(|choice| choice.from != TransferFrom::File || !choice.file.is_empty());
        let Some(choice) =
            asked.filter(|choice| session.transfer.find_examination(choice, onto).is_none())
        else {
            self.job.forget();
            return None;
        };
        let key = Key {
            onto: ByPointer(Arc::clone(onto)),
            choice: choice.clone(),
        };
        self.job.restart(key, || {
            let look = Inputs {
                onto: Arc::clone(onto),
                choice: choice.clone(),
                known: known_source(session, choice),
                loader: loader.clone(),
                files: session.files.clone(),
            };
            Task::start(spawner, "source of weights", |handle| look.work(handle))
        });
        let Some((_, outcome)) = self.job.poll() else {
            spawner.waker().wake_after(FRAME);
            return None;
        };
        Some(outcome.unwrap_or_else(|error| Looked {
            onto: Arc::clone(onto),
            choice: choice.clone(),
            source: Err(format!(
                "The source was not looked at, for {error}; choose it again."
            )),
        }))
    }
}

/// The character of the named file, if it was read before.
fn known_source(session: &Session, choice: &TransferChoice) -> Option<Arc<Character>> {
    let looked = session.transfer.looked.as_ref()?;
    let of = |choice: &TransferChoice| (choice.from, choice.reads);
    let is_known = choice.from == TransferFrom::File && of(&looked.choice) == of(choice);
    let found = looked.source.as_ref().ok().filter(|_| is_known)?;
    Some(Arc::clone(&found.character))
}

impl Inputs {
    fn work(self, handle: &Handle) -> Looked {
        let source = self.find_source(handle);
        Looked {
            onto: self.onto,
            choice: self.choice,
            source,
        }
    }

    fn find_source(&self, handle: &Handle) -> Result<SourceFound, String> {
        let character = match (self.choice.from, &self.known) {
            (TransferFrom::Mesh(_), _) => Arc::clone(&self.onto),
            (TransferFrom::File, Some(known)) => Arc::clone(known),
            (TransferFrom::File, None) => {
                open_character(&self.choice.file, &self.loader, &self.files, handle)?
            }
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
}

/// The character of a file; of a project with its edits applied.
pub(crate) fn open_character(
    file: &str,
    loader: &Loader,
    files: &Files,
    handle: &Handle,
) -> Result<Arc<Character>, String> {
    let load = |file: &str| {
        let loaded = loader.load(file, &mut |_progress| handle.progress(()));
        loaded.map(Arc::new).map_err(|error| error.to_string())
    };
    character_of(file, &load, files)
}
