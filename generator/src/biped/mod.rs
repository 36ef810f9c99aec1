//! The biped: a young figure in shirt, shorts and shoes, arms half-way down, facing +Z.
//!
//! Everything is given for the half x ≥ 0, which is the figure's left; the other half is its mirror image.

mod body;
mod clips;
mod foot;
mod head;
mod joints;
mod paints;

use glam::dvec3;

use super::implicit::{SkinPlan, skin};
use super::person::Places;
use super::shape::{Joint, Motion, Shape};

const PLACES: Places = Places {
    shoulder: dvec3(0.172, 1.408, -0.022),
    elbow: dvec3(0.366, 1.209, -0.030),
    wrist: dvec3(0.535, 1.030, 0.006),
    hip: dvec3(0.090, 0.925, -0.002),
    knee: dvec3(0.103, 0.500, 0.006),
    ankle: dvec3(0.110, 0.090, -0.024),
    ball: dvec3(0.118, 0.0, 0.105),
    heel: dvec3(0.110, 0.0, -0.065),
    hand: 0.90,
    hand_edges: [0.0110, 0.0074, 0.0060],
};

/// The joints and the clips alone, which take no time to make.
pub(super) fn joints_and_motions() -> (Vec<Joint>, Vec<Motion>) {
    let skeleton = joints::skeleton();
    let motions = clips::motions(&skeleton);
    (skeleton.joints, motions)
}

/// The figure with its skeleton, skin and clips.
pub(super) fn biped() -> Shape {
    let skeleton = joints::skeleton();
    let plan = SkinPlan {
        body: body::body(),
        regions: paints::regions(),
        territories: joints::territories(&skeleton),
        cell: 0.0034,
        scale: 1.0,
        steepest: f64::INFINITY,
    };
    Shape {
        name: "biped",
        surface: skin(&plan, &skeleton.mirror),
        paints: paints::paints(),
        motions: clips::motions(&skeleton),
        joints: skeleton.joints,
    }
}
