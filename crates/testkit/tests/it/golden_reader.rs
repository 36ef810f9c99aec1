//! The golden reader must fail where an answer is off or unseen: a reader that passes everything passes nothing.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use testkit::golden::{self, Case};

/// One file with one case, whose expected values are `expected`, each with a tolerance of 1e-3.
fn file(expected: &Value) -> Vec<(String, Value)> {
    let tolerance: serde_json::Map<_, _> = expected
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| (key.clone(), json!(1e-3)))
        .collect();
    let case = json!({
        "name": "only", "input": {"x": 1.5}, "expected": expected, "tolerance": {"f32": tolerance, "f64": {}},
        "alternatives": [{"tie": [9.0, 9.0]}],
    });
    let compare = json!({"q": "up_to_sign", "qs": "up_to_sign", "hint": "information only", "_default": "plain"});
    vec![(
        "made_up.json".to_owned(),
        json!({"topic": "made_up", "compare": compare, "cases": [case]}),
    )]
}

fn passes(expected: &Value, skipped: &[&str], check: impl Fn(&Case<'_>)) -> bool {
    let files = file(expected);
    let run = std::panic::AssertUnwindSafe(|| golden::run_on(&files, skipped, |case| check(case)));
    std::panic::catch_unwind(run).is_ok()
}

/// Whether `answer` passes for the key `key` expected to be `expected`.
fn fits(key: &str, expected: &Value, answer: &impl testkit::Answer) -> bool {
    passes(&json!({ key: expected }), &[], |case| {
        case.check(key, answer);
    })
}

#[test]
fn numbers_count_within_their_tolerance() {
    assert!(fits(
        "v",
        &json!([1.0, 2.0, 3.0]),
        &Vec3::new(1.0, 2.0005, 3.0)
    ));
    assert!(!fits(
        "v",
        &json!([1.0, 2.0, 3.0]),
        &Vec3::new(1.0, 2.0015, 3.0)
    ));
    assert!(!fits(
        "v",
        &json!([1.0, 2.0, 3.0]),
        &Vec3::new(1.0, f32::NAN, 3.0)
    ));
    assert!(!fits("v", &json!([1.0, 2.0]), &Vec3::new(1.0, 2.0, 3.0)));
    assert!(!fits("v", &json!({"x": 1.0}), &1.0_f32));
}

#[test]
fn integers_words_and_flags_count_exactly() {
    assert!(fits("n", &json!(3), &3_usize));
    assert!(!fits("n", &json!(3), &4_usize));
    assert!(fits("b", &json!([true, false]), &[true, false]));
    assert!(!fits("b", &json!([true, false]), &[true, true]));
    assert!(fits("s", &json!("pair"), &"pair"));
    assert!(!fits("s", &json!("pair"), &"set"));
}

#[test]
fn null_is_not_compared() {
    assert!(fits("v", &json!(null), &f32::NAN));
    assert!(fits("v", &json!([null, 1.0]), &[5.0_f32, 1.0]));
    assert!(!fits("v", &json!([null, 1.0]), &[5.0_f32, 2.0]));
}

#[test]
fn signs_are_free_only_where_the_file_says_so() {
    let q = Quat::from_xyzw(0.5, -0.5, 0.5, 0.5);
    let expected = json!([-0.5, 0.5, -0.5, -0.5]);
    assert!(fits("q", &expected, &q));
    assert!(!fits("plain", &expected, &q));
    assert!(!fits("q", &json!([0.5, 0.5, 0.5, 0.5]), &q));
    // Element by element, and both parts of a dual quaternion together.
    assert!(fits(
        "qs",
        &json!([[0.5, -0.5, 0.5, 0.5], [-0.5, 0.5, -0.5, -0.5]]),
        &[q, q]
    ));
    assert!(fits(
        "q",
        &json!({"real": [-0.5, 0.5, -0.5, -0.5], "dual": [-0.5, 0.5, -0.5, -0.5]}),
        &(q, q)
    ));
    assert!(!fits(
        "q",
        &json!({"real": [-0.5, 0.5, -0.5, -0.5], "dual": [0.5, -0.5, 0.5, 0.5]}),
        &(q, q)
    ));
}

#[test]
fn ambiguous_normals_are_free_one_by_one() {
    let expected = json!({"normals": [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]], "normal_sign_ambiguous": [true, false]});
    assert!(passes(&expected, &[], |case| case
        .check("normals", &[Vec3::NEG_Z, Vec3::Z])));
    assert!(!passes(&expected, &[], |case| case
        .check("normals", &[Vec3::Z, Vec3::NEG_Z])));
}

#[test]
fn alternatives_count() {
    assert!(fits("tie", &json!([1.0, 1.0]), &[9.0_f32, 9.0]));
    assert!(!fits("tie", &json!([1.0, 1.0]), &[5.0_f32, 5.0]));
}

#[test]
fn a_key_nobody_looked_at_fails() {
    let expected = json!({"a": 1.0, "later": 2.0, "hint": 3.0});
    let check = |case: &Case<'_>| case.check("a", &1.0_f32);
    assert!(!passes(&expected, &[], check));
    assert!(passes(&expected, &["later"], check));
}

#[test]
fn nested_keys_are_looked_at_one_by_one() {
    let expected = json!({"local": {"F1": [1.0], "C1": [2.0]}});
    let half = |case: &Case<'_>| case.check("local.F1", &[1.0_f32]);
    assert!(!passes(&expected, &[], half));
    assert!(passes(&expected, &["local.C1"], half));
    assert!(!passes(&expected, &["local.C1"], |case| case
        .check("local.F1", &[1.01_f32])));
}

#[test]
fn a_misspelt_key_fails() {
    assert!(!passes(&json!({"a": 1.0}), &["a"], |case| case
        .check("aa", &1.0_f32)));
}

#[test]
fn nothing_checked_fails() {
    assert!(!passes(&json!({"a": 1.0}), &["a"], |_| ()));
    let empty = vec![(
        "none.json".to_owned(),
        json!({"topic": "none", "compare": {}, "cases": []}),
    )];
    assert!(std::panic::catch_unwind(|| golden::run_on(&empty, &[], |_| ())).is_err());
    assert!(std::panic::catch_unwind(|| golden::run_on(&[], &[], |_| ())).is_err());
}

#[test]
fn several_folders_are_parted_as_paths_are() {
    let joined = std::env::join_paths(["one", "", "two"]).unwrap();
    let folders = golden::split_folders(&joined);
    assert_eq!(folders, Some(vec!["one".into(), "two".into()]));
    assert_eq!(golden::split_folders("".as_ref()), None);
}

#[test]
fn an_unknown_topic_fails() {
    let files = file(&json!({"a": 1.0}));
    golden::assert_known_among(&files, &["made_up", "other"]);
    assert!(std::panic::catch_unwind(|| golden::assert_known_among(&files, &["other"])).is_err());
    assert!(std::panic::catch_unwind(|| golden::assert_known_among(&[], &["other"])).is_err());
}
