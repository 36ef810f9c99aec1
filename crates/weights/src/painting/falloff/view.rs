//! From where a surface is looked at.

use glam::{Mat4, Vec2, Vec3, Vec4, Vec4Swizzles as _};

/// From where a surface is looked at, and where on the screen that shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Takes places of the model to clip space: x and y from −w to w, y upwards.
    pub clip_from_model: Mat4,
    /// Width and height of the picture in pixels; its top left corner is (0, 0).
    pub size: Vec2,
    /// The eye in the model's space: a place with 1, or in a parallel view the direction to the eye with 0.
    pub eye: Vec4,
}

impl View {
    /// Where a place of the model is seen, in pixels from the top left, y downwards; nothing behind the eye.
    #[must_use]
    pub fn pixel(&self, place: Vec3) -> Option<Vec2> {
        let seen = self.pixel_rows().map(|row| row.dot(place.extend(1.0)));
        let pixel = Vec2::new(seen[0], seen[1]) / seen[2];
        (0.0 < seen[2] && pixel.is_finite()).then_some(pixel)
    }

    /// How many pixels long a unit of the model is at a place, across the line of sight: what takes the radius of a brush from
    /// the surface to the screen and back. 0 behind the eye.
    #[must_use]
    pub fn pixels_per_unit(&self, place: Vec3) -> f32 {
        let w = self.clip_from_model.row(3).dot(place.extend(1.0));
        // Clip space is two high, the picture `size.y` pixels; the row of y holds the scale of the model.
        let pixels = 0.5 * self.size.y * self.clip_from_model.row(1).xyz().length() / w;
        if 0.0 < w && pixels.is_finite() {
            pixels
        } else {
            0.0
        }
    }

    /// Rows that give a pixel's x and y, both times w, and w.
    pub(super) fn pixel_rows(&self) -> [Vec4; 3] {
        let [x, y, w] = [0, 1, 3].map(|row| self.clip_from_model.row(row));
        let half = 0.5 * self.size;
        [(w + x) * half.x, (w - y) * half.y, w]
    }

    /// From a place to the eye; not of any particular length.
    pub(super) fn towards_eye(&self, place: Vec3) -> Vec3 {
        self.eye.xyz() - place * self.eye.w
    }
}
