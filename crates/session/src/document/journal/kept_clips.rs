//! Changed clips without the character that they were changed on: to replay them on a changed file, and for projects.
//!
//! Clips are found again by name, then by their place in the file. What did not change follows the file; what did stays as it
//! was made, and where the file has something else there now, that is told. What finds no joint or no clip waits.

mod laid;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use character::Character;
use rig::{AnyTrack, Clip, ClipId, ClipMarker, JointTrack, MorphTrack, Repeat};
use scene::names::clip_name;

use super::kept_euler::{KeptEuler, changed_euler};
use super::kept_layers::LayerChange;
use super::kept_tracks::{KeptTrack, NodeNames, hash_of_keys};
use laid::FoundAgain;

/// Identities from here on are given to no clip: a project may hold any u32, and one more than the last would overflow.
const MOST_CLIPS: u32 = 1 << 24;
/// Tracks named in one message; the rest is a number, as messages take one line.
const NAMED: usize = 3;

/// What was done to clips.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptClips {
    /// All clips after the edits, in their order.
    pub clips: Vec<KeptClip>,
    /// Whether those that were there before had another order.
    pub reordered: bool,
    /// The clips that were deleted.
    pub deleted: Vec<ClipName>,
    /// What waits for joints or clips that the character lacked.
    pub waiting: Vec<KeptClip>,
}

/// How a clip is found again.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ClipName {
    /// Its number in the character; stable in edits, not across files.
    pub id: ClipId,
    /// Its place in the file; none for a clip made since.
    pub place: Option<usize>,
    /// Its name before the edits.
    pub name: Option<String>,
}

/// What was done to one clip; what is none, or not listed, is as it was.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptClip {
    /// Which clip; a new one by its own name.
    pub was: ClipName,
    /// Whether it is new: then all of it is here.
    pub is_new: bool,
    /// Its name after the edits.
    pub name: Option<String>,
    /// Its duration in seconds.
    pub duration: Option<f32>,
    /// What happens at its end.
    pub repeat: Option<Repeat>,
    /// All its markers in the order of their times; none where they are as they were.
    pub markers: Option<Vec<ClipMarker>>,
    /// What makes it a layer; none where that is as it was.
    pub layer: Option<LayerChange>,
    /// Tracks that were set or removed.
    pub tracks: Vec<KeptTrack>,
    /// Euler curves that rotations follow from, where they are others than they were.
    pub euler: Vec<KeptEuler>,
}

/// Clips with the changes that fit.
#[derive(Clone, Debug, Default)]
pub struct FittedClips {
    /// All clips of the character.
    pub clips: Vec<Clip>,
    /// Changes that found no joint or no clip, to be tried again with the next file.
    pub waiting: Vec<KeptClip>,
    /// What is to be told, each a clause.
    pub problems: Vec<String>,
    /// Clips of which the file has changed a track that was changed here: what was made here stays.
    pub both_changed: Vec<ClipId>,
}

/// What is to be told of changes of clips.
#[derive(Clone, Debug, Default)]
pub struct ClipRemarks {
    /// Each a clause.
    pub problems: Vec<String>,
    /// Clips of which the file has changed a track that was changed here: what was made here stays.
    pub both_changed: Vec<ClipId>,
}

impl ClipName {
    pub(super) fn of(clip: &Clip) -> Self {
        Self {
            id: clip.id(),
            place: clip.source(),
            name: clip.name().map(str::to_owned),
        }
    }

    /// The name for messages; `clip 3` where it has none.
    fn text(&self) -> String {
        match self.name.as_deref().map(str::trim) {
            None | Some("") => format!("clip {}", self.id.0),
            Some(name) => name.to_owned(),
        }
    }
}

