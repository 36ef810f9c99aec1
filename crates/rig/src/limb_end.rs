//! Which limb a drag means, and what its end does meanwhile.

use crate::test_poses::roles::{Role, roles_upwards};
use crate::{JointIndex, Limb, Skeleton};

/// Children of a joint without a name that make it a hand: a trunk has fewer.
const FINGERS: usize = 4;
/// An end that stands lower than this share of the skeleton's height is a foot.
const LOW: f32 = 0.15;
/// So many joints in a row that carry nothing else make an arm or a leg; more of them are a tail or a rope.
const MOST_IN_LIMB: usize = 3;

/// Whether names say that a limb ends with a joint: hands and feet.
const fn ends_limb(role: Role) -> bool {
    matches!(role, Role::Wrist | Role::Ankle)
}

/// Whether a name says that a joint is no part of an arm or a leg above hand and foot.
const fn is_no_limb(role: Role) -> bool {
    matches!(
        role,
        Role::Spine | Role::Neck | Role::Tail | Role::Finger | Role::Toes | Role::Ear
    )
}

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
        let Some(first) = path.iter().position(|(_, role)| ends_limb(*role)) else {
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
            .take_while(|(_, role)| ends_limb(*role));
        let end = ends.last().map(|(joint, _)| *joint);
        end.and_then(|end| Self::ending_with(skeleton, end)).or(own)
    }

    /// The arm or the leg that reaches for what is held of a joint: that whose hand or foot it is, or belongs to. None in other chains.
    ///
    /// That is the limb of a [drag](Self::find_for_drag), where it ends with a hand or a foot by its name. Where names say nothing else, two
    /// or three joints in a row that carry nothing else are an arm or a leg too.
    #[must_use]
    pub fn find_for_pin(skeleton: &Skeleton, joint: JointIndex) -> Option<Self> {
        if joint.index() >= skeleton.len() {
            return None;
        }
        let limb = Self::find_for_drag(skeleton, joint)?;
        let path = roles_upwards(skeleton, limb.end);
        if path.first().is_some_and(|(_, role)| ends_limb(*role)) {
            return Some(limb);
        }
        let joints = [limb.root, limb.middle, limb.end];
        let says_other =
            |(joint, role): &(JointIndex, Role)| joints.contains(joint) && is_no_limb(*role);
        if path.iter().any(says_other) {
            return None;
        }
        let above = path.iter().skip(1);
        let row = above.take_while(|(joint, _)| skeleton.children(*joint).count() == 1);
        (2..=MOST_IN_LIMB).contains(&row.count()).then_some(limb)
    }

    /// The limb that reaches for a [pin](Self::find_for_pin) of a hand or a foot by its name, or of toes that hang on a foot. None for all
    /// other joints.
    #[must_use]
    pub fn of_hand_or_foot(skeleton: &Skeleton, joint: JointIndex) -> Option<Self> {
        let path = roles_upwards(skeleton, joint);
        let is_meant = matches!(
            path.as_slice(),
            [(_, Role::Wrist | Role::Ankle), ..] | [(_, Role::Toes), (_, Role::Ankle), ..]
        );
        Self::find_for_pin(skeleton, joint).filter(|_| is_meant)
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
