//! Displacements of the rest, fitted to what poses lack.

use glam::{Mat3, Quat, Vec3};
use weights::ShapeFit;

/// Poses of a vertex that lacks just what two displacements are in each.
#[test]
fn displacements_that_were_taken_away_are_found_again() {
    let wanted = [Vec3::new(0.1, -0.2, 0.05), Vec3::new(-0.03, 0.0, 0.2)];
    let angles = [0.0_f32, 0.3, 0.6, 0.9, 1.2, 1.5];
    let shares = [
        angles.map(|it| it / 1.5),
        angles.map(|it| (it / 1.5).powi(2)),
    ];
    let maps = angles.map(|angle| {
        let thinned = Mat3::from_diagonal(Vec3::new(1.0, (0.5 * angle).cos(), 1.0));
        Mat3::from_quat(Quat::from_rotation_x(angle)) * thinned
    });
    let gap = |pose: usize| {
        let sum = wanted[0] * shares[0][pose] + wanted[1] * shares[1][pose];
        maps[pose] * sum
    };
    let gaps = [0, 1, 2, 3, 4, 5].map(gap);
    let fit = ShapeFit {
        maps: &maps,
        gaps: &gaps,
        shares: &[&shares[0], &shares[1]],
    };
    let left = |found: &[Vec3]| {
        let of_pose = |pose: usize| {
            let sum = found[0] * shares[0][pose] + found[1] * shares[1][pose];
            (maps[pose] * sum).distance(gaps[pose])
        };
        (0..6).map(of_pose).fold(0.0, f32::max)
    };
    for is_even in [false, true] {
        let found = fit.displacements(is_even);
        assert!(left(&found) < 1e-3, "{found:?}");
    }
    // What is not finite says nothing, and what is nowhere is nothing.
    let none = [Mat3::from_diagonal(Vec3::splat(f32::NAN)); 6];
    let lost = ShapeFit { maps: &none, ..fit };
    assert_eq!(lost.displacements(true), [Vec3::ZERO; 2]);
}

/// One displacement cannot be right in both poses: the mean is nearest in squares, and near the middle by the largest distance.
#[test]
fn the_largest_distance_falls_where_it_is_asked_to() {
    let maps = [Mat3::IDENTITY; 4];
    let gaps = [Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::X];
    let shares = [1.0_f32; 4];
    let fit = ShapeFit {
        maps: &maps,
        gaps: &gaps,
        shares: &[&shares],
    };
    let [squares, even] = [false, true].map(|is_even| fit.displacements(is_even)[0].x);
    assert!((squares - 0.25).abs() < 1e-3);
    assert!(even > 0.3 && even < 0.7, "{even}");
}
