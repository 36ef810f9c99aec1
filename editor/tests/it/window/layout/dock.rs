//! Panels that are closed, opened, moved and resized, in windows of every size.

use eframe::egui::{Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::settings::window_layout::{Tile, WindowLayout};

use crate::window::support::{
    Window, WindowState as _, click, drag_from, open, open_path_dropping_changes, open_sized,
    press, wait_until_loaded,
};

/// What stands behind the joints.
const BEHIND: [Tile; 3] = [Tile::Poses, Tile::Clips, Tile::Problems];
const CLOSABLE: [Tile; 4] = [
    Tile::Joints,
    Tile::Inspector,
    Tile::Statistics,
    Tile::Timeline,
];

fn layout(window: &Window) -> &WindowLayout {
    &window.session().settings.layout
}

fn has_tab(window: &Window, tile: Tile) -> bool {
    window
        .query_by_label(&format!("{} tab", tile.title()))
        .is_some()
}

fn pane_width(window: &Window) -> f32 {
    window.get_by_label("Pane A").rect().width()
}

#[test]
fn panels_are_closed_by_their_cross_and_opened_by_the_menu() {
    let mut window = open("builtin:arm");
    let before = pane_width(&window);
    for tile in CLOSABLE {
        if tile == Tile::Joints {
            // What is behind them would keep their place.
            for behind in BEHIND {
                let toggle = format!("Show {}", behind.title());
                for is_seen in [true, false] {
                    click(&mut window, "View");
                    click(&mut window, &toggle);
                    assert_eq!(layout(&window).is_in_sight(behind), is_seen, "{behind:?}");
                }
                assert!(!has_tab(&window, behind));
            }
        }
        assert!(has_tab(&window, tile));
        click(&mut window, &format!("Close {}", tile.title()));
        assert!(!has_tab(&window, tile), "{tile:?} is closed");
    }
    assert!(
        pane_width(&window) > before + 200.0,
        "the panes take the space"
    );
    for tile in CLOSABLE {
        click(&mut window, "View");
        click(&mut window, &format!("Show {}", tile.title()));
        assert!(has_tab(&window, tile), "{tile:?} is open again");
    }
    for behind in BEHIND {
        click(&mut window, "View");
        click(&mut window, &format!("Show {}", behind.title()));
        assert!(has_tab(&window, behind));
    }
    click(&mut window, "Joints tab");
    assert_eq!(*layout(&window), WindowLayout::default());
    assert!((pane_width(&window) - before).abs() < 1.0);
}

#[test]
fn the_palette_closes_panels_and_resets_the_layout() {
    let mut window = open("builtin:arm");
    for words in ["show joints", "reset layout"] {
        press(&mut window, Modifiers::COMMAND, Key::P);
        window.get_by_label("Command").type_text(words);
        window.run_steps(3);
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(
            has_tab(&window, Tile::Joints),
            words == "reset layout",
            "{words}"
        );
    }
    assert_eq!(*layout(&window), WindowLayout::default());
}

#[test]
fn a_panel_is_dragged_by_its_tab() {
    let mut window = open("builtin:arm");
    let tab = window.get_by_label("Statistics tab").rect();
    let target = window.get_by_label("Joints tab").rect().center();
    drag_from(
        &mut window,
        tab.left_center() + Vec2::new(14.0, 0.0),
        target - tab.left_center() - Vec2::new(14.0, 0.0),
        PointerButton::Primary,
    );
    window.run_steps(3);
    assert_ne!(*layout(&window), WindowLayout::default());
    let left = |name: &str| window.get_by_label(name).rect().left();
    assert!(left("Statistics tab") < 200.0, "beside the joints' tab");
    click(&mut window, "Joints tab");
    assert!(
        window.query_by_label("Search joints").is_some() || window.query_by_label("hand").is_some()
    );
    click(&mut window, "View");
    click(&mut window, "Reset layout");
    assert_eq!(*layout(&window), WindowLayout::default());
    assert!(window.get_by_label("Statistics tab").rect().left() > 1000.0);
}

/// But that the timeline makes room for its keys where they are at work.
#[test]
fn modes_move_nothing() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    let rects = |window: &Window| {
        [
            "Joints tab",
            "Inspector tab",
            "Statistics tab",
            "Timeline tab",
        ]
        .map(|name| window.get_by_label(name).rect())
    };
    let before = rects(&window);
    for key in [Key::Num1, Key::Num2, Key::Num3] {
        press(&mut window, Modifiers::COMMAND, key);
        assert_eq!(rects(&window), before);
    }
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    let with_keys = rects(&window);
    assert_eq!(with_keys[..2], before[..2]);
    assert!(with_keys[3].top() < before[3].top() - 100.0);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    assert_eq!(rects(&window), before, "and gives it back");
}

