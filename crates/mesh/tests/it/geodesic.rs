//! Distances along a surface against closed forms, and against paths along sides.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f32::consts::{PI, TAU};
use std::time::Instant;

use glam::{Vec2, Vec3, vec2, vec3};
use mesh::{Adjacency, Geodesics, PointDistance, PointIndex, geodesic_distances};
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use testkit::say;

type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

fn number(n: u32) -> f32 {
    f32::from(u16::try_from(n).unwrap())
}

/// A grid of `wide` × `high` vertices, each placed by its coordinates; diagonals turn at random if `turned`.
fn grid(wide: u32, high: u32, turned: bool, place: impl Fn(u32, u32) -> Vec3) -> Mesh {
    let at = |i: u32, j: u32| j * wide + i;
    let rows = (0..high).flat_map(|j| (0..wide).map(move |i| (i, j)));
    let positions = rows.map(|(i, j)| place(i, j)).collect();
    let mut triangles = Vec::new();
    for j in 0..high - 1 {
        for i in 0..wide - 1 {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            if turned && noise(i, j, 7) < 0.0 {
                triangles.extend([[a, b, d], [b, c, d]]);
            } else {
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    (positions, triangles)
}

/// −1 to 1, the same for the same numbers.
fn noise(i: u32, j: u32, salt: u32) -> f32 {
    let mut hash = i.wrapping_mul(374_761_393)
        ^ j.wrapping_mul(668_265_263)
        ^ salt.wrapping_mul(2_246_822_519);
    hash = (hash ^ (hash >> 13)).wrapping_mul(1_274_126_177);
    hash = (hash ^ (hash >> 16)).wrapping_mul(2_246_822_507);
    number(hash >> 17) / 16_383.5 - 1.0
}

/// The largest difference from a closed form, as a share of the largest distance asked for.
fn worst(
    surface: &Adjacency,
    from: PointIndex,
    reach: f32,
    exact: impl Fn(PointIndex) -> f32,
) -> f32 {
    let found = geodesic_distances(surface, &[PointDistance::new(from, 0.0)], reach);
    assert!(1 < found.len());
    let error =
        |&PointDistance { point, distance }: &PointDistance| (distance - exact(point)).abs();
    found.iter().map(error).fold(0.0, f32::max) / reach
}

#[test]
fn in_a_plane_it_is_the_straight_line_whatever_the_triangles() {
    // The last two with angles near 180°.
    let kinds: [(&str, [f32; 3]); 4] = [
        ("even", [1.0, 0.0, 0.0]),
        ("jittered", [1.0, 0.0, 0.24]),
        ("sheared", [1.0, 3.0, 0.24]),
        ("slivers", [0.05, 0.2, 0.24]),
    ];
    for (name, [stretch, shear, jitter]) in kinds {
        let place = |i: u32, j: u32| {
            // A straight rim: round a jagged one the straight line would not be the shortest way.
            let inner = (1..40).contains(&i) && (1..40).contains(&j);
            let jitters = vec2(noise(i, j, 1), noise(i, j, 2)) * if inner { jitter } else { 0.0 };
            let flat = vec2(number(i), number(j)) + jitters;
            vec3(flat.x + shear * flat.y, stretch * flat.y, 0.0)
        };
        let (positions, triangles) = grid(41, 41, true, place);
        let surface = Adjacency::new(&positions, &triangles);
        for from in [840, 0, 533].map(PointIndex) {
            let exact = |to: PointIndex| positions[to.index()].distance(positions[from.index()]);
            let error = worst(&surface, from, 30.0, exact);
            say(&format!(
                "plane, {name}, from {from}: {:.4} %",
                100.0 * error
            ));
            assert!(error < 5e-4, "{name} from {from}: {error}");
        }
    }
}

#[test]
fn on_a_cylinder_it_is_the_straight_line_of_the_unrolled_one() {
    let radius = 2.0;
    let (around, high) = (97, 60);
    let angle = |i: u32| TAU * number(i % (around - 1)) / number(around - 1);
    let rise = |j: u32| number(j) * 0.1;
    let place = |i: u32, j: u32| vec3(radius * angle(i).cos(), rise(j), radius * angle(i).sin());
    let (positions, triangles) = grid(around, high, true, place);
    let surface = Adjacency::new(&positions, &triangles);
    let from = surface.point_of(30 * around + 10);
    let exact = |point: PointIndex| {
        let vertex = surface.vertices_of(point)[0];
        let turn = (angle(vertex % around) - angle(10)).rem_euclid(TAU);
        vec2(
            radius * turn.min(TAU - turn),
            rise(vertex / around) - rise(30),
        )
        .length()
    };
    let error = worst(&surface, from, 6.5, exact);
    say(&format!("cylinder: {:.4} %", 100.0 * error));
    assert!(error < 0.01, "{error}");
}

#[test]
fn on_a_sphere_it_is_the_arc() {
    let (around, high) = (65, 33);
    let place = |i: u32, j: u32| {
        let (angle, down) = (TAU * number(i % (around - 1)) / 64.0, PI * number(j) / 32.0);
        let pole = if j == 0 || j == 32 { 0.0 } else { down.sin() };
        vec3(pole * angle.cos(), down.cos(), pole * angle.sin()).normalize()
    };
    let (positions, triangles) = grid(around, high, false, place);
    let surface = Adjacency::new(&positions, &triangles);
    for from in [0, around * 16 + 5, around * 5 + 40] {
        let from = surface.point_of(from);
        let middle = surface.positions()[from.index()];
        let exact = |point: PointIndex| surface.positions()[point.index()].angle_between(middle);
        // Near the antipode waves come together from all sides, where only smaller triangles help.
        for (reach, most) in [(1.5, 0.01), (3.0, 0.03)] {
            let error = worst(&surface, from, reach, exact);
            say(&format!(
                "sphere, from {from} to {reach}: {:.4} %",
                100.0 * error
            ));
            assert!(error < most, "{error}");
        }
    }
}

#[test]
fn over_the_sides_of_a_cube_it_is_the_unfolded_line() {
    // Three sides of a cube as a bent strip: unfolded, a plane of 30 × 10.
    let bent = |x: f32| match x {
        _ if x <= 10.0 => vec2(x, 0.0),
        _ if x <= 20.0 => vec2(10.0, x - 10.0),
        _ => vec2(30.0 - x, 10.0),
    };
    let place = |i: u32, j: u32| bent(number(i)).extend(number(j));
    let (positions, triangles) = grid(31, 11, true, place);
    let surface = Adjacency::new(&positions, &triangles);
    let flat = |vertex: u32| vec2(number(vertex % 31), number(vertex / 31));
    for from in [0, 31 * 5 + 3, 31 * 9 + 15].map(PointIndex) {
        let error = worst(&surface, from, 25.0, |to| flat(to.0).distance(flat(from.0)));
        say(&format!("bent strip, from {from}: {:.4} %", 100.0 * error));
        assert!(error < 1e-3, "{error}");
    }
}

#[test]
fn around_a_gap_it_goes_around() {
    // A plane with a slit: the way is bent at the end of the slit.
    let (positions, mut triangles) = grid(41, 41, false, |i, j| vec3(number(i), number(j), 0.0));
    let middle = |t: &[u32; 3]| t.iter().map(|&v| positions[v as usize]).sum::<Vec3>() / 3.0;
    triangles.retain(|t| !(19.0 < middle(t).x && middle(t).x < 20.0 && middle(t).y < 30.0));
    let surface = Adjacency::new(&positions, &triangles);
    let (from, to) = (41 * 20 + 10, 41 * 20 + 30_usize);
    let found = geodesic_distances(
        &surface,
        &[PointDistance::new(PointIndex(from), 0.0)],
        100.0,
    );
    let distance = found[to].distance;
    let corner = |x: f32| Vec2::new(x, 30.0);
    let exact =
        corner(19.0).distance(vec2(10.0, 20.0)) + 1.0 + corner(20.0).distance(vec2(30.0, 20.0));
    say(&format!("around a slit: {distance} for {exact}"));
    assert!(
        (distance / exact - 1.0).abs() < 1e-4,
        "{distance} for {exact}"
    );
}

#[test]
fn a_place_within_a_triangle_is_three_seeds() {
    let (positions, triangles) = grid(41, 41, false, |i, j| vec3(number(i), number(j), 0.0));
    let surface = Adjacency::new(&positions, &triangles);
    let middle = vec3(20.7, 20.2, 0.0);
    let corners = [20 + 41 * 20, 21 + 41 * 20, 21 + 41 * 21];
    let seeds = corners.map(|corner: u32| {
        let distance = positions[corner as usize].distance(middle);
        PointDistance::new(PointIndex(corner), distance)
    });
    for PointDistance { point, distance } in geodesic_distances(&surface, &seeds, 15.0) {
        let exact = positions[point.index()].distance(middle);
        assert!(
            (distance - exact).abs() < 0.01,
            "{point}: {distance} for {exact}"
        );
    }
}

#[test]
fn the_nearer_of_two_seeds_counts_with_its_start() {
    let (positions, triangles) = grid(61, 41, true, |i, j| vec3(number(i), number(j), 0.0));
    let surface = Adjacency::new(&positions, &triangles);
    let seeds = [
        PointDistance::new(PointIndex(61 * 20 + 10), 3.0),
        PointDistance::new(PointIndex(61 * 20 + 50), 0.0),
        PointDistance::new(PointIndex(9_999), 0.0),
        PointDistance::new(PointIndex(3), f32::NAN),
        PointDistance::new(PointIndex(4), -1.0),
    ];
    for PointDistance { point, distance } in geodesic_distances(&surface, &seeds, 30.0) {
        let from = |seed: usize| {
            let seed = seeds[seed];
            seed.distance + positions[point.index()].distance(positions[seed.point.index()])
        };
        let exact = from(0).min(from(1));
        assert!(
            (distance - exact).abs() < 0.3,
            "{point}: {distance} for {exact}"
        );
    }
}

#[test]
fn what_was_asked_before_changes_nothing() {
    let (positions, triangles) = grid(30, 30, true, |i, j| {
        vec3(number(i), noise(i, j, 3), number(j))
    });
    let surface = Adjacency::new(&positions, &triangles);
    let other = Adjacency::new(&positions[..400], &triangles);
    let mut memory = Geodesics::new();
    for seed in [0, 435, 899, 20].map(PointIndex) {
        let fresh = geodesic_distances(&surface, &[PointDistance::new(seed, 0.5)], 6.0);
        assert_eq!(
            memory.distances(&surface, &positions, &[PointDistance::new(seed, 0.5)], 6.0),
            fresh
        );
        memory.distances(
            &other,
            &positions[..300],
            &[PointDistance::new(seed, 0.0)],
            60.0,
        );
    }
}

// ---- against paths along sides, on anything -------------------------------------------------------------------------

/// Dijkstra: the shortest way along sides, which no way over triangles is longer than.
fn along_sides(surface: &Adjacency, from: PointIndex) -> Vec<f32> {
    let mut shortest = vec![f32::INFINITY; surface.point_count()];
    let mut open = BinaryHeap::from([Reverse((0_u32, from))]);
    while let Some(Reverse((bits, point))) = open.pop() {
        let distance = f32::from_bits(bits);
        if shortest[point.index()] <= distance {
            continue;
        }
        shortest[point.index()] = distance;
        let place = surface.positions()[point.index()];
        for &next in surface.neighbors(point) {
            let side = surface.positions()[next.index()].distance(place);
            open.push(Reverse(((distance + side).to_bits(), next)));
        }
    }
    shortest
}

fn position() -> impl Strategy<Value = Vec3> {
    let coordinate = || prop_oneof![(-2_i8..=2).prop_map(f32::from), -2.0_f32..2.0];
    prop_oneof![
        30 => (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| vec3(x, y, z)),
        1 => Just(Vec3::NAN),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn on_any_triangles_it_is_between_the_straight_line_and_the_sides(
        positions in prop::collection::vec(position(), 1..30),
        triangles in prop::collection::vec(prop::array::uniform3(0_u32..30), 0..80),
        reach in prop_oneof![0.0_f32..6.0, Just(f32::INFINITY)],
    ) {
        let surface = Adjacency::new(&positions, &triangles);
        let sides = along_sides(&surface, PointIndex(0));
        let start = surface.positions()[0];
        if !start.is_finite() {
            return Ok(());
        }
        let found = geodesic_distances(&surface, &[PointDistance::new(PointIndex(0), 0.0)], reach);
        prop_assert!(found.is_sorted_by_key(|of| of.point));
        for &PointDistance { point, distance } in &found {
            prop_assert!(distance <= reach);
            prop_assert!(distance <= sides[point.index()] * 1.000_01);
            // Waves of different ways can meet in one triangle, where they are taken for one: a share of a side is lost.
            let straight = surface.positions()[point.index()].distance(start);
            prop_assert!(0.5 * straight <= distance || straight.is_nan(), "{} for {}", distance, straight);
        }
        for (point, &side) in (0..).zip(&sides) {
            if side < reach * 0.999_99 {
                prop_assert!(found.iter().any(|of| of.point == PointIndex(point)));
            }
        }
    }

    #[test]
    fn there_is_as_far_as_back(
        one in 0_u32..900, other in 0_u32..900, rough in 0.0_f32..0.8,
    ) {
        let (positions, triangles) =
            grid(30, 30, true, |i, j| vec3(number(i), rough * noise(i, j, 3), number(j)));
        let surface = Adjacency::new(&positions, &triangles);
        let there = geodesic_distances(&surface, &[PointDistance::new(PointIndex(one), 0.0)], 100.0)[other as usize].distance;
        let back = geodesic_distances(&surface, &[PointDistance::new(PointIndex(other), 0.0)], 100.0)[one as usize].distance;
        // 5.1 percent was found on the roughest of these, where waves meet in one triangle.
        prop_assert!((there - back).abs() <= 0.06 * there.max(back), "{} and {}", there, back);
    }

    #[test]
    fn a_smaller_reach_is_a_part_of_a_larger_one(from in 0_u32..900, reach in 0.0_f32..12.0) {
        let (positions, triangles) =
            grid(30, 30, true, |i, j| vec3(number(i), noise(i, j, 3), number(j)));
        let surface = Adjacency::new(&positions, &triangles);
        let all = geodesic_distances(&surface, &[PointDistance::new(PointIndex(from), 0.0)], 100.0);
        let near = geodesic_distances(&surface, &[PointDistance::new(PointIndex(from), 0.0)], reach);
        let within = all.iter().filter(|of| of.distance < 0.98 * reach).count();
        prop_assert!(within <= near.len());
        for PointDistance { point, distance } in near {
            let whole = all[point.index()].distance;
            prop_assert!(whole <= distance * 1.000_01 && distance <= whole * 1.02 + 0.01, "{} and {}", distance, whole);
        }
    }

    #[test]
    fn a_scaled_surface_has_scaled_distances(from in 0_u32..400, scale in prop_oneof![Just(1e-12_f32), Just(1e12), Just(1e-3)]) {
        let (positions, triangles) =
            grid(20, 20, true, |i, j| vec3(number(i), noise(i, j, 3), number(j)));
        let scaled: Vec<Vec3> = positions.iter().map(|&position| position * scale).collect();
        let plain = geodesic_distances(&Adjacency::new(&positions, &triangles), &[PointDistance::new(PointIndex(from), 0.0)], 50.0);
        let large = geodesic_distances(&Adjacency::new(&scaled, &triangles), &[PointDistance::new(PointIndex(from), 0.0)], 50.0 * scale);
        prop_assert_eq!(plain.len(), large.len());
        for (PointDistance { distance: plain, .. }, PointDistance { distance: large, .. }) in plain.iter().zip(large) {
            prop_assert!((plain - large / scale).abs() <= 1e-4 * plain);
        }
    }
}

#[test]
fn hostile_fans_and_strips_end() {
    // A hub with 20,000 triangles, and a strip of needles a million times longer than wide.
    let rim = 20_000_u32;
    let mut positions = vec![Vec3::ZERO];
    positions.extend(
        (0..rim).map(|i| Vec3::from_array([noise(i, 1, 1), noise(i, 2, 2), noise(i, 3, 3)])),
    );
    let triangles: Vec<[u32; 3]> = (1..rim).map(|i| [0, i, i + 1]).collect();
    let fan = Adjacency::new(&positions, &triangles);
    let found = geodesic_distances(&fan, &[PointDistance::new(PointIndex(5), 0.0)], 1e9);
    assert_eq!(found.len(), positions.len());
    let (positions, triangles) = grid(3_000, 3, true, |i, j| {
        vec3(1e-6 * number(i), number(j), 0.0)
    });
    let needles = Adjacency::new(&positions, &triangles);
    let found = geodesic_distances(&needles, &[PointDistance::new(PointIndex(0), 0.0)], 1e9);
    assert_eq!(found.len(), needles.point_count());
}

#[test]
fn a_brush_on_a_large_surface_visits_only_itself() {
    let (positions, triangles) = grid(548, 548, true, |i, j| {
        vec3(number(i), 0.3 * noise(i, j, 5), number(j))
    });
    let surface = Adjacency::new(&positions, &triangles);
    let mut memory = Geodesics::new();
    memory.distances(
        &surface,
        &positions,
        &[PointDistance::new(PointIndex(0), 0.0)],
        1.0,
    );
    let started = Instant::now();
    let mut points = 0;
    for dab in 0..20 {
        let seed = 548 * (100 + 10 * dab) + 270;
        points += memory
            .distances(
                &surface,
                &positions,
                &[PointDistance::new(PointIndex(seed), 0.0)],
                40.9,
            )
            .len();
    }
    assert!(80_000 < points && points < 120_000, "{points}");
    say(&format!(
        "{} points a dab: {:?}",
        points / 20,
        started.elapsed() / 20
    ));
}
