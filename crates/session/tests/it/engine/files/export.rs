//! The character leaves as a file, and is opened again.

use std::fs;
use std::path::{Path, PathBuf};

use rig::{BindPose, InfluenceRow, Skeleton};
use session::commands::actions::{FileAction, SkeletonAction, WeightAction, WindowAction};
use session::commands::command::Intent;
use session::state::bake::baking::BakeAsked;
use session::state::export::dialog::ExportAsked;
use session::state::skeleton::joint_work::JointIntent;

use crate::engine::driven::Driven;
use crate::engine::painter::{CTRL, NONE};

/// By its dialog, with a path.
fn export(editor: &mut Driven, path: &Path) {
    editor.ask_for_file::<ExportAsked>();
    editor.type_path::<ExportAsked>(path);
    editor.go::<ExportAsked>();
}

fn is_asked(editor: &Driven) -> bool {
    editor.asks_for_file::<ExportAsked>()
}

fn fault(editor: &Driven) -> String {
    editor.file_fault::<ExportAsked>()
}

/// Weights of a vertex by the names of joints.
fn named_row(row: InfluenceRow<'_>, bind: &BindPose, skeleton: &Skeleton) -> Vec<(String, f32)> {
    let joints = row.joints.iter();
    let names = joints.map(|slot| skeleton.name(bind.joints()[usize::from(*slot)]));
    let names = names.map(str::to_owned);
    let mut named: Vec<_> = names.zip(row.weights.iter().copied()).collect();
    named.sort_by(|one, other| one.0.cmp(&other.0));
    named
}

/// Weights of every vertex by the names of joints, and the numbers of the blend map.
fn rows(editor: &Driven) -> Vec<(Vec<(String, f32)>, f32)> {
    let character = editor.character();
    let skeleton = &character.rig.skeleton;
    let mut all = Vec::new();
    for instance in &character.instances {
        let Some(bind) = instance.skin.map(|skin| &character.rig.binds[skin]) else {
            continue;
        };
        for primitive in &character.meshes[instance.mesh].primitives {
            let rows = primitive.influences.as_ref().unwrap().rows();
            for (vertex, row) in rows.enumerate() {
                let map = primitive.maps.blend.as_ref();
                let number = map.map_or(1.0, |map| map.value(vertex));
                all.push((named_row(row, bind, skeleton), number));
            }
        }
    }
    all
}

/// An arm in a folder of its own, with a joint renamed, saved as a project.
fn renamed_and_saved(folder: &Path) -> Driven {
    let source = folder.join("arm.glb");
    fs::write(&source, super::ARM).unwrap();
    let mut editor = Driven::open(source.to_str().unwrap());
    editor.select("forearm");
    let forearm = editor.joint("forearm");
    editor.send(Intent::Joints(JointIntent::Rename(
        forearm,
        "elbow".to_owned(),
    )));
    editor.save_to(&folder.join("arm.dualskin"));
    editor
}

