//! Limits of joints in the window.

use eframe::egui::Vec2;
use session::state::gizmo::tool::{Axis, GizmoPart};

use super::gizmo::{drag, handle};
use crate::window::support::{WindowState as _, click, notices, open, run, turned, type_into};

/// Setting limits moves nothing; the ring and the field stop at them, and the field says so.
#[test]
fn limits_stop_the_ring_and_the_field() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    run(&mut window, "Limit joint");
    type_into(&mut window, "Swing about Z from", "-25");
    type_into(&mut window, "Swing about Z to", "25");
    assert_eq!(window.history().undo_name(), Some("Limit forearm"));
    assert!(turned(&window, "forearm") < 1e-3);
    let ring = handle(&window, GizmoPart::Axis(Axis::Z), "Pane A");
    drag(&mut window, ring, Vec2::new(0.0, 160.0));
    let angle = turned(&window, "forearm");
    assert!((angle - 25.0).abs() < 0.05, "{angle}");
    type_into(&mut window, "Rotation Z", "70");
    let angle = turned(&window, "forearm");
    assert!((angle - 25.0).abs() < 0.05, "{angle}");
    let told = notices(&window);
    assert!(
        told.iter()
            .any(|text| text.contains("25.0° about Z is the limit of forearm")),
        "{told:?}"
    );
}
