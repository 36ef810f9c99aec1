//! The arm: a raised left arm that stands on its cut, thumb to the left, palm to the viewer.
//!
//! A coarse cage of rings, ten vertices each, is swept from the shoulder to the knuckles; fingers and thumb are extruded
//! from it; two steps of Catmull–Clark turn the cage into the skin. The joints' weights are given to the cage's rings and
//! are subdivided along with it, which makes them exactly as smooth as the shape.
//!
//! Axes: Y along the arm towards the hand, −X to the thumb and to the biceps, +Z out of the palm.

use glam::{DQuat, DVec3, dvec3};

use super::arm_clips;
use super::hand::{self, DIGITS};
use super::shape::{Joint, Paint, Shape};
use super::surface::{Point, Surface};

/// Height of the elbow's joint above the cut, in meters.
const ELBOW: f64 = 0.268;
const TWIST: f64 = 0.393;
/// Height of the wrist's joint above the cut, in meters.
const WRIST: f64 = 0.520;

/// Joints of the limb; those of the digits follow, three for each.
const UPPER_ARM: usize = 0;
/// Turns at the elbow.
pub(super) const FOREARM: usize = 1;
/// Turns the radius about the ulna: half-way down the forearm.
pub(super) const FOREARM_TWIST: usize = 2;
/// Turns at the wrist.
pub(super) const HAND: usize = 3;
const FIRST_DIGIT: usize = 4;
/// Number of joints of the arm.
const JOINT_COUNT: usize = FIRST_DIGIT + 3 * DIGITS.len();

/// Steps of subdivision from the cage to the skin.
const STEPS: usize = 2;

/// A decagon of control points gives a subdivided ring of (4 + 2 cos 36°) / 6 times its radius.
const RING_SHRINKS: f64 = 0.936;

/// A ring of the limb: height, how far the skin is from the axis in each direction, and the weights.
struct Ring {
    y: f64,
    /// Meters towards −X (biceps, thumb), +X (triceps, little finger), +Z (palm), −Z (back of the hand).
    reach: [f64; 4],
    weights: &'static [(usize, f64)],
}

const fn ring(y: f64, reach: [f64; 4], weights: &'static [(usize, f64)]) -> Ring {
    Ring { y, reach, weights }
}

#[rustfmt::skip]
const LIMB: &[Ring] = &[
    ring(0.000, [0.038, 0.035, 0.035, 0.035], &[(UPPER_ARM, 1.0)]),
    ring(0.009, [0.051, 0.047, 0.046, 0.046], &[(UPPER_ARM, 1.0)]),
    ring(0.052, [0.054, 0.049, 0.046, 0.046], &[(UPPER_ARM, 1.0)]),
    ring(0.112, [0.057, 0.050, 0.043, 0.044], &[(UPPER_ARM, 1.0)]),
    ring(0.175, [0.048, 0.046, 0.040, 0.041], &[(UPPER_ARM, 1.0)]),
    ring(0.225, [0.036, 0.042, 0.039, 0.040], &[(UPPER_ARM, 0.92), (FOREARM, 0.08)]),
    ring(0.254, [0.033, 0.042, 0.041, 0.042], &[(UPPER_ARM, 0.70), (FOREARM, 0.30)]),
    ring(0.282, [0.036, 0.043, 0.041, 0.042], &[(UPPER_ARM, 0.30), (FOREARM, 0.70)]),
    ring(0.310, [0.044, 0.037, 0.042, 0.042], &[(UPPER_ARM, 0.08), (FOREARM, 0.92)]),
    ring(0.348, [0.048, 0.037, 0.041, 0.041], &[(FOREARM, 0.90), (FOREARM_TWIST, 0.10)]),
    ring(0.398, [0.041, 0.034, 0.034, 0.035], &[(FOREARM, 0.55), (FOREARM_TWIST, 0.45)]),
    ring(0.448, [0.033, 0.030, 0.026, 0.027], &[(FOREARM, 0.12), (FOREARM_TWIST, 0.88)]),
    ring(0.490, [0.030, 0.028, 0.021, 0.021], &[(FOREARM_TWIST, 0.92), (HAND, 0.08)]),
    ring(0.520, [0.031, 0.029, 0.020, 0.020], &[(FOREARM_TWIST, 0.50), (HAND, 0.50)]),
];

