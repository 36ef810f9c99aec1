//! Painting weights in the window, by pointer and keys.

use character::MeshInstance;
use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::features::opening::loading::Loader;
use session::settings::BrushTool;
use session::state::comparing::Visited;
use session::state::opening::load::load;
use session::state::painting::PaintMesh;
use session::state::painting::brush_work::{Adjusted, Sample};

use crate::window::support::paint::{
    CTRL, NONE, begin, button, place, press_and_drag, stroke, total, total_of, weights,
};
use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open_started, open_with, press, run,
    start_with, wait_for_weights, wait_until,
};

const SHIFT: Modifiers = Modifiers::SHIFT;

const ALONG: Vec2 = Vec2::new(12.0, 6.0);

#[test]
fn a_stroke_gives_weight_and_undo_restores_every_bit() {
    let mut window = begin("builtin:biped", "forearm.L");
    let (before, steps) = (weights(&window), window.history().len());
    let at = place(&window, 0, "upper_arm.L");
    press_and_drag(&mut window, at, ALONG, NONE);
    let during = weights(&window);
    assert!(during != before, "seen while the button is down");
    assert!(
        window
            .session()
            .character
            .weights
            .donors
            .as_ref()
            .is_some_and(|donors| !donors.is_empty())
    );
    button(&window, at + ALONG, false, NONE);
    window.run_steps(4);
    let after = weights(&window);
    let own = joint(&window, "forearm.L");
    assert!(total(&after, own) > total(&before, own) + 1.0);
    assert_eq!(window.history().len(), steps + 1, "one step");
    assert_eq!(
        window.history().undo_name(),
        Some("Add weight to forearm.L")
    );
    assert!(window.session().character.weights.donors.is_none());
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(weights(&window) == after, "to the bit");
}

#[test]
fn ctrl_takes_and_shift_smooths() {
    let mut window = begin("builtin:biped", "forearm.L");
    let before = total_of(&window, "forearm.L");
    let at = place(&window, 1, "forearm.L");
    stroke(&mut window, at, ALONG, CTRL);
    let less = total_of(&window, "forearm.L");
    assert!(less < before - 1.0, "{less} of {before}, in the other pane");
    assert_eq!(
        window.history().undo_name(),
        Some("Subtract weight from forearm.L")
    );
    let camera = window.session().camera;
    stroke(&mut window, at, ALONG, SHIFT);
    assert_eq!(window.history().undo_name(), Some("Smooth weights"));
    assert_eq!(
        window.session().camera,
        camera,
        "what paints does not move the camera"
    );
}

#[test]
fn escape_puts_back_what_was_before_the_stroke() {
    let mut window = begin("builtin:biped", "forearm.L");
    let (before, steps) = (weights(&window), window.history().len());
    let at = place(&window, 0, "upper_arm.L");
    press_and_drag(&mut window, at, ALONG, NONE);
    assert!(weights(&window) != before);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before, "to the bit");
    button(&window, at + ALONG, false, NONE);
    window.run_steps(3);
    for held in [CTRL, SHIFT, CTRL | SHIFT] {
        press_and_drag(&mut window, at, ALONG, held);
        press(&mut window, held, Key::Escape);
        assert!(window.session().painting.stroke.is_none(), "{held:?}");
        assert!(weights(&window) == before, "{held:?}");
        button(&window, at + ALONG, false, NONE);
        window.run_steps(3);
    }
    press_and_drag(&mut window, at, ALONG, NONE);
    press(&mut window, NONE, Key::Escape);
    window.hover_at(at);
    window.run_steps(2);
    button(&window, at, false, NONE);
    window.run_steps(3);
    assert!(
        weights(&window) == before,
        "what is left of the drag does nothing"
    );
    assert_eq!(window.history().len(), steps);
}

#[test]
fn what_cannot_be_painted_is_said() {
    let mut window = begin("builtin:biped", "");
    let before = weights(&window);
    let at = place(&window, 0, "forearm.L");
    assert!(window.query_by_label("click a joint first").is_some());
    stroke(&mut window, at, ALONG, NONE);
    stroke(&mut window, at, ALONG, NONE);
    assert_eq!(notices(&window).len(), 1, "said once, and counted");
    assert!(window.query_by_label("2 times").is_some());
    assert!(
        notices(&window)
            .last()
            .unwrap()
            .contains("No joint is selected")
    );
    click(&mut window, "forearm.L");
    press(&mut window, NONE, Key::L);
    stroke(&mut window, at, ALONG, NONE);
    assert!(
        notices(&window)
            .last()
            .unwrap()
            .contains("forearm.L is locked")
    );
    // Shift+L locks all others.
    press(&mut window, NONE, Key::L);
    press(&mut window, SHIFT, Key::L);
    let shoulder = place(&window, 0, "upper_arm.L");
    stroke(&mut window, shoulder, ALONG, NONE);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("all other joints locked"), "{said}");
    assert!(weights(&window) == before);
    let corner = window.get_by_label("Pane A").rect().left_top() + Vec2::new(30.0, 60.0);
    stroke(&mut window, corner, Vec2::new(4.0, 4.0), NONE);
    assert!(notices(&window).last().unwrap().contains("met no vertex"));
}

