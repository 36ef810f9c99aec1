//! A surface cut across a line, and of every slice what hangs together next to the line.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};

use super::{ENOUGH, slice_count};

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
    from: Vec3,
    by: Vec3,
    /// For each point how far along the line it is; not a number where it does not count.
    along: Vec<f32>,
    /// For each point the slice that it was found in last, counted from 1.
    seen: Vec<u8>,
    /// The points of all slices.
    points: Vec<PointIndex>,
    all: Vec<Slice>,
    waiting: Vec<PointIndex>,
    /// What was come to in one slice, also the outer ends of sides that go into it.
    come_to: Vec<PointIndex>,
    offsets: Vec<Vec3>,
}

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
        [from, to]: [Vec3; 2],
        region: &[PointIndex],
    ) {
        (self.from, self.by) = (from, to - from);
        self.points.clear();
        self.all.clear();
        let nearest = self.measure(surface.point_count().min(places.len()), places, region);
        for (place, (_, point)) in (0u8..).zip(nearest) {
            if let Some(point) = point {
                self.flood(surface, place, point);
                self.keep(surface, places, place);
            }
        }
    }

    pub(super) fn all(&self) -> &[Slice] {
        &self.all
    }

    /// The points of all of them.
    pub(super) fn points(&self) -> &[PointIndex] {
        &self.points
    }

    /// How far along the line a place is, and how far beside it.
    pub(super) fn beside(&self, place: Vec3) -> (f32, Vec3) {
        let t = (place - self.from).dot(self.by) / self.by.length_squared();
        (t, place - self.from - self.by * t)
    }

    /// How far along the line a point is, and how far beside it.
    pub(super) fn at(&self, places: &[Vec3], point: PointIndex) -> Option<(f32, Vec3)> {
        let t = *self.along.get(point.index())?;
        let place = *places.get(point.index())?;
        Some((t, place - self.from - self.by * t))
    }

    /// How far along the line every point is; of each slice the point next to the line, with the square of its distance.
    fn measure(
        &mut self,
        count: usize,
        places: &[Vec3],
        region: &[PointIndex],
    ) -> [(f32, Option<PointIndex>); IN_ALL] {
        self.along.clear();
        self.along.resize(count, f32::NAN);
        self.seen.clear();
        self.seen.resize(count, 0);
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

    /// Goes from a point to all that hangs together with it in a slice, through sides that go into the slice.
    fn flood(&mut self, surface: &Adjacency, place: u8, point: PointIndex) {
        // Zero stands for points that no slice has come to.
        let mark = place + 1;
        self.come_to.clear();
        self.waiting.push(point);
        self.seen[point.index()] = mark;
        while let Some(point) = self.waiting.pop() {
            self.come_to.push(point);
            let here = self.along[point.index()];
            for &other in surface.neighbors(point) {
                self.enter(other, here, mark);
            }
        }
    }

    /// Goes on to the other end of a side that goes into the slice, unless something has come there before.
    fn enter(&mut self, point: PointIndex, from: f32, mark: u8) {
        let [low, high] = limits(mark - 1);
        let place = point.index();
        let Some((&to, seen)) = self.along.get(place).zip(self.seen.get_mut(place)) else {
            return;
        };
        // What is no number goes nowhere.
        let goes_in = !to.is_nan() && to.min(from) <= high && low <= to.max(from);
        if goes_in && std::mem::replace(seen, mark) != mark {
            self.waiting.push(point);
        }
    }

    /// Keeps what was found, with its middle and radius.
    fn keep(&mut self, surface: &Adjacency, places: &[Vec3], place: u8) {
        let begin = self.points.len();
        let slice = usize::from(place);
        for &point in &self.come_to {
            let t = self.along[point.index()];
            if (0.0..=1.0).contains(&t) && slice_of(t) == slice {
                self.points.push(point);
            }
        }
        self.offsets.clear();
        if self.points.len() - begin < ENOUGH {
            self.look_at_sides(surface, places, place);
        } else {
            let mut offsets = std::mem::take(&mut self.offsets);
            let found = self.points[begin..].iter();
            offsets.extend(found.filter_map(|&point| Some(self.at(places, point)?.1)));
            self.offsets = offsets;
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
    fn look_at_sides(&mut self, surface: &Adjacency, places: &[Vec3], place: u8) {
        let [low, high] = limits(place);
        let mut offsets = std::mem::take(&mut self.offsets);
        for &point in &self.come_to {
            let Some((here, from)) = self.at(places, point) else {
                continue;
            };
            if (low..=high).contains(&here) {
                offsets.push(from);
            }
            let others = surface.neighbors(point).iter();
            let seen = others.filter(|&&other| self.seen.get(other.index()) == Some(&(place + 1)));
            for (there, to) in seen.filter_map(|&other| self.at(places, other)) {
                // Zero below for a side across the line: what is infinite or NaN then is in no range.
                let cut = [low, high].map(|end| (end - here) / (there - here));
                let cut = cut.into_iter().filter(|part| (0.0..=1.0).contains(part));
                offsets.extend(cut.map(|part| from.lerp(to, part)));
            }
        }
        self.offsets = offsets;
    }
}

/// Where a slice begins and ends along the line.
fn limits(place: u8) -> [f32; 2] {
    let place = f32::from(place);
    [place / slice_count(), (place + 1.0) / slice_count()]
}
