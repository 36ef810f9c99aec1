//! `dualskin weights mirror` on names, places and nets of many kinds.

use std::collections::BTreeMap;

use character::{Character, open};
use glam::Vec3;
use rig::InfluenceRow;
use testkit::field::{Case, cases};

use crate::headless::support::{command, dualskin, folder_with, words};

/// Of each vertex its place and the names of its joints with their weights.
type Weighed = Vec<(Vec3, BTreeMap<String, f32>)>;

fn weighed(character: &Character) -> Weighed {
    let skeleton = &character.rig.skeleton;
    let mut all = Weighed::new();
    for instance in &character.instances {
        let Some(bind) = instance.skin.and_then(|skin| character.rig.binds.get(skin)) else {
            continue;
        };
        for primitive in &character.meshes[instance.mesh].primitives {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            for (place, row) in primitive.positions.iter().zip(influences.rows()) {
                let InfluenceRow { joints, weights } = row;
                let names = joints.iter().map(|joint| {
                    let joint = bind.joints()[usize::from(*joint)];
                    skeleton.name(joint).to_owned()
                });
                all.push((*place, names.zip(weights.iter().copied()).collect()));
            }
        }
    }
    all
}

/// Mirrors a case; what is printed, and the weights if it was not refused.
fn mirrored(case: &Case) -> (String, Option<Weighed>) {
    let (_folder, out) = folder_with("out.glb");
    let line = case.command.strip_prefix("dualskin ").unwrap();
    let file = case.file.display().to_string();
    let line = line
        .replace("OUT.glb", &out.display().to_string())
        .replace("FILE", &file);
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert!(!stderr.contains("panicked"), "{stderr}");
    let written = (status == 0).then(|| weighed(&open(&out).unwrap()));
    (stdout + &stderr, written)
}

fn hostile_file(name: &str) -> std::path::PathBuf {
    testkit::folders::workspace()
        .join("testdata/hostile")
        .join(name)
}

/// The joint that the right side is to follow, as the manifest says it: `x < -0.9 follow NAME alone`.
fn named(expected: &str) -> Option<&str> {
    let (_, name) = expected.split_once("x < -0.9 follow ")?;
    Some(name.split_once(" alone")?.0)
}

#[test]
fn each_side_follows_its_own_joint_whatever_it_is_called() {
    let mut tried = 0;
    for case in cases("weights mirror") {
        let (said, weights) = mirrored(&case);
        if let Some(name) = named(&case.expected) {
            let weights = weights.unwrap_or_else(|| panic!("{}: {said}", case.id));
            for (place, row) in weights.iter().filter(|(place, _)| place.x < -0.9) {
                let only = row.len() == 1 && row.get(name) == Some(&1.0);
                assert!(only, "{} at {place}: {row:?}\n{said}", case.id);
            }
            tried += 1;
        } else if case.expected.contains("is never its own") {
            for (_, row) in weights.iter().flatten().filter(|(place, _)| place.x < -0.9) {
                assert!(!row.contains_key("izquierda"), "{row:?}\n{said}");
            }
        } else {
            // A net with no vertex whose image is one: both sides are one shape.
            let weights = weights.unwrap_or_else(|| panic!("{}: {said}", case.id));
            assert!(!said.contains("--by-topology"), "{said}");
            check_by_place(&weights, 0.12);
        }
    }
    assert!(tried >= 7);
}

