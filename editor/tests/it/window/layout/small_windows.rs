//! Windows as small as laptops have them: nothing is cut off, and nothing is written over the figure.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, Rect, TouchPhase, Vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::settings::OnionStep;

use crate::window::support::{
    Window, WindowState as _, click, drag, hidden_by, joint, open_sized, painted, pane, place_of,
    press, run, said, seen_at, type_into, wait_until,
};

const SMALL: Vec2 = Vec2::new(1024.0, 640.0);
const LAPTOP: Vec2 = Vec2::new(1280.0, 720.0);

/// Where these words are painted in pane A.
fn in_pane(window: &Window, words: &str) -> Vec<Rect> {
    let pane = pane(window, "Pane A");
    let all = painted(window, words).into_iter();
    all.filter(|text| pane.contains_rect(*text)).collect()
}

#[test]
fn the_time_of_a_clip_takes_no_second_row() {
    let mut window = open_sized("builtin:biped", SMALL);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    let bar = window.get_by_label("Auto-key").rect();
    for field in ["Current time", "End of the clip"] {
        let time = window.get_by_label(field).rect();
        assert!(
            (time.center().y - bar.center().y).abs() < 6.0,
            "{field}: {time} {bar}"
        );
        assert!(time.right() < SMALL.x - 4.0 && !bar.intersects(time));
    }
}

#[test]
fn the_scale_of_weights_leaves_the_head_free() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    for _ in 0..2 {
        click(&mut window, "Add pane");
    }
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "clavicle.L");
    let head = place_of(&window, joint(&window, "head"));
    let scale: Vec<Rect> = ["clavicle.L", "0", "1"]
        .into_iter()
        .flat_map(|words| in_pane(&window, words))
        .collect();
    assert_eq!(scale.len(), 3, "{scale:?}");
    let head = seen_at(&window, "Pane A", head);
    let is_beside = |text: &Rect| text.right() < head.x - 10.0 || text.left() > head.x + 10.0;
    assert!(scale.iter().all(is_beside), "{head} {scale:?}");
}

#[test]
fn columns_of_three_panes_fit_into_the_statistics() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    for _ in 0..2 {
        click(&mut window, "Add pane");
    }
    let right = window.get_by_label("Inspector tab").rect().left() + 300.0;
    let none = window.get_all_by_label("none");
    let ends: Vec<f32> = none.map(|none| none.rect().right()).collect();
    assert!(ends.len() >= 12, "three columns of four: {ends:?}");
    assert!(ends.iter().all(|end| *end < right), "{ends:?}");
}

#[test]
fn a_quaternion_keeps_its_decimals_as_the_joint_turns() {
    let mut window = open_sized("builtin:arm", LAPTOP);
    click(&mut window, "forearm");
    let decimals = |window: &Window| {
        let text = window.get_by_label("Rotation quaternion").value().unwrap();
        let of = |number: &str| number.split_once('.').map(|(_, after)| after.len());
        let all: Vec<Option<usize>> = text.split(", ").map(of).collect();
        all
    };
    let before = decimals(&window);
    type_into(&mut window, "Rotation Y", "-123.4");
    type_into(&mut window, "Rotation Z", "-45.6");
    assert_eq!(decimals(&window), before);
    assert!(before[0].is_some_and(|decimals| decimals >= 2));
}

/// The only text of these words.
fn text(window: &Window, words: &str) -> Rect {
    let found = painted(window, words);
    assert_eq!(found.len(), 1, "{words}: {found:?}");
    found[0]
}

#[test]
fn names_in_the_tree_of_weights_are_whole_and_the_selected_one_stays_in_sight() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    for name in ["forearm_twist.L", "thumb_3.L", "index_3.L"] {
        text(&window, name);
    }
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    run(&mut window, "Select all");
    let line = |window: &Window| {
        let all = painted(window, "toes.R").into_iter();
        all.map(|text| text.center()).find(|at| at.x < 250.0)
    };
    assert!(line(&window).is_some(), "the active joint is scrolled to");
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    window.run_steps(4);
    assert!(line(&window).is_some(), "and stays there in another mode");
}

