//! Reloads shaders that change on disk while the window is open, where a folder of them is watched.

use std::path::PathBuf;

use session::commands::command::{Command, Outcome};
use session::notices::Severity;

use super::App;
use crate::app::shader_watch::ShaderWatch;

/// The watched shader sources, and whether the panes could compile them.
#[derive(Debug, Default)]
pub(super) struct LiveShaders {
    folder: Option<PathBuf>,
    watch: Option<ShaderWatch>,
    /// The sources on disk have a fault; the panes draw with older ones.
    are_broken: bool,
}

impl LiveShaders {
    /// Will watch this folder, if there is one.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }
}

impl App {
    /// Restarts the watch: new panes draw with the built-in sources, and what differs from those is reported again.
    pub(super) fn watch_shaders(&mut self) {
        let folder = self.shaders.folder.as_ref();
        let spawner = self.view().spawner;
        self.shaders.watch = folder.and_then(|folder| ShaderWatch::start(folder, spawner));
    }

    /// Applies sources that have changed on disk; returns the message to show, if any.
    pub(super) fn receive_shaders(&mut self) -> Option<Command> {
        let watch = self.shaders.watch.as_mut()?;
        if let Some(fault) = watch.take_fault() {
            return Some(Command::Outcome(Outcome::Notify(Severity::Warning, fault)));
        }
        let texts = watch.news()?;
        let outcome = texts
            .map_err(|error| error.to_string())
            .and_then(|texts| self.panes.reload(&texts).map_err(|error| error.to_string()));
        let was_broken = std::mem::replace(&mut self.shaders.are_broken, outcome.is_err());
        let (severity, text) = match outcome {
            Err(fault) => (
                Severity::Error,
                format!(
                    "Shader {fault}. Until it is corrected, the panes are drawn by the last shaders without a fault."
                ),
            ),
            Ok(()) if was_broken => (
                Severity::Note,
                "The shaders are valid again; the panes are drawn by them.".to_owned(),
            ),
            Ok(()) => return None,
        };
        Some(Command::Outcome(Outcome::Notify(severity, text)))
    }
}
