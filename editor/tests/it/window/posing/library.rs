//! The library of poses, by pointer, keys and names, over a folder that others write to.

#![expect(clippy::disallowed_methods, reason = "text editors write as they like")]

use eframe::egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::pose_library::{LibraryWindow, begin, bend};
use crate::window::support::{
    Window, WindowState as _, click, drag, joint, press, run, turned, type_into, wait_until,
};

#[test]
fn a_pose_is_saved_by_name_and_put_on_again() {
    let mut library = begin("builtin:arm", &[]);
    click(&mut library.window, "Joints tab");
    click(&mut library.window, "forearm");
    type_into(&mut library.window, "Rotation Z", "90");
    click(&mut library.window, "Poses tab");
    click(&mut library.window, "Save pose…");
    library
        .window
        .get_by_label("Name of the pose")
        .type_text("Wave/hé");
    library.window.run_steps(2);
    press(&mut library.window, Modifiers::NONE, Key::Enter);
    library.wait_for_names(&["Wave/hé"]);
    let text = std::fs::read_to_string(library.path("Wave-hé.ron")).unwrap();
    assert!(text.starts_with("//") && text.contains("forearm"), "{text}");

    press(
        &mut library.window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::Backspace,
    );
    assert!(turned(&library.window, "forearm") < 0.01);
    library.double_click("Pose Wave/hé");
    assert!((turned(&library.window, "forearm") - 90.0).abs() < 0.01);
    assert_eq!(library.window.history().undo_name(), Some("Pose Wave/hé"));
}

#[test]
fn the_menu_of_poses_holds_the_library_and_no_empty_pose_is_saved() {
    let mut library = begin("builtin:arm", &[]);
    let window = &mut library.window;
    click(window, "Pose");
    // In the menu, and in the panel.
    assert_eq!(window.get_all_by_label_contains("Save pose…").count(), 2);
    press(window, Modifiers::NONE, Key::Escape);
    click(window, "Save pose…");
    let warns = |window: &Window| {
        let warning = window.query_by_label_contains("No joint differs from rest");
        warning.is_some()
    };
    assert!(warns(window));
    window.get_by_label("Name of the pose").type_text("Rest");
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
    click(window, "Save");
    assert!(warns(window), "the dialog stays");
    // The rest itself is a pose.
    click(window, "Joints to save");
    click(window, "All joints");
    assert!(!warns(window));
    click(window, "Save");
    library.wait_for_names(&["Rest"]);
}

#[test]
fn the_slider_goes_on_while_it_is_dragged_in_one_step() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.double_click("Pose Bend");
    let steps = library.window.history().len();
    drag(&mut library.window, "Amount", Vec2::new(24.0, 0.0));
    let by_slider = turned(&library.window, "forearm");
    let amount = library.window.session().library.amount;
    assert!((amount - 1.0).abs() > 0.05, "{amount}");
    assert!(
        (by_slider - 30.0 * amount.abs()).abs() < 0.05,
        "{by_slider} at {amount}"
    );
    assert_eq!(library.window.history().len(), steps + 1);
    press(&mut library.window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
}

#[test]
fn options_are_chosen_and_what_cannot_be_applied_is_told() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    click(&mut library.window, "Pose Bend");
    for is_on in [true, false] {
        click(&mut library.window, "Mirrored");
        assert_eq!(library.window.session().library.mirrored, is_on);
    }
    click(&mut library.window, "Selected joints only");
    assert!(library.window.session().library.selected_only);
    click(&mut library.window, "Apply pose");
    library.wait_for_notice("No joint is selected");
    click(&mut library.window, "Joints tab");
    click(&mut library.window, "forearm");
    press(&mut library.window, Modifiers::ALT, Key::P);
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
}

#[test]
fn a_folder_is_chosen_by_its_path() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    let fresh = library.folder.path().join("new/poses");
    run(&mut library.window, "path of poses");
    let path = fresh.display().to_string();
    type_into(&mut library.window, "Path of the folder", &path);
    library.wait_for_names(&[]);
    assert_eq!(library.window.session().library.folder, Some(fresh));
}

