//! The tree of boxes against looking at every triangle, on meshes and rays biased to trouble.

use std::time::Instant;

use glam::{DVec3, Vec3, vec3};
use mesh::{Bvh, Hit, Nearest};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};

type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

// ---- what every triangle says ---------------------------------------------------------------------------------------

fn corners_of((positions, triangles): &Mesh, triangle: usize) -> Option<[DVec3; 3]> {
    let corners = triangles[triangle].map(|vertex| positions.get(vertex as usize).copied());
    let [a, b, c] = [corners[0]?, corners[1]?, corners[2]?];
    let finite = a.is_finite() && b.is_finite() && c.is_finite();
    finite.then(|| [a, b, c].map(Vec3::as_dvec3))
}

/// Möller and Trumbore: the distance, and how far inside the triangle it is (negative outside).
fn intersection(corners: [DVec3; 3], origin: DVec3, direction: DVec3) -> Option<(f64, f64)> {
    let [a, b, c] = corners;
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let determinant = ab.dot(across);
    // A ray that grazes tells nothing.
    if determinant.abs() <= 1e-9 * ab.length() * ac.length() {
        return None;
    }
    let from_a = origin - a;
    let u = from_a.dot(across) / determinant;
    let v = direction.dot(from_a.cross(ab)) / determinant;
    let inside = u.min(v).min(1.0 - u - v);
    Some((ac.dot(from_a.cross(ab)) / determinant, inside))
}

/// The least distance of a point to a triangle, by looking ever closer where it is least: shares no formula with the tree.
fn distance_to(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    // The distance to a place is a convex function of its weights: so is its least over the second as a function of the first.
    let least_over = |most: f64, f: &dyn Fn(f64) -> f64| {
        let (mut low, mut high) = (0.0_f64, most);
        for _ in 0..90 {
            let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if f(one) <= f(other) {
                high = other;
            } else {
                low = one;
            }
        }
        f(0.5 * (low + high)).min(f(0.0)).min(f(most))
    };
    let away = |s: f64, t: f64| point.distance(a + (b - a) * s + (c - a) * t);
    least_over(1.0, &|s| least_over(1.0 - s, &|t| away(s, t)))
}

fn place(mesh: &Mesh, triangle: usize, weights: Vec3) -> DVec3 {
    let [a, b, c] = corners_of(mesh, triangle).unwrap();
    let [u, v, w] = weights.to_array().map(f64::from);
    a * u + b * v + c * w
}

fn are_weights(weights: Vec3) -> bool {
    0.0 <= weights.min_element() && (weights.element_sum() - 1.0).abs() < 1e-5
}

// ---- trouble --------------------------------------------------------------------------------------------------------

/// On a coarse grid, so that corners, edges and planes coincide and rays go through them; sometimes nowhere at all.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => (-3_i8..=3).prop_map(f32::from),
        3 => -3.0_f32..3.0,
        1 => Just(-0.0_f32),
    ]
}

fn point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(coordinate()).prop_map(Vec3::from_array)
}

fn broken_point() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        30 => point(),
        1 => Just(Vec3::NAN),
        1 => Just(vec3(f32::INFINITY, 0.0, 1.0)),
    ]
}

/// Few vertices and many triangles: shared edges, triangles without area, and some without vertices.
fn troubled_mesh() -> impl Strategy<Value = Mesh> {
    let vertices = prop::collection::vec(broken_point(), 0..24);
    let triangles = prop::collection::vec(prop::array::uniform3(0_u32..26), 0..60);
    (vertices, triangles)
}

