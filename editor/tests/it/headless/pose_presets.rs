//! `--pose FILE` of `skin` and `render`.

use std::fs;

use super::skin::skin;
use super::support::{dualskin, folder_with, words};

const BEND: &str = "(version: 1, name: \"Bend\", joints: {\"upper\": (rotation: (0, 0, 90))})";

/// A folder with a preset in it, and the command that skins the cylinder with it.
fn preset(text: &[u8]) -> (tempfile::TempDir, String) {
    let (folder, path) = folder_with("p.ron");
    fs::write(&path, text).unwrap();
    let line = format!("builtin:cylinder --method linear --pose {}", path.display());
    (folder, line)
}

fn check(text: &[u8], arguments: &str, expected_status: i32, expected: &[&str]) {
    let (folder, line) = preset(text);
    let out = folder.path().join("out.json");
    let line = format!("skin {line} --out {} {arguments}", out.display());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!(
        (status, stdout.as_str()),
        (expected_status, ""),
        "{line}\n{stderr}"
    );
    for word in expected {
        assert!(stderr.contains(word), "{word:?} is not in {stderr:?}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(out.exists(), expected_status == 0, "{line}");
}

#[test]
fn a_preset_bends_and_its_amount_says_how_far() {
    let (_folder, line) = preset(BEND.as_bytes());
    let highest = |document: &serde_json::Value| {
        let positions = document["primitives"][0]["positions"].as_array().unwrap();
        let heights = positions
            .iter()
            .map(|position| position[1].as_f64().unwrap());
        heights.fold(f64::MIN, f64::max)
    };
    let (rest, rest_bytes) = skin("builtin:cylinder --method linear");
    let (bent, _) = skin(&line);
    assert_eq!((&bent["pose"], rest.get("pose")), (&"Bend".into(), None));
    assert!(highest(&bent) < highest(&rest) - 0.1);
    let (half, _) = skin(&format!("{line} --pose-amount 50"));
    assert_eq!(half["pose"], "Bend 50 %");
    assert!(highest(&half) > highest(&bent) && highest(&half) < highest(&rest));
    let (_, none) = skin(&format!("{line} --pose-amount 0%"));
    let numbers = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text[text.find("primitives").unwrap()..].to_owned()
    };
    assert_eq!(numbers(&none), numbers(&rest_bytes));
    let (back, _) = skin(&format!("{line} --pose-amount=-100"));
    let mean = |document: &serde_json::Value| {
        let positions = document["primitives"][0]["positions"].as_array().unwrap();
        positions
            .iter()
            .map(|position| position[0].as_f64().unwrap())
            .sum::<f64>()
    };
    assert!(
        mean(&bent) < -1.0 && (mean(&back) + mean(&bent)).abs() < 1e-2,
        "{} {}",
        mean(&bent),
        mean(&back)
    );
}

#[test]
fn a_preset_lies_on_the_moment_of_a_clip() {
    let (_folder, line) = preset(b"(version: 1, joints: {\"upper\": (scale: (2, 1, 2))})");
    let (on_clip, _) = skin(&format!("{line} --clip twist --time 0.5"));
    assert_eq!(
        (&on_clip["clip"], &on_clip["pose"]),
        (&0.into(), &"p".into())
    );
    let (without, _) = skin("builtin:cylinder --method linear --clip twist --time 0.5");
    assert_ne!(on_clip["primitives"], without["primitives"]);
}

#[test]
fn joints_that_are_lacking_are_named_and_the_rest_applied() {
    let text =
        b"(version: 1, joints: {\"tail\": (), \"ear\": (), \"upper\": (rotation: (0, 0, 9))})";
    check(
        text,
        "",
        0,
        &["p.ron: note: 2 joints that cylinder lacks: \"tail\", \"ear\"; the rest is applied."],
    );
    let none = b"(version: 1, joints: {\"tail\": ()})";
    check(
        none,
        "",
        0,
        &["p.ron: note: 1 joint that cylinder lacks: \"tail\"; nothing is left to apply."],
    );
}

/// The arm has the fingers of the hand, but not the bones of its palm.
#[test]
fn presets_of_another_character_name_only_what_is_lacking() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/poses/hand");
    for (pose, n_lacking) in [("fist", 0), ("spread", 4)] {
        let line = format!("skin builtin:arm --method linear --pose {folder}/{pose}.ron -o -");
        let (status, _, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stderr}");
        let note = format!("{n_lacking} joints that arm lacks: ");
        assert_eq!(stderr.contains(&note), n_lacking > 0, "{pose}: {stderr}");
        assert_eq!(stderr.contains("lacks"), n_lacking > 0, "{pose}: {stderr}");
    }
}

#[test]
fn what_is_no_preset_ends_with_status_1() {
    check(
        b"(version: 1, joints: {\"upper\": (rotatoin: (0, 0, 9))})",
        "",
        1,
        &["p.ron, line 1, column", "did you mean `rotation`?"],
    );
    check(
        b"(version: 9, joints: {})",
        "",
        1,
        &["version 9", "newer Dualskin"],
    );
    check(b"\xff\xfe\x00", "", 1, &["cannot be read", "UTF-8"]);
    let (status, _, stderr) = words(&dualskin(
        "skin builtin:cylinder --method linear --pose nowhere.ron --out x.json",
    ));
    assert!(
        status == 1 && stderr.contains("nowhere.ron") && stderr.contains("check the path"),
        "{stderr}"
    );
}

#[test]
fn wrong_amounts_and_outputs_are_wrong_usage() {
    for amount in ["-101", "201", "NaN", "inf", "much"] {
        check(
            BEND.as_bytes(),
            &format!("--pose-amount={amount}"),
            2,
            &["--pose-amount", "-100 to 200"],
        );
    }
    let (_folder, line) = preset(BEND.as_bytes());
    let path = line.rsplit(' ').next().unwrap();
    let (status, _, stderr) = words(&dualskin(&format!("skin {line} --out {path}")));
    assert!(
        status == 2 && stderr.contains("choose another name"),
        "{stderr}"
    );
    assert_eq!(fs::read(path).unwrap(), BEND.as_bytes());
    let (status, _, stderr) = words(&dualskin(
        "skin builtin:cylinder --method linear --pose-amount 50 --out x.json",
    ));
    assert!(status == 2 && stderr.contains("--pose"), "{stderr}");
}
