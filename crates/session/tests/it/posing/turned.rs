//! Rotations beyond half a turn: the way round survives what is typed, dragged, undone, saved and kept as a preset.

use glam::{Quat, Vec3};
use rig::{Channel as TrackChannel, JointIndex, PosePreset};
use session::commands::actions::{Action, EditAction, ToolAction};
use session::commands::command::{Command, Input, Intent};
use session::document::channel::{Channel, JointField};
use session::features::posing::pose_edit::values;
use session::state::gizmo::operation::Event;
use session::state::gizmo::tool::{Axis, Tool};
use session::state::posing::command::PoseIntent;
use session::state::presets::{PresetFile, read as read_preset, write as write_preset};
use session::state::projects::{read, restore_project, work_of, write};

use crate::support::work::Work;

const JOINT: JointIndex = JointIndex(2);

fn typed(work: &mut Work, axis: usize, value: f32) {
    let field = JointField {
        joint: JOINT,
        channel: Channel::Rotation,
        axis,
    };
    let dragging = false;
    work.send(
        Intent::Pose(PoseIntent::SetField {
            field,
            value,
            dragging,
        })
        .into(),
    );
}

fn turned(work: &Work) -> Quat {
    work.document.pose.rigid[JOINT.index()].rotation
}

/// The angles as fields show them once nobody remembers what was typed.
fn shown(work: &Work) -> Vec3 {
    values(&work.document.pose, JOINT.index(), Channel::Rotation)
}

fn about_x(degrees: f32) -> Quat {
    Quat::from_rotation_x(degrees.to_radians())
}

fn same(found: Quat, wanted: Quat) {
    assert!(found.dot(wanted) > 1.0 - 1e-5, "{found}, not {wanted}");
}

#[test]
fn three_hundred_degrees_survive_undo_save_and_preset() {
    let mut work = Work::on("builtin:arm");
    work.send(Intent::Select(Some(JOINT)).into());
    typed(&mut work, 0, 300.0);
    same(turned(&work), about_x(300.0));
    assert!(shown(&work).abs_diff_eq(Vec3::new(300.0, 0.0, 0.0), 1e-3));

    work.run(Action::Edit(EditAction::Undo));
    same(turned(&work), Quat::IDENTITY);
    work.run(Action::Edit(EditAction::Redo));
    same(turned(&work), about_x(300.0));

    let text = write(&work_of(&work.document)).unwrap();
    assert!(text.contains("300.0"), "as it was typed: {text}");
    let again = restore_project(&work.document.original, &read(text.as_bytes()).unwrap());
    assert_eq!(again.document.pose, work.document.pose);

    let skeleton = &work.document.character.rig.skeleton;
    let file = PresetFile {
        name: "twisted".to_owned(),
        preset: PosePreset::of(skeleton, &work.document.pose),
        ..PresetFile::default()
    };
    let text = write_preset(&file);
    assert!(text.contains("rotation: (300, 0, 0)"), "{text}");
    let kept = read_preset(&text, "twisted.ron").unwrap().preset;
    let rest = work.document.character.file_pose();
    let applied = kept.apply_to(skeleton, &rest, 1.0, None);
    same(applied.rigid[JOINT.index()].rotation, about_x(300.0));
    let half = kept.apply_to(skeleton, &rest, 0.5, None);
    same(half.rigid[JOINT.index()].rotation, about_x(150.0));
}

/// Turned on and on, by a number and by another axis after it: the gizmo's turns add up with their sign.
#[test]
fn turns_of_the_gizmo_add_up_with_their_sign() {
    let mut work = Work::on("builtin:arm");
    work.send(Intent::Select(Some(JOINT)).into());
    for _ in 0..3 {
        work.run(Action::Tool(ToolAction::Operate(Tool::Rotate)));
        for event in [Event::Axis(Axis::X), Event::Sign('1'), Event::Sign('1')] {
            work.send(Command::Input(Input::Tool(event)));
        }
        work.send(Command::Input(Input::Tool(Event::Sign('0'))));
        work.send(Command::Input(Input::Tool(Event::Confirm)));
    }
    let angle = 2.0 * turned(&work).w.clamp(-1.0, 1.0).acos().to_degrees();
    assert!((angle - 330.0).abs() < 0.1, "{angle}");
}

/// The first key of a track keeps the sign that it is given, in the project and in the file.
#[test]
fn a_first_key_keeps_its_sign_in_project_and_file() {
    let work = Work::on("builtin:arm");
    let clip = work.document.character.clips[0].clone();
    let skeleton = work.document.character.rig.skeleton.clone();
    let track = clip.tracks().iter().find_map(|track| match &track.channel {
        TrackChannel::Rotation(keys) => Some((track.joint, keys.clone())),
        _ => None,
    });
    let (joint, keys) = track.unwrap();
    let first = keys.times()[0];
    let rest = skeleton.keyed_rest(joint).rotation;
    let edit = rig::ClipEdit::SetKeys(vec![rig::NewKey {
        target: rig::Target::Joint(joint, rig::JointChannel::Rotation),
        time: first,
        value: rig::KeyValue::Rotation(rest * about_x(300.0)),
        tangents: None,
        mode: None,
    }]);
    let (edited, _) = clip.with_edit(&edit).unwrap();
    let of = |character: &character::Character| {
        let pose =
            character.clips[0].sample(&character.rig.skeleton, &character.file_pose(), first);
        pose.rigid[joint.index()].rotation
    };
    let mut clips = work.document.character.clips.to_vec();
    clips[0] = edited;
    let animated = work.document.with_clips(clips);
    same(of(&animated.character), about_x(300.0));
    let text = write(&work_of(&animated)).unwrap();
    let again = restore_project(&work.document.original, &read(text.as_bytes()).unwrap());
    same(of(&again.document.character), about_x(300.0));
    let saved = tempfile::tempdir().unwrap();
    let path = saved.path().join("turned.glb");
    character::save(&animated.character, &path).unwrap();
    same(of(&character::open(&path).unwrap()), about_x(300.0));
}