/// Whose left is at −x, as that of figures that look along −z: the names say which side is read.
#[test]
fn left_is_where_the_joints_are_that_are_called_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut tried = 0;
    let is_plain =
        |case: &Case| named(&case.expected).is_some() && !case.command.contains("--names");
    for case in cases("weights mirror").into_iter().filter(is_plain).take(3) {
        let behind = named(&case.expected).unwrap().to_owned();
        let of = weighed(&open(&case.file).unwrap());
        let ahead = of.iter().find(|(place, _)| place.x > 0.9).unwrap();
        let ahead = ahead.1.keys().next().unwrap();
        let bytes = std::fs::read(&case.file).unwrap();
        let turned = testkit::glb::edit_glb(&bytes, |json| {
            for node in json["nodes"].as_array_mut().unwrap() {
                let name = node["name"].as_str().unwrap_or_default();
                let is = [&behind, ahead].map(|of| of == name);
                match is {
                    [true, _] => node["name"] = "arm.L".into(),
                    [_, true] => node["name"] = "arm.R".into(),
                    _ => {}
                }
            }
        });
        let file = folder.path().join(format!("{tried}.glb"));
        std::fs::write(&file, turned).unwrap();
        let command = case.command.replace("--from left", "--from right");
        assert_ne!(command, case.command, "{}", case.id);
        let case = Case {
            command,
            file,
            ..case
        };
        let (said, weights) = mirrored(&case);
        let weights = weights.unwrap_or_else(|| panic!("{}: {said}", case.id));
        for (place, row) in weights.iter().filter(|(place, _)| place.x < -0.9) {
            let only = row.len() == 1 && row.get("arm.L") == Some(&1.0);
            assert!(only, "{} at {place}: {row:?}\n{said}", case.id);
        }
        tried += 1;
    }
    assert_eq!(tried, 3);
}

/// Vertices of the right have what the nearest ones to their images on the left have, with the other marks.
fn check_by_place(weights: &Weighed, most: f32) {
    let left: Vec<_> = weights.iter().filter(|(place, _)| place.x > 0.02).collect();
    let (mut sum, mut count) = (0.0, 0_u16);
    for (place, row) in weights.iter().filter(|(place, _)| place.x < -0.05) {
        let image = *place * Vec3::new(-1.0, 1.0, 1.0);
        let far = |other: &&&(Vec3, BTreeMap<String, f32>)| other.0.distance(image);
        let nearest = left
            .iter()
            .min_by(|one, other| far(one).total_cmp(&far(other)));
        let nearest = &nearest.unwrap().1;
        let difference = row.iter().map(|(name, weight)| {
            let seen = name.replace(".R", ".L");
            assert!(!name.ends_with(".L") || *weight < 0.2, "{place}: {row:?}");
            (weight - nearest.get(&seen).copied().unwrap_or(0.0)).abs()
        });
        sum += 0.5 * difference.sum::<f32>();
        count += 1;
    }
    assert!(
        count > 100 && sum / f32::from(count) < most,
        "{}",
        sum / f32::from(count)
    );
}

/// What needs a joint without a partner stays, is counted, and is refused where nothing may be left out.
#[test]
fn joints_without_a_partner_are_counted_and_can_be_named() {
    let case = cases("weights mirror")
        .into_iter()
        .rfind(|case| case.expected.contains("is never its own"))
        .unwrap();
    let file = case.file.display().to_string();
    let none = format!("weights mirror {file} --from left --check --names foo/bar");
    let (status, stdout, stderr) = words(&dualskin(&none));
    assert_eq!(status, 0, "{stderr}");
    assert!(
        stdout.contains("has no partner") && stdout.contains("--pair"),
        "{stdout}"
    );
    // What was given is not asked for.
    assert!(!stdout.contains("--names"), "{stdout}");
    let (status, _, stderr) = words(&dualskin(&format!("{none} --strict")));
    assert!(status != 0 && stderr.contains("--strict"), "{stderr}");
    let given = format!(
        "weights mirror {file} --from left --check --names izquierda/derecha --strict --json"
    );
    let (status, stdout, stderr) = words(&dualskin(&given));
    assert_eq!(status, 0, "{stderr}");
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let pairs = document["mirror"]["pairs"].as_array().unwrap();
    let pair = pairs
        .iter()
        .find(|pair| pair["joints"][0] != pair["joints"][1])
        .unwrap();
    assert_eq!(pair["by"], "name");
    assert!(pair["sureness"].as_f64().unwrap() > 0.6);
    let (status, _, stderr) = words(&dualskin(&format!(
        "weights mirror {file} --from left --check --names left"
    )));
    assert!(status == 2 && stderr.contains("is no pair"), "{stderr}");
}

