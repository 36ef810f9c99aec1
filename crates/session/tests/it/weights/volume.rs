//! Where test poses lose volume or balloon, and what helps there.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{MeshSkinning, SkeletonEdit};
use rig::Method;
use scene::combined_surface::CombinedSurface;
use scene::posed_character::Look;
use session::commands::actions::{Action, EditAction, ProblemAction};
use session::commands::command::{Command, Intent, Outcome};
use session::mode::Mode;
use session::notices::Offer;
use session::session::Request;
use session::state::volume::harm::{Harm, harms};
use session::state::volume::remedy::{Mended, RemedyTask};
use session::state::volume::volume_list::{VolumeIntent, VolumeList, VolumeOutcome, VolumeTest};
use session::state::weight_operations::weight_request::{
    Finished, NotDone, WeightRequest, WeightResult,
};
use session::state::weight_table::weights_work::WeightsWork;

use crate::support::work::Work;

fn tested(work: &Work, method: Method) -> VolumeList {
    let character = &work.document.character;
    let test = VolumeTest {
        of: Arc::clone(character),
        surface: Arc::new(CombinedSurface::of(character)),
        poses: Arc::clone(&work.session.character.test_poses.poses),
        look: Look {
            method,
            ..work.session.comparing.first_look()
        },
        scale_inheritance: Arc::clone(&work.document.scale_inheritance),
        driven: Arc::default(),
    };
    test.run(&|_| ControlFlow::Continue(())).unwrap()
}

/// The change of volume in a test pose, by its name.
fn change_in(list: &VolumeList, pose: &str) -> Option<f32> {
    let places = list.places.iter();
    let mut found = places.filter(|place| list.words(place).1 == pose);
    found.next().map(|place| place.change)
}

#[test]
fn linear_blending_loses_volume_in_a_twist_and_dual_quaternions_keep_it() {
    let work = Work::on("builtin:cylinder");
    let linear = tested(&work, Method::Linear);
    let lost = change_in(&linear, "Twist").unwrap();
    assert!(lost < -0.2, "{lost}");
    assert!(change_in(&linear, "Scaled").is_none(), "scale is meant");
    let dual = tested(&work, Method::DualQuaternion);
    assert_eq!(change_in(&dual, "Twist"), None, "{:?}", dual.places);
    let changes = linear.places.iter().map(|place| place.change.abs());
    assert!(changes.is_sorted_by(|a, b| a >= b), "worst first");
    let canceled = VolumeTest {
        of: Arc::clone(&linear.of),
        surface: Arc::new(CombinedSurface::of(&linear.of)),
        poses: Arc::clone(&linear.poses),
        look: linear.look,
        scale_inheritance: Arc::clone(&work.document.scale_inheritance),
        driven: Arc::default(),
    };
    assert!(canceled.run(&|_| ControlFlow::Break(())).is_none());
}

/// On a cylinder with its list, and the index of the place in the pose "Twist".
fn listed() -> (Work, Arc<VolumeList>, usize) {
    let mut work = Work::on("builtin:cylinder");
    work.run(Action::Problems(ProblemAction::ToggleVolumeCheck));
    assert!(work.session.character.volume.wanted);
    let look = work.session.comparing.first_look();
    let list = Arc::new(tested(&work, look.method));
    let found = VolumeOutcome::Found(Arc::clone(&list));
    work.send(Command::Outcome(Outcome::Volume(found)));
    let twist = |place| list.words(place).1 == "Twist";
    let index = list.places.iter().position(twist).unwrap();
    (work, list, index)
}

#[test]
fn a_place_is_shown_in_its_pose_and_smoothed() {
    let (mut work, list, index) = listed();
    let visit = VolumeIntent::Visit(Arc::clone(&list), index);
    work.send(Command::Intent(Intent::Volume(visit)));
    assert_eq!(work.session.mode, Mode::Weights);
    assert_eq!(work.history.undo_name(), Some("Test pose Twist"));
    let selected = work.session.character.weights.vertices.all().len();
    assert_eq!(selected, list.places[index].vertices.len());
    assert_eq!(work.session.character.volume.current(), Some(index));
    work.send(Command::Intent(Intent::Volume(VolumeIntent::Visit(
        Arc::clone(&list),
        index,
    ))));
    assert_eq!(work.history.len(), 1, "the pose stays");

    let (steps, look) = (work.history.len(), work.session.comparing.first_look());
    work.run(Action::Problems(ProblemAction::SmoothVolumePlace));
    let lost = list.places[index].change;
    if tried(&mut work) {
        let after = change_in(&tested(&work, look.method), "Twist").unwrap_or(0.0);
        assert!(after.abs() < lost.abs(), "{lost} became {after}");
        assert_eq!(work.history.len(), steps + 1);
    } else {
        assert_eq!(
            work.history.len(),
            steps,
            "nothing is kept of what does not help"
        );
    }
    assert_eq!(work.session.comparing.first_look(), look);
}

