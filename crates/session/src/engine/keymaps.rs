//! The active key map: the shipped map that the settings name, with the user's own file over it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::commands::actions::Action;
use crate::commands::command::{ExternalState, Outcome};
use crate::commands::keymap::{FILE, KeyMap, Preset, Section, Shortcut, shortcut_text};
use crate::features::actions::{actions, text_of};
use crate::notices::Severity;
use text_files::{FileFault, did_you_mean, sentence, shorten};

use super::Editor;

/// The most bytes of a file of own keys that are read.
const MOST_BYTES: u64 = 1 << 22;

const NO_FOLDER: &str = "There is no folder for settings on this system, so there is no place for a key map of your own.";

impl Editor {
    /// Reads the key map if the settings name another one.
    pub(super) fn follow_keymap(&mut self) {
        let known = Preset::of_id(&self.session.settings.keymap);
        let named = known.unwrap_or_default();
        if self.keymap_read != Some(named) {
            self.read_keymap(named);
            if known.is_none() {
                self.report_unknown_keymap(named);
            }
        }
    }

    fn report_unknown_keymap(&mut self, taken: Preset) {
        let name = &self.session.settings.keymap;
        let all = Preset::ALL.map(|preset| format!("`{}`", preset.id()));
        let ids = Preset::ALL.iter().map(|preset| preset.id());
        let meant = did_you_mean(name, ids, &all.join(" and "));
        let fault = sentence(&format!(
            "settings.ron: there is no key map `{}`{meant}",
            shorten(name)
        ));
        let text = format!(
            "{fault} The keys are those of {}. Choose a key map in Preferences.",
            taken.name()
        );
        self.apply(Outcome::NotifyLasting(Severity::Warning, text));
    }

    /// Reads the user's own keys again, and reports which keys apply.
    pub(super) fn reload_keymap(&mut self) {
        let is_understood = self.read_keymap(self.session.keymap.preset());
        let own = self
            .own_keymap()
            .filter(|path| self.world.files.exists(path));
        if own.is_some() && !is_understood {
            return;
        }
        let text = match own {
            Some(path) => format!(
                "Keys: {}, with {}",
                self.session.keymap.name(),
                path.display()
            ),
            None => format!("Keys: {}, without own ones", self.session.keymap.name()),
        };
        self.apply(Outcome::Notify(Severity::Note, text));
    }

    /// Applies a shipped map with the user's own file over it. A fault in that file is reported, and the shipped keys
    /// alone apply; returns whether there was none.
    fn read_keymap(&mut self, preset: Preset) -> bool {
        self.keymap_read = Some(preset);
        let read = self
            .own_keymap()
            .map(|path| KeyMap::load(preset, &path, &self.world.files));
        let (keymap, notices) = match read {
            None => (preset.keymap(), Vec::new()),
            Some(Ok((keymap, conflicts))) => {
                let texts = conflicts
                    .iter()
                    .map(|conflict| format!("Key map: {conflict}."));
                (Arc::new(keymap), texts.collect())
            }
            Some(Err(error)) => {
                self.apply(Outcome::External(ExternalState::Keys(preset.keymap())));
                self.apply(Outcome::NotifyLasting(Severity::Warning, error.to_string()));
                return false;
            }
        };
        self.apply(Outcome::External(ExternalState::Keys(keymap)));
        for text in notices {
            self.apply(Outcome::Notify(Severity::Warning, text));
        }
        true
    }

    /// Writes an example file for the user's own keys unless there is one, and reports its path.
    pub(super) fn write_keymap(&mut self) {
        let Some(path) = self.own_keymap() else {
            self.apply(Outcome::Notify(Severity::Warning, NO_FOLDER.to_owned()));
            return;
        };
        let (severity, text) = match self.create_file(&path) {
            Ok(()) => (
                Severity::Note,
                format!(
                    "Your keys stand in {}; change them in any text editor, then choose “Reload key map”.",
                    path.display()
                ),
            ),
            Err(text) => (Severity::Error, text),
        };
        self.apply(Outcome::Notify(severity, text));
    }

    /// Changes a line of the user's own file, which is created if there is none, and reads it.
    pub(super) fn set_own_key(
        &mut self,
        (section, action): (Section, Action),
        key: Option<Shortcut>,
    ) {
        let name = text_of(action).trim_end_matches('…');
        let changed = match self.own_keymap() {
            Some(path) => self.with_own_key(&path, (section, action), key),
            None => Err(NO_FOLDER.to_owned()),
        };
        let notice = match (changed, key) {
            (Err(text), _) => Outcome::Notify(Severity::Warning, text),
            (Ok(()), Some(key)) => {
                let text = format!("{name}: {}", shortcut_text(&key));
                Outcome::Notify(Severity::Note, text)
            }
            (Ok(()), None) => {
                Outcome::Notify(Severity::Note, format!("{name}: default keys restored"))
            }
        };
        self.apply(notice);
    }

    fn with_own_key(
        &mut self,
        path: &Path,
        line: (Section, Action),
        key: Option<Shortcut>,
    ) -> Result<(), String> {
        self.create_file(path)?;
        let files = &self.world.files;
        let bytes = files
            .read_regular(path, MOST_BYTES)
            .map_err(|error| format!("{}: {error}; {}.", path.display(), error.remedy()))?;
        let fault = |fault| FileFault::new(path.display().to_string(), fault).to_string();
        let text = text_files::text_of(&bytes).map_err(fault)?;
        let keymap = Arc::clone(&self.session.keymap);
        let text = keymap.with_own_key(text, line, key, text_of)?;
        // With a backup: the user may have written the file by hand.
        let written = files.write_with_backup(path, text.as_bytes());
        written.map_err(|error| error.to_string())?;
        self.read_keymap(keymap.preset());
        Ok(())
    }

    fn create_file(&self, path: &Path) -> Result<(), String> {
        let files = &self.world.files;
        if files.exists(path) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            files.create_folders(folder).map_err(|error| {
                format!(
                    "{}: the folder cannot be made ({error}); check the permissions of the one above.",
                    folder.display()
                )
            })?;
        }
        let all = actions().iter().map(|row| row.action);
        let text = self.session.keymap.commented_text(all, text_of);
        let written = files.write_whole(path, text.as_bytes());
        written.map_err(|error| error.to_string())
    }

    fn own_keymap(&self) -> Option<PathBuf> {
        let folder = self.session.settings_folder.as_ref();
        folder.map(|folder| folder.join(FILE))
    }
}
