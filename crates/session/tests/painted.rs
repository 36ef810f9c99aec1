//! Documents whose weights are painted: what a step weighs, what undo brings back, and what the journal knows.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, Primitive, SkeletonEdit, WeightEdit};
use glam::{Affine3A, Vec3};
use peak_alloc::PeakAlloc;
use rig::{
    BindPose, ClipId, InfluenceRow, Influences, InfluencesBuilder, JointChannel, JointIndex,
    JointSlot, JointWeight, KeyValue, LocalTransform, Rig, RowList, SkeletonBuilder, Target, Trs,
};
use scene::same_surface::has_same_surface;
use scene::vertex_layout::with_vertex_layout;
use session::commands::actions::{Action, EditAction};
use session::commands::command::{Command, Input, Intent, Outcome};
use session::document::Document;
use session::document::gesture::Gesture;
use session::document::history::{History, Snapshot};
use session::document::journal::Edit;
use session::document::moment::Moment;
use session::features::apply;
use session::session::{Request, Session};
use session::state::weight_operations::weight_request::{Finished, WeightResult};

/// Counts what is allocated while a test paints; all others of this file need next to nothing.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const JOINTS: u16 = 40;

/// A skin of so many joints in a row.
fn rig() -> Rig {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        let parent = joint.checked_sub(1).map(u32::from);
        let local = Trs {
            translation: Vec3::X,
            ..Trs::IDENTITY
        };
        builder = builder.joint(
            u32::from(joint),
            parent,
            &format!("joint {joint}"),
            LocalTransform::Trs(local),
        );
    }
    let skeleton = builder.build().unwrap();
    let joints: Vec<_> = skeleton.joints().collect();
    let inverse: Vec<Affine3A> = joints
        .iter()
        .map(|&joint| {
            Affine3A::from_translation(-skeleton.rest_model_from_joint(joint).translation)
        })
        .collect();
    let bind = BindPose::new(&skeleton, &joints, &inverse).unwrap().0;
    Rig::new(skeleton, vec![bind])
}

/// A square of `side` × `side` vertices, each with four influences, whose file lists vertices at `order(place)`.
fn square(side: u32, order: impl Fn(u32) -> u32) -> Character {
    let count = side * side;
    let mut positions = vec![Vec3::ZERO; count as usize];
    let mut rows = vec![0_u16; count as usize];
    let mut triangles = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let vertex = order(y * side + x) as usize;
            let at = |number: u32| f32::from(u16::try_from(number).unwrap());
            positions[vertex] = Vec3::new(at(x), at(y), 0.0);
            rows[vertex] = u16::try_from(x * u32::from(JOINTS - 4) / side).unwrap();
            if x > 0 && y > 0 {
                let [a, b] = [y * side + x, y * side + x - 1];
                let corners = [[a - side, a, b], [b - side, a - side, b]];
                triangles.extend(corners.map(|corners| corners.map(&order)));
            }
        }
    }
    let mut influences = InfluencesBuilder::new(usize::from(JOINTS));
    for first in rows {
        let row = (first..first + 4).map(|joint| (joint, f32::from(1 + joint % 3)));
        influences.vertex(row).unwrap();
    }
    let primitive = Primitive {
        normals: vec![Vec3::Z; positions.len()].into(),
        positions: positions.into(),
        triangles: triangles.into(),
        influences: Some(influences.build()),
        ..Primitive::default()
    };
    Character {
        meshes: vec![Mesh {
            name: Some("square".to_owned()),
            primitives: vec![primitive],
            target_names: Vec::new(),
            skinning: None,
        }],
        instances: vec![MeshInstance {
            node: JointIndex(0),
            file_node: 0,
            mesh: 0,
            skin: Some(0),
            morph: 0..0,
            morph_weights: Vec::new(),
        }],
        rig: Arc::new(rig()),
        ..Character::default()
    }
}

/// A permutation of the vertices of a square that leaves no neighbors together.
fn strewn(count: u32) -> impl Fn(u32) -> u32 {
    // A prime that divides no count here.
    move |place| u32::try_from(u64::from(place) * 104_729 % u64::from(count)).unwrap()
}

fn weights(document: &Document) -> &Influences {
    let primitive = &document.character.meshes[0].primitives[0];
    primitive.influences.as_ref().unwrap()
}

