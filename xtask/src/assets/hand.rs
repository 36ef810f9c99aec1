//! The arm's hand: palm, four fingers and a thumb, grown on the cage from the wrist on.

use glam::{DMat3, DQuat, DVec3, dvec3};

use super::arm::{FOREARM_TWIST, HAND, digit_joint, weights};
use super::surface::{Point, Surface};

/// A square of control points gives a subdivided ring of about 0.93 times its inner radius.
const SQUARE_SHRINKS: f64 = 0.93;

/// A thumb or finger, straight at rest.
pub struct Digit {
    /// Prefix of its joints' names.
    pub name: &'static str,
    /// Where the first joint turns: a knuckle, inside the palm.
    knuckle: DVec3,
    /// From the knuckle towards the tip; not normalised.
    direction: DVec3,
    /// Where the flesh side looks; made perpendicular to the direction.
    flesh: DVec3,
    /// From the knuckle to the middle joint, to the last joint, to the tip.
    lengths: [f64; 3],
    /// Half its thickness at the middle joint.
    radius: f64,
    /// How far from the knuckle it leaves the palm.
    emerges: f64,
}

/// From the thumb to the little finger.
#[rustfmt::skip]
pub const DIGITS: [Digit; 5] = [
    Digit {
        name: "thumb",
        knuckle: dvec3(-0.026, 0.577, 0.008), direction: dvec3(-0.62, 0.80, 0.22), flesh: dvec3(0.55, 0.25, 1.0),
        lengths: [0.048, 0.084, 0.114], radius: 0.0110, emerges: 0.030,
    },
    Digit {
        name: "index",
        knuckle: dvec3(-0.0295, 0.646, 0.0), direction: dvec3(-0.11, 1.0, 0.05), flesh: DVec3::Z,
        lengths: [0.044, 0.070, 0.092], radius: 0.0090, emerges: 0.022,
    },
    Digit {
        name: "middle",
        knuckle: dvec3(-0.0095, 0.649, 0.0), direction: dvec3(-0.025, 1.0, 0.04), flesh: DVec3::Z,
        lengths: [0.048, 0.077, 0.101], radius: 0.0092, emerges: 0.023,
    },
    Digit {
        name: "ring",
        knuckle: dvec3(0.0105, 0.645, 0.0), direction: dvec3(0.065, 1.0, 0.05), flesh: DVec3::Z,
        lengths: [0.045, 0.072, 0.095], radius: 0.0088, emerges: 0.022,
    },
    Digit {
        name: "little",
        knuckle: dvec3(0.0295, 0.636, 0.0), direction: dvec3(0.16, 1.0, 0.06), flesh: DVec3::Z,
        lengths: [0.037, 0.057, 0.077], radius: 0.0077, emerges: 0.020,
    },
];

/// A ring of the palm: five columns from the thumb's side to the little finger's.
struct PalmRing {
    x: [f64; 5],
    y: [f64; 5],
    palm: [f64; 5],
    back: [f64; 5],
    hand: f64,
}

#[rustfmt::skip]
const PALM: [PalmRing; 4] = [
    PalmRing {
        x: [-0.033, -0.020, -0.001, 0.018, 0.031], y: [0.577, 0.576, 0.575, 0.575, 0.576],
        palm: [0.013, 0.025, 0.022, 0.024, 0.012], back: [-0.011, -0.019, -0.020, -0.018, -0.011],
        hand: 0.93,
    },
    PalmRing {
        x: [-0.042, -0.022, -0.001, 0.020, 0.036], y: [0.604, 0.605, 0.604, 0.602, 0.600],
        palm: [0.016, 0.024, 0.017, 0.022, 0.012], back: [-0.009, -0.017, -0.019, -0.017, -0.011],
        hand: 1.0,
    },
    PalmRing {
        x: [-0.042, -0.021, 0.000, 0.021, 0.040], y: [0.636, 0.638, 0.638, 0.634, 0.627],
        palm: [0.012, 0.018, 0.016, 0.018, 0.011], back: [-0.010, -0.016, -0.017, -0.016, -0.011],
        hand: 1.0,
    },
    PalmRing {
        x: [-0.041, -0.020, 0.0005, 0.021, 0.0400], y: [0.660, 0.668, 0.669, 0.664, 0.648],
        palm: [0.009, 0.013, 0.013, 0.013, 0.009], back: [-0.010, -0.012, -0.013, -0.012, -0.009],
        hand: 0.60,
    },
];

/// Between these two rings of the palm, on its first side, the thumb leaves it.
const THUMB_LEAVES_AFTER: usize = 0;
/// Index of the edge of a ring's loop that looks to the thumb.
const THUMB_EDGE: usize = 9;

/// Grows the hand on the loop of the wrist: ten vertices, five on the palm's side first.
pub fn grow(cage: &mut Surface, wrist: &[usize]) {
    let mut near = wrist.to_vec();
    for (index, ring) in PALM.iter().enumerate() {
        let far = add_palm_ring(cage, ring, index + 1 == PALM.len());
        if index == THUMB_LEAVES_AFTER + 1 {
            cage.bridge(&near, &far, &[THUMB_EDGE]);
            let base = [near[9], near[0], far[0], far[9]];
            grow_digit(cage, &base, 0);
        } else {
            cage.bridge(&near, &far, &[]);
        }
        near = far;
    }
    for column in 0..4 {
        let base = [near[column], near[column + 1], near[8 - column], near[9 - column]];
        grow_digit(cage, &base, column + 1);
    }
}

