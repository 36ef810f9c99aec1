//! Ids of actions on files, steps and what is beside the character.

use figures::scenes;

use crate::files::builtin;
use crate::settings::MOST_RECENT;

area! {
    /// Opening, saving and exporting files.
    FileAction {
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
}

area! {
    /// Undo, redo and the selection of joints.
    EditAction {
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
}

area! {
    /// Figures of the papers, in place of the user's work, and back.
    LearnAction {
        ShowFigure(&'static str) = scenes::ALL.iter().map(|(id, _)| *id),
        NextFigure,
        PreviousFigure,
        BackToWork,
    }
}

area! {
    /// The library of pose files.
    LibraryAction {
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
}

area! {
    /// The library of files with motion.
    ClipLibraryAction {
        AddLibraryClip,
        OpenLibraryClip,
        NextLibraryClip,
        PreviousLibraryClip,
        ChooseClipFolder,
        TypeClipFolder,
    }
}

area! {
    /// The sound along the clips.
    SoundAction {
        OpenSound,
        ToggleSound,
        RemoveSound,
    }
}

area! {
    /// Pictures behind the figures.
    ReferenceAction {
        OpenReference,
        ReferenceOptions,
        ToggleReference,
        RemoveReference,
    }
}

area! {
    /// Other files that are shown with the character.
    PropAction {
        OpenProp,
        Props,
        HoldProp,
        ReleaseProp,
        CopyPositionToProp,
        CopyRotationToProp,
        CopyPlaceToProp,
        HoldByProp,
        AimProp,
        StopAimingProp,
        HideProp,
        RemoveProp,
    }
}
