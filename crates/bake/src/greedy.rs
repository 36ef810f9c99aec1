//! Helper joints as virtual rows of weights, chosen greedily.
//!
//! The vertex that is farthest off gives its own row: its matrix in every pose, seen or not, is what the method makes of that row, so that
//! the vertex is exact from then on. Vertices around it that hold the row are fitted again with the helper among their candidates.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use scene::parallel::for_each_parallel;

use crate::motions::{Columns, Motions, point_by, ratio};
use crate::points::{Point, Points};
use crate::subsets::{Choice, Gram, MOST_CANDIDATES, MOST_WEIGHTS, cheapest};

/// How much of a helper's row may lie outside the joints of a vertex that takes it: more would let a joint move what it has no part in.
const OUTSIDE: f32 = 0.05;

/// A helper that is not exact is of use where its own vertex comes nearer than this part of what it was off by.
const USEFUL: f32 = 0.9;

/// Squared distance of rows that are one.
const SAME_ROW: f32 = 1e-13;

/// Points that one job fits: each takes up to 162 small factorizations, so a chunk is far more than its hand-over costs.
const CHUNK: usize = 64;

/// What a point follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Follows {
    /// Nothing: a place in a list that is not used.
    #[default]
    None,
    /// An entry of the joint lists.
    Entry(u32),
    /// A helper, by its number.
    Helper(u32),
}

impl Follows {
    /// The place of a helper in lists of them.
    pub(crate) fn helper(self) -> Option<usize> {
        match self {
            Self::Helper(helper) => usize::try_from(helper).ok(),
            Self::None | Self::Entry(_) => None,
        }
    }
}

/// What a point blends linearly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fit {
    pub(crate) follows: [Follows; MOST_WEIGHTS],
    pub(crate) weights: [f32; MOST_WEIGHTS],
    /// The largest distance over the poses, in scene units.
    pub(crate) error: f32,
    cost: f64,
}

impl Fit {
    /// What is followed, with its weight.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Follows, f32)> {
        let pairs = self.follows.into_iter().zip(self.weights);
        pairs.filter(|(follows, _)| *follows != Follows::None)
    }

    fn uses(&self, helper: u32) -> bool {
        self.follows.contains(&Follows::Helper(helper))
    }
}

/// When enough helpers are made, by error or by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// The largest error that will do, in scene units; 0 uses all helpers.
    pub(crate) target: f32,
    /// Helpers at most, those already there included.
    pub(crate) helpers: usize,
}

/// A helper of a point's row.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    point: u32,
    /// What it does in the poses; none where it is what the method makes of the row.
    maps: Option<Vec<Columns>>,
}

impl Helper {
    /// One that does what the method makes of a point's row.
    pub(crate) const fn of_row(point: u32) -> Self {
        Self { point, maps: None }
    }

    /// One that comes near to a point's row, with its maps pose by pose.
    pub(crate) const fn near_row(point: u32, maps: Vec<Columns>) -> Self {
        Self {
            point,
            maps: Some(maps),
        }
    }
}

/// The helpers so far, and what each point follows.
#[derive(Clone, Debug)]
pub(crate) struct Greedy<'a> {
    points: &'a Points,
    motions: &'a Motions,
    /// None of those that were dropped.
    helpers: Vec<Option<Helper>>,
    pub(crate) fits: Vec<Fit>,
    threads: usize,
}

impl<'a> Greedy<'a> {
    /// All points on the joints and on helpers that there are already.
    pub(crate) fn new(
        points: &'a Points,
        motions: &'a Motions,
        helpers: Vec<Helper>,
        threads: usize,
    ) -> Self {
        let mut greedy = Self {
            points,
            motions,
            helpers: helpers.into_iter().map(Some).collect(),
            fits: vec![Fit::default(); points.list.len()],
            threads,
        };
        let all: Vec<u32> = (0..crate::points::index(points.list.len())).collect();
        let found = greedy.refits(&all, None);
        greedy.fits = found.into_iter().map(Option::unwrap_or_default).collect();
        // Where the method is linear blending but for rounding, the file's own row is best and is kept to the bit.
        for (fit, (point, own)) in greedy
            .fits
            .iter_mut()
            .zip(points.list.iter().zip(&motions.points))
        {
            if let Some(as_it_is) = as_it_is(point, own, &motions.entries)
                && as_it_is.error <= fit.error
            {
                *fit = as_it_is;
            }
        }
        greedy
    }

