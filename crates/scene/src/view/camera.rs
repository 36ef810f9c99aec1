//! The orbit camera: its position, its projection, and its reaction to drags. Pure functions.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_6, PI};

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};

use super::bounds::Bounds;

/// A camera that looks at `target` from `distance`, turned right by `yaw`, raised by `pitch` and tilted by `roll`.
///
/// At yaw and pitch 0 it stands on +Z and looks along −Z, at the front of a glTF character. Every function accepts any
/// numbers: values that are not finite or out of range are replaced, so that a camera is always usable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point in the middle of the picture, about which the camera turns.
    pub target: Vec3,
    /// Turn about the vertical axis, radians; positive moves the camera towards +X.
    pub yaw: f32,
    /// Height over the horizon, −π/2 … π/2; positive looks down.
    pub pitch: f32,
    /// Turn of the camera about its axis, radians; positive turns its right side up. What a user turns is upright again.
    pub roll: f32,
    /// The distance from the camera to `target`, > 0.
    pub distance: f32,
    /// The vertical angle of view, radians.
    pub fov_y: f32,
}

/// A half-line: `origin + t · direction`, t ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins, in world space.
    pub origin: Vec3,
    /// The direction; unit length.
    pub direction: Vec3,
}

/// The views that have names, by where the camera stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Viewpoint {
    /// From +Z, the character's front.
    Front,
    /// From −Z, the character's back.
    Back,
    /// From +X: the character's left side.
    Side,
    /// From −X: the character's right side.
    RightSide,
    /// From +Y, with −Z upwards in the picture.
    Top,
    /// From −Y, with +Z upwards in the picture.
    Bottom,
    /// From the front, a little from its left and from above.
    #[default]
    ThreeQuarter,
}

/// How a camera is turned about its target, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAngles {
    /// About the vertical axis, from the front; to the right side of the picture where it is positive.
    pub yaw: f32,
    /// Upwards from the horizontal.
    pub pitch: f32,
}

impl Viewpoint {
    /// The direction in which a camera at the front is turned.
    pub fn angles(self) -> ViewAngles {
        let (yaw, pitch) = match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (-PI, 0.0),
            Self::Side => (FRAC_PI_2, 0.0),
            Self::RightSide => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
            Self::ThreeQuarter => (0.62, 0.24),
        };
        ViewAngles { yaw, pitch }
    }
}

impl Default for Camera {
    fn default() -> Self {
        let ViewAngles { yaw, pitch } = Viewpoint::default().angles();
        Self {
            target: Vec3::ZERO,
            yaw,
            pitch,
            roll: 0.0,
            distance: 4.0,
            fov_y: FRAC_PI_6,
        }
    }
}

/// The near plane, relative to the distance: close enough that a camera inside an arm still sees the hand.
const NEAR_OVER_DISTANCE: f32 = 0.005;
/// The vertical angle of view of an orthographic camera. It is a lens from very far away: what is nearer than the target
/// by the character's radius looks larger by half a percent. So rays, framing, zoom and depth need no second formula.
const ORTHOGRAPHIC_FOV: f32 = 0.011;
/// Cameras that are tilted by less, in radians, are upright.
const LEAST_ROLL: f32 = 1e-5;
const DISTANCE_MIN: f32 = 1e-6;
const DISTANCE_MAX: f32 = 1e9;
/// The largest coordinates of the target: far beyond any scene, while their squares are still finite.
const FARTHEST: Vec3 = Vec3::splat(1e12);
/// The margin around a framed subject, as a factor.
const FRAME_MARGIN: f32 = 1.04;
/// Radians for a drag over the picture's height.
const TURN_PER_HEIGHT: f32 = PI;

impl Camera {
    /// The camera in the direction of a named view, about the same target.
    #[must_use]
    pub fn with_viewpoint(self, viewpoint: Viewpoint) -> Self {
        let ViewAngles { yaw, pitch } = viewpoint.angles();
        Self {
            yaw,
            pitch,
            roll: 0.0,
            ..self
        }
    }

