//! The figure's 54 joints, and the part of the skin that each of them owns.

use glam::{DVec3, dvec3};

use super::super::implicit::Territory;
use super::super::palm::DIGITS;
use super::super::person::bones::{Grip, bone, digits, hand_territories};
use super::super::person::{ARM, FOOT, HEAD, LEG, Places, TORSO};
use super::super::skeleton::{Bone, Skeleton};
use super::PLACES;

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
    bones.extend(digits(&PLACES));
    Skeleton::new(&bones)
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
    let Places { shoulder, elbow, wrist, hip, knee, ankle, .. } = PLACES;
    let hand = PLACES.hand();
    let palm = hand.direction(DVec3::Z);
    let twist = elbow.lerp(wrist, TWIST);
    vec![
        bone("clavicle.L", "chest", [COLLAR, shoulder], front),
        bone("upper_arm.L", "clavicle.L", [shoulder, elbow], front),
        bone("forearm.L", "upper_arm.L", [elbow, wrist], front),
        bone("forearm_twist.L", "forearm.L", [twist, wrist], front),
        bone("hand.L", "forearm_twist.L", [wrist, hand.point(DIGITS[2].points[0])], palm),
        bone("thigh.L", "hips", [hip, knee], front),
        bone("shin.L", "thigh.L", [knee, ankle], front),
        bone("foot.L", "shin.L", [ankle, TOES], DVec3::Y),
        bone("toes.L", "foot.L", [TOES, TOES + 0.06 * DVec3::Z], DVec3::Y),
    ]
}

/// A joint's name, the zone in which it owns skin, its piece of bone, and its `hold` on the skin.
type Claim = (&'static str, usize, [DVec3; 2], f64);

#[rustfmt::skip]
fn claims() -> Vec<Claim> {
    let at = dvec3;
    let Places { shoulder, elbow, wrist, hip, knee, ankle, .. } = PLACES;
    let forearm = |t: f64| elbow.lerp(wrist, t);
    vec![
        ("hips", TORSO, [at(0.0, 0.90, -0.01), at(0.0, 1.01, -0.01)], 1.0),
        ("hips", TORSO, [at(0.075, 0.92, -0.03), at(0.075, 0.99, -0.02)], 1.0),
        ("spine", TORSO, [at(0.0, 1.08, -0.03), at(0.0, 1.19, -0.03)], 1.0),
        ("spine", TORSO, [at(0.07, 1.08, -0.01), at(0.07, 1.18, -0.01)], 1.0),
        ("belly", TORSO, [at(0.0, 1.01, 0.085), at(0.0, 1.13, 0.085)], 0.5),
        ("belly", TORSO, [at(0.05, 1.02, 0.075), at(0.05, 1.12, 0.075)], 0.5),
        ("chest", TORSO, [at(0.0, 1.25, -0.03), at(0.0, 1.40, -0.03)], 1.0),
        ("chest", TORSO, [at(0.07, 1.26, 0.0), at(0.07, 1.36, -0.02)], 1.0),
        ("clavicle.L", TORSO, [at(0.100, 1.420, -0.02), shoulder], 0.45),
        ("neck", TORSO, [at(0.0, 1.475, -0.025), at(0.0, 1.535, -0.015)], 0.60),
        ("head", HEAD, [at(0.0, 1.56, 0.02), at(0.0, 1.70, 0.0)], 1.0),
        ("clavicle.L", ARM, [shoulder, shoulder + at(-0.05, 0.02, 0.0)], 0.45),
        ("upper_arm.L", ARM, [shoulder.lerp(elbow, 0.08), elbow], 0.33),
        ("forearm.L", ARM, [elbow, forearm(0.35)], 0.33),
        ("forearm_twist.L", ARM, [forearm(0.60), wrist], 0.2),
        ("thigh.L", LEG, [hip, knee], 0.5),
        ("shin.L", LEG, [knee, ankle], 0.5),
        ("shin.L", FOOT, [ankle + at(0.0, 0.06, 0.0), ankle + at(0.0, 0.03, 0.0)], 0.4),
        ("foot.L", FOOT, [ankle, at(0.118, 0.03, 0.075)], 0.4),
        ("foot.L", FOOT, [ankle, at(0.11, 0.03, -0.05)], 0.4),
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
    let grip = Grip {
        palm: 0.09,
        hand: 0.2,
        digits: [0.18; 5],
        metacarpals: None,
    };
    all.extend(hand_territories(&PLACES, skeleton, &grip));
    all
}
