//! Camera placement for seeing given vertices from outside the surface.

use glam::{Vec2, Vec3};
use mesh::Bvh;

use crate::pose::deform::DeformedPrimitive;
use crate::surface::combined_surface::{CombinedSurface, join_positions};
use crate::view::camera::Camera;

/// The number of vertices that are tested, and of directions that are tried.
const ASKED: usize = 12;
/// The largest number of triangles to search; on larger surfaces nothing counts as an obstacle.
const MOST_TRIANGLES: usize = 200_000;
/// The height above the surface at which rays begin, relative to the size of the surface.
const ABOVE: f32 = 1e-4;
/// The present direction is kept if it shows at least this share of what the best one shows.
const GOOD_ENOUGH: f32 = 0.7;
/// The least distance of obstacles, relative to the camera's distance: closer ones would fill the picture or be cut by
/// the near plane.
const FREE: f32 = 0.3;
/// The largest number of steps backwards; after these the camera is far outside of anything.
const MOST_STEPS: usize = 24;

/// A place of a surface that is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPlace {
    /// Where it is, in scene space.
    pub position: Vec3,
    /// The unit normal of the surface there.
    pub normal: Vec3,
}

/// A unit direction towards the eye from which most of the given places are visible.
///
/// None where the present one, `to_eye`, is good enough. What lies nearer above a place than a ten-thousandth of `size`, that of the
/// character, hides nothing.
pub fn better_direction(
    to_eye: Vec3,
    places: &[SeenPlace],
    size: f32,
    surface: &CombinedSurface,
    posed: &[DeformedPrimitive],
) -> Option<Vec3> {
    let surface = Surface::of(surface, posed);
    let step = places.len().div_ceil(ASKED).max(1);
    let asked: Vec<SeenPlace> = places.iter().step_by(step).copied().collect();
    let is_seen = |&SeenPlace { position, normal }: &SeenPlace, direction: Vec3| {
        let above = position + normal * (ABOVE * size);
        let is_free = |surface: &Surface<'_>| surface.tree.ray(above, direction).is_none();
        normal.dot(direction) > 0.0 && surface.as_ref().is_none_or(is_free)
    };
    let shown = |direction: Vec3| {
        let seen = asked.iter().filter(|place| is_seen(place, direction));
        f32::from(u8::try_from(seen.count()).unwrap_or(u8::MAX))
    };
    let mean: Vec3 = asked.iter().map(|place| place.normal).sum();
    let normals = asked.iter().map(|place| place.normal);
    let around = [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::NEG_Z,
    ];
    let slanted = around.map(|axis| mean.normalize_or_zero() + axis);
    // The likeliest first, for of equal ones the first is taken.
    let tried = std::iter::once(mean)
        .chain(normals)
        .chain(slanted)
        .chain(around);
    // The present direction counts for more, so that the camera turns only where that shows clearly more.
    let mut best = (shown(to_eye) / GOOD_ENOUGH, None);
    for direction in tried.filter_map(Vec3::try_normalize) {
        let seen = shown(direction);
        if seen > best.0 {
            best = (seen, Some(direction));
        }
    }
    best.1
}

/// The camera, moved back along its line of sight until it is outside of the surface, with free space before the whole
/// picture; `aspect` is the picture's width over its height.
pub fn outside(
    mut camera: Camera,
    aspect: f32,
    surface: &CombinedSurface,
    posed: &[DeformedPrimitive],
) -> Camera {
    let Some(surface) = Surface::of(surface, posed) else {
        return camera;
    };
    for _ in 0..MOST_STEPS {
        match farther(&camera, aspect, &surface) {
            Some(distance) if distance.is_finite() => camera.distance = distance,
            _ => break,
        }
    }
    camera
}

/// The least distance to which the camera has to move; none if it is placed well.
fn farther(camera: &Camera, aspect: f32, surface: &Surface<'_>) -> Option<f32> {
    let (eye, distance) = (camera.eye(), camera.distance());
    let forward = (camera.target - eye).try_normalize()?;
    // A ray backwards that hits the inner side of a surface shows that the camera is inside.
    let behind = surface.tree.ray(eye, -forward);
    let out = behind.filter(|hit| surface.normal(hit.triangle).dot(-forward) > 0.0);
    if let Some(out) = out {
        // A little beyond, or the next ray would start on the surface.
        return Some((distance + out.distance) * 1.001);
    }
    let size = Vec2::new(aspect, 1.0);
    let shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    let rays = shares.iter().flat_map(|&x| shares.map(|y| Vec2::new(x, y)));
    let depths = rays.filter_map(|share| {
        let ray = camera.ray(share * size, size);
        let hit = surface.tree.ray(ray.origin, ray.direction)?;
        Some(hit.distance * ray.direction.dot(forward))
    });
    let nearest = depths.fold(f32::INFINITY, f32::min);
    // The obstacle stays in place while the eye moves back, so its distance grows by the same length.
    // A hundredth of slack, so that rounding asks for no further step.
    (nearest < 0.99 * FREE * distance).then(|| (distance - nearest) / (1.0 - FREE))
}

/// The whole surface in a pose.
struct Surface<'a> {
    tree: Bvh,
    positions: Vec<Vec3>,
    triangles: &'a [[u32; 3]],
}

impl<'a> Surface<'a> {
    /// None where it has too many triangles.
    fn of(surface: &'a CombinedSurface, posed: &[DeformedPrimitive]) -> Option<Self> {
        let triangles = surface.triangles();
        if triangles.len() > MOST_TRIANGLES {
            return None;
        }
        let positions = join_positions(posed);
        Some(Self {
            tree: Bvh::new(&positions, triangles),
            positions,
            triangles,
        })
    }

    /// The outward normal of a triangle, not normalized; zero for one without area.
    fn normal(&self, triangle: usize) -> Vec3 {
        let corner = |vertex: u32| self.positions.get(vertex as usize).copied();
        let corners = self.triangles.get(triangle).map(|of| of.map(corner));
        match corners {
            Some([Some(a), Some(b), Some(c)]) => (b - a).cross(c - a),
            _ => Vec3::ZERO,
        }
    }
}
