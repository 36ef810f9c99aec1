//! Which joints are selected, which of them is the active one, and what was selected before.
//!
//! After every command `apply` notes the selection, so that going back needs no help from whoever selects. A joint
//! under the pointer is kept with the place where it is: only that place may say that it is there no more, since panes
//! and tree speak in the same frame.

use std::collections::HashSet;

use glam::Vec2;
use rig::JointIndex;

/// Former selections that are remembered.
const REMEMBERED: usize = 64;

/// Selected joints, each once, in the order in which they were chosen; the last one is the active one, of which inspector
/// and weights speak.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    joints: Vec<JointIndex>,
}

/// What choosing joints does to those that are selected already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choose {
    /// They are let go.
    #[default]
    Alone,
    /// They stay, and those chosen come to them.
    Add,
    /// They stay, but for those that are chosen again, which are let go.
    Toggle,
}

impl Selection {
    /// The active joint.
    #[must_use]
    pub fn active(&self) -> Option<JointIndex> {
        self.joints.last().copied()
    }

    /// All of them, the active one last.
    #[must_use]
    pub fn joints(&self) -> &[JointIndex] {
        &self.joints
    }

    /// Whether this joint is among them.
    #[must_use]
    pub fn contains(&self, joint: JointIndex) -> bool {
        self.joints.contains(&joint)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// One joint alone, or none.
    pub fn set(&mut self, joint: Option<JointIndex>) {
        self.joints = joint.into_iter().collect();
    }

    /// These joints and no others; one that is named twice counts where it was named last.
    pub fn set_all(&mut self, joints: impl IntoIterator<Item = JointIndex>) {
        self.joints = joints.into_iter().collect();
        let mut seen = HashSet::new();
        self.joints.reverse();
        self.joints.retain(|&joint| seen.insert(joint));
        self.joints.reverse();
    }

    /// One joint more, which becomes the active one.
    pub fn add(&mut self, joint: JointIndex) {
        self.remove(joint);
        self.joints.push(joint);
    }

    /// One joint fewer.
    pub fn remove(&mut self, joint: JointIndex) {
        self.joints.retain(|&other| other != joint);
    }

    /// Chooses joints; of those that are selected afterwards the last one chosen is the active one.
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

    /// The same joints of another skeleton, as far as it has them.
    pub fn follow(&mut self, twin: impl Fn(JointIndex) -> Option<JointIndex>) {
        self.joints = self.joints.iter().copied().filter_map(twin).collect();
    }
}

/// What was selected, from the first selection to the last, and where one is among them.
///
/// Choosing something after going back forgets what came after, as undoing does. The oldest go when there are too many.
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
    /// Notes what is selected now, unless it is what was noted last.
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

    /// The one before, if there is one, and goes there.
    pub fn back(&mut self) -> Option<Selection> {
        let before = self.before()?.clone();
        self.place -= 1;
        Some(before)
    }

    /// The one after, if there is one, and goes there.
    pub fn forth(&mut self) -> Option<Selection> {
        let after = self.after()?.clone();
        self.place += 1;
        Some(after)
    }

    /// The one before.
    #[must_use]
    pub fn before(&self) -> Option<&Selection> {
        self.all.get(self.place.checked_sub(1)?)
    }

    /// The one after.
    #[must_use]
    pub fn after(&self) -> Option<&Selection> {
        self.all.get(self.place + 1)
    }

    /// The same joints of another skeleton, as far as it has them.
    pub fn follow(&mut self, twin: impl Fn(JointIndex) -> Option<JointIndex>) {
        for selection in &mut self.all {
            selection.follow(&twin);
        }
    }
}

/// Where a joint is that the pointer is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoveredIn {
    /// In a pane, A 0.
    Pane(usize),
    /// In the tree of joints.
    Tree,
}

/// Selecting with a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boxing {
    /// The next drag in a pane draws the box.
    Armed,
    /// It is being drawn.
    Drawn {
        /// In this pane.
        pane: usize,
        /// From here, in points from the picture's upper left corner.
        from: Vec2,
        /// To here.
        to: Vec2,
    },
    /// It was given up; what is left of the drag does nothing.
    GivenUp,
}
