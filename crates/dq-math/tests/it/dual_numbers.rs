//! Dual numbers: the ring they are, and that they differentiate.

use dq_math::Dual;
use proptest::prelude::*;

/// Roundings of numbers up to about a hundred.
const TOLERANCE: f32 = 2e-4;

fn any_dual() -> impl Strategy<Value = Dual> {
    let part = || prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 5 => -5.0..5.0_f32];
    (part(), part()).prop_map(|(real, dual)| Dual::new(real, dual))
}

fn invertible() -> impl Strategy<Value = Dual> {
    any_dual().prop_filter("an inverse", |a| a.real.abs() > 0.3)
}

fn near(a: Dual, b: Dual) -> bool {
    (a.real - b.real).abs() <= TOLERANCE && (a.dual - b.dual).abs() <= TOLERANCE
}

proptest! {
    #[test]
    fn products_associate_and_distribute(a in any_dual(), b in any_dual(), c in any_dual()) {
        prop_assert!(near((a * b) * c, a * (b * c)));
        prop_assert!(near(a * (b + c), a * b + a * c));
        prop_assert!(near(a * (b - c), a * b + a * -c));
        prop_assert!(near(a * b, b * a));
    }

    #[test]
    fn conjugates_multiply(a in any_dual(), b in any_dual()) {
        prop_assert!(near((a * b).conjugate(), a.conjugate() * b.conjugate()));
        prop_assert_eq!((a * a.conjugate()).dual, 0.0);
    }

    #[test]
    fn quotients_multiply_back(a in any_dual(), b in invertible()) {
        prop_assert!(near(a / b * b, a));
        prop_assert!(near(a / b, a * b.inverse()));
        prop_assert!(near(b * b.inverse(), Dual::ONE));
    }

    #[test]
    fn roots_square_back(a in invertible().prop_filter("a root", |a| a.real > 0.0)) {
        prop_assert!(near(a.sqrt() * a.sqrt(), a));
    }

    #[test]
    fn sine_and_cosine_are_on_the_dual_circle(a in any_dual(), b in any_dual()) {
        prop_assert!(near(a.sin() * a.sin() + a.cos() * a.cos(), Dual::ONE));
        prop_assert!(near((a + b).sin(), a.sin() * b.cos() + a.cos() * b.sin()));
    }

    #[test]
    fn atan2_finds_the_angle(a in any_dual().prop_filter("a principal angle", |a| a.real.abs() < 3.1), length in 0.2..3.0_f32) {
        prop_assert!(near((a.sin() * length).atan2(a.cos() * length), a));
    }

    #[test]
    fn functions_extend_by_taylors_rule(a in any_dual(), b in invertible()) {
        // Polynomials are functions and products.
        prop_assert!(near(a.map(|x| x * x * x, |x| 3.0 * x * x), a * a * a));
        prop_assert!(near(b.map(f32::recip, |x| -(x * x).recip()), b.inverse()));
        prop_assert_eq!(a.map(|x| x, |_| 1.0), a);
        // The chain rule, and an exponential that makes products of sums.
        let exp = |a: Dual| a.map(f32::exp, f32::exp);
        prop_assert!(near(exp(a.sin()), a.map(|x| x.sin().exp(), |x| x.sin().exp() * x.cos())));
        prop_assert!(near(exp(a.sin() + b.cos()), exp(a.sin()) * exp(b.cos())));
    }

    #[test]
    fn dual_parts_are_derivatives(x in 0.5..3.0_f32) {
        let at = |f: fn(Dual) -> Dual, x: f32| f(Dual::new(x, 1.0));
        prop_assert!(near(at(|a| a * a * a, x), Dual::new(x * x * x, 3.0 * x * x)));
        prop_assert!(near(at(Dual::sqrt, x), Dual::new(x.sqrt(), 0.5 / x.sqrt())));
        prop_assert!(near(at(Dual::inverse, x), Dual::new(1.0 / x, -1.0 / (x * x))));
    }
}

#[test]
fn the_dual_unit_squares_to_zero() {
    assert_eq!(Dual::EPSILON * Dual::EPSILON, Dual::ZERO);
}

#[test]
fn purely_dual_numbers_have_no_inverse_and_no_root() {
    assert!(!Dual::EPSILON.inverse().dual.is_finite());
    assert!(!Dual::EPSILON.sqrt().dual.is_finite());
    assert!(Dual::new(-1.0, 1.0).sqrt().real.is_nan());
}
