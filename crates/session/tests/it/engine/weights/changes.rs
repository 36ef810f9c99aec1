//! What operations on weights say: numbers before and after, and why where nothing changed.

use std::collections::BTreeMap;

use character::{Character, WeightEdit};
use rig::JointSlot;
use scene::placed::placed_primitives;
use session::commands::actions::{WeightJobAction, WindowAction};
use session::features::opening::loading::Loader;
use session::state::opening::load::load;

use crate::engine::driven::Driven;

/// Vertices of the largest mesh that get more joints than engines keep.
const MANY_JOINTS: usize = 20;
/// The weights of six joints there: two are over the limit, one of these is below what is pruned.
const SIX: [(u16, f32); 6] = [
    (0, 0.3),
    (1, 0.3),
    (2, 0.2),
    (3, 0.1),
    (4, 0.095),
    (5, 0.005),
];

/// The place of a vertex, with the first skin that its mesh is shown with.
type Place = (usize, [u32; 3]);
type Rows = BTreeMap<Place, Vec<(JointSlot, f32)>>;

/// The rows of all skinned meshes, by place.
fn rows(character: &Character) -> Rows {
    let mut rows = Rows::new();
    for placed in placed_primitives(character) {
        let both = placed
            .instance
            .skin
            .zip(placed.primitive.influences.as_ref());
        let Some((skin, influences)) = both else {
            continue;
        };
        let positions = placed.primitive.positions.iter();
        for (position, row) in positions.zip(influences.rows()) {
            let place = (skin, (*position + 0.0).to_array().map(f32::to_bits));
            rows.entry(place).or_insert_with(|| row.pairs().collect());
        }
    }
    rows
}

fn now(editor: &Driven) -> Rows {
    rows(editor.character())
}

/// How many places have a weight that differs by more than what is seen, and the number of influences that are gone.
fn differences(before: &Rows, after: &Rows) -> (usize, usize) {
    let weight = |row: &[(JointSlot, f32)], joint: JointSlot| {
        let found = row.iter().find(|pair| pair.0 == joint);
        found.map_or(0.0, |pair| pair.1)
    };
    let (mut changed, mut gone) = (0, 0);
    for (place, before) in before {
        let after = &after[place];
        let mut joints = before.iter().chain(after).map(|pair| pair.0);
        let differs =
            |joint: JointSlot| (weight(after, joint) - weight(before, joint)).abs() > 1e-4;
        changed += usize::from(joints.any(differs));
        let is_gone = |pair: &&(JointSlot, f32)| after.iter().all(|other| other.0 != pair.0);
        gone += before.iter().filter(is_gone).count();
    }
    (changed, gone)
}

/// The built-in figure, with some vertices that too many joints move.
fn crowded() -> Driven {
    let loader = Loader::new(|_, _| {
        let character = load("builtin:biped")?;
        let all = character.meshes.iter().enumerate();
        let largest = all.max_by_key(|(_, mesh)| mesh.primitives[0].positions.len());
        let (mesh, of) = largest.unwrap();
        let positions = &of.primitives[0].positions;
        let crowded = &positions[..MANY_JOINTS];
        let vertices = (0_u32..).zip(positions.iter());
        let meant = vertices.filter(|(_, position)| crowded.contains(position));
        let edit = WeightEdit {
            mesh,
            rows: meant.map(|(vertex, _)| (vertex, SIX)).collect(),
            ..WeightEdit::default()
        };
        Ok(character.with_weights(&[edit]).unwrap())
    });
    let mut editor = Driven::open_with(loader, "crowded");
    editor.run(WindowAction::WeightsMode);
    editor.select("head");
    editor
}

/// Runs an operation; what it says is a toast.
fn told(editor: &mut Driven, operation: WeightJobAction) -> String {
    editor.run(operation);
    editor.wait_for_weights();
    let said = editor.said();
    let mut toasts = editor.session().notices.toasts();
    assert!(toasts.any(|toast| toast.text == said), "not seen: {said}");
    said
}

#[test]
fn operations_on_whole_meshes_say_what_they_changed() {
    let mut editor = crowded();
    let before = now(&editor);
    let over = before.values().filter(|row| row.len() > 4).count();
    assert!(over > 10, "{over}");
    for (operation, name) in [
        (WeightJobAction::LimitWeights, "Limit influences"),
        (WeightJobAction::PruneWeights, "Prune weights"),
        (WeightJobAction::SmoothWeights, "Smooth all weights"),
        (WeightJobAction::FloodWeights, "Flood: add head"),
    ] {
        let steps = editor.history().len();
        let said = told(&mut editor, operation);
        let after = now(&editor);
        let (changed, gone) = differences(&before, &after);
        assert!(changed > 10, "{said}");
        let mut wanted = vec![format!(
            "{name}: {changed} of {} vertices changed, by ",
            before.len()
        )];
        match name {
            "Limit influences" => wanted.push(format!(
                "vertices with more than 4 joints: {over} before, 0 after; the largest weight dropped was 0.095"
            )),
            "Prune weights" => wanted.push(format!("; {gone} influences below 0.01 removed, ")),
            _ => wanted.push(" on average".to_owned()),
        }
        for wanted in wanted {
            assert!(said.contains(&wanted), "{said}\n{wanted}");
        }
        assert_eq!(editor.history().len(), steps + 1, "{name}");
        assert_eq!(editor.step(), name);
        editor.undo();
        assert!(now(&editor) == before, "{name}");
    }
}

/// How many vertices are at open seams before and after, and what else gets worse, stands beside what changed.
#[test]
fn smoothing_that_closes_open_seams_says_what_it_costs() {
    let case = testkit::field::cases("weights smooth FILE")
        .into_iter()
        .next()
        .unwrap();
    let mut editor = Driven::open(&case.file.display().to_string());
    editor.run(WindowAction::WeightsMode);
    let said = told(&mut editor, WeightJobAction::SmoothWeights);
    let (_, cost) = said.split_once("; vertices at open seams: ").unwrap();
    assert!(
        !cost.starts_with("0 before") && cost.contains(" before, 0 after; "),
        "{said}"
    );
    assert!(cost.contains("else gets worse"), "{said}");
}

#[test]
fn what_changes_nothing_says_why_and_is_no_step() {
    let mut editor = crowded();
    for (operation, name, why) in [
        (
            WeightJobAction::PruneWeights,
            "Prune weights",
            "no weight that may go is below 0.01",
        ),
        (
            WeightJobAction::LimitWeights,
            "Limit influences",
            "none has more than 4 joints",
        ),
    ] {
        told(&mut editor, operation);
        let steps = editor.history().len();
        let said = told(&mut editor, operation);
        assert_eq!(said, format!("{name}: 0 vertices changed: {why}."));
        assert_eq!(editor.history().len(), steps, "{name}");
        // It stands in the place of what was said before.
        let all = editor.notices();
        let of_operation = all.iter().filter(|text| text.starts_with(name));
        assert_eq!(of_operation.count(), 1, "{all:?}");
    }
}
