//! Converts pointer positions of a drag into changes of joints.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec2, Vec3};
use scene::view::camera::{Camera, Ray};

use super::ends::shear_ends;
use super::{ChangeKind, GizmoChange, JointPlace, SIZE};
use crate::state::gizmo::tool::{Axis, GizmoPart, Space, Tool};

/// A camera and the size of its picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraView {
    /// The camera of the pane.
    pub camera: Camera,
    /// Width and height in pixels.
    pub viewport: Vec2,
}

/// Modifier keys held during a drag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// Rounds the change to whole steps.
    pub snap: bool,
    /// Makes the drag ten times as fine.
    pub fine: bool,
}

/// A drag with its starting values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The tool in use.
    pub tool: Tool,
    /// The part of the gizmo that is dragged.
    pub part: GizmoPart,
    /// The space whose axes are meant.
    pub space: Space,
    /// The active joint's frames when the drag began, which the change is measured from.
    pub place: JointPlace,
    /// Camera and picture at the start.
    pub began: CameraView,
    /// The pointer at the start, in pixels.
    pub from: Vec2,
    /// Whether a handle is dragged, which then stays under the pointer; a modal drag may begin anywhere.
    pub by_handle: bool,
}

/// A line closer to the line of sight than this (square of the sine) gives no length.
const ALONG_SIGHT: f32 = 2e-3;
/// A ring whose normal is closer than this to the picture plane (cosine) is dragged along its tangent instead of around
/// its center.
const EDGE_ON: f32 = 0.25;
/// The smallest factor that dragging gives: zero and negative factors have to be typed.
const LEAST_FACTOR: f32 = 0.01;
/// Closer to the joint, in pixels, the pointer's distance is too inexact for a ratio.
const NEAR: f32 = 12.0;
/// Length of a gizmo's axis as a share of the picture's shorter side, and its least length in pixels.
const SHARE: f32 = 0.09;
const SMALLEST: f32 = 26.0;
/// Pixels for a shear of one.
const SHEAR_WAY: f32 = 200.0;
/// Pixels to the right or up for a factor of two, by the handle in the middle.
const DOUBLE_WAY: f32 = 92.0;

impl CameraView {
    /// The direction of view; unit length.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.ray(0.5 * self.viewport).direction
    }

    /// The ray from the eye through a pixel.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> Ray {
        self.camera.ray(pixel, self.viewport)
    }

    /// The pixel of a point; none behind the camera.
    #[must_use]
    pub fn pixel(&self, point: Vec3) -> Option<Vec2> {
        self.camera.pixel(point, self.viewport)
    }

    /// Length in pixels of a gizmo's axis: smaller in small pictures, where it would cover the character.
    #[must_use]
    pub fn gizmo_size(&self) -> f32 {
        (SHARE * self.viewport.min_element()).clamp(SMALLEST, SIZE)
    }

    /// Meters per pixel at the depth of a point; none behind the camera.
    #[must_use]
    pub fn meters_per_pixel(&self, point: Vec3) -> Option<f32> {
        let depth = (point - self.camera.eye()).dot(self.forward());
        // The element of the projection is the cotangent of half the vertical field of view.
        let focal = self.camera.clip_from_view(1.0).y_axis.y;
        let size = 2.0 * depth / (focal * self.viewport.y);
        (size.is_finite() && size > 0.0).then_some(size)
    }
}

impl Drag {
    /// The change for this pointer position and view; none where it is undefined, as on a line seen end on.
    ///
    /// `turned` is the angle of the last change, so that turns add up beyond half a turn; 0 at first.
    ///
    /// A handle of a move, scale or shear stays under the pointer: it is placed where the ray comes nearest to the
    /// handle's line, or hits its plane. A modal drag moves the joint with the pointer, turns it by the pointer's
    /// angle around it, scales it by the pointer's distance from it, and shears it by the pointer's way to the right.
    #[must_use]
    pub fn asks(&self, sight: &CameraView, pointer: Vec2, turned: f32) -> Option<GizmoChange> {
        let what = match self.tool {
            Tool::Select | Tool::Limb => return None,
            Tool::Move => ChangeKind::Move(self.move_amount(sight, pointer)?),
            Tool::Rotate => {
                let angle = self.angle(sight, pointer)?;
                // Of all angles that differ by whole turns, the one nearest to the last.
                let onward = (angle - turned + PI).rem_euclid(TAU) - PI;
                ChangeKind::Turn(self.turn_axis(sight), turned + onward)
            }
            Tool::Scale => {
                let factor = self.factor(sight, pointer)?;
                ChangeKind::Scale(on_axes(self.part, factor, 1.0))
            }
            Tool::Shear => {
                ChangeKind::Shear(on_axes(self.part, self.shear_amount(sight, pointer)?, 0.0))
            }
        };
        let space = self.space_of_change();
        Some(GizmoChange { space, what })
    }

