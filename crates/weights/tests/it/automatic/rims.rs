//! Automatic weights of shells whose two walls hang together over rims, as those that modeling programs give a thickness to.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use weights::{Automatic, AutomaticMethod, AutomaticOptions, AutomaticStage, Bone, RigidParts};

use crate::support::limbs::{bone, chain, check_sound, go, row, tube, with};

const RINGS: u16 = 21;
const AROUND: u16 = 12;

/// A tube along x from 0 to 4.
#[derive(Clone, Copy)]
struct Shell {
    radius: f32,
    /// None for a single wall.
    thickness: Option<f32>,
    /// Which of its ends are.
    is_open: [bool; 2],
}

/// The triangles of a tube without those to the middles of its open ends, which are its first two points.
fn without_caps(triangles: Vec<[u32; 3]>, is_open: [bool; 2]) -> Vec<[u32; 3]> {
    let is_cap = |triangle: &[u32; 3]| {
        let mut ends = (0..).zip(is_open).filter(|(_, is_open)| *is_open);
        ends.any(|(end, _)| triangle.contains(&end))
    };
    let kept = triangles.into_iter().filter(|triangle| !is_cap(triangle));
    kept.collect()
}

impl Shell {
    /// Points and triangles; those of the inner wall are the second half of the points, in the same order.
    fn mesh(self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let (mut places, triangles) = tube(4.0, self.radius, RINGS, AROUND);
        let mut triangles = without_caps(triangles, self.is_open);
        let Some(thickness) = self.thickness else {
            return (places, triangles);
        };
        let count = u32::try_from(places.len()).unwrap();
        let [start, end] = self.is_open.map(|open| if open { 0.0 } else { thickness });
        let across = 1.0 - thickness / self.radius;
        let inner = places.iter().enumerate().map(|(number, place)| {
            let x = start + place.x / 4.0 * (4.0 - start - end);
            // The middles of open ends would be one point with those of the outer wall.
            let beside = if number < 2 { 1e-3 * self.radius } else { 0.0 };
            vec3(x, place.y * across + beside, place.z * across)
        });
        let inner: Vec<Vec3> = inner.collect();
        places.extend(inner);
        let flipped = triangles.iter().map(|&[a, b, c]| [a, c, b]);
        let flipped: Vec<_> = flipped
            .map(|triangle| triangle.map(|it| it + count))
            .collect();
        triangles.extend(flipped);
        for (ring, is_open) in [0, RINGS - 1].into_iter().zip(self.is_open) {
            for step in (0..AROUND).filter(|_| is_open) {
                let at = |step: u16| 2 + u32::from(ring * AROUND + step % AROUND);
                let is_last = u16::from(ring > 0);
                let [a, b] = [at(step + 1 - is_last), at(step + is_last)];
                triangles.extend([[a, b, b + count], [a, b + count, a + count]]);
            }
        }
        (places, triangles)
    }
}

fn made(
    (places, triangles): (Vec<Vec3>, Vec<[u32; 3]>),
    bones: &[Bone],
    options: &AutomaticOptions,
) -> Automatic {
    let surface = Adjacency::new(&places, &triangles);
    let made = go(&surface, bones, options);
    check_sound(&surface, bones, &made, 4);
    made
}

fn distance(one: (&Automatic, usize), other: (&Automatic, usize)) -> f32 {
    let [one, other] = [one, other].map(|(made, point)| {
        let point = PointIndex(u32::try_from(point).unwrap());
        row(made, point)
    });
    let joints = (0..8).map(JointSlot);
    let differences = joints.map(|joint| (one.weight(joint) - other.weight(joint)).abs());
    differences.sum::<f32>() / 2.0
}

fn walls(made: &Automatic) -> usize {
    let parts = made.parts.iter();
    parts
        .filter(|part| part.stage == AutomaticStage::Wall)
        .count()
}

