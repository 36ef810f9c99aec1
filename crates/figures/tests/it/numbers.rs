//! Numbers as text, and what they are held to.

use figures::number::{Number, Pinned, Unit};

fn number(ours: f64, pinned: Pinned) -> Number {
    Number::new("some", Unit::Plain, ours, pinned)
}

#[test]
fn numbers_hold_within_their_tolerance() {
    let near = Pinned::near(2.0, 0.5);
    let held = [1.5, 2.0, 2.5].map(|value| near.holds(value));
    assert_eq!(held, [true; 3]);
    assert!(!near.holds(2.6) && !near.holds(f64::NAN) && !near.holds(f64::INFINITY));
    assert!(Pinned::AtMost(1.0).holds(1.0) && !Pinned::AtMost(1.0).holds(1.1));
    assert!(Pinned::AtLeast(1.0).holds(1.0) && !Pinned::AtLeast(1.0).holds(0.9));
    assert!(!Pinned::AtMost(1.0).holds(f64::NAN) && !Pinned::AtLeast(1.0).holds(f64::NAN));
}

#[test]
fn texts_have_as_many_digits_as_are_pinned() {
    let texts = [
        number(0.123_456, Pinned::near(0.123, 0.01)).ours_text(),
        number(-12.3, Pinned::near(-12.0, 1.0)).ours_text(),
        number(1.5, Pinned::near(1.5, 2e-6)).ours_text(),
        number(18.4931, Pinned::AtLeast(10.0)).ours_text(),
        number(8.0, Pinned::AtMost(9.0)).ours_text(),
    ];
    assert_eq!(texts, ["0.12", "−12", "1.500000", "18.49", "8.00"]);
}

#[test]
fn errors_read_as_their_limit() {
    let error = |ours| Number::error("some", Unit::Plain, ours, 5e-5);
    let held = error(3e-7);
    assert_eq!(held.ours_text(), "≤ 5e−5");
    assert_eq!(held.pinned_text(), "≤ 5e−5");
    // One that does not hold shows what it is.
    assert_eq!(error(0.25).ours_text(), "0.2500");
    // What is measured and only has a limit, too.
    let measured = number(0.0012, Pinned::AtMost(0.005));
    assert_eq!(measured.ours_text(), "0.001200");
}

#[test]
fn units_stand_behind_numbers() {
    let with = |unit, ours| Number::new("some", unit, ours, Pinned::near(ours, 0.1)).ours_text();
    assert_eq!(with(Unit::Degrees, 90.0), "90.0°");
    assert_eq!(with(Unit::Meters, 0.5), "0.5 m");
    assert_eq!(with(Unit::Count, 71.0), "71");
    let paper = number(0.0, Pinned::AtMost(1.0)).with_paper(-4.07);
    assert_eq!(paper.paper_text(), "−4.07");
    assert_eq!(number(0.0, Pinned::AtMost(1.0)).paper_text(), "");
}
