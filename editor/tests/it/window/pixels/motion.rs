//! Onion skins and motion trails in the panes.

use eframe::egui::{Key, Modifiers};

use super::support::screen::{open_drawn, panes, unlike};
use super::support::{click, press, run, wait_until};

#[test]
fn both_panes_show_skins_and_trails_and_nothing_of_them_stays() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next clip");
    click(&mut window, "hand");
    let settled = |window: &mut super::support::Window| {
        wait_until(window, "all is there", |window| {
            let motion = window.state().motion();
            let is_shaded = !window.state().contact().is_working();
            !motion.onion.is_working() && !motion.trails.is_working() && is_shaded
        });
    };
    settled(&mut window);
    let bare = panes(&mut window);
    press(&mut window, Modifiers::ALT, Key::O);
    settled(&mut window);
    let skins = panes(&mut window);
    press(&mut window, Modifiers::ALT, Key::T);
    settled(&mut window);
    let trails = panes(&mut window);
    for pane in 0..2 {
        let (bare, skins, trails) = (&bare[pane], &skins[pane], &trails[pane]);
        assert!(unlike(bare, skins) > 500, "{}", unlike(bare, skins));
        assert!(unlike(skins, trails) > 50, "{}", unlike(skins, trails));
    }
    press(&mut window, Modifiers::ALT, Key::O);
    press(&mut window, Modifiers::ALT, Key::T);
    for (before, after) in bare.iter().zip(panes(&mut window)) {
        assert_eq!(unlike(before, &after), 0);
    }
}
