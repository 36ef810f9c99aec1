//! Corrective shapes: where they are in poses, what they displace by each method, and that they are kept.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, MorphChange, MorphPart, MorphShape, SaveOptions, SkeletonEdit};
use character::{open_bytes, to_glb_with};
use glam::{Quat, Vec3};
use rig::{
    DrivenChannel, DrivenCombine, DrivenCurve, DrivenTarget, DriverAngle, DriverMeasure, Method,
    NamePatterns, Pose, PoseKernel, PosePreset, mirror_pose,
};
use scene::deform::deform_posed;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::rest_deltas::{REST_DELTA_THRESHOLD, rest_delta, vertex_map};
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, CorrectiveAction, EditAction};
use session::commands::command::Intent;
use session::document::Document;
use session::document::correctives::{Corrective, correctives};
use session::document::driven::drive;
use session::document::joint_mapping::{JointMapping, remap_document};
use session::document::layered_clips::{MERGE_RATE, seen_document};
use session::mode::Mode;
use session::shown::{pane_pose, shown_pose};
use session::state::correctives::command::CorrectiveIntent;
use session::state::correctives::loss::LossTest;
use session::state::export::options::kept_extras;
use session::state::painting::sculpt::{SculptPose, SculptStroke, SculptTool};
use session::state::painting::{Mask, PaintMesh};
use session::state::presets::PresetFile;
use session::state::projects::{restore_project, work_of};
use session::state::selection::Choose;
use session::state::weight_table::weights_work::VertexSelection;
use weights::{Plane, PointValue, Symmetry};

use crate::support::work::Work;

const FOREARM: rig::JointIndex = rig::JointIndex(1);

/// The arm in Pose mode, its forearm selected.
fn arm() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    work.send(Intent::SelectAll(vec![FOREARM], Choose::Alone).into());
    work
}

fn bend(work: &mut Work, angle: f32) {
    work.send(Intent::ShowClip(None).into());
    let mut pose = Pose::clone(&work.document.pose);
    pose.rigid[FOREARM.index()].rotation = Quat::from_rotation_z(angle);
    work.document.pose = Arc::new(pose);
}

fn new_at(work: &mut Work, angle: f32) -> Corrective {
    bend(work, angle);
    work.run(Action::Corrective(CorrectiveAction::NewCorrective));
    let chosen = work.session.character.correctives.chosen(&work.document);
    chosen.unwrap_or_else(|| panic!("{}", said(work)))
}

fn said(work: &Work) -> String {
    let notices = work.session.notices.all().iter();
    notices.map(|it| it.text.clone() + "\n").collect()
}

/// The weights of all correctives where the forearm is bent so far.
fn weights(document: &Document, angle: f32) -> Vec<f32> {
    let mut pose = document.character.file_pose();
    pose.rigid[FOREARM.index()].rotation = Quat::from_rotation_z(angle);
    drive(&document.driven, &mut pose);
    let all = correctives(document);
    all.iter()
        .map(|own| pose.morph_weights[own.weight])
        .collect()
}

fn is_near(found: &[f32], wanted: &[f32]) -> bool {
    let pairs = found.iter().zip(wanted);
    found.len() == wanted.len()
        && pairs
            .into_iter()
            .all(|(one, other)| (one - other).abs() < 1e-4)
}

fn shows(method: Method) -> PaneShows {
    PaneShows {
        look: Look::new(method),
        ..PaneShows::default()
    }
}

fn places(document: &Document, pose: &Pose, method: Method) -> Vec<Vec3> {
    let posed = pane_pose(document, pose, shows(method)).unwrap();
    let mut out = Vec::new();
    deform_posed(&document.character, &posed.posed, &mut out).unwrap();
    out.into_iter().flat_map(|of| of.positions).collect()
}

