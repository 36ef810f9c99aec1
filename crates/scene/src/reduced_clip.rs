//! A clip with fewer keys, and how far its skin is from that of all keys: measured vertex by vertex, by the method that is
//! asked for.
//!
//! [`rig::Reduction`] takes keys out by a bound on linear blending, at the times of keys and in the middles between them. Then
//! the skin itself is measured there and, where it is farthest off, in between; where it is too far off, keys return. What is
//! reported is the largest distance that was measured.

use std::collections::{BTreeMap, BTreeSet};

use character::Character;
use glam::Vec3;
use rig::{
    AnyTrack, CarriedBox, Clip, ClipEdit, GoOn, InfluenceRow, JointIndex, KeptKeys, Keys, Pose,
    Reduction, Repeat, ScaleInheritance, Tangents, Target, kept_track, key_times_and_middles,
};

use crate::deform::{DeformedPrimitive, base_pose, deform_posed, posed_character};
use crate::parallel::for_each_parallel;
use crate::placed::{PlacedPrimitive, placed_primitives};
use crate::posed_character::Look;
use crate::vertex_facts::{MovedBy, VertexFacts, VertexPlace};

/// Share of the tolerance that measured distances may have: between the times that are measured there may be more.
const SAFE: f32 = 0.95;
/// Share of the largest distance from which on a maximum is looked for between times.
const REFINED: f32 = 0.5;
/// The largest number of such maxima, and of halvings of their surroundings.
const MOST_MAXIMA: usize = 24;
const HALVINGS: usize = 5;
/// Keys of a track on either side of one that returns, whose segments may change with it.
const AROUND: usize = 3;
/// Share of the work that the search for keys is, the rest being measured.
const SEARCH: f32 = 0.5;

/// A clip whose keys are to become fewer.
#[derive(Clone, Copy, Debug)]
pub struct ClipReduction<'a> {
    /// The character.
    pub character: &'a Character,
    /// The clip.
    pub clip: &'a Clip,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The method that skins.
    pub look: Look,
    /// The tracks whose keys may go.
    pub targets: &'a BTreeSet<Target>,
    /// How far a vertex may be off, in scene units.
    pub tolerance: f32,
}

/// How far a vertex is off at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinError {
    /// The vertex.
    pub place: VertexPlace,
    /// Seconds of the clip.
    pub time: f32,
    /// From where it is with all keys, in scene units.
    pub distance: f32,
}

/// What became of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReducedClip {
    /// The tracks that have fewer keys now.
    pub tracks: Vec<AnyTrack>,
    /// Keys of the tracks asked for, before.
    pub before: usize,
    /// And after.
    pub after: usize,
    /// The largest distance that was measured; none where nothing moves otherwise.
    pub largest: Option<SkinError>,
    /// The number of times at which the skin was measured.
    pub checks: usize,
}

impl ClipReduction<'_> {
    /// Reduces and measures; `go_on` is told the share that is done. None if it breaks, and if the lists do not fit the skeleton.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<ReducedClip> {
        let base = base_pose(self.character);
        let boxes = carried_boxes(self.character);
        let reach = morph_reach(self.character, base.morph_weights.len());
        let search = Reduction {
            clip: self.clip,
            skeleton: &self.character.rig.skeleton,
            base: &base,
            scale_inheritance: self.scale_inheritance,
            boxes: &boxes,
            morph_reach: &reach,
            targets: self.targets,
            tolerance: SAFE * self.tolerance,
        };
        let kept = search.run(&|share| go_on(SEARCH * share))?;
        let mut judge = Judge {
            of: self,
            base,
            skins: [Vec::new(), Vec::new()],
            checks: 0,
        };
        let (kept, largest) = judge.settled(kept, go_on)?;
        Some(self.result(&kept, largest, judge.checks))
    }

    fn result(&self, kept: &KeptKeys, largest: Option<SkinError>, checks: usize) -> ReducedClip {
        let flags = || kept.values().flatten();
        let changed = kept.iter().filter(|(_, keeps)| keeps.contains(&false));
        ReducedClip {
            tracks: changed
                .filter_map(|(target, keeps)| kept_track(self.clip, *target, keeps))
                .collect(),
            before: flags().count(),
            after: flags().filter(|keeps| **keeps).count(),
            largest,
            checks,
        }
    }

    /// The clip with these keys alone.
    fn with(&self, kept: &KeptKeys) -> Clip {
        let changed = kept.iter().filter(|(_, keeps)| keeps.contains(&false));
        let set = changed.filter_map(|(target, keeps)| kept_track(self.clip, *target, keeps));
        let edit = ClipEdit::SetTracks {
            set: set.collect(),
            remove: Vec::new(),
        };
        let edited = self.clip.edited(&edit);
        edited.map_or_else(|_| self.clip.clone(), |(clip, _)| clip)
    }
}

/// Measures the skin.
struct Judge<'a> {
    of: &'a ClipReduction<'a>,
    base: Pose,
    skins: [Vec<DeformedPrimitive>; 2],
    checks: usize,
}

