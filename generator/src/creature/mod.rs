//! The creature: a small dragon on four feet with wings half open, facing +Z.
//!
//! Everything is given for the half x ≥ 0, which is its left; the other half is its mirror image.

mod body;
mod clips;
mod joints;
mod paints;

use glam::{DVec3, dvec3};

use super::implicit::{SkinPlan, skin};
use super::shape::Shape;

/// Zones of the body, which limit the skin that a joint can own.
const TRUNK: usize = 0;
const HEAD: usize = 1;
const JAW: usize = 2;
const TAIL: usize = 3;
const WING: usize = 4;
const FORE: usize = 5;
const HIND: usize = 6;
const EAR: usize = 7;

/// Places of the spine's joints, from the hips to the head.
#[rustfmt::skip]
const BACK: [DVec3; 8] = [
    dvec3(0.0, 0.240, -0.140), dvec3(0.0, 0.248, -0.070), dvec3(0.0, 0.254, 0.000), dvec3(0.0, 0.262, 0.065),
    dvec3(0.0, 0.305, 0.120), dvec3(0.0, 0.365, 0.155), dvec3(0.0, 0.420, 0.172), dvec3(0.0, 0.470, 0.180),
];
/// Places of the tail's nine joints, and its tip.
#[rustfmt::skip]
const TAIL_LINE: [DVec3; 10] = [
    dvec3(0.0, 0.225, -0.195), dvec3(0.0, 0.196, -0.240), dvec3(0.0, 0.165, -0.285), dvec3(0.0, 0.138, -0.330),
    dvec3(0.0, 0.118, -0.378), dvec3(0.0, 0.106, -0.428), dvec3(0.0, 0.104, -0.478), dvec3(0.0, 0.114, -0.528),
    dvec3(0.0, 0.136, -0.574), dvec3(0.0, 0.168, -0.612),
];
/// Shoulder, elbow and wrist of the wing.
const WING_ARM: [DVec3; 3] = [
    dvec3(0.052, 0.312, 0.030),
    dvec3(0.142, 0.395, -0.018),
    dvec3(0.222, 0.492, 0.022),
];
/// The bends of the wing's fingers after the wrist, and their tips.
const WING_FINGERS: [[DVec3; 2]; 3] = [
    [dvec3(0.312, 0.556, 0.012), dvec3(0.410, 0.572, -0.030)],
    [dvec3(0.319, 0.468, -0.052), dvec3(0.398, 0.420, -0.128)],
    [dvec3(0.262, 0.400, -0.072), dvec3(0.290, 0.312, -0.165)],
];
/// Collar, shoulder, elbow, wrist, knuckles and toe tip of the foreleg.
#[rustfmt::skip]
const FORELEG: [DVec3; 6] = [
    dvec3(0.030, 0.262, 0.080), dvec3(0.074, 0.215, 0.078), dvec3(0.090, 0.125, 0.052),
    dvec3(0.088, 0.050, 0.082), dvec3(0.090, 0.022, 0.112), dvec3(0.092, 0.014, 0.140),
];
/// Hip, knee, hock, knuckles and toe tip of the hind leg.
#[rustfmt::skip]
const HINDLEG: [DVec3; 5] = [
    dvec3(0.070, 0.215, -0.135), dvec3(0.114, 0.130, -0.082), dvec3(0.108, 0.062, -0.150),
    dvec3(0.112, 0.024, -0.095), dvec3(0.114, 0.014, -0.062),
];
const JAW_HINGE: DVec3 = dvec3(0.0, 0.462, 0.200);
const EAR_LINE: [DVec3; 2] = [dvec3(0.068, 0.530, 0.165), dvec3(0.132, 0.562, 0.120)];

/// The dragon with its skeleton, skin and clips.
pub(super) fn creature() -> Shape {
    let skeleton = joints::skeleton();
    let plan = SkinPlan {
        body: body::body(),
        regions: paints::regions(),
        territories: joints::territories(&skeleton),
        cell: 0.0032,
        scale: 1.03,
        steepest: f64::INFINITY,
    };
    Shape {
        name: "creature",
        surface: skin(&plan, &skeleton.mirror),
        paints: paints::paints(),
        motions: clips::motions(&skeleton),
        joints: skeleton.joints,
    }
}
