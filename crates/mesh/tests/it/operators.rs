//! Cotangent weights, areas and gradients against what they are on flat and linear things.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex, cotangents, gradients, point_areas};
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};

fn position() -> impl Strategy<Value = Vec3> {
    let coordinate = || prop_oneof![(-2_i8..=2).prop_map(f32::from), -2.0_f32..2.0];
    prop_oneof![
        30 => (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| vec3(x, y, z)),
        1 => Just(Vec3::NAN),
    ]
}

/// A fan around the origin in the plane y = 0, its rim at the given distances.
fn fan(rim: &[f32]) -> Adjacency {
    let turn = std::f32::consts::TAU / f32::from(u8::try_from(rim.len()).unwrap());
    let mut angle = 0.0_f32;
    let mut positions = vec![Vec3::ZERO];
    for distance in rim {
        positions.push(vec3(angle.cos(), 0.0, angle.sin()) * *distance);
        angle += turn;
    }
    let last = u32::try_from(rim.len()).unwrap();
    let triangles: Vec<[u32; 3]> = (1..=last).map(|i| [0, i, i % last + 1]).collect();
    Adjacency::new(&positions, &triangles)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn in_a_flat_patch_the_weights_are_in_balance(
        rim in prop::collection::vec(0.5_f32..1.5, 5..12),
    ) {
        let surface = fan(&rim);
        let weights = cotangents(&surface);
        let pulls = surface.neighbor_range(PointIndex(0)).zip(surface.neighbors(PointIndex(0)));
        let sum: Vec3 = pulls.map(|(at, &point)| weights[at] * surface.positions()[point.index()]).sum();
        prop_assert!(sum.length() < 1e-4, "{}", sum);
    }

    #[test]
    fn on_any_triangles_weights_are_symmetric_and_areas_add_up(
        positions in prop::collection::vec(position(), 1..30),
        triangles in prop::collection::vec(prop::array::uniform3(0_u32..31), 0..60),
    ) {
        let surface = Adjacency::new(&positions, &triangles);
        let weights = cotangents(&surface);
        prop_assert_eq!(weights.len(), surface.neighbor_total());
        prop_assert!(weights.iter().all(|weight| weight.is_finite()));
        for point in surface.all_points() {
            for (at, &other) in surface.neighbor_range(point).zip(surface.neighbors(point)) {
                let back = surface.neighbors(other).binary_search(&point).unwrap();
                let back = weights[surface.neighbor_range(other).start + back];
                prop_assert_eq!(weights[at].to_bits(), back.to_bits());
            }
        }
        let area: f32 = surface.triangles().iter().map(|triangle| {
            let [a, b, c] = triangle.map(|point| surface.positions()[point as usize]);
            0.5 * (b - a).cross(c - a).length()
        }).sum();
        let areas = point_areas(&surface);
        prop_assert!((areas.iter().sum::<f32>() - area).abs() <= 1e-4 * area);
        let values = vec![1.0; areas.len().saturating_sub(2)];
        prop_assert!(gradients(&surface, &values).iter().all(|gradient| gradient.is_finite()));
    }

    #[test]
    fn a_linear_function_has_its_own_gradient(
        [a, b, c] in prop::array::uniform3(prop::array::uniform3(-2.0_f32..2.0).prop_map(Vec3::from_array)),
        slope in prop::array::uniform3(-2.0_f32..2.0).prop_map(Vec3::from_array),
    ) {
        let normal = (b - a).cross(c - a);
        if normal.length() < 0.1 {
            return Ok(());
        }
        let surface = Adjacency::new(&[a, b, c], &[[0, 1, 2]]);
        let values = [a, b, c].map(|place| slope.dot(place) + 3.0);
        let in_plane = slope.reject_from(normal);
        let found = gradients(&surface, &values)[0];
        prop_assert!(found.distance(in_plane) < 1e-3, "{} for {}", found, in_plane);
    }
}

#[test]
fn the_weights_of_a_square_are_those_of_the_five_point_stencil() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
    let square = Adjacency::new(&corners, &[[0, 1, 2], [0, 2, 3]]);
    let weights = cotangents(&square);
    let range = square.neighbor_range(PointIndex(0));
    assert_eq!(square.neighbors(PointIndex(0)), [1, 2, 3].map(PointIndex));
    for (found, want) in weights[range].iter().zip([0.5, 0.0, 0.5]) {
        assert!((found - want).abs() < 1e-6);
    }
    assert_eq!(
        point_areas(&square),
        [1.0 / 3.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 6.0]
    );
}
