//! Pictures beside a file that nothing shows here: they go along where the file goes.

use std::path::Path;

use character::{open, save};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::write_file;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnormals";
const DDS: &[u8] = b"DDS of an extension";

/// A file with pictures for everything but base color: one that is named twice, one of an unknown format, and two that are not there.
fn folder_with_pictures() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("textures")).unwrap();
    write_file(&folder.path().join("textures/normal map.png"), PNG);
    write_file(&folder.path().join("glow.dds"), DDS);
    let json = json!({
        "asset": { "version": "2.0" },
        "images": [
            { "uri": "textures/normal%20map.png" },
            { "uri": "glow.dds" },
            { "uri": "gone.png" },
            { "uri": "../gone.png" },
            { "uri": "textures/normal%20map.png", "name": "again" },
            { "uri": "https://example.org/far.png" },
        ],
        "textures": [{ "source": 0 }, { "source": 1 }, { "source": 2 }, { "source": 3 }],
        "materials": [{ "normalTexture": { "index": 0 }, "emissiveTexture": { "index": 1 } }],
    });
    write_file(&folder.path().join("a.gltf"), json.to_string().as_bytes());
    folder
}

fn assert_holds(path: &Path, bytes: &[u8]) {
    assert_eq!(std::fs::read(path).unwrap(), bytes, "{}", path.display());
}

#[test]
fn they_go_along_into_another_folder() {
    let (old, new) = (folder_with_pictures(), tempfile::tempdir().unwrap());
    let character = open(&old.path().join("a.gltf")).unwrap();
    assert_eq!(character.warnings, []);
    drop(old);
    let report = save(&character, &new.path().join("b.gltf")).unwrap();
    assert_holds(&new.path().join("textures/normal map.png"), PNG);
    assert_holds(&new.path().join("glow.dds"), DDS);
    assert_eq!(report.missing, ["../gone.png", "gone.png"]);
    let text = report.to_string();
    assert!(
        text.contains("\"gone.png\"") && text.contains("copy it"),
        "{text}"
    );
    assert_eq!(
        open(&new.path().join("b.gltf")).unwrap().source.json(),
        character.source.json()
    );
}

#[test]
fn they_go_into_one_file_where_it_can_hold_them_and_beside_it_else() {
    let (old, new) = (folder_with_pictures(), tempfile::tempdir().unwrap());
    let character = open(&old.path().join("a.gltf")).unwrap();
    let report = save(&character, &new.path().join("b.glb")).unwrap();
    assert_eq!(report.missing, ["../gone.png", "gone.png"]);
    assert!(!new.path().join("textures").exists());
    assert_holds(&new.path().join("glow.dds"), DDS);
    let saved = open(&new.path().join("b.glb")).unwrap();
    let source = &saved.source;
    let json = source.json();
    let images = &json["images"];
    assert_eq!(images[0]["mimeType"], "image/png");
    assert_eq!(images[0]["uri"], Value::Null);
    assert_eq!(images[1]["uri"], "glow.dds");
    assert_eq!(images[4]["name"], "again");
    assert_eq!(
        images[4]["bufferView"], images[0]["bufferView"],
        "stored once"
    );
    let views = json["bufferViews"].as_array().unwrap();
    assert_eq!(views.len(), 1);
    assert_eq!(source.binary.as_ref().unwrap().get(..PNG.len()), Some(PNG));
    // Once more, from a file that is a GLB with a picture beside it.
    let third = tempfile::tempdir().unwrap();
    save(&saved, &third.path().join("c.glb")).unwrap();
    assert_holds(&third.path().join("glow.dds"), DDS);
}

#[test]
fn a_file_saved_where_it_was_needs_nothing() {
    let folder = folder_with_pictures();
    write_file(&folder.path().join("gone.png"), PNG);
    let character = open(&folder.path().join("a.gltf")).unwrap();
    let report = save(&character, &folder.path().join("a.gltf")).unwrap();
    assert_eq!(report.missing, ["../gone.png"]);
}

/// What an extension says of one buffer is not said of the one that all are moved into, and views that nobody reads may be absurd.
#[test]
fn one_buffer_of_many_keeps_a_name_and_no_extension() {
    let buffer = "data:application/octet-stream;base64,AAAAAAAAAAA=";
    let json = json!({
        "asset": { "version": "2.0" },
        "buffers": [
            {
                "byteLength": 8, "uri": buffer, "name": "first", "extras": 7,
                "extensions": { "EXT_meshopt_compression": { "fallback": true } },
            },
            { "byteLength": 8, "uri": buffer },
            { "byteLength": 4, "uri": "data:application/octet-stream;base64,AQIDBA==" },
        ],
        "bufferViews": [
            { "buffer": 2, "byteLength": 4 },
            { "buffer": 2, "byteOffset": u64::MAX, "byteLength": 4 },
        ],
    });
    let before = crate::support::open_json(&json).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.glb");
    save(&before, &path).unwrap();
    let saved = open(&path).unwrap().source.json();
    assert_eq!(
        saved["buffers"],
        json!([{ "byteLength": 12, "name": "first", "extras": 7 }])
    );
    assert_eq!(saved["bufferViews"][0]["byteOffset"], 8);
}

/// Names in a hundred thousand spellings, of a file that is there and of files that are not: read once, and in good time.
#[test]
fn many_spellings_of_one_picture_are_one() {
    let folder = folder_with_pictures();
    let uri = |spelling: usize| {
        let steps = format!("{spelling:b}")
            .replace('0', "./")
            .replace('1', ".//");
        json!({ "uri": format!("{steps}glow.dds") })
    };
    let json = json!({
        "asset": { "version": "2.0" },
        "images": (0..20_000).map(uri).chain((0..20_000).map(|n| json!({ "uri": format!("no{n}") }))).collect::<Vec<_>>(),
    });
    let path = folder.path().join("many.gltf");
    write_file(&path, json.to_string().as_bytes());
    let character = open(&path).unwrap();
    let files = &character.source.side_files;
    let shared = |bytes| std::sync::Arc::ptr_eq(&files[0].bytes, bytes);
    assert!(files.len() == 20_000 && files.iter().all(|file| shared(&file.bytes)));
    let new = tempfile::tempdir().unwrap();
    let report = save(&character, &new.path().join("b.gltf")).unwrap();
    assert_eq!(report.missing.len(), 20_000);
    assert_holds(&new.path().join("glow.dds"), DDS);
}