    /// The space of the change: unconstrained moves and turns are in the picture plane, and the same for all joints.
    #[must_use]
    pub const fn space_of_change(&self) -> Space {
        match (self.part, self.tool) {
            (GizmoPart::Free, Tool::Move | Tool::Rotate) => Space::Global,
            _ => self.space,
        }
    }

    /// The rotation axis in the space of the change: for the line of sight, positive is counter-clockwise in the
    /// picture.
    #[must_use]
    pub fn turn_axis(&self, sight: &CameraView) -> Vec3 {
        match self.part {
            GizmoPart::Free => -self.line_of_sight(sight),
            part => part.first().unit(),
        }
    }

    fn axes(&self) -> Quat {
        self.place.axes(self.space)
    }

    fn model_axis(&self, axis: Axis) -> Vec3 {
        self.axes() * axis.unit()
    }

    fn line_of_sight(&self, sight: &CameraView) -> Vec3 {
        let line = self.place.origin - sight.camera.eye();
        line.try_normalize().unwrap_or_else(|| sight.forward())
    }

    // ---- moves ------------------------------------------------------------------------------------------------------

    fn move_amount(&self, sight: &CameraView, pointer: Vec2) -> Option<Vec3> {
        match self.part {
            GizmoPart::Axis(axis) => {
                let line = self.model_axis(axis);
                Some(axis.unit() * self.way(sight, pointer, |ray| self.along(line, ray))?)
            }
            GizmoPart::Plane(across) => {
                let normal = self.model_axis(across);
                let way = self.way(sight, pointer, |ray| self.on_plane(normal, ray))?;
                Some(self.axes().conjugate() * way * on_axes(self.part, 1.0, 0.0))
            }
            GizmoPart::Free => {
                let normal = sight.forward();
                self.way(sight, pointer, |ray| self.on_plane(normal, ray))
            }
        }
    }

