//! The list of what is wrong with the weights: looked for, gone through, framed, repaired, undone; by pointer and keys.

use std::sync::Arc;

use eframe::egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use scene::view::shading::Shading;
use session::mode::Mode;
use session::settings::{Check, MirrorAxis, from_text, to_text};
use session::state::problems::problem_list::{Entry, ProblemList, ProblemWork, Step};
use weights::ProblemKind;

use crate::window::support::{
    Window, WindowState as _, click, click_at, joint, notices, open, place_of, press, run, seen_at,
    selected_vertices, synthetic, type_into, wait_until,
};

fn now(window: &Window) -> Option<&Arc<ProblemList>> {
    let app = window.state();
    let (problems, checks) = (
        &app.view().session.character.problems,
        &app.view().session.settings.checks,
    );
    problems.list_of(&app.view().document.character, checks)
}

/// What is wrong now, once it is known.
fn found(window: &mut Window) -> Arc<ProblemList> {
    wait_until(window, "the weights are looked at", |window| {
        now(window).is_some() && window.session().character.problems.order.is_none()
    });
    window.run_steps(2);
    Arc::clone(now(window).unwrap())
}

fn kinds(list: &ProblemList) -> Vec<ProblemKind> {
    let entries = list.entries.iter();
    entries.map(|entry| entry.problem.kind).collect()
}

fn label(window: &Window, list: &ProblemList, entry: &Entry) -> String {
    entry.line(list, window.session().settings.units)
}

/// The middle of a joint's bone, as pane A shows it.
fn on_bone(window: &Window, from: &str, to: &str) -> Pos2 {
    let place = |name: &str| place_of(window, joint(window, name));
    let pixel = |name: &str| seen_at(window, "Pane A", place(name));
    pixel(from).lerp(pixel(to), 0.5)
}

/// A biped one of whose vertices at the left arm follows the right foot by a quarter.
fn with_a_stray_vertex() -> Window {
    let mut window = open("builtin:biped");
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    type_into(&mut window, "Search joints", "foot.R");
    window.get_all_by_label("foot.R").next().unwrap().click();
    window.run_steps(3);
    press(&mut window, Modifiers::SHIFT, Key::V);
    let place = on_bone(&window, "upper_arm.L", "forearm.L");
    click_at(&mut window, place, Modifiers::NONE);
    wait_until(&mut window, "a vertex is selected", |window| {
        selected_vertices(window).len() == 1
    });
    window.run_steps(2);
    click(&mut window, "Weight 0.25");
    window
}

#[test]
fn a_good_character_has_none_and_it_is_said_what_was_looked_at() {
    let mut window = open("builtin:biped");
    assert!(now(&window).is_none(), "nobody asks");
    click(&mut window, "Problems tab");
    let list = found(&mut window);
    assert!(list.entries.is_empty() && list.points > 1000 && list.has_sides);
    assert!(window.query_by_label("No problems").is_some());
    let said = list.nothing_wrong();
    assert!(said.contains("open seams") && said.contains("asymmetry"));
    assert!(window.query_by_label(&said).is_some());
    // Asked by key where the list is not seen.
    click(&mut window, "Joints tab");
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(notices(&window).contains(&said));
    assert_eq!(window.session().mode, Mode::Pose);
}

#[test]
fn what_is_typed_wrong_is_listed_shown_repaired_and_undone() {
    let mut window = with_a_stray_vertex();
    let place = selected_vertices(&window)[0];
    click(&mut window, "Problems tab");
    let list = found(&mut window);
    assert_eq!(kinds(&list), [ProblemKind::Stray, ProblemKind::Asymmetry]);
    window.run_steps(2);
    assert!(window.query_by_label("2 problems of weights").is_some());
    let stray = &list.entries[0];
    assert_eq!(
        (stray.joint, stray.places.as_slice()),
        (Some(joint(&window, "foot.R")), &[place][..])
    );
    // Somewhere else, in another mode.
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    press(&mut window, Modifiers::NONE, Key::Home);
    click(&mut window, "Problems tab");
    let camera = window.session().camera;
    let name = label(&window, &list, stray);
    assert!(name.starts_with("foot.R: 1 vertex, "), "{name}");
    click(&mut window, &name);
    let session = window.session();
    assert_eq!(
        (session.mode, session.shading),
        (Mode::Weights, Shading::Weights)
    );
    assert_eq!(session.character.selection.active(), stray.joint);
    assert_eq!(selected_vertices(&window), [place]);
    assert!(session.camera.distance() < 0.5 * camera.distance());
    let posed = &window.shown().at_rest[place.primitive].positions[place.vertex];
    assert!(session.camera.target.distance(*posed) < 0.3);

    // What is locked is not repaired, and says why.
    let before = Arc::clone(&window.document().character);
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::NONE, Key::L);
    let fix = format!("Fix {name}");
    assert!(window.get_by_label(&fix).accesskit_node().is_disabled());
    press(&mut window, Modifiers::NONE, Key::L);
    click(&mut window, &fix);
    let list = found(&mut window);
    assert!(list.entries.is_empty(), "{:?}", kinds(&list));
    let said = notices(&window);
    let said = said
        .iter()
        .any(|text| text == "Fix stray influence: 1 vertex changed; vertices with stray influence: 1 before, 0 after; nothing else gets worse.");
    assert!(said, "{:?}", notices(&window));
    assert_eq!(window.history().undo_name(), Some("Fix stray influence"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(&before, &window.document().character));
}

