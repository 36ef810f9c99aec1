//! The camera that fills a pane.

use glam::{Vec2, Vec3};
use scene::view::camera::{Camera, Viewpoint};
use scene::view::framing::{Insets, frame_points};

const INSETS: Insets = Insets {
    top: 0.1,
    bottom: 0.2,
    sides: 0.05,
};
/// Of a pixel.
const TOLERANCE: f32 = 0.05;

/// Every point lies in the pane without its insets, and one pair of opposite edges is touched.
fn check(points: &[Vec3], viewpoint: Viewpoint, pane: Vec2) {
    let aspect = pane.x / pane.y;
    let camera = frame_points(
        Camera::default().with_viewpoint(viewpoint),
        points.iter().copied(),
        aspect,
        INSETS,
    );
    let pixels: Vec<Vec2> = points
        .iter()
        .filter_map(|&point| camera.pixel(point, pane))
        .collect();
    assert_eq!(pixels.len(), points.len(), "a point is behind the camera");
    let min = pixels
        .iter()
        .fold(Vec2::INFINITY, |min, &pixel| min.min(pixel));
    let max = pixels
        .iter()
        .fold(Vec2::NEG_INFINITY, |max, &pixel| max.max(pixel));
    let upper_left = Vec2::new(INSETS.sides, INSETS.top) * pane;
    let lower_right = pane - Vec2::new(INSETS.sides, INSETS.bottom) * pane;
    assert!(
        (min - upper_left).min_element() > -TOLERANCE,
        "{viewpoint:?} {pane}: {min}"
    );
    assert!(
        (lower_right - max).min_element() > -TOLERANCE,
        "{viewpoint:?} {pane}: {max}"
    );
    let margin = (min - upper_left) + (lower_right - max);
    assert!(
        margin.min_element() < 2.0 * TOLERANCE,
        "{viewpoint:?} {pane}: {margin} pixels are left"
    );
}

#[test]
fn points_fill_the_pane() {
    let cube: Vec<Vec3> = (0..8_u8)
        .map(|corner| {
            Vec3::new(
                f32::from(corner & 1),
                f32::from(corner >> 1 & 1),
                f32::from(corner >> 2),
            )
        })
        .collect();
    let far_away: Vec<Vec3> = cube
        .iter()
        .map(|corner| *corner * 100.0 + Vec3::new(5e3, -2e3, 1e3))
        .collect();
    let tall = [
        Vec3::ZERO,
        Vec3::new(0.1, 3.0, 0.2),
        Vec3::new(-0.1, 1.0, 0.0),
    ];
    for viewpoint in [
        Viewpoint::Front,
        Viewpoint::Side,
        Viewpoint::Top,
        Viewpoint::ThreeQuarter,
    ] {
        for pane in [
            Vec2::new(640.0, 720.0),
            Vec2::new(1600.0, 300.0),
            Vec2::new(100.0, 900.0),
        ] {
            check(&cube, viewpoint, pane);
            check(&far_away, viewpoint, pane);
            // From above it is a line of sight, and the camera keeps away.
            if viewpoint != Viewpoint::Top {
                check(&tall, viewpoint, pane);
            }
        }
    }
}

#[test]
fn nothing_and_a_point_give_a_usable_camera() {
    let camera = Camera::default();
    assert_eq!(frame_points(camera, [], 1.0, INSETS), camera);
    assert_eq!(frame_points(camera, [Vec3::NAN], 1.0, INSETS), camera);
    for points in [
        vec![Vec3::ONE],
        vec![Vec3::ONE; 3],
        vec![Vec3::ZERO, Vec3::Z],
    ] {
        let framed = frame_points(
            camera.with_viewpoint(Viewpoint::Front),
            points.iter().copied(),
            1.0,
            INSETS,
        );
        assert!(
            framed.target.is_finite() && framed.distance > 0.0,
            "{framed:?}"
        );
        assert!(
            points
                .iter()
                .all(|&point| framed.pixel(point, Vec2::splat(100.0)).is_some()),
            "{points:?}"
        );
    }
}
