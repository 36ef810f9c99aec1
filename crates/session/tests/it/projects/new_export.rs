//! Work that goes on where the character was exported anew: on the open file, and in a project.

mod clips;
mod layers;
mod names;

use std::collections::BTreeMap;
use std::sync::Arc;

use character::{RestFrame, SkeletonEdit, WeightEdit};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{ByMap, JointIndex, MapKind, Skeleton};
use session::commands::actions::EditAction;
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::state::posing::command::PoseIntent;
use session::state::projects::{
    FileJoint, FileShape, Restored, read, restore_project, work_of, write,
};

use crate::support::export::{Export, ExportJoint, ExportMesh};
use crate::support::work::Work;

/// Weights by the names of joints.
type Row = BTreeMap<String, f32>;

/// Where weights were painted: the heights, and the share of the head.
const PAINTED: [f32; 2] = [1.4, 2.6];
const HEAD: f32 = 0.75;

fn is_painted(place: Vec3) -> bool {
    (PAINTED[0]..=PAINTED[1]).contains(&place.y)
}

fn work_on(export: &Export) -> Work {
    let mut work = Work::empty();
    work.open_as("hero.gltf", export.character());
    work
}

fn slot(document: &Document, name: &str) -> u16 {
    let rig = &document.character.rig;
    let joint = rig.skeleton.find(name).unwrap();
    rig.binds[0].slot_of(joint).unwrap().0
}

/// Paints a row, and a blend map of 0.25, where `is_here` says so.
fn paint(work: &mut Work, row: &[(&str, f32)], is_here: impl Fn(Vec3) -> bool) {
    let document = &work.document;
    let row: Vec<(u16, f32)> = row
        .iter()
        .map(|&(name, weight)| (slot(document, name), weight))
        .collect();
    let meshes = document.character.meshes.iter().enumerate();
    let edits = meshes.map(|(mesh, own)| {
        let positions = (0_u32..).zip(own.primitives[0].positions.iter());
        let here: Vec<u32> = positions
            .filter(|(_, place)| is_here(**place))
            .map(|(vertex, _)| vertex)
            .collect();
        let numbers = here.iter().map(|&vertex| (vertex, 0.25)).collect();
        WeightEdit {
            mesh,
            rows: here.iter().map(|&vertex| (vertex, row.clone())).collect(),
            maps: ByMap::only(MapKind::Blend, numbers),
            ..WeightEdit::default()
        }
    });
    let edits = edits.collect();
    work.send(Command::Intent(Intent::EditWeights {
        name: "Paint".to_owned(),
        gesture: None,
        edits,
    }));
}

fn paint_chest(work: &mut Work) {
    paint(work, &[("spine", 1.0 - HEAD), ("head", HEAD)], is_painted);
}

/// All vertices: their places, weights, and numbers of the blend map.
fn vertices(document: &Document) -> Vec<(Vec3, Row, f32)> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let mut all = Vec::new();
    for mesh in &character.meshes {
        let primitive = &mesh.primitives[0];
        let influences = primitive.influences.as_ref().unwrap();
        for (vertex, &place) in primitive.positions.iter().enumerate() {
            let row = influences.bound_row(vertex).pairs();
            let row = row.map(|(slot, weight)| {
                let joint = character.rig.binds[0].joint_at(slot).unwrap();
                (skeleton.name(joint).to_owned(), weight)
            });
            let blend = primitive.maps.blend.as_ref();
            let blend = blend.map_or(1.0, |map| map.value(vertex));
            all.push((place, row.collect(), blend));
        }
    }
    all
}

fn painted_row(names: [&str; 2]) -> Row {
    let weights = [1.0 - HEAD, HEAD];
    let names = names.into_iter().map(str::to_owned);
    names.zip(weights).collect()
}

fn is_near(one: &Row, other: &Row) -> bool {
    let of = |row: &Row, name: &String| row.get(name).copied().unwrap_or(0.0);
    let mut names = one.keys().chain(other.keys());
    names.all(|name| (of(one, name) - of(other, name)).abs() < 1e-5)
}

/// What was painted has that row, all else what the file has. Between, within `border` of the edges, both are mixed.
fn check(document: &Document, export: &Export, names: [&str; 2], border: f32) {
    let file = vertices(&Document::new(Arc::new(export.character())));
    let painted = painted_row(names);
    let mut checked = 0;
    for ((place, row, blend), (_, own, _)) in vertices(document).iter().zip(&file) {
        if PAINTED.iter().any(|edge| (place.y - edge).abs() < border) {
            continue;
        }
        let expected = if is_painted(*place) { &painted } else { own };
        assert!(is_near(row, expected), "{place}: {row:?}, not {expected:?}");
        let expected = if is_painted(*place) { 0.25 } else { 1.0 };
        assert!((blend - expected).abs() < 1e-6, "{place}: {blend}");
        checked += usize::from(is_painted(*place));
    }
    assert!(checked > 10);
}

