//! Ids of actions on what is seen, and how.

use dq_math::SignRule;
use rig::Method;
use scene::names::SIGNS;
use scene::view::pane_shows::Normals;
use scene::view::shading::Shading;

use crate::settings::Background;
use crate::settings::window_layout::Tile;

area! {
    /// Camera, shading, bones and background.
    ViewAction {
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
}

area! {
    /// Modes, panels, key maps and interface size.
    WindowAction {
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
}

area! {
    /// Hidden joints and pinned vertices.
    InspectAction {
        ToggleProbe,
        PinVertex,
        UnpinVertex,
        HideJoint,
        HideOthers,
        ShowAllJoints,
        HideMesh,
        HideMaterial,
        HideFaces,
        HideFacesUnderClothes,
        ShowAllMeshes,
    }
}

area! {
    /// Panes and their comparison.
    CompareAction {
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
}

area! {
    /// Versions of the weights, which panes show beside the current ones.
    VersionAction {
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
}

area! {
    /// Method, signs and normals of the active pane.
    PaneLookAction {
        NextMethod,
        PreviousMethod,
        Method(&'static str) = Method::ALL.map(Method::name),
        PerMesh,
        FirstPhase,
        SpreadTwists,
        CorrectiveSmooth,
        SmoothMore,
        SmoothLess,
        SmoothBorders,
        WithoutCorrectives,
        WeakerCorrectives,
        StrongerCorrectives,
        NextSigns,
        Signs(SignRule) = SIGNS,
        NextNormals,
        Normals(Normals) = Normals::ALL,
    }
}

area! {
    /// The methods that meshes have of their own.
    MeshMethodAction {
        NextMesh,
        NextMeshMethod,
        MeshMethodOfPane,
        MeshMethod(&'static str) = Method::ALL.map(Method::name),
        MeshSignsOfPane,
        MeshSigns(SignRule) = SIGNS,
    }
}
