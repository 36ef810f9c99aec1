//! How open a surface lies: what of the light from all sides reaches a place of it.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use crate::{Adjacency, Bvh, PointIndex, vertex_normals};

/// A place on a surface, and which way is out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// In units of the positions.
    pub at: Vec3,
    /// A unit vector; one without direction is open.
    pub normal: Vec3,
}

/// What of a light from all sides reaches the points of a mesh, when what is farther away than a reach hides nothing.
///
/// A place with the normal n looks out along directions ω that are the denser the nearer they are to n, as a matt surface
/// weighs light (cosine-weighted). A ray that hits the mesh at the distance d hides `1 − d / reach` of what comes that way:
///
/// ```text
/// openness = 1 − mean over ω of max(0, 1 − d(ω) / reach)
/// ```
///
/// 1 lies free, 0 lies covered. The directions are a spiral, turned from point to point by the golden angle, so that the same
/// mesh gives the same bits; what is left of the rays' grain, [`smooth_values`](Self::smooth_values) takes out.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Openness, Stand};
///
/// // A floor under a roof of the same size, half a meter above.
/// let corner = |x: f32, z: f32, y: f32| Vec3::new(x, y, z);
/// let square = |y| [corner(-9.0, -9.0, y), corner(9.0, -9.0, y), corner(9.0, 9.0, y), corner(-9.0, 9.0, y)];
/// let positions: Vec<Vec3> = square(0.0).into_iter().chain(square(0.5)).collect();
/// let triangles = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]];
/// let openness = Openness::new(&positions, &triangles, 1.0);
/// let above = |at: Vec3| openness.at(Stand { at, normal: Vec3::Y }, 0);
/// assert_eq!(above(Vec3::new(0.0, 0.5, 0.0)), 1.0);
/// assert!(above(Vec3::ZERO) < 0.8);
/// ```
///
/// Reference: H. Landis, "Production-Ready Global Illumination", SIGGRAPH 2002; the spiral is H. Vogel's, 1979.
#[derive(Clone, Debug)]
pub struct Openness {
    surface: Adjacency,
    tree: Bvh,
    normals: Vec<Vec3>,
    reach: f32,
}

/// Directions that a place looks along.
const RAYS: u16 = 48;
/// Of the reach, how far above the surface a ray begins, so that it does not hit the triangle that it stands on.
const LIFT: f32 = 2e-3;
/// The golden angle, as a share of a turn.
const GOLDEN: f32 = 0.381_966;

impl Openness {
    /// Of a mesh; what is farther away than `reach`, in units of the positions, hides nothing. With a reach that is not above
    /// zero everything is open.
    #[must_use]
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]], reach: f32) -> Self {
        let surface = Adjacency::new(positions, triangles);
        // Before the tree, which takes more memory than all else: what finding normals takes is free again then.
        let normals = vertex_normals(surface.positions(), surface.triangles());
        Self {
            tree: Bvh::new(surface.positions(), surface.triangles()),
            normals,
            surface,
            reach,
        }
    }

    /// How many points the mesh has: its vertices, those at one place counted once.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.surface.point_count()
    }

    /// Of one point; open where there is none.
    #[must_use]
    pub fn of_point(&self, point: usize) -> f32 {
        let place = self.surface.positions().get(point);
        let turn = u32::try_from(point).unwrap_or(0);
        place
            .zip(self.normals.get(point))
            .map_or(1.0, |(&at, &normal)| self.at(Stand { at, normal }, turn))
    }

    /// Of a place that need be no vertex; `turn` chooses how the directions are turned about its normal.
    #[must_use]
    pub fn at(&self, stand: Stand, turn: u32) -> f32 {
        let normal = stand.normal;
        if !(self.reach > 0.0 && self.reach.is_finite() && normal.is_normalized()) {
            return 1.0;
        }
        let out = Quat::from_rotation_arc(Vec3::Z, normal);
        let origin = stand.at + normal * (LIFT * self.reach);
        let hidden = (0..RAYS).map(|ray| {
            let hit = self
                .tree
                .ray_within(origin, out * direction(ray, turn), self.reach);
            hit.map_or(0.0, |hit| 1.0 - hit.distance / self.reach)
        });
        // Clamped, for the sum of shares may round to more than their number.
        (1.0 - hidden.sum::<f32>() / f32::from(RAYS)).clamp(0.0, 1.0)
    }

    /// One number a point, each halfway to the mean of its neighbors. Points beyond the list count as open.
    #[must_use]
    pub fn smooth_values(&self, of_points: &[f32]) -> Vec<f32> {
        let value = |point: usize| of_points.get(point).copied().unwrap_or(1.0);
        let points = PointIndex::all().take(self.point_count());
        points
            .map(|point| {
                let around = self.surface.neighbors(point);
                let own = value(point.index());
                if around.is_empty() {
                    return own;
                }
                let sum: f32 = around.iter().map(|&other| value(other.index())).sum();
                0.5 * (own + sum / count(around.len()))
            })
            .collect()
    }

    /// One number a vertex of the mesh that it was made of, from one a point.
    #[must_use]
    pub fn of_vertices(&self, of_points: &[f32]) -> Vec<f32> {
        let vertices = 0..u32::try_from(self.surface.vertex_count()).unwrap_or(u32::MAX);
        let point = |vertex| self.surface.point_of(vertex).index();
        vertices
            .map(|vertex| of_points.get(point(vertex)).copied().unwrap_or(1.0))
            .collect()
    }
}

/// About +Z: the points of a spiral that fills the unit disc evenly, lifted onto the half ball above it.
fn direction(ray: u16, turn: u32) -> Vec3 {
    // Equal areas of the disc, lifted onto the half ball, weigh directions by their cosine. The half keeps off the middle and the rim.
    let squared = (f32::from(ray) + 0.5) / f32::from(RAYS);
    // Whole turns are left out first, for they would take the digits.
    let turned = f64::from(turn) * f64::from(GOLDEN);
    let about = f32::from(ray) * GOLDEN + fraction(turned * 0.5);
    let (sine, cosine) = (TAU * about.fract()).sin_cos();
    let radius = squared.sqrt();
    Vec3::new(radius * cosine, radius * sine, (1.0 - squared).sqrt())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "of a number below 1 only digits are lost"
)]
fn fraction(number: f64) -> f32 {
    number.fract() as f32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no point has millions of neighbors, and a mean of so many may be rounded"
)]
const fn count(number: usize) -> f32 {
    number as f32
}
