//! A part of what a joint does in its parent, as a map of the model at rest.
//!
//! A joint e with the rest frame `B = (β, p)` that is moved by `T S = (τ, t) S` in its parent does in the model at rest
//!
//! ```text
//! ρ x = β τ S β⁻¹ (x − p) + β t + p
//! ```
//!
//! Its part w turns by `τ^w`, the short way, and has that part of the stretch and of the translation, `1 + w (S − 1)` and `w t`. So a
//! constraint that knows turns alone, with keys of the rest, does the same.

use glam::{DAffine3, DMat3, DQuat, DVec3};

/// What stands beside the vertex in a residual: the vertex itself and three vectors.
pub(crate) const BESIDE: usize = 4;

/// What a joint does in a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The axis in the model at rest, as long as the angle: within half a turn.
    pub(crate) axis: DVec3,
    /// `β t`.
    pub(crate) translation: DVec3,
    /// `β (S − 1) β⁻¹`; none where nothing is stretched.
    pub(crate) stretch: Option<DMat3>,
}

/// A part of a turn: what it does to points is `R (1 + w S') (x − p) + w t + p`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartialTurn {
    turn: Turn,
    at: DVec3,
    weight: f64,
    rotation: DMat3,
}

impl Turn {
    /// A part of it, about a joint that stands at a place at rest.
    pub(crate) fn part(&self, at: DVec3, weight: f64) -> PartialTurn {
        PartialTurn {
            turn: *self,
            at,
            weight,
            rotation: DMat3::from_quat(DQuat::from_scaled_axis(self.axis * weight)),
        }
    }
}

impl PartialTurn {
    /// `(1 + w S') v`.
    fn stretched(&self, vector: DVec3) -> DVec3 {
        match self.turn.stretch {
            Some(stretch) => vector + stretch * vector * self.weight,
            None => vector,
        }
    }

    pub(crate) fn linear(&self) -> DMat3 {
        match self.turn.stretch {
            Some(stretch) => self.rotation * (DMat3::IDENTITY + stretch * self.weight),
            None => self.rotation,
        }
    }

    pub(crate) fn affine(&self) -> DAffine3 {
        DAffine3 {
            matrix3: self.linear(),
            translation: self.point(DVec3::ZERO),
        }
    }

    pub(crate) fn point(&self, at: DVec3) -> DVec3 {
        self.rotation * self.stretched(at - self.at) + self.at + self.turn.translation * self.weight
    }

    pub(crate) fn all(&self, [point, vectors @ ..]: &[DVec3; BESIDE]) -> [DVec3; BESIDE] {
        let [x, y, z] = vectors.map(|vector| self.rotation * self.stretched(vector));
        [self.point(*point), x, y, z]
    }

    /// By the weight: `R (a × (1 + w S') v + S' v)`, of a point `v = x − p`, and the translation besides.
    pub(crate) fn derivative(&self, [point, vectors @ ..]: &[DVec3; BESIDE]) -> [DVec3; BESIDE] {
        let of = |vector: DVec3| {
            let stretched = self.turn.stretch.map_or(DVec3::ZERO, |it| it * vector);
            let turned = self.turn.axis.cross(self.stretched(vector));
            self.rotation * (turned + stretched)
        };
        let [x, y, z] = vectors.map(of);
        [of(*point - self.at) + self.turn.translation, x, y, z]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(stretch: Option<DMat3>) -> Turn {
        Turn {
            axis: DVec3::new(0.3, -0.9, 0.4),
            translation: DVec3::new(0.1, 0.0, -0.2),
            stretch,
        }
    }

    fn partial(turn: Turn, weight: f64) -> PartialTurn {
        turn.part(DVec3::new(0.5, 1.0, 0.0), weight)
    }

    /// Derivatives by weights are the differences of what the parts do.
    #[test]
    fn derivatives_are_differences() {
        let own = DMat3::from_diagonal(DVec3::new(0.2, -0.1, 0.3));
        for turn in [turn(None), turn(Some(own))] {
            let beside = [DVec3::new(1.0, 2.0, 3.0), DVec3::X, DVec3::Y, DVec3::Z];
            let step = 1e-6;
            let [less, more] = [-step, step].map(|by| partial(turn, 0.4 + by).all(&beside));
            let found = partial(turn, 0.4).derivative(&beside);
            for ((less, more), found) in less.iter().zip(more).zip(found) {
                let difference = (more - *less) / (2.0 * step);
                assert!(difference.distance(found) < 1e-6, "{difference} {found}");
            }
        }
    }

    /// What dual quaternions blend of two neighbors turns about the same axis, by the normalized sum of quaternions: the part of a turn is
    /// that but for the third power of the angle.
    #[test]
    fn a_part_of_a_small_turn_is_the_blend_of_two_neighbors() {
        for weight in [0.25, 0.5, 0.8] {
            let apart = [0.4, 0.2].map(|angle| {
                let axis = DVec3::new(0.6, 0.0, 0.8) * angle;
                let whole = DQuat::from_scaled_axis(axis);
                let blended = (DQuat::IDENTITY * (1.0 - weight) + whole * weight).normalize();
                blended.angle_between(DQuat::from_scaled_axis(axis * weight))
            });
            assert!(apart[0] < 0.4_f64.powi(3) / 24.0, "{apart:?}");
            // Halfway both are the same.
            assert!(apart[1] <= apart[0] / 7.0 + 1e-7, "{apart:?}");
        }
    }

    /// A whole turn is the joint itself, and two halves are one.
    #[test]
    fn halves_make_a_whole() {
        let mut turn = turn(None);
        turn.translation = DVec3::ZERO;
        let [half, whole] = [0.5, 1.0].map(|weight| partial(turn, weight).affine());
        assert!((half * half).abs_diff_eq(whole, 1e-12));
        let at = DVec3::new(0.2, -0.7, 0.1);
        let moved = partial(turn, 1.0).point(at);
        assert!(whole.transform_point3(at).abs_diff_eq(moved, 1e-12));
        assert!(partial(turn, 0.0).point(at).abs_diff_eq(at, 1e-12));
    }
}
