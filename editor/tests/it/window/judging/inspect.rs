//! Inspecting in the window: vertices under the pointer, factors of joints, the mesh, the tree.

use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, Primitive};
use editor::app::{App, Start};
use eframe::CreationContext;
use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::{Mat3, Quat, Vec3, vec3};
use rig::{
    BindPose, InfluenceRow, Influences, InfluencesBuilder, JointIndex, LocalTransform, Rig,
    SkeletonBuilder, Trs,
};
use scene::factors::Factors;
use scene::names::joint_name;
use scene::vertex_facts::{MovedBy, VertexFacts, VertexPlace};
use session::features::opening::loading::Loader;

use crate::window::support::{
    SIZE, Window, WindowState as _, builder, click, click_at, finished, joint, open, open_with,
    press, run, type_into, wait_until,
};

/// A line of the tree.
const TREE_ITEM: eframe::egui::accesskit::Role = eframe::egui::accesskit::Role::TreeItem;

// ---- the vertex under the pointer -----------------------------------------------------------------------------------

/// A place of the window where pane A shows the surface, and no bone is near.
fn on_surface(window: &Window) -> Pos2 {
    let app = window.state();
    let picture = window.get_by_label("Pane A").rect();
    let size = glam::Vec2::new(picture.width(), picture.height());
    let camera = &app.view().session.camera;
    let pixel = |point: Vec3| camera.pixel(point, size).unwrap();
    let joints: Vec<glam::Vec2> = app
        .view()
        .shown
        .frames(0)
        .iter()
        .map(|frame| pixel(frame.translation.into()))
        .collect();
    let (elbow, shoulder) = (
        joints[joint(window, "forearm").index()],
        joints[joint(window, "upper_arm").index()],
    );
    // Beside the middle of the upper arm.
    let across = (elbow - shoulder).perp().normalize();
    let place = 0.6 * shoulder + 0.4 * elbow + 22.0 * across;
    picture.min + Vec2::new(place.x, place.y)
}

fn rest_at(window: &mut Window, place: Pos2) {
    window.hover_at(place);
    wait_until(window, "a vertex is found", |window| {
        window.session().character.pointing.found.is_some()
    });
    window.run_steps(2);
}

fn facts_under_pointer(window: &Window) -> VertexFacts {
    let app = window.state();
    let place = app.view().session.character.pointing.found.unwrap().place;
    VertexFacts::of(&app.view().document.character, place).unwrap()
}

#[test]
fn a_pointer_that_rests_is_shown_the_influences_of_the_file() {
    let mut window = open("builtin:arm");
    let place = on_surface(&window);
    rest_at(&mut window, place);
    let has_card = |window: &Window| {
        window
            .query_all_by_label_contains("Vertex ")
            .next()
            .is_some()
    };
    assert!(!has_card(&window), "off while one poses");
    run(&mut window, "Vertex probe");
    rest_at(&mut window, place);
    assert!(has_card(&window));
    let found = window.session().character.pointing.found.unwrap();

    // The vertex is where the pointer is.
    let picture = window.get_by_label("Pane A").rect();
    let size = glam::Vec2::new(picture.width(), picture.height());
    let seen = window.session().camera.pixel(found.position, size).unwrap();
    let pointer = place - picture.min;
    assert!(
        seen.distance(glam::Vec2::new(pointer.x, pointer.y)) < 30.0,
        "{seen}, not {pointer}"
    );

    // Its bars are the file's rows.
    let character = Arc::clone(&window.document().character);
    let primitive =
        &character.meshes[character.instances[0].mesh].primitives[found.place.primitive];
    let InfluenceRow {
        joints: places,
        weights,
    } = primitive
        .influences
        .as_ref()
        .unwrap()
        .row(found.place.vertex);
    assert!(!places.is_empty());
    for (&slot, &weight) in places.iter().zip(weights) {
        let name = joint_name(
            &character.rig.skeleton,
            character.rig.binds[0].joints()[usize::from(slot)],
        );
        let bar = format!("{name} {weight:.3}");
        assert!(window.query_by_label(&bar).is_some(), "no bar {bar}");
    }
    let title = title(&character, found.place);
    assert!(window.query_by_label(&title).is_some(), "no {title}");

    // Away from the surface there is nothing to say.
    window.hover_at(picture.left_top() + Vec2::splat(6.0));
    wait_until(&mut window, "the card goes", |window| {
        window.session().character.pointing.found.is_none()
    });
}

