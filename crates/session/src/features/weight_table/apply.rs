//! Locks of joints, selected vertices, and weights that are copied, pasted or typed.

use std::sync::Arc;

use rig::{InfluenceRow, JointIndex, JointSlot, MapKind};
use scene::names::{count, joint_name, joint_named};
use scene::placed::placed_primitives;
use scene::vertex_facts::{MovedBy, VertexFacts, VertexPlace};
use scene::vertex_maps::clearing_edits;
use weights::Report;

use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::state::selection::Choose;
use crate::state::weight_operations::weight_changes::{Counted, OperationNotes};
use crate::state::weight_table::command::WeightCommand;
use crate::state::weight_table::weight_edits::{RowRequest, edit_rows, skin_of};
use crate::state::weight_table::weights_work::CopiedInfluence;

const PASTE: &str = "Paste weights";

impl Context<'_> {
    pub(in crate::features) fn apply_weights(&mut self, command: WeightCommand) {
        match command {
            WeightCommand::SetLocked(joint, locked) => self.set_locked(&[joint], locked),
            WeightCommand::SelectVertices(places, choose) => self.choose_vertices(&places, choose),
            WeightCommand::Change {
                places,
                wanted,
                drag,
            } => self.change_weights(&places, wanted, drag.map(Gesture::Weights)),
            WeightCommand::Layer(intent) => self.on_layer(intent),
        }
    }

    fn set_locked(&mut self, joints: &[JointIndex], locked: bool) {
        let skeleton = &self.document.character.rig.skeleton;
        let there = joints.iter().filter(|joint| joint.index() < skeleton.len());
        for &joint in there {
            self.session
                .character
                .weights
                .set_locked(skeleton, joint, locked);
        }
    }

    /// Locks the selected joints, or unlocks them if all are locked.
    pub(in crate::features) fn toggle_locks(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.character.selection.joints().to_vec();
        let work = &self.session.character.weights;
        let all = joints.iter().all(|&joint| work.is_locked(skeleton, joint));
        self.set_locked(&joints, !all);
    }

    /// Locks all joints of skins but the selected ones, which are unlocked; a second call unlocks all.
    pub(in crate::features) fn lock_others(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let session = &*self.session;
        let in_skin = |joint: &JointIndex| session.character.facts.joint(*joint).in_skin;
        let (kept, others): (Vec<JointIndex>, Vec<JointIndex>) = skeleton
            .joints()
            .filter(in_skin)
            .partition(|&joint| session.character.selection.contains(joint));
        let is_locked = |joint: &JointIndex| session.character.weights.is_locked(skeleton, *joint);
        let is_so = others.iter().all(is_locked) && !kept.iter().any(is_locked);
        self.set_locked(&others, !is_so);
        self.set_locked(&kept, false);
    }

    /// Switches the selection of vertices on or off; on implies Weights mode.
    pub(in crate::features) fn toggle_vertex_tool(&mut self) {
        let selecting = !self.session.selects_vertices();
        self.session.character.weights.selecting = selecting;
        if selecting && self.session.mode != Mode::Weights {
            self.change_mode(Mode::Weights);
        }
    }

    /// Selects vertices, as the answer to a click if one is open; vertices that the character lacks are ignored.
    pub(in crate::features) fn choose_vertices(&mut self, places: &[VertexPlace], choose: Choose) {
        let counts: Vec<usize> = placed_primitives(&self.document.character)
            .map(|placed| placed.primitive.positions.len())
            .collect();
        let is_there = |place: &&VertexPlace| {
            let count = counts.get(place.primitive);
            count.is_some_and(|&count| place.vertex < count)
        };
        let there: Vec<VertexPlace> = places.iter().filter(is_there).copied().collect();
        self.session.character.pointing.pick = None;
        // A choice of nothing clears what is selected, but adds nothing to it and toggles nothing.
        if !there.is_empty() || choose == Choose::Alone {
            self.session
                .character
                .weights
                .vertices
                .choose(&there, choose);
        }
    }

    pub(in crate::features) fn select_vertices_of_joint(&mut self) {
        let Some(joint) = self.session.character.selection.active() else {
            return;
        };
        let character = &self.document.character;
        let mut places = Vec::new();
        for (primitive, placed) in placed_primitives(character).enumerate() {
            let Some((bind, influences)) = skin_of(character, &placed) else {
                continue;
            };
            let is_joint = |slot: &JointSlot| bind.joint_at(*slot) == Some(joint);
            let rows = influences.bound_rows().enumerate();
            let moved = rows.filter(|(_, InfluenceRow { joints, .. })| joints.iter().any(is_joint));
            places.extend(moved.map(|(vertex, _)| VertexPlace { primitive, vertex }));
        }
        self.choose_vertices(&places, Choose::Alone);
    }

    pub(in crate::features) fn copy_weights(&mut self) {
        let character = &self.document.character;
        let place = self.session.vertex_at_work();
        let found = place.and_then(|place| Some((place, VertexFacts::of(character, place)?)));
        let Some((place, facts)) = found else { return };
        let text = match facts.moved_by {
            MovedBy::Joints(joints) => {
                let skeleton = &character.rig.skeleton;
                let named = joints.iter();
                let named = named.map(|&(joint, weight)| (joint_name(skeleton, joint), weight));
                self.session.character.weights.copied = Some(named.collect());
                let noun = if joints.len() == 1 { "joint" } else { "joints" };
                let (vertex, n) = (count(place.vertex), joints.len());
                format!("Copied the weights of vertex {vertex} ({n} {noun}).")
            }
            MovedBy::Nothing | MovedBy::Node(_) => {
                let vertex = count(place.vertex);
                format!("Vertex {vertex} has no weights to copy.")
            }
        };
        self.session.notices.push(Severity::Note, text);
    }

    /// Copies the weights that the active joint has, by mesh, primitive and vertex.
    pub(in crate::features) fn copy_influence(&mut self) {
        let Some(joint) = self.session.character.selection.active() else {
            return;
        };
        let character = &self.document.character;
        let mut copied = CopiedInfluence::default();
        for placed in placed_primitives(character) {
            let Some((bind, influences)) = skin_of(character, &placed) else {
                continue;
            };
            if !bind.joints().contains(&joint) {
                continue;
            }
            let is_joint = |slot: &JointSlot| bind.joint_at(*slot) == Some(joint);
            let weights = influences
                .bound_rows()
                .map(|InfluenceRow { joints, weights }| {
                    let place = joints.iter().position(is_joint);
                    place
                        .and_then(|place| weights.get(place).copied())
                        .unwrap_or(0.0)
                });
            let key = (placed.instance.mesh, placed.primitive_index);
            copied.weights.insert(key, weights.collect());
        }
        let all = copied.weights.values().flatten();
        let moved = all.filter(|&&weight| weight > 0.0).count();
        let name = self.joint_name(joint);
        if moved == 0 {
            return self.say(&format!(
                "{name} moves no vertex: there are no weights to copy. Select another joint."
            ));
        }
        self.session.character.weights.influence = Some(Arc::new(copied));
        let noun = if moved == 1 { "vertex" } else { "vertices" };
        self.say(&format!(
            "Copied the weights of {name} at {} {noun}.",
            count(moved)
        ));
    }

    pub(in crate::features) fn paste_weights(&mut self) {
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let skeleton = &self.document.character.rig.skeleton;
        let copied = self
            .session
            .character
            .weights
            .copied
            .clone()
            .unwrap_or_default();
        let pairs = copied.iter();
        let pairs =
            pairs.filter_map(|(name, weight)| Some((joint_named(skeleton, name)?, *weight)));
        let row: Vec<(JointIndex, f32)> = pairs.collect();
        if row.len() < copied.len() {
            let missing = copied.len() - row.len();
            let text = format!("{missing} of the copied joints are not in this skeleton.");
            self.session.notices.push(Severity::Warning, text);
        }
        let places: Vec<VertexPlace> = self
            .session
            .character
            .weights
            .vertices
            .all()
            .iter()
            .copied()
            .collect();
        let (character, work) = (&self.document.character, &self.session.character.weights);
        let (edits, mut report) = edit_rows(character, work, &places, RowRequest::Row(&row));
        let skipped: usize = report.skipped().map(|(_, n)| n).sum();
        let onto = places.len() - skipped.min(places.len());
        let noun = if onto == 1 { "vertex" } else { "vertices" };
        let told = OperationNotes {
            why_nothing: "they have these weights already".to_owned(),
            ..OperationNotes::default()
        };
        let Some(changes) = self.edit_weights_by(PASTE, &edits, &told, &mut report) else {
            return;
        };
        let text = format!("Pasted onto {} {noun}: {changes}.", count(onto));
        self.session.notices.push_done(PASTE, text, None);
    }

    fn change_weights(
        &mut self,
        places: &[VertexPlace],
        wanted: RowRequest<'static>,
        gesture: Option<Gesture>,
    ) {
        let skeleton = &self.document.character.rig.skeleton;
        let named = |joint| joint_name(skeleton, joint);
        let name = match wanted {
            RowRequest::Set(joint, _) => format!("Set weight of {}", named(joint)),
            RowRequest::Add(joint, more) if more < 0.0 => {
                format!("Take weight from {}", named(joint))
            }
            RowRequest::Add(joint, _) => format!("Add weight to {}", named(joint)),
            RowRequest::Scale(joint, _) => format!("Multiply weight of {}", named(joint)),
            RowRequest::Row(_) => "Set weights".to_owned(),
        };
        self.take_weights(&name, places, (wanted, gesture));
    }

    /// Changes weights, and tells what could not be done.
    fn take_weights(
        &mut self,
        name: &str,
        places: &[VertexPlace],
        wanted: (RowRequest<'_>, Option<Gesture>),
    ) {
        let report = self.give_weights(name, places, wanted);
        if !report.is_clean() {
            self.say(&format!("{name}: {report}."));
        }
    }

    fn give_weights(
        &mut self,
        name: &str,
        places: &[VertexPlace],
        (wanted, gesture): (RowRequest<'_>, Option<Gesture>),
    ) -> Report {
        let (character, work) = (&self.document.character, &self.session.character.weights);
        let (rows, report) = edit_rows(character, work, places, wanted);
        if !rows.is_empty() {
            self.edit_weights(name, gesture, &rows);
        }
        report
    }

    pub(in crate::features) fn clear_map(&mut self, kind: MapKind) {
        let edits = clearing_edits(&self.document.character, kind);
        let name = format!("Clear {}", kind.name());
        let told = OperationNotes {
            counted: Counted::Numbers(kind),
            why_nothing: "there is nothing on the map".to_owned(),
            ..OperationNotes::default()
        };
        let mut report = Report::default();
        let Some(changes) = self.edit_weights_by(&name, &edits, &told, &mut report) else {
            return;
        };
        let text = format!("{name}: {changes}.");
        self.session.notices.push_done(&name, text, None);
    }
}
