//! A surface cut across a line, and of every slice what hangs together next to the line.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};

use super::{ENOUGH, slice_count};
use crate::parallel::{for_each, processors};

/// How many there are between the ends of the line.
pub(super) const SLICES: usize = 32;
/// How many there are with those past its end.
const IN_ALL: usize = SLICES + SLICES / 2;
/// Where the last one ends, along the line.
const FARTHEST: f32 = 1.5;

/// What hangs together in a slice.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Which slice, from the start of the line.
    pub(super) place: usize,
    /// The middle of the box around it, from the line.
    pub(super) middle: Vec3,
    /// How far from the middle it reaches.
    pub(super) radius: f32,
}

/// All slices of a line, and what is needed to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Slices {
    line: Line,
    all: Vec<Slice>,
    /// Each finds its share of the slices.
    floods: Vec<Flood>,
}

/// A line across the space of a surface, and how far along it the points are.
#[derive(Clone, Debug, Default)]
struct Line {
    from: Vec3,
    by: Vec3,
    /// For each point how far along the line it is; not a number where it does not count.
    along: Vec<f32>,
}

/// A point that was found in a slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundPoint {
    pub(super) point: PointIndex,
    /// How far along the line it is, and how far beside it.
    pub(super) t: f32,
    pub(super) offset: Vec3,
}

/// What is needed to find what hangs together in one slice after another.
#[derive(Clone, Debug, Default)]
struct Flood {
    /// For each point the slice that it was found in last, counted from 1.
    seen: Vec<u8>,
    /// The points of all its slices.
    points: Vec<FoundPoint>,
    all: Vec<Slice>,
    /// What was come to in one slice, also the outer ends of sides that go into it, each with how far along the line it is. Neighbors
    /// are looked at in this order: those of one point are fetched while those of others are still waited for.
    come_to: Vec<(PointIndex, f32)>,
    offsets: Vec<Vec3>,
}

/// Points from which on several threads find the slices.
const LARGE: usize = 16_384;

/// The slice of a place along the line; what is beyond all belongs to the one next to it.
pub(super) fn slice_of(t: f32) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate, and what is no number becomes 0"
    )]
    let place = (t * slice_count()) as usize;
    place.min(IN_ALL - 1)
}

impl Slices {
    /// Cuts the surface across the line, and keeps of each slice what hangs together next to the line.
    pub(super) fn cut(
        &mut self,
        surface: &Adjacency,
        places: &[Vec3],
        line: [Vec3; 2],
        region: &[PointIndex],
    ) {
        let count = surface.point_count().min(places.len());
        let nearest = self.line.measure(line, count, places, region);
        let threads = if count < LARGE { 1 } else { processors() };
        self.floods.resize_with(threads.min(SLICES), Flood::default);
        let (line, ways) = (&self.line, self.floods.len());
        let terrain = Terrain {
            surface,
            places,
            line,
        };
        // Each takes every so manyth slice, so that all have as much to do. No slice depends on what was found in another.
        for_each(
            self.floods.iter_mut().enumerate(),
            ways,
            |(number, flood)| {
                flood.begin(count);
                let slices = (0u8..).zip(nearest).skip(number).step_by(ways);
                let begun = slices.filter_map(|(place, nearest)| Some((place, nearest.1?)));
                for (place, point) in begun {
                    flood.fill(terrain, place, point);
                    flood.keep(terrain, place);
                }
            },
        );
        self.all.clear();
        self.all
            .extend(self.floods.iter_mut().flat_map(|flood| flood.all.drain(..)));
        self.all.sort_unstable_by_key(|slice| slice.place);
    }

    pub(super) fn all(&self) -> &[Slice] {
        &self.all
    }

    /// The points of all of them, in lists.
    pub(super) fn points(&self) -> impl Iterator<Item = &[FoundPoint]> {
        self.floods.iter().map(|flood| &*flood.points)
    }

    /// How far along the line a place is, and how far beside it.
    pub(super) fn beside(&self, place: Vec3) -> (f32, Vec3) {
        let Line { from, by, .. } = self.line;
        let t = (place - from).dot(by) / by.length_squared();
        (t, place - from - by * t)
    }
}

impl Line {
    /// How far along the line a point is, and how far beside it.
    fn at(&self, places: &[Vec3], point: PointIndex) -> Option<(f32, Vec3)> {
        let t = *self.along.get(point.index())?;
        let place = *places.get(point.index())?;
        Some((t, place - self.from - self.by * t))
    }

