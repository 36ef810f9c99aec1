//! The numbers on scales.

use headless::sheet::{round_up, significant};

#[test]
fn numbers_on_scales_are_short() {
    let cases = [
        (0.0, "0"),
        (0.05, "0.05"),
        (-0.012_345, "-0.0123"),
        (1.5, "1.5"),
        (2.0, "2"),
        (12.34, "12.3"),
        (123.4, "123"),
        (100.0, "100"),
        (54_321.0, "54321"),
        (3e-6, "3e-6"),
        (3.25e-6, "3.25e-6"),
        (1.2e9, "1.2e9"),
        (f32::INFINITY, "inf"),
    ];
    for (value, expected) in cases {
        assert_eq!(significant(value), expected, "{value}");
    }
}

#[test]
fn the_end_of_a_scale_is_round_and_not_below() {
    let cases = [
        (0.0, 0.0),
        (f32::NAN, 0.0),
        (f32::INFINITY, 0.0),
        (-1.0, 0.0),
        (0.15, 0.15),
        (0.151, 0.2),
        (7.0, 8.0),
        (9.1, 10.0),
        (1e-7, 1e-7),
    ];
    for (value, expected) in cases {
        assert_eq!(round_up(value), expected, "{value}");
    }
}
