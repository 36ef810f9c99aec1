//! The arm's hand: palm, four fingers and a thumb, extruded from the cage at the wrist.

use glam::{DMat3, DQuat, DVec3, dvec3};

use super::arm::{FOREARM_TWIST, HAND, digit_joint, weights};
use super::surface::{Point, Surface};

/// A square of control points gives a subdivided ring of about 0.93 times its inner radius.
const SQUARE_SHRINKS: f64 = 0.93;

/// A thumb or finger, straight at rest.
pub(super) struct Digit {
    /// Prefix of its joints' names.
    pub(super) name: &'static str,
    /// Place of the first joint: a knuckle, inside the palm.
    knuckle: DVec3,
    /// From the knuckle towards the tip; not normalized.
    direction: DVec3,
    /// Direction of the flesh side; made perpendicular to `direction`.
    flesh: DVec3,
    /// Lengths from the knuckle to the middle joint, from there to the last joint, and on to the tip.
    lengths: [f64; 3],
    /// Half its thickness at the middle joint.
    radius: f64,
    /// Distance from the knuckle at which it leaves the palm.
    emerges: f64,
}

/// From the thumb to the little finger.
#[rustfmt::skip]
pub(super) const DIGITS: [Digit; 5] = [
    Digit {
        name: "thumb",
        knuckle: dvec3(-0.0253, 0.5431, 0.0110), direction: dvec3(-0.62, 0.80, 0.24), flesh: dvec3(0.55, 0.25, 1.0),
        lengths: [0.0660, 0.1012, 0.1331], radius: 0.0125, emerges: 0.0385,
    },
    Digit {
        name: "index",
        knuckle: dvec3(-0.0330, 0.6234, 0.0000), direction: dvec3(-0.10, 1.0, 0.05), flesh: DVec3::Z,
        lengths: [0.0484, 0.0781, 0.1045], radius: 0.0099, emerges: 0.0242,
    },
    Digit {
        name: "middle",
        knuckle: dvec3(-0.0105, 0.6267, 0.0000), direction: dvec3(-0.02, 1.0, 0.04), flesh: DVec3::Z,
        lengths: [0.0539, 0.0880, 0.1155], radius: 0.0101, emerges: 0.0253,
    },
    Digit {
        name: "ring",
        knuckle: dvec3(0.0116, 0.6223, 0.0000), direction: dvec3(0.055, 1.0, 0.05), flesh: DVec3::Z,
        lengths: [0.0495, 0.0814, 0.1078], radius: 0.0097, emerges: 0.0242,
    },
    Digit {
        name: "little",
        knuckle: dvec3(0.0324, 0.6124, 0.0000), direction: dvec3(0.14, 1.0, 0.06), flesh: DVec3::Z,
        lengths: [0.0418, 0.0660, 0.0891], radius: 0.0086, emerges: 0.0220,
    },
];

/// A ring of the palm: five columns from the thumb's side to the little finger's.
struct PalmRing {
    x: [f64; 5],
    y: [f64; 5],
    palm: [f64; 5],
    back: [f64; 5],
    /// Weight of the hand; the rest follows the forearm or, in the last ring, the fingers.
    hand: f64,
    /// Weight of the thumb in the first column, the ball of the thumb; half as much in the second.
    thumb: f64,
}

#[rustfmt::skip]
const PALM: [PalmRing; 4] = [
    PalmRing {
        x: [-0.0352, -0.0220, -0.0011, 0.0198, 0.0341], y: [0.5442, 0.5453, 0.5453, 0.5453, 0.5464],
        palm: [0.0154, 0.0286, 0.0220, 0.0264, 0.0132], back: [-0.0132, -0.0209, -0.0220, -0.0198, -0.0121],
        hand: 0.93, thumb: 0.20,
    },
    PalmRing {
        x: [-0.0451, -0.0242, -0.0011, 0.0220, 0.0401], y: [0.5816, 0.5794, 0.5772, 0.5750, 0.5728],
        palm: [0.0165, 0.0264, 0.0165, 0.0253, 0.0143], back: [-0.0110, -0.0187, -0.0209, -0.0187, -0.0121],
        hand: 1.00, thumb: 0.25,
    },
    PalmRing {
        x: [-0.0457, -0.0231, 0.0000, 0.0231, 0.0440], y: [0.6135, 0.6146, 0.6146, 0.6102, 0.6025],
        palm: [0.0132, 0.0198, 0.0165, 0.0198, 0.0132], back: [-0.0110, -0.0176, -0.0187, -0.0176, -0.0121],
        hand: 1.00, thumb: 0.00,
    },
    PalmRing {
        x: [-0.0446, -0.0220, 0.0006, 0.0231, 0.0435], y: [0.6410, 0.6476, 0.6487, 0.6432, 0.6267],
        palm: [0.0105, 0.0149, 0.0149, 0.0149, 0.0105], back: [-0.0110, -0.0143, -0.0149, -0.0143, -0.0099],
        hand: 0.60, thumb: 0.00,
    },
];

