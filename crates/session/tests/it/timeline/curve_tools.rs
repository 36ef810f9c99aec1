//! The graph editor at work: its list, typed numbers, drags held to a direction, keys set into curves, shaped and repeated.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;
use rig::{ClipEdit, KeyAdjustment, KeyAt, KeyValue, RepeatOffset, Rig, Target};
use session::commands::actions::{Action, EditAction, SheetAction};
use session::commands::command::{Command, Input, Intent};
use session::state::clips::clip_tools::{ClipDialog, ClipToolIntent};
use session::state::clips::command::ClipIntent;
use session::state::gizmo::operation::Event;
use session::state::selection::{Choose, Selection};
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curve_cache::CurveCache;
use session::state::timeline::curve_edits::raise_edit;
use session::state::timeline::curve_list::{CurveRow, curve_rows};
use session::state::timeline::curves::{Curve, Number, curves};
use session::state::timeline::extrapolation::{Extrapolation, extrapolated};
use session::state::timeline::key_fields::{KeyField, Shared, TypedNumber, key_fields};
use session::state::timeline::rows::RowOf;
use session::state::timeline::sheet::{CurveGrab, DragPointer, Sheet};
use session::text::number_text::Quantity;

use super::work::{ask, shown, target, tell, twist, type_in};
use super::{ARM, HIPS, character, clip, joint, key, moving, skeleton, turning};
use crate::support::work::Work;

fn number(target: Target, axis: usize) -> Number {
    Number { target, axis }
}

fn times(work: &Work) -> Vec<f32> {
    shown(work).keys(target(work)).unwrap().times().to_vec()
}

/// The angle about Y that a key turns by, as its curve has it.
fn angle(work: &Work, time: f32) -> f32 {
    let skeleton = &work.document.character.rig.skeleton;
    let found = curves(skeleton, &shown(work), target(work), (0.0, 4.0), 4);
    let keys = found[1].keys.iter();
    let mut near = keys.filter(|key| (key.at.time - time).abs() < 1e-4);
    near.next().unwrap().value
}

fn select(work: &mut Work, times: &[f32]) {
    let of = target(work);
    let keys = times.iter().map(|time| key(of, *time)).collect();
    ask(work, SheetIntent::Select(keys, Choose::Alone));
}

fn said(work: &Work) -> String {
    let all = work.session.notices.all();
    all.last()
        .map_or_else(String::new, |notice| notice.text.clone())
}

#[test]
fn the_list_has_each_number_below_its_joint_and_the_search_looks_for_both() {
    let character = character();
    let clip = clip(vec![
        moving(0, &[0.0, 1.0], rig::Interpolation::Linear),
        turning(1, &[0.0, 1.0]),
        turning(2, &[0.0]),
    ]);
    let mut joints = Selection::default();
    joints.set_all([joint(0), joint(1)]);
    let none = BTreeSet::new();
    let mut sheet = Sheet::default();
    let rows = |sheet: &Sheet| curve_rows(&character, &clip, sheet, &joints, &none);
    let numbers = |target| [0, 1, 2].map(|axis| number(target, axis)).to_vec();
    let listed = rows(&sheet);
    assert_eq!(listed.len(), 4 + 4 + 1);
    assert_eq!(
        listed[0],
        CurveRow::Owner(RowOf::Joint(joint(0)), numbers(HIPS))
    );
    assert_eq!(listed[7], CurveRow::Number(number(ARM, 2)));
    assert_eq!(
        listed[8],
        CurveRow::Owner(RowOf::Joint(joint(2)), Vec::new())
    );
    sheet.search = "arm.l ROTATION y".to_owned();
    let found = number(ARM, 1);
    let owner = CurveRow::Owner(RowOf::Joint(joint(1)), vec![found]);
    assert_eq!(rows(&sheet), [owner, CurveRow::Number(found)]);
}

