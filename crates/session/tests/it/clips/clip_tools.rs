//! Operations on the whole clip that is shown: each is one step that can be undone.

use rig::{Clip, ClipEdit, JointChannel, JointIndex, KeyValue, NewKey, Pose, RootMotion, Target};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, EditAction};
use session::commands::command::{Command, Intent};
use session::document::channel::{Channel, JointField};
use session::mode::Mode;
use session::shown::current_pose;
use session::state::clips::clip_tools::{
    ClipDialog, ClipToolIntent, LoopChoice, LoopWay, RootChoice, WarpChoice,
};
use session::state::clips::command::ClipIntent;
use session::state::posing::command::PoseIntent;
use session::state::timeline::frames::FrameRate;

use crate::support::work::Work;

/// A character with its first clip that moves something shown.
fn with_clip(file: &str) -> Work {
    let mut work = Work::on(file);
    work.session.mode = Mode::Animate;
    let clips = &work.document.character.clips;
    let id = clips.iter().find(|clip| !clip.is_empty()).unwrap().id();
    work.send(Intent::ShowClip(Some(id)).into());
    work
}

fn clip(work: &Work) -> &Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap()
}

fn pose(work: &Work, time: f32) -> Pose {
    let character = &work.document.character;
    clip(work).sample(&character.rig.skeleton, &character.file_pose(), time)
}

fn tool(intent: ClipToolIntent) -> Command {
    Intent::Clip(ClipIntent::Tool(intent)).into()
}

fn go(work: &mut Work, dialog: ClipDialog) {
    work.send(tool(ClipToolIntent::Ask(Some(dialog))));
    work.send(tool(ClipToolIntent::Go));
    assert_eq!(work.session.clip_tools.dialog, None);
}

#[test]
fn a_clip_is_mirrored_and_back_in_two_steps() {
    let mut work = with_clip("builtin:biped");
    let [start, time] = [0.3, 0.7].map(|share| share * clip(&work).duration());
    let before = work.document.clone();
    let was = pose(&work, time);
    work.run(Action::ClipTool(ClipToolAction::MirrorClip));
    assert_eq!(work.history.len(), 1);
    assert!(work.history.undo_name().unwrap().starts_with("Mirror "));
    let skeleton = work.document.character.rig.skeleton.clone();
    let pairs = rig::JointPairs::new(&skeleton, work.session.settings.mirror.patterns());
    let seen = rig::mirror_pose(&skeleton, &was, &pairs);
    for (is, wanted) in pose(&work, time).rigid.iter().zip(&seen.rigid) {
        assert!(is.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-5);
        assert!(is.translation.abs_diff_eq(wanted.translation, 1e-4));
    }
    work.run(Action::ClipTool(ClipToolAction::MirrorClip));
    for time in [start, time] {
        let again = pose(&work, time);
        let character = &before.character;
        let first = clip(&work).id();
        let old = character.clip(first).unwrap();
        let old = old.sample(&skeleton, &character.file_pose(), time);
        for (is, wanted) in again.rigid.iter().zip(&old.rigid) {
            assert!(is.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-5);
        }
    }
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before));
}

fn set(work: &mut Work, joint: JointIndex, (channel, axis): (Channel, usize), value: f32) {
    let field = JointField {
        joint,
        channel,
        axis,
    };
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging: false,
    };
    work.send(Intent::Pose(intent).into());
}

/// What the left was given over the clip, the right has after the mirror, at the same time, and it still waits for keys.
#[test]
fn poses_that_wait_for_keys_are_mirrored_with_their_clip() {
    let mut work = with_clip("builtin:biped");
    let time = 0.4 * clip(&work).duration();
    work.send(Intent::Seek(time).into());
    let skeleton = work.document.character.rig.skeleton.clone();
    let named = |name: &str| {
        skeleton
            .joints()
            .find(|&joint| skeleton.name(joint) == name)
    };
    let left = (skeleton.joints())
        .find(|&joint| skeleton.name(joint).ends_with(".L"))
        .unwrap();
    let right = named(&skeleton.name(left).replace(".L", ".R")).unwrap();
    set(&mut work, left, (Channel::Rotation, 1), 35.0);
    set(&mut work, left, (Channel::Scale, 0), 1.5);
    set(&mut work, left, (Channel::Shear, 2), 0.2);
    let before = work.document.clone();
    let steps = work.history.len();
    let was = current_pose(&work.document, &work.session);
    work.run(Action::ClipTool(ClipToolAction::MirrorClip));
    assert_eq!(work.history.len(), steps + 1, "one step");
    let said = work.session.notices.all().iter();
    let mut said = said.map(|notice| notice.text.as_str());
    assert!(said.any(|text| text.contains("1 unkeyed pose was mirrored")));
    let moment = work.session.playback.moment.unwrap();
    let pending = work.document.pending.at(moment).unwrap();
    let is_right = |target: &Target| matches!(target, Target::Joint(joint, _) if *joint == right);
    assert!(pending.changes.keys().all(is_right), "{pending:?}");
    let pairs = rig::JointPairs::new(&skeleton, work.session.settings.mirror.patterns());
    let seen = rig::mirror_pose(&skeleton, &was, &pairs);
    let is = current_pose(&work.document, &work.session);
    for (is, wanted) in is.rigid.iter().zip(&seen.rigid) {
        assert!(is.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-5);
        assert!(is.translation.abs_diff_eq(wanted.translation, 1e-4));
    }
    for (is, wanted) in is.stretch.iter().zip(&seen.stretch) {
        assert!(is.to_mat3().abs_diff_eq(wanted.to_mat3(), 1e-4));
    }
    // Twice is as before, and undo is exact.
    work.run(Action::ClipTool(ClipToolAction::MirrorClip));
    let twice = current_pose(&work.document, &work.session);
    assert!(
        twice.rigid[left.index()]
            .rotation
            .dot(was.rigid[left.index()].rotation)
            > 1.0 - 1e-5
    );
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before));
}

