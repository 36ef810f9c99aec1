//! Which limb a drag means, and what its end does meanwhile.

use crate::test_poses::roles::{Role, roles_upwards};
use crate::{JointIndex, Limb, Skeleton};

/// Children of a joint without a name that make it a hand: a trunk has fewer.
const FINGERS: usize = 4;
/// An end that stands lower than this share of the skeleton's height is a foot.
const LOW: f32 = 0.15;

impl Limb {
    /// The limb that a drag of a joint moves.
    ///
    /// That of the hand or the foot that the joint belongs to, by its name, so that palms, knuckles and toes take the arm or
    /// the leg along. A fingertip, with two joints of its finger above, moves its finger. Else the limb that
    /// [ends with](Self::ending_with) the joint.
    ///
    /// Where names tell nothing else, a joint that hangs with three or more others on one parent is taken for a finger of
    /// that hand.
    #[must_use]
    pub fn find_for_drag(skeleton: &Skeleton, joint: JointIndex) -> Option<Self> {
        let own = Self::ending_with(skeleton, joint);
        let path = roles_upwards(skeleton, joint);
        let is_end = |role: Role| matches!(role, Role::Wrist | Role::Ankle);
        let Some(first) = path.iter().position(|(_, role)| is_end(*role)) else {
            let says = |(_, role): &(JointIndex, Role)| !matches!(role, Role::Other | Role::Finger);
            let parent = skeleton
                .parent(joint)
                .filter(|_| !path.first().is_some_and(says));
            let hand = parent.filter(|&hand| skeleton.children(hand).count() >= FINGERS);
            return hand
                .and_then(|hand| Self::ending_with(skeleton, hand))
                .or(own);
        };
        let fingers = path.iter().take(first.min(3));
        let is_fingertip = first >= 3 && fingers.into_iter().all(|(_, role)| *role == Role::Finger);
        if is_fingertip {
            return own;
        }
        // A wrist may have a hand below it: the limb goes to the upper one.
        let ends = path
            .iter()
            .skip(first)
            .take_while(|(_, role)| is_end(*role));
        let end = ends.last().map(|(joint, _)| *joint);
        end.and_then(|end| Self::ending_with(skeleton, end)).or(own)
    }

    /// The arm or the leg that ends with a joint, which is a hand or a foot by its name or hangs on a foot as toes do. None for all
    /// other joints.
    #[must_use]
    pub fn of_hand_or_foot(skeleton: &Skeleton, joint: JointIndex) -> Option<Self> {
        let path = roles_upwards(skeleton, joint);
        let is_meant = matches!(
            path.as_slice(),
            [(_, Role::Wrist | Role::Ankle), ..] | [(_, Role::Toes), (_, Role::Ankle), ..]
        );
        Self::find_for_drag(skeleton, joint).filter(|_| is_meant)
    }

    /// Whether the end keeps its orientation in the model while the limb is dragged, unless it is told otherwise.
    ///
    /// Feet do, hands follow the forearm. Where the name does not tell, an end near the ground is a foot.
    #[must_use]
    pub fn end_is_foot(&self, skeleton: &Skeleton) -> bool {
        match roles_upwards(skeleton, self.end).first() {
            Some((_, Role::Ankle | Role::Toes)) => true,
            Some((_, Role::Wrist | Role::Palm | Role::Finger)) => false,
            _ => {
                let height = |joint| skeleton.rest_model_from_joint(joint).translation.y;
                let heights = || skeleton.joints().map(height);
                let (low, high) = (
                    heights().fold(f32::MAX, f32::min),
                    heights().fold(f32::MIN, f32::max),
                );
                height(self.end) < low + LOW * (high - low)
            }
        }
    }
}