/// A dab of a round brush: the vertices near a place get a joint more.
fn dab(document: &Document, near: &[u32], joint: u16) -> WeightEdit {
    let influences = weights(document);
    let row = |&vertex: &u32| {
        let InfluenceRow {
            joints,
            weights: shares,
        } = influences.row(vertex as usize);
        let others = joints
            .iter()
            .map(|joint| joint.0)
            .zip(shares.iter().copied());
        let pairs: Vec<(u16, f32)> = others.chain([(joint, 0.1)]).collect();
        (vertex, pairs)
    };
    WeightEdit {
        rows: near.iter().map(row).collect(),
        ..WeightEdit::default()
    }
}

fn one_row(vertex: u32, row: &[(u16, f32)]) -> WeightEdit {
    let mut rows = RowList::default();
    rows.push(vertex, row.iter().copied());
    WeightEdit {
        rows,
        ..WeightEdit::default()
    }
}

fn snapshot(document: &Document) -> Snapshot {
    Snapshot {
        document: document.clone(),
        moment: None,
        left: None,
    }
}

/// Two hundred strokes of 5,000 vertices on 300,000, and undo all the way back: the bytes as the history weighs them, and as they are
/// allocated.
fn paint_and_undo(character: Character) -> (usize, usize) {
    const SIDE: u32 = 548;
    let first = Document::new(Arc::new(character));
    let positions = Arc::clone(&first.character.meshes[0].primitives[0].positions);
    let mut document = first.clone();
    let mut history = History::with_budget(usize::MAX);
    let mut snapshots = Vec::new();
    let before = ALLOCATED.current_usage();
    for stroke in 0..200_u32 {
        let at = |number: u32| f32::from(u16::try_from(number % SIDE).unwrap());
        let middle = Vec3::new(at(stroke * 211), at(stroke * 89), 0.0);
        let near: Vec<u32> = (0..)
            .zip(&*positions)
            .filter(|(_, position)| position.distance(middle) < 40.0)
            .map(|(vertex, _)| vertex)
            .collect();
        let edit = dab(&document, &near, u16::try_from(stroke).unwrap() % JOINTS);
        let after = document.with_weight_edits(&[edit]).unwrap();
        history.record(
            "Paint",
            Some(Gesture::Weights(stroke.into())),
            snapshot(&document),
            &after,
        );
        snapshots.push(document);
        document = after;
    }
    let bytes = (
        history.bytes(),
        ALLOCATED.current_usage().saturating_sub(before),
    );
    let last = document.clone();
    let mut now = document;
    for before in snapshots.iter().rev() {
        let (_, undone) = history.undo(snapshot(&now)).unwrap();
        assert!(undone.document.same_as(before));
        now = undone.document;
    }
    assert_eq!(weights(&now), weights(&first));
    assert!(now.journal.is_empty());
    assert_eq!(last.journal.len(), 1);
    bytes
}

/// One after the other: what is allocated is counted for all that run.
#[test]
fn two_hundred_strokes_are_a_few_megabytes_in_any_order() {
    let in_order = with_vertex_layout(square(548, |place| place));
    let strewn = with_vertex_layout(square(548, strewn(548 * 548)));
    let influences = strewn.meshes[0].primitives[0].influences.as_ref();
    assert!(influences.unwrap().has_slots());
    for (order, character) in [("of the surface", in_order), ("random", strewn)] {
        let (weighed, allocated) = paint_and_undo(character);
        let said = [weighed, allocated].map(|bytes| bytes >> 20);
        assert!(weighed < 200 << 20, "order {order}: {said:?} MiB");
        assert!(allocated < 300 << 20, "order {order}: {said:?} MiB");
        // The history's own weighing, by which it forgets, is near what it really needs.
        assert!(
            allocated < weighed * 3 / 2 && weighed < allocated * 3 / 2,
            "order {order}: {said:?} MiB"
        );
        let mut out = std::io::stdout();
        writeln!(out, "order {order}: {said:?} MiB weighed and allocated").unwrap();
    }
}

