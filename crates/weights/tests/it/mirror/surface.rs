//! Mirror by surface, held against a field of weights that is known everywhere; and mirrors above the limit.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{InfluencesBuilder, JointSlot};
use weights::{
    Direction, Edit, MirrorMap, Plane, PointValue, Row, Rules, Side, Symmetry, mirror_weights,
};

/// A tube along x, its rings anywhere and cut in any way, so that no vertex is another's mirror image.
fn tube(stations: &[f32], around: u32, twist: f32, radius: impl Fn(f32) -> f32) -> Adjacency {
    let mut positions = Vec::new();
    for (ring, &x) in (0_u8..).zip(stations) {
        for step in 0..around {
            let turn =
                twist * f32::from(ring) + std::f32::consts::TAU * step as f32 / around as f32;
            positions.push(vec3(x, radius(x) * turn.cos(), radius(x) * turn.sin()));
        }
    }
    let mut triangles = Vec::new();
    let rings = u32::try_from(stations.len()).unwrap();
    for ring in 1..rings {
        for step in 0..around {
            let next = (step + 1) % around;
            let [a, b] = [(ring - 1) * around + step, (ring - 1) * around + next];
            let [c, d] = [ring * around + step, ring * around + next];
            triangles.extend(match (ring + step) % 3 {
                0 => [[a, b, c], [b, d, c]],
                _ => [[a, b, d], [a, d, c]],
            });
        }
    }
    // Outward.
    let triangles: Vec<[u32; 3]> = triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    Adjacency::new(&positions, &triangles)
}

/// Weights of left, right and middle, of a place; symmetric, and linear along x in between.
fn truth(place: Vec3) -> [f64; 3] {
    let left = f64::from((place.x / 0.8).clamp(0.0, 1.0));
    let right = f64::from((-place.x / 0.8).clamp(0.0, 1.0));
    [left, right, 1.0 - left - right]
}

const PARTNERS: [Option<JointSlot>; 3] =
    [Some(JointSlot(1)), Some(JointSlot(0)), Some(JointSlot(2))];

fn rows_of(surface: &Adjacency, row: impl Fn(Vec3) -> [f64; 3]) -> rig::Influences {
    let mut builder = InfluencesBuilder::new(3);
    for &place in surface.positions() {
        let weights = row(place);
        let row = Row::from_weights((0..3_u16).zip(weights));
        builder
            .vertex(
                row.pairs()
                    .map(|(joint, weight)| (u16::from(joint), weight)),
            )
            .unwrap();
    }
    builder.build()
}

fn applied(rows: &rig::Influences, edit: &Edit) -> Vec<Row> {
    let points = PointIndex::all().take(rows.vertex_count());
    let mut all: Vec<Row> = points
        .map(|point| weights::Rows::row(rows, point))
        .collect();
    for (point, row) in &edit.rows {
        all[point.index()] = row.clone();
    }
    all
}

