//! Which point is whose mirror image.

use std::collections::BTreeMap;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex, bounds};

use crate::{Plane, PointValue};

mod faces;
mod find;
pub(crate) mod mirror;
pub(crate) mod plane;
mod sides;
mod surface;
mod topology;
mod upright;
mod walk;

pub use surface::ImagePlace;
use surface::Places;
pub use upright::UprightSymmetry;

/// The share of the mesh's longest side that [`Symmetry::usual_tolerance`] is.
const USUAL: f32 = 1e-3;
/// The share of it that [`Symmetry::usual_reach`] is.
const REACH: f32 = 0.03;
/// Points that are nearest to each other's images are paired first, then among those left, at most so many times.
const ROUNDS: usize = 4;

/// Where a point is. Of a character that looks along +z, as in glTF, the left side has x above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Above the plane: x > 0.
    Left,
    /// On the plane: its own mirror image.
    Middle,
    /// Below the plane: x < 0.
    Right,
}

/// From which side something is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// What is on the left comes to the right.
    #[default]
    LeftToRight,
    /// What is on the right comes to the left.
    RightToLeft,
}

impl Direction {
    /// The side that is read.
    #[must_use]
    pub const fn from(self) -> Side {
        match self {
            Self::LeftToRight => Side::Left,
            Self::RightToLeft => Side::Right,
        }
    }

    /// The side that is written.
    #[must_use]
    pub const fn to(self) -> Side {
        match self {
            Self::LeftToRight => Side::Right,
            Self::RightToLeft => Side::Left,
        }
    }
}

/// Which point of a surface is the mirror image of which, of the mesh at rest.
///
/// Never one-sided: the partner of a point's partner is the point. A point of the middle is its own partner.
/// A mesh that is not symmetric to the vertex has images on its [surface](Self::on_surface): between points, and one-sided, as no
/// vertex need lie where the image of another is.
/// Points that hang together without the middle are on one side: the left if they are higher above the plane than their images.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Symmetry {
    partners: Vec<Option<PointIndex>>,
    sides: Vec<Side>,
    plane: Plane,
    /// Of points without a partner.
    places: Places,
    /// Whether no point that one hangs together with, nor itself, has an image.
    lone: Vec<bool>,
}

impl Symmetry {
    /// Pairs points by place: two are partners when each is the nearest to the other's image in the plane, and no farther
    /// from it than `tolerance`, in the units of the mesh. What is left over is paired among itself in the same way.
    ///
    /// A point in the middle is the nearest to its own image, twice as far away as the plane.
    /// Degenerate: points that are not finite have no partner, and with a tolerance below zero or not a number none has.
    #[must_use]
    pub fn by_position(surface: &Adjacency, plane: &Plane, tolerance: f32) -> Self {
        let places = surface.positions();
        let mut partners = vec![None; places.len()];
        for _ in 0..ROUNDS {
            if !pair_nearest(places, plane, tolerance, &mut partners) {
                break;
            }
        }
        Self::of(surface, plane, partners)
    }

    /// Pairs points by how triangles hang together, wherever they are: for meshes that were made symmetric and then bent.
    ///
    /// Two walks go over the surface at once, each the mirror image of the other, from the two sides of an edge: those nearest to
    /// the plane are tried first, until a walk finds the same on both sides throughout. Of several ways in which a part is symmetric
    /// the one nearest to the mirror image counts. A part that lies opposite another of the same make is walked together with
    /// that one; of more than two parts of one make only those that are near their mirror images are. Where triangles do not fit, quads are
    /// tried that lose their longest diagonals; and at last walks with a few differences are allowed, whose points stay without partners
    /// where the two sides differ.
    ///
    /// Parts that are not symmetric have no partners, nor have parts that are on one side of the plane as a whole and lie opposite no other,
    /// nor points that no triangle holds. The time is linear in the size of
    /// the mesh; where no symmetry is found, it is that of some hundred walks over all of it, and of fewer over a large one.
    #[must_use]
    pub fn by_topology(surface: &Adjacency, plane: &Plane) -> Self {
        Self::of(surface, plane, topology::partners(surface, plane))
    }

    fn of(surface: &Adjacency, plane: &Plane, partners: Vec<Option<PointIndex>>) -> Self {
        let sides = sides::of(surface, plane, &partners);
        let found = Self {
            partners,
            sides,
            plane: *plane,
            places: Places::default(),
            lone: Vec::new(),
        };
        found.with_lone(surface)
    }

    /// The same, with which points are of a part of the surface without images.
    fn with_lone(mut self, surface: &Adjacency) -> Self {
        let mut has_images = vec![false; surface.part_count()];
        for (point, &part) in PointIndex::all().zip(surface.parts()) {
            has_images[part as usize] |= self.nearest_image(point).is_some();
        }
        let parts = surface.parts().iter();
        self.lone = parts.map(|&part| !has_images[part as usize]).collect();
        self
    }

    /// Gives points without a partner the place of the surface that is nearest to their mirror image: no farther from it than `reach`,
    /// in units of the mesh, and with a normal within 78° of the image's, so that it is not the other side of a thin part. For meshes
    /// whose halves are one shape and not one net: sculpts, scans, decimated meshes. `surface` is the one that it was made for. A connected
    /// part that is on one side of the plane as a whole, as a watch, has its images on other such parts alone.
    ///
    /// Where very many triangles within reach face the other way, so that it would take too long, the points that come last stay alone.
    #[must_use]
    pub fn on_surface(mut self, surface: &Adjacency, reach: f32) -> Self {
        // Made for another surface, its points mean nothing on this one.
        if self.point_count() == surface.point_count() {
            self.places = Places::find(surface, &self.plane, self.without_partner(), reach);
            return self.with_lone(surface);
        }
        self
    }

