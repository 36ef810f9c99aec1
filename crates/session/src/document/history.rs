//! Undo and redo as named snapshots of whole documents.
//!
//! A snapshot shares all unchanged parts with its neighbors, so no inverse operations are needed. The oldest steps are
//! dropped when a memory budget is exceeded.
//!
//! A drag is one step; so is reloading a file that changed on disk, and its step holds the older character. However
//! large they are, the newest fifty steps stay.

use std::collections::VecDeque;

use scene::same_surface::has_same_surface;

use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::moment::Moment;

/// Limit on the bytes that snapshots hold beside the current document.
pub const MEMORY_BUDGET: usize = 512 << 20;

/// Steps that are kept even over the budget, unless several hold other versions of the character, which can be large.
pub const STEPS_KEPT: usize = 50;

/// A document with the clip that was shown over it, so that undo restores what was visible.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The document at that time.
    pub document: Document,
    /// The clip shown; none for the user's pose.
    pub moment: Option<Moment>,
    /// The clip that was left for the user's pose.
    pub left: Option<Moment>,
}

#[derive(Clone, Debug)]
struct Step {
    name: String,
    snapshot: Snapshot,
    /// The clip shown when the step was made.
    moment: Option<Moment>,
    bytes: usize,
    /// Whether the step changes more of the character than weights.
    holds_character: bool,
}

/// The steps that can be undone and redone.
#[derive(Clone, Debug)]
pub struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    /// The undone steps that the gesture in progress dropped: they are back if its own step is dropped.
    set_aside: Vec<Step>,
    gesture: Option<Gesture>,
    budget: usize,
}

impl Default for History {
    fn default() -> Self {
        Self::with_budget(MEMORY_BUDGET)
    }
}

impl Step {
    /// The name and the snapshot of the step, and the step with `now` in place of the snapshot. The clip shown is that of the
    /// time when the step was made.
    fn swap_snapshot(mut self, now: Snapshot) -> ((String, Snapshot), Self) {
        let held = std::mem::replace(&mut self.snapshot, now);
        let held = Snapshot {
            moment: self.moment,
            ..held
        };
        ((self.name.clone(), held), self)
    }
}