#[test]
fn a_stroke_may_begin_beside_the_mesh_and_the_limit_holds() {
    let mut window = begin("builtin:biped", "head");
    let at = place(&window, 0, "chest");
    let beside = Pos2::new(window.get_by_label("Pane A").rect().left() + 20.0, at.y);
    stroke(&mut window, beside, at - beside, NONE);
    let all = weights(&window);
    assert!(total(&all, joint(&window, "head")) > 1.0);
    assert_eq!(window.history().undo_name(), Some("Add weight to head"));
    assert!(all.iter().all(|row| row.len() <= 4));
}

/// The ring overlaps the head while its middle is above it.
#[test]
fn a_brush_whose_ring_overlaps_the_surface_paints_there() {
    let mut window = begin("builtin:biped", "spine");
    let is_on = |window: &Window, at: Pos2| {
        let state = window.state();
        let rect = window.get_by_label("Pane A").rect();
        let (pixel, size) = (at - rect.min, rect.size());
        let sample = Sample {
            pane: 0,
            pixel: glam::Vec2::new(pixel.x, pixel.y),
            viewport: glam::Vec2::new(size.x, size.y),
            camera: state.view().session.camera,
        };
        let brush = &state.view().session.settings.brush;
        state
            .view()
            .paint_engine
            .under(&sample, brush)
            .is_on_surface
    };
    let mut at = place(&window, 0, "head");
    window.hover_at(at);
    window.run_steps(3);
    assert!(is_on(&window, at));
    while is_on(&window, at) {
        at.y -= 1.0;
    }
    at.y -= 2.0;
    let before = weights(&window);
    stroke(&mut window, at, Vec2::ZERO, NONE);
    let said = notices(&window).join("\n");
    assert!(weights(&window) != before, "{said}");
}

/// Alt+9 and Alt+0, and what their strokes do; of several selected joints painted as one.
#[test]
fn averages_smears_and_groups() {
    let mut window = begin("builtin:biped", "forearm.L");
    let at = place(&window, 0, "forearm.L");
    for (key, tool, name) in [
        (Key::Num9, BrushTool::Average, "Average weights"),
        (Key::Num0, BrushTool::Smear, "Smear weights"),
    ] {
        press(&mut window, Modifiers::ALT, key);
        assert_eq!(window.session().settings.brush.tool, tool);
        let before = weights(&window);
        stroke(&mut window, at, Vec2::new(24.0, 0.0), NONE);
        let said = notices(&window).join("\n");
        assert!(weights(&window) != before, "{name}: {said}");
        assert_eq!(window.history().undo_name(), Some(name));
    }
    press(&mut window, Modifiers::ALT | SHIFT, Key::G);
    assert!(window.session().settings.brush.group);
    run(&mut window, "select children");
    click(&mut window, "Add brush");
    stroke(&mut window, at, ALONG, NONE);
    let name = window.history().undo_name().unwrap_or_default();
    assert!(
        name.starts_with("Add weight to ") && name.ends_with(" joints"),
        "{name}"
    );
}

