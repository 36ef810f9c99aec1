//! Ready skeletons that are fitted to a mesh, without a window.

use glam::{Vec2, Vec3, vec3};
use rig::{FaceJoints, TemplateKind, TemplateOptions};
use session::commands::actions::{Action, EditAction, SkeletonAction};
use session::commands::command::{Command, Input, Intent};
use session::mode::Mode;
use session::state::fitting::{Cloud, CloudFault, FitEvent, FitIntent, Fitting};
use session::state::posing::limb::Pointer;
use session::state::weight_operations::weight_request::{BoundJoints, RigDialog, WeighedJoints};

use crate::support::work::Work;

fn begun(file: &str, kind: TemplateKind) -> Work {
    let mut work = Work::on(file);
    work.run(Action::Skeleton(SkeletonAction::NewSkeleton(kind)));
    work
}

fn ask(work: &mut Work, intent: FitIntent) {
    work.send(Command::Intent(Intent::Fit(intent)));
}

fn fitting(work: &Work) -> &Fitting {
    work.session.fitting().unwrap()
}

fn place(work: &Work, label: &str) -> Vec3 {
    let fitting = fitting(work);
    fitting.place(fitting.marker(label).unwrap()).unwrap()
}

fn names(work: &Work) -> Vec<String> {
    let skeleton = &work.document.character.rig.skeleton;
    let names = skeleton.joints().map(|joint| skeleton.name(joint));
    names.map(ToOwned::to_owned).collect()
}

fn last_notice(work: &Work) -> String {
    let all = work.session.notices.all();
    all.last().map(|notice| notice.text.clone()).unwrap()
}

/// Drags a marker by so many pixels, seen with the session's camera.
fn drag(work: &mut Work, label: &str, by: Vec2) {
    let viewport = Vec2::new(600.0, 800.0);
    let camera = work.session.camera;
    let from = camera.pixel(place(work, label), viewport).unwrap();
    let marker = fitting(work).marker(label).unwrap();
    work.send(Command::Input(Input::Fit(FitEvent::Follow {
        marker,
        pane: 0,
        pointer: Pointer {
            pixel: from + by,
            viewport,
            camera,
            moves_pole: false,
        },
        at: from + by,
    })));
}

#[test]
fn the_first_guess_is_near_the_joints_of_the_usual_biped() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    assert_eq!(work.session.mode, Mode::Skeleton);
    ask(&mut work, FitIntent::Create);
    let usual = session::state::opening::load::load("builtin:biped").unwrap();
    let skeleton = &work.document.character.rig.skeleton;
    let mut far = Vec::new();
    for joint in skeleton.joints() {
        let name = skeleton.name(joint);
        let Some(other) = usual.rig.skeleton.find(name) else {
            assert_eq!(name, "biped_mesh");
            continue;
        };
        let at = skeleton.rest_model_from_joint(joint);
        let known = usual.rig.skeleton.rest_model_from_joint(other);
        let off = at.translation.distance(known.translation);
        let turned = at.rotation.angle_between(known.rotation).to_degrees();
        let is_finger = name.contains("_1") || name.contains("_2") || name.contains("_3");
        let most = if is_finger { 0.015 } else { 0.06 };
        if off > most || turned > 40.0 {
            far.push(format!("{name}: {off:.3} m, {turned:.0}°"));
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}

#[test]
fn all_joints_are_one_step_and_binding_is_asked_next() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    let before = names(&work);
    let n_joints = fitting(&work).joints().unwrap().len();
    ask(&mut work, FitIntent::Create);
    assert!(work.session.fitting().is_none());
    assert_eq!(names(&work).len(), before.len() + n_joints);
    assert_eq!(work.history.len(), 1);
    assert_eq!(work.history.undo_name(), Some("New biped skeleton"));
    assert_eq!(work.session.rigging.dialog, Some(RigDialog::Bind));
    let active = work.session.character.selection.active().unwrap();
    let skeleton = &work.document.character.rig.skeleton;
    assert_eq!(skeleton.name(active), "hips");
    assert!(last_notice(&work).contains("joints"));
    // Each of them was made for the mesh, and is bound to whatever else there is.
    let chosen = work.session.rigging.bind.joints;
    assert_eq!(chosen, BoundJoints::Ready);
    assert_eq!(chosen.weighed_joints(), WeighedJoints::All);
    let ready = work.session.character.skeleton.ready_joints(skeleton);
    assert_eq!(ready.len(), n_joints);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(names(&work), before);
    let skeleton = &work.document.character.rig.skeleton;
    let ready = work.session.character.skeleton.ready_joints(skeleton);
    assert!(ready.is_empty(), "they are gone");

    // Not asked where it is not wanted; then a message says what comes next.
    work.session.rigging.dialog = None;
    work.run(Action::Skeleton(SkeletonAction::NewSkeleton(
        TemplateKind::Biped,
    )));
    ask(&mut work, FitIntent::Bind(false));
    ask(&mut work, FitIntent::Create);
    assert_eq!(work.session.rigging.dialog, None);
    assert!(last_notice(&work).contains("Bind mesh to skeleton"));
}