#[test]
fn what_cannot_be_is_said_and_leaves_all_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = renamed_and_saved(folder.path());
    let source = folder.path().join("arm.glb");
    let project = folder.path().join("arm.dualskin");
    let before = fs::read(&source).unwrap();
    let mut cases: Vec<(PathBuf, &str)> = vec![
        (source.clone(), "is the file that this project is made of"),
        (folder.path().join("arm.obj"), "ends in .glb"),
        (project.clone(), "ends in .glb"),
        (folder.path().join("gone/arm.glb"), "does not exist"),
        (folder.path().join("x.glb"), "folder"),
    ];
    fs::create_dir(folder.path().join("x.glb")).unwrap();
    #[cfg(unix)]
    {
        let link = folder.path().join("link.glb");
        std::os::unix::fs::symlink(&source, &link).unwrap();
        cases.push((link, "is the file that this project is made of"));
    }
    for (path, word) in cases {
        export(&mut editor, &path);
        let fault = fault(&editor);
        assert!(fault.contains(word), "{word}: {fault}");
        assert!(fault.ends_with('.') && !fault.ends_with(".."), "{fault}");
        editor.close_dialog::<ExportAsked>();
        assert!(!is_asked(&editor));
    }
    assert!(fs::read(&source).unwrap() == before);
    assert!(!folder.path().join("arm.glb.bak").exists());
    // What is baked has a name of its own, and needs no other mark.
    editor.run(FileAction::BakeCharacter);
    let bake = editor.offered_path::<BakeAsked>();
    assert!(bake.ends_with("arm-baked.glb"), "{bake}");
    editor.close_dialog::<BakeAsked>();
    // Beside the source all is well, and what is open stays open.
    editor.run(FileAction::ExportCharacterToPath);
    let offered = editor.offered_path::<ExportAsked>();
    assert!(offered.ends_with("arm-edited.glb"), "{offered}");
    editor.go::<ExportAsked>();
    assert!(!is_asked(&editor), "{}", fault(&editor));
    assert!(fs::read(&source).unwrap() == before);
    assert_eq!(editor.session().character.file, source.to_str().unwrap());
    assert!(!editor.is_dirty());
    assert!(!editor.session().character.reload_offered);
    editor.open_path(&offered);
    assert!(editor.skeleton().find("elbow").is_some());
}

#[test]
fn what_was_painted_is_in_the_file() {
    let mut editor = Driven::painting("builtin:arm", "forearm");
    let known = editor.total_of("forearm");
    let from = editor.pixel_of(0, "forearm");
    let along = glam::Vec2::new(12.0, 6.0);
    editor.stroke(from, along, NONE);
    assert!(editor.total_of("forearm") > known);
    editor.run(WeightAction::TogglePaintLayer);
    editor.stroke(from, along, CTRL);
    let painted = rows(&editor);
    let mapped = painted.iter().filter(|(_, number)| *number < 1.0);
    assert!(mapped.count() > 0, "the blend map is painted");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("painted.glb");
    export(&mut editor, &path);
    assert!(!is_asked(&editor), "{}", fault(&editor));
    assert!(editor.is_dirty(), "an export is no project");
    editor.open_path_dropping_changes(path.to_str().unwrap());
    let (file, opened) = (&editor.session().character.file, rows(&editor));
    assert_eq!(file, path.to_str().unwrap());
    assert_eq!(opened.len(), painted.len());
    for (vertex, (now, then)) in opened.iter().zip(&painted).enumerate() {
        assert!((now.1 - then.1).abs() < 1e-6, "blend map at {vertex}");
        let weight = |row: &[(String, f32)], name: &str| {
            let found = row.iter().find(|(joint, _)| joint == name);
            found.map_or(0.0, |(_, weight)| *weight)
        };
        for (name, _) in now.0.iter().chain(&then.0) {
            let distance = weight(&now.0, name) - weight(&then.0, name);
            assert!(distance.abs() < 1e-5, "{name} at {vertex}: {distance}");
        }
    }
}

#[test]
fn joints_that_were_made_are_in_the_file() {
    let mut editor = Driven::open("builtin:arm");
    editor.run(WindowAction::SkeletonMode);
    let count = editor.skeleton().len();
    editor.select("forearm");
    editor.run(SkeletonAction::InsertJoint);
    let skeleton = editor.skeleton();
    assert_eq!(skeleton.len(), count + 1, "{:?}", editor.notices());
    let all: Vec<String> = skeleton
        .joints()
        .map(|joint| skeleton.name(joint).to_owned())
        .collect();
    let frames = |editor: &Driven| -> Vec<glam::Vec3> {
        all.iter()
            .map(|name| editor.shown().frames(0)[editor.joint(name).index()])
            .map(|frame| frame.translation.into())
            .collect()
    };
    let before = frames(&editor);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.glb");
    export(&mut editor, &path);
    assert!(!is_asked(&editor), "{}", fault(&editor));
    editor.open_path_dropping_changes(path.to_str().unwrap());
    let after = frames(&editor);
    for (now, then) in after.iter().zip(&before) {
        assert!(now.distance(*then) < 1e-4, "{after:?} {before:?}");
    }
}
