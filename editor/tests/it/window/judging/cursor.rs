//! What stands beside the pointer: the card of a vertex, the ring of the brush, and its mirror image; and from where one looks at what
//! is selected.

use eframe::egui::accesskit::Role::TreeItem;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Shape, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::commands::actions::{Action, BrushAction};

use crate::window::support::paint::{CTRL, NONE, begin, button, place, press_and_drag};
use crate::window::support::{Window, WindowState as _, click, pane, press, wait_until};

/// Rests on the skin until the card of the vertex there is shown.
fn rest(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.run_steps(3);
    wait_until(window, "a vertex is found", |window| {
        window.session().character.pointing.found.is_some()
    });
    window.run_steps(2);
    assert!(card(window).is_some(), "there is a card");
}

/// Where something of the card is seen.
fn card(window: &Window) -> Option<Rect> {
    let is_title = |text: &String| text.starts_with("Vertex ") && text.len() > 7;
    let found = window.query_all_by(|node| node.value().filter(is_title).is_some());
    found.map(|node| node.rect()).next()
}

#[test]
fn the_card_goes_when_the_pointer_leaves_or_something_opens() {
    let mut window = begin("builtin:biped", "forearm.L");
    let at = place(&window, 0, "chest");
    rest(&mut window, at);
    // Straight to the tool bar.
    let bar = window.get_by_label("Mirror strokes").rect().center();
    window.hover_at(bar);
    window.step();
    assert!(card(&window).is_none(), "in the tool bar");
    window.run_steps(2);
    assert_eq!(window.session().character.pointing.found, None);
    // To a menu, whose list may lie over the picture.
    rest(&mut window, at);
    click(&mut window, "Help");
    assert!(card(&window).is_none(), "a menu");
    press(&mut window, NONE, Key::Escape);
    // A dialog that a key opens under a pointer that rests.
    rest(&mut window, at);
    window.key_press_modifiers(CTRL, Key::P);
    window.step();
    window.step();
    assert!(card(&window).is_none(), "the list of commands");
    window.run_steps(3);
    assert_eq!(window.session().character.pointing.found, None);
    press(&mut window, NONE, Key::Escape);
    // The camera moves by itself.
    rest(&mut window, at);
    let found = window.session().character.pointing.found.unwrap();
    press(&mut window, NONE, Key::Period);
    let now = window.session().character.pointing.found;
    assert!(now.is_none_or(|now| now.aim != found.aim), "an older view");
}

#[test]
fn the_card_stays_in_its_pane() {
    let mut window = begin("builtin:biped", "forearm.L");
    for (pane_index, name) in ["Pane A", "Pane B"].into_iter().enumerate() {
        for joint in ["hand.L", "hand.R", "head", "chest"] {
            let at = place(&window, pane_index, joint);
            rest(&mut window, at);
            let card = card(&window).unwrap();
            let own = pane(&window, name);
            assert!(own.contains_rect(card), "{name}, {joint}: {card} in {own}");
        }
    }
}

#[test]
fn the_selection_is_framed_from_outside() {
    let mut window = begin("builtin:biped", "belly");
    for joint in ["belly", "spine", "clavicle.L"] {
        let line = window.get_by_role_and_label(TreeItem, joint);
        line.click();
        window.run_steps(3);
        window.remove_cursor();
        press(&mut window, NONE, Key::Period);
        let camera = window.session().camera;
        let eye = camera.eye();
        let shown = window.shown();
        let skins = shown.at_rest.iter();
        let nearest = skins
            .flat_map(|skin| skin.positions.iter())
            .map(|place| place.distance(eye))
            .fold(f32::INFINITY, f32::min);
        assert!(
            nearest > 0.25 * camera.distance(),
            "{joint}: {nearest} from the skin, {} from the middle",
            camera.distance()
        );
        assert!(camera.distance() < 6.0, "{joint} is still near");
    }
}

