//! The sheet at work on a document: drags of keys and curves, copies, and what undo makes of them.

use std::sync::Arc;

use rig::{Clip, Target};
use session::commands::actions::{
    Action, AnimateAction, EditAction, PoseAction, SheetAction, WindowAction,
};
use session::commands::command::{Command, Input, Intent};
use session::commands::sheet_command::{SheetInput, SheetIntent};
use session::files::window_layout::Tile;
use session::session::Request;
use session::timeline::axis::TimeRange;
use session::timeline::curves::{Number, curves};
use session::timeline::frames::{FrameRate, TimeUnit};
use session::timeline::sheet::CurveGrab;
use session::tools::selection::Choose;

use super::key;
use crate::support::work::Work;

/// The twist of the cylinder: one joint turns about one axis, 61 keys.
fn twist() -> Work {
    let mut work = Work::on("builtin:cylinder");
    work.run(Action::Animate(AnimateAction::NextClip));
    assert!(shown(&work).key_count() == 61);
    work
}

fn shown(work: &Work) -> Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap().clone()
}

fn target(work: &Work) -> Target {
    shown(work).targets().next().unwrap()
}

fn ask(work: &mut Work, intent: SheetIntent) {
    work.send(Command::Intent(Intent::Sheet(intent)));
}

fn tell(work: &mut Work, input: SheetInput) {
    work.send(Command::Input(Input::Sheet(input)));
}

fn drag_to(work: &mut Work, time: f64, value: Option<f32>) {
    tell(
        work,
        SheetInput::DragTo {
            time,
            value,
            is_free: false,
        },
    );
}

fn select(work: &mut Work, time: f32) {
    let keys = vec![key(target(work), time)];
    ask(work, SheetIntent::Select(keys, Choose::Alone));
}

#[test]
fn a_clip_that_is_shown_says_what_time_is_counted_in() {
    let mut work = twist();
    let unit = work.session.character.sheet.unit();
    assert_eq!(unit, TimeUnit::Frames(FrameRate::whole(30)));
    ask(&mut work, SheetIntent::SetUnit(Some(TimeUnit::Seconds)));
    assert_eq!(work.session.character.sheet.unit(), TimeUnit::Seconds);
    assert!(work.history.is_empty(), "nothing moved");
}

#[test]
fn copies_are_dragged_and_the_keys_stay() {
    let mut work = twist();
    let target = target(&work);
    let time = shown(&work).keys(target).unwrap().times()[3];
    select(&mut work, time);
    tell(&mut work, SheetInput::Point(Some(f64::from(time))));
    work.run(Action::Sheet(SheetAction::DuplicateKeys));
    drag_to(&mut work, f64::from(time) + 1.0 / 30.0, None);
    assert_eq!(shown(&work).key_count(), 62);
    assert!(work.history.is_empty(), "not before the end");
    tell(&mut work, SheetInput::Confirm);
    assert_eq!(work.history.undo_name(), Some("Duplicate keys"));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work).key_count(), 61);
}

#[test]
fn a_drag_ends_with_whatever_else_is_asked() {
    let mut work = twist();
    let before = shown(&work);
    let time = before.keys(target(&work)).unwrap().times()[3];
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    drag_to(&mut work, f64::from(time) + 0.9, None);
    work.run(Action::Animate(AnimateAction::ToggleLoop));
    assert!(work.session.character.sheet.drag.is_none());
    assert_eq!(work.history.undo_name(), Some("Move keys"));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work), before);
    let selected = &work.session.character.keys.selected;
    let wanted = [key(target(&work), time)];
    assert!(selected.iter().eq(&wanted), "what comes back is selected");
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    drag_to(&mut work, 0.0, None);
    tell(&mut work, SheetInput::Cancel);
    assert_eq!(shown(&work), before);
    assert_eq!(
        work.history.redo_name(),
        Some("Move keys"),
        "nothing was lost"
    );
}

/// A pointer at rest, or on its way between two frames, costs nothing: the document stays the very same.
#[test]
fn a_drag_that_comes_to_the_same_is_not_done_again() {
    let mut work = twist();
    let time = shown(&work).keys(target(&work)).unwrap().times()[3];
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    let to = f64::from(time) + 0.9;
    let dragged = |work: &mut Work, by: f64, is_free: bool| {
        let (time, value) = (to + by, None);
        let input = SheetInput::DragTo {
            time,
            value,
            is_free,
        };
        tell(work, input);
        let keys = &work.session.character.keys.selected;
        (Arc::clone(&work.document.character), Arc::clone(keys))
    };
    let first = dragged(&mut work, 0.0, false);
    let again = dragged(&mut work, 0.001, false);
    assert!(Arc::ptr_eq(&first.0, &again.0) && Arc::ptr_eq(&first.1, &again.1));
    let free = dragged(&mut work, 0.001, true);
    assert!(!Arc::ptr_eq(&first.0, &free.0) && first.1 != free.1);
    let on = dragged(&mut work, 1.0 / 30.0, false);
    assert!(!Arc::ptr_eq(&first.0, &on.0) && first.1 != on.1);
}

