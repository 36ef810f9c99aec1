//! What figures of people share: arms, legs and hands by the places of their joints, bones, poses, and the walk.
//!
//! Everything is given for the half x ≥ 0, which is the figure's left; the other half is its mirror image.

pub(super) mod bones;
pub(super) mod gestures;
pub(super) mod limbs;
pub(super) mod walk;

use glam::{DMat3, DVec3, dvec3};

use super::palm::Placement;

/// Zones of the body, which limit the skin that a joint can own.
pub(super) const TORSO: usize = 0;
pub(super) const HEAD: usize = 1;
pub(super) const ARM: usize = 2;
pub(super) const LEG: usize = 3;
pub(super) const FOOT: usize = 4;
/// Zone of the palm; those of the five digits follow.
pub(super) const PALM: usize = 5;

/// Places of the joints of arm and leg, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) shoulder: DVec3,
    pub(super) elbow: DVec3,
    pub(super) wrist: DVec3,
    pub(super) hip: DVec3,
    pub(super) knee: DVec3,
    pub(super) ankle: DVec3,
    /// Points of the sole that touch the ground while the heel is up, and while the toes are.
    pub(super) ball: DVec3,
    pub(super) heel: DVec3,
    /// Size of the hand, as a share of a large one's.
    pub(super) hand: f64,
    /// Length of edges on the palm, on a finger, and at its tip.
    pub(super) hand_edges: [f64; 3],
}

impl Places {
    /// Placement of the hand: palm to the thigh, thumb to the front.
    pub(super) fn hand(&self) -> Placement {
        let y = (self.wrist - self.elbow).normalize();
        let z = dvec3(-0.80, -0.62, -0.22)
            .reject_from_normalized(y)
            .normalize();
        Placement {
            wrist: self.wrist,
            axes: DMat3::from_cols(y.cross(z), y, z),
            scale: self.hand,
            edges: self.hand_edges,
            zone: PALM,
        }
    }

    /// The axis about which the elbow bends: forwards, thumb first.
    pub(super) fn elbow_axis(&self) -> DVec3 {
        (self.elbow - self.shoulder).cross(DVec3::Z).normalize()
    }
}
