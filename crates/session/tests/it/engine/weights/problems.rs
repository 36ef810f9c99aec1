//! The list of what is wrong with the weights: looked for, gone through, repaired, undone.

use std::sync::Arc;

use glam::Vec3;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use scene::view::shading::Shading;
use session::commands::actions::{ProblemAction, ViewAction, WindowAction};
use session::commands::command::Intent;
use session::mode::Mode;
use session::settings::window_layout::Tile;
use session::state::problems::problem_list::{ProblemIntent, ProblemList};
use session::state::selection::Choose;
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;
use testkit::folders::own_synthetic;
use weights::ProblemKind;

use crate::engine::driven::Driven;

fn now(editor: &Driven) -> Option<&Arc<ProblemList>> {
    let session = editor.session();
    let problems = &session.character.problems;
    problems.list_of(editor.character(), &session.settings.checks)
}

/// What is wrong now, once it is known.
fn found(editor: &mut Driven) -> Arc<ProblemList> {
    editor.wait_until("the weights are looked at", |editor| {
        now(editor).is_some() && editor.session().character.problems.order.is_none()
    });
    editor.frames(2);
    Arc::clone(now(editor).unwrap())
}

fn kinds(list: &ProblemList) -> Vec<ProblemKind> {
    let entries = list.entries.iter();
    entries.map(|entry| entry.problem.kind).collect()
}

/// Brings the panel of problems to the front.
fn show_panel(editor: &mut Driven) {
    editor.run(WindowAction::ToggleTile(Tile::Problems));
    let layout = &editor.session().settings.layout;
    assert!(layout.is_in_sight(Tile::Problems));
}

/// The vertex nearest to the middle of the left upper arm.
fn at_the_arm(editor: &Driven) -> VertexPlace {
    let frames = editor.shown().frames(0);
    let at = |name: &str| Vec3::from(frames[editor.joint(name).index()].translation);
    let middle = at("upper_arm.L").lerp(at("forearm.L"), 0.5);
    let placed = placed_primitives(editor.character()).enumerate();
    let all = placed.flat_map(|(primitive, placed)| {
        let positions = placed.primitive.positions.iter().enumerate();
        positions.map(move |(vertex, at)| (VertexPlace { primitive, vertex }, *at))
    });
    let nearest =
        all.min_by(|(_, one), (_, other)| one.distance(middle).total_cmp(&other.distance(middle)));
    nearest.unwrap().0
}

/// A biped one of whose vertices at the left arm follows the right foot by a quarter.
fn with_a_stray_vertex() -> (Driven, VertexPlace) {
    let mut editor = Driven::painting("builtin:biped", "foot.R");
    let (place, foot) = (at_the_arm(&editor), editor.joint("foot.R"));
    let chosen = WeightCommand::SelectVertices(vec![place], Choose::Alone);
    editor.send(Intent::Weights(chosen));
    editor.send(Intent::Weights(WeightCommand::Change {
        places: vec![place],
        wanted: RowRequest::Set(foot, 0.25),
        drag: None,
    }));
    (editor, place)
}

#[test]
fn a_stray_vertex_is_listed_shown_repaired_and_undone() {
    let (mut editor, place) = with_a_stray_vertex();
    show_panel(&mut editor);
    let list = found(&mut editor);
    assert_eq!(kinds(&list), [ProblemKind::Stray, ProblemKind::Asymmetry]);
    let stray = &list.entries[0];
    assert_eq!(
        (stray.joint, stray.places.as_slice()),
        (Some(editor.joint("foot.R")), &[place][..])
    );
    let name = stray.line(&list, editor.session().settings.units);
    assert!(name.starts_with("foot.R: 1 vertex, "), "{name}");
    // Somewhere else, in another mode.
    editor.run(WindowAction::PoseMode);
    editor.run(ViewAction::FrameAll);
    let camera = editor.session().camera;
    editor.send(Intent::Problems(ProblemIntent::Visit(Arc::clone(&list), 0)));
    editor.frames(2);
    let session = editor.session();
    assert_eq!(
        (session.mode, session.shading),
        (Mode::Weights, Shading::Weights)
    );
    assert_eq!(editor.active(), stray.joint);
    assert_eq!(editor.selected_vertices(), [place]);
    assert!(session.camera.distance() < 0.5 * camera.distance());
    let posed = &editor.shown().at_rest[place.primitive].positions[place.vertex];
    assert!(session.camera.target.distance(*posed) < 0.3);

    let before = Arc::clone(editor.character());
    editor.run(ProblemAction::FixProblem);
    let list = found(&mut editor);
    assert!(list.entries.is_empty(), "{:?}", kinds(&list));
    let said = "Fix stray influence: 1 vertex changed; vertices with stray influence: 1 before, 0 after; nothing else gets worse.";
    assert!(
        editor.notices().iter().any(|text| text == said),
        "{:?}",
        editor.notices()
    );
    assert_eq!(editor.step(), "Fix stray influence");
    editor.undo();
    assert!(Arc::ptr_eq(&before, editor.character()));
    assert_eq!(found(&mut editor).entries.len(), 2);
    // All at once.
    editor.run(ProblemAction::FixAllProblems);
    assert!(found(&mut editor).entries.is_empty());
    editor.undo();
    assert!(Arc::ptr_eq(&before, editor.character()));
}

#[test]
fn another_character_gets_its_own_list() {
    let file = own_synthetic().join("valid/02_eight_influences.glb");
    let mut editor = Driven::open(file.to_str().unwrap());
    show_panel(&mut editor);
    found(&mut editor);
    editor.run(ProblemAction::FixAllProblems);
    assert!(found(&mut editor).entries.is_empty());
    editor.open_path_dropping_changes("builtin:arm");
    assert_eq!(editor.session().character.file, "builtin:arm");
    let list = found(&mut editor);
    assert!(Arc::ptr_eq(&list.of, editor.character()));
    assert!(list.points > 4000 && list.entries.is_empty());
    assert!(list.nothing_wrong().contains("not symmetric"));
    let layout = &editor.session().settings.layout;
    assert!(layout.is_in_sight(Tile::Problems));
}
