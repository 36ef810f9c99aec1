//! The pose library.

use crate::commands::actions::LibraryAction;
use crate::features::actions::conditions::{character_open, joint_selected, pose_chosen, unless};
use crate::features::actions::menus::{CHOSEN_POSE, POSE_FOLDER, POSE_LIBRARY};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::session::{FolderFor, Request};
use crate::state::pose_library::Saved;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(LibraryAction::ApplyPose, POSE_LIBRARY, "Apply pose")
            .tooltip("Applies the pose chosen in the library to the character")
            .when([pose_chosen, pose_readable, character_open])
            .run(|cx| cx.apply_chosen_pose()),
        row(LibraryAction::SavePose, POSE_LIBRARY, "Save pose…")
            .tooltip("Saves the current pose as a file of the library")
            .when([character_open, has_pose_folder, library_idle])
            .run(|cx| cx.ask_to_save()),
        row(LibraryAction::NextLibraryPose, POSE_LIBRARY, "Next pose of the library")
            .tooltip("Chooses the pose after the chosen one")
            .when([library_filled])
            .run(|cx| cx.session.library.chosen = cx.session.library.beside_chosen(true)),
        row(LibraryAction::PreviousLibraryPose, POSE_LIBRARY, "Previous pose of the library")
            .tooltip("Chooses the pose before the chosen one")
            .when([library_filled])
            .run(|cx| cx.session.library.chosen = cx.session.library.beside_chosen(false)),
        row(LibraryAction::TogglePoseMirrored, POSE_LIBRARY, "Mirrored poses")
            .tooltip("Applies poses of the library with left and right exchanged")
            .checked(|session| session.library.mirrored)
            .run(|cx| {
                cx.session.library.mirrored ^= true;
                cx.follow_way(None);
            }),
        row(LibraryAction::TogglePoseSelectedOnly, POSE_LIBRARY, "Poses on selected joints only")
            .tooltip("Poses of the library move selected joints only; all others stay")
            .checked(|session| session.library.selected_only)
            .run(|cx| {
                cx.session.library.selected_only ^= true;
                cx.follow_way(None);
            }),
        row(LibraryAction::ReplaceInLibrary, CHOSEN_POSE, "Replace by current pose")
            .tooltip("Replaces the pose chosen in the library by the current one; the old one is kept beside it as .bak")
            .when([pose_chosen, pose_whole, character_open, library_idle])
            .run(|cx| cx.update(|preset, cx| preset.preset = cx.pose_to_save(Saved::Moved))),
        row(LibraryAction::AddToLibraryPose, CHOSEN_POSE, "Add selected joints")
            .tooltip("Adds the selected joints as they are now to the pose chosen in the library, or replaces them there")
            .when([pose_chosen, pose_whole, joint_selected, library_idle])
            .run(|cx| cx.add_joints_to_pose()),
        row(LibraryAction::RemoveFromLibraryPose, CHOSEN_POSE, "Remove selected joints")
            .tooltip("Takes the selected joints out of the pose chosen in the library")
            .when([pose_chosen, pose_whole, joint_selected, library_idle])
            .run(|cx| cx.remove_joints_from_pose()),
        row(LibraryAction::RenamePose, CHOSEN_POSE, "Rename pose…")
            .tooltip("Gives the pose chosen in the library another name, or puts it into another folder")
            .when([pose_chosen, pose_whole, library_idle])
            .run(|cx| cx.ask_pose_name()),
        row(LibraryAction::DeletePose, CHOSEN_POSE, "Delete pose…")
            .tooltip("Deletes the pose chosen in the library; its file is kept as .bak")
            .when([pose_chosen, library_idle])
            .run(|cx| cx.ask_to_delete_pose()),
        row(LibraryAction::ChoosePoseFolder, POSE_FOLDER, "Folder of poses…")
            .tooltip("Chooses the folder of the library")
            .run(|cx| cx.session.requests.push(Request::FolderDialog(FolderFor::Poses))),
        row(LibraryAction::TypePoseFolder, POSE_FOLDER, "Path of poses…")
            .tooltip("Types or pastes the path of the library's folder")
            .run(|cx| cx.ask_pose_folder()),
    ]
}

fn pose_readable(view: &View<'_>) -> WhyNot {
    let chosen = view.session.library.chosen_entry();
    let is_known = chosen.is_some_and(|entry| entry.preset.is_some());
    unless(is_known, "the pose cannot be read")
}

fn pose_whole(view: &View<'_>) -> WhyNot {
    let chosen = view.session.library.chosen_entry();
    let is_whole = chosen.is_some_and(|entry| entry.preset.is_some() && entry.fault.is_none());
    unless(is_whole, "the file has an error; fix it first")
}

fn has_pose_folder(view: &View<'_>) -> WhyNot {
    let folder = view.session.library.folder.as_ref();
    unless(folder.is_some(), "there is no folder of poses; choose one")
}

fn library_idle(view: &View<'_>) -> WhyNot {
    unless(!view.session.library.busy, "a pose is being written")
}

fn library_filled(view: &View<'_>) -> WhyNot {
    unless(
        !view.session.library.entries.is_empty(),
        "the library holds no pose",
    )
}
