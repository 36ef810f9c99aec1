//! Which joints are paired among themselves: those of one figure where a scene has several, else all.

use std::collections::BTreeMap;

use glam::Vec3;

use super::images::LONGEST_NAME;
use super::layout::{BESIDE, Layout, layouts};
use super::{FoundPairs, PairEvidence, by_name, in_model};
use crate::{BindPose, JointIndex, Skeleton};

/// Fewer joints of skins make no figure.
const LEAST_JOINTS: usize = 3;
/// Of more figures each joint of the skeleton would be looked at too often: then all are paired together.
const MOST_FIGURES: usize = 256;
/// Joints without sides in their names are a figure if so many of them show each other in a plane.
const LEAST_SHOWN: usize = 4;
/// From this cosine on two planes are parallel.
const PARALLEL: f32 = 0.99;
/// What is no figure is a part of the one whose box holds it, grown to all sides by this share of its size.
const AROUND: f32 = 0.25;
/// The same where it is below a node that is above that figure alone.
const AROUND_BELOW: f32 = 1.0;

/// Joints that are paired among themselves, as if there were no others.
pub(super) struct Scope<'a> {
    pub(super) evidence: &'a PairEvidence<'a>,
    /// In the skeleton's order: parents before children.
    pub(super) joints: Vec<JointIndex>,
    /// Of each joint of the skeleton whether it is one of them.
    pub(super) is_in: Vec<bool>,
    /// The same of those that are of a skin; without such ones all of them count.
    pub(super) counts: Vec<bool>,
    /// The skins of these joints, as places in the list of the evidence.
    pub(super) skins: Vec<usize>,
    /// Whether they are what is left of a scene beside its figures.
    pub(super) is_rest: bool,
}

impl<'a> Scope<'a> {
    /// All joints of the skeleton.
    pub(super) fn whole(evidence: &'a PairEvidence<'a>) -> Self {
        let joints = evidence.skeleton.joints().collect();
        Self::new(evidence, joints, (0..evidence.binds.len()).collect())
    }

    /// The joints of which this is so.
    pub(super) fn of_joints(
        evidence: &'a PairEvidence<'a>,
        is_meant: impl Fn(&JointIndex) -> bool,
    ) -> Self {
        let joints = evidence.skeleton.joints().filter(is_meant).collect();
        Self::new(evidence, joints, (0..evidence.binds.len()).collect())
    }

    /// The joints of one skin; nothing without any.
    pub(super) fn of_skin(evidence: &'a PairEvidence<'a>, skin: usize) -> Option<Self> {
        let mut joints = evidence.binds.get(skin)?.joints().to_vec();
        joints.retain(|joint| joint.index() < evidence.skeleton.len());
        joints.sort_unstable();
        joints.dedup();
        (!joints.is_empty()).then(|| Self::new(evidence, joints, vec![skin]))
    }

    /// These joints of these skins, parents before children.
    fn new(evidence: &'a PairEvidence<'a>, joints: Vec<JointIndex>, skins: Vec<usize>) -> Self {
        let mut is_in = vec![false; evidence.skeleton.len()];
        for joint in &joints {
            if let Some(slot) = is_in.get_mut(joint.index()) {
                *slot = true;
            }
        }
        let mut counts = vec![false; is_in.len()];
        let binds = skins.iter().filter_map(|&skin| evidence.binds.get(skin));
        for joint in binds.flat_map(BindPose::joints) {
            if is_in.get(joint.index()) == Some(&true) {
                counts[joint.index()] = true;
            }
        }
        if !counts.contains(&true) {
            counts.clone_from(&is_in);
        }
        Self {
            evidence,
            joints,
            is_in,
            counts,
            skins,
            is_rest: false,
        }
    }

    pub(super) fn has(&self, joint: JointIndex) -> bool {
        self.is_in.get(joint.index()) == Some(&true)
    }

