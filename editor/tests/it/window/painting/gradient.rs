//! Gradients of weights in the window, by pointer and keys.

use eframe::egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use scene::placed::placed_primitives;
use session::settings::{BrushTool, GradientKind};

use crate::support::tube::tube;
use crate::window::support::paint::{
    CTRL, NONE, Weights, begin, button, hold, place, press_and_drag, stroke, total_of, weights,
};
use crate::window::support::{
    Window, WindowState as _, click, joint, notices, press, run, wait_until,
};

const SHIFT: Modifiers = Modifiers::SHIFT;

/// The biped with its forearm, and the tool in hand.
fn begin_gradient() -> Window {
    let mut window = begin("builtin:biped", "forearm.L");
    press(&mut window, Modifiers::ALT, Key::Num8);
    assert_eq!(window.session().settings.brush.tool, BrushTool::Gradient);
    window
}

/// From the shoulder to the elbow, and a little beyond.
fn along_the_arm(window: &Window, pane: usize) -> (Pos2, Vec2) {
    let from = place(window, pane, "upper_arm.L");
    (from, place(window, pane, "forearm.L") - from)
}

fn changed(before: &Weights, after: &Weights) -> usize {
    before.iter().zip(after).filter(|(a, b)| a != b).count()
}

#[test]
fn a_drag_is_seen_while_it_lasts_and_is_one_step() {
    let mut window = begin_gradient();
    let (before, steps) = (weights(&window), window.history().len());
    let (from, by) = along_the_arm(&window, 0);
    press_and_drag(&mut window, from, by, NONE);
    let during = weights(&window);
    assert!(during != before, "seen while the button is down");
    let stroke = window.session().painting.stroke.as_ref();
    let drawn = stroke.and_then(|work| work.drawn.clone()).unwrap();
    assert_eq!(drawn.kind, GradientKind::Line);
    assert_eq!(drawn.values, [1.0, 0.0]);
    // A shorter one leaves nothing of the longer one behind.
    window.hover_at(from + by * 0.4);
    window.run_steps(2);
    let shorter = weights(&window);
    let counts = [&shorter, &during].map(|after| changed(&before, after));
    assert!(counts[0] < counts[1], "{counts:?}");
    button(&window, from + by * 0.4, false, NONE);
    window.run_steps(4);
    let after = weights(&window);
    assert!(after == shorter, "what was seen is kept");
    assert_eq!(window.history().len(), steps + 1, "one step");
    assert_eq!(window.history().undo_name(), Some("Gradient of forearm.L"));
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.starts_with("Gradient of forearm.L: ") && said.contains("weights changed by up to "),
        "{said}"
    );
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(weights(&window) == after, "to the bit");
}

#[test]
fn escape_puts_everything_back_and_a_click_does_nothing() {
    let mut window = begin_gradient();
    let (before, steps) = (weights(&window), window.history().len());
    let (from, by) = along_the_arm(&window, 1);
    press_and_drag(&mut window, from, by, NONE);
    assert!(weights(&window) != before);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before, "to the bit");
    button(&window, from + by, false, NONE);
    window.run_steps(3);
    press_and_drag(&mut window, from, by, CTRL);
    press(&mut window, CTRL, Key::Escape);
    button(&window, from + by, false, NONE);
    window.run_steps(3);
    assert!(weights(&window) == before);
    stroke(&mut window, from, Vec2::ZERO, NONE);
    assert!(weights(&window) == before);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("drag from one place"), "{said}");
    assert_eq!(window.history().len(), steps);
}

#[test]
fn shift_is_radial_and_ctrl_the_other_way_round() {
    let mut window = begin_gradient();
    let (from, by) = along_the_arm(&window, 0);
    for (held, kind, values) in [
        (SHIFT, GradientKind::Radial, [1.0, 0.0]),
        (CTRL, GradientKind::Line, [0.0, 1.0]),
        (CTRL | SHIFT, GradientKind::Radial, [0.0, 1.0]),
    ] {
        let before = weights(&window);
        press_and_drag(&mut window, from, by * 0.5, held);
        let stroke = window.session().painting.stroke.as_ref();
        let drawn = stroke.and_then(|work| work.drawn.clone()).unwrap();
        assert_eq!((drawn.kind, drawn.values), (kind, values));
        button(&window, from + by * 0.5, false, held);
        window.step();
        hold(&window, NONE);
        window.run_steps(4);
        assert!(weights(&window) != before, "{held:?}");
        press(&mut window, CTRL, Key::Z);
        assert!(weights(&window) == before);
    }
}