/// The arm with its skeleton, skin and clips.
pub(super) fn arm() -> Shape {
    let mut cage = Surface::default();
    let mut top = Vec::new();
    for ring in LIMB {
        let next = add_ring(&mut cage, ring);
        if top.is_empty() {
            close_bottom(&mut cage, &next);
        } else {
            cage.bridge(&top, &next, &[]);
        }
        top = next;
    }
    hand::grow(&mut cage, &top);
    // Weights go along with every step, so that they need no smoothing of their own.
    let surface = (0..STEPS).fold(cage, |surface, _| surface.subdivided());
    Shape {
        name: "arm",
        joints: joints(),
        surface,
        paints: vec![
            Paint {
                name: "skin",
                base_color: [0.66, 0.37, 0.25, 1.0],
            },
            Paint {
                name: "nails",
                base_color: [0.80, 0.52, 0.44, 1.0],
            },
        ],
        motions: arm_clips::motions(),
    }
}

/// Index of a joint of a digit: `digit` counts from the thumb, `phalanx` from the palm, both from 0.
pub(super) fn digit_joint(digit: usize, phalanx: usize) -> usize {
    FIRST_DIGIT + 3 * digit + phalanx
}

/// Dense weights from pairs (joint, weight).
pub(super) fn weights(pairs: &[(usize, f64)]) -> Vec<f64> {
    let mut dense = vec![0.0; JOINT_COUNT];
    for &(joint, weight) in pairs {
        dense[joint] += weight;
    }
    dense
}

/// Five vertices on the palm's side from thumb to little finger, then five on the back, the other way.
fn add_ring(cage: &mut Surface, ring: &Ring) -> Vec<usize> {
    let [thumb, little, palm, back] = ring.reach.map(|reach| reach / RING_SHRINKS);
    (0..10)
        .map(|k| {
            let angle = (162.0 - 36.0 * f64::from(k)).to_radians();
            let (sin, cos) = angle.sin_cos();
            // A quarter of an ellipse for each side, with its own reach.
            let x = cos * if cos < 0.0 { thumb } else { little };
            let z = sin * if sin > 0.0 { palm } else { back };
            cage.push(Point {
                position: dvec3(x, ring.y, z),
                weights: weights(ring.weights),
            })
        })
        .collect()
}

fn close_bottom(cage: &mut Surface, ring: &[usize]) {
    for k in 0..4 {
        cage.push_quad([ring[9 - k], ring[8 - k], ring[k + 1], ring[k]]);
    }
}

fn joints() -> Vec<Joint> {
    let mut joints = vec![
        limb_joint("upper_arm", None, 0.0),
        limb_joint("forearm", Some(UPPER_ARM), ELBOW),
        limb_joint("forearm_twist", Some(FOREARM), TWIST),
        limb_joint("hand", Some(FOREARM_TWIST), WRIST),
    ];
    for digit in &DIGITS {
        for phalanx in 0..3 {
            let parent = if phalanx == 0 { HAND } else { joints.len() - 1 };
            joints.push(Joint {
                name: format!("{}_{}", digit.name, phalanx + 1),
                parent: Some(parent),
                head: digit.joint_heads()[phalanx],
                rotation: digit.rotation(),
            });
        }
    }
    joints
}

fn limb_joint(name: &str, parent: Option<usize>, y: f64) -> Joint {
    Joint {
        name: name.to_owned(),
        parent,
        head: DVec3::Y * y,
        rotation: DQuat::IDENTITY,
    }
}