    /// Adds helpers until the target is reached or no more are allowed. `go_on` is told the share that is done; false if it breaks.
    pub(crate) fn run(&mut self, stop: Stop, go_on: &mut dyn FnMut(f32) -> bool) -> bool {
        let first = self.largest().max(f32::MIN_POSITIVE);
        while self.largest() > stop.target && self.count() < stop.helpers {
            let Some(worst) = self.worst(&BTreeSet::new()) else {
                return true;
            };
            self.add(worst, stop.target);
            // Errors fall by factors, not by steps, so their logarithm says how far it is; or the number does, if it ends
            // first.
            let by_error = (first / self.largest().max(f32::MIN_POSITIVE)).ln()
                / (first / stop.target.max(first * 1e-3)).ln();
            let by_count = ratio(self.count(), stop.helpers);
            if !go_on(by_error.max(by_count).clamp(0.0, 1.0)) {
                return false;
            }
        }
        true
    }

    /// Drops helpers, least weight first, where the points that follow them stay within the target without.
    pub(crate) fn prune(&mut self, target: f32) {
        let mut totals = vec![0.0_f64; self.helpers.len()];
        let each = self.fits.iter().zip(&self.points.list);
        let pairs = each.flat_map(|(fit, point)| fit.pairs().map(move |pair| (pair, point)));
        for ((follows, weight), point) in pairs {
            if let Some(total) = follows.helper().and_then(|it| totals.get_mut(it)) {
                *total += f64::from(weight) * f64::from(point.count);
            }
        }
        let mut order: Vec<usize> = (0..totals.len()).collect();
        // Those that little follows are most likely needed no more, and are tried first.
        order.sort_by(|one, other| totals[*one].total_cmp(&totals[*other]));
        for helper in order {
            let number = crate::points::index(helper);
            let users: Vec<u32> = (0_u32..)
                .zip(&self.fits)
                .filter(|(_, fit)| fit.uses(number))
                .map(|(point, _)| point)
                .collect();
            let found = self.refits(&users, Some(number));
            let stays = |(point, fit): (&u32, &Option<Fit>)| {
                let before = self.fits[*point as usize].error;
                fit.is_some_and(|fit| fit.error <= target.max(before))
            };
            if !users.iter().zip(&found).all(stays) {
                continue;
            }
            self.helpers[helper] = None;
            for (point, fit) in users.iter().zip(found) {
                self.fits[*point as usize] = fit.unwrap_or_default();
            }
        }
    }

    /// The largest error of all points.
    pub(crate) fn largest(&self) -> f32 {
        self.fits.iter().fold(0.0, |most, fit| most.max(fit.error))
    }

    /// How many helpers there are.
    pub(crate) fn count(&self) -> usize {
        self.helpers.iter().flatten().count()
    }

    /// The numbers of the helpers that are left.
    pub(crate) fn remaining_numbers(&self) -> Vec<usize> {
        let helpers = self.helpers.iter().enumerate();
        let left = helpers.filter(|(_, helper)| helper.is_some());
        left.map(|(number, _)| number).collect()
    }