impl KeptClip {
    /// `before` is none for a new clip.
    /// `clips` are all clips after the edits.
    pub(super) fn between(
        before: Option<&Clip>,
        after: &Clip,
        clips: &[Clip],
        nodes: &NodeNames<'_>,
    ) -> Self {
        let is_other =
            |is_same: fn(&Clip, &Clip) -> bool| before.is_none_or(|before| !is_same(before, after));
        let duration =
            // By bits: what is kept has to come back exactly.
            is_other(|one, other| one.duration().to_bits() == other.duration().to_bits());
        let repeat = is_other(|one, other| one.repeat() == other.repeat());
        let markers = is_other(|one, other| one.markers() == other.markers());
        let layer = is_other(|one, other| one.layer() == other.layer());
        // A new clip has no layer unless it says so.
        let layer = layer && (before.is_some() || after.layer().is_some());
        Self {
            was: ClipName::of(before.unwrap_or(after)),
            is_new: before.is_none(),
            name: after.name().map(str::to_owned),
            duration: duration.then(|| after.duration()),
            repeat: repeat.then(|| after.repeat()),
            markers: markers.then(|| after.markers().to_vec()),
            layer: layer.then(|| LayerChange::of(after.layer(), clips, nodes)),
            tracks: nodes.changed_tracks(before, after),
            euler: changed_euler(before, after, nodes),
        }
    }

    /// Whether there is anything to do.
    fn is_changed(&self) -> bool {
        self.is_new
            || self.name != self.was.name
            || self.duration.is_some()
            || self.repeat.is_some()
            || self.markers.is_some()
            || self.layer.is_some()
            || !self.tracks.is_empty()
            || !self.euler.is_empty()
    }

    /// Whether a clip that was found may be the one. Under another name, found by its place alone, it is only if the tracks that were
    /// changed here are as they were before: else one is gone and another one has come to its place.
    fn may_be(&self, now: &Clip, nodes: &NodeNames<'_>) -> bool {
        let is_as_before = |track: &KeptTrack| {
            let target = nodes.target(&track.node, track.of);
            let keys = target.and_then(|target| now.keys(target));
            keys.map(hash_of_keys) == track.source
        };
        self.was.name.as_deref() == now.name() || self.tracks.iter().all(is_as_before)
    }

    /// A new clip without its content.
    fn empty_clip(&self, id: ClipId) -> Clip {
        Clip::new(id, self.name.clone(), self.duration.unwrap_or_default())
    }
}

impl KeptClips {
    /// Whether both are the same change, on whatever version of the file.
    pub(super) fn is_same_change(&self, other: &Self) -> bool {
        let without_sources = |kept: &Self| {
            let mut kept = kept.clone();
            let clips = kept.clips.iter_mut().chain(&mut kept.waiting);
            for track in clips.flat_map(|clip| &mut clip.tracks) {
                track.source = None;
            }
            kept
        };
        without_sources(self) == without_sources(other)
    }

    /// The changed clips that a character lacks, by their places in the list.
    #[must_use]
    pub fn lost_in(&self, character: &Character) -> Vec<usize> {
        let (found, _) = find_clips(self, &character.clips, &NodeNames::of(character));
        let clips = self.clips.iter().zip(found).enumerate();
        let lost =
            clips.filter(|(_, (clip, found))| !clip.is_new && clip.is_changed() && found.is_none());
        lost.map(|(place, _)| place).collect()
    }

    /// The clips of a character with these changes.
    #[must_use]
    pub fn fit_to(&self, character: &Character) -> FittedClips {
        let fit = ClipFit {
            kept: self,
            now: &character.clips,
            nodes: NodeNames::of(character),
            clips: BTreeMap::new(),
            fitted: FittedClips::default(),
        };
        fit.fit_clips()
    }
}

/// A clip on the way: one of the character's, by its place, or a new one, by its place among the kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Now(usize),
    New(usize),
}

struct ClipFit<'a> {
    kept: &'a KeptClips,
    now: &'a [Clip],
    nodes: NodeNames<'a>,
    /// What became of the clips.
    clips: BTreeMap<Slot, Clip>,
    fitted: FittedClips,
}

