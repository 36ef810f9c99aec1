//! Which point is whose mirror image.

use glam::Vec3;
use mesh::{Adjacency, Bvh, bounds};

/// The share of the mesh's longest side that [`Symmetry::usual_tolerance`] is.
const USUAL: f32 = 1e-3;
/// Points that are nearest to each other's images are paired first, then among those left, at most so many times.
const ROUNDS: usize = 4;

/// Where a point is, of a character that looks along +z as in glTF: its left side has x above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// x > 0.
    Left,
    /// On the plane: its own mirror image.
    Middle,
    /// x < 0.
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

/// Which point of a surface is the mirror image of which, in the plane x = 0 of the mesh at rest.
///
/// Never one-sided: the partner of a point's partner is the point. A point of the middle is its own partner.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Symmetry {
    partners: Vec<Option<u32>>,
    sides: Vec<Side>,
}

impl Symmetry {
    /// Pairs points by place: two are partners when each is the nearest to the other's image `(−x, y, z)`, and no farther from
    /// it than `tolerance`, in the units of the mesh. What is left over is paired among itself in the same way.
    ///
    /// A point in the middle is the nearest to its own image, at a distance of 2 |x|.
    /// Degenerate: points that are not finite have no partner, and with a tolerance below zero or not a number none has.
    #[must_use]
    pub fn by_position(surface: &Adjacency, tolerance: f32) -> Self {
        let places = surface.positions();
        let mut partners = vec![None; places.len()];
        for _ in 0..ROUNDS {
            if !pair_nearest(places, tolerance, &mut partners) {
                break;
            }
        }
        let sides = (0..).zip(&partners).zip(places);
        let sides = sides.map(
            |((point, partner), place): ((u32, &Option<u32>), _)| match partner {
                Some(partner) if *partner == point => Side::Middle,
                Some(partner) => side(place.x, places[*partner as usize].x, point < *partner),
                None => side(place.x, 0.0, true),
            },
        );
        let sides = sides.collect();
        Self { partners, sides }
    }

    /// A tolerance that fits most meshes: a thousandth of the longest side of the box around it.
    #[must_use]
    pub fn usual_tolerance(surface: &Adjacency) -> f32 {
        let finite: Vec<Vec3> = surface.positions().to_vec();
        bounds(&finite).map_or(0.0, |bounds| bounds.size().max_element() * USUAL)
    }

    /// The mirror image of a point: itself in the middle; none where nothing was found, or out of range.
    #[must_use]
    pub fn partner(&self, point: u32) -> Option<u32> {
        self.partners.get(point as usize).copied().flatten()
    }

    /// On which side a point is; for one without a partner the sign of its x says so. `Middle` for one out of range.
    #[must_use]
    pub fn side(&self, point: u32) -> Side {
        let side = self.sides.get(point as usize);
        side.copied().unwrap_or(Side::Middle)
    }

    /// The number of points it was made for.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.partners.len()
    }

    /// The points without a partner, in order.
    pub fn alone(&self) -> impl Iterator<Item = u32> {
        let points = (0..).zip(&self.partners);
        points
            .filter(|(_, partner)| partner.is_none())
            .map(|(point, _)| point)
    }
}

/// By the greater x, and where both are equal, by who comes first.
fn side(mine: f32, its: f32, comes_first: bool) -> Side {
    if mine > its || (mine == its && comes_first) {
        Side::Left
    } else {
        Side::Right
    }
}

/// Pairs all free points that are nearest to each other's images; whether there were any.
fn pair_nearest(places: &[Vec3], tolerance: f32, partners: &mut [Option<u32>]) -> bool {
    let free: Vec<u32> = (0..)
        .zip(partners.iter())
        .filter(|(_, partner)| partner.is_none())
        .map(|(point, _)| point)
        .collect();
    let dots: Vec<[u32; 3]> = free.iter().map(|&point| [point; 3]).collect();
    let tree = Bvh::new(places, &dots);
    let nearest = |point: u32| {
        let image = places[point as usize] * Vec3::new(-1.0, 1.0, 1.0);
        let found = tree.nearest(image)?;
        (found.distance <= tolerance).then(|| free[found.triangle])
    };
    let images: Vec<Option<u32>> = free.iter().map(|&point| nearest(point)).collect();
    let place = |point: u32| free.binary_search(&point).ok();
    let mut is_any = false;
    for (&point, &image) in free.iter().zip(&images) {
        let back = image.and_then(place).and_then(|place| images[place]);
        if back == Some(point) {
            partners[point as usize] = image;
            is_any = true;
        }
    }
    is_any
}
