//! Automatic weights of surfaces in several parts: walls within others, parts that keep their shape, and garments over others.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::JointSlot;
use weights::{
    Automatic, AutomaticMethod, AutomaticOptions, AutomaticStage, Bone, Clothes, RigidParts, Row,
    Rows as _, Rules,
};

use crate::support::limbs::{bone, chain, check_sound, go, row, tube, with};
use crate::support::paint::Plain;

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
    let is_rigid = |made: &Automatic, range: std::ops::Range<usize>| {
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

/// Rings of an arm along x, a tenth apart.
const ARM_RINGS: u16 = 41;
const ARM_AROUND: u16 = 12;

/// A tube around the arm.
#[derive(Clone, Copy)]
struct Sleeve {
    radius: f32,
    /// The ring of the arm at which it begins, and how many it has, each above one of the arm's.
    first: u16,
    rings: u16,
}

const ARM: Sleeve = Sleeve {
    radius: 0.4,
    first: 0,
    rings: ARM_RINGS,
};

const SHIRT: Sleeve = Sleeve {
    radius: 0.5,
    first: 10,
    rings: 21,
};

/// Too far from the arm to lie over it alone.
const JACKET: Sleeve = Sleeve {
    radius: 0.62,
    first: 8,
    rings: 25,
};

impl Sleeve {
    fn mesh(self) -> Mesh {
        let length = 0.1 * f32::from(self.rings - 1);
        let mesh = tube(length, self.radius, self.rings, ARM_AROUND);
        moved(mesh, |place| {
            place + Vec3::X * (0.1 * f32::from(self.first))
        })
    }

    fn point_count(self) -> usize {
        2 + usize::from(self.rings * ARM_AROUND)
    }
}

/// Bends what lies between 1 and 3 along x by 46 degrees.
fn bend(place: Vec3) -> Vec3 {
    const RADIUS: f32 = 2.5;
    let angle = (place.x - 1.0).clamp(0.0, 2.0) / RADIUS;
    let (sin, cos) = angle.sin_cos();
    let beyond = place.x - 1.0 - angle * RADIUS;
    let out = RADIUS - place.y;
    vec3(
        1.0 + out * sin + beyond * cos,
        RADIUS - out * cos + beyond * sin,
        place.z,
    )
}

/// The arm and what is worn over it, bent, and four bones along it.
fn dressed(worn: &[Sleeve]) -> (Adjacency, Vec<Bone>) {
    let meshes = worn.iter().map(|sleeve| sleeve.mesh());
    let mesh = meshes.fold(ARM.mesh(), |all, one| joined(all, one, false));
    let (places, triangles) = moved(mesh, bend);
    let bones = chain(4.0, 4).into_iter();
    let bones = bones.map(|it| bone(it.joint.0, bend(it.head), bend(it.tail)));
    (Adjacency::new(&places, &triangles), bones.collect())
}

fn clothed((surface, bones): (&Adjacency, &[Bone]), clothes: Clothes) -> Automatic {
    let options = AutomaticOptions {
        clothes,
        ..AutomaticOptions::default()
    };
    let made = go(surface, bones, &options);
    check_sound(surface, bones, &made, 4);
    made
}

/// The points of some of a tube's rings, counted along the arm; `start` is the tube's first point.
fn ring_points(
    sleeve: Sleeve,
    start: usize,
    rings: std::ops::Range<u16>,
) -> impl Iterator<Item = PointIndex> {
    let places = (rings.start - sleeve.first) * ARM_AROUND..(rings.end - sleeve.first) * ARM_AROUND;
    places.map(move |place| {
        // A tube begins with its two ends.
        PointIndex(u32::try_from(start + 2).unwrap() + u32::from(place))
    })
}

/// The largest distance of rows from those of the points below.
fn farthest(
    made: &Automatic,
    upper: impl Iterator<Item = PointIndex>,
    lower: impl Iterator<Item = PointIndex>,
) -> f32 {
    let distances = upper
        .zip(lower)
        .map(|(one, other)| distance(row(made, one), row(made, other)));
    distances.fold(0.0, f32::max)
}

#[test]
fn a_sleeve_follows_the_arm_below_it_if_asked() {
    let (surface, bones) = dressed(&[SHIRT]);
    let rings = SHIRT.first..SHIRT.first + SHIRT.rings;
    let apart = |made: &Automatic| {
        let upper = ring_points(SHIRT, ARM.point_count(), rings.clone());
        farthest(made, upper, ring_points(ARM, 0, rings.clone()))
    };
    let own = clothed((&surface, &bones), Clothes::Own);
    assert!(apart(&own) > 0.02, "{}", apart(&own));
    assert_eq!(own.could_follow(), 1);
    assert_eq!(own.points_by(AutomaticStage::Garment), 0);
    let follows = clothed((&surface, &bones), Clothes::Body);
    assert!(apart(&follows) <= 0.02, "{}", apart(&follows));
    assert_eq!(follows.could_follow(), 0);
    assert_eq!(follows.parts[1].over, Some(0));
    assert!(
        follows
            .to_string()
            .ends_with("1 part follows the body below it"),
        "{follows}"
    );
    let arm = ..ARM.point_count();
    assert_eq!(follows.edit.rows[arm], own.edit.rows[arm], "as before");
}

/// The jacket is too far from the arm, and follows the shirt, which does.
#[test]
fn a_jacket_follows_the_shirt_below_it() {
    let alone = dressed(&[JACKET]);
    let alone = clothed((&alone.0, &alone.1), Clothes::Own);
    assert_eq!(alone.could_follow(), 0, "{alone}");
    // Whatever the order of the parts.
    for worn in [[SHIRT, JACKET], [JACKET, SHIRT]] {
        let (surface, bones) = dressed(&worn);
        let made = clothed((&surface, &bones), Clothes::Body);
        assert!(
            made.to_string()
                .ends_with("2 parts follow the body below them"),
            "{made}"
        );
        let mut start = ARM.point_count();
        for (part, sleeve) in (1..).zip(worn) {
            assert_eq!(made.parts[part].over, Some(0));
            let points = ring_points(sleeve, start, 11..30);
            let apart = farthest(&made, points, ring_points(ARM, 0, 11..30));
            assert!(apart <= 0.03, "{part}: {apart}");
            start += sleeve.point_count();
        }
    }
}

/// The arm keeps the weights that it has, and the sleeve follows these.
#[test]
fn a_garment_follows_weights_that_are_kept() {
    let (surface, bones) = dressed(&[SHIRT]);
    let by_hand = |ring: u16| {
        let share = f64::from(ring) / f64::from(ARM_RINGS - 1);
        Row::from_weights([(JointSlot(0), share), (JointSlot(3), 1.0 - share)])
    };
    let ends = [by_hand(0), by_hand(ARM_RINGS - 1)].into_iter();
    let along = (0..ARM_RINGS).flat_map(|ring| vec![by_hand(ring); usize::from(ARM_AROUND)]);
    let bare = vec![Row::unbound(); SHIRT.point_count()];
    let rows = Plain::new(ends.chain(along).chain(bare));
    let made = clothed((&surface, &bones), Clothes::Body);
    let mut sleeve_alone = made.clone();
    let is_sleeve = |point: PointIndex| point.index() >= ARM.point_count();
    sleeve_alone
        .edit
        .rows
        .retain(|&(point, _)| is_sleeve(point));
    let rules = Rules::default();
    let settled = [
        sleeve_alone.over(&rows, &rules),
        made.fill(&rows, &surface, &|_| true, &rules),
    ];
    for made in settled {
        let mut after = rows.clone();
        after.write(&made.edit);
        for ring in SHIRT.first..SHIRT.first + SHIRT.rings {
            for point in ring_points(SHIRT, ARM.point_count(), ring..ring + 1) {
                let apart = distance(&after.row(point), &by_hand(ring));
                assert!(apart <= 0.02, "{ring}: {apart}");
            }
        }
    }
}

#[test]
fn what_lies_beside_or_within_is_no_garment() {
    let check = |mesh: Mesh, bones: &[Bone]| {
        let surface = Adjacency::new(&mesh.0, &mesh.1);
        let own = clothed((&surface, bones), Clothes::Own);
        assert_eq!(own.could_follow(), 0, "{own}");
        let made = clothed((&surface, bones), Clothes::Body);
        let over: Vec<Option<u32>> = made.parts.iter().map(|part| part.over).collect();
        assert_eq!(over, [None; 2], "{made}");
    };
    // Two limbs, thin ones as fingers and thick ones as legs.
    for (radius, apart) in [(0.06_f32, 0.14_f32), (0.4, 0.82)] {
        let limb = tube(4.0, radius, 41, 12);
        let other = moved(limb.clone(), |place| place + Vec3::Y * apart);
        let mut bones = chain(4.0, 2);
        let beside = |it: Bone| {
            let at = Vec3::Y * apart;
            bone(it.joint.0 + 2, it.head + at, it.tail + at)
        };
        bones.extend(chain(4.0, 2).into_iter().map(beside));
        check(joined(limb, other, false), &bones);
    }
    // An eye within a head, and one that stands out.
    for height in [0.8, 0.95, 1.05] {
        let at = vec3(3.0, 0.0, height);
        let mut bones = chain(4.0, 2);
        bones.push(bone(2, at, at + 0.1 * Vec3::Z));
        check(
            joined(tube(4.0, 1.0, 21, 16), ball(0.15, at), false),
            &bones,
        );
    }
}