impl<'a> ClipFit<'a> {
    fn fit_clips(mut self) -> FittedClips {
        let kept = self.kept;
        let (found, deleted) = find_clips(kept, self.now, &self.nodes);
        let mut ours: Vec<Option<Slot>> = Vec::with_capacity(kept.clips.len());
        let mut used: BTreeSet<ClipId> = (0..self.now.len())
            .filter(|place| !deleted.contains(place))
            .map(|place| self.now[place].id())
            .collect();
        for (place, clip) in kept.clips.iter().enumerate() {
            let slot = match (clip.is_new, found[place]) {
                (true, _) => Some(Slot::New(place)),
                (false, now) => now.map(Slot::Now),
            };
            ours.push(slot);
            let base = match slot {
                Some(Slot::New(_)) => clip.empty_clip(free_id(clip.was.id, &mut used)),
                Some(Slot::Now(now)) => self.now[now].clone(),
                None if clip.is_changed() => {
                    self.fitted.problems.push(format!(
                        "{}: there is no such clip now; what was done to it waits in the project until there is",
                        clip.was.text()
                    ));
                    self.fitted.waiting.push(clip.clone());
                    continue;
                }
                None => continue,
            };
            if let Some(slot) = slot {
                let after = self.apply_change(&base, clip, ClipName::of(&base), true);
                self.clips.insert(slot, after);
            }
        }
        let survivors: Vec<Slot> = (0..self.now.len())
            .filter(|place| !deleted.contains(place))
            .map(Slot::Now)
            .collect();
        let again = self.try_again(&ours, &survivors);
        self.lay(&ours, &again);
        let present: Vec<Slot> = ours.into_iter().flatten().collect();
        // After a new order that of the user counts, and new clips of the file go between; else the other way round.
        let order = if kept.reordered {
            merge_slots(&present, &survivors)
        } else {
            merge_slots(&survivors, &present)
        };
        let clips = order.into_iter().filter_map(|slot| match slot {
            Slot::Now(place) => {
                let changed = self.clips.remove(&slot);
                changed.or_else(|| self.now.get(place).cloned())
            }
            Slot::New(_) => self.clips.remove(&slot),
        });
        let clips = clips.collect();
        FittedClips {
            clips,
            ..self.fitted
        }
    }

    /// The clip with a change. What finds no joint waits; that is told if it is new.
    fn apply_change(&mut self, base: &Clip, kept: &KeptClip, was: ClipName, is_told: bool) -> Clip {
        if !kept.is_changed() {
            return base.clone();
        }
        let (mut joints, mut morphs) = (base.tracks().to_vec(), base.morphs().to_vec());
        let (mut waiting, mut other) = (Vec::new(), Vec::new());
        for track in &kept.tracks {
            let Some(target) = self.nodes.target(&track.node, track.of) else {
                waiting.push(track.clone());
                continue;
            };
            // The file's track counts as another one only if it is neither what the edit was made on nor already what
            // the edit made.
            let now = base.keys(target).map(hash_of_keys);
            let own = track.keys.as_ref().map(|own| hash_of_keys(own.keys()));
            if now != track.source && now != own {
                other.push(track.text());
            }
            let set = track.keys.as_ref();
            match (set, set.and_then(|set| set.over(target))) {
                (None, _) => {
                    joints.retain(|track| track.target() != target);
                    morphs.retain(|morph| rig::Target::Morph(morph.weight) != target);
                }
                (Some(_), Some(AnyTrack::Joint(track))) => joints.push(track),
                (Some(_), Some(AnyTrack::Morph(morph))) => morphs.push(morph),
                (Some(_), None) => {}
            }
        }
        let clip = with_settings(base, kept, (joints, morphs));
        let (clip, waiting_curves) = self.with_curves(clip, &kept.euler);
        if !other.is_empty() {
            self.fitted.problems.push(format!(
                "{}: the file has another {} now; yours stays",
                clip_name(base),
                some_of(&other)
            ));
            self.fitted.both_changed.push(base.id());
        }
        if !waiting.is_empty() || !waiting_curves.is_empty() {
            if is_told && !waiting.is_empty() {
                let names: Vec<String> = waiting.iter().map(KeptTrack::text).collect();
                self.fitted.problems.push(nothing_to_move(base, &names));
            }
            self.fitted.waiting.push(KeptClip {
                name: was.name.clone(),
                was,
                is_new: kept.is_new,
                tracks: waiting,
                euler: waiting_curves,
                ..KeptClip::default()
            });
        }
        clip
    }

