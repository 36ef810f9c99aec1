//! `dualskin bind`, and the commands that change the weights of whole meshes.

use std::fs;

use character::{
    Authored, AuthoredJoint, AuthoredPrimitive, Character, MeshSkinning, open, to_glb, write_glb,
};
use dq_math::SignRule;
use glam::Vec3;
use rig::{InfluenceRow, InfluencesBuilder, JointSlot, Method, Trs};
use session::state::opening::load::load;
use testkit::glb::edit_glb;

use crate::headless::support::{dualskin, files_of, folder_with, words};
use crate::support::clothes::{BODY, SHIRT, glb, write};

/// Runs it; gives what it says: stdout where it succeeds, stderr where it does not.
fn run(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

/// The influences of every vertex: number and sum of weights, and the smallest.
fn rows(character: &Character) -> Vec<(usize, f32, f32)> {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    let rows = influences.flat_map(|influences| influences.rows());
    let row = |weights: &[f32]| {
        let smallest = weights.iter().copied().fold(1.0, f32::min);
        (weights.len(), weights.iter().sum(), smallest)
    };
    rows.map(|InfluenceRow { weights, .. }| row(weights))
        .collect()
}

#[test]
fn weights_of_whole_meshes_are_changed_as_in_the_window() {
    let (folder, out) = folder_with("arm.glb");
    let file = out.display().to_string();
    let limited = run(&format!("weights limit builtin:arm --limit 2 -o {file}"), 0);
    assert!(limited.contains("changed"), "{limited}");
    let found = rows(&open(&out).unwrap());
    assert_eq!(found.iter().map(|row| row.0).max(), Some(2));
    assert!(found.iter().all(|row| (row.1 - 1.0).abs() < 1e-5));
    let again = run(&format!("weights limit {file} --limit 2 --check"), 0);
    assert!(again.contains(": 0 vertices changed"), "{again}");

    run(
        &format!("weights prune builtin:arm --below 0.2 -o {file}"),
        0,
    );
    let found = rows(&open(&out).unwrap());
    // What is left of three that are smaller is the largest.
    assert!(found.iter().all(|row| row.0 == 1 || row.2 >= 0.2));
    assert_eq!(files_of(&folder), ["arm.glb", "arm.glb.bak"]);

    let once = run("weights smooth builtin:arm --check", 0);
    assert!(
        once.contains("Smooth all weights") && once.contains("changed"),
        "{once}"
    );
    let made = folder.path().join("auto.dualskin");
    let said = run(
        &format!(
            "weights automatic builtin:arm --limit 3 --method nearest -o {}",
            made.display()
        ),
        0,
    );
    assert!(said.contains("Automatic weights"), "{said}");
    assert!(fs::read_to_string(&made).unwrap().contains("weights"));
    // A project goes on where another command left it.
    let said = run(
        &format!("weights smooth {} --rounds 3 --check", made.display()),
        0,
    );
    assert!(!said.contains(": 0 vertices"), "{said}");

    // Mirrored once, both sides are the same: mirrored back, nothing changes.
    let both = folder.path().join("biped.glb");
    run(
        &format!(
            "weights mirror builtin:biped --from left -o {}",
            both.display()
        ),
        0,
    );
    let back = run(
        &format!("weights mirror {} --from right --check", both.display()),
        0,
    );
    assert!(back.contains(": 0 vertices changed"), "{back}");
}

#[test]
fn a_mesh_is_bound_to_the_joints_of_its_file() {
    let (folder, out) = folder_with("bound.glb");
    let source = folder.path().join("free.glb");
    fs::write(&source, unskinned()).unwrap();
    let line = format!("bind {} -o {} --json", source.display(), out.display());
    let report: serde_json::Value = serde_json::from_str(&run(&line, 0)).unwrap();
    let changed = report["weights"]["changed"].as_u64().unwrap();
    assert!(changed > 1000, "{report}");
    let bound = open(&out).unwrap();
    assert!(bound.instances.iter().any(|it| it.skin.is_some()));
    assert_eq!(rows(&bound).len(), 1884);
    assert!(rows(&bound).iter().all(|row| (row.1 - 1.0).abs() < 1e-5));
    let bare = run(
        &format!("bind {} --no-weights --check", source.display()),
        0,
    );
    assert!(bare.contains("No vertex has weights yet"), "{bare}");

    let said = run(
        &format!("bind {} --mesh nobody --check", source.display()),
        2,
    );
    assert!(
        said.contains("nobody") && said.contains("(sheet)"),
        "{said}"
    );
    let said = run(&format!("bind {} --check", out.display()), 1);
    assert!(said.contains("has a skin already"), "{said}");
    let said = run("bind builtin:biped_mesh --check", 1);
    assert!(said.contains("no joint"), "{said}");
    let said = run("weights smooth builtin:biped_mesh --check", 1);
    assert!(said.contains("dualskin bind"), "{said}");
    for wrong in [
        "weights mirror builtin:arm --check",
        "weights limit builtin:arm",
        "weights limit builtin:arm --limit 0 --check",
        "weights prune builtin:arm --below 2 --check",
        "weights smooth builtin:arm --rounds 0 --check",
        "weights automatic builtin:arm --method magic --check",
        "weights limit builtin:arm -o a.txt",
    ] {
        run(wrong, 2);
    }
}

/// The joints that move something, by name and in the order of their names.
fn joints_in_use(character: &Character) -> Vec<String> {
    let skeleton = &character.rig.skeleton;
    let mut names: Vec<String> = Vec::new();
    for placed in scene::placed::placed_primitives(character) {
        let influences = placed.primitive.influences.as_ref().unwrap();
        let bind = &character.rig.binds[placed.instance.skin.unwrap()];
        for InfluenceRow { joints, .. } in influences.rows() {
            let joints = joints.iter().map(|&joint| bind.joint_at(joint).unwrap());
            names.extend(joints.map(|joint| skeleton.name(joint).to_owned()));
        }
        names.sort();
        names.dedup();
    }
    names
}

#[test]
fn automatic_weights_go_to_the_joints_that_are_asked_for() {
    let (folder, out) = folder_with("arm.glb");
    let list = folder.path().join("joints.txt");
    fs::write(&list, "# two of them\nupper_arm\n\n  forearm\n").unwrap();
    let automatic = "weights automatic";
    let (file, list_name) = (out.display(), list.display());
    run(
        &format!("{automatic} builtin:arm --joints {list_name} -o {file}"),
        0,
    );
    let two = ["forearm", "upper_arm"];
    assert_eq!(joints_in_use(&open(&out).unwrap()), two);
    // What moves something now, unless asked otherwise; the remedy is one of the command line.
    let again = folder.path().join("again.glb");
    let again_name = again.display();
    let said = run(&format!("{automatic} {file} -o {again_name}"), 0);
    assert_eq!(joints_in_use(&open(&again).unwrap()), two);
    assert!(
        said.contains("hand") && said.contains("--joints all"),
        "{said}"
    );
    assert!(!said.contains('“') || !said.contains("choose"), "{said}");
    let said = run(
        &format!("{automatic} {file} --joints deform -o {again_name}"),
        0,
    );
    assert!(joints_in_use(&open(&again).unwrap()).len() > 2, "{said}");
    for parts in ["rigid", "all-rigid"] {
        let said = run(&format!("{automatic} {file} --parts {parts} --check"), 0);
        assert!(!said.contains("--parts"), "{said}");
    }

    fs::write(&list, "upper_arm\nnobody\n").unwrap();
    let said = run(
        &format!("{automatic} builtin:arm --joints {list_name} --check"),
        1,
    );
    assert!(
        said.contains("nobody") && !said.contains("upper_arm"),
        "{said}"
    );
    fs::write(&list, "# none\n").unwrap();
    let said = run(
        &format!("{automatic} builtin:arm --joints {list_name} --check"),
        1,
    );
    assert!(said.contains("names no joint"), "{said}");
    let said = run(
        &format!("{automatic} builtin:arm --joints dform --check"),
        1,
    );
    assert!(said.contains("used, deform, all"), "{said}");
}

/// Boxes around two joints of a pair, and as many between them, in the middle.
fn machine(pair: [&str; 2], between: &[f32]) -> Vec<u8> {
    let apart = 0.5;
    let joints = pair.into_iter().zip([apart, -apart]);
    let joints = joints.map(|(name, x)| AuthoredJoint {
        name: name.to_owned(),
        parent: None,
        local: Trs {
            translation: x * Vec3::X,
            ..Trs::IDENTITY
        },
    });
    let middle = between.iter().map(|&height| height * Vec3::Y);
    let boxes = middle.chain([apart, -apart].map(|x| x * Vec3::X));
    let mut made = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(pair.len());
    for at in boxes {
        let first = u32::try_from(made.positions.len()).unwrap();
        for corner in 0..8_u8 {
            let side = |bit: u8| if corner & bit == 0 { -0.05 } else { 0.05 };
            made.positions
                .push(at + Vec3::new(side(1), side(2), side(4)));
            influences.vertex([(0, 1.0)]).unwrap();
        }
        for quad in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ] {
            let [a, b, c, d] = quad.map(|corner| first + corner);
            made.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    made.influences = influences.build();
    let authored = Authored {
        name: "machine".to_owned(),
        joints: joints.collect(),
        primitives: vec![made],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

/// What stands in the mirror plane has both sides as far as its joints, and is not torn along the plane so that they are alike.
#[test]
fn parts_that_follow_one_joint_each_are_not_torn_by_repairs() {
    let (folder, out) = folder_with("bound.glb");
    let bare = folder.path().join("bare.glb");
    let (bare, result) = (bare.display(), out.display());
    for (pair, between) in [
        (["x.L", "x.R"], &[0.0][..]),
        (["Arm_Left", "Arm_Right"], &[0.1, -0.2][..]),
    ] {
        let source = write(folder.path(), "machine.glb", &machine(pair, between));
        run(&format!("unbind {} -o {bare}", source.display()), 0);
        let said = run(&format!("bind {bare} --parts all-rigid -o {result}"), 0);
        let count = between.len() + 2;
        assert!(
            said.contains(&format!("{count} parts each follow one joint")),
            "{said}"
        );
        let bound = open(&out).unwrap();
        let influences = bound.meshes[0].primitives[0].influences.as_ref();
        let rows = influences.unwrap().rows();
        let joints: Vec<Vec<JointSlot>> = rows.map(|row| row.joints.to_vec()).collect();
        assert_eq!(joints.len(), 8 * count);
        for part in joints.chunks(8) {
            assert_eq!(part[0].len(), 1, "{pair:?}");
            assert!(part.iter().all(|row| *row == part[0]), "{pair:?}: {part:?}");
        }
    }
}

/// What `bind` tells to fill are the points that automatic weights fill: of several vertices at one place one, and none of a mesh that no
/// node shows.
#[test]
fn bind_counts_unbound_points_as_automatic_weights_do() {
    let (folder, _) = folder_with("");
    let zeros = edit_glb(&machine(["x.L", "x.R"], &[0.0, 0.0]), |json| {
        let accessors = json["accessors"].as_array_mut().unwrap();
        let number = accessors.len();
        accessors.push(serde_json::json!({
            "componentType": 5126, "count": 8 * 4, "type": "VEC4",
        }));
        json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = number.into();
        let mesh = json["meshes"][0].clone();
        json["meshes"].as_array_mut().unwrap().push(mesh);
    });
    let source = write(folder.path(), "zeros.glb", &zeros);
    let said = run(&format!("bind {} --check", source.display()), 1);
    assert!(said.contains(" 24 vertices of them no weights"), "{said}");
}

/// How much of each vertex of a mesh follows a joint.
fn weights_of(character: &Character, mesh: usize, joint: &str) -> Vec<f32> {
    let mut instances = character.instances.iter();
    let skin = instances.find(|it| it.mesh == mesh).unwrap().skin.unwrap();
    let joint = character.rig.skeleton.find(joint).unwrap();
    let slot = character.rig.binds[skin].slot_of(joint).unwrap();
    let influences = character.meshes[mesh].primitives[0].influences.as_ref();
    let rows = influences.unwrap().rows();
    let own = |row: InfluenceRow<'_>| row.pairs().find(|pair| pair.0 == slot);
    rows.map(|row| own(row).map_or(0.0, |pair| pair.1))
        .collect()
}

#[test]
fn clothes_follow_the_body_below_them_if_asked() {
    let (folder, out) = folder_with("dressed.glb");
    let dressed = glb(&["low", "high"], &[BODY, SHIRT], 1.0);
    let source = write(folder.path(), "source.glb", &dressed);
    let (source, result) = (source.display(), out.display());
    let said = run(&format!("weights automatic {source} --check"), 0);
    assert!(said.contains("give --clothes body"), "{said}");
    let bare = folder.path().join("bare.glb");
    let bare = bare.display();
    run(&format!("unbind {source} -o {bare}"), 0);
    for command in [
        format!("weights automatic {source}"),
        format!("bind {bare}"),
    ] {
        let said = run(&format!("{command} --clothes body -o {result}"), 0);
        assert!(
            said.contains("1 part follows the body below it") && !said.contains("--clothes"),
            "{said}"
        );
        let dressed = open(&out).unwrap();
        let [body, shirt] = [0, 1].map(|mesh| weights_of(&dressed, mesh, "high"));
        // Twelve vertices a ring; the shirt begins at the fifth of the body.
        assert_eq!((body.len(), shirt.len()), (12 * 21, 12 * 13));
        for (own, below) in shirt.iter().zip(&body[12 * 4..]) {
            assert!((own - below).abs() < 1e-3, "{command}: {own} {below}");
        }
    }
    run("weights automatic builtin:arm --clothes shirt --check", 2);
    run(
        &format!("bind {bare} --no-weights --clothes body --check"),
        2,
    );
}

#[test]
fn a_folder_of_characters_is_rigged_at_once() {
    let (raw, one) = folder_with("one.glb");
    let two = raw.path().join("two.glb");
    fs::write(&one, unskinned()).unwrap();
    fs::write(&two, b"no model").unwrap();
    let (folder, _) = folder_with("");
    let line = format!("bind {} {}", one.display(), two.display());
    let out = folder.path().display();
    let (status, stdout, stderr) = words(&dualskin(&format!("{line} -o {out}")));
    assert_eq!(status, 1, "{stderr}");
    assert!(stdout.contains("one.glb: Bind sheet"), "{stdout}");
    assert!(
        stderr.contains("two.glb") && stderr.contains("1 of 2 files"),
        "{stderr}"
    );
    assert_eq!(files_of(&folder), ["one.glb"]);
    let (status, stdout, _) = words(&dualskin(&format!("{line} --check --json")));
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (status, &document["format"]),
        (1, &"dualskin-report-list/1".into())
    );
    assert_eq!(document["files"][0]["command"], "bind");
    assert!(
        document["files"][1]["error"]
            .as_str()
            .unwrap()
            .contains("two.glb")
    );
    let limited = format!("weights limit builtin:arm {out}/one.glb -o {out} --no-clobber");
    // What is read is not written to, and what is there is kept; the other one is written.
    let said = run(&limited, 1);
    assert!(said.contains("is the file that is read"), "{said}");
    assert_eq!(files_of(&folder), ["arm.glb", "one.glb"]);
    for (line, word) in [
        (format!("{line} -o {out}/new.glb"), "need a folder"),
        (
            format!("weights limit builtin:arm builtin:arm -o {out}"),
            "two of the files",
        ),
        (format!("bind - -o {out}"), "no name"),
    ] {
        let said = run(&line, 2);
        assert!(said.contains(word), "{line}: {said}");
    }
}

/// The cylinder and its joints, with neither skin nor weights.
fn unskinned() -> Vec<u8> {
    let asset = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/cylinder.glb");
    edit_glb(&fs::read(asset).unwrap(), |json| {
        json.as_object_mut().unwrap().remove("skins");
        for node in json["nodes"].as_array_mut().unwrap() {
            let node = node.as_object_mut().unwrap();
            node.remove("skin");
            if node.contains_key("mesh") {
                node.insert("name".to_owned(), "sheet".into());
            }
        }
        lose_weights(json);
    })
}

fn lose_weights(json: &mut serde_json::Value) {
    for primitive in json["meshes"][0]["primitives"].as_array_mut().unwrap() {
        let attributes = primitive["attributes"].as_object_mut().unwrap();
        attributes.retain(|name, _| !name.starts_with("JOINTS") && !name.starts_with("WEIGHTS"));
    }
}

/// With a skin but without weights a mesh follows its node: each command names one that helps, and none the other in turn.
#[test]
fn a_mesh_that_lost_its_weights_is_bound_anew() {
    let (folder, out) = folder_with("bound.glb");
    let asset = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/cylinder.glb");
    let source = folder.path().join("lost.glb");
    fs::write(&source, edit_glb(&fs::read(asset).unwrap(), lose_weights)).unwrap();
    let lost = source.display();
    for refused in [
        format!("weights smooth {lost} --check"),
        format!("weights transfer builtin:cylinder {lost} --check"),
    ] {
        let said = run(&refused, 1);
        assert!(said.contains("dualskin bind"), "{said}");
    }
    // The file's vertices, and the places where they are, which `inspect` has both.
    let page = run(&format!("inspect {lost}"), 0);
    let both = ["1,884  in 1 mesh", "1,506  vertices at one place"];
    assert!(both.iter().all(|words| page.contains(words)), "{page}");
    let said = run(&format!("bind {lost} -o {}", out.display()), 0);
    assert!(
        said.contains("all 1884 vertices bound, at 1506 points, moved by "),
        "{said}"
    );
    let bound = open(&out).unwrap();
    assert_eq!(rows(&bound).len(), 1884);
    assert!(rows(&bound).iter().all(|row| (row.1 - 1.0).abs() < 1e-5));
    let said = run(&format!("unbind {lost} --check"), 0);
    assert!(said.contains("1 mesh without skin"), "{said}");
    // What is taken off is told as what was bound.
    let (line, joints) = (
        format!("unbind {} --check", out.display()),
        "joints that move any",
    );
    let said = run(&line, 0);
    let wanted = format!("bound vertices: 1506 before, 0 after; {joints}: 2 before, 0 after");
    assert!(said.contains(&wanted), "{said}");
    let report = run(&format!("{line} --json"), 0);
    assert!(report.contains("\"changed\":1506"), "{report}");
}

/// Where there is no mesh to bind, binding is no remedy; nor is it of taking off what is not there.
#[test]
fn no_remedy_is_named_that_does_not_help() {
    let (folder, _) = folder_with("");
    let source = folder.path().join("joints.glb");
    let asset = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/cylinder.glb");
    let joints = edit_glb(&fs::read(asset).unwrap(), |json| {
        for node in json["nodes"].as_array_mut().unwrap() {
            let node = node.as_object_mut().unwrap();
            node.retain(|name, _| name != "mesh" && name != "skin");
        }
    });
    fs::write(&source, joints).unwrap();
    let said = run(&format!("weights smooth {} --check", source.display()), 1);
    assert!(said.contains("choose a file with a mesh"), "{said}");
    for out in ["nothing.json", "nothing.obj"] {
        let out = folder.path().join(out);
        let line = format!(
            "skin {} --method linear -o {}",
            source.display(),
            out.display()
        );
        let said = run(&line, 0);
        assert!(said.contains("choose a file with a mesh"), "{said}");
    }
    fs::write(&source, unskinned()).unwrap();
    let said = run(&format!("unbind {} --check", source.display()), 1);
    assert!(said.contains("nothing to take off"), "{said}");
}

/// `per-mesh` fits by the methods of the meshes, signs included.
#[test]
fn weights_are_fitted_by_the_methods_of_the_meshes() {
    let (folder, _) = folder_with("");
    let fitted = |arguments: &str| {
        let said = run(&format!("weights {arguments} --clip 0 --check --json"), 0);
        let report: serde_json::Value = serde_json::from_str(&said).unwrap();
        report["fit"].clone()
    };
    for (name, command, own, all) in [
        (
            "arm",
            "limit",
            "--limit 1 --method per-mesh",
            "--limit 1 --method affine",
        ),
        (
            "cylinder",
            "fit",
            "--from-method linear --method per-mesh",
            "--from-method linear --method affine",
        ),
        (
            "cylinder",
            "fit",
            "--from-method per-mesh --method linear",
            "--from-method affine --method linear",
        ),
    ] {
        let builtin = format!("builtin:{name}");
        let mut character = load(&builtin).unwrap();
        character.meshes[0].skinning = Some(MeshSkinning {
            method: Method::Affine,
            signs: Some(SignRule::Largest),
        });
        let path = folder.path().join(format!("{name}.glb"));
        fs::write(&path, to_glb(&character).unwrap().0).unwrap();
        let found = fitted(&format!("{command} {} {own}", path.display()));
        let wanted = fitted(&format!("{command} {builtin} {all} --signs largest"));
        assert_eq!(found, wanted, "{own}");
        let before = found["before"]["rms_millimeters"].as_f64();
        assert!(before > Some(0.1), "{own}: {found}");
    }
}

#[test]
fn weights_are_fitted_to_methods_and_limits_keep_the_skin() {
    let (folder, out) = folder_with("fit.dualskin");
    let table = folder.path().join("off.csv");
    let line = format!(
        "weights fit builtin:cylinder --from-method linear --method two-phase --clip 0 --errors {} -o {}",
        table.display(),
        out.display()
    );
    let said = run(&line, 0);
    assert!(
        said.contains("Fit weights: ") && said.contains("32 poses"),
        "{said}"
    );
    let lines = fs::read_to_string(&table).unwrap();
    assert!(lines.starts_with("mesh,primitive,vertex,rms before") && lines.lines().count() > 100);
    assert!(fs::read_to_string(&out).unwrap().contains("weights"));
    let said = run(
        "weights limit builtin:arm --limit 1 --method dual-quaternion --clip 0 --check --json",
        0,
    );
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let rms = |when: &str| report["fit"][when]["rms_millimeters"].as_f64().unwrap();
    assert!(
        rms("after") <= rms("before") && rms("before") > 0.0,
        "{said}"
    );
    for (wrong, status) in [
        ("weights fit builtin:arm --check", 2),
        ("weights fit builtin:arm --from-method no-such --check", 2),
        (
            "weights fit builtin:arm --from-method linear --clip nowhere --check",
            2,
        ),
        ("weights limit builtin:arm --clip 0 --check", 2),
        ("weights limit builtin:arm --signs largest --check", 2),
        ("weights fit builtin:arm --examples /no/such --check", 1),
    ] {
        run(wrong, status);
    }
}
