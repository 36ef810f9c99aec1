//! Edits of the skeleton.

use character::{Partner, SkeletonEdit};
use rig::{JointIndex, Pose, TemplateKind};

use crate::commands::actions::SkeletonAction;
use crate::document::layered_clips::has_layers;
use crate::features::actions::conditions::{
    character_open, has_joints, has_mesh, is_child_selected, joint_selected, unless,
};
use crate::features::actions::menus::{JOINT_OPTIONS, JOINTS, NEW_JOINTS, NEW_SKELETON, REST};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::shown::{shown_pose, visible_pose};
use crate::state::skeleton::joint_work::HelperKind;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(SkeletonAction::AddJoint, NEW_JOINTS, "Add joint…")
            .tooltip("Puts a joint into the middle of the volume at the next click, under the selected joint")
            .when([character_open])
            .checked(|session| session.character.skeleton.placing)
            .run(|cx| cx.toggle_placing()),
        row(SkeletonAction::ExtrudeJoint, NEW_JOINTS, "Extrude joint")
            .tooltip("Adds a joint under the selected one, which follows the pointer until a click; Enter at once makes it as long as the bone before")
            .when([joint_selected])
            .run(|cx| cx.extrude_joint()),
        row(SkeletonAction::InsertJoint, NEW_JOINTS, "Insert joint")
            .tooltip("Adds a joint halfway between the selected one and its parent")
            .when([joint_selected, active_has_parent])
            .run(|cx| {
                let child = cx.active_key();
                cx.edit_if(child.map(|child| SkeletonEdit::Insert {
                    child,
                    fraction: 0.5,
                }));
            }),
        row(SkeletonAction::InsertTwistJoints, NEW_JOINTS, "Insert twist joints…")
            .tooltip("Puts joints along the selected limbs, or along all arms and legs where none is selected: they take their share of a twist, and the weights are spread among them")
            .when([has_joints])
            .run(|cx| cx.ask_helpers(HelperKind::Twist)),
        row(SkeletonAction::InsertPushers, NEW_JOINTS, "Insert pushers…")
            .tooltip("Puts a joint at the selected elbows and knees, or at all where none is selected: it turns by half of the bend and moves out, so that the outside keeps its volume")
            .when([has_joints])
            .run(|cx| cx.ask_helpers(HelperKind::Pushers)),
        row(SkeletonAction::InsertMuscles, NEW_JOINTS, "Insert muscles…")
            .tooltip("Puts joints along the bones above the selected elbows and knees, or above all where none is selected: they swell as these bend")
            .when([has_joints])
            .run(|cx| cx.ask_helpers(HelperKind::Muscles)),
        row(SkeletonAction::InsertFaceJoints, NEW_JOINTS, "Insert eyes and jaw…")
            .tooltip("Puts joints of eyes and jaw below the head, where its mesh has eyeballs, a chin and a nose, and gives them their weights")
            .when([has_joints])
            .run(|cx| cx.ask_helpers(HelperKind::Face)),
        row(SkeletonAction::MirrorJoints, NEW_JOINTS, "Mirror joints")
            .tooltip("Creates missing joints of the other side, by name")
            .when([joint_selected])
            .run(|cx| cx.mirror_joints()),
        row(SkeletonAction::RenameJoint, JOINTS, "Rename joint…")
            .tooltip("Renames the selected joint in the list")
            .when([joint_selected])
            .run(|cx| cx.begin_renaming()),
        row(SkeletonAction::ReparentToActive, JOINTS, "Parent to active")
            .tooltip("Makes the joint selected last the parent of the other selected joints; they keep their rest position")
            .requires(
                |view| view.session.character.selection.joints().len() > 1,
                "select the joints, and the new parent last",
            )
            .run(|cx| cx.reparent_to_active()),
        row(SkeletonAction::UnparentJoints, JOINTS, "Clear parent")
            .tooltip("Makes the selected joints roots; they keep their rest position")
            .when([joint_selected])
            .requires(is_child_selected, NO_PARENT)
            .run(|cx| {
                let joints = cx.session.character.selection.joints().to_vec();
                cx.reparent(&joints, None);
            }),
        row(SkeletonAction::DissolveJoints, JOINTS, "Dissolve joints")
            .tooltip("Removes the selected joints; their children and weights go to their parents")
            .when([joint_selected])
            .requires(|view| view.document.character.rig.skeleton.len() > 1, "it is the last joint")
            .run(|cx| cx.dissolve_joints()),
        row(SkeletonAction::PairJoints, JOINTS, "Mirror partner: the other selected joint")
            .tooltip("Makes the two selected joints each other's mirror images, whatever their names, for weights, poses, clips and live mirror")
            .requires(
                |view| view.session.character.selection.joints().len() == 2,
                "select two joints",
            )
            .run(|cx| cx.pair_selected()),
        row(SkeletonAction::PairWithItself, JOINTS, "Mirror partner: itself")
            .tooltip("Makes each selected joint its own mirror image, as joints in the middle are")
            .when([joint_selected])
            .run(|cx| cx.choose_for_selected(Partner::Joint)),
        row(SkeletonAction::LeaveUnpaired, JOINTS, "Mirror partner: none")
            .tooltip("Leaves the selected joints without a mirror partner: what is mirrored leaves them, and what they move, as it is")
            .when([joint_selected])
            .run(|cx| cx.choose_for_selected(|_| Partner::Nobody)),
        row(SkeletonAction::PairAutomatically, JOINTS, "Mirror partner: automatic")
            .tooltip("Finds the mirror partners of the selected joints by names, places and the shape of the skeleton again")
            .when([joint_selected, has_manual_pair])
            .run(|cx| cx.choose_for_selected(|_| Partner::Automatic)),
        row(SkeletonAction::TakePoseAsRest, REST, "Apply pose as rest")
            .tooltip("Makes the pose shown the rest pose of mesh, bind and clips")
            .when([has_posed_joint])
            .requires(
                |view| !has_layers(&view.document.character),
                "clips have layers, which go by the rest as it is: merge them first",
            )
            .run(|cx| {
                let pose = shown_pose(cx.document, cx.session);
                cx.take_rest(&pose);
            }),
        row(SkeletonAction::ToggleJointMirror, JOINT_OPTIONS, "Mirror X")
            .tooltip("Moves and adds the joint of the other side too, mirrored over the plane of symmetry")
            .toggles(flag!(rest_tools.mirrors)),
        row(SkeletonAction::ToggleJointCentering, JOINT_OPTIONS, "Center in volume")
            .tooltip("Keeps a joint that is dragged freely or extruded midway between front and back of the mesh")
            .toggles(flag!(rest_tools.centers)),
        row(SkeletonAction::NextRestChoice, JOINT_OPTIONS, "Next: what moves with joint")
            .tooltip("What moves with a joint at rest: children, nothing, children and mesh in turn")
            .run(|cx| {
                let skeleton = &mut cx.session.character.skeleton;
                skeleton.choice = skeleton.choice.next();
            }),
        template(
            TemplateKind::Biped,
            "New skeleton: biped…",
            "Fits the skeleton of a two-legged figure to the mesh: drag its markers, then create the joints",
        ),
        template(
            TemplateKind::Quadruped,
            "New skeleton: quadruped…",
            "Fits the skeleton of a four-legged animal to the mesh: drag its markers, then create the joints",
        ),
        template(
            TemplateKind::Hand,
            "New skeleton: hand…",
            "Fits the skeleton of a hand to the mesh: drag its markers, then create the joints",
        ),
    ]
}

