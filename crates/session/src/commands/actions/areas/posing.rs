//! Ids of actions on poses.

use crate::state::gizmo::tool::{Space, Tool};
use crate::state::painting::sculpt::SculptTool;

area! {
    /// Changes of the pose as a whole, copying and pasting, test poses.
    PoseAction {
        ResetRotation,
        ResetTranslation,
        ResetScale,
        ResetShear,
        ResetJoint,
        ResetPose,
        ToggleRest,
        ScaleInheritanceJointAll,
        ScaleInheritanceChildrenAll,
        ScaleInheritanceSegmentAll,
        ScaleInheritanceNoneAll,
        ScaleInheritanceAverageAll,
        ScaleInheritanceAlignedAll,
        CopyPose,
        PastePose,
        PastePoseMirrored,
        PasteAmount,
        MirrorPose,
        ToggleTestPoses,
        NextTestPose,
        PreviousTestPose,
    }
}

area! {
    /// In-betweens, mirror posing and locked axes.
    PosingAction {
        Breakdown,
        RelaxOrPush,
        CopyPreviousKey,
        CopyNextKey,
        BlendToRest,
        BlendToPreset,
        ToggleMirrorPosing,
        LockChannels,
        LockRotation,
        LockTranslation,
        LockScale,
        LockShear,
        ToggleLimits,
        LimitsFromClips,
        LimitsFromNames,
        CopyLimits,
        RemoveLimits,
        ToggleObeyLimits,
        ToggleLimitArcs,
        DriveBySelected,
        ToggleDrivers,
        RemoveDrivers,
        ToggleMuteDrivers,
    }
}

area! {
    /// Shapes that correct what a method makes of a pose.
    CorrectiveAction {
        NewCorrective,
        GoToCorrective,
        NextCorrective,
        MirrorCorrective,
        RemoveCorrective,
        Sculpt(SculptTool) = SculptTool::ALL,
    }
}

area! {
    /// Places of joints that are held while others are posed.
    PinAction {
        PinJoint,
        PinToJoint,
        PinToProp,
        PinSkinPoint,
        UnpinJoints,
        TogglePinOrientation,
        RemoveAllPins,
    }
}

area! {
    /// Transform tools and the axes they work along.
    ToolAction {
        Operate(Tool) = [Tool::Move, Tool::Rotate, Tool::Scale, Tool::Shear],
        UseTool(Tool) = Tool::ALL,
        UseSpace(Space) = Space::ALL,
        NextSpace,
        ToggleLimbEnd,
    }
}
