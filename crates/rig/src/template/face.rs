//! Joints of the face, children of the head.

use super::{Bend, MarkerWeights, TemplateJoint};

/// The length of an eye's bone as a share of the distance of both eyes.
const EYE: f64 = 0.25;

/// The left eye, with its center there and that of the right one.
pub(super) fn eye(left: &MarkerWeights, right: &MarkerWeights) -> TemplateJoint {
    let end = left.toward(right, EYE);
    TemplateJoint::new("eye.L", "head", (left, &end), Bend::Gaze)
}

/// The jaw, from its hinge to its tip.
pub(super) fn jaw(hinge: &MarkerWeights, tip: &MarkerWeights) -> TemplateJoint {
    TemplateJoint::new("jaw", "head", (hinge, tip), Bend::Up)
}

/// The left ear, from where it leaves the head to its tip.
pub(super) fn ear(root: &MarkerWeights, tip: &MarkerWeights) -> TemplateJoint {
    TemplateJoint::new("ear.L", "head", (root, tip), Bend::Front)
}