const NO_PARENT: &str = "the joint has no parent";

fn template(kind: TemplateKind, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(SkeletonAction::NewSkeleton(kind), NEW_SKELETON, text)
        .tooltip(tooltip)
        .when([character_open, has_mesh])
        .run(move |cx| cx.begin_fitting(kind))
}

fn active_has_parent(view: &View<'_>) -> WhyNot {
    let skeleton = &view.document.character.rig.skeleton;
    let active = view.session.character.selection.active();
    let parent = active.and_then(|joint| skeleton.parent(joint));
    unless(parent.is_some(), NO_PARENT)
}

fn has_manual_pair(view: &View<'_>) -> WhyNot {
    let character = &view.document.character;
    let by_hand = |joint: JointIndex| {
        let key = character.rig.skeleton.key(joint);
        character.pairs_by_hand.partner(key) != Partner::Automatic
    };
    let mut joints = view.session.character.selection.joints().iter();
    unless(
        joints.any(|&joint| by_hand(joint)),
        "the partners of the selected joints are automatic",
    )
}

/// Whether the pose shown moves a joint; morph weights alone do not.
fn has_posed_joint(view: &View<'_>) -> WhyNot {
    let pose = visible_pose(view.document, view.session);
    let at_rest = Pose {
        morph_weights: pose.morph_weights.clone(),
        ..Pose::rest(&view.document.character.rig.skeleton)
    };
    unless(*pose != at_rest, "the joints are at rest")
}
