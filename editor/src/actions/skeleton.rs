//! Edits of the skeleton: the actions, their rows, and when they can be done. `apply/run/skeleton.rs` carries them out.

use super::{Menu, Row, nothing_selected, row};
use crate::session::Session;
use crate::shown::visible_pose;
use crate::view::View;

/// Edits of the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkeletonAction {
    /// A joint at the next click, in the middle of the volume.
    AddJoint,
    /// A joint at the tip of the selected one.
    ExtrudeJoint,
    /// A joint between the selected one and its parent.
    InsertJoint,
    /// The partners that joints lack on the other side.
    MirrorJoints,
    /// Another name for the selected joint.
    RenameJoint,
    /// Hangs selected joints on the active one.
    ReparentToActive,
    /// Makes selected joints roots.
    UnparentJoints,
    /// Removes selected joints.
    DissolveJoints,
    /// Makes the pose that is seen the rest.
    TakePoseAsRest,
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
            "Adds a joint under the selected one, as far beyond it as it is from its parent",
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
            "Makes the partners that the selected joints lack on the other side, by their names",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::RenameJoint,
            "Rename joint…",
            "Types another name for the selected joint in the tree",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::ReparentToActive,
            "Parent to active",
            "Hangs the other selected joints on the one that was selected last; they stay where they rest",
        ),
        row(
            Menu::Skeleton,
            1,
            Self::UnparentJoints,
            "Clear parent",
            "Makes the selected joints roots; they stay where they rest",
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
            2,
            Self::TakePoseAsRest,
            "Take this pose as rest",
            "Bases mesh, bind and clips on the pose that is seen",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }

    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        const NO_PARENT: &str = "the joint has no parent";
        let selection = &view.session.character.selection;
        let skeleton = &view.document.character.rig.skeleton;
        let nothing_selected = nothing_selected(view.session);
        match self {
            Self::AddJoint => view.is_empty().then_some("nothing is open"),
            Self::ExtrudeJoint | Self::MirrorJoints | Self::RenameJoint => nothing_selected,
            Self::InsertJoint => nothing_selected.or_else(|| {
                let active = selection.active();
                let parent = active.and_then(|joint| skeleton.parent(joint));
                parent.is_none().then_some(NO_PARENT)
            }),
            Self::UnparentJoints => nothing_selected.or_else(|| {
                let mut joints = selection.joints().iter();
                let has_parent = joints.any(|&joint| skeleton.parent(joint).is_some());
                (!has_parent).then_some(NO_PARENT)
            }),
            Self::DissolveJoints => {
                nothing_selected.or_else(|| (skeleton.len() <= 1).then_some("it is the last joint"))
            }
            Self::ReparentToActive => (selection.joints().len() <= 1)
                .then_some("select the joints, and the new parent last"),
            Self::TakePoseAsRest => {
                let pose = visible_pose(view.document, view.session);
                let at_rest = rig::Pose {
                    morph_weights: pose.morph_weights.clone(),
                    ..rig::Pose::rest(skeleton)
                };
                (*pose == at_rest).then_some("the joints are at rest")
            }
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::AddJoint => Some(session.character.skeleton.placing),
            Self::ExtrudeJoint
            | Self::InsertJoint
            | Self::MirrorJoints
            | Self::RenameJoint
            | Self::ReparentToActive
            | Self::UnparentJoints
            | Self::DissolveJoints
            | Self::TakePoseAsRest => None,
        }
    }
}
