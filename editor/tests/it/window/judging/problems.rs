//! What was repaired in a file can be read in full, at any time.

use character::{FilePlace, Warning, WarningKind};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::features::opening::loading::Loader;
use session::state::opening::load::{LoadError, load};

use crate::window::support::{Window, click, notices, open, open_path, open_with};

/// Warnings of a file that breaks very many rules.
const MANY: usize = 300;

fn many_warnings() -> Loader {
    Loader::new(|_file, _report| {
        let mut character = load("builtin:arm")?;
        character.warnings = (1..=MANY)
            .map(|count| Warning {
                kind: WarningKind::WeightsNotOne,
                place: FilePlace::File,
                count,
                detail: String::new(),
            })
            .collect();
        Ok(character)
    })
}

fn is_visible(window: &Window, warning: usize) -> bool {
    let vertices = if warning == 1 { "vertex" } else { "vertices" };
    let text =
        format!("divided the weights of {warning} {vertices} by their sum, which was not one");
    let line = window.query_by_label(&text);
    line.is_some_and(|line| list(window).contains_rect(line.rect()))
}

fn list(window: &Window) -> Rect {
    window
        .get_by_role_and_label(Role::Window, "Messages")
        .rect()
}

fn scroll_list(window: &mut Window, points: f32) {
    window.hover_at(list(window).center());
    window.step();
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: Vec2::new(0.0, points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(40);
}

#[test]
fn every_warning_can_be_reached_with_its_count() {
    let mut window = open_with(many_warnings(), "broken.glb");
    click(&mut window, "File problems (300)");
    window.run_steps(3);
    assert!(window.query_by_label("Problems of arm (300)").is_some());
    assert!(is_visible(&window, 1));
    assert!(!is_visible(&window, 300));
    // The messages of the session come after the last problem.
    scroll_list(&mut window, -1e6);
    click(&mut window, "Clear messages");
    window.run_steps(10);
    scroll_list(&mut window, -1e6);
    assert!(is_visible(&window, 300));
    // Clicking again does not close it, and clearing the messages leaves the problems.
    click(&mut window, "File problems (300)");
    assert!(window.query_by_label("Problems of arm (300)").is_some());
}

#[test]
fn a_sound_file_has_none() {
    let window = open("builtin:arm");
    assert!(window.query_by_label("File problems (0)").is_some());
}

#[test]
fn the_warnings_of_a_file_are_those_of_the_list() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../testdata/synthetic/valid/11_bad_weights.glb"
    );
    let warnings = load(file).unwrap().warnings;
    assert!(!warnings.is_empty());
    let mut window = open(file);
    click(&mut window, &format!("File problems ({})", warnings.len()));
    for warning in warnings {
        assert!(
            window
                .query_all_by_label(&warning.to_string())
                .next()
                .is_some(),
            "{warning}"
        );
    }
}

/// Whatever a message quotes, its end stays in the window and it can be closed.
#[test]
fn a_message_without_measure_can_be_closed() {
    let loader = Loader::new(|file, _report| match file {
        "builtin:arm" => load(file),
        _ => Err(LoadError::Project {
            text: format!(
                "{file}: {}",
                "ten words that say nothing about what is wrong ".repeat(2000)
            ),
        }),
    });
    let mut window = open_with(loader, "builtin:arm");
    for file in ["a.glb", "b.glb", "c.glb", "d.glb"] {
        open_path(&mut window, file);
    }
    window.run_steps(4);
    assert_eq!(notices(&window).len(), 4);
    let screen = window.ctx.content_rect();
    let upper = Rect::from_min_max(screen.min, screen.center());
    for left in (0..4).rev() {
        let crosses: Vec<_> = window.query_all_by_label("Close message").collect();
        assert_eq!(crosses.len(), left + 1);
        for cross in &crosses {
            assert!(screen.contains_rect(cross.rect()), "{:?}", cross.rect());
            // What lies over the panes at the top stays free.
            assert!(cross.rect().min.y > upper.center().y, "{:?}", cross.rect());
        }
        crosses[0].click();
        drop(crosses);
        window.run_steps(3);
    }
}
