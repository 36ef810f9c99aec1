//! The part of the skin that each of the figure's joints owns.

use glam::{DVec3, dvec3};

use super::super::implicit::Territory;
use super::super::person::bones::{Grip, hand_territories};
use super::super::person::{ARM, FOOT, HEAD, LEG, Places, TORSO};
use super::super::skeleton::Skeleton;
use super::head::TAIL_POINTS;
use super::joints::{SKIRT_FRONT, behind};
use super::{PLACES, SKIRT, TAIL};

/// A joint's name, the zone in which it owns skin, its piece of bone, and its `hold` on the skin.
type Claim = (&'static str, usize, [DVec3; 2], f64);

#[rustfmt::skip]
fn trunk() -> Vec<Claim> {
    let at = dvec3;
    let shoulder = PLACES.shoulder;
    vec![
        ("hips", TORSO, [at(0.0, 0.86, -0.01), at(0.0, 0.965, -0.01)], 1.0),
        ("hips", TORSO, [at(0.075, 0.88, -0.03), at(0.075, 0.95, -0.02)], 1.0),
        ("spine", TORSO, [at(0.0, 1.03, -0.03), at(0.0, 1.085, -0.03)], 1.0),
        ("spine", TORSO, [at(0.06, 1.03, -0.01), at(0.06, 1.08, -0.01)], 1.0),
        ("belly", TORSO, [at(0.0, 0.97, 0.075), at(0.0, 1.06, 0.075)], 0.5),
        ("belly", TORSO, [at(0.045, 0.98, 0.068), at(0.045, 1.05, 0.068)], 0.5),
        ("spine_2", TORSO, [at(0.0, 1.12, -0.02), at(0.0, 1.175, -0.03)], 1.0),
        ("spine_2", TORSO, [at(0.065, 1.12, 0.0), at(0.065, 1.165, -0.01)], 1.0),
        ("chest", TORSO, [at(0.0, 1.21, 0.0), at(0.0, 1.33, -0.03)], 1.0),
        ("chest", TORSO, [at(0.06, 1.22, -0.02), at(0.06, 1.30, -0.02)], 1.0),
        ("breast.L", TORSO, [at(0.060, 1.220, 0.070), at(0.062, 1.218, 0.095)], 0.4),
        ("clavicle.L", TORSO, [at(0.090, 1.355, -0.02), shoulder], 0.35),
        ("neck", TORSO, [at(0.0, 1.385, -0.025), at(0.0, 1.415, -0.020)], 0.45),
        ("neck_2", TORSO, [at(0.0, 1.435, -0.020), at(0.0, 1.460, -0.014)], 0.45),
        ("head", HEAD, [at(0.0, 1.520, 0.01), at(0.0, 1.62, 0.0)], 0.8),
        ("jaw", HEAD, [at(0.0, 1.475, 0.040), at(0.0, 1.480, 0.070)], 0.4),
        ("jaw", HEAD, [at(0.028, 1.485, 0.030), at(0.012, 1.478, 0.060)], 0.4),
        ("hips", SKIRT, [at(0.0, 0.86, 0.0), at(0.0, 0.95, 0.0)], 0.18),
        ("hips", SKIRT, [at(0.10, 0.87, 0.0), at(0.09, 0.95, 0.0)], 0.18),
    ]
}

#[rustfmt::skip]
fn limbs() -> Vec<Claim> {
    let at = dvec3;
    let Places { shoulder, elbow, wrist, hip, knee, ankle, .. } = PLACES;
    let upper = |t: f64| shoulder.lerp(elbow, t);
    let lower = |t: f64| elbow.lerp(wrist, t);
    let thigh = |t: f64| hip.lerp(knee, t);
    let front = |t: f64| SKIRT_FRONT[0].lerp(SKIRT_FRONT[1], t);
    let [root, high, low, end] = TAIL_POINTS;
    vec![
        ("clavicle.L", ARM, [shoulder, shoulder + at(-0.05, 0.02, 0.0)], 0.35),
        ("upper_arm.L", ARM, [upper(0.08), upper(0.40)], 0.25),
        ("upper_arm_twist.L", ARM, [upper(0.62), elbow], 0.25),
        ("forearm.L", ARM, [elbow, lower(0.35)], 0.25),
        ("forearm_twist.L", ARM, [lower(0.60), wrist], 0.15),
        ("thigh.L", LEG, [hip, thigh(0.45)], 0.4),
        ("thigh_twist.L", LEG, [thigh(0.58), knee], 0.4),
        ("shin.L", LEG, [knee, ankle], 0.4),
        ("shin.L", FOOT, [ankle + at(0.0, 0.06, 0.0), ankle + at(0.0, 0.03, 0.0)], 0.3),
        ("foot.L", FOOT, [ankle, at(0.098, 0.028, 0.066)], 0.3),
        ("foot.L", FOOT, [ankle, at(0.090, 0.028, -0.045)], 0.3),
        ("toes.L", FOOT, [at(0.099, 0.022, 0.110), at(0.099, 0.022, 0.150)], 0.3),
        ("skirt_front.L", SKIRT, [front(0.35), front(1.0)], 0.18),
        ("skirt_back.L", SKIRT, [behind(front(0.35)), behind(front(1.0))], 0.18),
        ("thigh.L", SKIRT, [thigh(0.20) + at(0.05, 0.0, 0.0), thigh(0.45) + at(0.08, 0.0, 0.0)], 0.18),
        ("thigh_twist.L", SKIRT, [thigh(0.58) + at(0.08, 0.0, 0.0), thigh(0.85) + at(0.10, 0.0, 0.0)], 0.18),
        ("head", TAIL, [root + at(0.0, 0.02, 0.03), root + at(0.0, 0.01, 0.015)], 0.3),
        ("hair_1", TAIL, [root.lerp(high, 0.2), root.lerp(high, 0.9)], 0.3),
        ("hair_2", TAIL, [high.lerp(low, 0.15), high.lerp(low, 0.85)], 0.3),
        ("hair_3", TAIL, [low.lerp(end, 0.15), end], 0.3),
    ]
}

pub(super) fn territories(skeleton: &Skeleton) -> Vec<Territory> {
    let claim = |(name, zone, bone, hold): Claim| Territory {
        zone,
        joint: skeleton.index(name),
        bone,
        hold,
    };
    let claims = trunk().into_iter().chain(limbs());
    let mut all: Vec<Territory> = claims.map(claim).collect();
    let grip = Grip {
        palm: 0.03,
        hand: 0.3,
        digits: [0.12, 0.15, 0.16, 0.16, 0.20],
        metacarpals: Some([0.13, 0.28, 0.32, 0.13]),
    };
    all.extend(hand_territories(&PLACES, skeleton, &grip));
    all
}