/// Pairs that neither names nor places tell are named on the command line, and a project keeps them.
#[test]
fn pairs_by_hand_are_named_on_the_command_line() {
    let file = testkit::field::own_folder().join("files/mirror_no_partner.glb");
    let mirror = |file: &std::path::Path, more: &str| {
        let file = file.display();
        // Marks that no name has.
        let line = format!("weights mirror {file} --from left --names foo/bar --strict {more}");
        words(&dualskin(&line))
    };
    let (status, stdout, stderr) = mirror(&file, "--pair izquierda=derecha --check --json");
    assert_eq!(status, 0, "{stderr}");
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let pairs = document["mirror"]["pairs"].as_array().unwrap();
    let pair = pairs.iter().find(|pair| pair["by"] == "hand").unwrap();
    assert_eq!(pair["sureness"].as_f64(), Some(1.0));
    assert_ne!(pair["joints"][0], pair["joints"][1]);

    let (_folder, out) = folder_with("out.dualskin");
    let given = format!("--pair izquierda=derecha -o {}", out.display());
    let (status, _, stderr) = mirror(&file, &given);
    assert_eq!(status, 0, "{stderr}");
    let (status, _, stderr) = mirror(&out, "--check");
    assert_eq!(status, 0, "{stderr}");
    // And gives them up where it is told to. The other one of the pair has no partner either, but nobody said so.
    let (status, _, stderr) = mirror(&out, "--pair izquierda= --check");
    assert!(status != 0 && stderr.contains("--strict"), "{stderr}");
    assert!(
        stderr.contains("so that what they move stays: derecha; give a --pair")
            && stderr.contains("by hand, so that what they move stays: izquierda"),
        "{stderr}"
    );
    let (_, _, stderr) = mirror(&out, "--pair izquierda= --pair derecha= --check");
    assert!(
        stderr.contains("by hand, so that what they move stays: izquierda, derecha")
            && !stderr.contains("--pair")
            && !stderr.contains("--names"),
        "{stderr}"
    );

    // Said twice alike is said once; otherwise one of both would be passed over.
    let (status, _, stderr) = mirror(
        &file,
        "--pair izquierda=derecha --pair derecha=izquierda --pair spine=spine --check",
    );
    assert_eq!(status, 0, "{stderr}");
    for (first, second) in [
        ("izquierda=derecha", "izquierda=spine"),
        ("izquierda=derecha", "spine=derecha"),
        ("derecha=izquierda", "izquierda="),
        ("spine=spine", "spine=derecha"),
    ] {
        let more = format!("--pair {first} --pair {second} --check");
        let (status, _, stderr) = mirror(&file, &more);
        assert!(status == 2 && stderr.contains("contradicts"), "{stderr}");
        assert!(
            stderr.contains(first) && stderr.contains(second),
            "{stderr}"
        );
    }

    for (pair, why) in [
        ("izquierda", "is no pair"),
        ("izquierda=nobody", "no joint is called nobody"),
    ] {
        let (status, _, stderr) = mirror(&file, &format!("--pair {pair} --check"));
        assert!(status == 2 && stderr.contains(why), "{pair}: {stderr}");
    }
}

