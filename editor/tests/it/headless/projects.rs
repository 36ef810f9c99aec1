//! Projects as what commands work on.

use std::path::PathBuf;

use serde_json::Value;
use testkit::say;

use super::support::{command, dualskin, folder_with, words};

const BENT: &str = "(
    version: 1,
    source: (file: \"builtin:arm\"),
    pose: { \"forearm\": (rotation: (0, 0, 90), scale: (1, 2, 1), shear: (0.25, 0, 0)) },
    reach: { \"forearm\": joint },
)
";

fn project(text: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, file) = folder_with("bent.dualskin");
    whole_file::write_whole(&file, text.as_bytes()).unwrap();
    (folder, file)
}

fn positions(source: &str, more: &str) -> Value {
    let (_folder, out) = folder_with("out.json");
    let line = format!(
        "skin {source} --method affine {more} --out {}",
        out.display()
    );
    let (status, _, output) = words(&dualskin(&line));
    assert_eq!((status, output), (0, String::new()), "{line}");
    let document: Value = serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap();
    document["primitives"].clone()
}

#[test]
fn a_project_is_skinned_in_its_own_pose_and_scale_inheritance() {
    let (_folder, file) = project(BENT);
    let file = file.display().to_string();
    let own = positions(&file, "");
    let rest = positions("builtin:arm", "");
    assert_ne!(own, rest);
    assert_ne!(own, positions(&file, "--reach children"), "reach");
    // A clip takes the place of the pose.
    let clip = "--clip 0 --time 0.5";
    assert_eq!(
        positions(&file, &format!("{clip} --reach children")),
        positions("builtin:arm", clip)
    );
}

#[test]
fn a_project_is_inspected_and_what_does_not_fit_is_reported() {
    let text = BENT.replace(
        "\"forearm\": (rot",
        "\"wing\": (scale: (2, 2, 2)), \"forearm\": (rot",
    );
    let (_folder, file) = project(&text);
    let (status, out, output) = words(&dualskin(&format!("inspect {}", file.display())));
    assert_eq!(status, 0);
    assert!(out.contains("forearm") || out.contains("joints"), "{out}");
    assert!(output.contains("wing"), "{output}");
}

#[test]
fn projects_that_cannot_be_opened_are_refused_in_a_sentence() {
    for (text, words_of_it) in [
        (
            BENT.replace("builtin:arm", "builtin:leg"),
            "no such built-in",
        ),
        (BENT.replace("builtin:arm", "gone.glb"), "gone.glb"),
        (BENT.replace("version: 1", "version: 99"), "99"),
        (BENT.replace("pose:", "pos:"), "line 4"),
        (String::new(), "bent.dualskin"),
    ] {
        let (_folder, file) = project(&text);
        let (_out_folder, out) = folder_with("out.json");
        let line = format!(
            "skin {} --method linear --out {}",
            file.display(),
            out.display()
        );
        let (status, _, output) = words(&dualskin(&line));
        assert_eq!(status, 1, "{output}");
        assert!(output.contains(words_of_it), "{output}");
        assert!(!out.exists());
    }
    let _used = say;
}

/// A project names its character from its own folder, however both were named to the command, and opens wherever it is opened from.
#[test]
fn projects_name_their_character_from_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().display().to_string();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let file = testkit::field::own_folder().join("files/leaf_proper.glb");
    std::fs::copy(file, folder.path().join("h.glb")).unwrap();
    let run = |line: &str| {
        let output = command(line).current_dir(folder.path()).output().unwrap();
        let (status, _, told) = words(&output);
        assert_eq!(status, 0, "{line}: {told}");
    };
    run("weights export h.glb -o h.csv");
    for (line, project, named) in [
        ("weights limit h.glb -o", "bare.dualskin", "h.glb"),
        ("weights prune ./h.glb -o", "./dot.dualskin", "h.glb"),
        (
            "weights import h.glb h.csv -o",
            "sub/in.dualskin",
            "../h.glb",
        ),
        ("weights limit h.glb -o", "sub/../up.dualskin", "h.glb"),
        ("weights smooth OWN/h.glb -o", "whole.dualskin", "h.glb"),
        ("weights prune h.glb -o", "OWN/there.dualskin", "h.glb"),
        ("weights limit bare.dualskin -o", "again.dualskin", "h.glb"),
        ("weights limit sub/in.dualskin -o", "out.dualskin", "h.glb"),
    ] {
        run(&format!("{line} {project}").replace("OWN", &own));
        let project = project.replace("OWN", &own);
        let text = std::fs::read_to_string(folder.path().join(&project)).unwrap();
        let named = format!("file: \"{named}\"");
        assert!(text.contains(&named), "{line} {project}: {text}");
        run(&format!("inspect {project}"));
    }
}
