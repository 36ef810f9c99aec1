//! Keys in the dope sheet: chosen, dragged, scaled, copied and deleted by pointer and keys.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{Clip, Segment};
use session::state::timeline::axis::Axis;
use session::state::timeline::curves::curves;
use session::state::timeline::values::ValueRange;

use crate::window::support::{
    Window, WindowState as _, click, click_at, copied_text, drag_and_escape, drag_from, fill, open,
    open_sized, press, run, wait_until,
};

/// Height of a row of the sheet.
const ROW: f32 = 20.0;

/// The twist of the cylinder: one joint, 61 keys, 15 in a second.
fn twist() -> Window {
    // So wide that there is room beside a key, between it and the next one.
    let mut window = open_sized("builtin:cylinder", Vec2::new(2000.0, 900.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    assert!(window.query_by_label("Keys of upper").is_some());
    window
}

fn canvas(window: &Window) -> Rect {
    window.get_by_label_contains("Dope sheet: ").rect()
}

fn clip(window: &Window) -> &Clip {
    let app = window.state();
    let shown = app.view().session.playback.moment.unwrap().clip;
    app.view().document.character.clip(shown).unwrap()
}

/// Where a time is in a row.
fn at(window: &Window, time: f64, row: f32) -> Pos2 {
    let rect = canvas(window);
    let range = window.session().character.sheet.range_of(clip(window));
    let x = Axis::new(rect.left(), rect.right(), range).x_of(time);
    Pos2::new(x, rect.top() + ROW * (row + 0.5))
}

fn times(window: &Window) -> Vec<f32> {
    let clip = clip(window);
    let target = clip.targets().next().unwrap();
    clip.keys(target).unwrap().times().to_vec()
}

fn has_key_near(window: &Window, time: f32) -> bool {
    times(window).iter().any(|key| (key - time).abs() < 1e-4)
}

fn selected(window: &Window) -> usize {
    window.session().character.keys.selected.len()
}

fn drag_between(window: &mut Window, (from, to): (f64, f64)) {
    let (from, to) = (at(window, from, 1.0), at(window, to, 1.0));
    drag_from(window, from, to - from, PointerButton::Primary);
}

/// Brings the pointer over a time, so that keys of the keyboard are the sheet's.
fn point(window: &mut Window, time: f64) {
    let place = at(window, time, 1.0);
    window.hover_at(place);
    window.run_steps(3);
}

fn use_maya_keys(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text("Key map: Maya".to_owned()));
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn without_clips_the_sheet_says_how_to_make_one() {
    let mut window = open("builtin:biped_mesh");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    assert!(window.query_by_label_contains("press I: that").is_some());
    run(&mut window, "Key map: Maya-like");
    assert!(window.query_by_label_contains("press S: that").is_some());
}

#[test]
fn a_low_panel_has_a_slider_and_a_higher_one_the_keys() {
    let mut window = open("builtin:cylinder");
    assert!(window.query_by_label_contains("Dope sheet: ").is_none());
    let low = window.get_by_label("Time").rect();
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    assert!(
        window
            .query_by_label_contains("Choose a clip to see its keys")
            .is_some()
    );
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    let sheet = window.get_by_label_contains("Dope sheet: ");
    assert!(sheet.rect().height() > 4.0 * ROW, "{}", sheet.rect());
    assert!(sheet.rect().top() < low.top());
    assert!(
        window
            .query_by_label("Dope sheet: 2 rows, 61 keys, 0 selected")
            .is_some()
    );
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    assert!(window.query_by_label_contains("Dope sheet: ").is_none());
}

#[test]
fn keys_are_chosen_by_boxes_and_clicks_and_follow_the_pointer() {
    let mut window = twist();
    drag_between(&mut window, (-0.1, 0.1));
    assert_eq!(selected(&window), 2, "{}", canvas(&window));
    let place = at(&window, 0.4, 1.0);
    click_at(&mut window, place, Modifiers::SHIFT);
    assert_eq!(selected(&window), 3);
    click_at(&mut window, place, Modifiers::COMMAND);
    assert_eq!(selected(&window), 2);
    click_at(&mut window, place, Modifiers::NONE);
    assert_eq!(selected(&window), 1);

    // Keys are on every second frame of 30: this one goes between two others.
    let before = times(&window);
    drag_between(&mut window, (0.4, 0.4 + 1.0 / 30.0));
    let after = times(&window);
    assert_eq!(after.len(), 61);
    let moved = 13.0_f32 / 30.0;
    assert!(
        after.iter().any(|time| (time - moved).abs() < 1e-6),
        "{after:?}"
    );
    assert!(!has_key_near(&window, 0.4));
    assert_eq!(window.history().undo_name(), Some("Move keys"));
    assert_eq!(window.history().len(), 1, "one drag is one step");
    assert!(
        window
            .query_by_label("Dope sheet: 2 rows, 61 keys, 1 selected")
            .is_some()
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(times(&window), before);

    // A click beside keys chooses none.
    let beside = at(&window, 1.0 + 1.0 / 30.0, 1.0);
    click_at(&mut window, beside, Modifiers::NONE);
    assert_eq!(selected(&window), 0);
}

/// Keys that mean keys of the clip do so only while these are in sight, and so does what follows the pointer.
#[test]
fn a_sheet_that_is_gone_has_no_keys() {
    let mut window = twist();
    click(&mut window, "Keys of upper");
    let place = at(&window, 0.4, 1.0);
    click_at(&mut window, place, Modifiers::NONE);
    assert_eq!(selected(&window), 1);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    press(&mut window, Modifiers::NONE, Key::G);
    window.event(Event::Text("1".to_owned()));
    press(&mut window, Modifiers::NONE, Key::Enter);
    let step = window.history().undo_name();
    assert!(step.is_some_and(|step| step.contains("upper")), "{step:?}");
    assert_eq!(times(&window).len(), 61);
    run(&mut window, "Move keys");
    let why = window.query_by_label_contains("the dope sheet is not in sight");
    assert!(why.is_some(), "the list of commands says why not");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.session().character.sheet.drag.is_none());
}

#[test]
fn keys_are_deleted_and_pasted_by_keys_of_both_maps() {
    let mut window = twist();
    for maya in [false, true] {
        if maya {
            use_maya_keys(&mut window);
        }
        let place = at(&window, 0.4, 1.0);
        click_at(&mut window, place, Modifiers::NONE);
        // As the window gets it from the system, which passes pasting on only where there is a text.
        window.event(Event::Copy);
        let copied = copied_text(&mut window);
        assert_ne!(copied, "");
        press(&mut window, Modifiers::NONE, Key::Delete);
        assert_eq!(times(&window).len(), 60);
        assert_eq!(window.history().undo_name(), Some("Delete keys"));
        // The ruler sets the time, and copies go there.
        let frame = 1.0 + 1.0 / 30.0;
        let ruler = window.get_by_label("Time").rect();
        let there = Pos2::new(at(&window, frame, 0.0).x, ruler.center().y);
        click_at(&mut window, there, Modifiers::NONE);
        let time = |window: &Window| window.session().playback.moment.unwrap().time;
        let now = time(&window);
        assert!((f64::from(now) - frame).abs() < 1e-6, "{now}");
        // A frame on, and back.
        let [on, back] = if maya {
            [Key::Period, Key::Comma].map(|key| (Modifiers::ALT, key))
        } else {
            [Key::ArrowRight, Key::ArrowLeft].map(|key| (Modifiers::NONE, key))
        };
        press(&mut window, on.0, on.1);
        assert!((time(&window) - now - 1.0 / 30.0).abs() < 1e-6);
        press(&mut window, back.0, back.1);
        assert_eq!(time(&window), now);
        point(&mut window, 2.0);
        window.event(Event::Paste(copied));
        window.run_steps(3);
        assert_eq!(times(&window).len(), 61);
        assert!(has_key_near(&window, now));
        assert_eq!(selected(&window), 1, "what was pasted is selected");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(times(&window).len(), 61);
        assert!(has_key_near(&window, 0.4));
    }
}

#[test]
fn keys_scale_and_move_without_a_button_until_a_click() {
    let mut window = twist();
    for (maya, scale) in [(false, Key::S), (true, Key::R)] {
        if maya {
            use_maya_keys(&mut window);
        }
        press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
        let before = times(&window);
        drag_between(&mut window, (-0.1, 1.03));
        assert_eq!(selected(&window), 16);
        point(&mut window, 1.0);
        press(&mut window, Modifiers::NONE, scale);
        assert!(window.session().character.sheet.is_free_drag());
        point(&mut window, 2.0);
        let place = at(&window, 2.0, 1.0);
        click_at(&mut window, place, Modifiers::NONE);
        assert!(window.session().character.sheet.drag.is_none());
        assert_eq!(window.history().undo_name(), Some("Scale keys"));
        let of_selected = &window.session().character.keys.selected;
        let last = of_selected.iter().map(|key| key.time).fold(0.0, f32::max);
        assert!((last - 2.0).abs() < 1e-5, "{last}");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(times(&window), before);

        // Escape leaves everything as it was.
        let place = at(&window, 0.4, 1.0);
        click_at(&mut window, place, Modifiers::NONE);
        let grab = if maya { Key::W } else { Key::G };
        press(&mut window, Modifiers::NONE, grab);
        point(&mut window, 2.0);
        assert_ne!(times(&window), before);
        let mut rests = (0..20).map(|_| window.run_ok().is_some());
        assert!(rests.any(|rests| rests), "a pointer at rest draws no frame");
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert_eq!(times(&window), before);
    }
}

/// Escape ends a drag of egui, too: nothing of it may be kept then, and the button is let go later.
#[test]
fn escape_takes_every_drag_back() {
    let mut window = twist();
    let band = window.get_by_label("Played part: all").rect();
    let x = |window: &Window, time: f64| at(window, time, 1.0).x;
    for (from, to) in [(4.0, 3.0), (1.0, 2.0)] {
        let begin = Pos2::new(x(&window, from), band.center().y);
        let by = Vec2::new(x(&window, to) - begin.x, 0.0);
        drag_and_escape(&mut window, begin, by, Modifiers::NONE);
    }
    assert_eq!(clip(&window).duration(), 4.0);
    assert!(window.query_by_label("Played part: all").is_some());
    // A key between frames, and a box.
    let place = at(&window, 0.4, 1.0);
    click_at(&mut window, place, Modifiers::NONE);
    let before = times(&window);
    for from in [0.4, 1.0 + 1.0 / 30.0] {
        let from = at(&window, from, 1.0);
        drag_and_escape(&mut window, from, Vec2::new(200.0, 0.0), Modifiers::COMMAND);
    }
    assert_eq!(times(&window), before);
    assert_eq!(selected(&window), 1);
    assert!(window.history().is_empty());
}

#[test]
fn a_typed_number_moves_and_scales_keys_and_stands_in_the_hints() {
    let mut window = twist();
    let before = times(&window);
    let place = at(&window, 0.4, 1.0);
    click_at(&mut window, place, Modifiers::NONE);
    press(&mut window, Modifiers::NONE, Key::G);
    for sign in ["-", "5", ".", "5", "7"] {
        window.event(Event::Text(sign.to_owned()));
    }
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Backspace);
    assert!(
        window
            .query_by_label_contains("Move keys −5.5 frames   [-5.5|]")
            .is_some()
    );
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(has_key_near(&window, 0.4 - 5.5 / 30.0));
    assert_eq!(window.history().undo_name(), Some("Move keys"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(times(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    click_at(&mut window, place, Modifiers::NONE);
    press(&mut window, Modifiers::NONE, Key::S);
    window.event(Event::Text("2".to_owned()));
    window.run_steps(2);
    assert!(window.query_by_label_contains("Scale keys 2×").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(times(&window), before);
}

#[test]
fn the_list_of_modes_and_the_menus_change_how_keys_pass_on() {
    let mut window = twist();
    let place = at(&window, 0.4, 1.0);
    click_at(&mut window, place, Modifiers::NONE);
    press(&mut window, Modifiers::NONE, Key::T);
    click(&mut window, "Interpolation: Hold");
    let key = times(&window)
        .iter()
        .position(|time| (time - 0.4).abs() < 1e-4)
        .unwrap();
    let out = |window: &Window, key: usize| {
        let clip = clip(window);
        let target = clip.targets().next().unwrap();
        clip.keys(target).unwrap().mode(key).out
    };
    assert_eq!(out(&window, key), Segment::Hold);
    assert_eq!(out(&window, key + 1), Segment::Linear);
    assert!(!window.session().character.sheet.menu, "the list closes");
    run(&mut window, "Automatic tangents");
    assert_eq!(out(&window, key), Segment::Cubic);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(out(&window, key), Segment::Linear);
}

#[test]
fn rows_open_and_narrow_and_the_ruler_zooms_and_ends_the_clip() {
    let mut window = twist();
    click(&mut window, "Channels of upper");
    assert!(window.query_by_label("Keys of upper, Rotation").is_some());
    click(&mut window, "Keys of upper");
    let joint = crate::window::support::joint(&window, "upper");
    assert_eq!(window.session().character.selection.active(), Some(joint));
    fill(&mut window, "Search rows", "xyz");
    assert!(window.query_by_label("Keys of upper").is_none());
    fill(&mut window, "Search rows", "upper");
    assert!(window.query_by_label("Keys of upper").is_some());
    assert!(window.query_by_label("All shown keys").is_some());
    press(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Modifiers::NONE, Key::Backspace);
    assert!(window.query_by_label("All keys").is_some());
    run(&mut window, "Frame the clip");

    let before = at(&window, 2.0, 1.0);
    point(&mut window, 2.0);
    window.event(Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 120.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(8);
    let sheet = &window.session().character.sheet;
    assert!(sheet.range.unwrap().length() < 4.0, "{:?}", sheet.range);
    let after = at(&window, 2.0, 1.0);
    assert!((after.x - before.x).abs() < 1.5, "{before} {after}");
    run(&mut window, "Frame the clip");

    let band = window.get_by_label("Played part: all").rect();
    let end = Pos2::new(at(&window, 4.0, 1.0).x, band.center().y);
    let later = at(&window, 4.1, 1.0).x - end.x;
    drag_from(
        &mut window,
        end,
        Vec2::new(later, 0.0),
        PointerButton::Primary,
    );
    let duration = clip(&window).duration();
    assert!((duration - 4.1).abs() < 1e-5, "{duration}");
    assert_eq!(window.history().undo_name(), Some("Set end of clip"));
    let from = Pos2::new(at(&window, 1.0, 1.0).x, band.center().y);
    let by = at(&window, 2.0, 1.0).x - from.x;
    drag_from(
        &mut window,
        from,
        Vec2::new(by, 0.0),
        PointerButton::Primary,
    );
    assert!(window.query_by_label("Played part: 30 to 60").is_some());
    let region = window.session().playback.region_shown();
    assert_eq!(region, Some((1.0, 2.0)));
}

/// Held beyond the edge, the mark goes on through time; Escape shows the same time as before, with nothing chosen that was not.
#[test]
fn the_end_of_a_clip_is_led_beyond_what_is_seen() {
    let mut window = twist();
    let band = window.get_by_label("Played part: all").rect();
    let end = Pos2::new(at(&window, 4.0, 1.0).x, band.center().y);
    let beyond = Pos2::new(band.right() + 6.0, band.center().y);
    for escapes in [true, false] {
        assert!((at(&window, 4.0, 1.0).x - end.x).abs() < 0.5);
        window.hover_at(end);
        window.step();
        for (pos, pressed) in [(end, true), (beyond, false)] {
            window.hover_at(pos);
            if !pressed {
                window.run_steps(40);
            }
            if escapes && !pressed {
                press(&mut window, Modifiers::NONE, Key::Escape);
            }
            window.event(Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            window.run_steps(2);
        }
        let duration = clip(&window).duration();
        assert_eq!(duration > 5.0, !escapes, "{duration}");
        let chosen = window.session().character.sheet.range;
        assert_eq!(chosen.is_some(), !escapes, "{chosen:?}");
    }
}

#[test]
fn a_curve_is_bent_by_its_key_and_its_tangent() {
    let mut window = twist();
    click(&mut window, "Keys of upper");
    press(&mut window, Modifiers::SHIFT, Key::T);
    assert!(
        window
            .query_by_label("Curves: 3 numbers, 0 selected keys")
            .is_some()
    );
    let rect = window.get_by_label_contains("Curves: ").rect();
    // At first only what is keyed here is in sight: a turn about one axis, from 0 at the beginning.
    let begin = Pos2::new(rect.left(), rect.top());
    let by = rect.size();
    drag_from(
        &mut window,
        begin + Vec2::new(2.0, 40.0),
        by - Vec2::new(6.0, 42.0),
        PointerButton::Primary,
    );
    let chosen = selected(&window);
    assert!(chosen > 30, "{chosen}");
    assert!(window.query_by_label("Curves of rotation").is_some());
    click(&mut window, "Curves of rotation");
    assert!(
        window
            .query_by_label_contains("Curves: 0 numbers")
            .is_some()
    );
    click(&mut window, "Curves of rotation");
    // Ctrl and the wheel zoom the numbers, keys too; Home shows all of them.
    let height = |window: &Window| {
        let sheet = &window.session().character.sheet;
        sheet.values().map(ValueRange::height)
    };
    window.hover_at(rect.center());
    window.run_steps(2);
    let turned = Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 120.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::COMMAND,
    };
    window.event_modifiers(turned, Modifiers::COMMAND);
    window.run_steps(4);
    let zoomed = height(&window).unwrap();
    assert_eq!(window.session().character.sheet.range, None);
    press(&mut window, Modifiers::NONE, Key::Minus);
    assert!(height(&window).unwrap() > 1.2 * zoomed);
    press(&mut window, Modifiers::NONE, Key::Home);
    assert_eq!(height(&window), None);
    click(&mut window, "Normalize curves");
    assert!(window.session().character.sheet.is_normalized);
    click(&mut window, "Normalize curves");

    // A key goes up by a share of the height, and no other.
    go_to(&mut window, BENT);
    let before = angle(&window);
    let (place, degrees) = on_curve(&window, before);
    window.hover_at(place);
    wait_until(&mut window, "the curve says its name", |window| {
        let names = window.query_all_by_label_contains("upper, Rotation Y: ");
        names.count() > 0
    });
    click_at(&mut window, place, Modifiers::NONE);
    assert_eq!(selected(&window), 1);
    let up = Vec2::new(0.0, -12.0);
    drag_from(&mut window, place, up, PointerButton::Primary);
    let wanted = before + 12.0 * degrees;
    let after = angle(&window);
    assert!(
        (after - wanted).abs() < degrees,
        "{before} {after} {wanted}"
    );
    assert_eq!(window.history().undo_name(), Some("Move keys"));
    assert_eq!(selected(&window), 1);

    // Then its tangent away from it, which was level: the frame after rises, the key stays.
    run(&mut window, "Flat tangents");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    let level = angle(&window);
    let (place, _) = on_curve(&window, after);
    let end = place + Vec2::new(42.0, 0.0);
    drag_from(
        &mut window,
        end,
        Vec2::new(-12.0, -30.0),
        PointerButton::Primary,
    );
    assert_eq!(window.history().undo_name(), Some("Set tangent"));
    let bent = angle(&window);
    assert!(bent > level + 0.5, "{level} {bent}");
    go_to(&mut window, BENT);
    assert!((angle(&window) - after).abs() < 0.06);
    press(&mut window, Modifiers::SHIFT, Key::T);
    assert!(window.query_by_label_contains("Dope sheet: ").is_some());
}

/// The time of a key of the twist, in seconds.
const BENT: f64 = 0.4;

/// Clicks the ruler over the curves.
fn go_to(window: &mut Window, time: f64) {
    let x = time_on_curves(window, time);
    let ruler = window.get_by_label("Time").rect();
    click_at(window, Pos2::new(x, ruler.center().y), Modifiers::NONE);
}

fn time_on_curves(window: &Window, time: f64) -> f32 {
    let rect = window.get_by_label_contains("Curves: ").rect();
    let sheet = &window.session().character.sheet;
    let range = sheet.range_of(clip(window));
    Axis::new(rect.left(), rect.right(), range).x_of(time)
}

/// The angle that the joint is turned by, as the inspector has it: the cylinder twists about Y.
fn angle(window: &Window) -> f32 {
    let text = window.get_by_label("Rotation Y").value().unwrap();
    let number = text.trim_start_matches("Y ").trim_end_matches('°');
    let number = number.replace('−', "-").parse();
    number.unwrap_or_else(|_| panic!("{text}"))
}

/// Where a number is at that key, and degrees a point: all numbers in sight span the height, with margins.
fn on_curve(window: &Window, value: f32) -> (Pos2, f32) {
    let rect = window.get_by_label_contains("Curves: ").rect();
    let (top, bottom) = (rect.top() + 26.0, rect.bottom() - 10.0);
    let clip = clip(window);
    let skeleton = &window.document().character.rig.skeleton;
    let target = clip.targets().next().unwrap();
    let found = curves(skeleton, clip, target, (0.0, clip.duration()), 100);
    let values = found.iter().flat_map(|curve| &curve.points);
    let values = || values.clone().map(|[_, value]| *value);
    let (low, high) = (values().fold(0.0, f32::min), values().fold(0.0, f32::max));
    let degrees = 1.1 * (high - low) / (bottom - top);
    let middle = 0.5 * (low + high);
    let y = 0.5 * (top + bottom) - (value - middle) / degrees;
    (Pos2::new(time_on_curves(window, BENT), y), degrees)
}
