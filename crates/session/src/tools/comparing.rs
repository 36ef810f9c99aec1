//! How panes are compared: how many there are, how they share the window, on which scale, and which place is visited.

use std::sync::Arc;

use rig::{Pose, ScaleInheritance};
use serde::{Deserialize, Serialize};

use scene::compare::Spot;
use scene::view::pane_shows::PaneShows;

/// Names of the panes, for labels.
pub const PANES: [&str; 4] = ["A", "B", "C", "D"];

/// How panes share the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaneLayout {
    /// The active pane alone.
    One,
    /// One beside the other; four are two by two.
    #[default]
    Side,
    /// The first and another in one picture, with a line between them.
    Wipe,
    /// Another one over the first, as a ghost.
    Overlay,
}

/// What the panes show, and how they are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparing {
    /// What each pane shows, A first: one to four. All are compared with A.
    pub panes: Vec<PaneShows>,
    /// The pane that was clicked last.
    pub active: usize,
    /// How they share the window.
    pub layout: PaneLayout,
    /// Where the line of a wipe stands, as a share of the picture's width.
    pub wipe: f32,
    /// Opacity of a ghost, 0 … 1.
    pub ghost: f32,
    /// The range of the difference's colours, in metres; none spans what there is.
    pub pinned_range: Option<f32>,
    /// The place that was visited last.
    pub visited: Option<Visited>,
}

/// A place where a pane is far from the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The pane.
    pub pane: usize,
    /// Place in the list of spots, worst first.
    pub rank: usize,
    /// The length of that list.
    pub of: usize,
    /// The spot.
    pub spot: Spot,
    /// The pose that it is a spot of.
    pub pose: Arc<Pose>,
    /// Whom scale reached.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// What the panes showed.
    pub panes: Vec<PaneShows>,
}

impl Default for Comparing {
    fn default() -> Self {
        Self {
            panes: PaneShows::of_two(),
            active: 1,
            layout: PaneLayout::Side,
            wipe: 0.5,
            ghost: 0.5,
            pinned_range: None,
            visited: None,
        }
    }
}

impl Comparing {
    /// The pane that stands against A in wipe and overlay, and whose worst spots are visited: the active one, or B while that
    /// is A itself. None while A is alone.
    #[must_use]
    pub fn other(&self) -> Option<usize> {
        (self.panes.len() > 1).then(|| self.active.clamp(1, self.panes.len() - 1))
    }

    /// The layout that can be shown: a pane alone has nothing to be compared with.
    #[must_use]
    pub fn visible_layout(&self) -> PaneLayout {
        if self.panes.len() > 1 {
            self.layout
        } else {
            PaneLayout::One
        }
    }

    /// Adds a pane, up to four, and makes it the active one. It is to be seen: where one pane was shown, they stand side by
    /// side from now on.
    pub fn add(&mut self) {
        let pane = self.panes.len();
        if pane < PANES.len() {
            self.panes.push(PaneShows::unlike(&self.panes));
            self.active = pane;
            if self.layout == PaneLayout::One {
                self.layout = PaneLayout::Side;
            }
        }
    }

    /// Takes a pane away, down to one.
    pub fn remove(&mut self, pane: usize) {
        if self.panes.len() > 1 && pane < self.panes.len() {
            self.panes.remove(pane);
            self.active -= usize::from(pane < self.active);
            self.active = self.active.min(self.panes.len() - 1);
        }
    }

    /// Exchanges A and the one that stands against it.
    pub fn swap(&mut self) {
        if let Some(other) = self.other() {
            self.panes.swap(0, other);
        }
    }
}