impl Judge<'_> {
    /// Puts keys back until the skin is near enough wherever it is measured.
    fn settled(
        &mut self,
        mut kept: KeptKeys,
        go_on: &GoOn<'_>,
    ) -> Option<(KeptKeys, Option<SkinError>)> {
        let times = key_times_and_middles(self.of.clip, self.of.targets);
        let mut errors = vec![None; times.len()];
        let most = SAFE * self.of.tolerance;
        loop {
            let now = self.of.with(&kept);
            self.measure(&now, (&times, &mut errors), go_on)?;
            let found: Vec<SkinError> = errors.iter().flatten().copied().collect();
            let mut maxima = maxima(&found);
            let mut wrong = too_far(&maxima, most);
            if wrong.is_empty() {
                maxima = self.refined(&now, (&times, &found), maxima, go_on)?;
                wrong = too_far(&maxima, most);
            }
            if wrong.is_empty() {
                let largest = worst(maxima.iter().chain(&found).copied());
                return Some((kept, largest.filter(|it| it.distance > 0.0)));
            }
            for place in self.of.restore(&mut kept, &wrong, &times) {
                errors[place] = None;
            }
        }
    }

    /// Measures where nothing is known.
    fn measure(
        &mut self,
        clip: &Clip,
        (times, errors): (&[f32], &mut [Option<SkinError>]),
        go_on: &GoOn<'_>,
    ) -> Option<()> {
        let all = times.len();
        let unknown = times.iter().zip(errors).enumerate();
        for (place, (&time, error)) in unknown.filter(|(_, (_, error))| error.is_none()) {
            *error = Some(self.error(clip, time));
            if go_on(SEARCH + (1.0 - SEARCH) * share(place, all)).is_break() {
                return None;
            }
        }
        Some(())
    }

    /// How far the vertex that is farthest off is at a time.
    fn error(&mut self, clip: &Clip, time: f32) -> SkinError {
        let of = self.of;
        let skeleton = &of.character.rig.skeleton;
        self.checks += 1;
        let poses = [of.clip, clip].map(|clip| clip.sample(skeleton, &self.base, time));
        let none = SkinError {
            time,
            ..SkinError::default()
        };
        if poses[0] == poses[1] {
            return none;
        }
        let both = poses.iter().zip(&mut self.skins);
        for_each_parallel(both, poses.len(), |(pose, skin)| {
            let posed = posed_character(of.character, pose, of.scale_inheritance, of.look);
            let skinned = posed.map(|posed| deform_posed(of.character, &posed, skin));
            if !matches!(skinned, Ok(Ok(()))) {
                skin.clear();
            }
        });
        farthest(&self.skins).map_or(none, |(place, distance)| SkinError {
            place,
            time,
            distance,
        })
    }

    /// The maxima between times, looked for where the largest are.
    fn refined(
        &mut self,
        clip: &Clip,
        (times, errors): (&[f32], &[SkinError]),
        mut maxima: Vec<SkinError>,
        go_on: &GoOn<'_>,
    ) -> Option<Vec<SkinError>> {
        let Some(largest) = worst(errors.iter().copied()) else {
            return Some(maxima);
        };
        maxima.retain(|it| it.distance > REFINED * largest.distance && it.distance > 0.0);
        maxima.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        maxima.truncate(MOST_MAXIMA);
        for found in &mut maxima {
            if go_on(1.0).is_break() {
                return None;
            }
            self.refine(clip, times, found);
        }
        Some(maxima)
    }

    /// Looks on both sides of a maximum for a higher one.
    fn refine(&mut self, clip: &Clip, times: &[f32], found: &mut SkinError) {
        let place = times.partition_point(|&time| time < found.time);
        let beside = [place.saturating_sub(1), place + 1];
        let [mut from, mut to] = beside.map(|it| times.get(it).copied().unwrap_or(found.time));
        for _ in 0..HALVINGS {
            let middles = [from, to].map(|end| 0.5 * (end + found.time));
            let [left, right] = middles.map(|time| self.error(clip, time));
            if left.distance > found.distance && left.distance >= right.distance {
                (to, *found) = (found.time, left);
            } else if right.distance > found.distance {
                (from, *found) = (found.time, right);
            } else {
                [from, to] = middles;
            }
        }
    }
}

