//! Unsaved work that a crash left: what is offered, and what is said where nothing can be kept.

use std::path::Path;

use editor::app::Start;
use eframe::egui::accesskit::Role;
use eframe::egui::{Id, Key, LayerId, Modifiers, Order, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::state::projects::{Recovery, read};

use super::opening::Gate;
use super::project::{begin, kept, let_pass, run, turn, write};
use crate::window::support::{
    SIZE, Window, WindowState as _, click, notices, open, open_path, open_started,
    open_started_sized, press, start_with, turned, wait_until, wait_until_loaded,
};

/// Where nothing can be kept, the last row says so from the start, until it can.
#[test]
fn autosave_is_never_off_in_silence() {
    let settings = tempfile::tempdir().unwrap();
    let off = |window: &Window| window.query_by_label("autosave is off").is_some();
    // A file is where the folder should be.
    write(&settings.path().join("recovery"), "");
    let mut window = begin(settings.path(), "builtin:arm");
    wait_until(&mut window, "it is said", off);
    turn(&mut window, "45");
    for _ in 0..3 {
        let_pass(&mut window, 5.5);
        wait_until(&mut window, "it was tried", |window| {
            window.state().view().working.is_none() && off(window)
        });
    }
    let told = notices(&window);
    let told = told.iter().filter(|text| text.contains("cannot be kept"));
    assert_eq!(told.count(), 1, "{:?}", notices(&window));
    whole_file::remove(&settings.path().join("recovery")).unwrap();
    let_pass(&mut window, 5.5);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |window| !off(window));
    assert!(window.query_by_label_contains("autosaved").is_some());
    assert_eq!(kept(settings.path()).len(), 1);
    drop(window);
    // Without any folder too.
    assert!(off(&open("builtin:arm")));
}

/// Work on a built-in character whose forearm is turned, as another run left it.
fn leave(settings: &Path, name: &str, angle: f32, minutes: u64) {
    let text = format!(
        "(version: 1, source: (file: \"builtin:arm\"), pose: {{\"forearm\": (rotation: (0, 0, {angle}))}})"
    );
    let project = read(text.as_bytes()).unwrap();
    let mut recovery = Recovery::now(name.to_owned(), project);
    recovery.kept -= 60 * minutes;
    let folder = settings.join("recovery");
    std::fs::create_dir_all(&folder).unwrap();
    write(
        &folder.join(format!("{name}.ron")),
        &recovery
            .with_picture(Some(b"no picture"))
            .to_text()
            .unwrap(),
    );
}

#[test]
fn each_of_several_lost_works_can_be_recovered() {
    let settings = tempfile::tempdir().unwrap();
    leave(settings.path(), "newest", 10.0, 5);
    leave(settings.path(), "second", 20.0, 200);
    leave(settings.path(), "oldest", 30.0, 3000);
    let mut window = begin(settings.path(), "builtin:cylinder");
    let offered = |window: &Window| window.query_by_label("Recover unsaved work?").is_some();
    wait_until(&mut window, "they are offered", offered);
    let next = |window: &Window| {
        let project = &window.session().project;
        project.next_left().map(|left| left.name.clone())
    };
    assert_eq!(next(&window).as_deref(), Some("newest"));
    click(&mut window, "Unsaved work 3: oldest");
    assert_eq!(next(&window).as_deref(), Some("oldest"));
    // By the palette, and round.
    run(&mut window, "Choose next unsaved work");
    assert_eq!(next(&window).as_deref(), Some("newest"));
    click(&mut window, "Discard");
    wait_until(&mut window, "it is gone", |_| {
        kept(settings.path()).len() == 2
    });
    window.run_steps(2);
    click(&mut window, "Unsaved work 2: oldest");
    click(&mut window, "Recover");
    wait_until_loaded(&mut window);
    window.run_steps(3);
    assert!((turned(&window, "forearm") - 30.0).abs() < 0.01);
}

/// The card stands beside the list of messages where there is room, and never over it: whoever opens the list reads it.
#[test]
fn messages_are_read_while_lost_work_is_offered() {
    let settings = tempfile::tempdir().unwrap();
    leave(settings.path(), "lost", 10.0, 5);
    let card_layer = LayerId::new(Order::Middle, Id::unique("banner"));
    for (size, has_room) in [(SIZE, true), (Vec2::new(800.0, 600.0), false)] {
        let start = Start {
            settings: Some(settings.path().to_owned()),
            ..start_with("builtin:cylinder")
        };
        let mut window = open_started_sized(start, size);
        let offered = |window: &Window| window.query_by_label("Recover unsaved work?").is_some();
        wait_until(&mut window, "it is offered", offered);
        window.run_steps(2);
        let on_top = |window: &Window, at: Pos2| window.ctx.layer_id_at(at);
        let card = |window: &Window| {
            let parts = ["Recover unsaved work?", "Unsaved work 1: lost", "Later"];
            let rects = parts.map(|part| window.get_by_label(part).rect());
            rects[0].union(rects[1]).union(rects[2])
        };
        assert_eq!(on_top(&window, card(&window).center()), Some(card_layer));
        click(&mut window, "Messages");
        let list = window.get_by_role_and_label(Role::Window, "Messages");
        let list = list.rect();
        window.hover_at(list.center());
        window.run_steps(3);
        assert!(offered(&window), "{size}");
        let beside = card(&window);
        assert!(!has_room || !list.intersects(beside), "{list}, {beside}");
        for share in [[0.1, 0.1], [0.5, 0.1], [0.9, 0.1], [0.5, 0.5], [0.9, 0.9]] {
            let at = list.lerp_inside(Vec2::from(share));
            assert_ne!(on_top(&window, at), Some(card_layer), "{size}: {at}");
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
        let list = window.query_by_role_and_label(Role::Window, "Messages");
        assert!(list.is_none() && offered(&window), "{size}");
        assert_eq!(on_top(&window, card(&window).center()), Some(card_layer));
    }
}

/// Escape does one thing at a time: it gives up the file that is being opened, and only the next one puts the offer off.
#[test]
fn escape_while_a_file_is_opened_leaves_the_offer() {
    let settings = tempfile::tempdir().unwrap();
    leave(settings.path(), "lost", 10.0, 5);
    let gate = Gate::default();
    let mut window = open_started(Start {
        loader: gate.loader(),
        settings: Some(settings.path().to_owned()),
        ..start_with("builtin:cylinder")
    });
    let offered = |window: &Window| window.query_by_label("Recover unsaved work?").is_some();
    wait_until(&mut window, "it is offered", offered);
    for (number, file) in (1..).zip(["slow.glb", "slow too.glb"]) {
        open_path(&mut window, file);
        let card = format!("Opening {file}");
        wait_until(&mut window, &card, |window| {
            window.query_by_label(&card).is_some()
        });
        assert!(offered(&window));
        press(&mut window, Modifiers::NONE, Key::Escape);
        gate.wait_until_given_up(number);
        window.run_steps(5);
        assert!(window.state().view().opening.is_none() && window.query_by_label(&card).is_none());
        assert!(offered(&window), "{file}");
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!offered(&window), "nothing else needs the key");
    assert_eq!(kept(settings.path()).len(), 1, "it is offered again later");
}
