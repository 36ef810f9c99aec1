//! What operations on weights say of themselves, against rows that are compared one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use rig::{ByMap, InfluenceRow, JointSlot, MapKind, RowList};
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{Action, EditAction, LayerAction, WeightAction, WeightJobAction};
use session::commands::command::{Command, Intent, Outcome};
use session::document::Document;
use session::document::layers::{LayerChange, LayerOrder};
use session::features::painting::whole::WholeTask;
use session::features::weight_operations::worker::{
    AutomaticTask, JobHandle, OperationFn, layer_work, whole_work,
};
use session::session::Session;
use session::state::painting::brush_work::Whole;
use session::state::selection::Choose;
use session::state::weight_operations::weight_changes::{Changes, OperationNotes, number};
use session::state::weight_operations::weight_request::{
    AutomaticRequest, Finished, NotDone, WeightResult,
};
use weights::{Report, Skip};

use crate::support::work::Work;

type Rows = BTreeMap<[u32; 3], Vec<(JointSlot, f32)>>;

/// The rows of the built-in arm, whose one mesh has one skin, by place.
fn rows(character: &Character) -> Rows {
    let mut rows = Rows::new();
    for placed in placed_primitives(character) {
        let influences = placed.primitive.influences.as_ref().unwrap();
        let positions = placed.primitive.positions.iter();
        for (position, row) in positions.zip(influences.rows()) {
            let place = (*position + 0.0).to_array().map(f32::to_bits);
            let InfluenceRow { joints, weights } = row;
            let pairs = joints.iter().copied().zip(weights.iter().copied());
            rows.entry(place).or_insert_with(|| pairs.collect());
        }
    }
    rows
}

fn weight(row: &[(JointSlot, f32)], joint: JointSlot) -> f32 {
    let found = row.iter().find(|pair| pair.0 == joint);
    found.map_or(0.0, |pair| pair.1)
}

/// The largest change of a weight at each place.
fn differences(before: &Rows, after: &Rows) -> Vec<f32> {
    let largest = |(place, before): (&[u32; 3], &Vec<(JointSlot, f32)>)| {
        let after = &after[place];
        let joints = before.iter().chain(after).map(|pair| pair.0);
        let changes = joints.map(|joint| (weight(after, joint) - weight(before, joint)).abs());
        changes.fold(0.0, f32::max)
    };
    before.iter().map(largest).collect()
}

/// The first words of what is said of a change.
fn changed_words(before: &Rows, after: &Rows) -> String {
    let differences = differences(before, after);
    let largest = differences.iter().copied().fold(0.0, f32::max);
    let changed = differences.iter().filter(|change| **change > 1e-4).count();
    format!(
        "{changed} of {} vertices changed, by up to {} and by ",
        before.len(),
        number(largest)
    )
}

/// What a job makes of a document.
fn done(whole: Whole, document: &Document, session: &Session) -> WeightResult {
    let task = WholeTask::of_document(whole, document, session).unwrap();
    let run: Box<OperationFn> = Box::new(move |go_on| task.run(go_on));
    let work = whole_work(run, document.clone(), whole.name("test"));
    work(&JobHandle::default()).unwrap().unwrap()
}

#[test]
fn whole_meshes_say_what_changed_and_what_counts_for_the_operation() {
    let mut work = Work::on("builtin:arm");
    let brush = &mut work.session.settings.brush;
    (brush.prune, brush.limit) = (0.2, 2);
    let before = rows(&work.document.character);
    for whole in [Whole::Smooth, Whole::Prune, Whole::Limit] {
        let once = done(whole, &work.document, &work.session);
        let after = rows(&once.after.character);
        let name = whole.name("test");
        let wanted = format!("{name}: {}", changed_words(&before, &after));
        assert!(once.said.starts_with(&wanted), "{}\n{wanted}", once.said);
        let gone = before.iter().map(|(place, before)| {
            let after = &after[place];
            let gone = before.iter().filter(|pair| weight(after, pair.0) == 0.0);
            gone.map(|pair| pair.1).collect::<Vec<f32>>()
        });
        let gone: Vec<Vec<f32>> = gone.collect();
        let largest = gone.iter().flatten().copied().fold(0.0, f32::max);
        let counted = match whole {
            Whole::Prune => {
                let most = gone.iter().map(|gone| gone.iter().sum::<f32>());
                let most: f32 = most.fold(0.0, f32::max);
                let count = gone.iter().flatten().count();
                assert!(count > 10, "{count}");
                let begin = format!("{count} influences below 0.2 removed, ");
                assert!(once.said.contains(&begin), "{}", once.said);
                format!(" of weight in all and at most {} at a vertex", number(most))
            }
            Whole::Limit => {
                let over = before.values().filter(|row| row.len() > 2).count();
                format!(
                    "vertices with more than 2 joints: {over} before, 0 after; the largest weight dropped was {}",
                    number(largest)
                )
            }
            _ => " on average".to_owned(),
        };
        assert!(once.said.contains(&counted), "{}\n{counted}", once.said);
        if whole == Whole::Smooth {
            continue;
        }
        // Once more there is nothing to do, and no step.
        let again = done(whole, &once.after, &work.session);
        assert!(
            again
                .said
                .starts_with(&format!("{name}: 0 vertices changed: n")),
            "{}",
            again.said
        );
        assert!(again.after.same_as(&once.after));
    }
}

