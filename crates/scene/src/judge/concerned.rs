//! Which joints concern a vertex: those about which its surroundings bend when they are turned.
//!
//! A joint concerns a triangle if it moves one corner otherwise than another, or part of a corner's weight. It concerns a vertex if it
//! concerns a triangle there. What a joint does not concern moves rigidly with it: its edges keep their lengths, its usual and its exact
//! normals turn alike, and two methods agree on it as before.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use character::{Character, HelperRow};
use rig::{JointIndex, Skeleton};

use crate::measure::joint_volume::each_row;
use crate::pose::placed::placed_primitives;
use crate::surface::combined_surface::CombinedSurface;

/// Weights below this move nothing that could be seen.
const LEAST_WEIGHT: f32 = 1e-4;
/// Joints above an influence that are looked at.
const MOST_ABOVE: usize = 256;
/// More joints than this at one vertex are not looked at one by one: each of them counts as near to all.
const MOST_AT_A_VERTEX: usize = 96;

/// By vertex of the combined surface the joints that concern it.
pub(super) struct ConcernedJoints {
    /// By vertex the number of its set.
    of_vertices: Vec<u32>,
    sets: Sets,
}

/// Sets of joints, each kept once.
#[derive(Default)]
struct Sets {
    all: Vec<Vec<JointIndex>>,
    numbers: HashMap<Vec<JointIndex>, u32>,
    unions: HashMap<[u32; 2], u32>,
    many: Option<Many>,
}

/// The one set that stands for all that are too large to be looked at one by one: kept each by itself, those around a point with very many
/// joints would take memory with the square of their number.
struct Many {
    number: u32,
    /// By joint whether it is in the set.
    is_in: Vec<bool>,
}

impl Sets {
    fn number(&mut self, set: Vec<JointIndex>) -> u32 {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn of(&self, number: u32) -> &[JointIndex] {
        self.all.get(number as usize).map_or(&[], Vec::as_slice)
    }

    fn union(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let key = [one.min(other), one.max(other)];
        if let Some(&number) = self.unions.get(&key) {
            return number;
        }
        let many = self.many.as_ref().map(|many| many.number);
        // What is in the shared set already need not be gone through again for each set that it is united with.
        let number = if many == Some(one) || many == Some(other) {
            let added = if many == Some(one) { other } else { one };
            let added = self.of(added).to_vec();
            self.add_to_many(&added)
        } else {
            let both = [self.of(one), self.of(other)].concat();
            self.few_or_many(both)
        };
        self.unions.insert(key, number);
        number
    }

    /// The number of a set of joints in any order; the shared one, which gets them too, if they are too many.
    fn few_or_many(&mut self, mut joints: Vec<JointIndex>) -> u32 {
        joints.sort();
        joints.dedup();
        if joints.len() > MOST_AT_A_VERTEX {
            self.add_to_many(&joints)
        } else {
            self.number(joints)
        }
    }

    /// Adds joints to the shared set, and says its number.
    fn add_to_many(&mut self, joints: &[JointIndex]) -> u32 {
        let all = &mut self.all;
        let many = self.many.get_or_insert_with(|| {
            let number = u32::try_from(all.len()).unwrap_or(u32::MAX);
            all.push(Vec::new());
            Many {
                number,
                is_in: Vec::new(),
            }
        });
        for &joint in joints {
            if many.insert(joint)
                && let Some(set) = all.get_mut(many.number as usize)
            {
                set.push(joint);
            }
        }
        many.number
    }
}

impl Many {
    /// Puts a joint in; whether it was not there.
    fn insert(&mut self, joint: JointIndex) -> bool {
        let place = joint.index();
        if self.is_in.len() <= place {
            self.is_in.resize(place + 1, false);
        }
        (self.is_in.get_mut(place)).is_some_and(|is_in| !std::mem::replace(is_in, true))
    }
}

/// What moves a vertex: joints that move part of its weight, and joints that move all of it.
#[derive(Clone, Default)]
struct VertexMovers {
    partly: Vec<JointIndex>,
    wholly: Vec<JointIndex>,
}

impl ConcernedJoints {
    pub(super) fn new(character: &Character, surface: &CombinedSurface) -> Self {
        let skeleton = &character.rig.skeleton;
        let (rows, row_of) = moving(character);
        let moved: Vec<VertexMovers> = rows
            .all
            .iter()
            .map(|row| row_movers(skeleton, row))
            .collect();
        let mut own = Self {
            of_vertices: Vec::new(),
            sets: Sets::default(),
        };
        let nothing = own.sets.number(Vec::new());
        own.of_vertices.resize(row_of.len(), nothing);
        // Many triangles have the same three rows: what differs among them is found once.
        let mut of_rows: HashMap<[u32; 3], u32> = HashMap::new();
        for triangle in surface.triangles() {
            // The set of nothing is numbered first, so 0 is its number.
            let row = |vertex: u32| row_of.get(vertex as usize).copied().unwrap_or(0);
            let mut key = triangle.map(row);
            // Which corner has which row does not matter.
            key.sort_unstable();
            let set = match of_rows.get(&key) {
                Some(&set) => set,
                None => {
                    let corners = key.map(|row| moved.get(row as usize));
                    let set = own.sets.few_or_many(differing(corners));
                    of_rows.insert(key, set);
                    set
                }
            };
            for vertex in triangle {
                own.add(*vertex, set);
            }
        }
        own
    }

    /// Adds the joints of a set to those that concern a vertex.
    fn add(&mut self, vertex: u32, set: u32) {
        if let Some(of) = self.of_vertices.get_mut(vertex as usize) {
            *of = self.sets.union(*of, set);
        }
    }