fn direction() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        (0_usize..3, any::<bool>()).prop_map(|(axis, down)| {
            let mut direction = Vec3::ZERO;
            direction[axis] = if down { -1.0 } else { 1.0 };
            direction
        }),
        point(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_ray_finds_what_the_nearest_of_all_triangles_is(
        mesh in troubled_mesh(), origin in point(), direction in direction(),
    ) {
        let hit = Bvh::new(&mesh.0, &mesh.1).ray(origin, direction);
        let Some(unit) = direction.as_dvec3().try_normalize() else {
            prop_assert_eq!(hit, None);
            return Ok(());
        };
        let all = (0..mesh.1.len()).filter_map(|triangle| corners_of(&mesh, triangle));
        let inside = all.filter_map(|corners| intersection(corners, origin.as_dvec3(), unit));
        // What lies well inside must be found.
        let surely = inside.filter(|&(distance, inside)| 1e-9 < distance && 1e-9 < inside);
        let least = surely.map(|(distance, _)| distance).fold(f64::INFINITY, f64::min);
        let found = hit.map_or(f64::INFINITY, |hit| f64::from(hit.distance));
        prop_assert!(found <= least + 1e-5, "found {found}, there is one at {least}");
        // What was found is there.
        if let Some(Hit { triangle, barycentric, distance }) = hit {
            prop_assert!(are_weights(barycentric), "{barycentric}");
            let there = origin.as_dvec3() + unit * f64::from(distance);
            prop_assert!(there.distance(place(&mesh, triangle, barycentric)) < 1e-4);
        }
    }

    #[test]
    fn a_ray_is_hit_where_there_is_a_nearest_hit(
        mesh in troubled_mesh(), origin in point(), direction in direction(), most in 0.0_f32..8.0,
    ) {
        let tree = Bvh::new(&mesh.0, &mesh.1);
        for most in [most, f32::INFINITY] {
            let mut left = 10_000;
            let is_hit = tree.is_hit(origin, direction, most, &mut left);
            prop_assert_eq!(is_hit, tree.ray_within(origin, direction, most).is_some());
            prop_assert!(left < 10_000 || !is_hit);
        }
    }

    #[test]
    fn no_point_of_any_triangle_is_nearer_than_the_nearest(mesh in troubled_mesh(), from in point()) {
        let nearest = Bvh::new(&mesh.0, &mesh.1).nearest(from);
        let all = (0..mesh.1.len()).filter_map(|triangle| corners_of(&mesh, triangle));
        let least = all.map(|corners| distance_to(from.as_dvec3(), corners)).fold(f64::INFINITY, f64::min);
        let Some(Nearest { triangle, barycentric, point, distance }) = nearest else {
            prop_assert_eq!(least, f64::INFINITY);
            return Ok(());
        };
        prop_assert!((f64::from(distance) - least).abs() < 1e-5, "{distance}, but {least}");
        prop_assert!(are_weights(barycentric), "{barycentric}");
        prop_assert!(point.as_dvec3().distance(place(&mesh, triangle, barycentric)) < 1e-5);
        prop_assert!((point.distance(from) - distance).abs() < 1e-5);
    }

    #[test]
    fn the_nearest_within_reach_is_the_nearest_if_that_is_within_reach(
        mesh in troubled_mesh(), from in point(), most in 0.0_f32..4.0,
    ) {
        let tree = Bvh::new(&mesh.0, &mesh.1);
        let accept = |triangle: usize| triangle % 3 != 1;
        let nearest = tree.nearest_of(from, accept);
        let expected = nearest.filter(|nearest| nearest.distance <= most);
        prop_assert_eq!(tree.nearest_of_within(from, most, accept), expected);
        if let Some(nearest) = nearest {
            prop_assert_eq!(tree.nearest_of_within(from, nearest.distance, accept), Some(nearest));
        }
        prop_assert_eq!(tree.nearest_of_within(from, f32::NAN, accept), None);
    }

    #[test]
    fn a_refit_answers_as_a_tree_built_anew(
        mesh in troubled_mesh(),
        moved in prop::collection::vec(broken_point(), 24),
        origin in point(),
        direction in direction(),
    ) {
        let mut refit = Bvh::new(&mesh.0, &mesh.1);
        let moved = &moved[..mesh.0.len()];
        refit.refit(moved);
        let anew = Bvh::new(moved, &mesh.1);
        prop_assert_eq!(refit.ray(origin, direction), anew.ray(origin, direction));
        prop_assert_eq!(refit.nearest(origin), anew.nearest(origin));
    }

    #[test]
    fn a_closed_surface_lets_no_ray_out(
        inside in prop::array::uniform3(-0.9_f32..0.9),
        target in (0_usize..7, 0_usize..7, 0_usize..3),
        turned in prop::array::uniform4(-1.0_f32..1.0),
    ) {
        // Through the vertices and along the edges of a cube of six times six quads a side, turned anyhow.
        let turn = glam::Quat::from_array(turned);
        let turn = if turn.length() < 1e-3 { glam::Quat::IDENTITY } else { turn.normalize() };
        let (positions, triangles) = cube(6);
        let turned: Vec<Vec3> = positions.iter().map(|&position| turn * position).collect();
        let tree = Bvh::new(&turned, &triangles);
        let from = turn * Vec3::from_array(inside);
        let vertex = turned[target.0 * 7 + target.1 + 49 * target.2];
        prop_assert!(tree.ray(from, vertex - from).is_some());
        prop_assert!(tree.ray(Vec3::ZERO, vertex).is_some());
        let next = turned[(target.0 * 7 + target.1 + 1) % 49 + 49 * target.2];
        prop_assert!(tree.ray(from, vertex.midpoint(next) - from).is_some());
    }
}