fn told(work: &Work) -> String {
    let notices = work.session.notices.all().iter();
    notices
        .map(|notice| notice.text.clone())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The same work through a project that is opened on the new export.
fn in_project(before: &Document, export: &Export) -> Restored {
    let text = write(&work_of(before)).unwrap();
    let project = read(text.as_bytes()).unwrap();
    restore_project(&Arc::new(export.character()), &project)
}

/// Both ways, to the same weights; undo brings back what was before.
fn carried(work: &mut Work, export: &Export) -> Restored {
    let before = work.document.clone();
    let restored = in_project(&before, export);
    let steps = work.history.len();
    work.reload(export.character());
    assert_eq!(work.history.len(), steps + 1);
    let [one, other] = [&work.document, &restored.document].map(vertices);
    for ((place, one, _), (_, other, _)) in one.iter().zip(&other) {
        assert!(
            is_near(one, other),
            "{place}: {one:?}, in the project {other:?}"
        );
    }
    let after = work.document.clone();
    work.run(EditAction::Undo.into());
    assert!(work.document.same_as(&before));
    work.run(EditAction::Redo.into());
    assert!(work.document.same_as(&after));
    restored
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// The same vertices in another order, with joints and meshes in another order: each has what it had.
    #[test]
    fn another_order_changes_nothing(seed in 1_u64..1 << 40, is_reversed in any::<bool>()) {
        let mut work = work_on(&Export::default());
        paint_chest(&mut work);
        let export = Export { seed, is_reversed, softer: 0.5, ..Export::default() };
        let restored = carried(&mut work, &export);
        check(&work.document, &export, ["spine", "head"], 0.0);
        prop_assert!(restored.problems.is_empty(), "{:?}", restored.problems);
        prop_assert!(told(&work).contains("by their places"), "{}", told(&work));
        prop_assert!(!restored.report.has_losses());
    }

    /// Another fineness: what was painted is where it was on the surface, and the new file's weights are elsewhere.
    #[test]
    fn another_fineness_takes_from_the_surface(rings in 9_usize..70, seed in 0_u64..9) {
        let mut work = work_on(&Export::default());
        paint_chest(&mut work);
        let mut export = Export { seed, softer: 0.5, ..Export::default() };
        export.meshes[0].rings = rings;
        carried(&mut work, &export);
        // The old rings are 0.25 apart: mixed between the last painted one and the next.
        check(&work.document, &export, ["spine", "head"], 0.26);
    }
}

#[test]
fn the_same_file_again_changes_nothing_and_tells_nothing() {
    let export = Export::default();
    let mut work = work_on(&export);
    paint_chest(&mut work);
    let before = work.document.clone();
    let restored = carried(&mut work, &export);
    assert!(work.document.is_same_work(&before));
    assert!(restored.document.is_same_work(&before));
    assert_eq!(told(&work), "");
    assert!(restored.report.is_silent() && restored.problems.is_empty());
}

/// Nothing else has changed than what the skin lists: weights go to the nearest joint above; where there is none, the file's stay.
#[test]
fn a_skin_that_lists_fewer_joints_takes_weights_by_those_above() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let unlisted = |name| Export {
        unlisted: vec![name],
        ..Export::default()
    };
    let restored = carried(&mut work, &unlisted("head"));
    let is_same = |one: &Row| is_near(one, &painted_row(["spine", "chest"]));
    let painted = vertices(&work.document).into_iter();
    let mut painted = painted.filter(|(place, ..)| is_painted(*place));
    assert!(painted.all(|(_, row, _)| is_same(&row)));
    assert!(restored.report.has_losses());
    assert!(
        told(&work).contains("those of head to chest"),
        "{}",
        told(&work)
    );

    let mut work = work_on(&Export::default());
    paint(&mut work, &[("hips", 1.0)], is_painted);
    let export = unlisted("hips");
    let restored = carried(&mut work, &export);
    let file = vertices(&Document::new(Arc::new(export.character())));
    let found = vertices(&work.document);
    assert!(
        found
            .iter()
            .zip(&file)
            .all(|(one, other)| is_near(&one.1, &other.1))
    );
    assert_eq!(restored.report.lost_weights, ["hips"]);
    let said = told(&work);
    assert!(
        said.contains("your weights of hips have no joint"),
        "{said}"
    );
}

