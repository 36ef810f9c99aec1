//! Rest frames that are dragged in the view, and joints that are extruded by the pointer.

use std::collections::BTreeMap;

use character::{RestFrame, SkeletonEdit};
use glam::{Affine3A, Quat, Vec2, Vec3};
use rig::{JointIndex, Rigid};
use scene::vertex_facts::VertexPlace;
use scene::view::bone_geometry::bone_segments;
use scene::view::bounds::Bounds;
use scene::view::joint_mark::mark_of;
use session::commands::actions::{EditAction, SkeletonAction, ToolAction, WindowAction};
use session::commands::command::{Input, Intent, Outcome};
use session::document::channel::{Channel, JointField};
use session::shown::{ShownPanes, joint_frames};
use session::state::fitting::figure_sides::{FigureSides, SceneSides, Side};
use session::state::gizmo::operation::{Event, Follow};
use session::state::gizmo::tool::{Axis, Space, Tool};
use session::state::gizmo::{CameraView, Hold};
use session::state::posing::command::PoseIntent;
use session::state::selection::Choose;
use session::state::skeleton::new_joint::NewJoint;
use session::state::skeleton::skeleton_work::RestChoice;
use session::state::viewport::pointing::{Aim, Pointed};

use crate::support::work::Work;

const SIZE: Vec2 = Vec2::new(800.0, 600.0);

fn at_rest(file: &str) -> Work {
    let mut work = Work::on(file);
    work.run(WindowAction::SkeletonMode.into());
    work.session.space = Space::Global;
    work
}

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

fn rest(work: &Work, name: &str) -> Rigid {
    let skeleton = &work.document.character.rig.skeleton;
    skeleton.rest_model_from_joint(joint(work, name))
}

fn head(work: &Work, name: &str) -> Vec3 {
    rest(work, name).translation
}

fn select(work: &mut Work, names: &[&str]) {
    let joints = names.iter().map(|name| joint(work, name)).collect();
    work.send(Intent::SelectAll(joints, Choose::Alone).into());
}

fn tool(work: &mut Work, event: Event) {
    work.send(Input::Tool(event).into());
}

/// Begins a tool along an axis of the model, by a typed number.
fn type_into(work: &mut Work, what: Tool, (axis, number): (Axis, &str)) {
    work.run(ToolAction::Operate(what).into());
    tool(work, Event::Axis(axis));
    for sign in number.chars() {
        tool(work, Event::Sign(sign));
    }
}

fn follow(pixel: Vec2) -> Event {
    Event::Follow(Follow {
        pane: 0,
        pixel,
        viewport: SIZE,
        hold: Hold::default(),
        step: 0.01,
    })
}

/// The frames of the bones as the first pane shows them.
fn frames(work: &Work) -> Vec<Affine3A> {
    let mut shown = ShownPanes::default();
    shown.refresh(&work.document, &work.session, true);
    shown.frames(0).to_vec()
}

fn is_near(one: &[Affine3A], other: &[Affine3A]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.abs_diff_eq(*b, 2e-5))
}

fn positions(work: &Work) -> Vec<Vec3> {
    let mesh = work.document.character.meshes.first().unwrap();
    mesh.primitives.first().unwrap().positions.to_vec()
}

fn set_choice(work: &mut Work, choice: RestChoice) {
    work.send(Intent::ChooseRest(choice).into());
}

#[test]
fn a_drag_in_skeleton_mode_moves_the_rest_in_one_step() {
    let mut work = at_rest("builtin:arm");
    select(&mut work, &["forearm"]);
    let [elbow, hand] = ["forearm", "hand"].map(|name| head(&work, name));
    let (mesh, steps) = (positions(&work), work.history.len());
    type_into(&mut work, Tool::Move, (Axis::Y, "0.1"));
    let bones = frames(&work);
    assert!(work.document.journal.is_empty(), "nothing is edited yet");
    let shown: Vec3 = bones[joint(&work, "hand").index()].translation.into();
    assert!(shown.abs_diff_eq(hand + 0.1 * Vec3::Y, 1e-5), "{shown}");
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "forearm").abs_diff_eq(elbow + 0.1 * Vec3::Y, 1e-5));
    assert!(head(&work, "hand").abs_diff_eq(hand + 0.1 * Vec3::Y, 1e-5));
    assert!(is_near(&bones, &frames(&work)), "what was shown is made");
    assert_eq!(positions(&work), mesh);
    assert_eq!(work.history.undo_name(), Some("Move rest of forearm"));
    assert_eq!(work.history.len(), steps + 1);
    work.run(EditAction::Undo.into());
    assert_eq!(head(&work, "forearm"), elbow);
    assert!(work.document.journal.is_empty());
}