fn key(window: &mut Window, key: Key, pressed: bool) {
    window.event(Event::Key {
        key,
        physical_key: Some(key),
        pressed,
        repeat: false,
        modifiers: NONE,
    });
    window.run_steps(2);
}

/// Labels in the pictures are painted, not named: what is painted as text.
fn painted_texts(window: &Window, text: &str) -> usize {
    fn count(shape: &Shape, text: &str) -> usize {
        match shape {
            Shape::Text(found) => usize::from(found.galley.text().starts_with(text)),
            Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, text)).sum(),
            _ => 0,
        }
    }
    let shapes = window.output().shapes.iter();
    shapes.map(|clipped| count(&clipped.shape, text)).sum()
}

#[test]
fn between_drags_there_is_one_ring() {
    let mut window = begin("builtin:biped", "forearm.L");
    let at = place(&window, 0, "chest");
    window.hover_at(at);
    window.run_steps(2);
    // "Radius" stands beside sliders too.
    let before = painted_texts(&window, "Radius ");
    key(&mut window, Key::B, true);
    assert_eq!(painted_texts(&window, "Radius "), before + 1);
    button(&window, at, true, NONE);
    window.step();
    window.hover_at(at + Vec2::new(20.0, 0.0));
    window.step();
    assert_eq!(painted_texts(&window, "Radius "), before + 1);
    button(&window, at + Vec2::new(20.0, 0.0), false, NONE);
    window.run_steps(3);
    assert_eq!(painted_texts(&window, "Radius "), before + 1, "let go");
    key(&mut window, Key::B, false);
    assert_eq!(painted_texts(&window, "Radius "), before);
}

#[test]
fn a_key_before_the_button_comes_first() {
    let mut window = begin("builtin:biped", "forearm.L");
    let at = place(&window, 0, "upper_arm.L");
    for key in [Key::B, Key::N] {
        window.hover_at(at);
        window.run_steps(2);
        let events = &mut window.input_mut().events;
        events.extend([
            Event::Key {
                key,
                physical_key: Some(key),
                pressed: true,
                repeat: false,
                modifiers: NONE,
            },
            Event::PointerMoved(at + Vec2::new(2.0, 0.0)),
            Event::PointerButton {
                pos: at + Vec2::new(2.0, 0.0),
                button: PointerButton::Primary,
                pressed: true,
                modifiers: NONE,
            },
        ]);
        window.step();
        window.step();
        let session = window.session();
        assert!(session.painting.stroke.is_none(), "no stroke");
        assert!(session.painting.adjusting.is_some(), "the brush is set");
        let before = session.settings.brush.clone();
        // The button waits for the key's frame, and the way on from it for the button's.
        window.hover_at(at + Vec2::new(32.0, 0.0));
        window.run_steps(3);
        assert_ne!(window.session().settings.brush, before);
        button(&window, at, false, NONE);
        window.event(Event::Key {
            key,
            physical_key: Some(key),
            pressed: false,
            repeat: false,
            modifiers: NONE,
        });
        window.run_steps(3);
        assert!(window.history().is_empty());
    }
}

