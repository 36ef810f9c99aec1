//! From a pointer in a picture to what is asked of joints.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec2, Vec3};

use super::ends::shear_ends;
use super::{Change, JointPlace, SIZE, What};
use crate::tools::tool::{Axis, Part, Space, Tool};
use scene::view::camera::{Camera, Ray};

/// A camera and the size of its picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The camera.
    pub camera: Camera,
    /// Width and height.
    pub viewport: Vec2,
}

/// What is held while a drag goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// Whole steps.
    pub snap: bool,
    /// Ten times as fine.
    pub fine: bool,
}

/// A drag, as it began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// What it does.
    pub tool: Tool,
    /// Of what.
    pub part: Part,
    /// Along whose axes.
    pub space: Space,
    /// The active joint.
    pub place: JointPlace,
    /// What was seen when it began.
    pub began: Sight,
    /// Where the pointer was.
    pub from: Vec2,
    /// Whether it took hold of a handle, which then stays under the pointer; else it may begin anywhere.
    pub by_handle: bool,
}

/// A line nearer to the line of sight than this (the square of the sine) gives no length.
const ALONG_SIGHT: f32 = 2e-3;
/// A ring that is seen more from the side than this (the cosine) is turned along, not around.
const EDGE_ON: f32 = 0.25;
/// A factor that is dragged never gets smaller: zero and mirrors are typed.
const LEAST_FACTOR: f32 = 0.01;
/// So near to the joint a pointer's distance says little, in pixels.
const NEAR: f32 = 12.0;
/// Pixels that shear by one.
const SHEAR_WAY: f32 = 200.0;

impl Sight {
    /// Where the camera looks; unit length.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.ray(0.5 * self.viewport).direction
    }

    /// From the eye through a pixel.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> Ray {
        self.camera.ray(pixel, self.viewport)
    }

    /// Where a point is in the picture; none behind the camera.
    #[must_use]
    pub fn pixel(&self, point: Vec3) -> Option<Vec2> {
        self.camera.pixel(point, self.viewport)
    }

    /// How long a pixel is at a point; none behind the camera.
    #[must_use]
    pub fn metres_per_pixel(&self, point: Vec3) -> Option<f32> {
        let depth = (point - self.camera.eye()).dot(self.forward());
        let focal = self.camera.clip_from_view(1.0).y_axis.y;
        let size = 2.0 * depth / (focal * self.viewport.y);
        (size.is_finite() && size > 0.0).then_some(size)
    }
}

impl Drag {
    /// What is asked when the pointer is there, seen like this; none where that has no answer, as on a line that is seen
    /// end on.
    ///
    /// `turned`: the angle that was asked before, so that turns add up beyond half a turn; 0 at first.
    ///
    /// A handle of a move, scale or shear stays under the pointer: the ray through it is brought to the handle's line (where
    /// it comes nearest to it) or plane. A drag that began anywhere moves the joint as the pointer goes, turns as the
    /// pointer goes around it, scales by its distance from it, and shears by its way to the right.
    #[must_use]
    pub fn asks(&self, sight: &Sight, pointer: Vec2, turned: f32) -> Option<Change> {
        let what = match self.tool {
            Tool::Select | Tool::Limb => return None,
            Tool::Move => What::Move(self.moved(sight, pointer)?),
            Tool::Rotate => {
                let angle = self.angle(sight, pointer)?;
                let onward = (angle - turned + PI).rem_euclid(TAU) - PI;
                What::Turn(self.turn_axis(sight), turned + onward)
            }
            Tool::Scale => {
                let factor = self.factor(sight, pointer)?;
                What::Scale(on_axes(self.part, factor, 1.0))
            }
            Tool::Shear => What::Shear(on_axes(self.part, self.sheared(sight, pointer)?, 0.0)),
        };
        let space = self.space_of_change();
        Some(Change { space, what })
    }

    /// Moves and turns of everything go by the picture, and are the same for all joints.
    #[must_use]
    pub const fn space_of_change(&self) -> Space {
        match (self.part, self.tool) {
            (Part::Free, Tool::Move | Tool::Rotate) => Space::Global,
            _ => self.space,
        }
    }

    /// The axis of turns in the space of the change: about the line of sight, positive is against the clock.
    #[must_use]
    pub fn turn_axis(&self, sight: &Sight) -> Vec3 {
        match self.part {
            Part::Free => -self.line_of_sight(sight),
            part => part.first().unit(),
        }
    }

    fn axes(&self) -> Quat {
        self.place.axes(self.space)
    }

    fn model_axis(&self, axis: Axis) -> Vec3 {
        self.axes() * axis.unit()
    }

    fn line_of_sight(&self, sight: &Sight) -> Vec3 {
        let line = self.place.origin - sight.camera.eye();
        line.try_normalize().unwrap_or_else(|| sight.forward())
    }

    // ---- moves ------------------------------------------------------------------------------------------------------

    fn moved(&self, sight: &Sight, pointer: Vec2) -> Option<Vec3> {
        match self.part {
            Part::Axis(axis) => {
                let line = self.model_axis(axis);
                Some(axis.unit() * self.way(sight, pointer, |ray| self.along(line, ray))?)
            }
            Part::Plane(across) => {
                let normal = self.model_axis(across);
                let way = self.way(sight, pointer, |ray| self.on_plane(normal, ray))?;
                Some(self.axes().conjugate() * way * on_axes(self.part, 1.0, 0.0))
            }
            Part::Free => {
                let normal = sight.forward();
                self.way(sight, pointer, |ray| self.on_plane(normal, ray))
            }
        }
    }