/// Every seventh vertex of the first primitive pushed along, brought to rest by the map of the method in the pose; and how far each goes.
fn pushed(document: &Document, pose: &Pose, method: Method, by: Vec3) -> (MorphShape, Vec<Vec3>) {
    let posed = pane_pose(document, pose, shows(method)).unwrap().posed;
    let placed = placed_primitives(&document.character).next().unwrap();
    let positions = &placed.primitive.positions;
    let mut wanted = vec![Vec3::ZERO; positions.len()];
    let mut displacements = Vec::new();
    for (vertex, position) in positions.iter().enumerate().step_by(7) {
        let map = vertex_map(&posed, &placed, vertex, *position);
        let found = rest_delta(map.matrix3, by, REST_DELTA_THRESHOLD);
        wanted[vertex] = by - found.remainder;
        displacements.push((u32::try_from(vertex).unwrap(), found.delta));
    }
    let part = MorphPart {
        primitive: 0,
        vertices: positions.len(),
        displacements,
    };
    (MorphShape { parts: vec![part] }, wanted)
}

/// What is pulled in a pose goes there exactly, by every method, and nowhere at rest.
#[test]
fn a_shape_is_seen_in_its_pose_as_it_was_pulled() {
    let mut work = arm();
    let own = new_at(&mut work, 1.3);
    let pose = shown_pose(&work.document, &work.session);
    assert_eq!(pose.morph_weights[own.weight], 1.0);
    for method in [Method::Linear, Method::TWO_PHASE, Method::Affine] {
        let by = Vec3::new(0.01, 0.02, -0.015);
        let (shape, wanted) = pushed(&work.document, &pose, method, by);
        let after = work.document.with_shape(&own, shape).unwrap();
        let [was, is] = [&work.document, &after].map(|document| places(document, &pose, method));
        for ((was, is), by) in was.iter().zip(&is).zip(&wanted) {
            assert!(
                (*is - *was).abs_diff_eq(*by, 1e-5),
                "{method}: {} {by}",
                *is - *was
            );
        }
        let rest = after.character.file_pose();
        let at_rest = [&work.document, &after].map(|document| places(document, &rest, method));
        assert_eq!(at_rest[0], at_rest[1], "{method}");
    }
}

/// Each shape of a set is gone in the poses of the others; kernels and angles can be chosen, and removing one leaves the rest.
#[test]
fn shapes_of_several_poses_share_one_interpolator() {
    let mut work = arm();
    new_at(&mut work, 1.3);
    let second = new_at(&mut work, -0.6);
    let driven = &work.document.driven;
    assert_eq!(
        (
            driven.interpolators().len(),
            driven.interpolators()[0].poses().len()
        ),
        (1, 2)
    );
    for kernel in [PoseKernel::Gaussian, PoseKernel::Linear] {
        let follow = CorrectiveIntent::FollowPose(second.weight, kernel);
        work.send(Intent::Corrective(follow).into());
        assert_eq!(work.document.driven.interpolators()[0].kernel(), kernel);
        assert!(is_near(&weights(&work.document, 1.3), &[1.0, 0.0]));
        assert!(is_near(&weights(&work.document, -0.6), &[0.0, 1.0]));
        assert_eq!(weights(&work.document, 0.0), [0.0, 0.0]);
    }
    work.send(Intent::Corrective(CorrectiveIntent::FollowAngle(second.weight)).into());
    assert_eq!(work.document.driven.channels().len(), 1, "{}", said(&work));
    assert!(is_near(&weights(&work.document, -0.3), &[0.0, 0.5]));
    assert!(is_near(&weights(&work.document, -0.6), &[0.0, 1.0]));
    let back = CorrectiveIntent::FollowPose(second.weight, PoseKernel::Gaussian);
    work.send(Intent::Corrective(back).into());
    assert!(work.document.driven.channels().is_empty());
    assert_eq!(
        work.document.driven.interpolators().len(),
        1,
        "of the same joints"
    );
    assert!(is_near(&weights(&work.document, 1.3), &[1.0, 0.0]));
    work.run(Action::Corrective(CorrectiveAction::GoToCorrective));
    let there = shown_pose(&work.document, &work.session);
    assert!((there.morph_weights[second.weight] - 1.0).abs() < 1e-4);
    work.run(Action::Corrective(CorrectiveAction::RemoveCorrective));
    assert!(is_near(&weights(&work.document, 1.3), &[1.0]));
    work.run(Action::Corrective(CorrectiveAction::GoToCorrective));
    let own = shown_pose(&work.document, &work.session);
    let first = correctives(&work.document)[0].weight;
    assert!((own.morph_weights[first] - 1.0).abs() < 1e-4);
}

