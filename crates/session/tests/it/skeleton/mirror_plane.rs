//! Figures that look along x: joints are made, and joints and weights mirrored, over z = 0, as the mesh shows, and motions are those of any
//! other figure.

use std::ops::ControlFlow;

use character::{
    Authored, AuthoredJoint, AuthoredPrimitive, Character, SkeletonEdit, open_bytes, write_glb,
};
use glam::{Quat, Vec3, vec3};
use rig::{
    InfluencesBuilder, JointIndex, JointPairs, JointSlot, LocalTransform, NamePatterns, Skeleton,
    SkeletonBuilder, Trs, joint_motions,
};
use session::commands::actions::{Action, SkeletonAction};
use session::commands::command::Intent;
use session::features::painting::whole::WholeTask;
use session::state::painting::WholeDone;
use session::state::painting::brush_work::Whole;
use weights::{Direction, Skip};

use crate::support::click::place_joint;
use crate::support::work::Work;

/// Two walls that are symmetric in z alone, and a chain of joints in the middle with an arm on the left, which is below zero. Each wall
/// has 48 squares, and so many times more along each side.
fn figure(finer: u8) -> Character {
    let file = walls(finer, (Vec3::Z, &[("arm.L", -0.3)]), |_| 0);
    open_bytes("walls.glb", &file).unwrap()
}

