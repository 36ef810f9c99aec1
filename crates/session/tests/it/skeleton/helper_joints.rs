//! Pushers, muscles, eyes and jaw: where they are found, what they keep of the skin, how they are undone and kept.

use std::ops::ControlFlow;

use character::Character;
use glam::{Quat, Vec3};
use rig::{DrivenTarget, FULL_BEND, JointIndex, Pose, TemplateKind, TemplateOptions, TwistJoints};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::commands::actions::{Action, EditAction, SkeletonAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::driven::drive;
use session::features::skeleton::hinge_helpers::insert_pushers;
use session::features::skeleton::hinges::{FoundHinge, HelperAsk};
use session::features::weight_operations::worker::AutomaticTask;
use session::state::fitting::FitIntent;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::projects::{restore_project, work_of};
use session::state::skeleton::face_places::{FaceAxes, FacePlace, HeadSkin, HeadSurface};
use session::state::skeleton::joint_work::JointIntent;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, WeighedJoints,
};
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use crate::support::work::Work;

fn insert(work: &mut Work, action: SkeletonAction) {
    work.send(Intent::Select(None).into());
    work.run(Action::Skeleton(action));
    work.send(Intent::Joints(JointIntent::Begin).into());
}

fn hinges(document: &Document) -> Vec<FoundHinge> {
    let bones = FoundBones::of(&document.character, None, &Files::default());
    let ask = HelperAsk {
        document,
        map: bones.map(),
        joints: None,
        work: &WeightsWork::default(),
    };
    let found = ask.hinges();
    assert_eq!(found.unclear, Vec::<String>::new());
    found.hinges
}

fn vertices(character: &Character, pose: &Pose) -> Vec<Vec3> {
    let inheritance = &character.rig.scale_inheritance;
    let deformed = deform(character, pose, inheritance, Look::default()).unwrap();
    deformed.into_iter().flat_map(|own| own.positions).collect()
}

/// The skin of a document with one joint turned, as it is seen.
fn bent(document: &Document, name: &str, turn: Quat) -> Vec<Vec3> {
    let character = &document.character;
    let joint = character.rig.skeleton.find(name).unwrap();
    let mut pose = base_pose(character);
    pose.rigid[joint.index()].rotation = turn;
    drive(&document.driven, &mut pose);
    vertices(character, &pose)
}

/// How much two joints both move each vertex.
fn between(character: &Character, joints: [JointIndex; 2]) -> Vec<f32> {
    let bind = &character.rig.binds[0];
    let slots = joints.map(|joint| bind.slot_of(joint).unwrap());
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let rows = primitives.flat_map(|primitive| primitive.influences.as_ref().unwrap().rows());
    let weight = |pairs: &[(u16, f32)], slot: u16| {
        let own = pairs.iter().find(|(joint, _)| *joint == slot);
        own.map_or(0.0, |(_, weight)| *weight)
    };
    rows.map(|row| {
        let pairs: Vec<(u16, f32)> = row
            .pairs()
            .map(|(joint, weight)| (joint.0, weight))
            .collect();
        let [one, other] = slots.map(|slot| weight(&pairs, slot.0));
        one.min(other)
    })
    .collect()
}

/// How far the outside of a hinge that is bent by a right angle stands out between both bones, in two documents. In the first one's weights
/// the vertices follow both bones; that was drawn in by linear blending.
fn outsides(documents: [&Document; 2], own: &FoundHinge) -> [f32; 2] {
    let character = &documents[0].character;
    let name = character.rig.skeleton.name(own.hinge.lower);
    let turn = Quat::from_axis_angle(own.hinge.axis, std::f32::consts::FRAC_PI_2);
    let out = Quat::from_axis_angle(own.frame.axis, std::f32::consts::FRAC_PI_4);
    let out = out * own.frame.outward;
    let shared = between(character, [own.hinge.upper, own.hinge.lower]);
    let rest = vertices(character, &base_pose(character));
    let is_outside =
        |vertex: &usize| shared[*vertex] > 0.2 && own.frame.outside(rest[*vertex]) > 0.7;
    let middle: Vec<usize> = (0..rest.len()).filter(is_outside).collect();
    assert!(!middle.is_empty(), "{name}");
    documents.map(|of| {
        let places = bent(of, name, turn);
        let far = middle
            .iter()
            .map(|&it| (places[it] - own.frame.center).dot(out));
        far.sum()
    })
}

