//! Limits of joints in the window.

use eframe::egui::Vec2;
use session::state::gizmo::tool::{Axis, GizmoPart};

use super::gizmo::{drag, handle};
use crate::window::support::{
    WindowState as _, click, notices, open_sized, run, turned, type_into,
};

/// Setting limits moves nothing; the ring and the field stop at them, and the field says so.
#[test]
fn limits_stop_the_ring_and_the_field() {
    // So high that the numbers of limits are in sight.
    let mut window = open_sized("builtin:arm", Vec2::new(1400.0, 1400.0));
    click(&mut window, "forearm");
    run(&mut window, "Limit joint");
    type_into(&mut window, "Swing about Z from", "-25");
    type_into(&mut window, "Swing about Z to", "25");
    assert_eq!(window.history().undo_name(), Some("Limit forearm"));
    assert!(turned(&window, "forearm") < 1e-3);
    let ring = handle(&window, GizmoPart::Axis(Axis::Z), "Pane A");
    // About as far as the ring is wide: the small ring is grasped near the joint.
    drag(&mut window, ring, Vec2::new(0.0, 60.0));
    assert_eq!(window.history().undo_name(), Some("Rotate forearm"));
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
