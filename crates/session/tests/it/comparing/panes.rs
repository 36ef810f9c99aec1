//! What panes have of their own, and how a mode draws bones.

use std::sync::Arc;

use glam::Quat;
use scene::view::camera::Camera;
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::{Normals, PaneShows};
use session::commands::actions::{Action, CompareAction, ViewAction, WindowAction};
use session::commands::command::Input;
use session::features::projects::capture::capture_project;
use session::mode::Mode;
use session::shown::ShownPanes;
use session::state::comparing::PaneLayout;

use crate::support::work::Work;

/// The arm, with pane B at work and its camera unlinked and seen from above.
fn unlinked() -> Work {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Compare(CompareAction::AddPane));
    work.send(Input::ActivatePane(1).into());
    work.run(Action::Compare(CompareAction::ToggleOwnCamera));
    work.run(Action::View(ViewAction::ViewTop));
    work
}

fn cameras(work: &Work) -> [Camera; 3] {
    [0, 1, 2].map(|pane| work.session.camera_of(pane))
}

#[test]
fn actions_move_the_camera_of_the_active_pane() {
    let mut work = unlinked();
    let [a, b, c] = cameras(&work);
    assert!(a == c && a != b, "the others are linked");
    work.send(Input::ActivatePane(2).into());
    work.run(Action::View(ViewAction::ViewFront));
    let [front, still, linked] = cameras(&work);
    assert!(front != a && front == linked && still == b);
    // Framing what is shown is about one pane too.
    work.send(Input::ActivatePane(1).into());
    work.run(Action::View(ViewAction::FrameAll));
    assert!(cameras(&work)[0] == front);
    // Linked again, it sees what the others see.
    work.run(Action::Compare(CompareAction::ToggleOwnCamera));
    assert_eq!(cameras(&work), [front; 3]);
}

fn turn_second_joint(work: &mut Work) {
    let joint = work
        .document
        .character
        .rig
        .skeleton
        .joints()
        .nth(1)
        .unwrap();
    Arc::make_mut(&mut work.document.pose).rigid[joint.index()].rotation =
        Quat::from_rotation_z(1.0) * Quat::from_rotation_x(0.5);
}

/// What differs by rounding alone is no spot, and the cameras stay.
#[test]
fn worst_spots_are_where_panes_differ() {
    let mut work = Work::on("builtin:arm");
    let rest = Arc::clone(&work.document.pose);
    turn_second_joint(&mut work);
    work.run(Action::Compare(CompareAction::NextSpot));
    assert!(work.session.comparing.visited.is_some());
    let before = cameras(&work);
    work.document.pose = rest;
    for action in [CompareAction::NextSpot, CompareAction::PreviousSpot] {
        work.run(Action::Compare(action));
        assert!(work.session.comparing.visited.is_none());
        assert!(cameras(&work) == before);
        let said = &work.session.notices.all().last().unwrap().text;
        assert_eq!(said, "No difference: pane B shows what pane A shows.");
    }
}

#[test]
fn panes_have_normals_by_their_own_rules() {
    let mut work = Work::on("builtin:arm");
    turn_second_joint(&mut work);
    let first = work.session.comparing.panes[0];
    let normals = [Normals::Skinned, Normals::Exact, Normals::Surface];
    work.session.comparing.panes = normals
        .map(|normals| PaneShows { normals, ..first })
        .to_vec();
    let mut shown = ShownPanes::default();
    shown.refresh(&work.document, &work.session, false);
    let panes = shown.deformed_panes();
    let off = |pane: usize| -> f32 {
        let angles = panes[pane].iter().zip(&panes[2]).flat_map(|(one, other)| {
            let normals = one.normals.iter().zip(&other.normals);
            normals.map(|(one, other)| one.dot(*other).clamp(-1.0, 1.0).acos())
        });
        let angles: Vec<f32> = angles.collect();
        angles.iter().sum::<f32>() / f32::from(u16::try_from(angles.len()).unwrap())
    };
    // Other instructions move them: all but rounding.
    let positions = panes[0][0].positions.iter().zip(&panes[1][0].positions);
    let apart = positions.map(|(one, other)| one.distance(*other));
    assert!(apart.fold(0.0, f32::max) < 1e-6);
    assert!(
        2.0 * off(1) < off(0),
        "exact normals are nearer to the surface's"
    );
}

#[test]
fn a_camera_goes_with_its_pane() {
    let mut work = unlinked();
    let [a, b, _] = cameras(&work);
    work.run(Action::Compare(CompareAction::SwapPanes));
    assert_eq!(cameras(&work), [b, a, a]);
    work.run(Action::Compare(CompareAction::SwapPanes));
    work.send(Input::ActivatePane(0).into());
    work.run(Action::Compare(CompareAction::RemovePane));
    assert_eq!(cameras(&work), [b, a, a], "what was B is A");
    // Two pictures in one place have one camera.
    work.run(Action::Compare(CompareAction::CompareWipe));
    assert_eq!(work.session.comparing.visible_layout(), PaneLayout::Wipe);
    assert_eq!(cameras(&work), [a; 3]);
}

#[test]
fn projects_keep_own_cameras() {
    let work = unlinked();
    let own = capture_project(&work.document, &work.session)
        .sight
        .own_cameras;
    assert_eq!(own.len(), 2, "up to the last pane that has one");
    let place = own[1].unwrap().camera(&Camera::default());
    assert!(own[0].is_none() && place == work.session.camera_of(1));
}

#[test]
fn bones_are_thin_in_weights_mode() {
    let mut work = Work::on("builtin:arm");
    let style = |work: &Work| work.session.bone_display().style;
    assert_eq!(style(&work), BoneStyle::Octahedral);
    work.run(Action::Window(WindowAction::WeightsMode));
    assert_eq!(
        (work.session.mode, style(&work)),
        (Mode::Weights, BoneStyle::Stick)
    );
    work.run(Action::Window(WindowAction::PoseMode));
    assert_eq!(style(&work), BoneStyle::Octahedral, "as it was chosen");
}
