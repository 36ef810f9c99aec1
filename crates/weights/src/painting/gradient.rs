//! Weights that go from one value to another.

use glam::Vec3;
use rig::JointSlot;

use crate::painting::flood::set_towards;
use crate::{Edit, NeighborWeights, Region, Rows, Rules, Shape, Skip};

mod limb;

pub use limb::LimbFinder;

/// Along what a gradient runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GradientPath {
    /// `t = (p − from)·(to − from) / |to − from|²`. Where both are one place, t is 0 everywhere.
    Line {
        /// Where t is 0.
        from: Vec3,
        /// Where t is 1.
        to: Vec3,
    },
    /// `t = |p − middle| / radius`. A radius that is not above zero makes t 1 everywhere.
    Radial {
        /// Where t is 0.
        middle: Vec3,
        /// How far away t is 1, in the units of the places.
        radius: f32,
    },
}

impl GradientPath {
    /// The `t` of a place, clamped to 0…1; `None` if a number is not finite.
    #[must_use]
    pub fn at(self, place: Vec3) -> Option<f32> {
        let t = match self {
            Self::Line { from, to } => {
                let along = (to - from).as_dvec3();
                let squared = along.length_squared();
                let t = (place - from).as_dvec3().dot(along);
                // Zero, but NaN for a place that is not finite.
                if squared > 0.0 { t / squared } else { t * 0.0 }
            }
            Self::Radial { middle, radius } => {
                let distance = f64::from(place.distance(middle));
                let is_point = radius <= 0.0;
                let t = distance / f64::from(radius);
                // One, but NaN for a place that is not finite.
                if is_point { 1.0 + distance * 0.0 } else { t }
            }
        };
        t.is_finite()
            .then(|| crate::rows::row::narrow(t.clamp(0.0, 1.0)))
    }
}

/// A gradient of one joint's weights: towards `v₁ + (v₀ − v₁) s(t)`, where s is the shape, by the strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient<'a> {
    /// The line or ball along which it runs, in the space of the places.
    pub run: GradientPath,
    /// The weights v₀ and v₁ at both ends, clamped to 0…1.
    pub values: [f32; 2],
    /// How it goes from one to the other.
    pub shape: Shape,
    /// How much of it, 0…1; clamped.
    pub strength: f32,
    /// For each point of the surface how much of that, 0…1; clamped. All of it at points past its end.
    pub shares: &'a [f32],
    /// The joint whose weights are set.
    pub joint: JointSlot,
    /// The points that may change; all others stay.
    pub region: Region<'a>,
}

impl Gradient<'_> {
    /// The weight towards which it goes at a place; `None` if a number is not finite.
    #[must_use]
    pub fn value(&self, place: Vec3) -> Option<f32> {
        let share = self.shape.at(self.run.at(place)?);
        let [start, end] = self.values.map(|value| value.clamp(0.0, 1.0));
        Some(end + (start - end) * share).filter(|value| value.is_finite())
    }
}

/// Puts a gradient on weights. `places` says where each point is, at rest or as it is seen.
///
/// Points without a finite place stay as they are.
#[must_use]
pub fn apply_gradient(
    rows: &dyn Rows,
    neighbor_weights: &NeighborWeights<'_>,
    rules: &Rules<'_>,
    places: &[Vec3],
    gradient: &Gradient<'_>,
) -> Edit {
    let strength = gradient.strength.clamp(0.0, 1.0);
    let points = gradient.region.points(neighbor_weights.surface());
    let mut nowhere = 0;
    let mut wanted = Vec::with_capacity(points.len());
    for point in points {
        let place = places.get(point.index()).copied().unwrap_or(Vec3::NAN);
        let is_there = point.index() < rows.point_count();
        match gradient.value(place) {
            Some(value) => {
                let share = gradient.shares.get(point.index());
                let strength = strength * share.map_or(1.0, |share| share.clamp(0.0, 1.0));
                wanted.push((point, value, strength));
            }
            // It is said that there is no such point.
            None if !is_there => wanted.push((point, 0.0, 1.0)),
            None => nowhere += 1,
        }
    }
    let mut edit = set_towards(rows, neighbor_weights, rules, gradient.joint, wanted);
    edit.report.skip(Skip::NotFinite, nowhere);
    edit
}
