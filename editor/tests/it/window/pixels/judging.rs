//! Pictures of the report: of the places in sight, in their poses, with the place marked; others after another report.

use std::sync::Arc;

use eframe::egui::{Key, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use session::state::judging::{Findings, PlaceRow};

use super::support::screen::{colors, cut, open_drawn, unlike};
use super::support::{Window, click, drag, press, run, wait_until};
use crate::window::support::WindowState as _;

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn found(window: &Window) -> Option<Arc<Findings>> {
    window.session().character.judging.found.clone()
}

/// The number of the first check of stretch, its line, and its places in words.
fn stretch(window: &Window) -> (usize, String, Vec<PlaceRow>) {
    let found = found(window).unwrap();
    let mut checks = found.verdict.checks.iter().enumerate();
    let stretch = checks.find(|(_, of)| of.check.id() == "stretch");
    let (index, checked) = stretch.unwrap();
    let limit = checked.limit_words().unwrap();
    let (title, value) = (checked.title(), checked.value_words());
    let unit = window.session().character.sheet.unit();
    let line = format!("{title}: {value} (limit {limit})");
    (index, line, checked.rows(unit))
}

fn picture_of(row: &PlaceRow) -> String {
    format!("Picture of {}", row.words())
}

/// Folds a check out, and waits until its places in sight have pictures; those out of sight have none.
fn unfold(window: &mut Window, line: &str, rows: &[PlaceRow]) {
    window.get_by_label(line).scroll_to_me();
    window.run_steps(8);
    // What was folded out in the report before still is.
    if window.query_by_label(&rows[0].words()).is_none() {
        click(window, line);
    }
    window.run_steps(10);
    wait_until(window, "pictures of what is in sight", |window| {
        let end = corner(window, "bottom-right").y;
        rows.iter().all(|row| {
            let place = window.get_by_label(&row.words()).rect();
            let has_picture = window.query_by_label(&picture_of(row)).is_some();
            let is_in_sight = place.bottom() < end - 16.0;
            let is_hidden = place.top() > end;
            (has_picture || !is_in_sight) && !(has_picture && is_hidden)
        })
    });
}

/// A corner of the report, by which its size is dragged.
fn corner(window: &Window, name: &str) -> Pos2 {
    let label = format!("Resize window {name} corner");
    window.get_by_label(&label).rect().center()
}

/// The picture of a place as it is on the screen.
fn seen(window: &mut Window, row: &PlaceRow) -> RgbaImage {
    window.get_by_label(&picture_of(row)).scroll_to_me();
    window.remove_cursor();
    window.run_steps(8);
    let rect = window.get_by_label(&picture_of(row)).rect();
    assert!((rect.size() - Vec2::splat(96.0)).length() < 0.1, "{rect}");
    // As many pixels wherever it stands, rounded or not.
    let rect = Rect::from_min_size(rect.min, Vec2::splat(96.5));
    cut(&window.render().unwrap(), rect)
}

/// Pixels in the color of the ring around the place.
fn marked(picture: &RgbaImage) -> usize {
    let is_mark =
        |[red, green, blue, _]: [u8; 4]| red > 220 && (70..140).contains(&green) && blue < 110;
    picture.pixels().filter(|pixel| is_mark(pixel.0)).count()
}

#[test]
fn places_of_the_report_have_pictures_that_follow_it() {
    let Some(mut window) = open_drawn("builtin:cylinder") else {
        return;
    };
    press(&mut window, CTRL_ALT, Key::A);
    wait_until(&mut window, "a report", |window| found(window).is_some());
    let (check, line, rows) = stretch(&window);
    unfold(&mut window, &line, &rows);
    let linear = seen(&mut window, &rows[0]);
    assert!(colors(&linear) > 30 && marked(&linear) > 5);

    // A click on the picture shows the place in its pose.
    click(&mut window, &picture_of(&rows[0]));
    let state = window.state();
    let judging = &state.view().session.character.judging;
    assert_eq!(judging.visited, Some([check, 0]));
    let first = found(&window).unwrap();
    let place = &first.verdict.checks[check].places[0];
    let (_, pose) = place.pose.as_ref().unwrap();
    assert_eq!(window.document().pose.rigid, pose.rigid);

    // By another method it is another report, with other pictures.
    run(&mut window, "Next pane");
    run(&mut window, "Method: Two-phase");
    click(&mut window, "Measure again");
    wait_until(&mut window, "another report", |window| {
        found(window).is_some_and(|now| !Arc::ptr_eq(&now, &first))
    });
    let former = picture_of(&rows[0]);
    let (check, line, rows) = stretch(&window);
    unfold(&mut window, &line, &rows);
    assert!(window.query_by_label(&former).is_none());
    let two_phase = seen(&mut window, &rows[0]);
    assert!(marked(&two_phase) > 5);
    assert!(unlike(&linear, &two_phase) > 50);

    // In a narrow window picture and words stand beside each other still, and a click on the row is as good.
    let width =
        |window: &Window| corner(window, "bottom-right").x - corner(window, "bottom-left").x;
    let by = Vec2::new(300.0 - width(&window), 90.0);
    drag(&mut window, "Resize window bottom-right corner", by);
    window.run_steps(4);
    assert!((width(&window) - 300.0).abs() < 12.0, "{}", width(&window));
    let row = window.get_by_label(&rows[0].words()).rect();
    let picture = window.get_by_label(&picture_of(&rows[0])).rect();
    let right = corner(&window, "bottom-right").x;
    assert!(
        row.right() < right && row.contains_rect(picture),
        "{row} {picture}"
    );
    assert!(row.right() - picture.right() > 100.0, "{row} {picture}");
    click(&mut window, &rows[0].words());
    let judging = &window.session().character.judging;
    assert_eq!(judging.visited, Some([check, 0]));
}
