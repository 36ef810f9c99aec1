//! Many joints at once: their axes, their names, selections kept under names, and a skeleton from another file.

use glam::{Mat3, Quat, Vec3};
use rig::{Axis, Skeleton};
use scene::deform::deform;
use scene::posed_character::Look;
use session::commands::actions::{EditAction, JointsAction};
use session::commands::command::{Command, Intent, Outcome};
use session::features::projects::capture::capture_project;
use session::state::opening::load::load;
use session::state::projects::{restore_project, work_of};
use session::state::selection::Choose;
use session::state::selection::selection_sets::{SelectionSets, SetIntent};
use session::state::skeleton::joint_names::{NewNames, ReplaceChoice};
use session::state::skeleton::joint_work::{JointDialog, JointIntent, OrientChoice, SourceIntent};
use session::state::skeleton::skeleton_source::ForeignSkeleton;
use session::state::weight_operations::weight_request::WhichJoints;

use crate::support::work::Work;

fn ask(work: &mut Work, intent: JointIntent) {
    work.send(Command::Intent(Intent::Joints(intent)));
}

fn skeleton(work: &Work) -> &Skeleton {
    &work.document.character.rig.skeleton
}

fn select(work: &mut Work, names: &[&str]) {
    let joints = names.iter().map(|name| skeleton(work).find(name).unwrap());
    let joints = joints.collect();
    work.send(Command::Intent(Intent::SelectAll(joints, Choose::Alone)));
}

fn axes(work: &Work, name: &str) -> Mat3 {
    let joint = skeleton(work).find(name).unwrap();
    Mat3::from_quat(skeleton(work).rest_model_from_joint(joint).rotation)
}

/// Where the vertices are in the pose and in the middle of the first clip.
fn shapes(work: &Work) -> [Vec<Vec3>; 2] {
    let character = &work.document.character;
    let clip = &character.clips[0];
    let pose = &*work.document.pose;
    let clip = clip.sample(skeleton(work), pose, 0.4 * clip.duration());
    [pose, &clip].map(|pose| {
        let inherited = &work.document.scale_inheritance;
        let posed = deform(character, pose, inherited, Look::default()).unwrap();
        posed.into_iter().flat_map(|one| one.positions).collect()
    })
}

fn farthest(one: &[Vec3], other: &[Vec3]) -> f32 {
    let apart = one
        .iter()
        .zip(other)
        .map(|(one, other)| one.distance(*other));
    apart.fold(0.0, f32::max)
}

fn told(work: &Work) -> String {
    let notices = work
        .session
        .notices
        .all()
        .iter()
        .map(|notice| notice.text.clone());
    notices.collect::<Vec<_>>().join("\n")
}

#[test]
fn oriented_joints_leave_mesh_pose_and_clips_as_they_are_in_one_step() {
    let mut work = Work::on("builtin:arm");
    let forearm = skeleton(&work).find("forearm").unwrap();
    let mut pose = (*work.document.pose).clone();
    pose.rigid[forearm.index()].rotation = Quat::from_rotation_y(0.8);
    pose.stretch[forearm.index()].scale = Vec3::new(1.2, 1.0, 0.9);
    work.document.pose = pose.into();
    let (before, seen) = (work.document.clone(), shapes(&work));
    work.run(JointsAction::OrientJoints.into());
    assert_eq!(work.session.joints.dialog, Some(JointDialog::Orient));
    assert!(work.session.takes_keys());
    ask(
        &mut work,
        JointIntent::Orient(OrientChoice {
            along: Axis::Z,
            bend: Axis::Y,
            ..OrientChoice::default()
        }),
    );
    ask(&mut work, JointIntent::Begin);
    assert_eq!(work.session.joints.dialog, None);
    assert!(
        told(&work).contains("Clips and your pose look as before"),
        "{}",
        told(&work)
    );
    let place = |name| {
        let joint = skeleton(&work).find(name).unwrap();
        skeleton(&work).rest_model_from_joint(joint).translation
    };
    let bone = (place("hand") - place("forearm")).normalize();
    assert!(axes(&work, "forearm").z_axis.abs_diff_eq(bone, 1e-5));
    for (now, before) in shapes(&work).iter().zip(&seen) {
        assert!(farthest(now, before) < 1e-5, "{}", farthest(now, before));
    }
    // Made again from a project's text it is the same, bit for bit.
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, [""; 0]);
    assert_eq!(again.document.character.rig, work.document.character.rig);
    work.run(EditAction::Undo.into());
    assert!(work.document.same_as(&before));
}

