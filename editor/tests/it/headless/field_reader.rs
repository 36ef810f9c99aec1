//! What the commands say of, and make of, files that others refuse or read without a word: cases of the field, and others of their kinds.

use std::fs;
use std::iter::once;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::field::{self, Case};

use super::inspect::list;
use super::support::{dualskin, folder_with, words};

/// The cases of a command whose words say this.
fn cases(command: &str, said: &str) -> Vec<Case> {
    let cases = field::cases(command).into_iter();
    let cases: Vec<Case> = cases.filter(|case| case.expected.contains(said)).collect();
    assert!(!cases.is_empty(), "{command}: {said}");
    cases
}

fn report_of(file: &Path) -> Value {
    let (status, stdout, stderr) = words(&dualskin(&format!("inspect {} --json", file.display())));
    assert_eq!(status, 0, "{}: {stderr}", file.display());
    serde_json::from_str(&stdout).unwrap()
}

fn problem<'a>(report: &'a Value, code: &str) -> Option<&'a Value> {
    list(&report["problems"])
        .iter()
        .find(|it| it["code"] == code)
}

/// A number of the words, as the 20 of `20 % of the triangles`.
fn number_before(words: &str, end: &str) -> f64 {
    let before = words.split(end).next().unwrap();
    before.rsplit(['(', ' ']).next().unwrap().parse().unwrap()
}

/// A box of so many quads in each of its faces, with some triangles turned over and some without area; normals point outwards.
fn quads(n_turned: usize, n_flat: usize) -> Value {
    const SIDE: usize = 11;
    let places = (0..SIDE * SIDE).map(|at| [(at % SIDE) as f32, (at / SIDE) as f32, 0.0]);
    let places: Vec<[f32; 3]> = places.collect();
    let mut triangles: Vec<[u16; 3]> = Vec::new();
    for row in 0..SIDE - 1 {
        for column in 0..SIDE - 1 {
            let at = |r: usize, c: usize| u16::try_from((row + r) * SIDE + column + c).unwrap();
            triangles.push([at(0, 0), at(0, 1), at(1, 1)]);
            triangles.push([at(0, 0), at(1, 1), at(1, 0)]);
        }
    }
    triangles
        .iter_mut()
        .take(n_turned)
        .for_each(|triangle| triangle.swap(1, 2));
    triangles
        .iter_mut()
        .rev()
        .take(n_flat)
        .for_each(|triangle| triangle[2] = triangle[0]);
    let mut bytes: Vec<u8> = Vec::new();
    bytes.extend(
        places
            .iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes()),
    );
    let normals = bytes.len();
    bytes.extend(
        [0.0_f32, 0.0, 1.0]
            .repeat(places.len())
            .iter()
            .flat_map(|it| it.to_le_bytes()),
    );
    let indices = bytes.len();
    bytes.extend(
        triangles
            .iter()
            .flatten()
            .flat_map(|index| index.to_le_bytes()),
    );
    let escaped: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let view = |from: usize, to: usize| json!({ "buffer": 0, "byteOffset": from, "byteLength": to - from });
    json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:,{escaped}") }],
        "bufferViews": [view(0, normals), view(normals, indices), view(indices, bytes.len())],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": places.len(), "type": "VEC3" },
            { "bufferView": 1, "componentType": 5126, "count": places.len(), "type": "VEC3" },
            { "bufferView": 2, "componentType": 5123, "count": 3 * triangles.len(), "type": "SCALAR" },
        ],
        "meshes": [{ "name": "plate", "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 1 }, "indices": 2 }] }],
        "nodes": [{ "mesh": 0 }],
        "scenes": [{ "nodes": [0] }],
        "scene": 0,
    })
}

#[test]
fn triangles_wound_against_normals_and_without_area_are_noted_with_their_share() {
    for (turned, flat) in [
        (0, 0),
        (1, 0),
        (40, 0),
        (0, 3),
        (200, 0),
        (0, 200),
        (25, 50),
    ] {
        let (_folder, file) = folder_with("plate.gltf");
        fs::write(&file, quads(turned, flat).to_string()).unwrap();
        let report = report_of(&file);
        for (code, count) in [
            ("wound-against-normals", turned),
            ("zero-area-triangles", flat),
        ] {
            let found = problem(&report, code);
            assert_eq!(
                found.map_or(0, |it| usize::try_from(it["count"].as_u64().unwrap())
                    .unwrap()),
                count
            );
            let Some(found) = found else { continue };
            assert_eq!(
                (&found["severity"], &found["which"]),
                (&json!("note"), &json!(["plate"]))
            );
            let share = format!("{:.1} %", 100.0 * count as f64 / 200.0);
            assert!(found["what"].as_str().unwrap().contains(&share), "{found}");
        }
    }
    for case in cases("inspect FILE", "wound against their normals") {
        let report = report_of(&case.file);
        let found = problem(&report, "wound-against-normals").unwrap();
        let share = number_before(&case.expected, " % of the triangles");
        let all = report["totals"]["triangles"].as_f64().unwrap();
        assert!(
            (100.0 * found["count"].as_f64().unwrap() / all - share).abs() < 1.0,
            "{}: {found}",
            case.id
        );
    }
}

