//! What the window finds out about the world around it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::commands::keymap::KeyMap;
use crate::files::settings::Settings;

/// What the window finds out about the world around it: settings, keys, the system.
#[derive(Debug)]
pub enum ExternalState {
    /// What the user prefers, as it was kept.
    Settings {
        /// The settings.
        settings: Box<Settings>,
        /// Where they are kept, if anywhere.
        folder: Option<PathBuf>,
    },
    /// What keys do.
    Keys(Arc<KeyMap>),
    /// Whether the window is a light one, by the settings and the system.
    IsLight(bool),
    /// The recent files that are not there.
    Missing(BTreeSet<String>),
    /// Width over height of a pane.
    PaneAspect(f32),
}
