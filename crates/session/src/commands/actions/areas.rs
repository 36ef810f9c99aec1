//! The ids of all actions, a line each. What an action with a value can be of stands behind it.

use dq_math::SignRule;
use figures::scenes;
use rig::{Method, TemplateKind};
use scene::names::SIGNS;
use scene::view::{pane_shows::Normals, shading::Shading};

use crate::files::builtin;
use crate::settings::window_layout::Tile;
use crate::settings::{
    Background, BrushReach, BrushShape, BrushTool, Check, GradientKind, HeatRamp, Isolines,
    MOST_RECENT, Sharing,
};
use crate::state::gizmo::tool::{Space, Tool};
use crate::state::{painting::brush_work::Adjusted, weight_table::weights_work::PaintLayer};
use crate::state::painting::brush_work::Adjusted;
use crate::state::painting::sculpt::SculptTool;
use crate::state::painting::{brush_work::Adjusted, sculpt::SculptTool};
use crate::state::weight_table::weights_work::PaintLayer;

areas! {
    /// Opening, saving and exporting files.
    File(FileAction) {
        OpenDialog,
        OpenPath,
        OpenBuiltin(&'static str) = builtin::ALL.iter().map(|builtin| builtin.name),
        Reload,
        CancelOpening,
        Quit,
        OpenRecent(usize) = 0..MOST_RECENT,
        ForgetRecent,
        Save,
        SaveAs,
        SaveToPath,
        ExportCharacter,
        BakeCharacter,
        ExportCharacterToPath,
        ExportCharacterWithOptions,
        SharePage,
        SavePicture,
        CancelPicture,
        RecoverWork,
        DiscardLeftWork,
        NextLeftWork,
        RecoverLater,
    }

    /// Undo, redo and the selection of joints.
    Edit(EditAction) {
        Undo,
        Redo,
        SelectAll,
        SelectNone,
        InvertSelection,
        SelectParent,
        SelectChildren,
        SelectMirrored,
        BoxSelect,
        SelectionBack,
        SelectionForth,
    }

    /// Camera, shading, bones and background.
    View(ViewAction) {
        FrameSelection,
        FrameAll,
        PreviousView,
        ViewFront,
        ViewBack,
        ViewSide,
        ViewRightSide,
        ViewTop,
        ViewBottom,
        ViewOpposite,
        ToggleOrthographic,
        ViewThreeQuarter,
        LookThroughCamera,
        ToggleGrid,
        ToggleBones,
        ToggleWireframe,
        ToggleContact,
        UseBackground(Background) = Background::ALL,
        NextBackground,
        ToggleTheme,
        ToggleSkinOnDevice,
        Shade(Shading) = Shading::ALL,
        NextShading,
        BonesOctahedral,
        BonesStick,
        ToggleBonesInFront,
        ToggleBoneNames,
        ToggleBoneAxes,
        ToggleBoneColors,
    }

    /// Modes, panels, key maps and interface size.
    Window(WindowAction) {
        Palette,
        History,
        Preferences,
        Shortcuts,
        About,
        MethodCards,
        Welcome,
        ToggleNotices,
        Crowd,
        ToggleTile(Tile) = Tile::ALL.into_iter().filter(|tile| *tile != Tile::Panes),
        ResetLayout,
        LargerInterface,
        SmallerInterface,
        UsualInterface,
        RestartGraphics,
        SkeletonMode,
        WeightsMode,
        PoseMode,
        AnimateMode,
        BlenderKeys,
        MayaKeys,
        EditKeyMap,
        ReloadKeyMap,
    }

    /// Hidden joints and pinned vertices.
    Inspect(InspectAction) {
        ToggleProbe,
        PinVertex,
        UnpinVertex,
        HideJoint,
        HideOthers, ShowAllJoints, HideMesh, HideMaterial, ShowAllMeshes,
    }

    /// Panes and their comparison.
    Compare(CompareAction) {
        CompareOne,
        CompareSide,
        CompareWipe,
        CompareOverlay,
        ToggleCompareBar,
        ToggleHeatmap,
        ToggleRangePinned,
        FoldLegend,
        NextSpot,
        PreviousSpot,
        AddPane,
        RemovePane,
        NextPane,
        SwapPanes,
        ToggleOwnCamera,
    }

    /// Versions of the weights, which panes show beside the current ones.
    Version(VersionAction) {
        CompareEngine,
        CompareOpened,
        CompareBeforeChange,
        KeepWeights,
        CompareKept,
        CompareFile,
        CompareBaked,
        NextWeights,
        ForgetWeights,
    }

    /// Method, signs and normals of the active pane.
    PaneLook(PaneLookAction) {
        NextMethod,
        PreviousMethod,
        Method(&'static str) = Method::ALL.map(Method::name),
        PerMesh,
        FirstPhase,
        CorrectiveSmooth,
        SmoothMore,
        SmoothLess,
        SmoothBorders, WithoutCorrectives,
        NextSigns,
        Signs(SignRule) = SIGNS,
        NextNormals,
        Normals(Normals) = Normals::ALL,
    }

    /// The methods that meshes have of their own.
    MeshMethod(MeshMethodAction) {
        NextMesh,
        NextMeshMethod,
        MeshMethodOfPane,
        MeshMethod(&'static str) = Method::ALL.map(Method::name),
        MeshSignsOfPane,
        MeshSigns(SignRule) = SIGNS,
    }

    /// Changes of the pose as a whole, copying and pasting, test poses.
    Pose(PoseAction) {
        ResetRotation,
        ResetTranslation,
        ResetScale,
        ResetShear,
        ResetJoint,
        ResetPose,
        ToggleRest,
        ScaleInheritanceJointAll,
        ScaleInheritanceChildrenAll,
        ScaleInheritanceSegmentAll, ScaleInheritanceNoneAll,
        ScaleInheritanceAverageAll, ScaleInheritanceAlignedAll,
        CopyPose,
        PastePose,
        PastePoseMirrored,
        PasteAmount,
        MirrorPose,
        ToggleTestPoses,
        NextTestPose,
        PreviousTestPose,
    }

    /// In-betweens, mirror posing and locked axes.
    Posing(PosingAction) {
        Breakdown,
        RelaxOrPush,
        CopyPreviousKey,
        CopyNextKey,
        BlendToRest,
        BlendToPreset,
        ToggleMirrorPosing,
        LockChannels, LockRotation, LockTranslation, LockScale, LockShear,
        ToggleLimits,
        LimitsFromClips,
        LimitsFromNames,
        CopyLimits,
        RemoveLimits,
        ToggleObeyLimits,
        ToggleLimitArcs,
        DriveBySelected, ToggleDrivers,
        RemoveDrivers, ToggleMuteDrivers,
        ToggleObeyLimits, ToggleLimitArcs,
        DriveBySelected,
        RemoveDrivers,
    }

    /// Shapes that correct what a method makes of a pose.
    Corrective(CorrectiveAction) {
        NewCorrective, GoToCorrective, NextCorrective, RemoveCorrective, Sculpt(SculptTool) = SculptTool::ALL,
    }

    /// Places of joints that are held while others are posed.
    Pins(PinAction) {
        PinJoint,
        PinToJoint,
        PinSkinPoint,
        UnpinJoints,
        TogglePinOrientation,
        RemoveAllPins,
    }

    /// Clips, time and playback.
    Animate(AnimateAction) {
        BackToClip,
        PlayPause,
        FirstFrame,
        LastFrame,
        PreviousFrame,
        NextFrame,
        PreviousKey,
        NextKey,
        ToggleLoop,
        ToggleSkinOverTime,
        ReduceKeys,
        PreviousClip,
        NextClip,
        NewClip,
        NewClipFromPoses,
        DuplicateClip,
        RenameClip,
        DeleteClip,
        MoveClipUp,
        MoveClipDown,
        KeySelected,
        KeyMenu,
        KeyChanged,
        KeyExisting,
        KeyAllChannels,
        KeyWholePose,
        KeyRotation,
        KeyTranslation,
        KeyScale,
        KeyShear,
        DeleteKeysHere,
        ToggleAutoKey,
        ToggleAutoKeyWhole,
        KeyAllPending,
        KeepPending,
        DiscardPending,
        DiscardAllPending,
        NextPending,
    }

    /// Onion skins and motion trails.
    Motion(MotionAction) {
        ToggleOnionSkins,
        OnionSkinOptions,
        ToggleMotionTrails,
        KeepMotionTrails,
        ToggleStepped,
        ForgetMotionTrails,
    }

    /// Operations on the whole clip.
    ClipTool(ClipToolAction) {
        MirrorClip,
        CloseLoop,
        WarpTime,
        RootMotion,
        JoinClips,
        LayClip,
        AnimationLayers,
        NewLayer,
        MergeLayers,
        MixPad,
        KeepMix,
        PlantFeet,
        HoldPinsInClip,
        BringInMotion,
    }

    /// Keys in the dope sheet.
    Sheet(SheetAction) {
        MoveKeys,
        ScaleKeys,
        ScaleKeysFromFirst,
        DuplicateKeys,
        SnapKeys,
        DeleteKeys,
        CopyKeys,
        CutKeys,
        PasteKeys,
        PasteKeysMirrored,
        PasteKeysToSelected,
        SelectAllKeys,
        SelectNoKeys,
        KeyModes,
        HoldKeys,
        StraightKeys,
        CubicKeys,
        AutomaticTangents,
        FlatTangents,
        AlignedTangents,
        FreeTangents,
        ResetTangentLengths,
        PlainKeys,
        BreakdownKeys,
        ExtremeKeys,
        FrameKeys,
        FrameAllKeys,
        ToggleRowsOfSelection,
        ToggleCurves,
        ToggleNormalized,
        ZoomCurvesIn,
        ZoomCurvesOut,
        HideCurves,
        ShowAllCurves,
        LockCurves,
        InsertKeys,
        SmoothKeys,
        EaseKeys,
        PushKeys,
        BlendKeys,
        RepeatKeys,
        ExtrapolateHold,
        ExtrapolateLinear,
        ExtrapolateCycle,
        ExtrapolateCycleOffset,
        ToggleValueSnap,
        ToggleWeightedTangents,
        EulerXyz,
        EulerXzy,
        EulerYxz,
        EulerYzx,
        EulerZxy,
        EulerZyx,
        QuaternionKeys,
        TogglePingPong,
    }

    /// Actions on the named moments of the shown clip.
    Markers(MarkerAction) {
        AddMarker,
        RenameMarker,
        DeleteMarker,
        PreviousMarker,
        NextMarker,
    }

    /// The sound along the clips.
    Sound(SoundAction) {
        OpenSound,
        ToggleSound,
        RemoveSound,
    }

    /// Pictures behind the figures.
    Reference(ReferenceAction) {
        OpenReference,
        ReferenceOptions,
        ToggleReference,
        RemoveReference,
    }

    /// Other files that are shown with the character.
    Prop(PropAction) {
        OpenProp,
        Props,
        HoldProp,
        ReleaseProp,
        HideProp,
        RemoveProp,
    }

    /// Transform tools and the axes they work along.
    Tool(ToolAction) {
        Operate(Tool) = [Tool::Move, Tool::Rotate, Tool::Scale, Tool::Shear],
        UseTool(Tool) = Tool::ALL,
        UseSpace(Space) = Space::ALL,
        NextSpace,
        ToggleLimbEnd,
    }

    /// The library of pose files.
    Library(LibraryAction) {
        ApplyPose,
        SavePose,
        NextLibraryPose,
        PreviousLibraryPose,
        TogglePoseMirrored,
        TogglePoseSelectedOnly,
        ReplaceInLibrary,
        AddToLibraryPose,
        RemoveFromLibraryPose,
        RenamePose,
        DeletePose,
        ChoosePoseFolder,
        TypePoseFolder,
    }

    /// The library of files with motion.
    ClipLibrary(ClipLibraryAction) {
        AddLibraryClip,
        OpenLibraryClip,
        NextLibraryClip,
        PreviousLibraryClip,
        ChooseClipFolder,
        TypeClipFolder,
    }

    /// Edits of the skeleton.
    Skeleton(SkeletonAction) {
        AddJoint,
        ExtrudeJoint,
        InsertJoint,
        InsertTwistJoints, InsertPushers, InsertMuscles, InsertFaceJoints,
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

    /// Axes and names of many joints.
    Joints(JointsAction) {
        SkeletonFromFile,
        RenameInPairs,
        ReplaceInNames,
        OrientJoints,
        SaveSelectionSet,
        NextSelectionSet,
        UpdateSelectionSet,
        DeleteSelectionSet,
    }

    /// Weights, the blend map, locks, vertices, and their colors.
    Weights(WeightAction) {
        UsePaintLayer(PaintLayer) = PaintLayer::ALL,
        TogglePaintLayer,
        ClearBlendMap,
        ClearBulgeMap,
        ShowAffineBlending,
        UseRamp(HeatRamp) = HeatRamp::ALL,
        NextRamp,
        UseIsolines(Isolines) = Isolines::ALL,
        ToggleIsolated,
        ToggleVertexDots,
        ExportWeights,
        ImportWeights,
        LockJoints,
        LockOthers,
        UnlockAll,
        ToggleVertexTool,
        SelectVerticesOfJoint,
        GrowMask,
        ShrinkMask,
        SelectEdgeLoop,
        SelectConnectedVertices,
        InvertMask,
        SelectNoVertices,
        CopyVertexWeights,
        PasteVertexWeights,
    }

    /// The brush, gradients and their settings.
    Brush(BrushAction) {
        ToggleBrushPreview,
        ToggleBrushGhost,
        DragBrush(Adjusted) = [Adjusted::Radius, Adjusted::Strength],
        UseBrush(BrushTool) = BrushTool::ALL,
        AdjustBrush(Adjusted) = [Adjusted::Radius, Adjusted::Strength],
        ToggleRadiusInPixels,
        ToggleBrushThrough,
        ToggleBrushBuildsUp,
        ToggleBrushGroup,
        ToggleBrushMirror,
        ToggleBrushTopology,
        UseBrushShape(BrushShape) = BrushShape::ALL,
        UseBrushReach(BrushReach) = BrushReach::ALL,
        NextBrushReach,
        UseSharing(Sharing) = Sharing::ALL,
        PickPartner,
        UseGradient(GradientKind) = GradientKind::ALL,
        SwapGradientEnds,
        ToggleGradientBefore,
        ToggleGradientBeyond,
        ToggleGradientLimb,
        ToggleGradientWhole,
    }

    /// Operations on all weights, most of them jobs in the background.
    WeightJob(WeightJobAction) {
        FloodWeights,
        FillPart,
        SmoothWeights,
        PruneWeights,
        LimitWeights,
        MoveWeights,
        SwapWeights,
        CopyInfluence,
        PasteInfluence,
        MirrorWeightsToRight,
        MirrorWeightsToLeft,
        AutomaticWeights,
        TransferWeights, BindClothes, UpdateClothes, ToggleClothesFollow,
        MakePartsRigid, MakePartsRigidToJoint,
        SolveBulge,
        FitWeights,
        PullVertices,
        CancelWeights,
        BindMesh,
        UnbindMesh,
    }

    /// Search for problems of weights, and repairs.
    Problems(ProblemAction) {
        NextProblem,
        PreviousProblem,
        SelectUnpairedVertices,
        FixProblem,
        FixAllProblems,
        ToggleVolumeCheck,
        NextVolumePlace,
        SmoothVolumePlace,
        BlendVolumePlace,
        ToggleReport,
        ToggleAdvice,
        ToggleCheck(Check) = Check::ALL,
    }

    /// Actions on the layers that the weights of a mesh are blended from.
    Layers(LayerAction) {
        AddLayer,
        DuplicateLayer,
        RenameLayer,
        DeleteLayer,
        ToggleLayerVisible,
        ActivateLayerAbove,
        ActivateLayerBelow,
        MoveLayerUp,
        MoveLayerDown,
        MergeLayerDown,
        ClearLayer,
        FlattenLayers,
        PaintLayerMask,
        MaskLayerBySelection,
        InvertLayerMask,
        ClearLayerMask,
    }

    /// Figures of the papers, in place of the user's work, and back.
    Learn(LearnAction) {
        ShowFigure(&'static str) = scenes::ALL.iter().map(|(id, _)| *id),
        NextFigure,
        PreviousFigure,
        BackToWork,
    }
}