    /// A reach that fits most meshes whose halves are one shape: 3 % of the longest side of the box around it.
    #[must_use]
    pub fn usual_reach(surface: &Adjacency) -> f32 {
        bounds(surface.positions()).map_or(0.0, |bounds| bounds.size().max_element() * REACH)
    }

    /// A tolerance that fits most meshes: a thousandth of the longest side of the box around it.
    #[must_use]
    pub fn usual_tolerance(surface: &Adjacency) -> f32 {
        bounds(surface.positions()).map_or(0.0, |bounds| bounds.size().max_element() * USUAL)
    }

    /// The plane that it was made for.
    #[must_use]
    pub const fn plane(&self) -> Plane {
        self.plane
    }

    /// The mirror image of a point: itself in the middle; none where nothing was found, or out of range.
    #[must_use]
    pub fn partner(&self, point: PointIndex) -> Option<PointIndex> {
        self.partners.get(point.index()).copied().flatten()
    }

    /// On which side a point is; see the type. `Middle` for one out of range.
    #[must_use]
    pub fn side(&self, point: PointIndex) -> Side {
        let side = self.sides.get(point.index());
        side.copied().unwrap_or(Side::Middle)
    }

    /// The number of points it was made for.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.partners.len()
    }

    /// The mirror image of a point: its partner, or the place of the surface that it was given; none where it has neither.
    #[must_use]
    pub fn image(&self, point: PointIndex) -> Option<ImagePlace> {
        match self.partner(point) {
            Some(partner) => Some(ImagePlace::from_iter([PointValue::new(partner, 1.0)])),
            None => self.places.of(point).cloned(),
        }
    }

    /// The point that is nearest to the mirror image.
    #[must_use]
    pub fn nearest_image(&self, point: PointIndex) -> Option<PointIndex> {
        let most = |place: &ImagePlace| {
            let largest = |one: &PointValue, other: &PointValue| one.value.total_cmp(&other.value);
            place.iter().copied().max_by(largest).map(|of| of.point)
        };
        self.partner(point)
            .or_else(|| self.places.of(point).and_then(most))
    }

    /// Numbers of some points as the mirror shows them: each point gets what its image has, which on the surface is the mean of the
    /// corners by their shares; points that are not named have zero. In the order of the list, then of points.
    #[must_use]
    pub fn mirror_values(&self, values: &[PointValue]) -> Vec<PointValue> {
        let partner = |of: &PointValue| Some(PointValue::new(self.partner(of.point)?, of.value));
        let mut seen: Vec<PointValue> = values.iter().filter_map(partner).collect();
        let mut sums: BTreeMap<PointIndex, f32> = BTreeMap::new();
        for of in values {
            for lying in self.places.lying_on(of.point) {
                *sums.entry(lying.point).or_default() += lying.value * of.value;
            }
        }
        let sums = sums.into_iter();
        seen.extend(sums.map(|(point, value)| PointValue::new(point, value)));
        seen
    }

    /// The points without a mirror image, in order: neither a partner nor a place of the surface.
    pub fn alone(&self) -> impl Iterator<Item = PointIndex> {
        self.without_partner()
            .filter(|point| self.places.of(*point).is_none())
    }

    /// Whether a point is of a connected part of the surface of which no point has a mirror image, as a watch on one arm: what is there
    /// comes to no other side. False for one out of range.
    #[must_use]
    pub fn is_lone(&self, point: PointIndex) -> bool {
        self.lone.get(point.index()).copied().unwrap_or(false)
    }

    /// The points that no other point is the mirror image of, in order.
    pub fn without_partner(&self) -> impl Iterator<Item = PointIndex> {
        let points = PointIndex::all().zip(&self.partners);
        points
            .filter(|(_, partner)| partner.is_none())
            .map(|(point, _)| point)
    }

    /// How many points have their mirror image on the surface, and the largest distance of one from it, in units of the mesh.
    #[must_use]
    pub const fn surface_images(&self) -> (usize, f32) {
        (self.places.count(), self.places.farthest())
    }
}

/// Pairs all free points that are nearest to each other's images; whether there were any.
fn pair_nearest(
    places: &[Vec3],
    plane: &Plane,
    tolerance: f32,
    partners: &mut [Option<PointIndex>],
) -> bool {
    let free: Vec<PointIndex> = PointIndex::all()
        .zip(partners.iter())
        .filter(|(_, partner)| partner.is_none())
        .map(|(point, _)| point)
        .collect();
    // Triangles of one point each, so that the tree of triangles finds nearest points.
    let dots: Vec<[u32; 3]> = free.iter().map(|&point| [point.0; 3]).collect();
    let tree = Bvh::new(places, &dots);
    let nearest = |point: PointIndex| {
        let found = tree.nearest(plane.mirror(places[point.index()]))?;
        (found.distance <= tolerance).then(|| free[found.triangle])
    };
    // All images before any pair, for two points are one only if each is the other's.
    let images: Vec<Option<PointIndex>> = free.iter().map(|&point| nearest(point)).collect();
    let place = |point: PointIndex| free.binary_search(&point).ok();
    let mut is_any = false;
    for (&point, &image) in free.iter().zip(&images) {
        let back = image.and_then(place).and_then(|place| images[place]);
        if back == Some(point) {
            partners[point.index()] = image;
            is_any = true;
        }
    }
    is_any
}
