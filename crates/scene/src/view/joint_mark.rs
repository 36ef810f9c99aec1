//! The joints of a posed skeleton as pictures mark them: where each is, whom its bone goes to, how it stands out.

use character::Character;
use glam::{Mat3, Vec3};
use rig::{JointIndex, PosedSkeleton};

/// One joint to draw. The bone of a joint is the segment from it to each of its children; a joint without children has a
/// short one all the same, that goes on as its parent's does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMark {
    /// Where the joint is, world space. A joint that is nowhere (not finite) is left out, and so are its bones.
    pub position: Vec3,
    /// The joint's axes, world space, of any length: x keeps the bone's edges from spinning about it while the joint
    /// moves, y is where the bone of a joint without relations points. Zero is allowed.
    pub axes: Mat3,
    /// The parent's place in the list; `None` for roots. A place outside the list counts as `None`.
    pub parent: Option<usize>,
    /// How the joint and its bones stand out.
    pub emphasis: Emphasis,
    /// The colour of the joint and its bones while they do not stand out, sRGB; none is the theme's.
    pub color: Option<[u8; 3]>,
    /// Whether the joint and its bones are left out.
    pub hidden: bool,
}

impl JointMark {
    /// A joint that neither stands out nor has a colour of its own.
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

/// How a joint stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    Normal,
    /// The cursor is over it.
    Hovered,
    /// It is the active one of those that are selected.
    Selected,
    /// It is selected beside the active one.
    Beside,
}

/// What bones look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoneStyle {
    /// Octahedra, thick towards the head: show direction and length.
    #[default]
    Octahedral,
    /// Thin sticks: hide little.
    Stick,
}

/// The joints that skins list, or every node where there is no skin. A joint's parent is its nearest listed ancestor.
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
    // Per joint so far: its own mark, or that of its nearest ancestor that has one.
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
