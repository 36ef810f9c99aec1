//! Props in the window: attached by path, moved by fields, let go by a command, hidden and removed by the list.

use eframe::egui::accesskit::Role::TreeItem;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::document::props::{Holder, Prop};

use crate::window::support::{
    Window, WindowState as _, click, fill, joint, open, press, run, type_into, wait_until,
};

const CYLINDER: &[u8] = include_bytes!("../../../../../assets/cylinder.glb");

fn prop(window: &Window) -> Prop {
    window.document().props[0].clone()
}

#[test]
fn a_prop_is_attached_moved_let_go_hidden_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sword.glb");
    whole_file::write_whole(&path, CYLINDER).unwrap();
    let mut window = open("builtin:arm");
    window.get_by_role_and_label(TreeItem, "hand").click();
    window.run_steps(3);
    let held = Modifiers::COMMAND | Modifiers::ALT | Modifiers::SHIFT;
    press(&mut window, held, Key::Num8);
    fill(&mut window, "Path of the prop", path.to_str().unwrap());
    click(&mut window, "Attach");
    wait_until(&mut window, "it hangs", |window| {
        !window.document().props.is_empty()
    });
    window.run_steps(3);
    let hand = joint(&window, "hand");
    assert_eq!(prop(&window).holder, Holder::Joint(hand));
    window.get_by_label("Holder of sword.glb");

    type_into(&mut window, "Scale of the prop", "2");
    assert_eq!(prop(&window).place.scale, 2.0);
    type_into(&mut window, "Rotation of the prop Y", "90");
    assert_eq!(prop(&window).place.angles.y, 90.0);
    type_into(&mut window, "Place of the prop X", "20 cm");
    assert!((prop(&window).place.translation.x - 0.2).abs() < 1e-6);
    assert_eq!(window.history().undo_name(), Some("Move sword.glb"));

    run(&mut window, "Let go of prop");
    assert_eq!(prop(&window).holder, Holder::World);
    click(&mut window, "Show prop sword.glb");
    assert!(prop(&window).hidden);
    click(&mut window, "Remove prop sword.glb");
    assert!(window.document().props.is_empty());
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(prop(&window).hidden);
}
