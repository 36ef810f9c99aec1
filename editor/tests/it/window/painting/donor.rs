//! The joint that the brush takes weight from is picked by a click.

use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::settings::Sharing;

use crate::window::support::paint::{CTRL, NONE, begin, place, weights};
use crate::window::support::{
    Window, WindowState as _, click, click_at, notices, press, wait_until,
};

fn donor(window: &Window) -> Option<String> {
    let brush = &window.session().settings.brush;
    (brush.sharing == Sharing::Picked).then(|| brush.partner.clone())
}

#[test]
fn the_next_joint_that_is_clicked_gives() {
    let mut window = begin("builtin:biped", "forearm.L");
    let painted = window.session().character.selection.active();
    let before = weights(&window);
    click(&mut window, "Pick joint to take from");
    assert_eq!(donor(&window), None, "nothing is picked yet");
    assert!(
        window
            .query_by_label("the joint that gives the weight")
            .is_some()
    );
    // In the list of joints.
    click(&mut window, "chest");
    assert_eq!(donor(&window).as_deref(), Some("chest"));
    assert_eq!(window.session().character.selection.active(), painted);
    // By its bone.
    click(&mut window, "Pick joint to take from");
    let at = place(&window, 0, "head");
    click_at(&mut window, at, NONE);
    assert_eq!(donor(&window).as_deref(), Some("head"));
    // On the surface, where no bone is.
    click(&mut window, "Pick joint to take from");
    let [from, to] = ["thigh.L", "shin.L"].map(|name| place(&window, 0, name));
    let beside = from.lerp(to, 0.5) + Vec2::new(11.5, 0.0);
    click_at(&mut window, beside, NONE);
    wait_until(&mut window, "a joint is picked", |window| {
        donor(window).as_deref() == Some("thigh.L")
    });
    assert_eq!(window.session().character.selection.active(), painted);
    assert!(weights(&window) == before, "nothing was painted");
    assert!(
        window.query_by_label("add weight").is_some(),
        "the brush again"
    );
}

#[test]
fn the_painted_joint_is_refused_and_escape_gives_up() {
    let mut window = begin("builtin:biped", "forearm.L");
    click(&mut window, "Pick joint to take from");
    // Its row, not its name in the legend.
    let mut named = window.get_all_by_label("forearm.L");
    named.next().unwrap().click();
    drop(named);
    window.run_steps(3);
    assert_eq!(donor(&window), None);
    let said = notices(&window).join("\n");
    assert!(said.contains("it cannot give weight to itself"), "{said}");
    assert!(window.session().picks_donor(), "still asked");
    press(&mut window, NONE, Key::Escape);
    assert!(!window.session().picks_donor());
    click(&mut window, "chest");
    assert_eq!(donor(&window), None, "a click selects again");
    // Another mode forgets it.
    click(&mut window, "Pick joint to take from");
    press(&mut window, CTRL, Key::Num3);
    press(&mut window, CTRL, Key::Num2);
    assert!(!window.session().picks_donor());
}
