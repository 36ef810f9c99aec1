//! What panels may read.

use rig::Method;

use crate::commands::actions::Action;
use crate::commands::keymap::{KeyPress, Shortcut};
use crate::document::Document;
use crate::document::history::History;
use crate::jobs::Spawner;
use crate::jobs::checker::Checker;
use crate::jobs::contact::Contact;
use crate::jobs::loading::Opening;
use crate::jobs::shown::Shown;
use crate::jobs::surface::Surface;
use crate::jobs::weight_jobs::Working;
use crate::painting::PaintEngine;
use crate::session::Session;
use crate::tools::comparing::Visited;
use scene::view::graphics::{GraphicsFacts, SkinnedBy};

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
    /// The surface as the pointer finds it.
    pub surface: &'a Surface,
    /// How open the surface lies.
    pub contact: &'a Contact,
    /// What looks for problems of weights.
    pub checker: &'a Checker,
    /// Surfaces to paint on, and what the brush touches.
    pub paint_engine: &'a PaintEngine,
    /// What the window is drawn with.
    pub graphics: GraphicsFacts<'a>,
    /// What starts work in the background.
    pub spawner: &'a Spawner,
    /// What moves the panes' vertices.
    pub skinned_by: &'a SkinnedBy,
    /// What is being read.
    pub opening: Option<Opening<'a>>,
    /// What is being done to all weights.
    pub working: Option<Working<'a>>,
}

impl View<'_> {
    /// The key of an action in the present mode, as it is written in menus.
    #[must_use]
    pub fn key_text(&self, action: impl Into<Action>) -> Option<String> {
        let keymap = &self.session.keymap;
        keymap.text_of(action.into(), self.session.mode)
    }

    /// What a key that was pressed does in the present mode.
    #[must_use]
    pub fn keymap_action(&self, press: &KeyPress) -> Option<(Action, Shortcut)> {
        self.session.keymap.action_of(press, self.session.mode)
    }

    /// The spot that is visited, while it is one: the pose and what the panes show are those of when it was found.
    #[must_use]
    pub fn visited(&self) -> Option<&Visited> {
        let comparing = &self.session.comparing;
        let visited = comparing.visited.as_ref()?;
        let is_shown = visited.panes == comparing.panes
            && visited.pose == self.shown.pose
            && visited.scale_inheritance == self.document.scale_inheritance;
        is_shown.then_some(visited)
    }

    /// Whether bones are drawn in front of surfaces: not while a spot of the surface is visited, which they would cover.
    #[must_use]
    pub fn bones_in_front(&self) -> bool {
        self.session.bones_in_front() && self.visited().is_none()
    }

    /// Whether a pane's method leaves out scale and shear that the pose has: dual quaternions without phases are rigid.
    #[must_use]
    pub fn leaves_stretch_out(&self, pane: usize) -> bool {
        const NOISE: f32 = 1e-4;
        let shows = self.session.comparing.panes.get(pane);
        let is_rigid = shows.is_some_and(|shows| shows.look.method == Method::DualQuaternion);
        let stretches = self.shown.pose.stretch.iter();
        is_rigid
            && stretches.into_iter().any(|stretch| {
                let scaled = (stretch.scale - 1.0).abs().max_element();
                scaled.max(stretch.shear.abs().max_element()) > NOISE
            })
    }

    /// Whether no character has been read yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.session.opened == 0
    }
}