/// All points of the arm's surface taken along at rest with live mirror in z = 0.
fn dragged(work: &Work, own: Corrective, selected: &VertexSelection, by: Vec3) -> MorphShape {
    let character = &work.document.character;
    let rest = character.file_pose();
    let posed = pane_pose(&work.document, &rest, shows(Method::Linear)).unwrap();
    let pose = SculptPose {
        character,
        posed: &posed.posed,
        corrective: own,
        share: 1.0,
        size: 1.0,
    };
    let mesh = &PaintMesh::all(character)[0];
    let plane = Plane {
        normal: Vec3::Z,
        offset: 0.0,
    };
    let symmetry = Symmetry::by_position(mesh.surface(), &plane, 1e-4);
    let mask = Mask::of(mesh, selected);
    let mut stroke = SculptStroke::new(SculptTool::Grab, &pose, mesh, mask).unwrap();
    let all = mesh.all_points().map(|point| PointValue::new(point, 1.0));
    stroke.grab(&stroke.changeable(&all.collect::<Vec<_>>()));
    stroke.drag(by, Some(&symmetry));
    stroke.shape(&MorphShape::default(), mesh)
}

/// Where both sides are under the brush nothing goes twice as far, on the plane and beside it alike; and no side changes beyond the mask.
#[test]
fn live_mirror_shapes_both_sides_once_and_within_the_mask() {
    let mut work = arm();
    let own = new_at(&mut work, 1.3);
    let by = Vec3::new(0.0, 0.02, 0.01);
    let shape = dragged(&work, own, &VertexSelection::default(), by);
    let all = || shape.parts.iter().flat_map(|part| &part.displacements);
    let is = |wanted: Vec3| move |(_, own): &&(u32, Vec3)| own.abs_diff_eq(wanted, 1e-5);
    let mean = Vec3::new(0.0, 0.02, 0.0);
    // Those of the plane, those with an image, and those without one.
    let [both, lone] = [mean, by].map(|wanted| all().filter(is(wanted)).count());
    assert!(both > 100 && lone > 0, "{both} {lone}");
    assert_eq!(both + lone, all().count());

    let places = &work.document.character.meshes[own.mesh].primitives[0].positions;
    let above = places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.z > 1e-3);
    let above = above.map(|(vertex, _)| VertexPlace {
        primitive: 0,
        vertex,
    });
    let mut selected = VertexSelection::default();
    selected.choose(&above.collect::<Vec<_>>(), Choose::Alone);
    let shape = dragged(&work, own, &selected, by);
    let part = shape.parts.iter().find(|part| part.primitive == 0).unwrap();
    let mut changed = part.displacements.iter();
    assert!(changed.all(|(vertex, _)| places[*vertex as usize].z > 1e-3));
}