/// The remedy that was asked for last.
fn asked(work: &mut Work) -> RemedyTask {
    let requests = std::mem::take(&mut work.session.requests);
    let orders = requests.into_iter().filter_map(|request| match request {
        Request::Weights(WeightRequest::Remedy(order)) => Some(order),
        _ => None,
    });
    let order = orders.last().unwrap();
    let settings = &work.session.settings;
    let kept = (WeightsWork::default(), settings.brush.limit, settings.units);
    let surface = Arc::new(CombinedSurface::of(&work.document.character));
    RemedyTask::new(&order, &work.document, surface, kept).unwrap()
}

/// Lets the remedy run that was asked for, and applies what comes of it; whether it helped.
fn tried(work: &mut Work) -> bool {
    let task = asked(work);
    let result = task.run(&|_| ControlFlow::Continue(())).unwrap();
    let helped = result.is_ok();
    let done = |mended: Mended| WeightResult {
        name: task.name(),
        after: mended.after,
        report: weights::Report::default(),
        said: mended.said,
        is_fresh: false,
        is_compared: false,
        shows: mended.look,
    };
    finish(work, &task, result.map(done).map_err(NotDone::Refused));
    helped
}

/// Applies what came of the remedy's job.
fn finish(work: &mut Work, task: &RemedyTask, result: Result<WeightResult, NotDone>) {
    let finished = Finished {
        title: task.name(),
        began: work.document.clone(),
        locked: work.session.character.weights.locked.clone(),
        result,
        facts: None,
    };
    work.send(Command::Outcome(Outcome::WeightsDone(Box::new(finished))));
}

/// Both remedies are refused at the worst place of the arm: the second refusal does not send back to the first, until what was tried has
/// changed. One whose worker failed was not refused, and is advised.
#[test]
fn a_refusal_advises_nothing_that_was_refused_there() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Problems(ProblemAction::ToggleVolumeCheck));
    let look = Look {
        method: Method::Linear,
        ..work.session.comparing.first_look()
    };
    work.session.comparing.panes[0].look = look;
    let list_of = |work: &mut Work| {
        let list = Arc::new(tested(work, look.method));
        let found = VolumeOutcome::Found(Arc::clone(&list));
        work.send(Command::Outcome(Outcome::Volume(found)));
        list
    };
    let refusal = |work: &mut Work, intent: VolumeIntent| {
        work.send(Command::Intent(Intent::Volume(intent)));
        assert!(!tried(work), "{:?}", work.session.notices.all().last());
        work.session.notices.all().last().unwrap().text.clone()
    };
    let list = list_of(&mut work);
    let blend = VolumeIntent::Blend(Arc::clone(&list), 0);
    work.send(Command::Intent(Intent::Volume(blend)));
    let task = asked(&mut work);
    let failed = NotDone::Stopped("the worker has failed.".to_owned());
    finish(&mut work, &task, Err(failed));
    let first = refusal(&mut work, VolumeIntent::Smooth(Arc::clone(&list), 0));
    assert!(first.contains("try Blend map"), "{first}");
    let second = refusal(&mut work, VolumeIntent::Blend(list, 0));
    assert!(!second.contains("try "), "{second}");
    assert!(second.contains("no remedy is left"), "{second}");
    rename_root(&mut work, "other");
    let list = list_of(&mut work);
    let later = refusal(&mut work, VolumeIntent::Blend(list, 0));
    assert!(later.contains("try Smooth"), "{later}");
}

/// One undo takes all of it back: the map, and the method of the pane.
#[test]
fn the_blend_map_keeps_the_volume_of_a_twist() {
    let (mut work, list, index) = listed();
    let lost = list.places[index].change;
    let look = work.session.comparing.first_look();
    let blend = VolumeIntent::Blend(Arc::clone(&list), index);
    work.send(Command::Intent(Intent::Volume(blend)));
    assert!(tried(&mut work), "{:?}", work.session.notices.all().last());
    let name = work.history.undo_name().unwrap();
    assert!(name.starts_with("Blend map at "), "{name}");
    let shown = work.session.comparing.first_look();
    assert_eq!(shown.method, Method::Affine);
    let after = change_in(&tested(&work, Method::Affine), "Twist").unwrap_or(0.0);
    assert!(after.abs() < 0.6 * lost.abs(), "{lost} became {after}");
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.session.comparing.first_look(), look);
    let mesh = &work.document.character.meshes[0];
    assert!(mesh.primitives[0].maps.blend.is_none());
}

