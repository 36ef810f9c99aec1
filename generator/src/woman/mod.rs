//! The woman: a striped top, a flared skirt, hair in a tail, arms half-way down, facing +Z. Made for figures, with as
//! many joints, vertices and triangles as the woman of the paper.
//!
//! Kavan and Žára 2005, "Spherical blend skinning: a real-time deformation of articulated models", table 1.

mod body;
mod claims;
mod clips;
mod foot;
mod head;
mod joints;
mod paints;

use glam::dvec3;

use super::implicit::{SkinPlan, skin};
use super::person::Places;
use super::shape::Shape;

const PLACES: Places = Places {
    shoulder: dvec3(0.150, 1.345, -0.020),
    elbow: dvec3(0.330, 1.150, -0.028),
    wrist: dvec3(0.485, 0.975, 0.002),
    hip: dvec3(0.086, 0.885, 0.0),
    knee: dvec3(0.088, 0.480, 0.004),
    ankle: dvec3(0.090, 0.085, -0.022),
    ball: dvec3(0.098, 0.0, 0.095),
    heel: dvec3(0.090, 0.0, -0.055),
    hand: 0.80,
    hand_edges: [0.0110, 0.0070, 0.0056],
};

/// Zones besides those of all people: the digits end at 10.
const SKIRT: usize = 11;
const TAIL: usize = 12;

/// The woman with her skeleton, skin and clips.
pub(super) fn woman() -> Shape {
    let skeleton = joints::skeleton();
    let plan = SkinPlan {
        body: body::body(),
        regions: paints::regions(),
        territories: claims::territories(&skeleton),
        cell: 0.0034,
        scale: 1.25,
        steepest: 0.36,
    };
    Shape {
        name: "woman",
        surface: skin(&plan, &skeleton.mirror),
        paints: paints::paints(),
        motions: clips::motions(&skeleton),
        joints: skeleton.joints,
    }
}
