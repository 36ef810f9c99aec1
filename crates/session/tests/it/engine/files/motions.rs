//! Motions without a mesh: files of other formats, opened as copies.

use std::fs;
use std::path::Path;

use glam::Vec3;
use retarget::{BoneMap, Slot};
use rig::{Channel, Clip, ClipId, HumanBone, Interpolation, JointTrack, Track};
use session::commands::actions::{ClipToolAction, FileAction};
use session::commands::command::Intent;
use session::state::export::dialog::ExportAsked;
use session::state::motion_in::chosen_maps::MapSide;
use session::state::motion_in::dialog::{MotionDialog, MotionIntent};
use session::state::motion_in::preview::skeleton_lines;

use crate::engine::driven::Driven;

const WALK: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT LeftFoot\n{\n\
    OFFSET 0 -90 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 12\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n\
    0 95 0 0 0 0 0 0 0\n0 95 30 0 0 0 0 20 0\n0 95 60 0 0 0 0 0 0\n";

fn write(path: &Path, text: &str) {
    whole_file::write_whole(path, text.as_bytes()).unwrap();
}

#[test]
fn a_capture_is_opened_as_a_copy_with_its_motion_shown_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.bvh");
    write(&path, WALK);
    let mut editor = Driven::open(&path.to_string_lossy());
    assert_eq!(editor.skeleton().len(), 3);
    let moment = editor.session().playback.moment.unwrap();
    assert_eq!(
        editor.character().clip(moment.clip).unwrap().name(),
        Some("walk")
    );
    assert!(!editor.is_dirty(), "{}", editor.step());
    let said = editor.said();
    assert!(
        said.contains("copy of the file (BVH)") && said.contains("centimeters"),
        "{said}"
    );
    editor.run(FileAction::ExportCharacterToPath);
    editor.go::<ExportAsked>();
    let said = editor.said();
    assert!(said.contains("walk.glb"), "{said}");
    let written = fs::read(folder.path().join("walk.glb")).unwrap();
    let again = character::open_bytes("walk", &written).unwrap();
    assert_eq!(
        again.clips[0].tracks(),
        editor.character().clips[0].tracks()
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), WALK);
}

#[test]
fn a_broken_capture_says_its_line_and_keeps_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.bvh");
    write(&path, &WALK.replace("OFFSET 0 -90 0", "OFFSET 0 down 0"));
    let mut editor = Driven::open("builtin:cylinder");
    let joints = editor.skeleton().len();
    editor.open_path(&path.to_string_lossy());
    let said = editor.said();
    assert!(
        said.contains("broken.bvh") && said.contains("line 8"),
        "{said}"
    );
    assert_eq!(editor.skeleton().len(), joints);
}

pub(super) fn dialog(editor: &Driven) -> &MotionDialog {
    editor.session().motion_in.dialog.as_ref().unwrap()
}

pub(super) fn wait_for_motion(editor: &mut Driven) {
    editor.wait_until("the motion is known", |editor| {
        let dialog = dialog(editor);
        let failed = dialog.source().is_some_and(Result::is_err);
        failed || dialog.result(editor.character()).is_some()
    });
}

/// With the dialog open, and a file chosen in it that was read.
fn asked(character: &str, file: std::path::PathBuf) -> Driven {
    let mut editor = Driven::open(character);
    editor.run(ClipToolAction::BringInMotion);
    editor.send(Intent::Motion(MotionIntent::Chosen(file)));
    wait_for_motion(&mut editor);
    editor
}

fn target_bones(editor: &Driven) -> BoneMap {
    let map = dialog(editor).map(MapSide::Target, editor.character());
    map.unwrap().clone()
}

/// The walk of the figure as a capture, in this folder.
pub(super) fn capture_of_walk(folder: &Path) -> std::path::PathBuf {
    let biped = session::files::builtin::find("biped")
        .unwrap()
        .open()
        .unwrap();
    let walk = biped
        .clips
        .iter()
        .position(|clip| clip.name() == Some("walk"))
        .unwrap();
    let written = formats::write_bvh(&biped, walk, formats::BvhOptions::default()).unwrap();
    let path = folder.join("steps.bvh");
    write(&path, &written.text);
    path
}

