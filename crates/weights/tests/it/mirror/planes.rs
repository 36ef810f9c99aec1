//! The planes that weights are mirrored in.

use glam::{Quat, Vec3, vec3};
use mesh::Adjacency;
use weights::{Plane, Symmetry};

use crate::support::raw::body;

#[test]
fn the_plane_is_found_wherever_the_mesh_stands() {
    let (positions, triangles) = body(4, 6, 0);
    let surface = |by: &dyn Fn(Vec3) -> Vec3| {
        let places: Vec<Vec3> = positions.iter().map(|&place| by(place)).collect();
        Adjacency::new(&places, &triangles)
    };
    let found = |by: &dyn Fn(Vec3) -> Vec3| Plane::of_symmetry(&surface(by), Plane::X, None);
    assert_eq!(found(&|place| place), Plane::X);
    let beside = found(&|place| place + Vec3::X * 3.0);
    assert_eq!(beside.words(), "x = 3");
    let turned = found(&|place| vec3(place.z, place.y, place.x - 0.5));
    assert_eq!(turned.words(), "z = -0.5");
    // One that stands beside the middle of its box is found by its skeleton.
    let with_tail = |place: Vec3| {
        let is_last = place.y > 6.0 && place.x > 6.0;
        place + Vec3::X * (3.0 + if is_last { 9.0 } else { 0.0 })
    };
    let center = Some(vec3(3.0, 2.0, 0.0));
    let found = |center| Plane::of_symmetry(&surface(&with_tail), Plane::X, center);
    assert_eq!(found(center).words(), "x = 3");
    assert_eq!(found(None), Plane::X);
    // Nothing is symmetric: the usual one stays, and so it does in a sheet that lies in a plane.
    let bent = |place: Vec3| {
        vec3(
            place.x + place.x * place.x,
            place.y * place.y,
            place.x + place.y,
        )
    };
    assert_eq!(
        Plane::of_symmetry(&surface(&bent), Plane::X, None),
        Plane::X
    );
    let flat = surface(&|place| vec3(place.x + place.x * place.x * 0.1, place.y, 0.0));
    assert_ne!(Plane::of_symmetry(&flat, Plane::X, None).normal, Vec3::Z);
    // The left stays the left.
    let usual = Plane {
        normal: -Vec3::X,
        offset: 0.0,
    };
    let moved = surface(&|place| place + Vec3::X * 3.0);
    let plane = Plane::of_symmetry(&moved, usual, None);
    assert_eq!(
        (plane.normal, plane.words()),
        (-Vec3::X, "x = 3".to_owned())
    );
}

/// One that is known is moved to a parallel one beside it in which the mesh is symmetric, and is neither turned nor moved to what is
/// symmetric in itself on one side of it.
#[test]
fn a_known_plane_is_moved_a_little_and_not_turned() {
    let (positions, triangles) = body(4, 6, 0);
    let refined = |by: &dyn Fn(Vec3) -> Vec3, offset: f32| {
        let places: Vec<Vec3> = positions.iter().map(|&place| by(place)).collect();
        let surface = Adjacency::new(&places, &triangles);
        let known = Plane {
            normal: Vec3::X,
            offset,
        };
        known.refined(&surface, Plane::X, None).words()
    };
    assert_eq!(refined(&|place| place, 0.0), "x = 0");
    assert_eq!(refined(&|place| place, 0.1), "x = 0");
    assert_eq!(refined(&|place| place + 3.0 * Vec3::X, 2.9), "x = 3");
    // Far beside it the mesh is one side of something else, or looks another way.
    assert_eq!(refined(&|place| place + 30.0 * Vec3::X, 0.0), "x = 0");
    let turned = |place: Vec3| vec3(place.z, place.y, place.x);
    assert_eq!(refined(&turned, 3.0), "x = 3");
}

/// Joints that stand unevenly show a plane that is a little off: that of the mesh takes its place, also where it is across no axis.
#[test]
fn the_plane_of_uneven_joints_gives_way_to_that_of_the_mesh() {
    let (positions, triangles) = body(4, 6, 0);
    for (turn, off, along) in [
        (0.0, 0.3, 0.004),
        (45.0, 0.3, 0.02),
        (45.0, -1.0, 0.05),
        (2.0, -2.0, 0.0),
    ] {
        let turned = |degrees: f32| Quat::from_rotation_y(degrees.to_radians());
        let shift = vec3(3.0, 0.0, -1.0);
        let places = positions.iter().map(|&place| turned(turn) * place + shift);
        let surface = Adjacency::new(&places.collect::<Vec<Vec3>>(), &triangles);
        let normal = turned(turn + off) * Vec3::X;
        let offset = normal.dot(shift) + along;
        let known = Plane { normal, offset };
        let found = known.refined(&surface, Plane::X, None);
        let symmetry = Symmetry::by_position(&surface, &found, Symmetry::usual_tolerance(&surface));
        assert_eq!(symmetry.alone().count(), 0, "{turn} {off}: {found:?}");
        let wanted = turned(turn) * Vec3::X;
        assert!(
            found.normal.abs_diff_eq(wanted, 1e-3),
            "{turn} {off}: {found:?}"
        );
    }
}

/// Of points alone the same plane is found: of those of a mesh, and of a sculpt in which no point is another one's image.
#[test]
fn the_plane_of_points_is_that_of_the_surface() {
    let (positions, triangles) = body(4, 6, 0);
    let ways: [&dyn Fn(Vec3) -> Vec3; 4] = [
        &|place| place,
        &|place| place + Vec3::X * 3.0,
        &|place| vec3(place.z, place.y, place.x - 0.5),
        &|place| {
            vec3(
                place.x + place.x * place.x,
                place.y * place.y,
                place.x + place.y,
            )
        },
    ];
    for way in ways {
        let places: Vec<Vec3> = positions.iter().map(|&place| way(place)).collect();
        let surface = Adjacency::new(&places, &triangles);
        let found = Plane::of_points(&places, Plane::X);
        assert_eq!(found, Plane::of_symmetry(&surface, Plane::X, None));
    }

    let sculpt = (0..60_000_u16).map(|number| {
        let height = 1.0 - (f32::from(number) + 0.5) / 30_000.0;
        let round = (1.0 - height * height).sqrt();
        let turn = f32::from(number.wrapping_mul(40_503)) / 65_536.0;
        let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
        let [x, y, z] = [round * cos, height, round * sin];
        vec3(3.0 + x, y + 0.5 * x * x + 0.4 * z, z + 0.3 * y * y)
    });
    let sculpt: Vec<Vec3> = sculpt.collect();
    let found = Plane::of_points(&sculpt, Plane::X);
    assert_eq!(found.normal, Vec3::X);
    assert!((found.offset - 3.0).abs() < 5e-3, "{}", found.offset);

    // Nearly all in one place, which costs no more.
    let mut heap = vec![vec3(50.0, 100.0, 200.0); 60_000];
    heap.push(vec3(1_000.0, 300.0, 200.0));
    assert_eq!(Plane::of_points(&heap, Plane::X), Plane::X);
    assert_eq!(Plane::of_points(&[], Plane::X), Plane::X);
}
