//! The skin over time under the timeline's slider: lanes that say their worst, and clicks that go there.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, Rect, TouchPhase, Vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::state::skin_over_time::strip::{Lane, Measure};

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag, open_sized, painted, press, run, wait_until,
};

const DEVIATION: Lane = Lane {
    pane: 1,
    measure: Measure::Deviation,
};

fn lane(window: &Window, name: &str) -> Option<(Rect, String)> {
    let mut found = window.query_all_by_label_contains(name);
    let node = found.next()?;
    let label = node.accesskit_node().label().unwrap_or_default();
    Some((node.rect(), label))
}

#[test]
fn a_click_on_a_lane_goes_to_the_worst_frame_and_shows_its_place() {
    // So wide that the slider is long enough for the lanes to have its times.
    let mut window = open_sized("builtin:cylinder", Vec2::new(1960.0, 900.0));
    drag(&mut window, "Time", Vec2::new(30.0, 0.0));
    assert!(lane(&window, "B from A").is_none(), "no space for it yet");
    run(&mut window, "Skin over time");
    run(&mut window, "Skin over time");
    wait_until(&mut window, "it is measured", |window| {
        let skin = window.state().view().skin_over_time;
        skin.strip().is_complete() && !skin.is_working()
    });
    window.run_steps(2);
    let strip = window.state().view().skin_over_time.strip().clone();
    let worst = strip.worst(DEVIATION).unwrap();
    let (time, end) = (strip.times()[worst], *strip.times().last().unwrap());
    let (rect, said) = lane(&window, "B from A").unwrap();
    // As the sheet counts.
    let told = window.session().character.sheet.unit().moment(time);
    assert!(said.ends_with(&format!("at {told}")), "{said}");
    let slider = window.get_by_label("Time").rect();
    assert!(rect.top() >= slider.bottom() - 1.0, "{rect} {slider}");
    let camera = window.session().camera;
    // The lane has the slider's times.
    let knob = 0.2 * slider.height();
    let x = slider.left() + knob + time / end * (slider.width() - 2.0 * knob);
    click_at(&mut window, Pos2::new(x, rect.center().y), Modifiers::NONE);
    window.run_steps(2);
    let session = window.session();
    assert_eq!(session.playback.moment.map(|it| it.time), Some(time));
    let visited = session.comparing.visited.as_ref().unwrap();
    assert_eq!((visited.pane, visited.rank), (1, 0));
    assert_eq!(session.comparing.active, 1);
    assert_ne!(window.session().camera, camera);
    press(&mut window, Modifiers::SHIFT, Key::Home);
    assert_eq!(window.session().camera, camera, "the way back");
    // A click on its name gives a lane a scale of its own, and another one takes it away.
    let alone = |window: &Window| {
        let lanes = &window.session().character.sheet.scaled_alone;
        lanes.contains(&DEVIATION)
    };
    for is_alone in [true, false] {
        click(&mut window, "Own scale of the distance in B");
        assert_eq!(alone(&window), is_alone);
        let drawn = painted(&window, "B from A, own scale").len();
        assert_eq!(drawn, usize::from(is_alone));
    }
    let (volume, said) = lane(&window, "A volume").unwrap();
    assert!(said.contains('%'), "{said}");
    assert!(volume.bottom() <= rect.top());
    run(&mut window, "Skin over time");
    assert!(lane(&window, "B from A").is_none());
}

/// Seven lanes of four panes have no room there, neither beside rows of keys nor beside curves.
#[test]
fn lanes_without_room_are_scrolled_to_in_the_smallest_window() {
    let mut window = open_sized("builtin:cylinder", Vec2::new(800.0, 600.0));
    for _ in 2..4 {
        run(&mut window, "Add pane");
    }
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::SHIFT, Key::Num2);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    wait_until(&mut window, "there are lanes", |window| {
        let skin = window.state().view().skin_over_time;
        !skin.strip().times().is_empty()
    });
    window.run_steps(4);
    let last = Lane {
        pane: 3,
        ..DEVIATION
    };
    let (first, _) = lane(&window, "A volume: ").unwrap();
    let at = Pos2::new(first.center().x, first.top() + 4.0);
    // Beside curves there is no room for names to be clicked.
    for beside_curves in [false, true] {
        window.hover_at(at);
        window.step();
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: Vec2::new(0.0, -1e4),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(40);
        let (rect, said) = lane(&window, "D from A: ").unwrap();
        assert!(rect.bottom() < 600.0 && rect.width() > 100.0, "{rect}");
        assert!(!said.is_empty());
        if !beside_curves {
            click(&mut window, "Own scale of the distance in D");
            let alone = &window.session().character.sheet.scaled_alone;
            assert!(alone.contains(&last), "{rect}");
        }
        run(&mut window, "Curves");
        window.run_steps(4);
    }
}