/// The thumb leaves the palm on its first side, between this ring and the next.
const THUMB_LEAVES_AFTER: usize = 0;
/// Side of a digit, of four, that carries the nail.
const NAIL_SIDE: usize = 2;
/// Index of the paint of the nails.
const NAIL_PAINT: usize = 1;
/// Index of the edge of a ring's loop on the thumb's side.
const THUMB_EDGE: usize = 9;

/// Extrudes the hand from the loop of the wrist: ten vertices, five on the palm's side first.
pub(super) fn grow(cage: &mut Surface, wrist: &[usize]) {
    let mut near = wrist.to_vec();
    for (index, ring) in PALM.iter().enumerate() {
        let far = add_palm_ring(cage, ring, index + 1 == PALM.len());
        // The thumb grows from the quad that is left open here.
        if index == THUMB_LEAVES_AFTER + 1 {
            cage.bridge(&near, &far, &[THUMB_EDGE]);
            let base = [near[0], far[0], far[9], near[9]];
            grow_digit(cage, &base, 0);
        } else {
            cage.bridge(&near, &far, &[]);
        }
        near = far;
    }
    // The quads between the columns of the last ring end the palm: one finger each.
    for column in 0..4 {
        let base = [
            near[column],
            near[column + 1],
            near[8 - column],
            near[9 - column],
        ];
        grow_digit(cage, &base, column + 1);
    }
}

fn add_palm_ring(cage: &mut Surface, ring: &PalmRing, knuckles: bool) -> Vec<usize> {
    let palm_side = (0..5).map(|k| (k, ring.palm[k]));
    let back_side = (0..5).rev().map(|k| (k, ring.back[k]));
    palm_side
        .chain(back_side)
        .map(|(column, z)| {
            // The ball of the thumb follows it, less with each column away.
            let thumb = ring.thumb * [1.0, 0.5, 0.0, 0.0, 0.0][column];
            let mut pairs = vec![(HAND, ring.hand - thumb), (digit_joint(0, 0), thumb)];
            let rest = 1.0 - ring.hand;
            if knuckles {
                // The fingers on both sides of the column; for the first and the last column they are the same one.
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
    /// Meters from the knuckle.
    at: f64,
    /// In units of the digit's radius: across, and towards the flesh and the nail.
    across: f64,
    flesh: f64,
    nail: f64,
    /// Weights of [hand, first joint, second, third].
    follows: [f64; 4],
}

impl Digit {
    /// Places of its three joints, in model space.
    pub(super) fn joint_heads(&self) -> [DVec3; 3] {
        let along = self.direction.normalize();
        [0.0, self.lengths[0], self.lengths[1]].map(|length| self.knuckle + length * along)
    }

    /// `model_from_joint` of its joints: Y along it, Z to the flesh, so that a positive turn about X closes the hand.
    pub(super) fn rotation(&self) -> DQuat {
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

/// Extrudes a digit from a quad of the palm with the corners first palm side, next palm side, next back, first back.
fn grow_digit(cage: &mut Surface, base: &[usize; 4], digit: usize) {
    let mut near = *base;
    for ring in DIGITS[digit].rings() {
        let far = add_digit_ring(cage, &ring, digit);
        cage.bridge(&near, &far, &[]);
        near = far;
    }
    // The sides of the last ring are the last four quads so far; the cap of the tip is the next.
    let nail = cage.quads.len() - 4 + NAIL_SIDE;
    cage.paints[nail] = NAIL_PAINT;
    cage.push_quad(near);
}

fn add_digit_ring(cage: &mut Surface, ring: &DigitRing, index: usize) -> [usize; 4] {
    let digit = &DIGITS[index];
    let frame = digit.frame();
    let center = digit.knuckle + ring.at * frame.y_axis;
    let radius = digit.radius / SQUARE_SHRINKS;
    let [hand, first, second, third] = ring.follows;
    let corner = |x: f64, z: f64| Point {
        position: center + frame * dvec3(radius * x, 0.0, radius * z),
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
    corners.map(|point| cage.push(point))
}