#[test]
fn colors_of_small_panes_say_the_numbers_of_their_ends() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    for (shading, ends) in [
        ("Shading: Asymmetry", ["0", "0.25"]),
        ("Shading: Normal error", ["0°", "30°"]),
        ("Shading: Near a flip", ["20°", "0°"]),
    ] {
        run(&mut window, shading);
        for end in ends {
            assert_eq!(in_pane(&window, end).len(), 1, "{shading}: {end}");
        }
    }
    // What has no room beside the colors of asymmetry is said where the pointer is.
    run(&mut window, "Shading: Asymmetry");
    wait_until(&mut window, "asymmetry is known", |window| {
        window.state().view().asymmetry.newest_map().is_some()
    });
    window.run_steps(2);
    let legend = window.get_by_label_contains("Asymmetry legend A: ");
    let said = legend.accesskit_node().label().unwrap_or_default();
    for part in ["at most ", "mean ", " over 0.02"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn windows_leave_the_menu_and_the_figure_free() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    let menu = window.get_by_label("File").rect();
    for (action, title) in [("About Dualskin", "About Dualskin"), ("Crowd", "Crowd")] {
        run(&mut window, action);
        window.run_steps(4);
        let title = text(&window, title);
        assert!(title.top() > menu.bottom(), "{action}: {title}");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
    run(&mut window, "New skeleton: biped");
    window.run_steps(4);
    let reset = window.get_by_label("Reset markers").rect();
    let pane = pane(&window, "Pane A");
    assert!(reset.right() + 8.0 < pane.left(), "{reset} {pane}");
}

#[test]
fn lines_of_the_menus_of_keys_are_of_one_width_and_height() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    run(&mut window, "Select all keys");
    let lists = [
        (
            "Interpolation of keys",
            ["Interpolation: Linear", "Flat tangents"],
        ),
        ("Key…", ["Key selected joints", "Key shear"]),
    ];
    for (action, lines) in lists {
        run(&mut window, action);
        let [one, other] = lines.map(|line| window.get_by_label(line).rect());
        assert!((one.width() - other.width()).abs() < 0.5, "{one} {other}");
        assert!((one.height() - other.height()).abs() < 0.5, "{one} {other}");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn no_name_is_written_under_its_keys() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    run(&mut window, "Keyboard shortcuts");
    let names = ["Set blend map at volume problem", "Smooth volume problem"];
    for (name, keys) in names
        .into_iter()
        .zip(["Ctrl+Alt+Shift+B", "Ctrl+Alt+Shift+K"])
    {
        let keys = window.get_by_label(keys).rect();
        let name = text(&window, name);
        assert!(name.right() < keys.left(), "{name} {keys}");
    }
}

#[test]
fn a_legend_that_would_hide_the_figure_is_folded_until_it_is_clicked() {
    let mut window = open_sized("builtin:biped", SMALL);
    click(&mut window, "upper_arm.L");
    type_into(&mut window, "Rotation Z", "70");
    run(&mut window, "Difference in colors");
    let height = |window: &Window| {
        let legend = window.get_by_label("Difference legend B");
        legend.rect().height()
    };
    assert!(height(&window) < 40.0, "{}", height(&window));
    drag(&mut window, "Difference legend B", Vec2::new(-20.0, 10.0));
    assert!(
        height(&window) < 40.0,
        "moved, it is folded: {}",
        height(&window)
    );
    click(&mut window, "Difference legend B");
    window.run_steps(4);
    assert!(height(&window) > 100.0, "{}", height(&window));
    for is_folded in [true, false] {
        run(&mut window, "Fold legend of differences");
        window.run_steps(4);
        assert_eq!(height(&window) < 40.0, is_folded, "{}", height(&window));
    }
}

/// Neither a hand nor a forearm is under the scale: it stands where there is room, or is its title alone.
#[test]
fn the_scale_of_differences_stands_where_the_figure_is_not() {
    for (size, n_panes) in [
        (Vec2::new(1360.0, 850.0), 2),
        (Vec2::new(1280.0, 800.0), 2),
        (Vec2::new(1280.0, 800.0), 3),
    ] {
        let mut window = open_sized("builtin:biped", size);
        for _ in 2..n_panes {
            click(&mut window, "Add pane");
        }
        click(&mut window, "forearm.L");
        type_into(&mut window, "Rotation X", "-70");
        press(&mut window, Modifiers::NONE, Key::Num1);
        run(&mut window, "Difference in colors");
        window.run_steps(4);
        for name in ["B", "C"].iter().take(n_panes - 1) {
            let label = format!("Difference legend {name}");
            let legend = window.get_by_label(&label).rect();
            let pane = format!("Pane {name}");
            let [hidden, all] = hidden_by(&window, &pane, legend);
            assert!(hidden * 30 <= all, "{size}, {name}: {hidden} of {all}");
            let label = format!("View from +Y, pane {name}");
            let axes = window.query_by_label(&label);
            let is_free = |axes: Rect| !axes.intersects(legend);
            assert!(
                axes.is_none_or(|axes| is_free(axes.rect())),
                "{size}, {name}"
            );
        }
    }
}

/// The smallest window of a tablet or a remote desktop: what is compared and changed stays within reach.
const SMALLEST: Vec2 = Vec2::new(800.0, 600.0);

#[test]
fn panes_keep_room_beside_panels() {
    for (size, least) in [(SMALLEST, 160.0), (SMALL, 230.0), (LAPTOP, 340.0)] {
        let window = open_sized("builtin:biped", size);
        for name in ["Pane A", "Pane B"] {
            let pane = pane(&window, name);
            assert!(pane.width() > least, "{size}: {pane}");
        }
        let inspector = window.get_by_label("Inspector tab").rect();
        assert!(inspector.left() < size.x - 200.0, "{size}: {inspector}");
    }
}

#[test]
fn comparing_is_within_reach_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    // Layouts and the difference directly, the rest behind a button.
    click(&mut window, "Wipe");
    click(&mut window, "Side by side");
    click(&mut window, "Difference in colors");
    assert!(window.session().switches.heatmap);
    click(&mut window, "More of comparing");
    for name in ["Next worst spot", "Add pane", "Shading"] {
        assert!(window.query_by_label(name).is_some(), "{name}");
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
}

#[test]
fn keys_are_in_sight_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    window.run_steps(4);
    assert!(window.query_by_label("All keys").is_some());
    let picture = pane(&window, "Pane B");
    assert!(picture.height() > 100.0, "{picture}");
}

