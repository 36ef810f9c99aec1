//! What of editing a skeleton is no part of the document: a click that is waited for, a name being typed, a choice.

use rig::JointIndex;

/// What moving a joint's rest means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RestChoice {
    /// The skin stays where it is; children go along.
    #[default]
    JointsOnly,
    /// The skin stays where it is, and so do the children.
    OneJoint,
    /// The skin goes along: the pose that puts the joint there becomes the rest.
    WithSkin,
}

impl RestChoice {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::JointsOnly, Self::OneJoint, Self::WithSkin];

    /// In a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JointsOnly => "Joints below",
            Self::OneJoint => "Nothing",
            Self::WithSkin => "Joints and skin",
        }
    }

    /// One sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::JointsOnly => {
                "The joint and all below it move; the skin stays where it is, and the bind follows"
            }
            Self::OneJoint => {
                "The joint moves alone: its children and the skin stay where they are, and the bind follows"
            }
            Self::WithSkin => {
                "The skin moves along: mesh, bind and clips are based on the new rest"
            }
        }
    }
}

/// A name that is being typed in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The joint.
    pub joint: JointIndex,
    /// What stands in the field.
    pub text: String,
}

/// What of editing a skeleton is no part of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkeletonWork {
    /// Whether the next click on the surface puts a joint into the volume there.
    pub placing: bool,
    /// The name being typed.
    pub renaming: Option<Renaming>,
    /// What moving a joint's rest means.
    pub choice: RestChoice,
}