#[test]
fn both_walls_have_the_weights_of_the_outer_one_alone() {
    for (is_open, radius, thickness, size, bones) in [
        ([true, true], 0.4, 0.03, 1.0, 4),
        ([true, true], 0.8, 0.05, 0.01, 2),
        ([false, true], 0.4, 0.02, 100.0, 3),
        ([true, false], 0.3, 0.01, 1.0, 3),
    ] {
        let scaled = |shell: Shell| {
            let (places, triangles) = shell.mesh();
            let places: Vec<Vec3> = places.into_iter().map(|place| place * size).collect();
            (places, triangles)
        };
        let bones = chain(4.0, bones).into_iter();
        let bones: Vec<Bone> = bones
            .map(|it| bone(it.joint.0, it.head * size, it.tail * size))
            .collect();
        let shell = Shell {
            radius,
            thickness: Some(thickness),
            is_open,
        };
        let single = Shell {
            thickness: None,
            ..shell
        };
        let options = AutomaticOptions::default();
        let alone = made(scaled(single), &bones, &options);
        let both = made(scaled(shell), &bones, &options);
        assert_eq!(walls(&both), 1, "{is_open:?}: {both}");
        assert!(both.to_string().contains("by the surface around it"));
        // Without the middles of ends, which an open end has not.
        let outer = 2..alone.edit.rows.len();
        let count = alone.edit.rows.len();
        for point in outer {
            let apart = distance((&both, point), (&alone, point));
            assert!(apart < 0.02, "{is_open:?}, {point}: {apart}");
            let twins = distance((&both, point), (&both, point + count));
            assert!(twins < 0.05, "{is_open:?}, {point}: {twins}");
        }
    }
}

#[test]
fn walls_of_one_part_follow_the_same_joint_where_parts_keep_their_shape() {
    let shell = Shell {
        radius: 0.4,
        thickness: Some(0.03),
        is_open: [true; 2],
    };
    let options = AutomaticOptions {
        rigid: RigidParts::All,
        ..AutomaticOptions::default()
    };
    let bones = [
        bone(0, Vec3::ZERO, vec3(1.5, 0.0, 0.0)),
        bone(1, vec3(1.5, 0.0, 0.0), vec3(4.0, 0.0, 0.0)),
    ];
    let rigid = made(shell.mesh(), &bones, &options);
    let count = rigid.edit.rows.len() / 2;
    for point in (2..count).chain(count + 2..2 * count) {
        assert!(distance((&rigid, point), (&rigid, 2)) < 1e-6, "{point}");
    }
}

#[test]
fn small_shells_far_from_the_origin_are_cut() {
    let shell = Shell {
        radius: 0.4,
        thickness: Some(0.03),
        is_open: [true; 2],
    };
    let moved = |place: Vec3| place * 7.5e-4 + 3.7;
    let (places, triangles) = shell.mesh();
    let places: Vec<Vec3> = places.into_iter().map(moved).collect();
    let bones = chain(4.0, 3).into_iter();
    let bones: Vec<Bone> = bones
        .map(|it| bone(it.joint.0, moved(it.head), moved(it.tail)))
        .collect();
    let made = made((places, triangles), &bones, &AutomaticOptions::default());
    assert!(walls(&made) > 0, "{made}");
}