#[test]
fn orienting_selected_joints_takes_their_partners_along() {
    let mut work = Work::on("builtin:biped");
    select(&mut work, &["forearm.R"]);
    work.run(JointsAction::OrientJoints.into());
    assert_eq!(work.session.joints.orient.joints, WhichJoints::Selected);
    ask(
        &mut work,
        JointIntent::Orient(OrientChoice {
            joints: WhichJoints::Selected,
            along: Axis::X,
            bend: Axis::Z,
            ..OrientChoice::default()
        }),
    );
    let others = axes(&work, "hand.L");
    ask(&mut work, JointIntent::Begin);
    let [left, right] = ["forearm.L", "forearm.R"].map(|name| axes(&work, name));
    let image = Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)) * left;
    assert!(right.x_axis.abs_diff_eq(image.x_axis, 1e-4));
    assert!(right.z_axis.abs_diff_eq(-image.z_axis, 1e-4));
    assert!(others.abs_diff_eq(axes(&work, "hand.L"), 1e-6));
    assert_eq!(work.history.undo_name(), Some("Orient 2 joints"));
}

#[test]
fn what_cannot_be_oriented_is_said() {
    let mut work = Work::on("builtin:arm");
    for _ in 0..2 {
        work.run(JointsAction::OrientJoints.into());
        ask(&mut work, JointIntent::Begin);
    }
    assert_eq!(work.document.journal.len(), 1);
    assert!(
        told(&work).contains("have these axes already"),
        "{}",
        told(&work)
    );
}

#[test]
fn partners_are_renamed_together_where_that_is_on() {
    let mut work = Work::on("builtin:biped");
    let rename = |work: &mut Work, old: &str, new: &str| {
        let joint = skeleton(work).find(old).unwrap();
        ask(work, JointIntent::Rename(joint, new.to_owned()));
    };
    rename(&mut work, "thigh.L", "leg.L");
    assert!(skeleton(&work).find("thigh.R").is_some());
    work.run(JointsAction::RenameInPairs.into());
    rename(&mut work, "shin.R", "calf.R");
    let skeleton_now = skeleton(&work);
    assert!(skeleton_now.find("calf.L").is_some() && skeleton_now.find("calf.R").is_some());
    work.run(EditAction::Undo.into());
    assert!(skeleton(&work).find("shin.L").is_some() && skeleton(&work).find("shin.R").is_some());
    // A name without a side has no partner's name.
    rename(&mut work, "foot.L", "club");
    assert!(skeleton(&work).find("foot.R").is_some());
    assert!(
        told(&work).contains("foot.R keeps its name"),
        "{}",
        told(&work)
    );
    rename(&mut work, "hips", "pelvis");
    assert!(skeleton(&work).find("pelvis").is_some());
}

#[test]
fn names_are_replaced_in_one_step_and_never_given_twice() {
    let mut work = Work::on("builtin:biped");
    let choice = |find: &str, replace: &str, joints| ReplaceChoice {
        find: find.to_owned(),
        replace: replace.to_owned(),
        joints,
    };
    let replace = |work: &mut Work, choice: ReplaceChoice| {
        work.run(JointsAction::ReplaceInNames.into());
        ask(work, JointIntent::Replace(choice));
        ask(work, JointIntent::Begin);
    };
    let before = work.document.clone();
    replace(&mut work, choice(".L", "_l", WhichJoints::All));
    let left = |work: &Work, mark: &str| {
        let names = skeleton(work)
            .joints()
            .map(|joint| skeleton(work).name(joint).ends_with(mark));
        names.filter(|is| *is).count()
    };
    assert_eq!(
        (left(&work, ".L"), left(&work, "_l")),
        (0, left(&work, ".R"))
    );
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.document.character.rig, work.document.character.rig);
    work.run(EditAction::Undo.into());
    assert!(work.document.same_as(&before));

    select(&mut work, &["shin.L", "thigh.R"]);
    replace(&mut work, choice("h", "H", WhichJoints::Selected));
    assert!(skeleton(&work).find("sHin.L").is_some() && skeleton(&work).find("tHigH.R").is_some());
    assert!(skeleton(&work).find("shin.R").is_some());

    // What would make two joints of one name, or none, is not done.
    let selected = [];
    let skeleton_now = skeleton(&work);
    let twice = NewNames::from_replacement(
        skeleton_now,
        &selected,
        &choice(".L", ".R", WhichJoints::All),
    );
    assert!(
        !twice.is_possible() && twice.taken.contains(&"foot.R".to_owned()),
        "{twice:?}"
    );
    let none = NewNames::from_replacement(
        skeleton_now,
        &selected,
        &choice("hips", "", WhichJoints::All),
    );
    assert_eq!(none.empty, ["hips"]);
    let before = work.document.clone();
    replace(&mut work, choice("hips", " ", WhichJoints::All));
    replace(&mut work, choice("", "x", WhichJoints::All));
    assert!(work.document.same_as(&before));
}

