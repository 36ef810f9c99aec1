//! `dualskin skin`, and what the commands print when all is well.

use std::collections::BTreeMap;

use character::{MeshSkinning, SaveOptions, to_glb_with};
use dq_math::SignRule;
use rig::{Method, ScaleInheritance};
use scene::corrective_smooth::CorrectiveSmooth;
use scene::deform::deform;
use scene::posed_character::Look;
use serde_json::Value;
use session::state::opening::load::load;
use testkit::say;

use super::support::{dualskin, files_of, folder_with, words};

pub(super) fn skin(arguments: &str) -> (Value, Vec<u8>) {
    let (folder, out) = folder_with("out.json");
    let line = format!("skin {arguments} --out {}", out.display());
    let (code, note, said) = words(&dualskin(&line));
    assert_eq!((code, said), (0, String::new()), "{line}");
    assert_eq!(files_of(&folder), ["out.json"]);
    let bytes = std::fs::read(out).unwrap();
    let document: Value = serde_json::from_slice(&bytes).unwrap();
    let is_empty = document["primitives"].as_array().unwrap().is_empty();
    assert_eq!(note.contains("has a skin"), is_empty, "{line}: {note}");
    assert_eq!(note.is_empty(), !is_empty, "{line}: {note}");
    (document, bytes)
}

#[test]
fn the_document_has_the_documented_members() {
    let (document, _) = skin("builtin:cylinder --method two-phase --clip twist --time 0.5");
    let members: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(members, ["format", "method", "time", "clip", "primitives"]);
    assert_eq!(
        (&document["method"], &document["time"], &document["clip"]),
        (&"two-phase".into(), &0.5.into(), &0.into())
    );
    let primitive = document["primitives"][0].as_object().unwrap();
    let members: Vec<&String> = primitive.keys().collect();
    assert_eq!(
        members,
        ["node", "mesh", "primitive", "positions", "normals"]
    );
}

/// What a blend had to solve for or iterate is in the document of the methods that do so, and of no others.
#[test]
fn the_document_counts_centers_and_steps() {
    let (document, _) = skin("builtin:biped --method spherical --clip walk --time 0.3");
    let centers = &document["rotation_centers"];
    let [sets, decompositions] =
        ["sets", "decompositions"].map(|member| centers[member].as_u64().unwrap());
    // Joints that only turn share the head of the child, so neighbors need no decomposition.
    assert!(decompositions < sets && sets > 20, "{centers}");
    assert!(document["steps"].is_null());

    let (document, _) = skin("builtin:biped --method iterative --clip walk --time 0.3");
    let steps = &document["steps"];
    let mean = steps["mean"].as_f64().unwrap();
    assert!((1.0..=6.0).contains(&mean), "{steps}");
    assert!(document["rotation_centers"].is_null());
}

#[test]
fn clip_and_time_are_null_for_the_default_pose() {
    let (document, _) = skin("builtin:cylinder --method linear");
    assert!(document["clip"].is_null() && document["time"].is_null());
}

/// Every number reads back as the number that was computed: the shortest text that does so was written.
#[test]
fn numbers_are_those_of_the_library() {
    let character = load("builtin:arm").unwrap();
    let methods = [Method::Linear, Method::TWO_PHASE, Method::Affine];
    let mut n_vertices = 0;
    for (method, signs) in
        methods
            .into_iter()
            .zip([SignRule::First, SignRule::Largest, SignRule::Running])
    {
        let pose = character.clips[0].sample(&character.rig.skeleton, &character.file_pose(), 1.25);
        let scale_inheritance = vec![ScaleInheritance::Joint; character.rig.skeleton.len()];
        // One of them smoothed, with its twists spread.
        let smooth = (signs == SignRule::Running).then(CorrectiveSmooth::default);
        let plus = smooth.map_or_else(String::new, |smooth| format!("+twist+{smooth}"));
        let expected = deform(
            &character,
            &pose,
            &scale_inheritance,
            Look {
                method,
                signs,
                per_mesh: false,
                first_phase: false,
                twist: smooth.is_some(),
                smooth,
            },
        )
        .unwrap();
        let arguments = format!(
            "builtin:arm --method {method}{plus} --clip 0 --time 1.25 --signs {signs} --reach joint"
        );
        let (document, _) = skin(&arguments);
        let primitives = document["primitives"].as_array().unwrap();
        assert_eq!(primitives.len(), expected.len());
        for (primitive, expected) in primitives.iter().zip(&expected) {
            assert_eq!(
                triples(&primitive["positions"]),
                expected.positions,
                "{arguments}"
            );
            assert_eq!(
                triples(&primitive["normals"]),
                expected.normals,
                "{arguments}"
            );
            n_vertices += expected.positions.len();
        }
    }
    assert!(n_vertices > 0);
}

