//! Automatic weights of surfaces in several parts: walls within others, and parts that keep their shape.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::JointSlot;
use weights::{AutomaticMethod, AutomaticOptions, AutomaticStage, RigidParts, Row};

use crate::support::limbs::{bone, chain, go, row, tube, with};

type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// Two meshes as one; the triangles of the second face the other way if asked.
fn joined(one: Mesh, (places, triangles): Mesh, flips: bool) -> Mesh {
    let first = u32::try_from(one.0.len()).unwrap();
    let triangles = triangles.into_iter().map(|[a, b, c]| {
        let [a, b, c] = [a, b, c].map(|corner| corner + first);
        if flips { [a, c, b] } else { [a, b, c] }
    });
    (
        [one.0, places].concat(),
        one.1.into_iter().chain(triangles).collect(),
    )
}

fn moved((places, triangles): Mesh, to: impl Fn(Vec3) -> Vec3) -> Mesh {
    (places.into_iter().map(to).collect(), triangles)
}

fn distance(one: &Row, other: &Row) -> f32 {
    let joints = (0..16).map(JointSlot);
    let differences = joints.map(|joint| (one.weight(joint) - other.weight(joint)).abs());
    differences.sum::<f32>() / 2.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Each point of the inner wall has the weights of its twin on the outer one, whichever way it faces and in any size.
    #[test]
    fn both_walls_of_a_place_have_the_same_weights(
        thickness in 0.01_f32..0.06,
        flips in any::<bool>(),
        size in prop::sample::select(vec![0.01_f32, 1.0, 100.0]),
        bones in 2_u16..5,
        method in prop::sample::select(vec![AutomaticMethod::FallbackChain, AutomaticMethod::Volume]),
        inner_first in any::<bool>(),
    ) {
        let outer = tube(4.0, 0.4, 21, 12);
        let within = |place: Vec3| {
            vec3(2.0 + (place.x - 2.0) * (1.0 - thickness / 2.0), place.y * (1.0 - thickness / 0.4), place.z * (1.0 - thickness / 0.4))
        };
        let inner = moved(outer.clone(), within);
        let count = outer.0.len();
        // The twin of a point is as many places on as one wall has, whichever comes first.
        let both = if inner_first { joined(inner, outer, flips) } else { joined(outer, inner, flips) };
        let (places, triangles) = moved(both, |place| place * size);
        let surface = Adjacency::new(&places, &triangles);
        let bones: Vec<_> = chain(4.0, bones).into_iter()
            .map(|it| bone(it.joint.0, it.head * size, it.tail * size))
            .collect();
        let made = go(&surface, &bones, &with(method));
        let walls = made.parts.iter().filter(|part| part.stage == AutomaticStage::Wall);
        prop_assert_eq!(walls.count(), 1, "{}", made);
        let mut sum = 0.0;
        for point in 0..count {
            let [one, other] = [point, point + count].map(|point| PointIndex(u32::try_from(point).unwrap()));
            sum += distance(row(&made, one), row(&made, other));
        }
        let mean = sum / f32::from(u16::try_from(count).unwrap());
        prop_assert!(mean <= 0.02, "{}", mean);
    }
}

/// Of walls that share no counts, each point of the inner one has what the outer one has at its height.
#[test]
fn walls_of_other_counts_have_the_weights_of_their_height() {
    const RINGS: u16 = 21;
    const AROUND: u16 = 12;
    const APART: f32 = 0.2;
    for (rings, around) in [(31, 10), (12, 17)] {
        let outer = tube(4.0, 0.4, RINGS, AROUND);
        let within = |place: Vec3| vec3(2.0 + (place.x - 2.0) * 0.98, place.y * 0.9, place.z * 0.9);
        let inner = moved(tube(4.0, 0.4, rings, around), within);
        let first = outer.0.len();
        let (places, triangles) = joined(outer, inner, true);
        let surface = Adjacency::new(&places, &triangles);
        let made = go(
            &surface,
            &chain(4.0, 3),
            &with(AutomaticMethod::FallbackChain),
        );
        let parts = made.parts.iter();
        let walls = parts.filter(|part| part.stage == AutomaticStage::Wall);
        assert_eq!(walls.count(), 1, "{made}");
        let weights = |point: usize| {
            let row = row(&made, PointIndex(u32::try_from(point).unwrap()));
            Vec3::from([0, 1, 2].map(|joint| row.weight(JointSlot(joint))))
        };
        // A tube begins with its two ends.
        let of_ring = |ring: u16| {
            let points = (0..AROUND).map(|step| 2 + usize::from(ring * AROUND + step));
            points.map(weights).sum::<Vec3>() / f32::from(AROUND)
        };
        let mut sum = 0.0;
        for (point, place) in places.iter().enumerate().skip(first) {
            let mut below = (0..RINGS - 1).rev();
            let below = below.find(|&ring| APART * f32::from(ring) <= place.x);
            let below = below.unwrap_or_default();
            let share = (place.x - APART * f32::from(below)) / APART;
            let wanted = of_ring(below).lerp(of_ring(below + 1), share);
            sum += (weights(point) - wanted).abs().element_sum() / 2.0;
        }
        let mean = sum / f32::from(u16::try_from(places.len() - first).unwrap());
        assert!(mean <= 0.02, "{rings} rings of {around}: {mean}");
    }
}

/// A ball (a short tube) of this radius around a place.
fn ball(radius: f32, at: Vec3) -> Mesh {
    moved(tube(2.0 * radius, radius, 4, 8), |place| {
        place - Vec3::X * radius + at
    })
}