/// Joints without a name, or with that of others, are told by what `inspect` lists and `--pair` takes.
#[test]
fn joints_without_a_name_of_their_own_can_be_named() {
    let file = testkit::field::own_folder().join("files/mirror_no_partner.glb");
    let bytes = std::fs::read(file).unwrap();
    for (names, [one, other], middle) in [
        (["", "", ""], ["node 1", "node 2"], "node 0"),
        (
            ["bone"; 3],
            ["node 1 (bone)", "node 2 (bone)"],
            "node 0 (bone)",
        ),
        (
            ["spine", "arm", "arm"],
            ["node 1 (arm)", "node 2 (arm)"],
            "spine",
        ),
    ] {
        let renamed = testkit::glb::edit_glb(&bytes, |json| {
            let nodes = json["nodes"].as_array_mut().unwrap();
            for (node, name) in nodes.iter_mut().zip(names) {
                node["name"] = name.into();
            }
        });
        let (_folder, path) = folder_with("renamed.glb");
        std::fs::write(&path, renamed).unwrap();
        let mirror = |pair: &str| {
            let line = format!(
                "weights mirror {} --from left --check --json",
                path.display()
            );
            let mut command = command(&line);
            if !pair.is_empty() {
                command.args(["--pair", pair]);
            }
            let (status, stdout, stderr) = words(&command.output().unwrap());
            assert_eq!(status, 0, "{pair}: {stderr}");
            let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
            document
        };
        let found = mirror("");
        // The other one moves nothing.
        assert_eq!(found["mirror"]["unpaired"], serde_json::json!([one]));
        let said = found["remarks"][0].as_str().unwrap();
        assert!(said.contains(&format!("stays: {one}; ")), "{said}");
        let first = &found["mirror"]["pairs"][0]["joints"];
        assert_eq!(*first, serde_json::json!([middle, middle]));
        let given = mirror(&format!("{one}={other}"));
        assert_eq!(given["mirror"]["unpaired"], serde_json::json!([]));
        // Two joints are two, whatever they are called.
        let said = given["remarks"][0].as_str().unwrap();
        assert!(said.contains("1 by hand"), "{said}");
    }
}

/// A mirror of eight influences is a mirror: the way back changes nothing; cut on request, both sides are.
#[test]
fn the_way_back_changes_nothing_above_four_influences() {
    let file = hostile_file("mirror_eight_influences.glb")
        .display()
        .to_string();
    for (from, back) in [("left", "right"), ("right", "left")] {
        for limit in ["", "--limit 4", "--limit 3"] {
            let (_folder, out) = folder_with("out.glb");
            let out = out.display().to_string();
            let (status, _, stderr) = words(&dualskin(&format!(
                "weights mirror {file} --from {from} {limit} -o {out}"
            )));
            assert_eq!(status, 0, "{stderr}");
            let (_, said, _) = words(&dualskin(&format!(
                "weights mirror {out} --from {back} {limit} --check"
            )));
            assert!(
                said.contains(": 0 vertices changed"),
                "{from} {limit}: {said}"
            );
        }
    }
}

/// Which side is read decides neither the plane nor whether there is one.
#[test]
fn both_directions_have_one_plane() {
    let file = hostile_file("mirror_one_way.glb").display().to_string();
    let said = ["left", "right"].map(|from| {
        let (status, stdout, stderr) = words(&dualskin(&format!(
            "weights mirror {file} --from {from} --check --json"
        )));
        let document: Option<serde_json::Value> = serde_json::from_str(&stdout).ok();
        let planes = document.map(|document| document["mirror"]["planes"].clone());
        (status, planes, stderr)
    });
    assert_eq!(said[0].0, said[1].0, "{said:?}");
    assert_eq!(said[0].1, said[1].1, "{said:?}");
}

/// A figure without names, with its sides across z: each side stays on its own joints in motion.
#[test]
fn a_figure_without_names_is_mirrored_by_shape() {
    let Some(folder) = testkit::folders::folder_named("DUALSKIN_MODELS") else {
        return;
    };
    let file = folder.join("cesium_man.gltf");
    for from in ["left", "right"] {
        let (_folder, out) = folder_with("out.glb");
        let line = format!(
            "weights mirror {} --from {from} --strict -o {}",
            file.display(),
            out.display()
        );
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stdout}{stderr}");
        assert!(!stdout.contains("without a partner"), "{stdout}");
    }
}
