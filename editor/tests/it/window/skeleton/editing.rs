//! Editing the skeleton in the window: by menu, keys, tree, fields, and a click on the character.
#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes what no one else does"
)]

use std::fs;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use scene::names::JointLabels;
use session::mode::Mode;
use testkit::glb::edit_glb;

use crate::window::support::{
    Window, WindowState as _, click, drag_from, joint, notices, open, painted, press, type_into,
};

/// Opens a character in skeleton mode.
fn skeleton_of(file: &str) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    assert_eq!(window.session().mode, Mode::Skeleton);
    window
}

fn names(window: &Window) -> Vec<String> {
    let skeleton = &window.document().character.rig.skeleton;
    let names = skeleton
        .joints()
        .map(|joint| skeleton.name(joint).to_owned());
    names.collect()
}

fn rest(window: &Window, name: &str) -> Vec3 {
    let skeleton = &window.document().character.rig.skeleton;
    skeleton
        .rest_model_from_joint(joint(window, name))
        .translation
}

fn selected(window: &Window) -> Option<String> {
    let skeleton = &window.document().character.rig.skeleton;
    let active = window.session().character.selection.active();
    active.map(|joint| skeleton.name(joint).to_owned())
}

#[test]
fn a_joint_is_renamed_in_the_tree_by_key_and_by_double_click() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "hand");
    press(&mut window, Modifiers::NONE, Key::F2);
    let field = window.get_by_label("Joint name");
    assert!(field.is_focused());
    // What is typed replaces the name.
    window.event(Event::Text("paw".to_owned()));
    window.step();
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(
        names(&window).contains(&"paw".to_owned()),
        "{:?}",
        names(&window)
    );
    assert_eq!(selected(&window).as_deref(), Some("paw"));
    assert_eq!(window.history().undo_name(), Some("Rename hand to paw"));

    window.get_by_label("forearm").click();
    window.get_by_label("forearm").click();
    window.run_steps(3);
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Text("ulna".to_owned()));
    window.step();
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Joint name").is_none());
    assert!(
        names(&window).contains(&"forearm".to_owned()),
        "Esc leaves the name"
    );
}

#[test]
fn a_joint_dragged_onto_another_in_the_tree_hangs_on_it() {
    let mut window = skeleton_of("builtin:arm");
    let was = rest(&window, "hand");
    let root = window
        .document()
        .character
        .rig
        .skeleton
        .name(rig::JointIndex(0))
        .to_owned();
    let from = window.get_by_label("hand").rect().center();
    let to = window.get_by_label(&root).rect().center();
    drag_from(&mut window, from, to - from, PointerButton::Primary);
    let skeleton = &window.document().character.rig.skeleton;
    assert_eq!(
        skeleton.parent(joint(&window, "hand")),
        Some(joint(&window, &root))
    );
    assert!(rest(&window, "hand").distance(was) < 1e-5);

    // Onto its own child: a sentence, and all is as before.
    let steps = window.history().len();
    let from = window.get_by_label(&root).rect().center();
    let to = window.get_by_label("hand").rect().center();
    drag_from(&mut window, from, to - from, PointerButton::Primary);
    assert_eq!(window.history().len(), steps);
    assert!(notices(&window).join("\n").contains("own ancestor"));
}

#[test]
fn a_joint_is_put_into_the_middle_of_the_volume_by_a_click() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "forearm");
    press(&mut window, Modifiers::NONE, Key::J);
    assert!(window.session().character.skeleton.placing);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!window.session().character.skeleton.placing);
    press(&mut window, Modifiers::NONE, Key::J);

    let camera = window.session().camera;
    let pane = window.get_by_label("Pane A").rect();
    let [elbow, hand] = ["forearm", "hand"].map(|name| rest(&window, name));
    let size = glam::Vec2::new(pane.width(), pane.height());
    let pixel = camera.pixel(elbow.lerp(hand, 0.4), size).unwrap();
    let at = pane.min + Vec2::new(pixel.x, pixel.y);
    window.event(Event::PointerMoved(at));
    window.run_steps(3);
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_steps(6);
    assert!(
        !window.session().character.skeleton.placing,
        "{:?}",
        notices(&window)
    );
    let name = selected(&window).unwrap();
    assert_eq!(name, "joint_1");
    let skeleton = &window.document().character.rig.skeleton;
    assert_eq!(
        skeleton.parent(joint(&window, &name)),
        Some(joint(&window, "forearm"))
    );
    let axis = (hand - elbow).normalize();
    let off = rest(&window, &name) - elbow;
    let moved = (off - axis * off.dot(axis)).length();
    assert!(
        moved < 0.15 * elbow.distance(hand),
        "{moved} from the middle of the forearm"
    );
}

