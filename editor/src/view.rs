//! What panels may read.

use crate::document::Document;
use crate::graphics::Graphics;
use crate::history::History;
use crate::loading::Opening;
use crate::pane_skins::SkinnedBy;
use crate::session::Session;
use crate::shown::Shown;

/// Everything, read-only.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What is saved and undone.
    pub document: &'a Document,
    /// Steps that can be undone.
    pub history: &'a History,
    /// What is never undone.
    pub session: &'a Session,
    /// What the panes show.
    pub shown: &'a Shown,
    /// What the window is drawn with.
    pub graphics: &'a Graphics,
    /// What moves the panes' vertices.
    pub skinned_by: &'a SkinnedBy,
    /// What is being read.
    pub opening: Option<Opening<'a>>,
}

impl View<'_> {
    /// Whether no character has been read yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.session.opened == 0
    }
}
