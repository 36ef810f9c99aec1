//! A mesh is rigged from nothing, as the walk in docs/walks.md has it: by pointer and keys; and what cannot be done is said.

use std::sync::Arc;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::{Vec3, vec3};
use rig::{InfluenceRow, Pose};
use scene::deform::deform;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use session::document::Document;
use session::state::opening::load::load;
use session::state::weight_operations::weight_request::{BoundJoints, WeighedJoints, has_skin};
use weights::{Clothes, RigidParts};

use crate::support::tube::tube;
use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, press, run, said, turned,
    wait_for_weights, wait_until,
};

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

/// Where a place of the model is seen in the first pane.
fn seen(window: &Window, place: Vec3) -> Pos2 {
    // The active one, where one alone is shown.
    let panes = ["Pane A", "Pane B"].into_iter();
    let mut seen = panes.filter_map(|name| window.query_by_label(name));
    let pane = seen.next().unwrap().rect();
    let size = glam::Vec2::new(pane.width(), pane.height());
    let camera = window.session().camera;
    let pixel = camera.pixel(place, size).unwrap();
    pane.min + Vec2::new(pixel.x, pixel.y)
}

fn button(window: &mut Window, pos: Pos2, pressed: bool) {
    window.event(Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: NONE,
    });
    window.step();
}

/// J and a click; the name of the new joint.
fn add_joint(window: &mut Window, place: Vec3) -> String {
    let count = window.document().character.rig.skeleton.len();
    press(window, NONE, Key::J);
    let at = seen(window, place);
    window.event(Event::PointerMoved(at));
    window.run_steps(3);
    button(window, at, true);
    button(window, at, false);
    wait_until(window, "the joint is there", |window| {
        window.document().character.rig.skeleton.len() > count
    });
    window.run_steps(3);
    let skeleton = &window.document().character.rig.skeleton;
    let active = window.session().character.selection.active().unwrap();
    skeleton.name(active).to_owned()
}

/// The palette says why this cannot be done, and Enter does nothing.
fn refused(window: &mut Window, words: &str, why: &str) {
    press(window, CTRL, Key::P);
    window.event(Event::Text(words.to_owned()));
    window.run_steps(3);
    assert!(window.query_by_label_contains("Not now").is_some());
    assert!(window.query_by_label_contains(why).is_some(), "{why}");
    press(window, NONE, Key::Enter);
    assert_eq!(window.session().rigging.dialog, None);
    press(window, NONE, Key::Escape);
}

/// Every vertex's weights sum to one; how many there are.
fn bound_vertices(window: &Window) -> usize {
    let character = &window.document().character;
    let mut count = 0;
    for placed in placed_primitives(character) {
        let influences = placed.primitive.influences.as_ref().unwrap();
        for InfluenceRow { joints, weights } in influences.rows() {
            let sum: f32 = weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "a vertex sums to {sum}");
            assert!(joints.len() <= 4);
            count += 1;
        }
    }
    count
}

fn unbound_vertices(window: &Window) -> usize {
    let character = &window.document().character;
    let influences =
        placed_primitives(character).filter_map(|one| one.primitive.influences.as_ref());
    influences.map(rig::Influences::unbound_count).sum()
}

/// How far every vertex is from where it rests, and where that is.
fn moved(window: &Window) -> Vec<(Vec3, f32)> {
    let document = window.document();
    moved_as(document, &document.pose)
}

fn moved_as(document: &Document, pose: &Pose) -> Vec<(Vec3, f32)> {
    let character = &document.character;
    let posed = deform(
        character,
        pose,
        &document.scale_inheritance,
        Look::default(),
    )
    .unwrap();
    let mut all = Vec::new();
    for (placed, posed) in placed_primitives(character).zip(&posed) {
        let pairs = placed.primitive.positions.iter().zip(&posed.positions);
        all.extend(pairs.map(|(rest, now)| (*rest, rest.distance(*now))));
    }
    all
}

