//! The window on a software device, driven as a person would: by pointer and keys, on what has a name.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "every test file uses a part of this"
)]

pub(crate) mod desk;
pub(crate) mod paint;
pub(crate) mod screen;
pub(crate) mod skinning;
pub(crate) mod tube;
pub(crate) mod wardrobe;

use std::io::Write as _;
use std::time::{Duration, Instant};

use editor::app::App;
use editor::loading::Loader;
use eframe::CreationContext;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, TestRenderer};
use render::request_device;
use rig::JointIndex;

pub(crate) type Window = Harness<'static, App>;

/// A window with this file open; none, said out loud, where nothing can be drawn.
pub(crate) fn open(file: &str) -> Option<Window> {
    open_sized(file, Vec2::new(1400.0, 900.0))
}

pub(crate) fn open_sized(file: &str, size: Vec2) -> Option<Window> {
    open_by(Loader::default(), file, size)
}

/// A window that opens its files with this function.
pub(crate) fn open_with(loader: Loader, file: &str) -> Option<Window> {
    open_by(loader, file, Vec2::new(1400.0, 900.0))
}

fn open_by(loader: Loader, file: &str, size: Vec2) -> Option<Window> {
    let file = file.to_owned();
    open_as(size, move |cc| App::with_loader(cc, Some(file), loader))
}

/// A window with the application that is made of what there is to draw with.
pub(crate) fn open_as(
    size: Vec2,
    make: impl FnOnce(&CreationContext<'_>) -> App,
) -> Option<Window> {
    if !has_device() {
        return None;
    }
    let mut window = Harness::builder()
        .with_size(size)
        .with_max_steps(12)
        .wgpu()
        .build_eframe(|cc| make(cc));
    wait_until_loaded(&mut window);
    Some(window)
}

/// A window that draws with this renderer's device, or without any.
pub(crate) fn open_drawn_by(renderer: Option<impl TestRenderer + 'static>, file: &str) -> Window {
    let builder = Harness::builder()
        .with_size(Vec2::new(1400.0, 900.0))
        .with_max_steps(12);
    let builder = match renderer {
        Some(renderer) => builder.renderer(renderer),
        None => builder,
    };
    let file = file.to_owned();
    let mut window = builder.build_eframe(move |cc| App::new(cc, Some(file)));
    wait_until_loaded(&mut window);
    window
}

/// Whether there is something to draw with; says so if not.
pub(crate) fn has_device() -> bool {
    static ANSWER: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *ANSWER.get_or_init(|| match request_device() {
        Ok(_) => true,
        Err(error) => {
            let required = std::env::var("DUALSKIN_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "DUALSKIN_REQUIRE_GPU=1, but {error}");
            let mut out = std::io::stdout();
            writeln!(out, "window tests are skipped: {error}").unwrap();
            false
        }
    })
}

pub(crate) fn wait_until_loaded(window: &mut Window) {
    wait_until(window, "the file is read", |window| {
        !window.state().is_loading()
    });
    window.run_steps(4);
}

/// Lets frames pass until something is so; fails if that takes very long.
pub(crate) fn wait_until(window: &mut Window, what: &str, is_so: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    window.step();
    while !is_so(window) {
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
        window.step();
    }
}

/// Lets a job on all weights come to its end, if one is at work.
pub(crate) fn wait_for_weights(window: &mut Window) {
    wait_until(window, "the weights are done", |window| {
        !window.state().is_working()
    });
    window.run_steps(3);
}

/// Opens a file by its path, as the path dialog does.
pub(crate) fn open_path(window: &mut Window, path: &str) {
    press(window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Path").type_text(path);
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
}

/// Opens a file by its path where changes would be lost, and says that they may be.
pub(crate) fn open_path_dropping_changes(window: &mut Window, path: &str) {
    open_path(window, path);
    click(window, "Don't save");
}

/// A file of those that test what glTF can say.
pub(crate) fn synthetic(name: &str) -> String {
    format!(
        "{}/../testdata/synthetic/valid/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Clicks what has this name, and lets the window answer.
pub(crate) fn click(window: &mut Window, name: &str) {
    window.get_by_label(name).click();
    window.run_steps(3);
}

/// Finds a command by these words in the list of commands, and runs it.
pub(crate) fn run(window: &mut Window, words: &str) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text(words.to_owned()));
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
    window.run_steps(2);
}

pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

/// Clicks into a field, types, and ends with Enter.
pub(crate) fn type_into(window: &mut Window, field: &str, text: &str) {
    click(window, field);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.to_owned()));
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
}

/// Drags from the middle of what has this name, in small steps.
pub(crate) fn drag(window: &mut Window, name: &str, by: Vec2) {
    let from = window.get_by_label(name).rect().center();
    drag_from(window, from, by, PointerButton::Primary);
}

pub(crate) fn drag_from(window: &mut Window, from: Pos2, by: Vec2, button: PointerButton) {
    let event = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(from);
    window.step();
    window.event(event(from, true));
    window.step();
    for step in 1..=8_u8 {
        window.hover_at(from + by * (f32::from(step) / 8.0));
        window.step();
    }
    window.event(event(from + by, false));
    window.run_steps(3);
}

pub(crate) fn joint(window: &Window, name: &str) -> JointIndex {
    window
        .state()
        .document()
        .character
        .rig
        .skeleton
        .find(name)
        .expect("a joint of this name")
}

/// The angle, in degrees, of what the user turned a joint by.
pub(crate) fn turned(window: &Window, name: &str) -> f32 {
    let joint = joint(window, name);
    let rotation = window.state().document().pose.rigid[joint.index()].rotation;
    2.0 * rotation.w.abs().min(1.0).acos().to_degrees()
}

pub(crate) fn notices(window: &Window) -> Vec<String> {
    window
        .state()
        .session()
        .notices
        .all()
        .iter()
        .map(|notice| notice.text.clone())
        .collect()
}
