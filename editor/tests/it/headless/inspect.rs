//! `dualskin inspect` on files: counts against the files' own JSON, problems by name, text that fits, JSON that is exact.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use testkit::folders::{files_in, own_synthetic, synthetic};
use testkit::say;

use super::support::{dualskin, folder_with, words};

mod chain;
mod claims;
mod counts;
mod manual;
mod report;
mod signs;

pub(super) fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The JSON of a file that the reader accepts, and whether nothing but the document came.
fn json(source: &str) -> Value {
    let (status, stdout, stderr) = words(&dualskin(&format!("inspect {source} --json")));
    assert_eq!((status, stderr.as_str()), (0, ""), "{source}");
    assert_eq!(stdout.lines().count(), 1, "{source}: one line");
    assert!(!has_treacherous(&stdout), "{source}");
    serde_json::from_str(&stdout).unwrap()
}

/// The text, checked: 80 columns, nothing that acts on a terminal, no blanks at ends of lines.
fn text(source: &str) -> String {
    let (status, stdout, stderr) = words(&dualskin(&format!("inspect {source}")));
    assert_eq!((status, stderr.as_str()), (0, ""), "{source}");
    assert!(!has_treacherous(&stdout), "{source}\n{stdout}");
    for line in stdout.lines() {
        assert!(
            unicode_width::UnicodeWidthStr::width(line) <= 80,
            "{source}: {line}"
        );
        assert_eq!(line, line.trim_end(), "{source}");
    }
    stdout
}

/// Controls but line ends, and marks that turn writing round.
fn has_treacherous(text: &str) -> bool {
    let acts = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
    };
    text.contains(acts)
}

fn codes(report: &Value) -> BTreeSet<&str> {
    let codes = list(&report["problems"]).iter();
    codes
        .map(|problem| problem["code"].as_str().unwrap())
        .collect()
}

fn problem<'a>(report: &'a Value, code: &str) -> &'a Value {
    let found = list(&report["problems"])
        .iter()
        .find(|problem| problem["code"] == code);
    found.unwrap_or_else(|| panic!("no {code} in {}", report["problems"]))
}

fn which<'a>(report: &'a Value, code: &str) -> Vec<&'a str> {
    let names = list(&problem(report, code)["which"]).iter();
    names.map(|name| name.as_str().unwrap()).collect()
}