#[test]
fn escape_leaves_skeleton_and_clip_as_they_were() {
    let mut work = at_rest("builtin:biped");
    work.send(Intent::ShowClip(Some(rig::ClipId(0))).into());
    work.session.playback.playing = true;
    select(&mut work, &["head"]);
    let (before, playback) = (work.document.clone(), work.session.playback.clone());
    type_into(&mut work, Tool::Rotate, (Axis::Z, "30"));
    assert!(!work.session.playback.playing, "the clip stands still");
    tool(&mut work, Event::Cancel);
    assert!(work.document.same_as(&before));
    assert_eq!(work.session.playback, playback);
    // A tool that has done nothing is no step either.
    work.run(ToolAction::Operate(Tool::Move).into());
    tool(&mut work, Event::Confirm);
    assert!(work.document.same_as(&before));
    assert!(work.session.ghost().is_none());
}

#[test]
fn what_moves_along_is_chosen() {
    let mut work = at_rest("builtin:arm");
    let [elbow, hand] = ["forearm", "hand"].map(|name| head(&work, name));
    let mesh = positions(&work);
    select(&mut work, &["forearm"]);
    set_choice(&mut work, RestChoice::OneJoint);
    type_into(&mut work, Tool::Move, (Axis::Y, "0.1"));
    let bones = frames(&work);
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "hand").abs_diff_eq(hand, 1e-5), "it stays");
    assert!(is_near(&bones, &frames(&work)));
    assert_eq!(positions(&work), mesh);
    work.run(EditAction::Undo.into());

    // Selected children go along.
    select(&mut work, &["hand", "forearm"]);
    type_into(&mut work, Tool::Move, (Axis::Y, "0.1"));
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "hand").abs_diff_eq(hand + 0.1 * Vec3::Y, 1e-5));
    assert_eq!(work.history.undo_name(), Some("Move rest of 2 joints"));
    assert_eq!(work.document.journal.len(), 1);
    work.run(EditAction::Undo.into());

    select(&mut work, &["forearm"]);
    set_choice(&mut work, RestChoice::WithSkin);
    type_into(&mut work, Tool::Rotate, (Axis::Z, "30"));
    let bones = frames(&work);
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "forearm").abs_diff_eq(elbow, 1e-5));
    assert!(is_near(&bones, &frames(&work)));
    assert_ne!(positions(&work), mesh, "the mesh goes along");
    assert_eq!(work.history.undo_name(), Some("Rotate rest of forearm"));
    work.run(EditAction::Undo.into());
    assert_eq!(positions(&work), mesh);
}

/// The joint stands under the pointer in the pose that is shown, and poses keep what they do relative to the rest.
#[test]
fn a_rest_is_dragged_in_any_pose() {
    for choice in [RestChoice::JointsOnly, RestChoice::WithSkin] {
        for what in [Tool::Move, Tool::Rotate] {
            let mut work = at_rest("builtin:arm");
            for (name, degrees) in [("forearm", 50.0), ("hand", -20.0)] {
                let field = JointField {
                    joint: joint(&work, name),
                    channel: Channel::Rotation,
                    axis: 2,
                };
                let set = PoseIntent::SetField {
                    field,
                    value: degrees,
                    dragging: false,
                };
                work.send(Intent::Pose(set).into());
            }
            let pose = work.document.pose.clone();
            set_choice(&mut work, choice);
            select(&mut work, &["hand"]);
            let number = if what == Tool::Move { "0.05" } else { "40" };
            type_into(&mut work, what, (Axis::X, number));
            let bones = frames(&work);
            tool(&mut work, Event::Confirm);
            assert_eq!(work.document.journal.len(), 1);
            assert!(is_near(&bones, &frames(&work)), "{choice:?} {what:?}");
            assert_eq!(*work.document.pose, *pose);
        }
    }
}