#[test]
fn locked_numbers_stay_and_keys_without_a_free_one_are_not_selected() {
    let mut work = twist();
    let (of, time) = (target(&work), times(&work)[6]);
    let all: Vec<Number> = Number::all_of(of).collect();
    select(&mut work, &[time]);
    ask(&mut work, SheetIntent::LockCurves(vec![all[1]], true));
    assert_eq!(work.session.character.keys.selected.len(), 1);
    let before = angle(&work, time);
    let typed = TypedNumber::By(5.0);
    let intent = SheetIntent::TypeNumber(KeyField::Value, typed, vec![all[1]]);
    ask(&mut work, intent);
    assert_eq!(angle(&work, time), before);
    ask(&mut work, SheetIntent::LockCurves(all.clone(), true));
    assert!(work.session.character.keys.selected.is_empty());
    select(&mut work, &[time]);
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    assert!(work.session.character.keys.selected.is_empty());
    assert!(work.history.is_empty(), "switches are not undone");
    ask(&mut work, SheetIntent::LockCurves(all, false));
    select(&mut work, &[time]);
    assert_eq!(work.session.character.keys.selected.len(), 1);
}

#[test]
fn chosen_curves_are_hidden_and_shown_again() {
    let mut work = twist();
    let of = target(&work);
    let Target::Joint(joint, _) = of else {
        panic!("{of:?}")
    };
    work.send(Command::Intent(Intent::Select(Some(joint))));
    work.run(Action::Sheet(SheetAction::ToggleCurves));
    let hidden = |work: &Work| work.session.character.sheet.switches.hidden.len();
    work.run(Action::Sheet(SheetAction::HideCurves));
    assert_eq!(hidden(&work), 0, "none is chosen");
    let two = vec![number(of, 0), number(of, 2)];
    ask(&mut work, SheetIntent::ChooseCurves(two, Choose::Alone));
    work.run(Action::Sheet(SheetAction::HideCurves));
    assert_eq!(hidden(&work), 2);
    // Keys are set for what is drawn.
    let locked = |work: &Work| work.session.character.sheet.switches.locked.clone();
    work.run(Action::Sheet(SheetAction::LockCurves));
    assert_eq!(locked(&work), BTreeSet::from([number(of, 1)]));
    work.run(Action::Sheet(SheetAction::ShowAllCurves));
    assert_eq!(hidden(&work), 0);
}

#[test]
fn frames_values_and_slopes_are_typed() {
    let mut work = twist();
    let of = target(&work);
    let numbers = vec![number(of, 1)];
    let kept = times(&work);
    let (one, two) = (kept[6], kept[10]);
    select(&mut work, &[one, two]);
    let fields = |work: &Work| {
        let keys = &work.session.character.keys.selected;
        let skeleton = &work.document.character.rig.skeleton;
        let numbers = BTreeSet::from([number(of, 1)]);
        key_fields(skeleton, &shown(work), keys, &numbers)
    };
    assert_eq!(fields(&work).value, Shared::Mixed);
    assert_eq!(fields(&work).time, Shared::Mixed);
    let type_number = |work: &mut Work, field, typed| {
        ask(work, SheetIntent::TypeNumber(field, typed, numbers.clone()));
    };
    type_number(&mut work, KeyField::Value, TypedNumber::To(12.5));
    assert!(matches!(fields(&work).value, Shared::Same(value) if (value - 12.5).abs() < 1e-3));
    assert_eq!(work.history.undo_name(), Some("Set value of keys"));
    assert_eq!(work.history.len(), 1, "all keys in one step");
    type_number(&mut work, KeyField::Value, TypedNumber::By(-2.0));
    assert!((angle(&work, two) - 10.5).abs() < 1e-3);

    // The clip of the file is linear: it has no slopes until it is cubic.
    type_number(&mut work, KeyField::Slope(1), TypedNumber::To(30.0));
    assert!(said(&work).contains("Cubic"), "{}", said(&work));
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    work.run(Action::Sheet(SheetAction::CubicKeys));
    select(&mut work, &[one, two]);
    type_number(&mut work, KeyField::Slope(1), TypedNumber::To(30.0));
    let [into, out] = fields(&work).slopes;
    for slope in [into, out] {
        assert!(
            matches!(slope, Shared::Same(slope) if (slope - 30.0).abs() < 0.1),
            "{slope:?}"
        );
    }

    // Two keys of one curve cannot stand at one time, but go together.
    type_number(&mut work, KeyField::Time, TypedNumber::To(1.0));
    assert!(said(&work).contains("+5"), "{}", said(&work));
    let free = kept[1] - kept[0];
    type_number(
        &mut work,
        KeyField::Time,
        TypedNumber::By(f64::from(free) / 2.0),
    );
    assert_eq!(work.history.undo_name(), Some("Set time of keys"));
    assert!(!times(&work).contains(&one) && times(&work).len() == kept.len());
    select(&mut work, &[kept[20]]);
    type_number(&mut work, KeyField::Time, TypedNumber::To(-1.0));
    assert!(said(&work).contains("begins at 0"), "{}", said(&work));
}

