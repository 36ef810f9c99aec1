//! Small files that ask for much: every list times every other list.

use std::time::{Duration, Instant};

use character::{Character, CharacterError, Fault};
use serde_json::{Map, Value, json};

use crate::support::{codes, open_json, write_file};

/// As long as a hostile file may take, in debug builds too.
const LONGEST: Duration = Duration::from_secs(20);

fn quickly(json: &Value) -> Result<Character, CharacterError> {
    let start = Instant::now();
    let result = open_json(json);
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    result
}

#[track_caller]
fn check_too_large(json: &Value) {
    let error = quickly(json).unwrap_err();
    assert!(matches!(error.fault, Fault::TooLarge { .. }), "{error}");
}

#[test]
fn skins_times_nodes() {
    check_too_large(&json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({}); 50_000],
        "skins": vec![json!({ "joints": [0] }); 10_000],
    }));
}

#[test]
fn instances_times_morph_targets() {
    check_too_large(&json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({ "mesh": 0 }); 20_000],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0 },
            "targets": vec![json!({}); 20_000],
        }] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3 }],
    }));
}

#[test]
fn nodes_times_clips() {
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "translation" } });
    let character = quickly(&json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({}); 30_000],
        "animations": vec![
            json!({ "channels": [channel], "samplers": [{ "input": 0, "output": 1 }] });
            1_000
        ],
        "accessors": [
            { "componentType": 5126, "type": "SCALAR", "count": 1 },
            { "componentType": 5126, "type": "VEC3", "count": 1 },
        ],
    }));
    assert_eq!(character.unwrap().clips.len(), 1_000);
}

#[test]
fn primitives_times_vertices() {
    let primitive = json!({ "attributes": { "POSITION": 0 } });
    check_too_large(&json!({
        "asset": { "version": "2.0" },
        "meshes": [{ "primitives": vec![primitive; 10_000] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 100_000 }],
    }));
}

#[test]
fn sets_of_influences() {
    let mut attributes = Map::from_iter([("POSITION".to_owned(), json!(0))]);
    for set in 0..1_000 {
        attributes.insert(format!("JOINTS_{set}"), json!(1));
        attributes.insert(format!("WEIGHTS_{set}"), json!(2));
    }
    let error = quickly(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0, "skin": 0 }],
        "skins": [{ "joints": [0] }],
        "meshes": [{ "primitives": [{ "attributes": attributes }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3 },
            { "componentType": 5121, "type": "VEC4", "count": 3 },
            { "componentType": 5126, "type": "VEC4", "count": 3 },
        ],
    }))
    .unwrap_err();
    assert!(matches!(error.fault, Fault::TooMany { .. }), "{error}");
}

/// A skin that lists one joint again and again, whose name is long: every entry is told of by name.
#[test]
fn entries_of_a_skin_times_a_name() {
    check_too_large(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "name": "x".repeat(300_000) }],
        "skins": [{ "joints": vec![0; 60_000] }],
    }));
}

#[test]
fn nodes_times_the_name_of_a_mesh() {
    check_too_large(&json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({ "mesh": 0 }); 20_000],
        "meshes": [{
            "name": "x".repeat(300_000),
            "primitives": [{ "attributes": { "POSITION": 0 } }],
        }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3 }],
    }));
}

/// Each attribute is looked for among all of them.
#[test]
fn attributes_times_attributes() {
    let attributes = (0..60_000).map(|number| (format!("_A{number}"), json!(0)));
    let mut attributes = Map::from_iter(attributes);
    attributes.insert("POSITION".to_owned(), json!(0));
    let character = quickly(&json!({
        "asset": { "version": "2.0" },
        "meshes": [{ "primitives": [{ "attributes": attributes }] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 1 }],
    }));
    let character = character.unwrap();
    assert_eq!(character.meshes[0].primitives[0].attributes.len(), 60_000);
}