    /// How far along the line every point is; of each slice the point next to the line, with the square of its distance.
    fn measure(
        &mut self,
        [from, to]: [Vec3; 2],
        count: usize,
        places: &[Vec3],
        region: &[PointIndex],
    ) -> [(f32, Option<PointIndex>); IN_ALL] {
        (self.from, self.by) = (from, to - from);
        self.along.clear();
        self.along.resize(count, f32::NAN);
        let mut nearest = [(f32::INFINITY, None); IN_ALL];
        let squared = self.by.length_squared();
        if !(squared > 0.0 && squared.is_finite() && self.from.is_finite()) {
            return nearest;
        }
        for &point in region {
            let place = point.index();
            let Some((along, &at)) = self.along.get_mut(place).zip(places.get(place)) else {
                continue;
            };
            let t = (at - self.from).dot(self.by) / squared;
            *along = if t.is_finite() { t } else { f32::NAN };
            if !(0.0..=FARTHEST).contains(&t) {
                continue;
            }
            let beside = (at - self.from - self.by * t).length_squared();
            let nearest = &mut nearest[slice_of(t)];
            if beside < nearest.0 {
                *nearest = (beside, Some(point));
            }
        }
        nearest
    }
}

/// A surface with a line across it.
#[derive(Clone, Copy)]
struct Terrain<'a> {
    surface: &'a Adjacency,
    places: &'a [Vec3],
    line: &'a Line,
}

impl Terrain<'_> {
    fn at(self, point: PointIndex) -> Option<(f32, Vec3)> {
        self.line.at(self.places, point)
    }

    fn along(self, point: PointIndex) -> f32 {
        self.line.along[point.index()]
    }
}

impl Flood {
    /// Forgets what was found for a line before.
    fn begin(&mut self, count: usize) {
        self.points.clear();
        self.seen.clear();
        self.seen.resize(count, 0);
    }

    /// Goes from a point to all that hangs together with it in a slice, through sides that go into the slice.
    fn fill(&mut self, terrain: Terrain<'_>, place: u8, point: PointIndex) {
        // Zero stands for points that no slice has come to.
        let mark = place + 1;
        let limits = limits(place);
        self.come_to.clear();
        self.come_to.push((point, terrain.along(point)));
        self.seen[point.index()] = mark;
        let mut next = 0;
        while let Some(&from) = self.come_to.get(next) {
            next += 1;
            self.enter_around(terrain, from, (mark, limits));
        }
    }

    /// Goes on to the other ends of a point's sides that go into the slice, unless something has come there before.
    fn enter_around(
        &mut self,
        terrain: Terrain<'_>,
        (point, here): (PointIndex, f32),
        (mark, [low, high]): (u8, [f32; 2]),
    ) {
        let along = &terrain.line.along;
        for &other in terrain.surface.neighbors(point) {
            let place = other.index();
            let Some(seen) = self.seen.get_mut(place).filter(|seen| **seen != mark) else {
                continue;
            };
            let to = along.get(place).copied().unwrap_or(f32::NAN);
            // What is no number goes nowhere.
            if !to.is_nan() && to.min(here) <= high && low <= to.max(here) {
                *seen = mark;
                self.come_to.push((other, to));
            }
        }
    }

    /// Keeps what was found, with its middle and radius.
    fn keep(&mut self, terrain: Terrain<'_>, place: u8) {
        let begin = self.points.len();
        let slice = usize::from(place);
        let within = |t: f32| (0.0..=1.0).contains(&t) && slice_of(t) == slice;
        let found = self.come_to.iter().filter(|&&(_, t)| within(t));
        self.points.extend(found.filter_map(|&(point, _)| {
            let (t, offset) = terrain.at(point)?;
            Some(FoundPoint { point, t, offset })
        }));
        self.offsets.clear();
        let found = &self.points[begin..];
        if found.len() < ENOUGH {
            self.look_at_sides(terrain, place);
        } else {
            self.offsets.extend(found.iter().map(|found| found.offset));
        }
        let (low, high) = self.offsets.iter().fold(
            (Vec3::INFINITY, Vec3::NEG_INFINITY),
            |(low, high), &offset| (low.min(offset), high.max(offset)),
        );
        let middle = 0.5 * (low + high);
        let far = self.offsets.iter();
        let far = far.map(|offset| offset.distance_squared(middle));
        self.all.push(Slice {
            place: slice,
            middle,
            radius: far.fold(0.0, f32::max).sqrt(),
        });
    }

    /// The offsets where sides enter and leave the slice, or end within it.
    fn look_at_sides(&mut self, terrain: Terrain<'_>, place: u8) {
        let [low, high] = limits(place);
        let offsets = &mut self.offsets;
        for &(point, _) in &self.come_to {
            let Some((here, from)) = terrain.at(point) else {
                continue;
            };
            if (low..=high).contains(&here) {
                offsets.push(from);
            }
            let others = terrain.surface.neighbors(point).iter();
            let seen = others.filter(|&&other| self.seen.get(other.index()) == Some(&(place + 1)));
            for (there, to) in seen.filter_map(|&other| terrain.at(other)) {
                // Zero below for a side across the line: what is infinite or NaN then is in no range.
                let cut = [low, high].map(|end| (end - here) / (there - here));
                let cut = cut.into_iter().filter(|part| (0.0..=1.0).contains(part));
                offsets.extend(cut.map(|part| from.lerp(to, part)));
            }
        }
    }
}

/// Where a slice begins and ends along the line.
fn limits(place: u8) -> [f32; 2] {
    let place = f32::from(place);
    [place / slice_count(), (place + 1.0) / slice_count()]
}