/// Alt+Shift+3 shows how much weights differ from those of the mirror image, and follows what is painted.
#[test]
fn asymmetry_is_shown_and_follows_strokes() {
    let mut window = begin("builtin:biped", "forearm.L");
    press(&mut window, Modifiers::ALT | SHIFT, Key::Num3);
    wait_until(&mut window, "asymmetry is known", |window| {
        window.state().view().asymmetry.newest_map().is_some()
    });
    let most = |window: &Window| window.state().view().asymmetry.newest_map().unwrap().most;
    let before = most(&window);
    let at = place(&window, 0, "forearm.L");
    stroke(&mut window, at, ALONG, CTRL);
    wait_until(&mut window, "the stroke is seen in it", |window| {
        most(window) > before + 0.1
    });
    // The worst spots are those of asymmetry now, also in one pane, each with its value.
    run(&mut window, "remove pane");
    let mut amounts = Vec::new();
    let n_spots = |window: &Window| visited(window).map_or(0, |visited| visited.of);
    while amounts.len() <= n_spots(&window) {
        press(&mut window, SHIFT, Key::CloseBracket);
        let visited = visited(&window).unwrap();
        assert_eq!(visited.rank, amounts.len() % visited.of);
        let camera = &window.session().camera;
        assert!(camera.target.distance(visited.spot.position) < 1e-3 * camera.distance);
        amounts.push(visited.spot.amount);
    }
    assert_eq!(amounts[0], most(&window));
    assert_eq!(amounts.pop(), Some(amounts[0]), "and again from the worst");
    assert!(amounts.is_sorted_by(|a, b| a >= b), "{amounts:?}");
    // In colors of materials they are those of the difference again, which one pane has not.
    press(&mut window, SHIFT, Key::OpenBracket);
    assert_eq!(visited(&window).unwrap().rank, amounts.len() - 1);
    press(&mut window, Modifiers::ALT | SHIFT, Key::Num1);
    press(&mut window, SHIFT, Key::OpenBracket);
    assert_eq!(visited(&window).unwrap().rank, amounts.len() - 1);
}

/// Nothing will ever be found, so nobody is asked to wait.
#[test]
fn without_a_character_there_is_no_asymmetry_to_wait_for() {
    let mut window = open_started(start_with("no-such-file.glb"));
    press(&mut window, Modifiers::ALT | SHIFT, Key::Num3);
    assert!(window.session().visits_asymmetry());
    press(&mut window, SHIFT, Key::CloseBracket);
    let said = notices(&window);
    assert!(!said.iter().any(|text| text.contains("still")), "{said:?}");
}

fn visited(window: &Window) -> Option<Visited> {
    window.session().comparing.visited.clone()
}

#[test]
fn keys_choose_the_brush_and_set_its_numbers() {
    let mut window = begin("builtin:biped", "forearm.L");
    let brush = |window: &Window| window.session().settings.brush.clone();
    click(&mut window, "Smooth brush");
    assert_eq!(brush(&window).tool, BrushTool::Smooth);
    press(&mut window, Modifiers::ALT, Key::Num2);
    assert_eq!(brush(&window).tool, BrushTool::Add);
    let (before, at) = (brush(&window), place(&window, 0, "chest"));
    window.hover_at(at);
    window.run_steps(2);
    press(&mut window, NONE, Key::F);
    let asked = window
        .session()
        .painting
        .adjusting
        .as_ref()
        .map(|adjusting| adjusting.what);
    assert_eq!(asked, Some(Adjusted::Radius));
    window.hover_at(at + Vec2::new(30.0, 0.0));
    window.run_steps(2);
    assert!(
        brush(&window).radius > before.radius,
        "to the right it grows"
    );
    press(&mut window, NONE, Key::Escape);
    assert_eq!(brush(&window), before, "Escape puts it back");
    press(&mut window, SHIFT, Key::F);
    window.hover_at(at + Vec2::new(80.0, 0.0));
    window.run_steps(2);
    button(&window, at + Vec2::new(80.0, 0.0), true, NONE);
    window.step();
    button(&window, at + Vec2::new(80.0, 0.0), false, NONE);
    window.run_steps(3);
    assert!(brush(&window).strength > before.strength);
    assert!(
        window.session().painting.adjusting.is_none(),
        "a click keeps it"
    );
    assert!(window.history().is_empty(), "and paints nothing");
}

#[test]
fn the_other_side_is_painted_too() {
    let mut window = begin("builtin:biped", "forearm.L");
    press(&mut window, Modifiers::ALT, Key::M);
    assert!(window.session().settings.brush.mirror);
    let right = total_of(&window, "forearm.R");
    let at = place(&window, 0, "upper_arm.L");
    stroke(&mut window, at, ALONG, NONE);
    assert!(total_of(&window, "forearm.R") > right + 1.0);
    let (left, right) = (
        total_of(&window, "forearm.L"),
        total_of(&window, "forearm.R"),
    );
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
}

#[test]
fn painting_goes_on_while_a_clip_plays() {
    let mut window = begin("builtin:biped", "spine");
    press(&mut window, NONE, Key::Space);
    assert!(window.session().playback.playing);
    let before = total_of(&window, "spine");
    let at = place(&window, 0, "chest");
    stroke(&mut window, at, Vec2::new(6.0, 3.0), NONE);
    assert!(window.session().playback.playing, "the clip goes on");
    assert!(total_of(&window, "spine") > before);
}

