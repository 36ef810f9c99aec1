//! The sheet at work on a document: drags of keys and curves, copies, and what undo makes of them.

use std::sync::Arc;

use character::SkeletonEdit;
use rig::{Clip, JointIndex, Target};
use session::commands::actions::{
    Action, AnimateAction, EditAction, PoseAction, SheetAction, WindowAction,
};
use session::commands::command::{Command, Input, Intent};
use session::session::Request;
use session::settings::window_layout::Tile;
use session::state::clips::clip_tools::{ClipDialog, ClipToolIntent, WarpChoice};
use session::state::clips::command::ClipIntent;
use session::state::gizmo::operation::Event;
use session::state::selection::Choose;
use session::state::timeline::axis::TimeRange;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curves::{Number, curves};
use session::state::timeline::frames::{FrameRate, TimeUnit};
use session::state::timeline::rows::RowOf;
use session::state::timeline::select::present;
use session::state::timeline::sheet::{CurveGrab, DragPointer};
use session::state::timeline::values::ValueRange;

use super::key;
use crate::support::work::Work;

/// The twist of the cylinder: one joint turns about one axis, 61 keys.
pub(super) fn twist() -> Work {
    let mut work = Work::on("builtin:cylinder");
    work.run(Action::Animate(AnimateAction::NextClip));
    assert!(shown(&work).key_count() == 61);
    work
}

pub(super) fn shown(work: &Work) -> Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap().clone()
}

pub(super) fn target(work: &Work) -> Target {
    shown(work).targets().next().unwrap()
}

pub(super) fn ask(work: &mut Work, intent: SheetIntent) {
    work.send(Command::Intent(Intent::Sheet(intent)));
}

pub(super) fn tell(work: &mut Work, input: SheetInput) {
    work.send(Command::Input(Input::Sheet(input)));
}

