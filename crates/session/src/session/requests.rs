//! What the window does for `apply`: work that is no change of state.

use std::path::PathBuf;

use character::Character;

use crate::commands::actions::Action;
use crate::commands::keymap::{Section, Shortcut};
use crate::state::file_dialogs::list::{FileKind, FileRequest};
use crate::state::motion_in::kept_maps::KeepMap;
use crate::state::opening::open_request::OpenRequest;
use crate::state::pose_library::LibraryJob;
use crate::state::timeline::euler_work::EulerWork;
use crate::state::weight_operations::weight_request::WeightRequest;
use crate::state::weight_table::weights_work::MaskChange;
use crate::tasks::ByPointer;

/// The library whose folder is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderFor {
    /// Of poses.
    Poses,
    /// Of files with motion.
    Clips,
}

/// Work for the application that is no change of state; it takes the requests every frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Read a file in the background.
    Load(OpenRequest),
    /// Do the work of the document again on its file as it was just read.
    Replay(ByPointer<Character>),
    /// Cancel the reading of a file, if one is being read.
    CancelLoading,
    /// Begin an operation on all weights in the background.
    Weights(WeightRequest),
    /// Cancel the operation on all weights, or the conversion to Euler curves.
    CancelWeights,
    /// Make Euler curves of rotations in the background.
    EulerCurves(Box<EulerWork>),
    /// Change the selected vertices by how they are connected.
    ReviseMask(MaskChange),
    /// Watch the files of the character that was just read.
    Watch,
    /// Leave cameras as they are, although other panes are shown now.
    KeepCameras,
    /// Ask for the folder of a library with the system's dialog.
    FolderDialog(FolderFor),
    /// Write a file of the pose library.
    Poses(LibraryJob),
    /// Ask for a file with the system's dialog.
    Dialog(DialogFor),
    /// Keep the bone map of a skeleton, or forget it.
    KeepMap(KeepMap),
    /// Save the project in the background.
    Save(SaveOrder),
    /// Write or read a file of a dialog in the background.
    File(Box<FileRequest>),
    /// Look for the places where weights differ most from those of the mirror image: true goes on to the next, false back.
    AsymmetricSpots(bool),
    /// Delete this file of work for recovery.
    Discard(PathBuf),
    /// Create the file for the user's own keys, unless it exists.
    WriteKeyMap,
    /// Give an action this key in the user's own file, in a section of it, or take its line there away.
    SetOwnKey(Section, Action, Option<Shortcut>),
    /// Read the user's own keys again.
    ReadKeyMap,
    /// Put text on the system's clipboard.
    CopyText(String),
    /// Create the graphics device anew.
    RestartGraphics,
    /// Close the window; all questions about unsaved changes are answered.
    Quit,
}

/// What the system's dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogFor {
    /// A file to open.
    Open,
    /// A path to save the project under.
    Save,
    /// The character of the project that is being opened.
    Source,
    /// A file to write or read, which a dialog asks for.
    File(FileKind),
    /// A file to transfer weights from.
    Transfer,
    /// A file to take a skeleton from.
    Skeleton,
    /// A file to take motion from.
    Motion,
}

/// An order to save the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveOrder {
    /// Path of the project.
    pub file: PathBuf,
    /// Which existing file may be replaced.
    pub expected: ExpectedFile,
    /// Whether to save even if another window has claimed the file.
    pub whoever: bool,
}

/// Which existing file may be replaced without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedFile {
    /// The file as this window read or wrote it.
    AsKnown,
    /// No existing file: the name has to be free.
    Nothing,
    /// Any existing file: the user has agreed to lose it.
    Anything,
}