#[test]
fn a_message_takes_the_place_of_that_of_the_same_operation() {
    let mut work = Work::on("builtin:arm");
    work.session.settings.brush.limit = 2;
    let limit = |work: &mut Work| {
        let finished = Finished {
            title: "Limit influences".to_owned(),
            began: work.document.clone(),
            locked: BTreeSet::new(),
            result: Ok(done(Whole::Limit, &work.document, &work.session)),
            facts: None,
        };
        work.send(Command::Outcome(Outcome::WeightsDone(Box::new(finished))));
        let all = work.session.notices.all();
        let texts: Vec<String> = all.iter().map(|notice| notice.text.clone()).collect();
        (texts, work.history.len())
    };
    let (first, steps) = limit(&mut work);
    assert_eq!((first.len(), steps), (1, 1), "{first:?}");
    let (second, steps) = limit(&mut work);
    assert_eq!((second.len(), steps), (1, 1), "{second:?}");
    assert!(second[0].contains("0 vertices changed"), "{second:?}");
    limit(&mut work);
    assert_eq!(work.session.notices.all()[0].times, 2);
    // What was said of something else stays.
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::WeightJob(WeightJobAction::UnbindMesh));
    assert_eq!(work.session.notices.all().len(), 2);
    let said = &work.session.notices.all()[1].text;
    let bound = rows(&work.history.document_after(0).unwrap().character).len();
    let wanted = format!("bound vertices: {bound} before, 0 after; joints that move any: ");
    assert!(said.contains(&wanted), "{said}");
}

#[test]
fn automatic_weights_tell_of_bound_vertices_and_joints_before_and_after() {
    let work = Work::on("builtin:arm");
    let all = rows(&work.document.character);
    // The hand has no weights any more.
    let mut lost = 0;
    let character = &work.document.character;
    let mut edits = Vec::new();
    for placed in placed_primitives(character) {
        let positions = placed.primitive.positions.iter();
        let influences = placed.primitive.influences.as_ref().unwrap();
        let mut list = RowList::default();
        for (vertex, (_, row)) in (0_u32..).zip(positions.zip(influences.rows())) {
            if row.joints.iter().any(|joint| joint.0 == 3) {
                list.push_unbound(vertex);
                lost += 1;
            }
        }
        edits.push(WeightEdit {
            mesh: placed.instance.mesh,
            primitive: placed.primitive_index,
            rows: list,
            ..WeightEdit::default()
        });
    }
    assert!(lost > 10, "{lost}");
    let document = work.document.with_weight_edits(&edits).unwrap();
    let changes = Changes::of_weights([&work.document.character, &document.character]);
    assert!(
        changes.changed > 0 && changes.changed <= lost,
        "{changes:?}"
    );
    let left = all.len() - changes.changed;
    let request = AutomaticRequest {
        only_unbound: true,
        ..AutomaticRequest::default()
    };
    let task = AutomaticTask::new(request, &document, &work.session).unwrap();
    let done = task
        .run(&|_, _| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    for wanted in [
        format!("{0} of {0} vertices changed", changes.changed),
        format!("bound vertices: {left} before, {} after", all.len()),
    ] {
        assert!(done.said.contains(&wanted), "{}\n{wanted}", done.said);
    }
    // Nothing is unbound any more.
    let task = AutomaticTask::new(request, &done.after, &work.session).unwrap();
    let again = task
        .run(&|_, _| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    let why = "0 vertices changed: no vertex is unbound";
    assert!(again.said.contains(why), "{}", again.said);
    assert!(again.after.same_as(&done.after));
}

/// Below an opaque layer nothing is seen of what an operation would do.
#[test]
fn what_layers_cover_is_said_to_change_nothing() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Layers(LayerAction::AddLayer));
    let placed = placed_primitives(&work.document.character);
    let edits = placed.map(|placed| {
        let vertices = u32::try_from(placed.primitive.positions.len()).unwrap();
        // No vertex has these already: where nothing changes a layer has nothing.
        let shares = (0..vertices).map(|vertex| (vertex, [(0_u16, 0.375), (1, 0.625)]));
        WeightEdit {
            mesh: placed.instance.mesh,
            primitive: placed.primitive_index,
            rows: shares.collect(),
            ..WeightEdit::default()
        }
    });
    let edits: Vec<WeightEdit> = edits.collect();
    let painted = work.document.with_weight_edits(&edits).unwrap();
    let covered = Document {
        layers: Arc::new(painted.layers.with_active(0)),
        ..painted
    };
    work.session.settings.brush.limit = 1;
    let limited = done(Whole::Limit, &covered, &work.session);
    let begin = "Limit influences: 0 vertices changed: layers over the active one cover";
    assert!(limited.said.starts_with(begin), "{}", limited.said);
    assert!(limited.after.same_as(&covered));
}