fn drag_to(work: &mut Work, time: f64, value: Option<f32>) {
    let pointer = DragPointer {
        value,
        ..DragPointer::at(time)
    };
    tell(work, SheetInput::DragTo(pointer));
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
    work.run(Action::Sheet(SheetAction::ToggleCurves));
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

pub(super) fn type_in(work: &mut Work, text: &str) {
    for sign in text.chars() {
        work.send(Command::Input(Input::Tool(Event::Sign(sign))));
    }
}

fn selected_time(work: &Work) -> f32 {
    let selected = &work.session.character.keys.selected;
    selected.first().unwrap().time
}

fn readout(work: &Work) -> String {
    let drag = work.session.character.sheet.drag.as_ref();
    drag.unwrap().readout()
}

#[test]
fn keys_go_by_a_typed_number_of_frames_or_seconds() {
    let mut work = twist();
    let before = shown(&work);
    let frame = |frame: f64| FrameRate::whole(30).time_of(frame);
    let time = before.keys(target(&work)).unwrap().times()[10];
    assert_eq!(time, frame(20.0));
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    assert!(work.session.operates(), "the drag has the keyboard");
    type_in(&mut work, "12");
    assert_eq!(selected_time(&work), frame(32.0));
    assert_eq!(readout(&work), "Move keys 12 frames   [12|]");
    // The pointer says nothing while a number stands there.
    drag_to(&mut work, f64::from(time) + 0.1, None);
    assert_eq!(selected_time(&work), frame(32.0));
    work.send(Command::Input(Input::Tool(Event::Backspace)));
    assert_eq!(selected_time(&work), frame(21.0));
    assert_eq!(readout(&work), "Move keys 1 frame   [1|]");
    work.send(Command::Input(Input::Tool(Event::Backspace)));
    assert_eq!(selected_time(&work), frame(23.0), "the pointer's again");
    // Typed numbers are exact: nothing snaps.
    type_in(&mut work, "-5.5");
    assert!((selected_time(&work) - frame(14.5)).abs() < 1e-6);
    assert_eq!(readout(&work), "Move keys −5.5 frames   [-5.5|]");
    work.send(Command::Input(Input::Tool(Event::Confirm)));
    assert!(work.session.character.sheet.drag.is_none() && !work.session.operates());
    assert_eq!(work.history.undo_name(), Some("Move keys"));
    assert!((selected_time(&work) - frame(14.5)).abs() < 1e-6);
    work.run(Action::Edit(EditAction::Undo));

    // With a unit, and up to the beginning of the clip.
    select(&mut work, time);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    type_in(&mut work, "500m");
    assert_eq!(selected_time(&work), time, "half a unit is none");
    type_in(&mut work, "s");
    assert_eq!(selected_time(&work), frame(35.0));
    type_in(&mut work, "-");
    assert_eq!(selected_time(&work), frame(5.0));
    work.send(Command::Input(Input::Tool(Event::Cancel)));
    assert_eq!(shown(&work), before);
    work.run(Action::Sheet(SheetAction::MoveKeys));
    type_in(&mut work, "-900");
    assert_eq!(selected_time(&work), 0.0);
    work.send(Command::Input(Input::Tool(Event::Cancel)));

    // Counted in seconds, a number is seconds.
    ask(&mut work, SheetIntent::SetUnit(Some(TimeUnit::Seconds)));
    work.run(Action::Sheet(SheetAction::DuplicateKeys));
    type_in(&mut work, ".25");
    assert_eq!(readout(&work), "Duplicate keys 0.25 s   [.25|]");
    assert!((selected_time(&work) - time - 0.25).abs() < 1e-6);
    assert_eq!(shown(&work).key_count(), 62);
    work.send(Command::Input(Input::Tool(Event::Cancel)));
    assert_eq!(shown(&work), before);
}

#[test]
fn keys_are_scaled_by_a_typed_factor() {
    let mut work = twist();
    let frame = |frame: f64| FrameRate::whole(30).time_of(frame);
    let keys = [frame(10.0), frame(20.0)].map(|time| key(target(&work), time));
    ask(&mut work, SheetIntent::Select(keys.to_vec(), Choose::Alone));
    work.send(Command::Intent(Intent::Seek(frame(4.0))));
    let times = |work: &Work| -> Vec<f32> {
        let selected = work.session.character.keys.selected.iter();
        selected.map(|key| key.time).collect()
    };
    work.run(Action::Sheet(SheetAction::ScaleKeys));
    type_in(&mut work, "2");
    assert_eq!(times(&work), [frame(16.0), frame(36.0)]);
    assert_eq!(readout(&work), "Scale keys 2×   [2|]");
    work.send(Command::Input(Input::Tool(Event::Backspace)));
    type_in(&mut work, "50%");
    assert_eq!(times(&work), [frame(7.0), frame(12.0)]);
    work.send(Command::Input(Input::Tool(Event::Cancel)));
    work.run(Action::Sheet(SheetAction::ScaleKeysFromFirst));
    type_in(&mut work, "1.25");
    let scaled = times(&work);
    assert_eq!(scaled[0], frame(10.0));
    assert!((scaled[1] - frame(22.5)).abs() < 1e-6, "{scaled:?}");
    work.send(Command::Input(Input::Tool(Event::Confirm)));
    assert_eq!(work.history.undo_name(), Some("Scale keys"));
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
        let pointer = DragPointer {
            is_free,
            ..DragPointer::at(to + by)
        };
        tell(work, SheetInput::DragTo(pointer));
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
    tell(&mut work, SheetInput::See(Some(TimeRange::new(0.0, 0.5))));
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
        own: before,
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
fn the_numbers_in_sight_stay_until_all_are_shown_again() {
    let mut work = twist();
    let run = |work: &mut Work, action: SheetAction| work.run(Action::Sheet(action));
    let values = |work: &Work| work.session.character.sheet.values();
    run(&mut work, SheetAction::ToggleCurves);
    run(&mut work, SheetAction::ZoomCurvesIn);
    assert_eq!(values(&work), None, "there are no curves yet");
    let target = target(&work);
    let Target::Joint(joint, _) = target else {
        panic!("{target:?}");
    };
    work.send(Command::Intent(Intent::Select(Some(joint))));
    run(&mut work, SheetAction::ZoomCurvesIn);
    let once = values(&work).unwrap();
    run(&mut work, SheetAction::ZoomCurvesIn);
    let twice = values(&work).unwrap();
    assert!((twice.height() / once.height() - 0.8).abs() < 1e-9);
    run(&mut work, SheetAction::ZoomCurvesOut);
    let back = values(&work).unwrap();
    assert!((back.low() - once.low()).abs() < 1e-6 && (back.high() - once.high()).abs() < 1e-6);

    // An edit of keys, another selection and time leave it.
    let time = shown(&work).keys(target).unwrap().times()[6];
    select(&mut work, time);
    run(&mut work, SheetAction::DeleteKeys);
    work.run(Action::Edit(EditAction::Undo));
    work.send(Command::Intent(Intent::Seek(0.3)));
    assert_eq!(values(&work), Some(back));

    // Where each curve has the whole height, shares of it are seen, for themselves.
    run(&mut work, SheetAction::ToggleNormalized);
    assert_eq!(values(&work), None);
    run(&mut work, SheetAction::ZoomCurvesOut);
    assert_eq!(values(&work), Some(ValueRange::new(-0.125, 1.125)));
    run(&mut work, SheetAction::ToggleNormalized);
    assert_eq!(values(&work), Some(back));
    let wheel = back.zoomed(0.5, back.low());
    tell(&mut work, SheetInput::SeeValues(wheel));
    assert_eq!(values(&work).map(ValueRange::low), Some(back.low()));

    // The selected keys in time and value; then everything again.
    select(&mut work, time);
    run(&mut work, SheetAction::FrameKeys);
    let skeleton = &work.document.character.rig.skeleton;
    let found = curves(skeleton, &shown(&work), target, (0.0, 4.0), 100);
    let framed = values(&work).unwrap();
    for curve in found {
        let key = curve.keys.iter().find(|key| key.at.time == time).unwrap();
        let value = f64::from(key.value);
        assert!(framed.low() < value && value < framed.high(), "{framed:?}");
    }
    run(&mut work, SheetAction::FrameAllKeys);
    assert_eq!(values(&work), None);
    assert_eq!(work.session.character.sheet.shares, None);
    assert!(
        work.history.redo_name().is_some(),
        "looking changes nothing"
    );
}

#[test]
fn a_range_of_numbers_is_never_empty_nor_endless() {
    for (one, other) in [(1.0, 1.0), (720.0, 720.0), (f64::NAN, 0.0), (1e30, -1e30)] {
        let range = ValueRange::new(one, other);
        for factor in [0.0, 1e-9, 1e9, f64::NAN, f64::INFINITY] {
            let [low, high] = range.zoomed(factor, range.low()).edges();
            assert!(
                low < high && low.is_finite() && high.is_finite(),
                "{range:?} {factor}"
            );
        }
    }
    let framed = ValueRange::around([0.0, 90.0]);
    assert!(framed.low() < -1.0 && framed.high() > 91.0);
    assert_eq!(
        ValueRange::around([f32::INFINITY, f32::NEG_INFINITY]),
        ValueRange::WHOLE
    );
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
    // Another clip is another sheet: nothing of it is chosen.
    let before = work.session.character.sheet.of;
    let first = shown(&work).keys(target(&work)).unwrap().times()[0];
    select(&mut work, first);
    work.run(Action::Animate(AnimateAction::NewClip));
    let of = work.session.character.sheet.of;
    assert_eq!(of, work.session.playback.moment.map(|moment| moment.clip));
    assert_ne!(of, before);
    assert!(work.session.character.keys.selected.is_empty());
}

/// What is played, and what is shown of it, is of the clip: neither is beyond its end, nor is the part of another.
#[test]
fn the_time_and_the_part_that_is_played_stay_in_their_clip() {
    let mut work = twist();
    let end = shown(&work).duration();
    ask(&mut work, SheetIntent::EndAt(end + 1.0));
    work.send(Intent::Seek(end + 0.8).into());
    ask(&mut work, SheetIntent::EndAt(end));
    assert_eq!(work.session.playback.moment.unwrap().time, end);
    ask(&mut work, SheetIntent::PlayRegion(Some((0.5, 1.0))));
    assert_eq!(work.session.playback.played_range(end), (0.5, 1.0));
    let warp = WarpChoice {
        range: [0.0, end],
        speed: 2.0,
        ..WarpChoice::default()
    };
    let dialog = Some(ClipDialog::Warp(warp));
    for intent in [ClipToolIntent::Ask(dialog), ClipToolIntent::Go] {
        work.send(Intent::Clip(ClipIntent::Tool(intent)).into());
    }
    assert_eq!(work.session.playback.played_range(end), (0.25, 0.5));
    work.run(Action::Animate(AnimateAction::NewClip));
    assert_eq!(work.session.playback.played_range(2.0), (0.0, 2.0));
    assert_eq!(work.session.playback.region, None);
}

/// The selection follows a warp, and names the keys that are there after keys were pasted beside them.
#[test]
fn the_selection_follows_warps_and_pastes() {
    let mut work = twist();
    let target = target(&work);
    let end = shown(&work).duration();
    let times: Vec<f32> = shown(&work).keys(target).unwrap().times().to_vec();
    let keys = times[3..9].iter().map(|&time| key(target, time)).collect();
    ask(&mut work, SheetIntent::Select(keys, Choose::Alone));
    let warp = WarpChoice {
        range: [0.0, end],
        speed: 3.0,
        ..WarpChoice::default()
    };
    for intent in [
        ClipToolIntent::Ask(Some(ClipDialog::Warp(warp))),
        ClipToolIntent::Go,
    ] {
        work.send(Intent::Clip(ClipIntent::Tool(intent)).into());
    }
    let selected = work.session.character.keys.selected.clone();
    assert_eq!(selected.len(), 6);
    assert_eq!(present(&shown(&work), &selected), *selected);
    work.run(Action::Edit(EditAction::Undo));
    select(&mut work, times[3]);
    work.run(Action::Sheet(SheetAction::CopyKeys));
    // A rounding beside a key that stands there.
    work.send(Intent::Seek(times[5] + 5e-5).into());
    work.run(Action::Sheet(SheetAction::PasteKeys));
    let selected = &work.session.character.keys.selected;
    assert!(selected.iter().eq(&[key(target, times[5])]), "{selected:?}");
}

/// Rows that are open stay with their joints.
#[test]
fn open_rows_follow_an_edit_of_the_skeleton() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Animate(AnimateAction::NextClip));
    let (open, skeleton) = (
        RowOf::Joint(JointIndex(2)),
        &work.document.character.rig.skeleton,
    );
    let (child, joint) = (skeleton.key(JointIndex(1)), skeleton.key(JointIndex(2)));
    ask(&mut work, SheetIntent::Fold(open));
    let insert = SkeletonEdit::Insert {
        child,
        fraction: 0.5,
    };
    work.send(Intent::EditSkeleton(insert).into());
    let now = work.document.character.rig.skeleton.joint_of_key(joint);
    assert_eq!(now, Some(JointIndex(3)));
    let rows: Vec<RowOf> = work.session.character.sheet.open.iter().copied().collect();
    assert_eq!(rows, [RowOf::Joint(JointIndex(3))]);
}