    /// The helpers that are left, numbered anew: their points, and the fits by these numbers.
    pub(crate) fn remaining_helpers(&self) -> (Vec<u32>, Vec<Fit>) {
        let mut numbers = vec![0; self.helpers.len()];
        let mut helpers = Vec::new();
        for (number, helper) in numbers.iter_mut().zip(&self.helpers) {
            if let Some(helper) = helper {
                *number = crate::points::index(helpers.len());
                helpers.push(helper.point);
            }
        }
        let renumbered = |fit: &Fit| Fit {
            follows: fit.follows.map(|follows| match follows {
                Follows::Helper(old) => Follows::Helper(numbers[old as usize]),
                other => other,
            }),
            ..*fit
        };
        (helpers, self.fits.iter().map(renumbered).collect())
    }

    /// The point that is farthest off, of all but these.
    pub(crate) fn worst(&self, but: &BTreeSet<u32>) -> Option<u32> {
        let points = (0_u32..).zip(&self.fits);
        let asked = points.filter(|(point, _)| !but.contains(point));
        let worst = asked.max_by(|(_, one), (_, other)| one.error.total_cmp(&other.error));
        worst
            .filter(|(_, fit)| fit.error > 0.0)
            .map(|(point, _)| point)
    }

    /// How far a point is off at most, in scene units.
    pub(crate) fn error_of(&self, point: u32) -> f32 {
        let fit = self.fits.get(point as usize);
        fit.map_or(0.0, |fit| fit.error)
    }

    /// What the method makes of a point, pose by pose.
    pub(crate) fn maps_of_point(&self, point: u32) -> &'a [Columns] {
        let maps = self.motions.points.get(point as usize);
        maps.map_or(&[][..], Vec::as_slice)
    }

    /// Whether a helper has the row of a point already.
    pub(crate) fn has_row_of(&self, point: u32) -> bool {
        let row = &self.points.list[point as usize].row;
        let mut helpers = self.helpers.iter().flatten();
        helpers.any(|helper| {
            let own = &self.points.list[helper.point as usize].row;
            distance_squared(own, row) < SAME_ROW
        })
    }

    /// Adds a helper that is not exact for its point, if that comes nearer by it; whether it has.
    pub(crate) fn offer(&mut self, helper: Helper, target: f32) -> bool {
        let point = helper.point;
        let before = self.error_of(point);
        self.helpers.push(Some(helper));
        let own = self.refit(point as usize, None);
        let Some(own) = own.filter(|own| own.error <= USEFUL * before) else {
            self.helpers.pop();
            return false;
        };
        self.refit_around(point, target);
        self.fits[point as usize] = own;
        true
    }

    fn add(&mut self, worst: u32, target: f32) {
        let number = crate::points::index(self.helpers.len());
        self.helpers.push(Some(Helper::of_row(worst)));
        self.refit_around(worst, target);
        // The vertex is exact with its own row alone, so it is not fitted.
        let mut own = Fit::default();
        (own.follows[0], own.weights[0]) = (Follows::Helper(number), 1.0);
        self.fits[worst as usize] = own;
    }

    /// Fits the other points that hold the row of one, which has a new helper.
    fn refit_around(&mut self, worst: u32, target: f32) {
        let row = &self.points.list[worst as usize].row;
        let affected: Vec<u32> = (0_u32..)
            .zip(&self.points.list)
            .filter(|(point, of)| *point != worst && outside(row, &of.row) <= OUTSIDE)
            .map(|(point, _)| point)
            .collect();
        let found = self.refits(&affected, None);
        for (point, fit) in affected.into_iter().zip(found) {
            let before = &mut self.fits[point as usize];
            if let Some(fit) = fit.filter(|fit| is_taken(before, fit, target)) {
                *before = fit;
            }
        }
    }

    /// The best fits of points, without a helper.
    fn refits(&self, points: &[u32], without: Option<u32>) -> Vec<Option<Fit>> {
        let mut found = vec![None; points.len()];
        let jobs = points.chunks(CHUNK).zip(found.chunks_mut(CHUNK));
        for_each_parallel(jobs, self.threads, |(points, found)| {
            for (point, found) in points.iter().zip(found) {
                *found = self.refit(*point as usize, without);
            }
        });
        found
    }

    fn refit(&self, point: usize, without: Option<u32>) -> Option<Fit> {
        let of = &self.points.list[point];
        let candidates = self.candidates(of, without);
        let maps: Vec<&[Columns]> = candidates.iter().map(|it| self.maps(*it)).collect();
        let own = &self.motions.points[point];
        let (gram, displacements) = residuals(own, &maps, of, self.points.edge);
        let choice = cheapest(&gram, candidates.len())?;
        let mut fit = Fit {
            cost: choice.cost,
            ..Fit::default()
        };
        for (slot, &place) in choice.places.iter().enumerate().take(choice.len) {
            fit.follows[slot] = candidates[place];
            #[expect(
                clippy::cast_possible_truncation,
                reason = "rounding to f32 is the purpose"
            )]
            let weight = choice.weights[slot] as f32;
            fit.weights[slot] = weight;
        }
        fit.error = largest_error(&choice, &displacements, maps.len());
        fit.error.is_finite().then_some(fit)
    }

    fn maps(&self, of: Follows) -> &[Columns] {
        match of {
            Follows::None => &[],
            Follows::Entry(entry) => &self.motions.entries[entry as usize],
            Follows::Helper(helper) => match &self.helpers[helper as usize] {
                Some(Helper {
                    maps: Some(maps), ..
                }) => maps,
                Some(Helper { point, .. }) => &self.motions.points[*point as usize],
                None => &[],
            },
        }
    }

    /// The nearest rows: those of the point's joints alone, and of helpers.
    fn candidates(&self, of: &Point, without: Option<u32>) -> Vec<Follows> {
        let square: f32 = of.row.iter().map(|(_, weight)| weight * weight).sum();
        let mut near: Vec<(f32, Follows)> = Vec::with_capacity(of.row.len() + 8);
        for &(entry, weight) in &of.row {
            // `|ω − w|²` of a row of one joint: `|w|² − 2 w_j + 1`.
            near.push((square - 2.0 * weight + 1.0, Follows::Entry(entry)));
        }
        for (number, helper) in (0_u32..).zip(&self.helpers) {
            let Some(helper) = helper.as_ref().filter(|_| without != Some(number)) else {
                continue;
            };
            let row = &self.points.list[helper.point as usize].row;
            if outside(row, &of.row) <= OUTSIDE {
                near.push((distance_squared(row, &of.row), Follows::Helper(number)));
            }
        }
        // Ties by number: the same character gives the same file.
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        near.truncate(MOST_CANDIDATES);
        near.into_iter().map(|(_, follows)| follows).collect()
    }
}

