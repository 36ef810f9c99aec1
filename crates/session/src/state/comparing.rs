//! How panes are compared: their number, layout and color range, and the last visited place.

pub mod command;

use std::sync::Arc;

use character::Character;
use rig::{Pose, ScaleInheritance};
use scene::compare::Hotspot;
use scene::posed_character::Look;
use scene::view::camera::Camera;
use scene::view::pane_shows::{PaneShows, PaneWeights};
use serde::{Deserialize, Serialize};

use crate::state::viewport::look_through::LookThrough;

/// Names of the panes, for labels.
pub const PANES: [&str; 4] = ["A", "B", "C", "D"];

/// How panes share the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaneLayout {
    /// The active pane alone.
    One,
    /// Side by side; four panes are two by two.
    #[default]
    Side,
    /// A and another pane in one picture, with a dividing line.
    Wipe,
    /// Another pane over A, half transparent.
    Overlay,
}

/// The panes and how they are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparing {
    /// What each pane shows, A first: one to four. All are compared with A.
    pub panes: Vec<PaneShows>,
    /// The index of the pane that was clicked last.
    pub active: usize,
    /// The layout chosen by the user, in the modes that are alike in this: Animate, or all others.
    pub layout: PaneLayout,
    /// The layout of the others: of Animate in other modes, of these in Animate. None is the usual one, a single pane in Animate.
    pub layout_elsewhere: Option<PaneLayout>,
    /// The position of the dividing line of a wipe, as a share of the picture's width.
    pub wipe: f32,
    /// Opacity of an overlaid pane, 0 … 1.
    pub ghost: f32,
    /// The range of the difference's colors, in meters; none adapts it to the largest difference.
    pub pinned_range: Option<f32>,
    /// Cameras of panes that have one of their own; the other panes share one.
    pub own_cameras: [Option<Camera>; PANES.len()],
    /// The pane that looks through a camera of the file.
    pub through: Option<LookThrough>,
    /// The place that was visited last.
    pub visited: Option<Visited>,
    /// The cameras from before a place was visited.
    pub former_view: Option<FormerView>,
    /// Per pane, what it showed before it was compared with an engine; none where it shows something else since.
    before_engine: BeforeEngine,
    /// What panes showed before what was baked.
    before_baked: Option<BeforeBaked>,
}

/// Per pane, what it showed before it was compared with an engine.
type BeforeEngine = [Option<PaneShows>; PANES.len()];

/// The cameras of all panes before a place was visited, as a worst spot or a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormerView {
    /// The camera that panes share.
    pub shared: Camera,
    /// Cameras of panes that have one of their own.
    pub own: [Option<Camera>; PANES.len()],
    /// Whether only visits have moved a camera since: then the next one keeps these cameras.
    pub is_visit: bool,
}

/// What panes showed before what was baked, to be shown again after it.
#[derive(Clone, Debug, PartialEq)]
struct BeforeBaked {
    panes: Vec<PaneShows>,
    before_engine: BeforeEngine,
    active: usize,
    layout: PaneLayout,
    /// What they showed with it at first.
    with: (Vec<PaneShows>, PaneLayout),
}

/// A place where a pane differs from A, or where weights differ from those of their mirror image.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The index of the pane.
    pub pane: usize,
    /// Index in the list of spots, worst first.
    pub rank: usize,
    /// The length of that list.
    pub of: usize,
    /// The place, and how much differs there.
    pub spot: Hotspot,
    /// Of asymmetric weights, the number of the map that they were found in; none of distances.
    pub asymmetry: Option<u64>,
    /// The pose when the list was made.
    pub pose: Arc<Pose>,
    /// The scale inheritance of each joint when the list was made.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// The panes when the list was made.
    pub panes: Vec<PaneShows>,
}

/// The places where weights differ most from those of the mirror image.
#[derive(Clone, Debug, PartialEq)]
pub struct AsymmetricSpots {
    /// The number of the map that they were found in.
    pub map: u64,
    /// The places, worst first.
    pub spots: Vec<Hotspot>,
    /// Whether the next one is visited, or the one before.
    pub forward: bool,
}

impl Default for Comparing {
    fn default() -> Self {
        Self {
            panes: PaneShows::of_two(),
            active: 1,
            layout: PaneLayout::Side,
            layout_elsewhere: None,
            wipe: 0.5,
            ghost: 0.5,
            pinned_range: None,
            own_cameras: [None; PANES.len()],
            through: None,
            visited: None,
            former_view: None,
            before_engine: [None; PANES.len()],
            before_baked: None,
        }
    }
}

impl Comparing {
    /// The pane that is compared with A in wipe and overlay, and whose worst spots are visited: the active one, or B
    /// while that is A itself. None if there is only one pane.
    #[must_use]
    pub fn other(&self) -> Option<usize> {
        (self.panes.len() > 1).then(|| self.active.clamp(1, self.panes.len() - 1))
    }

    /// The method of pane A, which others are compared with.
    #[must_use]
    pub fn first_look(&self) -> Look {
        self.panes.first().map(|pane| pane.look).unwrap_or_default()
    }