/// A tube with two walls from 0.5 to 3.5, whose rims have so many edges across; its points go around the section of the wall first.
fn with_round_rims(edges: u16) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const SECTIONS: u16 = 20;
    let turn = |step: u16| f32::from(step) / f32::from(edges) * std::f32::consts::PI;
    let along = |step: u16| 0.5 + 3.0 * f32::from(step) / 29.0;
    let rim = |x: f32, side: f32| {
        let turns = (1..edges).map(turn);
        turns.map(move |turn| (x + side * turn.sin(), 0.28 + side * turn.cos()))
    };
    let mut section: Vec<(f32, f32)> = (0..30).map(|step| (along(step), 0.3)).collect();
    section.extend(rim(3.5, 0.02));
    section.extend((0..30).rev().map(|step| (along(step), 0.26)));
    section.extend(rim(0.5, -0.02));
    let count = u32::try_from(section.len()).unwrap();
    let at = |step: u16, point: u32| u32::from(step % SECTIONS) * count + point % count;
    let (mut places, mut triangles) = (Vec::new(), Vec::new());
    for step in 0..SECTIONS {
        let angle = std::f32::consts::TAU * f32::from(step) / f32::from(SECTIONS);
        let ring = section.iter();
        places.extend(ring.map(|&(x, r)| vec3(x, r * angle.cos(), r * angle.sin())));
        for point in 0..count {
            let [a, b] = [at(step, point), at(step, point + 1)];
            let [c, d] = [at(step + 1, point + 1), at(step + 1, point)];
            triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    (places, triangles)
}

#[test]
fn rims_with_edges_in_their_middle_are_cut() {
    for edges in [2, 3] {
        let mesh = with_round_rims(edges);
        let made = made(mesh, &chain(4.0, 4), &AutomaticOptions::default());
        assert!(walls(&made) > 0, "{edges}: {made}");
    }
}

/// As a chin, or an arm beside the body, whose outer wall has a bone before it.
#[test]
fn a_bone_before_the_outer_wall_makes_it_no_inner_one() {
    let shell = Shell {
        radius: 0.4,
        thickness: Some(0.03),
        is_open: [true; 2],
    };
    let mut bones = chain(4.0, 3);
    bones.push(bone(3, vec3(2.0, 0.55, 0.0), vec3(2.05, 0.55, 0.0)));
    let made = made(shell.mesh(), &bones, &AutomaticOptions::default());
    assert_eq!(walls(&made), 1, "{made}");
}

/// Such points are parts of their own where the walls are cut apart.
#[test]
fn points_within_rims_have_the_weights_of_the_outer_wall() {
    let shell = Shell {
        radius: 0.4,
        thickness: Some(0.03),
        is_open: [false, true],
    };
    let (mut places, mut triangles) = shell.mesh();
    // The last triangle is one of the rim, from its last point on the outer wall to two on the inner one.
    let last = triangles.pop().unwrap();
    let corners = last.map(|it| places[it as usize]);
    let within = u32::try_from(places.len()).unwrap();
    places.push(corners.iter().sum::<Vec3>() / 3.0);
    let [a, b, c] = last;
    triangles.extend([[a, b, within], [b, c, within], [c, a, within]]);
    let bones = [
        bone(0, Vec3::ZERO, vec3(3.9, 0.0, 0.0)),
        bone(1, vec3(3.9, 0.0, 0.0), vec3(8.0, 0.0, 0.0)),
    ];
    let made = made((places, triangles), &bones, &AutomaticOptions::default());
    assert!(walls(&made) > 0, "{made}");
    let apart = distance((&made, within as usize), (&made, a as usize));
    assert!(apart < 0.05, "{apart}");
}

const CLOSED: Shell = Shell {
    radius: 0.4,
    thickness: None,
    is_open: [false; 2],
};

/// A plate in the place of a closed tube, no thicker than 0.04 along y.
fn plate() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (places, triangles) = CLOSED.mesh();
    let places = places.into_iter();
    let places = places.map(|place| vec3(place.x, place.y * 0.05, place.z));
    (places.collect(), triangles)
}

/// As a cape with a thickness, on either side of the bones.
#[test]
fn both_sides_of_a_plate_before_bones_have_the_same_weights() {
    for height in [-0.4_f32, 0.4] {
        let bones = chain(4.0, 3).into_iter();
        let bones: Vec<Bone> = bones
            .map(|it| {
                bone(
                    it.joint.0,
                    it.head + height * Vec3::Y,
                    it.tail + height * Vec3::Y,
                )
            })
            .collect();
        let made = made(plate(), &bones, &AutomaticOptions::default());
        assert_eq!(walls(&made), 1, "{height}: {made}");
        let at = |ring: u16, step: u16| 2 + usize::from(ring * AROUND + step);
        for ring in 0..RINGS {
            // The upper side but for its borders, and the places below.
            for (upper, lower) in [(0, 6), (1, 5), (11, 7)] {
                let apart = distance((&made, at(ring, upper)), (&made, at(ring, lower)));
                assert!(apart < 0.05, "{height}, {ring}, {upper}: {apart}");
            }
        }
        // In the middle of the first bone.
        let middle = PointIndex(u32::try_from(at(3, 0)).unwrap());
        assert!(row(&made, middle).weight(JointSlot(0)) > 0.8, "{made}");
    }
}

#[test]
fn what_is_solid_or_thick_keeps_its_rims() {
    let thick = Shell {
        thickness: Some(0.3),
        is_open: [false, true],
        ..CLOSED
    };
    let bones = chain(4.0, 3);
    for (what, mesh) in [
        ("limb", CLOSED.mesh()),
        ("plate", plate()),
        ("cup", thick.mesh()),
    ] {
        let made = made(mesh, &bones, &AutomaticOptions::default());
        assert_eq!(walls(&made), 0, "{what}: {made}");
        let parts = made.parts.iter().filter(|part| part.points > 1);
        assert_eq!(parts.count(), 1, "{what}: {made}");
    }
    // The volume takes both walls for what they are, a solid.
    let shell = Shell {
        thickness: Some(0.03),
        is_open: [true; 2],
        ..CLOSED
    };
    let by_volume = made(shell.mesh(), &bones, &with(AutomaticMethod::Volume));
    assert_eq!(walls(&by_volume), 0, "{by_volume}");
}
