//! A window without a graphics device, and what a person does in it.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

mod lent;
pub(crate) mod paint;
pub(crate) mod pose_library;
pub(crate) mod screen;
pub(crate) mod skinning;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use editor::app::{App, Start};
use eframe::CreationContext;
use eframe::egui::epaint::{ClippedShape, Shape};
use eframe::egui::{
    DroppedFile, Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect, Vec2,
};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, HarnessBuilder};
use glam::Vec3;
use rig::JointIndex;
use scene::vertex_facts::VertexPlace;
use session::document::Document;
use session::document::history::History;
use session::features::opening::loading::Loader;
use session::session::Session;
use session::shown::ShownPanes;

pub(crate) type Window = Harness<'static, App>;

/// What tests read of a window most often.
pub(crate) trait WindowState {
    fn document(&self) -> &Document;
    fn history(&self) -> &History;
    fn session(&self) -> &Session;
    fn shown(&self) -> &ShownPanes;
}

impl WindowState for Window {
    fn document(&self) -> &Document {
        self.state().view().document
    }

    fn history(&self) -> &History {
        self.state().view().history
    }

    fn session(&self) -> &Session {
        self.state().view().session
    }

    fn shown(&self) -> &ShownPanes {
        self.state().view().shown
    }
}

/// What the window measures where it does not matter.
pub(crate) const SIZE: Vec2 = Vec2::new(1400.0, 900.0);

/// A window with this file open.
pub(crate) fn open(file: &str) -> Window {
    open_sized(file, SIZE)
}

pub(crate) fn open_sized(file: &str, size: Vec2) -> Window {
    open_started_sized(start_with(file), size)
}

/// A window that opens its files with this function.
pub(crate) fn open_with(loader: Loader, file: &str) -> Window {
    open_started(Start {
        loader,
        ..start_with(file)
    })
}

/// A window that begins like this.
pub(crate) fn open_started(start: Start) -> Window {
    open_started_sized(start, SIZE)
}

pub(crate) fn open_started_sized(start: Start, size: Vec2) -> Window {
    finished(builder(size), |cc| App::new(cc, start))
}

pub(crate) fn start_with(file: &str) -> Start {
    Start {
        file: Some(file.to_owned()),
        ..Start::default()
    }
}

/// What all windows of tests have in common; nothing is drawn.
pub(crate) fn builder(size: Vec2) -> HarnessBuilder<App> {
    Harness::builder().with_size(size).with_max_steps(12)
}

/// The window with the application that is made of what there is to draw with, once its file is open.
pub(crate) fn finished(
    builder: HarnessBuilder<App>,
    make: impl FnOnce(&CreationContext<'_>) -> App,
) -> Window {
    let mut window = builder.build_eframe(|cc| make(cc));
    wait_until_loaded(&mut window);
    window
}

pub(crate) fn wait_until_loaded(window: &mut Window) {
    wait_until(window, "the file is read", |window| {
        window.state().view().opening.is_none()
    });
    window.run_steps(2);
}

/// Lets frames pass until something is so; fails if that takes very long.
pub(crate) fn wait_until(window: &mut Window, what: &str, is_so: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    // A frame takes its time from the work that is waited for: the longer that lasts, the fewer there are.
    let mut pause = Duration::from_millis(2);
    window.step();
    while !is_so(window) {
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(30));
        window.step();
    }
}

/// Lets a job on all weights come to its end, if one is at work.
pub(crate) fn wait_for_weights(window: &mut Window) {
    wait_until(window, "the weights are done", |window| {
        window.state().view().working.is_none()
    });
    window.run_steps(2);
}

/// Opens a file by its path, as the path dialog does.
pub(crate) fn open_path(window: &mut Window, path: &str) {
    press(window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Path").type_text(path);
    window.run_steps(2);
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
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
    window.run_steps(2);
}

/// Clicks twice on what has this label.
pub(crate) fn double_click(window: &mut Window, label: &str) {
    let at = window.get_by_label(label).rect().center();
    window.hover_at(at);
    window.step();
    // All in one frame: between two, a quarter of a second passes here.
    for pressed in [true, false, true, false] {
        let event = Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        window.input_mut().events.push(event);
    }
    window.run_steps(3);
}

pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    // Every event has a frame of its own, also that of modifiers which are not held.
    if modifiers.is_none() {
        window.key_press(key);
    } else {
        window.key_press_modifiers(modifiers, key);
    }
    window.run_steps(2);
}

/// Clicks into a field, types, and ends with Enter.
pub(crate) fn type_into(window: &mut Window, field: &str, text: &str) {
    fill(window, field, text);
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
    window.run_steps(2);
}

/// What goes to the system's clipboard in one of the next frames; nothing if none does.
pub(crate) fn copied_text(window: &mut Window) -> String {
    for _ in 0..8 {
        window.step();
        let commands = &window.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = text {
            return text;
        }
    }
    String::new()
}