    /// The method of the active pane.
    #[must_use]
    pub fn active_look(&self) -> Look {
        let active = self.panes.get(self.active);
        active.map_or_else(|| self.first_look(), |pane| pane.look)
    }

    /// The layout to show: a single pane has nothing to be compared with.
    #[must_use]
    pub fn visible_layout(&self) -> PaneLayout {
        if self.panes.len() > 1 {
            self.layout
        } else {
            PaneLayout::One
        }
    }

    /// Goes over into Animate mode or out of it: either side has a layout of its own, which comes back.
    pub fn change_sides(&mut self, animates: bool) {
        let usual = match animates {
            true => PaneLayout::One,
            false => PaneLayout::default(),
        };
        let now = self.layout_elsewhere.unwrap_or(usual);
        self.layout_elsewhere = Some(std::mem::replace(&mut self.layout, now));
    }

    /// The pane's own camera, if it has one. Two pictures in one place are seen by one camera.
    #[must_use]
    pub fn own_camera(&self, pane: usize) -> Option<Camera> {
        let are_together = matches!(
            self.visible_layout(),
            PaneLayout::Wipe | PaneLayout::Overlay
        );
        let own = self.own_cameras.get(pane).copied().flatten();
        own.filter(|_| !are_together)
    }

    /// Adds a pane, up to four, and makes it the active one. Where a single pane was shown, the layout changes to side
    /// by side, so that the new one is visible.
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

    /// Removes a pane; the last one stays.
    pub fn remove(&mut self, pane: usize) {
        if self.panes.len() > 1 && pane < self.panes.len() {
            // Lists of fixed length: what is behind the removed pane moves up, and the last place is free.
            self.panes.remove(pane);
            self.stop_looking_through();
            if let Some(from) = self.own_cameras.get_mut(pane..) {
                from.rotate_left(1);
            }
            if let Some(last) = self.own_cameras.last_mut() {
                *last = None;
            }
            if let Some(from) = self.before_engine.get_mut(pane..) {
                from.rotate_left(1);
            }
            if let Some(last) = self.before_engine.last_mut() {
                *last = None;
            }
            self.active -= usize::from(pane < self.active);
            self.active = self.active.min(self.panes.len() - 1);
        }
    }

    /// The versions of the weights, and the places that were visited, were of another character.
    pub(crate) fn show_current_weights(&mut self) {
        self.hide_baked();
        self.former_view = None;
        self.before_engine = [None; PANES.len()];
        for pane in &mut self.panes {
            pane.weights = PaneWeights::Current;
        }
    }

    /// As [`show_weights`](Self::show_weights); where the pane shows these weights already, it shows the current ones
    /// by a method of its own again.
    pub fn compare_weights(&mut self, weights: PaneWeights) {
        if self.compares_weights(weights)
            && let (Some(&first), Some(other)) = (self.panes.first(), self.other())
            && let Some(pane) = self.panes.get_mut(other)
        {
            *pane = PaneShows::unlike(&[first]);
            self.active = other;
        } else {
            self.show_weights(weights);
        }
    }

    /// Shows pane A with other weights in the pane that is compared with it, side by side where it was alone: by the
    /// same method, so that the two differ by their weights alone.
    pub fn show_weights(&mut self, weights: PaneWeights) {
        self.show_beside(|first, _| PaneShows { weights, ..first }.as_baked());
    }

    /// Shows what most engines show of a file in the pane that is compared with A, side by side where A was alone; where
    /// it shows that already, what it showed before. Where that is not known, as in a project that was opened like this,
    /// it shows the current weights by a method of its own.
    pub fn compare_engine(&mut self) {
        if self.compares_engine() {
            let other = self.other();
            let before = other.and_then(|other| self.before_engine.get_mut(other)?.take());
            self.show_beside(|first, _| before.unwrap_or_else(|| PaneShows::unlike(&[first])));
            return;
        }
        let mut before = None;
        self.show_beside(|_, now| {
            before = Some(now);
            PaneShows::of_engine()
        });
        if let Some(other) = self.other()
            && let Some(slot) = self.before_engine.get_mut(other)
        {
            *slot = before;
        }
    }

    /// Forgets what panes showed before they were compared with an engine, where they show something else now.
    pub(crate) fn forget_left_engine(&mut self) {
        let panes = self.panes.iter().map(Some).chain(std::iter::repeat(None));
        for (before, pane) in self.before_engine.iter_mut().zip(panes) {
            if pane.is_none_or(|pane| *pane != PaneShows::of_engine()) {
                *before = None;
            }
        }
    }

    /// Whether the pane that is compared with A shows what most engines show of a file.
    #[must_use]
    pub fn compares_engine(&self) -> bool {
        let other = self.other().and_then(|other| self.panes.get(other));
        other.is_some_and(|other| *other == PaneShows::of_engine())
    }

