//! Corrective shapes in the window.

use eframe::egui::Vec2;
use session::mode::Mode;
use session::state::painting::sculpt::SculptTool;

use crate::window::support::{WindowState as _, click, open_sized, run, type_into};

/// The section of the inspector makes one of the pose, names it, hands the brush to it and removes it.
#[test]
fn a_corrective_is_made_named_and_removed() {
    let mut window = open_sized("builtin:arm", Vec2::new(1400.0, 2200.0));
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "80");
    run(&mut window, "New corrective shape");
    let made = Some("New corrective forearm 80");
    assert_eq!(window.history().undo_name(), made);
    click(&mut window, "Corrective forearm 80");
    type_into(&mut window, "Name of corrective", "elbow");
    let named = Some("Rename forearm 80 to elbow");
    assert_eq!(window.history().undo_name(), named);
    click(&mut window, "Sculpt corrective: Erase");
    assert_eq!(window.session().sculpts(), Some(SculptTool::Erase));
    assert_eq!(window.session().mode, Mode::Weights);
    click(&mut window, "Remove corrective");
    assert!(window.document().driven.is_empty());
    let removed = Some("Remove corrective elbow");
    assert_eq!(window.history().undo_name(), removed);
}
