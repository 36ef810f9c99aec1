//! Distances along a surface, near a few points of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::{PI, TAU};

use glam::{DVec3, Vec3};

use crate::{Adjacency, PointDistance, PointIndex};

mod unfold;

use unfold::{Corner, Wave, turn};

/// As much more than a full turn around a point, in radians, is rounding.
const STRAIGHT: f64 = 1e-4;

/// A distance that is found anew counts as shorter if it is so by more than this share: less costs more than it is worth.
const SHORTER: f64 = 1e-5;

/// How often a point's distance may get shorter. More than a few times happens with very obtuse angles only, where each of several
/// points is nearer through the others; it bounds the work on hostile meshes.
const MOST_CHANGES: u8 = 250;

/// Distances along a surface at rest from a few points of it, as far as `reach`: [`Geodesics::distances`], with positions and
/// memory of its own.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Adjacency, PointDistance, PointIndex, geodesic_distances};
///
/// // A square of side 1 with one diagonal: from corner to corner across it, and along it.
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// let square = Adjacency::new(&corners, &[[0, 1, 2], [0, 2, 3]]);
/// let seed = PointDistance::new(PointIndex(1), 0.0);
/// let near = geodesic_distances(&square, &[seed], 1.2);
/// assert_eq!(near.len(), 3);
/// assert_eq!(near[2], PointDistance::new(PointIndex(2), 1.0));
/// let all = geodesic_distances(&square, &[seed], 2.0);
/// assert_eq!(all[3].distance, 2.0_f32.sqrt());
/// ```
#[must_use]
pub fn geodesic_distances(
    surface: &Adjacency,
    seeds: &[PointDistance],
    reach: f32,
) -> Vec<PointDistance> {
    let mut geodesics = Geodesics::new();
    let found = geodesics.distances(surface, surface.positions(), seeds, reach);
    found.to_vec()
}

/// Finds distances along a surface, again and again, without making memory anew: for a stroke of a brush.
#[derive(Clone, Debug, Default)]
pub struct Geodesics {
    /// For each point the wave that came first so far; [`Wave::NEVER`] between calls.
    waves: Vec<Wave>,
    /// For each point how often that changed; 0 between calls.
    changes: Vec<u8>,
    /// The points that a wave has come to.
    touched: Vec<PointIndex>,
    /// Points to go on from, nearest first. Bits of floats that are not negative are ordered as the floats are.
    open: BinaryHeap<Reverse<(u64, PointIndex)>>,
    found: Vec<PointDistance>,
    /// The triangles at the point that the wave goes on from.
    fan: Vec<([PointIndex; 2], Corner)>,
}

impl Geodesics {
    /// No memory yet: that comes with the first call, 17 bytes for each point of the surface.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The points within `reach` of the seeds along the surface, with their distances, in rising order of the points.
    ///
    /// A seed is a point and the distance to begin with there. One that stands alone is where a wave starts. Seeds that are
    /// neighbors are what a wave from between them has come to: for a place within a triangle, its three corners with their
    /// distances from it; they count even beyond `reach`. `positions` has one for each point, at rest or posed; distances are in its units.
    ///
    /// A wave runs over the surface, nearest points first. What it knows at two corners of a triangle, `d_a` and `d_b`,
    /// it takes for distances from one place, in the plane of the triangle and beyond the side `ab`:
    ///
    /// ```text
    /// x = (d_a² − d_b² + c²) / 2c,   y = −√(d_a² − x²),   c = |b − a|
    /// ```
    ///
    /// The third corner is as far as the straight line from there, if it goes through the side, else as far as around the
    /// nearer corner. Where a shortest way can bend, at points with more than a full turn of surface around them (half a turn
    /// at the rim), the wave starts anew with the distance so far, which `d` above is without.
    ///
    /// In a plane this is exact from one place to within a ten-thousandth, for triangles of any shape, and so it is on whatever
    /// unfolds into a plane. Elsewhere the error falls with the size of the triangles: it is a hundredth a quarter around a
    /// sphere of 2,000 points. At obtuse angles a corner may be found nearer when the wave is past it; the wave then goes on
    /// from it anew, so that no triangle needs to be split.
    ///
    /// Work and answer are local: only points within `reach` and their neighbors are visited.
    ///
    /// Seeds that are out of range, not finite or below zero are left out, and so is what has no finite position.
    /// Other parts than those of the seeds are never reached. A `reach` that is no number finds nothing.
    ///
    /// References: M. Novotni and R. Klein, "Computing Geodesic Distances on Triangular Meshes", 2002, section 3 (the place
    /// beyond the side); R. Kimmel and J. A. Sethian, "Computing Geodesic Paths on Manifolds", 1998 (the wave).
    pub fn distances(
        &mut self,
        surface: &Adjacency,
        positions: &[Vec3],
        seeds: &[PointDistance],
        reach: f32,
    ) -> &[PointDistance] {
        let count = surface.point_count().min(positions.len());
        if self.waves.len() < count {
            self.waves.resize(count, Wave::NEVER);
            self.changes.resize(count, 0);
        }
        let terrain = Terrain {
            surface,
            positions: &positions[..count],
            reach: f64::from(reach),
        };
        self.sow(seeds, &terrain);
        while let Some(Reverse((bits, point))) = self.open.pop() {
            // What was found shorter since was put in anew.
            if f64::from_bits(bits) <= self.waves[point.index()].distance {
                self.spread(point, &terrain);
            }
        }
        self.collect(terrain.reach)
    }

