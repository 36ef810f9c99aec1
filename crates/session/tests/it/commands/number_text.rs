//! Numbers as people type them.

use proptest::prelude::*;
use session::text::number_text::{NumberTextError, Quantity, evaluate};

const METERS: Quantity = Quantity::Length { per_meter: 1.0 };
const CENTIMETERS: Quantity = Quantity::Length { per_meter: 100.0 };

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn sums_products_brackets_and_units_are_read() {
    let cases = [
        ("10+5", Quantity::Number, 15.0),
        ("10 - 5 - 2", Quantity::Number, 3.0),
        ("3*(2-1)", Quantity::Number, 3.0),
        ("2+3*4", Quantity::Number, 14.0),
        ("8/4/2", Quantity::Number, 1.0),
        ("-(2+3)", Quantity::Number, -5.0),
        ("−4", Quantity::Number, -4.0),
        ("2*−3", Quantity::Number, -6.0),
        ("--2", Quantity::Number, 2.0),
        ("1,5", Quantity::Number, 1.5),
        (".5", Quantity::Number, 0.5),
        ("1e-3", Quantity::Number, 0.001),
        ("1e3+1", Quantity::Number, 1001.0),
        ("50%", Quantity::Number, 0.5),
        ("(20+30)%", Quantity::Number, 0.5),
        ("2×", Quantity::Number, 2.0),
        ("2x", Quantity::Number, 2.0),
        ("2×3", Quantity::Number, 6.0),
        ("45deg", Quantity::Degrees, 45.0),
        ("45°", Quantity::Degrees, 45.0),
        ("0.5rad", Quantity::Degrees, 0.5_f64.to_degrees()),
        ("90/4", Quantity::Degrees, 22.5),
        ("12cm", METERS, 0.12),
        ("120 mm", METERS, 0.12),
        ("1.2m", METERS, 1.2),
        ("3in", METERS, 0.0762),
        ("1 ft", METERS, 0.3048),
        ("250 µm", METERS, 0.00025),
        ("12", CENTIMETERS, 12.0),
        ("1m", CENTIMETERS, 100.0),
        ("1.2m + 5", CENTIMETERS, 125.0),
        ("(1+2)cm*2", METERS, 0.06),
        ("10mm/5mm", METERS, 2.0),
        ("50%*20cm", METERS, 0.1),
    ];
    for (text, quantity, expected) in cases {
        let found = evaluate(text, quantity);
        assert!(
            matches!(found, Ok(value) if near(value, expected)),
            "{text}: {found:?}, not {expected}"
        );
    }
}

#[test]
fn what_is_no_number_is_refused_in_words() {
    let number = Quantity::Number;
    let cases = [
        ("", number, "no number"),
        ("   ", number, "no number"),
        ("1/0", number, "divided by zero"),
        ("1/(2-2)", number, "divided by zero"),
        ("1e400", number, "too large"),
        ("1e39", number, "too large"),
        ("1e300*1e300", number, "too large"),
        ("1..2", number, "`1..2` is no number"),
        (".", number, "`.` is no number"),
        ("1+", number, "missing at the end"),
        ("(1", number, "not closed"),
        ("(1+2", number, "not closed"),
        ("1)", number, "`)` at place 2"),
        ("*2", number, "`*` at place 1"),
        ("abc", number, "`a` at place 1"),
        ("1 2", number, "`2` at place 3"),
        ("nan", number, "`n` at place 1"),
        ("inf", number, "`i` at place 1"),
        ("2e", number, "`e` is no unit"),
        ("3 parsec", METERS, "there are m, cm, mm"),
        ("3deg", METERS, "`deg` does not fit here"),
        ("3cm", Quantity::Degrees, "there are °, deg and rad"),
        ("2cm*3cm", METERS, "two units"),
        ("1/2cm", METERS, "two units"),
        ("(2cm)mm", METERS, "two units"),
    ];
    for (text, quantity, words) in cases {
        let error = evaluate(text, quantity).map_err(|error| error.to_string());
        assert!(
            matches!(&error, Err(error) if error.contains(words)),
            "{text}: {error:?}"
        );
    }
    let deep = "(".repeat(500) + "1" + &")".repeat(499);
    assert_eq!(evaluate(&deep, number), Err(NumberTextError::TooLong));
    let long = "1+".repeat(2000) + "1";
    assert_eq!(evaluate(&long, number), Err(NumberTextError::TooLong));
    assert_eq!(evaluate(&("-".repeat(900) + "1"), number), Ok(1.0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_gives_a_finite_number_or_a_reason(
        text in "([0-9]{1,3}|[.,eE+*/()%°×x −-]|mm|cm|m|deg|rad|in|[a-z]){0,14}",
    ) {
        for quantity in [Quantity::Number, Quantity::Degrees, METERS, CENTIMETERS] {
            match evaluate(&text, quantity) {
                Ok(value) => prop_assert!(value.is_finite()),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn what_is_written_is_read(a in -1e6..1e6_f64, b in -1e6..1e6_f64) {
        let sum = evaluate(&format!("{a}+({b})"), Quantity::Number);
        prop_assert!(matches!(sum, Ok(value) if near(value, a + b)));
        let product = evaluate(&format!("({a})*{b}"), Quantity::Number);
        prop_assert!(matches!(product, Ok(value) if near(value, a * b)));
        let length = evaluate(&format!("{a} mm"), METERS);
        prop_assert!(matches!(length, Ok(value) if near(value, a / 1000.0)));
    }
}

#[test]
fn a_weight_reads_as_none_or_all_only_where_it_is() {
    use scene::names::weight_text;
    assert_eq!(weight_text(0.0, 3), "0.000");
    assert_eq!(weight_text(1.0, 3), "1.000");
    assert_eq!(weight_text(0.9996, 3), ">0.999");
    assert_eq!(weight_text(0.0004, 3), "<0.001");
    assert_eq!(weight_text(0.0006, 3), "0.001");
    assert_eq!(weight_text(0.254, 2), "0.25");
}
