//! Which joints of a skin automatic weights are for, and by which bones.

use std::cell::Cell;
use std::collections::BTreeMap;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex, bounds};
use rig::{BindPose, InfluenceRow, JointSlot, Skeleton};

use crate::bones::joint_words::{Purpose, purposes};
use crate::bones::leaf_tips;
use crate::bones::skin::{SkinBones, parents_among};
use crate::bones::within::{SAMPLES, is_inside, is_within, places_along};
use crate::{Bone, Rows};

/// Bones shorter than this share of the longest one have no length.
const POINT: f32 = 1e-4;

/// No limb leads to a joint outside of the surface that is farther from it than this share of its size.
const FAR: f32 = 0.1;

/// A joint that lost what it moved had so many points at least.
const LEAST_BARE: usize = 3;

/// They go at least this share of the way from the joint above it beyond it.
const BEYOND: f32 = 0.5;

/// The way to it from the joint above is at least this share of the way to that one from the next joint above.
const LEAST_WAY: f32 = 0.6;

/// A bone nearer by less than this share is as near as another one.
const NEARER: f32 = 1e-3;

/// What a joint has lost is nearer to its bone by this share than to all others.
const CLEARLY: f32 = 0.25;

/// Triangles times joints that are looked at one by one at most.
const MOST_LOOKED_AT: usize = 50_000_000;

/// Which joints of a skin get automatic weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum JointChoice {
    /// Those that move something now; where only unbound points get weights, also those that lie among such points and are meant to
    /// move something, and those at the ends of chains that have lost what they moved, whatever their names say. In a skin that moves
    /// nothing yet, those that are [meant](Self::Deform) to.
    #[default]
    Used,
    /// Those that are meant to move something, by their names and places, and those that do.
    Deform,
    /// All joints of the skin's list, whatever their names and places say.
    All,
}

/// A skin with all that it moves, and the weights that are there.
#[derive(Clone, Copy)]
pub struct SkinInUse<'a> {
    /// The skeleton whose joints the bind lists.
    pub skeleton: &'a Skeleton,
    /// Those that the skin lists, at its bind.
    pub bind: &'a BindPose,
    /// All that it moves, in the space of the bind.
    pub surface: &'a Adjacency,
    /// The weights that are there, of the points of the surface.
    pub rows: &'a dyn Rows,
    /// Whether only points without weights are to get some.
    pub only_unbound: bool,
}

impl std::fmt::Debug for SkinInUse<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SkinInUse")
            .field("bind", self.bind)
            .field("only_unbound", &self.only_unbound)
            .finish_non_exhaustive()
    }
}

/// The bones of the joints that automatic weights are for, and the joints that they are not for.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Movers {
    /// As [`Bone::of_skin`] would make them if the other joints were not in the list, but that bones at the ends of chains go to the
    /// tip of what is around them where their joints do not say which way they point. Never empty if that is not.
    pub bones: Vec<Bone>,
    /// The places in the skin's list of the joints that get no weight, in rising order.
    pub left_out: Vec<JointSlot>,
}

