//! The dragon's 56 joints, and the part of the skin that each of them owns.

use glam::{DVec3, dvec3};

use super::super::implicit::Territory;
use super::super::skeleton::{Bone, Skeleton};
use super::{
    BACK, EAR, EAR_LINE, FORE, FORELEG, HEAD, HIND, HINDLEG, JAW, JAW_HINGE, TAIL, TAIL_LINE,
    TRUNK, WING,
};
use super::{WING_ARM, WING_FINGERS};

const BACK_NAMES: [&str; 8] = [
    "hips", "spine_1", "spine_2", "chest", "neck_1", "neck_2", "neck_3", "head",
];
const WING_NAMES: [&str; 3] = ["wing_arm.L", "wing_forearm.L", "wing_hand.L"];
const FORE_NAMES: [&str; 5] = [
    "clavicle.L",
    "upper_arm.L",
    "forearm.L",
    "paw.L",
    "fingers.L",
];
const HIND_NAMES: [&str; 4] = ["thigh.L", "shin.L", "foot.L", "toes.L"];

pub(super) fn skeleton() -> Skeleton {
    let mut bones = Vec::new();
    let crown = BACK[7] + dvec3(0.0, 0.10, 0.0);
    let line: Vec<DVec3> = BACK.into_iter().chain([crown]).collect();
    chain(&mut bones, "", &BACK_NAMES.map(str::to_owned), &line);
    chain(
        &mut bones,
        "head",
        &["jaw".to_owned()],
        &[JAW_HINGE, dvec3(0.0, 0.452, 0.300)],
    );
    chain(&mut bones, "hips", &tail_names(), &TAIL_LINE);
    chain(&mut bones, "head", &["ear.L".to_owned()], &EAR_LINE);
    // The hand is short: it ends three tenths of the way to the bend of the middle finger.
    let hand_end = WING_ARM[2] + 0.3 * (WING_FINGERS[1][0] - WING_ARM[2]);
    let arm: Vec<DVec3> = WING_ARM.into_iter().chain([hand_end]).collect();
    chain(&mut bones, "chest", &WING_NAMES.map(str::to_owned), &arm);
    for (finger, [bend, tip]) in WING_FINGERS.into_iter().enumerate() {
        chain(
            &mut bones,
            "wing_hand.L",
            &finger_names(finger),
            &[hand_end.lerp(WING_ARM[2], 0.6), bend, tip],
        );
    }
    chain(
        &mut bones,
        "chest",
        &FORE_NAMES.map(str::to_owned),
        &FORELEG,
    );
    chain(&mut bones, "hips", &HIND_NAMES.map(str::to_owned), &HINDLEG);
    Skeleton::new(&bones)
}

fn tail_names() -> Vec<String> {
    (1..=9).map(|k| format!("tail_{k}")).collect()
}

fn finger_names(finger: usize) -> [String; 2] {
    [1, 2].map(|k| format!("wing_finger_{}_{k}.L", finger + 1))
}

/// A chain of joints along a line of points, the last of which is only an end.
fn chain(bones: &mut Vec<Bone>, parent: &str, names: &[String], points: &[DVec3]) {
    let mut parent = Some(parent.to_owned()).filter(|parent| !parent.is_empty());
    for (name, ends) in names.iter().zip(points.windows(2)) {
        let along = (ends[1] - ends[0]).normalize();
        // A bone may not point where its front does.
        let front = if along.z.abs() > 0.9 {
            DVec3::Y
        } else {
            DVec3::Z
        };
        bones.push(Bone {
            name: name.clone(),
            parent: parent.replace(name.clone()),
            head: ends[0],
            tail: ends[1],
            front,
        });
    }
}

#[rustfmt::skip]
pub(super) fn territories(skeleton: &Skeleton) -> Vec<Territory> {
    let mut all = Vec::new();
    let mut claim = |zone, names: &[String], points: &[DVec3], hold: f64| {
        for (name, ends) in names.iter().zip(points.windows(2)) {
            all.push(Territory {
                zone,
                joint: skeleton.index(name),
                bone: [ends[0], ends[1]],
                hold,
            });
        }
    };
    let back = BACK_NAMES.map(str::to_owned);
    claim(TRUNK, &back[..7], &BACK, 1.6);
    claim(HEAD, &back[7..], &[dvec3(0.0, 0.49, 0.19), dvec3(0.0, 0.50, 0.25)], 1.2);
    claim(EAR, &back[7..], &[EAR_LINE[0] - dvec3(0.012, 0.004, 0.0), EAR_LINE[0]], 0.4);
    claim(EAR, &["ear.L".to_owned()], &[EAR_LINE[0].lerp(EAR_LINE[1], 0.15), EAR_LINE[1]], 0.3);
    claim(JAW, &["jaw".to_owned()], &[dvec3(0.0, 0.452, 0.225), dvec3(0.0, 0.450, 0.290)], 0.7);
    claim(TAIL, &tail_names(), &TAIL_LINE, 0.50);
    claim(WING, &WING_NAMES.map(str::to_owned)[..2], &WING_ARM, 0.10);
    for (finger, [bend, tip]) in WING_FINGERS.into_iter().enumerate() {
        let palm = [WING_ARM[2], WING_ARM[2].lerp(bend, 0.35)];
        claim(WING, &[WING_NAMES[2].to_owned()], &palm, 0.10);
        claim(WING, &finger_names(finger), &[palm[1], bend, tip], 0.10);
    }
    let flank = [dvec3(0.066, 0.282, -0.115), dvec3(0.056, 0.300, -0.02)];
    claim(WING, &["chest".to_owned()], &flank, 0.10);
    claim(FORE, &FORE_NAMES.map(str::to_owned)[1..], &FORELEG[1..], 0.26);
    claim(HIND, &HIND_NAMES.map(str::to_owned), &HINDLEG, 0.26);
    claim(TRUNK, &FORE_NAMES.map(str::to_owned)[..1], &FORELEG, 1.5);
    all
}
