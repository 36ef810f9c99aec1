//! A character that is worked on without a window: what is saved and undone, the steps, and what is never undone.

use character::Character;
use session::commands::actions::Action;
use session::commands::command::{Command, Intent, Outcome};
use session::document::Document;
use session::document::history::History;
use session::features::apply;
use session::session::Session;
use session::state::opening::load::load;

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