#[test]
fn open_seams_are_told_and_smoothing_closes_them() {
    for case in cases("weights smooth FILE", "open seam") {
        let report = report_of(&case.file);
        let found = problem(&report, "open-seams").unwrap();
        let points = number_before(&case.expected, " points");
        assert!(
            (found["count"].as_f64().unwrap() - points).abs() < 0.5,
            "{}: {found}",
            case.id
        );
        assert_eq!(found["severity"], "problem");
        let (_folder, out) = folder_with("sewn.glb");
        let line = format!(
            "weights smooth {} --rounds 1 -o {}",
            case.file.display(),
            out.display()
        );
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stdout}{stderr}");
        // What it mends, and what it costs elsewhere.
        let told = format!("vertices at open seams: {points} before, 0 after; ");
        let (_, else_worse) = stdout.split_once(&told).unwrap();
        assert!(else_worse.contains("else gets worse"), "{stdout}");
        assert!(
            problem(&report_of(&out), "open-seams").is_none(),
            "{}",
            case.id
        );
    }
}

/// Triangles at these places along x, each a mesh with a skin of its own: all have the first joint in common, each follows another one.
fn with_a_skin_each(places: &[f32]) -> Value {
    let mut bytes: Vec<u8> = Vec::new();
    let mut accessors = Vec::new();
    let mut views = Vec::new();
    let mut add = |numbers: Vec<u8>, component: u16, kind: &str| {
        let view = json!({ "buffer": 0, "byteOffset": bytes.len(), "byteLength": numbers.len() });
        let place = views.len();
        views.push(view);
        bytes.extend(numbers);
        accessors.push(
            json!({ "bufferView": place, "componentType": component, "count": 3, "type": kind }),
        );
        place
    };
    let of_floats = |rows: [[f32; 4]; 3], columns: usize| -> Vec<u8> {
        let numbers = rows
            .iter()
            .flat_map(|row| row.iter().take(columns).copied());
        numbers.flat_map(f32::to_le_bytes).collect()
    };
    let joints = add([0, 1, 0, 0].repeat(3), 5121, "VEC4");
    let weights = add(of_floats([[0.0, 1.0, 0.0, 0.0]; 3], 4), 5126, "VEC4");
    let meshes: Vec<Value> = places
        .iter()
        .map(|&x| {
            let corners = [
                [x, 0.0, 0.0, 0.0],
                [x + 1.0, 0.0, 0.0, 0.0],
                [x, 1.0, 0.0, 0.0],
            ];
            let positions = add(of_floats(corners, 3), 5126, "VEC3");
            let attributes =
                json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights });
            json!({ "primitives": [{ "attributes": attributes }] })
        })
        .collect();
    let escaped: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let count = places.len();
    let mut nodes: Vec<Value> = (0..=count)
        .map(|number| json!({ "name": format!("joint {number}") }))
        .collect();
    nodes[0]["children"] = json!((1..=count).collect::<Vec<usize>>());
    nodes.extend((0..count).map(|number| json!({ "mesh": number, "skin": number })));
    let skins: Vec<Value> = (1..=count)
        .map(|own| json!({ "joints": [0, own] }))
        .collect();
    let shown: Vec<usize> = once(0).chain(count + 1..=2 * count).collect();
    json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:,{escaped}") }],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": meshes,
        "nodes": nodes,
        "skins": skins,
        "scenes": [{ "nodes": shown }],
        "scene": 0,
    })
}

/// Seams between meshes of different skins name every skin that has a side of one.
#[test]
fn all_skins_at_seams_between_skins_are_listed() {
    let cases: [(&[f32], &[usize]); 5] = [
        (&[0.0, 0.0], &[0, 1]),
        (&[0.0, 5.0, 0.0], &[0, 2]),
        (&[0.0, 0.0, 0.0, 5.0], &[0, 1, 2]),
        (&[0.0, 5.0, 5.0, 0.0, 9.0], &[0, 1, 2, 3]),
        (&[0.0, 5.0], &[]),
    ];
    for (places, skins) in cases {
        let (_folder, file) = folder_with("skins.gltf");
        fs::write(&file, with_a_skin_each(places).to_string()).unwrap();
        let report = report_of(&file);
        let found = problem(&report, "open-seams-between-skins");
        let named: Vec<String> = skins.iter().map(|skin| format!("skin {skin}")).collect();
        let listed = found.map_or_else(|| json!([]), |found| found["which"].clone());
        assert_eq!(listed, json!(named), "{places:?}");
    }
}

