//! The joint that the brush takes weight from: picked by a click, and told of where it does not give.

use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::settings::{BrushTool, Sharing};

use crate::window::support::paint::{CTRL, NONE, begin, place, stroke, weights};
use crate::window::support::{
    Window, WindowState as _, click, click_at, notices, press, wait_until,
};

const ALONG: Vec2 = Vec2::new(12.0, 6.0);

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

#[test]
fn a_donor_with_nothing_to_give_is_reported_once_a_stroke() {
    let mut window = begin("builtin:biped", "forearm.L");
    click(&mut window, "Pick joint to take from");
    click(&mut window, "head");
    let tells = |window: &Window| {
        let said = notices(window);
        said.iter()
            .filter(|text| text.contains("taken from all other joints"))
            .count()
    };
    let at = place(&window, 0, "upper_arm.L");
    stroke(&mut window, at, ALONG, NONE);
    assert_eq!(tells(&window), 1, "{:?}", notices(&window));
    let said = notices(&window).join("\n");
    assert!(said.contains("head has too little to give"), "{said}");
    // One that has enough needs no word.
    press(&mut window, CTRL, Key::Z);
    click(&mut window, "Pick joint to take from");
    click(&mut window, "upper_arm.L");
    let from = place(&window, 0, "upper_arm.L").lerp(place(&window, 0, "forearm.L"), 0.5);
    stroke(&mut window, from, Vec2::new(2.0, 1.0), NONE);
    assert_eq!(window.session().settings.brush.tool, BrushTool::Add);
    assert_eq!(tells(&window), 1, "{:?}", notices(&window));
    // A locked one gives nothing, and that is said.
    let lock = window.get_by_label("Lock upper_arm.L");
    lock.click();
    window.run_steps(3);
    stroke(&mut window, from, Vec2::new(2.0, 1.0), NONE);
    let said = notices(&window).join("\n");
    assert!(said.contains("“upper_arm.L” is locked"), "{said}");
}
