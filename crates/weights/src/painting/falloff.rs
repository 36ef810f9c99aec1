//! Which points a brush touches, and how much.

use crate::PointValue;
use glam::{Vec2, Vec3};
use mesh::{Adjacency, Geodesics, PointDistance, PointIndex};

mod curve;
mod path;
mod shape;
mod view;

pub use curve::{Curve, CurveError};
pub use path::StrokePath;
pub use shape::Shape;
pub use view::View;

/// A front face fades over the last ten degrees before it turns away: cos 80°.
const FADING: f32 = 0.173_648_18;

/// How the distance from the middle of a brush is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Measure {
    /// Along the surface: what is near in space, but far to walk to, is not touched. In units of the model.
    #[default]
    Surface,
    /// Straight through space: a ball. In units of the model.
    Volume,
    /// On the screen, whatever lies how far behind: a tube along the line of sight. In pixels.
    Screen,
}

/// How the strength of a brush is spread around its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Falloff {
    /// How distances from the middle are measured.
    pub measure: Measure,
    /// The distance of the rim, in the units of the measure. A radius that is not above zero, or not finite, touches nothing.
    pub radius: f32,
    /// How the strength falls from the middle to the rim.
    pub shape: Shape,
    /// Whether only what faces the eye is touched, fading over the last ten degrees before it turns away; else everything.
    pub front_only: bool,
}

/// A surface as it is seen: its neighborhoods are those of rest, its places those of the pose.
#[derive(Clone, Copy, Debug)]
pub struct SurfacePose<'a> {
    /// What lies beside what.
    pub surface: &'a Adjacency,
    /// Where each point is now, see [`Adjacency::at_points`]. What has no finite place is not touched.
    pub positions: &'a [Vec3],
    /// The normal of each point now, of any length. A point without one faces the eye.
    pub normals: &'a [Vec3],
}

/// A place on a surface: what a ray of the pointer met, or what is nearest to something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePlace {
    /// The corners of its triangle, as points.
    pub corners: [PointIndex; 3],
    /// Weights of the corners: none negative, sum 1.
    pub barycentric: Vec3,
}

impl SurfacePlace {
    /// A place in a triangle that lists vertices, such as a ray hits; see [`mesh::Hit`].
    #[must_use]
    pub fn on(surface: &Adjacency, triangle: [u32; 3], barycentric: Vec3) -> Self {
        Self {
            corners: triangle.map(|vertex| surface.point_of(vertex)),
            barycentric,
        }
    }

    /// Where it is; nothing if a corner is out of range or nowhere.
    #[must_use]
    pub fn position(&self, positions: &[Vec3]) -> Option<Vec3> {
        let corners = self.corners.iter().zip(self.barycentric.to_array());
        let mut sum = Vec3::ZERO;
        for (&corner, weight) in corners {
            sum += *positions.get(corner.index())? * weight;
        }
        sum.is_finite().then_some(sum)
    }
}

/// One touch of a falloff.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dab {
    /// Its middle on the screen, in pixels from the top left.
    pub pixel: Vec2,
    /// Its middle on the surface, or the place of the surface that is next to it; without one only a brush that measures on the
    /// screen touches anything.
    pub place: Option<SurfacePlace>,
    /// From that place to the middle of the brush, where it is beside the surface; zero on it. Distances count from there.
    pub offset: Vec3,
}

/// Finds what a brush touches, again and again, without making memory anew: for a stroke.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    geodesics: Geodesics,
    seeds: Vec<PointDistance>,
    touched: Vec<PointValue>,
}

impl Footprint {
    /// No memory yet: that comes with the first dab.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The points that dabs touch, in rising order, each once, with the strength there: above 0, up to 1.
    ///
    /// Of several dabs the strongest counts, which is what a stroke that does not build up needs of all dabs of a frame; one that
    /// builds up asks for one after another. The answer is that of the dabs one by one, to the last bit, so that a stroke does not
    /// depend on how many of them come in a frame.
    ///
    /// Along the surface only what is within the radius is visited, for every dab anew. The other measures look at all points
    /// once, 300,000 in about half a millisecond, and near the dabs at every dab.
    pub fn of(
        &mut self,
        falloff: &Falloff,
        posed: SurfacePose<'_>,
        view: &View,
        dabs: &[Dab],
    ) -> &[PointValue] {
        self.touched.clear();
        if 0.0 < falloff.radius && falloff.radius.is_finite() {
            match falloff.measure {
                Measure::Surface => self.along_surface(falloff, posed, dabs),
                Measure::Volume => self.in_volume(falloff, posed, dabs),
                Measure::Screen => self.on_screen(falloff, posed, view, dabs),
            }
        }
        if falloff.front_only {
            for touched in &mut self.touched {
                touched.value *= facing(touched.point, posed, view);
            }
        }
        self.touched.retain(|touched| 0.0 < touched.value);
        &self.touched
    }

