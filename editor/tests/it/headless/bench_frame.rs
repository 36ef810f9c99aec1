//! `dualskin bench --frame`: that it runs, and says what its manual promises.

use serde_json::Value;

use super::support::{dualskin, words};
use crate::support::has_device;

const MANUAL: &str = include_str!("../../../../docs/bench.md");

fn document(line: &str) -> Value {
    let (status, stdout, stderr) = words(&dualskin(line));
    assert_eq!(status, 0, "{line}\n{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

/// Every member, and those in it, with a dot between.
fn members(value: &Value, before: &str, found: &mut Vec<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let name = format!("{before}{name}");
        members(value, &format!("{name}."), found);
        if !value.is_object() {
            found.push(name);
        }
    }
}

#[test]
fn whole_frames_are_measured() {
    if !has_device() {
        return;
    }
    let found = document("bench --frame --vertices 1000 --joints 5 --influences 3 --json");
    assert_eq!(found["vertices"], 1000);
    assert_eq!(found["joints"], 5);
    assert!((9..=60).contains(&found["frames"].as_u64().unwrap()));
    assert_eq!(found["methods"], serde_json::json!(["linear", "two-phase"]));
    let first = &found["first"];
    let parts = ["device_ms", "shaders_ms", "character_ms", "picture_ms"];
    let sum: f64 = parts.iter().map(|part| first[part].as_f64().unwrap()).sum();
    assert!((sum - first["total_ms"].as_f64().unwrap()).abs() < 1e-6);
    let [median, p95] = ["median_ms", "p95_ms"].map(|name| found[name].as_f64().unwrap());
    assert!(0.0 < median && median <= p95);
    let mut names = Vec::new();
    members(&found, "", &mut names);
    for name in names {
        assert!(
            MANUAL.contains(&format!("`{name}`")),
            "{name} is not in the manual"
        );
    }
}

#[test]
fn a_character_and_a_table_are_possible_too() {
    if !has_device() {
        return;
    }
    let (status, table, _) = words(&dualskin("bench --frame builtin:cylinder"));
    assert_eq!(status, 0);
    for part in ["first picture", "shaders", "cylinder", "median of"] {
        assert!(table.contains(part), "{part} is not in\n{table}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    for (line, status) in [
        ("bench --frame --gpu", 2),
        ("bench --frame --threads 2", 2),
        ("bench --frame --joints 2 --influences 3", 2),
        ("bench --frame /nowhere.glb", 1),
    ] {
        if status == 1 && !has_device() {
            continue;
        }
        let (found, _, stderr) = words(&dualskin(line));
        assert_eq!(found, status, "{line}: {stderr}");
        assert!(!stderr.is_empty());
    }
}