fn title(character: &Character, place: VertexPlace) -> String {
    let mesh = VertexFacts::of(character, place).unwrap().mesh_text();
    format!("Vertex {} of {mesh}", scene::names::count(place.vertex))
}

#[test]
fn a_click_on_the_surface_selects_the_joint_that_moves_it_most() {
    let mut window = open("builtin:arm");
    let place = on_surface(&window);
    rest_at(&mut window, place);
    let dominant = facts_under_pointer(&window).dominant();
    assert!(dominant.is_some());
    click_at(&mut window, place, Modifiers::NONE);
    assert_eq!(window.session().character.selection.active(), dominant);

    // Beside the character a click selects nothing.
    let corner = window.get_by_label("Pane A").rect().left_top() + Vec2::splat(6.0);
    click_at(&mut window, corner, Modifiers::NONE);
    assert_eq!(window.session().character.selection.active(), None);
}

#[test]
fn a_pinned_vertex_stays_until_esc_and_follows_the_pose() {
    let mut window = open("builtin:arm");
    let place = on_surface(&window);
    click_at(&mut window, place, Modifiers::ALT);
    let pinned = window.session().character.pointing.pinned.unwrap();
    assert_eq!(
        window.session().character.selection.active(),
        None,
        "Alt selects no joint"
    );
    window.remove_cursor();
    window.run_steps(2);
    assert!(window.query_by_label("Pinned vertex").is_some());
    let title = title(&window.document().character, pinned);
    assert!(window.query_by_label(&title).is_some(), "no {title}");

    click(&mut window, "upper_arm");
    type_into(&mut window, "Rotation Z", "50");
    window.run_steps(2);
    let shown = window.shown();
    let there = shown.deformed_panes()[1][pinned.primitive].positions[pinned.vertex];
    let text = session::settings::Units::default().lengths(there.to_array());
    assert!(window.query_by_label(&text).is_some(), "no {text}");

    window.remove_cursor();
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.session().character.pointing.pinned, None);
    assert!(window.query_by_label("Pinned vertex").is_none());
}

#[test]
fn the_vertex_under_the_pointer_is_known_while_a_clip_plays_but_not_shown() {
    let mut window = open("builtin:arm");
    run(&mut window, "Vertex probe");
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(window.session().playback.playing);
    let place = on_surface(&window);
    window.hover_at(place);
    wait_until(&mut window, "something is looked for", |window| {
        window.session().character.pointing.found.is_some()
            || window.session().character.pointing.aim.is_some()
    });
    assert!(window.session().playback.playing, "the clip goes on");
    assert!(!window.session().shows_probe());
}

// ---- the joint ------------------------------------------------------------------------------------------------------

#[test]
fn several_selected_joints_are_counted_above_the_active_one() {
    let mut window = open("builtin:arm");
    let counted = |window: &Window| {
        let found = window.query_all_by_label_contains("joints selected; shown is the active one");
        found.count()
    };
    click(&mut window, "forearm");
    assert_eq!(counted(&window), 0);
    run(&mut window, "Select children");
    assert!(window.session().character.selection.joints().len() > 1);
    assert_eq!(counted(&window), 1);
}

fn label_beginning(window: &Window, beginning: &str) -> String {
    let labels = std::cell::RefCell::new(Vec::new());
    let begins = |label: &String| label.starts_with(beginning);
    let found = window.query_all_by(|node| {
        let label = node.label().filter(begins);
        labels.borrow_mut().extend(label.clone());
        label.is_some()
    });
    let n_found = found.count();
    let labels = labels.into_inner();
    assert!(n_found > 0, "nothing begins with {beginning}");
    labels[0].clone()
}

