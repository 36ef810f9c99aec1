//! What Ctrl keeps a drag to.

use super::What;

/// The steps that a drag keeps to; what it asks for becomes a whole number of them.
///
/// It is the change that is a multiple, not where it ends: a joint at 12° is turned by 5° to 17°.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// Of moves, in metres.
    pub length: f32,
    /// Whether they are finer: a tenth of each, and of turns a fifth.
    pub fine: bool,
}

/// Degrees of a turn.
const TURN: f32 = 5.0;
const FINE_TURN: f32 = 1.0;
/// Of a factor, and of a shear.
const PART: f32 = 0.1;

impl Steps {
    /// What is nearest in whole steps.
    #[must_use]
    pub fn snapped(self, what: What) -> What {
        let fine = if self.fine { 0.1 } else { 1.0 };
        let part = PART * fine;
        match what {
            What::Move(by) => What::Move(by.map(|by| rounded(by, self.length * fine))),
            What::Turn(axis, angle) => {
                let step = if self.fine { FINE_TURN } else { TURN };
                What::Turn(axis, rounded(angle.to_degrees(), step).to_radians())
            }
            What::Scale(by) => What::Scale(by.map(|by| (1.0 + rounded(by - 1.0, part)).max(part))),
            What::Shear(by) => What::Shear(by.map(|by| rounded(by, part))),
        }
    }
}

fn rounded(value: f32, step: f32) -> f32 {
    if step > 0.0 && step.is_finite() {
        (value / step).round() * step
    } else {
        value
    }
}

/// The step of moves for a subject of this size: the greatest power of ten, in the user's unit, up to a hundredth of it.
///
/// `size` in metres, `per_metre` how many of the unit a metre has. A subject without size takes the step of one metre.
///
/// # Examples
///
/// ```
/// assert!((crate::tools::gizmo::length_step(1.8, 1.0) - 0.01).abs() < 1e-6);
/// ```
#[must_use]
pub fn length_step(size: f32, per_metre: f32) -> f32 {
    let size = if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    };
    let hundredth = 0.01 * size * per_metre;
    10_f32.powf((hundredth * 1.000_01).log10().floor()) / per_metre
}
