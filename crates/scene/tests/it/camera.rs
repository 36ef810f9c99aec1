//! Cameras and boxes, on paper.

use std::f32::consts::{FRAC_PI_2, PI};

use character::CameraLens;
use glam::{Affine3A, Mat4, Quat, Vec2, Vec3};
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewpoint_camera;
use scene::view::through::camera_through;

const VIEWPORT: Vec2 = Vec2::new(640.0, 360.0);
const ASPECTS: [f32; 5] = [0.05, 0.5, 1.0, 16.0 / 9.0, 20.0];
const VIEWPOINTS: [Viewpoint; 7] = [
    Viewpoint::Front,
    Viewpoint::Back,
    Viewpoint::Side,
    Viewpoint::RightSide,
    Viewpoint::Top,
    Viewpoint::Bottom,
    Viewpoint::ThreeQuarter,
];

/// Of a picture's size: rounding of positions far from the origin.
const SLACK: f32 = 1e-3;

#[test]
fn named_views_stand_where_they_say() {
    let from = |viewpoint| {
        (Camera::default().with_viewpoint(viewpoint).eye() / Camera::default().distance).normalize()
    };
    assert!(from(Viewpoint::Front).abs_diff_eq(Vec3::Z, 1e-6));
    assert!(from(Viewpoint::Side).abs_diff_eq(Vec3::X, 1e-6));
    assert!(from(Viewpoint::Top).abs_diff_eq(Vec3::Y, 1e-6));
    assert!(from(Viewpoint::Back).abs_diff_eq(Vec3::NEG_Z, 1e-6));
    assert!(from(Viewpoint::RightSide).abs_diff_eq(Vec3::NEG_X, 1e-6));
    assert!(from(Viewpoint::Bottom).abs_diff_eq(Vec3::NEG_Y, 1e-6));
    assert!(from(Viewpoint::ThreeQuarter).min_element() > 0.0);
}

#[test]
fn the_opposite_view_looks_from_the_other_side() {
    for viewpoint in VIEWPOINTS {
        let camera = Camera::default().with_viewpoint(viewpoint);
        let around = camera.opposite();
        assert!(
            (camera.eye() + around.eye()).length() < 1e-4,
            "{viewpoint:?}"
        );
        let twice = around.opposite();
        assert!(twice.eye().distance(camera.eye()) < 1e-4, "{viewpoint:?}");
    }
}

/// Cameras from all sides, near and far, with perspective and without.
fn cameras() -> impl Iterator<Item = Camera> {
    let all = VIEWPOINTS.into_iter().flat_map(|viewpoint| {
        [1e-3, 1e-2, 1.0, 30.0].map(|distance| Camera {
            distance,
            ..Camera::default().with_viewpoint(viewpoint)
        })
    });
    all.flat_map(|camera| [camera, camera.perspective_toggled()])
}

/// However near the camera a line passes, and however large it is seen, its ends are in the picture.
#[test]
fn of_a_line_its_part_in_the_picture_is_seen() {
    let is_inside = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(VIEWPORT).all();
    let ways = [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::ONE,
        Vec3::new(-1.0, 0.2, 3.0),
    ];
    for (camera, way) in cameras().flat_map(|camera| ways.map(|way| (camera, way))) {
        let (target, eye) = (camera.target, camera.eye());
        // Half the height of what is seen at the target.
        let length = camera.distance * (0.5 * camera.fov_y).tan();
        let line = |middle: Vec3, half: f32| [-half, half].map(|far| middle + far * length * way);
        // Long, through the target and through the eye.
        for ends in [target, eye].map(|middle| line(middle, 1e4)) {
            let seen = camera.segment(ends, VIEWPORT);
            let seen = seen.is_none_or(|ends| ends.into_iter().all(is_inside));
            assert!(seen, "{camera:?} {way}");
        }
        // Short, before the eye: the ends are where they are seen.
        let ends = line(target, 0.01);
        let seen = camera.segment(ends, VIEWPORT).unwrap();
        let wanted = ends.map(|end| camera.pixel(end, VIEWPORT).unwrap());
        for (seen, wanted) in seen.into_iter().zip(wanted) {
            assert!(
                seen.abs_diff_eq(wanted, 0.5),
                "{camera:?} {way}: {seen} {wanted}"
            );
        }
        // Behind it.
        let behind = eye + eye - target;
        let ends = [behind, behind + 0.01 * (behind - target)];
        assert_eq!(camera.segment(ends, VIEWPORT), None, "{camera:?}");
    }
}

