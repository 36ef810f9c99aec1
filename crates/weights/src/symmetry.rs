//! Which point is whose mirror image.

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex, bounds};

use crate::Plane;

mod faces;
mod find;
mod sides;
mod topology;
mod walk;

/// The share of the mesh's longest side that [`Symmetry::usual_tolerance`] is.
const USUAL: f32 = 1e-3;
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
/// Points that hang together without the middle are on one side: the left if they are higher above the plane than their images.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Symmetry {
    partners: Vec<Option<PointIndex>>,
    sides: Vec<Side>,
    plane: Plane,
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
    /// that one. Where triangles do not fit, quads are tried that lose their longest diagonals; and at last walks with a
    /// few differences are allowed, whose points stay without partners where the two sides differ.
    ///
    /// Parts that are not symmetric have no partners, nor have points that no triangle holds. The time is linear in the size of
    /// the mesh; where no symmetry is found, it is that of some hundred walks over all of it.
    #[must_use]
    pub fn by_topology(surface: &Adjacency, plane: &Plane) -> Self {
        Self::of(surface, plane, topology::partners(surface, plane))
    }

    fn of(surface: &Adjacency, plane: &Plane, partners: Vec<Option<PointIndex>>) -> Self {
        let sides = sides::of(surface, plane, &partners);
        Self {
            partners,
            sides,
            plane: *plane,
        }
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

    /// The points without a partner, in order.
    pub fn alone(&self) -> impl Iterator<Item = PointIndex> {
        let points = PointIndex::all().zip(&self.partners);
        points
            .filter(|(_, partner)| partner.is_none())
            .map(|(point, _)| point)
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
    let dots: Vec<[u32; 3]> = free.iter().map(|&point| [point.0; 3]).collect();
    let tree = Bvh::new(places, &dots);
    let nearest = |point: PointIndex| {
        let found = tree.nearest(plane.mirrored(places[point.index()]))?;
        (found.distance <= tolerance).then(|| free[found.triangle])
    };
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