#[test]
fn the_picture_follows_what_travels_though_some_joints_stay() {
    let woman = session::files::builtin::find("woman");
    let woman = woman.unwrap().open().unwrap();
    let skeleton = &woman.rig.skeleton;
    // Hips and legs stay.
    let joint = skeleton.find("spine").unwrap();
    let far = 40.0 * Vec3::Z;
    let [start, end] = [0.0, 1.0].map(|part| skeleton.keyed_rest(joint).translation + part * far);
    let keys = Track::new(vec![0.0, 1.0], vec![start, end], Interpolation::Linear);
    let track = JointTrack {
        joint,
        channel: Channel::Translation(keys.unwrap()),
    };
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![track], Vec::new());
    let rest = skeleton_lines(&woman, None, 0.0);
    let moved = skeleton_lines(&woman, Some(&clip), 1.0);
    let way = moved.middle - rest.middle;
    assert!(way.length() > 39.0, "{way}");
    let is_seen = |[_, to]: &&[Vec3; 2]| to.distance(moved.middle) < moved.size;
    assert!(2 * moved.bones.iter().filter(is_seen).count() > rest.bones.len());
}

#[test]
fn motion_of_a_capture_comes_over_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = asked("builtin:woman", capture_of_walk(folder.path()));
    let before = editor.character().clips.len();
    let brought = dialog(&editor)
        .result(editor.character())
        .unwrap()
        .as_ref()
        .unwrap();
    let report = brought[0].report.as_ref().unwrap();
    let worst = report
        .limbs
        .iter()
        .map(|limb| limb.distance)
        .fold(0.0, f32::max);
    assert!(worst < 0.05, "{worst} of the body's height");
    let slides = report.slides.iter().map(|slide| slide.of_stride);
    assert!(slides.fold(0.0, f32::max) < 0.01);
    editor.send(Intent::Motion(MotionIntent::Begin));
    assert!(editor.session().motion_in.dialog.is_none());
    assert_eq!(editor.character().clips.len(), before + 1);
    assert_eq!(editor.step(), "Bring in motion");
    let moment = editor.session().playback.moment.unwrap();
    // The character has a clip of that name already.
    assert_eq!(
        editor.character().clip(moment.clip).unwrap().name(),
        Some("steps")
    );
    let said = editor.said();
    assert!(
        said.contains("1 clip of steps.bvh came over") && said.contains("body's height"),
        "{said}"
    );
    editor.run(session::commands::actions::EditAction::Undo);
    assert_eq!(editor.character().clips.len(), before);
}

#[test]
fn bones_by_hand_count_and_maps_that_share_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = asked("builtin:biped", capture_of_walk(folder.path()));
    let found = target_bones(&editor);
    let arm = Slot::Human(HumanBone::LeftUpperArm);
    let other = found.joint(HumanBone::RightUpperArm);
    editor.send(Intent::Motion(MotionIntent::Bone(
        MapSide::Target,
        Slot::Human(HumanBone::RightUpperArm),
        None,
    )));
    editor.send(Intent::Motion(MotionIntent::Bone(
        MapSide::Target,
        arm.clone(),
        other,
    )));
    wait_for_motion(&mut editor);
    assert_eq!(target_bones(&editor).joint(HumanBone::LeftUpperArm), other);
    editor.send(Intent::Motion(MotionIntent::Forget(MapSide::Target)));
    assert_eq!(target_bones(&editor), found);
    for bone in HumanBone::ALL {
        editor.send(Intent::Motion(MotionIntent::Bone(
            MapSide::Target,
            Slot::Human(bone),
            None,
        )));
    }
    wait_for_motion(&mut editor);
    let why = dialog(&editor)
        .result(editor.character())
        .unwrap()
        .as_ref()
        .unwrap_err()
        .clone();
    assert!(why.ends_with('.') && why.contains("bone"), "{why}");
    let clips = editor.character().clips.len();
    editor.send(Intent::Motion(MotionIntent::Begin));
    assert_eq!(
        editor.character().clips.len(),
        clips,
        "nothing is brought in"
    );
}

#[test]
fn a_file_without_motion_says_so() {
    let mut editor = asked("builtin:biped", "builtin:biped_mesh".into());
    let why = dialog(&editor).source().unwrap().as_ref().unwrap_err();
    assert!(why.contains("no clip"), "{why}");
    editor.send(Intent::Motion(MotionIntent::Close));
    assert!(editor.session().motion_in.dialog.is_none());
}

#[test]
fn another_character_closes_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = asked("builtin:biped", capture_of_walk(folder.path()));
    editor.open_path("builtin:cylinder");
    assert!(editor.session().motion_in.dialog.is_none());
    editor.send(Intent::Motion(MotionIntent::Begin));
    assert_eq!(editor.character().name, "cylinder");
    assert!(!editor.is_dirty());
}
