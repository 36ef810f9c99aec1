//! Weights of one side on the other.

mod planes;
mod surface;

use glam::{Affine3A, Mat3, Quat, Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{
    Direction, MirrorMap, Plane, Row, Rows as _, Rules, Side, Skip, Symmetry, mirror_weights,
    mirrored_row, symmetric_row, unpaired_joints,
};

use crate::support::models;
use crate::support::raw::{Raw, body, slots, strip};

const PARTNERS: [Option<JointSlot>; 4] = [
    Some(JointSlot(1)),
    Some(JointSlot(0)),
    Some(JointSlot(2)),
    Some(JointSlot(3)),
];

fn check_pairs(symmetry: &Symmetry, count: usize) {
    assert_eq!(symmetry.point_count(), count);
    for point in PointIndex::all().take(count) {
        let Some(partner) = symmetry.partner(point) else {
            continue;
        };
        assert_eq!(symmetry.partner(partner), Some(point));
        let sides = [symmetry.side(point), symmetry.side(partner)];
        let is_middle = sides == [Side::Middle; 2];
        assert_eq!(is_middle, partner == point);
        let is_right = sides == [Side::Left, Side::Right] || sides == [Side::Right, Side::Left];
        assert!(is_middle || is_right, "{sides:?}");
    }
}

#[test]
fn pairs_by_position() {
    let surface = strip(7);
    let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
    check_pairs(&symmetry, 21);
    assert_eq!(
        (
            symmetry.partner(PointIndex(0)),
            symmetry.partner(PointIndex(10)),
            symmetry.partner(PointIndex(99))
        ),
        (Some(PointIndex(18)), Some(PointIndex(10)), None)
    );
    assert_eq!(symmetry.side(PointIndex(20)), Side::Left);
    assert_eq!(symmetry.alone().count(), 0);
    let nobody = Symmetry::by_position(&surface, &Plane::X, f32::NAN);
    assert_eq!(nobody.alone().count(), 21);
    let shifted = Plane {
        offset: 0.5,
        ..Plane::X
    };
    let half = Symmetry::by_position(&surface, &shifted, 1e-4);
    assert_eq!(
        (half.alone().count(), half.partner(PointIndex(9))),
        (3, Some(PointIndex(12)))
    );
}

#[test]
fn a_tolerance_larger_than_the_mesh_pairs_the_nearest() {
    let mut positions = strip(7).positions().to_vec();
    for (place, position) in positions.iter_mut().enumerate() {
        position.x += if place % 2 == 0 { 0.05 } else { -0.03 };
    }
    let surface = Adjacency::new(&positions, strip(7).triangles());
    let exact = Symmetry::by_position(&surface, &Plane::X, 1e-4);
    assert!(exact.alone().count() > 0);
    let wide = Symmetry::by_position(&surface, &Plane::X, 1e6);
    check_pairs(&wide, 21);
    assert_eq!(
        (0..21)
            .filter(|&point| wide.partner(PointIndex(point))
                == Some(PointIndex(3 * (6 - point / 3) + point % 3)))
            .count(),
        21
    );
}

#[test]
fn pairs_by_topology_of_two_parts_that_lie_opposite() {
    let (one, triangles) = body(2, 3, 5);
    let count = u32::try_from(one.len()).unwrap();
    let shifted = one.iter().map(|place| *place + Vec3::X * 9.0);
    let mirrored = shifted
        .clone()
        .map(|place| vec3(-place.x, place.y * 1.2, place.z + 0.3));
    let positions: Vec<Vec3> = shifted.chain(mirrored).collect();
    let others = triangles
        .iter()
        .map(|&[a, b, c]| [a + count, c + count, b + count]);
    let triangles: Vec<[u32; 3]> = triangles.iter().copied().chain(others).collect();
    let surface = Adjacency::new(&positions, &triangles);
    let symmetry = Symmetry::by_topology(&surface, &Plane::X);
    check_pairs(&symmetry, positions.len());
    for point in 0..count {
        assert_eq!(
            symmetry.partner(PointIndex(point)),
            Some(PointIndex(point + count))
        );
        assert_eq!(symmetry.side(PointIndex(point)), Side::Left);
    }
}

/// Of triangles strewn about any looks like any other: those alone are images that lie where the mirror shows them.
#[test]
fn topology_pairs_no_part_with_any_of_many_that_look_alike() {
    let strewn = |seed: u32| {
        let part = |shift: u32| f32::from(u16::try_from((seed >> shift) % 1000).unwrap()) / 1000.0;
        vec3(1.0 + part(3), part(11), part(19))
    };
    let seeds = (1..=3 * 60_u32).map(|number| number.wrapping_mul(2_654_435_761) >> 1);
    let mut positions: Vec<Vec3> = seeds.map(strewn).collect();
    for (number, position) in positions.iter_mut().enumerate() {
        // Every second triangle on the other side.
        position.x *= if (number / 3) % 2 == 0 { 1.0 } else { -1.0 };
    }
    let image = [1, 0, 2].map(|corner| positions[corner] * vec3(-1.0, 1.0, 1.0));
    positions.extend(image);
    let count = u32::try_from(positions.len()).unwrap();
    let triangles: Vec<[u32; 3]> = (0..count / 3)
        .map(|at| [0, 1, 2].map(|it| 3 * at + it))
        .collect();
    let surface = Adjacency::new(&positions, &triangles);
    let symmetry = Symmetry::by_topology(&surface, &Plane::X);
    for point in 0..count {
        let wanted = match point {
            0..3 => Some([1, 0, 2][point as usize] + count - 3),
            _ if point >= count - 3 => Some([1, 0, 2][(point + 3 - count) as usize]),
            _ => None,
        };
        let partner = symmetry.partner(PointIndex(point));
        assert_eq!(partner, wanted.map(PointIndex), "{point}");
    }
}

/// A sleeve is symmetric in itself, and yet no half of it is the other side of its arm.
#[test]
fn topology_does_not_pair_what_is_on_one_side_with_itself() {
    let (middle, mut triangles) = body(2, 3, 5);
    let (beside, others) = body(3, 3, 0);
    let count = u32::try_from(middle.len()).unwrap();
    let beside = beside.iter().map(|&place| place + 9.0 * Vec3::X);
    let positions: Vec<Vec3> = middle.iter().copied().chain(beside).collect();
    triangles.extend(others.iter().map(|corners| corners.map(|it| it + count)));
    let surface = Adjacency::new(&positions, &triangles);
    let symmetry = Symmetry::by_topology(&surface, &Plane::X);
    for point in 0..u32::try_from(positions.len()).unwrap() {
        let point = PointIndex(point);
        assert_eq!(symmetry.partner(point).is_some(), point.0 < count);
        assert_eq!(symmetry.is_lone(point), point.0 >= count);
    }
}

#[test]
fn what_has_no_symmetry_has_no_partners() {
    let positions = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        vec3(2.0, 3.0, 0.0),
        vec3(5.0, 0.0, 1.0),
    ];
    let lopsided = Adjacency::new(&positions, &[[0, 1, 2], [1, 2, 3], [1, 3, 4]]);
    check_pairs(&Symmetry::by_topology(&lopsided, &Plane::X), 5);
    for (positions, triangles) in [(vec![], vec![]), (vec![Vec3::NAN; 2], vec![[0, 1, 0]])] {
        let surface = Adjacency::new(&positions, &triangles);
        let symmetry = Symmetry::by_topology(&surface, &Plane::X);
        assert_eq!(symmetry.alone().count(), surface.point_count());
        let symmetry = Symmetry::by_position(&surface, &Plane::X, 1.0);
        assert_eq!(symmetry.alone().count(), surface.point_count());
        assert_eq!(Symmetry::usual_tolerance(&surface), 0.0);
    }
}