impl Movers {
    /// Of a skin at its bind, and all that it moves: what is [meant](JointChoice::Deform) to move something, whatever weights there are.
    ///
    /// Left out are
    /// - sockets, by the words of their names, if nothing below them moves anything;
    /// - ends of chains in the same way; the bone of a joint that has nothing else below leads to them;
    /// - controls and targets, by the words of their names, and where names say which joints deform, as `DEF-spine`, all others;
    /// - joints outside of the surface that are farther from it than a tenth of its size, with all that is below them if that is too;
    /// - joints at the top whose bones are less than half within the surface, as one that stands on the ground, or have no length.
    ///   If nothing is within the surface, as with a sheet of cloth, none is left out for that.
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose, surface: &Adjacency) -> Self {
        let skin = BoundSkin {
            skeleton,
            bind,
            surface,
        };
        skin.find_movers(&vec![false; bind.len()])
    }

    /// The joints that are chosen; one that moves something now is left out by no choice.
    ///
    /// # Examples
    ///
    /// ```
    /// use weights::{JointChoice, Movers, SkinInUse};
    ///
    /// fn bones_of_used_joints(skin: &SkinInUse<'_>) -> Vec<weights::Bone> {
    ///     Movers::from_choice(JointChoice::Used, skin).bones
    /// }
    /// ```
    #[must_use]
    pub fn from_choice(choice: JointChoice, skin: &SkinInUse<'_>) -> Self {
        let &SkinInUse {
            skeleton,
            bind,
            surface,
            ..
        } = skin;
        let own = BoundSkin {
            skeleton,
            bind,
            surface,
        };
        let mut in_use = in_use(skin);
        if skin.only_unbound && in_use.contains(&true) && choice != JointChoice::All {
            // Else the points of a joint that lost all of them could never come back to it.
            in_use = own.with_lost(&in_use, skin.rows);
        }
        match choice {
            JointChoice::All => own.movers(&vec![true; in_use.len()], &in_use),
            JointChoice::Used if in_use.contains(&true) => own.movers(&in_use, &in_use),
            JointChoice::Used | JointChoice::Deform => own.find_movers(&in_use),
        }
    }
}

/// Which joints of the skin's list move a point now, however little.
fn in_use(skin: &SkinInUse<'_>) -> Vec<bool> {
    let mut in_use = vec![false; skin.bind.len()];
    for point in PointIndex::all().take(skin.rows.point_count()) {
        for copy in 0..skin.rows.copies(point) {
            mark_used(skin.rows.copy(point, copy), &mut in_use);
        }
    }
    in_use
}

fn mark_used(row: InfluenceRow<'_>, in_use: &mut [bool]) {
    for (&joint, &weight) in row.joints.iter().zip(row.weights) {
        if let Some(is_used) = in_use.get_mut(usize::from(joint)) {
            *is_used |= weight != 0.0;
        }
    }
}

/// A skin at its bind, and all that it moves.
#[derive(Clone, Copy)]
struct BoundSkin<'a> {
    skeleton: &'a Skeleton,
    bind: &'a BindPose,
    surface: &'a Adjacency,
}

