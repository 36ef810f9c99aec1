//! In-betweens, mirror posing and locked axes in the window.

use eframe::egui::{Event, Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::document::channel::Channel;

use crate::window::support::{
    Window, WindowState as _, click, hidden_by, joint, open, open_sized, painted, pane, press, run,
    type_into,
};

const NONE: Modifiers = Modifiers::NONE;
const ALT: Modifiers = Modifiers::ALT;
const SHIFT: Modifiers = Modifiers::SHIFT;

/// Types text while a slider runs.
fn type_text(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    window.run_steps(3);
}

fn readout(window: &Window) -> Option<String> {
    let slider = window.session().slider.as_ref();
    slider.map(|slider| slider.readout())
}

fn step(window: &Window) -> String {
    let name = window.history().undo_name();
    name.unwrap_or_default().to_owned()
}

#[test]
fn a_breakdown_is_dragged_typed_and_canceled_in_both_key_maps() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "forearm");
    for keys in ["Key map: Blender", "Key map: Maya"] {
        run(&mut window, keys);
        run(&mut window, "Next key");
        let moment = window.session().playback.moment;
        assert!(moment.is_some(), "a clip is shown");
        let before = window.document().clone();
        let middle = pane(&window, "Pane B").center();
        window.event(Event::PointerMoved(middle));
        window.run_steps(2);
        press(&mut window, SHIFT, Key::E);
        assert_eq!(readout(&window).as_deref(), Some("Breakdown 50 %"));
        window.event(Event::PointerMoved(middle));
        window.run_steps(2);
        window.event(Event::PointerMoved(middle + Vec2::new(90.0, 5.0)));
        window.run_steps(2);
        assert_eq!(readout(&window).as_deref(), Some("Breakdown 80 %"));
        press(&mut window, NONE, Key::Escape);
        assert_eq!(readout(&window), None);
        assert!(window.document().same_as(&before));
        press(&mut window, ALT, Key::E);
        type_text(&mut window, "-30");
        assert_eq!(readout(&window).as_deref(), Some("Push 30 %"));
        press(&mut window, NONE, Key::Enter);
        assert_eq!(step(&window), "Push 30 % of forearm");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(window.session().playback.moment.is_some());
        run(&mut window, "To the beginning");
    }
}

/// What is judged meanwhile stays in sight: the scale stands at an edge beside the figure, and stays there.
#[test]
fn the_scale_of_a_breakdown_hides_no_figure() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, NONE, Key::Space);
    press(&mut window, NONE, Key::Space);
    let middle = pane(&window, "Pane B").center();
    window.event(Event::PointerMoved(middle));
    window.run_steps(2);
    // To a frame between keys.
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    for _ in 0..3 {
        press(&mut window, NONE, Key::ArrowRight);
    }
    press(&mut window, SHIFT, Key::E);
    // The text stands in the middle of the plate, which is at least so large.
    let plate = |window: &Window| {
        let text = painted(window, &readout(window).unwrap())[0];
        let corner = text.center_top() - Vec2::new(70.0, 4.0);
        Rect::from_min_size(corner, Vec2::new(140.0, 64.0))
    };
    let before = plate(&window);
    assert!(pane(&window, "Pane B").contains_rect(before), "{before}");
    let [hidden, all] = hidden_by(&window, "Pane B", before);
    assert!(hidden * 40 <= all, "{hidden} of {all} at {before}");
    window.event(Event::PointerMoved(middle + Vec2::new(60.0, 0.0)));
    window.run_steps(2);
    assert!(plate(&window).center().distance(before.center()) < 2.0);
    press(&mut window, NONE, Key::Escape);
}

#[test]
fn a_padlock_holds_a_number_and_mirror_posing_takes_the_other_side_along() {
    let mut window = open("builtin:biped");
    click(&mut window, "forearm.L");
    click(&mut window, "Lock rotation X");
    assert_eq!(step(&window), "Lock rotation X of forearm.L");
    assert!(
        window
            .get_by_label("Rotation X")
            .accesskit_node()
            .is_disabled()
    );
    press(&mut window, ALT, Key::M);
    assert!(window.session().mirror_posing);
    type_into(&mut window, "Rotation Z", "40");
    let [left, right] = ["forearm.L", "forearm.R"].map(|name| joint(&window, name));
    let document = window.document();
    let turned = |of: rig::JointIndex| document.pose.rigid[of.index()].rotation;
    assert!(turned(left).angle_between(glam::Quat::IDENTITY) > 0.6);
    let same = turned(left).angle_between(glam::Quat::IDENTITY)
        - turned(right).angle_between(glam::Quat::IDENTITY);
    assert!(same.abs() < 1e-3, "as far, on the other side");
    assert!(document.axis_locks[left.index()].has(Channel::Rotation, Some(0)));
    click(&mut window, "Unlock rotation X");
    assert!(
        !window
            .get_by_label("Rotation X")
            .accesskit_node()
            .is_disabled()
    );
    press(&mut window, NONE, Key::L);
    assert_eq!(step(&window), "Lock all channels of forearm.L");
    click(&mut window, "Mirror posing");
    assert!(!window.session().mirror_posing);
}