    pub(super) fn name(&self, joint: JointIndex) -> &'a str {
        self.evidence.skeleton.name(joint)
    }

    /// Whether a joint is on the left (true) or on the right, by a mark in its name; nothing without one, and for a name above 256 bytes.
    pub(super) fn side(&self, joint: JointIndex) -> Option<bool> {
        let name = Some(self.name(joint)).filter(|name| name.len() <= LONGEST_NAME);
        self.evidence.patterns.is_left(name?)
    }

    /// Whether a mark in a joint's name says on which side it is.
    pub(super) fn has_side(&self, joint: JointIndex) -> bool {
        self.side(joint).is_some()
    }

    /// A joint's parent, if that is one of these joints.
    pub(super) fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        let parent = self.evidence.skeleton.parent(joint)?;
        self.has(parent).then_some(parent)
    }

    /// The joints that count.
    pub(super) fn counted_joints(&self) -> impl Iterator<Item = JointIndex> {
        let joints = self.joints.iter().copied();
        joints.filter(move |joint| self.counts.get(joint.index()) == Some(&true))
    }

    /// The pairs of two joints that were found among these.
    pub(super) fn pairs(&self, found: &FoundPairs) -> impl Iterator<Item = [JointIndex; 2]> {
        let joints = self.joints.iter().copied();
        let pairs = joints.filter_map(move |joint| Some([joint, found.partner(joint)?]));
        pairs.filter(move |[joint, partner]| joint < partner && self.has(*partner))
    }

    /// The joints without a side in their names under which both partners of a pair hang: they are in the middle.
    pub(super) fn common_parents(
        &self,
        pairs: impl Iterator<Item = [JointIndex; 2]>,
    ) -> Vec<JointIndex> {
        let common = pairs.filter_map(|[one, other]| {
            let parent = self.parent(one)?;
            (self.parent(other) == Some(parent)).then_some(parent)
        });
        let mut parents: Vec<JointIndex> = common.collect();
        parents.sort_unstable();
        parents.dedup();
        parents.retain(|&parent| !self.has_side(parent));
        parents
    }

    /// Where these joints stand, by the pairs that are known and by names that are there once; best first.
    pub(super) fn layouts(&self, found: &FoundPairs) -> Vec<Layout> {
        let mut named = by_name::unique(self, found);
        named.extend(self.pairs(found));
        layouts(self, &named)
    }
}