/// The cube from −1 to 1, each side n × n quads with vertices of their own.
fn cube(n: u8) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    let along = |step: u8| 2.0 * f32::from(step) / f32::from(n) - 1.0;
    for side in [-1.0, 1.0] {
        for axis in 0..3 {
            let first = u32::try_from(positions.len()).unwrap();
            for (row, column) in (0..=n).flat_map(|row| (0..=n).map(move |column| (row, column))) {
                let mut position = Vec3::splat(side);
                position[(axis + 1) % 3] = along(row);
                position[(axis + 2) % 3] = along(column);
                positions.push(position);
            }
            let stride = u32::from(n) + 1;
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                let i = first + u32::from(row) * stride + u32::from(column);
                triangles.extend([[i, i + 1, i + stride], [i + 1, i + stride + 1, i + stride]]);
            }
        }
    }
    (positions, triangles)
}

// ---- one case each --------------------------------------------------------------------------------------------------

#[test]
fn nothing_is_found_in_nothing() {
    for (positions, triangles) in [
        (vec![], vec![]),
        (vec![Vec3::ZERO], vec![]),
        (vec![], vec![[0, 1, 2]]),
        (vec![Vec3::NAN; 3], vec![[0, 1, 2]]),
    ] {
        let tree = Bvh::new(&positions, &triangles);
        assert_eq!(tree.ray(Vec3::ZERO, Vec3::X), None);
        assert_eq!(tree.nearest(Vec3::ZERO), None);
    }
    assert!(Bvh::new(&[], &[[0, 1, 2]]).is_empty());
}

#[test]
fn what_is_not_finite_asks_nothing() {
    let (positions, triangles) = cube(1);
    let tree = Bvh::new(&positions, &triangles);
    for bad in [Vec3::NAN, Vec3::INFINITY, vec3(0.0, f32::NAN, 0.0)] {
        assert_eq!(tree.ray(bad, Vec3::X), None);
        assert_eq!(tree.ray(Vec3::ZERO, bad), None);
        assert_eq!(tree.nearest(bad), None);
    }
    assert_eq!(tree.ray(Vec3::ZERO, Vec3::ZERO), None);
}