#[test]
fn poses_are_found_renamed_changed_and_deleted() {
    let other = bend(10.0).replace("Bend", "Another");
    let mut library = begin(
        "builtin:arm",
        &[
            ("bend.ron", &bend(30.0)),
            ("another.ron", &other),
            ("notes.txt", "no pose"),
        ],
    );
    assert_eq!(library.names(), ["Another", "Bend"]);
    library.window.get_by_label("Search poses").click();
    library.window.run_steps(2);
    library.window.get_by_label("Search poses").type_text("ben");
    library.window.run_steps(3);
    assert!(library.window.query_by_label("Pose Another").is_none());
    click(&mut library.window, "Pose Bend");

    click(&mut library.window, "More about poses");
    click(&mut library.window, "Rename pose…");
    type_into(&mut library.window, "Name of the pose", "Bow");
    library.wait_for_names(&["Another", "Bow"]);
    assert!(library.path("Bow.ron").exists() && !library.path("bend.ron").exists());
    assert!(library.path("bend.ron.bak").exists());
    library.close_toasts();

    // What another file has is not taken.
    library.window.get_by_label("Search poses").click();
    press(&mut library.window, Modifiers::COMMAND, Key::A);
    press(&mut library.window, Modifiers::NONE, Key::Backspace);
    click(&mut library.window, "Pose Bow");
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Rename pose…");
    type_into(&mut library.window, "Name of the pose", "another");
    library.wait_for_notice("there is a file of this name already");
    press(&mut library.window, Modifiers::NONE, Key::Escape);
    library.close_toasts();
    assert_eq!(library.names(), ["Another", "Bow"]);

    // Joints are added and taken out.
    let joints = |library: &LibraryWindow| {
        let library = &library.window.session().library;
        let preset = library.chosen_entry().unwrap().preset.clone().unwrap();
        let names = preset.preset.joints.iter().map(|joint| joint.joint.clone());
        names.collect::<Vec<String>>()
    };
    click(&mut library.window, "Joints tab");
    click(&mut library.window, "hand");
    type_into(&mut library.window, "Rotation X", "20");
    click(&mut library.window, "Poses tab");
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Add selected joints");
    library.wait_for_notice("Saved Bow in the place of");
    wait_until(&mut library.window, "two joints", |window| {
        let chosen = window.session().library.chosen_entry().unwrap().clone();
        chosen.preset.as_ref().unwrap().preset.joints.len() == 2
    });
    assert_eq!(joints(&library), ["forearm", "hand"]);
    assert!(library.path("Bow.ron.bak").exists());
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Remove selected joints");
    wait_until(&mut library.window, "one joint", |window| {
        let chosen = window.session().library.chosen_entry().unwrap().clone();
        chosen.preset.as_ref().unwrap().preset.joints.len() == 1
    });
    assert_eq!(joints(&library), ["forearm"]);
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Replace by current pose");
    wait_until(&mut library.window, "the present pose", |window| {
        let chosen = window.session().library.chosen_entry().unwrap().clone();
        chosen.preset.as_ref().unwrap().preset.joints[0].joint == "hand"
    });
    library.close_toasts();

    click(&mut library.window, "More about poses");
    click(&mut library.window, "Delete pose…");
    assert!(library.path("Bow.ron").exists(), "asked first");
    click(&mut library.window, "Delete");
    library.wait_for_names(&["Another"]);
    assert!(!library.path("Bow.ron").exists());
    let kept = |name: &str| library.path(name).exists();
    assert!(kept("Bow.ron.bak2") || kept("Bow.ron.bak"));
    let _used = joint(&library.window, "hand");
}

#[test]
fn a_pose_is_moved_to_a_folder_which_folds() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    click(&mut library.window, "Pose Bend");
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Rename pose…");
    click(&mut library.window, "Folder in the library");
    library
        .window
        .get_by_label("Folder in the library")
        .type_text("Arms");
    library.window.run_steps(2);
    click(&mut library.window, "Rename");
    let to = library.path("Arms/bend.ron");
    let renamed = library.path("Arms/Bend.ron");
    wait_until(&mut library.window, "the folder is shown", |window| {
        let library = &window.session().library;
        library.groups().contains("Arms") && (to.exists() || renamed.exists())
    });
    library.window.run_steps(3);
    assert!(library.window.query_by_label("Pose Bend").is_some());
    click(&mut library.window, "Fold Arms");
    assert!(library.window.query_by_label("Pose Bend").is_none());
    click(&mut library.window, "Unfold Arms");
    assert!(library.window.query_by_label("Pose Bend").is_some());
}

/// The cards that are in sight, with where they begin.
fn cards(window: &Window) -> Vec<(String, f32)> {
    let names = (10..40).map(|number| format!("Pose {number}"));
    let seen = names.filter_map(|name| {
        let top = window.query_by_label(&name)?.rect().top();
        Some((name, top))
    });
    seen.collect()
}

/// Chooses a card that cannot be read and then another one: what is wrong stands under the cards meanwhile, and none moves.
fn check_that_cards_stay(window: &mut Window, broken: &str, good: &str) {
    let before = cards(window);
    let search = window.get_by_label("Search poses").rect();
    let stay = |window: &Window| {
        let now = cards(window);
        let then = |name: &str| before.iter().find(|card| card.0 == name);
        let both = now.iter().filter_map(|now| Some((now, then(&now.0)?)));
        assert!(both.clone().count() > 3);
        for (now, then) in both {
            assert_eq!(now, then);
        }
    };
    click(window, broken);
    let chosen = window.session().library.chosen_entry().cloned();
    let text = chosen.unwrap().fault.clone().unwrap();
    // The message and the tooltip of the card say it too.
    let said = |window: &Window| {
        let all = window.query_all_by_label(&text).map(|node| node.rect());
        let mut in_panel = all.filter(|text| text.left() < search.left() + 8.0);
        in_panel.next()
    };
    let under = said(window).unwrap();
    assert!(under.top() > before[0].1 + 60.0 && under.height() > 10.0);
    stay(window);
    click(window, good);
    assert!(said(window).is_none());
    stay(window);
}

#[test]
fn what_is_wrong_with_a_pose_stands_under_the_cards_and_moves_none() {
    let files = (10..40).map(|number| {
        let good = bend(30.0).replace("Bend", &number.to_string());
        let broken = format!("(version: 1, name: \"{number}\", joints: oops)");
        let is_good = number != 11 && number != 39;
        (format!("{number}.ron"), if is_good { good } else { broken })
    });
    let files: Vec<(String, String)> = files.collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let mut library = begin("builtin:arm", &files);
    let window = &mut library.window;
    check_that_cards_stay(window, "Pose 11", "Pose 10");
    // At the end of the list too, where there is more space after it.
    let first = window.get_by_label("Pose 10").rect().center();
    window.hover_at(first);
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -1e5),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(40);
    check_that_cards_stay(window, "Pose 39", "Pose 36");
}