impl BoundSkin<'_> {
    /// What is meant to move something, and what does.
    fn find_movers(&self, in_use: &[bool]) -> Movers {
        let purposes = self.purposes();
        let mut is_mover = self.by_name(&purposes);
        let is_far = self.far(&is_mover);
        for (place, is_mover) in is_mover.iter_mut().enumerate() {
            *is_mover = in_use[place] || (*is_mover && !is_far[place]);
        }
        let tips: Vec<bool> = purposes
            .iter()
            .zip(&is_far)
            .map(|(&purpose, is_far)| purpose != Purpose::Control && !is_far)
            .collect();
        let (mut bones, parents) = self.bones(&is_mover, &tips);
        // Last, for bones follow from the joints that are left.
        leave_out_tops(self.surface, &parents, in_use, &mut bones);
        self.without_others(bones)
    }

    /// These joints; `in_use` are those that count as such, whose tips others may be.
    fn movers(&self, is_mover: &[bool], in_use: &[bool]) -> Movers {
        let tips = tips(&self.purposes(), in_use);
        self.without_others(self.bones(is_mover, &tips).0)
    }

    fn without_others(&self, mut bones: Vec<Bone>) -> Movers {
        // No choice leaves a skin without bones.
        if bones.is_empty() {
            bones = Bone::of_skin(self.skeleton, self.bind);
        }
        let moves =
            |joint: &JointSlot| bones.binary_search_by_key(joint, |bone| bone.joint).is_ok();
        let all = JointSlot::all().take(self.bind.len());
        Movers {
            left_out: all.filter(|joint| !moves(joint)).collect(),
            bones,
        }
    }

    /// The bones of movers, and which joint of these, and of those that their bones lead to, each is below.
    fn bones(&self, is_mover: &[bool], tips: &[bool]) -> (Vec<Bone>, Vec<Option<JointSlot>>) {
        let is_there = self.with_tips(is_mover, tips);
        let there = |joint: JointSlot| is_there.get(usize::from(joint)) == Some(&true);
        let parents = parents_among(self.skeleton, self.bind, &there);
        let SkinBones {
            mut bones,
            mut guessed,
        } = Bone::among(self.skeleton, self.bind, &there);
        let moves = |joint: JointSlot| is_mover.get(usize::from(joint)) == Some(&true);
        bones.retain(|bone| moves(bone.joint));
        guessed.retain(|&joint| moves(joint));
        leaf_tips::reach(&mut bones, &guessed, self.surface.positions());
        (bones, parents)
    }

    fn purposes(&self) -> Vec<Purpose> {
        let joints = self.bind.joints().iter();
        let names: Vec<&str> = joints.map(|&joint| self.skeleton.name(joint)).collect();
        purposes(&names)
    }

    /// All but sockets, controls and ends of chains; and of sockets and ends those that are above a mover.
    fn by_name(&self, purposes: &[Purpose]) -> Vec<bool> {
        let parents = parents_among(self.skeleton, self.bind, &|_| true);
        let mut is_mover = vec![false; parents.len()];
        let mut is_seen = vec![false; parents.len()];
        for place in 0..parents.len() {
            let is_root = parents[place].is_none();
            let begins = match purposes[place] {
                Purpose::Deform => true,
                Purpose::End => is_root,
                Purpose::Attachment | Purpose::Control => false,
            };
            let mut next = begins.then_some(place);
            // No joint is passed twice, so the time is linear, and circles end.
            while let Some(place) = next.filter(|&place| !is_seen[place]) {
                is_seen[place] = true;
                is_mover[place] = purposes[place] != Purpose::Control;
                next = parents[place].map(usize::from);
            }
        }
        is_mover
    }

    /// The movers, and of the others those that say where movers' bones go: right below a mover that has no mover below, if they may be
    /// tips, and above the first movers.
    fn with_tips(&self, is_mover: &[bool], tips: &[bool]) -> Vec<bool> {
        let parents = parents_among(self.skeleton, self.bind, &|_| true);
        let has_above = has_mover_above(&parents, is_mover);
        let mut has_mover_below = vec![false; parents.len()];
        let mut leads_to_mover = vec![false; parents.len()];
        for (place, parent) in parents.iter().enumerate() {
            let mut next = parent.map(usize::from).filter(|_| is_mover[place]);
            if let Some(above) = next {
                has_mover_below[above] = true;
            }
            while let Some(above) = next.filter(|&above| !leads_to_mover[above]) {
                leads_to_mover[above] = true;
                next = parents[above].map(usize::from);
            }
        }
        let is_tip = |place: usize| {
            let above = parents[place].map(usize::from);
            tips[place] && above.is_some_and(|above| is_mover[above] && !has_mover_below[above])
        };
        let is_top = |place: usize| leads_to_mover[place] && !has_above[place];
        (0..parents.len())
            .map(|place| is_mover[place] || is_tip(place) || is_top(place))
            .collect()
    }

    /// Which joints no limb leads to: outside and far from the surface, like all movers below them.
    fn far(&self, is_mover: &[bool]) -> Vec<bool> {
        let none = vec![false; is_mover.len()];
        let (positions, triangles) = (self.surface.positions(), self.surface.triangles());
        let Some(around) = bounds(positions).filter(|_| !triangles.is_empty()) else {
            return none;
        };
        // Whether a place is inside takes a look at all triangles.
        if triangles.len().saturating_mul(is_mover.len()) > MOST_LOOKED_AT {
            return none;
        }
        let reach = FAR * around.min.distance(around.max);
        let tree = Bvh::new(positions, triangles);
        let is_beyond = |place: Vec3| {
            let nearest = tree.nearest(place);
            nearest.is_some_and(|nearest| nearest.distance > reach)
        };
        let is_inside = |place: Vec3| is_inside(self.surface, place);
        let joints = self.bind.joints().iter();
        let heads: Vec<Vec3> = joints
            .map(|&joint| self.bind.model_from_joint(joint).translation)
            .collect();
        // Distances by the tree first: where no joint is beyond, no winding number is needed.
        let beyond: Vec<bool> = heads.iter().map(|&head| is_beyond(head)).collect();
        // Where nothing is inside, as with a sheet, distances say nothing.
        if !beyond.contains(&true) || !heads.iter().any(|&head| is_inside(head)) {
            return none;
        }
        let parents = parents_among(self.skeleton, self.bind, &|_| true);
        let mut has_near = none;
        for (place, &head) in heads.iter().enumerate() {
            let is_near = is_mover[place] && (!beyond[place] || is_inside(head));
            let mut next = is_near.then_some(place);
            while let Some(place) = next.filter(|&place| !has_near[place]) {
                has_near[place] = true;
                next = parents[place].map(usize::from);
            }
        }
        has_near.iter().map(|is_near| !is_near).collect()
    }

    /// Those in use, and those that have lost all that they moved.
    fn with_lost(&self, in_use: &[bool], rows: &dyn Rows) -> Vec<bool> {
        let mut known = in_use.to_vec();
        for joint in self.among_unbound(in_use, rows) {
            known[usize::from(joint)] = true;
        }
        for joint in self.lost_leaves(in_use, &known, rows) {
            known[usize::from(joint)] = true;
        }
        known
    }

    /// The joints that only their names say to move nothing, and that have lost what they moved.
    ///
    /// They are right below one in use, no nearer to it than six tenths of the way to that from the next joint above, and above none that is
    /// `known` to move something. Their bones are nearer by a quarter than those that all known joints have without them to at least three
    /// points, which nothing moves and which go as far beyond as half the way from the joint above; no point that something moves is nearer
    /// to them. A socket in a hand that is in use has bound points around it, or is near; where the hand has lost its weights, too, these go
    /// to the hand; an end at the tip of a limb has nothing beyond.
    fn lost_leaves(&self, in_use: &[bool], known: &[bool], rows: &dyn Rows) -> Vec<JointSlot> {
        let purposes = self.purposes();
        let parents = parents_among(self.skeleton, self.bind, &|_| true);
        let is_above_known = above(&parents, known);
        let joints = self.bind.joints().iter();
        let heads: Vec<Vec3> = joints
            .map(|&joint| self.bind.model_from_joint(joint).translation)
            .collect();
        let way = |joint: JointSlot| {
            let above = parents[usize::from(joint)]?;
            Some(heads[usize::from(above)].distance(heads[usize::from(joint)]))
        };
        let mut is_mover = known.to_vec();
        let mut leaves = Vec::new();
        for (joint, parent) in JointSlot::all().zip(&parents) {
            let place = usize::from(joint);
            let is_below_used = parent.is_some_and(|above| in_use[usize::from(above)]);
            let is_free = !known[place] && !is_above_known[place];
            let ways = way(joint).zip(parent.and_then(way));
            let is_far = ways.is_none_or(|(own, above)| own >= LEAST_WAY * above);
            if is_below_used && is_free && is_far && purposes[place] != Purpose::Deform {
                is_mover[place] = true;
                leaves.push(joint);
            }
        }
        if leaves.is_empty() {
            return leaves;
        }
        let (bones, _) = self.bones(&is_mover, &tips(&purposes, &is_mover));
        let rivals = self.rivals(known);
        let positions = self.surface.positions();
        let step = 1 + positions.len().saturating_mul(bones.len()) / MOST_LOOKED_AT;
        let mut owned: BTreeMap<JointSlot, NearestPoints> = BTreeMap::new();
        for (point, &place) in PointIndex::all().zip(positions).step_by(step) {
            let Some((joint, distance)) = nearest_of(&bones, &leaves, place) else {
                continue;
            };
            let distances = rivals.iter().map(|bone| bone.distance(place));
            let of_rivals = distances.fold(f32::INFINITY, f32::min);
            let is_bare = is_unbound(rows, point);
            let nearer = if is_bare { CLEARLY } else { NEARER };
            // An unbound point has to be clearly nearer. A bound one speaks against the joint, so that nearer at all is enough.
            if distance >= of_rivals * (1.0 - nearer) {
                continue;
            }
            let own = owned.entry(joint).or_default();
            own.points += 1;
            if is_bare {
                own.bare += 1;
                own.reach = own.reach.max(heads[usize::from(joint)].distance(place));
            }
        }
        leaves.retain(|joint| {
            let (Some(own), Some(way)) = (owned.get(joint), way(*joint)) else {
                return false;
            };
            own.bare == own.points && own.bare >= LEAST_BARE && own.reach >= BEYOND * way
        });
        leaves
    }

    /// The bones of these joints as if no other joint moved anything: those that go to the tip of the mesh also as they go on straight.
    fn rivals(&self, known: &[bool]) -> Vec<Bone> {
        let all = vec![true; known.len()];
        let (mut rivals, _) = self.bones(known, &all);
        let is_there = self.with_tips(known, &all);
        let straight = Bone::among(self.skeleton, self.bind, &|joint| {
            is_there.get(usize::from(joint)) == Some(&true)
        });
        let is_known = |bone: &Bone| known.get(usize::from(bone.joint)) == Some(&true);
        rivals.extend(straight.bones.into_iter().filter(is_known));
        rivals
    }

    /// The joints that are meant to move something, move nothing, and lie among points without weights: at half of the places along
    /// their bones at least the nearest point has none.
    fn among_unbound(&self, in_use: &[bool], rows: &dyn Rows) -> Vec<JointSlot> {
        let mut bones = self.find_movers(in_use).bones;
        bones.retain(|bone| in_use.get(usize::from(bone.joint)) == Some(&false));
        let positions = self.surface.positions();
        let asked = bones.len().saturating_mul(usize::from(SAMPLES));
        let step = 1 + positions.len().saturating_mul(asked) / MOST_LOOKED_AT;
        let is_bare = |place: Vec3| {
            let points = PointIndex::all().zip(positions).step_by(step);
            let nearest = points.min_by(|(_, one), (_, other)| {
                let distances = [one, other].map(|point| point.distance_squared(place));
                distances[0].total_cmp(&distances[1])
            });
            nearest.is_some_and(|(point, _)| is_unbound(rows, point))
        };
        let is_among = |bones: &[Bone]| {
            let places = bones.iter().flat_map(places_along);
            let bare = places.filter(|&place| is_bare(place)).count();
            2 * bare >= bones.len() * usize::from(SAMPLES)
        };
        bones
            .chunk_by(|one, other| one.joint == other.joint)
            .filter(|bones| is_among(bones))
            .map(|bones| bones[0].joint)
            .collect()
    }
}

