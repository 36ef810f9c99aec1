//! The pose library: the pose files of a folder, the chosen one, and its application to a character.
//!
//! [`PresetIndex`] reads a folder; [`PoseFolder`] does so on a thread of its own, whenever something there changes, and writes
//! there too. [`Library`] is what the window knows of it, and a part of the session.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rig::{JointIndex, Pose};

use crate::files::listing::group_below;
use crate::text::fuzzy::{WordMatch, fit};

mod file_names;
mod folder;
mod jobs;
mod posing;
mod preset_index;

pub use file_names::{file_name, group_path};
pub use folder::{News, PoseFolder};
pub use jobs::{Failure, LibraryJob};
pub use posing::{ApplyOptions, Missing, apply_preset, is_nearly};
pub use preset_index::{Entry, PresetIndex, Scan};

/// Folder of poses beside the settings, unless another is chosen.
pub const USUAL_FOLDER: &str = "poses";

/// Range of the amount: from the preset's opposite to twice the preset; 1 is the preset.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// State of the folder of poses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FolderState {
    /// No folder is set.
    #[default]
    Nowhere,
    /// The folder is being read for the first time.
    Reading,
    /// The folder was read. One that does not exist counts as empty; the first saved pose creates it.
    Read,
    /// The folder cannot be read, for this reason.
    Unreadable(String),
}

impl FolderState {
    /// That of a folder of which nothing is known yet.
    #[must_use]
    pub const fn unread(folder: Option<&PathBuf>) -> Self {
        match folder {
            Some(_) => Self::Reading,
            None => Self::Nowhere,
        }
    }
}

/// The place after or before another in a list, which ends hold; without another the first or the last. None of an empty list.
#[must_use]
pub fn place_beside(chosen: Option<usize>, after: bool, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (chosen, after) {
        (None, true) => 0,
        (None, false) => last,
        (Some(place), true) => (place + 1).min(last),
        (Some(place), false) => place.saturating_sub(1),
    })
}

/// State of the pose library in the session.
#[derive(Clone, Debug)]
pub struct Library {
    /// Folder of the pose files; none if there is no configuration folder and none was chosen.
    pub folder: Option<PathBuf>,
    /// State of that folder.
    pub standing: FolderState,
    /// All poses, by name.
    pub entries: Arc<[Arc<Entry>]>,
    /// Text of the search field.
    pub search: String,
    /// Folders of the library whose poses are hidden.
    pub folded: BTreeSet<String>,
    /// Path of the chosen pose.
    pub chosen: Option<PathBuf>,
    /// Share of a pose that is applied, 1 for the whole; within [`AMOUNTS`].
    pub amount: f32,
    /// Whether poses are applied with left and right exchanged.
    pub mirrored: bool,
    /// Whether poses are applied to selected joints only.
    pub selected_only: bool,
    /// The pose applied or saved last.
    pub applied: Option<Applied>,
    /// Whether it is being blended in by the slider of its amount.
    pub blends: bool,
    /// Whether its file changed while a clip, the rest pose or a running tool kept the change from being applied.
    pub waits: bool,
    /// The open dialog, if any.
    pub dialog: Option<PoseDialog>,
    /// Whether a file is being written.
    pub busy: bool,
}

impl Default for Library {
    fn default() -> Self {
        Self {
            folder: None,
            standing: FolderState::default(),
            entries: Arc::from(Vec::new()),
            search: String::new(),
            folded: BTreeSet::new(),
            chosen: None,
            amount: 1.0,
            mirrored: false,
            selected_only: false,
            applied: None,
            blends: false,
            waits: false,
            dialog: None,
            busy: false,
        }
    }
}

/// A pose of the library that was applied; it counts only while the user's pose is still `given`.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Path of the pose file.
    pub path: PathBuf,
    /// Revision of its content, as in [`Entry`].
    pub revision: u64,
    /// The pose that it was applied to.
    pub base: Arc<Pose>,
    /// The pose that resulted.
    pub given: Arc<Pose>,
    /// Amount, mirroring and joints of the application.
    pub way: ApplyOptions,
}

/// The joints that are saved with a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saved {
    /// Joints that differ from rest.
    #[default]
    Moved,
    /// All joints, so that applying the pose brings the others to rest.
    All,
    /// The joints that are selected when it is saved.
    Selected,
}

impl Saved {
    /// All choices, in the order of the dialog.
    pub const ALL: [Self; 3] = [Self::Moved, Self::All, Self::Selected];

    /// Label in the dialog.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moved => "Joints that differ from rest",
            Self::All => "All joints",
            Self::Selected => "Selected joints",
        }
    }
}

/// A dialog of the pose library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoseDialog {
    /// Asks for the name of the pose to save.
    Save {
        /// Name of the pose as it is typed; it becomes that of the file too.
        name: String,
        /// Folder of the library as typed; empty for none.
        group: String,
        /// The joints to save.
        saved: Saved,
        /// Why the last attempt failed.
        fault: Option<String>,
    },
    /// Asks for another name or folder of a pose.
    Rename {
        /// Path of the pose file.
        path: PathBuf,
        /// Name of the pose as it is typed.
        name: String,
        /// Folder of the library as typed; empty for none.
        group: String,
        /// Why the last attempt failed.
        fault: Option<String>,
    },
    /// Asks whether to delete a pose.
    Delete {
        /// Path of the pose file.
        path: PathBuf,
    },
    /// Asks for the folder of the library.
    Folder {
        /// Path of the folder as it is typed.
        path: String,
    },
}

