//! `dualskin bind --skeleton`: skeletons for meshes that have none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use character::{Character, open};
use glam::{Quat, Vec3, vec3};
use rig::JointSlot;
use serde_json::{Value, json};
use session::state::opening::load::load;

use crate::headless::support::{command, dualskin, fed, files_of, folder_with, words};

const FIGURE: &[u8] = include_bytes!("../../../../../assets/biped_mesh.glb");

/// Runs it; gives what it says: stdout where it succeeds, stderr where it does not.
fn run(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

fn head(character: &Character, name: &str) -> Vec3 {
    let skeleton = &character.rig.skeleton;
    let joint = skeleton.find(name).unwrap_or_else(|| panic!("{name}"));
    skeleton.rest_model_from_joint(joint).translation
}

/// Every mesh has a skin, and every vertex of it weights that sum to one.
fn assert_bound(file: &Path) -> Character {
    let bound = open(file).unwrap();
    assert!(bound.instances.iter().all(|it| it.skin.is_some()));
    let primitives = bound.meshes.iter().flat_map(|mesh| &mesh.primitives);
    for primitive in primitives {
        for row in primitive.influences.as_ref().unwrap().rows() {
            let sum: f32 = row.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
    }
    bound
}

#[test]
fn a_ready_skeleton_is_fitted_and_its_markers_are_mended_in_a_file() {
    let (folder, first) = folder_with("first.glb");
    let path = |name: &str| folder.path().join(name);
    let markers = path("m.ron");
    let bind = "bind builtin:biped_mesh --skeleton biped";
    let line = format!("{bind} --markers-out {} --json", markers.display());
    let report: Value =
        serde_json::from_str(&run(&format!("{line} -o {}", first.display()), 0)).unwrap();
    assert!(
        report["weights"]["bound"].as_u64().unwrap() > 4000,
        "{report}"
    );
    let skeleton = &report["skeleton"];
    assert_eq!(skeleton["kind"], "biped");
    let all = skeleton["markers"].as_array().unwrap();
    let sure = |name: &str| all.iter().find(|it| it["name"] == name).unwrap()["sure"].clone();
    assert_eq!([sure("Groin"), sure("Left wrist")], ["found", "likely"]);
    let bound = assert_bound(&first);
    // As far as in the window: the wrist of the figure that was made with a skeleton.
    let own = load("builtin:biped").unwrap();
    assert!(head(&bound, "hand.L").distance(head(&own, "hand.L")) < 0.06);
    assert_eq!(
        bound.rig.binds[0].joints().len(),
        usize::try_from(skeleton["joints"].as_u64().unwrap()).unwrap()
    );

    // Read as it was written, the file changes nothing.
    let again = path("again.glb");
    run(
        &format!(
            "{bind} --markers {} -o {}",
            markers.display(),
            again.display()
        ),
        0,
    );
    assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap());

    // One side is mended, and the other goes along; what is left out stays where the mesh shows it.
    let mended = "(version: 1, spine: 4, markers: { \"Left wrist\": (place: (0.6, 1.35, 0.05)) })";
    let out = path("mended.glb");
    let line = format!("{bind} --markers - -o {}", out.display());
    let (status, said, stderr) = words(&fed(&line, mended.as_bytes()));
    assert_eq!(status, 0, "{stderr}");
    assert!(
        said.contains("New biped skeleton") && said.contains("Bind"),
        "{said}"
    );
    let other = assert_bound(&out);
    assert!(head(&other, "hand.L").abs_diff_eq(vec3(0.6, 1.35, 0.05), 1e-5));
    assert!(head(&other, "hand.R").abs_diff_eq(vec3(-0.6, 1.35, 0.05), 1e-5));
    assert_eq!(head(&other, "foot.L"), head(&bound, "foot.L"));
    let two_more = bound.rig.binds[0].joints().len() + 2;
    assert_eq!(other.rig.binds[0].joints().len(), two_more);

    // What was mended by hand is kept when it is written anew.
    fs::write(&markers, mended).unwrap();
    run(
        &format!("{bind} --check --markers-out {}", markers.display()),
        0,
    );
    assert_eq!(
        fs::read_to_string(path("m.ron.bak")).unwrap(),
        mended,
        "{:?}",
        files_of(&folder)
    );
}

/// Turned by 30° about the vertical axis, every joint moves something, as of the figure that looks along +Z.
#[test]
fn every_joint_of_a_turned_figure_moves_something() {
    let (folder, file) = folder_with("turned.glb");
    let turn = Quat::from_rotation_y(f32::to_radians(30.0));
    let turned = testkit::glb::edit_glb(FIGURE, |json| {
        json["nodes"][0]["rotation"] = json!(turn.to_array());
    });
    fs::write(&file, turned).unwrap();
    let out = folder.path().join("out.glb");
    let line = format!("bind {} --skeleton biped", file.display());
    let said = run(&format!("{line} -o {}", out.display()), 0);
    assert!(!said.contains("not symmetric"), "{said}");
    let bound = assert_bound(&out);
    let primitives = bound.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let used = primitives.filter_map(|one| one.influences.as_ref());
    let used: BTreeSet<JointSlot> = used.flat_map(|one| one.joints_used()).collect();
    assert_eq!(used.len(), bound.rig.binds[0].joints().len(), "{said}");
    let own = load("builtin:biped").unwrap();
    for joint in ["hand.L", "hand.R", "toes.L", "head"] {
        let off = head(&bound, joint).distance(turn * head(&own, joint));
        assert!(off < 0.065, "{joint}: {off}");
    }
}

#[test]
fn every_kind_and_the_joints_of_a_file_are_bound_to() {
    let (folder, bare) = folder_with("bare.glb");
    let out = folder.path().join("out.glb");
    for (kind, figure, joint) in [
        ("quadruped", "creature", "hips_2"),
        ("hand", "hand", "hand.L"),
    ] {
        let (bare, out) = (bare.display(), out.display());
        run(&format!("unbind builtin:{figure} -o {bare}"), 0);
        let said = run(&format!("bind {bare} --skeleton {kind} -o {out}"), 0);
        assert!(said.contains(&format!("New {kind} skeleton")), "{said}");
        let bound = assert_bound(&folder.path().join("out.glb"));
        let skeleton = &bound.rig.skeleton;
        let joints = bound.rig.binds[bound.instances[0].skin.unwrap()]
            .joints()
            .iter();
        let names: Vec<&str> = joints.map(|&joint| skeleton.name(joint)).collect();
        assert!(names.contains(&joint), "{names:?}");
        // Each was made for the mesh, also where its marker is only a guess: none is left out.
        assert!(!said.contains("No weights for"), "{said}");
        let primitives = bound.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let used = primitives.filter_map(|one| one.influences.as_ref());
        let used: BTreeSet<JointSlot> = used.flat_map(|one| one.joints_used()).collect();
        assert!(2 * used.len() > names.len(), "{kind}: {used:?}");
        // Those of the skin that was taken off are still there, and move nothing.
        assert!(
            said.contains(&format!(": {} joints.", names.len())),
            "{said}"
        );
    }
    let own = load("builtin:biped").unwrap();
    for more in ["", "--as-placed"] {
        let out = out.display();
        let said = run(
            &format!("bind builtin:biped_mesh --skeleton builtin:biped {more} -o {out}"),
            0,
        );
        assert!(said.contains("Skeleton of builtin:biped"), "{said}");
        let bound = assert_bound(&folder.path().join("out.glb"));
        for joint in ["hips", "hand.L", "toes.R"] {
            let off = head(&bound, joint).distance(head(&own, joint));
            assert!(off < 1e-3, "{joint}: {off}");
        }
    }
}

/// What follows `bind`, with FOLDER in it: the exit status, and a word of what is said.
const REFUSED: [(&str, i32, &str); 18] = [
    ("FIGURE --skeleton bipde", 2, "did you mean `biped`?"),
    ("FIGURE --skeleton spider", 2, "quadruped"),
    ("FIGURE --skeleton gone.glb", 1, "gone.glb"),
    ("FIGURE --skeleton FIGURE", 1, "has no joints"),
    ("FIGURE --skeleton biped --as-placed", 2, "leave it out"),
    (
        "FIGURE --skeleton builtin:biped --markers FOLDER/bad.ron",
        2,
        "--markers",
    ),
    ("FIGURE --markers FOLDER/bad.ron", 2, "--skeleton"),
    (
        "FIGURE --skeleton biped --markers FOLDER/bad.ron",
        1,
        "bad.ron, line 2, column 1: ",
    ),
    (
        "FIGURE --skeleton biped --markers FOLDER/gone.ron",
        1,
        "gone.ron: the markers cannot be read",
    ),
    (
        "FIGURE --skeleton biped --markers FOLDER/one.ron",
        1,
        "one.ron: upper_arm.L has no length",
    ),
    (
        "FIGURE --skeleton biped --markers FOLDER/idle.ron",
        1,
        "idle.ron, line 2, column 1: no joint follows from `Left ring tip`",
    ),
    ("builtin:biped --skeleton biped", 1, "has a skin already"),
    ("FOLDER/empty.gltf --skeleton biped", 1, "no triangles"),
    (
        "FIGURE --skeleton biped --markers-out FOLDER/out.glb",
        2,
        "two names",
    ),
    (
        "FIGURE --skeleton biped --markers FOLDER/bad.ron --markers-out FOLDER/bad.ron",
        2,
        "is the file that is read",
    ),
    ("FIGURE --skeleton biped --markers-out -", 2, "stdout"),
    ("- --skeleton biped --markers -", 2, "stdin"),
    ("FIGURE", 1, "--skeleton biped"),
];

#[test]
fn what_cannot_be_fitted_is_said_and_nothing_is_written() {
    let (folder, out) = folder_with("out.glb");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file(
        "bad.ron",
        "(version: 1, markers: {\n\"Chin\": (place: (NaN, 2, 3)) })",
    );
    let at = "(place: (0.2, 1.4, 0))";
    file(
        "one.ron",
        &format!("(version: 1, markers: {{ \"Left elbow\": {at}, \"Left shoulder\": {at} }})"),
    );
    file(
        "idle.ron",
        &format!("(version: 1, fingers: 3, markers: {{\n\"Left ring tip\": {at} }})"),
    );
    file(
        "empty.gltf",
        r#"{"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0]}], "scene": 0}"#,
    );
    let before = files_of(&folder);
    let own = folder.path().display().to_string();
    let meant = |line: &str| {
        let line = line.replace("FIGURE", "builtin:biped_mesh");
        format!("bind {}", line.replace("FOLDER", &own))
    };
    for (line, status, word) in REFUSED {
        let said = run(&format!("{} -o {}", meant(line), out.display()), status);
        assert!(said.contains(word), "{line}: {said}");
        assert!(said.len() < 900, "{line}: {said}");
    }
    let several = "FIGURE FIGURE --skeleton biped --check --markers-out FOLDER/m.ron";
    assert!(run(&meant(several), 2).contains("one after another"));
    let long = format!("FIGURE --skeleton {} --check", "n".repeat(5000));
    assert!(run(&meant(&long), 2).len() < 900);
    assert_eq!(files_of(&folder), before);
}

/// A file that is named relatively is told of by that name, whichever option names it, and whatever is wrong with it.
#[test]
fn files_are_told_of_as_they_were_named() {
    let (folder, _) = folder_with("");
    let own = folder.path().display().to_string();
    fs::write(folder.path().join("bad.ron"), "(version: 1, no: 2)").unwrap();
    fs::write(folder.path().join("bad.txt"), "nobody").unwrap();
    for (line, name) in [
        (
            "bind builtin:biped_mesh --skeleton biped --markers FILE --check",
            "bad.ron",
        ),
        (
            "bind builtin:biped_mesh --skeleton biped --markers FILE --check",
            "gone.ron",
        ),
        (
            "bind builtin:biped_mesh --skeleton FILE --check",
            "gone.glb",
        ),
        (
            "weights automatic builtin:cylinder --joints FILE --check",
            "bad.txt",
        ),
        (
            "weights automatic builtin:cylinder --joints FILE --check",
            "gone.txt",
        ),
        (
            "weights fit builtin:cylinder --examples FILE --check",
            "gone",
        ),
        ("weights import builtin:cylinder FILE --check", "bad.ron"),
        ("weights import builtin:cylinder FILE --check", "gone.csv"),
        ("weights transfer FILE builtin:cylinder --check", "gone.glb"),
        ("check builtin:cylinder --limits FILE", "bad.ron"),
        ("check builtin:cylinder --limits FILE", "gone.ron"),
        ("inspect builtin:cylinder --pose FILE", "bad.ron"),
        ("inspect FILE", "gone.dualskin"),
    ] {
        for named in [name.to_owned(), format!("./{name}")] {
            let line = line.replace("FILE", &named);
            let output = command(&line).current_dir(folder.path()).output().unwrap();
            let (status, _, told) = words(&output);
            assert_eq!(status, 1, "{line}: {told}");
            assert!(
                told.contains(&named) && !told.contains(&own),
                "{line}: {told}"
            );
        }
    }
}