#[test]
fn the_quaternion_is_the_poses_and_can_be_typed() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "90");
    let value = window.get_by_label("Rotation quaternion").value().unwrap();
    let numbers: Vec<f32> = value
        .split(", ")
        .map(|number| number.parse().unwrap())
        .collect();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(numbers.len(), 4);
    for (number, expected) in numbers.into_iter().zip([0.0, 0.0, half, half]) {
        assert!((number - expected).abs() < 0.006, "{value}");
    }
    let place = joint(&window, "forearm").index();
    let of_pose = window.document().pose.rigid[place].rotation;
    assert!(of_pose.abs_diff_eq(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), 1e-6));

    type_into(&mut window, "Rotation quaternion", "(0 2, 0; 2)");
    let typed = window.document().pose.rigid[place].rotation;
    assert!(
        typed.abs_diff_eq(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2), 1e-6),
        "{typed}"
    );
    let angle = window.get_by_label("Rotation Y").value().unwrap();
    assert!(angle.contains("90"), "{angle}");
    for nonsense in ["0 0 0 0", "1 2 3", "NaN 0 0 1", "a b c d", ""] {
        type_into(&mut window, "Rotation quaternion", nonsense);
        assert_eq!(
            window.document().pose.rigid[place].rotation,
            typed,
            "{nonsense}"
        );
    }
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.document().pose.rigid[place].rotation, of_pose);
}

#[test]
fn factors_of_a_sheared_joint_are_those_of_the_polar_decomposition() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation X", "30");
    type_into(&mut window, "Shear XY", "0.4");
    type_into(&mut window, "Scale Z", "1.5");
    let app = window.state();
    let joint = joint(&window, "forearm");
    let rest = app
        .view()
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    let frame = app.view().shown.frames(1)[joint.index()];
    let motion = Mat3::from((frame * rest.inverse().to_affine()).matrix3);
    let polar = rig::polar(motion);
    let factors = Factors::of(frame, rest);
    assert_eq!(
        (factors.rotation, factors.stretch),
        (polar.rotation, polar.stretch)
    );
    assert!((factors.volume - motion.determinant()).abs() < 1e-5);
    let product: f32 = factors.principal.iter().product();
    assert!((product - factors.volume).abs() < 1e-5);
    assert!(factors.principal.is_sorted());
    // [1, 0.4; 0.4, 1] has 0.6 and 1.4, and the third is its own.
    for (found, expected) in factors.principal.into_iter().zip([0.6, 1.4, 1.5]) {
        assert!((found - expected).abs() < 1e-5, "{found}, not {expected}");
    }
    assert_eq!(
        label_beginning(&window, "Stretches: "),
        "Stretches: 0.600, 1.400, 1.500"
    );
    assert_eq!(label_beginning(&window, "Volume: "), "Volume: ×1.260");
    assert_eq!(label_beginning(&window, "Angle: "), "Angle: 30.0°");

    click(&mut window, "Copy joint as text");
    let found = factors.axis_angle();
    assert!((found.degrees - 30.0).abs() < 1e-3);
    assert!(found.axis.unwrap().abs().max_element() > 0.9);
}

#[test]
fn what_a_joint_is_stands_in_the_inspector() {
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    let facts = window
        .session()
        .character
        .facts
        .joint(joint(&window, "hand"));
    assert_eq!(facts.children, 5);
    assert_eq!(label_beginning(&window, "Children: "), "Children: 5");
    assert_eq!(
        label_beginning(&window, "Largest weight: "),
        format!("Largest weight: {:.3}", facts.largest_weight)
    );
    click(&mut window, "Parent joint");
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "forearm_twist"))
    );
}