#[test]
fn partners_follow_in_the_mirror() {
    let mirror = Vec3::new(-1.0, 1.0, 1.0);
    let mut work = at_rest("builtin:biped");
    work.run(SkeletonAction::ToggleJointMirror.into());
    let before = head(&work, "forearm.R");
    for choice in RestChoice::ALL {
        set_choice(&mut work, choice);
        select(&mut work, &["upper_arm.L"]);
        type_into(&mut work, Tool::Move, (Axis::Y, "0.05"));
        tool(&mut work, Event::Confirm);
        for name in ["upper_arm", "forearm", "hand"] {
            let [left, right] = ["L", "R"].map(|side| head(&work, &format!("{name}.{side}")));
            assert!(left.abs_diff_eq(right * mirror, 1e-4), "{name} {choice:?}");
        }
        work.run(EditAction::Undo.into());
        assert_eq!(head(&work, "forearm.R"), before, "one step");
    }
    // Turned as the mirror shows it.
    set_choice(&mut work, RestChoice::JointsOnly);
    let turn =
        |work: &Work, name: &str, before: Quat| rest(work, name).rotation * before.conjugate();
    let [left, right] = ["hand.L", "hand.R"].map(|name| rest(&work, name).rotation);
    select(&mut work, &["hand.L"]);
    type_into(&mut work, Tool::Rotate, (Axis::Z, "30"));
    tool(&mut work, Event::Confirm);
    let (left, right) = (turn(&work, "hand.L", left), turn(&work, "hand.R", right));
    assert!(left.angle_between(Quat::from_rotation_z(30_f32.to_radians())) < 1e-3);
    assert!(right.angle_between(Quat::from_rotation_z(-30_f32.to_radians())) < 1e-3);

    // A joint of the middle stays there, and of two selected partners the last one leads.
    select(&mut work, &["head"]);
    let x = head(&work, "head").x;
    type_into(&mut work, Tool::Move, (Axis::X, "0.1"));
    tool(&mut work, Event::Confirm);
    assert_eq!(head(&work, "head").x, x);
    select(&mut work, &["thigh.L", "thigh.R"]);
    let hip = head(&work, "thigh.R");
    type_into(&mut work, Tool::Move, (Axis::X, "0.02"));
    tool(&mut work, Event::Confirm);
    let [left, right] = ["thigh.L", "thigh.R"].map(|name| head(&work, name));
    assert!(right.abs_diff_eq(hip + 0.02 * Vec3::X, 1e-5), "{right}");
    assert!(left.abs_diff_eq(right * mirror, 1e-5), "{left}");
}

#[test]
fn an_extruded_joint_follows_the_pointer_until_it_is_confirmed() {
    let mut work = at_rest("builtin:arm");
    select(&mut work, &["hand"]);
    let n_joints = work.document.character.rig.skeleton.len();
    work.run(SkeletonAction::ExtrudeJoint.into());
    assert_eq!(work.document.character.rig.skeleton.len(), n_joints);
    // Outside of the picture it waits.
    tool(&mut work, follow(Vec2::new(-50.0, 10.0)));
    assert!(work.session.operation.as_ref().unwrap().tip().is_none());
    let pixel = Vec2::new(300.0, 200.0);
    tool(&mut work, follow(pixel));
    let tip = work.session.operation.as_ref().unwrap().tip().unwrap();
    let seen = work.session.camera.pixel(tip, SIZE).unwrap();
    assert!(seen.distance(pixel) < 0.05, "{seen}");
    let mut shown = ShownPanes::default();
    shown.refresh(&work.document, &work.session, true);
    let marks = &shown.panes[0].marks;
    assert!(marks.last().unwrap().position.abs_diff_eq(tip, 1e-5));
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "hand_1").abs_diff_eq(tip, 1e-5));
    assert_eq!(work.history.undo_name(), Some("Extrude hand"));
    let new = joint(&work, "hand_1");
    assert_eq!(work.session.character.selection.joints(), [new]);
    let skeleton = &work.document.character.rig.skeleton;
    assert_eq!(skeleton.parent(new), Some(joint(&work, "hand")));

    // Escape takes it back.
    work.run(SkeletonAction::ExtrudeJoint.into());
    tool(&mut work, follow(pixel));
    tool(&mut work, Event::Cancel);
    assert_eq!(work.document.character.rig.skeleton.len(), n_joints + 1);

    // A number is the length along an axis, and Enter at once the usual length.
    work.run(SkeletonAction::ExtrudeJoint.into());
    tool(&mut work, Event::Axis(Axis::Z));
    for sign in "0.2".chars() {
        tool(&mut work, Event::Sign(sign));
    }
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "hand_2").abs_diff_eq(tip + 0.2 * Vec3::Z, 1e-5));
    work.run(SkeletonAction::ExtrudeJoint.into());
    tool(&mut work, Event::Confirm);
    assert!(head(&work, "hand_3").abs_diff_eq(tip + 0.4 * Vec3::Z, 1e-5));
}