#[test]
fn one_side_follows_the_other_until_the_mirror_is_off() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    let flip = vec3(-1.0, 1.0, 1.0);
    let before = place(&work, "Left knee");
    drag(&mut work, "Left knee", Vec2::new(12.0, -9.0));
    let left = place(&work, "Left knee");
    assert!(left.distance(before) > 1e-3);
    assert!(place(&work, "Right knee").abs_diff_eq(left * flip, 1e-6));
    drag(&mut work, "Right wrist", Vec2::new(-5.0, 7.0));
    let right = place(&work, "Right wrist");
    assert!(place(&work, "Left wrist").abs_diff_eq(right * flip, 1e-6));
    drag(&mut work, "Chin", Vec2::new(30.0, 4.0));
    assert!(
        place(&work, "Chin").x.abs() < 1e-6,
        "it stays in the middle"
    );

    ask(&mut work, FitIntent::Mirror(false));
    drag(&mut work, "Right knee", Vec2::new(9.0, 9.0));
    assert_eq!(place(&work, "Left knee"), left);
    ask(&mut work, FitIntent::Mirror(true));
    assert!(place(&work, "Right knee").abs_diff_eq(left * flip, 1e-6));
    ask(&mut work, FitIntent::Guess);
    assert_eq!(place(&work, "Left knee"), before);
}

#[test]
fn a_marker_goes_into_the_middle_of_the_volume_when_that_is_found() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    drag(&mut work, "Left knee", Vec2::new(3.0, 0.0));
    assert!(work.session.character.pointing.pick.is_some());
    let middle = vec3(0.1, 0.5, 0.004);
    let found = FitEvent::Center(Some(middle));
    work.send(Command::Input(Input::Fit(found)));
    assert_eq!(place(&work, "Left knee"), middle);
    assert!(work.session.character.pointing.pick.is_none());
    // Beside the mesh it stays where it was dragged to.
    drag(&mut work, "Left knee", Vec2::new(90.0, 0.0));
    let beside = place(&work, "Left knee");
    work.send(Command::Input(Input::Fit(FitEvent::Center(None))));
    assert_eq!(place(&work, "Left knee"), beside);
    // Nor does it go into the leg behind.
    let behind = FitEvent::Center(Some(middle * vec3(-1.0, 1.0, 1.0)));
    work.send(Command::Input(Input::Fit(behind)));
    assert_eq!(place(&work, "Left knee"), beside);
    // An eye does not belong there.
    let face = FaceJoints {
        eyes: true,
        ..FaceJoints::default()
    };
    let options = TemplateOptions {
        face,
        ..fitting(&work).options
    };
    ask(&mut work, FitIntent::Choose(options));
    drag(&mut work, "Left eye", Vec2::new(2.0, 0.0));
    let dragged = place(&work, "Left eye");
    work.send(Command::Input(Input::Fit(FitEvent::Center(Some(middle)))));
    assert_eq!(place(&work, "Left eye"), dragged);
}

#[test]
fn options_change_the_joints_and_leave_markers_where_they_are() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    drag(&mut work, "Left ankle", Vec2::new(5.0, 5.0));
    let (before, ankle) = (
        fitting(&work).joints().unwrap().len(),
        place(&work, "Left ankle"),
    );
    let options = TemplateOptions {
        fingers: 0,
        spine: 4,
        ..fitting(&work).options
    };
    ask(&mut work, FitIntent::Choose(options));
    assert_eq!(fitting(&work).joints().unwrap().len(), before - 30 + 2);
    assert_eq!(place(&work, "Left ankle"), ankle);
    assert_eq!(fitting(&work).markers().count(), 17);
}

