//! Pairs by the sides in names.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::Scope;
use super::images::{MOST_COUNTERS, Mark, images, without_counters};
use super::layout::Layout;
use super::{FoundPairs, PairedBy};
use crate::{JointIndex, NamePatterns};

/// Joints of one name that are told apart by place; of more none is paired by name.
const MOST_ALIKE: usize = 64;
/// Of joints with several of the right name on the other side those are partners that are within this share of the size of each
/// other's images.
const NEAR: f32 = 0.1;
/// Two in the middle, farther apart than this many times the tolerance, are no images of each other, whatever their names.
const APART: f32 = 4.0;
/// Marks that do not stand as a whole, and rare ones, count where the places disagree by less than this, see [`Layout::disagreement`].
const AGREES: f32 = 0.5;
/// What a name is worth less for each counter that is not looked at.
const OF_COUNTER: f32 = 0.03;
/// Of two bones of about one length the shorter one is no less than this share of the longer one.
const ALIKE: f32 = 0.75;

/// One way to read names.
#[derive(Clone, Copy)]
struct Reading {
    mark: Mark,
    /// Counters at the end that are not looked at.
    counters: usize,
}

/// All pairs whose names are whole, exact and there once among the joints that count: what tells in which plane a skeleton is symmetric.
pub(super) fn unique(scope: &Scope<'_>, found: &FoundPairs) -> Vec<[JointIndex; 2]> {
    let reading = Reading {
        mark: Mark::Whole,
        counters: 0,
    };
    let names = free_names(scope, &scope.counts, found, reading.counters);
    Offers::new(scope.evidence.patterns, &names, reading)
        .clear()
        .collect()
}

/// Pairs joints by name: those that count first, then all others; by whole marks first, exact names before those with counters.
pub(super) fn find(scope: &Scope<'_>, layouts: &[Layout], found: &mut FoundPairs) {
    let marks = [Mark::Whole, Mark::Every, Mark::Inside];
    find_by(&marks, scope, layouts, found);
}

/// The same by rare marks, of what names, places and shape have left over. Where the list of marks is empty no name has a side.
pub(super) fn find_rare(scope: &Scope<'_>, layouts: &[Layout], found: &mut FoundPairs) {
    if !scope.evidence.patterns.pairs().is_empty() {
        find_by(&[Mark::Rare], scope, layouts, found);
    }
}

fn find_by(marks: &[Mark], scope: &Scope<'_>, layouts: &[Layout], found: &mut FoundPairs) {
    // Joints of skins first, so that no control of the same name takes their partners.
    for among in [&scope.counts, &scope.is_in] {
        for &mark in marks {
            find_with_counters(scope, among, layouts, found, mark);
        }
        // There are no others.
        if scope.counts == scope.is_in {
            break;
        }
    }
}

/// The same by one mark: exact names first, then those with ever more counters taken off.
fn find_with_counters(
    scope: &Scope<'_>,
    among: &[bool],
    layouts: &[Layout],
    found: &mut FoundPairs,
    mark: Mark,
) {
    let mut before: Vec<(JointIndex, &str)> = Vec::new();
    for counters in 0..=MOST_COUNTERS {
        let names = free_names(scope, among, found, counters);
        // Where no name has so many counters, and none was paired, the same would be found: nothing.
        if names != before {
            round(scope, &names, layouts, found, Reading { mark, counters });
            before = names;
        }
    }
}

/// The joints among these that have no partner yet, each with its name without counters.
fn free_names<'a>(
    scope: &Scope<'a>,
    among: &[bool],
    found: &FoundPairs,
    counters: usize,
) -> Vec<(JointIndex, &'a str)> {
    let joints = scope.joints.iter().copied();
    let free =
        joints.filter(|joint| among.get(joint.index()) == Some(&true) && found.is_free(*joint));
    let named = free.map(|joint| (joint, without_counters(scope.name(joint), counters)));
    named.collect()
}

