//! The figure's 54 joints, and the part of the skin that each of them owns.

use glam::{DVec3, dvec3};

use super::super::implicit::Territory;
use super::super::palm::DIGITS;
use super::super::skeleton::{Bone, Skeleton};
use super::{ANKLE, ARM, ELBOW, FOOT, HEAD, HIP, KNEE, LEG, PALM, SHOULDER, TORSO, WRIST, hand};

const HIPS: DVec3 = dvec3(0.0, 0.965, -0.010);
const SPINE: DVec3 = dvec3(0.0, 1.075, -0.018);
const CHEST: DVec3 = dvec3(0.0, 1.235, -0.030);
const NECK: DVec3 = dvec3(0.0, 1.455, -0.030);
const SKULL: DVec3 = dvec3(0.0, 1.555, -0.010);
const BELLY: DVec3 = dvec3(0.0, 1.060, 0.030);
const COLLAR: DVec3 = dvec3(0.028, 1.425, 0.000);
const TOES: DVec3 = dvec3(0.118, 0.026, 0.100);
/// Place of the forearm's second joint, as a share of the way from the elbow to the wrist.
const TWIST: f64 = 0.5;

pub(super) fn skeleton() -> Skeleton {
    let mut bones = middle();
    bones.extend(side());
    let hand = hand();
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
    Skeleton::new(&bones)
}

fn bone(name: &str, parent: &str, [head, tail]: [DVec3; 2], front: DVec3) -> Bone {
    Bone {
        name: name.to_owned(),
        parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
        head,
        tail,
        front,
    }
}

#[rustfmt::skip]
fn middle() -> Vec<Bone> {
    let front = DVec3::Z;
    vec![
        bone("hips", "", [HIPS, SPINE], front),
        bone("spine", "hips", [SPINE, CHEST], front),
        bone("belly", "spine", [BELLY, BELLY + 0.08 * DVec3::Z], DVec3::Y),
        bone("chest", "spine", [CHEST, NECK], front),
        bone("neck", "chest", [NECK, SKULL], front),
        bone("head", "neck", [SKULL, SKULL + 0.2 * DVec3::Y], front),
    ]
}

/// Joints of the left side. X is the axis about which elbow and knee bend.
#[rustfmt::skip]
fn side() -> Vec<Bone> {
    let front = DVec3::Z;
    let palm = hand().direction(DVec3::Z);
    let twist = ELBOW.lerp(WRIST, TWIST);
    vec![
        bone("clavicle.L", "chest", [COLLAR, SHOULDER], front),
        bone("upper_arm.L", "clavicle.L", [SHOULDER, ELBOW], front),
        bone("forearm.L", "upper_arm.L", [ELBOW, WRIST], front),
        bone("forearm_twist.L", "forearm.L", [twist, WRIST], front),
        bone("hand.L", "forearm_twist.L", [WRIST, hand().point(DIGITS[2].points[0])], palm),
        bone("thigh.L", "hips", [HIP, KNEE], front),
        bone("shin.L", "thigh.L", [KNEE, ANKLE], front),
        bone("foot.L", "shin.L", [ANKLE, TOES], DVec3::Y),
        bone("toes.L", "foot.L", [TOES, TOES + 0.06 * DVec3::Z], DVec3::Y),
    ]
}

/// A joint's name, the zone in which it owns skin, its piece of bone, and its `hold` on the skin.
type Claim = (&'static str, usize, [DVec3; 2], f64);

#[rustfmt::skip]
fn claims() -> Vec<Claim> {
    let at = dvec3;
    let forearm = |t: f64| ELBOW.lerp(WRIST, t);
    vec![
        ("hips", TORSO, [at(0.0, 0.90, -0.01), at(0.0, 1.01, -0.01)], 1.0),
        ("hips", TORSO, [at(0.075, 0.92, -0.03), at(0.075, 0.99, -0.02)], 1.0),
        ("spine", TORSO, [at(0.0, 1.08, -0.03), at(0.0, 1.19, -0.03)], 1.0),
        ("spine", TORSO, [at(0.07, 1.08, -0.01), at(0.07, 1.18, -0.01)], 1.0),
        ("belly", TORSO, [at(0.0, 1.01, 0.085), at(0.0, 1.13, 0.085)], 0.5),
        ("belly", TORSO, [at(0.05, 1.02, 0.075), at(0.05, 1.12, 0.075)], 0.5),
        ("chest", TORSO, [at(0.0, 1.25, -0.03), at(0.0, 1.40, -0.03)], 1.0),
        ("chest", TORSO, [at(0.07, 1.26, 0.0), at(0.07, 1.36, -0.02)], 1.0),
        ("clavicle.L", TORSO, [at(0.100, 1.420, -0.02), SHOULDER], 0.45),
        ("neck", TORSO, [at(0.0, 1.475, -0.025), at(0.0, 1.535, -0.015)], 0.60),
        ("head", HEAD, [at(0.0, 1.56, 0.02), at(0.0, 1.70, 0.0)], 1.0),
        ("clavicle.L", ARM, [SHOULDER, SHOULDER + at(-0.05, 0.02, 0.0)], 0.45),
        ("upper_arm.L", ARM, [SHOULDER.lerp(ELBOW, 0.08), ELBOW], 0.33),
        ("forearm.L", ARM, [ELBOW, forearm(0.35)], 0.33),
        ("forearm_twist.L", ARM, [forearm(0.60), WRIST], 0.2),
        ("thigh.L", LEG, [HIP, KNEE], 0.5),
        ("shin.L", LEG, [KNEE, ANKLE], 0.5),
        ("shin.L", FOOT, [ANKLE + at(0.0, 0.06, 0.0), ANKLE + at(0.0, 0.03, 0.0)], 0.4),
        ("foot.L", FOOT, [ANKLE, at(0.118, 0.03, 0.075)], 0.4),
        ("foot.L", FOOT, [ANKLE, at(0.11, 0.03, -0.05)], 0.4),
        ("toes.L", FOOT, [at(0.120, 0.026, 0.125), at(0.120, 0.026, 0.17)], 0.4),
    ]
}

pub(super) fn territories(skeleton: &Skeleton) -> Vec<Territory> {
    let claim = |(name, zone, bone, hold): Claim| Territory {
        zone,
        joint: skeleton.index(name),
        bone,
        hold,
    };
    let mut all: Vec<Territory> = claims().into_iter().map(claim).collect();
    let hand = hand();
    let palm = Territory {
        zone: PALM,
        joint: skeleton.index("hand.L"),
        bone: [
            hand.point(dvec3(0.0, 0.0, 0.0)),
            hand.point(dvec3(0.0, 0.09, 0.0)),
        ],
        hold: 0.2,
    };
    all.push(palm);
    for (k, digit) in DIGITS.iter().enumerate() {
        let first = skeleton.index(&format!("{}_1.L", digit.name));
        for phalanx in 0..3 {
            let bone = [phalanx, phalanx + 1].map(|p| hand.point(digit.points[p]));
            let joint = skeleton.index(&format!("{}_{}.L", digit.name, phalanx + 1));
            all.push(Territory {
                zone: PALM + 1 + k,
                joint,
                bone,
                hold: 0.18,
            });
        }
        // The root of a finger follows the hand, so that the web between fingers does.
        if k > 0 {
            let bone = [digit.points[0], digit.points[0].lerp(digit.points[1], 0.12)]
                .map(|p| hand.point(p));
            all.push(Territory {
                zone: PALM + 1 + k,
                bone,
                ..palm
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
                hold: 0.18,
            });
        }
    }
    all
}
