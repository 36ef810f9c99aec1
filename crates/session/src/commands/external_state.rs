//! External state: what the window learns from outside document and session.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::commands::keymap::KeyMap;
use crate::settings::Settings;

/// External state that the window reports: settings, keys, the system.
#[derive(Debug)]
pub enum ExternalState {
    /// Settings as they were read from their file.
    Settings {
        /// What the file says, or the usual settings where it does not exist.
        settings: Box<Settings>,
        /// Folder of the settings file; none if they are not kept.
        folder: Option<PathBuf>,
    },
    /// The key map in use.
    Keys(Arc<KeyMap>),
    /// Whether the theme is light, by the settings and the system.
    IsLight(bool),
    /// The recent files that do not exist.
    Missing(BTreeSet<String>),
    /// Width over height of a pane.
    PaneAspect(f32),
}
