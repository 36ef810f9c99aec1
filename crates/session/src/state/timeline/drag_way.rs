//! Which of time and value a dragged key of a curve follows.

/// A pointer that goes less far than this, in points, has no direction yet.
const NEAR: f32 = 3.0;
/// Up to this slope against the vertical a drag is one of values: a hand does not go straight up.
const UPRIGHT: f32 = 0.4;

/// What a drag goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Sideways: to other times.
    Time,
    /// Up and down: to other values.
    Value,
}

/// The direction that a pointer took first, with its way in points to the right and down; none as long as it is near its beginning.
#[must_use]
pub fn first_direction(way: [f32; 2]) -> Option<Direction> {
    let [right, down] = way.map(f32::abs);
    if right.max(down) < NEAR {
        None
    } else if right > down {
        Some(Direction::Time)
    } else {
        Some(Direction::Value)
    }
}

/// Whether time and value follow the pointer. Without a direction that it is held to both do, but for a way that is mostly up or down:
/// that moves no key to another frame.
#[must_use]
pub fn followed(way: [f32; 2], held_to: Option<Direction>) -> [bool; 2] {
    let [right, down] = way.map(f32::abs);
    match held_to {
        Some(Direction::Time) => [true, false],
        Some(Direction::Value) => [false, true],
        None => [right >= UPRIGHT * down, true],
    }
}

/// A value at a whole step nearest to it: degrees for an angle, hundredths else.
#[must_use]
pub fn snapped_value(value: f32, is_angle: bool) -> f32 {
    let per_unit = if is_angle { 1.0 } else { 100.0 };
    (value * per_unit).round() / per_unit + 0.0
}
