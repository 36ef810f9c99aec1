//! The two sheets for figures: the weights that the diagrams they follow depend on.
use generator::{Motion, Point, Shape};
use glam::{DQuat, DVec3, dvec3};

use crate::support::shape;

/// The point on the front of a sheet over a place of its middle.
fn front(shape: &Shape, x: f64, y: f64) -> &Point {
    let over = |point: &&Point| {
        point
            .position
            .truncate()
            .distance(dvec3(x, y, 0.0).truncate())
    };
    let points = shape.surface.points.iter();
    let found = points
        .filter(|point| 0.0 <= point.position.z)
        .min_by(|a, b| over(a).total_cmp(&over(b)));
    let point = found.unwrap();
    assert!(over(&point) < 1e-9, "{x} {y}");
    point
}

fn motion(shape: &'static Shape, name: &str) -> &'static Motion {
    shape.motions.iter().find(|m| m.name == name).unwrap()
}

/// Degrees about Z of a joint in the middle of a clip.
fn middle_turn(clip: &Motion, joint: usize) -> f64 {
    let turning = clip.turnings.iter().find(|t| t.joint == joint).unwrap();
    let middle = turning.rotations[turning.rotations.len() / 2];
    let (axis, angle) = DQuat::to_axis_angle(middle);
    angle.to_degrees() * axis.z
}

#[test]
fn they_are_flat_and_lie_along_their_joints() {
    for (name, heads) in [
        ("two_joints", vec![DVec3::ZERO, dvec3(2.0, 0.0, 0.0)]),
        (
            "three_joints",
            vec![DVec3::ZERO, dvec3(2.0, 0.0, 0.0), dvec3(1.7, 0.45, 0.0)],
        ),
    ] {
        let sheet = shape(name);
        assert_eq!(sheet.surface.points.len(), 1_154, "{name}");
        assert_eq!(sheet.surface.triangles.len(), 2_304, "{name}");
        let found: Vec<DVec3> = sheet.joints.iter().map(|joint| joint.head).collect();
        assert_eq!(found, heads, "{name}");
        let turned = |joint: &generator::Joint| joint.rotation != DQuat::IDENTITY;
        assert!(!sheet.joints.iter().any(turned), "{name}");
        let (low, high) = (dvec3(0.0, -0.5, -0.01), dvec3(4.0, 0.5, 0.01));
        let points = || sheet.surface.points.iter().map(|point| point.position);
        let least = points().fold(DVec3::INFINITY, DVec3::min);
        let most = points().fold(DVec3::NEG_INFINITY, DVec3::max);
        assert!(
            least.distance(low) < 1e-12 && most.distance(high) < 1e-12,
            "{name}"
        );
        assert!((middle_turn(motion(sheet, "bend"), 1) - 120.0).abs() < 1e-9);
    }
}

#[test]
fn the_sheet_of_two_joints_follows_both_over_its_whole_length() {
    let sheet = shape("two_joints");
    for (x, elbow) in [(0.0, 0.0), (1.0, 0.156_25), (2.0, 0.5), (4.0, 1.0)] {
        for y in [-0.5, 0.0, 0.5] {
            let weights = &front(sheet, x, y).weights;
            assert_eq!(*weights, [1.0 - elbow, elbow], "{x} {y}");
        }
    }
    let mixed = |point: &Point| 0.0 < point.weights[0] && 0.0 < point.weights[1];
    let inner = |point: &&Point| 0.0 < point.position.x && point.position.x < 4.0;
    assert!(sheet.surface.points.iter().filter(inner).all(mixed));
}

#[test]
fn the_third_joint_has_a_hundredth_with_a_hard_border() {
    let sheet = shape("three_joints");
    for point in &sheet.surface.points {
        let at = point.position;
        let pulled = 0.0 <= at.y && 1.25 < at.x && at.x < 2.75;
        let third = if pulled { 0.01 } else { 0.0 };
        assert_eq!(point.weights[2], third, "{at}");
    }
    let middle = &front(sheet, 2.0, 0.0).weights;
    assert!((middle[0] - 0.495).abs() < 1e-12 && (middle[1] - 0.495).abs() < 1e-12);
    assert_eq!(front(sheet, 1.0, 0.0).weights, [1.0, 0.0, 0.0]);
    let clip = motion(sheet, "third");
    let offsets = &clip.shifts[0].offsets;
    assert_eq!(offsets[offsets.len() / 2], 2.0 * DVec3::Y);
    assert!((middle_turn(clip, 1) - 90.0).abs() < 1e-9);
    assert!((middle_turn(clip, 2) + 90.0).abs() < 1e-9);
}