/// Such walls across an axis, with arms of these names beside the middle, and with each vertex at a joint by how far it is beside that: 0 for
/// the hips, 1 for the chest, then the arms.
fn walls(
    finer: u8,
    (axis, arms): (Vec3, &[(&str, f32)]),
    joint_at: impl Fn(f32) -> u16,
) -> Vec<u8> {
    let ahead = vec3(axis.z, 0.0, axis.x);
    let (rows, columns) = (6 * finer, 8 * finer);
    let edge = 1.0 / f32::from(finer);
    let mut walls = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(2 + arms.len());
    for row in 0..=rows {
        for column in 0..=columns {
            let [height, across] = [row, column].map(|number| f32::from(number) * edge);
            let (height, across) = (height * 0.2, across * 0.1 - 0.4);
            for depth in [-0.1, 0.1 + 0.1 * height] {
                let place = depth * ahead + height * Vec3::Y + across * axis;
                walls.positions.push(place);
                influences.vertex([(joint_at(across), 1.0)]).unwrap();
            }
        }
    }
    let (rows, columns) = (u32::from(rows), u32::from(columns));
    let corner = |row: u32, column: u32, front: u32| 2 * (row * (columns + 1) + column) + front;
    for row in 0..rows {
        for column in 0..columns {
            for front in 0..2 {
                let [a, b] = [column, column + 1].map(|column| corner(row, column, front));
                let [d, c] = [column, column + 1].map(|column| corner(row + 1, column, front));
                walls.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    walls.influences = influences.build();
    let joint = |name: &str, parent, translation| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation,
            ..Trs::IDENTITY
        },
    };
    let mut joints = vec![
        joint("hips", None, vec3(0.0, 0.3, 0.0)),
        joint("chest", Some(0), vec3(0.0, 0.6, 0.0)),
    ];
    let arms = arms.iter();
    joints.extend(arms.map(|&(name, across)| joint(name, Some(1), across * axis)));
    let authored = Authored {
        name: "walls".to_owned(),
        joints,
        primitives: vec![walls],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

fn opened(finer: u8) -> Work {
    let mut work = Work::empty();
    work.open_as("walls.glb", figure(finer));
    work
}

fn joint(work: &Work, name: &str) -> JointIndex {
    let skeleton = &work.document.character.rig.skeleton;
    skeleton.find(name).unwrap()
}

fn head(work: &Work, name: &str) -> Vec3 {
    let skeleton = &work.document.character.rig.skeleton;
    skeleton
        .rest_model_from_joint(joint(work, name))
        .translation
}

fn select(work: &mut Work, name: &str) {
    let joint = joint(work, name);
    work.send(Intent::Select(Some(joint)).into());
}

/// Also where there are so many vertices that only places are compared.
#[test]
fn the_missing_arm_is_made_over_the_plane_of_the_mesh() {
    for finer in [1, 15] {
        mirror_the_arm(finer);
    }
}

fn mirror_the_arm(finer: u8) {
    let mut work = opened(finer);
    select(&mut work, "arm.L");
    work.run(Action::Skeleton(SkeletonAction::MirrorJoints));
    assert!(head(&work, "arm.R").abs_diff_eq(vec3(0.0, 0.9, 0.3), 1e-5));
    // The plane is kept, so that a project makes the same joint again.
    let kept: Vec<&SkeletonEdit> = work.document.journal.skeleton_edits().collect();
    assert!(
        matches!(kept.as_slice(), [SkeletonEdit::Mirror { plane: Some(plane), .. }] if plane.normal[2].abs() > 0.9),
        "{kept:?}"
    );
}

#[test]
fn new_joints_get_the_side_and_the_partner_of_that_plane() {
    let mut work = opened(1);
    work.session.rest_tools.mirrors = true;
    select(&mut work, "chest");
    work.run(Action::Skeleton(SkeletonAction::AddJoint));
    let skeleton = &work.document.character.rig.skeleton;
    let sides = work.session.character.skeleton.sides.as_ref().unwrap();
    let plane = sides.of(skeleton, Some(joint(&work, "chest"))).plane;
    assert_eq!(plane.normal, Vec3::NEG_Z, "to the left by the arm's name");
    place_joint(&mut work, vec3(0.05, 0.9, 0.25));
    assert!(head(&work, "joint_1.R").abs_diff_eq(vec3(0.05, 0.9, 0.25), 1e-5));
    assert!(head(&work, "joint_1.L").abs_diff_eq(vec3(0.05, 0.9, -0.25), 1e-5));

    select(&mut work, "chest");
    work.run(Action::Skeleton(SkeletonAction::AddJoint));
    place_joint(&mut work, vec3(0.05, 1.1, 0.01));
    assert!(head(&work, "joint_2").abs_diff_eq(vec3(0.05, 1.1, 0.0), 1e-5));

    // What is extruded has its partner there too.
    select(&mut work, "joint_1.L");
    let extrude = SkeletonEdit::Extrude {
        joint: work
            .document
            .character
            .rig
            .skeleton
            .key(joint(&work, "joint_1.L")),
        by: [0.0, 0.1, -0.1],
    };
    work.send(Intent::EditSkeleton(extrude).into());
    let added = work.session.character.selection.active().unwrap();
    let name = work.document.character.rig.skeleton.name(added).to_owned();
    work.run(Action::Skeleton(SkeletonAction::MirrorJoints));
    let right = head(&work, &name.replace(".L", ".R"));
    assert!(
        right.abs_diff_eq(vec3(0.05, 1.0, 0.35), 1e-5),
        "{name}: {right}"
    );
}

/// The joints are all in x = 0, across which the walls are not symmetric: the names of the arms say on which side of z = 0 the left is, by
/// marks of one's own too.
#[test]
fn weights_are_mirrored_from_the_left_though_that_is_not_across_the_plane_of_the_joints() {
    let cases = [
        (["arm.L", "arm.R"], None),
        (["arm.R", "arm.L"], None),
        (["arm_one", "arm_two"], Some("_one/_two")),
    ];
    for (names, marks) in cases {
        let is_turned = names[0] == "arm.R";
        let arms = [(names[0], -0.3), (names[1], 0.3)];
        // Of the arms only the left one moves something.
        let left = if is_turned {
            (0.15..1.0, 3)
        } else {
            (-1.0..-0.15, 2)
        };
        let joint_at = |across: f32| if left.0.contains(&across) { left.1 } else { 0 };
        let file = walls(1, (Vec3::Z, &arms), joint_at);
        let patterns: Option<NamePatterns> = marks.map(|marks: &str| marks.parse().unwrap());
        for (place, found) in mirrored(&file, patterns.unwrap_or_default()) {
            let wanted = match place.z {
                z if z < -0.15 => names[0],
                z if z > 0.15 => names[1],
                _ => "hips",
            };
            assert_eq!(found, [wanted], "{names:?} at {place}");
        }
    }
}

/// Of each vertex the place and the joints after its weights were mirrored from left to right.
fn mirrored(file: &[u8], patterns: NamePatterns) -> Vec<(Vec3, Vec<String>)> {
    let (work, done) = done_on(file, patterns, Direction::LeftToRight);
    assert_eq!(done.refused, None);
    joints_after(&work, &done)
}

fn done_on(file: &[u8], patterns: NamePatterns, direction: Direction) -> (Work, WholeDone) {
    let mut work = Work::empty();
    work.open_as("walls.glb", open_bytes("walls.glb", file).unwrap());
    work.session.settings.mirror = patterns.into();
    let whole = Whole::Mirror(direction);
    let task = WholeTask::of_document(whole, &work.document, &work.session).unwrap();
    let done = task.run(&|_| ControlFlow::Continue(())).unwrap();
    (work, done)
}

fn joints_after(work: &Work, done: &WholeDone) -> Vec<(Vec3, Vec<String>)> {
    let after = work
        .document
        .with_weight_edits(&done.edits)
        .unwrap()
        .character;
    let (bind, skeleton) = (&after.rig.binds[0], &after.rig.skeleton);
    let primitive = &after.meshes[0].primitives[0];
    let rows = primitive.influences.as_ref().unwrap().rows();
    let name = |slot: &JointSlot| skeleton.name(bind.joints()[usize::from(*slot)]).to_owned();
    let rows = rows.map(|row| row.joints.iter().map(name).collect::<Vec<String>>());
    primitive.positions.iter().copied().zip(rows).collect()
}

/// A mesh with a skin that has no sides, as a hat: its left is where that of its figure is, which other joints tell.
#[test]
fn weights_of_a_skin_without_sides_are_mirrored_from_the_left_of_its_figure() {
    let arms = [("arm.L", -0.3), ("arm.R", 0.3)];
    // The chest has what is on the left, below x = 0.
    let chest = |across: f32| u16::from(across < -0.15);
    let file = testkit::glb::edit_glb(&walls(1, (Vec3::X, &arms), chest), |json| {
        let skin = &mut json["skins"][0];
        skin["joints"].as_array_mut().unwrap().truncate(2);
        if let Some(binds) = skin["inverseBindMatrices"].as_u64() {
            json["accessors"][usize::try_from(binds).unwrap()]["count"] = 2.into();
        }
    });
    for (place, found) in mirrored(&file, NamePatterns::default()) {
        let wanted = if place.x.abs() > 0.15 {
            "chest"
        } else {
            "hips"
        };
        assert_eq!(found, [wanted], "{place}");
    }
}

/// A rod of eleven rings of three vertices along an axis, symmetric from end to end alone, with a chain of so many joints along it that
/// begins at one end.
fn rod(along: Vec3, count: u16) -> Vec<u8> {
    let beside = vec3(0.0, along.z, along.y);
    let mut rod = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(usize::from(count));
    for ring in 0..=10_u16 {
        for (x, y) in [(0.1_f32, 0.05_f32), (-0.2, 0.1), (0.05, -0.15)] {
            let place = 0.1 * f32::from(ring) * along + x * Vec3::X + y * beside;
            rod.positions.push(place);
            let joint = ring.div_ceil(2).min(count - 1);
            influences.vertex([(joint, 1.0)]).unwrap();
        }
    }
    for ring in 0..10_u32 {
        for step in 0..3_u32 {
            let [a, b] = [step, (step + 1) % 3].map(|corner| 3 * ring + corner);
            rod.triangles.extend([[a, b, a + 3], [b, b + 3, a + 3]]);
        }
    }
    rod.influences = influences.build();
    let joint = |number: u16| AuthoredJoint {
        name: format!("bone {number}"),
        parent: number.checked_sub(1).map(usize::from),
        local: Trs {
            translation: f32::from(number.min(1)) * 0.2 * along,
            ..Trs::IDENTITY
        },
    };
    let authored = Authored {
        name: "rod".to_owned(),
        joints: (0..count).map(joint).collect(),
        primitives: vec![rod],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

/// Joints in x = 0 are their own images there, and not from one end of what they move to the other.
#[test]
fn a_chain_is_not_mirrored_from_end_to_end() {
    for (along, count) in [(Vec3::Y, 3), (Vec3::Y, 5), (Vec3::Z, 4)] {
        for direction in [Direction::LeftToRight, Direction::RightToLeft] {
            let (_, done) = done_on(&rod(along, count), NamePatterns::default(), direction);
            assert!(done.edits.is_empty(), "{count} joints along {along}");
            assert!(done.refused.is_some(), "{count} joints along {along}");
        }
    }
}

/// A tube of 24 vertices around each of these axes, at a distance from the middle on the left and so wide, that is symmetric in both planes
/// through its axis; with a joint on each side of the middle. What is on the left follows the joint there, and all else the hips.
fn tubes(names: [&str; 2], (middle, left): (Vec3, Vec3), axes: &[(f32, f32)]) -> Vec<u8> {
    let mut tubes = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(4);
    for &(beside, wide) in axes {
        let first = u32::try_from(tubes.positions.len()).unwrap();
        for (height, wide) in [(0.0, wide), (0.5, 1.2 * wide), (1.1, 0.9 * wide)] {
            for step in 0..8_u8 {
                let (sin, cos) = (22.5 + 45.0 * f32::from(step)).to_radians().sin_cos();
                let around = vec3(wide * cos, height, wide * sin);
                let joint = 2 * u16::from(beside + around.dot(left) > 0.0);
                influences.vertex([(joint, 1.0)]).unwrap();
                tubes.positions.push(middle + beside * left + around);
            }
        }
        for ring in [first, first + 8] {
            for step in 0..8 {
                let next = (step + 1) % 8;
                let [a, b] = [ring + step, ring + next];
                tubes.triangles.extend([[a, b, a + 8], [b, b + 8, a + 8]]);
            }
        }
    }
    tubes.influences = influences.build();
    let joint = |name: &str, parent, translation| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation,
            ..Trs::IDENTITY
        },
    };
    let authored = Authored {
        name: "tubes".to_owned(),
        joints: vec![
            joint("hips", None, middle + 0.3 * Vec3::Y),
            joint("chest", Some(0), 0.6 * Vec3::Y),
            joint(names[0], Some(1), 0.3 * left),
            joint(names[1], Some(1), -0.3 * left),
        ],
        primitives: vec![tubes],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

/// Left and right are those of the joints, whatever else the mesh is symmetric across, and wherever the figure stands. What is on one side
/// alone, as a sleeve that is symmetric in itself, stays, and is counted whichever side is read.
#[test]
fn weights_are_mirrored_across_the_plane_of_the_joints() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    for (names, middle, left) in [
        (["arm.L", "arm.R"], Vec3::ZERO, Vec3::X),
        (["b_L", "b_R"], vec3(0.25, 0.0, 0.0), Vec3::X),
        (["LeftArm", "RightArm"], vec3(0.0, 0.0, 0.4), Vec3::Z),
        (["arm_l", "arm_r"], vec3(0.25, 0.0, -0.1), Vec3::NEG_Z),
        (
            ["arm-L", "arm-R"],
            vec3(0.25, 0.0, -0.1),
            vec3(half, 0.0, half),
        ),
    ] {
        let patterns = NamePatterns::default;
        let file = tubes(names, (middle, left), &[(0.0, 0.2), (0.6, 0.1)]);
        let (work, done) = done_on(&file, patterns(), Direction::LeftToRight);
        assert_eq!(done.refused, None, "{names:?}");
        for (place, found) in joints_after(&work, &done) {
            let wanted = names[usize::from((place - middle).dot(left) < 0.0)];
            assert_eq!(found, [wanted], "{names:?} at {place}");
        }
        let back = done_on(&file, patterns(), Direction::RightToLeft).1;
        for done in [done, back] {
            let skipped: Vec<(Skip, usize)> = done.report.skipped().collect();
            assert_eq!(skipped, [(Skip::NoPartner, 24)], "{names:?}");
        }
        // Nor is the rest of it kept from being mirrored where such parts have most of the vertices.
        let most = [(0.0, 0.2), (0.6, 0.1), (0.9, 0.05)];
        let file = tubes(names, (middle, left), &most);
        let (_, done) = done_on(&file, patterns(), Direction::LeftToRight);
        assert_eq!(done.refused, None, "{names:?}");
        assert!(!done.edits.is_empty(), "{names:?}");
        let sleeve = tubes(names, (middle, left), &[(0.6, 0.1)]);
        let (_, done) = done_on(&sleeve, patterns(), Direction::LeftToRight);
        let refused = done.refused.unwrap();
        assert!(done.edits.is_empty(), "{names:?}");
        // What is on one side is no image of itself by topology either.
        assert!(
            refused.contains(" = ") && !refused.contains("topology"),
            "{refused}"
        );
    }
}

/// Where a file turns the skeleton against its meshes, the plane is told as it is seen.
#[test]
fn the_plane_is_told_as_it_is_in_the_scene() {
    let names = ["arm.L", "arm.R"];
    let half = std::f32::consts::FRAC_1_SQRT_2;
    for (turn, wanted) in [
        ([0.0, half, 0.0, half], "z = 0"),
        ([0.0, 0.0, half, half], "y = 0.3"),
    ] {
        let file = tubes(names, (Vec3::ZERO, Vec3::X), &[(0.0, 0.2)]);
        let file = testkit::glb::edit_glb(&file, |json| {
            let mut nodes = json["nodes"].as_array_mut().unwrap().iter_mut();
            let hips = nodes.find(|node| node["name"] == "hips").unwrap();
            hips["rotation"] = turn.to_vec().into();
        });
        let (_, done) = done_on(&file, NamePatterns::default(), Direction::LeftToRight);
        assert_eq!(done.mirror.unwrap().planes, [wanted]);
    }
}

/// Where no name tells the left, it is along x of the mesh, though the skeleton is turned by a quarter against it.
#[test]
fn the_left_of_joints_without_sides_does_not_depend_on_how_the_skeleton_is_turned() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let names = ["one", "two"];
    for turn in [half, -half] {
        let file = tubes(names, (Vec3::ZERO, Vec3::X), &[(0.0, 0.2)]);
        let file = testkit::glb::edit_glb(&file, |json| {
            let mut nodes = json["nodes"].as_array_mut().unwrap().iter_mut();
            let hips = nodes.find(|node| node["name"] == "hips").unwrap();
            hips["rotation"] = vec![0.0, turn, 0.0, half].into();
        });
        for (place, found) in mirrored(&file, NamePatterns::default()) {
            let wanted = names[usize::from(place.x < 0.0)];
            assert_eq!(found, [wanted], "{turn} at {place}");
        }
    }
}

/// The skeleton turned as a whole about the origin.
fn turned(skeleton: &Skeleton, turn: Quat) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for joint in skeleton.joints() {
        let mut local = skeleton.local(joint).to_trs();
        let parent = skeleton.parent(joint).map(|parent| skeleton.key(parent));
        if parent.is_none() {
            local.rotation = turn * local.rotation;
            local.translation = turn * local.translation;
        }
        let (key, name) = (skeleton.key(joint), skeleton.name(joint));
        builder = builder.joint(key, parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

/// Looking along x, against z, or with z up, every joint does the same about the same axes of its own.
#[test]
fn a_biped_has_the_same_motions_whichever_way_it_looks() {
    use std::f32::consts::{FRAC_PI_2, PI};
    let biped = Work::on("builtin:biped");
    let biped = &biped.document.character.rig.skeleton;
    let by_names = |skeleton: &Skeleton| JointPairs::new(skeleton, &NamePatterns::default());
    let motions = joint_motions(biped, &by_names(biped));
    for turn in [
        Quat::from_rotation_y(FRAC_PI_2),
        Quat::from_rotation_y(-FRAC_PI_2),
        Quat::from_rotation_y(PI),
        Quat::from_rotation_x(FRAC_PI_2),
        Quat::from_rotation_x(FRAC_PI_2) * Quat::from_rotation_y(FRAC_PI_2),
    ] {
        let figure = turned(biped, turn);
        let found = joint_motions(&figure, &by_names(&figure));
        for (joint, (ways, found)) in biped.joints().zip(motions.iter().zip(&found)) {
            let name = biped.name(joint);
            assert_eq!(ways.len(), found.len(), "{name}");
            for (way, found) in ways.iter().zip(found) {
                assert_eq!(
                    (way.name, way.degrees),
                    (found.name, found.degrees),
                    "{name}"
                );
                let apart = way.axis.distance(found.axis);
                assert!(apart < 1e-2, "{name} {} about {turn}: {apart}", way.name);
            }
        }
    }
}