#[test]
fn plus_is_by_and_a_bare_number_is_to() {
    let read = |text: &str| TypedNumber::read(text, Quantity::Number);
    assert_eq!(read(" 5 "), Ok(TypedNumber::To(5.0)));
    assert_eq!(read("-5"), Ok(TypedNumber::To(-5.0)));
    assert_eq!(read("+5"), Ok(TypedNumber::By(5.0)));
    assert_eq!(read("+=2*3"), Ok(TypedNumber::By(6.0)));
    assert_eq!(read("-=5"), Ok(TypedNumber::By(-5.0)));
    assert!(read("+").is_err() && read("mixed").is_err());
}

/// A hand that goes up does not go sideways, and Shift holds to the direction that came first.
#[test]
fn a_drag_of_a_curve_keeps_its_direction() {
    let mut work = twist();
    let of = target(&work);
    let time = times(&work)[6];
    let own = angle(&work, time);
    let drag = |work: &mut Work, steps: &[([f32; 2], bool, bool)]| {
        select(work, &[time]);
        let grab = CurveGrab {
            number: number(of, 1),
            at: key(of, time),
            end: None,
            value: own + 0.2,
            own,
        };
        let grabbed = f64::from(time);
        ask(work, SheetIntent::DragCurve { grab, grabbed });
        for &(way, is_straight, snaps_value) in steps {
            let [right, down] = way;
            let pointer = DragPointer {
                value: Some(own + 0.2 - 0.37 * down),
                way,
                is_straight,
                snaps_value,
                ..DragPointer::at(grabbed + f64::from(right) / 60.0)
            };
            tell(work, SheetInput::DragTo(pointer));
        }
        let at = work.session.character.keys.selected.first().unwrap().time;
        let value = angle(work, at);
        tell(work, SheetInput::Cancel);
        (at, value - own)
    };
    let near = |found: (f32, f32), wanted: (f32, f32)| {
        let (time, value) = (found.0 - wanted.0, found.1 - wanted.1);
        assert!(
            time.abs() < 1e-4 && value.abs() < 0.02,
            "{found:?} {wanted:?}"
        );
    };
    let frame = 1.0 / 30.0;
    near(
        drag(&mut work, &[([2.0, -20.0], false, false)]),
        (time, 7.4),
    );
    near(
        drag(&mut work, &[([6.0, -10.0], false, false)]),
        (time + 3.0 * frame, 3.7),
    );
    let sideways = [([4.0, -1.0], true, false), ([6.0, -40.0], true, false)];
    near(drag(&mut work, &sideways), (time + 3.0 * frame, 0.0));
    let upwards = [([1.0, -4.0], true, false), ([40.0, -10.0], true, false)];
    near(drag(&mut work, &upwards), (time, 3.7));
    let (_, rise) = drag(&mut work, &[([0.0, -10.0], false, true)]);
    let snapped = own + rise;
    assert!((snapped - (own + 3.7).round()).abs() < 0.02, "{own} {rise}");
    assert!(work.history.is_empty());
}

