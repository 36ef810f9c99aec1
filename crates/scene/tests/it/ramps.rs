//! The ramps of legends are the ramps of shaders.

use glam::Vec3;
use naga::{Expression, Handle, Literal, Module};
use scene::view::ramps::{Diverging, diverging_ramp, linear_from_encoded, srgb_from_linear};
use scene::view::weight_ramps::WeightRamp;

#[test]
fn knots_are_those_of_the_shader() {
    let module = naga::front::wgsl::parse_str(&shaders::MESH.source().unwrap()).unwrap();
    let diverging: Vec<Vec3> = (0..9_u8)
        .map(|knot| diverging_ramp(f32::from(knot) / 4.0 - 1.0))
        .collect();
    let green_purple: Vec<Vec3> = (0..9_u8)
        .map(|knot| Diverging::GreenPurple.color(f32::from(knot) / 4.0 - 1.0))
        .collect();
    assert_eq!(constant(&module, "DIVERGING_KNOTS"), diverging);
    assert_eq!(
        constant(&module, "DIVERGING_GREEN_PURPLE_KNOTS"),
        green_purple
    );
    let names = ["CLASSIC", "PERCEPTUAL", "GRAY", "SAFE"];
    for (name, ramp) in names.into_iter().zip(WeightRamp::ALL) {
        let knots: Vec<Vec3> = (0..9_u8)
            .map(|knot| ramp.color(f32::from(knot) / 8.0))
            .collect();
        assert_eq!(constant(&module, &format!("{name}_KNOTS")), knots);
    }
    let marks = WeightRamp::ALL.map(WeightRamp::marks);
    assert_eq!(
        constant(&module, "WEIGHT_ZERO"),
        marks.map(|marks| marks.zero)
    );
    assert_eq!(
        constant(&module, "WEIGHT_ONE"),
        marks.map(|marks| marks.one)
    );
    let unbound = marks.map(|marks| marks.unbound);
    assert_eq!(constant(&module, "WEIGHT_UNBOUND"), unbound);
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
        let ramps = WeightRamp::ALL.into_iter();
        let of_weights = ramps.flat_map(|ramp| [ramp.color(value), ramp.weight_color(value)]);
        for color in of_weights.chain([diverging_ramp(value)]) {
            assert!(
                color.min_element() >= 0.0 && color.max_element() <= 1.0,
                "{value}: {color}"
            );
        }
    }
    assert_eq!(diverging_ramp(7.0), diverging_ramp(1.0));
}

/// Of 0 … 1 in distance: no eye takes a mark for a weight.
#[test]
fn marks_are_distinct_from_their_ramp_and_from_each_other() {
    for ramp in WeightRamp::ALL {
        let marks = ramp.marks();
        assert_eq!(ramp.weight_color(0.0), marks.zero);
        assert_eq!(ramp.weight_color(1.0), marks.one);
        assert_eq!(ramp.weight_color(-1.0), marks.unbound);
        assert_eq!(ramp.weight_color(1e-4), ramp.color(1e-4));
        let are_distinct =
            |a: Vec3, b: Vec3, least: f32| assert!(a.distance(b) > least, "{ramp:?}: {a}, {b}");
        are_distinct(marks.zero, marks.one, 0.4);
        are_distinct(marks.one, marks.unbound, 0.4);
        are_distinct(marks.zero, marks.unbound, 0.4);
        for step in 0..=64_u8 {
            let color = ramp.color(f32::from(step) / 64.0);
            are_distinct(marks.zero, color, 0.09);
            are_distinct(marks.one, color, 0.12);
            are_distinct(marks.unbound, color, 0.2);
        }
    }
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
        for ramp in [WeightRamp::Perceptual, WeightRamp::Gray, WeightRamp::Safe] {
            let at = |knot: u8| lightness(ramp.color(f32::from(knot) / 8.0));
            let rise = at(step + 1) - at(step);
            assert!(
                (0.05..0.12).contains(&rise),
                "{ramp:?}, knot {step}: {rise}"
            );
        }
    }
}

#[test]
fn encoding_is_undone_by_decoding() {
    for byte in 0..=u8::MAX {
        let encoded = Vec3::splat(f32::from(byte) / 255.0);
        assert!(srgb_from_linear(linear_from_encoded(encoded)).abs_diff_eq(encoded, 1e-5));
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
