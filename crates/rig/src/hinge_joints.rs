//! Joints at a hinge, as elbow or knee, that its bend drives: pushers at its outside, and muscles that swell.

use crate::motion::joint_limits::narrow;
use crate::{
    DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenTarget, DriverAngle, DriverMeasure,
    EditError, JointIndex, Skeleton,
};
use core::f64::consts::PI;
use glam::{DQuat, DVec3, Vec3};

/// The bend at which a muscle has all of its swell: 135°, radians.
pub const FULL_BEND: f32 = 0.75 * core::f32::consts::PI;
/// Sine of the angle between an axis and the bone below which it is none.
const ALONG: f64 = 1e-3;
/// Bones shorter than this share of how far they are from the origin have no direction: f32 has no more digits.
const SHORT: f32 = 1e-6;
/// Degrees at which the curves of a pusher have keys.
const KEYS: [f64; 7] = [0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0];

/// A joint that bends about one axis, and the one above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hinge {
    /// The joint at which the bone above begins: the parent of the one that bends.
    pub upper: JointIndex,
    /// The joint that bends, as a forearm.
    pub lower: JointIndex,
    /// What it bends about, in its rest frame: a positive angle bends it. What of it goes along the bone is left out.
    pub axis: Vec3,
    /// The direction of its own bone, in its rest frame.
    pub bone: Vec3,
}

/// The side of a hinge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HingeSide {
    /// Where the bones come together as it bends: of the biceps, of the back of a thigh.
    Inner,
    /// The other one: of the triceps, of the kneecap.
    Outer,
}

/// A hinge in the model at rest. Directions have length one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeFrame {
    /// Where the bone above begins.
    pub head: Vec3,
    /// Where the hinge is.
    pub center: Vec3,
    /// What it bends about.
    pub axis: Vec3,
    /// The direction of the bone above, across the axis.
    pub along: Vec3,
    /// Across the bone above, away from where the bones come together.
    pub back: Vec3,
    /// The same between both bones: `back` turned about the axis by half of what the hinge is bent at rest.
    pub outward: Vec3,
}

impl Hinge {
    /// The hinge in the model at rest.
    ///
    /// # Errors
    ///
    /// Joints that the skeleton does not have, one that is not the parent of the other, a bone above without length, an axis along
    /// a bone.
    pub fn frame(&self, skeleton: &Skeleton) -> Result<HingeFrame, EditError> {
        self.wide(skeleton).map(|wide| wide.narrow())
    }

    /// What is measured of the joint that bends: the swing about the axis, whatever it twists.
    #[must_use]
    pub fn angle(&self) -> DriverAngle {
        DriverAngle {
            joint: self.lower,
            measure: DriverMeasure::Swing {
                axis: self.across().as_vec3(),
                bone: self.bone,
            },
        }
    }

    /// What drives a pusher, a joint whose head is at the hinge and whose parent is the joint above.
    ///
    /// With θ the bend, c and s cosine and sine of θ/2, h the axis, o outwards, p a length and k = h × o, along the bone above:
    ///
    /// ```text
    /// turns about h by θ/2
    /// moves along o by p (1 − c) c, along k by p (1 − c) s: out between both bones by p (1 − c)
    /// ```
    ///
    /// Halfway between both bones linear blending leaves of the distance r from the axis `r c`. What follows the pusher alone keeps r, and
    /// is `r + p (1 − c)` with the push. Beyond the straight limb nothing is pushed.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame); a push that is not finite or out of range.
    pub fn pusher(
        &self,
        skeleton: &Skeleton,
        pusher: JointIndex,
        push: f32,
    ) -> Result<Vec<DrivenChannel>, EditError> {
        let wide = self.wide(skeleton)?;
        let own = rest_of(skeleton, pusher)?;
        let seen = |direction: DVec3| (own * direction).normalize().as_vec3();
        let half = DrivenCurve::proportional(0.5);
        let turn = DrivenTarget::Rotation {
            joint: pusher,
            axis: seen(wide.axis),
        };
        let mut channels = vec![self.channel(turn, half)?];
        if push != 0.0 {
            let out = |part: fn(f64) -> f64| DrivenCurve::new(KEYS.map(push_key(push, part)));
            let along = wide.axis.cross(wide.outward);
            for (axis, curve) in [(wide.outward, out(f64::cos)), (along, out(f64::sin))] {
                let target = DrivenTarget::Translation {
                    joint: pusher,
                    axis: seen(axis),
                };
                channels.push(self.channel(target, curve)?);
            }
        }
        Ok(channels)
    }

