//! What was opened is saved as it came, with what was edited.

use std::path::Path;

use character::{Character, SaveError, open, open_bytes, save, to_bytes};

use crate::support::{list, own_synthetic, read_json, say, synthetic};

/// Every valid file with all joints renamed, saved, opened again: nothing else has changed.
#[test]
fn synthetic_files_survive_being_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut n_files = 0;
    for entry in std::fs::read_dir(synthetic().join("valid")).unwrap() {
        let path = entry.unwrap().path();
        if !path
            .extension()
            .is_some_and(|ending| ending == "glb" || ending == "gltf")
        {
            continue;
        }
        let mut before = open(&path).unwrap();
        rename_all(&mut before);
        // A folder of its own, so that files beside it have to come along.
        let own = folder.path().join(n_files.to_string());
        std::fs::create_dir(&own).unwrap();
        let saved = own.join(path.file_name().unwrap());
        save(&before, &saved).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let after = open(&saved).unwrap_or_else(|error| panic!("{error}"));
        assert_same(&before, &after, &path);
        n_files += 1;
    }
    assert!(n_files > 0);
    say(&format!("synthetic_save: {n_files} files"));
}

fn rename_all(character: &mut Character) {
    let skeleton = &mut std::sync::Arc::make_mut(&mut character.rig).skeleton;
    for joint in skeleton.joints() {
        skeleton.rename(
            joint,
            format!("joint \"{}\" ü {}", joint.0, skeleton.key(joint)),
        );
    }
}

fn assert_same(before: &Character, after: &Character, path: &Path) {
    let path = path.display();
    assert_eq!(before.rig, after.rig, "{path}");
    assert_eq!(before.meshes, after.meshes, "{path}");
    assert_eq!(before.instances, after.instances, "{path}");
    assert_eq!(before.clips, after.clips, "{path}");
    assert_eq!(before.materials, after.materials, "{path}");
    assert_eq!(before.images, after.images, "{path}");
    assert_eq!(before.source.binary, after.source.binary, "{path}");
    assert_eq!(
        before.source.other_chunks, after.source.other_chunks,
        "{path}"
    );
}

#[test]
fn synthetic_file_keeps_what_a_round_trip_must_keep() {
    let original = open(&own_synthetic().join("valid/17_preserve.glb")).unwrap();
    let saved = open_bytes("saved", &to_bytes(&original).unwrap()).unwrap();
    assert_eq!(saved.source.json(), original.source.json());
    let expected = read_json(&own_synthetic().join("reference/17_preserve_roundtrip.json"));
    let text = saved.source.json().to_string();
    for tag in list(&expected["tags"]) {
        assert!(text.contains(&tag.to_string()), "{tag}");
    }
    assert!(
        text.contains("9007199254740993"),
        "a 64-bit integer was rounded"
    );
}

#[test]
fn nothing_edited_nothing_changed() {
    for entry in std::fs::read_dir(synthetic().join("valid")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "glb") {
            let original = open(&path).unwrap();
            let saved = open_bytes(&original.name, &to_bytes(&original).unwrap()).unwrap();
            assert_eq!(
                saved.source.json(),
                original.source.json(),
                "{}",
                path.display()
            );
            assert_eq!(saved.source.binary, original.source.binary);
        }
    }
}

#[test]
fn what_cannot_be_saved_is_reported_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let glb = open(&own_synthetic().join("valid/17_preserve.glb")).unwrap();
    let at = |name: &str| folder.path().join(name);
    let error = save(&glb, &at("out.obj")).unwrap_err();
    assert!(error.to_string().contains("ends in .glb"), "{error}");
    let error = save(&glb, &at("out")).unwrap_err();
    assert!(matches!(error, SaveError::OtherFormat { .. }), "{error}");
    let error = save(&glb, &at("missing/out.glb")).unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
    let error = save(&Character::default(), &at("out.gltf")).unwrap_err();
    assert!(matches!(error, SaveError::NoSource { .. }), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_side_file_of_the_same_name_is_not_overwritten() {
    let original = open(&own_synthetic().join("valid/15a_external_bin.gltf")).unwrap();
    let side_file = original.source.side_files.first().unwrap();
    let name = side_file.path.file_name().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let occupied = folder.path().join(name);
    crate::support::write_file(&occupied, b"somebody's own");
    let error = save(&original, &folder.path().join("out.gltf")).unwrap_err();
    assert!(
        matches!(&error, SaveError::Occupied { path } if *path == occupied),
        "{error}"
    );
    assert_eq!(std::fs::read(&occupied).unwrap(), b"somebody's own");
    assert!(!folder.path().join("out.gltf").exists());
}

/// What came as JSON with buffers and pictures beside it is one file, and the same character.
#[test]
fn a_gltf_is_saved_as_one_file() {
    let mut files = crate::support::files_in(&synthetic().join("valid"), &["gltf"]);
    if let Some(models) = crate::support::folder_named("DUALSKIN_MODELS") {
        files.extend(crate::support::files_in(&models, &["gltf"]));
    }
    for path in files {
        let before = open(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let saved = folder.path().join("one.glb");
        save(&before, &saved).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let after = open(&saved).unwrap();
        let path = path.display();
        assert!(
            after.source.is_glb && after.source.side_files.is_empty(),
            "{path}"
        );
        assert_eq!(before.rig, after.rig, "{path}");
        assert_eq!(before.meshes, after.meshes, "{path}");
        assert_eq!(before.clips, after.clips, "{path}");
        assert_eq!(before.materials, after.materials, "{path}");
        assert_eq!(before.images, after.images, "{path}");
    }
}

#[test]
fn a_picture_without_any_buffer_is_moved_too() {
    let png = "data:image/png;base64,iVBORw0KGgo=";
    let json = serde_json::json!({
        "asset": { "version": "2.0" },
        "images": [{ "uri": png }, { "uri": "data:text/plain,no" }],
    });
    let before = crate::support::open_json(&json).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("one.glb");
    save(&before, &saved).unwrap();
    let after = open(&saved).unwrap().source.json();
    assert_eq!(after["images"][0]["bufferView"], 0);
    assert_eq!(after["bufferViews"][0]["byteLength"], 8);
    assert_eq!(after["images"][1], json["images"][1]);
}
