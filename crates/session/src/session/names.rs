//! Names and paths that the session suggests.

use super::Session;
use crate::document::Document;
use crate::state::projects::project_name_for;

impl Session {
    /// Name of the project for people: its file's name, else the character's.
    #[must_use]
    pub fn project_name(&self, document: &Document) -> String {
        let name = self.project.file.as_ref().and_then(|file| file.file_name());
        name.map_or_else(
            || document.character.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// Suggested path to save the project under.
    #[must_use]
    pub fn suggested_name(&self) -> String {
        let file = self.project.file.clone();
        let file = file.unwrap_or_else(|| project_name_for(&self.character.file));
        file.to_string_lossy().into_owned()
    }
}
