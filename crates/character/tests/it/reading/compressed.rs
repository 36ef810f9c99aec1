//! Compressed buffer views: files of real encoders give what the uncompressed ones give, and a save leaves no compression.

use std::fs;
use std::path::PathBuf;

use character::{
    Character, Fault, Mesh, SaveError, SkeletonEdit, open, open_bytes, save, to_bytes,
};
use glam::Vec3;
use rig::forward;
use serde_json::{Value, json};

use crate::skinning::skin;
use crate::support::{
    codes, compressed, file_name, files_in, list, open_json, own_synthetic, read_json, write_file,
};

fn of(name: &str) -> Character {
    open(&compressed().join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn plain(name: &str) -> Character {
    open(&own_synthetic().join("valid").join(name)).unwrap()
}

/// Meshes whose triangles begin with their smallest index: encoders turn them.
fn turned(meshes: &[Mesh]) -> Vec<Mesh> {
    let mut meshes = meshes.to_vec();
    for part in meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        let triangles = part.triangles.iter().map(|triangle| {
            let smallest = (0..3).min_by_key(|corner| triangle[*corner]);
            let mut triangle = *triangle;
            triangle.rotate_left(smallest.unwrap());
            triangle
        });
        part.triangles = triangles.collect();
    }
    meshes
}

fn check_same(found: &Character, expected: &Character) {
    assert_eq!(codes(found), codes(expected));
    assert!(found.rig == expected.rig);
    assert!(turned(&found.meshes) == turned(&expected.meshes));
    assert!(found.instances == expected.instances);
    assert!(found.clips == expected.clips);
    assert!(found.materials == expected.materials);
    assert_eq!(found.images.len(), expected.images.len());
    for (found, expected) in found.images.iter().zip(&expected.images) {
        assert_eq!(found.pixels.rgba8(), expected.pixels.rgba8());
    }
}

#[test]
fn what_is_stored_without_loss_is_the_same() {
    check_same(&of("17_preserve_ext.glb"), &plain("17_preserve.glb"));
    check_same(&of("09_morph_skin_khr.gltf"), &plain("09_morph_skin.glb"));
}

/// The fallback is what the encoder's own decoder gave.
#[test]
fn the_decoded_bytes_are_those_of_the_fallback() {
    let name = "08_two_skins_gltfpack";
    let folder = tempfile::tempdir().unwrap();
    let mut json = read_json(&compressed().join(format!("{name}.gltf")));
    for view in json["bufferViews"].as_array_mut().unwrap() {
        view.as_object_mut().unwrap().remove("extensions");
    }
    json["buffers"][1]
        .as_object_mut()
        .unwrap()
        .remove("extensions");
    let used = json["extensionsUsed"].as_array_mut().unwrap();
    used.retain(|name| name != "EXT_meshopt_compression");
    let path = folder.path().join("plain.gltf");
    write_file(&path, json.to_string().as_bytes());
    for part in ["bin", "fallback.bin"] {
        let file = format!("{name}.{part}");
        fs::copy(compressed().join(&file), folder.path().join(&file)).unwrap();
    }
    check_same(&of(&format!("{name}.gltf")), &open(&path).unwrap());
    // Of a file with a fallback, that is not read.
    let alone = folder.path().join(format!("{name}.gltf"));
    fs::copy(compressed().join(format!("{name}.gltf")), &alone).unwrap();
    fs::remove_file(folder.path().join(format!("{name}.fallback.bin"))).unwrap();
    open(&alone).unwrap();
}

/// The largest distance of vectors that belong together.
fn distance(one: &[Vec3], other: &[Vec3]) -> f32 {
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |most, (a, b)| a.distance(*b).max(most))
}