#[test]
fn work_at_weights_joins_and_what_is_painted_back_is_none() {
    let first = Document::new(Arc::new(square(10, |place| place)));
    let row = |document: &Document| {
        let InfluenceRow {
            joints,
            weights: shares,
        } = weights(document).row(7);
        let pairs = joints
            .iter()
            .map(|joint| joint.0)
            .zip(shares.iter().copied());
        pairs.collect::<Vec<_>>()
    };
    let before = row(&first);
    let one = first.with_weight_edits(&[one_row(7, &[(3, 1.0)])]).unwrap();
    let two = one.with_weight_edits(&[one_row(8, &[(4, 1.0)])]).unwrap();
    assert!(has_same_surface(&first.character, &two.character));
    assert_eq!((one.journal.len(), two.journal.len()), (1, 1));
    assert!(!two.is_same_work(&one) && !one.is_same_work(&first));
    let Edit::Weights(work) = &two.journal.edits()[0] else {
        panic!("no work at weights")
    };
    let kept = work.primitives()[0].to_kept();
    let found: Vec<_> = kept.rows.iter().collect();
    let [three, four] = [3, 4].map(|joint| [(joint, 1.0)].map(JointWeight::from));
    assert_eq!(found, [(7, &three[..]), (8, &four[..])]);
    let back = one.with_weight_edits(&[one_row(7, &before)]).unwrap();
    assert!(back.is_same_work(&first));
    // The same weights again are no step.
    let again = two.with_weight_edits(&[one_row(7, &[(3, 2.0)])]).unwrap();
    assert!(again.same_as(&two));
    assert!(first.with_weight_edits(&[]).unwrap().same_as(&first));
}

#[test]
fn an_edit_of_the_skeleton_stands_between_works_at_weights() {
    let first = Document::new(Arc::new(square(10, |place| place)));
    let painted = first.with_weight_edits(&[one_row(7, &[(3, 1.0)])]).unwrap();
    let dissolve = SkeletonEdit::Dissolve { joint: 3 };
    let edited = painted.with_skeleton_edit(&dissolve).unwrap().0;
    let row = weights(&edited).row(7);
    let again = edited
        .with_weight_edits(&[one_row(9, &[(row.joints[0].0, 1.0)])])
        .unwrap();
    assert_eq!(again.journal.len(), 3);
    // Made again, it is the same character.
    let (replayed, unfit) = first.with_work(again.journal.edits().iter().map(Edit::work));
    assert!(unfit.is_empty(), "{unfit:?}");
    assert!(replayed.is_same_work(&again));
    assert_eq!(weights(&replayed), weights(&again));
}

