//! Joints of a posed skeleton as they are drawn: position, parent, color and emphasis.

use character::Character;
use glam::{Mat3, Vec3};
use rig::{JointIndex, PosedSkeleton, Rigid};

use crate::pose::drawn_joints::drawn_joints;

/// One joint to draw. Its bones are the segments to each of its children; a joint without children has a short one that
/// continues its parent's at rest, and turns with the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMark {
    /// The position, world space. A joint whose position is not finite is left out, with its bones.
    pub position: Vec3,
    /// The joint's axes, world space, of any length: x fixes the rotation of a bone about itself, y is the direction of
    /// a bone without parent and children. Zero is allowed.
    pub axes: Mat3,
    /// The direction of its bone if it has no children, in the joint's axes, of any length; zero continues the bone of its
    /// parent as that is drawn.
    pub leaf: Vec3,
    /// The parent's index in the list; `None` for roots. An index outside the list counts as `None`.
    pub parent: Option<usize>,
    /// The highlighting of the joint and its bones.
    pub emphasis: Emphasis,
    /// The color of the joint and its bones without highlighting, sRGB; none for the theme's.
    pub color: Option<[u8; 3]>,
    /// Whether the joint and its bones are not drawn.
    pub hidden: bool,
    /// Whether it is drawn as its ball alone: no bone leads to it, and none goes on from it.
    pub is_point: bool,
}

impl JointMark {
    /// A joint without highlighting and without a color of its own.
    #[must_use]
    pub const fn at(position: Vec3, axes: Mat3, parent: Option<usize>) -> Self {
        Self {
            position,
            axes,
            leaf: Vec3::ZERO,
            parent,
            emphasis: Emphasis::Normal,
            color: None,
            hidden: false,
            is_point: false,
        }
    }
}

/// The highlighting of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// As most joints are: neither selected nor under the pointer.
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

/// The joints that are drawn. The parent of a joint is its nearest drawn ancestor.
#[must_use]
pub fn joint_marks(
    character: &Character,
    posed: &PosedSkeleton<'_>,
    selected: Option<JointIndex>,
) -> Vec<JointMark> {
    let skeleton = &character.rig.skeleton;
    let rest = |joint| skeleton.rest_model_from_joint(joint);
    joint_marks_resting(character, posed, selected, &rest)
}

/// The same with other rest frames in the model, as an edit will make them.
#[must_use]
pub fn joint_marks_resting(
    character: &Character,
    posed: &PosedSkeleton<'_>,
    selected: Option<JointIndex>,
    rest: &dyn Fn(JointIndex) -> Rigid,
) -> Vec<JointMark> {
    let skeleton = &character.rig.skeleton;
    let is_shown = drawn_joints(character);
    // The place at rest of every mark so far.
    let mut heads: Vec<Vec3> = Vec::new();
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
        let own = rest(joint);
        let head = above.and_then(|above| heads.get(above));
        let leaf = head.map_or(Vec3::ZERO, |head| {
            own.rotation.conjugate() * (own.translation - *head)
        });
        nearest.push(Some(marks.len()));
        heads.push(own.translation);
        marks.push(JointMark {
            emphasis,
            leaf,
            ..JointMark::at(frame.translation.into(), frame.matrix3.into(), above)
        });
    }
    marks
}

/// The index in the list of the mark of a joint, or of its nearest drawn ancestor.
#[must_use]
pub fn mark_of(character: &Character, joint: JointIndex) -> Option<usize> {
    let skeleton = &character.rig.skeleton;
    let is_shown = drawn_joints(character);
    let is_drawn = |joint: &JointIndex| is_shown.get(joint.index()) == Some(&true);
    let mut above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    let found = above.find(is_drawn)?;
    let before = is_shown.iter().take(found.index());
    Some(before.filter(|is_shown| **is_shown).count())
}