/// Which joints movers' bones may lead to: all but controls, and those in use.
fn tips(purposes: &[Purpose], in_use: &[bool]) -> Vec<bool> {
    let pairs = purposes.iter().zip(in_use);
    pairs
        .map(|(&purpose, &in_use)| in_use || purpose != Purpose::Control)
        .collect()
}

/// The points that one joint's bones are nearest to.
#[derive(Default)]
struct NearestPoints {
    points: usize,
    /// How many of them nothing moves.
    bare: usize,
    /// The largest distance of one of these from the joint.
    reach: f32,
}

/// The joint of the nearest bone and its distance, if that is one of some, in rising order; none where a bone of another joint is as near.
fn nearest_of(bones: &[Bone], joints: &[JointSlot], place: Vec3) -> Option<(JointSlot, f32)> {
    let (mut least, mut found) = (f32::INFINITY, None);
    let mut least_of_others = f32::INFINITY;
    for bone in bones {
        let distance = bone.distance(place);
        if joints.binary_search(&bone.joint).is_err() {
            least_of_others = least_of_others.min(distance);
        } else if distance < least {
            (least, found) = (distance, Some(bone.joint));
        }
    }
    let found = found.filter(|_| least < least_of_others * (1.0 - NEARER));
    found.map(|joint| (joint, least))
}

