//! Two characters in one scene, of equal and of other names: each is mirrored within itself, about a plane of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use character::{Character, SkeletonEdit, open_bytes};
use glam::{Quat, Vec3, vec3};
use rig::{JointIndex, JointPairs, JointSlot, Pose, Skeleton};
use serde_json::json;
use session::commands::actions::{Action, PoseAction, SkeletonAction, WindowAction};
use session::commands::command::{Command, Intent};
use session::document::channel::{Channel, JointField};
use session::features::painting::paint_engine::PaintEngine;
use session::features::painting::whole::WholeTask;
use session::features::problems::checker::Checker;
use session::mode::Mode;
use session::state::painting::WholeDone;
use session::state::painting::brush_work::Whole;
use session::state::posing::command::PoseIntent;
use session::state::problems::problem_list::ProblemList;
use session::state::projects::{read, restore_project, work_of, write};
use session::state::selection::Choose;
use session::tasks::Spawner;
use weights::{Direction, ProblemKind};

use crate::support::click::place_joint;
use crate::support::work::Work;

/// Nodes of the biped, the last one with its mesh.
const NODES: u32 = 55;
/// Keys of toes and feet of the first one.
const TOES: [u32; 2] = [14, 38];
const RIGHT_FOOT: u32 = 37;

/// The biped, and another one elsewhere, with a prefix to the names of its joints.
fn twins(at: Vec3, prefix: &str) -> Character {
    let path = testkit::folders::workspace().join("assets/biped.glb");
    let biped = std::fs::read(path).unwrap();
    let bytes = testkit::glb::edit_glb(&biped, |json| {
        let first = json["nodes"].as_array().unwrap().clone();
        assert_eq!(first.len(), 55);
        let shifted = |number: &serde_json::Value| json!(number.as_u64().unwrap() + 55);
        let mut second = first.clone();
        for node in &mut second {
            node["name"] = json!(format!("{prefix}{}", node["name"].as_str().unwrap()));
            if let Some(children) = node.get_mut("children") {
                *children = children.as_array().unwrap().iter().map(shifted).collect();
            }
            if node.get("mesh").is_some() {
                (node["mesh"], node["skin"]) = (json!(1), json!(1));
            }
        }
        let all = json["nodes"].as_array_mut().unwrap();
        all.extend(second);
        all.push(json!({"translation": at.to_array(), "children": [55, 109]}));
        json["scenes"][0]["nodes"] = json!([0, 54, 110]);
        let mut skin = json["skins"][0].clone();
        let joints = skin["joints"].as_array().unwrap();
        skin["joints"] = joints.iter().map(shifted).collect();
        json["skins"].as_array_mut().unwrap().push(skin);
        let mesh = json["meshes"][0].clone();
        json["meshes"].as_array_mut().unwrap().push(mesh);
    });
    open_bytes("twins.glb", &bytes).unwrap()
}

fn opened(at: Vec3, prefix: &str) -> Work {
    let mut work = Work::empty();
    work.open_as("twins.glb", twins(at, prefix));
    work
}

const PLACES: [Vec3; 3] = [
    vec3(5.0, 0.0, 0.0),
    vec3(-2.5, 0.3, 2.0),
    vec3(0.0, 0.0, 3.0),
];
const PREFIXES: [&str; 2] = ["", "b_"];

fn pairs(work: &Work) -> JointPairs {
    let patterns = work.session.settings.mirror.patterns();
    work.document.character.joint_pairs(patterns)
}

fn skeleton(work: &Work) -> &Skeleton {
    &work.document.character.rig.skeleton
}

fn joint(work: &Work, key: u32) -> JointIndex {
    skeleton(work).joint_of_key(key).unwrap()
}

fn place(work: &Work, key: u32) -> Vec3 {
    let joint = joint(work, key);
    skeleton(work).rest_model_from_joint(joint).translation
}

fn select(work: &mut Work, keys: &[u32]) {
    let joints = keys.iter().map(|&key| joint(work, key)).collect();
    work.send(Intent::SelectAll(joints, Choose::Alone).into());
}

fn mirrored_weights(work: &Work) -> WholeDone {
    let whole = Whole::Mirror(Direction::LeftToRight);
    let task = WholeTask::of_document(whole, &work.document, &work.session).unwrap();
    task.run(&|_| std::ops::ControlFlow::Continue(())).unwrap()
}

