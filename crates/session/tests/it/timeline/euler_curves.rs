//! Rotations as Euler curves at work: keys of one angle alone, the way back, and what projects keep.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use character::SkeletonEdit;
use rig::{Axis, Clip, EulerOrder, JointChannel, JointIndex, KeyAt, Keys, Target};
use session::commands::actions::{Action, AnimateAction, EditAction, SheetAction};
use session::commands::command::{Command, Intent, Outcome};
use session::document::channel::{Channel, JointField};
use session::features::timeline::euler_worker::EulerJobs;
use session::mode::Mode;
use session::state::posing::command::PoseIntent;
use session::state::projects::{read, restore_project, work_of, write};
use session::state::selection::{Choose, Selection};
use session::state::timeline::command::SheetIntent;
use session::state::timeline::curve_list::{CurveRow, curve_rows};
use session::state::timeline::curves::{Number, curves};
use session::state::timeline::euler_work::{EulerDone, EulerWork};
use session::state::timeline::key_fields::{KeyField, TypedNumber};
use session::state::timeline::rows::RowOf;
use session::state::timeline::sheet::Sheet;
use session::tasks::Spawner;

use super::key;
use super::work::{ask, shown, target, twist};
use crate::support::work::Work;

/// The twist of the cylinder with a curve for each angle of its joint.
fn with_curves() -> (Work, JointIndex) {
    let mut work = twist();
    let Target::Joint(joint, _) = target(&work) else {
        panic!("it turns a joint")
    };
    work.send(Command::Intent(Intent::Select(Some(joint))));
    work.run(Action::Sheet(SheetAction::EulerXyz));
    (work, joint)
}

fn angle(joint: JointIndex, axis: Axis) -> Target {
    Target::Joint(joint, JointChannel::Angle(axis))
}

fn times(clip: &Clip, of: Target) -> Vec<f32> {
    let keys = clip.keys(of);
    keys.map_or_else(Vec::new, |keys| keys.times().to_vec())
}

fn value(work: &Work, of: Target, time: f32) -> f32 {
    match shown(work).keys(of) {
        Some(Keys::Number(track)) => track.sample(time),
        _ => panic!("{of:?} has no angles"),
    }
}

fn select(work: &mut Work, at: KeyAt) {
    ask(work, SheetIntent::Select(vec![at], Choose::Alone));
}

fn said(work: &Work) -> String {
    let all = work.session.notices.all();
    all.last()
        .map_or_else(String::new, |notice| notice.text.clone())
}

#[test]
fn each_angle_has_a_curve_of_its_own_and_the_joint_turns_as_before() {
    use Axis::{X, Y, Z};
    let before = shown(&twist());
    let (work, joint) = with_curves();
    assert_eq!(work.history.undo_name(), Some("Euler curves XYZ"));
    let [x, y, z] = [X, Y, Z].map(|axis| angle(joint, axis));
    let clip = shown(&work);
    assert!(clip.keyed_targets().eq([x, y, z]));
    let all = times(&clip, y);
    assert_eq!(all.len(), 61);
    for step in 0..all.len() - 1 {
        let time = 0.5 * (all[step] + all[step + 1]);
        let turned = [&before, &clip].map(|clip| match clip.keys(target(&work)) {
            Some(Keys::Rotation(track)) => track.sample(time),
            _ => panic!("it turns"),
        });
        let off = (turned[0] - turned[1]).length();
        assert!(
            off.min((turned[0] + turned[1]).length()) < 2e-4,
            "at {time}"
        );
    }
    // In the list of curves each angle is one, and it is drawn in degrees.
    let mut joints = Selection::default();
    joints.set_all([joint]);
    let (character, none) = (&work.document.character, BTreeSet::new());
    let rows = curve_rows(character, &clip, &Sheet::default(), &joints, &none);
    let numbers = [x, y, z].map(|target| Number { target, axis: 0 });
    assert_eq!(
        rows[0],
        CurveRow::Owner(RowOf::Joint(joint), numbers.to_vec())
    );
    assert_eq!(rows.len(), 4);
    let names = numbers.map(|number| number.name(character));
    assert_eq!(names, ["Rotation X", "Rotation Y", "Rotation Z"]);
    let drawn = curves(&character.rig.skeleton, &clip, y, (0.0, 9.0), 4);
    assert_eq!((drawn.len(), drawn[0].keys.len()), (1, 61));
    assert!(numbers[1].is_angle() && numbers[1].shown_axis() == 1);
}

