//! Actions that open, save, export and recover files, with their rows. `apply/run/file.rs` runs them.

use std::borrow::Cow;

use super::{Menu, Row, row};
use crate::files::builtin;
use crate::files::settings::MOST_RECENT;

/// Group of the file menu: the built-in characters.
pub const BUILTIN_GROUP: u8 = 1;

/// Group of the file menu: the recent files.
pub const RECENT_GROUP: u8 = 2;

/// Group of what opens and writes files by a typed path, where there is no dialog of the system.
pub const PATHS_GROUP: u8 = 6;

/// Actions that open, save, export and recover files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileAction {
    /// Asks for a file to open with the system's dialog.
    OpenDialog,
    /// Asks for the path of a file to open in a text field.
    OpenPath,
    /// Opens the built-in character of this name.
    OpenBuiltin(&'static str),
    /// Reads the file of the character again.
    Reload,
    /// Stops reading the file that is being opened.
    CancelOpening,
    /// Closes the window, after a question about unsaved changes.
    Quit,
    /// Opens a recent file by its index; 0 is the newest.
    OpenRecent(usize),
    /// Empties the list of recent files.
    ForgetRecent,
    /// Saves the project; one without a file asks for it.
    Save,
    /// Saves the project under a name from the system's dialog, and keeps that name.
    SaveAs,
    /// Saves the project under a path typed in a text field.
    SaveToPath,
    /// Asks where to write the character as glTF with the system's dialog.
    ExportCharacter,
    /// Asks how to write a skinning method as plain linear blending.
    BakeCharacter,
    /// Asks where to write the character as glTF in a text field.
    ExportCharacterToPath,
    /// The same, with how it is written: influences, numbers, joints.
    ExportCharacterWithOptions,
    /// Asks where to write the comparison of the panes as a web page.
    SharePage,
    /// Asks how to save pictures of what the panes show.
    SavePicture,
    /// Stops drawing the pictures that are being saved.
    CancelPicture,
    /// Opens the chosen work that a crash left unsaved, the newest unless another one is chosen.
    RecoverWork,
    /// Deletes the chosen work that a crash left unsaved.
    DiscardLeftWork,
    /// Chooses the next of several works that crashes left unsaved.
    NextLeftWork,
    /// Closes the offer of such work until the next start.
    RecoverLater,
}

impl FileAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::File,
            0,
            Self::OpenDialog,
            "Open…",
            "Opens a .glb or .gltf file, or a .dualskin project",
        ),
        row(
            Menu::File,
            PATHS_GROUP,
            Self::OpenPath,
            "Open path…",
            "Opens a file whose path you type or paste",
        ),
        row(
            Menu::File,
            0,
            Self::Reload,
            "Reload",
            "Reads the file again, as it is on disk now; view and pose stay",
        ),
        row(
            Menu::File,
            0,
            Self::CancelOpening,
            "Cancel opening",
            "Stops opening the file; nothing changes",
        ),
        row(Menu::File, 9, Self::Quit, "Quit", "Closes the window"),
        row(
            Menu::File,
            RECENT_GROUP,
            Self::ForgetRecent,
            "Clear recent",
            "Forgets the files that were open; the files stay",
        ),
        row(
            Menu::File,
            3,
            Self::Save,
            "Save project",
            "Saves your work as a project beside the model; the model is not modified",
        ),
        row(
            Menu::File,
            3,
            Self::SaveAs,
            "Save project as…",
            "Saves the project under another name, and goes on with that",
        ),
        row(
            Menu::File,
            PATHS_GROUP,
            Self::SaveToPath,
            "Save project to path…",
            "Saves the project under a path that you type or paste",
        ),
        row(
            Menu::File,
            4,
            Self::ExportCharacter,
            "Export glTF…",
            "Writes the character for other programs: edited skeleton, weights and painted maps, at rest; the model that you opened is not modified",
        ),
        row(
            Menu::File,
            4,
            Self::ExportCharacterWithOptions,
            "Export glTF with options…",
            "Asks for the format, influences per vertex, the size of numbers and unused joints, as the program needs that the file is for",
        ),
        row(
            Menu::File,
            4,
            Self::BakeCharacter,
            "Bake to linear blending…",
            "Writes what a skinning method makes of the clips so that every engine shows it, by helper joints, and measures the error",
        ),
        row(
            Menu::File,
            4,
            Self::SharePage,
            "Share as web page…",
            "Writes the comparison of the panes as one HTML file that anybody can open in a browser: panes to turn, clips, wipe and differences",
        ),
        row(
            Menu::File,
            4,
            Self::SavePicture,
            "Save picture…",
            "Saves what the panes show as a picture: a still, once around the character, or a clip, as PNG, GIF or a file a picture",
        ),
        row(
            Menu::File,
            4,
            Self::CancelPicture,
            "Cancel picture",
            "Stops drawing the pictures that are being saved; no file is written",
        ),
        row(
            Menu::File,
            PATHS_GROUP,
            Self::ExportCharacterToPath,
            "Export glTF to path…",
            "Writes the character under a path that you type or paste",
        ),
        row(
            Menu::File,
            5,
            Self::RecoverWork,
            "Recover unsaved work",
            "Opens work that was not saved when the program or the computer stopped; the newest unless you choose another one",
        ),
        row(
            Menu::File,
            5,
            Self::DiscardLeftWork,
            "Discard unsaved work",
            "Deletes work that was not saved when the program or the computer stopped; the newest unless you choose another one",
        ),
        row(
            Menu::File,
            5,
            Self::NextLeftWork,
            "Choose next unsaved work",
            "Chooses the next of several works that were not saved, to recover or to discard it",
        ),
        row(
            Menu::File,
            5,
            Self::RecoverLater,
            "Recover later",
            "Closes the offer; the work is kept, and offered again at the next start",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let builtins = builtin::ALL.iter().map(|builtin| Row {
            text: Cow::Owned(format!("Built-in {}", builtin.title)),
            ..row(
                Menu::File,
                BUILTIN_GROUP,
                Self::OpenBuiltin(builtin.name),
                "",
                builtin.about,
            )
        });
        let recent = (0..MOST_RECENT).map(|place| Row {
            text: Cow::Owned(format!("Recent file {}", place + 1)),
            ..row(
                Menu::File,
                RECENT_GROUP,
                Self::OpenRecent(place),
                "",
                "Opens a file that was open before",
            )
        });
        recent.chain(Self::ROWS.iter().cloned()).chain(builtins)
    }
}
