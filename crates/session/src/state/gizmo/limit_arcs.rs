//! The limits of a joint in a picture: the outline that its bone swings in, the arc that it twists along, and where it is.

use glam::{Quat, Vec2, Vec3};
use rig::{JointLimits, SwingTwist};

use super::{CameraView, JointPlace};

/// Radii in sizes of the gizmo: of the outline, within its rings, and of the arc about the bone, with its place along that.
const SWING: f32 = 0.74;
const TWIST: f32 = 0.2;
const ALONG: f32 = 0.4;
/// Corners of the outline, and of the arc.
const STEPS: u8 = 72;
/// Excess, radians, that is rounding.
const ROUNDING: f32 = 1e-3;

/// Lines in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitArcs {
    /// The outline of where the bone may point; nothing where it may point anywhere.
    pub swing: Vec<Vec<Vec2>>,
    /// From the joint to the outline, along both axes.
    pub spokes: Vec<Vec<Vec2>>,
    /// From the joint to where its bone points now.
    pub bone: Vec<Vec2>,
    /// Whether that is beyond the outline.
    pub is_swung_beyond: bool,
    /// The arc about the bone, with its two ends; nothing where it may twist all round.
    pub twist: Vec<Vec<Vec2>>,
    /// The twist now, across that arc.
    pub twist_now: Vec<Vec2>,
    /// Whether that is beyond the arc.
    pub is_twisted_beyond: bool,
}

/// The limits of a joint in a picture; none behind the camera. `bone` is where its bone points in its rest frame: along the axis of the
/// twist, or the other way.
#[must_use]
pub fn limit_arcs(
    place: &JointPlace,
    limits: &JointLimits,
    bone: Vec3,
    sight: &CameraView,
) -> Option<LimitArcs> {
    let meters = sight.gizmo_size() * sight.meters_per_pixel(place.origin)?;
    sight.pixel(place.origin)?;
    let pen = ArcPen {
        place,
        limits,
        sight,
        meters,
        sign: if bone.dot(limits.axes.twist) < 0.0 {
            -1.0
        } else {
            1.0
        },
    };
    let last = limits.axes.part(place.rigid.rotation, 0.0);
    let within = limits.clamped_parts(place.rigid.rotation, last.twist, None);
    let turned = |swing: Vec2| pen.swung(swing, SWING);
    Some(LimitArcs {
        swing: pen.outline(),
        spokes: pen.spokes(),
        bone: pen.line([Vec3::ZERO, turned(last.swing)]),
        is_swung_beyond: last.swing.distance(within.swing) > ROUNDING,
        twist: pen.twist(last.swing),
        twist_now: pen.twist_mark(&last, [0.55, 1.25]),
        is_twisted_beyond: (last.twist - within.twist).abs() > ROUNDING,
    })
}

struct ArcPen<'a> {
    place: &'a JointPlace,
    limits: &'a JointLimits,
    sight: &'a CameraView,
    meters: f32,
    /// Of the bone along the axis of the twist.
    sign: f32,
}

impl ArcPen<'_> {
    /// The pixel of a point in the rest frame, in sizes of the gizmo from the joint.
    fn pixel(&self, point: Vec3) -> Option<Vec2> {
        let there = self.place.origin + self.place.rotation * (point * self.meters);
        self.sight.pixel(there)
    }

    /// A line; empty where a part of it is behind the camera.
    fn line(&self, points: impl IntoIterator<Item = Vec3>) -> Vec<Vec2> {
        let pixels: Option<Vec<Vec2>> = points.into_iter().map(|point| self.pixel(point)).collect();
        pixels.unwrap_or_default()
    }

    fn swing_of(&self, swing: Vec2) -> Quat {
        let [first, second] = self.limits.axes.swing;
        Quat::from_scaled_axis(first * swing.x + second * swing.y)
    }

    /// Where the bone points after a swing.
    fn swung(&self, swing: Vec2, radius: f32) -> Vec3 {
        self.swing_of(swing) * (self.limits.axes.twist * (self.sign * radius))
    }

    /// The swing on the edge of the ellipse at an angle.
    fn edge(&self, angle: f32) -> Vec2 {
        let (y, x) = angle.sin_cos();
        let [first, second] = self.limits.swing;
        let half = |[minus, plus]: [f32; 2], towards: f32| {
            let half: f32 = if towards < 0.0 { minus } else { plus };
            half.min(std::f32::consts::PI)
        };
        Vec2::new(x * half(first, x), y * half(second, y))
    }

    fn outline(&self) -> Vec<Vec<Vec2>> {
        let halves = self.limits.swing.iter().flatten();
        // Where every direction is reached there is nothing to be outlined.
        if halves.clone().all(|half| *half >= std::f32::consts::PI) {
            return Vec::new();
        }
        let angles = (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
        let points =
            angles.map(|share| self.swung(self.edge(share * std::f32::consts::TAU), SWING));
        vec![self.line(points)]
    }

    fn spokes(&self) -> Vec<Vec<Vec2>> {
        let ends = [0.0_f32, 0.5, 1.0, 1.5].map(|half| self.edge(half * std::f32::consts::PI));
        let ends = ends.into_iter().filter(|end| end.length() > ROUNDING);
        let spokes = ends.map(|end| self.line([Vec3::ZERO, self.swung(end, SWING)]));
        spokes.collect()
    }

    /// A point about the bone as it is swung, at an angle of twist.
    fn about(&self, swing: Vec2, angle: f32, radius: f32) -> Vec3 {
        let axes = &self.limits.axes;
        let turned = Quat::from_axis_angle(axes.twist, angle) * axes.swing[0];
        let middle = axes.twist * (self.sign * ALONG);
        self.swing_of(swing) * (middle + turned * (radius * TWIST))
    }

    fn twist(&self, swing: Vec2) -> Vec<Vec<Vec2>> {
        let [from, to] = self.limits.twist;
        if to - from >= std::f32::consts::TAU {
            return Vec::new();
        }
        let shares = (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
        let arc = shares.map(|share| self.about(swing, (to - from).mul_add(share, from), 1.0));
        let end = |angle: f32| self.line([0.8, 1.2].map(|radius| self.about(swing, angle, radius)));
        vec![self.line(arc), end(from), end(to)]
    }

    fn twist_mark(&self, parts: &SwingTwist, radii: [f32; 2]) -> Vec<Vec2> {
        self.line(radii.map(|radius| self.about(parts.swing, parts.twist, radius)))
    }
}