    fn along_surface(&mut self, falloff: &Falloff, posed: SurfacePose<'_>, dabs: &[Dab]) {
        let SurfacePose {
            surface, positions, ..
        } = posed;
        for dab in dabs {
            let Some(place) = dab.place else { continue };
            self.seeds.clear();
            self.seeds.extend(seeds(place, dab.offset, positions));
            let geodesics = &mut self.geodesics;
            let found = geodesics.distances(surface, positions, &self.seeds, falloff.radius);
            let strong = found
                .iter()
                .map(|near| PointValue::new(near.point, falloff.strength(near.distance)));
            self.touched.extend(strong);
        }
        // The strongest of each point first.
        self.touched.sort_by(|one, other| {
            one.point
                .cmp(&other.point)
                .then(other.value.total_cmp(&one.value))
        });
        self.touched.dedup_by_key(|touched| touched.point);
    }

    fn in_volume(&mut self, falloff: &Falloff, posed: SurfacePose<'_>, dabs: &[Dab]) {
        let middle = |dab: &Dab| Some(dab.place?.position(posed.positions)? + dab.offset);
        let middles: Vec<Vec3> = dabs.iter().filter_map(middle).collect();
        let low = middles
            .iter()
            .fold(Vec3::INFINITY, |low, middle| low.min(*middle))
            - falloff.radius;
        let high = middles
            .iter()
            .fold(Vec3::NEG_INFINITY, |high, middle| high.max(*middle))
            + falloff.radius;
        for (point, place) in PointIndex::all().zip(posed.positions) {
            // The box around all dabs passes over most points by comparisons alone.
            if low.cmple(*place).all() && place.cmple(high).all() {
                let distances = middles.iter().map(|middle| middle.distance(*place));
                self.touched
                    .push(PointValue::new(point, falloff.strongest(distances)));
            }
        }
    }

    fn on_screen(&mut self, falloff: &Falloff, posed: SurfacePose<'_>, view: &View, dabs: &[Dab]) {
        let finite = dabs
            .iter()
            .map(|dab| dab.pixel)
            .filter(|pixel| pixel.is_finite());
        let middles: Vec<Vec2> = finite.collect();
        let low = middles
            .iter()
            .fold(Vec2::INFINITY, |low, middle| low.min(*middle))
            - falloff.radius;
        let high = middles
            .iter()
            .fold(Vec2::NEG_INFINITY, |high, middle| high.max(*middle))
            + falloff.radius;
        let rows = view.pixel_rows();
        for (point, place) in PointIndex::all().zip(posed.positions) {
            let [x, y, w] = rows.map(|row| row.dot(place.extend(1.0)));
            // Divided by w only what is near: nothing behind the eye.
            let is_near =
                0.0 < w && low.x * w <= x && x <= high.x * w && low.y * w <= y && y <= high.y * w;
            if is_near {
                let pixel = Vec2::new(x, y) / w;
                let distances = middles.iter().map(|middle| middle.distance(pixel));
                self.touched
                    .push(PointValue::new(point, falloff.strongest(distances)));
            }
        }
    }
}

impl Falloff {
    /// The strength at a distance from the middle, in the units of the measure.
    #[must_use]
    pub fn strength(&self, distance: f32) -> f32 {
        self.shape.at(distance / self.radius)
    }

    /// The radius on the screen around a place of the model, in pixels: as it is where the distance is measured there, else as
    /// long as the radius is seen across the line of sight; 0 behind the eye.
    ///
    /// A share of it, such as a quarter, is the spacing of dabs: see [`StrokePath::next_dab`].
    #[must_use]
    pub fn pixels(&self, view: &View, around: Vec3) -> f32 {
        match self.measure {
            Measure::Screen => self.radius,
            Measure::Surface | Measure::Volume => self.radius * view.pixels_per_unit(around),
        }
    }

    fn strongest(&self, distances: impl Iterator<Item = f32>) -> f32 {
        distances
            .map(|distance| self.strength(distance))
            .fold(0.0, f32::max)
    }
}

/// The corners of a place's triangle with their distances from what is so far beside it; nothing if it is nowhere.
fn seeds(
    place: SurfacePlace,
    offset: Vec3,
    positions: &[Vec3],
) -> impl Iterator<Item = PointDistance> {
    let middle = place.position(positions).map(|middle| middle + offset);
    let distance = move |corner: PointIndex| {
        let position = positions.get(corner.index())?;
        Some(PointDistance::new(corner, position.distance(middle?)))
    };
    place.corners.into_iter().filter_map(distance)
}

/// How much of a front face a point is: 1 up to 80° from the line of sight, and 0 from 90° on.
fn facing(point: PointIndex, posed: SurfacePose<'_>, view: &View) -> f32 {
    let normal = posed
        .normals
        .get(point.index())
        .and_then(|normal| normal.try_normalize());
    let place = posed.positions.get(point.index());
    let Some((normal, place)) = normal.zip(place) else {
        return 1.0;
    };
    let cos = normal.dot(view.towards_eye(*place).normalize_or_zero());
    (cos / FADING).clamp(0.0, 1.0)
}