#[test]
fn markers_at_one_place_make_nothing_and_say_why() {
    let mut work = begun("builtin:biped_mesh", TemplateKind::Biped);
    let before = names(&work);
    ask(&mut work, FitIntent::Mirror(false));
    let fitting = work.session.character.fitting.as_mut().unwrap();
    let all: Vec<usize> = fitting.markers().map(|(index, ..)| index).collect();
    for marker in all {
        fitting.put(marker, Vec3::ONE);
    }
    ask(&mut work, FitIntent::Create);
    assert_eq!(names(&work), before);
    assert!(work.history.is_empty());
    assert!(work.session.fitting().is_some(), "the markers stay");
    assert!(
        last_notice(&work).contains("drag"),
        "{}",
        last_notice(&work)
    );
    ask(&mut work, FitIntent::Cancel);
    assert!(work.session.fitting().is_none());
}

#[test]
fn beside_an_existing_skeleton_new_joints_have_names_of_their_own() {
    let mut work = begun("builtin:biped", TemplateKind::Biped);
    assert!(last_notice(&work).contains("joints already"));
    assert!(
        work.session.switches.rest,
        "markers are on the mesh at rest"
    );
    let before = names(&work);
    ask(&mut work, FitIntent::Create);
    assert!(!work.session.switches.rest);
    let after = names(&work);
    let mut unique = after.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), after.len());
    for name in ["hips_2", "upper_arm_2.L", "shin_2.R"] {
        assert!(after.contains(&name.to_owned()), "{name}");
    }
    assert!(before.iter().all(|name| after.contains(name)));
    assert!(last_notice(&work).contains("bound already"));
}

#[test]
fn meshes_that_nothing_can_be_fitted_to_are_refused_in_words() {
    let cloud = |kind, points: &[Vec3]| Cloud::new(kind, points.iter().copied());
    for kind in TemplateKind::ALL {
        assert_eq!(cloud(kind, &[]).err(), Some(CloudFault::Empty));
        assert_eq!(cloud(kind, &[Vec3::NAN]).err(), Some(CloudFault::Empty));
        assert_eq!(cloud(kind, &[Vec3::ONE]).err(), Some(CloudFault::Flat));
        let line = [Vec3::ZERO, Vec3::X];
        assert_eq!(cloud(kind, &line).err(), Some(CloudFault::Flat));
    }
    // Cards and single triangles, whichever way they face.
    let corners = [
        Vec3::ZERO,
        vec3(0.3, 2.0, 0.9),
        vec3(1.0, 0.4, 0.1),
        vec3(0.8, 1.5, 0.6),
    ];
    for flat in [
        vec3(0.0, 1.0, 1.0),
        vec3(1.0, 0.0, 1.0),
        vec3(1.0, 1.0, 0.0),
    ] {
        let card = corners.map(|corner| corner * flat);
        for (kind, count) in TemplateKind::ALL.into_iter().zip([3, 4, 3]) {
            for card in [&card[..], &card[..count]] {
                let found = cloud(kind, card).err();
                assert_eq!(found, Some(CloudFault::Flat), "{kind:?} {flat}");
            }
        }
    }
    // Nothing that has a size makes a place that is none.
    let few = [Vec3::ZERO, vec3(1.0, 2.0, 0.5)];
    for kind in TemplateKind::ALL {
        let fitting = Fitting::new(kind, &cloud(kind, &few).unwrap());
        assert!(fitting.markers().all(|(_, _, place)| place.is_finite()));
    }
    let mut work = Work::empty();
    let biped = SkeletonAction::NewSkeleton(TemplateKind::Biped);
    work.run(Action::Skeleton(biped));
    assert!(work.session.fitting().is_none());
    assert!(last_notice(&work).contains("no mesh"));
}

#[test]
fn every_kind_fits_a_mesh_of_its_kind_at_once() {
    for (file, kind) in [
        ("builtin:biped_mesh", TemplateKind::Biped),
        ("builtin:creature", TemplateKind::Quadruped),
        ("builtin:hand", TemplateKind::Hand),
    ] {
        let mut work = begun(file, kind);
        let joints = fitting(&work).joints();
        assert!(joints.is_ok(), "{file}: {joints:?}");
        ask(&mut work, FitIntent::Create);
        let name = format!("New {} skeleton", kind.name());
        assert_eq!(work.history.undo_name(), Some(name.as_str()));
    }
}