/// A figure whose left forearm is bent, with a corrective of that which displaces the left side of the mesh by so much.
fn left_side(by: Vec3) -> (Work, Corrective) {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    let left = joint(&work, "forearm.L");
    work.send(Intent::SelectAll(vec![left], Choose::Alone).into());
    work.send(Intent::ShowClip(None).into());
    let mut pose = Pose::clone(&work.document.pose);
    pose.rigid[left.index()].rotation = Quat::from_rotation_x(1.1);
    work.document.pose = Arc::new(pose);
    work.run(Action::Corrective(CorrectiveAction::NewCorrective));
    let own = work.session.character.correctives.chosen(&work.document);
    let own = own.unwrap_or_else(|| panic!("{}", said(&work)));
    let primitive = &work.document.character.meshes[own.mesh].primitives[0];
    let left = primitive.positions.iter().zip(0..);
    let left = left.filter(|(place, _)| place.x > 0.1);
    let part = MorphPart {
        primitive: 0,
        vertices: primitive.positions.len(),
        displacements: left.map(|(_, vertex)| (vertex, by)).collect(),
    };
    let shape = MorphShape { parts: vec![part] };
    work.document = work.document.with_shape(&own, shape).unwrap();
    (work, own)
}

fn joint(work: &Work, name: &str) -> rig::JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

/// The mirror image is all there in the mirrored pose, and what it displaces is what a mirror shows; once more, it is brought up to date.
#[test]
fn a_copy_for_the_other_side_is_the_mirror_image() {
    let by = Vec3::new(0.01, 0.02, -0.03);
    let (mut work, own) = left_side(by);
    let pose = Pose::clone(&work.document.pose);
    for _ in 0..2 {
        work.session.character.correctives.chosen = Some(own.weight);
        work.run(Action::Corrective(CorrectiveAction::MirrorCorrective));
        assert_eq!(correctives(&work.document).len(), 2, "{}", said(&work));
    }
    let image = work.session.character.correctives.chosen(&work.document);
    let image = image.unwrap();
    let mesh = &work.document.character.meshes[image.mesh];
    let wanted = Vec3::new(-by.x, by.y, by.z);
    let moved = &mesh.primitives[0].morph_targets[image.target].positions;
    for (place, moved) in mesh.primitives[0].positions.iter().zip(moved.iter()) {
        if place.x < -0.15 {
            assert!(moved.abs_diff_eq(wanted, 1e-4), "{place} {moved}");
        } else if place.x > 0.05 {
            assert_eq!(*moved, Vec3::ZERO, "{place}");
        }
    }
    let character = &work.document.character;
    let pairs = character.joint_pairs(&NamePatterns::default());
    let seen = mirror_pose(&character.rig.skeleton, &pose, &pairs);
    let shares = |pose: &Pose| {
        let mut driven = character.file_pose();
        driven.rigid.clone_from(&pose.rigid);
        drive(&work.document.driven, &mut driven);
        [own, image].map(|of| driven.morph_weights[of.weight])
    };
    assert!(is_near(&shares(&pose), &[1.0, 0.0]));
    assert!(is_near(&shares(&seen), &[0.0, 1.0]));
}

/// What follows an angle is copied with the angle of the partner.
#[test]
fn a_copy_for_the_other_side_follows_the_angle_of_the_partner() {
    let (mut work, own) = left_side(Vec3::X * 0.01);
    work.send(Intent::Corrective(CorrectiveIntent::FollowAngle(own.weight)).into());
    work.run(Action::Corrective(CorrectiveAction::MirrorCorrective));
    let driven = &work.document.driven;
    assert_eq!(driven.channels().len(), 2, "{}", said(&work));
    assert!(driven.interpolators().is_empty());
    let drivers = driven.channels().iter().map(|own| own.driver.joint);
    let sides = ["forearm.L", "forearm.R"].map(|name| joint(&work, name));
    assert!(drivers.eq(sides));
    // One step of undo takes the copy back.
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(correctives(&work.document).len(), 1);
}

/// A joint that follows another one drives by what it is then, though nobody has turned it.
#[test]
fn joints_that_follow_others_drive_shapes() {
    let twist = rig::JointIndex(2);
    let mut work = arm();
    bend(&mut work, 1.2);
    let channel = DrivenChannel {
        driver: DriverAngle {
            joint: FOREARM,
            measure: DriverMeasure::Twist { axis: Vec3::Z },
        },
        target: DrivenTarget::Rotation {
            joint: twist,
            axis: Vec3::X,
        },
        curve: DrivenCurve::proportional(0.5).unwrap(),
        combine: DrivenCombine::Replaces,
        muted: false,
    };
    work.document = work.document.with_driven(vec![channel]).unwrap();
    work.send(Intent::SelectAll(vec![twist], Choose::Alone).into());
    let own = new_at(&mut work, 1.2);
    let there = shown_pose(&work.document, &work.session);
    assert!((there.morph_weights[own.weight] - 1.0).abs() < 1e-4);
}

