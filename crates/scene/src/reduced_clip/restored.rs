//! Keys that return where vertices or joints are too far off.

use std::collections::BTreeSet;
use std::ops::Range;

use rig::{JointIndex, KeptKeys, Keys, Repeat, Tangents, Target};

use super::ClipReduction;
use super::judge::MotionError;
use crate::surface::vertex_facts::{MovedBy, VertexFacts, VertexPlace};

/// Keys of a track on either side of one that returns, whose segments may change with it.
const AROUND: usize = 3;

/// The tracks that move what is too far off.
struct Movers {
    joints: BTreeSet<JointIndex>,
    /// Whether morph weights move it too.
    morphs: bool,
}

impl Movers {
    fn has(&self, target: Target) -> bool {
        match target {
            Target::Joint(joint, _) => self.joints.contains(&joint),
            Target::Morph(_) => self.morphs,
        }
    }
}

impl ClipReduction<'_> {
    /// Puts keys back near these times, of all tracks that move what is off; returns the places of times where that may change
    /// anything.
    pub(super) fn restore(
        &self,
        kept: &mut KeptKeys,
        wrong: &[MotionError],
        times: &[f32],
    ) -> Vec<usize> {
        let mut changed = BTreeSet::new();
        for error in wrong {
            let movers = self.movers(error);
            let is_mover = |target| movers.has(target);
            // Of the tracks that move it; of all only where none of these has lost a key around.
            let mut is_back = self.restore_at(kept, error.time, &mut changed, times, &is_mover);
            if !is_back {
                is_back = self.restore_at(kept, error.time, &mut changed, times, &|_| true);
            }
            if !is_back {
                // Nothing is missing around: what is wrong comes from farther away.
                kept.values_mut().for_each(|keeps| keeps.fill(true));
                return (0..times.len()).collect();
            }
        }
        changed.into_iter().collect()
    }

    /// Puts back the key nearest to a time between those that are left around it; returns whether there was one.
    fn restore_at(
        &self,
        kept: &mut KeptKeys,
        time: f32,
        changed: &mut BTreeSet<usize>,
        times: &[f32],
        is_meant: &dyn Fn(Target) -> bool,
    ) -> bool {
        let mut is_back = false;
        for (&target, keeps) in kept.iter_mut().filter(|(target, _)| is_meant(**target)) {
            let Some(keys) = self.clip.keys(target) else {
                continue;
            };
            let own = keys.times();
            let after = own.partition_point(|&key| key <= time);
            let gone_before = (0..after).rev().take_while(|&key| !keeps[key]).next();
            let gone_after = (after..own.len()).take_while(|&key| !keeps[key]).next();
            let distance = |key: &usize| (own[*key] - time).abs();
            let gone = [gone_before, gone_after].into_iter().flatten();
            let nearest = gone.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let Some(nearest) = nearest else {
                continue;
            };
            keeps[nearest] = true;
            is_back = true;
            let span = self.span_around(keys, keeps, nearest);
            let first = times.partition_point(|&it| it < span[0]);
            let end = times.partition_point(|&it| it <= span[1]);
            changed.extend(first..end);
        }
        is_back
    }

    /// Puts back all keys from a time on, and so many before it that each track is what it was from then on. Returns the places of earlier
    /// times where that may change anything, all of them where automatic tangents run through a loop; at all later ones the motion is that
    /// of all keys.
    pub(super) fn restore_from(
        &self,
        kept: &mut KeptKeys,
        from: f32,
        times: &[f32],
    ) -> Range<usize> {
        let end = times.partition_point(|&it| it < from);
        let mut first = end;
        for (&target, keeps) in kept.iter_mut() {
            let Some(keys) = self.clip.keys(target) else {
                continue;
            };
            let own = keys.times();
            let after = own.partition_point(|&key| key < from);
            // A segment between keys whose tangents are their own depends on no other; in a loop of automatic ones each depends on all.
            let (start, around) = match (is_automatic(keys), self.clip.repeat()) {
                (true, Repeat::Loop) => (0, None),
                (true, _) => (after.saturating_sub(AROUND), Some(AROUND)),
                (false, _) => (after.saturating_sub(1), Some(1)),
            };
            let Some(gone) = (start..own.len()).find(|&key| !keeps[key]) else {
                continue;
            };
            let mut before = (0..gone).rev().filter(|&key| keeps[key]);
            let same = around.and_then(|around| before.nth(around - 1));
            let same = same.map(|key| own[key]);
            let changed = same.map_or(0, |same| times.partition_point(|&it| it <= same));
            first = first.min(changed);
            keeps[gone..].fill(true);
        }
        first..end
    }

    /// The times between which a key may change its track.
    fn span_around(&self, keys: Keys<'_>, keeps: &[bool], key: usize) -> [f32; 2] {
        let times = keys.times();
        if is_automatic(keys) && self.clip.repeat() == Repeat::Loop {
            return [f32::NEG_INFINITY, f32::INFINITY];
        }
        let mut before = (0..key).rev().filter(|&it| keeps[it]);
        let mut after = (key + 1..times.len()).filter(|&it| keeps[it]);
        [
            before
                .nth(AROUND - 1)
                .map_or(f32::NEG_INFINITY, |it| times[it]),
            after.nth(AROUND - 1).map_or(f32::INFINITY, |it| times[it]),
        ]
    }

    /// The joints that move what is farthest off, all above them, and whether morph weights do.
    fn movers(&self, error: &MotionError) -> Movers {
        let skeleton = &self.character.rig.skeleton;
        let [of_vertex, of_joint] = error.distances();
        let vertex = error.vertex.filter(|_| of_vertex >= of_joint);
        let own = match (vertex, error.joint) {
            (Some(vertex), _) => self.own_movers(vertex.place),
            (None, Some(error)) => vec![error.joint],
            (None, None) => Vec::new(),
        };
        let mut joints = BTreeSet::new();
        let mut left = own;
        while let Some(joint) = left.pop() {
            // What drives a joint moves it too, and so does all that this hangs on.
            if joints.insert(joint) {
                left.extend(skeleton.parent(joint));
                left.extend(self.leaders(joint));
            }
        }
        Movers {
            joints,
            morphs: vertex.is_some(),
        }
    }

    /// The joints that a joint follows itself.
    fn leaders(&self, joint: JointIndex) -> Vec<JointIndex> {
        let channels = self.driven.channels().iter();
        let channels = channels.filter(|channel| channel.target.joint() == Some(joint));
        let constraint = self.character.constraints.of(joint);
        let drivers = channels.map(|channel| channel.driver.joint);
        drivers.chain(constraint.map(|own| own.source)).collect()
    }

    fn own_movers(&self, place: VertexPlace) -> Vec<JointIndex> {
        let facts = VertexFacts::of(self.character, place);
        match facts.map(|facts| facts.moved_by) {
            Some(MovedBy::Joints(joints)) => joints.into_iter().map(|(joint, _)| joint).collect(),
            Some(MovedBy::Node(joint)) => vec![joint],
            Some(MovedBy::Nothing) | None => Vec::new(),
        }
    }
}

/// Whether tangents of a track are made from the keys beside theirs.
fn is_automatic(keys: Keys<'_>) -> bool {
    let mut all = 0..keys.times().len();
    all.any(|it| keys.mode(it).tangents == Tangents::Auto)
}