/// One side file, large and no picture, named by many pictures in many spellings: read once, tried a few times.
#[test]
fn pictures_times_side_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut picture = b"\x89PNG\r\n\x1a\n".to_vec();
    picture.resize(20 << 20, 0);
    write_file(&folder.path().join("a.png"), &picture);
    let uri = |spelling: usize| json!({ "uri": format!("{}a.png", "./".repeat(spelling)) });
    let material =
        |texture| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": texture } } });
    let json = json!({
        "asset": { "version": "2.0" },
        "images": (0..200).map(uri).collect::<Vec<_>>(),
        "textures": (0..200).map(|image| json!({ "source": image })).collect::<Vec<_>>(),
        "materials": (0..200).map(material).collect::<Vec<_>>(),
    });
    let path = folder.path().join("a.gltf");
    write_file(&path, json.to_string().as_bytes());
    let start = Instant::now();
    let character = character::open(&path).unwrap();
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    assert!(
        codes(&character)
            .iter()
            .all(|code| *code == "texture-unavailable")
    );
    let files = &character.source.side_files;
    let shared = |bytes| std::sync::Arc::ptr_eq(&files[0].bytes, bytes);
    assert!(files.len() == 200 && files.iter().all(|file| shared(&file.bytes)));
}

/// Forty parts that use 15,000 each of the same 100,000 vertices, which all of them would take too much memory with; and 600 more nodes, of
/// which so many show a mesh with a long name: each of these takes 41 kB off what is left.
fn parts_beside(n_shown: usize, has_normals: bool) -> Value {
    let mut attributes = json!({ "POSITION": 0 });
    if has_normals {
        attributes["NORMAL"] = json!(0);
    }
    // All of one length, so that every file may ask for the same.
    let others = (0..600).map(|number| match number < n_shown {
        true => json!({ "mesh": 1 }),
        false => json!({ "mess": 1 }),
    });
    let nodes = std::iter::once(json!({ "mesh": 0 })).chain(others);
    json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "a.bin", "byteLength": 60_000 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 60_000 }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 100_000 },
            { "componentType": 5125, "type": "SCALAR", "count": 15_000, "bufferView": 0 },
            { "componentType": 5126, "type": "VEC3", "count": 3 },
        ],
        "meshes": [
            { "primitives": vec![json!({ "attributes": attributes, "indices": 1 }); 40] },
            { "name": "x".repeat(20_000), "primitives": [{ "attributes": { "POSITION": 2 } }] },
        ],
        "nodes": nodes.collect::<Vec<Value>>(),
    })
}

/// Normals that a file leaves to be computed take what given ones take, once: whatever fits beside parts with normals fits beside the same
/// parts without.
#[test]
fn computed_normals_of_parts_with_fewer_vertices_are_charged_once() {
    let folder = tempfile::tempdir().unwrap();
    let indices = (0..15_000_u32).flat_map(u32::to_le_bytes);
    write_file(&folder.path().join("a.bin"), &indices.collect::<Vec<u8>>());
    let path = folder.path().join("a.gltf");
    let opened = |n_shown: usize, has_normals: bool| {
        let json = parts_beside(n_shown, has_normals);
        write_file(&path, json.to_string().as_bytes());
        character::open(&path)
    };
    // Where all are shown one of them is the first that is too much.
    let most = |has_normals: bool| {
        let error = opened(600, has_normals).unwrap_err();
        assert!(matches!(error.fault, Fault::TooLarge { .. }), "{error}");
        let said = error.to_string();
        let (_, place) = said.split_once("/nodes/").unwrap();
        let (node, _) = place.split_once(':').unwrap();
        node.parse::<usize>().unwrap() - 1
    };
    let fits = most(true);
    assert!((100..=most(false)).contains(&fits), "{fits}");
    for has_normals in [true, false] {
        let character = opened(fits, has_normals).unwrap();
        assert!(codes(&character).contains(&"vertices-left-out"));
        for part in &character.meshes[0].primitives {
            let lengths = [part.positions.len(), part.normals.len()];
            assert_eq!(lengths, [15_000; 2], "{has_normals}");
        }
    }
}
