//! `dualskin inspect` on clips and poses: vertices and frames without valid signs.

use std::fs;

use super::super::support::{dualskin, words};
use super::{json, list, number, text};

#[test]
fn a_clip_and_its_moments_are_counted() {
    let plain = json("builtin:cylinder");
    assert!(list(&plain["signs"]).is_empty());
    let whole = json("builtin:cylinder --clip twist");
    let signs = &whole["signs"][0];
    // From end to end 120 frames and the last, half a turn apart at the furthest.
    assert_eq!((number(&signs["frames"]), number(&signs["clip"])), (121, 0));
    let furthest = signs["furthest"].as_f64().unwrap();
    assert!((furthest - 180.0).abs() < 0.1, "{furthest}");
    assert_eq!(number(&signs["without_valid"]), 0);
    assert_eq!(signs["near"], signs["vertices"], "the whole tube");
    let frames_near = number(&signs["frames_near"]);
    assert!((10..60).contains(&frames_near), "{frames_near}");

    let begin = json("builtin:cylinder --clip 0 --time 0");
    let signs = &begin["signs"][0];
    assert_eq!((number(&signs["frames"]), number(&signs["near"])), (1, 0));
    let page = text("builtin:arm --clip 3");
    assert!(
        page.contains("\nSigns\n  clip 3, 361 frames, 30 a second: range of motion\n"),
        "{page}"
    );
}

#[test]
fn a_pose_is_counted_as_it_was_turned() {
    let folder = tempfile::tempdir().unwrap();
    let preset = folder.path().join("twisted.ron");
    let turned = "(version: 1, name: \"twisted\", joints: {\"upper\": (rotation: (0, 300, 0))})";
    fs::write(&preset, turned).unwrap();
    let found = json(&format!("builtin:cylinder --pose {}", preset.display()));
    let signs = &found["signs"][0];
    let furthest = signs["furthest"].as_f64().unwrap();
    assert!((furthest - 300.0).abs() < 0.1, "not 60: {furthest}");
    assert_eq!(number(&signs["without_valid"]), 0, "the short way would do");
    assert!(number(&signs["invalid"]) > 500);

    let line = format!(
        "inspect builtin:cylinder --clip 0 --pose {}",
        preset.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 2);
    assert!(stderr.contains("--time"), "{stderr}");
}