#[test]
fn no_window_is_too_small() {
    for size in [
        Vec2::splat(4.0),
        Vec2::new(300.0, 300.0),
        Vec2::new(4.0, 900.0),
        Vec2::new(1400.0, 4.0),
    ] {
        let mut window = open_sized("builtin:arm", size);
        press(&mut window, Modifiers::COMMAND, Key::Comma);
        click_menu(&mut window);
        window.set_size(Vec2::new(1400.0, 900.0));
        window.run_steps(4);
        assert!(pane_width(&window) > 300.0, "{size}");
    }
}

/// The welcome card, by its action, whatever the window's size.
fn click_menu(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(eframe::egui::Event::Text("welcome".to_owned()));
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
    press(window, Modifiers::NONE, Key::Escape);
}

#[test]
fn the_inspector_has_space_for_the_rotation_where_the_window_is_low() {
    let mut window = open_sized("builtin:arm", Vec2::new(1280.0, 720.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "forearm");
    let field = window.get_by_label("Rotation X").rect();
    let below = window.get_by_label("Statistics tab").rect();
    assert!(field.bottom() <= below.top(), "{field} {below}");
}

/// The heights of the timeline with its tab, and of both it and what is above.
fn heights(window: &Window) -> [f32; 2] {
    let top = |name: &str| window.get_by_label(name).rect().top();
    // Below is the row of hints, 26 points high.
    let bottom = window.ctx.content_rect().bottom() - 26.0;
    [bottom - top("Timeline tab"), bottom - top("Joints tab")]
}

#[test]
fn the_timeline_grows_for_its_keys_and_leaves_the_panes_half_of_the_height() {
    for (size, closes, expected) in [
        (Vec2::new(1600.0, 1000.0), false, Some(256.0)),
        (Vec2::new(1024.0, 640.0), false, None),
        (Vec2::new(1024.0, 640.0), true, Some(190.0)),
        (Vec2::new(1024.0, 560.0), true, None),
    ] {
        let mut window = open_sized("builtin:arm", size);
        press(&mut window, Modifiers::COMMAND, Key::PageDown);
        // Without them nothing else keeps the timeline low.
        for tile in [Tile::Inspector, Tile::Statistics]
            .iter()
            .filter(|_| closes)
        {
            click(&mut window, &format!("Close {}", tile.title()));
        }
        let [usual, _] = heights(&window);
        press(&mut window, Modifiers::COMMAND, Key::Num4);
        let [timeline, whole] = heights(&window);
        assert!(timeline > usual + 100.0, "{size}: {timeline}");
        assert!(timeline <= 0.5 * whole, "{size}: {timeline} of {whole}");
        if let Some(expected) = expected {
            assert!((timeline - expected).abs() < 1.0, "{size}: {timeline}");
        }
        // What the pointer resizes beside it does not make its height a chosen one.
        let panes = window.get_by_label("Pane B").rect();
        let edge = panes.left_center() - Vec2::new(1.5, 0.0);
        drag_from(
            &mut window,
            edge,
            Vec2::new(40.0, 0.0),
            PointerButton::Primary,
        );
        assert!(
            window.get_by_label("Pane B").rect().left() > panes.left() + 30.0,
            "{size}"
        );
        assert_eq!(heights(&window), [timeline, whole], "{size}");
        press(&mut window, Modifiers::COMMAND, Key::Num3);
        assert_eq!(heights(&window)[0], usual, "{size}: it gives it back");
    }
}

/// Without a clip there are no keys to make room for: the timeline has its buttons and says what to do. So it is after another character,
/// whose keys were shown in a height of somebody's choice.
#[test]
fn without_a_clip_the_timeline_leaves_the_panes_their_height() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    let [low, _] = heights(&window);
    assert!(low < 160.0, "{low}");
    for name in ["Set key", "Auto-key"] {
        assert!(window.query_by_label(name).is_some(), "{name}");
    }
    click(&mut window, "forearm");
    press(&mut window, Modifiers::NONE, Key::I);
    let [grown, _] = heights(&window);
    assert!(grown > low + 80.0, "{grown}");
    let tab = window.get_by_label("Timeline tab").rect();
    let edge = tab.left_top() + Vec2::new(600.0, -1.5);
    drag_from(
        &mut window,
        edge,
        Vec2::new(0.0, -100.0),
        PointerButton::Primary,
    );
    let [chosen, _] = heights(&window);
    assert!(chosen > grown + 60.0, "{chosen}");
    // Without the clip again, what the pointer resizes beside it leaves the choice.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    let [lowered, _] = heights(&window);
    assert!(lowered < 160.0, "{lowered}");
    let edge = window.get_by_label("Pane B").rect().left_center() - Vec2::new(1.5, 0.0);
    drag_from(
        &mut window,
        edge,
        Vec2::new(40.0, 0.0),
        PointerButton::Primary,
    );
    press(&mut window, Modifiers::NONE, Key::I);
    let [again, _] = heights(&window);
    assert!((again - chosen).abs() < 1.5, "{again} {chosen}");
    open_path_dropping_changes(&mut window, "builtin:biped_mesh");
    wait_until_loaded(&mut window);
    let [of_next, _] = heights(&window);
    assert!(of_next < 160.0, "{of_next}");
    assert!(window.query_by_label_contains("press I: that").is_some());
}