/// Of each joint whether one of some is below it.
fn above(parents: &[Option<JointSlot>], is_one: &[bool]) -> Vec<bool> {
    let mut above = vec![false; parents.len()];
    for (place, _) in is_one.iter().enumerate().filter(|(_, is_one)| **is_one) {
        let mut next = parents[place].map(usize::from);
        while let Some(place) = next.filter(|&place| !above[place]) {
            above[place] = true;
            next = parents[place].map(usize::from);
        }
    }
    above
}

/// Of each joint whether a mover is above it.
fn has_mover_above(parents: &[Option<JointSlot>], is_mover: &[bool]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; parents.len()];
    for place in 0..parents.len() {
        let mut path = Vec::new();
        let mut next = Some(place);
        let mut has = false;
        while let Some(place) = next {
            if let Some(known) = known[place] {
                has = known;
                break;
            }
            path.push(place);
            // A circle ends where it began.
            known[place] = Some(false);
            next = parents[place].map(usize::from);
        }
        for place in path.into_iter().rev() {
            has |= parents[place].is_some_and(|above| is_mover[usize::from(above)]);
            known[place] = Some(has);
        }
    }
    known.into_iter().map(|has| has == Some(true)).collect()
}

/// Whether no joint moves any vertex of the point.
pub(crate) fn is_unbound(rows: &dyn Rows, point: PointIndex) -> bool {
    let mut copies = 0..rows.copies(point);
    copies.all(|copy| rows.copy(point, copy).joints.is_empty())
}