#[test]
fn keys_of_one_angle_are_edited_alone() {
    let (mut work, joint) = with_curves();
    let y = angle(joint, Axis::Y);
    let all = times(&shown(&work), y);
    // Typed, set, moved and deleted alone: the other angles keep all that they have.
    let (one, two) = (all[6], all[10]);
    let others = |work: &Work| {
        let clip = shown(work);
        let curves = clip.euler(joint).unwrap();
        [Axis::X, Axis::Z].map(|axis| curves.axis(axis).cloned())
    };
    let kept = others(&work);
    let was = value(&work, y, one);
    select(&mut work, key(y, one));
    let typed = TypedNumber::By(5.0);
    let typed =
        SheetIntent::TypeNumber(KeyField::Value, typed, vec![Number { target: y, axis: 0 }]);
    ask(&mut work, typed);
    assert!((value(&work, y, one) - was - 5.0).abs() < 1e-4);
    work.run(Action::Sheet(SheetAction::CopyKeys));
    work.send(Command::Intent(Intent::Seek(two)));
    work.run(Action::Sheet(SheetAction::PasteKeys));
    assert!((value(&work, y, two) - was - 5.0).abs() < 1e-4);
    let between = 0.5 * (one + all[7]);
    ask(&mut work, SheetIntent::InsertKeys(vec![key(y, between)]));
    assert_eq!(times(&shown(&work), y).len(), 62);
    work.run(Action::Sheet(SheetAction::DeleteKeys));
    select(&mut work, key(y, one));
    let by = f64::from(between - one);
    let typed = SheetIntent::TypeNumber(KeyField::Time, TypedNumber::By(by), Vec::new());
    ask(&mut work, typed);
    assert_eq!(times(&shown(&work), y).len(), 61);
    assert!(!times(&shown(&work), y).contains(&one));
    assert_eq!(others(&work), kept);
}

#[test]
fn curves_change_their_order_go_and_come_back() {
    let (mut work, joint) = with_curves();
    let first = shown(&work);
    work.run(Action::Sheet(SheetAction::EulerXyz));
    assert!(said(&work).contains("already"), "{}", said(&work));
    assert_eq!(work.history.len(), 1);
    work.run(Action::Sheet(SheetAction::EulerZyx));
    let order = |work: &Work| shown(work).euler(joint).map(|own| own.order());
    assert_eq!(order(&work), Some(EulerOrder::Zyx));
    work.run(Action::Sheet(SheetAction::QuaternionKeys));
    assert_eq!(order(&work), None);
    assert!(said(&work).contains("quaternion keys"), "{}", said(&work));
    assert!(shown(&work).keyed_targets().eq([target(&work)]));
    for _ in 0..2 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(shown(&work), first);
}

/// Long clips are converted in the background: what comes of it is taken if the rotation is still what it was.
#[test]
fn what_was_converted_in_the_background_is_taken_where_it_fits() {
    let mut work = twist();
    let Target::Joint(joint, _) = target(&work) else {
        panic!("it turns a joint")
    };
    let rig = &work.document.character.rig;
    let asked = EulerWork::new(rig, &shown(&work), &[joint], EulerOrder::Yzx);
    assert_eq!(asked.size(), 61);
    // Another is not begun in its place: it may be of other joints.
    let (mut jobs, spawner) = (EulerJobs::default(), Spawner::default());
    jobs.start(asked.clone(), &spawner).unwrap();
    let refused = jobs.start(asked.clone(), &spawner).unwrap_err();
    assert!(refused.contains("still at work"), "{refused}");
    jobs.cancel();
    assert_eq!(jobs.start(asked.clone(), &spawner), Ok(()));
    assert_eq!(asked.run(&|_| ControlFlow::Break(())), None);
    let found = asked.run(&|_| ControlFlow::Continue(())).unwrap();
    let done = EulerDone {
        work: asked,
        result: Ok(found),
    };
    let give = |work: &mut Work, done: &EulerDone| {
        let outcome = Outcome::EulerCurves(Box::new(done.clone()));
        work.send(Command::Outcome(outcome));
    };
    // The rotation was changed meanwhile, and its change is not lost.
    let time = times(&shown(&work), target(&work))[6];
    let at = key(target(&work), time);
    select(&mut work, at);
    work.run(Action::Sheet(SheetAction::DeleteKeys));
    give(&mut work, &done);
    assert!(said(&work).contains("meanwhile"), "{}", said(&work));
    assert!(shown(&work).euler(joint).is_none());
    work.run(Action::Edit(EditAction::Undo));
    give(&mut work, &done);
    let order = shown(&work).euler(joint).map(|own| own.order());
    assert_eq!(order, Some(EulerOrder::Yzx));
    assert_eq!(work.history.undo_name(), Some("Euler curves YZX"));
}