/// The unskinned figure with a skeleton of pelvis, chest, head, arms and legs, built by pointer and keys.
fn skeleton_from_nothing() -> Window {
    let mut window = open("builtin:biped_mesh");
    assert!(!has_skin(&window.document().character));
    press(&mut window, CTRL, Key::Num1);
    press(&mut window, NONE, Key::Num1);
    // One pane is drawn faster than two.
    press(&mut window, SHIFT, Key::Num1);
    let hips = add_joint(&mut window, vec3(0.0, 0.95, 0.0));
    let chest = add_joint(&mut window, vec3(0.0, 1.28, 0.0));
    add_joint(&mut window, vec3(0.0, 1.56, 0.0));
    click(&mut window, &chest);
    let shoulder = add_joint(&mut window, vec3(0.172, 1.408, -0.022));
    add_joint(&mut window, vec3(0.366, 1.209, -0.030));
    add_joint(&mut window, vec3(0.530, 1.035, 0.0));
    click(&mut window, &hips);
    let thigh = add_joint(&mut window, vec3(0.090, 0.86, 0.0));
    add_joint(&mut window, vec3(0.103, 0.500, 0.006));
    add_joint(&mut window, vec3(0.110, 0.090, -0.024));
    assert_eq!([&*hips, &chest], ["joint_1", "joint_2"]);
    let skeleton = &window.document().character.rig.skeleton;
    let root = skeleton.find(&hips).unwrap();
    assert_eq!(skeleton.parent(root), None, "not the node of the mesh");
    assert_eq!([&*shoulder, &thigh], ["joint_4.L", "joint_7.L"]);
    press(&mut window, NONE, Key::A);
    press(&mut window, CTRL | SHIFT, Key::D);
    let skeleton = &window.document().character.rig.skeleton;
    assert_eq!(skeleton.len(), 1 + 9 + 6, "{:?}", notices(&window));
    for name in ["joint_4.R", "joint_9.R"] {
        assert!(skeleton.find(name).is_some(), "{name}");
    }
    window
}

#[test]
fn a_figure_is_rigged_from_nothing() {
    let mut window = skeleton_from_nothing();
    let steps = window.history().len();
    run(&mut window, "bind mesh");
    assert!(window.query_by_label("Joints to bind to").is_some());
    press(&mut window, NONE, Key::Enter);
    wait_for_weights(&mut window);
    let said = said(&window);
    assert!(said.contains("bound to 15 joints"), "{said}");
    assert!(said.contains("by heat on the surface"), "{said}");
    // Nothing was bound before, so that nothing is said of it.
    assert!(
        said.contains("all 5075 vertices bound, at 4708 points, moved by "),
        "{said}"
    );
    assert!(!said.contains("0 before"), "{said}");
    assert_eq!(window.history().len(), steps + 1, "one step");
    assert!(bound_vertices(&window) > 4000);

    // Binding leaves nothing to repair.
    press(&mut window, CTRL, Key::Num2);
    let list = |window: &Window| {
        let (session, document) = (window.session(), window.document());
        let checks = &session.settings.checks;
        let problems = &session.character.problems;
        problems.list_of(&document.character, checks).cloned()
    };
    wait_until(&mut window, "the weights are looked at", |window| {
        list(window).is_some()
    });
    let list = list(&window).unwrap();
    assert!(list.entries.is_empty(), "{:?}", list.entries);

    // The left arm goes up; the legs and the other arm stay.
    press(&mut window, CTRL, Key::Num3);
    click(&mut window, "joint_4.L");
    press(&mut window, NONE, Key::R);
    press(&mut window, NONE, Key::Z);
    window.event(Event::Text("60".to_owned()));
    window.run_steps(3);
    press(&mut window, NONE, Key::Enter);
    assert!((turned(&window, "joint_4.L") - 60.0).abs() < 0.1);
    for (rest, way) in moved(&window) {
        if rest.x > 0.5 && rest.y > 0.8 {
            assert!(way > 0.3, "the hand at {rest} moves {way}");
        }
        if rest.y < 0.7 || rest.x < -0.1 {
            assert!(way < 0.02, "what is at {rest} moves {way}");
        }
    }

    // The project keeps skeleton, skin and weights.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rigged.dualskin");
    let path = path.to_str().unwrap();
    let before = moved(&window);
    run(&mut window, "save project to path");
    press(&mut window, CTRL, Key::A);
    window.get_by_label("Path to save under").type_text(path);
    window.run_steps(3);
    press(&mut window, NONE, Key::Enter);
    wait_until(&mut window, "it is saved", |window| {
        let state = window.state();
        !state.view().session.has_changes(state.view().document)
    });
    let again = open(path);
    assert!(moved(&again) == before, "to the bit");
    bound_vertices(&again);

    // And so does the file for other programs, where it is put into the same pose.
    let exported = folder.path().join("rigged.glb");
    press(&mut window, CTRL | SHIFT, Key::E);
    click(&mut window, "Export");
    wait_until(&mut window, "it is exported", |window| {
        let session = window.session();
        session.file_dialogs.export.busy.is_none() && session.requests.is_empty()
    });
    let document = Document::new(Arc::new(load(exported.to_str().unwrap()).unwrap()));
    let skeleton = &document.character.rig.skeleton;
    let mut pose = Pose::clone(&document.pose);
    let arm = skeleton.find("joint_4.L").unwrap();
    let shown = &window.document().pose;
    pose.rigid[arm.index()] = shown.rigid[joint(&window, "joint_4.L").index()];
    let after = moved_as(&document, &pose);
    assert_eq!(after.len(), before.len());
    for ((at, now), (_, then)) in after.iter().zip(&before) {
        assert!((now - then).abs() < 1e-4, "at {at}: {now} {then}");
    }

    // One step back, and the mesh is unbound again.
    press(&mut window, CTRL, Key::Z);
    press(&mut window, CTRL, Key::Z);
    assert!(!has_skin(&window.document().character));
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(bound_vertices(&window) > 4000);
}

