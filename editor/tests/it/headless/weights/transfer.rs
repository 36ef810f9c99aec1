//! `dualskin weights transfer`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use character::{Character, open};
use glam::Vec3;
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;

use crate::headless::support::{dualskin, files_of, folder_with, words};

fn transfer(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(&format!("weights transfer {line}")));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

fn two_skins() -> String {
    format!(
        "{}/../testdata/synthetic/valid/08_two_skins.glb",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// The rows of a mesh as a table, read back by the command for that.
fn table_of(file: &Path, mesh: &str) -> String {
    let out = file.with_extension("own.csv");
    let line = format!(
        "weights export {} --mesh {mesh} --out {}",
        file.display(),
        out.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    fs::read_to_string(&out).unwrap()
}

/// A body's weights go to all of its clothes at once.
#[test]
fn several_targets_take_weights_into_a_folder() {
    let (folder, out) = folder_with("dressed");
    let clothes = ["shirt.glb", "skirt.glb"].map(|name| folder.path().join(name));
    for file in &clothes {
        fs::copy(two_skins(), file).unwrap();
    }
    let [shirt, skirt] = clothes.each_ref().map(|file| file.display());
    let meshes = "--from-mesh Body --mesh Cloak";
    let line = format!(
        "{} {shirt} {skirt} {meshes} -o {}",
        two_skins(),
        out.display()
    );
    let (stdout, _) = transfer(&line, 0);
    assert!(
        stdout.contains("shirt.glb") && stdout.contains("skirt.glb"),
        "{stdout}"
    );
    let alone = folder.path().join("alone.glb");
    transfer(
        &format!("{} {shirt} {meshes} -o {}", two_skins(), alone.display()),
        0,
    );
    for name in ["shirt.glb", "skirt.glb"] {
        assert_eq!(
            table_of(&out.join(name), "Cloak"),
            table_of(&alone, "Cloak")
        );
    }
    let tables = folder.path().join("tables");
    let line = format!(
        "{} {shirt} {skirt} {meshes} --format ron -o {}",
        two_skins(),
        tables.display()
    );
    transfer(&line, 0);
    assert!(tables.join("skirt.ron").is_file());
    let (_, stderr) = transfer(&format!("{shirt} - - -o {}", out.display()), 2);
    assert!(stderr.contains("stdin"), "{stderr}");
}

/// A rigger needs one command for a character with the weights of another: the target as glTF is what a project of it shows.
#[test]
fn the_target_is_written_with_its_new_weights() {
    let (folder, glb) = folder_with("own.glb");
    let project = folder.path().join("own.dualskin");
    let apart = folder.path().join("apart.gltf");
    let original = folder.path().join("was.glb");
    fs::copy(two_skins(), &original).unwrap();
    let before = table_of(&original, "Cloak");
    let mut taken = Vec::new();
    for out in [&glb, &project, &apart] {
        let two = two_skins();
        let line = format!(
            "{two} {two} --from-mesh Body --mesh Cloak --json -o {}",
            out.display()
        );
        let report: serde_json::Value = serde_json::from_str(&transfer(&line, 0).0).unwrap();
        assert!(report["weights"]["changed"].as_u64().unwrap() > 0);
        assert_eq!(report["output"], out.display().to_string());
        assert_eq!(report["bytes"], fs::metadata(out).unwrap().len());
        taken.push(table_of(out, "Cloak"));
    }
    assert_ne!(taken[0], before);
    assert!(taken.iter().all(|table| *table == taken[0]));
    // What it was taken onto goes on being all there.
    let [was, is] = [&original, &glb].map(|file| open(file).unwrap());
    assert_eq!(was.rig.binds.len(), is.rig.binds.len());
    assert_eq!(was.clips.len(), is.clips.len());
    // A character that is replaced stays beside the new one, as with every command that changes weights.
    let two = two_skins();
    let again = format!("{two} {two} --from-mesh Body -o {}", glb.display());
    transfer(&again, 0);
    assert!(files_of(&folder).contains(&"own.glb.bak".to_owned()));
}

/// What lies over what is known to a project afterwards, and told to a file: reports have how deep clothes get into the body.
#[test]
fn clothes_are_bound_with_the_body_and_checked() {
    let (folder, project) = folder_with("dressed.dualskin");
    let limits = folder.path().join("limits.ron");
    fs::write(&limits, "(version: 1, poke_through: 1000, moments: 2)").unwrap();
    let two = two_skins();
    let line = format!(
        "{two} {two} --from-mesh Body --mesh Cloak --clothes -o {}",
        project.display()
    );
    let (stdout, _) = transfer(&line, 0);
    assert!(stdout.contains("Poke-through in "), "{stdout}");
    let judged = |what: &str| {
        let line = format!("check {what} --limits {} --json", limits.display());
        let (_, stdout, stderr) = words(&dualskin(&line));
        let document: serde_json::Value = serde_json::from_str(&stdout).unwrap_or_default();
        let checks = document["checks"].as_array().cloned().unwrap_or_default();
        let found = checks.iter().any(|of| of["check"] == "poke_through");
        (found, stdout + &stderr)
    };
    assert!(judged(&project.display().to_string()).0);
    assert!(judged(&format!("{two} --clothes-over Body")).0);
    assert!(!judged(&two).0, "nobody has said what lies over what");
    let (found, told) = judged(&format!("{two} --clothes-over nobody"));
    assert!(
        !found && told.contains("nobody") && told.contains("Body"),
        "{told}"
    );
}

/// A character takes its own weights back from the file: to the bit but for rounding, as a table and as a project.
#[test]
fn weights_come_back_as_a_table_and_as_a_project() {
    let (folder, out) = folder_with("taken.csv");
    let line = format!(
        "builtin:cylinder builtin:cylinder --mesh 0 -o {}",
        out.display()
    );
    // One file for both is one mesh for both: it says how to name two.
    let (_, output) = transfer(&line, 2);
    assert!(output.contains("--from-mesh"), "{output}");
    let own = folder.path().join("own.dualskin");
    let line = format!(
        "{} {} --from-mesh Body --mesh Cloak -o {}",
        two_skins(),
        two_skins(),
        own.display()
    );
    let (output, _) = transfer(&line, 0);
    assert!(
        output.contains("changed") && output.contains("away"),
        "{output}"
    );
    // From the project, which has them, to the file, which has not.
    let line = format!(
        "{} {} --from-mesh Cloak --mesh Cloak --out {}",
        own.display(),
        two_skins(),
        out.display()
    );
    let (output, _) = transfer(&line, 0);
    assert!(output.contains("all lie on the source"), "{output}");
    assert!(output.trim_end().ends_with('.'), "{output}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("format,dualskin weights"), "{text}");
    let again = folder.path().join("own.csv");
    let line = format!(
        "weights export {} --mesh Cloak --out {}",
        own.display(),
        again.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    let wanted = fs::read_to_string(&again).unwrap();
    assert_eq!(text.lines().count(), wanted.lines().count());
    // What is there stays beside it.
    fs::write(&out, b"mine").unwrap();
    transfer(
        &format!(
            "{} {} --from-mesh Cloak --mesh Cloak --out {}",
            own.display(),
            two_skins(),
            out.display()
        ),
        0,
    );
    assert_eq!(
        fs::read(folder.path().join("taken.csv.bak")).unwrap(),
        b"mine"
    );
}

#[test]
fn what_cannot_be_is_said_and_nothing_is_written() {
    let (folder, out) = folder_with("out.csv");
    let two = two_skins();
    fs::write(folder.path().join("broken.glb"), b"no model").unwrap();
    let before = files_of(&folder);
    let broken = folder.path().join("broken.glb");
    let cases = [
        (
            format!("builtin:biped_mesh builtin:arm -o {}", out.display()),
            1,
            "no mesh of it is bound",
        ),
        (
            format!("builtin:arm builtin:biped_mesh -o {}", out.display()),
            1,
            "dualskin bind",
        ),
        (
            format!("{two} builtin:arm -o {}", out.display()),
            1,
            "matched by name",
        ),
        (
            format!("{} builtin:arm -o {}", broken.display(), out.display()),
            1,
            "broken.glb",
        ),
        (
            format!("builtin:arm {two} --check --mesh Nobody"),
            2,
            "Nobody",
        ),
        (
            format!(
                "builtin:biped {two} -o {}",
                folder.path().join("out.txt").display()
            ),
            2,
            ".csv",
        ),
        (
            format!("builtin:arm {two} --format csv -o {}", broken.display()),
            2,
            "--format",
        ),
        ("builtin:arm builtin:arm".to_owned(), 2, "--out"),
        (
            format!("{two} {two} --check --from-mesh Body --within=-1"),
            2,
            "--within",
        ),
    ];
    for (line, status, word) in cases {
        let (stdout, output) = transfer(&line, status);
        assert!(output.contains(word), "{line}: {output}");
        assert_eq!(stdout, "", "{line}");
    }
    // What would change is told, and nothing is written; vertices out of reach are left.
    let (output, _) = transfer(
        &format!("{two} {two} --check --from-mesh Body --facing --parts --limit 0"),
        0,
    );
    assert!(output.contains("changed"), "{output}");
    let (output, _) = transfer(
        &format!("{two} {two} --check --from-mesh Body --within 0"),
        0,
    );
    assert!(output.contains("farther away than is allowed"), "{output}");
    assert_eq!(files_of(&folder), before);
}

/// A source of another size is told before the work is done, and stands in the report of a program too.
#[test]
fn a_source_of_another_size_is_in_the_report() {
    let (folder, own) = folder_with("own.glb");
    let line = format!("export builtin:cylinder -o {}", own.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    let large = folder.path().join("large.glb");
    let bytes = fs::read(&own).unwrap();
    fs::write(&large, testkit::glb::under_scale(&bytes, 100.0)).unwrap();
    for (onto, is_told) in [(&own, false), (&large, true)] {
        let line = format!("builtin:cylinder {} --check", onto.display());
        let (stdout, stderr) = transfer(&format!("{line} --json"), 0);
        let told = "in the same unit?";
        assert_eq!([&stdout, &stderr].map(|of| of.contains(told)), [is_told; 2]);
        let (stdout, stderr) = transfer(&line, 0);
        assert!(!stdout.contains(told), "{stdout}");
        assert_eq!(stderr.contains(told), is_told, "{stderr}");
    }
}

/// A joint that moved nothing, and whose bind is no bind of the mesh, gets weight: the mesh stays where it rests.
#[test]
fn first_weights_of_the_field_move_nothing_at_rest() {
    let cases = testkit::field::cases("weights transfer").into_iter();
    let cases: Vec<_> = cases
        .filter(|case| case.expected.contains("the rest pose stays where it was"))
        .collect();
    assert!(!cases.is_empty());
    for case in cases {
        let (folder, out) = folder_with("OUT.glb");
        let word = |word: &str| match word {
            "FILE" => case.file.display().to_string(),
            _ if word.starts_with("OUT.") => folder.path().join(word).display().to_string(),
            _ if word.starts_with("files/") => {
                let path = testkit::field::folder().join(word);
                path.display().to_string()
            }
            _ => word.to_owned(),
        };
        for line in case.command.split("; ") {
            let line_of: Vec<String> = line.split_whitespace().skip(1).map(word).collect();
            let (status, stdout, stderr) = words(&dualskin(&line_of.join(" ")));
            assert_eq!(status, 0, "{}: {line}\n{stdout}{stderr}", case.id);
        }
        let [was, is] = [&case.file, &out].map(|file| open(file).unwrap());
        let moved = (at_rest(&was).iter().zip(&at_rest(&is)))
            .map(|(one, other)| one.distance(*other))
            .fold(0.0, f32::max);
        assert!(moved < 1e-4, "{}: {moved}", case.id);
        let new = moving(&is).difference(&moving(&was)).count();
        assert!(new > 0, "{}: a joint moves something now", case.id);
    }
}

/// Where all vertices are at rest.
fn at_rest(of: &Character) -> Vec<Vec3> {
    let inheritance = &of.rig.scale_inheritance;
    let deformed = deform(of, &base_pose(of), inheritance, Look::default()).unwrap();
    let places = deformed.iter().flat_map(|one| one.positions.iter());
    places.copied().collect()
}

/// The names of the joints that move something.
fn moving(of: &Character) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for instance in &of.instances {
        let Some(bind) = instance.skin.and_then(|skin| of.rig.binds.get(skin)) else {
            continue;
        };
        let primitives = of.meshes[instance.mesh].primitives.iter();
        let rows = primitives.flat_map(|of| of.influences.iter());
        let pairs = rows.flat_map(|of| of.bound_rows().flat_map(|row| row.pairs()));
        for (slot, _) in pairs.filter(|(_, weight)| *weight > 0.0) {
            let joint = bind.joints()[usize::from(slot)];
            names.insert(of.rig.skeleton.name(joint).to_owned());
        }
    }
    names
}
