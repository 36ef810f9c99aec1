//! How large a mesh is: its box and the volume it encloses.

use glam::{DVec3, Vec3};

use crate::triangle::corners;

/// The smallest box along the axes around a set of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least of each coordinate.
    pub min: Vec3,
    /// The greatest of each coordinate.
    pub max: Vec3,
}

impl Bounds {
    /// The middle of the box.
    #[must_use]
    pub fn center(self) -> Vec3 {
        // Halved before the sum, which could overflow for boxes as large as numbers go.
        self.min * 0.5 + self.max * 0.5
    }

    /// The lengths of the sides.
    #[must_use]
    pub fn size(self) -> Vec3 {
        self.max - self.min
    }

    /// The distance between opposite corners.
    #[must_use]
    pub fn diagonal(self) -> f32 {
        self.size().length()
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether a point lies in the box or on its faces.
    #[must_use]
    pub fn contains(self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }
}

/// The box around all finite positions, or nothing when there is none.
#[must_use]
pub fn bounds(positions: &[Vec3]) -> Option<Bounds> {
    positions
        .iter()
        .filter(|position| position.is_finite())
        .map(|&position| Bounds {
            min: position,
            max: position,
        })
        .reduce(Bounds::union)
}

/// The signed volume inside a closed mesh: V = ⅙ Σ a · (b × c) over its triangles.
///
/// Positive when the triangles point outwards. In cubed units of the positions, as f64 since it is a sum over a whole
/// mesh. The corners are taken relative to one vertex of the mesh, which changes nothing for a closed mesh but keeps
/// the digits of one far from the origin.
///
/// An open mesh gives the volume of the cone from that vertex, which means little: ask [`check_closed_manifold`] first.
/// Triangles with corners that are not finite or with indices out of range are skipped. No triangles give zero.
///
/// [`check_closed_manifold`]: crate::check_closed_manifold
#[must_use]
pub fn volume(positions: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
    let mut solid = triangles
        .iter()
        .filter_map(|&triangle| corners(positions, triangle))
        .peekable();
    let apex = solid.peek().map_or(DVec3::ZERO, |[a, _, _]| *a);
    solid
        .map(|[a, b, c]| (a - apex).dot((b - apex).cross(c - apex)))
        .sum::<f64>()
        / 6.0
}
