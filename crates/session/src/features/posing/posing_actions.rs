//! In-betweens, mirror posing and locked axes.

use crate::commands::actions::PosingAction;
use crate::document::channel::Channel;
use crate::features::actions::conditions::{
    clip_shown, has_joints, joint_selected, pose_chosen, unless,
};
use crate::features::actions::menus::{AXIS_LOCKS, IN_BETWEENS, MIRROR_POSING};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::state::posing::pose_slider::SliderKind;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(PosingAction::Breakdown, IN_BETWEENS, "Breakdown")
            .tooltip("Moves the pose between the keys before and after with the pointer or by a number; of the selected joints, or of all where none is selected")
            .when([poses_joints, has_joints, clip_shown])
            .run(|cx| cx.slide(SliderKind::Breakdown)),
        row(PosingAction::RelaxOrPush, IN_BETWEENS, "Relax or push")
            .tooltip("Moves the pose towards the one in between the keys, to the left away from it")
            .when([poses_joints, has_joints, clip_shown])
            .run(|cx| cx.slide(SliderKind::Relax)),
        row(PosingAction::CopyPreviousKey, IN_BETWEENS, "Copy from previous key")
            .tooltip("Gives the selected joints the pose of the key before, or all where none is selected")
            .when([poses_joints, has_joints, clip_shown])
            .run(|cx| cx.copy_from_key(false)),
        row(PosingAction::CopyNextKey, IN_BETWEENS, "Copy from next key")
            .tooltip("Gives the selected joints the pose of the key after, or all where none is selected")
            .when([poses_joints, has_joints, clip_shown])
            .run(|cx| cx.copy_from_key(true)),
        row(PosingAction::BlendToRest, IN_BETWEENS, "Blend to rest")
            .tooltip("Moves the pose towards rest with the pointer or by a number")
            .when([poses_joints, has_joints])
            .run(|cx| cx.slide(SliderKind::Rest)),
        row(PosingAction::BlendToPreset, IN_BETWEENS, "Blend to preset")
            .tooltip("Moves the pose towards the pose chosen in the library with the pointer or by a number")
            .when([poses_joints, has_joints, pose_chosen])
            .run(|cx| cx.slide(SliderKind::Preset)),
        row(PosingAction::ToggleMirrorPosing, MIRROR_POSING, "Mirror posing")
            .tooltip("What is posed by hand is posed on the other side too, as a mirror shows it")
            .toggles(flag!(mirror_posing)),
        row(PosingAction::LockChannels, AXIS_LOCKS, "Lock or unlock all channels")
            .tooltip("Locks all numbers of the selected joints against gizmo, operators and fields; where all are locked, unlocks them")
            .when([joint_selected])
            .run(|cx| cx.toggle_axis_locks(None)),
        row(PosingAction::LockRotation, AXIS_LOCKS, "Lock or unlock rotation")
            .tooltip("Locks the rotation of the selected joints against gizmo, operators and fields, or unlocks it")
            .when([joint_selected])
            .run(|cx| cx.toggle_axis_locks(Some(Channel::Rotation))),
        row(PosingAction::LockTranslation, AXIS_LOCKS, "Lock or unlock translation")
            .tooltip("Locks the translation of the selected joints against gizmo, operators and fields, or unlocks it")
            .when([joint_selected])
            .run(|cx| cx.toggle_axis_locks(Some(Channel::Translation))),
        row(PosingAction::LockScale, AXIS_LOCKS, "Lock or unlock scale")
            .tooltip("Locks the scale of the selected joints against gizmo, operators and fields, or unlocks it")
            .when([joint_selected])
            .run(|cx| cx.toggle_axis_locks(Some(Channel::Scale))),
        row(PosingAction::LockShear, AXIS_LOCKS, "Lock or unlock shear")
            .tooltip("Locks the shear of the selected joints against gizmo, operators and fields, or unlocks it")
            .when([joint_selected])
            .run(|cx| cx.toggle_axis_locks(Some(Channel::Shear))),
    ]
}

fn poses_joints(view: &View<'_>) -> WhyNot {
    let poses = view.session.mode.poses();
    unless(poses, "joints are posed in Pose and Animate mode")
}
