//! Undo and redo as named snapshots of whole documents.
//!
//! A snapshot shares everything untouched with its neighbours, so there are no inverse operations and no holes. The oldest
//! steps go when a memory budget is reached.

use std::collections::VecDeque;

use crate::commands::command::Gesture;
use crate::document::Document;
use crate::tools::playback::Moment;
use scene::weights_only::differ_in_weights_only;

/// Bytes that snapshots may hold beside the document shown.
const MEMORY_BUDGET: usize = 512 << 20;

/// Steps kept whatever they weigh, unless they hold another version of the character: those can weigh a great deal.
pub const STEPS_KEPT: usize = 50;

/// A document together with the clip that was shown over it, so that undo brings back what was seen.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The document.
    pub document: Document,
    /// The clip shown, if the user's own pose was not.
    pub moment: Option<Moment>,
}

#[derive(Clone, Debug)]
struct Step {
    name: String,
    snapshot: Snapshot,
    bytes: usize,
    /// Whether it leads to another version of the character.
    holds_character: bool,
}

/// The steps that can be undone and redone.
#[derive(Clone, Debug)]
pub struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    gesture: Option<Gesture>,
    budget: usize,
}

impl Default for History {
    fn default() -> Self {
        Self::with_budget(MEMORY_BUDGET)
    }
}

impl Step {
    /// What the step holds, and the step with `now` in its place.
    fn swapped(mut self, now: Snapshot) -> ((String, Snapshot), Self) {
        let held = std::mem::replace(&mut self.snapshot, now);
        ((self.name.clone(), held), self)
    }
}

impl History {
    /// An empty history that forgets its oldest steps beyond `budget` bytes.
    #[must_use]
    pub const fn with_budget(budget: usize) -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            gesture: None,
            budget,
        }
    }

    /// Notes a step before it is taken: its name, what was before and what will be.
    ///
    /// While one gesture lasts, a drag of one field, its changes are one step: the first call notes it, later ones
    /// only weigh it anew. What had been undone cannot be redone afterwards.
    pub fn record(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        before: Snapshot,
        after: &Document,
    ) {
        self.undone.clear();
        if gesture.is_some() && gesture == self.gesture {
            // The longer a drag, the less of what was before it is shared.
            if let Some(step) = self.done.back_mut() {
                step.bytes = step.snapshot.document.bytes_beside(after);
            }
            self.forget_oldest();
            return;
        }
        self.gesture = gesture;
        let bytes = before.document.bytes_beside(after);
        let characters = (&before.document.character, &after.character);
        let holds_character = !differ_in_weights_only(characters.0, characters.1);
        self.done.push_back(Step {
            name: name.to_owned(),
            snapshot: before,
            bytes,
            holds_character,
        });
        self.forget_oldest();
    }

    /// Ends a gesture: the next change is a step of its own.
    pub const fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Whether this gesture lasts.
    #[must_use]
    pub fn in_gesture(&self, gesture: Gesture) -> bool {
        self.gesture == Some(gesture)
    }

    /// Whether any gesture lasts.
    #[must_use]
    pub const fn is_in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Steps back: gives the step's name and what was before it, and keeps `now` for redo.
    pub fn undo(&mut self, now: Snapshot) -> Option<(String, Snapshot)> {
        self.end_gesture();
        let (taken, left) = self.done.pop_back()?.swapped(now);
        self.undone.push(left);
        Some(taken)
    }

    /// Steps forward again.
    pub fn redo(&mut self, now: Snapshot) -> Option<(String, Snapshot)> {
        self.end_gesture();
        let (taken, left) = self.undone.pop()?.swapped(now);
        self.done.push_back(left);
        Some(taken)
    }

    /// Forgets everything, as when another character is opened.
    pub fn clear(&mut self) {
        *self = Self::with_budget(self.budget);
    }

    /// The name of the step that undo would take back.
    #[must_use]
    pub fn undo_name(&self) -> Option<&str> {
        self.done.back().map(|step| step.name.as_str())
    }

    /// The name of the step that redo would take again.
    #[must_use]
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// Bytes that the steps which can be undone hold beside the document shown.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.done.iter().map(|step| step.bytes).sum()
    }

    /// Steps that can be undone.
    #[must_use]
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there is nothing to undo.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    fn forget_oldest(&mut self) {
        let mut bytes = self.bytes();
        let mut characters = self.done.iter().filter(|step| step.holds_character).count();
        while bytes > self.budget && (self.done.len() > STEPS_KEPT || characters > 1) {
            let Some(oldest) = self.done.pop_front() else {
                return;
            };
            bytes -= oldest.bytes;
            characters -= usize::from(oldest.holds_character);
        }
    }
}
