//! Ids of actions on clips and time.

area! {
    /// Clips, time and playback.
    AnimateAction {
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
}

area! {
    /// Onion skins and motion trails.
    MotionAction {
        ToggleOnionSkins,
        OnionSkinOptions,
        ToggleMotionTrails,
        KeepMotionTrails,
        ToggleStepped,
        ForgetMotionTrails,
    }
}

area! {
    /// Operations on the whole clip.
    ClipToolAction {
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
}

area! {
    /// Keys in the dope sheet.
    SheetAction {
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
}

area! {
    /// Actions on the named moments of the shown clip.
    MarkerAction {
        AddMarker,
        RenameMarker,
        DeleteMarker,
        PreviousMarker,
        NextMarker,
    }
}
