//! Automatic weights of meshes and bones that break other tools.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::JointSlot;
use weights::{AutomaticMethod, AutomaticOptions, Bone};

use crate::support::limbs::{
    METHODS, bone, chain, check_sound, go, mirrored_distance, row, tube, with,
};

/// Name, vertices, triangles.
type Mesh = (&'static str, Vec<Vec3>, Vec<[u32; 3]>);

/// Every triangle by itself, a little apart from the others.
fn soup(positions: &[Vec3], triangles: &[[u32; 3]]) -> Mesh {
    let corners = triangles.iter().zip(0_u16..).flat_map(|(triangle, place)| {
        let distance = 1e-6 * Vec3::splat(f32::from(place % 7));
        triangle.map(|vertex| positions[vertex as usize] + distance)
    });
    let corners: Vec<Vec3> = corners.collect();
    let count = u32::try_from(triangles.len()).unwrap();
    let triangles = (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    ("unwelded", corners, triangles)
}

fn sheet() -> Mesh {
    let places = (0..36_u16).map(|place| vec3(f32::from(place % 6), 0.0, f32::from(place / 6)));
    let corners = (0..5_u32).flat_map(|y| (0..5).map(move |x| y * 6 + x));
    let triangles = corners.flat_map(|a| [[a, a + 1, a + 6], [a + 1, a + 7, a + 6]]);
    ("an open sheet", places.collect(), triangles.collect())
}

#[test]
fn heat_passes_over_cracks() {
    let (positions, triangles) = tube(4.0, 0.4, 21, 8);
    let whole = Adjacency::new(&positions, &triangles);
    let (_, distance, loose) = soup(&positions, &triangles);
    let cracked = Adjacency::new(&distance, &loose);
    assert!(cracked.part_count() > 10);
    let bones = chain(4.0, 4);
    let options = AutomaticOptions::default();
    let [one, other] = [&whole, &cracked].map(|surface| go(surface, &bones, &options));
    assert_eq!(other.parts.len(), 1);
    for (place, triangle) in triangles.iter().enumerate() {
        for (corner, &point) in triangle.iter().enumerate() {
            let vertex = u32::try_from(3 * place + corner).unwrap();
            let there = row(&other, cracked.point_of(vertex));
            let distance = mirrored_distance(
                row(&one, PointIndex(point)),
                there,
                [0, 1, 2, 3, 4].map(JointSlot),
            );
            assert!(distance < 0.006);
        }
    }
}

/// Meshes that break other tools.
fn hostile() -> Vec<Mesh> {
    let corner = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let (tube_at, tube_triangles) = tube(4.0, 0.4, 9, 6);
    let mut spoilt = tube_at.clone();
    spoilt[5] = Vec3::NAN;
    spoilt[17] = vec3(f32::INFINITY, 0.0, 0.0);
    let huge: Vec<Vec3> = tube_at.iter().map(|&place| place * 1e18).collect();
    let tiny: Vec<Vec3> = tube_at.iter().map(|&place| place * 1e-18).collect();
    let line: Vec<Vec3> = (0..5_u8).map(|x| vec3(f32::from(x), 0.5, 0.0)).collect();
    vec![
        ("nothing", vec![], vec![]),
        ("one vertex", vec![Vec3::X], vec![]),
        ("one triangle", corner[..3].to_vec(), vec![[0, 1, 2]]),
        ("one place", vec![Vec3::ONE; 4], vec![[0, 1, 2], [1, 2, 3]]),
        ("not finite", spoilt, tube_triangles.clone()),
        ("out of range", corner.to_vec(), vec![[0, 1, 9], [0, 1, 2]]),
        (
            "a fan",
            {
                let mut fan = corner.to_vec();
                fan.extend([vec3(-1.0, 0.3, 0.0), vec3(0.0, 0.5, -1.0)]);
                fan
            },
            vec![[0, 1, 2], [0, 2, 3], [2, 0, 4], [0, 2, 5], [0, 2, 1]],
        ),
        (
            "triangles in a line",
            line,
            vec![[0, 1, 2], [1, 2, 3], [2, 3, 4]],
        ),
        soup(&tube_at, &tube_triangles),
        sheet(),
        ("huge", huge, tube_triangles.clone()),
        ("tiny", tiny, tube_triangles.clone()),
        (
            "inside out",
            tube_at,
            tube_triangles
                .into_iter()
                .map(|[a, b, c]| [a, c, b])
                .collect(),
        ),
    ]
}

/// A triangle that is listed again fills no cell more, and a soup of large triangles is cut into coarser cells, so that its cost
/// follows the number of triangles.
#[test]
fn large_triangles_cost_what_they_are() {
    let bones = chain(4.0, 4);
    let options = with(AutomaticMethod::Volume);
    let (positions, triangles) = tube(4.0, 0.4, 9, 6);
    let once = Adjacency::new(&positions, &triangles);
    let often = Adjacency::new(&positions, &triangles.repeat(300));
    let [one, other] = [&once, &often].map(|surface| go(surface, &bones, &options));
    assert_eq!(one.edit.rows, other.edit.rows);
    let places = (0_u16..6_000).map(|place| {
        let turn = |by: f32| (f32::from(place) * by).fract() * 4.0;
        vec3(turn(0.618_034), turn(0.754_878), turn(0.569_84))
    });
    let places: Vec<Vec3> = places.collect();
    let corners: Vec<[u32; 3]> = (0..5_998).map(|it| [it, it + 1, it + 2]).collect();
    let soup = Adjacency::new(&places, &corners);
    let made = go(&soup, &bones, &options);
    check_sound(&soup, &bones, &made, 4);
}

#[test]
fn hostile_meshes_get_sound_weights() {
    let rigs = [
        ("a chain", chain(4.0, 4)),
        ("one point", vec![bone(7, Vec3::ZERO, Vec3::ZERO)]),
        (
            "far away",
            vec![
                bone(0, Vec3::splat(1e6), Vec3::splat(2e6)),
                bone(1, Vec3::splat(-1e6), Vec3::ZERO),
            ],
        ),
        ("twice the same", [chain(4.0, 2), chain(4.0, 2)].concat()),
        (
            "beyond counting",
            vec![
                bone(u16::MAX, Vec3::splat(1e30), Vec3::splat(-1e30)),
                bone(3, Vec3::X, Vec3::Y),
            ],
        ),
    ];
    for (name, positions, triangles) in hostile() {
        let surface = Adjacency::new(&positions, &triangles);
        for (rig, bones) in &rigs {
            for method in METHODS {
                let made = go(&surface, bones, &with(method));
                let caught = std::panic::catch_unwind(|| check_sound(&surface, bones, &made, 4));
                assert!(caught.is_ok(), "{name}, {rig}, {method:?}");
                assert_eq!(
                    made,
                    go(&surface, bones, &with(method)),
                    "{name}, {rig}, {method:?}"
                );
            }
        }
    }
}

#[test]
fn options_that_make_no_sense_do_no_harm() {
    let (positions, triangles) = tube(4.0, 0.4, 9, 6);
    let surface = Adjacency::new(&positions, &triangles);
    let bones = chain(4.0, 4);
    for number in [f32::NAN, f32::INFINITY, -1.0, 0.0, 1e-30, 1e30, 5.0] {
        let options = AutomaticOptions {
            firmness: number,
            prune: number,
            ..AutomaticOptions::default()
        };
        check_sound(&surface, &bones, &go(&surface, &bones, &options), 4);
    }
}

fn place() -> impl Strategy<Value = Vec3> {
    let number = prop_oneof![
        8 => -2.0_f32..2.0,
        4 => prop::sample::select(vec![0.0, 1.0, -1.0, 0.5]),
        1 => prop::sample::select(vec![f32::NAN, f32::INFINITY, 1e20, 1e-20, f32::MAX]),
    ];
    prop::array::uniform3(number).prop_map(Vec3::from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_triangles_and_any_bones_give_sound_weights(
        positions in prop::collection::vec(place(), 1..24),
        corners in prop::collection::vec(prop::array::uniform3(0_u32..26), 0..40),
        segments in prop::collection::vec((0_u16..6, place(), place()), 1..8),
        method in prop::sample::select(METHODS.to_vec()),
        smoothing in 0_u32..3,
    ) {
        let surface = Adjacency::new(&positions, &corners);
        let bones: Vec<Bone> = segments.iter().map(|&(joint, head, tail)| bone(joint, head, tail)).collect();
        let options = AutomaticOptions { method, smoothing, ..AutomaticOptions::default() };
        let made = go(&surface, &bones, &options);
        if bones.iter().any(|bone| bone.head.is_finite() && bone.tail.is_finite()) {
            check_sound(&surface, &bones, &made, 4);
        } else {
            prop_assert!(made.edit.rows.is_empty());
        }
    }
}
