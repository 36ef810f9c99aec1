//! The pose as a whole: reset, copy, paste, mirror, scale inheritance, and test poses.

use rig::ScaleInheritance;

use crate::commands::actions::PoseAction;
use crate::commands::command::Panel;
use crate::document::channel::Channel;
use crate::features::actions::conditions::{has_joints, has_test_poses, joint_selected};
use crate::features::actions::menus::{
    COPY_POSE, OVERLAYS, RESET_JOINT, RESET_POSE, SCALE_INHERITANCE, TEST_POSES,
};
use crate::features::actions::row::{ActionInfo, flag, row};
use crate::features::view::View;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(PoseAction::ToggleTestPoses, OVERLAYS, "Test poses")
            .tooltip("Shows the strip of test poses under the panes, where joints move a mesh; Animate mode has a choice of its own")
            .checked(|session| session.settings.bars(session.mode).test_poses)
            .run(|cx| cx.change_bars(|bars| bars.test_poses ^= true)),
        row(PoseAction::ResetRotation, RESET_JOINT, "Reset rotation")
            .tooltip("Resets the rotation of the selected joints to rest")
            .when([joint_selected])
            .run(|cx| cx.reset(&[Channel::Rotation])),
        row(PoseAction::ResetTranslation, RESET_JOINT, "Reset translation")
            .tooltip("Resets the translation of the selected joints to rest")
            .when([joint_selected])
            .run(|cx| cx.reset(&[Channel::Translation])),
        row(PoseAction::ResetScale, RESET_JOINT, "Reset scale")
            .tooltip("Resets the scale of the selected joints to rest")
            .when([joint_selected])
            .run(|cx| cx.reset(&[Channel::Scale])),
        row(PoseAction::ResetShear, RESET_JOINT, "Reset shear")
            .tooltip("Resets the shear of the selected joints to none")
            .when([joint_selected])
            .run(|cx| cx.reset(&[Channel::Shear])),
        row(PoseAction::ResetJoint, RESET_JOINT, "Reset joint")
            .tooltip("Resets all channels of the selected joints to rest")
            .when([joint_selected])
            .run(|cx| cx.reset(&Channel::ALL)),
        row(PoseAction::ResetPose, RESET_POSE, "Reset whole pose")
            .tooltip("Resets every joint to the pose of the file")
            .run(|cx| cx.reset_pose()),
        row(PoseAction::ToggleRest, RESET_POSE, "Show rest pose")
            .tooltip("Shows the rest pose for the time being; nothing is changed")
            .toggles(flag!(switches.rest)),
        row(
            PoseAction::ScaleInheritanceJointAll,
            SCALE_INHERITANCE,
            "Scale inheritance: this joint",
        )
            .tooltip("Sets every joint: its scale and shear apply to that joint alone")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Joint)),
        row(
            PoseAction::ScaleInheritanceChildrenAll,
            SCALE_INHERITANCE,
            "Scale inheritance: with children",
        )
            .tooltip("Sets every joint: its scale and shear apply to its children too, as in glTF")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Children)),
        row(
            PoseAction::ScaleInheritanceSegmentAll,
            SCALE_INHERITANCE,
            "Scale inheritance: segment",
        )
            .tooltip("Sets every joint: its scale and shear apply to that joint alone and to the places that children are taken to, as in Maya")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Segment)),
        row(
            PoseAction::ScaleInheritanceNoneAll,
            SCALE_INHERITANCE,
            "Scale inheritance: none",
        )
            .tooltip("Sets every joint: its scale and shear apply to nothing below, whatever is inherited from above")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Unscaled)),
        row(
            PoseAction::ScaleInheritanceAverageAll,
            SCALE_INHERITANCE,
            "Scale inheritance: average",
        )
            .tooltip("Sets every joint: children grow by its change of volume, the same in all directions")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Average)),
        row(
            PoseAction::ScaleInheritanceAlignedAll,
            SCALE_INHERITANCE,
            "Scale inheritance: aligned",
        )
            .tooltip("Sets every joint: children scale along their own axes as it does along its own")
            .run(|cx| cx.set_all_scale_inheritance(ScaleInheritance::Aligned)),
        row(PoseAction::CopyPose, COPY_POSE, "Copy pose")
            .tooltip("Copies the pose of the selected joints, or of all where none is selected")
            .when([has_joints])
            .run(|cx| cx.copy_pose()),
        row(PoseAction::PastePose, COPY_POSE, "Paste pose")
            .tooltip("Puts the copied pose on the selected joints, or on all that were copied where none is selected")
            .when([has_joints])
            .text_now(clipboard_text)
            .run(|cx| cx.paste_pose(false)),
        row(PoseAction::PastePoseMirrored, COPY_POSE, "Paste pose mirrored")
            .tooltip("Puts the copied pose on the joints of the other side, as a mirror shows it")
            .when([has_joints])
            .text_now(clipboard_text)
            .run(|cx| cx.paste_pose(true)),
        row(PoseAction::PasteAmount, COPY_POSE, "Paste with factor…")
            .tooltip("Sets how much of the copied pose is pasted: 100 % is the pose, 0 % nothing, −100 % its opposite")
            .run(|cx| cx.toggle(Panel::PasteAmount)),
        row(PoseAction::MirrorPose, COPY_POSE, "Mirror pose")
            .tooltip("Shows the pose in the mirror: the selected joints change places with those of the other side, or all where none is selected")
            .when([has_joints])
            .run(|cx| cx.mirror_pose()),
        row(PoseAction::NextTestPose, TEST_POSES, "Next test pose")
            .tooltip("Takes the first test pose of the strip, then the next one")
            .when([has_test_poses])
            .run(|cx| cx.step_test_pose(true)),
        row(PoseAction::PreviousTestPose, TEST_POSES, "Previous test pose")
            .tooltip("Takes the last test pose of the strip, then the one before")
            .when([has_test_poses])
            .run(|cx| cx.step_test_pose(false)),
    ]
}

fn clipboard_text(text: &str, view: &View<'_>) -> Option<String> {
    Some(view.session.pose_clipboard.paste_name(text))
}
