//! What of a surface a line is drawn along: an arm, and not the body that it grows from.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};

mod slices;

use crate::PointValue;
use slices::{FoundPoint, SLICES, Slice, Slices, slice_of};

/// Up to so many radii from the middle of the limb it is limb altogether.
const FULL: f32 = 1.1;
/// From so many radii on it is none.
const NONE: f32 = 1.5;
/// A ring that is wider than so many times the lower quartile says nothing of the limb.
const SUSPECT: f32 = 2.2;
/// A ring that is wider than the limb is elsewhere by no more than this is a muscle, else more than the limb.
const MUSCLE: f32 = 1.4;
/// A slice with as many points shows how thick it is; of one with fewer the sides that go through it are looked at.
const ENOUGH: usize = 48;

/// Finds what of a surface a line is drawn along, again and again, without making memory anew: for a drag.
///
/// The space between the two planes across the ends of the line is cut into 32 slices of one thickness, and half as much past the
/// end, to tell how thick the limb is where a short line begins at a body. Of each slice only what
/// hangs together within it with its point next to the line counts: of an arm that hangs down beside the body a ring, although
/// arm and body meet at the shoulder. A ring has a middle, that of the box around it, and a radius `r`.
///
/// Where the limb grows from a body a ring holds both, and is suddenly wide. So the rings are asked how thick the limb is: a straight
/// line `R(t) = a + b t`, t from 0 to 1 along the line, has the median of all slopes between two of them, and the median of what that
/// leaves; rings wider than 2.2 times the lower quartile are not asked. A tail that tapers to its tip is a limb everywhere, a body is
/// not. A ring up to 1.4 R is limb altogether, with its own middle and radius; a wider one has R, and the middle of the next that
/// is not. What is farther from the middle than 1.1 radii fades out, smoothly, and from 1.5 on it is none.
///
/// Reference for the straight line: P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", 1968.
#[derive(Clone, Debug, Default)]
pub struct LimbFinder {
    slices: Slices,
    rings: Option<Rings>,
    /// For each point how much it is limb.
    shares: Vec<f32>,
    found: Vec<PointValue>,
}

impl LimbFinder {
    /// No memory yet: that comes with the first line, 8 bytes for each point of the surface and one for each processor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The points of the limb between the planes across the ends of the line, in rising order, each with how much it is limb: above 0,
    /// up to 1.
    ///
    /// `places` says where each point is, at rest or as it is seen; only points of `region` count. A line whose ends are one place or
    /// not finite finds nothing, and neither does a region that has no point between the planes.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::Vec3;
    /// use mesh::{Adjacency, PointIndex};
    /// use weights::{LimbFinder, PointValue};
    ///
    /// // A strip two wide and four long.
    /// let places: Vec<Vec3> = [0.0, 1.0, 2.0, 3.0, 4.0]
    ///     .into_iter()
    ///     .flat_map(|x| [Vec3::new(x, 0.0, 0.0), Vec3::new(x, 2.0, 0.0)])
    ///     .collect();
    /// let triangles = [0, 2, 4, 6].map(|a| [[a, a + 1, a + 2], [a + 1, a + 3, a + 2]]);
    /// let strip = Adjacency::new(&places, triangles.as_flattened());
    /// let line = [Vec3::new(0.5, 0.5, 0.0), Vec3::new(3.5, 0.5, 0.0)];
    /// let all: Vec<PointIndex> = strip.all_points().collect();
    /// let limb = LimbFinder::new().find(&strip, &places, line, &all).to_vec();
    /// assert_eq!(limb, [2, 3, 4, 5, 6, 7].map(|point| PointValue::new(PointIndex(point), 1.0)));
    /// ```
    pub fn find(
        &mut self,
        surface: &Adjacency,
        places: &[Vec3],
        line: [Vec3; 2],
        region: &[PointIndex],
    ) -> &[PointValue] {
        self.found.clear();
        self.slices.cut(surface, places, line, region);
        self.rings = Rings::new(self.slices.all());
        self.shares.clear();
        self.shares.resize(surface.point_count(), 0.0);
        let found = self.slices.points().flatten();
        for (&FoundPoint { point, t, offset }, rings) in found.zip(self.rings.iter().cycle()) {
            if let Some(share) = self.shares.get_mut(point.index()) {
                *share = rings.share(t, offset);
            }
        }
        let shares = PointIndex::all().zip(&self.shares);
        let some = shares.filter(|(_, share)| **share > 0.0);
        self.found
            .extend(some.map(|(point, &share)| PointValue::new(point, share)));
        &self.found
    }