#[test]
fn flood_and_mirror_are_one_step_each_and_say_what_they_did() {
    let mut window = begin("builtin:biped", "head");
    let before = weights(&window);
    press(&mut window, CTRL | SHIFT, Key::F);
    wait_for_weights(&mut window);
    assert!(weights(&window) != before);
    assert!(notices(&window).last().unwrap().contains("changed"));
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before);
    press(&mut window, CTRL, Key::P);
    window.event(Event::Text("mirror weights left".to_owned()));
    window.run_steps(3);
    press(&mut window, NONE, Key::Enter);
    wait_for_weights(&mut window);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.starts_with("Mirror weights left to right:"), "{said}");
}

/// What does as the brush does is gray with a tool that is none, and says why.
#[test]
fn flood_needs_a_brush() {
    let mut window = begin("builtin:biped", "head");
    let before = weights(&window);
    click(&mut window, "Gradient tool");
    for (keys, key) in [(CTRL | SHIFT, Key::F), (SHIFT, Key::K)] {
        press(&mut window, keys, key);
        window.run_steps(3);
        assert!(window.state().view().working.is_none());
        let said = notices(&window).last().cloned().unwrap_or_default();
        assert!(said.contains("choose a brush first"), "{said}");
    }
    press(&mut window, CTRL, Key::P);
    window.event(Event::Text("flood".to_owned()));
    window.run_steps(3);
    let mut found = window.query_all_by_label_contains("choose a brush first");
    assert!(found.next().is_some());
    drop(found);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before && window.history().is_empty());
}

/// Body and cloak have a skin each, and a twin shares the body's weights.
#[test]
fn whole_meshes_are_those_of_all_skins() {
    let file = "/../testdata/synthetic/valid/08_two_skins.glb";
    let mut window = begin(&format!("{}{file}", env!("CARGO_MANIFEST_DIR")), "");
    let before = window.document().character.clone();
    press(&mut window, CTRL | SHIFT, Key::K);
    wait_for_weights(&mut window);
    let after = &window.document().character;
    let mut vertices = 0;
    for (old, new) in before.meshes.iter().zip(&after.meshes) {
        let changed = old.primitives.iter().zip(&new.primitives);
        let mut changed = changed.filter(|(old, new)| old.influences != new.influences);
        assert!(changed.next().is_some(), "{:?}", new.name);
        let counts = new.primitives.iter().map(|one| one.positions.len());
        vertices += counts.sum::<usize>();
    }
    assert_eq!(window.history().len(), 1);
    let said = notices(&window).last().unwrap().clone();
    let count = said.split(' ').find_map(|word| word.parse::<usize>().ok());
    assert!(count.unwrap() <= vertices, "each once: {said}");
}

/// One skin moves the cloak, another one body and cloak.
#[test]
fn primitives_of_several_skins_are_counted_once() {
    let loader = Loader::new(|_, _| {
        let file = "/../testdata/synthetic/valid/08_two_skins.glb";
        let mut character = load(&format!("{}{file}", env!("CARGO_MANIFEST_DIR")))?;
        let of_skin = |skin| move |one: &MeshInstance| one.skin == Some(skin);
        let all = &mut character.instances;
        all.retain(|one| one.skin != Some(0));
        let mut cloak = all.iter().find(|one| of_skin(1)(one)).cloned();
        cloak.iter_mut().for_each(|cloak| cloak.skin = Some(2));
        all.extend(cloak);
        Ok(character)
    });
    let mut window = open_with(loader, "shared");
    let character = window.document().character.clone();
    let meshes = PaintMesh::all(&character);
    let own: Vec<u32> = meshes.iter().map(PaintMesh::point_count).collect();
    assert_eq!((meshes.len(), own.len()), (2, 2));
    assert!(own[1] > own[0], "the second has all of the first");
    press(&mut window, CTRL, Key::Num2);
    press(&mut window, Modifiers::ALT, Key::B);
    press(&mut window, Modifiers::ALT, Key::Num3);
    press(&mut window, CTRL | SHIFT, Key::F);
    wait_for_weights(&mut window);
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.contains(&format!("{} vertices changed", own[1])),
        "{said}"
    );
    // Joints too.
    press(&mut window, CTRL, Key::Z);
    press(&mut window, Modifiers::ALT, Key::B);
    press(&mut window, CTRL | SHIFT, Key::K);
    wait_for_weights(&mut window);
    let said = notices(&window).last().unwrap().clone();
    let count = said.split(' ').find_map(|word| word.parse::<u32>().ok());
    assert!(count.is_some_and(|count| count <= own[1]), "{said}");
}