/// The page of a joint says which joint mirrors it, how that was found and how surely, and leads there.
#[test]
fn a_joint_names_its_partner_and_how_it_was_found() {
    let mut window = open("builtin:biped");
    click(&mut window, "forearm.L");
    assert!(window.query_by_label("by name, sure").is_some());
    click(&mut window, "Partner on the other side");
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "forearm.R"))
    );
    click(&mut window, "hips");
    assert!(
        window
            .query_by_label_contains("in the middle, by ")
            .is_some()
    );
}

// ---- the tree -------------------------------------------------------------------------------------------------------

#[test]
fn joints_are_hidden_by_eye_and_by_action() {
    let mut window = open("builtin:arm");
    click(&mut window, "Hide hand");
    let hand = joint(&window, "hand");
    assert!(window.session().character.hidden.contains(&hand));
    assert_eq!(window.session().character.hidden.len(), 1);
    assert_eq!(
        window.session().character.selection.active(),
        None,
        "the eye selects nothing"
    );
    click(&mut window, "1 hidden");
    assert!(window.session().character.hidden.is_empty());

    let eye = window.get_by_label("Hide hand").rect().center();
    click_at(&mut window, eye, Modifiers::SHIFT);
    assert_eq!(
        window.session().character.hidden.len(),
        16,
        "the hand and its fingers"
    );
    click(&mut window, "Show hand");
    assert_eq!(window.session().character.hidden.len(), 15);

    press(&mut window, Modifiers::ALT, Key::H);
    assert!(window.session().character.hidden.is_empty());
    click(&mut window, "forearm");
    press(&mut window, Modifiers::SHIFT, Key::H);
    let forearm = joint(&window, "forearm");
    assert!(window.session().character.hidden.contains(&forearm));
    press(&mut window, Modifiers::SHIFT, Key::H);
    assert!(window.session().character.hidden.is_empty());
}

