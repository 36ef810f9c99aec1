//! Neighborhoods against looking at every triangle; slots as a permutation of compact patches.

use std::collections::BTreeSet;
use std::time::Instant;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex, weld};
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use testkit::say;

type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// Few places, so that vertices are welded, triangles collapse and sides are crowded; some are nowhere.
fn position() -> impl Strategy<Value = Vec3> {
    let coordinate = || (-1_i8..=1).prop_map(f32::from);
    prop_oneof![
        20 => (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| vec3(x, y, z)),
        4 => prop::array::uniform3(-1e38_f32..1e38).prop_map(Vec3::from_array),
        1 => Just(Vec3::NAN),
        1 => Just(vec3(0.0, f32::INFINITY, -0.0)),
    ]
}

fn troubled() -> impl Strategy<Value = Mesh> {
    let positions = prop::collection::vec(position(), 0..40);
    let triangles = prop::collection::vec(prop::array::uniform3(0_u32..42), 0..60);
    (positions, triangles)
}

/// The triangles that count, each as points named by their first vertices.
fn sound(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let welded = weld(positions);
    let finite = |&v: &u32| positions.get(v as usize).is_some_and(|p| p.is_finite());
    triangles
        .iter()
        .filter(|triangle| triangle.iter().all(finite))
        .map(|triangle| triangle.map(|v| welded[v as usize]))
        .filter(|[a, b, c]| a != b && b != c && c != a)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn points_and_vertices_know_each_other((positions, triangles) in troubled()) {
        let surface = Adjacency::new(&positions, &triangles);
        let welded = weld(&positions);
        prop_assert_eq!(surface.vertex_count(), positions.len());
        let mut listed = 0;
        for point in surface.all_points() {
            let vertices = surface.vertices_of(point);
            listed += vertices.len();
            prop_assert!(vertices.is_sorted());
            let first = vertices[0];
            prop_assert!(vertices.iter().all(|&v| surface.point_of(v) == point));
            prop_assert!(vertices.iter().all(|&v| welded[v as usize] == first));
            let place = surface.positions()[point.index()];
            prop_assert_eq!(
                place.to_array().map(f32::to_bits),
                positions[first as usize].to_array().map(f32::to_bits)
            );
        }
        prop_assert_eq!(listed, positions.len());
        let taken = surface.at_points(&positions);
        prop_assert!(taken.iter().zip(surface.positions()).all(|(a, b)| a == b || a.is_nan() && b.is_nan() || !b.is_finite()));
        prop_assert!(surface.at_points(&[]).iter().all(|place| place.is_nan()));
        // Moved onto one place, points stay what they are.
        let moved = surface.with_positions(vec![Vec3::ONE; surface.point_count()]);
        prop_assert!(moved.is_some_and(|moved| moved.points() == surface.points() && moved.triangles() == surface.triangles()));
        prop_assert!(surface.with_positions(vec![Vec3::ONE; surface.point_count() + 1]).is_none());
        prop_assert_eq!(surface.points().len(), positions.len());
    }

    #[test]
    fn neighbors_and_triangles_are_those_of_all_triangles((positions, triangles) in troubled()) {
        let surface = Adjacency::new(&positions, &triangles);
        let first = |point: PointIndex| surface.vertices_of(point)[0];
        let listed: Vec<[u32; 3]> = surface.triangles().iter().map(|t| t.map(PointIndex).map(first)).collect();
        let sound = sound(&positions, &triangles);
        prop_assert_eq!(&listed, &sound);
        let mut total = 0;
        for point in surface.all_points() {
            let at: Vec<u32> = (0..).zip(&sound).filter(|(_, t)| t.contains(&first(point)))
                .map(|(place, _)| place).collect();
            prop_assert_eq!(surface.triangles_at(point), &at[..]);
            let beside: BTreeSet<PointIndex> = at.iter().flat_map(|&t| surface.triangles()[t as usize].map(PointIndex))
                .filter(|&other| other != point).collect();
            let beside: Vec<PointIndex> = beside.into_iter().collect();
            prop_assert_eq!(surface.neighbors(point), &beside[..]);
            prop_assert_eq!(surface.neighbor_range(point), total..total + beside.len());
            total += beside.len();
        }
        prop_assert_eq!(surface.neighbor_total(), total);
    }

    #[test]
    fn parts_are_what_sides_connect((positions, triangles) in troubled()) {
        let surface = Adjacency::new(&positions, &triangles);
        let parts = surface.parts();
        for point in surface.all_points() {
            let mut reached = BTreeSet::from([point]);
            let mut open = vec![point];
            while let Some(at) = open.pop() {
                open.extend(surface.neighbors(at).iter().filter(|&&next| reached.insert(next)));
            }
            for (other, &part) in PointIndex::all().zip(parts) {
                prop_assert_eq!(reached.contains(&other), part == parts[point.index()]);
            }
        }
        let mut most = 0;
        for &part in parts {
            prop_assert!(part <= most);
            most = most.max(part + 1);
        }
        prop_assert_eq!(surface.part_count(), most as usize);
    }

    #[test]
    fn slots_are_a_permutation((positions, triangles) in troubled(), copies in 1_usize..40) {
        let positions: Vec<Vec3> = positions.iter().cycle().take(positions.len() * copies).copied().collect();
        let mut slots = Adjacency::new(&positions, &triangles).slots();
        slots.sort_unstable();
        prop_assert!((0..).zip(&slots).all(|(want, &slot)| want == slot));
        prop_assert_eq!(slots.len(), positions.len());
    }
}