#[test]
fn options_are_set_by_the_inspector_and_the_palette() {
    let mut window = begin_gradient();
    let gradient = |window: &Window| window.session().settings.brush.gradient;
    click(&mut window, "Gradient: Radial");
    assert_eq!(gradient(&window).kind, GradientKind::Radial);
    run(&mut window, "gradient line");
    assert_eq!(gradient(&window).kind, GradientKind::Line);
    click(&mut window, "Swap gradient ends");
    assert_eq!((gradient(&window).start, gradient(&window).end), (0.0, 1.0));
    run(&mut window, "gradient extend before start");
    assert!(gradient(&window).before && !gradient(&window).beyond);
    run(&mut window, "gradient extend beyond end");
    assert!(gradient(&window).beyond);
    run(&mut window, "gradient include loose");
    assert!(gradient(&window).whole);
    // Beyond the end, from 0 to 1: everything beyond the elbow is the forearm's.
    let (from, by) = along_the_arm(&window, 0);
    let before = total_of(&window, "hand.L");
    stroke(&mut window, from, by, NONE);
    assert!(total_of(&window, "hand.L") < before);
    click(&mut window, "Add brush");
    assert_eq!(window.session().settings.brush.tool, BrushTool::Add);
    click(&mut window, "Gradient tool");
    assert_eq!(window.session().settings.brush.tool, BrushTool::Gradient);
}

#[test]
fn locks_hold_and_what_cannot_be_done_is_said() {
    let mut window = begin_gradient();
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    press(&mut window, NONE, Key::L);
    stroke(&mut window, from, by, NONE);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("forearm.L is locked"), "{said}");
    assert!(weights(&window) == before);
    press(&mut window, NONE, Key::L);
    press(&mut window, SHIFT, Key::L);
    stroke(&mut window, from, by, NONE);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("all other joints locked"), "{said}");
    assert!(weights(&window) == before);
    press(&mut window, Modifiers::ALT, Key::L);
    // Only one of the others.
    click(&mut window, "chest");
    press(&mut window, NONE, Key::L);
    click(&mut window, "forearm.L");
    let chest = joint(&window, "chest");
    stroke(&mut window, from, by, NONE);
    let after = weights(&window);
    assert!(after != before);
    let of = |all: &Weights| -> Vec<Option<u32>> {
        all.iter().map(|row| row.get(&chest).copied()).collect()
    };
    assert!(of(&after) == of(&before), "to the bit");
    assert!(after.iter().all(|row| row.len() <= 4), "the limit");
}

#[test]
fn only_selected_vertices_change() {
    let mut window = begin_gradient();
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    press(&mut window, SHIFT, Key::V);
    stroke(
        &mut window,
        from - Vec2::splat(6.0),
        Vec2::splat(12.0),
        NONE,
    );
    let selected = window.session().character.weights.vertices.all().len();
    assert!(selected > 0, "a box around the shoulder selects");
    press(&mut window, Modifiers::ALT, Key::Num8);
    assert!(!window.session().selects_vertices());
    stroke(&mut window, from - by, by * 3.0, NONE);
    let after = weights(&window);
    let count = changed(&before, &after);
    assert!(count > 0, "{}", notices(&window).join("\n"));
    // Vertices at the same places go along.
    assert!(count <= 4 * selected, "{count} of {selected}");
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("selected"), "{said}");
}

#[test]
fn the_other_side_gets_the_same_gradient() {
    let mut window = begin_gradient();
    press(&mut window, Modifiers::ALT, Key::M);
    assert!(window.session().settings.brush.mirror);
    let (from, by) = along_the_arm(&window, 0);
    let before = total_of(&window, "forearm.R");
    stroke(&mut window, from, by * 0.7, NONE);
    let (left, right) = (
        total_of(&window, "forearm.L"),
        total_of(&window, "forearm.R"),
    );
    assert!(right > before + 1.0, "{right} after {before}");
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
}