    /// The displacement on a line or plane: from where the handle was grabbed, or from the joint itself.
    fn way<T: std::ops::Sub<Output = T>>(
        &self,
        sight: &CameraView,
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

    /// Distance from the joint, along a line of the model, of the point nearest to a ray.
    ///
    /// With a the line's direction, d the ray's, b = a·d and w from the eye to the joint: `s = (b d·w − a·w) / (1 −
    /// b²)`.
    fn along(&self, line: Vec3, ray: Ray) -> Option<f32> {
        let (to_joint, cosine) = (self.place.origin - ray.origin, line.dot(ray.direction));
        let square = 1.0 - cosine * cosine;
        let way = (cosine * ray.direction.dot(to_joint) - line.dot(to_joint)) / square;
        let distance = ray.direction.dot(to_joint) + way * cosine;
        (square > ALONG_SIGHT && distance > 0.0 && way.is_finite()).then_some(way)
    }

    /// Where a ray hits the plane through the joint, relative to the joint.
    fn on_plane(&self, normal: Vec3, ray: Ray) -> Option<Vec3> {
        let sine = ray.direction.dot(normal);
        let distance = (self.place.origin - ray.origin).dot(normal) / sine;
        let point = ray.origin + ray.direction * distance - self.place.origin;
        let is_hit = sine * sine > ALONG_SIGHT && distance > 0.0 && point.is_finite();
        is_hit.then_some(point)
    }

    // ---- turns ------------------------------------------------------------------------------------------------------

    /// The angle up to whole turns.
    fn angle(&self, sight: &CameraView, pointer: Vec2) -> Option<f32> {
        let to_viewer = -self.line_of_sight(sight);
        let axis = match self.part {
            GizmoPart::Free => to_viewer,
            part => self.model_axis(part.first()),
        };
        let facing = axis.dot(to_viewer);
        if !self.by_handle || self.part == GizmoPart::Free {
            let around = self.angle_in_picture(sight, pointer)?;
            // About an axis that points away, counter-clockwise in the picture is clockwise.
            return Some(if facing < 0.0 { -around } else { around });
        }
        if facing.abs() < EDGE_ON {
            return self.angle_along(axis, sight, pointer);
        }
        let from = self.on_plane(axis, self.began.ray(self.from))?;
        let to = self.on_plane(axis, sight.ray(pointer))?;
        // By sine and cosine together: exact at any angle, and whatever the lengths are.
        Some(axis.dot(from.cross(to)).atan2(from.dot(to)))
    }

    /// The angle around the joint's place in the picture, counter-clockwise. The picture's y points down.
    fn angle_in_picture(&self, sight: &CameraView, pointer: Vec2) -> Option<f32> {
        let from = self.from - self.began.pixel(self.place.origin)?;
        let to = pointer - sight.pixel(self.place.origin)?;
        (to != Vec2::ZERO && from != Vec2::ZERO).then(|| -from.angle_to(to))
    }

    /// The angle for a ring seen from the side: from the pointer's way along the ring's near side.
    fn angle_along(&self, axis: Vec3, sight: &CameraView, pointer: Vec2) -> Option<f32> {
        let near = self.place.origin;
        // The way that the near side of the ring goes in a turn: the axis times the direction to the viewer.
        let ahead = axis.cross(-self.line_of_sight(sight)).try_normalize()?;
        // Ten pixels: far enough for a direction in f32, near enough for perspective not to bend it.
        let step = 10.0 * sight.meters_per_pixel(near)?;
        let ahead = sight.pixel(near + ahead * step)? - sight.pixel(near)?;
        // The length of an axis is one radian, about as along the ring itself.
        Some((pointer - self.from).dot(ahead.try_normalize()?) / sight.gizmo_size())
    }

    // ---- scales and shears ------------------------------------------------------------------------------------------

    fn factor(&self, sight: &CameraView, pointer: Vec2) -> Option<f32> {
        let factor = match self.part {
            GizmoPart::Free if self.by_handle => {
                let way = pointer - self.from;
                ((way.x - way.y) / DOUBLE_WAY).exp2()
            }
            _ if !self.by_handle => {
                let from = self.from.distance(self.began.pixel(self.place.origin)?);
                let to = pointer.distance(sight.pixel(self.place.origin)?);
                // Both distances grow, so that a drag that begins at the joint does not divide by zero.
                let near = (NEAR - from).max(0.0);
                (to + near) / (from + near)
            }
            GizmoPart::Axis(axis) => self.ratio(self.model_axis(axis), sight, pointer)?,
            GizmoPart::Plane(across) => {
                let normal = self.model_axis(across);
                let diagonal = self.axes() * on_axes(self.part, 1.0, 0.0);
                let from = self.on_plane(normal, self.began.ray(self.from))?;
                let to = self.on_plane(normal, sight.ray(pointer))?;
                to.dot(diagonal) / from.dot(diagonal)
            }
            GizmoPart::Free => return None,
        };
        factor.is_finite().then_some(factor.max(LEAST_FACTOR))
    }

    fn shear_amount(&self, sight: &CameraView, pointer: Vec2) -> Option<f32> {
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

    /// The ratio of the pointer's distances from the joint along a line, now and at the start.
    fn ratio(&self, line: Vec3, sight: &CameraView, pointer: Vec2) -> Option<f32> {
        let from = self.along(line, self.began.ray(self.from))?;
        let to = self.along(line, sight.ray(pointer))?;
        Some(to / from)
    }
}

/// `value` on the axes of a part, `otherwise` on the others.
fn on_axes(part: GizmoPart, value: f32, otherwise: f32) -> Vec3 {
    Vec3::from_array(
        part.axes()
            .map(|is_meant| if is_meant { value } else { otherwise }),
    )
}
