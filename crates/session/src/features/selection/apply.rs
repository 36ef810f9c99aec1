//! Commands that select joints.

use rig::JointIndex;

use crate::features::Context;
use crate::notices::Severity;
use crate::state::selection::{Choose, FormerSelections, HoveredIn, Selection};

impl Context<'_> {
    pub(in crate::features) fn select(&mut self, joint: Option<JointIndex>) {
        self.choose(joint.as_slice(), Choose::Alone);
    }

    /// Selects joints; those that the skeleton lacks are ignored. The tree unfolds the ancestors of the active joint.
    pub(in crate::features) fn choose(&mut self, joints: &[JointIndex], choose: Choose) {
        let skeleton = &self.document.character.rig.skeleton;
        let there: Vec<JointIndex> = joints
            .iter()
            .copied()
            .filter(|joint| joint.index() < skeleton.len())
            .collect();
        self.session.character.selection.choose(&there, choose);
        self.history.end_gesture();
        self.reveal();
    }

    fn reveal(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let active = self.session.character.selection.active();
        let ancestors = std::iter::successors(active, |&joint| skeleton.parent(joint)).skip(1);
        for ancestor in ancestors {
            self.session.character.tree.folded.remove(&ancestor);
        }
    }

    /// Takes the joint found under a click. A click on nothing deselects only if it was not to extend the selection.
    pub(in crate::features) fn pick_joint(&mut self, joint: Option<JointIndex>, choose: Choose) {
        self.session.character.pointing.pick = None;
        let is_change = joint.is_some() || choose == Choose::Alone;
        if is_change && self.session.character.selection.joints() != joint.as_slice() {
            self.choose(joint.as_slice(), choose);
        }
    }

    /// Sets the hovered joint. Only the widget that set one may clear it: the pointer may already be over a joint
    /// elsewhere.
    pub(in crate::features) fn hover(&mut self, joint: Option<JointIndex>, place: HoveredIn) {
        let session = &mut *self.session;
        if joint.is_some() || session.hovered_in == Some(place) {
            (session.character.hovered, session.hovered_in) = (joint, joint.map(|_| place));
        }
    }

    pub(in crate::features) fn select_parent(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.character.selection.joints().iter();
        let parents: Vec<JointIndex> = joints.filter_map(|&joint| skeleton.parent(joint)).collect();
        if !parents.is_empty() {
            self.choose(&parents, Choose::Alone);
        }
    }

    /// All joints that the panes show, or all of the skeleton if they show none.
    fn selectable(&self) -> Vec<JointIndex> {
        let session = &*self.session;
        let joints = || self.document.character.rig.skeleton.joints();
        let is_shown = |joint: &JointIndex| {
            session.character.facts.is_drawn(*joint) && !session.character.hidden.contains(joint)
        };
        let shown: Vec<JointIndex> = joints().filter(is_shown).collect();
        if shown.is_empty() {
            joints().collect()
        } else {
            shown
        }
    }

    /// Selects all joints; the active one stays active.
    pub(in crate::features) fn select_all(&mut self) {
        let active = self.session.character.selection.active();
        let all: Vec<JointIndex> = self.selectable().into_iter().chain(active).collect();
        // The last one that is chosen becomes the active one.
        self.choose(&all, Choose::Alone);
    }

    pub(in crate::features) fn invert_selection(&mut self) {
        let all = self.selectable();
        self.choose(&all, Choose::Toggle);
    }

    /// Adds all descendants of the selected joints.
    pub(in crate::features) fn select_children(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let active = self.session.character.selection.active();
        // Parents come before children, so one pass finds all descendants.
        let mut under = vec![false; skeleton.len()];
        for &joint in self.session.character.selection.joints() {
            if let Some(slot) = under.get_mut(joint.index()) {
                *slot = true;
            }
        }
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let is_under =
                parent.is_some_and(|parent| under.get(parent.index()).copied().unwrap_or(false));
            if let Some(slot) = under.get_mut(joint.index()) {
                *slot |= is_under;
            }
        }
        let joints = skeleton.joints().zip(under);
        let all = joints.filter_map(|(joint, is_under)| is_under.then_some(joint));
        let all: Vec<JointIndex> = all.chain(active).collect();
        self.choose(&all, Choose::Alone);
    }

    /// Selects the partners on the other side in place of the selection.
    pub(in crate::features) fn select_mirrored(&mut self) {
        let pairs = self.pairs();
        let joints = self.session.character.selection.joints();
        let (found, alone): (Vec<_>, Vec<_>) = joints
            .iter()
            .map(|&joint| (joint, pairs.partner(joint)))
            .partition(|(_, partner)| partner.is_some());
        let partners: Vec<JointIndex> = found.into_iter().filter_map(|(_, other)| other).collect();
        let alone: Vec<JointIndex> = alone.into_iter().map(|(joint, _)| joint).collect();
        self.report_unpaired(&alone);
        if !partners.is_empty() {
            self.choose(&partners, Choose::Alone);
        }
    }

    /// Warns of joints that have no partner on the other side.
    pub(in crate::features) fn report_unpaired(&mut self, alone: &[JointIndex]) {
        if alone.is_empty() {
            return;
        }
        let names = self.list_names(alone);
        let text = format!(
            "No partner on the other side was found for {names}: neither by name, nor by place, nor by the shape of the skeleton. \
             The marks in names can be set in the preferences."
        );
        self.session.notices.push(Severity::Warning, text);
    }

    /// Selects again what the former selections give, if anything.
    pub(in crate::features) fn select_former(
        &mut self,
        step: impl FnOnce(&mut FormerSelections) -> Option<Selection>,
    ) {
        if let Some(selection) = step(&mut self.session.character.former) {
            self.session.character.selection = selection;
            self.history.end_gesture();
            self.reveal();
        }
    }
}
