//! The list of steps: all by name, the present one marked, and a click goes there.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{Window, WindowState as _, click, joint, open, press, type_into};

/// The angle about X of the pose, in degrees.
fn bent(window: &Window) -> f32 {
    let place = joint(window, "forearm").index();
    let rotation = window.document().pose.rigid[place].rotation;
    rotation.to_axis_angle().1.to_degrees()
}

#[test]
fn a_click_on_a_step_goes_there_and_back() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    for angle in ["10", "20", "30"] {
        type_into(&mut window, "Rotation X", angle);
    }
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::Z);
    let names: Vec<String> = window.history().names().map(str::to_owned).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    let row = |step: usize| match step {
        0 => "Step 0: Start".to_owned(),
        step => format!("Step {step}: {}", names[step - 1]),
    };
    for (step, angle) in [(1, 10.0), (0, 0.0), (3, 30.0), (2, 20.0)] {
        click(&mut window, &row(step));
        assert!((bent(&window) - angle).abs() < 0.1, "step {step}");
        assert_eq!(window.history().len(), step);
        let all = window.history().names().count();
        assert_eq!(all, 3, "none is lost by looking");
    }
    type_into(&mut window, "Rotation X", "50");
    let all = window.history().names().count();
    assert_eq!(
        all, 3,
        "a new step takes the place of those that were undone"
    );
    assert!(window.query_by_label(&row(3)).is_some());
}
