//! `dualskin bake` and `export --scale exact`: what is written, what is told of it, and what is refused.

use character::{Character, open, to_glb};
use rig::{Method, ScaleInheritance};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use serde_json::json;
use session::state::opening::load::load;
use testkit::glb::double_mesh;

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
        assert!(file.rig.binds[0].slot_of(joint).is_some(), "{name}");
    }
    let percent = |of: &str| bake[of]["maximum_percent"].as_f64().unwrap();
    assert!(percent("baked") < 0.5 * percent("linear"), "{bake}");
    assert!(bake["worst"][0]["percent"].as_f64() <= Some(percent("baked") + 1e-6));
    // Once more over it: the version before stays, unless that is forbidden.
    run(&format!("{line} --no-clobber"), 1);
    drop(folder);
}

/// Helpers that follow every pose are told of in poses that nobody fitted to, need no clip, and are in the file.
#[test]
fn helpers_that_follow_every_pose_are_told_of_and_written() {
    let (_folder, out) = folder_with("living.glb");
    let line = format!(
        "bake builtin:two_joints --method two-phase --living rows --joints 3 -o {} --json",
        out.display()
    );
    let told: serde_json::Value = serde_json::from_str(&run(&line, 0)).unwrap();
    let living = &told["living"];
    let percent = |of: &str| living["unseen"][of]["maximum_percent"].as_f64().unwrap();
    assert!(percent("living") < percent("linear"), "{living}");
    assert!(percent("living") < percent("other_viewers"), "{living}");
    assert_eq!(living["unseen"]["poses"], 150);
    let file = open(&out).unwrap();
    let rows = file.helper_rows();
    assert_eq!(Some(rows.len()), living["helpers"].as_array().map(Vec::len));
    let refused = line.replace(" --json", "").replace("two-phase", "affine");
    assert!(run(&refused, 1).contains("two-phase"));
}

/// Of chains the file says by constraints what helpers follow, and the report how many nodes that takes.
#[test]
fn chains_are_told_of_and_written() {
    let (_folder, out) = folder_with("chains.glb");
    let line = format!(
        "bake builtin:two_joints --method two-phase --living chains --joints 2 -o {} --json",
        out.display()
    );
    let told: serde_json::Value = serde_json::from_str(&run(&line, 0)).unwrap();
    let living = &told["living"];
    let percent = |of: &str| living["unseen"][of]["maximum_percent"].as_f64().unwrap();
    assert!(percent("living") < percent("linear"), "{living}");
    let file = open(&out).unwrap();
    assert!(file.helper_rows().is_empty());
    let nodes = file.constraints.constraints().len();
    assert!(nodes > 0);
    assert_eq!(living["nodes"].as_u64(), u64::try_from(nodes).ok());
    assert_eq!(living["kind"], "chains");
    let keyed = "bake builtin:cylinder --method two-phase --joints 1 --rate 5 --check";
    let said = run(keyed, 0);
    assert!(said.contains("--living rows") && said.contains("--living chains"));
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
            2,
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
    let (folder, out) = folder_with("posed.glb");
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
    // None keeps its scale, or one does that no clip scales.
    let project = folder.path().join("kept.dualskin");
    let text = r#"(version: 1, source: (file: "builtin:cylinder"), reach: {"upper": joint})"#;
    std::fs::write(&project, text).unwrap();
    for source in ["builtin:cylinder", project.to_str().unwrap()] {
        let line = format!("export {source} --scale exact -o {}", out.display());
        let said = run(&line, 0);
        let told = "No joint that a clip scales keeps it to itself: no node is added.";
        assert!(said.contains(told), "{line}: {said}");
    }
}

/// How far two meshes of a baked file, as engines blend it, are from what these methods make of them, at times of the first clip.
fn farthest(source: &Character, baked: &Character, by: [Method; 2]) -> [f32; 2] {
    let skin = |of: &Character, method, time| {
        let pose = of.clips[0].sample(&of.rig.skeleton, &base_pose(of), time);
        let flags = vec![ScaleInheritance::Children; of.rig.skeleton.len()];
        deform(of, &pose, &flags, Look::new(method)).unwrap()
    };
    let count = source.meshes[0].primitives.len();
    let mut most = [0.0_f32; 2];
    for step in 0..17_u8 {
        let time = source.clips[0].duration() * (f32::from(step) + 0.29) / 17.0;
        let shown = skin(baked, Method::Linear, time);
        for (mesh, method) in by.into_iter().enumerate() {
            let wanted = skin(source, method, time);
            let primitives = wanted.iter().zip(&shown).skip(mesh * count).take(count);
            let pairs =
                primitives.flat_map(|(one, other)| one.positions.iter().zip(&other.positions));
            let own = pairs.map(|(from, to)| from.distance(*to));
            most[mesh] = own.fold(most[mesh], f32::max);
        }
    }
    most
}

/// Of two meshes in one place each is baked by its own method, though rows and joints are the same.
#[test]
fn per_mesh_bakes_each_mesh_by_its_own_method() {
    let (_folder, path) = folder_with("two.glb");
    let out = path.with_file_name("baked.glb");
    let (cylinder, _) = to_glb(&load("builtin:cylinder").unwrap()).unwrap();
    let kept = ["two-phase", "linear"].map(|method| json!({ "method": method }));
    std::fs::write(&path, double_mesh(&cylinder, kept)).unwrap();
    let line = format!(
        "bake {} --method per-mesh --clip twist --tolerance 0.5 -o {} --json",
        path.display(),
        out.display()
    );
    let told: serde_json::Value = serde_json::from_str(&run(&line, 0)).unwrap();
    let bake = &told["bake"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let reported = number(&bake["baked"]["maximum_percent"]);
    assert!(
        bake["method"] == "per-mesh" && reported <= 0.5,
        "{reported}"
    );
    let (source, baked) = (open(&path).unwrap(), open(&out).unwrap());
    assert!(baked.meshes.iter().all(|mesh| mesh.skinning.is_none()));
    let percent = |by| {
        let most = farthest(&source, &baked, by);
        most.map(|most| 100.0 * f64::from(most) / number(&bake["size"]))
    };
    let own = percent([Method::TWO_PHASE, Method::Linear]);
    assert!(own.iter().all(|most| *most <= 0.5), "{own:?}");
    // By the other's method each would be far off.
    let others = percent([Method::Linear, Method::TWO_PHASE]);
    assert!(others.iter().all(|most| *most > 5.0), "{others:?}");
}
