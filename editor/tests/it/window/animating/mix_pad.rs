//! The mix pad in the window: the mix point by pointer and arrow keys, boxes of clips, and the mix kept.

use eframe::egui::{Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::commands::command::Panel;

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag_from, open, press, run,
};

const POINT: &str = "Mix point between clips";

/// The share of each clip that is mixed.
fn shares(window: &Window) -> Vec<f32> {
    let mix = window.session().mix_shown(window.document());
    let shares = mix.map_or_else(Vec::new, |mix| mix.shares);
    shares.iter().map(|of| of.share).collect()
}

#[test]
fn clips_are_mixed_by_pointer_and_keys_and_kept() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next clip");
    let before = window.document().clone();
    run(&mut window, "Mix pad");
    // The pad begins at the clip that is shown.
    assert_eq!(shares(&window), [1.0, 0.0, 0.0, 0.0]);
    let middle = window.get_by_label(POINT).rect().center();
    drag_from(
        &mut window,
        middle,
        Vec2::new(20.0, 0.0),
        PointerButton::Primary,
    );
    let dragged = shares(&window);
    assert!(dragged[1] > dragged[0] && dragged[0] > 0.1, "{dragged:?}");
    assert!((dragged.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    // Beyond a corner it is that clip alone.
    drag_from(
        &mut window,
        middle,
        Vec2::new(95.0, -95.0),
        PointerButton::Primary,
    );
    assert_eq!(shares(&window), [0.0, 1.0, 0.0, 0.0]);

    // A click takes the arrow keys.
    click_at(&mut window, middle, Modifiers::NONE);
    let time = window.session().playback.moment;
    let point = window.session().character.mix_pad.point;
    assert!(point.length() < 0.01, "{point}");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    let moved = window.session().character.mix_pad.point - point;
    assert!(
        (moved.x - 0.1).abs() < 1e-4 && (moved.y - 0.01).abs() < 1e-4,
        "{moved}"
    );
    assert_eq!(window.session().playback.moment, time);

    click(&mut window, "Mix wave");
    assert_eq!(shares(&window).len(), 3);
    assert!(window.document().same_as(&before));
    click(&mut window, "Keep mix as clip");
    assert!(!window.session().is_open(Panel::MixPad));
    let clips = &window.document().character.clips;
    assert_eq!(clips.len(), before.character.clips.len() + 1);
}
