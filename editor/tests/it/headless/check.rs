//! `dualskin check`: exit status, the forms of the report, and the sheet.

use std::fs;

use serde_json::Value;

use super::support::{dualskin, files_of, folder_with, words};
use crate::support::has_device;

fn run(line: &str, status: i32) -> (String, String) {
    let (found, out, told) = words(&dualskin(line));
    assert_eq!(found, status, "{line}: {out}{told}");
    (out, told)
}

/// Limits of few poses, written to a file.
fn limits_file(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("limits.ron");
    fs::write(
        &path,
        format!("(version: 1, moments: 2, range: 90.0, {text})"),
    )
    .unwrap();
    path.display().to_string()
}

#[test]
fn the_exit_status_is_that_of_the_limits() {
    let (folder, _) = folder_with("");
    let found = |text: &str| {
        let limits = limits_file(&folder, text);
        let line = format!("check builtin:cylinder --limits {limits} --json");
        let output = words(&dualskin(&line));
        let document: Value = serde_json::from_str(&output.1).unwrap();
        (output.0, document, output.2)
    };
    let value = |document: &Value, id: &str| {
        let all = document["checks"].as_array().unwrap();
        let checks = all.iter().filter(|of| of["check"] == id);
        let values = checks.filter_map(|of| of["value"].as_f64());
        values.fold(0.0, f64::max)
    };
    let (status, all, _) = found("influences: 100");
    assert_eq!((status, &all["good"]), (0, &Value::Bool(true)));
    assert_eq!(all["format"], "dualskin-check/1");
    for id in [
        "influences",
        "volume_loss",
        "stretch",
        "normal_error",
        "difference",
    ] {
        let found_value = value(&all, id);
        assert!(found_value > 0.0, "{id}");
        let (status, document, told) = found(&format!("{id}: {}", found_value * 0.5));
        assert_eq!(
            (status, &document["good"]),
            (1, &Value::Bool(false)),
            "{id}"
        );
        assert!(told.contains("beyond its limit"), "{told}");
        let (status, ..) = found(&format!("{id}: {}", found_value * 1.01));
        assert_eq!(status, 0, "{id}");
    }
}

#[test]
fn several_files_are_told_in_every_form_and_one_bad_fails_all() {
    let (folder, bad) = folder_with("bad.glb");
    fs::write(&bad, "no model").unwrap();
    let limits = limits_file(&folder, "influences: 1, seams: 0");
    let files = format!("builtin:arm {} --limits {limits} --jobs 2", bad.display());
    let (text, told) = run(&format!("check {files}"), 1);
    assert!(
        text.contains("beyond its limits") && text.contains("limit 1"),
        "{text}"
    );
    assert!(told.contains("2 of 2 files fail"), "{told}");
    let (json, _) = run(&format!("check {files} --json"), 1);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["files"].as_array().unwrap().len(), 2);
    let (junit, _) = run(&format!("check {files} --junit"), 1);
    assert!(junit.starts_with("<?xml") && junit.contains("failures=\"1\" errors=\"0\""));
    assert!(
        junit.contains("<error message=") && junit.ends_with("</testsuites>\n"),
        "{junit}"
    );
    let (sarif, _) = run(&format!("check {files} --sarif"), 1);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results
        .iter()
        .map(|of| of["ruleId"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["influences", "unreadable"]);
}

#[test]
fn limits_that_name_nothing_and_wrong_usage_are_refused() {
    let (folder, _) = folder_with("sheet.html");
    let nothing = limits_file(&folder, "");
    let (_, told) = run(&format!("check builtin:arm --limits {nothing}"), 1);
    assert!(
        told.contains("limits.ron, line 1") && told.contains("no limit is named"),
        "{told}"
    );
    run("check builtin:arm --limits /no/such.ron", 1);
    run("check", 2);
    run("check builtin:arm --json --junit", 2);
    run("check builtin:arm --jobs 0", 2);
    run("check builtin:arm --methods linear,no-such", 2);
    let nowhere = folder.path().join("limits.ron/deeper/sheet.html");
    run(
        &format!("check builtin:arm --sheet {}", nowhere.display()),
        1,
    );
    assert_eq!(files_of(&folder), ["limits.ron"]);
}