#[test]
fn live_mirror_is_seen_in_the_tool_bar_and_at_the_other_side() {
    let mut window = begin("builtin:biped", "upper_arm.L");
    // The mirror image of the brush, and the plane that mirrors it with its corners.
    let image = |window: &Window, at: Pos2| {
        let state = window.state();
        let rect = window.get_by_label("Pane A").rect();
        let (pixel, size) = (at - rect.min, rect.size());
        let sample = session::state::painting::brush_work::Sample {
            pane: 0,
            pixel: glam::Vec2::new(pixel.x, pixel.y),
            viewport: glam::Vec2::new(size.x, size.y),
            camera: state.view().session.camera,
        };
        let joint = state.view().session.character.selection.active();
        let brush = &state.view().session.settings.brush;
        let under = state.view().paint_engine.under(&sample, brush);
        let of = (&*state.view().document.character, joint);
        let plane = state.view().paint_engine.mirror_plane(of, &sample, brush);
        let shown = state.view().shown;
        let skeleton = &state.view().document.character.rig.skeleton;
        let frames = shown.frames(0);
        let corners = plane.map(|it| it.corners(skeleton, &shown.rest_bounds, frames).unwrap());
        let image = state.view().paint_engine.image_of(of, &sample, brush);
        (under, image, plane.map(|it| it.plane).zip(corners))
    };
    let at = place(&window, 0, "upper_arm.L");
    window.hover_at(at);
    window.run_steps(2);
    assert_eq!(image(&window, at).1, None, "off, and not known");
    let dashes_before = plane_dashes(&window);
    press(&mut window, Modifiers::ALT, Key::M);
    assert!(window.session().settings.brush.mirror);
    window.hover_at(at);
    window.run_steps(3);
    let (under, image, plane) = image(&window, at);
    let image = image.unwrap();
    let (plane, corners) = plane.unwrap();
    assert!(
        plane
            .mirror(under.position)
            .abs_diff_eq(image.position, 0.02)
    );
    let size = window.shown().rest_bounds.size();
    assert!(
        corners
            .iter()
            .all(|corner| plane.height(*corner).abs() < 1e-4)
    );
    assert!((corners[0].y - corners[3].y).abs() > 0.99 * size.y);
    assert!(plane_dashes(&window) > dashes_before + 8, "it is drawn");
    assert!(under.is_on_surface);
    assert!((under.position.x + image.position.x).abs() < 0.02);
    assert!((under.position.y - image.position.y).abs() < 0.02);
    click(&mut window, "Mirror strokes");
    assert!(!window.session().settings.brush.mirror);
    assert_eq!(
        Action::Brush(BrushAction::ToggleBrushMirror).id(),
        "toggle-brush-mirror"
    );
}

/// How many lines as wide as those around the plane of live mirror are drawn.
fn plane_dashes(window: &Window) -> usize {
    fn count(shape: &Shape) -> usize {
        match shape {
            Shape::LineSegment { stroke, .. } => usize::from((stroke.width - 1.25).abs() < 0.01),
            Shape::Vec(shapes) => shapes.iter().map(count).sum(),
            _ => 0,
        }
    }
    let shapes = window.output().shapes.iter();
    shapes.map(|clipped| count(&clipped.shape)).sum()
}

/// Small circles with nothing in them.
fn rings(window: &Window) -> Vec<(Pos2, f32)> {
    fn collect(shape: &Shape, found: &mut Vec<(Pos2, f32)>) {
        match shape {
            Shape::Circle(circle) if circle.fill.a() == 0 && circle.stroke.width <= 1.3 => {
                found.push((circle.center, circle.radius));
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &window.output().shapes {
        collect(&clipped.shape, &mut found);
    }
    let picture = pane(window, "Pane A");
    found.retain(|(at, radius)| picture.contains(*at) && *radius < 8.0);
    found
}

#[test]
fn rings_where_a_stroke_takes_weight_are_few_and_small() {
    let mut window = begin("builtin:biped", "chest");
    let at = place(&window, 0, "upper_arm.L");
    press_and_drag(&mut window, at, Vec2::new(12.0, 20.0), NONE);
    window.run_steps(2);
    let rings = rings(&window);
    assert!(rings.len() > 3, "there are some: {}", rings.len());
    let area = 14.0 * 14.0;
    let mut corners = Rect::NOTHING;
    for &(at, radius) in &rings {
        assert!(radius < 3.6, "{radius}");
        corners.extend_with(at);
    }
    let free_space = corners.expand(14.0).area();
    let count = u16::try_from(rings.len()).unwrap();
    assert!(
        f32::from(count) * area < 1.8 * free_space,
        "{count} rings in {corners}"
    );
    button(&window, at, false, NONE);
    window.run_steps(3);
}
