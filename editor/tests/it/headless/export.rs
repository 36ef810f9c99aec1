//! `dualskin export`.

use std::fs;
use std::path::Path;

use character::{Character, open, open_bytes, to_glb};

use super::support::{dualskin, files_of, folder_with, words};
use rig::{Channel, Clip, ClipId, InfluenceRow, Interpolation, JointIndex, JointTrack, Track};

const BENT: &str = "(
    version: 1,
    source: (file: \"builtin:arm\"),
    pose: { \"forearm\": (rotation: (0, 0, 90)) },
)
";

pub(super) const POSED_OVER_A_CLIP: &str = "(
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
    let (bent, rest) = (open(&out).unwrap(), open_bytes("first", &first).unwrap());
    assert!(
        bent.rig == rest.rig && bent.meshes == rest.meshes,
        "a pose is no edit"
    );
    assert_eq!(bent.source.kept.pose.len(), 1, "and it is kept");
    assert_eq!(export(&format!("{line} --no-extras"), 0), "");
    assert!(
        fs::read(&out).unwrap() == first,
        "unless nothing is to be kept"
    );
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
    let without = keys("--leave-unkeyed", "Kept in extras, without keys: 1 pose.");
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
    let InfluenceRow {
        joints: places,
        weights,
    } = influences.rows().next().unwrap();
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
    let InfluenceRow { joints, weights } = influences.rows().next().unwrap();
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
        (format!("{project} -o {elsewhere}.obj"), 2, "ends in .glb"),
        (format!("{source} -o {source}/y.glb"), 1, "is no folder"),
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

#[test]
fn a_file_has_what_a_program_takes() {
    let (_folder, out) = folder_with("arm.glb");
    let line = |options: &str| format!("builtin:biped {options} -o {}", out.display());
    let told = export(
        &line("--influences 2 --weight-numbers u8 --joint-numbers u16"),
        0,
    );
    assert!(
        told.contains("had more than 2 influences") && told.contains("largest error"),
        "{told}"
    );
    assert!(told.contains("Weights are rounded by 0.00"), "{told}");
    let few = open(&out).unwrap();
    let primitives = few.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let most = primitives.filter_map(|of| Some(of.influences.as_ref()?.max_per_vertex()));
    assert_eq!(most.max(), Some(2));
    let json = few.source.json();
    let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
    let accessor = |name: &str| {
        let number = usize::try_from(attributes[name].as_u64().unwrap()).unwrap();
        json["accessors"][number]["componentType"].clone()
    };
    assert_eq!(accessor("WEIGHTS_0"), 5121);
    assert_eq!(accessor("JOINTS_0"), 5123);
    let told = export(&line("--influences 8"), 0);
    assert!(
        told.contains("No vertex has more than 8 influences."),
        "{told}"
    );
}

#[test]
fn a_file_of_several_is_written_whole_or_not_at_all() {
    let (folder, out) = folder_with("arm.gltf");
    assert_eq!(export(&format!("builtin:arm -o {}", out.display()), 0), "");
    assert_eq!(files_of(&folder), ["arm.bin", "arm.gltf"]);
    let several = open(&out).unwrap();
    let one = open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/arm.glb")).unwrap();
    assert!(several.meshes == one.meshes && several.rig == one.rig && several.clips == one.clips);
    fs::remove_file(folder.path().join("arm.bin")).unwrap();
    fs::remove_file(&out).unwrap();
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let line = format!(
        "{valid}/12b_joints300.glb --max-joints 256 -o {}",
        out.display()
    );
    let said = export(&line, 1);
    assert!(
        said.contains("300 joints") && said.contains("at most 256 may be"),
        "{said}"
    );
    assert!(files_of(&folder).is_empty());
    let told = export(&format!("{line} --strip-unused-joints"), 0);
    assert!(told.contains("Left out of skins: 53 joints"), "{told}");
    assert_eq!(open(&out).unwrap().rig.binds[0].len(), 247);
}

/// What goes with a joint that moves no vertex is told: a clip may turn it, as a socket.
#[test]
fn keys_of_unused_joints_are_told() {
    let (folder, out) = folder_with("stripped.glb");
    let valid = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/synthetic/valid");
    let many = open(&valid.join("12b_joints300.glb")).unwrap();
    let unused = |of: &Character| of.without_unused_joints().unwrap().1;
    let (fewer, _) = many.without_unused_joints().unwrap();
    let skeleton = &many.rig.skeleton;
    let gone = |joint: &JointIndex| fewer.rig.skeleton.find(skeleton.name(*joint)).is_none();
    let joint = skeleton.joints().find(gone).unwrap();
    for keys in [0_u8, 2, 5] {
        let times: Vec<f32> = (0..keys).map(f32::from).collect();
        let values = vec![glam::Quat::IDENTITY; times.len()];
        let tracks = Track::new(times, values, Interpolation::Linear).map(|turns| JointTrack {
            joint,
            channel: Channel::Rotation(turns),
        });
        let clip = Clip::new(ClipId(0), None, 1.0);
        let clip = clip.with_tracks(tracks.into_iter().collect(), Vec::new());
        let turned = many.with_clips(vec![clip]);
        assert_eq!(unused(&turned).keys, usize::from(keys));
        let source = folder.path().join(format!("turned{keys}.glb"));
        fs::write(&source, to_glb(&turned).unwrap().0).unwrap();
        let line = format!(
            "{} -o {} --strip-unused-joints",
            source.display(),
            out.display()
        );
        let told = export(&line, 0);
        let is_told = told.contains(&format!("{keys} keys of 1 joint"));
        assert_eq!(is_told, keys > 0, "{told}");
        assert!(told.contains("moved nothing"), "{told}");
    }
}

/// A disk without space, in the place of the main file: what was written beside it goes too.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let (folder, out) = folder_with("full.gltf");
    std::os::unix::fs::symlink("/dev/full", &out).unwrap();
    let said = export(&format!("builtin:arm -o {}", out.display()), 1);
    assert!(
        said.contains("full.gltf") && said.contains("space"),
        "{said}"
    );
    assert_eq!(files_of(&folder), ["full.gltf"]);
}

/// Keys that are no numbers are told of or refused when the file is read; what is written has none.
#[test]
fn keys_that_are_no_numbers_do_not_leave() {
    let (folder, source) = folder_with("nan.glb");
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let mut bytes = fs::read(format!("{valid}/01_step_cubic.glb")).unwrap();
    let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
    let start = 20 + usize::try_from(json).unwrap() + 8;
    let text: serde_json::Value = serde_json::from_slice(&bytes[20..start - 8]).unwrap();
    let accessor = |place: &serde_json::Value| usize::try_from(place.as_u64().unwrap()).unwrap();
    let output = accessor(&text["animations"][0]["samplers"][0]["output"]);
    let view = accessor(&text["accessors"][output]["bufferView"]);
    let at = start + accessor(&text["bufferViews"][view]["byteOffset"]);
    bytes[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    fs::write(&source, &bytes).unwrap();
    let out = folder.path().join("out.glb");
    let line = format!("export {} -o {}", source.display(), out.display());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 {
        let tracks = |of: &Path| open(of).unwrap().clips[0].tracks().len();
        assert_eq!(tracks(&out), tracks(&source), "{stdout}");
    } else {
        assert!(stderr.contains("nan.glb"), "{stderr}");
        assert!(!out.exists());
    }
}
