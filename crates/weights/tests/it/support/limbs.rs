//! Tubes with bones along them, and what holds of all automatic weights.

use std::ops::ControlFlow;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use weights::{Automatic, AutomaticMethod, AutomaticOptions, Bone, Row, automatic_weights};

/// Rows are f32 that were divided by their sum.
const ROUNDING: f64 = 1e-6;

pub(crate) fn go(surface: &Adjacency, bones: &[Bone], options: &AutomaticOptions) -> Automatic {
    automatic_weights(surface, bones, options, &|_, _| ControlFlow::Continue(())).unwrap()
}

pub(crate) fn with(method: AutomaticMethod) -> AutomaticOptions {
    AutomaticOptions {
        method,
        ..AutomaticOptions::default()
    }
}

pub(crate) const METHODS: [AutomaticMethod; 3] = [
    AutomaticMethod::FallbackChain,
    AutomaticMethod::Volume,
    AutomaticMethod::Nearest,
];

pub(crate) fn bone(joint: u16, head: Vec3, tail: Vec3) -> Bone {
    Bone {
        joint: JointSlot(joint),
        head,
        tail,
    }
}

/// A closed tube along x from 0 to `length`, of `rings` rings of `around` points and a point at each end.
pub(crate) fn tube(
    length: f32,
    radius: f32,
    rings: u16,
    around: u16,
) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut positions = vec![Vec3::ZERO, vec3(length, 0.0, 0.0)];
    for ring in 0..rings {
        let x = length * f32::from(ring) / f32::from(rings - 1);
        for step in 0..around {
            let angle = std::f32::consts::TAU * f32::from(step) / f32::from(around);
            positions.push(vec3(x, radius * angle.cos(), radius * angle.sin()));
        }
    }
    let at =
        |ring: u16, step: u16| 2 + u32::from(ring) * u32::from(around) + u32::from(step % around);
    let mut triangles = Vec::new();
    for step in 0..around {
        triangles.push([0, at(0, step + 1), at(0, step)]);
        triangles.push([1, at(rings - 1, step), at(rings - 1, step + 1)]);
        for ring in 0..rings - 1 {
            let [a, b, c, d] = [
                at(ring, step),
                at(ring, step + 1),
                at(ring + 1, step),
                at(ring + 1, step + 1),
            ];
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    (positions, triangles)
}

/// `count` bones of one length along x.
pub(crate) fn chain(length: f32, count: u16) -> Vec<Bone> {
    let place = |joint: u16| vec3(length * f32::from(joint) / f32::from(count), 0.0, 0.0);
    (0..count)
        .map(|joint| bone(joint, place(joint), place(joint + 1)))
        .collect()
}

pub(crate) fn row(made: &Automatic, point: PointIndex) -> &Row {
    &made.edit.rows[point.index()].1
}

/// What holds whatever comes in: a row for every point, in order, sound and within the limit, and a stage for every part.
pub(crate) fn check_sound(surface: &Adjacency, bones: &[Bone], made: &Automatic, limit: usize) {
    assert_eq!(made.edit.rows.len(), surface.point_count());
    assert_eq!(made.edit.report.changed, surface.point_count());
    // Cracks may be closed, and what that squeezes flat falls apart.
    assert!(made.parts.len() <= surface.point_count());
    let points: usize = made.parts.iter().map(|part| part.points).sum();
    assert_eq!(points, surface.point_count());
    for (place, (point, row)) in made.edit.rows.iter().enumerate() {
        assert_eq!(place, point.index());
        let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
        assert!((sum - 1.0).abs() < ROUNDING, "point {point}: {row:?}");
        assert!(row.len() <= limit);
        for (joint, weight) in row.pairs() {
            assert!(weight > 0.0 && weight <= 1.0);
            assert!(bones.iter().any(|bone| bone.joint == joint));
        }
        assert!(
            row.as_slice()
                .windows(2)
                .all(|pair| pair[0].weight >= pair[1].weight)
        );
    }
}

/// The largest difference of a row from another one's mirror image.
pub(crate) fn mirrored_distance(here: &Row, there: &Row, partner: [JointSlot; 5]) -> f32 {
    JointSlot::all()
        .zip(partner)
        .map(|(joint, image)| (here.weight(joint) - there.weight(image)).abs())
        .fold(0.0, f32::max)
}
