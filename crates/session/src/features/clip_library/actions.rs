//! The clip library.

use crate::commands::actions::ClipLibraryAction;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::{CLIP_FOLDER, CLIP_LIBRARY};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(
            ClipLibraryAction::AddLibraryClip,
            CLIP_LIBRARY,
            "Add clip of the library",
        )
        .tooltip("Adds the clip chosen in the clip library to the character, and shows it")
        .when([clip_chosen, clip_brought, character_open])
        .run(|cx| cx.add_library_clip()),
        row(
            ClipLibraryAction::OpenLibraryClip,
            CLIP_LIBRARY,
            "Bring in with options…",
        )
        .tooltip("Opens the dialog that brings in motion with the file chosen in the clip library")
        .when([clip_chosen, character_open])
        .run(|cx| cx.open_library_clip()),
        row(
            ClipLibraryAction::NextLibraryClip,
            CLIP_LIBRARY,
            "Next clip of the library",
        )
        .tooltip("Chooses the clip after the chosen one")
        .when([library_filled])
        .run(|cx| cx.session.clip_library.chosen = cx.session.clip_library.beside_chosen(true)),
        row(
            ClipLibraryAction::PreviousLibraryClip,
            CLIP_LIBRARY,
            "Previous clip of the library",
        )
        .tooltip("Chooses the clip before the chosen one")
        .when([library_filled])
        .run(|cx| cx.session.clip_library.chosen = cx.session.clip_library.beside_chosen(false)),
        row(
            ClipLibraryAction::ChooseClipFolder,
            CLIP_FOLDER,
            "Folder of clips…",
        )
        .tooltip("Chooses the folder of the clip library: files with motion, and folders of them")
        .run(|cx| cx.browse_clip_folder()),
        row(
            ClipLibraryAction::TypeClipFolder,
            CLIP_FOLDER,
            "Path of clips…",
        )
        .tooltip("Types or pastes the path of the clip library's folder")
        .run(|cx| cx.ask_clip_folder()),
    ]
}

fn clip_chosen(view: &View<'_>) -> WhyNot {
    let chosen = view.session.clip_library.chosen_card();
    unless(chosen.is_some(), "no clip of the library is chosen")
}

fn clip_brought(view: &View<'_>) -> WhyNot {
    let library = &view.session.clip_library;
    let chosen = library.chosen_clip(&view.document.character);
    unless(
        chosen.is_some(),
        "the clip is not read, or cannot be; its card says why",
    )
}

fn library_filled(view: &View<'_>) -> WhyNot {
    let is_empty = view.session.clip_library.files.is_empty();
    unless(!is_empty, "the clip library holds no file")
}