/// The arrays of a `.npz` file, by name: shape and numbers of four bytes.
fn arrays_of(bytes: &[u8]) -> BTreeMap<String, (Vec<usize>, Vec<[u8; 4]>)> {
    let archive = rawzip::ZipArchive::from_slice(bytes).unwrap();
    let mut arrays = BTreeMap::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().unwrap() {
        let name = String::from_utf8(entry.file_path().as_ref().to_vec()).unwrap();
        let array = archive.get_entry(entry.wayfinder()).unwrap().data();
        assert_eq!(&array[..8], b"\x93NUMPY\x01\x00");
        let length = usize::from(u16::from_le_bytes([array[8], array[9]]));
        assert_eq!((10 + length) % 64, 0);
        let header = std::str::from_utf8(&array[10..10 + length]).unwrap();
        let kind = if ["triangles.npy", "primitives.npy"].contains(&&*name) {
            "<u4"
        } else {
            "<f4"
        };
        assert!(header.contains(&format!("'descr': '{kind}'")), "{header}");
        let shape = header.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let lengths = shape.split(',').map(str::trim).filter(|it| !it.is_empty());
        let shape: Vec<usize> = lengths.map(|it| it.parse().unwrap()).collect();
        let numbers: Vec<[u8; 4]> = array[10 + length..].as_chunks().0.to_vec();
        assert_eq!(numbers.len(), shape.iter().product::<usize>(), "{name}");
        arrays.insert(name.trim_end_matches(".npy").to_owned(), (shape, numbers));
    }
    arrays
}

#[test]
fn many_moments_are_arrays_and_each_is_as_the_document_has_it() {
    let (folder, out) = folder_with("turns.npz");
    let line = "skin builtin:arm --method two-phase --clip 0";
    let (code, _, said) = words(&dualskin(&format!(
        "{line} --times 0.5:1.5:0.25 -o {}",
        out.display()
    )));
    assert_eq!((code, said), (0, String::new()));
    let arrays = arrays_of(&std::fs::read(&out).unwrap());
    let floats = |name: &str| -> Vec<f32> {
        arrays[name]
            .1
            .iter()
            .map(|it| f32::from_le_bytes(*it))
            .collect()
    };
    let counts = |name: &str| -> Vec<usize> {
        arrays[name]
            .1
            .iter()
            .map(|it| u32::from_le_bytes(*it) as usize)
            .collect()
    };
    assert_eq!(floats("times"), [0.5, 0.75, 1.0, 1.25, 1.5]);
    let (shape, _) = &arrays["positions"];
    assert_eq!((shape[0], shape[2]), (5, 3));
    let primitives = counts("primitives");
    let (document, _) = skin("builtin:arm --method two-phase --clip 0 --time 1.25");
    for (own, found) in document["primitives"]
        .as_array()
        .unwrap()
        .iter()
        .zip(primitives.chunks(5))
    {
        let indices = ["node", "mesh", "primitive"]
            .map(|member| usize::try_from(own[member].as_u64().unwrap()).unwrap());
        assert_eq!(indices, found[..3]);
        for member in ["positions", "normals"] {
            let first = 3 * (3 * shape[1] + found[3]);
            let vectors: Vec<glam::Vec3> = floats(member)[first..first + 3 * found[4]]
                .chunks(3)
                .map(glam::Vec3::from_slice)
                .collect();
            assert_eq!(vectors, triples(&own[member]));
        }
    }
    let triangles = counts("triangles");
    assert!(triangles.iter().all(|corner| *corner < shape[1]));
    assert_eq!(files_of(&folder), ["turns.npz"]);

    for (options, part) in [
        ("--times 0:1:0.1 -o out.json", "ends in .npz"),
        ("--times 1:0:0.1 -o out.npz", "not before the start"),
        ("--times 0:1 -o out.npz", "0:2:0.04"),
        ("--times 0:1:0 -o out.npz", "above 0"),
        ("--times 0:1:1e-9 -o out.npz", "larger"),
        ("--time 1 --times 0:1:0.1 -o out.npz", "cannot be used with"),
        ("-o out.stl", ".ply or .npz"),
    ] {
        let options = options.replace("out.", &format!("{}/out.", folder.path().display()));
        let (code, _, said) = words(&dualskin(&format!("{line} {options}")));
        assert_eq!(code, 2, "{options}: {said}");
        assert!(said.contains(part), "{options}: {said}");
        assert_eq!(files_of(&folder), ["turns.npz"], "{options}");
    }
}

