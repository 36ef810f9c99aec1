//! Where test poses lose volume or balloon, and what helps there.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::MeshSkinning;
use rig::Method;
use scene::combined_surface::CombinedSurface;
use scene::posed_character::Look;
use session::commands::actions::{Action, ProblemAction};
use session::commands::command::{Command, Intent, Outcome};
use session::mode::Mode;
use session::notices::Offer;
use session::session::Request;
use session::tools::brush_work::Whole;
use session::weighting::volume_list::{VolumeIntent, VolumeList, VolumeOutcome, VolumeTest};
use session::weighting::weight_request::{Done, Finished, WeightRequest};

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
    let cancelled = VolumeTest {
        of: Arc::clone(&linear.of),
        surface: Arc::new(CombinedSurface::of(&linear.of)),
        poses: Arc::clone(&linear.poses),
        look: linear.look,
        scale_inheritance: Arc::clone(&work.document.scale_inheritance),
    };
    assert!(cancelled.run(&|_| ControlFlow::Break(())).is_none());
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
        list, index,
    ))));
    assert_eq!(work.history.len(), 1, "the pose stays");

    work.run(Action::Problems(ProblemAction::SmoothVolumePlace));
    work.session.requests.clear();
    let ready = || Command::Outcome(Outcome::Volume(VolumeOutcome::Ready));
    work.send(ready());
    let smooth = Request::Weights(WeightRequest::Whole(Whole::Smooth));
    assert!(
        work.session.requests.contains(&smooth),
        "{:?}",
        work.session.requests
    );
    work.session.requests.clear();
    work.send(ready());
    assert!(work.session.requests.is_empty(), "once");
}

#[test]
fn the_blend_map_keeps_the_volume_of_a_twist() {
    let (mut work, list, index) = listed();
    let lost = list.places[index].change;
    let blend = VolumeIntent::Blend(Arc::clone(&list), index);
    work.send(Command::Intent(Intent::Volume(blend)));
    let name = work.history.undo_name().unwrap();
    assert!(name.starts_with("Blend map at "), "{name}");
    assert_eq!(work.session.comparing.first_look().method, Method::Affine);
    let after = change_in(&tested(&work, Method::Affine), "Twist").unwrap_or(0.0);
    assert!(after > 0.6 * lost, "{lost} became {after}");
    // The list is out of date: nothing happens to a place of it.
    let steps = work.history.len();
    let blend = VolumeIntent::Blend(list, index);
    work.send(Command::Intent(Intent::Volume(blend)));
    assert_eq!(work.history.len(), steps);
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
    assert_eq!(work.session.comparing.first_look(), look);
    let mesh = &work.document.character.meshes[0];
    assert_eq!(mesh.skinning, Some(own));
    assert!(mesh.primitives[0].maps.blend.is_none());
    let said = &work.session.notices.all().last().unwrap().text;
    assert!(said.contains("there already"), "{said}");
}

#[test]
fn fresh_weights_offer_the_test_poses() {
    let mut work = Work::on("builtin:cylinder");
    let finished = |work: &Work, is_fresh| Finished {
        title: "Automatic weights".to_owned(),
        began: work.document.clone(),
        locked: work.session.character.weights.locked.clone(),
        result: Ok(Done {
            name: "Automatic weights".to_owned(),
            after: work.document.clone(),
            report: weights::Report::default(),
            said: format!("Done, {is_fresh}."),
            is_fresh,
            is_compared: false,
            shows: None,
        }),
    };
    for is_fresh in [false, true] {
        let done = finished(&work, is_fresh);
        work.send(Command::Outcome(Outcome::WeightsDone(Box::new(done))));
        let offer = work.session.notices.all().last().unwrap().offer;
        assert_eq!(offer, is_fresh.then_some(Offer::TestPoses));
    }
}
