//! The largest number that a file may place, turn, color or weigh something by.

/// The largest absolute value of a position, displacement, transform, value of a key or morph weight, 10¹⁸.
///
/// So far from the origin may the rest pose and the clips carry a vertex, too: squares of distances are finite in f32.
pub const LARGEST: f32 = 1e18;

/// Finite and not too large; false for NaN.
pub(crate) fn is_in_range(number: f32) -> bool {
    number.abs() <= LARGEST
}
