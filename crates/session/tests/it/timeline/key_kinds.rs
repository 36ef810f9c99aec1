//! Kinds of keys, and the clip held from key to key.

use rig::{Clip, JointChannel, JointIndex, KeyKind, Target};
use session::commands::actions::{
    Action, AnimateAction, ClipToolAction, EditAction, MotionAction, SheetAction,
};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::document::keyed::held_time;
use session::mode::Mode;
use session::shown::visible_pose;
use session::state::posing::command::PoseIntent;
use session::state::timeline::columns::Columns;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::frames::{FrameRate, TimeUnit};
use session::state::timeline::rows::RowOf;

use crate::support::work::Work;

const FOREARM: JointIndex = JointIndex(1);
const HAND: JointIndex = JointIndex(2);
const TURN: Target = Target::Joint(FOREARM, JointChannel::Rotation);

fn run(work: &mut Work, action: impl Into<Action>) {
    work.run(action.into());
}

fn seek(work: &mut Work, time: f32) {
    work.send(Intent::Seek(time).into());
}

fn turn(work: &mut Work, joint: JointIndex, degrees: f32) {
    let intent = PoseIntent::SetField {
        field: JointField {
            joint,
            channel: Channel::Rotation,
            axis: 0,
        },
        value: degrees,
        dragging: false,
    };
    work.send(Intent::Pose(intent).into());
}

/// A new clip that turns the forearm at 0, half a second and one second.
fn keyed() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    run(&mut work, AnimateAction::NewClip);
    let film = TimeUnit::Frames(FrameRate::FILM);
    work.send(Intent::Sheet(SheetIntent::SetUnit(Some(film))).into());
    work.send(Intent::Select(Some(FOREARM)).into());
    for (time, degrees) in [(0.0, 0.0), (0.5, 50.0), (1.0, 10.0)] {
        seek(&mut work, time);
        turn(&mut work, FOREARM, degrees);
        run(&mut work, AnimateAction::KeySelected);
    }
    work
}

fn clip(work: &Work) -> &Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap()
}

/// Times of the keys that turn the forearm, with their kinds.
fn kinds(work: &Work) -> Vec<(f32, KeyKind)> {
    let keys = clip(work).keys(TURN).unwrap();
    let times = keys.times().iter().enumerate();
    times
        .map(|(key, time)| (*time, keys.mode(key).kind))
        .collect()
}

#[test]
fn a_kind_follows_its_key_and_bends_no_curve() {
    use KeyKind::{Breakdown, Extreme, Key};
    let mut work = keyed();
    let before = clip(&work).clone();
    seek(&mut work, 0.5);
    // Without selected keys those at the current time are meant.
    run(&mut work, SheetAction::ExtremeKeys);
    assert_eq!(kinds(&work), [(0.0, Key), (0.5, Extreme), (1.0, Key)]);
    for step in 0..=24_u8 {
        let time = f32::from(step) / 24.0;
        let keys = [&before, clip(&work)].map(|clip| clip.keys(TURN).unwrap().sample(time));
        assert_eq!(keys[0], keys[1], "{time}");
    }
    // Copied, and moved; a key that is set between others has none of theirs.
    run(&mut work, SheetAction::SelectNoKeys);
    let columns = |work: &Work| {
        let mut columns = Columns::default();
        columns.follow(clip(work));
        let all = columns.of(RowOf::All).iter();
        all.map(|column| column.kind).collect::<Vec<KeyKind>>()
    };
    assert_eq!(columns(&work), [Key, Extreme, Key]);
    let selected = clip(&work).keys(TURN).unwrap().times()[1];
    let key = rig::KeyAt {
        target: TURN,
        time: selected,
    };
    let choose = session::state::selection::Choose::Alone;
    work.send(Intent::Sheet(SheetIntent::Select(vec![key], choose)).into());
    run(&mut work, SheetAction::CopyKeys);
    seek(&mut work, 1.5);
    run(&mut work, SheetAction::PasteKeys);
    seek(&mut work, 0.25);
    run(&mut work, AnimateAction::KeySelected);
    let all = [
        (0.0, Key),
        (0.25, Key),
        (0.5, Extreme),
        (1.0, Key),
        (1.5, Extreme),
    ];
    assert_eq!(kinds(&work), all);
    run(&mut work, SheetAction::SelectAllKeys);
    run(&mut work, SheetAction::BreakdownKeys);
    assert!(kinds(&work).iter().all(|(_, kind)| *kind == Breakdown));
    assert_eq!(work.history.undo_name(), Some("Mark as breakdowns"));
    run(&mut work, EditAction::Undo);
    assert_eq!(kinds(&work), all);
    // All taken off, nothing is left of them.
    run(&mut work, SheetAction::PlainKeys);
    assert!(kinds(&work).iter().all(|(_, kind)| *kind == Key));
}

#[test]
fn a_stepped_preview_holds_the_clip_and_changes_nothing_in_it() {
    let mut work = keyed();
    let turn_of = |work: &Work, joint: JointIndex| {
        let pose = visible_pose(&work.document, &work.session);
        pose.rigid[joint.index()].rotation
    };
    seek(&mut work, 0.5);
    let at_key = turn_of(&work, FOREARM);
    seek(&mut work, 0.75);
    let between = turn_of(&work, FOREARM);
    assert!(between.angle_between(at_key) > 0.1);
    let before = work.document.clone();
    run(&mut work, MotionAction::ToggleStepped);
    assert_eq!(turn_of(&work, FOREARM), at_key);
    seek(&mut work, 1.0);
    assert!(turn_of(&work, FOREARM).angle_between(at_key) > 0.5);
    assert!(work.document.same_as(&before), "nothing is edited");
    // What is posed meanwhile is that alone, not all that is held.
    seek(&mut work, 0.75);
    turn(&mut work, HAND, 30.0);
    let pending = work.document.pending.all();
    let targets: Vec<Target> = pending[0].changes.keys().copied().collect();
    assert_eq!(targets, [Target::Joint(HAND, JointChannel::Rotation)]);
    assert_eq!(turn_of(&work, FOREARM), at_key, "and it is held on");
    run(&mut work, MotionAction::ToggleStepped);
    assert_eq!(turn_of(&work, FOREARM), between);
}

/// Keys of layers are steps too, of the clip below and of the layer, whichever is shown.
#[test]
fn a_stepped_preview_steps_by_the_keys_of_layers() {
    let mut work = keyed();
    seek(&mut work, 0.0);
    run(&mut work, ClipToolAction::NewLayer);
    seek(&mut work, 0.7);
    turn(&mut work, HAND, 30.0);
    run(&mut work, AnimateAction::KeyAllPending);
    let character = &work.document.character;
    let moment = work.session.playback.moment.unwrap();
    let layer = character.clip(moment.clip).unwrap();
    let below = character.clip(layer.layer().unwrap().over).unwrap();
    for (time, held) in [(0.6, 0.5), (0.75, 0.7), (1.0, 1.0)] {
        for clip in [layer, below] {
            let found = held_time(character, clip, time);
            assert!((found - held).abs() < 1e-5, "{time}: {found}");
        }
    }
}