/// A chain of joints with these names, and a triangle that the first one moves.
fn chain(names: Vec<String>, skinned: bool, triangles: bool) -> Loader {
    Loader::new(move |_, _| {
        let mut builder = SkeletonBuilder::new();
        for (key, name) in (0_u32..).zip(&names) {
            let parent = (key % 10 != 0).then(|| key - 1);
            let local = Trs {
                translation: vec3(0.0, 0.1, 0.0),
                ..Trs::IDENTITY
            };
            builder = builder.joint(key, parent, name, LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        let inverse: Vec<_> = joints
            .iter()
            .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
            .collect();
        let binds = if skinned {
            vec![BindPose::new(&skeleton, &joints, &inverse).unwrap().0]
        } else {
            Vec::new()
        };
        let scale_inheritance = vec![rig::ScaleInheritance::default(); skeleton.len()];
        let primitive = Primitive {
            positions: [
                vec3(-1.0, 0.0, 0.0),
                vec3(1.0, 0.0, 0.0),
                vec3(0.0, 2.0, 0.0),
            ]
            .into(),
            normals: [Vec3::Z; 3].into(),
            normals_given: true,
            triangles: if triangles {
                [[0, 1, 2]].into()
            } else {
                [].into()
            },
            influences: skinned.then(|| first_joint_and_unbound(joints.len())),
            ..Primitive::default()
        };
        Ok(Character {
            name: "made".to_owned(),
            meshes: vec![Mesh {
                primitives: vec![primitive],
                ..Mesh::default()
            }],
            instances: vec![MeshInstance {
                node: JointIndex(0),
                mesh: 0,
                skin: skinned.then_some(0),
                file_node: 0,
                morph: 0..0,
                morph_weights: Vec::new(),
            }],
            rig: Rig {
                skeleton,
                binds,
                scale_inheritance,
            }
            .into(),
            ..Character::default()
        })
    })
}

fn first_joint_and_unbound(joints: usize) -> Influences {
    let mut builder = InfluencesBuilder::new(joints);
    builder.vertex([(0, 1.0)]).unwrap();
    builder.unbound();
    builder.unbound();
    builder.build()
}

#[test]
fn a_thousand_joints_in_many_scripts_scroll_and_are_reached_by_keys() {
    let scripts = [
        "骨盤",
        "ひじ",
        "팔꿈치",
        "كوع",
        "מרפק",
        "локоть",
        "เอว",
        "🦴👩‍👩‍👧",
        "a\u{301}\u{202e}b",
        "\t\n",
    ];
    let names: Vec<String> = (0..1000)
        .map(|i| match i {
            7 => "very long ".repeat(5000),
            _ => format!("{} {i}", scripts[i % scripts.len()]),
        })
        .collect();
    let loader = chain(names, true, true);
    // Boxes for what no font has, as in the program; other tests would stop there.
    let builder = builder(SIZE).allow_missing_glyphs();
    let app = |cc: &CreationContext<'_>| {
        App::new(
            cc,
            Start {
                file: Some("made".to_owned()),
                loader,
                ..Start::default()
            },
        )
    };
    let mut window = finished(builder, app);
    assert_eq!(window.document().character.rig.skeleton.len(), 1000);
    assert!(window.query_by_label("1000 joints").is_some());
    let lines = window.query_all_by(|node| node.role() == TREE_ITEM).count();
    assert!(lines < 80, "{lines} lines are laid out");

    window.hover_at(window.get_by_label("骨盤 0").rect().center());
    for _ in 0..60 {
        window.key_press(Key::ArrowDown);
        window.step();
    }
    let selected = window.session().character.selection.active().unwrap();
    assert_eq!(selected.index(), 59, "the first press selects the first");
    window.run_steps(4);
    let lines = window
        .query_all_by(|node| node.role() == TREE_ITEM && node.label().as_deref() == Some("59"));
    assert_eq!(lines.count(), 1, "the tree follows");
    window.hover_at(Pos2::new(100.0, 500.0));
    window.event(Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -9000.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(6);
}

// ---- the mesh -------------------------------------------------------------------------------------------------------

#[test]
fn unbound_and_unskinned_vertices_are_called_so() {
    let mut window = open_with(chain(vec!["root".to_owned()], true, true), "made");
    press(&mut window, Modifiers::NONE, Key::B);
    run(&mut window, "Vertex probe");
    let picture = window.get_by_label("Pane A").rect();
    rest_at(&mut window, picture.center() + Vec2::new(0.0, -60.0));
    assert_eq!(facts_under_pointer(&window).moved_by, MovedBy::Nothing);
    assert!(
        window
            .query_by_label("Unbound: no joint moves it")
            .is_some()
    );

    let mut window = open_with(chain(vec!["root".to_owned()], false, true), "made");
    run(&mut window, "Vertex probe");
    let picture = window.get_by_label("Pane A").rect();
    rest_at(&mut window, picture.center() + Vec2::new(30.0, 0.0));
    assert_eq!(
        facts_under_pointer(&window).moved_by,
        MovedBy::Node(JointIndex(0))
    );
    assert!(window.query_by_label("No skin: it follows root").is_some());
    click(&mut window, "Mesh");
    window.run_steps(20);
    assert!(window.query_by_label("No mesh has a skin.").is_some());
}

#[test]
fn a_mesh_without_triangles_is_reported() {
    let mut window = open_with(chain(vec!["root".to_owned()], true, false), "made");
    click(&mut window, "Mesh");
    window.run_steps(20);
    assert_eq!(label_beginning(&window, "Triangles: "), "Triangles: 0");
    assert!(
        window
            .query_by_label_contains("There are no triangles")
            .is_some()
    );
    assert!(window.query_by_label("2 unbound").is_some());
    let center = window.get_by_label("Pane A").rect().center();
    click_at(&mut window, center, Modifiers::ALT);
    assert_eq!(window.session().character.pointing.pinned, None);
}

#[test]
fn flaws_of_the_mesh_lead_to_their_place() {
    let mut window = open_with(chain(vec!["root".to_owned()], true, true), "made");
    click(&mut window, "Mesh");
    window.run_steps(20);
    let before = window.session().camera;
    click(&mut window, "3 open edges");
    assert!(window.session().character.pointing.pinned.is_some());
    assert_ne!(window.session().camera, before);
}
