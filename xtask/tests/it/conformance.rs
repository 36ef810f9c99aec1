//! The table of clients, and which differences are failures.

use std::collections::BTreeSet;

use serde_json::json;
use xtask::conformance::{ClientResults, results_of, table, unexplained};

fn client(name: &str, worst: f64) -> ClientResults {
    let results = json!([
        { "case": "bend", "method": "linear", "worst": worst },
        { "case": "bend", "method": "two-phase", "worst": 1e-9 },
        { "case": "twist", "method": "linear", "error": "shows nothing" },
    ]);
    let written = json!({ "client": name, "version": "1", "results": results });
    results_of(&written).unwrap()
}

fn told(clients: &[ClientResults], reasons: &[&str]) -> Vec<String> {
    let reasons: BTreeSet<String> = reasons.iter().map(|&of| of.to_owned()).collect();
    let failures = unexplained(clients, &reasons);
    failures.iter().map(ToString::to_string).collect()
}

#[test]
fn a_difference_needs_a_reason_and_a_reason_a_difference() {
    let near = client("a", 5e-6);
    let told_once = told(std::slice::from_ref(&near), &[]);
    assert_eq!(told_once.len(), 1);
    assert!(told_once[0].starts_with("a, twist") && told_once[0].contains("shows nothing"));
    assert!(told(std::slice::from_ref(&near), &["a, twist"]).is_empty());
    // Of others that were not run nothing is known.
    assert!(told(std::slice::from_ref(&near), &["a, twist", "b, bend"]).is_empty());
    assert_eq!(
        told(std::slice::from_ref(&near), &["a, twist", "a, bend"]).len(),
        1
    );
    // What is ours has to be nearer.
    assert_eq!(
        told(&[client("dualskin", 5e-6)], &["dualskin, twist"]).len(),
        1
    );
    assert!(results_of(&json!({ "client": "a", "results": [] })).is_none());
}

#[test]
fn the_table_has_a_row_a_case_and_method_and_marks_differences() {
    let mut fewer = client("b", 0.5);
    fewer.results.truncate(1);
    let lines = table(&[client("a", 1e-7), fewer]);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[2], "| bend | linear | 1e-7 | **5e-1** |");
    assert_eq!(lines[3], "| bend | two-phase | 1e-9 | – |");
    assert_eq!(lines[4], "| twist | linear | **not shown** | – |");
}