/// Drags with the first button, presses Escape with these keys held, and only then lets go.
pub(crate) fn drag_and_escape(window: &mut Window, from: Pos2, by: Vec2, held: Modifiers) {
    let event = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(from);
    window.step();
    window.event(event(from, true));
    window.step();
    for share in [0.3, 0.6, 1.0] {
        window.hover_at(from + by * share);
        window.step();
    }
    press(window, held, Key::Escape);
    window.event(event(from + by, false));
    window.run_steps(2);
}

/// Where words that are no widget are painted, in the last frame.
pub(crate) fn painted(window: &Window, words: &str) -> Vec<Rect> {
    let shapes = window.output().shapes.iter();
    let of_words = |shape: &ClippedShape| match &shape.shape {
        Shape::Text(text) if text.galley.text() == words => Some(text.visual_bounding_rect()),
        _ => None,
    };
    shapes.filter_map(of_words).collect()
}

/// Clicks with the right button.
pub(crate) fn right_click(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_steps(3);
}

pub(crate) fn joint(window: &Window, name: &str) -> JointIndex {
    window
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
    let rotation = window.document().pose.rigid[joint.index()].rotation;
    2.0 * rotation.w.abs().min(1.0).acos().to_degrees()
}

pub(crate) fn notices(window: &Window) -> Vec<String> {
    window
        .session()
        .notices
        .all()
        .iter()
        .map(|notice| notice.text.clone())
        .collect()
}

/// Chooses the method of a pane from its list.
pub(crate) fn choose_method(window: &mut Window, pane: &str, method: &str) {
    click(window, &format!("Pane {pane} method"));
    let rows = window.get_all_by_label(method);
    let rects: Vec<_> = rows.map(|row| row.rect()).collect();
    // The lowest is the row of the list, should the box show the same method.
    let lowest = rects
        .iter()
        .max_by(|a, b| a.center().y.total_cmp(&b.center().y));
    let place = lowest.unwrap().center();
    for pressed in [true, false] {
        window.hover_at(place);
        window.event(Event::PointerButton {
            pos: place,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_steps(2);
}

/// How many notices have these words.
pub(crate) fn count(window: &Window, words: &str) -> usize {
    let notices = notices(window);
    notices.iter().filter(|text| text.contains(words)).count()
}

/// What was told last.
pub(crate) fn said(window: &Window) -> String {
    notices(window).last().cloned().unwrap_or_default()
}

pub(crate) fn pane(window: &Window, name: &str) -> Rect {
    window.get_by_label(name).rect()
}

/// Where a pane shows a place. For many places: [`all_seen_at`], since the pane is looked for among all that is on the screen.
pub(crate) fn seen_at(window: &Window, pane: &str, place: Vec3) -> Pos2 {
    all_seen_at(window, pane)(place)
}

/// Where a pane shows places.
pub(crate) fn all_seen_at(window: &Window, pane: &str) -> impl Fn(Vec3) -> Pos2 + use<> {
    let rect = self::pane(window, pane);
    let size = glam::Vec2::new(rect.width(), rect.height());
    let camera = window.session().camera;
    move |place| {
        let pixel = camera.pixel(place, size).unwrap();
        rect.min + Vec2::new(pixel.x, pixel.y)
    }
}

/// How many of the points that are spread over the figure a rectangle hides in a pane, and how many there are.
pub(crate) fn hidden_by(window: &Window, pane: &str, rect: Rect) -> [usize; 2] {
    let points = &window.shown().scattered;
    let seen_at = all_seen_at(window, pane);
    let is_hidden = |place: &&Vec3| rect.contains(seen_at(**place));
    [points.iter().filter(is_hidden).count(), points.len()]
}

/// Where a joint is in the first pane.
pub(crate) fn place_of(window: &Window, joint: JointIndex) -> Vec3 {
    let frames = window.shown().frames(0);
    frames[joint.index()].translation.into()
}

/// Clicks there with the first button, and lets the window answer.
pub(crate) fn click_at(window: &mut Window, place: Pos2, modifiers: Modifiers) {
    window.hover_at(place);
    window.step();
    for pressed in [true, false] {
        let event = Event::PointerButton {
            pos: place,
            button: PointerButton::Primary,
            pressed,
            modifiers,
        };
        window.event_modifiers(event, modifiers);
        window.step();
    }
    window.run_steps(3);
}

/// The vertices that are selected.
pub(crate) fn selected_vertices(window: &Window) -> Vec<VertexPlace> {
    let all = window.session().character.weights.vertices.all();
    all.iter().copied().collect()
}

/// Lets a file fall on the window.
pub(crate) fn drop_file(window: &mut Window, path: &Path) {
    let dropped = Arc::new(Dropped(path.to_owned()));
    window.input_mut().dropped_files.push(dropped);
    window.step();
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Replaces what a field says, without ending.
pub(crate) fn fill(window: &mut Window, field: &str, text: &str) {
    click(window, field);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.to_owned()));
    window.run_steps(2);
}