/// One of our own files.
fn valid(name: &str) -> String {
    own_synthetic()
        .join("valid")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

/// The method that a mesh has of its own, and nothing where it has none.
#[test]
fn methods_of_meshes_are_told() {
    let came = valid("15b_data_uri.gltf");
    assert!(json(&came)["meshes"][0]["method"].is_null());
    assert!(!text(&came).contains("Methods of meshes"));
    let mut file = read_json(Path::new(&came));
    file["meshes"][0]["extras"] = serde_json::json!({ "dualskin": { "method": "affine" } });
    let (_folder, path) = folder_with("asking.gltf");
    fs::write(&path, file.to_string()).unwrap();
    let source = path.to_str().unwrap();
    assert_eq!(json(source)["meshes"][0]["method"], "affine");
    let told = text(source);
    let section = told.split("Methods of meshes").nth(1).unwrap();
    assert!(
        section.lines().take(3).any(|line| line.contains("affine")),
        "{told}"
    );
}

#[test]
fn synthetic_valid_files_are_counted() {
    let manifest = read_json(&synthetic().join("valid/manifest.json"));
    let (mut n_files, mut n_boxes) = (0, 0);
    for case in list(&manifest["files"]) {
        let name = case["file"].as_str().unwrap();
        let path = synthetic().join("valid").join(name);
        let report = json(path.to_str().unwrap());
        counts::check(&path, &report);
        let reference = read_json(&synthetic().join(case["reference"].as_str().unwrap()));
        n_boxes += usize::from(counts::check_bounds(&report, &reference, name));
        let breaks_rules = case["validator"]["errors"] != 0;
        let unexpected = |warning: &&Value| warning["code"] != "no-triangles" && !breaks_rules;
        let unexpected = list(&report["warnings"]).iter().find(unexpected);
        assert_eq!(unexpected, None, "{name}");
        text(path.to_str().unwrap());
        n_files += 1;
    }
    say(&format!(
        "inspect: {n_files} valid files, {n_boxes} boxes of rest poses"
    ));
    assert!(n_files > 20 && n_boxes > 15);
}

#[test]
fn synthetic_problems_are_named() {
    let bad_weights = json(&valid("11_bad_weights.glb"));
    for code in ["weights-not-one", "weights-all-zero", "duplicate-joints"] {
        assert!(codes(&bad_weights).contains(code), "{code}");
        let sum: usize = list(&bad_weights["warnings"])
            .iter()
            .filter(|warning| warning["code"] == code)
            .map(|warning| number(&warning["count"]))
            .sum();
        assert_eq!(number(&problem(&bad_weights, code)["count"]), sum, "{code}");
    }
    let eight = json(&valid("02_eight_influences.glb"));
    assert_eq!(eight["influences"]["maximum"], 8);
    assert_eq!(codes(&eight), BTreeSet::from(["more-than-four-influences"]));

    // Some vertices of each kind.
    let mapped = json(&valid("18_attributes.glb"));
    let map = &mapped["meshes"][0]["primitives"][0]["blend_map"];
    let counts = ["linear", "between", "affine"].map(|member| number(&map[member]));
    assert_eq!(counts.iter().sum::<usize>(), 72);
    assert!(!counts.contains(&0), "{map}");
    assert!(eight["meshes"][0]["primitives"][0]["blend_map"].is_null());

    let scaled = json(&valid("05a_bind_scale100.glb"));
    assert_eq!(
        codes(&scaled),
        BTreeSet::from(["clips-scale-joints", "rest-scale"]),
        "the bind undoes it"
    );
    let uneven = json(&valid("05b_bind_nonuniform.glb"));
    assert_eq!(which(&uneven, "non-rigid-bind"), ["J0", "J1", "J2", "J3"]);
    assert!(text(&valid("05b_bind_nonuniform.glb")).contains("stretches of 0.319 to 2.65"));
    let mirrored = json(&valid("06_mirrored.glb"));
    assert_eq!(which(&mirrored, "mirrored-bind"), ["Shoulder.R", "Elbow.R"]);

    let names = json(&valid("07_animated_ancestors.glb"));
    assert_eq!(which(&names, "duplicate-names"), ["bone"]);
    assert_eq!(which(&names, "empty-names"), ["node 5", "node 7", "node 8"]);
    let clips = json(&valid("19_partial_clips.glb"));
    assert_eq!(which(&clips, "duplicate-clip-names"), ["Idle"]);
    assert_eq!(which(&clips, "zero-length-clips"), ["Pose"]);
    let kept = json(&valid("17_preserve.glb"));
    assert_eq!(which(&kept, "unskinned-meshes"), ["Prop", "Prop", "Lines"]);
}

#[test]
fn synthetic_hostile_names_are_exact_in_json_and_harmless_in_text() {
    let expected = read_json(&own_synthetic().join("reference/16_names_expected.json"));
    let report = json(&valid("16_names.glb"));
    for node in list(&report["nodes"]) {
        assert_eq!(node["name"], expected["nodes"][number(&node["node"])]);
    }
    assert_eq!(list(&report["nodes"]).len(), list(&expected["nodes"]).len());
    assert_eq!(report["clips"][0]["name"], expected["animations"][0]);
    assert_eq!(report["meshes"][0]["name"], expected["meshes"][0]);
    let page = text(&valid("16_names.glb"));
    for shown in [
        "\\u{202e}abc\\u{202c}",
        "line\\nbreak\\tand tab",
        "nul\\u{0}inside",
        "右腕",
        "\" leading",
    ] {
        assert!(page.contains(shown), "{shown}\n{page}");
    }
    assert!(!page.contains(&"x".repeat(80)) && page.contains("xxx…"));
}

#[test]
fn synthetic_invalid_files_are_refused_in_one_sentence() {
    let folder = synthetic().join("invalid");
    let manifest = read_json(&folder.join("manifest.json"));
    let (mut n_refused, mut n_opened) = (0, 0);
    for case in list(&manifest["files"])
        .iter()
        .filter(|case| case["kind"] == "file")
    {
        let path = folder.join(case["file"].as_str().unwrap());
        let source = path.to_str().unwrap();
        let (status, stdout, stderr) = words(&dualskin(&format!("inspect {source} --json")));
        let accepts = |outcome: &str| {
            // Manifests from before Draco was read have a file as an error that only names it.
            let may_load = case["file"] == "draco_required.gltf" && outcome == "load";
            let mut accepted = list(&case["accept"]).iter();
            may_load || accepted.any(|accepted| accepted == outcome)
        };
        if status == 1 {
            assert!(accepts("error"), "{source}: {stderr}");
            let failure: Value = serde_json::from_str(&stdout).unwrap();
            assert_eq!(failure["status"], 1, "{source}");
            assert_eq!(stderr.lines().count(), 1, "{source}: {stderr}");
            assert!(
                stderr.contains(source) && !has_treacherous(&stderr),
                "{stderr}"
            );
            n_refused += 1;
            continue;
        }
        assert_eq!((status, stderr.as_str()), (0, ""), "{source}");
        assert!(accepts("repair") || accepts("load"), "{source}");
        let report: Value = serde_json::from_str(&stdout).unwrap();
        if !accepts("load") {
            assert!(!list(&report["warnings"]).is_empty(), "{source}");
            assert!(!list(&report["problems"]).is_empty(), "{source}");
        }
        text(source);
        n_opened += 1;
    }
    say(&format!(
        "inspect: {n_refused} files refused, {n_opened} opened"
    ));
    assert!(n_refused > 100 && n_opened > 20);
}

/// Every model is counted as its own JSON has it, and vertices, joints and clips of those that the README of the models lists.
#[test]
fn reference_models_are_counted() {
    const MODELS: [(&str, [usize; 3]); 7] = [
        ("Fox.glb", [1728, 24, 3]),
        ("cesium_man.gltf", [3273, 19, 1]),
        ("rigged_simple.gltf", [160, 2, 1]),
        ("SimpleSkin.gltf", [10, 2, 1]),
        ("greenman.glb", [196, 12, 4]),
        ("hand_left.glb", [1360, 25, 0]),
        ("MorphStressTest.gltf", [1528, 0, 3]),
    ];
    let Some(folder) = std::env::var_os("DUALSKIN_MODELS") else {
        say("skipped: DUALSKIN_MODELS names no folder of models");
        return;
    };
    let paths = files_in(Path::new(&folder), &["glb", "gltf"]);
    for path in &paths {
        let name = path.file_name().unwrap();
        let report = json(path.to_str().unwrap());
        let found = ["vertices", "joints", "clips"].map(|member| number(&report["totals"][member]));
        if let Some((_, listed)) = MODELS.iter().find(|(model, _)| name == *model) {
            assert_eq!(found, *listed, "{}", path.display());
        }
        counts::check(path, &report);
        text(path.to_str().unwrap());
        if name == "cesium_man.gltf" {
            assert_eq!(problem(&report, "weights-not-one")["count"], 210);
        }
    }
    assert_ne!(paths.len(), 0);
    say(&format!("inspect: {} models", paths.len()));
}

#[test]
fn wrong_usage_and_missing_files() {
    for (line, status, word) in [
        ("inspect", 2, "FILE"),
        ("inspect --json", 2, "FILE"),
        ("inspect builtin:", 2, "builtin:arm"),
        ("inspect builtin:arm --yaml", 2, "--yaml"),
        ("inspect builtin:nobody", 1, "builtin:arm"),
        ("inspect no/such.glb --json", 1, "no/such.glb"),
    ] {
        let (found, stdout, stderr) = words(&dualskin(line));
        assert_eq!(found, status, "{line}");
        // The JSON that was asked for says it too.
        assert_eq!(stdout.is_empty(), !line.contains("--json"), "{line}");
        assert!(stderr.contains(word), "{line}: {stderr}");
    }
}