/// The row of a point that has no more weights than fit, as it is: what linear blending has made of it so far.
fn as_it_is(point: &Point, own: &[Columns], entries: &[Vec<Columns>]) -> Option<Fit> {
    // A negative weight is none that engines take.
    if point.row.len() > MOST_WEIGHTS || point.row.iter().any(|(_, weight)| *weight < 0.0) {
        return None;
    }
    let mut fit = Fit {
        cost: f64::INFINITY,
        ..Fit::default()
    };
    for (slot, &(entry, weight)) in point.row.iter().enumerate() {
        (fit.follows[slot], fit.weights[slot]) = (Follows::Entry(entry), weight);
    }
    for (pose, own) in own.iter().enumerate() {
        let maps = point.row.iter().filter_map(|&(entry, weight)| {
            let map = entries.get(entry as usize)?.get(pose)?;
            Some(point_by(map, point.position) * weight)
        });
        let blended: Vec3 = maps.sum();
        fit.error = fit
            .error
            .max(blended.distance(point_by(own, point.position)));
    }
    Some(fit)
}

/// A fit that costs less is taken, but where it would take a point above the target farther off.
fn is_taken(before: &Fit, after: &Fit, target: f32) -> bool {
    // Without this the largest error jumps up as helpers are added: cost is a sum over poses, and a lower one may hide a worse pose.
    if after.error > target && after.error > before.error {
        return false;
    }
    after.cost <= before.cost || after.error < before.error
}

