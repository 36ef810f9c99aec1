//! Work that is done again on a new export of the file it was done on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::{Character, OtherKeys as _, SkeletonEdit};
use rig::{Clip, ClipId, Skeleton};
use scene::names::{clip_name, joint_name};

use super::base_layer::{AsFile, BaseRows, rows_of_file};
use super::clips::{ClipCarrier, copy_of, free_clip_id};
use super::joints::{KeyMap, MatchedBy};
use super::meshes::MeshMap;
use super::report::CarryReport;
use super::rows::{Unchanged, WeightCarrier};
use super::shape::{CharacterShape, MeshShape};
use crate::document::Document;
use crate::document::journal::{KeptClips, KeptWeights};
use crate::document::layers::KeptLayers;
use crate::document::replay::{ReplayProblem, ReplayStep};
use crate::state::clips::names::free_name;

/// A character of the new file with the work.
#[derive(Debug)]
pub struct Carried {
    /// The document: its character has the edits of skeleton, weights and clips, and the layers; its pose is that of the file.
    pub document: Document,
    /// What came over, and what did not.
    pub report: CarryReport,
    /// Which joint is which, those that edits have made too.
    pub keys: KeyMap,
    /// Which mesh is which.
    pub meshes: MeshMap,
    /// Weights that were kept beside those of the character, one list after another as they were handed in.
    pub kept: Vec<Vec<KeptWeights>>,
}

/// What is carried beside edits.
#[derive(Debug, Default)]
pub struct WorkBeside {
    /// Layers of weights.
    pub layers: Option<KeptLayers>,
    /// Where their base is as the old file had it, by [`base_as_in_file`](super::base_as_in_file): there it follows the new one.
    pub base_as_file: Vec<AsFile>,
    /// Weights that were kept to compare with.
    pub kept: Vec<Vec<KeptWeights>>,
}

/// Does work again on a new export of its file.
///
/// `old` is the file that the work was done on, `fresh` a document without work on the new one. Joints are matched by [`KeyMap`], meshes
/// by [`MeshMap`], and vertices by their places and order, else on the surface: there a vertex takes of each corner's changed row as much
/// as its share of the place is, and the rest from what the new file has. So what was not changed is as the new file has it. Weights of a
/// joint that is gone go to the nearest one above it that the skin lists.
///
/// What fits nothing is named in the report; nothing is refused as a whole. On the file that it was done on the work comes out bit for bit.
#[must_use]
pub fn carry_over<'a>(
    old: &CharacterShape,
    work: impl IntoIterator<Item = ReplayStep<'a>>,
    beside: WorkBeside,
    fresh: Document,
) -> Carried {
    let new = CharacterShape::of(&fresh.original);
    let meshes = MeshMap::between(old, &new);
    let keys = KeyMap::between(old, &new);
    let mut report = report_of(old, &new, &keys, &meshes);
    let mut carrying = Carrying {
        weights: WeightCarrier::new(old, &new, &meshes),
        clips: ClipCarrier::default(),
        old_keys: old.nodes.iter().map(|node| node.key).collect(),
        old_next: old.next_key,
        keys,
        // What was not marked does not ask what the new file has.
        bare: (!beside.base_as_file.is_empty()).then(|| fresh.clone()),
        document: fresh,
        report: CarryReport::default(),
        edits: 0,
    };
    for step in work {
        carrying.take(step);
    }
    carrying.take_layers(beside.layers, &beside.base_as_file);
    let kept = beside.kept.into_iter();
    let kept = kept.map(|kept| carrying.kept(&kept)).collect();
    carrying.finish_report(old);
    let done = carrying.report;
    report.vertices = done.vertices;
    report.gone_meshes = done.gone_meshes;
    report.moved_weights = done.moved_weights;
    report.lost_weights = done.lost_weights;
    (report.clips, report.problems) = (done.clips, done.problems);
    Carried {
        document: carrying.document,
        report,
        keys: carrying.keys,
        kept,
        meshes,
    }
}