/// The figures of a scene, each with its skins and what hangs on, above or beside them, and all other joints together; one of all joints
/// where there are not several figures. Pairs by name within figures are found here.
///
/// The joints of skins that share joints, or hang on each other's, are a figure if it has both sides: two joints with names of a pair, or,
/// without sides in any name, a plane in which nearly all have an image. Figures in one place are one, unless both have names and planes
/// of their own. Other parts, as gloves and hats of few joints, or without sides, are of the figure that they are on, and do not move its plane.
pub(super) fn scopes<'a>(evidence: &'a PairEvidence<'a>, found: &mut FoundPairs) -> Vec<Scope<'a>> {
    let parts = parts(evidence);
    let large = parts.iter().filter(|part| part.is_large()).count();
    if !(2..=MOST_FIGURES).contains(&large) {
        return vec![Scope::whole(evidence)];
    }
    // What is paired within figures counts only if there turn out to be several.
    let mut tried = found.clone();
    let (mut figures, mut others): (Vec<Figure<'a>>, Vec<FigurePart>) = (Vec::new(), Vec::new());
    for part in parts {
        let figure = part
            .is_large()
            .then(|| Figure::new(evidence, &part, &mut tried));
        match figure.flatten() {
            Some(figure) => figures.push(figure),
            None => others.push(part),
        }
    }
    if figures.len() < 2 {
        return vec![Scope::whole(evidence)];
    }
    *found = tried;
    let sets = together(&figures);
    if sets.len() < 2 {
        return vec![Scope::whole(evidence)];
    }
    let rest = sets.len();
    let set_of = sets_of_joints(evidence, &sets, &others);
    let mut joints: Vec<Vec<JointIndex>> = vec![Vec::new(); rest + 1];
    for (joint, set) in evidence.skeleton.joints().zip(&set_of) {
        joints[set.unwrap_or(rest)].push(joint);
    }
    let mut set_of_skin = vec![Some(rest); evidence.binds.len()];
    for (number, set) in sets.iter().enumerate() {
        for &skin in set.iter().flat_map(|figure| &figure.scope.skins) {
            set_of_skin[skin] = Some(number);
        }
    }
    // Where joints of such parts stand says nothing of where the plane of the figure is.
    for part in &others {
        let is_on_figure = part
            .joints
            .iter()
            .all(|joint| set_of[joint.index()].is_some());
        for &skin in part.skins.iter().filter(|_| is_on_figure) {
            set_of_skin[skin] = None;
        }
    }
    let mut skins: Vec<Vec<usize>> = vec![Vec::new(); rest + 1];
    for (skin, &set) in set_of_skin.iter().enumerate() {
        if let Some(set) = set {
            skins[set].push(skin);
        }
    }
    // Only the rest may be empty.
    let all = joints.into_iter().zip(skins).enumerate();
    let all = all.filter(|(_, (joints, _))| !joints.is_empty());
    all.map(|(number, (joints, skins))| Scope {
        is_rest: number == rest,
        ..Scope::new(evidence, joints, skins)
    })
    .collect()
}

/// Of each joint the set of figures that it is of. What is above all parts of one, or beside them, is of that set, too, and so are other
/// parts that are on it.
fn sets_of_joints(
    evidence: &PairEvidence<'_>,
    sets: &[Vec<&Figure<'_>>],
    others: &[FigurePart],
) -> Vec<Option<usize>> {
    let skeleton = evidence.skeleton;
    let mut of = vec![None; skeleton.len()];
    for (number, set) in sets.iter().enumerate() {
        for joint in set.iter().flat_map(|figure| &figure.scope.joints) {
            of[joint.index()] = Some(number);
        }
    }
    let below = at_or_below(skeleton, &of);
    // Joints of other skins there may be of things that stand around.
    let mut is_of_skin = vec![false; skeleton.len()];
    for joint in evidence.binds.iter().flat_map(BindPose::joints) {
        if let Some(slot) = is_of_skin.get_mut(joint.index()) {
            *slot = true;
        }
    }
    for joint in skeleton.joints() {
        let (parent, own) = (skeleton.parent(joint), joint.index());
        is_of_skin[own] |= parent.is_some_and(|parent| is_of_skin[parent.index()]);
        if let (None, false, Below::One(set)) = (of[own], is_of_skin[own], below[own]) {
            of[own] = Some(set);
        }
    }
    let corners: Vec<[Vec3; 2]> = sets.iter().map(|set| around(set)).collect();
    for part in others {
        let set = part.find_set(skeleton, &below, &corners);
        for joint in &part.joints {
            of[joint.index()] = set.or(of[joint.index()]);
        }
    }
    of
}

/// The corners of the box around the figures of a set.
fn around(set: &[&Figure<'_>]) -> [Vec3; 2] {
    let first = [Vec3::INFINITY, Vec3::NEG_INFINITY];
    set.iter().fold(first, |[low, high], figure| {
        let [figure_low, figure_high] = figure.corners;
        [low.min(figure_low), high.max(figure_high)]
    })
}

/// Whether a box, grown to all sides by a share of its longest edge, holds another one; by their corners.
fn holds([low, high]: [Vec3; 2], share: f32, [inner_low, inner_high]: [Vec3; 2]) -> bool {
    let margin = Vec3::splat(share * (high - low).max_element());
    inner_low.cmpge(low - margin).all() && inner_high.cmple(high + margin).all()
}

/// Joints of skins that share joints or hang on each other's, with the nodes that hang on them, those above them and no other ones, and
/// what hangs on these.
struct FigurePart {
    joints: Vec<JointIndex>,
    skins: Vec<usize>,
    /// Number of joints of skins among them.
    counted: usize,
}

impl FigurePart {
    const fn is_large(&self) -> bool {
        self.counted >= LEAST_JOINTS
    }

    /// The set that it is on, if it is no figure: the one that it is below a node of, or the only one whose box holds it. None where it
    /// stands away from all, or where it may be on several.
    fn find_set(
        &self,
        skeleton: &Skeleton,
        below: &[Below],
        corners: &[[Vec3; 2]],
    ) -> Option<usize> {
        let places = self.joints.iter();
        let places = places.map(|&joint| skeleton.rest_model_from_joint(joint).translation);
        let low = places.clone().reduce(Vec3::min)?;
        let high = places.reduce(Vec3::max)?;
        let is_near = |set: usize, share: f32| {
            let around = corners.get(set);
            around.is_some_and(|&around| holds(around, share, [low, high]))
        };
        let mut trees = self.joints.iter().map(|joint| below[joint.index()]);
        let first = trees.next()?;
        if let Below::One(set) = first
            && trees.all(|other| other == first)
            && is_near(set, AROUND_BELOW)
        {
            return Some(set);
        }
        let near = (0..corners.len()).filter(|&set| is_near(set, AROUND));
        let near: Vec<usize> = near.collect();
        if let &[set] = near.as_slice() {
            return Some(set);
        }
        // Boxes of figures that stand close overlap: then the middle of the part decides.
        let middle = (low + high) * 0.5;
        let is_within = |set: &usize| holds(corners[*set], 0.0, [middle, middle]);
        let mut within = near.into_iter().filter(is_within);
        let set = within.next()?;
        within.next().is_none().then_some(set)
    }
}

/// What is below a joint that is above all joints of skins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Nothing,
    /// Joints that were joined with this one.
    One(usize),
    Several,
}

impl Below {
    fn with(self, other: Self) -> Self {
        if self == Self::Nothing || self == other {
            other
        } else if other == Self::Nothing {
            self
        } else {
            Self::Several
        }
    }
}

fn parts(evidence: &PairEvidence<'_>) -> Vec<FigurePart> {
    let skeleton = evidence.skeleton;
    let mut is_of_skin = vec![false; skeleton.len()];
    let mut joined = DisjointSets::new(skeleton.len());
    for bind in evidence.binds {
        let mut before = None;
        for joint in bind.joints().iter().map(|joint| joint.index()) {
            if let Some(slot) = is_of_skin.get_mut(joint) {
                *slot = true;
                joined.join(before.unwrap_or(joint), joint);
                before = Some(joint);
            }
        }
    }
    // The nearest joint of a skin at or above each.
    let mut above: Vec<Option<usize>> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint);
        let nearest = parent.and_then(|parent| above.get(parent.index()).copied().flatten());
        let own = is_of_skin[joint.index()].then_some(joint.index());
        if let (Some(own), Some(nearest)) = (own, nearest) {
            joined.join(nearest, own);
        }
        above.push(own.or(nearest));
    }
    let above = above.into_iter();
    let of: Vec<Option<usize>> = above.map(|of| of.map(|of| joined.first(of))).collect();
    let below = at_or_below(skeleton, &of);
    let mut parts: BTreeMap<usize, FigurePart> = BTreeMap::new();
    for joint in skeleton.joints() {
        if let Below::One(first) = below[joint.index()] {
            let part = parts.entry(first).or_insert_with(|| FigurePart {
                joints: Vec::new(),
                skins: Vec::new(),
                counted: 0,
            });
            part.joints.push(joint);
            part.counted += usize::from(is_of_skin[joint.index()]);
        }
    }
    for (skin, bind) in evidence.binds.iter().enumerate() {
        let first = bind.joints().first().map(|joint| joint.index());
        let Some(first) = first.filter(|first| *first < skeleton.len()) else {
            continue;
        };
        if let Some(part) = parts.get_mut(&joined.first(first)) {
            part.skins.push(skin);
        }
    }
    parts.into_values().collect()
}