    /// The joints that concern a vertex, in any order; of a vertex with too many, those of all such vertices, each of which is turned alone.
    pub(super) fn at(&self, vertex: usize) -> &[JointIndex] {
        let number = self.of_vertices.get(vertex).copied();
        number.map_or(&[], |number| self.sets.of(number))
    }

    /// By joint those that concern a vertex that it concerns.
    pub(super) fn neighbors(&self, joint_count: usize) -> Neighbors {
        let mut neighbors = Neighbors {
            of: vec![BTreeSet::new(); joint_count],
            is_everywhere: vec![false; joint_count],
        };
        let mut used = self.of_vertices.clone();
        used.sort_unstable();
        used.dedup();
        for number in used {
            let set = self.sets.of(number);
            for joint in set {
                neighbors.add_neighbors(*joint, set);
            }
        }
        neighbors
    }
}

/// By joint those that must not be turned at the same time.
pub(super) struct Neighbors {
    of: Vec<BTreeSet<JointIndex>>,
    is_everywhere: Vec<bool>,
}

impl Neighbors {
    /// Makes a joint near to those of a set that it is in.
    fn add_neighbors(&mut self, joint: JointIndex, set: &[JointIndex]) {
        let place = joint.index();
        if set.len() > MOST_AT_A_VERTEX {
            if let Some(is_everywhere) = self.is_everywhere.get_mut(place) {
                *is_everywhere = true;
            }
        } else if let Some(of) = self.of.get_mut(place) {
            of.extend(set.iter().copied());
        }
    }

    /// Adds those of a joint; false if all are.
    pub(super) fn add_to(&self, near: &mut Vec<JointIndex>, joint: JointIndex) -> bool {
        if let Some(of) = self.of.get(joint.index()) {
            near.extend(of.iter().copied());
        }
        !self
            .is_everywhere
            .get(joint.index())
            .copied()
            .unwrap_or(true)
    }
}

/// The sets of joints that move vertices, and by vertex of the combined surface the number of its set.
fn moving(character: &Character) -> (Sets, Vec<u32>) {
    let mut rows = Sets::default();
    let mut row_of: Vec<u32> = Vec::new();
    let helpers = character.helper_rows();
    let sources = sources_of(character);
    for placed in placed_primitives(character) {
        let nothing = rows.number(Vec::new());
        let first = row_of.len();
        row_of.resize(first + placed.primitive.positions.len(), nothing);
        each_row(character, &placed, |vertex, row| {
            let moving = row.iter().filter(|(_, weight)| *weight > LEAST_WEIGHT);
            let mut joints: Vec<JointIndex> = moving.map(|(joint, _)| *joint).collect();
            if !helpers.is_empty() {
                joints = joints_followed(&joints, &helpers);
            }
            if !sources.is_empty() {
                add_sources(&mut joints, &sources, &character.rig.skeleton);
            }
            joints.sort_unstable();
            joints.dedup();
            let number = rows.number(joints);
            if let Some(row) = row_of.get_mut(first + vertex) {
                *row = number;
            }
        });
    }
    (rows, row_of)
}

/// The joints, with those that a helper follows in every pose in its place.
fn joints_followed(joints: &[JointIndex], helpers: &[HelperRow]) -> Vec<JointIndex> {
    let mut found = Vec::with_capacity(joints.len());
    for joint in joints {
        match helpers.iter().find(|row| row.helper == *joint) {
            Some(row) => found.extend(row.joints.iter().map(|(followed, _)| *followed)),
            None => found.push(*joint),
        }
    }
    found
}

/// By joints that follow others by constraints, which those are.
fn sources_of(character: &Character) -> BTreeMap<JointIndex, JointIndex> {
    let constraints = character.constraints.constraints().iter();
    constraints
        .map(|own| (own.destination, own.source))
        .collect()
}

/// Adds what the joints, and those above them, follow, and what that follows.
fn add_sources(
    joints: &mut Vec<JointIndex>,
    sources: &BTreeMap<JointIndex, JointIndex>,
    skeleton: &Skeleton,
) {
    let mut next = 0;
    while let Some(&joint) = joints.get(next) {
        let all = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        for above in all.take(MOST_ABOVE) {
            if let Some(source) = sources.get(&above).filter(|own| !joints.contains(own)) {
                joints.push(*source);
            }
        }
        next += 1;
    }
}

fn row_movers(skeleton: &Skeleton, row: &[JointIndex]) -> VertexMovers {
    let above = |joint: JointIndex| {
        let all = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        all.take(MOST_ABOVE)
    };
    let mut counts: BTreeMap<JointIndex, usize> = BTreeMap::new();
    for &joint in row {
        for joint in above(joint) {
            *counts.entry(joint).or_default() += 1;
        }
    }
    let mut moved = VertexMovers::default();
    // In rising order, as `differing` searches in them.
    for (joint, count) in counts {
        match count == row.len() {
            true => moved.wholly.push(joint),
            false => moved.partly.push(joint),
        }
    }
    moved
}

/// The joints that move the corners of a triangle otherwise than one another, some of them more than once.
fn differing(corners: [Option<&VertexMovers>; 3]) -> Vec<JointIndex> {
    let corners: Vec<&VertexMovers> = corners.into_iter().flatten().collect();
    let mut found: Vec<JointIndex> = Vec::new();
    for corner in &corners {
        found.extend(corner.partly.iter().copied());
        let is_of_all = |joint: &JointIndex| {
            let mut others = corners.iter();
            others.all(|other| other.wholly.binary_search(joint).is_ok())
        };
        let some = corner.wholly.iter().filter(|joint| !is_of_all(joint));
        found.extend(some.copied());
    }
    found
}