/// A VRM file is written under its own ending, and its extensions come back as they were.
#[test]
fn avatars_are_told_shown_from_the_front_and_written_under_their_ending() {
    for case in cases("export FILE -o OUT.vrm", "written") {
        let (_folder, out) = folder_with("out.vrm");
        let line = format!("export {} -o {}", case.file.display(), out.display());
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{}: {stdout}{stderr}", case.id);
        let (saved, came) = (
            character::open(&out).unwrap(),
            character::open(&case.file).unwrap(),
        );
        let is_same =
            saved.meshes == came.meshes && saved.rig == came.rig && saved.clips == came.clips;
        assert!(is_same && saved.source.is_glb, "{}", case.id);
    }
    for (extension, format, faces) in [("VRM", "VRM 0.x", true), ("VRMC_vrm", "VRM 1.0", false)] {
        let (folder, file) = folder_with("a.vrm");
        let (character, bones) = avatar(extension);
        fs::write(folder.path().join("a.gltf"), character.to_string()).unwrap();
        let made = folder.path().join("a.gltf");
        let line = format!("export {} -o {}", made.display(), file.display());
        assert_eq!(words(&dualskin(&line)).0, 0);
        let report = report_of(&file);
        assert_eq!(report["humanoid"]["format"], format);
        assert_eq!(report["humanoid"]["looks_along_negative_z"], faces);
        let found: Vec<(&str, u64)> = list(&report["humanoid"]["bones"])
            .iter()
            .map(|bone| {
                (
                    bone["role"].as_str().unwrap(),
                    bone["node"].as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(found, bones, "{extension}");
        let (_, text, _) = words(&dualskin(&format!("inspect {}", file.display())));
        let is_told =
            text.contains(format) && text.contains("Humanoid map") && text.contains("leftHand");
        assert!(
            is_told && text.contains("looks along −Z") == faces,
            "{text}"
        );
        let again = folder.path().join("again.vrm");
        let line = format!("export {} -o {}", file.display(), again.display());
        assert_eq!(words(&dualskin(&line)).0, 0);
        let again = character::open(&again).unwrap().source.json();
        assert_eq!(again["extensions"], character["extensions"]);
    }
    assert_eq!(report_of(&own("winding.glb"))["humanoid"], Value::Null);
}

fn own(file: &str) -> PathBuf {
    field::own_folder().join("files").join(file)
}

/// A plate with a humanoid map, in the format of an extension, and its bones.
fn avatar(extension: &str) -> (Value, Vec<(&'static str, u64)>) {
    let bones = vec![
        ("hips", 2_u64),
        ("head", 4),
        ("leftHand", 1),
        ("rightHand", 3),
    ];
    let map: Value = match extension {
        "VRM" => bones
            .iter()
            .map(|(bone, node)| json!({ "bone": bone, "node": node }))
            .collect(),
        _ => Value::Object(
            bones
                .iter()
                .map(|(bone, node)| ((*bone).to_owned(), json!({ "node": node })))
                .collect(),
        ),
    };
    let mut json = quads(0, 0);
    json["nodes"] =
        json!([{ "mesh": 0 }, { "name": "手" }, { "name": "腰", "children": [1, 3, 4] }, {}, {}]);
    json["scenes"] = json!([{ "nodes": [0, 2] }]);
    json["extensionsUsed"] = json!([extension]);
    json["extensions"] = json!({ extension: { "humanoid": { "humanBones": map } } });
    (json, bones)
}

#[test]
fn a_picture_of_nothing_is_refused_with_a_remedy() {
    let draw = |file: &Path, more: &str| {
        let (_folder, out) = folder_with("out.png");
        let line = format!(
            "render {} --compare linear {more} -o {}",
            file.display(),
            out.display()
        );
        let (status, _, stderr) = words(&dualskin(&line));
        (status, stderr, out.exists())
    };
    for case in cases("check FILE", "there is no skin to be judged") {
        let (status, stderr, is_there) = draw(&case.file, "");
        assert!(
            status == 1 && !is_there && stderr.contains("--bones"),
            "{}: {stderr}",
            case.id
        );
    }
    let (_folder, empty) = folder_with("empty.gltf");
    for scene in [
        json!({}),
        json!({ "meshes": quads(0, 0)["meshes"], "accessors": quads(0, 0)["accessors"],
        "buffers": quads(0, 0)["buffers"], "bufferViews": quads(0, 0)["bufferViews"] }),
    ] {
        let mut json = json!({ "asset": { "version": "2.0" } });
        json.as_object_mut()
            .unwrap()
            .extend(scene.as_object().unwrap().clone());
        fs::write(&empty, json.to_string()).unwrap();
        for more in ["", "--bones"] {
            let (status, stderr, is_there) = draw(&empty, more);
            assert!(
                status == 1 && !is_there && stderr.contains("nothing to draw"),
                "{stderr}"
            );
        }
    }
}

/// A project that names stdin as its character waits for nobody's bytes.
#[test]
fn a_project_never_reads_stdin() {
    for named in ["-", "./-", ".//-"] {
        let (folder, project) = folder_with("p.dualskin");
        fs::write(
            &project,
            format!("(version: 1, source: (file: \"{named}\"))"),
        )
        .unwrap();
        for command in [
            "inspect p.dualskin",
            "export p.dualskin -o o.glb",
            "check p.dualskin",
        ] {
            let mut command = super::support::command(command);
            let mut child = command
                .current_dir(folder.path())
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            // Held open: whoever reads it waits for ever.
            let stdin = child.stdin.take();
            let started = std::time::Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                assert!(started.elapsed().as_secs() < 20, "{named}: it waits");
                std::thread::sleep(std::time::Duration::from_millis(10));
            };
            drop(stdin);
            let said = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&said.stderr).into_owned()
                + &String::from_utf8_lossy(&said.stdout);
            assert_eq!(status.code(), Some(1), "{named}: {said}");
            assert!(
                said.contains("stdin") && said.contains("file:"),
                "{named}: {said}"
            );
        }
    }
}

/// Scarce input: each command gives what is right, or one sentence with a remedy; never less in silence.
#[test]
fn scarce_input_is_answered() {
    let plate = quads(0, 0);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut json = plate.clone();
        change(&mut json);
        json
    };
    let skin = |json: &mut Value, joints: Value| {
        json["skins"] = json!([{ "joints": joints }]);
    };
    let files = [
        (
            "no mesh",
            json!({ "asset": { "version": "2.0" }, "nodes": [{}], "scenes": [{ "nodes": [0] }], "scene": 0 }),
        ),
        ("nothing", json!({ "asset": { "version": "2.0" } })),
        ("no joint, no clip", plate.clone()),
        (
            "one joint",
            with(&|json| {
                skin(json, json!([1]));
                json["nodes"] = json!([{ "mesh": 0, "skin": 0 }, { "name": "only" }]);
                json["scenes"] = json!([{ "nodes": [0, 1] }]);
            }),
        ),
        (
            "joints of no skin's mesh",
            with(&|json| {
                skin(json, json!([1, 2]));
                json["nodes"] = json!([{ "mesh": 0 }, { "children": [2] }, {}]);
                json["scenes"] = json!([{ "nodes": [0, 1] }]);
            }),
        ),
        (
            "equal names",
            with(&|json| {
                skin(json, json!([1, 2]));
                json["nodes"] = json!([{ "mesh": 0, "skin": 0, "name": "a" }, { "children": [2], "name": "a" }, { "name": "a" }]);
                json["scenes"] = json!([{ "nodes": [0, 1] }]);
            }),
        ),
    ];
    for (what, json) in files {
        let (folder, file) = folder_with("a.gltf");
        fs::write(&file, json.to_string()).unwrap();
        let has_mesh = json["meshes"].is_array();
        let (file, out) = (
            file.display().to_string(),
            folder.path().display().to_string(),
        );
        let run = |line: &str| {
            let (status, stdout, stderr) = words(&dualskin(line));
            assert!(!stderr.contains("panicked"), "{what}: {stderr}");
            (status, stdout, stderr)
        };
        assert_eq!(run(&format!("inspect {file}")).0, 0, "{what}");
        // Nothing of these files has influences, which is said.
        let (status, stdout, stderr) = run(&format!("skin {file} --method linear -o {out}/o.json"));
        assert!(
            status == 0 && stdout.contains("has a skin"),
            "{what}: {stdout}{stderr}"
        );
        let mut refused = vec![format!(
            "skin {file} --clip 0 --time 0.5 --method linear -o {out}/c.json"
        )];
        if !has_mesh {
            refused.push(format!("render {file} --compare linear -o {out}/o.png"));
        }
        for line in refused {
            let (status, _, stderr) = run(&line);
            assert!(
                status != 0 && stderr.trim().ends_with('.'),
                "{what}: {line}\n{stderr}"
            );
        }
        assert_eq!(run(&format!("export {file} -o {out}/o.glb")).0, 0, "{what}");
        let saved = character::open(&folder.path().join("o.glb")).unwrap();
        assert_eq!(saved.meshes.len(), usize::from(has_mesh), "{what}");
    }
}