    /// Begins at the seeds.
    fn sow(&mut self, seeds: &[PointDistance], terrain: &Terrain<'_>) {
        let is_sound = |&PointDistance { point, distance }: &PointDistance| {
            terrain.place(point).is_some() && (0.0..f32::INFINITY).contains(&distance)
        };
        let sound = seeds.iter().copied().filter(is_sound);
        // All seeds come first: whether one stands alone depends on the others.
        for PointDistance { point, distance } in sound.clone() {
            self.shorten(point, Wave::with_distance(distance.into()));
        }
        for PointDistance { point, .. } in sound {
            let beside = terrain.surface.neighbors(point);
            let alone = beside.iter().all(|&other| self.is_untouched(other));
            let wave = &mut self.waves[point.index()];
            // A wave starts at a seed that is alone. Seeds side by side know their distances from a place between them, which has 0.
            wave.start = if alone { wave.distance } else { 0.0 };
        }
    }

    fn is_untouched(&self, point: PointIndex) -> bool {
        let wave = self.waves.get(point.index());
        wave.is_none_or(|wave| wave.distance == f64::INFINITY)
    }

    /// Goes on from a point over its triangles.
    fn spread(&mut self, point: PointIndex, terrain: &Terrain<'_>) {
        terrain.look_around(point, &mut self.fan);
        let wave = self.waves[point.index()];
        let start = if terrain.can_bend(point, &self.fan) {
            wave.distance
        } else {
            wave.start
        };
        // By index, for reaching a point changes the waves beside it.
        for place in 0..self.fan.len() {
            let (others, corner) = self.fan[place];
            let [one, other] = others.map(|point| self.waves[point.index()]);
            if corner.can_pass(wave, one) {
                let passed = corner.across([wave, other], start);
                self.reach(others[0], passed, wave, terrain.reach);
            }
            let corner = corner.mirrored();
            if corner.can_pass(wave, other) {
                let passed = corner.across([wave, one], start);
                self.reach(others[1], passed, wave, terrain.reach);
            }
        }
    }

    /// What is not within reach itself reaches nothing new, but can make shorter what is.
    fn reach(&mut self, point: PointIndex, wave: Wave, from: Wave, reach: f64) {
        if from.distance <= reach || !self.is_untouched(point) {
            self.shorten(point, wave);
        }
    }

    /// Notes a wave if it comes sooner than what is known, and opens the point.
    fn shorten(&mut self, point: PointIndex, wave: Wave) {
        let place = point.index();
        let known = self.waves[place].distance;
        let is_shorter = wave.distance < known - SHORTER * wave.distance;
        if !is_shorter || MOST_CHANGES <= self.changes[place] {
            return;
        }
        if known == f64::INFINITY {
            self.touched.push(point);
        }
        self.waves[place] = wave;
        self.changes[place] += 1;
        self.open.push(Reverse((wave.distance.to_bits(), point)));
    }

    /// Hands out what is within reach, and forgets it all.
    fn collect(&mut self, reach: f64) -> &[PointDistance] {
        self.found.clear();
        for point in self.touched.drain(..) {
            let wave = std::mem::replace(&mut self.waves[point.index()], Wave::NEVER);
            self.changes[point.index()] = 0;
            if wave.distance <= reach {
                let distance = narrow(wave.distance);
                self.found.push(PointDistance { point, distance });
            }
        }
        self.found.sort_unstable_by_key(|found| found.point);
        &self.found
    }
}

/// A surface in some pose, and how much of it is asked for.
struct Terrain<'a> {
    surface: &'a Adjacency,
    positions: &'a [Vec3],
    reach: f64,
}

impl Terrain<'_> {
    /// Where a point is, if anywhere.
    fn place(&self, point: PointIndex) -> Option<DVec3> {
        let place = self.positions.get(point.index())?;
        place.is_finite().then(|| place.as_dvec3())
    }

    /// The triangles at a point: their other two points, and what the corner is like.
    fn look_around(&self, point: PointIndex, fan: &mut Vec<([PointIndex; 2], Corner)>) {
        fan.clear();
        let Some(from) = self.place(point) else {
            return;
        };
        let triangles = self.surface.triangles_at(point).iter();
        fan.extend(triangles.filter_map(|&triangle| {
            let others = self.others(triangle, point);
            let corner = Corner::new(self.place(others[0])? - from, self.place(others[1])? - from);
            Some((others, corner))
        }));
    }

    /// The other two points of a triangle.
    fn others(&self, triangle: u32, point: PointIndex) -> [PointIndex; 2] {
        match self.surface.triangles()[triangle as usize].map(PointIndex) {
            [a, b, c] if point == a => [b, c],
            [a, b, c] if point == b => [c, a],
            [a, b, _] => [a, b],
        }
    }

    /// Whether a shortest way can bend at a point.
    fn can_bend(&self, point: PointIndex, fan: &[([PointIndex; 2], Corner)]) -> bool {
        // As many sides as triangles: they close around the point.
        let is_inside = self.surface.neighbors(point).len() == fan.len();
        let straight = if is_inside { TAU } else { PI };
        straight + STRAIGHT < turn(fan.iter().map(|(_, corner)| *corner))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to the precision of the positions is the purpose"
)]
fn narrow(distance: f64) -> f32 {
    distance as f32
}
