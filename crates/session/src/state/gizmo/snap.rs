//! Snapping of a drag's change to whole steps, for Ctrl.

use super::ChangeKind;

/// Step sizes of snapping; changes are rounded to whole steps.
///
/// The change is rounded, not its result: a joint at 12° turned by 5° is at 17°.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapSteps {
    /// The step of moves, in meters.
    pub length: f32,
    /// Whether steps are finer: a tenth of each, and a fifth for turns.
    pub fine: bool,
}

/// Step of turns in degrees.
const TURN: f32 = 5.0;
const FINE_TURN: f32 = 1.0;
/// Step of factors and of shears.
const PART: f32 = 0.1;

impl SnapSteps {
    /// The nearest change in whole steps.
    #[must_use]
    pub fn snap(self, what: ChangeKind) -> ChangeKind {
        let fine = if self.fine { 0.1 } else { 1.0 };
        let part = PART * fine;
        match what {
            ChangeKind::Move(by) => {
                ChangeKind::Move(by.map(|by| round_to_step(by, self.length * fine)))
            }
            ChangeKind::Turn(axis, angle) => {
                let step = if self.fine { FINE_TURN } else { TURN };
                ChangeKind::Turn(axis, round_to_step(angle.to_degrees(), step).to_radians())
            }
            ChangeKind::Scale(by) => {
                // Never to zero or below: such factors have to be typed.
                ChangeKind::Scale(by.map(|by| (1.0 + round_to_step(by - 1.0, part)).max(part)))
            }
            ChangeKind::Shear(by) => ChangeKind::Shear(by.map(|by| round_to_step(by, part))),
        }
    }
}

fn round_to_step(value: f32, step: f32) -> f32 {
    if step > 0.0 && step.is_finite() {
        (value / step).round() * step
    } else {
        value
    }
}

/// The step of moves for a subject of this size: the greatest power of ten, in the user's unit, up to a hundredth of
/// it.
///
/// `size` in meters, `per_meter` the number of units per meter. A subject without size is treated as one meter long.
///
/// # Examples
///
/// ```
/// assert!((session::state::gizmo::length_step(1.8, 1.0) - 0.01).abs() < 1e-6);
/// ```
#[must_use]
pub fn length_step(size: f32, per_meter: f32) -> f32 {
    let size = if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    };
    let hundredth = 0.01 * size * per_meter;
    // A little more, for a hundredth that f32 rounds to just below a power of ten.
    10_f32.powf((hundredth * 1.000_01).log10().floor()) / per_meter
}
