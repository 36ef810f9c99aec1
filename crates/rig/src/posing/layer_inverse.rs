//! The way back through a layer: what has to lie below it, or what it has to be itself, so that a joint is seen as it should.

use crate::posing::pose_layers::{LayerMode, PoseLayer, override_by};
use crate::{Mixed, Rigid, Stretch};
use glam::{DQuat, DVec3};

/// A weight nearer to 0 or 1 than this hides one of two that are mixed.
const HIDDEN: f32 = 1e-3;
/// A solution that the layer takes farther away than this from what is wanted is none: radians or factors, and of places their share.
const MISSED: f32 = 1e-3;

/// What moves a joint: its rigid motion, then its stretch.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LayeredJoint {
    /// The rigid motion.
    pub rigid: Rigid,
    /// The stretch before it.
    pub stretch: Stretch,
}

impl LayeredJoint {
    fn is_near(&self, other: &Self) -> bool {
        let size = self.rigid.translation.length().max(1.0);
        let [one, two] = [self, other].map(|of| of.rigid);
        let turned = one.rotation.dot(two.rotation).abs() >= 1.0 - 0.5 * MISSED * MISSED;
        let moved = one.translation.distance(two.translation) <= MISSED * size;
        let [one, two] = [self, other].map(|of| of.stretch.to_mat3());
        turned && moved && one.abs_diff_eq(two, MISSED * size)
    }
}

impl PoseLayer<'_> {
    /// What has to lie below the layer so that a joint is moved by `shown` with it.
    ///
    /// ```text
    /// override   b = k M − w s B, k the dual number for which ‖b‖ = 1 − w       M shown, B the layer, s the sign towards M
    /// additive   M (T_ref⁻¹ T_layer)^−w
    /// ```
    ///
    /// None where the layer hides what lies below (an override of weight 1), or where nothing below comes out as `shown`: a layer of weight
    /// 0.9 leaves a tenth, and that turns by 36° at most.
    #[must_use]
    pub fn below(&self, joint: usize, shown: LayeredJoint) -> Option<LayeredJoint> {
        let weight = self.weight_of(joint);
        let own = self.motion(joint)?;
        match self.mode {
            LayerMode::Override => other_of_mean(own, weight.clamp(0.0, 1.0), shown),
            LayerMode::Additive(reference) => {
                let reference = motion_of(reference, joint);
                Some(added(shown, [reference, own], -weight))
            }
        }
    }

    /// What the layer has to be at a joint, so that over `below` it comes out as `shown`.
    ///
    /// The same with the parts exchanged; an added layer is `T_ref (T_below⁻¹ M)^(1/w)`. None for a layer without weight.
    #[must_use]
    pub fn own(
        &self,
        joint: usize,
        below: LayeredJoint,
        shown: LayeredJoint,
    ) -> Option<LayeredJoint> {
        let weight = self.weight_of(joint);
        match self.mode {
            LayerMode::Override => other_of_mean(below, 1.0 - weight.clamp(0.0, 1.0), shown),
            LayerMode::Additive(_) if weight.abs() < HIDDEN => None,
            LayerMode::Additive(reference) => {
                let reference = motion_of(reference, joint);
                Some(added(reference, [below, shown], 1.0 / weight))
            }
        }
    }

    /// The morph weight below the layer with which it comes out as `shown`; none where the layer hides it.
    #[must_use]
    pub fn morph_below(&self, place: usize, shown: f32) -> Option<f32> {
        let own = self.morph_weight(place);
        let (Some(own), true) = (own, self.morphs) else {
            return Some(shown);
        };
        match self.mode {
            LayerMode::Override => other_number(own, self.weight.clamp(0.0, 1.0), shown),
            LayerMode::Additive(reference) => {
                let from = reference.morph_weights.get(place).copied();
                finite(shown - self.weight * (own - from.unwrap_or(0.0)))
            }
        }
    }

    /// The layer's own morph weight with which it comes out as `shown` over `below`; none for a layer without weight.
    #[must_use]
    pub fn morph_own(&self, place: usize, below: f32, shown: f32) -> Option<f32> {
        if !self.morphs || self.weight.abs() < HIDDEN {
            return None;
        }
        match self.mode {
            LayerMode::Override => other_number(below, 1.0 - self.weight.clamp(0.0, 1.0), shown),
            LayerMode::Additive(reference) => {
                let from = reference.morph_weights.get(place).copied();
                finite(from.unwrap_or(0.0) + (shown - below) / self.weight)
            }
        }
    }

    fn morph_weight(&self, place: usize) -> Option<f32> {
        self.pose.morph_weights.get(place).copied()
    }

    fn motion(&self, joint: usize) -> Option<LayeredJoint> {
        Some(LayeredJoint {
            rigid: *self.pose.rigid.get(joint)?,
            stretch: *self.pose.stretch.get(joint)?,
        })
    }
}

