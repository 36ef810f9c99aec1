//! Weights taken from another mesh in the window: by the menu and by the palette, from this character and from files.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use eframe::egui::accesskit::Toggled;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::state::weight_files::{BoundMesh, export_text};
use weights::WeightFormat;

use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb, heights, stiff, write};
use crate::window::support::paint::{Weights, weights};
use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, painted, press, run, wait_for_weights,
    wait_until,
};

const CTRL: Modifiers = Modifiers::COMMAND;
const NONE: Modifiers = Modifiers::NONE;
const BOTH: [&str; 2] = ["low", "high"];

fn open_glb(folder: &Path, bytes: &[u8]) -> Window {
    let path = write(folder, "own.glb", bytes);
    open(path.to_str().unwrap())
}

/// A body with a shirt whose weights are the first joint's alone.
fn dressed(folder: &Path) -> Window {
    open_glb(folder, &glb(&BOTH, &[BODY, SHIRT], 1.0))
}

fn ask(window: &mut Window) {
    // Less would find the step to undo.
    run(window, "transfer weights from");
    assert!(is_asked(window));
}

fn is_asked(window: &Window) -> bool {
    window.session().transfer.dialog.is_some()
}

fn wait_for_sight(window: &mut Window) {
    wait_until(window, "the source is known", |window| {
        let state = window.state();
        let work = &state.view().session.transfer;
        let choice = work.dialog.as_ref().map(|dialog| &dialog.choice);
        choice.is_some_and(|choice| {
            work.find_examination(choice, &state.view().document.character)
                .is_some()
        })
    });
    window.run_steps(3);
}

fn choose(window: &mut Window, list: &str, what: &str) {
    click(window, list);
    // What is listed may be written elsewhere too, where a click does nothing.
    for one in window.get_all_by_label(what) {
        one.click_accesskit();
    }
    window.run_steps(3);
}

/// Types a file and presses Enter, which reads it.
fn name_file(window: &mut Window, path: &Path) {
    click(window, "File to take from");
    window.key_press_modifiers(CTRL, Key::A);
    window.event(Event::Text(path.display().to_string()));
    window.run_steps(2);
    press(window, NONE, Key::Enter);
    wait_for_sight(window);
}

fn take(window: &mut Window) -> String {
    click(window, "Take weights");
    assert!(!is_asked(window));
    wait_for_weights(window);
    notices(window).last().cloned().unwrap_or_default()
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// What is shown, and that nothing can be done.
fn refused(window: &mut Window, text: &str) {
    assert!(shows(window, text), "{text}");
    click(window, "Take weights");
    press(window, NONE, Key::Enter);
    assert!(is_asked(window), "{text}");
}

/// The text of a mesh's weights, by its name.
fn text_of(window: &Window, mesh: &str) -> String {
    let character: &Character = &window.document().character;
    let mut all = BoundMesh::all(character).into_iter();
    let bound = all.find(|bound| bound.name == mesh).unwrap();
    export_text(character, &bound, WeightFormat::Csv, false)
}

/// Every vertex of a tube has the weights that this row says, twelve vertices a ring; `first` is its first vertex among all.
fn has_rows(window: &Window, weights: &Weights, (first, tube): (usize, &Tube)) {
    let joints = BOTH.map(|name| joint(window, name));
    for (ring, height) in heights(tube).into_iter().enumerate() {
        for column in 0..12 {
            let row = &weights[first + 12 * ring + column];
            for (place, wanted) in (tube.row)(height) {
                let found = row.get(&joints[usize::from(place)]);
                let found = found.map_or(0.0, |bits| f32::from_bits(*bits));
                assert!((found - wanted).abs() < 1e-4, "{height}: {found} {wanted}");
            }
        }
    }
}

const TAKEN: Tube = Tube { row: bent, ..SHIRT };

#[test]
fn a_shirt_takes_the_weights_of_the_body_by_menu_and_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = dressed(folder.path());
    let before = weights(&window);
    let (body, shirt) = (text_of(&window, "body"), text_of(&window, "shirt"));
    window.get_all_by_label("Weights").next().unwrap().click();
    window.run_steps(3);
    window
        .get_by_label("Transfer weights from…")
        .click_accesskit();
    window.run_steps(3);
    // The larger mesh gives, the other one takes.
    wait_for_sight(&mut window);
    assert!(shows(&window, "2 of 2 joints of body found here."));
    let steps = window.history().len();
    let said = take(&mut window);
    assert!(said.starts_with("Transfer weights from body: "), "{said}");
    assert!(said.contains("the farthest was 20"), "{said}");
    assert_eq!(window.history().len(), steps + 1);
    assert_eq!(window.history().undo_name(), Some("Transfer weights"));
    assert!(text_of(&window, "body") == body, "to the bit");
    has_rows(&window, &weights(&window), (12 * 21, &TAKEN));
    press(&mut window, CTRL, Key::Z);
    assert!(text_of(&window, "shirt") == shirt, "to the bit");
    assert!(weights(&window) == before);
    // The other way: the body takes from the shirt, also where that ends.
    ask(&mut window);
    choose(&mut window, "Mesh to take from", "shirt (156 vertices)");
    wait_for_sight(&mut window);
    let said = take(&mut window);
    assert!(said.contains("from shirt"), "{said}");
    has_rows(
        &window,
        &weights(&window),
        (0, &Tube { row: stiff, ..BODY }),
    );
}