/// How much of a row lies on joints that another has not.
fn outside(row: &[(u32, f32)], other: &[(u32, f32)]) -> f32 {
    let is_outside = |(entry, _): &&(u32, f32)| !other.iter().any(|(own, _)| own == entry);
    row.iter()
        .filter(is_outside)
        .map(|(_, weight)| weight.abs())
        .sum()
}

fn distance_squared(row: &[(u32, f32)], other: &[(u32, f32)]) -> f32 {
    let of = |entry: u32, row: &[(u32, f32)]| {
        let found = row.iter().find(|(own, _)| *own == entry);
        found.map_or(0.0, |(_, weight)| *weight)
    };
    let shared = row
        .iter()
        .map(|&(entry, weight)| (weight - of(entry, other)).powi(2));
    let others = other.iter().filter(|(entry, _)| of(*entry, row) == 0.0);
    shared.sum::<f32>() + others.map(|(_, weight)| weight * weight).sum::<f32>()
}

/// Displacements by candidate and pose.
type Displacements = Vec<[[f32; 3]; MOST_CANDIDATES]>;

/// Γ of the residuals `(M_h − M_v)(x̂ | ℓ e₁ | ℓ e₂ | ℓ e₃)`, and their first columns pose by pose.
fn residuals(own: &[Columns], maps: &[&[Columns]], of: &Point, edge: f32) -> (Gram, Displacements) {
    let mut gram = Gram::default();
    let mut displacements = vec![[[0.0; 3]; MOST_CANDIDATES]; own.len()];
    let count = maps.len().min(MOST_CANDIDATES);
    let mut residual = [[0.0_f64; 12]; MOST_CANDIDATES];
    for (pose, own) in own.iter().enumerate() {
        for (place, map) in maps.iter().enumerate().take(count) {
            let Some(map) = map.get(pose) else {
                continue;
            };
            let mut apart = [0.0_f32; 12];
            for ((apart, map), own) in apart.iter_mut().zip(map).zip(own) {
                *apart = map - own;
            }
            let moved = point_by(&apart, of.position).to_array();
            // ℓ, the mean length of edges, weighs how the surface turns against where it lies: without it normals come out far off.
            let columns = apart.iter().take(9).map(|from| from * edge);
            for (to, from) in residual[place].iter_mut().zip(columns.chain(moved)) {
                *to = f64::from(from);
            }
            displacements[pose][place] = moved;
        }
        for (row, one) in gram.iter_mut().zip(&residual).take(count) {
            for (sum, other) in row.iter_mut().zip(&residual).take(count) {
                // Candidates that nearly agree leave differences of these sums alone, which f32 has not.
                *sum += one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
            }
        }
    }
    (gram, displacements)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn largest_error(choice: &Choice, displacements: &Displacements, count: usize) -> f32 {
    let pairs = choice.places.iter().zip(choice.weights).take(choice.len);
    let pairs = pairs.filter(|(place, _)| **place < count);
    let square = |pose: &[[f32; 3]; MOST_CANDIDATES]| {
        let blended = pairs.clone().map(|(&place, weight)| {
            let [x, y, z] = pose[place].map(f64::from);
            DVec3::new(x, y, z) * weight
        });
        blended.sum::<DVec3>().length_squared()
    };
    let worse = |most: f64, square: f64| match square <= most {
        true => most,
        // NaN too: it is no fit at all.
        false => square,
    };
    displacements.iter().map(square).fold(0.0, worse).sqrt() as f32
}

/// How many vertices follow each helper.
pub(crate) fn follower_counts(fits: &[Fit], points: &Points, helpers: usize) -> Vec<usize> {
    let mut counts = vec![0; helpers];
    for (fit, point) in fits.iter().zip(&points.list) {
        for helper in fit.pairs().filter_map(|(follows, _)| follows.helper()) {
            if let Some(count) = counts.get_mut(helper) {
                *count += point.count as usize;
            }
        }
    }
    counts
}
