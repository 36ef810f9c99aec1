//! The mathematics of the gizmo: what drags ask for, and what that makes of poses.

use std::sync::Arc;

use glam::{Affine3A, Mat3, Quat, Vec2, Vec3};
use proptest::prelude::*;
use rig::{
    JointIndex, LocalTransform, Pose, Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, Stretch,
    Trs, forward,
};
use scene::view::camera::Camera;
use session::document::Document;
use session::state::gizmo::operation::{Before, Follow, Operation, Typed};
use session::state::gizmo::tool::{Axis, GizmoPart, Space, Tool};
use session::state::gizmo::{
    CameraView, ChangeKind, Drag, GizmoChange, Hold, JointPlace, SIZE, SnapSteps, hit, layout,
    length_step, places,
};
use session::state::playback::clock::Playback;
use session::text::number_text::Quantity;

/// Three joints in a chain and one beside it, with rest frames that agree with nothing.
fn skeleton() -> Skeleton {
    let local = |rotation: Quat, translation: Vec3| {
        LocalTransform::Trs(Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    };
    let turn = |x, y, z| Quat::from_euler(glam::EulerRot::XYZ, x, y, z);
    SkeletonBuilder::new()
        .joint(0, None, "hip", local(turn(0.3, -0.2, 0.9), Vec3::Y))
        .joint(
            1,
            Some(0),
            "knee",
            local(turn(-0.5, 1.2, 0.1), Vec3::new(0.1, 0.4, 0.0)),
        )
        .joint(
            2,
            Some(1),
            "foot",
            local(turn(0.9, 0.3, -0.4), Vec3::new(0.0, 0.5, 0.1)),
        )
        .joint(
            3,
            Some(0),
            "tail",
            local(turn(0.0, 0.4, 0.0), Vec3::new(0.0, 0.1, -0.3)),
        )
        .build()
        .unwrap()
}

const N: usize = 4;

fn joint(number: usize) -> JointIndex {
    skeleton().joints().nth(number).unwrap()
}

fn scale_inheritance() -> Vec<ScaleInheritance> {
    vec![ScaleInheritance::Children; N]
}

fn frames(pose: &Pose) -> Vec<Affine3A> {
    let skeleton = skeleton();
    let flags = scale_inheritance();
    let posed = forward(&skeleton, pose.user_transforms(), &flags).unwrap();
    let joints = skeleton.joints();
    joints
        .map(|joint| posed.model_from_posed_joint(joint))
        .collect()
}

fn places_of(pose: &Pose, joints: &[usize]) -> Vec<JointPlace> {
    let joints: Vec<JointIndex> = joints.iter().map(|&number| joint(number)).collect();
    places(&skeleton(), pose, &scale_inheritance(), &joints).unwrap()
}

fn changed(pose: &Pose, joints: &[usize], space: Space, what: ChangeKind) -> Pose {
    let mut after = pose.clone();
    GizmoChange { space, what }.apply(&skeleton(), &places_of(pose, joints), &mut after);
    after
}

fn vectors(most: f32) -> impl Strategy<Value = Vec3> {
    (-most..most, -most..most, -most..most).prop_map(Vec3::from)
}

fn rotations() -> impl Strategy<Value = Quat> {
    (vectors(1.0), -3.1_f32..3.1).prop_map(|(axis, angle)| {
        Quat::from_axis_angle(axis.try_normalize().unwrap_or(Vec3::X), angle)
    })
}

/// Poses whose joints are moved, turned and, where that is asked for, stretched.
fn poses(stretched: bool) -> impl Strategy<Value = Pose> {
    let most = if stretched { 0.3 } else { 0.0 };
    let joint = (rotations(), vectors(0.5), vectors(1.0), vectors(1.0));
    proptest::collection::vec(joint, N).prop_map(move |joints| {
        let mut pose = Pose::rest(&skeleton());
        for (number, (rotation, translation, scale, shear)) in joints.into_iter().enumerate() {
            pose.rigid[number] = Rigid::new(rotation, translation);
            pose.stretch[number] = Stretch {
                scale: Vec3::ONE + scale * most,
                shear: shear * most * 0.5,
            };
        }
        pose
    })
}

fn spaces() -> impl Strategy<Value = Space> {
    prop_oneof![Just(Space::Local), Just(Space::Parent), Just(Space::Global)]
}

fn tools() -> impl Strategy<Value = Tool> {
    prop_oneof![
        Just(Tool::Move),
        Just(Tool::Rotate),
        Just(Tool::Scale),
        Just(Tool::Shear)
    ]
}

fn axes() -> impl Strategy<Value = Axis> {
    prop_oneof![Just(Axis::X), Just(Axis::Y), Just(Axis::Z)]
}

fn sights() -> impl Strategy<Value = CameraView> {
    let numbers = (-3.1_f32..3.1, -1.4_f32..1.4, 2.0_f32..6.0);
    numbers.prop_map(|(yaw, pitch, distance)| CameraView {
        camera: Camera {
            target: Vec3::new(0.1, 1.0, 0.0),
            yaw,
            pitch,
            distance,
            ..Camera::default()
        },
        viewport: Vec2::new(640.0, 480.0),
    })
}

// ---- changes --------------------------------------------------------------------------------------------------------

proptest! {
    /// Also under ancestors that are stretched.
    #[test]
    fn a_move_goes_along_the_axes_of_its_space(
        pose in poses(true), space in spaces(), by in vectors(1.0), number in 0..N,
    ) {
        let place = places_of(&pose, &[number])[0];
        let after = changed(&pose, &[number], space, ChangeKind::Move(by));
        let way = Vec3::from(frames(&after)[number].translation) - place.origin;
        let expected = place.axes(space) * by;
        prop_assert!((way - expected).length() < 2e-4, "{way} {expected}");
        prop_assert_eq!(after.stretch, pose.stretch);
    }

    #[test]
    fn a_turn_in_a_space_turns_the_model_by_exactly_that(
        pose in poses(false), space in spaces(), axis in axes(), angle in -6.0_f32..6.0, number in 0..N,
    ) {
        let place = places_of(&pose, &[number])[0];
        let after = changed(&pose, &[number], space, ChangeKind::Turn(axis.unit(), angle));
        let about = place.axes(space) * axis.unit();
        let expected = Mat3::from_quat(Quat::from_axis_angle(about, angle));
        let (before, after) = (frames(&pose)[number], frames(&after)[number]);
        let turn = Mat3::from(after.matrix3) * Mat3::from(before.matrix3).transpose();
        prop_assert!(turn.abs_diff_eq(expected, 1e-4), "{turn} {expected}");
        prop_assert!(after.translation.abs_diff_eq(before.translation, 1e-5));
    }

    #[test]
    fn a_stretch_in_the_model_comes_after_all_that_was(
        pose in poses(false), scale in vectors(0.5), shear in vectors(0.3), own in vectors(0.3),
        space in prop_oneof![Just(Space::Parent), Just(Space::Global)], number in 0..N,
    ) {
        let mut pose = pose;
        pose.stretch[number].shear = own * 0.5;
        let place = places_of(&pose, &[number])[0];
        let axes = Mat3::from_quat(place.axes(space));
        let scale = Vec3::ONE + scale;
        for (what, by) in [
            (ChangeKind::Scale(scale), Stretch::from_scale(scale)),
            (ChangeKind::Shear(shear), Stretch { shear, ..Stretch::IDENTITY }),
        ] {
            let after = changed(&pose, &[number], space, what);
            let expected = axes * by.to_mat3() * axes.transpose() * Mat3::from(frames(&pose)[number].matrix3);
            let found = Mat3::from(frames(&after)[number].matrix3);
            prop_assert!(found.abs_diff_eq(expected, 1e-4), "{found} {expected}");
            prop_assert_eq!(after.rigid[number].translation, pose.rigid[number].translation);
        }
    }

    #[test]
    fn a_local_stretch_changes_its_own_numbers_alone(
        pose in poses(true), by in vectors(1.0), axis in axes(), number in 0..N,
    ) {
        let only = axis.unit() * by;
        let sheared = changed(&pose, &[number], Space::Local, ChangeKind::Shear(only));
        let mut expected = pose.clone();
        expected.stretch[number].shear += only;
        prop_assert_eq!(sheared, expected);
        let scaled = changed(&pose, &[number], Space::Local, ChangeKind::Scale(Vec3::ONE + only));
        let mut expected = pose.clone();
        expected.stretch[number].scale *= Vec3::ONE + only;
        prop_assert_eq!(scaled, expected);
    }

    #[test]
    fn nothing_asked_changes_no_bit_and_nothing_makes_nan(
        pose in poses(true), space in spaces(), big in prop_oneof![Just(0.0_f32), Just(f32::NAN), Just(f32::INFINITY), Just(1e38), Just(-1.0)],
    ) {
        for what in [ChangeKind::Move(Vec3::ZERO), ChangeKind::Turn(Vec3::X, 0.0), ChangeKind::Scale(Vec3::ONE), ChangeKind::Shear(Vec3::ZERO)] {
            prop_assert_eq!(&changed(&pose, &[0, 1, 2], space, what), &pose);
        }
        let all = Vec3::splat(big);
        for what in [ChangeKind::Move(all), ChangeKind::Turn(Vec3::Z, big), ChangeKind::Scale(all), ChangeKind::Shear(all)] {
            let after = changed(&pose, &[1], space, what);
            prop_assert!(after.rigid.iter().all(|rigid| rigid.rotation.is_finite() && rigid.translation.is_finite()));
            prop_assert!(after.stretch.iter().all(|stretch| stretch.scale.is_finite() && stretch.shear.is_finite()));
        }
    }
}

#[test]
fn roots_of_the_selection_move_and_turn_and_all_of_it_scales() {
    let pose = Pose::rest(&skeleton());
    let moved = changed(&pose, &[2, 1, 3], Space::Global, ChangeKind::Move(Vec3::X));
    let ways: Vec<Vec3> = frames(&moved)
        .iter()
        .zip(frames(&pose))
        .map(|(after, before)| Vec3::from(after.translation - before.translation))
        .collect();
    assert!(ways[0].length() < 1e-6);
    for way in &ways[1..] {
        assert!((*way - Vec3::X).length() < 1e-5, "{way}");
    }
    assert_eq!(moved.rigid[2], pose.rigid[2], "its parent carries it");
    let scaled = changed(
        &pose,
        &[2, 1],
        Space::Local,
        ChangeKind::Scale(Vec3::splat(2.0)),
    );
    assert_eq!(scaled.stretch[1].scale, Vec3::splat(2.0));
    assert_eq!(scaled.stretch[2].scale, Vec3::splat(2.0));
}

#[test]
fn a_factor_brings_nothing_back_from_zero() {
    let mut pose = Pose::rest(&skeleton());
    pose.stretch[1].scale = Vec3::new(0.0, 1.0, 1.0);
    let after = changed(
        &pose,
        &[1],
        Space::Local,
        ChangeKind::Scale(Vec3::new(1.5, 1.0, 1.0)),
    );
    assert_eq!(after.stretch[1].scale, Vec3::new(0.5, 1.0, 1.0));
    let after = changed(
        &pose,
        &[1],
        Space::Local,
        ChangeKind::Scale(Vec3::new(1.0, 2.0, 1.0)),
    );
    assert_eq!(after.stretch[1].scale, Vec3::new(0.0, 2.0, 1.0));
}

// ---- drags ----------------------------------------------------------------------------------------------------------

proptest! {
    /// Every tool and space: finite, along what is held, and the handle under the pointer.
    #[test]
    fn a_handle_is_found_where_it_is_drawn_and_a_drag_from_it_is_of_it(
        pose in poses(true), space in spaces(), tool in tools(), sight in sights(),
        way in (-80.0_f32..80.0, -80.0_f32..80.0), number in 0..N,
    ) {
        let place = places_of(&pose, &[number])[0];
        let Some(layout) = layout(tool, &place, space, &sight) else {
            return Ok(());
        };
        for handle in layout.handles.iter().filter(|handle| handle.strength > 0.0) {
            let from = match handle.areas.first() {
                Some(area) => area.iter().copied().sum::<Vec2>() / area.len() as f32,
                None => handle.lines[0][handle.lines[0].len() / 2],
            };
            prop_assert!(hit(&layout, from).is_some());
            let drag = Drag { tool, part: handle.part, space, place, began: sight, from, by_handle: true };
            let still = drag.asks(&sight, from, 0.0).map(|change| change.what);
            if let Some(still) = still {
                let nothing = match still {
                    ChangeKind::Move(by) | ChangeKind::Shear(by) => by.length(),
                    ChangeKind::Scale(by) => (by - Vec3::ONE).length(),
                    ChangeKind::Turn(_, angle) => angle.abs(),
                };
                prop_assert!(nothing < 1e-3, "{still:?}");
            }
            let Some(change) = drag.asks(&sight, from + Vec2::from(way), 0.0) else { continue };
            let held = handle.part.axes();
            let numbers = match change.what {
                ChangeKind::Move(by) | ChangeKind::Shear(by) => by.to_array(),
                ChangeKind::Scale(by) => {
                    prop_assert!(by.min_element() > 0.0);
                    (by - Vec3::ONE).to_array()
                }
                ChangeKind::Turn(axis, angle) => {
                    prop_assert!(angle.is_finite() && axis.is_normalized());
                    [0.0; 3]
                }
            };
            for (number, held) in numbers.into_iter().zip(held) {
                prop_assert!(number.is_finite() && (held || number == 0.0));
            }
        }
    }

    /// The ray through the pointer intersects the joint's line where the arrow is now.
    #[test]
    fn an_arrow_stays_under_the_pointer(
        pose in poses(false), space in spaces(), axis in axes(), sight in sights(), along in -0.3_f32..0.3,
    ) {
        let place = places_of(&pose, &[1])[0];
        let line = place.axes(space) * axis.unit();
        let size = sight.gizmo_size() * sight.meters_per_pixel(place.origin).unwrap();
        let facing = line.dot((place.origin - sight.camera.eye()).normalize()).abs();
        prop_assume!(facing < 0.95);
        let held = place.origin + line * size;
        let (from, to) = (sight.pixel(held).unwrap(), sight.pixel(held + line * along).unwrap());
        let drag = Drag { tool: Tool::Move, part: GizmoPart::Axis(axis), space, place, began: sight, from, by_handle: true };
        let change = drag.asks(&sight, to, 0.0).unwrap();
        let ChangeKind::Move(by) = change.what else { panic!("{change:?}") };
        prop_assert!((by - axis.unit() * along).length() < 2e-3, "{by} {along}");
    }
}

#[test]
fn turns_add_up_beyond_a_round() {
    let pose = Pose::rest(&skeleton());
    let place = places_of(&pose, &[1])[0];
    let sight = CameraView {
        camera: Camera::default(),
        viewport: Vec2::new(640.0, 480.0),
    };
    let center = sight.pixel(place.origin).unwrap();
    let at = |angle: f32| center + Vec2::from_angle(angle) * 100.0;
    let drag = Drag {
        tool: Tool::Rotate,
        part: GizmoPart::Free,
        space: Space::Local,
        place,
        began: sight,
        from: at(0.0),
        by_handle: false,
    };
    let mut turned = 0.0;
    for step in 1..=40_u8 {
        let change = drag.asks(&sight, at(-0.25 * f32::from(step)), turned);
        let ChangeKind::Turn(axis, angle) = change.unwrap().what else {
            panic!("no turn");
        };
        assert!(axis.dot(sight.forward()) < -0.9, "towards the viewer");
        turned = angle;
    }
    assert!((turned - 10.0).abs() < 1e-3, "{turned}");
}

#[test]
fn steps_are_whole_and_finer_with_shift() {
    let coarse = SnapSteps {
        length: 0.01,
        fine: false,
    };
    let fine = SnapSteps {
        fine: true,
        ..coarse
    };
    let angle = |what: ChangeKind| match what {
        ChangeKind::Turn(_, angle) => angle.to_degrees(),
        _ => f32::NAN,
    };
    let turn = ChangeKind::Turn(Vec3::X, 13.4_f32.to_radians());
    assert!((angle(coarse.snap(turn)) - 15.0).abs() < 1e-4);
    assert!((angle(fine.snap(turn)) - 13.0).abs() < 1e-4);
    let close = |found: ChangeKind, expected: f32| match found {
        ChangeKind::Move(by) | ChangeKind::Scale(by) | ChangeKind::Shear(by) => {
            (by.x - expected).abs() < 1e-6
        }
        ChangeKind::Turn(..) => false,
    };
    assert!(close(
        coarse.snap(ChangeKind::Move(Vec3::splat(0.0262))),
        0.03
    ));
    assert!(close(
        fine.snap(ChangeKind::Move(Vec3::splat(0.0262))),
        0.026
    ));
    assert!(close(
        coarse.snap(ChangeKind::Scale(Vec3::splat(1.26))),
        1.3
    ));
    assert!(close(
        coarse.snap(ChangeKind::Scale(Vec3::splat(0.02))),
        0.1
    ));
    assert!(close(
        coarse.snap(ChangeKind::Shear(Vec3::splat(-0.26))),
        -0.3
    ));
    for (size, per_meter, step) in [
        (1.8, 1.0, 0.01),
        (0.99, 1.0, 0.001),
        (1.0, 1000.0, 0.01),
        (0.0, 1.0, 0.01),
        (f32::NAN, 1.0, 0.01),
        (25.4, 1.0 / 0.0254, 0.254),
    ] {
        let found = length_step(size, per_meter);
        assert!(
            (found / step - 1.0).abs() < 1e-3,
            "{size} {per_meter}: {found}"
        );
    }
}

// ---- tools at work --------------------------------------------------------------------------------------------------

fn begin(tool: Tool, part: GizmoPart) -> Operation {
    let pose = Pose::rest(&skeleton());
    let before = Before {
        document: Document::empty(),
        playback: Playback::default(),
        rest: false,
    };
    let places = places_of(&pose, &[1]);
    Operation::new((tool, part, Space::Local), places, Arc::new(pose), before).unwrap()
}

fn follow(x: f32, y: f32, fine: bool) -> Follow {
    Follow {
        pane: 0,
        pixel: Vec2::new(x, y),
        viewport: Vec2::new(640.0, 480.0),
        hold: Hold { snap: false, fine },
        step: 0.01,
    }
}

#[test]
fn the_same_key_goes_through_spaces_and_back() {
    let mut operation = begin(Tool::Move, GizmoPart::Free);
    let expected = [
        (GizmoPart::Axis(Axis::Y), Space::Local),
        (GizmoPart::Axis(Axis::Y), Space::Global),
        (GizmoPart::Free, Space::Local),
        (GizmoPart::Axis(Axis::Y), Space::Local),
    ];
    for (part, space) in expected {
        operation.choose_axis(Axis::Y);
        assert_eq!((operation.part, operation.space), (part, space));
    }
    operation.choose_plane(Axis::Z);
    assert_eq!(operation.part, GizmoPart::Plane(Axis::Z));
    let mut shear = begin(Tool::Shear, GizmoPart::Axis(Axis::X));
    for (axis, space) in [
        (Axis::X, Space::Local),
        (Axis::X, Space::Global),
        (Axis::X, Space::Local),
        (Axis::Z, Space::Local),
    ] {
        shear.choose_axis(axis);
        assert_eq!((shear.part, shear.space), (GizmoPart::Axis(axis), space));
    }
}

#[test]
fn shift_makes_the_same_way_a_tenth() {
    let camera = Camera::default();
    let amount = |fine: bool| {
        let mut operation = begin(Tool::Shear, GizmoPart::Axis(Axis::X));
        operation.follow(follow(100.0, 100.0, fine), camera);
        operation.follow(follow(200.0, 100.0, fine), camera);
        operation.ask(camera, 1.0);
        operation.changed_pose(&skeleton()).stretch[1].shear.x
    };
    assert!((amount(false) - 10.0 * amount(true)).abs() < 1e-5);
    assert!(amount(false) > 0.1);
}

#[test]
fn numbers_count_more_than_the_pointer_in_the_users_unit() {
    let camera = Camera::default();
    let mut operation = begin(Tool::Move, GizmoPart::Axis(Axis::Z));
    operation.follow(follow(10.0, 10.0, false), camera);
    operation.follow(follow(300.0, 10.0, false), camera);
    for sign in "12.5-".chars() {
        operation.typed.push(sign);
    }
    operation.ask(camera, 100.0);
    let moved = operation.changed_pose(&skeleton()).rigid[1].translation;
    assert!(
        (moved - Vec3::new(0.0, 0.0, -0.125)).length() < 1e-6,
        "{moved}"
    );
}

#[test]
fn numbers_are_made_of_signs() {
    let typed = |signs: &str| {
        let mut typed = Typed::default();
        for sign in signs.chars() {
            typed.push(sign);
        }
        typed
    };
    for (signs, value) in [
        ("", None),
        ("-", None),
        (".", None),
        ("1", Some(1.0)),
        (".5", Some(0.5)),
        ("0,25", Some(0.25)),
        ("1.2.3", Some(1.23)),
        ("12-", Some(-12.0)),
        ("--7x ", Some(7.0)),
    ] {
        assert_eq!(typed(signs).value(Quantity::Number), value, "{signs}");
    }
    let meters = Quantity::Length { per_meter: 1.0 };
    for (signs, quantity, value) in [
        ("12cm", meters, Some(0.12)),
        ("12mm-", meters, Some(-0.012)),
        ("2in5", meters, Some(0.0508)),
        ("12c", meters, None),
        ("12deg", meters, None),
        ("12cm", Quantity::Degrees, None),
        ("12deg", Quantity::Degrees, Some(12.0)),
        ("50%", Quantity::Number, Some(0.5)),
        ("cm12", meters, Some(12.0)),
    ] {
        let read = typed(signs).value(quantity);
        let is_right = match (read, value) {
            (Some(read), Some(value)) => (read - value).abs() < 1e-6_f32,
            (read, value) => read == value,
        };
        assert!(is_right, "{signs}: {read:?}");
    }
    let many = typed(&"9".repeat(500)).value(Quantity::Number).unwrap();
    assert!(many.is_finite());
    let mut number = typed("-1.5cm");
    for left in ["-1.5c", "-1.5", "-1.", "-1", "-", ""] {
        number.pop();
        assert_eq!(number.text(), left);
    }
    assert!(number.is_empty());
}

#[test]
fn a_gizmo_is_smaller_in_a_small_pane() {
    let size = |width: f32, height: f32| {
        let sight = CameraView {
            viewport: Vec2::new(width, height),
            camera: Camera::default(),
        };
        sight.gizmo_size()
    };
    assert_eq!(size(900.0, 700.0), SIZE);
    assert!(size(420.0, 250.0) < 0.7 * SIZE);
    assert!(size(40.0, 20.0) > 24.0, "it can be grasped");
}

proptest! {
    /// So that the figure is seen beside it.
    #[test]
    fn a_gizmo_is_no_wider_than_ninety_points(
        tool in tools(),
        space in spaces(),
        sight in sights(),
        rest in poses(false),
        large in 1.0_f32..4.0,
    ) {
        let sight = CameraView { viewport: sight.viewport * large, ..sight };
        let place = places_of(&rest, &[1])[0];
        if let Some(layout) = layout(tool, &place, space, &sight) {
            let handles = layout.handles.iter();
            let shapes = handles.flat_map(|handle| handle.lines.iter().chain(&handle.areas));
            let (mut low, mut high) = (layout.center, layout.center);
            for point in shapes.flatten() {
                (low, high) = (low.min(*point), high.max(*point));
            }
            // Ninety points at the distance of the joint: perspective enlarges what is nearer, by less than a tenth here.
            prop_assert!((high - low).max_element() <= 1.1 * 90.0, "{low} {high}");
        }
    }
}