/// What is to be told of joints and meshes.
fn report_of(
    old: &CharacterShape,
    new: &CharacterShape,
    keys: &KeyMap,
    meshes: &MeshMap,
) -> CarryReport {
    let names = |of: &CharacterShape| -> BTreeMap<u32, String> {
        let nodes = of.nodes.iter();
        nodes
            .map(|node| (node.key, name_of(node.key, &node.name)))
            .collect()
    };
    let (was, is) = (names(old), names(new));
    let name =
        |names: &BTreeMap<u32, String>, key: u32| names.get(&key).cloned().unwrap_or_default();
    let parents: BTreeMap<u32, Option<u32>> = new
        .nodes
        .iter()
        .map(|node| (node.key, node.parent))
        .collect();
    let has_moved = |old: u32, new: u32| {
        let expected = keys.parent(old).map(|parent| keys.of(parent));
        let is_known = expected != Some(None);
        is_known && parents.get(&new).copied() != Some(expected.flatten())
    };
    let matches = keys.matches().iter();
    let renamed = matches.clone().filter_map(|found| {
        let names = (name(&was, found.old), name(&is, found.new));
        // Names of nodes without one are their numbers, which change.
        let is_other = names.0 != names.1 && found.by > MatchedBy::Name;
        is_other.then_some((names.0, names.1, found.by))
    });
    let mesh = |of: &CharacterShape, place: usize| mesh_name(of.meshes.get(place), place);
    let renamed_meshes = meshes.renamed().iter();
    CarryReport {
        renamed_joints: renamed.collect(),
        gone_joints: keys.gone().iter().map(|&key| name(&was, key)).collect(),
        new_joints: keys.added().iter().map(|&key| name(&is, key)).collect(),
        has_moved_joints: matches.clone().any(|found| has_moved(found.old, found.new)),
        is_another_character: !old.nodes.is_empty() && keys.matches().is_empty(),
        renamed_meshes: renamed_meshes
            .map(|renamed| (mesh(old, renamed.old), mesh(new, renamed.new)))
            .collect(),
        ..CarryReport::default()
    }
}

fn name_of(key: u32, name: &str) -> String {
    match name.trim() {
        "" => format!("node {key}"),
        name => name.to_owned(),
    }
}

fn mesh_name(mesh: Option<&MeshShape>, place: usize) -> String {
    let name = mesh.and_then(|mesh| mesh.name.clone().or_else(|| mesh.node.clone()));
    name.unwrap_or_else(|| format!("mesh {place}"))
}

struct Carrying<'a> {
    weights: WeightCarrier<'a>,
    clips: ClipCarrier,
    keys: KeyMap,
    /// The keys that the old file's joints have after the edits so far.
    old_keys: BTreeSet<u32>,
    old_next: u32,
    document: Document,
    /// The new file with the edits of the skeleton alone; none where nobody asks what it has.
    bare: Option<Document>,
    report: CarryReport,
    /// The number of edits of the skeleton so far.
    edits: usize,
}

