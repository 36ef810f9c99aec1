//! Shapes and curves of a falloff, and the dabs along a stroke.

use glam::{Vec2, vec2};
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use weights::{Curve, CurveError, Shape, StrokePath};

fn shares() -> impl Iterator<Item = f32> {
    (0..=200_u8).map(|step| f32::from(step) / 200.0)
}

#[test]
fn shapes_fall_from_one_to_nothing() {
    for shape in Shape::PRESETS {
        assert!((shape.at(0.0) - 1.0).abs() < 1e-6 && shape.is_falling());
        assert!(
            shares()
                .map(|x| shape.at(x))
                .is_sorted_by(|one, next| next <= one)
        );
        assert!(shape == Shape::Constant || shape.at(1.0) == 0.0);
        for beyond in [1.000_1, 7.0, f32::INFINITY, f32::NAN] {
            assert_eq!(shape.at(beyond), 0.0);
        }
        assert_eq!(shape.at(-0.5), shape.at(0.0));
    }
    let half = Shape::PRESETS.map(|shape| shape.at(0.5));
    assert_eq!(half, [0.5, 0.5, 0.25, 0.75_f32.sqrt(), 1.0]);
}

#[test]
fn a_curve_that_cannot_be_drawn_says_why() {
    let refused = |points: &[Vec2]| Curve::new(points).unwrap_err();
    assert_eq!(refused(&[]), CurveError::TooFew { count: 0 });
    assert_eq!(refused(&[Vec2::Y]), CurveError::TooFew { count: 1 });
    let place = 1;
    let value = 1.5;
    assert_eq!(
        refused(&[Vec2::Y, vec2(0.5, 1.5)]),
        CurveError::OutOfRange { place, value }
    );
    assert_eq!(
        refused(&[vec2(0.2, 1.0), vec2(0.2, 0.5)]),
        CurveError::NotRising { place }
    );
    let text = refused(&[Vec2::Y, vec2(f32::NAN, 0.0)]).to_string();
    assert_eq!(
        text,
        "point 2 of the falloff curve has NaN; both its numbers are 0 to 1"
    );
}

fn points() -> impl Strategy<Value = Vec<Vec2>> {
    let height = || prop_oneof![Just(0.0_f32), Just(1.0), 0.0_f32..=1.0];
    let places = prop::collection::btree_set(0_u16..=1000, 2..8);
    (places, prop::collection::vec(height(), 8)).prop_map(|(places, heights)| {
        places
            .into_iter()
            .zip(heights)
            .map(|(x, y)| vec2(f32::from(x) / 1000.0, y))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_curve_meets_its_points_and_never_overshoots(points in points()) {
        let curve = Curve::new(points.clone()).unwrap();
        prop_assert_eq!(curve.points(), &points[..]);
        for point in &points {
            prop_assert!((curve.at(point.x) - point.y).abs() < 1e-5);
        }
        for ends in points.windows(2) {
            let between = |share: f32| curve.at(ends[0].x + share * (ends[1].x - ends[0].x));
            let heights: Vec<f32> = shares().map(between).collect();
            // Only up or only down, to the precision of the numbers.
            let rises = ends[0].y <= ends[1].y;
            let is_monotone = |one: &f32, next: &f32| if rises { one - 1e-5 <= *next } else { *next <= one + 1e-5 };
            prop_assert!(heights.is_sorted_by(is_monotone), "{:?}", heights);
        }
        prop_assert!((curve.at(0.0) - points[0].y).abs() <= f32::EPSILON);
        prop_assert!((curve.at(1.0) - points[points.len() - 1].y).abs() <= f32::EPSILON);
        prop_assert_eq!(curve.at(f32::NAN), 0.0);
        let falls = shares().map(|x| curve.at(x)).is_sorted_by(|one, next| *next <= one + 1e-5);
        prop_assert!(falls || !curve.is_falling());
    }

    #[test]
    fn dabs_do_not_depend_on_how_often_the_pointer_was_asked(
        corners in prop::collection::vec(prop::array::uniform2(0.0_f32..900.0).prop_map(Vec2::from_array), 2..8),
        cuts in prop::collection::vec(0_u8..9, 8),
        asked_at_once in 1_usize..9,
        spacing in prop_oneof![0.5_f32..5.0, 5.0_f32..300.0],
    ) {
        let coarse = dabs(&corners, 1, spacing);
        // The same lines, each told in several pieces.
        let mut fine = vec![corners[0]];
        for (ends, cut) in corners.windows(2).zip(cuts) {
            for piece in 1..=cut {
                fine.push(ends[0].lerp(ends[1], f32::from(piece) / f32::from(cut + 1)));
            }
            fine.push(ends[1]);
        }
        let fine = dabs(&fine, asked_at_once, spacing);
        // Where the way ends just at a dab, rounding decides on it.
        prop_assert!(coarse.len().abs_diff(fine.len()) <= 1);
        for (one, other) in coarse.iter().zip(&fine) {
            prop_assert!(one.distance(*other) < 0.05, "{} and {}", one, other);
        }
        let length: f32 = corners.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        // Thousands of small steps: their rounding adds up, to less than one of them.
        let gone = |dabs: usize| (1..=dabs).map(|dab| f64::from(spacing * spread(dab))).sum::<f64>();
        let length = f64::from(length);
        prop_assert!(gone(coarse.len() - 1) <= length + 0.4 && length - 0.4 <= gone(coarse.len()));
    }
}

/// Every second spacing is twice as wide, as it may be on a surface: it depends on the dab before only.
fn spread(dab: usize) -> f32 {
    if dab.is_multiple_of(2) { 2.0 } else { 1.0 }
}

/// All dabs along some places, of which so many are told before dabs are asked for.
fn dabs(places: &[Vec2], at_once: usize, spacing: f32) -> Vec<Vec2> {
    let mut path = StrokePath::default();
    let mut dabs = Vec::new();
    for places in places.chunks(at_once) {
        for &place in places {
            path.go_to(place);
        }
        while let Some(dab) = path.next_dab(spacing * spread(dabs.len())) {
            dabs.push(dab);
        }
    }
    dabs
}

#[test]
fn a_click_is_a_dab_and_odd_spacings_and_places_end() {
    let mut path = StrokePath::default();
    assert_eq!(path.next_dab(5.0), None);
    path.go_to(vec2(f32::NAN, 0.0));
    assert_eq!(path.next_dab(5.0), None);
    path.go_to(vec2(3.0, 4.0));
    assert_eq!(path.next_dab(5.0), Some(vec2(3.0, 4.0)));
    path.go_to(vec2(3.0, 4.0));
    assert_eq!(path.next_dab(5.0), None);
    path.go_to(vec2(6.0, 8.0));
    for spacing in [f32::INFINITY, 6.0] {
        assert_eq!(path.next_dab(spacing), None);
    }
    // The way behind counts: a spacing that became smaller puts its dab where the way has got to.
    path.go_to(vec2(9.0, 12.0));
    assert_eq!(path.next_dab(2.0), Some(vec2(6.0, 8.0)));
    for spacing in [0.0, -3.0, f32::NAN] {
        let mut path = path.clone();
        let mut count = 0;
        while path.next_dab(spacing).is_some() {
            count += 1;
        }
        assert_eq!(count, 20);
    }
}