    /// Whether or not it hangs together with the limb that was found last, how much a place lies in it: 0 beyond the ends of the
    /// line. For what lies around a limb, as a sleeve.
    #[must_use]
    pub fn share_at(&self, place: Vec3) -> f32 {
        let (t, offset) = self.slices.beside(place);
        let is_between = (0.0..=1.0).contains(&t);
        let rings = self.rings.as_ref().filter(|_| is_between);
        rings.map_or(0.0, |rings| rings.share(t, offset))
    }
}

/// The middle of a limb, as an offset from the line, and its radius, at the middle of every slice.
#[derive(Clone, Debug)]
struct Rings {
    middles: [Vec3; SLICES],
    radii: [f32; SLICES],
}

impl Rings {
    /// None where no point lies in a slice.
    fn new(slices: &[Slice]) -> Option<Self> {
        let thickness = Thickness::of(slices)?;
        let is_limb = |slice: &&Slice| slice.radius <= MUSCLE * thickness.at(slice.place);
        let limbs: Vec<&Slice> = slices.iter().filter(is_limb).collect();
        let mut rings = Self {
            middles: [Vec3::ZERO; SLICES],
            radii: [0.0; SLICES],
        };
        let both = rings.middles.iter_mut().zip(&mut rings.radii);
        for (place, (middle, radius)) in both.enumerate() {
            *radius = thickness.at(place);
            let distance = |slice: &&&Slice| slice.place.abs_diff(place);
            let Some(next) = limbs.iter().min_by_key(distance) else {
                continue;
            };
            *middle = next.middle;
            let own = if next.place == place {
                next.radius
            } else {
                0.0
            };
            // A muscle may be wider than the straight line.
            *radius = radius.max(own);
        }
        Some(rings)
    }

    /// How much a place so far along the line, and so far beside it, is limb.
    fn share(&self, t: f32, offset: Vec3) -> f32 {
        let along = (t * slice_count() - 0.5).clamp(0.0, slice_count() - 1.0);
        let before = slice_of(t - 0.5 / slice_count()).min(SLICES - 1);
        let after = (before + 1).min(SLICES - 1);
        let part = (along - float(before)).clamp(0.0, 1.0);
        let middle = self.middles[before].lerp(self.middles[after], part);
        let radius = self.radii[before] + (self.radii[after] - self.radii[before]) * part;
        let distance = offset.distance(middle);
        if distance <= FULL * radius {
            return 1.0;
        }
        let out = (distance / radius - FULL) / (NONE - FULL);
        // A radius of zero leaves nothing beside the middle.
        let left = (1.0 - out).clamp(0.0, 1.0);
        left * left * (3.0 - 2.0 * left)
    }
}

/// How thick a limb is: a straight line through the radii of its slices.
struct Thickness {
    start: f32,
    growth: f32,
    least: f32,
}

impl Thickness {
    fn of(slices: &[Slice]) -> Option<Self> {
        let least = quantile(slices.iter().map(|slice| slice.radius).collect(), 4)?;
        let asked: Vec<(f32, f32)> = slices
            .iter()
            .filter(|slice| slice.radius <= SUSPECT * least)
            .map(|slice| (float(slice.place), slice.radius))
            .collect();
        let pairs = asked.iter().enumerate().flat_map(|(place, &(x, radius))| {
            let others = asked.iter().skip(place + 1);
            // No two slices have one place, so nothing is divided by zero.
            others.map(move |&(other, wider)| (wider - radius) / (other - x))
        });
        let growth = quantile(pairs.collect(), 2).unwrap_or(0.0);
        let left = asked.iter().map(|(x, radius)| radius - growth * x);
        let start = quantile(left.collect(), 2)?;
        Some(Self {
            start,
            growth,
            least: 0.5 * least,
        })
    }

    /// In the middle of a slice.
    fn at(&self, place: usize) -> f32 {
        (self.start + self.growth * float(place)).max(self.least)
    }
}

/// The number that one in so many is below.
fn quantile(mut numbers: Vec<f32>, one_in: usize) -> Option<f32> {
    numbers.sort_unstable_by(f32::total_cmp);
    numbers.get(numbers.len() / one_in).copied()
}

fn slice_count() -> f32 {
    float(SLICES)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "places of slices, of which there are few"
)]
fn float(place: usize) -> f32 {
    place as f32
}