#[test]
fn the_mirror_adds_the_other_side_in_the_same_step() {
    let mut work = at_rest("builtin:biped");
    work.run(SkeletonAction::ToggleJointMirror.into());
    let steps = work.history.len();
    select(&mut work, &["toes.L"]);
    work.run(SkeletonAction::ExtrudeJoint.into());
    assert_eq!(work.session.ghost().unwrap().tips.len(), 2);
    tool(&mut work, Event::Confirm);
    assert_eq!(work.history.len(), steps + 1);
    let [left, right] = ["toes_1.L", "toes_1.R"].map(|name| head(&work, name));
    assert!(left.abs_diff_eq(right * Vec3::new(-1.0, 1.0, 1.0), 1e-5));
    let skeleton = &work.document.character.rig.skeleton;
    let parent = skeleton.parent(joint(&work, "toes_1.R"));
    assert_eq!(parent, Some(joint(&work, "toes.R")));
    // A joint of the middle has no side.
    select(&mut work, &["head"]);
    work.run(SkeletonAction::ExtrudeJoint.into());
    assert_eq!(work.session.ghost().unwrap().tips.len(), 1);
    tool(&mut work, Event::Confirm);
    assert!(work.session.notices.all().is_empty());
}

#[test]
fn a_free_move_keeps_the_joint_in_the_middle_of_the_volume() {
    let mut work = at_rest("builtin:arm");
    work.run(SkeletonAction::ToggleJointCentering.into());
    select(&mut work, &["forearm"]);
    work.run(ToolAction::Operate(Tool::Move).into());
    tool(&mut work, follow(Vec2::new(100.0, 100.0)));
    tool(&mut work, follow(Vec2::new(140.0, 90.0)));
    let camera = work.session.camera;
    let sight = CameraView {
        camera,
        viewport: SIZE,
    };
    let wanted = sight.pixel(head(&work, "forearm")).unwrap() + Vec2::new(40.0, -10.0);
    let aim = work.session.character.pointing.aim.unwrap();
    let ray = sight.ray(wanted);
    assert!(aim.ray.direction.abs_diff_eq(ray.direction, 1e-4));
    let near = aim.near.unwrap();
    assert!(near.abs_diff_eq(head(&work, "forearm"), 1e-5), "{near}");
    assert!(work.session.character.pointing.is_close);
    let middle = aim.ray.origin + 0.8 * camera.distance() * aim.ray.direction;
    let found = Pointed {
        aim,
        place: VertexPlace {
            primitive: 0,
            vertex: 0,
        },
        position: middle,
        middle,
    };
    work.send(Outcome::Pointed(Some(found)).into());
    tool(&mut work, Event::Confirm);
    let now = head(&work, "forearm");
    assert!(now.abs_diff_eq(middle, 1e-4), "{now} {middle}");
    assert!(!work.session.character.pointing.is_close);
}