#[test]
fn what_cannot_be_taken_is_said_and_changes_nothing() {
    let first = Document::new(Arc::new(square(10, |place| place)));
    let fault = |edit: WeightEdit| first.with_weight_edits(&[edit]).unwrap_err().to_string();
    assert_eq!(
        fault(one_row(100, &[])),
        "square: there is no vertex 100: the mesh has 100"
    );
    assert_eq!(
        fault(one_row(5, &[(40, 1.0)])),
        "square: vertex 5 is influenced by joint 40, but the skin has 40 joints"
    );
    let elsewhere = WeightEdit {
        mesh: 1,
        ..one_row(5, &[])
    };
    assert_eq!(fault(elsewhere), "there is no primitive 0 of mesh 1");
    let mut bare = square(10, |place| place);
    bare.meshes[0].primitives[0].influences = None;
    let bare = Document::new(Arc::new(bare));
    let error = bare.with_weight_edits(&[one_row(5, &[])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "square has no skin; bind it to joints first"
    );
}

#[test]
fn a_stroke_is_one_step_of_the_history() {
    let mut document = Document::new(Arc::new(square(10, |place| place)));
    let first = document.clone();
    let mut history = History::default();
    let mut session = Session::default();
    let mut send = |command: Command| {
        apply(command, &mut document, &mut history, &mut session);
        (document.clone(), history.len())
    };
    let stroke = |vertex: u32| {
        Command::Intent(Intent::EditWeights {
            name: "Paint joint 3".to_owned(),
            gesture: Some(Gesture::Weights(1)),
            edits: vec![one_row(vertex, &[(3, 1.0)])],
        })
    };
    send(stroke(1));
    send(stroke(2));
    let (_, steps) = send(stroke(3));
    assert_eq!(steps, 1);
    send(Command::Input(Input::EndGesture));
    let (_, steps) = send(stroke(4));
    assert_eq!(steps, 2);
    send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
    let (undone, _) = send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
    assert!(undone.same_as(&first));
    let (redone, _) = send(Command::Intent(Intent::Run(Action::Edit(EditAction::Redo))));
    assert_eq!(
        weights(&redone).row(3),
        InfluenceRow {
            joints: &[JointSlot(3)],
            weights: &[1.0]
        }
    );
}

/// A lock or a layer that came while a job was at work holds, too.
#[test]
fn a_job_that_knew_other_locks_or_layers_is_dropped() {
    let mut document = Document::new(Arc::new(square(4, |place| place)));
    let began = document.clone();
    let (mut history, mut session) = (History::default(), Session::default());
    session
        .character
        .weights
        .locked
        .insert("joint 3".to_owned());
    let command = Command::Outcome(Outcome::WeightsDone(Box::new(finished(&began))));
    apply(command, &mut document, &mut history, &mut session);
    assert!(document.same_as(&began) && history.is_empty());
    let said = &session.notices.all().last().unwrap().text;
    assert!(said.contains("the locks were changed meanwhile"), "{said}");
    // So does a layer that came.
    session.character.weights.locked.clear();
    let mut layers = (*document.layers).clone();
    layers.add();
    document.layers = Arc::new(layers);
    let now = document.clone();
    let command = Command::Outcome(Outcome::WeightsDone(Box::new(finished(&began))));
    apply(command, &mut document, &mut history, &mut session);
    assert!(document.same_as(&now) && history.is_empty());
    let said = &session.notices.all().last().unwrap().text;
    assert!(said.contains("layers of weights were changed"), "{said}");
}

/// A job that has come to its end on a document, with another row for vertex 0.
fn finished(began: &Document) -> Finished {
    Finished {
        title: "Smooth all weights".to_owned(),
        began: began.clone(),
        locked: BTreeSet::new(),
        result: Ok(WeightResult {
            name: "Smooth all weights".to_owned(),
            after: began.with_weight_edits(&[one_row(0, &[(3, 1.0)])]).unwrap(),
            report: weights::Report::of_changed(1),
            said: "Smooth all weights: 1 vertex changed.".to_owned(),
            is_fresh: false,
            is_compared: false,
            shows: None,
        }),
        facts: None,
    }
}

#[test]
fn a_job_is_one_step_on_the_character_it_began_with_and_none_on_another() {
    let began = Document::new(Arc::new(square(4, |place| place)));
    let (mut document, mut history) = (began.clone(), History::default());
    let mut session = Session::default();
    // The pose may change meanwhile.
    let mut pose = (*began.pose).clone();
    pose.rigid[2].translation = Vec3::Y;
    document.pose = Arc::new(pose.clone());
    // So may what waits for keys.
    let moment = Moment {
        clip: ClipId(7),
        time: 0.5,
    };
    let change = (
        Target::Joint(JointIndex(1), JointChannel::Scale),
        KeyValue::Vector(Vec3::splat(2.0)),
    );
    let waiting = Arc::new(began.pending.with(moment, [change].into()));
    document.pending = Arc::clone(&waiting);
    let mut take = |document: &mut Document| {
        let command = Command::Outcome(Outcome::WeightsDone(Box::new(finished(&began))));
        apply(command, document, &mut history, &mut session);
        let notices = session.notices.all();
        let said = notices.last().map(|notice| notice.text.clone());
        (history.len(), said.unwrap_or_default())
    };
    let (steps, said) = take(&mut document);
    assert_eq!((steps, said.ends_with("1 vertex changed.")), (1, true));
    assert_eq!(
        weights(&document).row(0),
        InfluenceRow {
            joints: &[JointSlot(3)],
            weights: &[1.0]
        }
    );
    assert_eq!(*document.pose, pose);
    assert!(document.pending == waiting);
    // The weights are others now than when it began.
    let now = document.clone();
    let (steps, said) = take(&mut document);
    assert_eq!(steps, 1);
    assert!(said.contains("dropped. Run it again"), "{said}");
    assert!(document.same_as(&now));
    // Another character has other weights: the job is given up.
    let opened = Command::Outcome(Outcome::Opened {
        file: "square".to_owned(),
        character: Box::new(square(4, |place| place)),
    });
    apply(opened, &mut document, &mut history, &mut session);
    assert!(session.requests.contains(&Request::CancelWeights));
}