#[test]
fn joints_are_matched_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let others = glb(&["bottom", "top"], &[BODY], 1.0);
    let others = write(folder.path(), "others.glb", &others);
    ask(&mut window);
    name_file(&mut window, &others);
    assert!(shows(&window, "None of the 2 joints that move others.glb"));
    click(&mut window, "Match joints by hand");
    // Names of any length begin at one line, so that a column of them can be read down.
    let [long, short] = ["bottom", "top"].map(|name| painted(&window, name)[0].left());
    assert!((long - short).abs() < 2.0, "{long} and {short}");
    choose(&mut window, "Joint for bottom", "low");
    click(&mut window, "Search joints of the source");
    window.event(Event::Text("top".to_owned()));
    window.run_steps(3);
    assert!(!shows(&window, "Joint for bottom"));
    choose(&mut window, "Joint for top", "high");
    assert!(shows(&window, "2 of 2 joints of others.glb found here."));
    take(&mut window);
    has_rows(&window, &weights(&window), (0, &TAKEN));
    // Another source begins anew.
    ask(&mut window);
    name_file(&mut window, &others);
    assert!(shows(&window, "None of the 2 joints that move others.glb"));
}

#[test]
fn one_mesh_of_a_file_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let others = write(
        folder.path(),
        "others.glb",
        &glb(&BOTH, &[BODY, SHIRT], 1.0),
    );
    ask(&mut window);
    name_file(&mut window, &others);
    let chosen = |window: &Window| {
        let dialog = window.session().transfer.dialog.as_ref();
        dialog.unwrap().choice.file_mesh
    };
    assert_eq!(chosen(&window), None, "all of them");
    choose(&mut window, "Mesh of the file", "shirt");
    assert_eq!(chosen(&window), Some(1));
}

/// What is searched for in the list of one joint is no search in that of the next, nor in its own when it is opened again.
#[test]
fn each_list_of_joints_has_a_search_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let others = glb(&["bottom", "top"], &[BODY], 1.0);
    let others = write(folder.path(), "others.glb", &others);
    ask(&mut window);
    name_file(&mut window, &others);
    click(&mut window, "Match joints by hand");
    let shown = |window: &Window| BOTH.map(|own| window.query_all_by_label(own).count());
    let closed = shown(&window);
    let open_list = |window: &mut Window, joint: &str| {
        let list = format!("Joint for {joint}");
        window.get_by_label(&list).click_accesskit();
        window.run_steps(3);
    };
    let all = closed.map(|count| count + 1);
    for (joint, next) in [("bottom", "top"), ("top", "bottom")] {
        open_list(&mut window, joint);
        assert_eq!(shown(&window), all, "{joint}: both are listed");
        window.get_by_label("Search own joints").focus();
        window.run_steps(2);
        window.event(Event::Text("hig".to_owned()));
        window.run_steps(3);
        assert_eq!(shown(&window), [closed[0], all[1]], "{joint}: one is found");
        open_list(&mut window, next);
        assert_eq!(shown(&window), all, "{next} after {joint}");
        let field = window.get_by_label("Search own joints").value();
        assert_eq!(field.unwrap_or_default(), "", "{next} after {joint}");
        open_list(&mut window, next);
        assert_eq!(shown(&window), closed, "{next}: the list is closed");
    }
}

#[test]
fn what_cannot_give_is_said_and_cannot_be_begun() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let before = Arc::clone(&window.document().character);
    let broken = write(folder.path(), "broken.glb", b"glTF\x02\0\0\0\xff\xff\0\0");
    let others = write(folder.path(), "others.glb", &glb(&["x", "y"], &[BODY], 1.0));
    ask(&mut window);
    for (path, text) in [
        (broken.as_path(), "broken.glb"),
        (&others, "None of the 2 joints that move others.glb"),
    ] {
        name_file(&mut window, path);
        refused(&mut window, text);
    }
    let body = write(folder.path(), "body.glb", &glb(&BOTH, &[BODY], 1.0));
    name_file(&mut window, &body);
    assert!(!shows(&window, "they are") && !shows(&window, "unit?"));
    choose(
        &mut window,
        "Vertices that take weights",
        "Selected vertices (0)",
    );
    refused(&mut window, "No vertex is selected.");
    // Esc closes the question, while a file is read too.
    window.event(Event::Text(body.display().to_string()));
    window.run_steps(2);
    window.key_press_modifiers(NONE, Key::Enter);
    window.step();
    press(&mut window, NONE, Key::Escape);
    press(&mut window, NONE, Key::Escape);
    assert!(!is_asked(&window));
    window.run_steps(5);
    assert!(window.session().transfer.looked.is_none());
    let now = &window.document().character;
    assert!(Arc::ptr_eq(now, &before));
    assert_eq!(window.history().len(), 0);
}

/// The option is on, and can be seen to be; what was bound so can be updated by the palette.
#[test]
fn clothes_are_bound_with_the_body_by_the_palette() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = dressed(folder.path());
    run(&mut window, "bind clothes with body");
    wait_for_sight(&mut window);
    let option = window.get_by_label("Clothes over a body");
    assert_eq!(option.accesskit_node().toggled(), Some(Toggled::True));
    let said = take(&mut window);
    assert!(said.contains("poke-through"), "{said}");
    assert_eq!(window.document().worn.len(), 1);
    run(&mut window, "update clothes");
    wait_for_weights(&mut window);
    let said = notices(&window).last().cloned().unwrap_or_default();
    assert!(said.contains("follow the body already"), "{said}");
}