#[test]
fn weights_of_each_are_mirrored_within_it() {
    let skipped = |done: &WholeDone| -> usize { done.report.skipped().map(|one| one.1).sum() };
    let alone = mirrored_weights(&Work::on("builtin:biped"));
    let pairs_of_one = alone.mirror.as_ref().unwrap().pairs.len();
    for (at, prefix) in [(PLACES[0], PREFIXES[0]), (PLACES[1], PREFIXES[1])] {
        let done = mirrored_weights(&opened(at, prefix));
        assert_eq!(done.refused, None);
        let report = done.mirror.as_ref().unwrap();
        assert!(report.unpaired.is_empty(), "{:?}", report.unpaired);
        assert_eq!(report.pairs.len(), 2 * pairs_of_one);
        assert_eq!(skipped(&done), 2 * skipped(&alone), "{}", report.words());
    }
}

/// The same with meshes of which nearly no vertex is the image of another one, as sculpts are.
fn uneven(mut character: Character) -> Work {
    let uneven = |place: &Vec3| {
        let off = 0.02 * (40.0 * place.x + 17.0 * place.y).sin();
        *place + vec3(0.0, off, off)
    };
    let meshes = character.meshes.iter_mut();
    for primitive in meshes.flat_map(|mesh| &mut mesh.primitives) {
        primitive.positions = primitive.positions.iter().map(uneven).collect();
    }
    let mut work = Work::empty();
    work.open_as("uneven.glb", character);
    work
}

#[test]
fn a_sculpt_that_stands_beside_another_one_is_mirrored_about_its_own_plane() {
    let skipped = |done: &WholeDone| -> usize { done.report.skipped().map(|one| one.1).sum() };
    let path = testkit::folders::workspace().join("assets/biped.glb");
    let alone = mirrored_weights(&uneven(character::open(&path).unwrap()));
    assert_eq!(alone.refused, None);
    let done = mirrored_weights(&uneven(twins(PLACES[0], PREFIXES[0])));
    assert_eq!(done.refused, None);
    // The second plane is the first one's to within rounding.
    let [most, found] = [2 * skipped(&alone) + 20, skipped(&done)];
    assert!(found <= most, "{found} {most}");
}