/// Without a clip the timeline's upper edge springs back, and where it was dragged to does not keep the timeline from growing later.
#[test]
fn a_drag_of_the_timeline_without_a_clip_chooses_no_height() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "forearm");
    press(&mut window, Modifiers::NONE, Key::I);
    let [grown, _] = heights(&window);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    let [low, _] = heights(&window);
    assert!(low < grown - 80.0, "{low} {grown}");
    let tab = window.get_by_label("Timeline tab").rect();
    let edge = tab.left_top() + Vec2::new(600.0, -1.5);
    drag_from(
        &mut window,
        edge,
        Vec2::new(0.0, -40.0),
        PointerButton::Primary,
    );
    let [after, _] = heights(&window);
    assert!((after - low).abs() < 1.0, "{after} {low}");
    press(&mut window, Modifiers::NONE, Key::I);
    let [again, _] = heights(&window);
    assert!((again - grown).abs() < 1.0, "{again} {grown}");
}

/// The numbers of a pose are whole where keys are at work; statistics give way, and come back by a click on their tab.
#[test]
fn all_numbers_of_a_pose_are_in_sight_in_animate_mode() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "upper_arm.L");
    window.run_steps(3);
    let tab = window.get_by_label("Statistics tab").rect();
    for field in ["Rotation X", "Scale X", "Shear XY", "Shear ZX"] {
        let field = window.get_by_label(field).rect();
        assert!(field.bottom() <= tab.top(), "{field} {tab}");
    }
    assert!(below(&window, tab) < 8.0, "{tab}");
    click(&mut window, "Statistics tab");
    let opened = window.get_by_label("Statistics tab").rect();
    assert!(opened.top() < tab.top() - 60.0, "{opened} {tab}");
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    let statistics = window.get_by_label("Statistics tab").rect();
    assert!(below(&window, statistics) > 60.0);
}

/// The height between something and the row of hints.
fn below(window: &Window, place: Rect) -> f32 {
    window.ctx.content_rect().bottom() - 26.0 - place.bottom()
}

/// However high the window is.
#[test]
fn statistics_cover_no_number_of_a_pose_without_a_clip() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "upper_arm.L");
    for height in [800.0, 860.0, 1000.0] {
        window.set_size(Vec2::new(1280.0, height));
        window.run_steps(4);
        let tab = window.get_by_label("Statistics tab").rect();
        for field in ["Rotation X", "Scale X", "Shear XY", "Shear ZX"] {
            let field = window.get_by_label(field).rect();
            assert!(field.bottom() <= tab.top(), "{height}: {field} {tab}");
        }
        assert!(
            below(&window, tab) < 8.0,
            "folded until it is clicked: {tab}"
        );
    }
}

/// A click on the folded tab opens statistics in Animate mode alone, another folds them again, and neither is a height of somebody's
/// choice.
#[test]
fn a_click_on_a_folded_tab_chooses_no_height() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    let top = |window: &Window| window.get_by_label("Statistics tab").rect().top();
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    let (usual, stored) = (top(&window), layout(&window).clone());
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    let folded = top(&window);
    for _ in 0..2 {
        click(&mut window, "Statistics tab");
        let opened = top(&window);
        assert!(opened < folded - 60.0, "{opened} {folded}");
        click(&mut window, "Statistics tab");
        let again = top(&window);
        assert!((again - folded).abs() < 1.0, "{again} {folded}");
    }
    click(&mut window, "Statistics tab");
    assert_eq!(*layout(&window), stored);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    let after = top(&window);
    assert!((after - usual).abs() < 1.0, "{after} {usual}");
    // In a window that has no room for it either.
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    window.set_size(Vec2::new(1280.0, 360.0));
    window.run_steps(4);
    click(&mut window, "Statistics tab");
    assert_eq!(*layout(&window), stored);
}
