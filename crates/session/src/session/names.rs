//! Names and paths that the session suggests, and which prop it means.

use std::path::PathBuf;

use super::{Session, Work};
use crate::document::Document;
use crate::state::export::written::OwnFiles;
use crate::state::projects::project_name_for;

impl Session {
    /// Name of the project for people: its file's name, else the character's.
    #[must_use]
    pub fn project_name(&self, document: &Document) -> String {
        let name = self.project.file.as_ref().and_then(|file| file.file_name());
        name.map_or_else(
            || self.work(document).document.character.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// The files that the user's work is made of, which nothing that is written may replace.
    #[must_use]
    pub fn own_files(&self, document: &Document) -> OwnFiles {
        let Work { document, session } = self.work(document);
        let project = self.project.file.as_deref();
        let mut own = OwnFiles::of(&session.character.file, &document.original, project);
        for prop in document.props.iter() {
            let read = session.props.shown(&prop.file);
            let beside = read.map_or(&[][..], |read| &read.character.source.side_files);
            own.source.push(PathBuf::from(&prop.file));
            own.source
                .extend(beside.iter().map(|file| file.path.clone()));
        }
        own
    }

    /// The prop that commands and keys mean, by its place in the list: the one that was chosen, or the last, where undo has made the list
    /// shorter.
    #[must_use]
    pub fn chosen_prop(&self, document: &Document) -> usize {
        let last = document.props.len().saturating_sub(1);
        self.character.prop.min(last)
    }

    /// Suggested path to save the project under.
    #[must_use]
    pub fn suggested_name(&self) -> String {
        let file = self.project.file.clone();
        let aside = self.work_aside.as_ref();
        let character = aside.map_or(&self.character, |aside| &aside.session.character);
        let file = file.unwrap_or_else(|| project_name_for(&character.file));
        file.to_string_lossy().into_owned()
    }
}