#[test]
fn without_perspective_what_is_near_is_not_larger() {
    let camera = Camera::default().with_viewpoint(Viewpoint::Front);
    let flat = camera.perspective_toggled();
    assert!(flat.is_orthographic() && !camera.is_orthographic());
    let width = |camera: &Camera, z: f32| {
        let x = |x: f32| camera.pixel(Vec3::new(x, 0.0, z), VIEWPORT).unwrap().x;
        x(0.3) - x(-0.3)
    };
    assert!((width(&flat, 0.0) / width(&camera, 0.0) - 1.0).abs() < 1e-3);
    assert!(width(&camera, 0.5) > 1.2 * width(&camera, -0.5));
    assert!((width(&flat, 0.5) / width(&flat, -0.5) - 1.0).abs() < 0.01);
    // Rays go where pixels are, from there too.
    let pixel = flat.pixel(Vec3::new(0.2, 0.3, -0.1), VIEWPORT).unwrap();
    let ray = flat.ray(pixel, VIEWPORT);
    let line = Vec3::new(0.2, 0.3, -0.1) - ray.origin;
    assert!(line.cross(ray.direction).length() < 1e-3);
    let back = flat.perspective_toggled();
    assert!(!back.is_orthographic());
    assert!((back.distance / camera.distance - 1.0).abs() < 1e-3);
}

#[test]
fn the_picture_has_right_up_and_reversed_depth() {
    let camera = Camera::default().with_viewpoint(Viewpoint::Front);
    let clip = |point: Vec3| camera.clip_from_world(1.0).project_point3(point);
    assert!(clip(Vec3::X).x > 0.0 && clip(Vec3::Y).y > 0.0);
    assert!(
        clip(Vec3::Z).z > clip(Vec3::NEG_Z).z,
        "what is nearer has the greater depth"
    );
    assert!(
        clip(Vec3::new(0.0, 0.0, -1e6)).z > 0.0,
        "nothing is beyond the far plane"
    );
    let near = camera.eye() - Vec3::Z * camera.distance * 0.005;
    assert!((clip(near).z - 1.0).abs() < 1e-4);
    // From the top the front of the character is below.
    let top = camera.with_viewpoint(Viewpoint::Top).clip_from_world(1.0);
    assert!(top.project_point3(Vec3::Z).y < 0.0);
}

#[test]
fn framing_holds_the_whole_sphere() {
    let far = Vec3::new(3e3, -2e3, 5e3);
    let boxes = [
        Bounds {
            min: Vec3::new(-0.4, 0.0, -0.2),
            max: Vec3::new(0.4, 1.8, 0.2),
        },
        Bounds {
            min: Vec3::splat(-1e-5),
            max: Vec3::splat(1e-5),
        },
        Bounds {
            min: Vec3::splat(-1e5),
            max: Vec3::splat(1e5),
        },
        Bounds {
            min: far,
            max: far + Vec3::new(0.0, 40.0, 0.0),
        },
        Bounds {
            min: Vec3::ONE,
            max: Vec3::ONE,
        },
    ];
    for bounds in boxes {
        for aspect in ASPECTS {
            for viewpoint in VIEWPOINTS {
                let camera = Camera::default()
                    .with_viewpoint(viewpoint)
                    .framed(&bounds, aspect);
                assert_inside(&camera, &bounds, aspect);
            }
        }
    }
}

/// Every point of the sphere that could touch the edge: its circle as seen, turned to the eye.
fn assert_inside(camera: &Camera, bounds: &Bounds, aspect: f32) {
    let (center, radius) = (bounds.center(), bounds.radius());
    let clip = camera.clip_from_world(aspect);
    for turn in 0..64_u8 {
        for tilt in 0..16_u8 {
            let rotation = Quat::from_rotation_y(f32::from(turn) * 0.1)
                * Quat::from_rotation_x(f32::from(tilt) * 0.4);
            let seen = clip.project_point3(center + radius * (rotation * Vec3::Z));
            let edge = seen.truncate().abs().max_element();
            assert!(edge < 1.0 + SLACK, "{bounds:?} at aspect {aspect}: {edge}");
        }
    }
}

#[test]
fn framing_nothing_changes_nothing() {
    let camera = Camera::default();
    assert_eq!(camera.framed(&Bounds::EMPTY, 1.5), camera);
}

