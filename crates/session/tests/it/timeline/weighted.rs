//! Tangents with lengths at work: dragged, typed, undone, and what projects keep.

use glam::Quat;
use rig::{Clip, HandleLength, Key, KeyAt, KeyMode, KeyValue, Keys, Tangents, Track};
use session::commands::actions::{Action, EditAction, SheetAction};
use session::document::journal::hash_of_keys;
use session::state::projects::{read, restore_project, work_of, write};
use session::state::selection::Choose;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curves::{CurveKey, Number, curves};
use session::state::timeline::key_fields::{KeyField, Shared, TypedNumber, key_fields};
use session::state::timeline::sheet::{CurveGrab, DragPointer};

use super::key;
use super::work::{ask, shown, target, tell, twist};
use crate::support::work::Work;

/// The twist with three keys left, and its turn about Y.
fn few_keys() -> (Work, Number, [KeyAt; 3]) {
    let mut work = twist();
    let turn = target(&work);
    let times: Vec<f32> = shown(&work).keys(turn).unwrap().times().to_vec();
    let kept = [0, 6, 12].map(|place| key(turn, times[place]));
    let gone = times.iter().map(|time| key(turn, *time));
    let gone = gone.filter(|key| !kept.contains(key)).collect();
    ask(&mut work, SheetIntent::Select(gone, Choose::Alone));
    work.run(Action::Sheet(SheetAction::DeleteKeys));
    ask(&mut work, SheetIntent::Select(kept.to_vec(), Choose::Alone));
    work.run(Action::Sheet(SheetAction::AutomaticTangents));
    let number = Number {
        target: turn,
        axis: 1,
    };
    (work, number, kept)
}

fn curve_key(work: &Work, number: Number, place: usize) -> CurveKey {
    let skeleton = &work.document.character.rig.skeleton;
    let found = curves(skeleton, &shown(work), number.target, (0.0, 9.0), 20);
    found[number.axis].keys[place]
}

/// Drags the end of the tangent away from the key in the middle to a time, and down by ten degrees from the key.
fn pull(work: &mut Work, number: Number, at: KeyAt, time: f32) {
    let value = curve_key(work, number, 1).value;
    let grab = CurveGrab {
        number,
        at,
        end: Some(1),
        value,
        own: value,
    };
    let grabbed = f64::from(at.time);
    ask(work, SheetIntent::DragCurve { grab, grabbed });
    let pointer = DragPointer {
        value: Some(value - 10.0),
        ..DragPointer::at(f64::from(time))
    };
    tell(work, SheetInput::DragTo(pointer));
    tell(work, SheetInput::Confirm);
}

fn rotation(clip: &Clip, at: KeyAt, time: f32) -> Quat {
    match clip.keys(at.target).unwrap().sample(time) {
        KeyValue::Rotation(rotation) => rotation,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tangent_is_dragged_in_slope_and_with_the_switch_in_length() {
    let (mut work, number, [_, middle, last]) = few_keys();
    let span = last.time - middle.time;
    let third = [HandleLength::THIRD; 2];
    let before = shown(&work);
    pull(&mut work, number, middle, middle.time + 0.5 * span);
    let plain = curve_key(&work, number, 1);
    assert_eq!(plain.mode.handles, third);
    let slope = -10.0 / (0.5 * span);
    assert!((plain.slopes[1].unwrap() - slope).abs() < 0.05, "{plain:?}");
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work), before);

    work.run(Action::Sheet(SheetAction::ToggleWeightedTangents));
    assert_eq!(shown(&work), before, "the switch alone changes no clip");
    pull(&mut work, number, middle, middle.time + 0.5 * span);
    let pulled = curve_key(&work, number, 1);
    assert_eq!(work.history.undo_name(), Some("Set tangent"));
    assert!(
        (pulled.slopes[1].unwrap() - slope).abs() < 0.05,
        "{pulled:?}"
    );
    assert!((pulled.mode.handles[1].share() - 0.5).abs() < 1e-5);
    assert_eq!(pulled.mode.handles[0], HandleLength::THIRD);
    assert_eq!(pulled.mode.tangents, Tangents::Aligned);
    assert!((pulled.lengths[1] - 0.5 * span).abs() < 1e-4);
    // Beyond the next key it is as long as there is time.
    work.run(Action::Edit(EditAction::Undo));
    pull(&mut work, number, middle, last.time + span);
    assert_eq!(curve_key(&work, number, 1).mode.handles[1].share(), 1.0);
    work.run(Action::Edit(EditAction::Undo));
    // On the wrong side of the key it is as short as can be, and its end as low as the pointer.
    pull(&mut work, number, middle, middle.time - 0.2 * span);
    let short = curve_key(&work, number, 1);
    let fall = short.slopes[1].unwrap() * short.lengths[1];
    assert!((fall + 10.0).abs() < 0.1, "{short:?}");
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work), before);
}

#[test]
fn lengths_are_typed_reset_and_kept_in_projects() {
    let (mut work, number, [first, middle, last]) = few_keys();
    let before = shown(&work);
    let numbers = || vec![number];
    let select = |work: &mut Work, keys: &[KeyAt]| {
        ask(work, SheetIntent::Select(keys.to_vec(), Choose::Alone));
    };
    select(&mut work, &[middle, last]);
    let typed = SheetIntent::TypeNumber(KeyField::Length(0), TypedNumber::To(0.8), numbers());
    ask(&mut work, typed);
    let long = shown(&work);
    assert_eq!(work.history.undo_name(), Some("Set length of tangents"));
    let at = 0.5 * (first.time + middle.time);
    let off = |one: &Clip, other: &Clip| {
        let turned = [one, other].map(|clip| rotation(clip, middle, at));
        turned[0].angle_between(turned[1]).to_degrees()
    };
    assert!(off(&long, &before) > 0.2, "{}°", off(&long, &before));
    let skeleton = &work.document.character.rig.skeleton;
    let keys = [middle, last].into();
    let fields = key_fields(skeleton, &long, &keys, &[number].into());
    assert_eq!(fields.lengths[0], Shared::Same(0.8));

    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let back = restore_project(&work.document.original, &project);
    assert!(back.problems.is_empty(), "{:?}", back.problems);
    assert_eq!(back.document.character.clips, work.document.character.clips);

    work.run(Action::Sheet(SheetAction::ResetTangentLengths));
    assert_eq!(work.history.undo_name(), Some("Reset tangent lengths"));
    let plain = shown(&work);
    assert!(off(&plain, &before) < 0.1);
    let n_steps = work.history.len();
    work.run(Action::Sheet(SheetAction::ResetTangentLengths));
    assert_eq!(work.history.len(), n_steps, "they are plain already");
}

/// Projects tell by it whether a track of the file is still what it was.
#[test]
fn a_length_counts_for_the_key_that_has_it() {
    let hash = |weighted: usize| {
        let key = |place: usize| Key {
            time: if place == 0 { 0.0 } else { 1.0 },
            value: 0.0_f32,
            tangents: [0.0; 2],
            mode: KeyMode {
                handles: match place == weighted {
                    true => [HandleLength::from_share(0.6); 2],
                    false => [HandleLength::THIRD; 2],
                },
                ..KeyMode::default()
            },
        };
        let track = Track::from_keys(vec![key(0), key(1)], None).unwrap();
        hash_of_keys(Keys::Number(&track))
    };
    assert_ne!(hash(0), hash(1));
}