#[test]
fn pushers_keep_the_outside_of_elbows_and_knees() {
    let mut work = Work::on("builtin:biped");
    let before = work.document.clone();
    let found = hinges(&before);
    let skeleton = &before.character.rig.skeleton;
    let names: Vec<&str> = found
        .iter()
        .map(|own| skeleton.name(own.hinge.lower))
        .collect();
    for name in ["forearm.L", "forearm.R", "shin.L", "shin.R"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert_eq!(found.len(), 4);
    // Elbows close about X of their joints, knees the other way.
    for own in &found {
        let is_elbow = skeleton.name(own.hinge.lower).starts_with("forearm");
        let sign = if is_elbow { 1.0 } else { -1.0 };
        assert!(sign * own.hinge.axis.x > 0.9, "{own:?}");
    }
    insert(&mut work, SkeletonAction::InsertPushers);
    assert_eq!(work.history.undo_name(), Some("Insert pushers"));
    let after = work.document.clone();
    assert_eq!(
        after.character.rig.skeleton.len(),
        skeleton.len() + found.len()
    );
    assert!(
        after
            .character
            .rig
            .skeleton
            .find("forearm.pusher.L")
            .is_some()
    );
    // At rest nothing moves.
    let [was, is] = [&before, &after].map(|of| vertices(&of.character, &base_pose(&of.character)));
    let moved = was.iter().zip(&is).map(|(was, is)| was.distance(*is));
    assert!(moved.fold(0.0, f32::max) < 1e-4);
    for own in &found {
        let [linear, pushed] = outsides([&before, &after], own);
        assert!(pushed > 1.1 * linear, "{own:?}: {linear} {pushed}");
    }
    // Kept, not put on twice, undone in one step.
    let again = restore_project(&after.original, &work_of(&after));
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(again.document.driven, after.driven);
    let bones = FoundBones::of(&after.character, None, &Files::default());
    let ask = HelperAsk {
        document: &after,
        map: bones.map(),
        joints: None,
        work: &WeightsWork::default(),
    };
    assert!(insert_pushers(&ask, 0.5).unwrap_err().contains("already"));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before));
}

#[test]
fn muscles_swell_with_the_bend_and_stand_beside_twist_joints() {
    let mut work = Work::on("builtin:biped");
    insert(&mut work, SkeletonAction::InsertTwistJoints);
    insert(&mut work, SkeletonAction::InsertMuscles);
    let document = &work.document;
    let skeleton = &document.character.rig.skeleton;
    let [muscle, back] =
        ["upper_arm.muscle.L", "upper_arm.muscle_back.L"].map(|name| skeleton.find(name).unwrap());
    let above = skeleton.parent(muscle).unwrap();
    assert!(
        skeleton.name(above).contains("twist"),
        "{}",
        skeleton.name(above)
    );
    let found = hinges(document);
    let elbow = found
        .iter()
        .find(|own| skeleton.name(own.hinge.lower) == "forearm.L")
        .unwrap();
    let mut pose = base_pose(&document.character);
    let turn = Quat::from_axis_angle(elbow.hinge.axis, FULL_BEND);
    pose.rigid[elbow.hinge.lower.index()].rotation = turn;
    drive(&document.driven, &mut pose);
    let volume = |joint: JointIndex| pose.stretch[joint.index()].to_mat3().determinant();
    assert!(
        (volume(muscle) - 1.25 * 1.25).abs() < 1e-3,
        "{}",
        volume(muscle)
    );
    assert!(
        (volume(back) - 0.875 * 0.875).abs() < 1e-3,
        "{}",
        volume(back)
    );
    // The two kinds do not stand in each other's way, and pushers are no twist joints.
    insert(&mut work, SkeletonAction::InsertPushers);
    let channels = work.document.driven.channels().len();
    insert(&mut work, SkeletonAction::InsertTwistJoints);
    assert_eq!(work.document.driven.channels().len(), channels);
    let moved = |target: &DrivenTarget| matches!(target, DrivenTarget::Translation { .. });
    let all = work.document.driven.channels().iter();
    assert_eq!(all.filter(|channel| moved(&channel.target)).count(), 8);
}

const AXES: FaceAxes = FaceAxes {
    left: Vec3::X,
    up: Vec3::Y,
    front: Vec3::Z,
};

