//! Ids of actions on joints.

use rig::TemplateKind;

area! {
    /// Edits of the skeleton.
    SkeletonAction {
        AddJoint,
        ExtrudeJoint,
        InsertJoint,
        InsertTwistJoints,
        InsertPushers,
        InsertMuscles,
        InsertFaceJoints,
        MirrorJoints,
        RenameJoint,
        ReparentToActive,
        UnparentJoints,
        DissolveJoints,
        PairJoints,
        PairWithItself,
        LeaveUnpaired,
        PairAutomatically,
        TakePoseAsRest,
        ToggleJointMirror,
        ToggleJointCentering,
        NextRestChoice,
        NewSkeleton(TemplateKind) = TemplateKind::ALL,
    }
}

area! {
    /// Axes and names of many joints.
    JointsAction {
        SkeletonFromFile,
        RenameInPairs,
        ReplaceInNames,
        OrientJoints,
        SaveSelectionSet,
        NextSelectionSet,
        UpdateSelectionSet,
        DeleteSelectionSet,
    }
}