#[test]
fn panning_follows_the_hand() {
    let camera = Camera::default();
    let before = camera.pixel(camera.target, VIEWPORT).unwrap();
    let drag = Vec2::new(31.0, -17.0);
    let after = camera
        .panned(drag, VIEWPORT.y)
        .pixel(camera.target, VIEWPORT)
        .unwrap();
    assert!(
        (after - before).abs_diff_eq(drag, 0.01),
        "{before} → {after}"
    );
}

#[test]
fn zooming_keeps_the_point_under_the_cursor() {
    let camera = Camera::default();
    let cursor = Vec2::new(500.0, 60.0);
    let ray = camera.ray(cursor, VIEWPORT);
    let forward = (camera.target - camera.eye()).normalize();
    let point = ray.origin + ray.direction * camera.distance / ray.direction.dot(forward);
    let seen = camera
        .zoomed(0.5, cursor, VIEWPORT)
        .pixel(point, VIEWPORT)
        .unwrap();
    assert!(seen.abs_diff_eq(cursor, 0.01), "{seen}");
}

#[test]
fn orbiting_turns_the_subject_with_the_hand_and_stops_at_the_poles() {
    let camera = Camera::default().with_viewpoint(Viewpoint::Front);
    let front_point = Vec3::Z;
    let seen = |camera: Camera| camera.pixel(front_point, VIEWPORT).unwrap();
    assert!(seen(camera.orbited(Vec2::new(20.0, 0.0), VIEWPORT.y)).x > seen(camera).x);
    assert!(seen(camera.orbited(Vec2::new(0.0, 20.0), VIEWPORT.y)).y > seen(camera).y);
    let over = camera.orbited(Vec2::new(0.0, 1e6), VIEWPORT.y);
    assert!(over.pitch <= FRAC_PI_2 && over.view_from_world().is_finite());
}

#[test]
fn rays_and_pixels_are_inverse() {
    let camera = Camera {
        yaw: 2.1,
        pitch: -0.4,
        ..Camera::default()
    };
    for pixel in [Vec2::ZERO, VIEWPORT, Vec2::new(12.5, 300.0)] {
        let ray = camera.ray(pixel, VIEWPORT);
        let seen = camera
            .pixel(ray.origin + 7.0 * ray.direction, VIEWPORT)
            .unwrap();
        assert!(seen.abs_diff_eq(pixel, 0.02), "{pixel} → {seen}");
    }
    assert_eq!(
        camera.pixel(2.0 * camera.eye(), VIEWPORT),
        None,
        "behind the camera"
    );
}

/// A tilted camera has its up upwards in the picture, sees what it saw in the middle, and stands upright once it is turned.
#[test]
fn a_tilted_camera_has_its_up_in_the_picture() {
    let upright = Camera {
        yaw: 2.1,
        pitch: -0.4,
        ..Camera::default()
    };
    let up = Vec3::new(0.6, 0.7, -0.2);
    let tilted = upright.with_up(up);
    let middle = 0.5 * VIEWPORT;
    let seen = [Vec3::ZERO, 0.1 * up].map(|place| tilted.pixel(place, VIEWPORT).unwrap());
    assert!(seen[0].abs_diff_eq(middle, 0.01), "{}", seen[0]);
    let above = seen[1] - seen[0];
    assert!(above.x.abs() < 0.01 && above.y < -1.0, "{above}");
    assert!(tilted.eye().abs_diff_eq(upright.eye(), 1e-5));
    assert_eq!(upright.with_up(Vec3::Y).roll, 0.0);
    assert_eq!(tilted.orbited(Vec2::ZERO, 400.0).roll, 0.0);
    let ray = tilted.ray(Vec2::new(12.5, 300.0), VIEWPORT);
    let back = tilted
        .pixel(ray.origin + 7.0 * ray.direction, VIEWPORT)
        .unwrap();
    assert!(back.abs_diff_eq(Vec2::new(12.5, 300.0), 0.02), "{back}");
}

/// Through a camera of a file all is seen as that sees it, however it is tilted.
#[test]
fn a_camera_of_a_file_is_followed_with_its_tilt() {
    let bounds = Bounds::from_points([Vec3::NEG_ONE, Vec3::ONE]);
    let lens = CameraLens::Perspective { fov_y: 0.7 };
    for tilt in [0.0, 0.5, -1.2, 3.0] {
        let turn = Quat::from_rotation_y(0.3) * Quat::from_rotation_x(-0.2);
        let turn = turn * Quat::from_rotation_z(tilt);
        let frame = Affine3A::from_rotation_translation(turn, Vec3::new(0.4, 1.0, 5.0));
        let camera = camera_through(&frame, lens, &bounds).unwrap();
        let wanted = Mat4::from(frame.inverse());
        assert!(camera.view_from_world().abs_diff_eq(wanted, 1e-4), "{tilt}");
    }
}

