//! The biped: a young figure in shirt, shorts and shoes, arms half-way down, facing +Z.
//!
//! Everything is given for the half x ≥ 0, which is the figure's left; the other half is its mirror image.

mod body;
mod clips;
mod head;
mod joints;
mod limbs;
mod paints;
mod walk;

use glam::{DMat3, DVec3, dvec3};

use super::implicit::{SkinPlan, skin};
use super::palm::Placement;
use super::shape::Shape;

/// Places of the joints of arm and leg.
pub(super) const SHOULDER: DVec3 = dvec3(0.172, 1.408, -0.022);
pub(super) const ELBOW: DVec3 = dvec3(0.366, 1.209, -0.030);
pub(super) const WRIST: DVec3 = dvec3(0.535, 1.030, 0.006);
pub(super) const HIP: DVec3 = dvec3(0.090, 0.925, -0.002);
pub(super) const KNEE: DVec3 = dvec3(0.103, 0.500, 0.006);
pub(super) const ANKLE: DVec3 = dvec3(0.110, 0.090, -0.024);

/// Zones of the body, which limit the skin that a joint can own.
const TORSO: usize = 0;
const HEAD: usize = 1;
const ARM: usize = 2;
const LEG: usize = 3;
const FOOT: usize = 4;
/// Zone of the palm; those of the digits follow.
const PALM: usize = 5;

/// The figure with its skeleton, skin and clips.
pub(super) fn biped() -> Shape {
    let skeleton = joints::skeleton();
    let plan = SkinPlan {
        body: body::body(),
        regions: paints::regions(),
        territories: joints::territories(&skeleton),
        cell: 0.0034,
        scale: 1.0,
    };
    Shape {
        name: "biped",
        surface: skin(&plan, &skeleton.mirror),
        paints: paints::paints(),
        motions: clips::motions(&skeleton),
        joints: skeleton.joints,
    }
}

/// Placement of the left hand: palm to the thigh, thumb to the front.
fn hand() -> Placement {
    let y = (WRIST - ELBOW).normalize();
    let z = dvec3(-0.80, -0.62, -0.22)
        .reject_from_normalized(y)
        .normalize();
    Placement {
        wrist: WRIST,
        axes: DMat3::from_cols(y.cross(z), y, z),
        scale: 0.90,
        edges: [0.0110, 0.0074, 0.0060],
        zone: PALM,
    }
}
