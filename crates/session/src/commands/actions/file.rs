//! Opening, saving and writing files: the actions and their rows. `apply/run/file.rs` carries them out.

use std::borrow::Cow;

use super::{Menu, Row, row};
use crate::files::builtin;
use crate::files::settings::MOST_RECENT;

/// The group of the file menu that holds the built-in characters.
pub const BUILTIN_GROUP: u8 = 1;

/// The group of the file menu that holds the recent files.
pub const RECENT_GROUP: u8 = 2;

/// Opening, saving and writing files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileAction {
    /// The file dialog.
    OpenDialog,
    /// The path field.
    OpenPath,
    /// A built-in character.
    OpenBuiltin(&'static str),
    /// Opens the file again.
    Reload,
    /// Gives up what is being opened.
    CancelOpening,
    /// Ends the program.
    Quit,
    /// A recent file, 0 the newest.
    OpenRecent(usize),
    /// Empties the list of recent files.
    ForgetRecent,
    /// Saves the project.
    Save,
    /// Saves it under another name.
    SaveAs,
    /// Saves it under a path that is typed.
    SaveToPath,
    /// Asks where to write the character, with the system's dialog.
    ExportCharacter,
    /// Asks where to write the character, with a field.
    ExportCharacterToPath,
    /// Opens the newest work that was left.
    RecoverWork,
    /// Deletes it.
    DiscardLeftWork,
    /// Closes the offer.
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
            0,
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
            "Gives up the file that is being opened; all stays as it is",
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
            "Saves what was done to the character as a project beside it; the character's own file stays as it is",
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
            3,
            Self::SaveToPath,
            "Save project to path…",
            "Saves the project under a path that you type or paste",
        ),
        row(
            Menu::File,
            4,
            Self::ExportCharacter,
            "Export glTF…",
            "Writes the character for other programs: edited skeleton, weights and blend map, at rest; its own file stays as it is",
        ),
        row(
            Menu::File,
            4,
            Self::ExportCharacterToPath,
            "Export glTF to path…",
            "Writes the character under a path that you type or paste",
        ),
        row(
            Menu::File,
            5,
            Self::RecoverWork,
            "Recover unsaved work",
            "Opens the newest work that was not saved when the program or the computer stopped",
        ),
        row(
            Menu::File,
            5,
            Self::DiscardLeftWork,
            "Discard unsaved work",
            "Deletes the newest work that was not saved when the program or the computer stopped",
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