#[test]
fn what_is_out_of_range_has_nothing_beside_it() {
    let surface = Adjacency::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]]);
    for point in [3, 4, u32::MAX] {
        assert_eq!(surface.point_of(point), PointIndex::NONE);
        let point = PointIndex(point);
        assert!(surface.vertices_of(point).is_empty());
        assert!(surface.neighbors(point).is_empty());
        assert!(surface.triangles_at(point).is_empty());
        assert!(surface.neighbor_range(point).is_empty());
    }
    let nothing = Adjacency::new(&[], &[[0, 1, 2]]);
    assert_eq!((nothing.point_count(), nothing.part_count()), (0, 0));
    assert!(nothing.slots().is_empty());
    assert_eq!(
        format!("{surface:?}"),
        "Adjacency { vertices: 3, points: 3, triangles: 1, parts: 1 }"
    );
}

// ---- patches --------------------------------------------------------------------------------------------------------

/// Where each of `count` things goes, in an order that has nothing to do with their own.
fn shuffled(count: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    let mut state = 1_u64;
    for last in (1..order.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        order.swap(last, usize::try_from(state >> 33).unwrap() % (last + 1));
    }
    order
}

/// A square of `side` × `side` vertices a unit apart, laid by `place`, in a shuffled order.
fn grid(side: u32, place: impl Fn(f32, f32) -> Vec3) -> Mesh {
    let order = shuffled(side * side);
    let mut positions = vec![Vec3::ZERO; order.len()];
    let at = |i: u32, j: u32| order[(i * side + j) as usize];
    let number = |n: u32| f32::from(u16::try_from(n).unwrap());
    let mut triangles = Vec::new();
    for i in 0..side {
        for j in 0..side {
            positions[at(i, j) as usize] = place(number(i), number(j));
            if i + 1 < side && j + 1 < side {
                triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    (positions, triangles)
}

/// Pages with a vertex among those chosen.
fn pages(slots: &[u32], chosen: impl Iterator<Item = usize>) -> usize {
    let pages: BTreeSet<usize> = chosen
        .map(|vertex| slots[vertex] as usize / Adjacency::PAGE)
        .collect();
    pages.len()
}

#[test]
fn a_brush_touches_few_pages_of_a_shuffled_grid() {
    let (positions, triangles) = grid(548, |x, y| vec3(x, 0.0, y));
    let started = Instant::now();
    let surface = Adjacency::new(&positions, &triangles);
    let built = started.elapsed();
    let slots = surface.slots();
    let ordered = started.elapsed() - built;
    let mut most = 0;
    for middle in [
        vec3(274.0, 0.0, 274.0),
        vec3(100.5, 0.0, 411.0),
        vec3(7.0, 0.0, 300.0),
    ] {
        let brushed = || {
            let near = |vertex: &usize| positions[*vertex].distance(middle) <= 39.9;
            (0..positions.len()).filter(near)
        };
        assert!(brushed().count() < 5_100);
        most = most.max(pages(&slots, brushed()));
    }
    // A disc of 5,000 in squares of 128: 39 within, and the 22 that its rim adds.
    assert!(most <= 66, "{most} pages");
    say(&format!(
        "{} vertices: neighborhoods in {built:?}, slots in {ordered:?}, {most} pages of {} under a brush of 5,000",
        positions.len(),
        positions.len().div_ceil(Adjacency::PAGE),
    ));
}

#[test]
fn the_two_faces_of_a_sheet_lie_on_pages_of_their_own() {
    // Folded in the middle, so that it is one part: the upper half lies half a unit over the lower one.
    let fold = |x: f32, y: f32| match x < 100.0 {
        true => vec3(x, 0.0, y),
        false => vec3(199.0 - x, 0.5, y),
    };
    let (positions, triangles) = grid(200, fold);
    let slots = Adjacency::new(&positions, &triangles).slots();
    let middle = vec3(50.0, 0.0, 100.0);
    let upper =
        |vertex: &usize| positions[*vertex].y > 0.25 && positions[*vertex].distance(middle) <= 30.0;
    let touched = pages(&slots, (0..positions.len()).filter(upper));
    // 2,800 of the upper face in squares of 128: 22, and 17 for the rim. Pages of both faces would be 60.
    assert!(touched <= 42, "{touched} pages");
}

#[test]
fn small_parts_share_pages_and_large_ones_do_not() {
    let (mut positions, mut triangles) = grid(40, |x, y| vec3(x, 0.0, y));
    for island in 0..100_u8 {
        let first = u32::try_from(positions.len()).unwrap();
        let place = vec3(f32::from(island), 5.0, 0.0);
        positions.extend([place, place + Vec3::Y, place + Vec3::Z]);
        triangles.push([first, first + 1, first + 2]);
    }
    let surface = Adjacency::new(&positions, &triangles);
    assert_eq!(surface.part_count(), 101);
    let slots = surface.slots();
    let of_the_grid = slots[..1600].iter().max();
    assert_eq!(of_the_grid, Some(&1599));
    let of_neighbors = pages(&slots, 1600..1660);
    assert!(of_neighbors <= 2, "{of_neighbors} pages");
}
