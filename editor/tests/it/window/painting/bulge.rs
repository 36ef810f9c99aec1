//! The bulge map in the window: solved by a dialog over a bent elbow, which then stands out less.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use scene::bulges::standing_out;
use scene::deform::deform;
use session::state::weight_operations::weight_request::RigDialog;
use session::state::weight_table::weights_work::PaintLayer;

use crate::window::support::paint::{CTRL, place};
use crate::window::support::{
    Window, WindowState as _, click, notices, open, press, wait_for_weights, wait_until,
};

/// An arm with its elbow bent, and the bulge map to be painted. Pane B follows maps.
fn begin() -> Window {
    let mut window = open("builtin:arm");
    click(&mut window, "Test pose Elbow");
    press(&mut window, CTRL, Key::Num2);
    let choice = window.query_all_by_label("Paint bulge map").next();
    choice.unwrap().click();
    window.run_steps(3);
    let session = window.session();
    assert_eq!(session.character.weights.layer, PaintLayer::Bulge);
    let followed = session.comparing.panes[1].look.method;
    assert!(followed.follows_maps(), "{followed}");
    window
}

/// How far vertices stand out as pane B has them, over all of them.
fn standing(window: &Window) -> f32 {
    let document = window.document();
    let look = window.session().comparing.panes[1].look;
    let flags = &document.scale_inheritance;
    let posed = deform(&document.character, &document.pose, flags, look).unwrap();
    let found = standing_out(&document.character, &document.pose, flags, look).unwrap();
    let mut sum = 0.0;
    for (posed, found) in posed.iter().zip(&found) {
        for (at, bulge) in posed.positions.iter().zip(&found.bulges) {
            let out = |of: &scene::bulges::Bulge| (at.distance(of.center) - of.radius).max(0.0);
            sum += bulge.as_ref().map_or(0.0, out);
        }
    }
    sum
}

fn painted(window: &Window) -> usize {
    let character = &window.document().character;
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let maps = primitives.filter_map(|primitive| primitive.maps.bulge.as_ref());
    maps.flat_map(|map| {
        map.values()
            .filter(|&number| number > 0.0)
            .collect::<Vec<_>>()
    })
    .count()
}

#[test]
fn the_dialog_solves_the_map_in_one_step_and_says_what_is_left() {
    let mut window = begin();
    let before = standing(&window);
    let all = Modifiers::COMMAND
        .plus(Modifiers::ALT)
        .plus(Modifiers::SHIFT);
    press(&mut window, all, Key::W);
    let dialog = window.session().rigging.dialog;
    assert_eq!(dialog, Some(RigDialog::Bulge));
    click(&mut window, "Solve");
    wait_for_weights(&mut window);
    assert_eq!(window.history().undo_name(), Some("Solve bulge map"));
    let said = notices(&window).last().unwrap().clone();
    let told = [
        "% of what there is without a map stood out before",
        "% is left",
        " worse",
    ];
    assert!(told.iter().all(|part| said.contains(part)), "{said}");
    assert!(window.query_by_label("A: without the bulge map").is_some());
    let after = standing(&window);
    assert!(after < 0.5 * before, "{after} of {before}: {said}");
    // The card says the number where the pointer rests.
    let at = place(&window, 1, "forearm");
    window.hover_at(at);
    wait_until(&mut window, "the card", |window| {
        window.query_by_label_contains("Bulge ").is_some()
    });
    click(&mut window, "Clear bulge map");
    assert_eq!(painted(&window), 0);
    press(&mut window, CTRL, Key::Z);
    assert!(painted(&window) > 0);
}