#[test]
fn time_is_warped_for_the_selected_range_and_loops_are_closed() {
    let mut work = with_clip("builtin:arm");
    let duration = clip(&work).duration();
    work.run(Action::ClipTool(ClipToolAction::WarpTime));
    let Some(ClipDialog::Warp(choice)) = work.session.clip_tools.dialog else {
        panic!("no dialog");
    };
    assert_eq!(choice.range, [0.0, duration]);
    let was = pose(&work, 0.8 * duration);
    go(
        &mut work,
        ClipDialog::Warp(WarpChoice {
            speed: 2.0,
            ..choice
        }),
    );
    assert!((clip(&work).duration() - 0.5 * duration).abs() < 1e-5);
    let is = pose(&work, 0.4 * duration);
    for (is, was) in is.rigid.iter().zip(&was.rigid) {
        assert!(is.rotation.dot(was.rotation).abs() > 1.0 - 1e-5);
    }
    assert!(
        work.history
            .undo_name()
            .unwrap()
            .starts_with("Warp time of ")
    );
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(clip(&work).duration(), duration);

    // What cannot be done says so, and changes nothing.
    let steps = work.history.len();
    go(
        &mut work,
        ClipDialog::Warp(WarpChoice {
            range: [1.0, 1.0],
            ..choice
        }),
    );
    let said = work.session.notices.all().last().unwrap().text.clone();
    assert!(
        said.contains("range") && said.contains("Nothing was changed"),
        "{said}"
    );
    assert_eq!(work.history.len(), steps);

    for way in [LoopWay::LastKeys, LoopWay::Bake] {
        let steps = work.history.len();
        let seconds = 0.3 * duration;
        go(
            &mut work,
            ClipDialog::CloseLoop(LoopChoice { way, seconds }),
        );
        let [start, end] = [0.0, duration].map(|time| pose(&work, time));
        for (start, end) in start.rigid.iter().zip(&end.rigid) {
            assert!(start.rotation.dot(end.rotation).abs() > 1.0 - 1e-6);
        }
        if work.history.len() > steps {
            work.run(Action::Edit(EditAction::Undo));
        }
    }
}

#[test]
fn root_motion_goes_to_a_joint_above_alone() {
    let mut work = with_clip("builtin:biped");
    let skeleton = work.document.character.rig.skeleton.clone();
    let mover = skeleton.joints().find(|&joint| {
        let moves = clip(&work)
            .tracks()
            .iter()
            .any(|track| track.joint == joint);
        moves && skeleton.parent(joint).is_some()
    });
    let mover = mover.unwrap();
    let root = skeleton.parent(mover).unwrap();
    let choice = RootChoice {
        root,
        mover,
        motion: RootMotion::Out,
    };
    set(&mut work, mover, (Channel::Rotation, 1), 35.0);
    assert_eq!(work.document.pending.all().len(), 1);
    go(&mut work, ClipDialog::Root(choice));
    let mut said = work.session.notices.all().iter();
    assert!(said.any(|notice| notice.text.contains("1 unkeyed pose stays")));
    assert!(
        work.history
            .undo_name()
            .unwrap()
            .starts_with("Root motion of ")
    );
    let steps = work.history.len();
    let upside_down = RootChoice {
        root: mover,
        mover: root,
        ..choice
    };
    go(&mut work, ClipDialog::Root(upside_down));
    assert_eq!(work.history.len(), steps);
    let said = work.session.notices.all().last().unwrap().text.clone();
    assert!(said.contains("below"), "{said}");
}

/// A clip keyed by hand is closed by its last keys, one more a track at most; a captured one is baked over its end, on frames.
#[test]
fn the_way_to_close_a_loop_is_proposed_by_its_keys() {
    for (frames, wanted) in [
        (vec![0, 16, 32, 48], LoopWay::LastKeys),
        ((0..49).collect(), LoopWay::Bake),
    ] {
        let mut work = Work::on("builtin:arm");
        work.session.mode = Mode::Animate;
        work.run(Action::Animate(AnimateAction::NewClip));
        let keys = frames.iter().map(|&frame: &u32| NewKey {
            target: Target::Joint(JointIndex(1), JointChannel::Rotation),
            time: FrameRate::FILM.time_of(f64::from(frame)),
            value: KeyValue::Rotation(glam::Quat::from_rotation_x(0.02 * frame as f32)),
            tangents: None,
            mode: None,
        });
        let edit = ClipEdit::SetKeys(keys.collect());
        let name = "Set keys".to_owned();
        work.send(Intent::Clip(ClipIntent::Edit { edit, name }).into());
        work.run(Action::ClipTool(ClipToolAction::CloseLoop));
        let Some(ClipDialog::CloseLoop(choice)) = work.session.clip_tools.dialog else {
            panic!("no dialog");
        };
        assert_eq!(choice.way, wanted);
        work.send(tool(ClipToolIntent::Go));
        let clip = clip(&work);
        let times = clip
            .keys(clip.targets().next().unwrap())
            .unwrap()
            .times()
            .to_vec();
        assert_eq!(times.len(), frames.len());
        for time in times {
            let frame = time * 24.0;
            assert!((frame - frame.round()).abs() < 1e-3, "{frame}");
        }
        assert_eq!(work.history.len(), 3, "one step");
    }
}
