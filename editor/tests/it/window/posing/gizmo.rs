//! The gizmo and the operators G R S D in the window: by pointer and keys, on the document.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::{Quat, Vec3};
use rig::{Pose, Stretch};
use session::state::gizmo::operation::Operation;
use session::state::gizmo::tool::{Axis, GizmoPart, Space, Tool};
use session::state::gizmo::{CameraView, JointPlace, SIZE, layout};

use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, pane, place_of, press, turned, type_into,
};

const NONE: Modifiers = Modifiers::NONE;

fn pose(window: &Window) -> Pose {
    (*window.document().pose).clone()
}

fn operation(window: &Window) -> Option<&Operation> {
    window.session().operation.as_ref()
}

fn glam(vector: Vec2) -> glam::Vec2 {
    glam::Vec2::new(vector.x, vector.y)
}

/// Where the middle of a handle is on the screen.
pub(super) fn handle(window: &Window, part: GizmoPart, name: &str) -> Pos2 {
    let (app, rect) = (window.state(), pane(window, name));
    let session = app.view().session;
    let sight = CameraView {
        camera: session.camera,
        viewport: glam(rect.size()),
    };
    let number = usize::from(name == "Pane B");
    let joint = session.character.selection.active().unwrap();
    let frame = app.view().shown.panes[number].frames_before_stretch[joint.index()];
    let skeleton = &app.view().document.character.rig.skeleton;
    let place = JointPlace::of(skeleton, &app.view().shown.pose, joint, &frame).unwrap();
    let layout = layout(session.tool, &place, session.space, &sight).unwrap();
    let found = layout.handles.iter().find(|handle| handle.part == part);
    let found = found.unwrap();
    let at = match found.areas.first() {
        Some(area) => {
            area.iter().copied().sum::<glam::Vec2>() / f32::from(u8::try_from(area.len()).unwrap())
        }
        None => {
            let line = found.lines.first().unwrap();
            line[line.len() / 2]
        }
    };
    rect.min + Vec2::new(at.x, at.y)
}

fn button(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool) {
    window.event(Event::PointerButton {
        pos: at,
        button,
        pressed,
        modifiers: NONE,
    });
    window.step();
}

/// Holds the button down at one place and goes to another.
fn hold(window: &mut Window, from: Pos2, by: Vec2) {
    window.hover_at(from);
    window.run_steps(2);
    button(window, from, PointerButton::Primary, true);
    for step in 1..=6_u8 {
        window.hover_at(from + by * (f32::from(step) / 6.0));
        window.step();
    }
    window.run_steps(2);
}

pub(super) fn drag(window: &mut Window, from: Pos2, by: Vec2) {
    hold(window, from, by);
    button(window, from + by, PointerButton::Primary, false);
    window.run_steps(3);
}

fn write(window: &mut Window, signs: &str) {
    window.event(Event::Text(signs.to_owned()));
    window.run_steps(2);
}

/// With a selected forearm, and the pointer in the first pane.
fn ready() -> Window {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    let at = pane(&window, "Pane A").center() + Vec2::new(60.0, 40.0);
    window.hover_at(at);
    window.run_steps(2);
    window
}

// ---- the gizmo ------------------------------------------------------------------------------------------------------

#[test]
fn a_newcomer_clicks_a_bone_and_drags_a_ring() {
    let mut window = open("builtin:arm");
    let rect = pane(&window, "Pane A");
    let at = place_of(&window, joint(&window, "forearm"));
    let pixel = window.session().camera.pixel(at, glam(rect.size()));
    let at = rect.min + Vec2::new(pixel.unwrap().x, pixel.unwrap().y);
    window.hover_at(at);
    window.run_steps(2);
    button(&mut window, at, PointerButton::Primary, true);
    button(&mut window, at, PointerButton::Primary, false);
    window.run_steps(3);
    let selected = window.session().character.selection.active();
    assert_eq!(selected, Some(joint(&window, "forearm")));
    let ring = handle(&window, GizmoPart::Axis(Axis::Z), "Pane A");
    drag(&mut window, ring, Vec2::new(0.0, 60.0));
    assert!(turned(&window, "forearm") > 5.0);
    assert_eq!(window.history().undo_name(), Some("Rotate forearm"));
}

