//! A ready skeleton fitted to a mesh in the window, by its markers.
#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes what no one else does"
)]

use std::fs;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use rig::TemplateKind;
use serde_json::json;
use session::state::fitting::{Doubt, Sureness};
use testkit::glb::edit_glb;

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag, open, press, run, seen_at, wait_for_weights,
};

const FIGURE: &[u8] = include_bytes!("../../../../../assets/biped_mesh.glb");

fn place(window: &Window, label: &str) -> Vec3 {
    let fitting = window.session().fitting().unwrap();
    fitting.place(fitting.marker(label).unwrap()).unwrap()
}

#[test]
fn a_mesh_gets_a_biped_by_a_drag_and_two_presses_of_enter() {
    let mut window = open("builtin:biped_mesh");
    let bones = |window: &Window| window.shown().panes[0].marks.len();
    assert_eq!(bones(&window), 0, "the node of the mesh is no joint");
    // As `inspect` has it: in the list and in the statistics.
    let counted = |window: &Window| window.query_all_by_label("no skin, 1 node").count();
    assert_eq!(counted(&window), 2);
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::B);
    press(&mut window, Modifiers::NONE, Key::Num1);
    let camera = window.session().camera;
    let before = place(&window, "Left knee");
    let seen = seen_at(&window, "Pane A", before);
    let ring = window.get_by_label("Left knee marker A").rect();
    assert!(ring.center().distance(seen) < 1.0);

    // To the inner side of the leg and up: over the mesh it goes into the middle.
    let by = Vec2::new(-3.0, -20.0);
    drag(&mut window, "Left knee marker A", by);
    let after = place(&window, "Left knee");
    let now = seen_at(&window, "Pane A", after);
    assert!(now.distance(seen + by) < 2.0, "{now:?} for {:?}", seen + by);
    let right = place(&window, "Right knee");
    assert!(right.abs_diff_eq(after * Vec3::new(-1.0, 1.0, 1.0), 1e-5));
    assert!(after.z.abs() < 0.05, "in the middle of the leg: {after}");
    assert_eq!(window.session().camera, camera, "the camera stands");

    press(&mut window, Modifiers::NONE, Key::Enter);
    let history = window.history();
    assert_eq!(
        (history.len(), history.undo_name()),
        (1, Some("New biped skeleton"))
    );
    let joints = window.document().character.rig.skeleton.len() - 1;
    assert_eq!(bones(&window), joints, "all but the node of the mesh");
    // The dialog of binding is open, as it is asked for.
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_for_weights(&mut window);
    assert_eq!(counted(&window), 0);
    let listed = format!("{joints} joints, 1 other node");
    let is_listed = |window: &Window| {
        let mut labels = window.query_all_by_label_contains(&listed);
        labels.next().is_some()
    };
    assert!(is_listed(&window), "{listed}");
    let character = &window.document().character;
    assert_eq!(character.rig.binds.len(), 1);
    let unbound = character.meshes[0].primitives.iter().filter_map(|one| {
        let influences = one.influences.as_ref()?;
        let rows = 0..influences.vertex_count();
        Some(
            rows.filter(|row| influences.row(*row).joints.is_empty())
                .count(),
        )
    });
    assert_eq!(unbound.sum::<usize>(), 0);

    assert_eq!(character.rig.binds[0].joints().len(), joints);

    // Bound anew, it is offered these joints.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    run(&mut window, "bind mesh");
    click(&mut window, "Joints to bind to");
    let new = format!("Joints of the new skeleton ({joints})");
    assert!(window.query_by_label(&new).is_some(), "{new}");
}

/// From the side one leg hides the other, and so do the arms: a marker stays in its own.
#[test]
fn a_marker_behind_another_limb_stays_in_its_own() {
    let mut window = open("builtin:biped_mesh");
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::B);
    press(&mut window, Modifiers::NONE, Key::Num3);
    for (label, other) in [
        ("Left knee", "Right knee"),
        ("Right elbow", "Left elbow"),
        ("Right ankle", "Left ankle"),
    ] {
        let before = place(&window, label);
        drag(
            &mut window,
            &format!("{label} marker A"),
            Vec2::new(4.0, -8.0),
        );
        let after = place(&window, label);
        assert!(after.distance(before) > 1e-3, "{label} has moved");
        assert!(
            (after.x - before.x).abs() < 0.08,
            "{label} from {before} to {after}"
        );
        let image = after * Vec3::new(-1.0, 1.0, 1.0);
        assert!(place(&window, other).abs_diff_eq(image, 1e-5), "{other}");
    }
}

