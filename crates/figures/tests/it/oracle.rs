//! Numbers of items against blends of plain matrices in f64, which share no code and no formula with the program.

use core::f64::consts::PI;

use figures::book::find;
use glam::{DMat2, DMat4, DQuat, DVec2, DVec3};
use testkit::json::RigidInput;
use testkit::oracle::{dual_quat_linear, exact_mean, linear, motion, screw};

use crate::claims::measured;

/// A number of an item.
fn ours(id: &str, name: &str) -> f64 {
    let numbers = measured(find(id).unwrap());
    let found = numbers.iter().find(|number| number.name == name);
    found.expect(name).ours
}

fn turn(axis: DVec3, angle: f64, about: DVec3) -> RigidInput {
    let rotation = DQuat::from_axis_angle(axis, angle);
    RigidInput {
        rotation: rotation.as_quat(),
        translation: (about - rotation * about).as_vec3(),
    }
}

/// The point of the plane that a motion of it leaves where it is.
fn fixed_point(matrix: DMat4) -> DVec2 {
    let [x, y] = [matrix.x_axis, matrix.y_axis].map(|axis| axis.truncate().truncate());
    let rest = DMat2::IDENTITY - DMat2::from_cols(x, y);
    rest.inverse() * matrix.w_axis.truncate().truncate()
}

/// The angle between two rotations of matrices.
fn angle_between(a: DMat4, b: DMat4) -> f64 {
    let [a, b] = [a, b].map(|matrix| DQuat::from_mat4(&matrix));
    a.angle_between(b)
}

#[test]
fn planar_centers_are_those_of_matrices() {
    let motions = [30_f64, 60.0].map(|degrees| {
        let angle = degrees.to_radians();
        let center = DVec3::new(-1.0, (0.5 * angle).tan().recip(), 0.0);
        turn(DVec3::Z, angle, center)
    });
    for (t, name) in [(0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75")] {
        let center = fixed_point(dual_quat_linear(&motions, &[1.0 - t, t]));
        assert!((center.x + 1.0).abs() < 1e-6, "{center}");
        let height = ours("k08-09", &format!("height of the center, t = {name}"));
        assert!((height - center.y).abs() < 2e-6, "{height} {center}");
    }
}

#[test]
fn bounds_are_met_by_matrices() {
    let still = turn(DVec3::Y, 0.0, DVec3::ZERO);
    for degrees in [60_f64, 120.0] {
        let whole = RigidInput {
            translation: glam::Vec3::Y,
            ..turn(DVec3::Y, degrees.to_radians(), DVec3::ZERO)
        };
        let (mut angle, mut rise) = (0_f64, 0_f64);
        for step in 0..=200_u8 {
            let t = f32::from(step) / 400.0;
            let blend = dual_quat_linear(&[still, whole], &[1.0 - t, t]);
            let exact = screw(motion(still), motion(whole), t.into());
            angle = angle.max(angle_between(blend, exact).to_degrees());
            rise = rise.max((blend.w_axis.y - exact.w_axis.y).abs() * 100.0);
        }
        let found = ours("k08-23", &format!("angle at {degrees}°"));
        assert!((found - angle).abs() < 1e-3, "{found} {angle}");
        let found = ours("k08-23", &format!("translation at {degrees}°"));
        assert!((found - rise).abs() < 1e-3, "{found} {rise}");
    }
}

#[test]
fn more_motions_are_as_far_apart_as_matrices_are() {
    // A little less than half a turn, for a matrix of half a turn has no principal logarithm.
    let angle = PI - 1e-3;
    let turned = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| turn(axis, angle, DVec3::ZERO));
    let [x, y, z] = turned;
    let all = [turn(DVec3::X, 0.0, DVec3::ZERO), x, y, z];
    for (n, weight) in [(3_usize, 0.6508_f32), (4, 0.5824)] {
        let others: f32 = (1..n).map(|_| 1.0).sum();
        let mut weights = vec![(1.0 - weight) / others; n];
        weights[0] = weight;
        let matrices = all.map(motion);
        let gap = angle_between(
            dual_quat_linear(&all[..n], &weights),
            exact_mean(&matrices[..n], &weights),
        );
        let found = ours("open-bound", &format!("n = {n}, DLB and DIB there"));
        assert!((found - gap.to_degrees()).abs() < 0.02, "{found} {gap}");
    }
}

#[test]
fn the_segment_is_that_of_matrices() {
    let motions = [0.0, 110_f64.to_radians()].map(|angle| turn(DVec3::Z, angle, DVec3::ZERO));
    let mean = linear(&motions.map(motion), &[0.5, 0.5]);
    let length = mean.transform_point3(DVec3::X * 1.5).length();
    let found = ours("k05-01", "distance half way, linear");
    assert!((found - length).abs() < 1e-6, "{found} {length}");
}
