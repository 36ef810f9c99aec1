//! A gradient between two places, and which places it reaches.

use glam::Vec3;
use mesh::PointIndex;
use rig::JointSlot;
use weights::{Gradient, GradientPath, Region, Shape};

use super::{BrushModifiers, shape_of};
use crate::settings::{BrushSettings, GradientKind};

/// A gradient between two places.
#[derive(Clone, Debug, PartialEq)]
pub struct GradientDrag {
    /// Linear or radial, with modifier keys applied.
    pub kind: GradientKind,
    /// Where the button went down, and where the pointer is, in the scene.
    pub ends: [Vec3; 2],
    /// The weights at both ends, with modifier keys applied.
    pub values: [f32; 2],
    /// The curve between the values.
    pub shape: Shape,
    /// Whether the value of the start continues before it.
    pub before: bool,
    /// Whether the value of the end continues beyond it.
    pub beyond: bool,
    /// Whether only the limb along which it is drawn changes; always false for a radial gradient.
    pub limb: bool,
}

impl GradientDrag {
    /// From the brush settings: Shift switches between linear and radial, Ctrl exchanges the values.
    #[must_use]
    pub fn new(brush: &BrushSettings, held: BrushModifiers, ends: [Vec3; 2]) -> Self {
        let gradient = brush.gradient;
        let shape = BrushSettings {
            shape: gradient.shape,
            ..brush.clone()
        };
        let kind = kind_of(brush, held);
        Self {
            kind,
            ends,
            values: if held.inverts {
                [gradient.end, gradient.start]
            } else {
                [gradient.start, gradient.end]
            },
            shape: shape_of(&shape),
            before: gradient.before,
            beyond: gradient.beyond,
            limb: Self::is_of_limb(brush, held),
        }
    }

    /// Whether a gradient with these settings changes only the limb along which it is drawn.
    #[must_use]
    pub fn is_of_limb(brush: &BrushSettings, held: BrushModifiers) -> bool {
        brush.gradient.limb && kind_of(brush, held) == GradientKind::Line
    }

    /// The corresponding gradient of crate `weights`.
    #[must_use]
    pub fn run(&self) -> GradientPath {
        let [from, to] = self.ends;
        match self.kind {
            GradientKind::Line => GradientPath::Line { from, to },
            GradientKind::Radial => GradientPath::Radial {
                middle: from,
                radius: from.distance(to),
            },
        }
    }

    /// The gradient of a joint's weights at these points; `shares` per point of the surface.
    #[must_use]
    pub fn gradient<'a>(
        &self,
        joint: JointSlot,
        (points, shares): (&'a [PointIndex], &'a [f32]),
    ) -> Gradient<'a> {
        Gradient {
            run: self.run(),
            values: self.values,
            shape: self.shape.clone(),
            strength: 1.0,
            shares,
            joint,
            region: Region::Points(points),
        }
    }

    /// Whether a place changes: it lies between the two planes across the ends of a line, or inside the radius, or past an end
    /// beyond which the value continues. False if both ends coincide or a number is not finite.
    #[must_use]
    pub fn reaches(&self, place: Vec3) -> bool {
        let [from, to] = self.ends;
        // In f64: the square of a length that f32 holds may be too small or too large for it.
        let along = (to - from).as_dvec3();
        let squared = along.length_squared();
        if !(squared > 0.0 && squared.is_finite() && place.is_finite()) {
            return false;
        }
        let offset = (place - from).as_dvec3();
        let t = match self.kind {
            GradientKind::Line => offset.dot(along) / squared,
            GradientKind::Radial => (offset.length_squared() / squared).sqrt(),
        };
        (self.before || t >= 0.0) && (self.beyond || t <= 1.0)
    }
}

/// The kind with the modifier keys: Shift takes the other one.
fn kind_of(brush: &BrushSettings, held: BrushModifiers) -> GradientKind {
    let kind = brush.gradient.kind;
    if held.smooths { kind.other() } else { kind }
}