#[test]
fn no_input_breaks_a_camera() {
    let bad = [
        0.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
    ];
    let camera = Camera::default();
    let mut cameras = vec![camera.framed(
        &Bounds {
            min: Vec3::ZERO,
            max: Vec3::splat(f32::MAX),
        },
        f32::NAN,
    )];
    for value in bad {
        cameras.push(camera.zoomed(value, Vec2::splat(value), Vec2::splat(value)));
        cameras.push(camera.panned(Vec2::splat(value), value));
        cameras.push(camera.orbited(Vec2::splat(value), value));
        cameras.push(Camera {
            yaw: value,
            pitch: value,
            roll: value,
            distance: value,
            fov_y: value,
            ..camera
        });
    }
    for camera in cameras {
        assert!(camera.clip_from_world(1.0).is_finite(), "{camera:?}");
    }
}

/// A pitch beyond a pole would turn the picture upside down, and an angle that is none would stay so for good.
#[test]
fn angles_out_of_range_are_brought_back() {
    let at = |yaw: f32, pitch: f32| Camera {
        yaw,
        pitch,
        ..Camera::default()
    };
    for (pitch, brought_back) in [(3.0, FRAC_PI_2), (-3.0, -FRAC_PI_2), (f32::NAN, 0.0)] {
        let (bad, good) = (at(0.5, pitch), at(0.5, brought_back));
        assert_eq!(bad.view_from_world(), good.view_from_world(), "{pitch}");
        let (drag, height) = (Vec2::new(10.0, 20.0), 400.0);
        assert_eq!(bad.orbited(drag, height), good.orbited(drag, height));
    }
    let lost = Camera {
        distance: f32::NAN,
        ..at(f32::NAN, 0.0)
    };
    let found = lost
        .orbited(Vec2::X, 400.0)
        .zoomed(0.5, Vec2::ZERO, Vec2::ONE);
    assert!(found.yaw.is_finite() && found.distance.is_finite());
}

#[test]
fn boxes_leave_out_what_is_not_finite() {
    let points = [
        Vec3::new(1.0, 2.0, 3.0),
        Vec3::NAN,
        Vec3::new(-1.0, 0.0, f32::INFINITY),
        Vec3::ZERO,
    ];
    let bounds = Bounds::from_points(points);
    assert_eq!(
        bounds,
        Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, 2.0, 3.0)
        }
    );
    assert!(Bounds::from_points([Vec3::NAN]).is_empty());
    assert_eq!(
        (Bounds::EMPTY.center(), Bounds::EMPTY.radius()),
        (Vec3::ZERO, 0.0)
    );
    assert_eq!(Bounds::EMPTY.union(bounds), bounds);
}

/// Avatars of VRM 0.x look along −Z: their front is there, and their left at −X.
#[test]
fn named_views_are_those_of_the_character() {
    let avatar = |format| character::Character {
        humanoid: Some(std::sync::Arc::new(character::Humanoid {
            format,
            bones: Vec::new(),
        })),
        ..character::Character::default()
    };
    let eye = |character: &character::Character, viewpoint| {
        let camera = viewpoint_camera(character, Camera::default(), viewpoint);
        assert!(
            (-PI..=PI).contains(&camera.yaw),
            "{viewpoint:?}: {}",
            camera.yaw
        );
        camera.eye() / Camera::default().distance
    };
    use character::HumanoidFormat::{Vrm0, Vrm1, VrmAnimation};
    for viewpoint in VIEWPOINTS {
        let usual = eye(&character::Character::default(), viewpoint);
        for format in [Vrm1, VrmAnimation] {
            assert!(eye(&avatar(format), viewpoint).abs_diff_eq(usual, 1e-6));
        }
        let turned = eye(&avatar(Vrm0), viewpoint);
        let expected = Vec3::new(-usual.x, usual.y, -usual.z);
        assert!(
            turned.abs_diff_eq(expected, 1e-6),
            "{viewpoint:?}: {turned}"
        );
    }
}