/// Shape changes that leave the triangles alone: vertices are known by their order.
#[test]
fn a_reshaped_mesh_keeps_weights_by_order() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let export = Export {
        radius: 0.4,
        ..Export::default()
    };
    carried(&mut work, &export);
    check(&work.document, &export, ["spine", "head"], 0.0);
    assert!(told(&work).contains("by their order"), "{}", told(&work));
}

#[test]
fn renamed_joints_keep_weights_pose_and_selection() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let spine = work.document.character.rig.skeleton.find("spine").unwrap();
    work.send(Command::Intent(Intent::Select(Some(spine))));
    turn(&mut work, spine, 30.0);
    let mut export = Export {
        seed: 5,
        is_reversed: true,
        ..Export::default()
    };
    export.rename("spine", "Torso");
    export.rename("head", "Head.001");
    let restored = in_project(&work.document, &export);
    work.reload(export.character());
    check(&work.document, &export, ["Torso", "Head.001"], 0.0);
    for document in [&work.document, &restored.document] {
        assert!((angle(document, "Torso") - 30.0).abs() < 1e-3);
    }
    let active = work.session.character.selection.active().unwrap();
    assert_eq!(work.document.character.rig.skeleton.name(active), "Torso");
    assert!(
        told(&work).contains("spine is Torso now"),
        "{}",
        told(&work)
    );
}

#[test]
fn a_joint_between_and_one_that_is_gone_are_told() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let mut longer = Export::default();
    longer.joints.push(ExportJoint {
        name: "neck",
        parent: Some("chest"),
        height: 2.5,
    });
    longer.joint("head").parent = Some("neck");
    carried(&mut work, &longer);
    check(&work.document, &longer, ["spine", "head"], 0.0);
    assert!(told(&work).contains("1 joint new: neck"), "{}", told(&work));
    // The head is gone: its weights go to what is above it.
    let mut shorter = Export::default();
    shorter.joints.retain(|joint| joint.name != "head");
    carried(&mut work, &shorter);
    check(&work.document, &shorter, ["spine", "chest"], 0.0);
    let told = told(&work);
    assert!(told.contains("those of head to chest"), "{told}");
}

#[test]
fn meshes_renamed_parted_and_joined_keep_weights() {
    let mesh = |name, heights, rings| ExportMesh {
        name,
        heights,
        rings,
    };
    let whole = Export::default();
    let renamed = Export {
        meshes: vec![mesh("hull", [0.0, 4.0], 17)],
        ..Export::default()
    };
    let parted = Export {
        meshes: vec![
            mesh("body", [0.0, 2.0], 9),
            mesh("body.001", [2.0, 4.0], 9),
            mesh("sword", [8.0, 9.0], 3),
        ],
        ..Export::default()
    };
    for (from, to) in [(&whole, &renamed), (&whole, &parted), (&parted, &whole)] {
        let mut work = work_on(from);
        paint_chest(&mut work);
        let restored = carried(&mut work, to);
        check(&work.document, to, ["spine", "head"], 0.0);
        assert_eq!(restored.report.vertices.gone, 0, "{:?}", restored.report);
    }
}

/// A part that is cut off is counted, and nothing else changes.
#[test]
fn what_is_cut_off_is_counted() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let mut export = Export::default();
    export.meshes[0] = ExportMesh {
        name: "body",
        heights: [0.0, 2.0],
        rings: 9,
    };
    carried(&mut work, &export);
    check(&work.document, &export, ["spine", "head"], 0.0);
    let told = told(&work);
    assert!(
        told.contains("14 vertices with your weights gone"),
        "{told}"
    );
}

