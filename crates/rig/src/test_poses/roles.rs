//! What joints are, as far as their names tell, and how far each kind is turned.

use super::limbs::roles_of;
use super::motion::Motion;
use crate::{JointIndex, Skeleton};

/// What a joint turns, by its name and those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A part of the neck, or the head.
    Neck,
    /// A collarbone or a shoulder blade.
    Collarbone,
    /// The upper arm.
    Shoulder,
    /// The forearm.
    Elbow,
    /// The hand.
    Wrist,
    /// The bones of the palm: they bend with the fingers, by little.
    Palm,
    /// Any part of any finger.
    Finger,
    /// A part of the back above the pelvis.
    Spine,
    /// The thigh.
    Hip,
    /// The shin.
    Knee,
    /// The foot.
    Ankle,
    /// The front of a foot, or a part of any toe.
    Toes,
    /// A part of a wing.
    Wing,
    /// A part of a tail.
    Tail,
    /// Joints of a limb that only turn about its length.
    Twist,
    /// The lower jaw.
    Jaw,
    /// An eyeball.
    Eye,
    /// A part of an ear.
    Ear,
    /// Nothing of these, or a name that does not tell.
    Other,
}

/// A turn of all joints of a role: how far each goes at most, and all along one chain together, in degrees.
pub(super) type Extent = (Motion, f32, f32);

impl Role {
    /// The roles that are tried as a group, in the order of their poses.
    pub(super) const GROUPS: [Self; 17] = [
        Self::Neck,
        Self::Collarbone,
        Self::Shoulder,
        Self::Elbow,
        Self::Wrist,
        Self::Finger,
        Self::Spine,
        Self::Hip,
        Self::Knee,
        Self::Ankle,
        Self::Toes,
        Self::Wing,
        Self::Tail,
        Self::Twist,
        Self::Jaw,
        Self::Eye,
        Self::Ear,
    ];

    /// The group that a role is tried with.
    pub(super) const fn group(self) -> Self {
        match self {
            Self::Palm => Self::Finger,
            other => other,
        }
    }

    /// Name of the group in names of poses.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Neck => "Neck",
            Self::Collarbone => "Collarbone",
            Self::Shoulder => "Shoulder",
            Self::Elbow => "Elbow",
            Self::Wrist => "Wrist",
            Self::Palm | Self::Finger => "Fingers",
            Self::Spine => "Spine",
            Self::Hip => "Hip",
            Self::Knee => "Knee",
            Self::Ankle => "Ankle",
            Self::Toes => "Toes",
            Self::Wing => "Wing",
            Self::Tail => "Tail",
            Self::Twist => "Twist joints",
            Self::Jaw => "Jaw",
            Self::Eye => "Eyes",
            Self::Ear => "Ears",
            Self::Other => "Joint",
        }
    }

    /// Whether it bends about one axis, the one that it is bent about at rest.
    pub(super) const fn is_hinge(self) -> bool {
        matches!(self, Self::Elbow | Self::Knee | Self::Finger)
    }

    /// How a group is turned.
    pub(super) const fn extents(self) -> &'static [Extent] {
        use Motion::{Bend, Spread, Twist};
        match self {
            Self::Neck => &[
                (Bend, 40.0, 60.0),
                (Spread, 30.0, 45.0),
                (Twist, 50.0, 80.0),
            ],
            Self::Collarbone => &[(Bend, 20.0, 20.0), (Spread, 25.0, 25.0)],
            Self::Shoulder => &[
                (Bend, 80.0, 80.0),
                (Spread, 70.0, 70.0),
                (Twist, 60.0, 60.0),
            ],
            Self::Elbow => &[(Bend, 110.0, 110.0), (Twist, 70.0, 70.0)],
            Self::Wrist => &[(Bend, 60.0, 60.0), (Spread, 25.0, 25.0)],
            Self::Palm | Self::Finger => &[(Bend, 70.0, 210.0), (Spread, 15.0, 15.0)],
            Self::Spine => &[
                (Bend, 35.0, 70.0),
                (Spread, 30.0, 45.0),
                (Twist, 30.0, 60.0),
            ],
            Self::Hip => &[
                (Bend, 90.0, 90.0),
                (Spread, 45.0, 45.0),
                (Twist, 35.0, 35.0),
            ],
            Self::Knee => &[(Bend, 110.0, 110.0)],
            Self::Ankle => &[(Bend, 35.0, 35.0), (Spread, 15.0, 15.0)],
            Self::Toes => &[(Bend, 40.0, 60.0)],
            Self::Wing | Self::Tail => &[
                (Bend, 45.0, 120.0),
                (Spread, 40.0, 100.0),
                (Twist, 40.0, 80.0),
            ],
            Self::Twist => &[(Twist, 45.0, 90.0)],
            Self::Jaw => &[(Bend, 30.0, 30.0)],
            Self::Eye => &[(Bend, 25.0, 25.0), (Spread, 30.0, 30.0)],
            Self::Ear => &[(Bend, 40.0, 60.0), (Spread, 30.0, 45.0)],
            Self::Other => &[
                (Bend, 60.0, 120.0),
                (Spread, 45.0, 90.0),
                (Twist, 60.0, 90.0),
            ],
        }
    }
}

/// The role of every joint of a skeleton, in its order, as far as names in English, Japanese and a few other languages tell, and what
/// stands above and below.
///
/// `Shoulder` is a collarbone in one program and an upper arm in the next, as `Leg` is a thigh or a shin: of these the joints around it
/// decide.
#[must_use]
pub fn joint_roles(skeleton: &Skeleton) -> Vec<Role> {
    let place = |joint: JointIndex| skeleton.parent(joint).map(JointIndex::index);
    let joints = skeleton.joints();
    let joints: Vec<(&str, Option<usize>)> = joints
        .map(|joint| (skeleton.name(joint), place(joint)))
        .collect();
    roles_of(&joints)
}

/// A joint and those above it, up to the root, with their roles as far as the names of these tell.
pub(crate) fn roles_upwards(skeleton: &Skeleton, joint: JointIndex) -> Vec<(JointIndex, Role)> {
    let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    let mut path: Vec<JointIndex> = above.collect();
    // Parents first, as `roles_of` wants them.
    path.reverse();
    let joints = path.iter().enumerate();
    let joints: Vec<(&str, Option<usize>)> = joints
        .map(|(place, joint)| (skeleton.name(*joint), place.checked_sub(1)))
        .collect();
    let mut found: Vec<(JointIndex, Role)> = path.into_iter().zip(roles_of(&joints)).collect();
    found.reverse();
    found
}
