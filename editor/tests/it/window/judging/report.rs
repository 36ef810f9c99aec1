//! What the inspector hands out: a joint's numbers as text, and counts of meshes.

use std::collections::HashMap;

use egui_kittest::kittest::Queryable as _;

use crate::support::tube::tube;
use crate::window::support::{
    Window, WindowState as _, click, copied_text, joint, open, type_into, wait_until,
};

/// What a click on something copies.
fn copied_by(window: &mut Window, name: &str) -> String {
    window.get_by_label(name).click();
    copied_text(window)
}

#[test]
fn a_joint_is_copied_with_all_its_numbers() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    for (field, value) in [
        ("Rotation X", "90"),
        ("Translation Y", "0.25"),
        ("Scale Z", "2"),
        ("Shear XY", "0.5"),
    ] {
        type_into(&mut window, field, value);
    }
    let text = copied_by(&mut window, "Copy joint as text");
    let lines: Vec<(&str, &str)> = text
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .collect();
    let said: HashMap<&str, &str> = lines.iter().copied().collect();
    assert_eq!(said.len(), lines.len(), "each is said once: {text}");
    assert_eq!(lines[0], ("joint", "forearm"));
    assert_eq!(said["parent"], "upper_arm");
    let numbers = |name: &str| -> Vec<f32> {
        let numbers = said[name].split(", ");
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    let near = |name: &str, expected: &[f32]| {
        let found = numbers(name);
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        let distance = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(distance.fold(0.0, f32::max) < 1e-4, "{name}: {found:?}");
    };
    near("rotation, degrees about x, y, z", &[90.0, 0.0, 0.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    near("rotation, quaternion x y z w", &[half, 0.0, 0.0, half]);
    near("translation, meters", &[0.0, 0.25, 0.0]);
    near("scale", &[1.0, 1.0, 2.0]);
    near("shear xy yz zx", &[0.5, 0.0, 0.0]);
    // The stretch is ((1, ½, 0), (½, 1, 0), (0, 0, 2)): its eigenvalues are ½, 3/2 and 2.
    let mut principal = numbers("principal stretches");
    principal.sort_by(f32::total_cmp);
    let distance = principal.iter().zip([0.5, 1.5, 2.0]);
    assert!(distance.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) < 1e-4);
    near("volume factor", &[1.5]);
    assert_eq!(said["scale inheritance"], "with children");
    let character = &window.document().character;
    let children = character.rig.skeleton.children(joint(&window, "forearm"));
    assert_eq!(said["children"], children.count().to_string());
    assert!(said["vertices"].parse::<usize>().unwrap() > 100, "{text}");
    assert!(numbers("largest weight")[0] <= 1.0);
}

#[test]
fn large_meshes_are_counted_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 600, 4);
    let mut window = open(file.to_str().unwrap());
    assert!(window.query_by_label_contains("counting").is_none());
    click(&mut window, "Mesh");
    let said = format!("Triangles: {}", scene::names::count(599 * 50 * 2));
    wait_until(&mut window, "it is counted", |window| {
        let is_it = |label: String| label == said;
        let mut found = window.query_all_by(|node| node.label().is_some_and(is_it));
        found.next().is_some()
    });
    assert!(window.query_by_label_contains("counting").is_none());
}