#[test]
fn weights_are_written_with_as_many_digits_as_they_need() {
    let written = [1.0, 0.5, 0.061, 0.01, 0.00005, 0.0].map(number);
    assert_eq!(written, ["1", "0.5", "0.061", "0.01", "0.00005", "0"]);
}

/// Neither a step nor a changed vertex in the report.
#[test]
fn what_differs_by_rounding_alone_is_no_change() {
    let mut work = Work::on("builtin:arm");
    let character = Arc::clone(&work.document.character);
    let placed = placed_primitives(&character).next().unwrap();
    let influences = placed.primitive.influences.as_ref().unwrap();
    let bind = &character.rig.binds[placed.instance.skin.unwrap()];
    let mut rows = influences.rows().enumerate();
    // In this order whichever way rows are sorted.
    let is_clear = |row: &InfluenceRow<'_>| {
        row.joints.len() == 2 && row.weights[0] > row.weights[1] + 0.1 && row.weights[1] > 0.1
    };
    let (vertex, row) = rows.find(|(_, row)| is_clear(row)).unwrap();
    let near = [row.weights[0] + 3e-7, row.weights[1] - 3e-7];

    let mut list = RowList::default();
    let number = u32::try_from(vertex).unwrap();
    list.push(number, row.joints.iter().map(|joint| joint.0).zip(near));
    let edit = WeightEdit {
        mesh: placed.instance.mesh,
        primitive: placed.primitive_index,
        rows: list,
        ..WeightEdit::default()
    };
    let after = work.document.with_weight_edits(&[edit]).unwrap();
    assert!(!after.same_as(&work.document));
    let mut report = Report::of_changed(1);
    report.skip(Skip::Unbound, 2);
    let (kept, said) = OperationNotes::default().of(&work.document, after, &mut report);
    assert!(kept.same_as(&work.document));
    assert!(said.contains("rounding"), "{said}");
    assert_eq!(report.changed, 0);
    assert_eq!(report.skipped().collect::<Vec<_>>(), [(Skip::Unbound, 2)]);

    let skeleton = &character.rig.skeleton;
    let named = |slot: &JointSlot| skeleton.name(bind.joint_at(*slot).unwrap()).to_owned();
    let weights = &mut work.session.character.weights;
    weights.copied = Some(row.joints.iter().map(named).zip(near).collect());
    let place = VertexPlace {
        primitive: 0,
        vertex,
    };
    weights.vertices.choose(&[place], Choose::Alone);
    let steps = work.history.len();
    work.run(Action::Weights(WeightAction::PasteVertexWeights));
    assert_eq!(work.history.len(), steps);
    let said = work.session.notices.all().last().unwrap().text.clone();
    assert!(said.contains("0 vertices changed"), "{said}");

    // A layer that had nothing there has something afterwards, of which nothing is seen.
    work.run(Action::Layers(LayerAction::AddLayer));
    let steps = work.history.len();
    work.run(Action::Weights(WeightAction::PasteVertexWeights));
    assert_eq!(work.history.len(), steps + 1);
    let said = work.session.notices.all().last().unwrap().text.clone();
    assert!(said.contains("layer Layer 1 has other weights"), "{said}");
    assert!(said.contains("changes nothing that is seen"), "{said}");
    // And again by rounding alone.
    let nearer = [row.weights[0] + 5e-7, row.weights[1] - 5e-7];
    let pairs = row.joints.iter().map(named).zip(nearer);
    work.session.character.weights.copied = Some(pairs.collect());
    let before = work.document.clone();
    work.run(Action::Weights(WeightAction::PasteVertexWeights));
    assert_eq!(work.history.len(), steps + 1);
    assert!(work.document.same_as(&before));
    let said = work.session.notices.all().last().unwrap().text.clone();
    assert!(said.contains("rounding"), "{said}");
}

