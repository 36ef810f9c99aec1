//! Driven joints in the window.

use eframe::egui::{Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{WindowState as _, click, click_at, open_sized, run, type_into};

/// A joint follows the one selected before it; the section of the inspector has its curve.
#[test]
fn a_joint_is_driven_by_another_one_and_let_go() {
    let mut window = open_sized("builtin:arm", Vec2::new(1400.0, 1400.0));
    click(&mut window, "forearm");
    let hand = window.get_by_label("hand").rect().center();
    click_at(&mut window, hand, Modifiers::COMMAND);
    window.run_steps(2);
    run(&mut window, "Drive by selected joint");
    assert_eq!(window.history().undo_name(), Some("Drive hand"));
    type_into(&mut window, "Value of key 2 of driver 1", "90");
    assert_eq!(window.history().undo_name(), Some("Change driver of hand"));
    let channels = window.document().driven.channels().to_vec();
    let last = channels[0].curve.keys()[1];
    assert!((last.angle.to_degrees() - 180.0).abs() < 0.1, "{last:?}");
    assert!((last.value.to_degrees() - 90.0).abs() < 0.1, "{last:?}");
    click(&mut window, "Driver on 1");
    assert!(window.document().driven.channels()[0].muted);
    click(&mut window, "Remove driver 1");
    assert!(window.document().driven.is_empty());
}
