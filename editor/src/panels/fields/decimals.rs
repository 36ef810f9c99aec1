//! Numbers of fields as text: at rest with decimals that do not depend on the number, to be typed over with its own.

use eframe::egui::emath;
use scene::names::{plain, true_minus};

/// Decimals more than the shown ones to which a drag is exact with Shift, and which a number to be typed over has.
pub(super) const FINER: usize = 2;

/// With so many decimals, and without a sign where that is zero.
pub(super) fn steady(number: f64, decimals: usize) -> String {
    plain(single(number), decimals)
}

/// With the decimals that it has, within [`FINER`]; all digits in powers of ten from a million on, which would push other fields away.
pub(super) fn to_type_over(number: f64, decimals: usize) -> String {
    let text = if number.abs() < 1e6 {
        emath::format_with_decimals_in_range(number, decimals..=decimals + FINER)
    } else {
        format!("{:e}", single(number))
    };
    true_minus(&text)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it was an f32 before the field took it, and rounding is the purpose"
)]
const fn single(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::{steady, to_type_over};

    #[test]
    fn decimals_do_not_depend_on_the_number() {
        for (number, shown, typed) in [
            (12.5, "12.5", "12.5"),
            (0.0, "0.0", "0.0"),
            (-3.25, "−3.2", "−3.25"),
            (44.999_996, "45.0", "45.0"),
            (-0.04, "0.0", "−0.04"),
            (2_000_000.0, "2.00e6", "2e6"),
        ] {
            assert_eq!(steady(number, 1), shown);
            assert_eq!(to_type_over(number, 1), typed);
        }
    }
}