/// Statistics that were opened leave no space for the sheet: its most used button stays, and lanes are wide enough to read times from.
#[test]
fn the_button_of_keys_and_lanes_stay_in_the_smallest_window_without_the_sheet() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    click(&mut window, "Statistics tab");
    wait_until(&mut window, "there are lanes", |window| {
        let skin = window.state().view().skin_over_time;
        !skin.strip().times().is_empty()
    });
    window.run_steps(4);
    assert!(window.query_by_label("All keys").is_none(), "no sheet");
    for name in ["Set key", "Current time", "End of the clip"] {
        let rect = window.get_by_label(name).rect();
        assert!(rect.right() < SMALLEST.x, "{name}: {rect}");
    }
    let time = window.get_by_label("Time").rect();
    assert!(time.width() > 80.0, "{time}");
    let lane = window.get_by_label_contains("B volume: ").rect();
    assert!(lane.width() > 500.0 && lane.right() <= SMALLEST.x, "{lane}");
}

/// Without the sheet too, the command has a window with all of them.
#[test]
fn options_of_onion_skins_are_within_reach_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    click(&mut window, "Statistics tab");
    window.run_steps(4);
    assert!(window.query_by_label("All keys").is_none(), "no sheet");
    run(&mut window, "Onion skin options");
    window.run_steps(4);
    for name in [
        "Onion skins before",
        "Opacity of onion skins",
        "After: Green",
    ] {
        let rect = window.get_by_label(name).rect();
        let is_inside = rect.left() > 0.0 && rect.right() < SMALLEST.x;
        assert!(is_inside && rect.bottom() < SMALLEST.y, "{name}: {rect}");
    }
    click(&mut window, "Step of onion skins: Keys");
    // The switch stands before the heading of the same words.
    let switch = window.get_all_by_label("Onion skins").next();
    switch.unwrap().click_accesskit();
    window.run_steps(3);
    let session = window.session();
    assert_eq!(session.settings.onion.step, OnionStep::Keys);
    assert!(session.motion.onion);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("After: Green").is_none());
}

/// The dialog reaches over the pictures there, down to where messages stand.
#[test]
fn a_message_stands_beside_the_dialog_of_a_ready_skeleton() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    run(&mut window, "New skeleton: biped");
    window.run_steps(4);
    let message = said(&window);
    assert!(message.contains("joints already"), "{message}");
    let message = text(&window, &message);
    for choice in ["Upper arm twist", "Forearm twist", "Fingers"] {
        let choice = text(&window, choice);
        assert!(choice.right() < message.left(), "{choice} {message}");
    }
    assert!(pane(&window, "Pane B").right() > message.right());
}

/// What has no room in the row of the tools is in the menu alone: nothing is drawn under the buttons at its end.
#[test]
fn switches_of_rest_tools_are_whole_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    window.run_steps(4);
    for name in ["Moves with joint", "Mirror X"] {
        assert!(window.query_by_label(name).is_some(), "{name}");
    }
    for _ in 0..3 {
        let end = window.get_by_label("Undo").rect().left();
        for name in ["Moves with joint", "Mirror X", "Center in volume"] {
            let switch = window.query_by_label(name).map(|switch| switch.rect());
            let is_whole = switch.is_none_or(|switch| switch.right() < end);
            assert!(is_whole, "{name}: {switch:?}, {end}");
        }
        press(&mut window, Modifiers::ALT, Key::C);
        window.run_steps(2);
    }
}

