//! `dualskin bake` and `export --scale exact`: what is written, what is told of it, and what is refused.

use character::open;

use super::support::{dualskin, folder_with, words};

/// Runs it; gives what it says: stdout where it succeeds, stderr where it does not.
fn run(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

#[test]
fn a_clip_is_baked_and_its_error_is_told() {
    let (folder, out) = folder_with("baked.glb");
    let line = format!(
        "bake builtin:cylinder --method two-phase --joints 4 --clip 1 --rate 15 -o {} --json",
        out.display()
    );
    let told: serde_json::Value = serde_json::from_str(&run(&line, 0)).unwrap();
    let (bake, file) = (&told["bake"], open(&out).unwrap());
    assert_eq!(told["command"], "bake");
    assert_eq!(told["bytes"].as_u64(), Some(out.metadata().unwrap().len()));
    assert_eq!(file.clips.len(), 1);
    let helpers = bake["helpers"].as_array().unwrap();
    assert!(!helpers.is_empty() && helpers.len() <= 4);
    for helper in helpers {
        let name = helper["name"].as_str().unwrap();
        let joint = file.rig.skeleton.find(name).unwrap();
        assert!(file.rig.binds[0].place_of(joint).is_some(), "{name}");
    }
    let percent = |of: &str| bake[of]["maximum_percent"].as_f64().unwrap();
    assert!(percent("baked") < 0.5 * percent("linear"), "{bake}");
    assert!(bake["worst"][0]["percent"].as_f64() <= Some(percent("baked") + 1e-6));
    // Once more over it: the version before stays, unless that is forbidden.
    run(&format!("{line} --no-clobber"), 1);
    drop(folder);
}

#[test]
fn what_cannot_be_baked_is_refused_and_nothing_is_written() {
    let (_folder, out) = folder_with("never.glb");
    let to = format!("-o {}", out.display());
    let method = "--method two-phase";
    for (line, status, said) in [
        (format!("bake builtin:biped_mesh {method} {to}"), 1, "no "),
        (
            format!("bake builtin:cylinder {method} --clip none {to}"),
            1,
            "there is no clip",
        ),
        (
            format!("bake builtin:cylinder {method} --tolerance 0.2 --most-joints 4 {to}"),
            1,
            "cannot be reached with 2 helper joints",
        ),
        (
            format!("bake builtin:cylinder {method} --most-joints 1 {to}"),
            1,
            "2 joints already",
        ),
        (
            format!("bake builtin:cylinder {method} --tolerance 0 {to}"),
            2,
            "percentage",
        ),
        (
            format!("bake builtin:cylinder {method} --tolerance 1 --joints 3 {to}"),
            2,
            "--joints",
        ),
        (
            format!("bake builtin:cylinder {method} --rate 0 {to}"),
            2,
            "keys a second",
        ),
        (
            format!("bake builtin:cylinder {method} -o {}.fbx", out.display()),
            2,
            ".glb",
        ),
    ] {
        let stderr = run(&line, status);
        assert!(stderr.contains(said), "{line}: {stderr}");
    }
    assert!(!out.exists());
}

#[test]
fn a_preset_leaves_as_a_clip_and_exact_scale_says_how_many_nodes() {
    let (_folder, out) = folder_with("posed.glb");
    let preset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../assets/poses/arm/scaled-sheared.ron"
    );
    run(
        &format!(
            "bake builtin:arm --method two-phase --joints 1 --clip 0 --rate 5 --pose {} -o {}",
            preset,
            out.display()
        ),
        0,
    );
    assert_eq!(open(&out).unwrap().clips.len(), 2);
    let said = run(
        &format!("export builtin:cylinder --scale exact -o {}", out.display()),
        0,
    );
    assert!(said.contains("no node is added"), "{said}");
}