#[test]
fn keys_are_set_into_the_curves_that_are_drawn() {
    let mut work = twist();
    let of = target(&work);
    let Target::Joint(joint, _) = of else {
        panic!("{of:?}")
    };
    work.send(Command::Intent(Intent::Select(Some(joint))));
    let before = shown(&work);
    let time = 0.5 / 30.0 * 3.0;
    work.send(Command::Intent(Intent::Seek(time)));
    work.run(Action::Sheet(SheetAction::InsertKeys));
    assert_eq!(work.history.undo_name(), Some("Insert keys"));
    let after = shown(&work);
    assert_eq!(after.key_count(), before.key_count() + 1);
    assert_eq!(work.session.character.keys.selected.len(), 1);
    for step in 0..40_u8 {
        let time = f32::from(step) / 10.0;
        let at = |clip: &rig::Clip| clip.keys(of).unwrap().sample(time);
        let (KeyValue::Rotation(one), KeyValue::Rotation(two)) = (at(&before), at(&after)) else {
            panic!("turns");
        };
        assert!(one.angle_between(two) < 2e-3, "{time}");
    }
    work.run(Action::Sheet(SheetAction::InsertKeys));
    assert!(said(&work).contains("already"), "{}", said(&work));
    assert_eq!(work.history.len(), 1);
}

fn drag_to(work: &mut Work, time: f64) {
    let pointer = DragPointer {
        is_free: true,
        ..DragPointer::at(time)
    };
    tell(work, SheetInput::DragTo(pointer));
}

#[test]
fn keys_are_shaped_by_a_number_or_the_pointer_in_one_step() {
    let mut work = twist();
    let before = shown(&work);
    let kept = times(&work);
    tell(&mut work, SheetInput::Show(true));
    tell(&mut work, SheetInput::Point(Some(1.0)));
    select(&mut work, &kept[6..9]);
    let readout = |work: &Work| {
        let drag = work.session.character.sheet.drag.as_ref();
        drag.unwrap().readout()
    };
    work.run(Action::Sheet(SheetAction::BlendKeys));
    type_in(&mut work, "100");
    assert_eq!(readout(&work), "Blend keys to neighbor 100 %   [100|]");
    assert!((angle(&work, kept[7]) - angle(&work, kept[9])).abs() < 1e-3);
    work.send(Command::Input(Input::Tool(Event::Cancel)));
    assert_eq!(shown(&work), before);
    assert_eq!(work.session.character.keys.selected.len(), 3);
    for (action, shape, amount) in [
        (SheetAction::SmoothKeys, KeyAdjustment::Smooth, 0.5),
        (SheetAction::PushKeys, KeyAdjustment::Push, -0.5),
        (SheetAction::EaseKeys, KeyAdjustment::Ease, 0.5),
    ] {
        work.run(Action::Sheet(action));
        type_in(&mut work, if amount < 0.0 { "-50" } else { "50%" });
        work.send(Command::Input(Input::Tool(Event::Confirm)));
        let keys: Vec<KeyAt> = kept[6..9]
            .iter()
            .map(|time| key(target(&work), *time))
            .collect();
        let wanted = before
            .with_edit(&before.adjust_edit(&keys, shape, amount))
            .unwrap()
            .0;
        assert_eq!(shown(&work), wanted, "{shape:?}");
        assert_eq!(work.session.character.keys.selected.len(), 3);
        work.run(Action::Edit(EditAction::Undo));
        select(&mut work, &kept[6..9]);
    }
    // The pointer goes sideways: nothing where it began, and back again.
    work.run(Action::Sheet(SheetAction::PushKeys));
    drag_to(&mut work, 1.5);
    let text = readout(&work);
    assert!(text.starts_with("Push keys"), "{text}");
    assert_ne!(shown(&work), before);
    drag_to(&mut work, 1.0);
    assert_eq!(shown(&work), before);
    tell(&mut work, SheetInput::Cancel);
}

#[test]
fn selected_keys_are_repeated_by_their_dialog() {
    let mut work = twist();
    let kept = times(&work);
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    work.run(Action::Sheet(SheetAction::RepeatKeys));
    let Some(ClipDialog::Repeat(mut choice)) = work.session.clip_tools.dialog else {
        panic!("{:?}", work.session.clip_tools.dialog);
    };
    choice.times = 2;
    choice.offset = RepeatOffset::All;
    let tool = |tool| Command::Intent(Intent::Clip(ClipIntent::Tool(tool)));
    work.send(tool(ClipToolIntent::Ask(Some(ClipDialog::Repeat(choice)))));
    work.send(tool(ClipToolIntent::Go));
    let after = shown(&work);
    assert_eq!(after.key_count(), 3 * kept.len() - 2);
    assert!((after.duration() - 3.0 * kept[kept.len() - 1]).abs() < 1e-3);
    assert_eq!(work.history.len(), 1);
    work.run(Action::Edit(EditAction::Undo));
    select(&mut work, &kept[..1]);
    work.send(tool(ClipToolIntent::Ask(Some(ClipDialog::Repeat(choice)))));
    work.send(tool(ClipToolIntent::Go));
    assert!(said(&work).contains("whole cycle"), "{}", said(&work));
}