    /// The camera on the other side of the target.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self {
            yaw: (self.yaw() + 2.0 * PI).rem_euclid(2.0 * PI) - PI,
            pitch: -self.pitch(),
            roll: 0.0,
            ..self
        }
    }

    /// Whether it looks from so far away that there is next to no perspective.
    pub fn is_orthographic(&self) -> bool {
        self.fov_y() <= 1.001 * ORTHOGRAPHIC_FOV
    }

    /// Without perspective, or with it again; what lies at the target keeps its size in the picture.
    #[must_use]
    pub fn perspective_toggled(self) -> Self {
        let fov_y = if self.is_orthographic() {
            FRAC_PI_6
        } else {
            ORTHOGRAPHIC_FOV
        };
        let distance = 0.5 * self.height_at_target() / (0.5 * fov_y).tan();
        Self {
            fov_y,
            distance: distance.clamp(DISTANCE_MIN, DISTANCE_MAX),
            ..self
        }
    }

    /// Looks against a direction, as at a surface with that normal; unchanged if it has no direction.
    #[must_use]
    pub fn facing_normal(self, normal: Vec3) -> Self {
        let Some(normal) = normal.try_normalize() else {
            return self;
        };
        let yaw = if normal.x == 0.0 && normal.z == 0.0 {
            self.yaw()
        } else {
            normal.x.atan2(normal.z)
        };
        let pitch = normal.y.clamp(-1.0, 1.0).asin();
        Self {
            yaw,
            pitch,
            roll: 0.0,
            ..self
        }
    }

    /// Turns about the target by a drag in pixels of a picture `height` pixels high (y down).
    ///
    /// Dragging right turns the subject to the right. Pitch stops at the poles.
    #[must_use]
    pub fn orbited(self, drag: Vec2, height: f32) -> Self {
        let turn = finite(drag) * (TURN_PER_HEIGHT / height.max(1.0));
        // Kept within a turn: a yaw that grows and grows loses digits.
        let yaw = (self.yaw() - turn.x + PI).rem_euclid(2.0 * PI) - PI;
        let pitch = (self.pitch() + turn.y).clamp(-FRAC_PI_2, FRAC_PI_2);
        Self {
            yaw,
            pitch,
            roll: 0.0,
            ..self
        }
    }

    /// Moves sideways so that the target's plane follows the pointer, in pixels of a picture `height` pixels high (y
    /// down).
    #[must_use]
    pub fn panned(self, drag: Vec2, height: f32) -> Self {
        let world_per_pixel = self.height_at_target() / height.max(1.0);
        let drag = finite(drag) * world_per_pixel;
        let rotation = self.world_from_view_rotation();
        let target = self.target + rotation * Vec3::new(-drag.x, drag.y, 0.0);
        Self {
            target: if target.is_finite() {
                target
            } else {
                self.target
            },
            ..self
        }
    }

    /// Multiplies the distance by `factor`, keeping the point of the target's plane under `cursor` where it is.
    ///
    /// `cursor` in pixels from the upper left corner of a `viewport`; a factor below 1 moves closer.
    #[must_use]
    pub fn zoomed(self, factor: f32, cursor: Vec2, viewport: Vec2) -> Self {
        if !(factor.is_finite() && factor > 0.0) {
            return self;
        }
        let distance = (self.distance() * factor).clamp(DISTANCE_MIN, DISTANCE_MAX);
        // Scaled about this point, all else moves and it stays under the cursor.
        let kept = self.on_target_plane(cursor, viewport);
        let target = kept + (self.target - kept) * (distance / self.distance());
        Self {
            target: if target.is_finite() {
                target
            } else {
                self.target
            },
            distance,
            ..self
        }
    }

    /// Looks at the whole of `bounds` from the same direction, for a picture of this width / height.
    ///
    /// The sphere around the box is inside the picture for any aspect: d = r / sin(smaller half angle of view). A box
    /// that is a point counts as a meter wide; an empty one changes nothing.
    #[must_use]
    pub fn framed(self, bounds: &Bounds, aspect: f32) -> Self {
        if bounds.is_empty() {
            return self;
        }
        let target = bounds.center().clamp(-FARTHEST, FARTHEST);
        // At smaller distances rounding of the target's coordinates would be visible.
        let finest = 1e-5 * target.length();
        let radius = bounds.radius();
        let radius = if radius > 0.0 {
            radius.max(finest)
        } else {
            finest.max(0.5)
        };
        let half_y = 0.5 * self.fov_y();
        let half_x = (half_y.tan() * usable_aspect(aspect)).atan();
        let distance = FRAME_MARGIN * radius / half_x.min(half_y).sin();
        Self {
            target,
            distance: distance.clamp(DISTANCE_MIN, DISTANCE_MAX),
            ..self
        }
    }

    /// The position of the camera.
    pub fn eye(&self) -> Vec3 {
        let target = if self.target.is_finite() {
            self.target.clamp(-FARTHEST, FARTHEST)
        } else {
            Vec3::ZERO
        };
        target + self.world_from_view_rotation() * Vec3::new(0.0, 0.0, self.distance())
    }

    /// World to view space: the camera at the origin, looking along −Z, Y up in the picture.
    pub fn view_from_world(&self) -> Mat4 {
        let rotation = self.world_from_view_rotation().inverse();
        Mat4::from_rotation_translation(rotation, rotation * -self.eye())
    }

    /// View to clip space: x, y in −1 … 1 (y up), depth 1 at the near plane and 0 infinitely far.
    ///
    /// z = n for every point and w = −z of view space, so depth = n / distance.
    ///
    /// Upchurch and Desbrun 2012, "Tightening the precision of perspective rendering".
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        let y = 1.0 / (0.5 * self.fov_y()).tan();
        let near = self.distance() * NEAR_OVER_DISTANCE;
        Mat4::from_cols_array_2d(&[
            [y / usable_aspect(aspect), 0.0, 0.0, 0.0],
            [0.0, y, 0.0, 0.0],
            [0.0, 0.0, 0.0, -1.0],
            [0.0, 0.0, near, 0.0],
        ])
    }

    /// World to clip space.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * self.view_from_world()
    }

    /// The ray from the eye through a point of the picture, in pixels from its upper left corner.
    pub fn ray(&self, pixel: Vec2, viewport: Vec2) -> Ray {
        let direction = self.world_from_view_rotation() * self.view_direction(pixel, viewport);
        Ray {
            origin: self.eye(),
            direction: direction.normalize(),
        }
    }

    /// The picture position of a world point, in pixels from the upper left corner; `None` behind the camera.
    pub fn pixel(&self, point: Vec3, viewport: Vec2) -> Option<Vec2> {
        let clip = self.clip_from_world(viewport.x / viewport.y) * point.extend(1.0);
        let in_front = clip.w > 0.0 && clip.is_finite();
        in_front.then(|| (Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * viewport)
    }

    /// What is seen of a straight line between two world points: its ends, in pixels from the upper left corner.
    ///
    /// `None` where nothing is. It ends at the edges of the picture, however near the camera the line passes.
    /// Liang and Barsky 1984, in clip space: a point is seen where `w ± x` and `w ± y` are not negative.
    pub fn segment(&self, ends: [Vec3; 2], viewport: Vec2) -> Option<[Vec2; 2]> {
        let clip_from_world = self.clip_from_world(viewport.x / viewport.y);
        let [from, to] = ends.map(|end| clip_from_world * end.extend(1.0));
        let (mut first, mut last) = (0.0_f32, 1.0_f32);
        for side in [Vec4::X, Vec4::NEG_X, Vec4::Y, Vec4::NEG_Y] {
            let inside = [from, to].map(|at| at.dot(side + Vec4::W));
            // NaN or infinite only where both ends are on one side, and not used then.
            let crossing = inside[0] / (inside[0] - inside[1]);
            match inside.map(|height| height < 0.0) {
                [true, true] => return None,
                [true, false] => first = first.max(crossing),
                [false, true] => last = last.min(crossing),
                [false, false] => {}
            }
        }
        let seen = [first, last].map(|share| from.lerp(to, share));
        let is_seen = first <= last && seen.iter().all(|at| at.w > 0.0 && at.is_finite());
        is_seen.then(|| {
            seen.map(|at| {
                // Beyond the edges by rounding alone, for both ends were cut there.
                (Vec2::new(at.x, -at.y) / at.w * 0.5 + 0.5).clamp(Vec2::ZERO, Vec2::ONE) * viewport
            })
        })
    }

    /// The height of the picture at the target, in world units.
    fn height_at_target(&self) -> f32 {
        2.0 * self.distance() * (0.5 * self.fov_y()).tan()
    }

    fn on_target_plane(&self, pixel: Vec2, viewport: Vec2) -> Vec3 {
        let direction = self.view_direction(pixel, viewport);
        self.eye() + self.world_from_view_rotation() * (direction * self.distance())
    }

    /// The direction in view space, scaled to z = −1.
    fn view_direction(&self, pixel: Vec2, viewport: Vec2) -> Vec3 {
        let viewport = viewport.max(Vec2::ONE);
        let clip = (finite(pixel) / viewport * 2.0 - 1.0) * Vec2::new(1.0, -1.0);
        let half_height = (0.5 * self.fov_y()).tan();
        Vec3::new(
            clip.x * half_height * viewport.x / viewport.y,
            clip.y * half_height,
            -1.0,
        )
    }

    /// Roll about the camera's axis, pitch about its X, then yaw about the world's Y; no look-at, so the poles are no special case.
    fn world_from_view_rotation(&self) -> Quat {
        let upright = Quat::from_rotation_y(self.yaw()) * Quat::from_rotation_x(-self.pitch());
        let roll = self.roll();
        // Upright ones keep their bits.
        if roll == 0.0 {
            upright
        } else {
            upright * Quat::from_rotation_z(roll)
        }
    }

    /// The camera turned about its axis so that `up` of the world is upwards in the picture; unchanged where that is its axis.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        let upright = Self { roll: 0.0, ..self };
        let rotation = upright.world_from_view_rotation();
        let [right, above] = [Vec3::X, Vec3::Y].map(|axis| up.dot(rotation * axis));
        let roll = (-right).atan2(above);
        let is_told = right.hypot(above) > 1e-6 * up.length() && roll.is_finite();
        // What rounding makes of an upright one is none.
        match is_told && roll.abs() > LEAST_ROLL {
            true => Self { roll, ..self },
            false => upright,
        }
    }

    fn roll(&self) -> f32 {
        finite_or(self.roll, 0.0)
    }

    fn yaw(&self) -> f32 {
        finite_or(self.yaw, 0.0)
    }

    fn pitch(&self) -> f32 {
        finite_or(self.pitch, 0.0).clamp(-FRAC_PI_2, FRAC_PI_2)
    }

    fn fov_y(&self) -> f32 {
        finite_or(self.fov_y, FRAC_PI_6).clamp(0.01, 3.0)
    }

    /// From the eye to the target, in world units.
    pub fn distance(&self) -> f32 {
        finite_or(self.distance, 1.0).clamp(DISTANCE_MIN, DISTANCE_MAX)
    }
}

fn usable_aspect(aspect: f32) -> f32 {
    finite_or(aspect, 1.0).clamp(1e-3, 1e3)
}

fn finite_or(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value } else { otherwise }
}

fn finite(vector: Vec2) -> Vec2 {
    if vector.is_finite() {
        vector
    } else {
        Vec2::ZERO
    }
}