#[test]
fn a_typed_rest_moves_the_joint_alone_or_the_skin_with_it() {
    let mut window = skeleton_of("builtin:arm");
    let positions = |window: &Window| {
        window.document().character.meshes[0].primitives[0]
            .positions
            .clone()
    };
    let before = positions(&window);
    click(&mut window, "forearm");
    let (elbow, hand) = (rest(&window, "forearm"), rest(&window, "hand"));
    type_into(&mut window, "Rest position Z", "0.05");
    assert!((rest(&window, "forearm").z - 0.05).abs() < 1e-5);
    let moved = rest(&window, "hand") - hand;
    assert!(
        moved.abs_diff_eq(Vec3::Z * (0.05 - elbow.z), 1e-5),
        "children follow: {moved}"
    );
    assert_eq!(positions(&window), before);

    press(&mut window, Modifiers::COMMAND, Key::Z);
    let pose = std::sync::Arc::clone(&window.document().pose);
    click(&mut window, "Children and mesh");
    type_into(&mut window, "Rest position Z", "0.05");
    assert!((rest(&window, "forearm").z - 0.05).abs() < 1e-5);
    assert_ne!(positions(&window), before);
    // What stood at rest stands at the new rest.
    assert_eq!(window.document().pose, pose);
    assert_eq!(window.history().undo_name(), Some("Move rest of forearm"));
}

#[test]
fn the_menus_offer_every_edit_and_say_why_one_cannot_be_made() {
    let mut window = skeleton_of("builtin:biped");
    click(&mut window, "Skeleton");
    // The button of the mode and the menu have one name; one of the two has opened the menu.
    if window.query_by_label_contains("Dissolve joints").is_none() {
        window.get_all_by_label("Skeleton").next().unwrap().click();
        window.run_steps(2);
    }
    for label in [
        "Add joint",
        "Extrude joint",
        "Insert joint",
        "Mirror joints",
        "Rename joint",
        "Parent to active",
        "Clear parent",
        "Dissolve joints",
        "Apply pose as rest",
    ] {
        assert!(
            window.query_all_by_label_contains(label).next().is_some(),
            "{label}"
        );
    }
}

#[test]
fn a_name_is_typed_in_the_tree_though_another_panel_stood_before_it() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "hand");
    click(&mut window, "Poses tab");
    assert!(window.query_by_label("thumb_3").is_none());
    press(&mut window, Modifiers::NONE, Key::F2);
    window.run_steps(2);
    assert!(window.get_by_label("Joint name").is_focused());
}

/// Opens the list of a joint's mirror partners and chooses a row of it.
fn choose_partner(window: &mut Window, what: &str) {
    click(window, "Mirror partner");
    // A joint of the list stands in the tree too, which is drawn before the list.
    let row = window.get_all_by_label(what).last();
    row.unwrap().click_accesskit();
    window.run_steps(3);
}

fn partner_of(window: &Window, name: &str) -> Option<String> {
    let character = &window.document().character;
    let patterns = window.session().settings.mirror.patterns();
    let partner = character
        .joint_pairs(patterns)
        .partner(joint(window, name))?;
    Some(character.rig.skeleton.name(partner).to_owned())
}

/// Which joint mirrors another is chosen in the inspector and by commands, told, and undone.
#[test]
fn mirror_partners_are_chosen_by_hand() {
    let mut window = skeleton_of("builtin:biped");
    click(&mut window, "forearm.L");
    assert_eq!(
        partner_of(&window, "forearm.L").as_deref(),
        Some("forearm.R")
    );
    choose_partner(&mut window, "No partner");
    assert!(window.query_by_label("no partner, by hand").is_some());
    assert_eq!(partner_of(&window, "forearm.R"), None);
    let said = notices(&window).join("\n");
    assert!(said.contains("forearm.R has no partner now"), "{said}");
    let undo = window.history().undo_name();
    assert_eq!(undo, Some("Leave forearm.L unpaired"));

    choose_partner(&mut window, "Itself, in the middle");
    let label = window.query_by_label_contains("in the middle, by hand");
    assert!(label.is_some());
    for _ in 0..2 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(window.query_by_label("by name, sure").is_some());

    choose_partner(&mut window, "head");
    assert_eq!(partner_of(&window, "forearm.L").as_deref(), Some("head"));
    assert_eq!(partner_of(&window, "head").as_deref(), Some("forearm.L"));
}

/// A partner that shares its name with another joint is shown by what tells the two apart, in the choice and in the line that leads to it.
#[test]
fn partners_of_one_name_are_told_apart() {
    let biped = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/biped.glb");
    let glb = edit_glb(&fs::read(biped).unwrap(), |json| {
        let nodes = json["nodes"].as_array_mut().unwrap().iter_mut();
        for node in nodes.filter(|node| node["name"] == "hand.R" || node["name"] == "foot.R") {
            node["name"] = "end".into();
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ends.glb");
    fs::write(&file, glb).unwrap();
    let mut window = skeleton_of(file.to_str().unwrap());
    let skeleton = &window.document().character.rig.skeleton;
    let mut ends = skeleton
        .joints()
        .filter(|&joint| skeleton.name(joint) == "end");
    let end = ends.next().unwrap();
    let label = JointLabels::new(skeleton).of(end);
    assert!(label.ends_with("/end") && ends.next().is_some(), "{label}");
    click(&mut window, "hand.L");
    choose_partner(&mut window, &label);
    let pairs = &window.document().character.pairs_by_hand;
    let skeleton = &window.document().character.rig.skeleton;
    let key = skeleton.key(joint(&window, "hand.L"));
    assert_eq!(
        pairs.partner(key),
        character::Partner::Joint(skeleton.key(end))
    );
    assert_eq!(painted(&window, &label).len(), 2, "{label}");
}
