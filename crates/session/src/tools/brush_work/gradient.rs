//! A gradient that is drawn: from where to where, and which places it reaches.

use glam::Vec3;
use weights::{Gradient, Region, Run, Shape};

use super::{Held, shape_of};
use crate::files::settings::{BrushSettings, GradientKind};

/// A gradient between two places.
#[derive(Clone, Debug, PartialEq)]
pub struct GradientDrag {
    /// Line or radial, with what was held.
    pub kind: GradientKind,
    /// Where the button went down, and where the pointer is, in the scene.
    pub ends: [Vec3; 2],
    /// The weights there, with what was held.
    pub values: [f32; 2],
    /// How it goes from one to the other.
    pub shape: Shape,
    /// Whether the values go on beyond the ends.
    pub beyond: bool,
    /// Whether only the limb changes along which it is drawn; always false of a radial one.
    pub limb: bool,
}

impl GradientDrag {
    /// As the options say: Shift makes a line radial and the other way, Ctrl exchanges the values.
    #[must_use]
    pub fn new(brush: &BrushSettings, held: Held, ends: [Vec3; 2]) -> Self {
        let gradient = brush.gradient;
        let shape = BrushSettings {
            shape: gradient.shape,
            ..brush.clone()
        };
        let kind = if held.smooths {
            gradient.kind.other()
        } else {
            gradient.kind
        };
        Self {
            kind,
            ends,
            values: if held.inverts {
                [gradient.end, gradient.start]
            } else {
                [gradient.start, gradient.end]
            },
            shape: shape_of(&shape),
            beyond: gradient.beyond,
            limb: gradient.limb && kind == GradientKind::Line,
        }
    }

    /// In the words of the room of weights.
    #[must_use]
    pub fn run(&self) -> Run {
        let [from, to] = self.ends;
        match self.kind {
            GradientKind::Line => Run::Line { from, to },
            GradientKind::Radial => Run::Radial {
                middle: from,
                radius: from.distance(to),
            },
        }
    }

    /// The gradient of a joint's weights, at these points, by so much at each point of the surface.
    #[must_use]
    pub fn gradient<'a>(
        &self,
        joint: u16,
        (points, shares): (&'a [u32], &'a [f32]),
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

    /// Whether a place changes: it lies between the two planes across the ends of a line, or inside the rim; anywhere, if the values
    /// go on beyond the ends. Nowhere, if both ends are one place or a number is not finite.
    #[must_use]
    pub fn reaches(&self, place: Vec3) -> bool {
        let [from, to] = self.ends;
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
        self.beyond || (0.0..=1.0).contains(&t)
    }
}
