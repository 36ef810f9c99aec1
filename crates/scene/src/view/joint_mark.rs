//! Joints of a posed skeleton as they are drawn: position, parent, colour and emphasis.

use character::Character;
use glam::{Mat3, Vec3};
use rig::{JointIndex, PosedSkeleton};

/// One joint to draw. Its bones are the segments to each of its children; a joint without children has a short one that
/// continues the direction of its parent's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMark {
    /// The position, world space. A joint whose position is not finite is left out, with its bones.
    pub position: Vec3,
    /// The joint's axes, world space, of any length: x fixes the rotation of a bone about itself, y is the direction of
    /// a bone without parent and children. Zero is allowed.
    pub axes: Mat3,
    /// The parent's index in the list; `None` for roots. An index outside the list counts as `None`.
    pub parent: Option<usize>,
    /// The highlighting of the joint and its bones.
    pub emphasis: Emphasis,
    /// The colour of the joint and its bones without highlighting, sRGB; none for the theme's.
    pub color: Option<[u8; 3]>,
    /// Whether the joint and its bones are not drawn.
    pub hidden: bool,
}

impl JointMark {
    /// A joint without highlighting and without a colour of its own.
    #[must_use]
    pub const fn at(position: Vec3, axes: Mat3, parent: Option<usize>) -> Self {
        Self {
            position,
            axes,
            parent,
            emphasis: Emphasis::Normal,
            color: None,
            hidden: false,
        }
    }
}

/// The highlighting of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// No highlighting.
    #[default]
    Normal,
    /// The joint under the pointer.
    Hovered,
    /// The active one of the selected joints.
    Selected,
    /// A selected joint that is not the active one.
    Beside,
}

/// The shape of bones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoneStyle {
    /// Octahedra, thick near the head: show direction and length.
    #[default]
    Octahedral,
    /// Thin sticks: hide little of the surface.
    Stick,
}

/// The joints that skins list, or every node where there is no skin. The parent of a joint is its nearest listed
/// ancestor.
#[must_use]
pub fn joint_marks(
    character: &Character,
    posed: &PosedSkeleton<'_>,
    selected: Option<JointIndex>,
) -> Vec<JointMark> {
    let skeleton = &character.rig.skeleton;
    let mut is_shown = vec![character.rig.binds.is_empty(); skeleton.len()];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(is_shown) = is_shown.get_mut(joint.index()) {
            *is_shown = true;
        }
    }
    // Per joint so far, its own mark or that of its nearest ancestor with one.
    let mut nearest: Vec<Option<usize>> = Vec::with_capacity(skeleton.len());
    let mut marks = Vec::new();
    for (joint, is_shown) in skeleton.joints().zip(is_shown) {
        let parent = skeleton.parent(joint);
        let above = parent.and_then(|parent| nearest.get(parent.index()).copied().flatten());
        if !is_shown {
            nearest.push(above);
            continue;
        }
        let frame = posed.model_from_posed_frame(joint);
        let emphasis = if selected == Some(joint) {
            Emphasis::Selected
        } else {
            Emphasis::Normal
        };
        nearest.push(Some(marks.len()));
        marks.push(JointMark {
            emphasis,
            ..JointMark::at(frame.translation.into(), frame.matrix3.into(), above)
        });
    }
    marks
}
