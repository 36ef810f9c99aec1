//! The ramps of legends are the ramps of shaders.

use editor::render::{
    Diverging, WEIGHT_ONE, WEIGHT_ZERO, diverging_ramp, encoded_from_linear, linear_from_encoded,
    sequential_ramp, weight_color,
};
use glam::Vec3;
use naga::{Expression, Handle, Literal, Module};

#[test]
fn knots_are_those_of_the_shader() {
    let module = naga::front::wgsl::parse_str(&shaders::MESH.source().unwrap()).unwrap();
    let diverging: Vec<Vec3> = (0..9_u8)
        .map(|knot| diverging_ramp(f32::from(knot) / 4.0 - 1.0))
        .collect();
    let sequential: Vec<Vec3> = (0..9_u8)
        .map(|knot| sequential_ramp(f32::from(knot) / 8.0))
        .collect();
    let green_purple: Vec<Vec3> = (0..9_u8)
        .map(|knot| Diverging::GreenPurple.color(f32::from(knot) / 4.0 - 1.0))
        .collect();
    assert_eq!(constant(&module, "DIVERGING_KNOTS"), diverging);
    assert_eq!(
        constant(&module, "DIVERGING_GREEN_PURPLE_KNOTS"),
        green_purple
    );
    assert_eq!(constant(&module, "SEQUENTIAL_KNOTS"), sequential);
    assert_eq!(constant(&module, "WEIGHT_ZERO"), [WEIGHT_ZERO]);
    assert_eq!(constant(&module, "WEIGHT_ONE"), [WEIGHT_ONE]);
}

#[test]
fn ramps_take_any_number() {
    for value in [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -1.0,
        0.0,
        1.0,
        1e30,
    ] {
        for color in [
            diverging_ramp(value),
            sequential_ramp(value),
            weight_color(value),
        ] {
            assert!(
                color.min_element() >= 0.0 && color.max_element() <= 1.0,
                "{value}: {color}"
            );
        }
    }
    assert_eq!(diverging_ramp(7.0), diverging_ramp(1.0));
    assert_eq!(
        (weight_color(0.0), weight_color(1.0)),
        (WEIGHT_ZERO, WEIGHT_ONE)
    );
    assert_ne!(weight_color(1e-4), WEIGHT_ZERO);
}

#[test]
fn lightness_is_even_and_the_same_on_both_sides_of_zero() {
    for step in 1..=4_u8 {
        let value = f32::from(step) / 4.0;
        for colors in [Diverging::BlueRed, Diverging::GreenPurple] {
            let difference = lightness(colors.color(value)) - lightness(colors.color(-value));
            assert!(difference.abs() < 0.02, "at ±{value}: {difference}");
        }
    }
    for step in 0..8_u8 {
        let at = |knot: u8| lightness(sequential_ramp(f32::from(knot) / 8.0));
        let rise = at(step + 1) - at(step);
        assert!((0.05..0.12).contains(&rise), "knot {step}: {rise}");
    }
}

#[test]
fn encoding_is_undone_by_decoding() {
    for byte in 0..=u8::MAX {
        let encoded = Vec3::splat(f32::from(byte) / 255.0);
        assert!(encoded_from_linear(linear_from_encoded(encoded)).abs_diff_eq(encoded, 1e-5));
    }
}

/// The L of `OKLab` (Ottosson 2020).
fn lightness(encoded: Vec3) -> f32 {
    let rgb = linear_from_encoded(encoded);
    let cone = |weights: Vec3| weights.dot(rgb).cbrt();
    0.210_454_26 * cone(Vec3::new(0.412_221_47, 0.536_332_55, 0.051_445_995))
        + 0.793_617_8 * cone(Vec3::new(0.211_903_5, 0.680_699_5, 0.107_396_96))
        - 0.004_072_047 * cone(Vec3::new(0.088_302_46, 0.281_718_85, 0.629_978_7))
}

fn constant(module: &Module, name: &str) -> Vec<Vec3> {
    let (_, found) = module
        .constants
        .iter()
        .find(|(_, c)| c.name.as_deref() == Some(name))
        .unwrap();
    let mut numbers = Vec::new();
    collect(module, found.init, &mut numbers);
    numbers.chunks_exact(3).map(Vec3::from_slice).collect()
}

fn collect(module: &Module, expression: Handle<Expression>, numbers: &mut Vec<f32>) {
    match &module.global_expressions[expression] {
        Expression::Literal(Literal::F32(number)) => numbers.push(*number),
        Expression::Compose { components, .. } => components
            .iter()
            .for_each(|&part| collect(module, part, numbers)),
        other => panic!("a constant made of {other:?}"),
    }
}