#[test]
fn choices_of_the_brush_are_whole_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    window.run_steps(4);
    for name in ["Distance: Screen", "Pick joint to take from"] {
        let choice = window.get_by_label(name).rect();
        assert!(choice.right() < SMALLEST.x, "{name}: {choice}");
    }
    let pick = window.get_by_label("Pick joint to take from").rect();
    let limits = window.get_all_by_label("Limit of joints");
    for limit in limits.map(|limit| limit.rect()) {
        assert!(!limit.intersects(pick), "{limit} {pick}");
    }
    press(&mut window, Modifiers::SHIFT, Key::V);
    window.run_steps(4);
    let mut buttons = window.get_all_by_label("Invert mask");
    assert!(buttons.all(|button| button.rect().right() < SMALLEST.x));
}

#[test]
fn worst_spots_are_a_click_away_in_small_windows() {
    let mut window = open_sized("builtin:biped", SMALL);
    click(&mut window, "forearm.L");
    type_into(&mut window, "Rotation X", "-70");
    click(&mut window, "Next worst spot");
    assert!(window.session().comparing.visited.is_some());
    // Behind the button is the rest alone.
    click(&mut window, "More of comparing");
    let all = window.query_all_by_label("Next worst spot").count();
    assert_eq!(all, 1);
    press(&mut window, Modifiers::NONE, Key::Escape);
}

#[test]
fn numbers_of_brush_and_test_pose_are_within_reach() {
    for size in [SMALLEST, SMALL, LAPTOP] {
        let mut window = open_sized("builtin:biped", size);
        let amount = window.get_by_label("Amount of the test pose").rect();
        assert!(amount.width() > 30.0 && amount.right() < size.x, "{amount}");
        press(&mut window, Modifiers::COMMAND, Key::Num2);
        click(&mut window, "Problems tab");
        let bar = window.get_by_label("Undo").rect();
        let all = window.get_all_by_label("Brush radius");
        let in_bar = all.filter(|slider| (slider.rect().center().y - bar.center().y).abs() < 10.0);
        let ends: Vec<f32> = in_bar.map(|slider| slider.rect().right()).collect();
        assert!(ends.iter().any(|end| *end < bar.left()), "{size}: {ends:?}");
    }
}

#[test]
fn hints_of_narrow_panes_are_whole() {
    for size in [SMALLEST, SMALL, LAPTOP] {
        let mut window = open_sized("builtin:biped", size);
        press(&mut window, Modifiers::COMMAND, Key::Num2);
        let pane = pane(&window, "Pane A");
        let hints = painted(&window, "select a joint");
        let longer = painted(&window, "select a joint to see its weights");
        let inside = |hint: &Rect| pane.contains_rect(*hint);
        assert!(hints.iter().chain(&longer).any(inside), "{size}");
    }
}

/// What is too high for the window is scrolled to.
#[test]
fn preferences_fit_into_the_smallest_window() {
    let mut window = open_sized("builtin:arm", SMALLEST);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    window.run_steps(4);
    let preferences = window
        .get_by_role_and_label(Role::Window, "Preferences")
        .rect();
    let whole = Rect::from_min_size(Pos2::ZERO, SMALLEST);
    assert!(whole.contains_rect(preferences), "{preferences}");
    window.hover_at(preferences.center());
    window.step();
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -1e6),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(40);
    let last = window.get_by_label("Restore defaults").rect();
    assert!(preferences.contains_rect(last), "{last} {preferences}");
}

#[test]
fn numbers_of_a_joint_are_whole_in_the_smallest_window() {
    let mut window = open_sized("builtin:biped", SMALLEST);
    click(&mut window, "clavicle.L");
    type_into(&mut window, "Rotation Z", "-123.4");
    type_into(&mut window, "Translation Z", "-1234 mm");
    type_into(&mut window, "Shear ZX", "-0.25");
    window.run_steps(4);
    for name in ["rotation Z", "translation Z", "scale Z", "shear ZX"] {
        let padlock = window.get_by_label(&format!("Lock {name}")).rect();
        assert!(padlock.right() < SMALLEST.x - 8.0, "{name}: {padlock}");
    }
    // The unit that has no room beside each number.
    text(&window, "from rest, in m");
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    window.run_steps(4);
    for name in ["Rest position Z", "Rest rotation Z"] {
        let number = window.get_by_label(name).rect();
        assert!(number.right() < SMALLEST.x - 8.0, "{name}: {number}");
    }
}