/// A limit on what no file has would be kept by all: every form of the report says so. What only some lack is said, and no fault.
#[test]
fn names_that_no_file_has_are_told_in_every_form() {
    let (folder, _) = folder_with("");
    let limits = limits_file(&folder, "influences: 9, clips: [], joints: [\"nobody\"]");
    let line = format!("check builtin:arm --limits {limits}");
    for form in ["", "--json", "--junit", "--sarif"] {
        let (printed, told) = run(&format!("{line} {form}"), 1);
        assert!(printed.contains("nobody"), "{form}: {printed}");
        assert!(
            told.contains("limits.ron: joint \"nobody\" is in none of the files"),
            "{told}"
        );
        let fails = match form {
            "--json" => "\"good\":false",
            "--junit" => "failures=\"1\"",
            "--sarif" => "\"level\":\"error\"",
            _ => "not judged by all limits",
        };
        assert!(printed.contains(fails), "{form}: {printed}");
    }
    let limits = limits_file(&folder, "influences: 9, joints: [\"nobody\", \"nothing\"]");
    let (_, told) = run(&format!("check builtin:arm --limits {limits}"), 1);
    assert!(told.contains("joint \"nothing\" are in none of the files; take them out"));
    // The cylinder has no such joint, the arm has.
    let limits = limits_file(&folder, "influences: 9, clips: [], joints: [\"forearm\"]");
    let line = format!("check builtin:arm builtin:cylinder --limits {limits}");
    for (form, fails) in [
        ("", "✗"),
        ("--json", "\"good\":false"),
        ("--junit", "<failure"),
        ("--sarif", "\"level\":\"error\""),
    ] {
        let (printed, _) = run(&format!("{line} {form}"), 0);
        assert!(printed.contains("forearm"), "{form}: {printed}");
        assert!(!printed.contains(fails), "{form}: {printed}");
    }
}

/// The sheet needs nothing from elsewhere, and what files call things stays text.
#[test]
fn the_sheet_has_pictures_and_escapes_names() {
    if !has_device() {
        return;
    }
    let (folder, out) = folder_with("sheet.html");
    let model = folder.path().join("model.glb");
    let exported = format!("export builtin:arm -o {}", model.display());
    run(&exported, 0);
    let named = folder.path().join("<script>alert(1)<script>&.glb");
    fs::rename(&model, &named).unwrap();
    let limits = limits_file(&folder, "flips: 0, joints: [\"forearm\", \"<b>\"]");
    let line = format!(
        "check {} --limits {limits} --sheet {}",
        named.display(),
        out.display()
    );
    run(&line, 1);
    let html = fs::read_to_string(&out).unwrap();
    assert!(html.contains("data:image/png;base64,iVBOR"), "pictures");
    assert!(html.contains("&lt;script&gt;alert(1)") && !html.contains("<script"));
    assert!(html.contains("joint &quot;&lt;b&gt;&quot; is in none of the files"));
    let elsewhere = ["http:", "https:", "src=\"/", "<link"];
    assert!(elsewhere.iter().all(|word| !html.contains(word)));
}

/// One document, whatever becomes of the files: judged, beyond a limit, without a skin, refused.
#[test]
fn json_is_one_document_always() {
    let hostile =
        testkit::folders::workspace().join("testdata/hostile/check_json_two_documents.glb");
    let nothing = testkit::field::own_folder().join("files/check_nothing.glb");
    let [hostile, nothing] = [hostile, nothing].map(|path| path.display().to_string());
    for (files, status, member) in [
        (hostile.as_str(), 1, "error"),
        ("builtin:nobody", 1, "error"),
        ("no/such.glb", 1, "error"),
        (nothing.as_str(), 1, "no_skin"),
        ("builtin:biped_mesh", 1, "no_skin"),
    ] {
        let (json, _) = run(&format!("check {files} --json"), status);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert!(json.get(member).is_some(), "{files}: {json}");
        assert_ne!(json["good"], Value::Bool(true), "{files}");
    }
    let (text, told) = run(&format!("check {nothing}"), 1);
    assert!(
        text.contains("not judged") && told.contains("no skin"),
        "{text}{told}"
    );
    let (junit, _) = run(&format!("check {nothing} --junit"), 1);
    assert!(
        junit.contains("<failure") && junit.contains("<skipped"),
        "{junit}"
    );
    let (sarif, _) = run(&format!("check {nothing} --sarif"), 1);
    assert!(sarif.contains("no_skin"), "{sarif}");
}

/// Whatever has no skin is not good, in every form of the report.
#[test]
fn files_of_the_field_without_a_skin_are_not_good() {
    let cases = testkit::field::cases("check FILE").into_iter();
    let cases: Vec<_> = cases
        .filter(|case| case.expected.contains("no skin to be judged"))
        .collect();
    assert!(!cases.is_empty());
    for case in cases {
        for (form, fails) in [
            ("", "not judged"),
            ("--json", "\"good\":false"),
            ("--junit", "<failure"),
            ("--sarif", "\"ruleId\":\"no_skin\""),
        ] {
            let (printed, told) = run(&format!("check {} {form}", case.file.display()), 1);
            assert!(printed.contains(fails), "{} {form}: {printed}", case.id);
            assert!(told.contains("no skin"), "{} {form}: {told}", case.id);
        }
    }
}