#[test]
fn keys_go_round_and_the_list_goes_along() {
    let mut window = with_a_stray_vertex();
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    let current = |window: &Window| window.session().character.problems.current;
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    wait_until(&mut window, "the first is shown", |window| {
        current(window) == Some(0)
    });
    let said = notices(&window).join("\n");
    assert!(
        said.contains("Problem 1 of 2: moved by a joint far away; foot.R"),
        "{said}"
    );
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(current(&window), Some(1));
    assert!(!selected_vertices(&window).is_empty());
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(current(&window), Some(0));
    press(&mut window, Modifiers::ALT, Key::OpenBracket);
    assert_eq!(current(&window), Some(1));
    // Arrows over the list; nothing is said there, since it is seen.
    click(&mut window, "Problems tab");
    let list = found(&mut window);
    let rect = window
        .get_by_label(&label(&window, &list, &list.entries[1]))
        .rect();
    window.hover_at(rect.center());
    window.run_steps(2);
    let before = notices(&window).len();
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(current(&window), Some(0));
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(current(&window), Some(1));
    assert_eq!(notices(&window).len(), before);
    // Where the shown one is repaired, the next one has moved up to its place.
    let [first, second] = [0, 1].map(|place: usize| list.entries[place].clone());
    let with = |entries: Vec<Entry>| {
        let list = ProblemList {
            entries,
            ..(*list).clone()
        };
        Arc::new(list)
    };
    let mut work = ProblemWork::default();
    work.take(with(vec![first.clone(), second, first.clone()]));
    (work.current, work.next) = (Some(1), 2);
    work.take(with(vec![first.clone(), first]));
    assert_eq!(work.after(Step::Next, 2), Some(1));
    // The shown one is repaired from the list of commands.
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    run(&mut window, "Fix problem");
    let list = found(&mut window);
    assert_eq!((list.entries.len(), current(&window)), (0, None));
}

#[test]
fn the_limit_is_chosen_and_kept() {
    let mut window = open(&synthetic("02_eight_influences.glb"));
    click(&mut window, "Problems tab");
    let list = found(&mut window);
    assert_eq!(kinds(&list), [ProblemKind::OverLimit]);
    let name = label(&window, &list, &list.entries[0]);
    assert!(name.ends_with("36 vertices, up to 8 joints"), "{name}");
    assert!(window.query_by_label(&name).is_some());
    run(&mut window, "Check: Limit of joints");
    assert!(found(&mut window).entries.is_empty());
    assert!(!window.session().settings.checks.looks_for(Check::Limit));
    click(&mut window, "Checks");
    click(&mut window, "Limit of joints");
    click(&mut window, "Z of the mesh");
    click(&mut window, "Right to left");
    let checks = &window.session().settings.checks;
    assert_eq!((checks.axis, checks.right_to_left), (MirrorAxis::Z, true));
    assert!(checks.looks_for(Check::Limit));
    let settings = &window.session().settings;
    let read = from_text(&to_text(settings).unwrap()).unwrap();
    assert_eq!(read.settings.checks, settings.checks);
    press(&mut window, Modifiers::NONE, Key::Escape);
    found(&mut window);
    click(&mut window, "Fix all problems");
    let list = found(&mut window);
    assert!(list.entries.is_empty(), "{:?}", kinds(&list));
    let said = notices(&window).join("\n");
    assert!(
        said.contains("Fix all problems of weights: 36 vertices changed"),
        "{said}"
    );
}

#[test]
fn an_unbound_character_is_told_a_remedy() {
    let folder = std::env::var("DUALSKIN_MODELS").unwrap_or_default();
    let unbound = format!("{folder}/MorphStressTest.gltf");
    if std::path::Path::new(&unbound).exists() {
        let mut window = open(&unbound);
        click(&mut window, "Problems tab");
        found(&mut window);
        assert!(window.query_by_label("Nothing is bound").is_some());
    }
}

#[test]
fn what_mirroring_cannot_reach_is_selected() {
    let folder = std::env::var("DUALSKIN_MODELS").unwrap_or_default();
    let fox = format!("{folder}/Fox.glb");
    if !std::path::Path::new(&fox).exists() {
        return;
    }
    let mut window = open(&fox);
    click(&mut window, "Problems tab");
    let list = found(&mut window);
    assert!(list.entries.is_empty() && list.alone.len() == 8);
    click(&mut window, "8 vertices without partner");
    assert_eq!(selected_vertices(&window).len(), 8);
    assert_eq!(window.session().mode, Mode::Weights);
    let said = notices(&window).join("\n");
    assert!(said.contains("8 vertices without a partner"), "{said}");
}