/// Octahedral normals of 12 bits, quaternions of 14, floats of 15 bits, colors of 8.
#[test]
fn what_is_filtered_is_as_exact_as_its_bits() {
    for (name, original) in [
        ("01_step_cubic_ext_filtered.glb", "01_step_cubic.glb"),
        ("18_attributes_khr_filtered.glb", "18_attributes.glb"),
    ] {
        let (found, expected) = (of(name), plain(original));
        assert_eq!(codes(&found), codes(&expected), "{name}");
        let (part, own) = (
            &found.meshes[0].primitives[0],
            &expected.meshes[0].primitives[0],
        );
        let triangles = |of: &Character| turned(&of.meshes)[0].primitives[0].triangles.clone();
        assert_eq!(triangles(&found), triangles(&expected), "{name}");
        assert!(part.influences == own.influences, "{name}");
        assert!(part.tangents == own.tangents && part.tex_coords == own.tex_coords);
        let far = distance(&part.positions, &own.positions);
        assert!(0.0 < far && far < 2e-4, "{name}: {far}");
        let bent = distance(&part.normals, &own.normals);
        assert!(0.0 < bent && bent < 2e-3, "{name}: {bent}");
        for (attribute, own) in part.attributes.iter().zip(&own.attributes) {
            assert_eq!(attribute.name, own.name);
            let pairs = attribute.values.iter().zip(own.values.iter());
            let most = pairs.fold(0.0, |most, (a, b)| (a - b).abs().max(most));
            assert!(most <= 1.5 / 255.0, "{}: {most}", own.name);
        }
        for clip in 0..expected.clips.len() {
            let far = [0.0, 0.3, 0.7, 1.0].map(|at| motion_apart(&found, &expected, (clip, at)));
            let [angle, moved] = far.into_iter().fold([0.0_f32; 2], |most, far| {
                [most[0].max(far[0]), most[1].max(far[1])]
            });
            assert!(angle < 2e-3 && moved < 2e-4, "{name}: {angle} {moved}");
        }
    }
}

/// The largest angle and the largest distance between joints of two characters, at a part of a clip.
fn motion_apart(found: &Character, expected: &Character, (clip, part): (usize, f32)) -> [f32; 2] {
    let time = part * expected.clips[clip].duration();
    let rigid = |of: &Character| {
        let pose = of.clips[clip].sample(&of.rig.skeleton, &of.file_pose(), time);
        pose.rigid
    };
    let pairs = rigid(found).into_iter().zip(rigid(expected));
    pairs.fold([0.0; 2], |[angle, moved], (one, other)| {
        [
            one.rotation.angle_between(other.rotation).max(angle),
            one.translation.distance(other.translation).max(moved),
        ]
    })
}

/// Vertices of all meshes in the pose of a clip.
fn posed(character: &Character, clip: usize, time: f32) -> Vec<Vec3> {
    let skeleton = &character.rig.skeleton;
    let pose = character.clips[clip].sample(skeleton, &character.file_pose(), time);
    let inheritance = &character.rig.scale_inheritance;
    let posed = forward(skeleton, pose.user_transforms(), inheritance).unwrap();
    let instances = character.instances.iter().flat_map(|instance| {
        let parts = character.meshes[instance.mesh].primitives.iter();
        parts.map(move |part| (instance, part))
    });
    let skinned =
        instances.map(|(instance, part)| skin(character, instance, part, (&posed, &pose)));
    skinned.flat_map(|skinned| skinned.positions).collect()
}

/// gltfpack moves vertices and nodes about, and Draco vertices: every vertex is where one of the original is, and the other way round.
#[test]
fn packed_characters_move_as_the_original() {
    for name in ["08_two_skins_gltfpack_khr.glb", "08_two_skins_draco.glb"] {
        check_moves(&of(name), &plain("08_two_skins.glb"));
    }
}