fn exported(document: &Document) -> Character {
    let options = SaveOptions {
        kept: Some(kept_extras(document, None)),
        ..SaveOptions::default()
    };
    let seen = seen_document(document, MERGE_RATE).unwrap();
    let (bytes, _) = to_glb_with(&seen.character, &options).unwrap();
    open_bytes("builtin:arm", &bytes).unwrap()
}

/// Shape, name and driver come back from a project and from the file, whose clips have keys of the weight; undo takes all of it back.
#[test]
fn correctives_are_kept_and_undone() {
    let mut work = arm();
    let before = work.document.clone();
    let own = new_at(&mut work, 1.3);
    let name = CorrectiveIntent::Rename(own.weight, "elbow".to_owned());
    work.send(Intent::Corrective(name).into());
    let pose = shown_pose(&work.document, &work.session);
    let (shape, _) = pushed(&work.document, &pose, Method::Linear, Vec3::X * 0.01);
    let edits = work.document.journal.len();
    for _ in 0..2 {
        work.document = work.document.with_shape(&own, shape.clone()).unwrap();
    }
    assert_eq!(
        work.document.journal.len(),
        edits + 1,
        "shaped again is one edit"
    );

    let restored = restore_project(&before.original, &work_of(&work.document));
    assert_eq!(restored.problems, Vec::<String>::new());
    assert_eq!(restored.document.driven, work.document.driven);
    assert_eq!(
        restored.document.character.meshes,
        work.document.character.meshes
    );
    assert_eq!(restored.document.journal, work.document.journal);

    let opened = Document::new(Arc::new(exported(&work.document)));
    assert_eq!(opened.driven, work.document.driven);
    let mesh = &opened.character.meshes[own.mesh];
    assert_eq!(MorphShape::of(mesh, own.target), shape);
    assert_eq!(mesh.target_names[own.target], "elbow");
    let keyed = opened.character.clips.iter().all(|clip| {
        let mut tracks = clip.morphs().iter();
        tracks.any(|track| track.weight == own.weight)
    });
    assert!(keyed, "players without drivers show it too");
    // Nothing of it is work beside the file.
    assert_eq!(work_of(&opened).interpolators, None);

    for _ in 0..2 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(work.document.character.meshes, before.character.meshes);
    assert!(work.document.driven.is_empty());
}

/// A mesh of which the file has other vertices by now keeps its weights and drivers; the shape is left out, with words.
#[test]
fn a_shape_of_other_vertices_is_told() {
    let mut work = arm();
    let own = new_at(&mut work, 1.3);
    let pose = shown_pose(&work.document, &work.session);
    let (shape, _) = pushed(&work.document, &pose, Method::Linear, Vec3::X * 0.01);
    work.document = work.document.with_shape(&own, shape).unwrap();
    let mut project = work_of(&work.document);
    let shaped = project.edits.iter_mut().find_map(|edit| match edit {
        SkeletonEdit::Morph {
            change: MorphChange::Shape { shape, .. },
            ..
        } => Some(shape),
        _ => None,
    });
    shaped.unwrap().parts[0].vertices += 1;
    let restored = restore_project(&work.document.original, &project);
    let told = restored.problems.join("\n");
    assert!(told.contains("vertices"), "{told}");
    assert_eq!(restored.document.driven, work.document.driven);
    let mesh = &restored.document.character.meshes[own.mesh];
    assert!(MorphShape::of(mesh, own.target).is_empty());
}