/// Joints made here have other keys where the file has more nodes; edits and weights name them all the same.
#[test]
fn edits_of_the_skeleton_and_weights_on_new_joints_come_along() {
    let mut work = work_on(&Export::default());
    let key = |document: &Document, name: &str| {
        let skeleton = &document.character.rig.skeleton;
        skeleton.key(skeleton.find(name).unwrap())
    };
    let edits: [&dyn Fn(&Document) -> SkeletonEdit; 3] = [
        &|document| SkeletonEdit::Add {
            parent: Some(key(document, "chest")),
            name: "wing".to_owned(),
            frame: RestFrame {
                position: [0.0, 2.0, 0.5],
                rotation: Quat::IDENTITY.to_array(),
            },
        },
        &|document| SkeletonEdit::Rename {
            joint: key(document, "wing"),
            name: "wing.L".to_owned(),
        },
        &|document| SkeletonEdit::Rename {
            joint: key(document, "spine"),
            name: "belly".to_owned(),
        },
    ];
    for edit in edits {
        let edit = edit(&work.document);
        work.send(Command::Intent(Intent::EditSkeleton(edit)));
    }
    paint(
        &mut work,
        &[("belly", 1.0 - HEAD), ("wing.L", HEAD)],
        is_painted,
    );
    let mut export = Export {
        is_reversed: true,
        seed: 2,
        ..Export::default()
    };
    export.joints.push(ExportJoint {
        name: "jaw",
        parent: Some("head"),
        height: 3.5,
    });
    export.rename("chest", "Chest");
    let restored = carried(&mut work, &export);
    assert_eq!(restored.problems, Vec::<String>::new());
    let painted = painted_row(["belly", "wing.L"]);
    for (place, row, _) in vertices(&work.document) {
        assert!(
            !is_painted(place) || is_near(&row, &painted),
            "{place}: {row:?}"
        );
    }
    let skeleton: &Skeleton = &work.document.character.rig.skeleton;
    let wing = skeleton.find("wing.L").unwrap();
    assert_eq!(skeleton.name(skeleton.parent(wing).unwrap()), "Chest");
}

fn turn(work: &mut Work, joint: JointIndex, degrees: f32) {
    work.send(Command::Intent(Intent::Pose(PoseIntent::SetField {
        field: JointField {
            joint,
            channel: Channel::Rotation,
            axis: 2,
        },
        value: degrees,
        dragging: false,
    })));
}

fn angle(document: &Document, name: &str) -> f32 {
    let joint = document.character.rig.skeleton.find(name).unwrap();
    let rotation = document.pose.rigid[joint.index()].rotation;
    2.0 * rotation.w.abs().min(1.0).acos().to_degrees()
}

/// Another character altogether: nothing is put where it does not belong, and it is said.
#[test]
fn another_character_is_said_to_be_one() {
    let mut work = work_on(&Export::default());
    paint_chest(&mut work);
    let before = work.document.clone();
    let other = session::state::opening::load::load("builtin:cylinder").unwrap();
    work.reload(other.clone());
    assert_eq!(work.document.character.meshes, other.meshes);
    let told = told(&work);
    assert!(told.contains("another character"), "{told}");
    work.run(EditAction::Undo.into());
    assert!(work.document.same_as(&before));
}

/// Whatever a project says of its file, it is opened, and takes no memory for it.
#[test]
fn an_impossible_file_in_a_project_does_no_harm() {
    let export = Export::default();
    let mut work = work_on(&export);
    work.send(Command::Intent(Intent::EditSkeleton(SkeletonEdit::Add {
        parent: None,
        name: "more".to_owned(),
        frame: RestFrame {
            position: [0.0; 3],
            rotation: Quat::IDENTITY.to_array(),
        },
    })));
    paint(&mut work, &[("more", 1.0)], is_painted);
    let project = work_of(&work.document);
    let changes: [&dyn Fn(&mut FileShape); 7] = [
        &|file| file.next_key = u32::MAX,
        &|file| {
            let ring = FileJoint {
                key: u32::MAX,
                parent: Some(u32::MAX),
                head: [f32::NAN; 3],
                ..FileJoint::default()
            };
            file.joints.extend(vec![ring; 3]);
        },
        &|file| file.joints.reverse(),
        &|file| file.meshes[0].primitives[0].vertices = usize::MAX,
        &|file| file.meshes[0].primitives[0].triangles.fill([u32::MAX; 3]),
        &|file| {
            file.meshes[0].primitives[0]
                .positions
                .fill(Vec3::splat(f32::INFINITY));
        },
        &|file| *file = FileShape::default(),
    ];
    let mut finer = Export::default();
    finer.meshes[0].rings = 30;
    for change in changes {
        let mut project = project.clone();
        change(project.file.as_mut().unwrap());
        let text = write(&project).unwrap();
        let project = read(text.as_bytes()).unwrap();
        for export in [&export, &finer] {
            let character = Arc::new(export.character());
            let restored = restore_project(&character, &project);
            for (place, row, _) in vertices(&restored.document) {
                let sum: f32 = row.values().sum();
                assert!((sum - 1.0).abs() < 1e-4, "{place}: {row:?}");
            }
        }
    }
}
