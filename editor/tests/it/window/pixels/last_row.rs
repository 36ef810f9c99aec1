//! The last row of the window, which also says whether the graphics device skins.

use editor::app::App;
use eframe::CreationContext;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;

use super::support::screen::open_sharp;
use super::support::{Window, press, start_with};

const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const NONE: Modifiers = Modifiers::NONE;

#[test]
fn nothing_in_the_last_row_is_cut_off_or_overlaps() {
    for width in [1000.0, 1400.0, 500.0] {
        let start = start_with("builtin:arm");
        let app = |cc: &CreationContext<'_>| App::new(cc, start);
        let Some(mut window) = open_sharp(Vec2::new(width, 700.0), app) else {
            return;
        };
        for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4] {
            press(&mut window, CTRL, key);
            for held in [NONE, SHIFT, CTRL, Modifiers::ALT] {
                window.event(Event::ModifiersChanged(held));
                window.run_steps(2);
                check_last_row(&window, width);
            }
            window.event(Event::ModifiersChanged(NONE));
        }
        let words = window.query_all_by_label_contains("PU").next();
        let rect = words.map(|word| word.rect());
        assert!(
            rect.is_some_and(|rect| rect.right() <= width && rect.width() > 10.0),
            "{width}: {rect:?}"
        );
    }
}

fn check_last_row(window: &Window, width: f32) {
    let all = window.query_all_by(|node| node.role() == Role::Label);
    // Labels of a panel that are scrolled out of sight may lie there too, but not at its height.
    let hint = window.query_by_label("all keys");
    let middle = hint.map(|hint| hint.rect().center().y);
    let mut row: Vec<Rect> = all
        .map(|label| label.rect())
        .filter(|rect| rect.top() > 700.0 - 26.0 && rect.bottom() <= 700.0)
        .filter(|rect| middle.is_none_or(|middle| (rect.center().y - middle).abs() < 0.3))
        .collect();
    row.sort_by(|a, b| a.left().total_cmp(&b.left()));
    assert!(row.len() > 2, "{width}: {row:?}");
    for pair in row.windows(2) {
        assert!(pair[0].right() <= pair[1].left() + 0.5, "{width}: {pair:?}");
    }
    assert!(
        row.iter()
            .all(|rect| rect.left() >= 0.0 && rect.right() <= width)
    );
}
