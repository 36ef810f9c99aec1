//! A ray against boxes and triangles.

use glam::{DVec2, DVec3, Vec3};

use super::cube::Cube;

/// Boxes are taken larger by this share of the largest coordinate that takes part: a thousand times what rounding can do, so
/// that no triangle is met whose box is missed.
const MARGIN: f64 = 1e-12;

/// A ray, with what all boxes and triangles have in common.
pub(super) struct Ray {
    origin: DVec3,
    /// Of length 1, so that a parameter along the ray is a distance.
    direction: DVec3,
    /// One over it, infinite along an axis that the ray does not move on.
    inverse: DVec3,
    /// The axes in the order x, y, z of a frame in which z is the direction's longest.
    axes: [usize; 3],
    /// Of x and y with z: takes the direction onto the z axis.
    shear: DVec2,
    /// By how much boxes are taken larger, in units of the positions.
    margin: f64,
}

impl Ray {
    /// `reach` is the largest coordinate of the mesh. Nothing for a direction of zero and for what is not finite.
    pub(super) fn new(origin: Vec3, direction: Vec3, reach: f64) -> Option<Self> {
        let direction = direction.as_dvec3().try_normalize()?;
        if !origin.is_finite() {
            return None;
        }
        let origin = origin.as_dvec3();
        let z = direction.abs().max_position();
        // The paper exchanges x and y where z is negative, to keep the winding. Here both windings are hits.
        let axes = [(z + 1) % 3, (z + 2) % 3, z];
        let along = direction[z];
        Some(Self {
            origin,
            direction,
            inverse: direction.recip(),
            axes,
            shear: DVec2::new(direction[axes[0]], direction[axes[1]]) / along,
            margin: MARGIN * (reach + origin.abs().max_element()),
        })
    }

    /// The distance at which the ray enters a box, 0 within; infinite if it misses.
    ///
    /// Slabs: the ray is between a box's two planes of an axis from one distance to another, and in the box where all
    /// three stretches overlap.
    pub(super) fn enter(&self, cube: &Cube) -> f64 {
        if cube.is_nothing() {
            return f64::INFINITY;
        }
        let low = cube.min.as_dvec3() - self.margin - self.origin;
        let high = cube.max.as_dvec3() + self.margin - self.origin;
        let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let (enter, leave) = self.between(axis, low[axis], high[axis]);
            enters = enters.max(enter);
            leaves = leaves.min(leave);
        }
        if leaves < enters {
            f64::INFINITY
        } else {
            enters
        }
    }

    /// From where to where the ray is between two planes across an axis; the first is the larger one if never.
    fn between(&self, axis: usize, low: f64, high: f64) -> (f64, f64) {
        if self.direction[axis] != 0.0 {
            let (a, b) = (low * self.inverse[axis], high * self.inverse[axis]);
            return (a.min(b), a.max(b));
        }
        // Along the planes: between them always or never, and a product with infinity would not say which.
        if low <= 0.0 && 0.0 <= high {
            (0.0, f64::INFINITY)
        } else {
            (f64::INFINITY, 0.0)
        }
    }

    /// The distance at which the ray hits a triangle, and the weights of the corners there.
    ///
    /// The corners are sheared so that the ray is the z axis; then they are looked at in two dimensions. With A, B, C
    /// there, `u = C × B`, `v = A × C`, `w = B × A` are twice the areas of the triangles that the origin makes with the
    /// sides: all of one sign where it is inside. Two triangles that share a side compute the same product for it, but
    /// for the sign, hence no gap between them.
    pub(super) fn intersect(&self, corners: &[Vec3; 3]) -> Option<(f64, DVec3)> {
        let [a, b, c] = corners.map(|corner| self.to_ray_space(corner));
        let (u, v, w) = (
            c.truncate().perp_dot(b.truncate()),
            a.truncate().perp_dot(c.truncate()),
            b.truncate().perp_dot(a.truncate()),
        );
        let areas = DVec3::new(u, v, w);
        let inside = areas.cmpge(DVec3::ZERO).all() || areas.cmple(DVec3::ZERO).all();
        let sum = u + v + w;
        // NaN compares false all along.
        if !inside || sum == 0.0 {
            return None;
        }
        let weights = areas / sum;
        let z = weights.dot(DVec3::new(a.z, b.z, c.z));
        // The longest component is at least 1/√3: nothing is divided by a small number.
        let distance = z / self.direction[self.axes[2]];
        (0.0..f64::INFINITY)
            .contains(&distance)
            .then_some((distance, weights))
    }

    fn to_ray_space(&self, corner: Vec3) -> DVec3 {
        let corner = corner.as_dvec3() - self.origin;
        let [x, y, z] = self.axes.map(|axis| corner[axis]);
        DVec3::new(x - self.shear.x * z, y - self.shear.y * z, z)
    }
}