    /// The clip with Euler curves that were changed, and those that find no joint. What cannot be curves leaves the quaternion keys, and is told.
    fn with_curves(&mut self, mut clip: Clip, changed: &[KeptEuler]) -> (Clip, Vec<KeptEuler>) {
        let mut waiting = Vec::new();
        for kept in changed {
            let Some(joint) = self.nodes.joint(&kept.node) else {
                waiting.push(kept.clone());
                continue;
            };
            match kept.curves() {
                Ok(curves) => clip = clip.with_euler(joint, curves),
                Err(error) => self.fitted.problems.push(format!(
                    "{}: no Euler curves for {}: {error}; its quaternion keys stay",
                    clip_name(&clip),
                    kept.node.address
                )),
            }
        }
        (clip, waiting)
    }

    /// What waited finds its joint or its clip, or waits on.
    fn try_again(&mut self, ours: &[Option<Slot>], survivors: &[Slot]) -> Vec<FoundAgain<'a>> {
        let kept = self.kept;
        let mut again = Vec::new();
        if kept.waiting.is_empty() {
            return again;
        }
        let names: Vec<_> = kept
            .waiting
            .iter()
            .map(|waiting| ((!waiting.is_new).then_some(&waiting.was), false))
            .collect();
        let found = match_names(&names, self.now);
        for (waiting, now) in kept.waiting.iter().zip(found) {
            let is_own = |clip: &KeptClip| clip.is_new && clip.was.id == waiting.was.id;
            let own = || kept.clips.iter().position(is_own);
            let slot = if waiting.is_new {
                own().and_then(|place| ours.get(place).copied().flatten())
            } else {
                now.map(Slot::Now).filter(|slot| survivors.contains(slot))
            };
            let base = slot.and_then(|slot| match slot {
                Slot::Now(place) => self.clips.get(&slot).or_else(|| self.now.get(place)),
                Slot::New(_) => self.clips.get(&slot),
            });
            let (Some(slot), Some(base)) = (slot, base.cloned()) else {
                self.fitted.waiting.push(waiting.clone());
                continue;
            };
            let was = match slot {
                Slot::Now(place) => self.now.get(place).unwrap_or(&base),
                Slot::New(_) => &base,
            };
            let after = self.apply_change(&base, waiting, ClipName::of(was), false);
            self.clips.insert(slot, after);
            again.push(FoundAgain {
                clip: waiting,
                slot,
                is_told: false,
            });
        }
        again
    }
}

/// By kept clip its place in the character, and the places of those that were deleted.
fn find_clips(
    kept: &KeptClips,
    now: &[Clip],
    nodes: &NodeNames<'_>,
) -> (Vec<Option<usize>>, BTreeSet<usize>) {
    let known = kept.clips.iter().map(|clip| {
        let wanted = (!clip.is_new).then_some(&clip.was);
        (wanted, true)
    });
    // A clip of another name is not one that was deleted.
    let deleted = kept.deleted.iter().map(|name| (Some(name), false));
    let wanted: Vec<_> = known.chain(deleted).collect();
    let mut found = match_names(&wanted, now);
    let deleted = found.split_off(kept.clips.len());
    for (found, clip) in found.iter_mut().zip(&kept.clips) {
        let is_same = |place: &usize| now.get(*place).is_some_and(|now| clip.may_be(now, nodes));
        *found = found.filter(is_same);
    }
    (found, deleted.into_iter().flatten().collect())
}

fn nothing_to_move(clip: &Clip, names: &[String]) -> String {
    format!(
        "{}: the character has nothing that the {} could move; what you made of it waits in the project",
        clip_name(clip),
        some_of(names)
    )
}