#[test]
fn projects_keep_curves_and_leave_out_what_is_none() {
    let (mut work, joint) = with_curves();
    let y = angle(joint, Axis::Y);
    let time = times(&shown(&work), y)[6];
    select(&mut work, key(y, time));
    work.run(Action::Sheet(SheetAction::DeleteKeys));
    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let original = &work.document.original;
    let back = restore_project(original, &project);
    assert!(back.problems.is_empty(), "{:?}", back.problems);
    assert_eq!(back.document.character.clips, work.document.character.clips);
    assert!(
        back.document
            .character
            .clips
            .iter()
            .any(|clip| clip.euler(joint).is_some())
    );

    let bad = |order: &str, keys: Option<&str>, why: &str| {
        let mut project = project.clone();
        let clips = project.clips.iter_mut().flat_map(|work| &mut work.clips);
        let mut euler = clips.flat_map(|clip| &mut clip.euler);
        let own = euler.next().unwrap();
        own.order = Some(order.to_owned());
        if let Some(keys) = keys {
            own.axes[0] = Some(keys.to_owned());
        }
        drop(euler);
        let back = restore_project(original, &project);
        assert_eq!(back.problems.len(), 1, "{:?}", back.problems);
        assert!(back.problems[0].contains(why), "{:?}", back.problems);
        let clips = back
            .document
            .character
            .clips
            .iter()
            .zip(work.document.character.clips.iter());
        for (found, own) in clips {
            assert!(found.euler(joint).is_none());
            assert_eq!(found.tracks(), own.tracks());
        }
    };
    bad("XXY", None, "order of axes");
    bad("XYZ", Some("no base64!"), "base64");
}

/// A joint that comes above gives the hand another number; its keys stay its own, on the screen and in the project.
#[test]
fn curves_go_with_their_joint() {
    const HAND: JointIndex = JointIndex(2);
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.run(Action::Animate(AnimateAction::NewClip));
    work.send(Command::Intent(Intent::Select(Some(HAND))));
    for (time, value) in [(0.0, 0.0), (0.5, 50.0), (1.0, 10.0)] {
        work.send(Command::Intent(Intent::Seek(time)));
        let field = JointField {
            joint: HAND,
            channel: Channel::Rotation,
            axis: 0,
        };
        let turn = PoseIntent::SetField {
            field,
            value,
            dragging: false,
        };
        work.send(Command::Intent(Intent::Pose(turn)));
        work.run(Action::Animate(AnimateAction::KeySelected));
    }
    work.run(Action::Sheet(SheetAction::EulerXyz));
    let (id, curves) = (
        shown(&work).id(),
        shown(&work).euler(HAND).cloned().unwrap(),
    );
    assert!((curves.angles(0.5).x - 50.0).abs() < 1e-3);
    let skeleton = &work.document.character.rig.skeleton;
    let (child, hand) = (skeleton.key(JointIndex(1)), skeleton.key(HAND));
    let insert = SkeletonEdit::Insert {
        child,
        fraction: 0.5,
    };
    work.send(Command::Intent(Intent::EditSkeleton(insert)));
    let now = work.document.character.rig.skeleton.joint_of_key(hand);
    assert_eq!(now, Some(JointIndex(3)));
    let clip = work.document.character.clip(id).unwrap();
    assert_eq!(clip.euler(JointIndex(3)), Some(&curves));
    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let back = restore_project(&work.document.original, &project);
    assert!(back.problems.is_empty(), "{:?}", back.problems);
    assert_eq!(back.document.character.clips, work.document.character.clips);
}