#[test]
fn steps_go_from_frame_to_frame_and_stay_in_sight() {
    let mut work = twist();
    let now = |work: &Work| work.session.playback.moment.unwrap().time;
    let step = |work: &mut Work, action: AnimateAction| work.run(Action::Animate(action));
    let frame = |number: f64| FrameRate::whole(30).time_of(number);
    step(&mut work, AnimateAction::PreviousFrame);
    assert_eq!(now(&work), 0.0, "it stops at the beginning");
    step(&mut work, AnimateAction::PlayPause);
    step(&mut work, AnimateAction::NextFrame);
    assert_eq!(now(&work), frame(1.0));
    assert!(!work.session.playback.playing);
    // From between two frames to either of them.
    for (action, wanted) in [
        (AnimateAction::NextFrame, 8.0),
        (AnimateAction::PreviousFrame, 7.0),
    ] {
        work.send(Command::Intent(Intent::Seek(7.4 / 30.0)));
        step(&mut work, action);
        assert_eq!(now(&work), frame(wanted));
    }
    ask(&mut work, SheetIntent::SetUnit(Some(TimeUnit::Seconds)));
    step(&mut work, AnimateAction::FirstFrame);
    step(&mut work, AnimateAction::NextFrame);
    assert_eq!(now(&work), FrameRate::FILM.time_of(1.0));
    // What is shown of the clip follows, and no farther than it has to.
    tell(&mut work, SheetInput::See(TimeRange::new(0.0, 0.5)));
    step(&mut work, AnimateAction::LastFrame);
    let range = work.session.character.sheet.range.unwrap();
    assert_eq!((range.start(), range.end()), (3.5, 4.0));
    step(&mut work, AnimateAction::NextFrame);
    assert_eq!(now(&work), 4.0, "it stops at the end");
    step(&mut work, AnimateAction::FirstFrame);
    let range = work.session.character.sheet.range.unwrap();
    assert_eq!((range.start(), range.end()), (0.0, 0.5));
}

/// Without text in the system's clipboard the window would not hear of Ctrl+V.
#[test]
fn copied_keys_leave_a_text_that_is_no_pose() {
    let mut work = twist();
    work.run(Action::Pose(PoseAction::CopyPose));
    let pose = work.session.pose_clipboard.clone();
    let time = shown(&work).keys(target(&work)).unwrap().times()[3];
    select(&mut work, time);
    work.session.requests.clear();
    work.run(Action::Sheet(SheetAction::CopyKeys));
    let [Request::CopyText(text)] = work.session.requests.as_slice() else {
        panic!("{:?}", work.session.requests);
    };
    let text = text.clone();
    assert!(text.contains("1 key"), "{text}");
    let told = work.session.notices.all().len();
    work.send(Command::Intent(Intent::TakeText(text)));
    assert_eq!(work.session.notices.all().len(), told);
    assert_eq!(work.session.pose_clipboard, pose);
    work.send(Command::Intent(Intent::Seek(1.0 + 1.0 / 30.0)));
    work.run(Action::Sheet(SheetAction::PasteKeys));
    assert_eq!(shown(&work).key_count(), 62);
}

#[test]
fn a_sheet_that_is_gone_takes_no_keys_and_drags_none() {
    let mut work = twist();
    let time = shown(&work).keys(target(&work)).unwrap().times()[3];
    let show = |work: &mut Work| {
        tell(work, SheetInput::Show(true));
        tell(work, SheetInput::Point(Some(1.0)));
    };
    show(&mut work);
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    drag_to(&mut work, f64::from(time) + 0.9, None);
    tell(&mut work, SheetInput::Show(false));
    assert!(work.session.character.sheet.drag.is_none());
    assert_eq!(work.session.character.sheet.pointed, None);
    assert_eq!(work.history.undo_name(), Some("Move keys"));
    // Before the window tells, other modes and tiles take the pointer off it.
    for action in [
        WindowAction::SkeletonMode,
        WindowAction::ToggleTile(Tile::Timeline),
        WindowAction::ResetLayout,
    ] {
        show(&mut work);
        work.run(Action::Window(action));
        assert_eq!(work.session.character.sheet.pointed, None, "{action:?}");
    }
}

#[test]
fn a_key_of_a_curve_is_dragged_in_value_and_time() {
    let mut work = twist();
    let target = target(&work);
    let time = shown(&work).keys(target).unwrap().times()[6];
    select(&mut work, time);
    let number = Number { target, axis: 0 };
    let at = key(target, time);
    let of = |work: &Work, time: f32| {
        let skeleton = &work.document.character.rig.skeleton;
        let found = curves(skeleton, &shown(work), target, (0.0, 4.0), 4);
        let curve = found.into_iter().find(|curve| curve.number == number);
        let keys = curve.unwrap().keys.into_iter();
        let mut near = keys.filter(|key| (key.at.time - time).abs() < 1e-4);
        near.next().unwrap().value
    };
    let before = of(&work, time);
    let grab = CurveGrab {
        number,
        at,
        end: None,
        value: before,
    };
    let grabbed = f64::from(time);
    ask(&mut work, SheetIntent::DragCurve { grab, grabbed });
    drag_to(&mut work, grabbed + 1.0 / 30.0, Some(before + 30.0));
    tell(&mut work, SheetInput::Confirm);
    let after = of(&work, time + 1.0 / 30.0);
    assert!((after - before - 30.0).abs() < 0.01, "{before} {after}");
    assert_eq!(work.history.len(), 1);
    work.run(Action::Edit(EditAction::Undo));
    assert!((of(&work, time) - before).abs() < 1e-4);
}

#[test]
fn all_keys_are_those_of_the_rows_that_are_left() {
    let mut work = twist();
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    assert_eq!(work.session.character.keys.selected.len(), 61);
    work.run(Action::Sheet(SheetAction::SelectNoKeys));
    ask(&mut work, SheetIntent::Search("nothing like it".to_owned()));
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    assert!(work.session.character.keys.selected.is_empty());
    work.run(Action::Animate(AnimateAction::NextClip));
    assert_ne!(work.session.character.sheet.of, None);
}
