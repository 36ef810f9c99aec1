//! The selected joints, the active one among them, and the history of selections.

pub mod selection_sets;

use std::collections::HashSet;

use glam::Vec2;
use rig::JointIndex;

/// The largest number of former selections.
const REMEMBERED: usize = 64;

/// Selected joints, each once, in the order in which they were chosen; the last one is the active one, shown by the
/// inspector and the weight display.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    joints: Vec<JointIndex>,
}

/// How chosen joints combine with the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choose {
    /// They replace it; none of them empty it.
    #[default]
    Alone,
    /// They are added to it.
    Add,
    /// They are added to it, except those already selected, which are removed.
    Toggle,
}

impl Selection {
    /// The joint that was chosen last; none where nothing is selected.
    #[must_use]
    pub fn active(&self) -> Option<JointIndex> {
        self.joints.last().copied()
    }

    /// All selected joints, the active one last.
    #[must_use]
    pub fn joints(&self) -> &[JointIndex] {
        &self.joints
    }

    /// Whether this joint is selected.
    #[must_use]
    pub fn contains(&self, joint: JointIndex) -> bool {
        self.joints.contains(&joint)
    }

    /// Whether no joint is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Selects one joint alone, or none.
    pub fn set(&mut self, joint: Option<JointIndex>) {
        self.joints = joint.into_iter().collect();
    }

    /// Selects exactly these joints; of one that occurs twice the last occurrence counts.
    pub fn set_all(&mut self, joints: impl IntoIterator<Item = JointIndex>) {
        self.joints = joints.into_iter().collect();
        // Reversed, so that the last of equals is the first that is seen, and stays.
        let mut seen = HashSet::new();
        self.joints.reverse();
        self.joints.retain(|&joint| seen.insert(joint));
        self.joints.reverse();
    }

    /// Adds a joint, which becomes the active one.
    pub fn add(&mut self, joint: JointIndex) {
        self.remove(joint);
        self.joints.push(joint);
    }

    /// Removes a joint; of the active one, the one chosen before becomes active.
    pub fn remove(&mut self, joint: JointIndex) {
        self.joints.retain(|&other| other != joint);
    }

    /// Chooses joints; the last one chosen that is selected afterwards is the active one.
    pub fn choose(&mut self, chosen: &[JointIndex], choose: Choose) {
        let before = std::mem::take(&mut self.joints);
        let again: HashSet<JointIndex> = before.iter().copied().collect();
        let kept = |joint: &JointIndex| choose != Choose::Toggle || !again.contains(joint);
        let picked: HashSet<JointIndex> = chosen.iter().copied().collect();
        let stay = before.into_iter().filter(|joint| match choose {
            Choose::Alone => false,
            Choose::Add => true,
            Choose::Toggle => !picked.contains(joint),
        });
        let joints: Vec<JointIndex> = stay.collect();
        let new = chosen.iter().copied().filter(kept);
        self.set_all(joints.into_iter().chain(new));
    }

    /// Maps the selection to another skeleton; joints without a match are dropped.
    pub fn follow(&mut self, remap: impl Fn(JointIndex) -> Option<JointIndex>) {
        self.joints = self.joints.iter().copied().filter_map(remap).collect();
    }
}

/// The history of selections and the present position in it.
///
/// Selecting something after going back drops what came after, as undo does. The oldest are dropped first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerSelections {
    all: Vec<Selection>,
    place: usize,
}

impl Default for FormerSelections {
    fn default() -> Self {
        Self {
            all: vec![Selection::default()],
            place: 0,
        }
    }
}

impl FormerSelections {
    /// Adds the present selection, unless it is the last one added.
    pub fn note(&mut self, now: &Selection) {
        if self.all.get(self.place) == Some(now) {
            return;
        }
        self.all.truncate(self.place + 1);
        self.all.push(now.clone());
        let too_many = self.all.len().saturating_sub(REMEMBERED);
        self.all.drain(..too_many);
        self.place = self.all.len() - 1;
    }

    /// Goes back one selection, if there is one, and returns it.
    pub fn back(&mut self) -> Option<Selection> {
        let before = self.before()?.clone();
        self.place -= 1;
        Some(before)
    }

    /// Goes forward one selection, if there is one, and returns it.
    pub fn forth(&mut self) -> Option<Selection> {
        let after = self.after()?.clone();
        self.place += 1;
        Some(after)
    }

    /// The selection before the present one.
    #[must_use]
    pub fn before(&self) -> Option<&Selection> {
        self.all.get(self.place.checked_sub(1)?)
    }

    /// The selection after the present one.
    #[must_use]
    pub fn after(&self) -> Option<&Selection> {
        self.all.get(self.place + 1)
    }

    /// Maps all selections to another skeleton; joints without a match are dropped.
    pub fn follow(&mut self, remap: impl Fn(JointIndex) -> Option<JointIndex>) {
        for selection in &mut self.all {
            selection.follow(&remap);
        }
    }
}

/// Where the hovered joint was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoveredIn {
    /// In a pane, by index; A is 0.
    Pane(usize),
    /// In the list of the skeleton.
    Tree,
}

/// The state of a box selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boxing {
    /// The next drag in a pane draws the box.
    Armed,
    /// The box is being drawn.
    Drawn {
        /// The index of the pane.
        pane: usize,
        /// First corner, in points from the picture's upper left corner.
        from: Vec2,
        /// Opposite corner, in the same unit.
        to: Vec2,
    },
    /// It was canceled; the rest of the drag does nothing.
    GivenUp,
}