    /// How far a place on a line or plane has come: from where the handle was held, or from the joint itself.
    fn way<T: std::ops::Sub<Output = T>>(
        &self,
        sight: &Sight,
        pointer: Vec2,
        place: impl Fn(Ray) -> Option<T>,
    ) -> Option<T> {
        if self.by_handle {
            Some(place(sight.ray(pointer))? - place(self.began.ray(self.from))?)
        } else {
            let joint = sight.pixel(self.place.origin)?;
            Some(place(sight.ray(joint + pointer - self.from))? - place(sight.ray(joint))?)
        }
    }

    /// How far from the joint along a line of the model a ray comes nearest to it.
    ///
    /// With a the line, d the ray, b = a·d and w from the eye to the joint: `s = (b d·w − a·w) / (1 − b²)`.
    fn along(&self, line: Vec3, ray: Ray) -> Option<f32> {
        let (to_joint, cosine) = (self.place.origin - ray.origin, line.dot(ray.direction));
        let square = 1.0 - cosine * cosine;
        let way = (cosine * ray.direction.dot(to_joint) - line.dot(to_joint)) / square;
        let distance = ray.direction.dot(to_joint) + way * cosine;
        (square > ALONG_SIGHT && distance > 0.0 && way.is_finite()).then_some(way)
    }

    /// Where a ray meets the plane through the joint, from the joint.
    fn on_plane(&self, normal: Vec3, ray: Ray) -> Option<Vec3> {
        let sine = ray.direction.dot(normal);
        let distance = (self.place.origin - ray.origin).dot(normal) / sine;
        let point = ray.origin + ray.direction * distance - self.place.origin;
        let is_hit = sine * sine > ALONG_SIGHT && distance > 0.0 && point.is_finite();
        is_hit.then_some(point)
    }

    // ---- turns ------------------------------------------------------------------------------------------------------

    /// But for whole turns.
    fn angle(&self, sight: &Sight, pointer: Vec2) -> Option<f32> {
        let to_viewer = -self.line_of_sight(sight);
        let axis = match self.part {
            Part::Free => to_viewer,
            part => self.model_axis(part.first()),
        };
        let facing = axis.dot(to_viewer);
        if !self.by_handle || self.part == Part::Free {
            let around = self.angle_in_picture(sight, pointer)?;
            return Some(if facing < 0.0 { -around } else { around });
        }
        if facing.abs() < EDGE_ON {
            return self.angle_along(axis, sight, pointer);
        }
        let from = self.on_plane(axis, self.began.ray(self.from))?;
        let to = self.on_plane(axis, sight.ray(pointer))?;
        Some(axis.dot(from.cross(to)).atan2(from.dot(to)))
    }

    /// Around the joint's place in the picture, against the clock. The picture's y goes down.
    fn angle_in_picture(&self, sight: &Sight, pointer: Vec2) -> Option<f32> {
        let from = self.from - self.began.pixel(self.place.origin)?;
        let to = pointer - sight.pixel(self.place.origin)?;
        (to != Vec2::ZERO && from != Vec2::ZERO).then(|| -from.angle_to(to))
    }

    /// Along a ring that is seen from the side: as its near side goes.
    fn angle_along(&self, axis: Vec3, sight: &Sight, pointer: Vec2) -> Option<f32> {
        let near = self.place.origin;
        let ahead = axis.cross(-self.line_of_sight(sight)).try_normalize()?;
        let step = 10.0 * sight.metres_per_pixel(near)?;
        let ahead = sight.pixel(near + ahead * step)? - sight.pixel(near)?;
        Some((pointer - self.from).dot(ahead.try_normalize()?) / SIZE)
    }

    // ---- scales and shears ------------------------------------------------------------------------------------------

    fn factor(&self, sight: &Sight, pointer: Vec2) -> Option<f32> {
        let factor = match self.part {
            Part::Free if self.by_handle => {
                let way = pointer - self.from;
                ((way.x - way.y) / SIZE).exp2()
            }
            _ if !self.by_handle => {
                let from = self.from.distance(self.began.pixel(self.place.origin)?);
                let to = pointer.distance(sight.pixel(self.place.origin)?);
                let near = (NEAR - from).max(0.0);
                (to + near) / (from + near)
            }
            Part::Axis(axis) => self.ratio(self.model_axis(axis), sight, pointer)?,
            Part::Plane(across) => {
                let normal = self.model_axis(across);
                let diagonal = self.axes() * on_axes(self.part, 1.0, 0.0);
                let from = self.on_plane(normal, self.began.ray(self.from))?;
                let to = self.on_plane(normal, sight.ray(pointer))?;
                to.dot(diagonal) / from.dot(diagonal)
            }
            Part::Free => return None,
        };
        factor.is_finite().then_some(factor.max(LEAST_FACTOR))
    }

    fn sheared(&self, sight: &Sight, pointer: Vec2) -> Option<f32> {
        if !self.by_handle {
            return Some((pointer.x - self.from.x) / SHEAR_WAY);
        }
        let axis = self.part.first();
        let ends = shear_ends(&self.place, self.space, &self.began);
        let end = ends.get(axis.index()).copied().unwrap_or_default();
        let diagonal = self.axes() * end.diagonal(axis);
        let amount = end.sign() * (self.ratio(diagonal, sight, pointer)? - 1.0);
        amount.is_finite().then_some(amount)
    }

    /// Of distances from the joint along a line.
    fn ratio(&self, line: Vec3, sight: &Sight, pointer: Vec2) -> Option<f32> {
        let from = self.along(line, self.began.ray(self.from))?;
        let to = self.along(line, sight.ray(pointer))?;
        Some(to / from)
    }
}

/// One number for the axes of a part, another for the rest.
fn on_axes(part: Part, value: f32, otherwise: f32) -> Vec3 {
    Vec3::from_array(
        part.axes()
            .map(|is_meant| if is_meant { value } else { otherwise }),
    )
}