#[test]
fn a_gradient_lies_on_the_posed_surface_and_a_clip_goes_on() {
    let mut window = begin_gradient();
    press(&mut window, NONE, Key::Space);
    assert!(window.session().playback.playing);
    window.run_steps(3);
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by, NONE);
    assert!(window.session().playback.playing, "the clip goes on");
    assert!(weights(&window) != before);
    press(&mut window, NONE, Key::Space);
    let camera = window.session().camera;
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by * 0.8, NONE);
    assert!(weights(&window) != before, "posed, and standing");
    assert_eq!(window.session().camera, camera);
    let pane = window.get_by_label("Pane A").rect();
    assert!(pane.contains(from));
}

#[test]
fn the_blend_map_is_graded_too() {
    let mut window = begin("builtin:biped", "");
    press(&mut window, Modifiers::ALT, Key::B);
    press(&mut window, Modifiers::ALT, Key::Num8);
    let numbers = |window: &Window| -> Vec<f32> {
        let character = &window.document().character;
        let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let maps = primitives.filter_map(|primitive| {
            let map = primitive.maps.blend.as_ref()?;
            let vertices = 0..primitive.positions.len();
            Some(
                vertices
                    .map(|vertex| map.value(vertex))
                    .collect::<Vec<f32>>(),
            )
        });
        maps.flatten().collect()
    };
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by, NONE);
    let lowest = numbers(&window).into_iter().fold(1.0, f32::min);
    assert!(lowest < 0.3, "{lowest}: {:?}", notices(&window));
    assert!(weights(&window) == before, "weights stay");
    assert_eq!(window.history().undo_name(), Some("Gradient of blend map"));
    press(&mut window, CTRL, Key::Z);
    assert!(numbers(&window).into_iter().all(|number| number == 1.0));
}

/// The places of all vertices at rest, as [`weights`] lists them.
fn places_at_rest(window: &Window) -> Vec<glam::Vec3> {
    let character = &window.document().character;
    let skinned = placed_primitives(character)
        .filter(|placed| placed.instance.skin.is_some() && placed.primitive.influences.is_some());
    skinned
        .flat_map(|placed| placed.primitive.positions.iter().copied())
        .collect()
}

/// How far vertices lie from the bone of the upper arm, of those whose weights changed the farthest.
fn farthest_from_the_arm(window: &Window, before: &Weights) -> f32 {
    let frames = window.shown().frames(0);
    let at = |name: &str| glam::Vec3::from(frames[joint(window, name).index()].translation);
    let (shoulder, elbow) = (at("upper_arm.L"), at("forearm.L"));
    let bone = elbow - shoulder;
    let after = weights(window);
    let changed = places_at_rest(window)
        .into_iter()
        .zip(before.iter().zip(&after));
    let far = changed.filter(|(_, (a, b))| a != b).map(|(place, _)| {
        let t = (place - shoulder).dot(bone) / bone.length_squared();
        place.distance(shoulder + bone * t.clamp(0.0, 1.0)) / bone.length()
    });
    far.fold(0.0, f32::max)
}

#[test]
fn a_gradient_along_an_arm_leaves_the_torso() {
    // A joint that has nothing there, as if the arm were weighted from nothing.
    let mut window = begin("builtin:biped", "head");
    press(&mut window, Modifiers::ALT, Key::Num8);
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by, NONE);
    let arm = weights(&window);
    let far = farthest_from_the_arm(&window, &before);
    assert!((0.1..0.4).contains(&far), "{far} upper arms away");
    let count = changed(&before, &arm);
    assert!(count > 60, "all around the arm: {count}");
    press(&mut window, CTRL, Key::Z);
    // Without the option, all that hangs together between the planes.
    click(&mut window, "Limit to limb");
    assert!(!window.session().settings.brush.gradient.limb);
    stroke(&mut window, from, by, NONE);
    let far = farthest_from_the_arm(&window, &before);
    assert!(far > 1.0, "{far} upper arms away");
    press(&mut window, CTRL, Key::Z);
    run(&mut window, "limit to limb");
    assert!(window.session().settings.brush.gradient.limb);
    stroke(&mut window, from, by, NONE);
    assert!(weights(&window) == arm, "to the bit");
}

