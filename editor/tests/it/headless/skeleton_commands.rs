//! `dualskin skeleton`: joints fitted, taken from files, renamed, turned and mirrored.

use std::fs;
use std::path::Path;

use character::{Character, open};
use glam::Vec3;
use rig::{JointIndex, Method};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use serde_json::Value;
use session::state::opening::load::load;

use super::support::{dualskin, files_of, folder_with, words};

fn run(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

fn report(line: &str) -> Value {
    serde_json::from_str(&run(&format!("{line} --json"), 0).0).unwrap()
}

fn names(character: &Character) -> Vec<String> {
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    joints
        .map(|joint| skeleton.name(joint).to_owned())
        .collect()
}

fn place(character: &Character, name: &str) -> Vec3 {
    let skeleton = &character.rig.skeleton;
    let joint: JointIndex = skeleton.find(name).unwrap();
    skeleton.rest_model_from_joint(joint).translation
}

#[test]
fn a_fitted_skeleton_is_that_of_bind_without_the_weights() {
    let (folder, out) = folder_with("fitted.glb");
    let at = folder.path().display();
    let told = report(&format!(
        "skeleton fit builtin:biped_mesh --template biped --markers-out {at}/m.ron -o {}",
        out.display()
    ));
    run(
        &format!("bind builtin:biped_mesh --skeleton biped -o {at}/bound.glb"),
        0,
    );
    let (fitted, bound) = (
        open(&out).unwrap(),
        open(&folder.path().join("bound.glb")).unwrap(),
    );
    assert!(fitted.rig.binds.is_empty() && !bound.rig.binds.is_empty());
    assert_eq!(told["joints"]["added"], told["skeleton"]["joints"]);
    assert!(told["skeleton"]["joints"].as_u64().unwrap() > 40);
    for name in names(&bound) {
        assert_eq!(place(&fitted, &name), place(&bound, &name), "{name}");
    }
    // Bound to afterwards, the weights are those of both in one.
    run(&format!("bind {} -o {at}/later.glb", out.display()), 0);
    let later = open(&folder.path().join("later.glb")).unwrap();
    let influences = |of: &Character| of.meshes[0].primitives[0].influences.clone().unwrap();
    assert_eq!(influences(&later), influences(&bound));
    // Markers that are mended move joints; a mistake in them names the line.
    let markers = fs::read_to_string(folder.path().join("m.ron")).unwrap();
    assert!(markers.contains("Left wrist"), "{markers}");
    fs::write(
        folder.path().join("m.ron"),
        markers.replace("\"Left wrist\"", "\"Left wirst\""),
    )
    .unwrap();
    let line =
        format!("skeleton fit builtin:biped_mesh --template biped --markers {at}/m.ron --check");
    let (_, stderr) = run(&line, 1);
    assert!(
        stderr.contains("m.ron, line") && stderr.contains("Left wrist"),
        "{stderr}"
    );
    // A figure that has a skin is refused, with a kind.
    let (stdout, _) = run(
        "skeleton fit builtin:biped --template biped --check --json",
        1,
    );
    assert_eq!(
        serde_json::from_str::<Value>(&stdout).unwrap()["kind"],
        "already-skinned"
    );
}

#[test]
fn joints_of_a_file_stand_as_high_as_the_mesh() {
    let (_folder, out) = folder_with("from.glb");
    let told = report(&format!(
        "skeleton from builtin:woman builtin:biped_mesh -o {}",
        out.display()
    ));
    assert_eq!(told["skeleton"]["kind"], Value::Null);
    let (woman, figure) = (load("builtin:woman").unwrap(), open(&out).unwrap());
    let count = told["joints"]["added"].as_u64().unwrap();
    assert_eq!(
        count,
        u64::try_from(woman.rig.binds[0].joints().len()).unwrap()
    );
    let (stdout, _) = run(
        "skeleton from builtin:biped_mesh builtin:biped_mesh --check --json",
        1,
    );
    assert_eq!(
        serde_json::from_str::<Value>(&stdout).unwrap()["kind"],
        "no-joints"
    );
    assert!(place(&figure, "head").y > 1.0);
}

#[test]
fn names_go_to_a_convention_and_back_by_the_map_that_is_written() {
    let (folder, out) = folder_with("named.glb");
    let at = folder.path().display();
    let before = load("builtin:biped").unwrap();
    let told = report(&format!(
        "skeleton rename builtin:biped --to mixamo --map-out {at}/to.ron -o {}",
        out.display()
    ));
    let after = open(&out).unwrap();
    let renamed = names(&after)
        .iter()
        .filter(|name| name.starts_with("mixamorig:"))
        .count();
    assert_eq!(told["joints"]["renamed"], renamed);
    assert!(renamed > 45, "{renamed}");
    assert_eq!(
        place(&after, "mixamorig:LeftForeArm"),
        place(&before, "forearm.L")
    );
    // The other way round.
    let map = fs::read_to_string(folder.path().join("to.ron")).unwrap();
    let turned: Vec<String> = map
        .lines()
        .map(
            |line| match line.trim().trim_end_matches(',').split_once(": ") {
                Some((old, new)) if line.trim().starts_with('"') => {
                    format!("        {new}: {old},")
                }
                _ => line.to_owned(),
            },
        )
        .collect();
    fs::write(folder.path().join("back.ron"), turned.join("\n")).unwrap();
    let back = folder.path().join("back.glb");
    run(
        &format!(
            "skeleton rename {} --map {at}/back.ron -o {}",
            out.display(),
            back.display()
        ),
        0,
    );
    assert_eq!(names(&open(&back).unwrap()), names(&before));
    // One joint, and a text in all names.
    run(
        &format!(
            "skeleton rename builtin:biped --find .L --replace _left --name hips=pelvis -o {}",
            out.display()
        ),
        0,
    );
    let after = names(&open(&out).unwrap());
    assert!(
        after.contains(&"pelvis".to_owned()) && after.contains(&"hand_left".to_owned()),
        "{after:?}"
    );
    assert!(!after.iter().any(|name| name.ends_with(".L")));
    assert!(files_of(&folder).contains(&"named.glb.bak".to_owned()));
    let nobody = "(version: 1, names: { \"nobody\": \"somebody\" })";
    fs::write(folder.path().join("nobody.ron"), nobody).unwrap();
    for (options, status, said) in [
        (
            "--name hand.L=hand.R",
            1,
            "more than one joint would be called hand.R",
        ),
        ("--name hand.L=", 1, "hand.L would have no name"),
        ("--name nobody=x", 2, "no joint is called"),
        ("--name hand.L", 2, "with = between"),
        (&format!("--map {at}/none.ron"), 1, "none.ron"),
        (
            &format!("--map {at}/nobody.ron"),
            1,
            "no joint of builtin:biped has a name",
        ),
        ("--find x", 2, "--replace"),
        ("", 2, "--to"),
        ("--to maya", 2, "mixamo"),
    ] {
        let (_, stderr) = run(
            &format!("skeleton rename builtin:biped {options} --check"),
            status,
        );
        assert!(stderr.contains(said), "{options}: {stderr}");
    }
}

#[test]
fn turned_joints_have_the_axis_along_the_bone_and_move_the_skin_as_before() {
    let (_folder, out) = folder_with("turned.glb");
    let told = report(&format!(
        "skeleton orient builtin:hand --along z --bend y -o {}",
        out.display()
    ));
    assert!(told["joints"]["turned"].as_u64().unwrap() > 10, "{told}");
    let (before, after) = (load("builtin:hand").unwrap(), open(&out).unwrap());
    for clip in 0..before.clips.len() {
        let [one, other] = [&before, &after].map(|of| {
            let pose = of.clips[clip].sample(&of.rig.skeleton, &base_pose(of), 0.7);
            deform(
                of,
                &pose,
                &of.rig.scale_inheritance,
                Look::new(Method::Linear),
            )
            .unwrap()
        });
        let pairs = one
            .iter()
            .zip(&other)
            .flat_map(|(one, other)| one.positions.iter().zip(&other.positions));
        let apart = pairs
            .map(|(one, other)| one.distance(*other))
            .fold(0.0, f32::max);
        assert!(apart < 2e-4, "{clip}: {apart}");
    }
    let skeleton = &after.rig.skeleton;
    let joint = skeleton
        .find("index_2")
        .or(skeleton.find("index_2.L"))
        .unwrap();
    let child = skeleton
        .joints()
        .find(|&own| skeleton.parent(own) == Some(joint))
        .unwrap();
    let frame = skeleton.rest_model_from_joint(joint);
    let bone = skeleton.rest_model_from_joint(child).translation - frame.translation;
    assert!((frame.rotation * Vec3::Z).dot(bone.normalize()) > 0.9999);
    // Done again it has nothing to do.
    let again = report(&format!(
        "skeleton orient {} --along z --bend y --check",
        out.display()
    ));
    assert_eq!(again["joints"]["turned"], 0);
}

#[test]
fn one_side_is_made_from_the_other() {
    let (folder, one) = folder_with("one.glb");
    let at = folder.path().display();
    run(
        &format!(
            "skeleton rename builtin:arm --find _ --replace .L_ --name upper_arm=upper_arm.L -o {}",
            one.display()
        ),
        0,
    );
    let had = names(&open(&one).unwrap());
    let sided = had.iter().filter(|name| name.contains(".L")).count();
    let out = folder.path().join("both.glb");
    let told = report(&format!(
        "skeleton mirror {} --from left --names .L/.R -o {}",
        one.display(),
        out.display()
    ));
    assert_eq!(told["joints"]["added"], sided, "{told}");
    let both = open(&out).unwrap();
    let added = names(&both)
        .iter()
        .filter(|name| name.contains(".R"))
        .count();
    assert_eq!(added, sided);
    let again = report(&format!(
        "skeleton mirror {} --names .L/.R --check",
        out.display()
    ));
    assert_eq!(again["joints"]["added"], 0);
    fs::write(folder.path().join("joints.txt"), "hand\n").unwrap();
    for (options, said) in [
        (
            "--from right --names .L/.R".to_owned(),
            "no name of a joint tells",
        ),
        (
            format!("--joints {at}/joints.txt"),
            "no name of a joint tells",
        ),
        (format!("--joints {at}/gone.txt"), "gone.txt"),
    ] {
        let (_, stderr) = run(
            &format!("skeleton mirror {} {options} --check", one.display()),
            1,
        );
        assert!(stderr.contains(said), "{options}: {stderr}");
    }
}

/// Limits are in the file afterwards, hold the range of motion of `check`, and are taken off again.
#[test]
fn joints_are_limited_by_what_they_are_and_by_what_clips_use() {
    let (folder, out) = folder_with("clips.glb");
    let (at, out) = (folder.path().display(), out.display());
    let check = "check --methods linear --json";
    let free = report(&format!("{check} builtin:biped").replace(" --json", ""));
    assert_eq!(free["limited_turns"], 0);
    for from in ["names", "clips"] {
        let told = report(&format!(
            "skeleton limit builtin:biped --from {from} -o {at}/{from}.glb"
        ));
        let limited = told["joints"]["limited"].as_u64().unwrap();
        let written = open(&folder.path().join(format!("{from}.glb"))).unwrap();
        let kept = &written.source.kept.limits;
        assert_eq!(kept.len() as u64, limited);
        assert!(limited > 10, "{from}: {limited}");
    }
    // Joints that get other axes keep their limits in the model.
    let [was, is] = ["names", "turned"].map(|name| format!("{at}/{name}.glb"));
    run(
        &format!("skeleton orient {was} --along z --bend y -o {is}"),
        0,
    );
    let [was, is] = [was, is].map(|file| open(Path::new(&file)).unwrap());
    let twist_axis = |of: &Character| {
        let joint = of.rig.skeleton.find("forearm.L").unwrap();
        let own = of.source.kept.limits[&of.rig.skeleton.key(joint)]
            .axes
            .twist;
        (
            own,
            of.rig.skeleton.rest_model_from_joint(joint).rotation * own,
        )
    };
    let [was, is] = [twist_axis(&was), twist_axis(&is)];
    assert!(was.0.distance(is.0) > 0.1, "{was:?} {is:?}");
    assert!(was.1.distance(is.1) < 1e-3, "{was:?} {is:?}");
    // Clips of the biped turn less than people can.
    let held = report(&format!("{check} {out}").replace(" --json", ""));
    assert!(held["limited_turns"].as_u64().unwrap() > 10);
    assert!(held["all_poses"].as_u64() <= free["all_poses"].as_u64());
    fs::write(folder.path().join("one.txt"), "forearm.L\n").unwrap();
    let told = report(&format!(
        "skeleton limit {out} --from none --joints {at}/one.txt -o {at}/less.glb"
    ));
    assert_eq!(told["joints"]["limited"], 1);
    run(
        &format!("skeleton limit {out} --from guesses -o {at}/no.glb"),
        2,
    );
    // Twist joints come with what drives them.
    let told = report(&format!(
        "skeleton twist builtin:biped --count 1 -o {at}/twisted.glb"
    ));
    assert_eq!(told["joints"]["added"], 8);
    let twisted = open(&folder.path().join("twisted.glb")).unwrap();
    assert_eq!(twisted.source.kept.driven.len(), 8);
    // Programs for avatars turn those that a constraint can say, unless nobody wants it.
    let constrained = |file: &str| {
        let json = open(&folder.path().join(file)).unwrap().source.json();
        let nodes = json["nodes"].as_array().unwrap().iter();
        let constrained =
            nodes.filter(|node| !node["extensions"]["VRMC_node_constraint"].is_null());
        constrained.count()
    };
    assert_eq!(constrained("twisted.glb"), 4);
    run(
        &format!("export {at}/twisted.glb --no-constraints -o {at}/keyed.glb"),
        0,
    );
    assert_eq!(constrained("keyed.glb"), 0);
    // So do pushers: a turn and two ways for each of four.
    let told = report(&format!(
        "skeleton pushers builtin:biped --push 80 -o {at}/pushed.glb"
    ));
    assert_eq!(told["joints"]["added"], 4);
    let pushed = open(&folder.path().join("pushed.glb")).unwrap();
    assert_eq!(pushed.source.kept.driven.len(), 12);
}
