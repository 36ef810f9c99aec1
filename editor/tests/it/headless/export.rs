//! `dualskin export`.

use std::fs;

use character::open;

use super::support::{dualskin, files_of, folder_with, words};

const BENT: &str = "(
    version: 1,
    source: (file: \"builtin:arm\"),
    pose: { \"forearm\": (rotation: (0, 0, 90)) },
)
";

const POSED_OVER_A_CLIP: &str = "(
    version: 1,
    source: (file: \"builtin:arm\"),
    pending: [(at: (clip: 0, name: \"bend elbow\", time: 0.4321), pose: { \"forearm\": (rotation: (0, 30, 90)) })],
)
";

/// Runs it, and gives what it says: stdout where it succeeds, stderr where it does not.
fn export(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(&format!("export {line}")));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

#[test]
fn a_character_goes_out_at_rest_and_what_it_replaces_stays_beside_it() {
    let (folder, out) = folder_with("arm.glb");
    assert_eq!(export(&format!("builtin:arm -o {}", out.display()), 0), "");
    let first = fs::read(&out).unwrap();
    let project = folder.path().join("bent.dualskin");
    fs::write(&project, BENT).unwrap();
    let line = format!("{} --out {}", project.display(), out.display());
    assert_eq!(export(&line, 0), "");
    assert!(fs::read(&out).unwrap() == first, "a pose is no edit");
    assert_eq!(
        files_of(&folder),
        ["arm.glb", "arm.glb.bak", "bent.dualskin"]
    );
    let (_, help, _) = words(&dualskin("export --help"));
    assert!(help.contains(".bak") && help.contains("rest"), "{help}");
}

#[test]
fn poses_without_keys_are_keyed_in_the_file_or_left_out() {
    let (folder, out) = folder_with("arm.glb");
    let project = folder.path().join("posed.dualskin");
    fs::write(&project, POSED_OVER_A_CLIP).unwrap();
    let keys = |line: &str, said: &str| {
        let line = format!("{} {line} -o {}", project.display(), out.display());
        let told = export(&line, 0);
        assert!(told.contains(said), "{told}");
        open(&out).unwrap().clips[0].key_count()
    };
    let with = keys("", "Keyed in the file: 1 pose that had no keys.");
    let without = keys("--leave-unkeyed", "Left out: 1 pose without keys.");
    assert!(with > without, "{with} {without}");
}

#[test]
fn weights_of_a_file_are_taken_before() {
    let (folder, table) = folder_with("w.csv");
    let line = format!(
        "weights export builtin:arm --no-places --out {}",
        table.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    let text = fs::read_to_string(&table).unwrap();
    let lines = text.lines().map(|line| match line.split_once(',') {
        Some(("0", _)) => "0,forearm,0.75,upper_arm,0.25",
        _ => line,
    });
    fs::write(&table, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let out = folder.path().join("arm.glb");
    let line = format!(
        "builtin:arm --weights {} -o {}",
        table.display(),
        out.display()
    );
    let output = export(&line, 0);
    assert!(output.contains("changed"), "{output}");
    let character = open(&out).unwrap();
    let instance = character
        .instances
        .iter()
        .find(|it| it.skin.is_some())
        .unwrap();
    let influences = character.meshes[instance.mesh].primitives[0]
        .influences
        .as_ref()
        .unwrap();
    let joints = character.rig.binds[instance.skin.unwrap()].joints();
    let (places, weights) = influences.rows().next().unwrap();
    let skeleton = &character.rig.skeleton;
    let named = places
        .iter()
        .map(|place| skeleton.name(joints[usize::from(*place)]));
    let mut row: Vec<(&str, f32)> = named.zip(weights.iter().copied()).collect();
    row.sort_by(|one, other| one.0.cmp(other.0));
    assert_eq!(row, [("forearm", 0.75), ("upper_arm", 0.25)]);
}

#[test]
fn unbound_vertices_are_reported() {
    let (folder, table) = folder_with("w.ron");
    let line = format!(
        "weights export builtin:cylinder --no-places --out {}",
        table.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    let text = fs::read_to_string(&table).unwrap();
    let edited = text
        .lines()
        .map(|line| match line.trim().strip_prefix("0: ") {
            Some(_) => "0: [],",
            None => line,
        });
    fs::write(&table, edited.collect::<Vec<_>>().join("\n")).unwrap();
    let out = folder.path().join("c.glb");
    let line = format!(
        "builtin:cylinder --weights {} -o {}",
        table.display(),
        out.display()
    );
    let output = export(&line, 0);
    assert!(
        output.contains("unbound") && output.contains("stands still"),
        "{output}"
    );
}

#[test]
fn files_beside_it_go_along_and_it_may_be_written_again() {
    let (folder, out) = folder_with("walk.gltf");
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let source = format!("{valid}/15a_external_bin.gltf");
    assert_eq!(export(&format!("{source} -o {}", out.display()), 0), "");
    assert_eq!(files_of(&folder), ["arm data #1.bin", "walk.gltf"]);
    let character = open(&out).unwrap();
    let skeleton = &character.rig.skeleton;
    let name = skeleton.name(character.rig.binds[0].joints()[0]).to_owned();
    let count: usize = character.meshes[0]
        .primitives
        .iter()
        .map(|it| it.positions.len())
        .sum();
    let table = folder.path().join("w.csv");
    let text = format!("version,1\nvertices,{count}\nvertex,joint,weight\n0,{name},1\n");
    fs::write(&table, text).unwrap();
    let before = fs::read(&out).unwrap();
    for _ in 0..2 {
        let line = format!(
            "{source} --weights {} -o {}",
            table.display(),
            out.display()
        );
        export(&line, 0);
    }
    let after = fs::read(&out).unwrap();
    assert!(after != before);
    assert!(
        fs::read(folder.path().join("walk.gltf.bak")).unwrap() == after,
        "the second time"
    );
    let beside = fs::read(folder.path().join("arm data #1.bin")).unwrap();
    assert!(beside == fs::read(format!("{valid}/arm data #1.bin")).unwrap());
    let again = open(&out).unwrap();
    let influences = again.meshes[0].primitives[0].influences.as_ref().unwrap();
    let (joints, weights) = influences.rows().next().unwrap();
    let joint = again.rig.binds[0].joints()[usize::from(joints[0])];
    assert_eq!(
        (again.rig.skeleton.name(joint), weights),
        (name.as_str(), &[1.0][..])
    );
}

#[test]
fn what_cannot_be_written_is_refused_and_nothing_changes() {
    let (folder, source) = folder_with("own.glb");
    let (_other, elsewhere) = folder_with("x");
    assert_eq!(
        export(&format!("builtin:arm -o {}", source.display()), 0),
        ""
    );
    let project = folder.path().join("own.dualskin");
    let text = BENT.replace("builtin:arm", "own.glb");
    fs::write(&project, text).unwrap();
    let before = fs::read(&source).unwrap();
    let (source, project) = (source.display(), project.display());
    let elsewhere = elsewhere.display();
    let cases = [
        (
            format!("{source} -o {source}"),
            2,
            "is the file that is read",
        ),
        (
            format!("{project} -o {source}"),
            1,
            "the file that this project is made of",
        ),
        (
            format!("{project} -o {project}"),
            2,
            "is the file that is read",
        ),
        (format!("{project} -o {elsewhere}.gltf"), 2, "ends in .glb"),
        (
            format!("{source} -o {elsewhere}/y.glb"),
            1,
            "does not exist",
        ),
        (format!("builtin:nobody -o {elsewhere}.glb"), 1, "nobody"),
        (
            format!("{source} --by-place -o {elsewhere}.glb"),
            2,
            "--weights",
        ),
        (
            format!("{source} --weights gone.csv -o {elsewhere}.glb"),
            1,
            "gone.csv",
        ),
        (
            format!("{source} --weights gone.txt -o {elsewhere}.glb"),
            2,
            ".csv or .ron",
        ),
        (source.to_string(), 2, "--out"),
    ];
    for (line, status, word) in cases {
        let output = export(&line, status);
        assert!(output.contains(word), "{line}: {output}");
    }
    assert_eq!(files_of(&folder), ["own.dualskin", "own.glb"]);
    assert!(fs::read(folder.path().join("own.glb")).unwrap() == before);
}