impl Carrying<'_> {
    fn take(&mut self, step: ReplayStep<'_>) {
        match step {
            ReplayStep::Skeleton(edit) => {
                self.edits += 1;
                self.edit(edit);
            }
            ReplayStep::Weights(kept) => {
                let onto = Arc::clone(&self.document.character);
                let as_ever = Unchanged::AsCharacter;
                let kept = self.weights.carry(&kept, &onto, &self.keys, as_ever);
                self.replay(ReplayStep::Weights(kept));
            }
            ReplayStep::Clips(kept) => self.animate(kept),
            ReplayStep::ClipWork(work) => {
                let now = Arc::clone(&self.document.character);
                let kept = self.clips.with_lost(work, &now);
                self.animate(kept);
            }
        }
    }

    fn animate(&mut self, mut kept: KeptClips) {
        let before = Arc::clone(&self.document.character);
        ClipCarrier::carry(&mut kept, &before, &self.keys);
        self.replay(ReplayStep::Clips(kept));
        self.clips
            .follow(&before.clips, &self.document.character.clips);
    }

    /// Keeps a clip as the file has it under a free name beside the one that was changed here too.
    fn keep_file_version(&mut self, file: &[Clip], clip: ClipId) {
        let Some(own) = file.iter().find(|own| own.id() == clip) else {
            return;
        };
        let mut clips = self.document.character.clips.to_vec();
        let name = free_name(&clips, &clip_name(own));
        self.clips.told.push(format!(
            "{}: it was changed here and in the file; yours stays, and the file's is {name}",
            clip_name(own)
        ));
        let place = clips.iter().position(|own| own.id() == clip);
        let copy = copy_of(own, free_clip_id(&clips), &name);
        clips.insert(place.map_or(clips.len(), |place| place + 1), copy);
        self.document = self.document.with_clips(clips);
    }

    fn edit(&mut self, edit: &SkeletonEdit) {
        let number = self.edits;
        let rekeyed = edit.with_other_keys(&self.keys);
        let before = Arc::clone(&self.document.character);
        if let Some(edit) = &rekeyed.edit {
            let bare = self.bare.take();
            self.bare = bare.map(|bare| bare.with_work([ReplayStep::Skeleton(edit)]).0);
            self.replay(ReplayStep::Skeleton(edit));
        } else {
            self.report.problems.push(format!(
                "edit {number} of the skeleton: the joints that it changes are gone; it is left out"
            ));
        }
        self.follow_keys(edit, &before);
    }

    /// Pairs the joints that an edit has made here with those that it made on the old file.
    fn follow_keys(&mut self, edit: &SkeletonEdit, before: &Character) {
        let skeleton = &self.document.character.rig.skeleton;
        let first = before.next_joint_key();
        let made = skeleton.joints().map(|joint| skeleton.key(joint));
        let mut made: Vec<u32> = made.filter(|&key| key >= first).collect();
        made.sort_unstable();
        let count = match edit {
            SkeletonEdit::Add { .. }
            | SkeletonEdit::Extrude { .. }
            | SkeletonEdit::Insert { .. } => 1,
            SkeletonEdit::AddTree { joints } => joints.len(),
            _ => made.len(),
        };
        let last = self
            .old_keys
            .last()
            .map_or(0, |last| last.saturating_add(1));
        let next = last.max(self.old_next);
        let keys = (0_u32..)
            .take(count)
            .map_while(|more| next.checked_add(more));
        for (place, old) in keys.enumerate() {
            self.old_keys.insert(old);
            match made.get(place) {
                Some(&new) => {
                    // Above a joint that an edit has made is whatever is above it here.
                    let parent = parent_key(skeleton, new);
                    let parent = parent.and_then(|parent| self.keys.old_of(parent));
                    self.keys.add(old, new, parent);
                }
                None => self.keys.add_gone(old, parent_of_made(edit, &self.keys)),
            }
        }
        if let SkeletonEdit::Dissolve { joint } = edit {
            self.old_keys.remove(joint);
        }
    }

    fn replay(&mut self, step: ReplayStep<'_>) {
        let number = self.edits;
        let document = std::mem::replace(&mut self.document, Document::empty());
        let clips = Arc::clone(&document.character.clips);
        let (after, unfit) = document.with_work([step]);
        self.document = after;
        for unfit in unfit {
            let problem = match unfit {
                ReplayProblem::Skeleton(_, error) => {
                    format!("edit {number} of the skeleton: {error}")
                }
                ReplayProblem::LeftOut(more) => {
                    format!("{more} edits of skeleton and weights are left out")
                }
                ReplayProblem::Weights(problem) => {
                    format!("{problem}; they stay as the file has them")
                }
                ReplayProblem::Clips(problem) => problem,
                ReplayProblem::BothChanged(clip) => {
                    self.keep_file_version(&clips, clip);
                    continue;
                }
            };
            self.report.problems.push(problem);
        }
    }

    fn take_layers(&mut self, layers: Option<KeptLayers>, base_as_file: &[AsFile]) {
        let Some(mut kept) = layers.filter(|kept| !kept.layers.is_empty()) else {
            return;
        };
        let onto = Arc::clone(&self.document.character);
        for (number, layer) in kept.layers.iter_mut().enumerate() {
            let counts = self.weights.counts;
            let (onto, keys) = (&*onto, &self.keys);
            layer.parts = match (number, &self.bare) {
                (0, Some(bare)) => {
                    let base = BaseRows::of(&layer.parts, base_as_file);
                    let (weights, as_ever) = (&mut self.weights, Unchanged::AsCharacter);
                    let as_file = weights.carry(&base.as_file, onto, keys, as_ever);
                    let mut parts = rows_of_file(&as_file, &bare.character);
                    parts.extend(weights.carry(&base.changed, onto, keys, as_ever));
                    parts
                }
                (0, None) => {
                    let as_ever = Unchanged::AsCharacter;
                    self.weights.carry(&layer.parts, onto, keys, as_ever)
                }
                _ => self
                    .weights
                    .carry(&layer.parts, onto, keys, Unchanged::Nothing),
            };
            // What layers come to is counted with the weights.
            self.weights.counts = counts;
        }
        let (layers, unfit) = kept.fit_to(&onto);
        self.report.problems.extend(unfit);
        match self.document.with_layers(layers) {
            Ok(after) => self.document = after,
            Err(error) => {
                let problem = format!("the layers of weights: {error}");
                self.report.problems.push(problem);
            }
        }
    }

    fn kept(&mut self, kept: &[KeptWeights]) -> Vec<KeptWeights> {
        let counts = self.weights.counts;
        let onto = Arc::clone(&self.document.character);
        let carried = self
            .weights
            .carry(kept, &onto, &self.keys, Unchanged::AsCharacter);
        self.weights.counts = counts;
        carried
    }

    fn finish_report(&mut self, old: &CharacterShape) {
        let was: BTreeMap<u32, String> = old
            .nodes
            .iter()
            .map(|node| (node.key, name_of(node.key, &node.name)))
            .collect();
        let skeleton = &self.document.character.rig.skeleton;
        let moved = self.weights.moved.iter().map(|(old, new)| {
            let to = skeleton
                .joint_of_key(*new)
                .map(|joint| joint_name(skeleton, joint));
            let from = was.get(old).cloned().unwrap_or_else(|| name_of(*old, ""));
            (from, to.unwrap_or_else(|| name_of(*new, "")))
        });
        self.report.moved_weights = moved.collect();
        let lost = self.weights.lost.iter();
        let lost = lost.map(|key| was.get(key).cloned().unwrap_or_else(|| name_of(*key, "")));
        self.report.lost_weights = lost.collect();
        self.report.vertices = self.weights.counts;
        let gone = self.weights.gone.iter();
        let gone = gone.map(|&mesh| mesh_name(old.meshes.get(mesh), mesh));
        self.report.gone_meshes = gone.collect();
        self.report.clips = std::mem::take(&mut self.clips.told);
    }
}

/// The joint of the old file that one hung on which an edit made.
fn parent_of_made(edit: &SkeletonEdit, keys: &KeyMap) -> Option<u32> {
    match edit {
        SkeletonEdit::Add { parent, .. } => *parent,
        SkeletonEdit::Extrude { joint, .. } => Some(*joint),
        SkeletonEdit::Insert { child, .. } => keys.parent(*child),
        _ => None,
    }
}

fn parent_key(skeleton: &Skeleton, key: u32) -> Option<u32> {
    let joint = skeleton.joint_of_key(key)?;
    Some(skeleton.key(skeleton.parent(joint)?))
}