impl History {
    /// An empty history that drops its oldest steps beyond `budget` bytes.
    #[must_use]
    pub const fn with_budget(budget: usize) -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            set_aside: Vec::new(),
            gesture: None,
            budget,
        }
    }

    /// Records a step before it is taken: its name, and the documents before and after it.
    ///
    /// While a gesture lasts, such as a drag of one field, its changes are one step: the first call records it, later
    /// ones only count its bytes anew. Undone steps are dropped.
    pub fn record(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        before: Snapshot,
        after: &Document,
    ) {
        if gesture.is_some() && gesture == self.gesture {
            // The longer a drag, the less the snapshot before it shares with the current document.
            if let Some(step) = self.done.back_mut() {
                // Only this step's bytes change in a drag: earlier snapshots are measured against their own successor.
                step.bytes = step.snapshot.document.bytes_beside(after);
            }
            self.forget_oldest();
            return;
        }
        self.set_aside.clear();
        if gesture.is_some() {
            self.set_aside.append(&mut self.undone);
        }
        self.undone.clear();
        self.gesture = gesture;
        let bytes = before.document.bytes_beside(after);
        let characters = (&before.document.character, &after.character);
        let holds_character = !has_same_surface(characters.0, characters.1);
        self.done.push_back(Step {
            name: name.to_owned(),
            moment: before.moment,
            snapshot: before,
            bytes,
            holds_character,
        });
        self.forget_oldest();
    }

    /// Ends a gesture: the next change is a step of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
        self.set_aside.clear();
    }

    /// Whether this gesture is in progress.
    #[must_use]
    pub fn in_gesture(&self, gesture: Gesture) -> bool {
        self.gesture == Some(gesture)
    }

    /// The document before the gesture in progress, if it is this one: drags count from there.
    #[must_use]
    pub fn before_gesture(&self, gesture: Gesture) -> Option<&Document> {
        let step = self.done.back().filter(|_| self.in_gesture(gesture));
        step.map(|step| &step.snapshot.document)
    }

    /// The gesture in progress.
    #[must_use]
    pub const fn gesture(&self) -> Option<Gesture> {
        self.gesture
    }

    /// Ends the gesture in progress and drops its step: what it changed is as it was before it, and so is what can be redone.
    pub fn drop_gesture(&mut self) {
        if self.gesture.take().is_some() {
            self.done.pop_back();
            self.undone = std::mem::take(&mut self.set_aside);
        }
    }

    /// Whether any gesture is in progress.
    #[must_use]
    pub const fn is_in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Undoes a step: returns its name and the snapshot before it, and keeps `now` for redo. None if there is no step.
    pub fn undo(&mut self, now: Snapshot) -> Option<(String, Snapshot)> {
        self.end_gesture();
        let (taken, left) = self.done.pop_back()?.swap_snapshot(now);
        self.undone.push(left);
        Some(taken)
    }

    /// Redoes a step: returns its name and the snapshot after it, and keeps `now` for undo. None if there is no step. The clip
    /// shown is that of when the step was first made.
    pub fn redo(&mut self, now: Snapshot) -> Option<(String, Snapshot)> {
        self.end_gesture();
        let (taken, left) = self.undone.pop()?.swap_snapshot(now);
        self.done.push_back(left);
        Some(taken)
    }

    /// Drops all steps, such as when another character is opened.
    pub fn clear(&mut self) {
        *self = Self::with_budget(self.budget);
    }

    /// Name of the step that undo would undo; none if there is no step.
    #[must_use]
    pub fn undo_name(&self) -> Option<&str> {
        self.done.back().map(|step| step.name.as_str())
    }

    /// Name of the step that redo would redo; none if there is no step.
    #[must_use]
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// Names of all steps, the oldest first: those that can be undone, then those that can be redone.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let steps = self.done.iter().chain(self.undone.iter().rev());
        steps.map(|step| step.name.as_str())
    }

    /// The document after this many steps, by undo or redo; none for the present one, and where there are not so many.
    #[must_use]
    pub fn document_after(&self, steps: usize) -> Option<&Document> {
        let now = self.done.len();
        // Positions count from the oldest: `done` lies in order, `undone` with the next one at its end.
        let step = match steps.checked_sub(now) {
            None => self.done.get(steps),
            // The last of the undone steps holds what comes first when it is redone.
            Some(ahead) => {
                (self.undone.len().checked_sub(ahead)).and_then(|at| self.undone.get(at))
            }
        };
        step.map(|step| &step.snapshot.document)
    }

    /// All documents that undo and redo lead to.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        let steps = self.done.iter().chain(&self.undone);
        steps.map(|step| &step.snapshot.document)
    }

    /// The newest step that can be undone and changed the character, by its name and the document before it.
    #[must_use]
    pub fn last_change(&self, now: &Document) -> Option<(&str, &Document)> {
        // By address: what changes a character makes another one.
        let is_other = |step: &&Step| {
            !std::sync::Arc::ptr_eq(&step.snapshot.document.character, &now.character)
        };
        let step = self.done.iter().rev().find(is_other)?;
        Some((&step.name, &step.snapshot.document))
    }

    /// Bytes that the steps which can be undone hold beside the current document.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.done.iter().map(|step| step.bytes).sum()
    }

    /// Number of steps that can be undone.
    #[must_use]
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there is no step to undo.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    fn forget_oldest(&mut self) {
        let mut bytes = self.bytes();
        let mut characters = self.done.iter().filter(|step| step.holds_character).count();
        // Within the fifty only a second character lets the oldest go: each may weigh as much as its file.
        while bytes > self.budget && (self.done.len() > STEPS_KEPT || characters > 1) {
            let Some(oldest) = self.done.pop_front() else {
                return;
            };
            bytes -= oldest.bytes;
            characters -= usize::from(oldest.holds_character);
        }
    }
}