/// The one of two numbers whose mean is `mean`, where the other is `known` with the weight `w`.
fn other_number(known: f32, w: f32, mean: f32) -> Option<f32> {
    if known == mean || w <= 0.0 {
        return Some(mean);
    }
    let is_seen = w <= 1.0 - HIDDEN;
    finite((mean - w * known) / (1.0 - w)).filter(|_| is_seen)
}

fn finite(number: f32) -> Option<f32> {
    number.is_finite().then_some(number)
}

fn motion_of(pose: &crate::Pose, joint: usize) -> LayeredJoint {
    LayeredJoint {
        rigid: pose.rigid.get(joint).copied().unwrap_or_default(),
        stretch: pose.stretch.get(joint).copied().unwrap_or_default(),
    }
}

fn added(to: LayeredJoint, [from, other]: [LayeredJoint; 2], weight: f32) -> LayeredJoint {
    LayeredJoint {
        rigid: to.rigid.with_added(from.rigid, other.rigid, weight),
        stretch: to.stretch.with_added(from.stretch, other.stretch, weight),
    }
}

/// The one of two motions whose mean is `mean`, where the other is `known` with the weight `w`; none where `w` leaves nothing of it.
fn other_of_mean(known: LayeredJoint, w: f32, mean: LayeredJoint) -> Option<LayeredJoint> {
    if known == mean || w <= 0.0 {
        return Some(mean);
    }
    if w > 1.0 - HIDDEN {
        return None;
    }
    let other = LayeredJoint {
        rigid: other_rigid(known.rigid, w, mean.rigid)?,
        // log S = (1 − w) log S_other + w log S_known
        stretch: mean
            .stretch
            .with_added(known.stretch, mean.stretch, w / (1.0 - w)),
    };
    let again = LayeredJoint {
        rigid: override_by(other.rigid, known.rigid, w, |two: &[Mixed<Rigid>]| {
            Rigid::mean(two)
        }),
        stretch: override_by(
            other.stretch,
            known.stretch,
            w,
            |two: &[Mixed<Stretch>]| Stretch::mean(two),
        ),
    };
    again.is_near(&mean).then_some(other)
}

/// `k M − w s B` by dual numbers: `‖b‖ = 1 − w` makes `k² − 2 w c k + w² = (1 − w)²` of it, with `c = s⟨M, B⟩`.
fn other_rigid(known: Rigid, w: f32, mean: Rigid) -> Option<Rigid> {
    let [m, b] = [mean, known].map(dual64);
    let s = if m.real.dot(b.real) < 0.0 { -1.0 } else { 1.0 };
    let w = f64::from(w);
    let c = s * m.real.dot(b.real);
    let c_dual = s * (m.real.dot(b.dual) + m.dual.dot(b.real));
    // 1 − 2 w = (1 − w)² − w²
    let under = w * w * c * c + 1.0 - 2.0 * w;
    if under <= 0.0 {
        return None;
    }
    let root = under.sqrt();
    let k = w * c + root;
    let k_dual = w * c_dual * k / root;
    let real = m.real * k - b.real * (w * s);
    let dual = m.dual * k + m.real * k_dual - b.dual * (w * s);
    let length = real.length();
    if length < 1e-9 {
        return None;
    }
    let place = dual * real.conjugate() * (2.0 / (length * length));
    let translation = DVec3::new(place.x, place.y, place.z).as_vec3();
    let rotation = (real * (1.0 / length)).as_quat().normalize();
    let is_finite = rotation.is_finite() && translation.is_finite();
    is_finite.then(|| Rigid::new(rotation, translation).with_sign_near(mean.rotation))
}

/// A unit dual quaternion in double precision.
struct Dual64 {
    real: DQuat,
    dual: DQuat,
}

fn dual64(rigid: Rigid) -> Dual64 {
    let real = rigid.rotation.as_dquat().normalize();
    let [x, y, z] = rigid.translation.as_dvec3().to_array();
    Dual64 {
        real,
        dual: DQuat::from_xyzw(x, y, z, 0.0) * real * 0.5,
    }
}