#[test]
fn selections_are_kept_under_names_recalled_and_saved_in_projects() {
    let mut work = Work::on("builtin:biped");
    let save = |work: &mut Work, name: &str| {
        work.run(JointsAction::SaveSelectionSet.into());
        ask(
            work,
            JointIntent::Ask(Some(JointDialog::SaveSet(name.to_owned()))),
        );
        ask(work, JointIntent::Begin);
    };
    let selected = |work: &Work| {
        let joints = work.session.character.selection.joints().iter();
        joints
            .map(|&joint| skeleton(work).name(joint).to_owned())
            .collect::<Vec<_>>()
    };
    select(&mut work, &["shin.L", "thigh.L"]);
    save(&mut work, "left leg");
    select(&mut work, &["head"]);
    save(&mut work, "head");
    assert_eq!(work.session.character.sets.all().len(), 2);
    work.run(JointsAction::NextSelectionSet.into());
    assert_eq!(selected(&work), ["shin.L", "thigh.L"]);
    // A renamed joint stays in its sets.
    let shin = skeleton(&work).find("shin.L").unwrap();
    ask(&mut work, JointIntent::Rename(shin, "calf.L".to_owned()));
    work.run(EditAction::SelectNone.into());
    ask(&mut work, JointIntent::Set(SetIntent::Recall(0)));
    assert_eq!(selected(&work), ["calf.L", "thigh.L"]);
    let project = capture_project(&work.document, &work.session);
    let text = session::state::projects::write(&project).unwrap();
    let read = session::state::projects::read(text.as_bytes()).unwrap();
    assert_eq!(
        SelectionSets::new(read.sight.sets).all(),
        work.session.character.sets.all()
    );

    select(&mut work, &["neck"]);
    work.run(JointsAction::UpdateSelectionSet.into());
    assert_eq!(work.session.character.sets.all()[0].joints, ["neck"]);
    let neck = skeleton(&work).key(skeleton(&work).find("neck").unwrap());
    work.send(Command::Intent(Intent::EditSkeleton(
        character::SkeletonEdit::Dissolve { joint: neck },
    )));
    ask(&mut work, JointIntent::Set(SetIntent::Recall(0)));
    assert!(
        told(&work).contains("1 joint is not in this character"),
        "{}",
        told(&work)
    );
    work.run(JointsAction::DeleteSelectionSet.into());
    assert_eq!(work.session.character.sets.all().len(), 1);
    work.open("builtin:arm");
    assert_eq!(work.session.character.sets.all(), []);
}