    /// What drives a muscle, a joint on the axis of the bone above: it is stretched across that bone as the hinge bends.
    ///
    /// From 1 where the hinge is as at rest to `1 + swell` at [`FULL_BEND`]. A negative swell makes it thinner.
    ///
    /// Source of scaled joints as muscles: K08, section 4.2; the curve is a line between its two keys.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame); a swell that is not finite or out of range.
    pub fn muscle(
        &self,
        skeleton: &Skeleton,
        muscle: JointIndex,
        swell: f32,
    ) -> Result<Vec<DrivenChannel>, EditError> {
        let wide = self.wide(skeleton)?;
        let own = rest_of(skeleton, muscle)?;
        let channels = [wide.axis, wide.back].map(|axis| {
            let keys = [(0.0, 1.0), (FULL_BEND, 1.0 + swell)];
            let curve = DrivenCurve::new(keys.map(|(angle, value)| DrivenKey { angle, value }));
            let target = DrivenTarget::Scale {
                joint: muscle,
                axis: (own * axis).normalize().as_vec3(),
            };
            self.channel(target, curve)
        });
        channels.into_iter().collect()
    }

    fn channel<E>(
        &self,
        target: DrivenTarget,
        curve: Result<DrivenCurve, E>,
    ) -> Result<DrivenChannel, EditError> {
        Ok(DrivenChannel {
            driver: self.angle(),
            target,
            curve: curve.map_err(|_out_of_range| EditError::NotFinite {
                what: "how far a bend drives".to_owned(),
            })?,
            // Keys that a clip has of it already, from a file, show the same.
            combine: DrivenCombine::Replaces,
            muted: false,
        })
    }

    /// The axis across the bone, in the rest frame of the joint that bends; zero where there is none.
    fn across(&self) -> DVec3 {
        let bone = self.bone.as_dvec3().normalize_or_zero();
        let axis = self.axis.as_dvec3().normalize_or_zero();
        let across = axis - bone * axis.dot(bone);
        match across.length() > ALONG {
            true => across.normalize(),
            false => DVec3::ZERO,
        }
    }

    fn wide(&self, skeleton: &Skeleton) -> Result<WideFrame, EditError> {
        let there = |joint: JointIndex| match joint.index() < skeleton.len() {
            true => Ok(skeleton.rest_model_from_joint(joint)),
            false => Err(EditError::NoJoint {
                key: u32::from(joint.0),
            }),
        };
        let (upper, lower) = (there(self.upper)?, there(self.lower)?);
        let name = |joint| skeleton.name(joint).to_owned();
        if skeleton.parent(self.lower) != Some(self.upper) {
            return Err(EditError::NotAChild {
                parent: name(self.upper),
                child: name(self.lower),
            });
        }
        let [head, center] = [upper, lower].map(|frame| frame.translation);
        let far = head.abs().max(center.abs()).max_element();
        let length = head.distance(center);
        if !length.is_finite() || length <= SHORT * far {
            return Err(EditError::NoLength {
                parent: name(self.upper),
                child: name(self.lower),
            });
        }
        let turn = lower.rotation.as_dquat().normalize();
        let axis = (turn * self.across()).normalize_or_zero();
        let way = (center.as_dvec3() - head.as_dvec3()).normalize();
        let along = way - axis * way.dot(axis);
        if axis == DVec3::ZERO || along.length() < ALONG {
            return Err(EditError::NoAxis {
                name: name(self.lower),
            });
        }
        let along = along.normalize();
        let bone = turn * self.bone.as_dvec3();
        let bent = f64::atan2(axis.dot(along.cross(bone)), along.dot(bone));
        // A joint that bends against the bone above, as one whose axis was guessed, is as straight.
        let bent = bent.clamp(0.0, PI);
        let back = along.cross(axis);
        Ok(WideFrame {
            head: head.as_dvec3(),
            center: center.as_dvec3(),
            axis,
            along,
            back,
            outward: DQuat::from_axis_angle(axis, 0.5 * bent) * back,
        })
    }
}