/// The ring of "Add joint" stands where the click puts the joint: on the plane in the middle of a figure, in any pose.
#[test]
fn the_ring_of_a_new_joint_is_where_it_will_be() {
    let mut work = at_rest("builtin:biped");
    let field = JointField {
        joint: joint(&work, "chest"),
        channel: Channel::Rotation,
        axis: 1,
    };
    let set = PoseIntent::SetField {
        field,
        value: 30.0,
        dragging: false,
    };
    work.send(Intent::Pose(set).into());
    select(&mut work, &["chest"]);
    let character = &work.document.character;
    let flags = &work.document.scale_inheritance;
    let frames = joint_frames(character, &work.document.pose, flags);
    let chest = frames[joint(&work, "chest").index()];
    let ray = work.session.camera.ray(0.5 * SIZE, SIZE);
    let found = Pointed {
        aim: Aim {
            pane: 0,
            ray,
            at: Vec2::ZERO,
            near: None,
        },
        place: VertexPlace {
            primitive: 0,
            vertex: 0,
        },
        position: Vec3::ZERO,
        middle: chest.transform_point3(Vec3::new(0.01, 0.02, 0.01)),
    };
    let mut shown = ShownPanes::default();
    shown.refresh(&work.document, &work.session, false);
    let bounds: Bounds = shown.rest_bounds;
    let active = work.session.character.selection.active();
    let sides = SceneSides {
        whole: FigureSides {
            plane: weights::Plane::X,
            by_joints: false,
            around: bounds,
        },
        figures: BTreeMap::new(),
    };
    let new = NewJoint::at(character, &found, active, (&frames, &sides));
    assert_eq!((new.side, new.rest.x), (Some(Side::Middle), 0.0));
    assert!(
        new.seen.distance(found.middle) > 1e-3,
        "it is not under the pointer"
    );
    work.send(Outcome::PlaceJoint(Some(found)).into());
    assert!(head(&work, "joint_1").abs_diff_eq(new.rest, 1e-5));
    let character = &work.document.character;
    let flags = &work.document.scale_inheritance;
    let frames = joint_frames(character, &work.document.pose, flags);
    let seen: Vec3 = frames[joint(&work, "joint_1").index()].translation.into();
    assert!(seen.abs_diff_eq(new.seen, 1e-5), "{seen} {}", new.seen);
}

/// The last joint's bone continues the one before it at rest, and turns with the joint in a pose.
#[test]
fn the_bone_of_a_last_joint_turns_in_a_pose() {
    let mut work = Work::on("builtin:biped");
    let head = joint(&work, "head");
    let direction = |work: &Work| {
        let mut shown = ShownPanes::default();
        shown.refresh(&work.document, &work.session, false);
        let place = mark_of(&work.document.character, head).unwrap();
        let marks = &shown.panes[0].marks;
        let segments = bone_segments(marks);
        let head = &marks[place];
        let bone = segments.iter().find(|bone| std::ptr::eq(bone.head, head));
        bone.map(|bone| (bone.tail - head.position).normalize())
            .unwrap()
    };
    let before = direction(&work);
    let onward = self::head(&work, "head") - self::head(&work, "neck");
    assert!(before.abs_diff_eq(onward.normalize(), 1e-4));
    let field = JointField {
        joint: head,
        channel: Channel::Rotation,
        axis: 0,
    };
    let set = PoseIntent::SetField {
        field,
        value: 90.0,
        dragging: false,
    };
    work.send(Intent::Pose(set).into());
    let turn = work.document.pose.rigid[head.index()].rotation;
    let rest = rest(&work, "head").rotation;
    let expected = rest * turn * rest.conjugate() * before;
    assert!(direction(&work).abs_diff_eq(expected, 1e-4));
    assert!(direction(&work).distance(before) > 0.5);
}

/// What was built on a mesh without a skin comes back from a saved file as the tree it was.
#[test]
fn a_skeleton_that_nobody_bound_reopens_as_a_tree() {
    let mut work = at_rest("builtin:biped_mesh");
    let add = SkeletonEdit::Add {
        parent: None,
        name: "hips".to_owned(),
        frame: RestFrame::new(Rigid::new(Quat::IDENTITY, Vec3::Y)),
    };
    work.send(Intent::EditSkeleton(add).into());
    for _ in 0..3 {
        work.run(SkeletonAction::ExtrudeJoint.into());
        tool(&mut work, Event::Confirm);
    }
    let tree = |work: &Work| {
        let skeleton = &work.document.character.rig.skeleton;
        let facts = &work.session.character.facts;
        let line = |joint: JointIndex| {
            let parent = skeleton.parent(joint).map(|parent| skeleton.name(parent));
            let drawn = facts.is_drawn(joint);
            let line = (
                skeleton.name(joint),
                parent,
                facts.joint(joint).depth,
                drawn,
            );
            format!("{line:?}")
        };
        let mut lines: Vec<String> = skeleton.joints().map(line).collect();
        lines.sort();
        lines
    };
    let before = tree(&work);
    assert!(
        before.iter().any(|line| line.contains(", 3, true)")),
        "{before:?}"
    );
    let bytes = character::to_bytes(&work.document.character).unwrap();
    let mut again = Work::empty();
    again.open_as(
        "again.glb",
        character::open_bytes("again.glb", &bytes).unwrap(),
    );
    assert_eq!(tree(&again), before);
}