#[test]
fn a_surface_is_written_as_ply() {
    let (_folder, out) = folder_with("arm.ply");
    let line = format!("skin builtin:arm --method linear -o {}", out.display());
    let (code, _, said) = words(&dualskin(&line));
    assert_eq!((code, said), (0, String::new()));
    let bytes = std::fs::read(&out).unwrap();
    let end = b"end_header\n";
    let header = bytes
        .windows(end.len())
        .position(|part| part == end)
        .unwrap()
        + end.len();
    let text = std::str::from_utf8(&bytes[..header]).unwrap();
    let count = |element: &str| -> usize {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(element))
            .unwrap();
        line.trim().parse().unwrap()
    };
    let (vertices, triangles) = (count("element vertex"), count("element face"));
    let numbers = text.matches("property float").count();
    assert_eq!(
        bytes.len() - header,
        vertices * 4 * numbers + triangles * 13
    );
    let (document, _) = skin("builtin:arm --method linear");
    let first = triples(&document["primitives"][0]["positions"])[7];
    let at = header + 7 * 4 * numbers;
    let floats = bytes[at..at + 12]
        .as_chunks()
        .0
        .iter()
        .map(|it| f32::from_le_bytes(*it));
    assert_eq!(floats.collect::<Vec<_>>(), first.to_array());
    let faces = &bytes[header + vertices * 4 * numbers..];
    for face in faces.chunks(13) {
        let corners = face[1..]
            .as_chunks()
            .0
            .iter()
            .map(|it| u32::from_le_bytes(*it) as usize);
        assert!(face[0] == 3 && corners.max().unwrap() < vertices);
    }
}

pub(super) fn triples(list: &Value) -> Vec<glam::Vec3> {
    serde_json::from_value::<Vec<[f32; 3]>>(list.clone())
        .unwrap()
        .into_iter()
        .map(Into::into)
        .collect()
}

/// The rule of normals changes them and nothing else, and pictures take it too.
#[test]
fn normals_go_by_the_rule_that_is_asked_for() {
    let arguments = "builtin:biped --method linear --clip walk --time 0.3";
    let of = |document: &Value| {
        let primitives = document["primitives"].as_array().unwrap();
        ["positions", "normals"].map(|list| {
            let lists = primitives.iter().map(|primitive| &primitive[list]);
            lists.flat_map(triples).collect::<Vec<_>>()
        })
    };
    let (usual, bytes) = skin(arguments);
    assert!(skin(&format!("{arguments} --normals usual")).1 == bytes);
    let [positions, usual] = of(&usual);
    let off = |rule: &str| {
        let (document, _) = skin(&format!("{arguments} --normals {rule} --threads 2"));
        let [same, normals] = of(&document);
        // Other instructions move them: all but rounding.
        let farthest = same
            .iter()
            .zip(&positions)
            .map(|(one, other)| one.distance(*other));
        assert!(farthest.fold(0.0, f32::max) < 1e-6);
        let angles = normals
            .iter()
            .zip(&usual)
            .map(|(one, other)| one.angle_between(*other));
        angles.fold(0.0, f32::max)
    };
    assert!(off("exact") > 0.1);
    // What is blended linearly scales, too.
    assert!(off("forward") > 0.01);
}