/// What is nowhere symmetric ends soon, however it hangs together: an open fan of many blades, many small ones, and a soup.
#[test]
fn a_search_for_symmetry_has_an_end() {
    let rim = |blade: u32| {
        #[expect(clippy::cast_possible_truncation, reason = "an angle, rounded to f32")]
        let angle = (f64::from(blade) * 1e-4 + 0.1) as f32;
        vec3(angle.cos(), angle.sin(), 0.0)
    };
    let fan = |first: u32, blades: u32| -> Vec<[u32; 3]> {
        let blades = (0..blades).map(|blade| [first, first + blade + 1, first + blade + 2]);
        blades.collect()
    };
    let wheel = |blades: u32| -> Vec<Vec3> {
        let rim = (0..=blades).map(rim);
        std::iter::once(Vec3::ZERO).chain(rim).collect()
    };
    let many: Vec<Vec3> = (0_u8..200)
        .flat_map(|part| {
            wheel(20 + u32::from(part) % 7)
                .into_iter()
                .map(move |it| it + f32::from(part) * Vec3::Z)
        })
        .collect();
    let mut first = 0;
    let triangles = (0_u32..200).flat_map(|part| {
        let blades = 20 + part % 7;
        let list = fan(first, blades);
        first += blades + 2;
        list
    });
    let triangles: Vec<[u32; 3]> = triangles.collect();
    let soup: Vec<Vec3> = (0_u16..6_000)
        .map(|it| vec3(f32::from(it).sin(), f32::from(it), 0.0))
        .collect();
    let corners = (0..2_000).map(|it| [3 * it, 3 * it + 1, 3 * it + 2]);
    for (positions, triangles) in [
        (wheel(8_000), fan(0, 8_000)),
        (many, triangles),
        (soup, corners.collect()),
    ] {
        let surface = Adjacency::new(&positions, &triangles);
        let start = std::time::Instant::now();
        check_pairs(
            &Symmetry::by_topology(&surface, &Plane::X),
            surface.point_count(),
        );
        let seconds = start.elapsed().as_secs_f32();
        println!("{} triangles: {seconds:.2} s", triangles.len());
    }
}