#[test]
fn a_map_of_numbers_that_are_neutral_but_for_rounding_has_nothing_to_clear() {
    let byte = 255.0 * (1.0_f32 / 255.0);
    for (kind, action, number) in [
        (MapKind::Blend, WeightAction::ClearBlendMap, 1.0 - 4e-7),
        (MapKind::Blend, WeightAction::ClearBlendMap, byte),
        (MapKind::Bulge, WeightAction::ClearBulgeMap, 4e-7),
        (MapKind::Bulge, WeightAction::ClearBulgeMap, 0.0),
    ] {
        let mut work = Work::on("builtin:arm");
        let placed = placed_primitives(&work.document.character).next().unwrap();
        let vertices = u32::try_from(placed.primitive.positions.len()).unwrap();
        let numbers = (0..vertices).map(|vertex| (vertex, number));
        let edit = WeightEdit {
            mesh: placed.instance.mesh,
            primitive: placed.primitive_index,
            maps: ByMap::only(kind, numbers.collect()),
            ..WeightEdit::default()
        };
        work.send(Command::Intent(Intent::EditWeights {
            name: "Paint".to_owned(),
            gesture: None,
            edits: vec![edit],
        }));
        let (painted, steps) = (work.document.clone(), work.history.len());
        let map = |of: &Document| of.character.meshes[0].primitives[0].maps[kind].clone();
        if map(&painted).is_none() {
            // Numbers that are neutral make no map, and without one the action cannot be done.
            assert!(
                (number - kind.default_value()).abs() < 2e-7,
                "{kind:?} {number}"
            );
            continue;
        }
        work.run(Action::Weights(action));
        assert_eq!(work.history.len(), steps, "{kind:?} {number}");
        assert!(work.document.same_as(&painted), "{kind:?} {number}");
        let said = work.session.notices.all().last().unwrap().text.clone();
        let wanted = "0 vertices changed: there is nothing on the map";
        assert!(said.contains(wanted), "{kind:?} {number}: {said}");
    }
}

/// Layers that are folded in the background are told of as those that are folded at once.
#[test]
fn layers_folded_in_the_background_tell_what_others_tell() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Layers(LayerAction::AddLayer));
    let told = work.session.notices.all().len();
    let mut fold = |why_nothing, change, limit| {
        let order = LayerOrder {
            name: "Change layers".to_owned(),
            about: "layers".to_owned(),
            why_nothing,
            change,
            limit,
            before: Arc::clone(&work.document.layers),
            outline: Arc::clone(&work.document.layers),
        };
        let folding = &mut work.session.character.weights.folding;
        folding.push_back(order.clone());
        let began = work.document.clone();
        let folded = layer_work(order, began.clone())(&JobHandle::default());
        let finished = Finished {
            title: "Change layers".to_owned(),
            began,
            locked: BTreeSet::new(),
            result: folded.unwrap().map_err(NotDone::Refused),
            facts: None,
        };
        work.send(Command::Outcome(Outcome::WeightsDone(Box::new(finished))));
        let notices = work.session.notices.all();
        let said = notices.get(told).map(|notice| notice.text.clone());
        (work.history.len(), said.unwrap_or_default())
    };
    let limit = Some(8);
    assert_eq!(fold(None, LayerChange::Add, limit), (2, String::new()));
    // Where weights may be mixed of fewer joints and are not, nothing changes.
    let same = LayerChange::Opacity(1, 1.0);
    let (steps, said) = fold(Some("they are so already"), same, Some(7));
    assert_eq!(steps, 2);
    assert!(
        said.contains("nothing changed: they are so already"),
        "{said}"
    );
    let (steps, said) = fold(Some("they are so already"), LayerChange::Add, limit);
    assert_eq!(steps, 3);
    let wanted = "3 layers before, 4 after; the weights stay the same";
    assert!(said.contains(wanted), "{said}");
}
