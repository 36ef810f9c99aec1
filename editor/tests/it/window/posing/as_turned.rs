//! Rotations beyond half a turn in the window: typed, shown, and marked where signs flip.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::SignRule;
use scene::valid_signs::SignCount;
use scene::view::shading::Shading;
use session::features::viewport::pose_heat::PoseHeat;

use crate::window::support::{WindowState as _, click, joint, open, press, type_into, wait_until};

#[test]
fn a_typed_turn_is_shown_as_typed_and_its_vertices_are_marked() {
    let mut window = open("builtin:cylinder");
    let rule =
        |window: &crate::window::support::Window| window.session().comparing.panes[1].look.signs;
    assert_eq!(rule(&window), SignRule::Followed, "as panes begin");
    for (choice, wanted) in [
        ("First influence", SignRule::First),
        ("As turned", SignRule::Followed),
    ] {
        click(&mut window, "Pane B options");
        click(&mut window, choice);
        assert_eq!(rule(&window), wanted);
        press(&mut window, Modifiers::NONE, Key::Escape);
    }

    let names: Vec<String> = {
        let skeleton = &window.document().character.rig.skeleton;
        skeleton
            .joints()
            .map(|joint| skeleton.name(joint).to_owned())
            .collect()
    };
    let name = names[1].clone();
    click(&mut window, &name);
    type_into(&mut window, "Rotation Y", "300");
    let place = joint(&window, &name).index();
    let turned =
        |window: &crate::window::support::Window| window.document().pose.rigid[place].rotation;
    assert!(turned(&window).w < -0.8, "{}", turned(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.run_steps(2);
    let shown = window.get_by_label("Rotation Y").accesskit_node().value();
    assert!(
        shown.is_some_and(|value| value.contains("300.0")),
        "not \u{2212}60"
    );

    // 175 degrees the long way about: near a flip, and not beyond; with 300 beyond.
    click(&mut window, "Shading");
    click(&mut window, "Near a flip");
    assert_eq!(window.session().shading, Shading::NearFlip);
    let found =
        |window: &crate::window::support::Window| match window.state().view().heats.of_pane(1) {
            Some(PoseHeat::NearFlip(found)) => found.count,
            _ => SignCount::default(),
        };
    wait_until(&mut window, "vertices beyond a flip", |window| {
        found(window).invalid > 0 && found(window).without_valid == 0
    });
    type_into(&mut window, "Rotation Y", "175");
    wait_until(&mut window, "vertices near a flip", |window| {
        found(window).near > 0 && found(window).invalid == 0
    });

    type_into(&mut window, "Rotation Y", "400");
    assert!(
        window
            .query_by_label_contains("Y 400.0° (1 turn + 40.0°)")
            .is_some()
    );
}