#[test]
fn markers_say_how_sure_they_are_until_they_are_put_somewhere() {
    let mut window = open("builtin:biped_mesh");
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::B);
    press(&mut window, Modifiers::NONE, Key::Num1);
    let sureness = |window: &Window, label: &str| {
        let fitting = window.session().fitting().unwrap();
        fitting.sureness(fitting.marker(label).unwrap()).unwrap()
    };
    // Knuckles have markers as tips have; what the mesh shows is found, what follows by proportion likely.
    assert!(
        window
            .query_by_label("Left index knuckle marker A")
            .is_some()
    );
    assert_eq!(sureness(&window, "Left index knuckle"), Sureness::Found);
    assert_eq!(sureness(&window, "Left knee"), Sureness::Likely);
    for words in ["Only a guess: ", "Only guesses: "] {
        assert!(window.query_by_label_contains(words).is_none());
    }
    drag(&mut window, "Left knee marker A", Vec2::new(-3.0, -20.0));
    assert_eq!(sureness(&window, "Left knee"), Sureness::Found);
    assert_eq!(sureness(&window, "Right knee"), Sureness::Found);
    // What only some skeletons have is chosen beside the number of spine joints, and joints follow at once.
    assert!(window.query_by_label("Left eye marker A").is_none());
    let count = |window: &Window| {
        let fitting = window.session().fitting().unwrap();
        fitting.joints().unwrap().len()
    };
    let plain = count(&window);
    for limb in ["Upper arm twist", "Forearm twist", "Thigh twist"] {
        let slider = window.get_by_role_and_label(Role::Slider, limb).rect();
        let most = slider.right_center() - Vec2::new(3.0, 0.0);
        click_at(&mut window, most, Modifiers::NONE);
    }
    assert_eq!(count(&window), plain + 18);
    click(&mut window, "Eyes");
    click(&mut window, "Jaw");
    assert_eq!(count(&window), plain + 18 + 3);
    assert!(window.query_by_label("Left eye marker A").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    // A figure on two legs is no quadruped: the dialog says what it only guessed.
    run(&mut window, "New skeleton: quadruped");
    assert!(window.query_by_label_contains("Only a guess: ").is_some());
}

/// Of two figures, one beside and before the other, no plane is one between left and right.
#[test]
fn the_dialog_says_why_every_marker_is_a_guess() {
    let glb = edit_glb(FIGURE, |json| {
        let other = json!({"mesh": 0, "translation": [0.9, 0.5, 0.6], "scale": [0.9, 0.9, 0.9]});
        json["nodes"].as_array_mut().unwrap().push(other);
        json["scenes"][0]["nodes"] = json!([0, 1]);
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.glb");
    fs::write(&file, glb).unwrap();
    let mut window = open(file.to_str().unwrap());
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::B);
    for words in ["not symmetric", "Only guesses: "] {
        assert!(window.query_by_label_contains(words).is_some(), "{words}");
    }
    let fitting = window.session().fitting().unwrap();
    assert_eq!(fitting.doubt(), Some(Doubt::Sides));
}

#[test]
fn the_panel_has_the_options_and_escape_gives_up() {
    let mut window = open("builtin:hand");
    run(&mut window, "New skeleton: hand");
    let kind = |window: &Window| {
        let fitting = window.session().fitting();
        fitting.map(|fitting| fitting.kind())
    };
    assert_eq!(kind(&window), Some(TemplateKind::Hand));
    // A single marker is no "guesses".
    let guesses = window.session().fitting().unwrap().guesses();
    let said = |words: &str| window.query_by_label_contains(words).is_some();
    let [one, many] = ["Only a guess: ", "Only guesses: "].map(said);
    let expected = (guesses.len() == 1, guesses.len() > 1);
    assert_eq!((one, many), expected, "{guesses:?}");
    click(&mut window, "Right hand");
    assert!(window.query_by_label("Right wrist marker A").is_some());
    click(&mut window, "Left hand");
    assert!(window.query_by_label("Left wrist marker A").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(kind(&window), None);
    assert!(window.history().is_empty());

    run(&mut window, "New skeleton: quadruped");
    click(&mut window, "Mirror left and right");
    assert!(!window.session().fitting().unwrap().mirrors);
    click(&mut window, "Create");
    let undo = window.history().undo_name();
    assert_eq!(undo, Some("New quadruped skeleton"));
}