/// New automatic weights are of the joints around a pusher, which then gets its share of them.
#[test]
fn automatic_weights_give_helpers_their_share() {
    let mut work = Work::on("builtin:biped");
    work.send(Intent::Select(work.document.character.rig.skeleton.find("shin.L")).into());
    work.run(Action::Skeleton(SkeletonAction::InsertPushers));
    work.send(Intent::Joints(JointIntent::Begin).into());
    let pusher = work
        .document
        .character
        .rig
        .skeleton
        .find("shin.pusher.L")
        .unwrap();
    let weight = |document: &Document| -> f32 {
        let character = &document.character;
        let slot = character.rig.binds[0].slot_of(pusher).unwrap();
        let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let rows = primitives.flat_map(|primitive| primitive.influences.as_ref().unwrap().rows());
        let own = rows
            .flat_map(|row| row.pairs().collect::<Vec<_>>())
            .filter(|(joint, _)| *joint == slot);
        own.map(|(_, weight)| weight).sum()
    };
    let before = weight(&work.document);
    let request = AutomaticRequest {
        joints: WeighedJoints::All,
        ..AutomaticRequest::default()
    };
    let task = AutomaticTask::new(request, &work.document, &work.session).unwrap();
    let made = task
        .run(&|_, _| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    let now = weight(&made.after);
    // About as much as by hand-made weights, and not a leg of its own.
    assert!(now > 0.3 * before && now < 3.0 * before, "{before} {now}");
}

/// Points on a ball, as one part.
fn ball(center: Vec3, radius: f32, rings: usize) -> Vec<Vec3> {
    let mut points = Vec::new();
    for ring in 0..=rings {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let share = |number: usize, of: usize| number as f32 / of as f32;
        let up = std::f32::consts::PI * share(ring, rings);
        for step in 0..2 * rings {
            let around = std::f32::consts::TAU * share(step, 2 * rings);
            let way = Vec3::new(up.sin() * around.cos(), up.cos(), up.sin() * around.sin());
            points.push(center + radius * way);
        }
    }
    points
}

/// A head with a nose and a chin that looks along +Z, with parts beside it, all of it moved by the head.
fn head(parts: &[Vec<Vec3>]) -> HeadSurface {
    let mut points = ball(Vec3::ZERO, 0.1, 24);
    for point in &mut points {
        // A chin that juts forward below, and a nose in front.
        let chin = (1.0 - point.distance(Vec3::new(0.0, -0.08, 0.06)) / 0.04).max(0.0);
        let nose = (1.0 - point.distance(Vec3::new(0.0, 0.0, 0.1)) / 0.03).max(0.0);
        *point += Vec3::new(0.0, -0.01, 0.02) * chin + Vec3::Z * 0.02 * nose;
    }
    let mut numbers = vec![0; points.len()];
    for (number, part) in (1..).zip(parts) {
        points.extend(part);
        numbers.extend(vec![number; part.len()]);
    }
    HeadSurface {
        weights: vec![1.0; points.len()],
        parts: numbers,
        points,
    }
}

#[test]
fn eyes_are_a_pair_of_balls_and_the_jaw_lies_below_the_mouth() {
    let eye = Vec3::new(0.035, 0.03, 0.08);
    let other = Vec3::new(-0.035, 0.03, 0.08);
    let teeth = ball(Vec3::new(0.0, -0.065, 0.06), 0.01, 4);
    let hat = ball(Vec3::new(0.0, 0.11, 0.0), 0.02, 4);
    // An iris within the left eye goes with it; a hat in the middle is no eye.
    let iris = ball(eye + Vec3::Z * 0.006, 0.006, 4);
    let parts = [ball(eye, 0.014, 8), hat, ball(other, 0.014, 8), teeth, iris];
    let surfaces = [head(&parts)];
    let skin = HeadSkin::new(&surfaces, AXES, Vec3::ZERO).unwrap();
    let [left, right] = skin.eyes().unwrap();
    assert!(left.head.abs_diff_eq(eye, 1e-3), "{left:?}");
    assert!(right.head.abs_diff_eq(other, 1e-3), "{right:?}");
    let parts_of = |place: &FacePlace| {
        let own = surfaces[0].parts.iter().zip(&place.shares[0]);
        let own = own.filter(|(_, share)| **share > 0.999);
        let mut parts: Vec<u32> = own.map(|(part, _)| *part).collect();
        parts.dedup();
        parts
    };
    assert_eq!(parts_of(&left), [1, 5]);
    assert_eq!(parts_of(&right), [3]);

    let jaw = skin.jaw().unwrap();
    let near = |place: Vec3| {
        let points = surfaces[0].points.iter().enumerate();
        let points = points.filter(|(vertex, _)| surfaces[0].parts[*vertex] == 0);
        let nearest =
            points.min_by(|one, other| one.1.distance(place).total_cmp(&other.1.distance(place)));
        jaw.shares[0][nearest.unwrap().0]
    };
    assert!(near(Vec3::new(0.0, -0.09, 0.08)) > 0.8, "the chin");
    for (what, place) in [
        ("nose", Vec3::new(0.0, 0.0, 0.12)),
        ("crown", Vec3::new(0.0, 0.1, 0.0)),
        ("nape", Vec3::new(0.0, -0.05, -0.09)),
    ] {
        assert!(near(place) < 0.05, "{what}: {}", near(place));
    }
    let of_part = |number: u32| {
        let own = surfaces[0].parts.iter().zip(&jaw.shares[0]);
        let own = own.filter(|(part, _)| **part == number);
        own.map(|(_, share)| *share).collect::<Vec<_>>()
    };
    assert!(of_part(4).iter().all(|share| *share > 0.999), "teeth");
    assert!(
        [1, 2, 3]
            .into_iter()
            .flat_map(of_part)
            .all(|share| share == 0.0)
    );
}

#[test]
fn a_head_without_a_pair_of_balls_has_no_eyes() {
    let one = ball(Vec3::new(0.035, 0.03, 0.08), 0.014, 8);
    let bare = [head(&[one])];
    assert!(
        HeadSkin::new(&bare, AXES, Vec3::ZERO)
            .unwrap()
            .eyes()
            .is_none()
    );
    let mut unmoved = head(&[]);
    unmoved.weights.fill(0.0);
    assert!(HeadSkin::new(&[unmoved], AXES, Vec3::ZERO).is_none());
}

#[test]
fn twist_joints_of_a_ready_skeleton_are_driven_and_weighed_by_their_place() {
    let mut work = Work::on("builtin:biped_mesh");
    let kind = TemplateKind::Biped;
    work.run(Action::Skeleton(SkeletonAction::NewSkeleton(kind)));
    let twist = TwistJoints {
        upper_arm: 0,
        forearm: 2,
        thigh: 1,
    };
    let options = TemplateOptions {
        twist,
        fingers: 0,
        ..TemplateOptions::default()
    };
    for intent in [FitIntent::Choose(options), FitIntent::Create] {
        work.send(Command::Intent(Intent::Fit(intent)));
    }
    assert_eq!(work.document.driven.channels().len(), 2 * (2 + 1));
    let bind = BindRequest {
        joints: BoundJoints::Ready,
        ..BindRequest::default()
    };
    let requests = (bind, AutomaticRequest::default());
    let task = AutomaticTask::binding(requests, &work.document, &work.session).unwrap();
    let bound = task
        .run(&|_, _| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    let character = &bound.after.character;
    let skeleton = &character.rig.skeleton;
    let [thigh, half] = ["thigh.L", "thigh_twist_1.L"].map(|name| skeleton.find(name).unwrap());
    let bind = &character.rig.binds[0];
    let knee = skeleton.rest_model_from_joint(skeleton.find("shin.L").unwrap());
    let [hip, knee] = [skeleton.rest_model_from_joint(thigh), knee].map(|it| it.translation);
    let places = vertices(character, &base_pose(character));
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let rows = primitives.flat_map(|primitive| primitive.influences.as_ref().unwrap().rows());
    let mut sums = [0.0_f32; 2];
    for (row, place) in rows.zip(&places) {
        let along = (*place - hip).dot(knee - hip) / hip.distance_squared(knee);
        if !(0.0..0.45).contains(&along) {
            continue;
        }
        for (sum, joint) in sums.iter_mut().zip([thigh, half]) {
            let slot = bind.slot_of(joint).unwrap();
            let own = row.pairs().find(|(other, _)| *other == slot);
            *sum += own.map_or(0.0, |(_, weight)| weight);
        }
    }
    // Nearer to the hip than the twist joint, the limb's own joint, which has all of the twist, moves nothing.
    assert!(sums[1] > 10.0 && sums[0] < 0.1 * sums[1], "{sums:?}");
}
