//! The figure's 78 joints.

use glam::{DVec3, dvec3};

use super::super::palm::{DIGITS, Placement};
use super::super::person::Places;
use super::super::person::bones::{bone, digits};
use super::super::skeleton::{Bone, Skeleton};
use super::PLACES;
use super::head::TAIL_POINTS;

const HIPS: DVec3 = dvec3(0.0, 0.925, -0.010);
const SPINE: DVec3 = dvec3(0.0, 1.020, -0.018);
const SPINE_2: DVec3 = dvec3(0.0, 1.110, -0.024);
const CHEST: DVec3 = dvec3(0.0, 1.200, -0.028);
const NECK: DVec3 = dvec3(0.0, 1.380, -0.028);
const NECK_2: DVec3 = dvec3(0.0, 1.428, -0.019);
const SKULL: DVec3 = dvec3(0.0, 1.476, -0.010);
const JAW: DVec3 = dvec3(0.0, 1.510, 0.020);
const CHIN: DVec3 = dvec3(0.0, 1.462, 0.078);
const BELLY: DVec3 = dvec3(0.0, 1.000, 0.030);
const COLLAR: DVec3 = dvec3(0.026, 1.360, 0.000);
const BREAST: [DVec3; 2] = [dvec3(0.058, 1.230, 0.040), dvec3(0.064, 1.220, 0.110)];
const TOES: DVec3 = dvec3(0.098, 0.022, 0.090);
/// Place of the second joint of upper arm, forearm and thigh, as a share of the way to the next one.
pub(super) const TWIST: f64 = 0.5;

/// The front of the skirt's left half; the back is its image.
pub(super) const SKIRT_FRONT: [DVec3; 2] = [dvec3(0.075, 0.900, 0.070), dvec3(0.095, 0.570, 0.125)];

/// The same place behind the figure.
pub(super) fn behind(place: DVec3) -> DVec3 {
    dvec3(place.x, place.y, -place.z)
}

pub(super) fn skeleton() -> Skeleton {
    let mut bones = middle();
    bones.extend(side());
    bones.extend(metacarpals());
    let mut fingers = digits(&PLACES);
    for digit in &DIGITS[1..] {
        let first = format!("{}_1.L", digit.name);
        for bone in fingers.iter_mut().filter(|bone| bone.name == first) {
            bone.parent = Some(format!("{}_metacarpal.L", digit.name));
        }
    }
    bones.extend(fingers);
    Skeleton::new(&bones)
}

#[rustfmt::skip]
fn middle() -> Vec<Bone> {
    let front = DVec3::Z;
    let [root, upper, lower, end] = TAIL_POINTS;
    vec![
        bone("hips", "", [HIPS, SPINE], front),
        bone("spine", "hips", [SPINE, SPINE_2], front),
        bone("belly", "spine", [BELLY, BELLY + 0.08 * DVec3::Z], DVec3::Y),
        bone("spine_2", "spine", [SPINE_2, CHEST], front),
        bone("chest", "spine_2", [CHEST, NECK], front),
        bone("neck", "chest", [NECK, NECK_2], front),
        bone("neck_2", "neck", [NECK_2, SKULL], front),
        bone("head", "neck_2", [SKULL, SKULL + 0.2 * DVec3::Y], front),
        bone("jaw", "head", [JAW, CHIN], DVec3::Y),
        bone("hair_1", "head", [root, upper], front),
        bone("hair_2", "hair_1", [upper, lower], front),
        bone("hair_3", "hair_2", [lower, end], front),
    ]
}

/// Joints of the left side. X is the axis about which elbow and knee bend.
#[rustfmt::skip]
fn side() -> Vec<Bone> {
    let front = DVec3::Z;
    let Places { shoulder, elbow, wrist, hip, knee, ankle, .. } = PLACES;
    let hand = PLACES.hand();
    let palm = hand.direction(DVec3::Z);
    let [upper, lower, thigh] = [(shoulder, elbow), (elbow, wrist), (hip, knee)].map(|(a, b)| a.lerp(b, TWIST));
    vec![
        bone("clavicle.L", "chest", [COLLAR, shoulder], front),
        bone("breast.L", "chest", BREAST, DVec3::Y),
        bone("upper_arm.L", "clavicle.L", [shoulder, elbow], front),
        bone("upper_arm_twist.L", "upper_arm.L", [upper, elbow], front),
        bone("forearm.L", "upper_arm_twist.L", [elbow, wrist], front),
        bone("forearm_twist.L", "forearm.L", [lower, wrist], front),
        bone("hand.L", "forearm_twist.L", [wrist, hand.point(DIGITS[2].points[0])], palm),
        bone("thigh.L", "hips", [hip, knee], front),
        bone("thigh_twist.L", "thigh.L", [thigh, knee], front),
        bone("shin.L", "thigh_twist.L", [knee, ankle], front),
        bone("foot.L", "shin.L", [ankle, TOES], DVec3::Y),
        bone("toes.L", "foot.L", [TOES, TOES + 0.06 * DVec3::Z], DVec3::Y),
        bone("skirt_front.L", "hips", SKIRT_FRONT, front),
        bone("skirt_back.L", "hips", SKIRT_FRONT.map(behind), front),
    ]
}

/// The bones of the palm, of all fingers but the thumb.
fn metacarpals() -> Vec<Bone> {
    let hand = PLACES.hand();
    let palm = hand.direction(DVec3::Z);
    let fingers = DIGITS.iter().enumerate().skip(1);
    let row = |(index, digit): (usize, &super::super::palm::Digit)| {
        let ends = [Placement::carpal(index), digit.points[0]];
        let name = format!("{}_metacarpal.L", digit.name);
        bone(&name, "hand.L", ends.map(|end| hand.point(end)), palm)
    };
    fingers.map(row).collect()
}
