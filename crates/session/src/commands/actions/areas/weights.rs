//! Ids of actions on weights.

use crate::settings::{
    BrushReach, BrushShape, BrushTool, Check, GradientKind, HeatRamp, Isolines, Sharing,
};
use crate::state::painting::brush_work::Adjusted;
use crate::state::weight_table::weights_work::PaintLayer;

area! {
    /// Weights, the blend map, locks, vertices, and their colors.
    WeightAction {
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
}

area! {
    /// The brush, gradients and their settings.
    BrushAction {
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
}

area! {
    /// Operations on all weights, most of them jobs in the background.
    WeightJobAction {
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
        TransferWeights,
        BindClothes,
        UpdateClothes,
        ToggleClothesFollow,
        MakePartsRigid,
        MakePartsRigidToJoint,
        SolveBulge,
        FitWeights,
        PullVertices,
        CancelWeights,
        BindMesh,
        UnbindMesh,
    }
}

area! {
    /// Search for problems of weights, and repairs.
    ProblemAction {
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
}

area! {
    /// Actions on the layers that the weights of a mesh are blended from.
    LayerAction {
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
}