#[test]
fn a_skeleton_from_another_file_is_scaled_to_the_mesh_in_one_step() {
    let figure = load("builtin:biped").unwrap();
    let count = figure.rig.skeleton.len();
    let foreign = ForeignSkeleton::of(&figure, "biped").unwrap();
    assert!(foreign.joints.len() > 50 && foreign.joints.len() <= count);
    let mut work = Work::on("builtin:biped_mesh");
    let nodes = skeleton(&work).len();
    let add = |work: &mut Work, fit| {
        work.run(JointsAction::SkeletonFromFile.into());
        ask(
            work,
            JointIntent::Source(SourceIntent::Type("builtin:biped".to_owned())),
        );
        ask(work, JointIntent::Source(SourceIntent::Read));
        ask(work, JointIntent::Source(SourceIntent::Fit(fit)));
        let read = (work.session.joints.source.reads, Ok(foreign.clone().into()));
        work.send(Command::Outcome(Outcome::SkeletonRead(read)));
        assert!(work.session.joints.source.is_read());
        ask(work, JointIntent::Begin);
    };
    add(&mut work, true);
    assert_eq!(skeleton(&work).len(), nodes + foreign.joints.len());
    let head = |skeleton: &Skeleton, name| {
        skeleton
            .rest_model_from_joint(skeleton.find(name).unwrap())
            .translation
    };
    // It is the same figure, so that everything is where it was.
    for name in ["head", "foot.L", "hand.R"] {
        let (is, was) = (
            head(skeleton(&work), name),
            head(&figure.rig.skeleton, name),
        );
        assert!(is.distance(was) < 0.02, "{name}: {is} {was}");
    }
    assert_eq!(work.document.character.rig.binds, []);
    assert!(work.history.undo_name().unwrap().starts_with("Add "));
    // A second one gets other names.
    add(&mut work, false);
    let names: std::collections::BTreeSet<_> = skeleton(&work)
        .joints()
        .map(|joint| skeleton(&work).name(joint))
        .collect();
    assert_eq!(names.len(), skeleton(&work).len());
    work.run(EditAction::Undo.into());
    work.run(EditAction::Undo.into());
    assert_eq!(skeleton(&work).len(), nodes);
}

#[test]
fn a_file_without_joints_is_refused_with_a_sentence() {
    let mesh = load("builtin:biped_mesh").unwrap();
    let refused = ForeignSkeleton::of(&mesh, "mesh.glb").unwrap_err();
    assert!(refused.starts_with("mesh.glb has no joints"), "{refused}");
    let mut work = Work::on("builtin:arm");
    let before = work.document.clone();
    work.run(JointsAction::SkeletonFromFile.into());
    ask(
        &mut work,
        JointIntent::Source(SourceIntent::Type("mesh.glb".to_owned())),
    );
    ask(&mut work, JointIntent::Source(SourceIntent::Read));
    let reads = work.session.joints.source.reads;
    work.send(Command::Outcome(Outcome::SkeletonRead((
        reads,
        Err(refused),
    ))));
    ask(&mut work, JointIntent::Begin);
    assert!(work.document.same_as(&before));
}

#[test]
fn a_skeleton_twice_as_large_is_halved() {
    let figure = load("builtin:biped").unwrap();
    let foreign = ForeignSkeleton::of(&figure, "biped").unwrap();
    let height = |joints: &[character::TreeJoint]| {
        let heads = joints.iter().map(|joint| joint.frame.position[1]);
        heads.fold(f32::MIN, f32::max)
    };
    let around = |size: f32| scene::view::bounds::Bounds {
        min: Vec3::new(2.0, 1.0, 0.0),
        max: Vec3::new(3.0, 1.0 + size, 1.0),
    };
    let [one, half] = [2.0, 1.0].map(|size| height(&foreign.fitted_joints(around(size))) - 1.0);
    assert!((one - 2.0 * half).abs() < 1e-4, "{one} {half}");
}

/// Where a click finds no surface since there is none, the message says so, and what to do.
#[test]
fn a_click_beside_what_has_no_surface_says_why() {
    let mesh = || load("builtin:biped_mesh").unwrap();
    let mut point = mesh();
    let primitives = point.meshes.iter_mut().flat_map(|it| &mut it.primitives);
    for primitive in primitives {
        primitive.positions = vec![Vec3::ONE; primitive.positions.len()].into();
    }
    let mut nothing = mesh();
    nothing.instances.clear();
    for (character, words) in [
        (mesh(), "under the pointer"),
        (point, "all vertices lie in one place"),
        (nothing, "no mesh to click on"),
    ] {
        let mut work = Work::empty();
        work.open_as("clicked.glb", character);
        work.send(Command::Outcome(Outcome::PlaceJoint(None)));
        let notices = work.session.notices.all();
        let said = &notices.last().unwrap().text;
        assert!(said.contains(words), "{said}");
    }
}
