//! The upright plane of a surface that looks any way.

use glam::{Quat, Vec3, vec3};
use weights::{Plane, UprightSymmetry};

/// A closed body that is symmetric in x = 0 alone.
const BODY: [Vec3; 5] = [
    vec3(-1.0, 0.0, 0.0),
    vec3(1.0, 0.0, 0.0),
    vec3(-0.5, 1.0, 0.3),
    vec3(0.5, 1.0, 0.3),
    vec3(0.0, 0.2, 3.0),
];
const TRIANGLES: [[u32; 3]; 6] = [
    [0, 3, 1],
    [0, 2, 3],
    [0, 1, 4],
    [2, 4, 3],
    [0, 4, 2],
    [1, 3, 4],
];

#[test]
fn the_plane_of_a_turned_body_is_found() {
    for degrees in [0.0, 5.0, 37.0, 90.0, 137.0] {
        let turn = Quat::from_rotation_y(f32::to_radians(degrees));
        let beside = vec3(3.0, 0.0, -1.0);
        let places = BODY.map(|place| turn * place + beside);
        let symmetry = UprightSymmetry::new(&places, &TRIANGLES).unwrap();
        let (found, share) = symmetry.best(|_| true).unwrap();
        assert!(share > 0.99, "{degrees}: {share}");
        let normal = turn * Vec3::X;
        let across = found.normal.dot(normal).abs();
        assert!(across > 0.999_99, "{degrees}: {found:?}");
        assert!(found.height(beside).abs() < 0.01, "{degrees}: {found:?}");
        // As the share of the plane itself says, and none of one that is turned against it.
        let plane = |normal: Vec3| Plane {
            normal,
            offset: normal.dot(beside),
        };
        assert!(symmetry.share(&plane(normal)) > 0.99);
        assert!(symmetry.share(&plane(turn * Vec3::Z)) < 0.5);
        let other = symmetry.best(|plane| plane.normal.dot(normal).abs() < 0.5);
        assert!(other.is_none_or(|(_, share)| share < 0.7), "{other:?}");
    }
}

#[test]
fn what_has_no_area_or_no_symmetry_is_told() {
    assert!(UprightSymmetry::new(&BODY, &[]).is_none());
    assert!(UprightSymmetry::new(&BODY, &[[0, 0, 1], [1, 2, 9]]).is_none());
    let mut lopsided = BODY;
    lopsided[3] = vec3(0.9, 1.6, -0.5);
    lopsided[1].z = 0.8;
    let symmetry = UprightSymmetry::new(&lopsided, &TRIANGLES).unwrap();
    let (_, share) = symmetry.best(|_| true).unwrap();
    assert!(share < 0.7, "{share}");
}