fn stations(steps: &[f32]) -> Vec<f32> {
    let total: f32 = steps.iter().sum();
    let mut x = -1.0;
    let mut all = vec![x];
    for step in steps {
        x += 2.0 * step / total;
        all.push(x);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the net of either side, what comes over is what the shape has there, and what was on that side is forgotten.
    #[test]
    fn a_mesh_of_other_triangles_gets_the_weights_of_the_place(
        steps in prop::collection::vec(0.5_f32..1.5, 15..30),
        around in 9_u32..16,
        twist in 0.05_f32..0.5,
        is_left in any::<bool>(),
    ) {
        let surface = tube(&stations(&steps), around, twist, |_| 0.25);
        let plane = Plane::X;
        let direction = if is_left { Direction::LeftToRight } else { Direction::RightToLeft };
        let by_vertex = Symmetry::by_position(&surface, &plane, 1e-5);
        let symmetry = by_vertex.on_surface(&surface, Symmetry::usual_reach(&surface));
        // The side that is written has nonsense.
        let from = |place: Vec3| (place.x > 0.0) == is_left;
        let rows = rows_of(&surface, |place| if from(place) { truth(place) } else { [0.0, 0.0, 1.0] });
        let across = MirrorMap { symmetry: &symmetry, partners: &PARTNERS, direction };
        let points: Vec<PointIndex> = surface.all_points().collect();
        let edit = mirror_weights(&rows, &points, &across, &Rules::default());
        let after = applied(&rows, &edit);
        let mut reached = 0;
        for (point, row) in points.iter().zip(&after) {
            let place = surface.positions()[point.index()];
            if symmetry.side(*point) == direction.from() {
                prop_assert_eq!(row, &weights::Rows::row(&rows, *point));
            } else if symmetry.image(*point).is_some() && place.x.abs() > 0.15 {
                reached += 1;
                for (joint, wanted) in (0..3_u16).zip(truth(place)) {
                    let weight = f64::from(row.weight(JointSlot(joint)));
                    prop_assert!((weight - wanted).abs() < 0.08, "{place}: {row:?} for {wanted}");
                }
            }
        }
        prop_assert!(reached * 4 > points.len(), "{reached} of {}", points.len());
    }

    /// Across whichever axis and wherever: no point is alone, images are where the mirror has them, and a brush over everything is seen by
    /// each point once.
    #[test]
    fn images_on_the_surface_are_where_the_mirror_has_them(
        steps in prop::collection::vec(0.5_f32..1.5, 15..25),
        around in 12_u32..18,
        twist in 0.02_f32..0.1,
        axis in 0..3_usize,
        shift in -3.0_f32..3.0,
    ) {
        let along_x = tube(&stations(&steps), around, twist, |_| 0.25);
        let placed = |place: &Vec3| match axis {
            0 => vec3(place.x + shift, place.y, place.z),
            1 => vec3(place.z, place.x + shift, place.y),
            _ => vec3(place.y, place.z, place.x + shift),
        };
        let positions: Vec<Vec3> = along_x.positions().iter().map(placed).collect();
        let surface = Adjacency::new(&positions, along_x.triangles());
        let plane = Plane { normal: Vec3::AXES[axis], offset: shift };
        let by_vertex = Symmetry::by_position(&surface, &plane, 1e-5);
        let symmetry = by_vertex.on_surface(&surface, Symmetry::usual_reach(&surface));
        prop_assert_eq!(symmetry.alone().count(), 0);
        let whole: Vec<PointValue> = surface.all_points().map(|point| PointValue::new(point, 1.0)).collect();
        let mut seen = vec![0.0_f32; surface.point_count()];
        for of in symmetry.mirror_values(&whole) {
            seen[of.point.index()] += of.value;
        }
        for point in surface.all_points() {
            let corners = symmetry.image(point).into_iter().flatten();
            let there: Vec3 = corners.map(|of| of.value * surface.positions()[of.point.index()]).sum();
            let off = there.distance(plane.mirror(surface.positions()[point.index()]));
            // Chords of a twelfth and a little more of the circle are 0.012 below it.
            prop_assert!(off < 0.02, "{point:?}: {off} off");
            prop_assert!((seen[point.index()] - 1.0).abs() < 1e-4, "{point:?}: seen {}", seen[point.index()]);
        }
    }

    /// The two walls of a thin part keep their own weights.
    #[test]
    fn the_other_side_of_a_thin_part_is_not_taken(shift in 0.01_f32..0.1, thin in 0.004_f32..0.02) {
        let side = |x: f32, z: f32, up: bool| vec3(x, 0.0, z) + Vec3::Y * if up { thin } else { 0.0 };
        let mut positions = Vec::new();
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for up in [true, false] {
            for (at, sign) in [(0.0, 1.0), (shift, -1.0)] {
                let first = u32::try_from(positions.len()).unwrap();
                for x in 0..5_u8 {
                    for z in 0..5_u8 {
                        positions.push(side(sign * (0.2 + 0.2 * f32::from(x)), 0.2 * f32::from(z) + at, up));
                    }
                }
                for cell in 0..16 {
                    let a = first + cell / 4 * 5 + cell % 4;
                    let [b, c, d] = [a + 1, a + 5, a + 6];
                    let faces_up = up == (sign > 0.0);
                    triangles.extend(if faces_up { [[a, b, c], [b, d, c]] } else { [[a, c, b], [b, c, d]] });
                }
            }
        }
        let surface = Adjacency::new(&positions, &triangles);
        let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-6).on_surface(&surface, 0.2);
        let mut found = 0;
        for point in surface.all_points() {
            let height = surface.positions()[point.index()].y;
            for corner in symmetry.image(point).into_iter().flatten() {
                found += 1;
                prop_assert_eq!(surface.positions()[corner.point.index()].y, height);
            }
        }
        prop_assert!(found > 50);
    }

    /// A mirror has as many joints as what it shows: the way back changes nothing, whatever the limit.
    #[test]
    fn the_way_back_changes_nothing_above_the_limit(
        weights in prop::collection::vec(prop::collection::vec(0.01_f64..1.0, 8), 15),
        limit in prop::option::of(1_usize..6),
        is_left in any::<bool>(),
    ) {
        let positions: Vec<Vec3> = (0..15_u8).map(|place| vec3(f32::from(place % 5) - 2.0, f32::from(place / 5), 0.0)).collect();
        let triangles: Vec<[u32; 3]> = (0..8_u32).flat_map(|cell| {
            let a = cell / 4 * 5 + cell % 4;
            [[a, a + 1, a + 5], [a + 1, a + 6, a + 5]]
        }).collect();
        let surface = Adjacency::new(&positions, &triangles);
        let partners: Vec<Option<JointSlot>> = [1, 0, 3, 2, 5, 4, 6, 7].map(|joint| Some(JointSlot(joint))).to_vec();
        let mut builder = InfluencesBuilder::new(8);
        for weights in weights {
            let row = Row::from_weights((0..8_u16).zip(weights));
            builder.vertex(row.pairs().map(|(joint, weight)| (u16::from(joint), weight))).unwrap();
        }
        let rows = builder.build();
        let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
        let direction = if is_left { Direction::LeftToRight } else { Direction::RightToLeft };
        let back = if is_left { Direction::RightToLeft } else { Direction::LeftToRight };
        let points: Vec<PointIndex> = surface.all_points().collect();
        let rules = Rules { limit, ..Rules::default() };
        let across = MirrorMap { symmetry: &symmetry, partners: &partners, direction };
        let after = applied(&rows, &mirror_weights(&rows, &points, &across, &rules));
        for &point in &points {
            if symmetry.side(point) == Side::Middle {
                prop_assert!(after[point.index()].len() <= 8);
            }
        }
        let mut builder = InfluencesBuilder::new(8);
        for row in &after {
            builder.vertex(row.pairs().map(|(joint, weight)| (u16::from(joint), weight))).unwrap();
        }
        let after = builder.build();
        let again = mirror_weights(&after, &points, &MirrorMap { direction: back, ..across }, &rules);
        prop_assert_eq!(again.points().count(), 0);
    }
}