/// From the top of each tree downwards, as long as nothing of a joint is within the surface; those in use stay. Where there is too much to
/// look at, bones count as within from then on, so that no more are left out.
fn leave_out_tops(
    surface: &Adjacency,
    parents: &[Option<JointSlot>],
    in_use: &[bool],
    bones: &mut Vec<Bone>,
) {
    let longest = bones.iter().map(Bone::length).fold(0.0, f32::max);
    if longest <= 0.0 {
        return;
    }
    let has_length = |bone: &Bone| bone.length() > longest * POINT;
    let below = below(parents);
    let left = Cell::new(MOST_LOOKED_AT);
    let takes = usize::from(SAMPLES).saturating_mul(surface.triangles().len());
    let is_within = |bone: &Bone| match left.get().checked_sub(takes) {
        Some(after) => {
            left.set(after);
            is_within(surface, bone)
        }
        None => true,
    };
    let is_solid = (bones.iter()).any(|bone| has_length(bone) && is_within(bone));
    let mut tops: Vec<JointSlot> = JointSlot::all()
        .zip(parents)
        .filter(|(_, parent)| parent.is_none())
        .map(|(joint, _)| joint)
        .collect();
    while let Some(top) = tops.pop() {
        let own = || bones.iter().filter(|bone| bone.joint == top);
        let is_mover = |bone: &Bone| has_length(bone) && (!is_solid || is_within(bone));
        let is_alone = bones.iter().all(|bone| bone.joint == top);
        let is_used = in_use.get(usize::from(top)) == Some(&true);
        let below = below.get(&top).map_or(&[][..], Vec::as_slice);
        if is_used || below.is_empty() || is_alone || own().any(is_mover) {
            continue;
        }
        bones.retain(|bone| bone.joint != top);
        tops.extend(below);
    }
}

/// The joints right below each that has some, in order.
fn below(parents: &[Option<JointSlot>]) -> BTreeMap<JointSlot, Vec<JointSlot>> {
    let mut below: BTreeMap<JointSlot, Vec<JointSlot>> = BTreeMap::new();
    for (joint, parent) in JointSlot::all().zip(parents) {
        if let Some(parent) = parent {
            below.entry(*parent).or_default().push(joint);
        }
    }
    below
}