fn round(
    scope: &Scope<'_>,
    names: &[(JointIndex, &str)],
    layouts: &[Layout],
    found: &mut FoundPairs,
    reading: Reading,
) {
    let mut offers = Offers::new(scope.evidence.patterns, names, reading);
    offers.drop_implausible(scope, layouts, reading);
    let clear: Vec<[JointIndex; 2]> = offers.clear().collect();
    let worth = worth(reading);
    for pair in clear {
        found.pair(pair, PairedBy::Name, worth * agreement(layouts, pair));
    }
    for pair in offers.by_place(scope, layouts, found) {
        found.pair(pair, PairedBy::Name, 0.8 * worth);
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most three")]
fn worth(reading: Reading) -> f32 {
    let of_mark = match reading.mark {
        Mark::Whole => 1.0,
        Mark::Every => 0.95,
        Mark::Inside => 0.9,
        Mark::Rare => 0.7,
    };
    of_mark - OF_COUNTER * reading.counters as f32
}

/// How far places bear a name out: 1 where they do, 0.7 where they say something else.
fn agreement(layouts: &[Layout], [one, other]: [JointIndex; 2]) -> f32 {
    let disagreement = layouts
        .iter()
        .filter_map(|layout| layout.disagreement(one, other))
        .fold(f32::INFINITY, f32::min);
    match disagreement {
        far if far <= 0.25 => 1.0,
        far if far <= AGREES => 0.9,
        _ => 0.7,
    }
}

/// Which joints have names that fit each other, both ways.
struct Offers(BTreeMap<JointIndex, BTreeSet<JointIndex>>);

impl Offers {
    fn new(patterns: &NamePatterns, names: &[(JointIndex, &str)], reading: Reading) -> Self {
        let mut owners: BTreeMap<&str, Vec<JointIndex>> = BTreeMap::new();
        for &(joint, name) in names {
            owners.entry(name).or_default().push(joint);
        }
        let mut offers = Self(BTreeMap::new());
        // One of each name is asked: what is found holds for all that are called the same.
        for (name, joints) in &owners {
            for image in images(patterns, name, reading.mark) {
                let others = owners.get(image.as_str()).map_or(&[][..], Vec::as_slice);
                offers.offer(joints, others);
            }
        }
        offers
    }

    /// That each of some joints may be a partner of each of others, unless there are too many of them.
    fn offer(&mut self, joints: &[JointIndex], others: &[JointIndex]) {
        if joints.len().max(others.len()) > MOST_ALIKE {
            return;
        }
        let pairs = joints
            .iter()
            .flat_map(|&joint| others.iter().map(move |&other| (joint, other)));
        for (joint, other) in pairs {
            self.0.entry(joint).or_default().insert(other);
            self.0.entry(other).or_default().insert(joint);
        }
    }

    /// Leaves out what cannot be by where the joints stand.
    fn drop_implausible(&mut self, scope: &Scope<'_>, layouts: &[Layout], reading: Reading) {
        let numbered = self.numbered_pairs(scope, reading);
        for (&joint, others) in &mut self.0 {
            others.retain(|&other| {
                let pair = [joint, other];
                // Counters may tell joints apart that are no partners.
                let is_sure = reading.counters == 0
                    || numbered.contains(&[joint.min(other), joint.max(other)]);
                let is_borne_out = || is_sure || is_alike(scope, layouts, pair);
                is_plausible(layouts, pair, reading.mark) && is_borne_out()
            });
        }
    }

    /// The pairs whose counters tell nothing: all joints are numbered, and each name is there once without its counters.
    fn numbered_pairs(&self, scope: &Scope<'_>, reading: Reading) -> BTreeSet<[JointIndex; 2]> {
        if reading.counters == 0 || self.0.is_empty() || !are_numbered(scope) {
            return BTreeSet::new();
        }
        let name = |joint: JointIndex| without_counters(scope.name(joint), reading.counters);
        let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
        for &joint in &scope.joints {
            *owners.entry(name(joint)).or_default() += 1;
        }
        let is_alone = |joint: &JointIndex| owners.get(name(*joint)) == Some(&1);
        let clear = self.clear();
        clear.filter(|pair| pair.iter().all(is_alone)).collect()
    }

    /// Pairs of which neither could be another joint's.
    fn clear(&self) -> impl Iterator<Item = [JointIndex; 2]> {
        let only = |joint: JointIndex| match self.0.get(&joint) {
            Some(others) if others.len() == 1 => others.first().copied(),
            _ => None,
        };
        let pairs = self
            .0
            .keys()
            .filter_map(move |&joint| Some([joint, only(joint)?]));
        pairs.filter(move |&[joint, other]| joint < other && only(other) == Some(joint))
    }

    /// Of those that could be several joints' images the nearest ones, those under partners first.
    fn by_place(
        &self,
        scope: &Scope<'_>,
        layouts: &[Layout],
        found: &FoundPairs,
    ) -> Vec<[JointIndex; 2]> {
        let distance = |[joint, other]: [JointIndex; 2]| {
            let of = |layout: &Layout| Some(layout.distance(joint, other)? / layout.size);
            layouts.iter().filter_map(of).fold(f32::INFINITY, f32::min)
        };
        let pairs = self.0.iter().flat_map(|(&joint, others)| {
            let others = others.iter().filter(move |other| joint < **other);
            others.map(move |&other| [joint, other])
        });
        let near = pairs
            .map(|pair| (distance(pair), pair))
            .filter(|(distance, _)| *distance <= NEAR);
        let mut offers: Vec<(bool, f32, [JointIndex; 2])> = near
            .map(|(distance, pair)| {
                let is_stranger = !found.has_paired_parents(scope, pair);
                (is_stranger, distance, pair)
            })
            .collect();
        offers.sort_by(|one, other| {
            let by_distance = one.1.total_cmp(&other.1);
            one.0
                .cmp(&other.0)
                .then(by_distance)
                .then(one.2.cmp(&other.2))
        });
        let mut taken: BTreeSet<JointIndex> = BTreeSet::new();
        let mut pairs = Vec::new();
        // The best pair of all first, then the best of what is left.
        for (_, _, pair) in offers {
            let is_free = |joint: &JointIndex| !taken.contains(joint) && found.is_free(*joint);
            if pair.iter().all(is_free) {
                taken.extend(pair);
                pairs.push(pair);
            }
        }
        pairs
    }
}

fn is_plausible(layouts: &[Layout], [one, other]: [JointIndex; 2], mark: Mark) -> bool {
    let is_possible = |layout: &Layout| {
        let heights = [one, other].map(|joint| layout.height(joint));
        let (Some(disagreement), [Some(here), Some(there)]) =
            (layout.disagreement(one, other), heights)
        else {
            return true;
        };
        let tolerance = layout.tolerance();
        let apart = layout.place(one).zip(layout.place(other));
        let apart = apart.map_or(0.0, |(one, other)| one.distance(other));
        let are_central = here.abs() <= tolerance && there.abs() <= tolerance;
        match mark {
            Mark::Whole | Mark::Every => {
                !(are_central && apart > APART * tolerance && layout.score > 0.0)
            }
            Mark::Inside | Mark::Rare => here * there < 0.0 && disagreement <= AGREES,
        }
    };
    layouts.is_empty() || layouts.iter().any(is_possible)
}

/// Whether nearly all joints that count have a counter at the end of their names, and no two the same: who wrote the file numbered them.
fn are_numbered(scope: &Scope<'_>) -> bool {
    let mut counters: BTreeSet<&str> = BTreeSet::new();
    for joint in scope.counted_joints() {
        let name = scope.name(joint);
        let counter = name.get(without_counters(name, 1).len()..);
        let Some(counter) = counter.filter(|counter| !counter.is_empty()) else {
            continue;
        };
        // `_07` is `_7`.
        let number = counter.trim_start_matches(|sign: char| !matches!(sign, '1'..='9'));
        if !counters.insert(number) {
            return false;
        }
    }
    10 * counters.len() >= 9 * scope.counted_joints().count()
}

/// Whether two joints whose names are one but for the side and for counters may be images of each other, since the counters may tell joints
/// apart that are no partners. Their places agree, or they end bones of about one length on two sides, bent as they may be. Where there is
/// no plane of symmetry, lengths say it alone.
fn is_alike(scope: &Scope<'_>, layouts: &[Layout], [one, other]: [JointIndex; 2]) -> bool {
    let disagreements = layouts
        .iter()
        .filter_map(|layout| layout.disagreement(one, other));
    // Nothing where no space knows both.
    let least = disagreements.min_by(f32::total_cmp);
    if least.is_none_or(|least| least <= AGREES) {
        return true;
    }
    let has_plane = layouts.iter().any(Layout::is_symmetric);
    let [Some(here), Some(there)] = [one, other].map(|joint| scope.parent(joint)) else {
        return !has_plane;
    };
    let length = |layout: &Layout, [from, to]: [JointIndex; 2]| {
        Some(layout.place(from)?.distance(layout.place(to)?))
    };
    let are_alike = |layout: &Layout| {
        let bones = [length(layout, [here, one]), length(layout, [there, other])];
        let [Some(one), Some(other)] = bones else {
            return true;
        };
        one.min(other) >= ALIKE * one.max(other)
    };
    (here != there || !has_plane) && layouts.iter().any(are_alike)
}