/// Of three joints the middle row within a limit of two keeps a whole pair or the one of the middle, never half of a pair.
#[test]
fn the_middle_drops_pairs_as_a_whole() {
    let positions = [Vec3::ZERO, Vec3::Y, Vec3::Z];
    let surface = Adjacency::new(&positions, &[[0, 1, 2]]);
    let mut builder = InfluencesBuilder::new(3);
    for _ in 0..3 {
        builder.vertex([(0, 0.3), (2, 0.7)]).unwrap();
    }
    let rows = builder.build();
    let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
    let across = MirrorMap {
        symmetry: &symmetry,
        partners: &PARTNERS,
        direction: Direction::LeftToRight,
    };
    let rules = Rules {
        limit: Some(2),
        ..Rules::default()
    };
    let edit = mirror_weights(&rows, &[PointIndex(0)], &across, &rules);
    assert_eq!(edit.rows[0].1, Row::rigid(JointSlot(2)));
    assert_eq!(rows.row(0).joints.len(), 2);
}

/// A band around one end of a tube has no images on the tube, though that is near and faces the same way; one at the other end has them.
#[test]
fn what_is_on_one_side_has_no_images_on_what_crosses_the_plane() {
    let body = tube(&[-1.0, -0.6, -0.1, 0.3, 1.0], 12, 0.1, |_| 0.2);
    let band = |stations: &[f32]| tube(stations, 12, 0.2, |_| 0.21);
    let joined = |all: &[&Adjacency]| {
        let mut positions: Vec<Vec3> = Vec::new();
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for one in all {
            let first = u32::try_from(positions.len()).unwrap();
            positions.extend_from_slice(one.positions());
            let corners = one.triangles().iter();
            triangles.extend(corners.map(|corners| corners.map(|it| it + first)));
        }
        Adjacency::new(&positions, &triangles)
    };
    let [left, right] = [band(&[0.6, 0.7, 0.8]), band(&[-0.82, -0.71, -0.58])];
    for (all, wanted) in [
        (joined(&[&body, &left]), false),
        (joined(&[&body, &left, &right]), true),
    ] {
        let found = Symmetry::by_position(&all, &Plane::X, 1e-6).on_surface(&all, 0.06);
        for point in all.all_points() {
            let is_band = point.index() >= body.point_count();
            assert_eq!(found.is_lone(point), is_band && !wanted, "{point:?}");
        }
    }
}