fn check_moves(found: &Character, expected: &Character) {
    assert_eq!(found.clips.len(), expected.clips.len());
    let [mut most, mut size] = [0.0_f32; 2];
    for fraction in [0.0, 0.25, 0.5, 1.0] {
        let time = fraction * expected.clips[0].duration();
        let (found, expected) = (posed(found, 0, time), posed(expected, 0, time));
        let from = |ones: &[Vec3], others: &[Vec3]| {
            let nearest = ones.iter().map(|one| {
                let distances = others.iter().map(|other| one.distance(*other));
                distances.fold(f32::INFINITY, f32::min)
            });
            nearest.fold(0.0, f32::max)
        };
        most = most
            .max(from(&found, &expected))
            .max(from(&expected, &found));
        size = expected.iter().fold(size, |size, v| size.max(v.length()));
    }
    assert!(most < 1e-3 * size, "{most} of {size}");
}

/// What Google's decoder gave, by glTF Transform: by edges, and in sequence, with joints, weights, a blend map and numbers of all sizes.
#[test]
fn draco_gives_what_its_own_decoder_does() {
    for name in ["08_two_skins_draco", "18_attributes_draco"] {
        let copied = format!("{name}_copied.glb");
        check_same(&of(&format!("{name}.glb")), &of(&copied));
    }
}

fn check_plain(json: &Value) {
    let text = json.to_string();
    assert!(
        !text.contains("meshopt") && !text.contains("KHR_draco"),
        "{text}"
    );
    for buffer in list(&json["buffers"]).iter().skip(1) {
        assert!(buffer["uri"].is_string(), "{buffer}");
    }
    let lengths: Vec<u64> = list(&json["buffers"])
        .iter()
        .map(|buffer| buffer["byteLength"].as_u64().unwrap())
        .collect();
    for view in list(&json["bufferViews"]) {
        let buffer = usize::try_from(view["buffer"].as_u64().unwrap()).unwrap();
        let end = view["byteOffset"].as_u64().unwrap_or(0) + view["byteLength"].as_u64().unwrap();
        assert!(end <= lengths[buffer], "{view}");
    }
}

/// Another name for the first joint.
fn renamed(character: &Character) -> Character {
    let skeleton = &character.rig.skeleton;
    let edit = SkeletonEdit::Rename {
        joint: skeleton.key(skeleton.joints().next().unwrap()),
        name: "changed".to_owned(),
    };
    character.apply_edit(&edit).unwrap().character
}

#[test]
fn saves_have_no_compression() -> Result<(), SaveError> {
    for path in files_in(&compressed(), &["glb", "gltf"]) {
        let character = open(&path).unwrap();
        check_plain(&character.source.json());
        let again = open_bytes(&file_name(&path), &to_bytes(&character)?).unwrap();
        check_same(&again, &character);
        for ending in ["glb", "gltf"] {
            // In a folder of its own: nothing of the old one is needed.
            let folder = tempfile::tempdir().unwrap();
            let place = folder.path().join(format!("new.{ending}"));
            let edited = renamed(&character);
            let report = save(&edited, &place)?;
            assert!(report.missing.is_empty(), "{report}");
            let saved = open(&place).unwrap_or_else(|error| panic!("{error}"));
            check_plain(&saved.source.json());
            check_same(&saved, &edited);
            let beside = PathBuf::from(file_name(&path)).with_extension("bin");
            assert!(!folder.path().join(beside).exists());
        }
    }
    Ok(())
}

/// A mesh whose positions are compressed, as an extension and a stream say.
fn made(extension: &Value, stream: &[u8]) -> Result<Character, character::CharacterError> {
    let uri: String = stream.iter().map(|byte| format!("%{byte:02x}")).collect();
    open_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsRequired": ["KHR_meshopt_compression"],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0 }],
        "bufferViews": [{
            "buffer": 1, "byteLength": 36,
            "extensions": { "KHR_meshopt_compression": extension },
        }],
        "buffers": [
            { "byteLength": stream.len(), "uri": format!("data:,{uri}") },
            { "byteLength": 36 },
        ],
    }))
}

/// A stream of version 1 in which nothing differs: a byte for each block of 256 times twelve bytes.
fn all_zero(n_blocks: usize) -> Vec<u8> {
    let mut stream = vec![0xA1];
    stream.resize(1 + 3 * n_blocks, 0b1010_1010);
    stream.resize(stream.len() + 24, 0);
    stream
}

