//! Weights taken from another mesh in the window: by the menu and by the palette, from this character and from files.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::state::transfer::transfer_work::TransferVertices;
use session::state::weight_files::{BoundMesh, export_text};
use weights::WeightFormat;

use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb, heights, stiff, write};
use crate::support::tube::tube;
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
fn another_file_gives_by_keys_alone_and_strange_joints_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let half = |height: f32| {
        let mut row = bent(height);
        row.iter_mut().for_each(|(_, weight)| *weight *= 0.5);
        row.push((2, 0.5));
        row
    };
    let giver = Tube { row: half, ..BODY };
    let strange = glb(&["low", "high", "tail"], &[giver], 1.0);
    let path = write(folder.path(), "giver.glb", &strange);
    ask(&mut window);
    assert!(shows(&window, "Choose the file"));
    // The field has the keyboard.
    window.event(Event::Text(path.display().to_string()));
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    wait_for_sight(&mut window);
    assert!(shows(&window, "2 of 3 joints of giver.glb found here"));
    assert!(shows(&window, "Not here: tail."));
    press(&mut window, NONE, Key::Enter);
    assert!(!is_asked(&window));
    wait_for_weights(&mut window);
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.contains("not here, so that others got their weights: tail"),
        "{said}"
    );
    has_rows(&window, &weights(&window), (0, &TAKEN));
    // A file of two meshes: one of them can be chosen.
    let two = write(folder.path(), "two.glb", &glb(&BOTH, &[BODY, SHIRT], 1.0));
    ask(&mut window);
    name_file(&mut window, &two);
    choose(&mut window, "Mesh of the file", "shirt");
    wait_for_sight(&mut window);
    let said = take(&mut window);
    assert!(said.contains("all lie on the source"), "{said}");
    has_rows(&window, &weights(&window), (0, &SHIRT));
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
fn what_cannot_give_is_said_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let before = Arc::clone(&window.document().character);
    let broken = write(folder.path(), "broken.glb", b"glTF\x02\0\0\0\xff\xff\0\0");
    let others = write(folder.path(), "others.glb", &glb(&["x", "y"], &[BODY], 1.0));
    let twice = write(folder.path(), "twice.glb", &glb(&["low"; 2], &[BODY], 1.0));
    let cases = [
        (broken.as_path(), "broken.glb"),
        (Path::new("nowhere/none.glb"), "none.glb"),
        (Path::new("builtin:biped_mesh"), "no mesh of it is bound"),
        (&others, "None of the 2 joints that move others.glb"),
        (&twice, "twice.glb can be told by its name: low is here too"),
    ];
    ask(&mut window);
    for (path, text) in cases {
        name_file(&mut window, path);
        refused(&mut window, text);
    }
    // What stands elsewhere, or is in another unit, may be meant all the same.
    let body = glb(&BOTH, &[BODY], 1.0);
    let moved = Tube {
        from: 7.0,
        to: 9.0,
        ..BODY
    };
    let moved = write(folder.path(), "aside.glb", &glb(&BOTH, &[moved], 1.0));
    name_file(&mut window, &moved);
    assert!(shows(&window, "at rest they are 5.4"));
    let large = write(folder.path(), "large.glb", &glb(&BOTH, &[BODY], 100.0));
    name_file(&mut window, &large);
    assert!(shows(&window, "are both in the same unit?"));
    let body = write(folder.path(), "body.glb", &body);
    name_file(&mut window, &body);
    assert!(!shows(&window, "they are") && !shows(&window, "unit?"));
    choose(
        &mut window,
        "Vertices that take weights",
        "Selected vertices (0)",
    );
    refused(&mut window, "No vertex is selected.");
    // None is unbound: the job says so.
    choose(
        &mut window,
        "Vertices that take weights",
        "Only unbound ones",
    );
    let said = take(&mut window);
    assert!(said.contains("moved by a joint already"), "{said}");
    // Esc closes the question, while a file is read too.
    ask(&mut window);
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

#[test]
fn locked_joints_keep_every_bit_and_where_all_are_it_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = dressed(folder.path());
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "low");
    press(&mut window, NONE, Key::L);
    let before = weights(&window);
    ask(&mut window);
    wait_for_sight(&mut window);
    take(&mut window);
    let low = joint(&window, "low");
    let after = weights(&window);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.get(&low), after.get(&low));
    }
    click(&mut window, "high");
    press(&mut window, NONE, Key::L);
    press(&mut window, CTRL, Key::P);
    window.event(Event::Text("transfer weights".to_owned()));
    window.run_steps(3);
    assert!(shows(
        &window,
        "all joints are locked; unlock some (“Unlock all joints”)"
    ));
    press(&mut window, NONE, Key::Enter);
    assert!(!is_asked(&window));
}

#[test]
fn only_selected_vertices_take_and_the_limit_holds() {
    let folder = tempfile::tempdir().unwrap();
    let rigid_top = |height: f32| vec![(u16::from(height > 1.25), 1.0)];
    let shirt = Tube {
        row: rigid_top,
        ..SHIRT
    };
    let mut window = open_glb(folder.path(), &glb(&BOTH, &[BODY, shirt], 1.0));
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "high");
    run(&mut window, "select vertices of joint");
    let selected = window.session().character.weights.vertices.all().clone();
    let before = weights(&window);
    ask(&mut window);
    assert!(selected.len() >= 24);
    let dialog = window.session().transfer.dialog.clone().unwrap();
    assert_eq!(dialog.choice.vertices, TransferVertices::Selected);
    wait_for_sight(&mut window);
    take(&mut window);
    let after = weights(&window);
    let high = joint(&window, "high");
    let mut changed = 0;
    for (before, after) in before.iter().zip(&after) {
        if before != after {
            assert!(before.contains_key(&high));
            changed += 1;
        }
    }
    // Rings at 1.3 and 1.4: above, the body has what the shirt has, to within rounding.
    assert!((24..=48).contains(&changed), "{changed}");
    press(&mut window, CTRL, Key::Z);
    run(&mut window, "select no vert");
    // One joint a vertex: the larger one stays.
    let limit = window.session().settings.brush.limit;
    assert_eq!(limit, 4);
    ask(&mut window);
    wait_for_sight(&mut window);
    take(&mut window);
    has_rows(&window, &weights(&window), (12 * 21, &TAKEN));
}

#[test]
fn a_long_transfer_shows_how_far_it_is_and_can_be_canceled() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path(), 6000, 4);
    let mut window = open(path.to_str().unwrap());
    let before = Arc::clone(&window.document().character);
    ask(&mut window);
    name_file(&mut window, &path);
    for by_key in [true, false] {
        click(&mut window, "Take weights");
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
        let now = &window.document().character;
        assert!(Arc::ptr_eq(now, &before));
        assert_eq!(window.history().len(), 0);
        ask(&mut window);
        name_file(&mut window, &path);
    }
}
