//! Figures of the papers in the window: by menu, palette, the strip under the panes and the welcome card.

use editor::app::Start;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use figures::book;
use figures::item::{Expected, Item, Paper};
use figures::scenes;
use session::session::Session;

use crate::window::support::{
    Window, WindowState as _, click, drag_from, open, open_sized, open_started, press, run,
    wait_until,
};

fn wait_for_figure(window: &mut Window, figure: Option<&'static str>) {
    wait_until(window, "the figure is shown", |window| {
        window.session().figure() == figure
    });
    window.run_steps(3);
}

fn panes(session: &Session) -> Vec<&'static str> {
    let panes = session.comparing.panes.iter();
    panes.map(|pane| pane.look.method.name()).collect()
}

#[test]
fn a_figure_is_found_in_its_menu_and_left_by_its_button() {
    let mut window = open("builtin:arm");
    let (before, camera) = (window.document().clone(), window.session().camera);
    click(&mut window, "Learn");
    click(&mut window, "        Dual quaternions (Kavan 2008)");
    click(&mut window, "The candy wrapper (figure 4)");
    wait_for_figure(&mut window, Some("k08-04"));
    assert_eq!(window.document().character.name, "cylinder");
    assert_eq!(panes(window.session())[0], "linear");
    // What is claimed, and what the program measures.
    assert!(window.query_by_label("The candy wrapper").is_some());
    wait_until(&mut window, "it is measured", |window| {
        window.query_by_label("The claim holds.").is_some()
    });
    let shown = window.session().figure();
    click(&mut window, "Next figure");
    wait_until(&mut window, "the next one is shown", |window| {
        window.session().figure() != shown
    });
    window.run_steps(3);
    click(&mut window, "Previous figure");
    wait_for_figure(&mut window, shown);
    click(&mut window, "Back to my work");
    wait_for_figure(&mut window, None);
    assert!(window.document().is_same_work(&before));
    assert_eq!(window.session().camera, camera);
    assert!(window.query_by_label("Back to my work").is_none());
    window.run_steps(5);
    assert_eq!(window.session().camera, camera, "panes of another shape");
}

/// How the strip begins to tell a verdict.
fn told(item: &Item) -> &'static str {
    match item.expected {
        Expected::Holds if item.source.paper == Paper::Open => "Answered.",
        Expected::Holds => "The claim holds.",
        Expected::Fails(_) => "The claim does not hold.",
        Expected::Differs(_) => "The program differs.",
    }
}

/// All of the menu, one after another: what is claimed and found, its panes, and that it can be turned and posed.
#[test]
fn every_figure_is_explained_and_measured_and_can_be_turned_and_posed() {
    let mut window = open("builtin:arm");
    let before = window.document().clone();
    run(&mut window, "Next figure");
    for (id, _) in scenes::ALL {
        wait_for_figure(&mut window, Some(id));
        let item = book::find(id).unwrap();
        for words in [item.title, item.claim, item.caption] {
            assert!(window.query_by_label(words).is_some(), "{id}: {words}");
        }
        wait_until(&mut window, "it is measured", |window| {
            window.query_by_label_contains(told(item)).is_some()
        });
        let count = window.session().comparing.panes.len();
        for name in ["Pane A", "Pane B", "Pane C", "Pane D"].iter().take(count) {
            assert!(window.query_by_label(name).is_some(), "{id}: {name}");
        }
        let camera = window.session().camera;
        let middle = window.get_by_label("Pane A").rect().center();
        drag_from(
            &mut window,
            middle,
            Vec2::new(40.0, 10.0),
            PointerButton::Middle,
        );
        assert_ne!(window.session().camera.yaw, camera.yaw, "{id}");
        let pose = window.shown().pose.clone();
        run(&mut window, "Select all");
        press(&mut window, Modifiers::NONE, Key::R);
        window.event(Event::Text("30".to_owned()));
        window.run_steps(2);
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(window.shown().pose != pose, "{id}");
        click(&mut window, "Next figure");
    }
    wait_for_figure(&mut window, Some(scenes::ALL[0].0));
    click(&mut window, "Back to my work");
    wait_for_figure(&mut window, None);
    assert!(window.document().is_same_work(&before));
}

#[test]
fn the_palette_finds_figures_by_what_they_show() {
    let mut window = open("builtin:arm");
    run(&mut window, "candy wrapper figure 4");
    wait_for_figure(&mut window, Some("k08-04"));
    run(&mut window, "Back to my work");
    wait_for_figure(&mut window, None);
}

#[test]
fn the_welcome_card_leads_to_the_first_figure() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_started(Start {
        settings: Some(folder.path().to_owned()),
        welcome: true,
        ..Start::default()
    });
    click(&mut window, "see where linear blending fails");
    wait_for_figure(&mut window, Some("k08-04"));
    assert!(window.query_by_label("Welcome to Dualskin").is_none());
    click(&mut window, "Back to my work");
    wait_for_figure(&mut window, None);
    assert_eq!(window.document().character.name, "biped");
}

#[test]
fn a_figure_leaves_room_for_its_panes_in_small_windows() {
    for size in [Vec2::new(900.0, 600.0), Vec2::new(1280.0, 800.0)] {
        let mut window = open_sized("builtin:arm", size);
        run(&mut window, "The candy wrapper (figure 4)");
        wait_for_figure(&mut window, Some("k08-04"));
        let pane = window.get_by_label("Pane A").rect();
        let whole = Rect::from_min_size(Pos2::ZERO, size);
        assert!(pane.height() > 0.3 * size.y, "{size}: {pane}");
        for button in ["Previous figure", "Next figure", "Back to my work"] {
            let place = window.get_by_label(button).rect();
            assert!(whole.contains_rect(place) && !pane.intersects(place));
        }
    }
}