/// What joints are of that are of a part by what is above them; for the others by what is below, and without that as their parents:
/// controls stand beside the joints that they move.
fn at_or_below(skeleton: &Skeleton, of: &[Option<usize>]) -> Vec<Below> {
    let mut below = vec![Below::Nothing; skeleton.len()];
    for joint in skeleton.joints().rev() {
        let own = of.get(joint.index()).copied().flatten();
        let own = own.map_or(below[joint.index()], Below::One);
        below[joint.index()] = own;
        if let Some(parent) = skeleton.parent(joint) {
            below[parent.index()] = below[parent.index()].with(own);
        }
    }
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint);
        let of_parent = parent.map_or(Below::Nothing, |parent| below[parent.index()]);
        if below[joint.index()] == Below::Nothing && matches!(of_parent, Below::One(_)) {
            below[joint.index()] = of_parent;
        }
    }
    below
}

/// Sets of numbers that are joined two by two.
struct DisjointSets {
    /// One of the same set that comes before, or the number itself.
    before: Vec<usize>,
}

impl DisjointSets {
    fn new(len: usize) -> Self {
        Self {
            before: (0..len).collect(),
        }
    }

    /// The first of the set of a number.
    fn first(&mut self, mut number: usize) -> usize {
        while self.before[number] != number {
            // Halves the path on the way, which keeps later look-ups short.
            self.before[number] = self.before[self.before[number]];
            number = self.before[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let [one, other] = [self.first(one), self.first(other)];
        // The smaller number leads, so that sets come in the order of their first members.
        self.before[one.max(other)] = one.min(other);
    }
}

/// A part that has both sides.
struct Figure<'a> {
    scope: Scope<'a>,
    /// n and d of `n · x = d`, in the model.
    plane: (Vec3, f32),
    /// The corners of the box around the joints that count, at rest.
    corners: [Vec3; 2],
    /// Whether names tell sides.
    is_named: bool,
}

impl<'a> Figure<'a> {
    fn new(
        evidence: &'a PairEvidence<'a>,
        part: &FigurePart,
        tried: &mut FoundPairs,
    ) -> Option<Self> {
        let scope = Scope::new(evidence, part.joints.clone(), part.skins.clone());
        let layouts = scope.layouts(tried);
        by_name::find(&scope, &layouts, tried);
        let is_named = scope.pairs(tried).next().is_some();
        let layout = layouts.first()?;
        if !is_named {
            let is_symmetric = layout.fits && layout.shown >= LEAST_SHOWN;
            let has_sides = || scope.joints.iter().any(|&joint| scope.has_side(joint));
            if !is_symmetric || has_sides() {
                return None;
            }
        }
        let skeleton = evidence.skeleton;
        let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
        let corners = [
            scope.counted_joints().map(place).reduce(Vec3::min)?,
            scope.counted_joints().map(place).reduce(Vec3::max)?,
        ];
        Some(Self {
            plane: in_model(evidence, layout.skin, layout.plane),
            corners,
            is_named,
            scope,
        })
    }

