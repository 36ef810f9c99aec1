//! Skeleton-editing UI state; neither saved nor undone.

use std::collections::BTreeSet;

use rig::{JointIndex, Skeleton};

use crate::state::fitting::figure_sides::SceneSides;
use crate::state::gizmo::tool::Tool;

/// What moves when a joint's rest frame is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RestChoice {
    /// The joint with its children; the skin stays where it is.
    #[default]
    JointsOnly,
    /// The joint alone; skin and children stay where they are.
    OneJoint,
    /// The joint with the skin: the pose that moves the joint there becomes the rest pose.
    WithSkin,
}

impl RestChoice {
    /// All choices in the order of the menu.
    pub const ALL: [Self; 3] = [Self::JointsOnly, Self::OneJoint, Self::WithSkin];

    /// The next one in the order of [`ALL`](Self::ALL).
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::JointsOnly => Self::OneJoint,
            Self::OneJoint => Self::WithSkin,
            Self::WithSkin => Self::JointsOnly,
        }
    }

    /// What moves along, as the menu calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JointsOnly => "Children",
            Self::OneJoint => "Nothing",
            Self::WithSkin => "Children and mesh",
        }
    }

    /// The tooltip, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::JointsOnly => {
                "The joint and all its descendants move; the mesh stays, and the bind is adjusted"
            }
            Self::OneJoint => {
                "The joint moves alone: children and mesh stay, and the bind is adjusted"
            }
            Self::WithSkin => {
                "Children and mesh move along: mesh, bind and clips are based on the new rest pose"
            }
        }
    }
}

/// The tool of Skeleton mode and its switches; kept when another character is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestTools {
    /// The chosen gizmo: Select, Move or Rotate.
    pub tool: Tool,
    /// Whether partners of the other side move, and are added, as mirror images.
    pub mirrors: bool,
    /// Whether free moves keep a joint in the middle of the volume.
    pub centers: bool,
}

impl Default for RestTools {
    fn default() -> Self {
        Self {
            tool: Tool::Move,
            mirrors: false,
            centers: false,
        }
    }
}

/// A joint name being edited in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The joint to be renamed.
    pub joint: JointIndex,
    /// The text of the field.
    pub text: String,
}

/// Skeleton-editing UI state; neither saved nor undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkeletonWork {
    /// Whether the next click on the surface places a joint inside the volume there.
    pub placing: bool,
    /// What was left and right of each figure when that began; none while no joint is placed.
    pub sides: Option<SceneSides>,
    /// The name being edited.
    pub renaming: Option<Renaming>,
    /// What moves when a joint's rest frame is moved.
    pub choice: RestChoice,
    /// The keys of the joints of the ready skeleton that was made last. They stay when that is undone.
    pub ready: Vec<u32>,
}

impl SkeletonWork {
    /// The joints of the ready skeleton that was made last, and all that are below them, in order; none where it is not there.
    #[must_use]
    pub fn ready_joints(&self, skeleton: &Skeleton) -> Vec<JointIndex> {
        let mut found = BTreeSet::new();
        // Parents come before their children.
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let is_below = parent.is_some_and(|parent| found.contains(&parent));
            if is_below || self.ready.contains(&skeleton.key(joint)) {
                found.insert(joint);
            }
        }
        found.into_iter().collect()
    }
}
