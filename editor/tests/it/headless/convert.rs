//! `dualskin convert`: other formats to glTF, and clips to motion captures.

use std::fs;

use serde_json::Value;

use super::support::{dualskin, fed, files_of, folder_with, words};

const CAPTURE: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\n\
    OFFSET 0 95 0\n}\n}\nMOTION\nFrames: 9\nFrame Time: 0.5\n0 95 0 0 0 0\n0 95 30 0 90 0\n";

fn run(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

#[test]
fn captures_become_characters_and_what_was_mended_is_told() {
    let (folder, capture) = folder_with("turn.bvh");
    fs::write(&capture, CAPTURE).unwrap();
    let broken = folder.path().join("broken.bvh");
    fs::write(&broken, CAPTURE.replace("OFFSET 0 95 0", "OFFSET 0 95")).unwrap();
    // The folder is made, and one that is refused does not keep the other from being written.
    let out = folder.path().join("new/converted");
    let line = format!(
        "convert {} {} -o {}",
        capture.display(),
        broken.display(),
        out.display()
    );
    let (stdout, stderr) = run(&line, 1);
    for said in [
        "copy of the file (BVH)",
        "centimeters",
        "9 frames are announced, 2 are there",
    ] {
        assert!(stdout.contains(said), "{said}: {stdout}");
    }
    assert!(
        stderr.contains("broken.bvh: line 8") && stderr.contains("1 of 2 files"),
        "{stderr}"
    );
    let written = character::open(&out.join("turn.glb")).unwrap();
    assert_eq!(written.clips[0].name(), Some("turn"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    // A second run leaves out what is there.
    let (stdout, _) = run(&format!("{line} --skip-existing --json"), 1);
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(document["good"], false);
    assert_eq!(
        (&document["failed"], &document["skipped"]),
        (&1.into(), &1.into())
    );
    assert_eq!(document["files"][0]["skipped"], true);
    let output = fed("convert - -o -", CAPTURE.as_bytes());
    assert!(output.stdout.starts_with(b"glTF"), "{:?}", words(&output));
}

#[test]
fn clips_are_written_as_captures() {
    let (folder, out) = folder_with("hand.bvh");
    let line = format!("convert builtin:hand --bvh -o {}", out.display());
    let (stdout, _) = run(&line, 0);
    assert!(stdout.contains("4 clips"), "{stdout}");
    let names = files_of(&folder);
    assert_eq!(
        names,
        [
            "hand-fist.bvh",
            "hand-point.bvh",
            "hand-spread.bvh",
            "hand-twist wrist.bvh"
        ]
    );
    run(&format!("{line} --clip fist --rate 60 --meter 1"), 0);
    let written = fs::read_to_string(&out).unwrap();
    assert!(
        written.contains("Frame Time: 0.01666666"),
        "{}",
        &written[..400]
    );
    assert!(
        written.contains("OFFSET 0 0.075"),
        "meters: {}",
        &written[..400]
    );
    let (stdout, _) = run("convert builtin:hand --bvh --clip fist -o -", 0);
    assert!(stdout.starts_with("HIERARCHY"), "{stdout}");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let (folder, out) = folder_with("out.bvh");
    let out = out.display();
    for (line, status, word) in [
        (
            format!("convert builtin:hand --bvh --clip none -o {out}"),
            2,
            "none",
        ),
        (
            format!("convert builtin:hand --clip fist -o {out}"),
            2,
            "--bvh",
        ),
        (format!("convert builtin:hand -o {out}"), 2, ".glb"),
        ("convert builtin:hand --bvh -o -".to_owned(), 2, "--clip"),
        (
            format!("convert builtin:cloth --bvh --rate 0 -o {out}"),
            1,
            "above 0",
        ),
        (
            format!("convert builtin:biped_mesh --bvh -o {out}"),
            1,
            "no clip",
        ),
        (
            format!("convert builtin:hand builtin:arm -o {out}"),
            2,
            "need a folder",
        ),
        (
            "convert builtin:hand builtin:arm -o -".to_owned(),
            2,
            "stdout",
        ),
    ] {
        let (_, stderr) = run(&line, status);
        assert!(stderr.contains(word), "{line}: {stderr}");
    }
    assert!(files_of(&folder).is_empty());
}