#[test]
fn an_arrow_moves_the_joint_along_its_axis_in_one_step() {
    let mut window = ready();
    click(&mut window, "Move tool");
    for (name, steps) in [("Pane A", 1), ("Pane B", 2)] {
        let (before, camera) = (
            place_of(&window, joint(&window, "forearm")),
            window.session().camera,
        );
        let axis = Axis::X;
        let at = handle(&window, GizmoPart::Axis(axis), name);
        let yaw = camera.yaw;
        drag(&mut window, at, Vec2::new(50.0, -12.0));
        let joint = joint(&window, "forearm");
        let frame = window.shown().frames(0)[joint.index()];
        let way = place_of(&window, joint) - before;
        let along = Vec3::from(frame.matrix3.x_axis).normalize();
        assert!(way.length() > 1e-3, "{way}");
        assert!(
            way.cross(along).length() < 1e-4 * (1.0 + way.length()),
            "{way}"
        );
        assert_eq!(window.history().len(), steps);
        assert!((window.session().camera.yaw - yaw).abs() < 1e-6);
        assert!(operation(&window).is_none());
    }
    assert_eq!(window.history().undo_name(), Some("Move forearm"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(pose(&window), window.document().character.file_pose());
}

#[test]
fn a_ring_turns_and_escape_leaves_nothing() {
    let mut window = ready();
    type_into(&mut window, "Rotation X", "20");
    type_into(&mut window, "Rotation X", "30");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    let (before, steps) = (pose(&window), window.history().len());
    click(&mut window, "Rotate tool");
    let at = handle(&window, GizmoPart::Axis(Axis::Z), "Pane A");
    hold(&mut window, at, Vec2::new(0.0, 60.0));
    assert!(operation(&window).is_some());
    assert_ne!(pose(&window), before);
    press(&mut window, NONE, Key::Escape);
    assert_eq!(pose(&window), before);
    // The button is still down: what it does now is nobody's.
    let camera = window.session().camera;
    window.hover_at(at + Vec2::new(90.0, 90.0));
    window.run_steps(2);
    button(
        &mut window,
        at + Vec2::new(90.0, 90.0),
        PointerButton::Primary,
        false,
    );
    window.run_steps(3);
    assert_eq!(window.session().camera, camera);
    assert_eq!(pose(&window), before);
    let history = window.history();
    assert_eq!(history.len(), steps);
    assert_eq!(history.redo_name(), Some("Rotate forearm"), "redo is kept");

    drag(&mut window, at, Vec2::new(0.0, 60.0));
    assert_eq!(window.history().len(), steps + 1);
    assert_ne!(pose(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(pose(&window), before);
}

#[test]
fn a_click_on_a_handle_changes_and_selects_nothing() {
    let mut window = ready();
    click(&mut window, "Shear tool");
    let before = pose(&window);
    let at = handle(&window, GizmoPart::Axis(Axis::X), "Pane A");
    drag(&mut window, at, Vec2::ZERO);
    assert_eq!(pose(&window), before);
    assert!(window.history().is_empty());
    let selected = window.session().character.selection.active();
    assert_eq!(selected, Some(joint(&window, "forearm")));
}

#[test]
fn a_shear_handle_changes_its_own_number_alone() {
    let mut window = ready();
    click(&mut window, "Shear tool");
    let place = joint(&window, "forearm").index();
    let before = pose(&window);
    let rect = pane(&window, "Pane A");
    let center = window.session().camera.pixel(
        place_of(&window, joint(&window, "forearm")),
        glam(rect.size()),
    );
    let center = rect.min + Vec2::new(center.unwrap().x, center.unwrap().y);
    let at = handle(&window, GizmoPart::Axis(Axis::X), "Pane A");
    drag(&mut window, at, (at - center) * 0.5);
    let after = pose(&window);
    let shear = after.stretch[place].shear;
    assert!((shear.x.abs() - 0.5).abs() < 0.12, "{shear}");
    assert_eq!((shear.y, shear.z), (0.0, 0.0));
    assert_eq!(after.stretch[place].scale, Vec3::ONE);
    assert_eq!(after.rigid, before.rigid);
    assert_eq!(window.history().undo_name(), Some("Shear forearm"));
}

#[test]
fn the_gizmo_is_where_joints_are_posed_and_has_one_size() {
    let mut window = ready();
    click(&mut window, "Scale tool");
    assert_eq!(window.session().tool, Tool::Scale);
    let size = |window: &Window| {
        let rect = pane(window, "Pane A");
        let at = place_of(window, joint(window, "forearm"));
        let pixel = window.session().camera.pixel(at, glam(rect.size()));
        let tip = handle(window, GizmoPart::Axis(Axis::X), "Pane A") - rect.min;
        glam(tip).distance(pixel.unwrap())
    };
    let far = size(&window);
    press(&mut window, NONE, Key::Period);
    let near = size(&window);
    assert!((far - near).abs() < 0.15 * SIZE, "{far} {near}");
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    press(&mut window, NONE, Key::G);
    assert!(operation(&window).is_none(), "not in Weights mode");
}

// ---- modal operators ------------------------------------------------------------------------------------------------

#[test]
fn a_typed_turn_about_a_global_axis_is_exact_and_one_step() {
    let mut window = ready();
    press(&mut window, NONE, Key::R);
    assert!(operation(&window).is_some());
    window.hover_at(pane(&window, "Pane A").center());
    window.run_steps(5);
    press(&mut window, NONE, Key::Z);
    assert_eq!(operation(&window).unwrap().space, Space::Local);
    press(&mut window, NONE, Key::Z);
    assert_eq!(operation(&window).unwrap().space, Space::Global);
    write(&mut window, "9");
    write(&mut window, "05");
    press(&mut window, NONE, Key::Backspace);
    assert!(window.query_by_label_contains("type a number").is_some());
    press(&mut window, NONE, Key::Enter);
    assert!(operation(&window).is_none());
    assert!((turned(&window, "forearm") - 90.0).abs() < 0.001);
    let joint = joint(&window, "forearm");
    let app = window.state();
    let rest = app
        .view()
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    let now = Quat::from_mat3a(&app.view().shown.frames(0)[joint.index()].matrix3);
    let turn = now * rest.rotation.conjugate();
    let expected = Quat::from_rotation_z(90_f32.to_radians());
    assert!(turn.dot(expected).abs() > 1.0 - 1e-6, "{turn}");
    assert_eq!(app.view().history.len(), 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(turned(&window, "forearm"), 0.0);
}

#[test]
fn keys_in_one_frame_and_a_minus_are_handled_in_order() {
    let mut window = ready();
    for key in [Key::G, Key::Y] {
        window.event(key_event(key));
    }
    window.event(Event::Text("0.25".to_owned()));
    window.event(Event::Text("-".to_owned()));
    window.event(key_event(Key::Enter));
    window.run_steps(4);
    let place = joint(&window, "forearm").index();
    let frame = window.document().pose.rigid[place];
    assert!(
        (frame.translation - Vec3::new(0.0, -0.25, 0.0)).length() < 1e-5,
        "{frame:?}"
    );
    assert_eq!(window.history().len(), 1);
}

#[test]
fn a_unit_counts_while_a_tool_runs() {
    let mut window = ready();
    let place = joint(&window, "forearm").index();
    press(&mut window, NONE, Key::G);
    press(&mut window, NONE, Key::Z);
    write(&mut window, "12cm");
    press(&mut window, NONE, Key::Enter);
    let moved = pose(&window).rigid[place].translation;
    assert!((moved.length() - 0.12).abs() < 1e-5, "{moved}");
    let before = pose(&window);
    press(&mut window, NONE, Key::R);
    write(&mut window, "12cm");
    press(&mut window, NONE, Key::Enter);
    assert_eq!(pose(&window), before, "no unit of angles");
}

fn key_event(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: NONE,
    }
}

#[test]
fn the_pointer_scales_and_a_click_confirms_without_clicking_anything() {
    let mut window = ready();
    let steps = window.history().len();
    press(&mut window, NONE, Key::S);
    let at = pane(&window, "Pane A").center() + Vec2::new(120.0, 90.0);
    window.hover_at(at);
    window.run_steps(3);
    let place = joint(&window, "forearm").index();
    let scale = pose(&window).stretch[place].scale;
    assert!(
        scale.x > 1.01 && scale.x == scale.y && scale.y == scale.z,
        "{scale}"
    );
    // Other keys do nothing meanwhile.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, NONE, Key::Space);
    assert!(operation(&window).is_some());
    // A click on a button confirms, and does not press the button.
    let tool = window.get_by_label("Move tool").rect().center();
    window.hover_at(tool);
    window.run_steps(2);
    button(&mut window, tool, PointerButton::Primary, true);
    button(&mut window, tool, PointerButton::Primary, false);
    window.run_steps(3);
    assert!(operation(&window).is_none());
    assert_eq!(window.session().tool, Tool::Rotate);
    assert_eq!(window.history().len(), steps + 1);
    assert_eq!(window.history().undo_name(), Some("Scale forearm"));
}

#[test]
fn ctrl_keeps_to_whole_steps_and_the_right_button_cancels() {
    let mut window = ready();
    let before = pose(&window);
    press(&mut window, NONE, Key::R);
    press(&mut window, NONE, Key::X);
    window.event(Event::ModifiersChanged(Modifiers::COMMAND));
    let at = pane(&window, "Pane A").center() + Vec2::new(-150.0, 80.0);
    window.hover_at(at);
    window.run_steps(3);
    let angle = turned(&window, "forearm");
    assert!(
        angle > 1.0 && (angle / 5.0 - (angle / 5.0).round()).abs() < 1e-3,
        "{angle}"
    );
    button(&mut window, at, PointerButton::Secondary, true);
    button(&mut window, at, PointerButton::Secondary, false);
    window.run_steps(3);
    assert!(operation(&window).is_none());
    assert_eq!(pose(&window), before);
    assert!(window.history().is_empty());
}

#[test]
fn shears_are_chosen_by_axis_keys_and_mirrors_are_typed() {
    let mut window = ready();
    let place = joint(&window, "forearm").index();
    press(&mut window, NONE, Key::D);
    press(&mut window, NONE, Key::Y);
    write(&mut window, "0.3");
    press(&mut window, NONE, Key::Enter);
    let shear = Stretch {
        shear: Vec3::new(0.0, 0.3, 0.0),
        ..Stretch::IDENTITY
    };
    assert_eq!(pose(&window).stretch[place], shear);
    press(&mut window, NONE, Key::S);
    press(&mut window, NONE, Key::X);
    write(&mut window, "-1");
    press(&mut window, NONE, Key::Enter);
    assert_eq!(
        pose(&window).stretch[place].scale,
        Vec3::new(-1.0, 1.0, 1.0)
    );
    press(&mut window, NONE, Key::S);
    press(&mut window, Modifiers::SHIFT, Key::X);
    write(&mut window, "0");
    press(&mut window, NONE, Key::Enter);
    assert_eq!(
        pose(&window).stretch[place].scale,
        Vec3::new(-1.0, 0.0, 0.0)
    );
    assert_eq!(window.history().len(), 3);
}

#[test]
fn over_a_clip_it_poses_there_and_canceling_puts_it_back() {
    let mut window = ready();
    press(&mut window, NONE, Key::Space);
    press(&mut window, NONE, Key::Space);
    let playback = window.session().playback.clone();
    assert!(playback.moment.is_some());
    let document = window.document().clone();
    let shown = window.shown().pose.clone();
    press(&mut window, NONE, Key::G);
    write(&mut window, "1");
    assert_ne!(*window.shown().pose, *shown);
    press(&mut window, NONE, Key::Escape);
    assert_eq!(window.session().playback, playback);
    assert!(window.document().same_as(&document));
    assert_eq!(*window.shown().pose, *shown);

    press(&mut window, NONE, Key::G);
    write(&mut window, "1");
    press(&mut window, NONE, Key::Enter);
    assert_eq!(window.session().playback.moment, playback.moment);
    assert_eq!(window.document().pending.all().len(), 1);
    let place = joint(&window, "hand").index();
    let now = window.shown().pose.clone();
    assert_eq!(now.rigid[place], shown.rigid[place]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().playback.moment, playback.moment);
    assert_eq!(*window.shown().pose, *shown);
}

#[test]
fn with_nothing_selected_it_says_why() {
    let mut window = open("builtin:arm");
    press(&mut window, NONE, Key::G);
    assert!(operation(&window).is_none());
    let messages = notices(&window);
    assert!(
        messages
            .iter()
            .any(|text| text.contains("Select a joint, then press G")),
        "{messages:?}"
    );
}

#[test]
fn the_wheel_zooms_while_an_operator_works() {
    let mut window = ready();
    press(&mut window, NONE, Key::G);
    let distance = window.session().camera.distance;
    window.event(Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 60.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: NONE,
    });
    window.run_steps(6);
    assert!(window.session().camera.distance < distance);
    assert!(operation(&window).is_some());
    press(&mut window, NONE, Key::Escape);
    assert!(window.history().is_empty());
}

#[test]
fn rest_that_is_shown_is_what_an_operator_begins_with() {
    let mut window = ready();
    type_into(&mut window, "Rotation X", "20");
    let before = pose(&window);
    press(&mut window, Modifiers::SHIFT, Key::R);
    assert!(window.session().switches.rest);
    press(&mut window, NONE, Key::G);
    write(&mut window, "1");
    press(&mut window, NONE, Key::Escape);
    assert!(window.session().switches.rest);
    assert_eq!(pose(&window), before);
    press(&mut window, NONE, Key::R);
    press(&mut window, NONE, Key::X);
    write(&mut window, "30");
    press(&mut window, NONE, Key::Enter);
    assert!(!window.session().switches.rest);
    assert!(
        (turned(&window, "forearm") - 30.0).abs() < 1e-3,
        "from rest, not from 20°"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(pose(&window), before);
}

#[test]
fn a_hidden_joint_is_posed_as_well() {
    let mut window = ready();
    press(&mut window, Modifiers::SHIFT, Key::H);
    assert!(!window.session().character.hidden.is_empty());
    press(&mut window, NONE, Key::S);
    press(&mut window, NONE, Key::Z);
    write(&mut window, "2");
    press(&mut window, NONE, Key::Enter);
    let place = joint(&window, "forearm").index();
    assert_eq!(pose(&window).stretch[place].scale, Vec3::new(1.0, 1.0, 2.0));
}

#[test]
fn tab_goes_on_to_the_number_of_the_next_axis() {
    let mut window = ready();
    let at = joint(&window, "forearm").index();
    let before = pose(&window).rigid[at].translation;
    let enter = |window: &mut Window, tool: Key, numbers: [&str; 3]| {
        press(window, NONE, tool);
        for (place, number) in numbers.into_iter().enumerate() {
            if place > 0 {
                press(window, NONE, Key::Tab);
            }
            write(window, number);
        }
        press(window, NONE, Key::Enter);
    };
    enter(&mut window, Key::S, ["2", "", "0.5"]);
    assert_eq!(pose(&window).stretch[at].scale, Vec3::new(2.0, 1.0, 0.5));
    enter(&mut window, Key::D, ["0.1", "-0.2", "0.3"]);
    let shear = pose(&window).stretch[at].shear;
    assert!(
        (shear - Vec3::new(0.1, -0.2, 0.3)).length() < 1e-6,
        "{shear}"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);

    enter(&mut window, Key::G, ["0.01", "0.02", "0.03"]);
    let way = pose(&window).rigid[at].translation - before;
    assert!((way - Vec3::new(0.01, 0.02, 0.03)).length() < 1e-5, "{way}");
    press(&mut window, Modifiers::COMMAND, Key::Z);

    enter(&mut window, Key::R, ["20", "-30", "40"]);
    let [x, y, z] = [20.0_f32, -30.0, 40.0].map(f32::to_radians);
    let expected = Quat::from_rotation_z(z) * Quat::from_rotation_y(y) * Quat::from_rotation_x(x);
    let turn = pose(&window).rigid[at].rotation;
    assert!(turn.dot(expected).abs() > 1.0 - 1e-6, "{turn}");
    assert_eq!(window.history().undo_name(), Some("Rotate forearm"));

    // An axis key takes the other numbers back, and nothing but the tool handles Tab.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, NONE, Key::S);
    write(&mut window, "3");
    press(&mut window, NONE, Key::Tab);
    write(&mut window, "2");
    press(&mut window, NONE, Key::Z);
    press(&mut window, NONE, Key::Enter);
    assert_eq!(pose(&window).stretch[at].scale, Vec3::new(1.0, 1.0, 2.0));
    assert!(window.ctx.memory(|memory| memory.focused()).is_none());
}

#[test]
fn maya_keys_choose_tools_and_axes() {
    let mut window = ready();
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text("Key map: Maya".to_owned()));
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    for (key, tool) in [
        (Key::W, Tool::Move),
        (Key::E, Tool::Rotate),
        (Key::R, Tool::Scale),
        (Key::T, Tool::Shear),
        (Key::Q, Tool::Select),
    ] {
        press(&mut window, NONE, key);
        assert_eq!(window.session().tool, tool);
        assert!(operation(&window).is_none());
    }
    for space in [Space::Parent, Space::Global, Space::Local] {
        press(&mut window, NONE, Key::O);
        assert_eq!(window.session().space, space);
    }
    press(&mut window, Modifiers::ALT, Key::Num3);
    assert_eq!(operation(&window).unwrap().tool, Tool::Rotate);
    press(&mut window, NONE, Key::Escape);
    assert!(window.history().is_empty());
}
