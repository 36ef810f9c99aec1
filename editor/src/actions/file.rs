//! Opening, saving and writing files: the actions, their rows, and when they can be done. `apply/run/file.rs` carries them out.

use std::borrow::Cow;

use super::{Menu, Row, row};
use crate::builtin;
use crate::settings::MOST_RECENT;
use crate::view::View;

/// The group of the file menu that holds the built-in characters.
pub(crate) const BUILTIN_GROUP: u8 = 1;

/// The group of the file menu that holds the recent files.
pub(crate) const RECENT_GROUP: u8 = 2;

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

    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let project = &session.project;
        let nothing_open = || view.is_empty().then_some("nothing is open");
        match self {
            Self::OpenDialog | Self::OpenPath | Self::OpenBuiltin(_) | Self::Quit => None,
            Self::Reload => session
                .character
                .file
                .is_empty()
                .then_some("nothing is open"),
            Self::CancelOpening => view.opening.is_none().then_some("nothing is being opened"),
            Self::OpenRecent(place) => {
                let file = session.settings.recent.get(place);
                let is_there = file.is_some_and(|file| !session.missing.contains(file));
                (!is_there).then_some("the file is not there")
            }
            Self::ForgetRecent => {
                let is_empty = session.settings.recent.is_empty();
                is_empty.then_some("there are no recent files")
            }
            Self::Save | Self::SaveAs | Self::SaveToPath => {
                nothing_open().or_else(|| project.saving.then_some("it is being saved"))
            }
            Self::ExportCharacter | Self::ExportCharacterToPath => nothing_open().or_else(|| {
                let is_busy = session.export.work.busy.is_some();
                is_busy.then_some("it is being exported")
            }),
            Self::RecoverWork | Self::DiscardLeftWork => {
                project.left.is_empty().then_some("all work was saved")
            }
            Self::RecoverLater => (!project.offers).then_some("nothing is offered"),
        }
    }

    /// No action of files is a switch.
    pub(super) const fn checked(self) -> Option<bool> {
        match self {
            Self::OpenDialog
            | Self::OpenPath
            | Self::OpenBuiltin(_)
            | Self::Reload
            | Self::CancelOpening
            | Self::Quit
            | Self::OpenRecent(_)
            | Self::ForgetRecent
            | Self::Save
            | Self::SaveAs
            | Self::SaveToPath
            | Self::ExportCharacter
            | Self::ExportCharacterToPath
            | Self::RecoverWork
            | Self::DiscardLeftWork
            | Self::RecoverLater => None,
        }
    }
}
