//! `dualskin retarget`: clips of other files on a character.

use std::fs;

use serde_json::Value;

use super::support::{dualskin, files_of, folder_with, words};

fn run(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

#[test]
fn captures_come_over_to_a_character_with_a_map_that_is_kept() {
    let (folder, out) = folder_with("woman.glb");
    let folder = folder.path().display();
    run(
        &format!("convert builtin:biped --bvh --clip walk -o {folder}/walk.bvh"),
        0,
    );
    let line = format!(
        "retarget {folder}/walk.bvh builtin:biped --clip 0 --onto builtin:woman -o {} --map-out {folder}/map.ron",
        out.display()
    );
    let (stdout, _) = run(&line, 0);
    assert!(
        stdout.contains("% of the body's height") && stdout.contains("2 clips came over"),
        "{stdout}"
    );
    let written = character::open(&out).unwrap();
    let names: Vec<_> = written
        .clips
        .iter()
        .map(|clip| clip.name().unwrap())
        .collect();
    // The woman has a walk and an idle of her own.
    assert_eq!(names[names.len() - 2..], ["walk 2", "idle 2"], "{names:?}");
    let map = fs::read_to_string(format!("{folder}/map.ron")).unwrap();
    assert!(map.contains("leftUpperArm"), "{map}");
    let (stdout, _) = run(
        &format!(
            "retarget {folder}/walk.bvh --onto builtin:woman --map {folder}/map.ron --travel in-place --replace --check --json"
        ),
        0,
    );
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(document["command"], "retarget");
    assert_eq!(document["output"], Value::Null);
    // A map of other joints is refused by their names.
    let broken = map.replacen("thigh.L", "thigh.nobody", 1);
    assert_ne!(broken, map);
    fs::write(format!("{folder}/map.ron"), broken).unwrap();
    let (_, stderr) = run(
        &format!("retarget {folder}/walk.bvh --onto builtin:woman --map {folder}/map.ron --check"),
        1,
    );
    assert!(
        stderr.contains("map.ron") && stderr.contains("thigh.nobody"),
        "{stderr}"
    );
}

/// Pairs of one's own move joints that no map of bones has; hands are held where that is asked for.
#[test]
fn pairs_of_joints_come_over_and_hands_are_held() {
    let (folder, out) = folder_with("biped.glb");
    let map = folder.path().join("pairs.ron");
    fs::write(
        &map,
        "BoneMap(version: 1, pairs: {\"head\": \"clavicle.R\"})",
    )
    .unwrap();
    let (map, out_name) = (map.display(), out.display());
    let line = format!(
        "retarget builtin:woman --clip idle --onto builtin:biped --map {map} --hold-hands --replace -o {out_name}"
    );
    run(&line, 0);
    let written = character::open(&out).unwrap();
    let collarbone = written.rig.skeleton.find("clavicle.R").unwrap();
    let is_keyed =
        |target: rig::Target| matches!(target, rig::Target::Joint(joint, _) if joint == collarbone);
    assert!(written.clips[0].targets().any(is_keyed));
    fs::write(
        folder.path().join("pairs.ron"),
        "BoneMap(version: 1, pairs: {\"hair_1\": \"head\"})",
    )
    .unwrap();
    let line = format!("retarget builtin:woman --onto builtin:biped --map-onto {map} --check");
    let (_, stderr) = run(&line, 1);
    assert!(
        stderr.contains("pairs.ron") && stderr.contains("`hair_1`"),
        "{stderr}"
    );
}

#[test]
fn what_cannot_come_over_is_refused_and_nothing_is_written() {
    let (folder, out) = folder_with("out.glb");
    let out = out.display();
    for (line, status, word) in [
        (
            format!("retarget builtin:cylinder --onto builtin:biped -o {out}"),
            1,
            "bone",
        ),
        (
            format!("retarget builtin:biped_mesh --onto builtin:biped -o {out}"),
            1,
            "no clip",
        ),
        (
            format!("retarget builtin:biped --clip none --onto builtin:woman -o {out}"),
            2,
            "none",
        ),
        (format!("retarget builtin:biped -o {out}"), 2, "--onto"),
        (format!("retarget - --onto - -o {out}"), 2, "stdin"),
        (
            format!("retarget builtin:biped --onto builtin:woman --travel far -o {out}"),
            2,
            "hip-height",
        ),
        (
            format!("retarget {out} --onto builtin:woman --check"),
            1,
            "out.glb",
        ),
    ] {
        let (_, stderr) = run(&line, status);
        assert!(stderr.contains(word), "{line}: {stderr}");
    }
    assert!(files_of(&folder).is_empty());
}