/// A file that is read again with a target more of its own keeps what drives a corrective behind it.
#[test]
fn drivers_follow_targets_that_move_up_in_the_file() {
    let mut work = arm();
    let before = work.document.clone();
    let own = new_at(&mut work, 1.3);
    let name = CorrectiveIntent::Rename(own.weight, "elbow".to_owned());
    work.send(Intent::Corrective(name).into());
    let add = |document: &Document, name: &str| {
        let name = name.to_owned();
        let added = document.with_morph_change(own.node, MorphChange::Add { name });
        added.unwrap()
    };
    let file = Document::new(add(&before, "fist").character);
    let file = add(&file, "elbow");
    let mapping = JointMapping::of_documents(&work.document, &file);
    let (after, _) = remap_document(&work.document, file, &mapping, Some);
    let all = correctives(&after);
    assert_eq!(all.len(), 1);
    assert_eq!(after.character.morph_name(all[0].weight), Some("elbow"));
    assert!(is_near(&weights(&after, 1.3), &[1.0]));
}

/// In its own pose all of it is seen, between less, and on the other side nothing: that pose is not listed.
#[test]
fn what_test_poses_get_of_it_is_measured() {
    let mut work = arm();
    let own = new_at(&mut work, 1.3);
    let pose = shown_pose(&work.document, &work.session);
    let (shape, _) = pushed(&work.document, &pose, Method::Linear, Vec3::X * 0.01);
    let document = work.document.with_shape(&own, shape).unwrap();
    let bent = |name: &str, angle: f32| {
        let mut pose = document.character.file_pose();
        pose.rigid[FOREARM.index()].rotation = Quat::from_rotation_z(angle);
        PresetFile {
            name: name.to_owned(),
            note: None,
            made_for: None,
            preset: PosePreset::of(&document.character.rig.skeleton, &pose),
        }
    };
    let test = LossTest {
        of: Arc::clone(&document.character),
        driven: Arc::clone(&document.driven),
        scale_inheritance: Arc::clone(&document.scale_inheritance),
        look: Look::new(Method::Linear),
        poses: vec![bent("back", -0.9), bent("half", 0.9), bent("own", 1.3)].into(),
        weight: own.weight,
    };
    let found = test.run(&|_| ControlFlow::Continue(())).unwrap();
    let names: Vec<&str> = found.iter().map(|own| own.pose.as_str()).collect();
    assert_eq!(names, ["own", "half"]);
    assert!((found[0].most - 0.01).abs() < 1e-5, "{:?}", found[0]);
    assert!((found[0].rms - 0.01).abs() < 1e-5, "{:?}", found[0]);
    assert!((0.5..1.0).contains(&found[1].share), "{:?}", found[1]);
    assert!(found[1].rms <= found[1].most, "{:?}", found[1]);
}

#[test]
fn what_makes_no_corrective_is_refused_with_words() {
    let mut work = arm();
    work.run(Action::Corrective(CorrectiveAction::NewCorrective));
    assert!(said(&work).contains("rest"), "{}", said(&work));
    let all: Vec<rig::JointIndex> = work.document.character.rig.skeleton.joints().collect();
    let mut many = Work::on("builtin:biped");
    many.session.mode = Mode::Pose;
    let joints: Vec<rig::JointIndex> = many.document.character.rig.skeleton.joints().collect();
    assert!(joints.len() > all.len());
    many.send(Intent::SelectAll(joints.clone(), Choose::Alone).into());
    many.run(Action::Corrective(CorrectiveAction::NewCorrective));
    let count = joints.len().to_string();
    assert!(
        said(&many).contains(&count) && said(&many).contains("1 to 3"),
        "{}",
        said(&many)
    );
    assert!(many.document.driven.is_empty() && many.document.journal.is_empty());
    // Nothing to sculpt is told too.
    many.run(Action::Corrective(CorrectiveAction::Sculpt(
        SculptTool::Grab,
    )));
    assert_eq!(many.session.sculpts(), None);
}