    fn size(&self) -> f32 {
        let [low, high] = self.corners;
        (high - low).max_element()
    }

    /// Whether the middle of another figure is within the box around this one.
    fn is_around(&self, other: &Self) -> bool {
        let middle = (other.corners[0] + other.corners[1]) * 0.5;
        let [low, high] = self.corners;
        middle.cmpge(low).all() && middle.cmple(high).all()
    }

    /// Whether two are parts of one, as a face and a body with skeletons of their own.
    fn is_one_with(&self, other: &Self) -> bool {
        if !(self.is_around(other) || other.is_around(self)) {
            return false;
        }
        let ((normal, offset), (others_normal, others_offset)) = (self.plane, other.plane);
        let turn = normal.dot(others_normal);
        // Of opposite normals the offsets are opposite, too.
        let apart = (offset * turn.signum() - others_offset).abs();
        let has_same_plane =
            turn.abs() > PARALLEL && apart <= BESIDE * self.size().max(other.size());
        has_same_plane || !(self.is_named && other.is_named)
    }
}

/// Figures, those together that are one.
fn together<'a, 'b>(figures: &'b [Figure<'a>]) -> Vec<Vec<&'b Figure<'a>>> {
    let mut joined = DisjointSets::new(figures.len());
    for (number, figure) in figures.iter().enumerate() {
        for (earlier, other) in figures.iter().enumerate().take(number) {
            if figure.is_one_with(other) {
                joined.join(earlier, number);
            }
        }
    }
    let mut sets: BTreeMap<usize, Vec<&Figure<'a>>> = BTreeMap::new();
    for (number, figure) in figures.iter().enumerate() {
        sets.entry(joined.first(number)).or_default().push(figure);
    }
    sets.into_values().collect()
}