fn add_palm_ring(cage: &mut Surface, ring: &PalmRing, knuckles: bool) -> Vec<usize> {
    let palm_side = (0..5).map(|k| (k, ring.palm[k]));
    let back_side = (0..5).rev().map(|k| (k, ring.back[k]));
    palm_side
        .chain(back_side)
        .map(|(column, z)| {
            let mut pairs = vec![(HAND, ring.hand)];
            let rest = 1.0 - ring.hand;
            if knuckles {
                // The fingers on both sides of the column; the first and the last column have the same one twice.
                pairs.push((digit_joint(column.max(1), 0), rest / 2.0));
                pairs.push((digit_joint((column + 1).min(4), 0), rest / 2.0));
            } else {
                pairs.push((FOREARM_TWIST, rest));
            }
            cage.push(Point {
                position: dvec3(ring.x[column], ring.y[column], z),
                weights: weights(&pairs),
            })
        })
        .collect()
}

/// One ring of a digit.
struct DigitRing {
    /// Metres from the knuckle.
    at: f64,
    /// In parts of the digit's radius: across, and towards the flesh and the nail.
    across: f64,
    flesh: f64,
    nail: f64,
    /// The bones it follows: [hand, first, second, third].
    follows: [f64; 4],
}

impl Digit {
    /// Where its three joints turn, in model space.
    pub fn joint_heads(&self) -> [DVec3; 3] {
        let along = self.direction.normalize();
        [0.0, self.lengths[0], self.lengths[1]].map(|length| self.knuckle + length * along)
    }

    /// `model_from_joint` of its joints: Y along it, Z to the flesh, so that a positive turn about X closes the hand.
    pub fn rotation(&self) -> DQuat {
        DQuat::from_mat3(&self.frame())
    }

    fn frame(&self) -> DMat3 {
        let y = self.direction.normalize();
        let z = self.flesh.reject_from_normalized(y).normalize();
        DMat3::from_cols(y.cross(z), y, z)
    }

    #[rustfmt::skip]
    fn rings(&self) -> [DigitRing; 6] {
        let [middle, last, tip] = self.lengths;
        let bend = 0.0055;
        [
            DigitRing { at: self.emerges + 0.009, across: 1.02, flesh: 1.05, nail: 1.00, follows: [0.08, 0.92, 0.0, 0.0] },
            DigitRing { at: middle - bend, across: 0.99, flesh: 0.96, nail: 1.02, follows: [0.0, 0.72, 0.28, 0.0] },
            DigitRing { at: middle + bend, across: 0.98, flesh: 0.94, nail: 1.00, follows: [0.0, 0.28, 0.72, 0.0] },
            DigitRing { at: last - 0.004, across: 0.93, flesh: 0.90, nail: 0.92, follows: [0.0, 0.0, 0.66, 0.34] },
            DigitRing { at: last + 0.007, across: 0.93, flesh: 0.95, nail: 0.80, follows: [0.0, 0.0, 0.08, 0.92] },
            DigitRing { at: tip - 0.001, across: 0.66, flesh: 0.52, nail: 0.62, follows: [0.0, 0.0, 0.0, 1.0] },
        ]
    }
}

/// Grows a digit on a quad of the palm whose corners run: first palm side, next palm side, next back, first back.
fn grow_digit(cage: &mut Surface, base: &[usize; 4], digit: usize) {
    let mut near = *base;
    for ring in DIGITS[digit].rings() {
        let far = add_digit_ring(cage, &ring, digit);
        cage.bridge(&near, &far, &[]);
        near = far;
    }
    cage.quads.push(near);
}

fn add_digit_ring(cage: &mut Surface, ring: &DigitRing, index: usize) -> [usize; 4] {
    let digit = &DIGITS[index];
    let frame = digit.frame();
    let centre = digit.knuckle + ring.at * frame.y_axis;
    let radius = digit.radius / SQUARE_SHRINKS;
    let [hand, first, second, third] = ring.follows;
    let corner = |x: f64, z: f64| Point {
        position: centre + frame * dvec3(radius * x, 0.0, radius * z),
        weights: weights(&[
            (HAND, hand),
            (digit_joint(index, 0), first),
            (digit_joint(index, 1), second),
            (digit_joint(index, 2), third),
        ]),
    };
    let corners = [
        corner(-ring.across, ring.flesh),
        corner(ring.across, ring.flesh),
        corner(ring.across, -ring.nail),
        corner(-ring.across, -ring.nail),
    ];
    let loop_of_four = corners.map(|point| cage.push(point));
    // The thumb's quad begins one corner earlier: its sides are the palm's, seen from the edge of the hand.
    if index == 0 {
        return [loop_of_four[3], loop_of_four[0], loop_of_four[1], loop_of_four[2]];
    }
    loop_of_four
}