fn extension(stream: &[u8], count: u64) -> Value {
    json!({
        "buffer": 0, "byteLength": stream.len(), "byteStride": 12, "count": count, "mode": "ATTRIBUTES",
    })
}

#[test]
fn streams_that_are_none_are_refused_in_one_sentence() {
    let stream = all_zero(1);
    let good = extension(&stream, 3);
    assert_eq!(made(&good, &stream).unwrap().warnings, []);
    let check = |change: (&str, Value), stream: &[u8], reason: &str| {
        let mut extension = good.clone();
        extension[change.0] = change.1;
        let error = made(&extension, stream).unwrap_err();
        let text = error.to_string();
        let place = "/bufferViews/0/extensions/KHR_meshopt_compression";
        assert!(text.contains(place) && text.contains(reason), "{text}");
    };
    let same = || ("count", json!(3));
    let with = |place: usize, byte: u8| {
        let mut stream = stream.clone();
        stream[place] = byte;
        stream
    };
    check(same(), &with(0, 0xA2), "begins with the byte 0xa2");
    check(same(), &with(stream.len() - 1, 0x13), "unknown mode 0x13");
    check(same(), &with(1, 0b1110_1010), "ends too early");
    check(same(), &[&stream[..], &[0]].concat()[1..], "begins with");
    check(("byteLength", json!(10)), &stream, "ends too early");
    check(("byteLength", json!(29)), &stream, "29");
    check(("byteOffset", json!(u64::MAX)), &stream, "the buffer");
    check(("count", json!(257)), &stream, "ends too early");
    check(
        ("count", json!(4_000_000_000_u64)),
        &stream,
        "ends too early",
    );
    check(("count", json!(u64::MAX)), &stream, "ends too early");
    check(("byteStride", json!(0)), &stream, "multiple of four");
    check(("byteStride", json!(u64::MAX)), &stream, "multiple of four");
    check(("mode", json!("TRIANGLES")), &stream, "expected 2 or 4");
    check(("mode", json!("NORMALS")), &stream, "TRIANGLES");
    check(("filter", json!("OCTAHEDRAL")), &stream, "this size");
    check(("filter", json!("SHARPEN")), &stream, "EXPONENTIAL");
    check(("buffer", json!(7)), &stream, "no buffer 7");
}

/// Every byte of every stream, and of what stands around it in the JSON, with bits turned around: no panic.
#[test]
fn turned_bits_are_refused_or_read() {
    let (mut opened, mut refused) = (0, 0);
    for path in files_in(&compressed(), &["glb"]) {
        let bytes = fs::read(&path).unwrap();
        for place in (0..bytes.len()).step_by(7) {
            let mut bytes = bytes.clone();
            bytes[place] ^= [0x01, 0x80, 0xFF, 0x55][place / 7 % 4];
            match open_bytes("turned", &bytes) {
                Ok(_) => opened += 1,
                Err(error) => {
                    assert!(error.to_string().ends_with('.'), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(opened > 100 && refused > 100, "{opened} {refused}");
}

/// Views that all decompress the same bytes.
#[test]
fn views_times_elements() {
    let stream = all_zero(1024);
    let extension = extension(&stream, 1024 * 256);
    let uri: String = stream.iter().map(|byte| format!("%{byte:02x}")).collect();
    let view = json!({
        "buffer": 1, "byteLength": 1024 * 256 * 12,
        "extensions": { "EXT_meshopt_compression": extension },
    });
    let error = open_json(&json!({
        "asset": { "version": "2.0" },
        "bufferViews": vec![view; 5_000],
        "buffers": [
            { "byteLength": stream.len(), "uri": format!("data:,{uri}") },
            { "byteLength": 1024 * 256 * 12 },
        ],
    }));
    let error = error.unwrap_err();
    assert!(matches!(error.fault, Fault::TooLarge { .. }), "{error}");
}
