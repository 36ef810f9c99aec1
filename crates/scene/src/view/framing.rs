//! The closest camera that shows a whole character in a pane.

use glam::{Mat3, Vec3};

use crate::view::camera::Camera;

/// Margins of the picture without the subject, 0 … 0.4 each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Insets {
    /// At the upper edge, relative to the height.
    pub top: f32,
    /// At the lower edge, relative to the height.
    pub bottom: f32,
    /// At the left and at the right edge, relative to the width.
    pub sides: f32,
}

/// The closest camera with the same direction and angle of view that sees all points, centered in the space that the
/// insets leave.
///
/// Points that are not finite are ignored; without points the camera stays.
///
/// With the camera at `c` in axes turned to the view and looking along −z, a point p is under the upper plane of the
/// frustum if `p_y + t p_z ≤ c_y + t c_z`, t the slope of the plane; and so for the other three. For each pair of
/// opposite planes, with a, b the maxima of the left sides, `c_z ≥ (a + b) / (t + t')`; the larger of both bounds gives
/// the camera's distance, and in the other direction it is centered in the remaining range. For a deep and thin subject
/// the camera keeps a tenth of the depth away, so that the near plane does not cut it.
#[must_use]
pub fn frame_points(
    camera: Camera,
    points: impl IntoIterator<Item = Vec3>,
    aspect: f32,
    insets: Insets,
) -> Camera {
    let view_from_world = Mat3::from_mat4(camera.view_from_world());
    let slope = (0.5 * camera.fov_y).tan();
    let slopes = Slopes {
        right: slope * aspect * (1.0 - 2.0 * insets.sides),
        left: slope * aspect * (1.0 - 2.0 * insets.sides),
        top: slope * (1.0 - 2.0 * insets.top),
        bottom: slope * (1.0 - 2.0 * insets.bottom),
    };
    let mut extents = Extents::NONE;
    for point in points.into_iter().filter(|point| point.is_finite()) {
        extents.add(view_from_world * point, slopes);
    }
    extents.camera(camera, slopes, view_from_world)
}

/// Distance from the axis over distance from the camera, at the four planes.
#[derive(Clone, Copy)]
struct Slopes {
    right: f32,
    left: f32,
    top: f32,
    bottom: f32,
}

/// The extent of the points against the four planes, and in depth.
struct Extents {
    right: f32,
    left: f32,
    top: f32,
    bottom: f32,
    near: f32,
    far: f32,
}

impl Extents {
    const NONE: Self = {
        let none = f32::NEG_INFINITY;
        Self {
            right: none,
            left: none,
            top: none,
            bottom: none,
            near: none,
            far: f32::INFINITY,
        }
    };

    fn add(&mut self, p: Vec3, slopes: Slopes) {
        self.right = self.right.max(p.x + slopes.right * p.z);
        self.left = self.left.max(-p.x + slopes.left * p.z);
        self.top = self.top.max(p.y + slopes.top * p.z);
        self.bottom = self.bottom.max(-p.y + slopes.bottom * p.z);
        self.near = self.near.max(p.z);
        self.far = self.far.min(p.z);
    }

    fn camera(&self, camera: Camera, slopes: Slopes, view_from_world: Mat3) -> Camera {
        // There was no finite point.
        if self.near < self.far {
            return camera;
        }
        let wide = (self.right + self.left) / (slopes.right + slopes.left);
        let high = (self.top + self.bottom) / (slopes.top + slopes.bottom);
        let middle = 0.5 * (self.near + self.far);
        let z = wide.max(high);
        let x = 0.5 * ((self.right - slopes.right * z) + (slopes.left * z - self.left));
        let y = 0.5 * ((self.top - slopes.top * z) + (slopes.bottom * z - self.bottom));
        // A single point, or points on the line of sight, would otherwise put the camera inside them.
        // Half of the depth lies before the middle, and the tenth of it that is kept free.
        let distance = (z - middle).max(0.6 * (self.near - self.far));
        let distance = if distance > 1e-6 { distance } else { 1.0 };
        Camera {
            target: view_from_world.transpose() * Vec3::new(x, y, middle),
            distance,
            ..camera
        }
    }
}
