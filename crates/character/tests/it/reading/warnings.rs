//! Warnings: codes for programs, sentences for people, and no flood.

use std::collections::BTreeSet;

use character::{FilePlace, WarningKind};
use serde_json::{Value, json};

use crate::support::open_json;

#[test]
fn codes_are_distinct_and_kebab_case() {
    let codes: BTreeSet<&str> = WarningKind::ALL.iter().map(|kind| kind.code()).collect();
    assert_eq!(codes.len(), WarningKind::ALL.len());
    for code in codes {
        let letters = code.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(
            letters && !code.starts_with('-') && !code.ends_with('-'),
            "{code}"
        );
    }
}

/// Nodes with rotations of length two give one warning that counts them; meshes of points one each.
#[test]
fn warnings_count() {
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "rotation": [0, 0, 0, 2] }, { "rotation": [0, 0, 0, 0] }, {}],
    }))
    .unwrap();
    let [warning] = &character.warnings[..] else {
        panic!("{:?}", character.warnings);
    };
    assert_eq!(warning.kind, WarningKind::RotationsNotUnit);
    assert_eq!((warning.code(), warning.count), ("rotations-not-unit", 2));
    assert_eq!(
        warning.to_string(),
        "/nodes: normalized the rotations of 2 nodes, which were not of length one"
    );
}

#[test]
fn many_places_are_counted_together() {
    let mesh = json!({ "primitives": [{ "mode": 0, "attributes": {} }] });
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "meshes": Value::Array(vec![mesh; 1000]),
    }))
    .unwrap();
    assert_eq!(character.warnings.len(), 32);
    let total: usize = character.warnings.iter().map(|warning| warning.count).sum();
    assert_eq!(total, 1000);
    let last = &character.warnings[31];
    assert_eq!((&last.place, last.count), (&FilePlace::Elsewhere, 969));
    assert_eq!(
        last.to_string(),
        "elsewhere: left out 969 primitives of points or lines (mode 0)"
    );
}