#[test]
fn curves_go_on_beyond_their_keys_as_they_are_told_to() {
    let whole = Curve {
        number: number(ARM, 0),
        ends: [1.0, 3.0],
        points: vec![[1.0, 0.0], [2.0, 4.0], [3.0, 2.0]],
        keys: Vec::new(),
    };
    let at = |outside, time: f32| {
        let parts = extrapolated(&whole, outside, (-10.0, 10.0));
        let mut points = parts.concat().into_iter();
        points
            .find(|[at, _]| (at - time).abs() < 1e-5)
            .map(|[_, value]| value)
    };
    assert_eq!(at(Extrapolation::Hold, 4.0), None);
    assert_eq!(at(Extrapolation::Linear, 10.0), Some(-12.0));
    assert_eq!(at(Extrapolation::Linear, -10.0), Some(-44.0));
    assert_eq!(at(Extrapolation::Cycle, 6.0), Some(4.0));
    assert_eq!(at(Extrapolation::CycleWithOffset, 6.0), Some(8.0));
    assert_eq!(at(Extrapolation::CycleWithOffset, -2.0), Some(0.0));
    let tiny = Curve {
        points: vec![[1.0, 0.0], [1.0 + 1e-6, 1.0]],
        ends: [1.0, 1.0 + 1e-6],
        ..whole.clone()
    };
    assert!(extrapolated(&tiny, Extrapolation::Cycle, (0.0, 1e6)).len() < 1000);
}

fn points_of(curves: &[Curve]) -> Vec<Vec3> {
    let points = curves.iter().flat_map(|curve| curve.points.clone());
    let points = points.map(|[time, value]| Vec3::new(time, value, 0.0));
    points.collect()
}

/// What is kept from frame to frame is what would be made anew, whatever was edited.
#[test]
fn kept_curves_are_those_that_would_be_made_anew() {
    let times: Vec<f32> = (0..40_u8).map(|key| f32::from(key) * 0.25).collect();
    let mut clip = clip(vec![
        turning(1, &times),
        moving(0, &times, rig::Interpolation::Linear),
    ]);
    let skeleton = skeleton();
    let rig = Arc::new(Rig {
        skeleton: skeleton.clone(),
        ..Rig::default()
    });
    let mut cache = CurveCache::default();
    let delete = |at: f32| ClipEdit::DeleteKeys(vec![key(ARM, at)]);
    let edits = [
        raise_edit(&skeleton, &clip, &[key(ARM, 2.5)], (2, 200.0)),
        delete(5.0),
        raise_edit(
            &skeleton,
            &clip,
            &[key(ARM, 9.75), key(ARM, 0.0)],
            (1, 30.0),
        ),
        clip.insert_edit(&[key(ARM, 3.1), key(HIPS, 4.4)]),
        delete(0.0),
    ];
    for edit in [None].into_iter().chain(edits.map(Some)) {
        if let Some(edit) = edit {
            clip = clip.with_edit(&edit).unwrap().0;
        }
        cache.follow(&rig, &clip);
        for target in [ARM, HIPS] {
            for range in [(0.0, 10.0), (2.0, 3.3)] {
                let kept = cache.curves(target, range, 50, |_| true);
                let anew = curves(&skeleton, &clip, target, range, 50);
                let (one, two) = (points_of(&kept), points_of(&anew));
                let far = one
                    .iter()
                    .zip(&two)
                    .find(|(one, two)| one.distance(**two) > 1e-3);
                assert!(
                    one.len() == two.len() && far.is_none(),
                    "{target:?} {range:?} {far:?}"
                );
            }
        }
    }
    let found = cache.keys_within(number(HIPS, 1), [1.0, 2.0], [-10.0, 10.0]);
    assert_eq!(found.len(), 5);
}
