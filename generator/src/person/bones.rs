//! Bones and territories of the hand, and a short form for rows of a skeleton.

use glam::{DVec3, dvec3};

use super::super::implicit::Territory;
use super::super::palm::{DIGITS, Placement};
use super::super::skeleton::{Bone, Skeleton};
use super::{PALM, Places};

/// A row of a skeleton; an empty parent is none.
pub(crate) fn bone(name: &str, parent: &str, [head, tail]: [DVec3; 2], front: DVec3) -> Bone {
    Bone {
        name: name.to_owned(),
        parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
        head,
        tail,
        front,
    }
}

/// The phalanges, each digit's first one a child of the hand.
pub(crate) fn digits(places: &Places) -> Vec<Bone> {
    let hand = places.hand();
    let mut bones = Vec::new();
    for digit in &DIGITS {
        for phalanx in 0..3 {
            let parent = if phalanx == 0 {
                "hand.L".to_owned()
            } else {
                format!("{}_{phalanx}.L", digit.name)
            };
            bones.push(Bone {
                name: format!("{}_{}.L", digit.name, phalanx + 1),
                parent: Some(parent),
                head: hand.point(digit.points[phalanx]),
                tail: hand.point(digit.points[phalanx + 1]),
                front: hand.direction(digit.flesh),
            });
        }
    }
    bones
}

/// How firmly the joints of a hand hold its skin, and what of the palm follows the hand as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grip {
    /// Length of the hand's piece of bone, in the hand's own unit.
    pub(crate) palm: f64,
    /// `hold` of the hand.
    pub(crate) hand: f64,
    /// `hold` of each digit's phalanges, from the thumb.
    pub(crate) digits: [f64; 5],
    /// `hold` of the bones in the palm from which the four fingers grow, where there are such.
    pub(crate) metacarpals: Option<[f64; 4]>,
}

/// What the joints of the hand own of its skin.
pub(crate) fn hand_territories(
    places: &Places,
    skeleton: &Skeleton,
    grip: &Grip,
) -> Vec<Territory> {
    let hand = places.hand();
    let palm = Territory {
        zone: PALM,
        joint: skeleton.index("hand.L"),
        bone: [
            hand.point(dvec3(0.0, 0.0, 0.0)),
            hand.point(dvec3(0.0, grip.palm, 0.0)),
        ],
        hold: grip.hand,
    };
    let mut all = vec![palm];
    for (k, digit) in DIGITS.iter().enumerate() {
        let first = skeleton.index(&format!("{}_1.L", digit.name));
        for phalanx in 0..3 {
            let bone = [phalanx, phalanx + 1].map(|p| hand.point(digit.points[p]));
            let joint = skeleton.index(&format!("{}_{}.L", digit.name, phalanx + 1));
            all.push(Territory {
                zone: PALM + 1 + k,
                joint,
                bone,
                hold: grip.digits[k],
            });
        }
        // The root of a finger follows the palm, so that the web between fingers does.
        if k > 0 {
            let [knuckle, next, ..] = digit.points;
            let stem = if let Some(holds) = grip.metacarpals {
                let carpal = Placement::carpal(k);
                let metacarpal = Territory {
                    zone: PALM,
                    joint: skeleton.index(&format!("{}_metacarpal.L", digit.name)),
                    bone: [carpal.lerp(knuckle, 0.5), knuckle].map(|p| hand.point(p)),
                    hold: holds[k - 1],
                };
                all.push(metacarpal);
                metacarpal
            } else {
                palm
            };
            all.push(Territory {
                zone: PALM + 1 + k,
                bone: [knuckle, knuckle.lerp(next, 0.12)].map(|p| hand.point(p)),
                ..stem
            });
        }
        // The ball of the thumb lies in the palm and follows the thumb.
        if k == 0 {
            let bone = [digit.points[0].lerp(digit.points[1], 0.4), digit.points[1]]
                .map(|p| hand.point(p));
            all.push(Territory {
                zone: PALM,
                joint: first,
                bone,
                hold: grip.digits[k],
            });
        }
    }
    all
}