/// The problems of a character's weights.
fn problems_of(character: Character) -> Arc<ProblemList> {
    let mut work = Work::empty();
    work.open_as("lopsided.glb", character);
    work.run(Action::Window(WindowAction::WeightsMode));
    let (mut checker, engine) = (Checker::default(), PaintEngine::default());
    let start = Instant::now();
    loop {
        let checks = &work.session.settings.checks;
        let problems = &work.session.character.problems;
        let list = problems.list_of(&work.document.character, checks).cloned();
        if let Some(list) = list {
            return list;
        }
        let with = (&work.session, &engine);
        let commands = checker.follow(&work.document, with, false, &Spawner::default());
        commands.into_iter().for_each(|it| work.send(it));
        assert!(start.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What is not on one side as on the other is listed of each.
#[test]
fn asymmetry_of_the_second_is_a_problem_as_that_of_the_first() {
    let row = [(JointSlot(0), 1.0_f32)];
    let asymmetric = |mut character: Character| -> usize {
        let meshes = character.meshes.iter_mut();
        for primitive in meshes.flat_map(|mesh| &mut mesh.primitives) {
            let places = (0_u32..).zip(primitive.positions.iter());
            let far = places.filter(|(_, at)| at.x > 0.3);
            let rows = far.map(|(vertex, _)| (vertex, &row[..]));
            let influences = primitive.influences.as_ref().unwrap();
            primitive.influences = Some(influences.with_rows(rows).unwrap());
        }
        let list = problems_of(character);
        let found = list.of_kind(ProblemKind::Asymmetry);
        found.map(|(_, entry)| entry.problem.points.len()).sum()
    };
    let path = testkit::folders::workspace().join("assets/biped.glb");
    let alone = asymmetric(character::open(&path).unwrap());
    assert!(alone > 100, "{alone}");
    // The second plane is the first one's to within rounding.
    let both = asymmetric(twins(PLACES[0], PREFIXES[0]));
    assert!(both.abs_diff(2 * alone) <= 20, "{both} {alone}");
}

/// Turns all joints of the one whose first joint has this key, each otherwise.
fn posed(skeleton: &Skeleton, first: u32) -> Pose {
    let mut pose = Pose::rest(skeleton);
    for number in 0..54_u8 {
        let joint = skeleton.joint_of_key(first + u32::from(number)).unwrap();
        let angle = 0.02 * f32::from(number);
        let turn = Quat::from_rotation_x(angle) * Quat::from_rotation_z(0.4 - angle);
        pose.rigid[joint.index()].rotation = turn;
    }
    pose
}

#[test]
fn a_pose_of_the_second_is_mirrored_as_that_of_one_alone() {
    let alone = Work::on("builtin:biped");
    let seen = rig::mirror_pose(
        skeleton(&alone),
        &posed(skeleton(&alone), 0),
        &pairs(&alone),
    );
    for (at, prefix) in PLACES.into_iter().zip(["", "b_", ""]) {
        let work = opened(at, prefix);
        let pairs = pairs(&work);
        let plane = pairs.plane_of(joint(&work, NODES));
        assert_eq!(plane.left, Some(Vec3::X));
        assert!(
            (plane.offset - at.x).abs() < 1e-3 && plane.normal == Vec3::X,
            "{plane:?}"
        );
        let found = rig::mirror_pose(skeleton(&work), &posed(skeleton(&work), NODES), &pairs);
        for number in 0..54 {
            let one = found.rigid[joint(&work, NODES + number).index()].rotation;
            let other = seen.rigid[joint(&alone, number).index()].rotation;
            assert!(
                one.dot(other).abs() > 1.0 - 1e-5,
                "{at} {prefix:?} {number}"
            );
            let first = found.rigid[joint(&work, number).index()].rotation;
            assert_eq!(first, Quat::IDENTITY, "{at} {prefix:?} {number}");
        }
    }
    // By the command too.
    let mut work = opened(PLACES[0], "");
    work.session.mode = Mode::Pose;
    let hands = [10, 34].map(|key| NODES + key);
    select(&mut work, &[hands[0]]);
    let field = JointField {
        joint: joint(&work, hands[0]),
        channel: Channel::Rotation,
        axis: 2,
    };
    let set = PoseIntent::SetField {
        field,
        value: 30.0,
        dragging: false,
    };
    work.send(Command::from(Intent::Pose(set)));
    work.run(Action::Pose(PoseAction::MirrorPose));
    let is_turned = |key: u32| {
        let rotation = work.document.pose.rigid[joint(&work, key).index()].rotation;
        rotation.angle_between(Quat::IDENTITY) > 0.01
    };
    assert!(is_turned(hands[1]) && !is_turned(34) && !is_turned(10));
}

/// What both lack, or one of them, is made over the plane of each, below its own joints, in one step that a project makes again.
#[test]
fn joints_of_each_are_mirrored_over_its_plane() {
    for (at, prefix) in [(PLACES[0], PREFIXES[0]), (PLACES[1], PREFIXES[1])] {
        mirror_joints(at, prefix, &[0, NODES]);
        mirror_joints(at, prefix, &[NODES]);
    }
}

/// Whatever else the scene holds: the middle of the box around it is that of none of the two.
#[test]
fn a_new_joint_gets_the_side_of_its_figure() {
    for (at, prefix) in [(PLACES[0], PREFIXES[0]), (PLACES[1], PREFIXES[1])] {
        let mut work = opened(at, prefix);
        for (first, at) in [(0, Vec3::ZERO), (NODES, at)] {
            for (x, wanted, end) in [(0.2_f32, 0.2, ".L"), (-0.2, -0.2, ".R"), (0.01, 0.0, "")] {
                select(&mut work, &[first]);
                work.run(Action::Skeleton(SkeletonAction::AddJoint));
                place_joint(&mut work, at + vec3(x, 1.0, 0.05));
                let added = work.session.character.selection.active().unwrap();
                let name = skeleton(&work).name(added);
                assert!(
                    name.starts_with("joint_") && name.ends_with(end),
                    "{name} {x}"
                );
                assert_eq!(name.contains('.'), !end.is_empty(), "{name} {x}");
                let found = skeleton(&work).rest_model_from_joint(added).translation - at;
                assert!((found.x - wanted).abs() < 2e-3, "{name}: {found}");
            }
        }
    }
}

/// Of those whose first joints have these keys.
fn mirror_joints(at: Vec3, prefix: &str, lacking: &[u32]) {
    let mut work = opened(at, prefix);
    let toes = |side: usize| lacking.iter().map(move |first| first + TOES[side]);
    let wanted: Vec<Vec3> = toes(1).map(|key| place(&work, key)).collect();
    for joint in toes(1) {
        work.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint }).into());
    }
    select(&mut work, &toes(0).collect::<Vec<u32>>());
    let steps = work.history.len();
    work.run(Action::Skeleton(SkeletonAction::MirrorJoints));
    assert_eq!(work.history.len(), steps + 1);
    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let again = restore_project(&work.document.original, &project);
    assert!(again.document.character.rig.skeleton == *skeleton(&work));

    let made = work.session.character.selection.joints();
    assert_eq!(made.len(), lacking.len());
    for (first, wanted) in lacking.iter().zip(&wanted) {
        let foot = joint(&work, first + RIGHT_FOOT);
        let below = |joint: &&JointIndex| skeleton(&work).parent(**joint) == Some(foot);
        let toes = *made.iter().find(below).unwrap();
        assert!(skeleton(&work).name(toes).ends_with("toes.R"));
        let found = skeleton(&work).rest_model_from_joint(toes).translation;
        assert!(found.abs_diff_eq(*wanted, 1e-3), "{found} {wanted}");
    }
}