#[test]
fn one_side_is_written_and_the_other_stays() {
    let surface = strip(5);
    let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
    let mut rows = Raw::same(4, 15, &[(2, 1.0)]);
    (rows.joints[13], rows.weights[13]) = (slots([0, 3]), vec![0.75, 0.25]);
    (rows.joints[7], rows.weights[7]) = (slots([0, 1, 2]), vec![0.5, 0.25, 0.25]);
    let points: Vec<PointIndex> = PointIndex::all().take(15).collect();
    let mut across = MirrorMap {
        symmetry: &symmetry,
        partners: &PARTNERS,
        direction: Direction::LeftToRight,
    };
    let rules = Rules::default();
    let edit = mirror_weights(&rows, &points, &across, &rules);
    assert_eq!(edit.report.to_string(), "2 vertices changed");
    assert_eq!(edit.rows[0].0, PointIndex(1));
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(1, 0.75), (3, 0.25)].map(JointWeight::from)
    );
    assert_eq!(
        edit.rows[1].1.as_slice(),
        [(0, 0.375), (1, 0.375), (2, 0.25)].map(JointWeight::from)
    );
    across.direction = Direction::RightToLeft;
    let edit = mirror_weights(&rows, &points, &across, &rules);
    assert_eq!(edit.rows[1], (PointIndex(13), Row::rigid(JointSlot(2))));
    // A joint that stands alone is nobody's image: what it moves stays, and is counted.
    let partners = [PARTNERS[0], PARTNERS[1], PARTNERS[2], None];
    assert_eq!(unpaired_joints(&rows, &points, &partners), [JointSlot(3)]);
    let alone = MirrorMap {
        partners: &partners,
        direction: Direction::LeftToRight,
        ..across
    };
    let edit = mirror_weights(&rows, &points, &alone, &rules);
    assert_eq!(edit.points().collect::<Vec<_>>(), [PointIndex(7)]);
    assert_eq!(
        edit.report.skipped().collect::<Vec<_>>(),
        [(Skip::UnpairedJoint, 1)]
    );
    let nobody = Symmetry::default();
    let none = mirror_weights(
        &rows,
        &points,
        &MirrorMap {
            symmetry: &nobody,
            ..across
        },
        &rules,
    );
    assert_eq!(
        none.report.skipped().collect::<Vec<_>>(),
        [(Skip::NoPartner, 15)]
    );
}

#[test]
fn reference_models_are_symmetric_in_their_triangles() {
    let Some(models) = models::all() else {
        return;
    };
    for model in models {
        let symmetry = Symmetry::by_topology(&model.surface, &model.plane);
        check_pairs(&symmetry, model.surface.point_count());
        let expected = match model.name.as_str() {
            "Fox.glb skin 0" | "cesium_man.gltf skin 0" | "greenman.glb skin 0" => 0,
            "hand_left.glb skin 0" => model.surface.point_count(),
            _ => continue,
        };
        assert_eq!(symmetry.alone().count(), expected, "{}", model.name);
    }
}