/// The method of pane A belongs to the step of the remedy alone: steps that were made later are undone and done again under whatever the
/// pane shows by then.
#[test]
fn steps_after_a_remedy_leave_the_method_of_the_pane() {
    let (mut work, list, index) = listed();
    let before = work.session.comparing.first_look();
    let blend = VolumeIntent::Blend(list, index);
    work.send(Command::Intent(Intent::Volume(blend)));
    assert!(tried(&mut work), "{:?}", work.session.notices.all().last());
    let mended = work.session.comparing.first_look();
    assert_ne!(before.method, mended.method);
    let names = ["first", "second", "third"];
    for name in names {
        rename_root(&mut work, name);
    }
    let other = Look {
        method: Method::DualQuaternion,
        ..before
    };
    // The pane may show what it showed before the remedy, too.
    for look in [mended, before, other] {
        work.session.comparing.panes[0].look = look;
        for action in [EditAction::Undo, EditAction::Redo] {
            for name in names {
                work.run(Action::Edit(action));
                let now = work.session.comparing.first_look();
                assert_eq!(now, look, "{action:?}, {name}");
            }
        }
    }
}

/// Undone, the remedy takes its method away, and brings it again with the step, also where others were made after it; a method that was
/// chosen by hand since stays.
#[test]
fn the_step_of_a_remedy_takes_its_method_along() {
    let (mut work, list, index) = listed();
    let before = work.session.comparing.first_look();
    let blend = VolumeIntent::Blend(list, index);
    work.send(Command::Intent(Intent::Volume(blend)));
    assert!(tried(&mut work), "{:?}", work.session.notices.all().last());
    let mended = work.session.comparing.first_look();
    rename_root(&mut work, "later");
    for _ in 0..2 {
        for (action, looks) in [
            (EditAction::Undo, [mended, before]),
            (EditAction::Redo, [mended, mended]),
        ] {
            for look in looks {
                work.run(Action::Edit(action));
                assert_eq!(work.session.comparing.first_look(), look, "{action:?}");
            }
        }
    }
    let chosen = Look {
        method: Method::DualQuaternion,
        ..before
    };
    work.session.comparing.panes[0].look = chosen;
    for action in [EditAction::Undo, EditAction::Undo, EditAction::Redo] {
        work.run(Action::Edit(action));
        assert_eq!(work.session.comparing.first_look(), chosen, "{action:?}");
    }
}

/// A step that changes the character.
fn rename_root(work: &mut Work, name: &str) {
    let skeleton = &work.document.character.rig.skeleton;
    let root = skeleton.joints().next().unwrap();
    let edit = SkeletonEdit::Rename {
        joint: skeleton.key(root),
        name: name.to_owned(),
    };
    let steps = work.history.len();
    work.send(Command::Intent(Intent::EditSkeleton(edit)));
    assert_eq!(work.history.len(), steps + 1);
}

/// A mesh with a method of its own keeps it, all over: where no map is, that follows it as if it were 1 already.
#[test]
fn the_blend_map_leaves_the_methods_of_meshes_on() {
    let (mut work, _, _) = listed();
    let own = MeshSkinning {
        method: Method::Affine,
        signs: None,
    };
    work.send(Command::Intent(Intent::SetMeshSkinning(0, Some(own))));
    // A place of what linear blending makes of the mesh, in a pane that blends it by its own method.
    let mut list = tested(&work, Method::Linear);
    list.look.per_mesh = true;
    let (list, look) = (Arc::new(list.clone()), list.look);
    work.session.comparing.panes[0].look = look;
    let lost = list.places.iter().position(|place| place.change < 0.0);
    let blend = VolumeIntent::Blend(Arc::clone(&list), lost.unwrap());
    let found = VolumeOutcome::Found(list);
    work.send(Command::Outcome(Outcome::Volume(found)));
    work.send(Command::Intent(Intent::Volume(blend)));
    tried(&mut work);
    assert_eq!(work.session.comparing.first_look(), look);
    let mesh = &work.document.character.meshes[0];
    assert_eq!(mesh.skinning, Some(own));
}

#[test]
fn fresh_weights_offer_the_test_poses() {
    let mut work = Work::on("builtin:cylinder");
    let finished = |work: &Work, is_fresh| Finished {
        title: "Automatic weights".to_owned(),
        began: work.document.clone(),
        locked: work.session.character.weights.locked.clone(),
        result: Ok(WeightResult {
            name: "Automatic weights".to_owned(),
            after: work.document.clone(),
            report: weights::Report::default(),
            said: format!("Done, {is_fresh}."),
            is_fresh,
            is_compared: false,
            shows: None,
        }),
        facts: None,
    };
    for is_fresh in [false, true] {
        let done = finished(&work, is_fresh);
        work.send(Command::Outcome(Outcome::WeightsDone(Box::new(done))));
        let offer = work.session.notices.all().last().unwrap().offer;
        assert_eq!(offer, is_fresh.then_some(Offer::TestPoses));
    }
}

/// A pose that only one list has is left out, and so is what changes as before.
#[test]
fn poses_are_compared_by_their_numbers() {
    let before = vec![(0, vec![0.0, -0.5]), (2, vec![-0.2, 0.0])];
    let after = vec![(1, vec![0.9, 0.9]), (2, vec![-0.2, 0.3])];
    let found: Vec<Harm> = harms(&before, &after).collect();
    let wanted = Harm {
        zone: 1,
        pose: 2,
        before: 0.0,
        after: 0.3,
    };
    assert_eq!(found, [wanted]);
}