    /// Changes what the pane shows that is compared with A; `beside` makes it of what A and the pane itself show.
    fn show_beside(&mut self, beside: impl FnOnce(PaneShows, PaneShows) -> PaneShows) {
        if self.other().is_none() {
            self.add();
        }
        if self.layout == PaneLayout::One {
            self.layout = PaneLayout::Side;
        }
        let (Some(&first), Some(other)) = (self.panes.first(), self.other()) else {
            return;
        };
        if let Some(pane) = self.panes.get_mut(other) {
            *pane = beside(first, *pane);
        }
        self.active = other;
    }

    /// Shows what was baked in the pane that is compared with A, and in A the method that it was baked from. Where that
    /// is shown already, nothing changes.
    pub fn show_baked(&mut self, look: Look) {
        if self.compares_weights(PaneWeights::Baked) {
            return;
        }
        self.hide_baked();
        let (panes, active, layout) = (self.panes.clone(), self.active, self.layout);
        let before_engine = self.before_engine;
        if let Some(first) = self.panes.first_mut() {
            // As bakes take it: scale as set, and the current weights.
            *first = PaneShows {
                look,
                normals: first.normals,
                ..PaneShows::default()
            };
        }
        self.show_weights(PaneWeights::Baked);
        self.before_baked = Some(BeforeBaked {
            panes,
            before_engine,
            active,
            layout,
            with: (self.panes.clone(), self.layout),
        });
    }

    /// Shows what panes showed before what was baked; where they were changed since, the current weights in its place.
    pub fn hide_baked(&mut self) {
        if let Some(before) = self.before_baked.take()
            && before.with.0 == self.panes
        {
            // Of panes that were added for the bake, and go with it.
            let own = self.own_cameras.iter_mut().skip(before.panes.len());
            own.for_each(|camera| *camera = None);
            (self.panes, self.active) = (before.panes, before.active);
            self.before_engine = before.before_engine;
            if self.layout == before.with.1 {
                self.layout = before.layout;
            }
        }
        for pane in self.panes_and_before() {
            if pane.weights == PaneWeights::Baked {
                pane.weights = PaneWeights::Current;
            }
        }
    }

    /// What panes show, and what they will show again after an engine.
    fn panes_and_before(&mut self) -> impl Iterator<Item = &mut PaneShows> {
        let before = self.before_engine.iter_mut().flatten();
        self.panes.iter_mut().chain(before)
    }

    /// As it is without what was baked: what is saved, since a bake is not.
    #[must_use]
    pub fn without_baked(&self) -> Self {
        let mut without = self.clone();
        without.hide_baked();
        without
    }

    /// What panes show, and what they will show again after an engine or what was baked.
    pub fn all_shown(&self) -> impl Iterator<Item = &PaneShows> {
        let before = self.before_baked.iter();
        let before = before.flat_map(|before| {
            let before_engine = before.before_engine.iter().flatten();
            before.panes.iter().chain(before_engine)
        });
        let before_engine = self.before_engine.iter().flatten();
        self.panes.iter().chain(before_engine).chain(before)
    }

    /// Shows the current weights where these were shown, now and after an engine or what was baked.
    pub fn forget_weights(&mut self, weights: PaneWeights) {
        let before = self.before_baked.iter_mut().flat_map(|before| {
            let before_engine = before.before_engine.iter_mut().flatten();
            // Also in what panes are compared with later: else they would count as changed, and stay as they are.
            let panes = before.panes.iter_mut().chain(&mut before.with.0);
            panes.chain(before_engine)
        });
        let before_engine = self.before_engine.iter_mut().flatten();
        let panes = self.panes.iter_mut().chain(before_engine);
        for pane in panes.chain(before) {
            if pane.weights == weights {
                pane.weights = PaneWeights::Current;
            }
        }
    }

    /// Whether the pane that is compared with A shows these weights.
    #[must_use]
    pub fn compares_weights(&self, weights: PaneWeights) -> bool {
        let other = self.other().and_then(|other| self.panes.get(other));
        other.is_some_and(|other| other.weights == weights)
    }

    /// The pane that looks through a camera of the file has its own camera as before.
    pub(crate) fn stop_looking_through(&mut self) {
        if let Some(through) = self.through.take()
            && let Some(own) = self.own_cameras.get_mut(through.pane)
        {
            *own = through.before;
        }
    }

    /// Exchanges A and the pane compared with it.
    pub fn swap(&mut self) {
        if let Some(other) = self.other() {
            self.stop_looking_through();
            self.panes.swap(0, other);
            self.own_cameras.swap(0, other);
            self.before_engine.swap(0, other);
        }
    }

    /// Whether a visible pane shows a mesh by a method that looks at maps.
    #[must_use]
    pub fn shows_maps(&self, character: &Character) -> bool {
        let follows = |pane: usize| {
            let shows = self.panes.get(pane);
            shows.is_some_and(|shows| shows.look.follows_maps(&character.meshes))
        };
        match self.visible_layout() {
            PaneLayout::One => follows(self.active),
            PaneLayout::Side => (0..self.panes.len()).any(follows),
            PaneLayout::Wipe | PaneLayout::Overlay => {
                follows(0) || self.other().is_some_and(follows)
            }
        }
    }
}