#[test]
fn an_eye_in_a_head_is_no_wall_and_keeps_its_joint() {
    let head = tube(4.0, 1.0, 21, 16);
    let (places, triangles) = joined(head, ball(0.15, vec3(3.0, 0.0, 0.8)), false);
    let surface = Adjacency::new(&places, &triangles);
    let mut bones = chain(4.0, 2);
    bones.push(bone(2, vec3(3.0, 0.0, 0.75), vec3(3.0, 0.0, 0.9)));
    let made = go(&surface, &bones, &AutomaticOptions::default());
    assert!(
        made.parts
            .iter()
            .all(|part| part.stage == AutomaticStage::Surface),
        "{made}"
    );
    let last = PointIndex(u32::try_from(places.len()).unwrap() - 1);
    assert!(row(&made, last).weight(JointSlot(2)) > 0.5);
}

/// The bone of the head ends where that of the eye begins: each has half of the eye, which belongs to its own.
#[test]
fn an_eye_follows_the_joint_in_its_middle() {
    let head = tube(4.0, 1.0, 21, 16);
    let eye_at = head.0.len();
    let middle = vec3(3.0, 0.0, 0.8);
    let (places, triangles) = joined(head, ball(0.15, middle), false);
    let surface = Adjacency::new(&places, &triangles);
    let mut bones = chain(4.0, 2);
    bones.push(bone(1, vec3(2.0, 0.0, 0.0), middle));
    bones.push(bone(2, middle, middle + 0.5 * Vec3::Z));
    let made = |rigid| {
        let options = AutomaticOptions {
            rigid,
            ..AutomaticOptions::default()
        };
        go(&surface, &bones, &options)
    };
    assert_eq!(made(RigidParts::None).could_be_rigid(), 1);
    let small = made(RigidParts::Small);
    assert_eq!(small.could_be_rigid(), 0, "{small}");
    for point in eye_at..places.len() {
        let point = PointIndex(u32::try_from(point).unwrap());
        assert_eq!(*row(&small, point), Row::rigid(JointSlot(2)));
    }
}

#[test]
fn small_parts_that_belong_to_one_joint_keep_their_shape_if_asked() {
    let body = tube(4.0, 0.4, 41, 12);
    let beside = body.0.len();
    // A plate over the first bone, near its end, and a strap along two of them.
    let plate = moved(tube(0.5, 0.05, 6, 6), |place| place + vec3(0.4, 0.5, 0.0));
    let strap_at = beside + plate.0.len();
    let strap = moved(tube(1.8, 0.02, 12, 6), |place| place + vec3(0.1, -0.5, 0.0));
    let (places, triangles) = joined(joined(body, plate, false), strap, false);
    let surface = Adjacency::new(&places, &triangles);
    let bones = chain(4.0, 4);
    let made = |rigid| {
        let options = AutomaticOptions {
            rigid,
            ..AutomaticOptions::default()
        };
        go(&surface, &bones, &options)
    };
    let soft = made(RigidParts::None);
    assert_eq!(soft.could_be_rigid(), 1, "the plate");
    let is_rigid = |made: &weights::Automatic, range: std::ops::Range<usize>| {
        let points = range.map(|point| PointIndex(u32::try_from(point).unwrap()));
        let rows: Vec<&Row> = points.map(|point| row(made, point)).collect();
        rows.iter().all(|row| row.len() == 1 && *row == rows[0])
    };
    let [plate, strap] = [beside..strap_at, strap_at..places.len()];
    assert!(!is_rigid(&soft, plate.clone()));
    let small = made(RigidParts::Small);
    assert!(is_rigid(&small, plate.clone()));
    assert!(!is_rigid(&small, strap.clone()) && !is_rigid(&small, 0..beside));
    assert_eq!(
        small.edit.rows[0], soft.edit.rows[0],
        "the body bends as before"
    );
    assert_eq!(small.could_be_rigid(), 0);
    assert!(
        small.to_string().contains("1 part follows one joint"),
        "{small}"
    );
    let all = made(RigidParts::All);
    for part in [0..beside, plate, strap] {
        assert!(is_rigid(&all, part));
    }
    assert!(
        all.to_string().contains("3 parts each follow one joint"),
        "{all}"
    );
}

#[test]
fn walls_of_the_field_get_the_weights_around_them() {
    let Some(case) = testkit::field::cases("weights automatic")
        .into_iter()
        .find(|case| case.expected.contains("twins"))
    else {
        panic!("no case of walls");
    };
    let character = character::open(&case.file).unwrap();
    let primitive = &character.meshes[0].primitives[0];
    let bind = &character.rig.binds[0];
    let places: Vec<Vec3> = primitive.positions.to_vec();
    let triangles: Vec<[u32; 3]> = primitive.triangles.to_vec();
    let surface = Adjacency::new(&places, &triangles);
    let movers = weights::Movers::of_skin(&character.rig.skeleton, bind, &surface);
    let made = go(&surface, &movers.bones, &AutomaticOptions::default());
    let count = places.len() / 2;
    let at = |vertex: usize| {
        let point = surface.point_of(u32::try_from(vertex).unwrap());
        row(&made, point)
    };
    let sum: f32 = (0..count).map(|k| distance(at(k), at(k + count))).sum();
    let mean = sum / f32::from(u16::try_from(count).unwrap());
    assert!(mean <= 0.02, "{}: {mean}, {made}", case.id);
}
