//! Numbers in a file beside a `.gltf`, some of which an edit replaces.

use std::fs;
use std::path::Path;

use character::{Character, SkeletonEdit, WeightEdit, open, open_bytes, save, to_bytes, to_glb};
use glam::Vec3;
use rig::Stretch;

/// The creature with its numbers in `creature.bin`.
fn beside(folder: &Path) -> Character {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let path = folder.join("creature.gltf");
    save(&open(&assets.join("creature.glb")).unwrap(), &path).unwrap();
    open(&path).unwrap()
}

/// All weights, and inverse bind matrices and shapes.
fn edited(character: &Character) -> Character {
    let vertices = character.meshes[0].primitives[0].positions.len();
    let mut edit = WeightEdit::default();
    for vertex in 0..u32::try_from(vertices).unwrap() {
        edit.rows.push(vertex, [(0, 0.5), (1, 0.5)]);
    }
    let painted = character.with_weights(&[edit]).unwrap();
    let mut pose = painted.file_pose();
    for stretch in &mut pose.stretch {
        *stretch = Stretch {
            scale: Vec3::splat(1.01),
            shear: Vec3::ZERO,
        };
    }
    let rest = SkeletonEdit::take_rest(&painted, &pose, &painted.rig.scale_inheritance).unwrap();
    painted.apply_edit(&rest).unwrap().character
}

fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|it| it.unwrap().metadata().unwrap().len())
        .sum()
}

#[test]
fn what_an_edit_replaces_leaves_the_file_beside() {
    let [from, to] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let character = beside(from.path());
    let own = fs::read(from.path().join("creature.bin")).unwrap();
    let changed = edited(&character);
    let path = to.path().join("changed.gltf");
    save(&changed, &path).unwrap();
    let left = fs::read(to.path().join("changed.bin")).unwrap();
    assert!(
        left.len() < own.len() * 4 / 5,
        "{} of {}",
        left.len(),
        own.len()
    );
    assert!(!to.path().join("creature.bin").exists());
    let saved = open(&path).unwrap();
    let as_one = open_bytes("one", &to_glb(&changed).unwrap().0).unwrap();
    assert!(saved.meshes == changed.meshes && saved.meshes == as_one.meshes);
    assert!(saved.rig == as_one.rig && saved.clips == as_one.clips);
    // The character's own stays, also where the new one comes beside it and has its name.
    save(&changed, &from.path().join("creature-2.gltf")).unwrap();
    assert_eq!(fs::read(from.path().join("creature.bin")).unwrap(), own);
    let again = from.path().join("creature.gltf");
    save(&changed, &again).unwrap();
    assert_eq!(fs::read(from.path().join("creature.bin")).unwrap(), own);
    assert!(from.path().join("creature-2.bin").exists());
    assert!(open(&again).unwrap().meshes == changed.meshes);
    // And a file that is saved again and again does not grow.
    let size = bytes_in(to.path());
    let once_more = to.path().join("once more.gltf");
    save(&edited(&saved), &once_more).unwrap();
    assert!(bytes_in(to.path()) < size * 2 + size / 10);
}

/// Without a path there is no name for another file: what is left stands in the one that is given.
#[test]
fn one_file_alone_holds_what_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let character = beside(folder.path());
    let changed = edited(&character);
    let bytes = to_bytes(&changed).unwrap();
    let alone = folder.path().join("alone.gltf");
    fs::write(&alone, bytes).unwrap();
    fs::remove_file(folder.path().join("creature.bin")).unwrap();
    assert!(open(&alone).unwrap().meshes == changed.meshes);
    let as_one = folder.path().join("one.glb");
    save(&changed, &as_one).unwrap();
    let own = fs::metadata(&as_one).unwrap().len();
    let whole = beside(folder.path());
    save(&whole, &as_one).unwrap();
    let before = fs::metadata(&as_one).unwrap().len();
    assert!(own < before + before / 10, "{own} after {before}");
}
