//! Edits of the skeleton, with their rows. `apply/run/skeleton.rs` runs them.

use rig::TemplateKind;

use super::{Menu, Row, row};

/// Group of the menu: ready skeletons.
const NEW_GROUP: u8 = 5;

/// Edits of the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkeletonAction {
    /// The next click adds a joint in the middle of the volume, below the active one.
    AddJoint,
    /// Begins to place a child of the active joint by the pointer.
    ExtrudeJoint,
    /// Adds a joint halfway between the active joint and its parent.
    InsertJoint,
    /// Adds the partners that the selected joints lack on the other side.
    MirrorJoints,
    /// Begins to type another name for the active joint.
    RenameJoint,
    /// Makes the active joint the parent of the other selected ones; rest frames in the model stay.
    ReparentToActive,
    /// Makes the selected joints roots; rest frames in the model stay.
    UnparentJoints,
    /// Removes the selected joints; children and weights go to their parents.
    DissolveJoints,
    /// Makes the two selected joints each other's mirror images, whatever their names and places.
    PairJoints,
    /// Makes each selected joint its own mirror image.
    PairWithItself,
    /// Leaves the selected joints without a mirror image.
    LeaveUnpaired,
    /// Takes back what was said by hand of the mirror images of the selected joints.
    PairAutomatically,
    /// Makes the visible pose the rest pose of mesh, bind and clips.
    TakePoseAsRest,
    /// Has partners of the other side move, and be added, as mirror images.
    ToggleJointMirror,
    /// Keeps joints in the middle of the volume.
    ToggleJointCentering,
    /// Chooses what else moves along with a joint's rest.
    NextRestChoice,
    /// Fits a ready skeleton to the mesh by markers.
    NewSkeleton(TemplateKind),
}

impl SkeletonAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Skeleton,
            0,
            Self::AddJoint,
            "Add joint…",
            "Puts a joint into the middle of the volume at the next click, under the selected joint",
        ),
        row(
            Menu::Skeleton,
            0,
            Self::ExtrudeJoint,
            "Extrude joint",
            "Adds a joint under the selected one, which follows the pointer until a click; Enter at once makes it as long as the bone before",
        ),
        row(
            Menu::Skeleton,
            0,
            Self::InsertJoint,
            "Insert joint",
            "Adds a joint halfway between the selected one and its parent",
        ),
        row(
            Menu::Skeleton,
            0,
            Self::MirrorJoints,
            "Mirror joints",
            "Creates missing joints of the other side, by name",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::RenameJoint,
            "Rename joint…",
            "Renames the selected joint in the list",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::ReparentToActive,
            "Parent to active",
            "Makes the joint selected last the parent of the other selected joints; they keep their rest position",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::UnparentJoints,
            "Clear parent",
            "Makes the selected joints roots; they keep their rest position",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::DissolveJoints,
            "Dissolve joints",
            "Removes the selected joints; their children and weights go to their parents",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::PairJoints,
            "Mirror partner: the other selected joint",
            "Makes the two selected joints each other's mirror images, whatever their names, for weights, poses, clips and live mirror",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::PairWithItself,
            "Mirror partner: itself",
            "Makes each selected joint its own mirror image, as joints in the middle are",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::LeaveUnpaired,
            "Mirror partner: none",
            "Leaves the selected joints without a mirror partner: what is mirrored leaves them, and what they move, as it is",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::PairAutomatically,
            "Mirror partner: automatic",
            "Finds the mirror partners of the selected joints by names, places and the shape of the skeleton again",
        ),
        row(
            Menu::Skeleton,
            2,
            Self::TakePoseAsRest,
            "Apply pose as rest",
            "Makes the pose shown the rest pose of mesh, bind and clips",
        ),
        row(
            Menu::Skeleton,
            4,
            Self::ToggleJointMirror,
            "Mirror X",
            "Moves and adds the joint of the other side too, mirrored over the plane of symmetry",
        ),
        row(
            Menu::Skeleton,
            4,
            Self::ToggleJointCentering,
            "Center in volume",
            "Keeps a joint that is dragged freely or extruded midway between front and back of the mesh",
        ),
        row(
            Menu::Skeleton,
            4,
            Self::NextRestChoice,
            "Next: what moves with joint",
            "What moves with a joint at rest: children, nothing, children and mesh in turn",
        ),
        row(
            Menu::Skeleton,
            NEW_GROUP,
            Self::NewSkeleton(TemplateKind::Biped),
            "New skeleton: biped…",
            "Fits the skeleton of a two-legged figure to the mesh: drag its markers, then create the joints",
        ),
        row(
            Menu::Skeleton,
            NEW_GROUP,
            Self::NewSkeleton(TemplateKind::Quadruped),
            "New skeleton: quadruped…",
            "Fits the skeleton of a four-legged animal to the mesh: drag its markers, then create the joints",
        ),
        row(
            Menu::Skeleton,
            NEW_GROUP,
            Self::NewSkeleton(TemplateKind::Hand),
            "New skeleton: hand…",
            "Fits the skeleton of a hand to the mesh: drag its markers, then create the joints",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
