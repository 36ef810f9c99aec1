//! The sheet at work on a document: drags of keys and curves, copies, and what undo makes of them.

use character::SkeletonEdit;
use rig::{Clip, JointIndex, Target};
use session::commands::actions::{Action, AnimateAction, EditAction, SheetAction};
use session::commands::clip_command::ClipIntent;
use session::commands::command::{Command, Input, Intent};
use session::commands::sheet_command::{SheetInput, SheetIntent};
use session::timeline::curves::{Number, curves};
use session::timeline::frames::{FrameRate, TimeUnit};
use session::timeline::rows::RowOf;
use session::timeline::select::present;
use session::timeline::sheet::CurveGrab;
use session::tools::clip_tools::{ClipDialog, ClipToolIntent, WarpChoice};
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
    assert_eq!(work.session.playback.played(end), (0.5, 1.0));
    let warp = WarpChoice {
        range: [0.0, end],
        speed: 2.0,
        ..WarpChoice::default()
    };
    let dialog = Some(ClipDialog::Warp(warp));
    for intent in [ClipToolIntent::Ask(dialog), ClipToolIntent::Go] {
        work.send(Intent::Clip(ClipIntent::Tool(intent)).into());
    }
    assert_eq!(work.session.playback.played(end), (0.25, 0.5));
    work.run(Action::Animate(AnimateAction::NewClip));
    assert_eq!(work.session.playback.played(2.0), (0.0, 2.0));
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
    assert_eq!(present(&shown(&work), &selected), selected);
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