/// Requests about the pose library.
#[derive(Debug)]
pub enum LibraryIntent {
    /// Changes the folder of the library, or to none.
    Opened(Option<PathBuf>),
    /// Hides the poses of a folder of the library, or shows them again.
    Fold(String),
    /// Filters poses by these words.
    Search(String),
    /// Chooses a pose by its path, or none.
    Choose(Option<PathBuf>),
    /// Chooses a pose by its path and applies it.
    Apply(PathBuf),
    /// Sets the amount; the pose applied last is applied again with it.
    SetAmount {
        /// The amount, 1 for the whole.
        amount: f32,
        /// Whether a drag goes on, all of which is one undo step.
        dragging: bool,
    },
    /// Opens, changes or closes a dialog.
    Ask(Option<PoseDialog>),
    /// Saves the visible pose.
    Save {
        /// Name of the pose.
        name: String,
        /// Folder of the library; empty for none.
        group: String,
        /// The joints to save.
        saved: Saved,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    /// Renames a pose, or moves it to another folder of the library.
    Rename {
        /// Path of the pose file.
        path: PathBuf,
        /// The name that the pose and its file get.
        name: String,
        /// Folder of the library; empty for none.
        group: String,
    },
    /// Deletes a pose file by its path; a copy stays as .bak.
    Delete(PathBuf),
}

/// Results about the pose library.
#[derive(Debug)]
pub enum LibraryOutcome {
    /// A report of the worker in the background.
    News(News),
}

impl Library {
    /// The library in another folder, which is not read yet; amount and options stay.
    #[must_use]
    pub fn with_folder(&self, folder: Option<PathBuf>) -> Self {
        Self {
            standing: FolderState::unread(folder.as_ref()),
            folder,
            amount: self.amount,
            mirrored: self.mirrored,
            selected_only: self.selected_only,
            dialog: self.dialog.clone(),
            ..Self::default()
        }
    }

    /// The pose of a file.
    #[must_use]
    pub fn entry(&self, path: &Path) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    /// The chosen pose; none if its file is not in the library.
    #[must_use]
    pub fn chosen_entry(&self) -> Option<&Arc<Entry>> {
        self.entry(self.chosen.as_deref()?)
    }

    /// The folder of the library that a file is in: its path below the library's folder, with slashes; empty for none.
    #[must_use]
    pub fn group_of(&self, path: &Path) -> String {
        let folder = self.folder.as_deref();
        folder.map_or_else(String::new, |folder| group_below(folder, path))
    }

    /// All folders that hold poses, but the library's own.
    #[must_use]
    pub fn groups(&self) -> BTreeSet<String> {
        let groups = self.entries.iter().map(|entry| self.group_of(&entry.path));
        groups.filter(|group| !group.is_empty()).collect()
    }

    /// Whether a search is on, which finds poses of all folders.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        !self.search.trim().is_empty()
    }

    /// The poses found, without those in folded folders.
    #[must_use]
    pub fn unfolded_entries(&self) -> Vec<&Arc<Entry>> {
        let mut found = self.matching_entries();
        if !self.is_searched() {
            found.retain(|entry| !self.folded.contains(&self.group_of(&entry.path)));
        }
        found
    }

    /// The poses that match the search, the best matches first; without a search by folder, then by name.
    #[must_use]
    pub fn matching_entries(&self) -> Vec<&Arc<Entry>> {
        let fits = |entry: &'_ Arc<Entry>| {
            let file = entry.path.file_stem().unwrap_or_default();
            fit(&self.search, &entry.name, &file.to_string_lossy())
        };
        let fitting = self
            .entries
            .iter()
            .filter_map(|entry| Some((fits(entry)?, entry)));
        let mut found: Vec<(WordMatch, &Arc<Entry>)> = fitting.collect();
        if self.is_searched() {
            // Stable sorting: entries lie by name, and stay so among equals.
            found.sort_by_key(|(fit, _)| *fit);
        } else {
            found.sort_by_cached_key(|(_, entry)| self.group_of(&entry.path));
        }
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Path of the pose after or before the chosen one among those found; the first or last if none is chosen.
    #[must_use]
    pub fn beside_chosen(&self, after: bool) -> Option<PathBuf> {
        let found = self.unfolded_entries();
        let is_chosen = |entry: &&Arc<Entry>| Some(&entry.path) == self.chosen.as_ref();
        let place = found.iter().position(is_chosen);
        let place = place_beside(place, after, found.len())?;
        found.get(place).map(|entry| entry.path.clone())
    }

    /// Path for a pose of this name in a folder of the library; none without a library.
    #[must_use]
    pub fn path_of(&self, name: &str, group: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(group_path(group)).join(file_name(name)))
    }

    /// Current amount and options, with the joints selected.
    #[must_use]
    pub fn way(&self, selected: &[JointIndex]) -> ApplyOptions {
        ApplyOptions {
            amount: self.amount,
            mirrored: self.mirrored,
            only: self.selected_only.then(|| selected.to_vec()),
        }
    }
}
