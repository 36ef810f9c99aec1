//! Node constraints of a file in the window.

use std::sync::Arc;

use eframe::egui::Vec2;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::{Axis, ConstraintKind, NodeConstraint, NodeConstraints};

use crate::window::support::{WindowState as _, click, open_sized, type_into};

/// The inspector says what a joint follows, changes how much of it, and takes it off.
#[test]
fn a_constraint_is_shown_weighed_and_removed() {
    let mut arm = session::files::builtin::find("arm")
        .unwrap()
        .open()
        .unwrap();
    let joint = |name: &str| arm.rig.skeleton.find(name).unwrap();
    let constraint = NodeConstraint {
        source: joint("hand"),
        destination: joint("thumb_3"),
        kind: ConstraintKind::Roll(Axis::Y),
        weight: 1.0,
    };
    let set = NodeConstraints::new(vec![constraint], &arm.rig.skeleton).unwrap();
    arm.constraints = Arc::new(set);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arm.glb");
    character::save(&arm, &path).unwrap();
    let mut window = open_sized(&path.display().to_string(), Vec2::new(1400.0, 1400.0));
    click(&mut window, "thumb_3");
    window.get_by_label("Constraint: roll about Y by hand");
    let switch = window.get_by_label("Switch drivers on or off");
    assert!(switch.accesskit_node().is_disabled(), "it has no switch");
    type_into(&mut window, "Weight of the constraint", "0.25");
    assert_eq!(window.history().undo_name(), Some("Constrain thumb_3"));
    let now = window
        .document()
        .character
        .constraints
        .constraints()
        .to_vec();
    let lighter = NodeConstraint {
        weight: 0.25,
        ..constraint
    };
    assert_eq!(now, [lighter]);
    click(&mut window, "Remove constraint");
    assert!(window.document().character.constraints.is_empty());
    assert!(
        window
            .query_by_label("Constraint: roll about Y by hand")
            .is_none()
    );
}
