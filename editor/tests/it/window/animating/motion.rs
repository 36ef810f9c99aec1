//! Onion skins and motion trails: switched by keys and buttons, with their options.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::settings::OnionStep;

use crate::window::support::{
    Window, WindowState as _, click, notices, open, press, run, wait_until,
};

/// The arm in the middle of its first clip, in Animate mode.
fn animating() -> Window {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    window
}

fn wait_until_settled(window: &mut Window) {
    wait_until(window, "skins and trails are there", |window| {
        let motion = window.state().view().motion;
        !motion.onion.is_working() && !motion.trails.is_working()
    });
    window.run_steps(2);
}

#[test]
fn onion_skins_are_switched_by_their_key_and_set_in_their_options() {
    let mut window = animating();
    press(&mut window, Modifiers::ALT, Key::O);
    assert!(!window.session().motion.onion);
    let said = notices(&window).join("\n");
    assert!(said.contains("show a clip first"), "{said}");
    run(&mut window, "Next clip");
    press(&mut window, Modifiers::ALT, Key::O);
    wait_until_settled(&mut window);
    let times = |window: &Window| -> Vec<f32> {
        let skins = window.state().view().motion.onion.skins().iter();
        skins.map(|skin| skin.at.time).collect()
    };
    assert_eq!(
        times(&window).len(),
        6,
        "a clip that goes round shows both sides"
    );
    click(&mut window, "Loop");
    wait_until_settled(&mut window);
    assert_eq!(times(&window).len(), 3, "at its beginning only later ones");

    click(&mut window, "Onion skin options");
    click(&mut window, "Step of onion skins: Keys");
    click(&mut window, "After: Green");
    let onion = window.session().settings.onion;
    assert_eq!(onion.step, OnionStep::Keys);
    assert_eq!(onion.after_color, [104, 180, 72]);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("After: Green").is_none());
    wait_until_settled(&mut window);
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(times(&window).is_empty(), "they pause while the clip plays");
    press(&mut window, Modifiers::NONE, Key::Space);
    wait_until_settled(&mut window);
    assert!(!times(&window).is_empty());
    click(&mut window, "Onion skins");
    assert!(!window.session().motion.onion);
    assert!(times(&window).is_empty());
    for is_on in [true, false] {
        click(&mut window, "Motion trails");
        assert_eq!(window.session().motion.trails, is_on);
    }
}
