//! Points that lie together.

use std::collections::{BTreeMap, BTreeSet};

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::support::Support;
use super::watch::Watch;
use super::{Checks, Problem, ProblemKind};

/// More patches than this are too many to be looked at one by one.
const MOST: usize = 16;

/// Who of a surface's points belongs to a set, for one set after another without clearing everything.
pub(crate) struct Marks {
    marks: Vec<u32>,
    now: u32,
}

impl Marks {
    pub(crate) fn new(surface: &Adjacency) -> Self {
        Self {
            marks: vec![0; surface.point_count()],
            now: 0,
        }
    }

    /// A new set, of these points.
    fn set(&mut self, points: &[PointIndex]) {
        // A new number empties the set without a look at the list.
        self.now += 1;
        for &point in points {
            if let Some(mark) = self.marks.get_mut(point.index()) {
                *mark = self.now;
            }
        }
    }

    /// Takes a point out of the set; whether it was in.
    fn take(&mut self, point: PointIndex) -> bool {
        match self.marks.get_mut(point.index()) {
            Some(mark) if *mark == self.now => {
                *mark = 0;
                true
            }
            _ => false,
        }
    }
}

/// Parts points into patches: two belong together when they are neighbors, or have one in common. Each patch in rising order,
/// patches in the order of their first points.
pub(crate) fn patches(
    points: &[PointIndex],
    surface: &Adjacency,
    marks: &mut Marks,
) -> Vec<Vec<PointIndex>> {
    marks.set(points);
    let mut patches = Vec::new();
    for &first in points {
        if !marks.take(first) {
            continue;
        }
        let mut patch = vec![first];
        let mut next = 0;
        while let Some(&point) = patch.get(next) {
            next += 1;
            for &beside in surface.neighbors(point) {
                // Neighbors and theirs: one point between does not part a patch.
                let both = std::iter::once(&beside).chain(surface.neighbors(beside));
                patch.extend(both.filter(|&&near| marks.take(near)));
            }
        }
        patch.sort_unstable();
        patches.push(patch);
    }
    patches
}

/// The largest patches, and one of all others.
pub(super) fn largest(mut patches: Vec<Vec<PointIndex>>) -> Vec<Vec<PointIndex>> {
    if patches.len() > MOST {
        patches.sort_by_key(|patch| std::cmp::Reverse(patch.len()));
        let rest: BTreeSet<PointIndex> = patches.drain(MOST..).flatten().collect();
        patches.push(rest.into_iter().collect());
    }
    patches
}

/// The worst of a point: the joint that differs most, and by how much all together.
#[derive(Clone, Copy)]
pub(super) struct WorstJoint {
    pub(super) joint: Option<JointSlot>,
    pub(super) size: f32,
}

impl WorstJoint {
    /// A patch as one problem, as bad as its worst point.
    pub(super) fn problem(
        kind: ProblemKind,
        points: Vec<PointIndex>,
        all: &BTreeMap<PointIndex, Self>,
    ) -> Problem {
        let here = points.iter().filter_map(|point| all.get(point));
        let worst = here.max_by(|one, other| one.size.total_cmp(&other.size));
        Problem {
            kind,
            joint: worst.and_then(|worst| worst.joint),
            size: worst.map_or(0.0, |worst| worst.size),
            points,
        }
    }
}

/// What is searched joint by joint.
pub(super) struct JointSearch<'a> {
    pub(super) supports: &'a [Support],
    pub(super) surface: &'a Adjacency,
    pub(super) checks: &'a Checks<'a>,
}

impl JointSearch<'_> {
    /// What `find` finds of each joint, if this kind is looked for; nothing where the search is to stop.
    pub(super) fn each(
        &self,
        kind: ProblemKind,
        watch: &Watch<'_>,
        mut find: impl FnMut(&Support, &mut Marks) -> Vec<Problem>,
    ) -> Option<Vec<Problem>> {
        let mut found = Vec::new();
        if !self.checks.looks_for(kind) {
            return Some(found);
        }
        let mut marks = Marks::new(self.surface);
        for (done, support) in self.supports.iter().enumerate() {
            watch.at(done, self.supports.len())?;
            found.extend(find(support, &mut marks));
        }
        Some(found)
    }

    /// What a joint moves and should not, patch by patch: each as bad as the largest value of its points. Patches with next to no
    /// weight are left out.
    pub(super) fn problems_of(
        &self,
        kind: ProblemKind,
        support: &Support,
        mut patches: Vec<Vec<PointIndex>>,
        value: impl Fn(PointIndex) -> f32,
    ) -> Vec<Problem> {
        let least = self.checks.thresholds.least;
        let counts =
            |patch: &Vec<PointIndex>| patch.iter().any(|&point| support.weight(point) >= least);
        patches.retain(counts);
        let problem = |points: Vec<PointIndex>| Problem {
            kind,
            joint: Some(support.joint),
            size: points.iter().map(|&point| value(point)).fold(0.0, f32::max),
            points,
        };
        largest(patches).into_iter().map(problem).collect()
    }
}