#[test]
fn before_the_start_the_body_stays() {
    let mut window = begin("builtin:biped", "head");
    press(&mut window, Modifiers::ALT, Key::Num8);
    click(&mut window, "Extend before start");
    assert!(window.session().settings.brush.gradient.before);
    let before = weights(&window);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by, NONE);
    let count = changed(&before, &weights(&window));
    assert!(count > 60, "all around the arm: {count}");
    assert!(2 * count < before.len(), "not the body: {count} vertices");
    let legs = ["shin.L", "shin.R", "hand.R", "hips"].map(|name| total_of(&window, name));
    press(&mut window, CTRL, Key::Z);
    let untouched = ["shin.L", "shin.R", "hand.R", "hips"].map(|name| total_of(&window, name));
    assert_eq!(legs, untouched, "and nothing far from the shoulder");
}

#[test]
fn beyond_the_end_a_limb_goes_on_to_the_hand() {
    let mut window = begin("builtin:biped", "head");
    press(&mut window, Modifiers::ALT, Key::Num8);
    run(&mut window, "gradient extend beyond end");
    click(&mut window, "Swap gradient ends");
    let (from, by) = along_the_arm(&window, 0);
    let legs = ["shin.L", "shin.R", "hand.R"].map(|name| total_of(&window, name));
    stroke(&mut window, from, by, NONE);
    // From 0 at the shoulder to 1 from the elbow on.
    assert!(total_of(&window, "hand.L") < 1e-3, "all of the hand");
    let after = ["shin.L", "shin.R", "hand.R"].map(|name| total_of(&window, name));
    assert_eq!(legs, after, "and nothing else beyond the elbow");
}

#[test]
fn both_arms_get_their_limb() {
    let mut window = begin("builtin:biped", "hand.L");
    press(&mut window, Modifiers::ALT, Key::Num8);
    press(&mut window, Modifiers::ALT, Key::M);
    let (from, by) = along_the_arm(&window, 0);
    stroke(&mut window, from, by, NONE);
    let (left, right) = (total_of(&window, "hand.L"), total_of(&window, "hand.R"));
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
    let chest = total_of(&window, "chest");
    press(&mut window, CTRL, Key::Z);
    let before = total_of(&window, "chest");
    assert!(chest > 0.85 * before, "{chest} of {before}");
}

/// On a large mesh a thread works at the newest end, and frames do not wait for it.
#[test]
fn a_gradient_of_a_large_mesh_is_counted_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 4);
    let mut window = begin(&file.to_string_lossy(), "joint 10");
    press(&mut window, Modifiers::ALT, Key::Num8);
    let (before, steps) = (weights(&window), window.history().len());
    let [from, to] = ["joint 8", "joint 12"].map(|name| place(&window, 0, name));
    let drawn = |window: &Window| {
        let stroke = window.session().painting.stroke.as_ref();
        stroke.is_some_and(|work| work.drawn.is_some())
    };
    // Esc while a thread is at it: what comes back is dropped.
    wait_until(&mut window, "the surface can be met", |window| {
        window.state().view().opening.is_none()
    });
    press_and_drag(&mut window, from, to - from, NONE);
    press(&mut window, NONE, Key::Escape);
    button(&window, to, false, NONE);
    window.run_steps(10);
    assert!(weights(&window) == before, "to the bit");
    press_and_drag(&mut window, from, to - from, NONE);
    wait_until(&mut window, "it is seen", drawn);
    assert!(weights(&window) != before, "seen while the button is down");
    button(&window, to, false, NONE);
    wait_until(&mut window, "the drag is kept", |window| {
        window.history().len() == steps + 1
    });
    assert!(weights(&window) != before);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.starts_with("Gradient of joint 10: "), "{said}");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}
