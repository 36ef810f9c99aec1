//! A character that is worked on without a window: what is saved and undone, the steps, and what is never undone.

use std::sync::Arc;

use character::Character;
use session::commands::actions::Action;
use session::commands::command::{Command, Intent, Outcome};
use session::document::Document;
use session::document::history::History;
use session::features::apply;
use session::session::Session;
use session::state::opening::load::load;
use session::state::opening::reread::Reread;

pub(crate) struct Work {
    pub(crate) document: Document,
    pub(crate) history: History,
    pub(crate) session: Session,
}

impl Work {
    /// Nothing is open.
    pub(crate) fn empty() -> Self {
        Self {
            document: Document::empty(),
            history: History::default(),
            session: Session::default(),
        }
    }

    /// On what a file holds.
    pub(crate) fn on(file: &str) -> Self {
        let mut work = Self::empty();
        work.open(file);
        work
    }

    pub(crate) fn open(&mut self, file: &str) {
        self.open_as(file, load(file).unwrap());
    }

    /// Opens a character as if it had come from a file of this name.
    pub(crate) fn open_as(&mut self, file: &str, character: Character) {
        self.send(Command::Outcome(Outcome::Opened {
            file: file.to_owned(),
            character: Box::new(character),
        }));
    }

    /// The file is read again, and holds this character by now.
    pub(crate) fn reload(&mut self, character: Character) {
        let read = Reread::new(Arc::new(character), self.document.clone());
        self.send(Command::Outcome(Outcome::Reloaded(Box::new(read))));
    }

    pub(crate) fn send(&mut self, command: Command) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    pub(crate) fn run(&mut self, action: Action) {
        self.send(Command::Intent(Intent::Run(action)));
    }
}