#[test]
fn threads_change_nothing() {
    let arguments = "builtin:arm --method dual-quaternion --clip 1 --time 1";
    let (_, one) = skin(arguments);
    for threads in [2, 3, 64] {
        assert!(
            skin(&format!("{arguments} --threads {threads}")).1 == one,
            "{threads} threads"
        );
    }
}

#[test]
fn times_beyond_the_clip_hold_its_ends() {
    let at = |time: &str| {
        skin(&format!(
            "builtin:cylinder --method linear --clip 0 --time {time}"
        ))
        .0
    };
    assert_eq!(at("-5")["primitives"], at("0")["primitives"]);
    assert_eq!(at("1e9")["primitives"], at("1e10")["primitives"]);
}

#[test]
fn builtin_alone_lists_the_characters() {
    let (status, stdout, stderr) = words(&dualskin("builtin:"));
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        stdout.contains("builtin:arm") && stdout.contains("builtin:cylinder"),
        "{stdout}"
    );
    let (own, figures) = stdout.split_once("\nfor figures:\n").unwrap();
    assert!(!own.contains("builtin:two_joints"), "{own}");
    assert!(figures.contains("builtin:two_joints"), "{figures}");
}

#[test]
fn help_is_there_for_every_command() {
    let cases = [
        ("--help", "render"),
        ("skin --help", "--method"),
        ("render --help", "--difference"),
        ("inspect --help", "--json"),
        ("bench --help", "--influences"),
        ("help bench", "--influences"),
        ("--version", "dualskin"),
    ];
    for (line, word) in cases {
        let (status, stdout, stderr) = words(&dualskin(line));
        assert_eq!((status, stderr.as_str()), (0, ""), "{line}");
        assert!(stdout.contains(word), "{line}\n{stdout}");
    }
}

/// Every sample model, by every method, in the middle of every clip.
#[test]
fn reference_models_skin_by_every_method() {
    let Some(folder) = std::env::var_os("DUALSKIN_MODELS") else {
        say("skipped: DUALSKIN_MODELS names no folder of models");
        return;
    };
    let (mut n_files, mut n_cases) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path
            .extension()
            .is_some_and(|extension| extension == "glb" || extension == "gltf")
        {
            continue;
        }
        let character = load(path.to_str().unwrap()).unwrap();
        n_files += 1;
        for method in Method::ALL {
            for (index, clip) in character.clips.iter().enumerate() {
                let (file, time) = (path.display(), 0.5 * clip.duration());
                let (document, _) = skin(&format!(
                    "{file} --method {method} --clip {index} --time {time}"
                ));
                assert_eq!(document["clip"], index);
                n_cases += 1;
            }
            skin(&format!("{} --method {method}", path.display()));
            n_cases += 1;
        }
    }
    say(&format!("{n_files} models, {n_cases} cases"));
    assert!(n_cases > 0);
}

/// A mesh's own method is what `per-mesh` skins it by, and nothing else; an export keeps it, and `inspect` tells it.
#[test]
fn per_mesh_skins_by_the_methods_of_the_file() {
    let mut character = load("builtin:arm").unwrap();
    character.meshes[0].skinning = Some(MeshSkinning {
        method: Method::Affine,
        signs: Some(SignRule::Largest),
    });
    let (_folder, path) = folder_with("own.glb");
    let (glb, _) = to_glb_with(&character, &SaveOptions::default()).unwrap();
    std::fs::write(&path, glb).unwrap();
    let (_folder, again) = folder_with("again.glb");
    let line = format!("export {} -o {}", path.display(), again.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    let (_, told, _) = words(&dualskin(&format!("inspect {} --json", again.display())));
    let told: Value = serde_json::from_str(&told).unwrap();
    let mesh = &told["meshes"][0];
    assert_eq!(
        (&mesh["method"], &mesh["signs"]),
        (&"affine".into(), &"largest".into())
    );
    let at = "--clip 0 --time 1.25";
    let own = skin(&format!("{} --method per-mesh {at}", again.display())).0;
    assert_eq!(own["method"], "per-mesh");
    let affine = skin(&format!("builtin:arm --method affine --signs largest {at}")).0;
    assert_eq!(own["primitives"], affine["primitives"]);
    let linear = |file: &str| skin(&format!("{file} --method linear {at}")).0;
    assert_eq!(linear(again.to_str().unwrap()), linear("builtin:arm"));
}
