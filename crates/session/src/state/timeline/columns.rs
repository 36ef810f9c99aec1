//! The keys of a row as the sheet shows them: those of all its tracks, merged where they stand at one time.
//!
//! [`Columns`] keeps what it made of each track, and makes anew only what an edit changed: an edited clip shares the other
//! tracks with the one before.

use std::collections::BTreeMap;
use std::sync::Arc;

use rig::{Clip, JointIndex, KeyKind, Keyed, Keys, Segment, Target, Track};

use super::rows::RowOf;

/// Keys no further apart than this, in seconds, stand in one column.
pub const ONE_COLUMN: f32 = rig::SAME_KEY;

/// Keys at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Seconds; of the first, if they differ by a rounding.
    pub time: f32,
    /// How the tracks pass on from here; none if they differ.
    pub out: Option<Segment>,
    /// What the keys are to the animator: of several the one that says most, an extreme before a breakdown.
    pub kind: KeyKind,
}

/// Columns of all rows of a clip, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    clip: Option<Clip>,
    tracks: BTreeMap<Target, Arc<[Column]>>,
    joints: BTreeMap<JointIndex, Arc<[Column]>>,
    morphs: Arc<[Column]>,
    all: Arc<[Column]>,
    changes: u64,
}

impl Columns {
    /// Makes anew what differs from the clip seen last. Returns whether anything does.
    pub fn follow(&mut self, clip: &Clip) -> bool {
        let before = self.clip.take();
        let before = before.filter(|before| before.id() == clip.id());
        let is_known = |target: Target, keys: Keys<'_>| {
            let known = before.as_ref().and_then(|before| before.keys(target));
            known.is_some_and(|known| are_same(known, keys))
        };
        let mut tracks = BTreeMap::new();
        let mut stale: Vec<Target> = Vec::new();
        for target in clip.keyed_targets() {
            let Some(keys) = clip.keys(target) else {
                continue;
            };
            let known = self.tracks.get(&target).filter(|_| is_known(target, keys));
            let columns = known.map_or_else(
                || {
                    stale.push(target);
                    of_track(keys)
                },
                Arc::clone,
            );
            tracks.insert(target, columns);
        }
        let gone = self.tracks.keys().filter(|old| !tracks.contains_key(old));
        stale.extend(gone);
        let is_new = before.is_none();
        self.tracks = tracks;
        self.clip = Some(clip.clone());
        if stale.is_empty() && !is_new {
            return false;
        }
        self.merge(&stale);
        self.changes += 1;
        true
    }

    /// Nothing is shown any more.
    pub fn forget(&mut self) {
        let changes = self.changes + u64::from(self.clip.is_some());
        *self = Self {
            changes,
            ..Self::default()
        };
    }

    /// The columns of a row, by time.
    #[must_use]
    pub fn of(&self, row: RowOf) -> &[Column] {
        match row {
            RowOf::All => &self.all,
            RowOf::Joint(joint) => self.joints.get(&joint).map_or(&[], |columns| columns),
            RowOf::Morphs => &self.morphs,
            RowOf::Track(target) => self.tracks.get(&target).map_or(&[], |columns| columns),
        }
    }

    /// The columns of several joints, and of all morph weights, as those of one row.
    #[must_use]
    pub fn together(&self, rows: impl Iterator<Item = RowOf>) -> Arc<[Column]> {
        let parts = rows.filter_map(|row| match row {
            RowOf::Joint(joint) => self.joints.get(&joint),
            RowOf::Morphs => Some(&self.morphs),
            RowOf::All | RowOf::Track(_) => None,
        });
        merge_columns(parts)
    }

    /// A number that is another one after every change.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// Merges the rows above tracks that changed.
    fn merge(&mut self, stale: &[Target]) {
        let of_joint = |joint: JointIndex| {
            let parts = self
                .tracks
                .iter()
                .filter(|(target, _)| matches!(target, Target::Joint(other, _) if *other == joint));
            merge_columns(parts.map(|(_, columns)| columns))
        };
        let mut joints: Vec<JointIndex> = stale.iter().filter_map(joint_of).collect();
        joints.dedup();
        for joint in joints {
            let columns = of_joint(joint);
            if columns.is_empty() {
                self.joints.remove(&joint);
            } else {
                self.joints.insert(joint, columns);
            }
        }
        let is_morph = |target: &Target| matches!(target, Target::Morph(_));
        if stale.iter().any(is_morph) {
            let parts = self.tracks.iter().filter(|(target, _)| is_morph(target));
            self.morphs = merge_columns(parts.map(|(_, columns)| columns));
        }
        self.all = merge_columns(self.joints.values().chain([&self.morphs]));
    }
}

const fn joint_of(target: &Target) -> Option<JointIndex> {
    match target {
        Target::Joint(joint, _) => Some(*joint),
        Target::Morph(_) => None,
    }
}

fn of_track(keys: Keys<'_>) -> Arc<[Column]> {
    let times = keys.times().iter().enumerate();
    times
        .map(|(key, &time)| Column {
            time,
            out: Some(keys.mode(key).out),
            kind: keys.mode(key).kind,
        })
        .collect()
}

/// All columns of these, those at one time as one. Many tracks of a file have the same times: each set of times counts once.
fn merge_columns<'a>(parts: impl Iterator<Item = &'a Arc<[Column]>>) -> Arc<[Column]> {
    let parts: Vec<&Arc<[Column]>> = parts.collect();
    if let [only] = parts.as_slice() {
        return Arc::clone(only);
    }
    let mut different: Vec<&Arc<[Column]>> = Vec::new();
    for part in parts {
        if different.last().is_none_or(|last| last != &part) {
            different.push(part);
        }
    }
    let mut all: Vec<Column> = different
        .iter()
        .flat_map(|part| part.iter().copied())
        .collect();
    // The parts are sorted: the sort finds them as runs.
    all.sort_by(|one, other| one.time.total_cmp(&other.time));
    all.dedup_by(|later, kept| {
        // Measured from the first key of a column, so that many close keys do not merge one after another.
        let is_one = later.time - kept.time <= ONE_COLUMN;
        if is_one && kept.out != later.out {
            kept.out = None;
        }
        if is_one {
            kept.kind = kept.kind.max(later.kind);
        }
        is_one
    });
    all.into()
}

/// Whether two tracks share their memory, so that they are the same.
pub(super) fn are_same(one: Keys<'_>, other: Keys<'_>) -> bool {
    match (one, other) {
        (Keys::Vector(one), Keys::Vector(other)) => shares(one, other),
        (Keys::Rotation(one), Keys::Rotation(other)) => shares(one, other),
        (Keys::Number(one), Keys::Number(other)) => shares(one, other),
        _ => false,
    }
}

fn shares<T: Keyed>(one: &Track<T>, other: &Track<T>) -> bool {
    let modes = match (one.modes(), other.modes()) {
        (None, None) => true,
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        _ => false,
    };
    modes
        && std::ptr::eq(one.times(), other.times())
        && std::ptr::eq(one.values(), other.values())
        && one.interpolation() == other.interpolation()
}