impl HingeFrame {
    /// How far a point is from the axis.
    #[must_use]
    pub fn radius(&self, point: Vec3) -> f32 {
        self.across(point).length()
    }

    /// On which side of the hinge a point is, seen along the axis: the cosine of the angle from outwards, 0 on the axis itself.
    #[must_use]
    pub fn outside(&self, point: Vec3) -> f32 {
        self.across(point).normalize_or_zero().dot(self.outward)
    }

    /// How much a point is of a pusher: `(1 + outside)/2`.
    #[must_use]
    pub fn pusher_share(&self, point: Vec3) -> f32 {
        0.5 * (1.0 + self.outside(point))
    }

    /// How much a point is of the muscle on a side of the bone above.
    ///
    /// With u its share of the bone, and x the cosine of the angle about the bone from the side, but not below 0:
    /// `sin²(πu) x² (3 − 2x)`; 0 before and after the bone.
    #[must_use]
    pub fn muscle_share(&self, point: Vec3, side: HingeSide) -> f32 {
        let length = (self.center - self.head).dot(self.along);
        let from = point - self.head;
        let along = from.dot(self.along);
        let share = (along / length).clamp(0.0, 1.0);
        let around = (from - self.along * along).normalize_or_zero();
        let side = match side {
            HingeSide::Inner => -self.back,
            HingeSide::Outer => self.back,
        };
        let x = around.dot(side).clamp(0.0, 1.0);
        let swell = (core::f32::consts::PI * share).sin();
        swell * swell * x * x * (3.0 - 2.0 * x)
    }

    fn across(&self, point: Vec3) -> Vec3 {
        let from = point - self.center;
        from - self.axis * from.dot(self.axis)
    }
}

/// A [`HingeFrame`] with more digits.
struct WideFrame {
    head: DVec3,
    center: DVec3,
    axis: DVec3,
    along: DVec3,
    back: DVec3,
    outward: DVec3,
}

impl WideFrame {
    fn narrow(&self) -> HingeFrame {
        HingeFrame {
            head: self.head.as_vec3(),
            center: self.center.as_vec3(),
            axis: self.axis.as_vec3(),
            along: self.along.as_vec3(),
            back: self.back.as_vec3(),
            outward: self.outward.as_vec3(),
        }
    }
}

/// How far a pusher is pushed at an angle of the hinge in degrees, of which `part` gives the share along one axis.
fn push_key(push: f32, part: fn(f64) -> f64) -> impl Fn(f64) -> DrivenKey {
    move |degrees| {
        let half = 0.5 * degrees.to_radians();
        DrivenKey {
            angle: narrow(2.0 * half),
            value: narrow(f64::from(push) * (1.0 - half.cos()) * part(half)),
        }
    }
}

/// From the model to a joint's rest frame, for directions.
fn rest_of(skeleton: &Skeleton, joint: JointIndex) -> Result<DQuat, EditError> {
    if joint.index() >= skeleton.len() {
        return Err(EditError::NoJoint {
            key: u32::from(joint.0),
        });
    }
    let rest = skeleton.rest_model_from_joint(joint).rotation.as_dquat();
    Ok(rest.normalize().conjugate())
}