#[test]
fn of_coplanar_triangles_the_first_is_found_whatever_the_tree() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let tree = Bvh::new(&positions, &[[1, 2, 0]; 500]);
    let hit = tree.ray(vec3(0.2, 0.2, 1.0), -Vec3::Z).unwrap();
    assert_eq!(hit.triangle, 0);
    assert_eq!(tree.nearest(vec3(0.2, 0.2, 1.0)).unwrap().triangle, 0);
}

#[test]
fn both_faces_are_met_and_nothing_behind() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let tree = Bvh::new(&positions, &[[0, 1, 2]]);
    let from = vec3(0.25, 0.25, -2.0);
    assert_eq!(tree.ray(from, Vec3::Z * 1e-20).unwrap().distance, 2.0);
    assert_eq!(
        tree.ray(-from + vec3(0.5, 0.5, 0.0), Vec3::NEG_Z)
            .unwrap()
            .distance,
        2.0
    );
    assert_eq!(tree.ray(from, Vec3::NEG_Z), None);
    assert_eq!(tree.ray(from, Vec3::X), None);
    // From on the surface, at no distance.
    assert_eq!(tree.ray(from.with_z(0.0), Vec3::Z).unwrap().distance, 0.0);
}

#[test]
fn what_has_no_area_is_near_but_not_met() {
    let positions = [Vec3::ZERO, Vec3::X, vec3(3.0, 0.0, 0.0)];
    let tree = Bvh::new(&positions, &[[0, 1, 2], [0, 0, 0]]);
    assert_eq!(tree.ray(vec3(0.5, 1.0, 0.0), Vec3::NEG_Y), None);
    let nearest = tree.nearest(vec3(2.0, 1.0, 0.0)).unwrap();
    assert_eq!((nearest.triangle, nearest.point), (0, vec3(2.0, 0.0, 0.0)));
}

#[test]
fn the_largest_and_the_smallest_numbers_are_numbers() {
    for size in [f32::MAX, 1e30, 1e-30, 1e-38] {
        let positions = [
            vec3(-size, -size, 0.0),
            vec3(size, -size, 0.0),
            vec3(0.0, size, 0.0),
        ];
        let tree = Bvh::new(&positions, &[[0, 1, 2]; 9]);
        let hit = tree.ray(vec3(0.0, 0.0, -size), Vec3::Z).unwrap();
        assert_eq!((hit.triangle, hit.distance), (0, size));
        assert_eq!(tree.nearest(vec3(0.0, 0.0, size)).unwrap().distance, size);
    }
}

/// What it costs; run with `--release --ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn cost_of_100_000_vertices() {
    let n = 128; // Six sides of 129² vertices.
    let (positions, triangles) = cube(n);
    let on_sphere = |stretch: f32| -> Vec<Vec3> {
        positions
            .iter()
            .map(|p| p.normalize() * vec3(1.0, stretch, 1.0))
            .collect()
    };
    let (rest, posed) = (on_sphere(1.0), on_sphere(1.5));
    let start = Instant::now();
    let mut tree = Bvh::new(&rest, &triangles);
    let built = start.elapsed();
    let start = Instant::now();
    tree.refit(&posed);
    let refit = start.elapsed();
    let rays = 60_000_u16;
    let direction = |i: u16| {
        let angle = f32::from(i) * 2.4;
        vec3(angle.cos(), f32::from(i) / 32768.0 - 1.0, angle.sin())
    };
    let start = Instant::now();
    let intersection = (0..rays)
        .filter(|&i| tree.ray(direction(i) * 3.0, -direction(i)).is_some())
        .count();
    let ray = start.elapsed() / u32::from(rays);
    let start = Instant::now();
    let near = (0..rays)
        .filter(|&i| tree.nearest(direction(i) * 1.2).is_some())
        .count();
    let nearest = start.elapsed() / u32::from(rays);
    println!(
        "{} vertices, {} triangles: build {built:?}, refit {refit:?}, ray {ray:?} ({intersection}), nearest {nearest:?} ({near})",
        positions.len(),
        triangles.len(),
    );
}