/// The clip's settings with those that were changed, and these tracks.
fn with_settings(base: &Clip, kept: &KeptClip, tracks: (Vec<JointTrack>, Vec<MorphTrack>)) -> Clip {
    let repeat = kept.repeat.unwrap_or(base.repeat());
    let markers = kept.markers.as_deref().unwrap_or(base.markers());
    let duration = kept.duration.unwrap_or(base.duration());
    let euler = base.euler_curves();
    let euler = euler.map(|(joint, curves)| (joint, curves.clone()));
    let is_renamed = kept.name != kept.was.name;
    let name = if is_renamed {
        kept.name.as_deref()
    } else {
        base.name()
    };
    Clip::new(base.id(), name.map(str::to_owned), duration)
        .with_source(base.source())
        .with_repeat(repeat)
        .with_markers(markers.to_vec())
        .with_layer(base.layer().cloned())
        .with_tracks(tracks.0, tracks.1)
        .with_euler_where_baked(euler)
        // Tracks with later keys lengthen the clip, so the duration is set once more.
        .with_duration(duration)
}

/// The identity if it is free, else the next that is; taken by that.
fn free_id(wanted: ClipId, used: &mut BTreeSet<ClipId>) -> ClipId {
    let next = || {
        let last = used.last().filter(|last| last.0 < MOST_CLIPS);
        ClipId(last.map_or(0, |last| last.0 + 1))
    };
    let is_free = wanted.0 < MOST_CLIPS && !used.contains(&wanted);
    let id = if is_free { wanted } else { next() };
    used.insert(id);
    id
}

/// For each name the clip's place: by identity, place and name; by name; by place, if that is allowed. No clip is found twice.
fn match_names(wanted: &[(Option<&ClipName>, bool)], now: &[Clip]) -> Vec<Option<usize>> {
    type Key<'a> = (u32, usize, &'a str);
    fn exact(name: &ClipName) -> Option<Key<'_>> {
        let place = name.place.map_or(0, |place| place.saturating_add(1));
        Some((name.id.0, place, name.name.as_deref().unwrap_or_default()))
    }
    fn by_name(name: &ClipName) -> Option<Key<'_>> {
        let text = name.name.as_deref()?;
        Some((0, usize::from(name.place.is_some()), text))
    }
    fn by_place(name: &ClipName) -> Option<Key<'_>> {
        Some((0, name.place?, ""))
    }
    let names: Vec<ClipName> = now.iter().map(ClipName::of).collect();
    let mut found = vec![None; wanted.len()];
    let mut taken = vec![false; now.len()];
    // From sure to unsure, and each rule for all before the next: a clip known exactly is never taken by another one's
    // mere name.
    let rules = [
        (exact as fn(&ClipName) -> Option<Key<'_>>, false),
        (by_name, false),
        (by_place, true),
    ];
    for (key, is_place) in rules {
        let mut free: BTreeMap<Key<'_>, VecDeque<usize>> = BTreeMap::new();
        for (place, name) in names.iter().enumerate().filter(|(place, _)| !taken[*place]) {
            if let Some(key) = key(name) {
                free.entry(key).or_default().push_back(place);
            }
        }
        for (found, (name, takes_place)) in found.iter_mut().zip(wanted) {
            let is_asked = found.is_none() && (*takes_place || !is_place);
            let key = name.filter(|_| is_asked).and_then(key);
            let place = key.and_then(|key| free.get_mut(&key)?.pop_front());
            if let Some(place) = place {
                (*found, taken[place]) = (Some(place), true);
            }
        }
    }
    found
}

/// `base`, with those that only `full` has after what is before them there.
fn merge_slots(base: &[Slot], full: &[Slot]) -> Vec<Slot> {
    let known: BTreeSet<Slot> = base.iter().copied().collect();
    let mut after: BTreeMap<Option<Slot>, Vec<Slot>> = BTreeMap::new();
    let mut last = None;
    for &slot in full {
        if known.contains(&slot) {
            last = Some(slot);
        } else {
            after.entry(last).or_default().push(slot);
        }
    }
    let mut all = after.remove(&None).unwrap_or_default();
    for &slot in base {
        all.push(slot);
        all.extend(after.remove(&Some(slot)).unwrap_or_default());
    }
    all
}

/// The first few, and how many more there are.
fn some_of(names: &[String]) -> String {
    let first = names.get(..NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        1 => format!("{first} and one more"),
        more => format!("{first} and {more} more"),
    }
}