#[test]
fn the_dialog_chooses_joints_and_parts_that_keep_their_shape() {
    let mut window = open("builtin:arm");
    run(&mut window, "automatic weights");
    for which in WeighedJoints::ALL.into_iter().take(3) {
        click(&mut window, "Joints that get weight");
        click(&mut window, which.name());
        assert_eq!(window.session().rigging.automatic.joints, which);
    }
    click(&mut window, "Parts that keep their shape");
    click(&mut window, "Each follows one joint");
    click(&mut window, "What clothes follow");
    click(&mut window, "Follow the body below them");
    let asked = window.session().rigging.automatic;
    assert_eq!(
        (asked.rigid, asked.clothes),
        (RigidParts::All, Clothes::Body)
    );
    press(&mut window, NONE, Key::Enter);
    wait_for_weights(&mut window);
    assert!(said(&window).contains("one joint"), "{}", said(&window));
    let character = &window.document().character;
    for placed in placed_primitives(character) {
        let influences = placed.primitive.influences.as_ref().unwrap();
        assert!(influences.rows().all(|row| row.joints.len() == 1));
    }
}

#[test]
fn what_cannot_be_done_is_said_with_what_to_do() {
    let mut window = open("builtin:biped_mesh");
    refused(&mut window, "bind mesh", "add some in Skeleton mode");
    refused(&mut window, "automatic weights", "bind it first");
    // Painting where nothing is bound.
    press(&mut window, CTRL, Key::Num2);
    let at = seen(&window, vec3(0.0, 1.2, 0.0));
    window.hover_at(at);
    window.run_steps(2);
    button(&mut window, at, true);
    button(&mut window, at, false);
    window.run_steps(2);
    let text = said(&window);
    assert!(text.contains("Bind the mesh first"), "{text}");

    // A joint, bound without weights: nothing moves, nothing is lost, and painting binds.
    press(&mut window, CTRL, Key::Num1);
    add_joint(&mut window, vec3(0.0, 1.0, 0.0));
    run(&mut window, "bind mesh");
    for (entry, joints) in [
        ("Selected joints (1)", BoundJoints::Selected),
        ("All joints (1)", BoundJoints::All),
    ] {
        click(&mut window, "Joints to bind to");
        click(&mut window, entry);
        assert_eq!(window.session().rigging.bind.joints, joints);
    }
    click(&mut window, "Weights of the bound mesh");
    click(&mut window, "None: leave unbound");
    assert!(!window.session().rigging.bind.automatic);
    click(&mut window, "Bind");
    wait_for_weights(&mut window);
    assert!(said(&window).contains("No vertex has weights yet"));
    assert_eq!(unbound_vertices(&window), moved(&window).len());

    // All joints locked.
    press(&mut window, CTRL, Key::Num2);
    let active = window.session().character.selection.active();
    assert_eq!(active, Some(joint(&window, "joint_1")));
    press(&mut window, NONE, Key::L);
    refused(&mut window, "automatic weights", "all joints are locked");
    press(&mut window, NONE, Key::L);
    run(&mut window, "automatic weights");
    assert_eq!(
        window.session().rigging.automatic.joints,
        WeighedJoints::Used
    );
    click(&mut window, "Compute weights");
    wait_for_weights(&mut window);
    assert!(bound_vertices(&window) > 4000);
}

#[test]
fn a_long_job_shows_how_far_it_is_and_can_be_canceled() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path(), 6000, 4);
    let mut window = open(path.to_str().unwrap());
    let before = Arc::clone(&window.document().character);
    for by_key in [true, false] {
        run(&mut window, "automatic weights");
        click(&mut window, "Compute weights");
        wait_until(&mut window, "the card is there", |window| {
            window.query_by_label("Progress of weights").is_some()
        });
        if by_key {
            press(&mut window, NONE, Key::Escape);
        } else {
            click(&mut window, "Cancel");
        }
        assert!(window.state().view().working.is_none());
        window.run_steps(3);
        assert!(window.query_by_label("Progress of weights").is_none());
        let now = &window.document().character;
        assert!(Arc::ptr_eq(now, &before));
        assert_eq!(window.history().len(), 0);
    }
}