fn any_row() -> impl Strategy<Value = Row> {
    let weight = prop_oneof![
        Just(0.0_f32),
        Just(1.0),
        Just(0.5),
        Just(1e-7),
        0.0_f32..1.0
    ];
    prop::collection::vec((0_u16..4, weight), 0..5).prop_map(|pairs| {
        Row::from_weights(
            pairs
                .into_iter()
                .map(|(joint, weight)| (joint, f64::from(weight))),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// However quads are cut, and however the mesh is bent, the walk finds what the grid says.
    #[test]
    fn topology_sees_through_bends_and_cuts(
        columns in 2_u32..5, rows in 2_u32..6, cuts in any::<u64>(), mirrored_cuts in any::<bool>(), bend in 0.0_f32..0.3,
    ) {
        let (straight, mut triangles) = body(columns, rows, cuts);
        let width = 2 * columns + 1;
        let image = |point: u32| point / width * width + 2 * columns - point % width;
        if mirrored_cuts {
            triangles.retain(|triangle| triangle.iter().map(|point| point % width).max() <= Some(columns));
            let others: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [image(c), image(b), image(a)]).collect();
            triangles.extend(others);
        }
        // Where cuts are no help, quads are told by their longest sides, which only a slight bend leaves alone.
        let bend = if mirrored_cuts { bend } else { bend * 0.1 };
        let positions: Vec<Vec3> = straight.iter().map(|&place| {
            Quat::from_rotation_z(bend * place.y) * place + Vec3::X * bend * place.y
        }).collect();
        let surface = Adjacency::new(&positions, &triangles);
        let symmetry = Symmetry::by_topology(&surface, &Plane::X);
        check_pairs(&symmetry, positions.len());
        for point in 0..u32::try_from(positions.len()).unwrap() {
            prop_assert_eq!(symmetry.partner(PointIndex(point)), Some(PointIndex(image(point))));
            let column = point % width;
            let side = match column.cmp(&columns) {
                std::cmp::Ordering::Less => Side::Right,
                std::cmp::Ordering::Equal => Side::Middle,
                std::cmp::Ordering::Greater => Side::Left,
            };
            prop_assert_eq!(symmetry.side(PointIndex(point)), side);
        }
    }

    /// Mirrored twice is the row; a symmetric row is its own mirror image; and both keep the rules.
    #[test]
    fn rows_in_the_mirror(row in any_row()) {
        let seen = |row: &Row| mirrored_row(row, &PARTNERS).unwrap();
        prop_assert_eq!(&seen(&seen(&row)), &row);
        let symmetric = symmetric_row(&row, &PARTNERS).unwrap();
        let seen = seen(&symmetric);
        for (joint, weight) in symmetric.pairs() {
            prop_assert_eq!(seen.weight(joint).to_bits(), weight.to_bits());
        }
        prop_assert_eq!(symmetric_row(&symmetric, &PARTNERS), Some(symmetric));
        prop_assert_eq!(row.is_unbound(), seen.is_unbound());
    }

    /// After mirroring, the written side is the mirror image of the other where that is bound, locked joints have kept their bits, and
    /// doing it again changes nothing.
    #[test]
    fn mirroring_does_what_it_says(rows in prop::collection::vec(any_row(), 15), lock in prop::option::of(0_usize..4), is_left in any::<bool>()) {
        let surface = strip(5);
        let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
        let direction = if is_left { Direction::LeftToRight } else { Direction::RightToLeft };
        let across = MirrorMap { symmetry: &symmetry, partners: &PARTNERS, direction };
        let slices: Vec<&[JointWeight]> = rows.iter().map(Row::as_slice).collect();
        let raw = Raw::new(4, &slices);
        let points: Vec<PointIndex> = PointIndex::all().take(15).collect();
        let mut locks = [false; 4];
        if let Some(lock) = lock { locks[lock] = true; }
        let rules = Rules { locks: &locks, ..Rules::default() };
        let edit = mirror_weights(&raw, &points, &across, &rules);
        let written = raw.with(&edit);
        let mut without_source = 0;
        for point in 0..15 {
            if symmetry.side(PointIndex(point)) == direction.from() {
                prop_assert_eq!(written.row(PointIndex(point)), raw.row(PointIndex(point)));
            } else if lock.is_none() && symmetry.side(PointIndex(point)) == direction.to() {
                let image = mirrored_row(&raw.row(symmetry.partner(PointIndex(point)).unwrap()), &PARTNERS).unwrap();
                let stays = image.is_unbound() && !raw.row(PointIndex(point)).is_unbound();
                without_source += usize::from(stays);
                prop_assert_eq!(written.row(PointIndex(point)), if stays { raw.row(PointIndex(point)) } else { image });
            }
            for joint in (0..4).filter(|&joint| locks[usize::from(joint)]) {
                prop_assert_eq!(written.row(PointIndex(point)).weight(JointSlot(joint)).to_bits(), raw.row(PointIndex(point)).weight(JointSlot(joint)).to_bits());
            }
        }
        let skipped: usize = edit.report.skipped().map(|(_, points)| points).sum();
        if lock.is_none() {
            prop_assert_eq!(skipped, without_source);
        }
        // What is no image in the end is counted, whatever the locks kept.
        let is_off = |point: &PointIndex| {
            let image = mirrored_row(&written.row(symmetry.partner(*point).unwrap()), &PARTNERS).unwrap();
            let own = written.row(*point);
            let mut joints = (0..4).map(JointSlot);
            symmetry.side(*point) != direction.from() && joints.any(|joint| (own.weight(joint) - image.weight(joint)).abs() > 1e-3)
        };
        let off = points.iter().filter(|point| is_off(point)).count();
        prop_assert!(off <= skipped, "{off} {skipped}");
        let again = mirror_weights(&written, &points, &across, &rules).rows.len();
        prop_assert!(lock.is_some() || again == 0);
    }

    /// A mirror image's image is the place, and both are as far from the plane.
    #[test]
    fn planes_mirror(angle in -3.0_f32..3.0, offset in -2.0_f32..2.0, place in prop::array::uniform3(-3.0_f32..3.0)) {
        let plane = Plane { normal: Quat::from_rotation_y(angle) * Vec3::X, offset };
        let place = Vec3::from_array(place);
        let image = plane.mirror(place);
        prop_assert!((plane.height(image) + plane.height(place)).abs() < 1e-5);
        prop_assert!(plane.mirror(image).distance(place) < 1e-5);
    }

    /// The plane of a skin is the model's x = 0, wherever the file puts its mesh; and so are other planes of the model.
    #[test]
    fn planes_of_skins(angle in -3.0_f32..3.0, axis in 0_usize..3, scale in 0.01_f32..100.0, shift in prop::array::uniform3(-3.0_f32..3.0)) {
        let turn = Quat::from_axis_angle([Vec3::X, Vec3::Y, Vec3::Z][axis], angle);
        let model_from_mesh = Affine3A::from_scale_rotation_translation(Vec3::splat(scale), turn, Vec3::from_array(shift));
        let skeleton = rig::SkeletonBuilder::new().joint(0, None, "root", rig::LocalTransform::Matrix(Affine3A::from_translation(Vec3::Y))).build().unwrap();
        let bind = Affine3A::from_translation(-Vec3::Y) * model_from_mesh;
        let joints: Vec<_> = skeleton.joints().collect();
        let (bind, _) = rig::BindPose::new(&skeleton, &joints, &[bind]).unwrap();
        let plane = Plane::of_skin(&skeleton, &bind);
        let other = Plane { normal: vec3(0.0, 0.6, 0.8), offset: 0.4 };
        let others = Plane::in_mesh(&skeleton, &bind, other).unwrap();
        for place in [Vec3::ZERO, Vec3::ONE, vec3(-2.0, 0.5, 3.0)] {
            let in_model = model_from_mesh.transform_point3(place);
            for (plane, height) in [(plane, in_model.x), (others, other.height(in_model))] {
                let wanted = height / scale;
                prop_assert!((plane.height(place) - wanted).abs() < 1e-3 * (1.0 + wanted.abs()), "{plane:?} {wanted}");
            }
        }
        prop_assert!(Mat3::from_quat(turn).row(0).distance(plane.normal) < 1e-3);
    }
}