impl ClipReduction<'_> {
    /// Puts keys back near these times, of all tracks that move the vertices; returns the places of times where that may change
    /// anything.
    fn restore(&self, kept: &mut KeptKeys, wrong: &[SkinError], times: &[f32]) -> Vec<usize> {
        let mut changed = BTreeSet::new();
        for error in wrong {
            let movers = self.movers(error.place);
            let is_mover = |target: Target| match target {
                Target::Joint(joint, _) => movers.contains(&joint),
                Target::Morph(_) => true,
            };
            let mut is_back = self.restore_at(kept, error.time, (&mut changed, times), &is_mover);
            if !is_back {
                is_back = self.restore_at(kept, error.time, (&mut changed, times), &|_| true);
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
        (changed, times): (&mut BTreeSet<usize>, &[f32]),
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
            let span = self.span_around((keys, keeps), nearest);
            let first = times.partition_point(|&it| it < span[0]);
            let end = times.partition_point(|&it| it <= span[1]);
            changed.extend(first..end);
        }
        is_back
    }

    /// The times between which a key may change its track.
    fn span_around(&self, (keys, keeps): (Keys<'_>, &[bool]), key: usize) -> [f32; 2] {
        let times = keys.times();
        let is_automatic = (0..times.len()).any(|it| keys.mode(it).tangents == Tangents::Auto);
        if is_automatic && self.clip.repeat() == Repeat::Loop {
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

    /// The joints that move a vertex, and all above them.
    fn movers(&self, place: VertexPlace) -> BTreeSet<JointIndex> {
        let skeleton = &self.character.rig.skeleton;
        let facts = VertexFacts::of(self.character, place);
        let own: Vec<JointIndex> = match facts.map(|facts| facts.moved_by) {
            Some(MovedBy::Joints(joints)) => joints.into_iter().map(|(joint, _)| joint).collect(),
            Some(MovedBy::Node(joint)) => vec![joint],
            Some(MovedBy::Nothing) | None => Vec::new(),
        };
        let chains = own
            .into_iter()
            .flat_map(|joint| std::iter::successors(Some(joint), |&it| skeleton.parent(it)));
        chains.collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}

fn worst(errors: impl Iterator<Item = SkinError>) -> Option<SkinError> {
    errors.max_by(|a, b| a.distance.total_cmp(&b.distance))
}

fn too_far(errors: &[SkinError], most: f32) -> Vec<SkinError> {
    let wrong = errors.iter().filter(|error| error.distance > most);
    wrong.copied().collect()
}

/// Those that no neighbour exceeds.
fn maxima(errors: &[SkinError]) -> Vec<SkinError> {
    let at = |place: Option<usize>| {
        let error = place.and_then(|place| errors.get(place));
        error.map_or(f32::NEG_INFINITY, |error| error.distance)
    };
    let all = errors.iter().enumerate();
    let highest = all.filter(|(place, error)| {
        error.distance >= at(place.checked_sub(1)) && error.distance >= at(Some(place + 1))
    });
    highest.map(|(_, error)| *error).collect()
}

fn farthest(skins: &[Vec<DeformedPrimitive>; 2]) -> Option<(VertexPlace, f32)> {
    let mut found: Option<(VertexPlace, f32)> = None;
    for (primitive, (one, other)) in skins[0].iter().zip(&skins[1]).enumerate() {
        for (vertex, (from, to)) in one.positions.iter().zip(&other.positions).enumerate() {
            let square = from.distance_squared(*to);
            if square.is_finite() && found.is_none_or(|(_, most)| square > most) {
                found = Some((VertexPlace { primitive, vertex }, square));
            }
        }
    }
    found.map(|(place, square)| (place, square.sqrt()))
}

/// The boxes of the vertices that each joint moves, carried by the joint; of a mesh without a skin, by its node.
#[must_use]
pub fn carried_boxes(character: &Character) -> Vec<CarriedBox> {
    let mut boxes: BTreeMap<JointIndex, [Vec3; 2]> = BTreeMap::new();
    for placed in placed_primitives(character) {
        each_carried(character, &placed, |joint, place| {
            let [low, high] = boxes.entry(joint).or_insert([place; 2]);
            (*low, *high) = (low.min(place), high.max(place));
        });
    }
    let corners = |[low, high]: [Vec3; 2]| {
        [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let pick = |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, low.x, high.x),
                pick(2, low.y, high.y),
                pick(4, low.z, high.z),
            )
        })
    };
    boxes
        .into_iter()
        .map(|(joint, ends)| CarriedBox {
            joint,
            corners: corners(ends),
        })
        .collect()
}

/// Each vertex with each joint that moves it, where the joint has it.
fn each_carried(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    mut each: impl FnMut(JointIndex, Vec3),
) {
    let positions = &placed.primitive.positions;
    let bind = placed
        .instance
        .skin
        .and_then(|skin| character.rig.binds.get(skin));
    let Some((bind, influences)) = bind.zip(placed.primitive.influences.as_ref()) else {
        let node = placed.instance.node;
        let stretch = character.rig.skeleton.rest_stretch(node);
        return positions.iter().for_each(|&it| each(node, stretch * it));
    };
    for (position, InfluenceRow { joints: places, .. }) in positions.iter().zip(influences.rows()) {
        for &place in places {
            let place = usize::from(place);
            if let Some(&joint) = bind.joints().get(place) {
                each(
                    joint,
                    bind.joint_from_bind(place).transform_point3(*position),
                );
            }
        }
    }
}

/// The longest displacement of each morph weight of a pose.
fn morph_reach(character: &Character, count: usize) -> Vec<f32> {
    let mut reach = vec![0.0_f32; count];
    for placed in placed_primitives(character) {
        let weights = placed.instance.morph.clone();
        for (target, weight) in placed.primitive.morph_targets.iter().zip(weights) {
            let lengths = target.positions.iter().map(|it| it.length());
            if let Some(slot) = reach.get_mut(weight) {
                *slot = lengths.fold(*slot, f32::max);
            }
        }
    }
    reach
}
