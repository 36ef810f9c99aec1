//! The library of poses: what lies in a folder, what is chosen of it, and how it is put on a character.
//!
//! [`PresetIndex`] reads a folder; [`PoseFolder`] does so on a thread of its own, whenever something there changes, and writes
//! there too. [`Library`] is what the window knows of it, and a part of the session.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rig::{JointIndex, Pose};

use crate::text::fuzzy::{Fit, fit};

mod file_names;
mod folder;
mod jobs;
mod posing;
mod preset_index;

pub use file_names::file_name;
pub use folder::{News, PoseFolder};
pub use jobs::{Failure, LibraryJob};
pub use posing::{Missing, Way, is_nearly, posed};
pub use preset_index::{Entry, PresetIndex, Scan};

/// The folder beside the settings where poses are kept, unless another is chosen.
pub const USUAL_FOLDER: &str = "poses";

/// The amounts that the slider offers: the preset's opposite to twice the preset.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// How the folder is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// No folder is named.
    #[default]
    Nowhere,
    /// It is being read for the first time.
    Reading,
    /// It has been read; what is not there yet is made by the first pose that is saved.
    Read,
    /// It cannot be read, and why.
    Unreadable(String),
}

/// What the window knows of the library.
#[derive(Clone, Debug)]
pub struct Library {
    /// Where the poses lie.
    pub folder: Option<PathBuf>,
    /// How that is.
    pub standing: Standing,
    /// All poses, by name.
    pub entries: Arc<[Arc<Entry>]>,
    /// What was typed to find one.
    pub search: String,
    /// The file of the pose that is chosen.
    pub chosen: Option<PathBuf>,
    /// How much of a pose is put on, 1 the whole; within [`AMOUNTS`].
    pub amount: f32,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// Whether only selected joints are posed.
    pub selected_only: bool,
    /// The pose that was put on last, or saved.
    pub applied: Option<Applied>,
    /// Whether its file has changed while another pose was shown than the user's own.
    pub waits: bool,
    /// What is asked for over the window.
    pub dialog: Option<PoseDialog>,
    /// Whether a file is being written.
    pub busy: bool,
}

impl Default for Library {
    fn default() -> Self {
        Self {
            folder: None,
            standing: Standing::default(),
            entries: Arc::from(Vec::new()),
            search: String::new(),
            chosen: None,
            amount: 1.0,
            mirrored: false,
            selected_only: false,
            applied: None,
            waits: false,
            dialog: None,
            busy: false,
        }
    }
}

/// A pose of the library that was put on, as long as nothing else has changed the pose since.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its file.
    pub path: PathBuf,
    /// Which content of it.
    pub revision: u64,
    /// The pose before.
    pub base: Arc<Pose>,
    /// The pose that it gave.
    pub given: Arc<Pose>,
    /// How it was put on.
    pub way: Way,
}

/// Which joints are saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saved {
    /// Those that differ from rest.
    #[default]
    Moved,
    /// All of them, so that the pose brings the others to rest.
    All,
    /// Those that are selected.
    Selected,
}

impl Saved {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Moved, Self::All, Self::Selected];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moved => "Joints that differ from rest",
            Self::All => "All joints",
            Self::Selected => "Selected joints",
        }
    }
}

/// A question over the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoseDialog {
    /// Under which name to save the present pose.
    Save {
        /// As typed.
        name: String,
        /// Which joints.
        saved: Saved,
        /// Why it was not saved.
        fault: Option<String>,
    },
    /// What else a pose is to be called.
    Rename {
        /// Its file.
        path: PathBuf,
        /// As typed.
        name: String,
        /// Why it was not renamed.
        fault: Option<String>,
    },
    /// Whether a pose is to be deleted.
    Delete {
        /// Its file.
        path: PathBuf,
    },
    /// Where the library is to be.
    Folder {
        /// As typed.
        path: String,
    },
}

/// What is asked of the library.
#[derive(Debug)]
pub enum LibraryIntent {
    /// Another folder is read from now on, or none.
    Opened(Option<PathBuf>),
    /// Narrows the cards to names that these words fit.
    Search(String),
    /// Chooses a pose.
    Choose(Option<PathBuf>),
    /// Chooses a pose and puts it on.
    Apply(PathBuf),
    /// Sets how much of poses is put on; the pose that was put on last follows.
    SetAmount {
        /// 1 the whole.
        amount: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Opens, changes or closes a question.
    Ask(Option<PoseDialog>),
    /// Saves the present pose.
    Save {
        /// What it is called.
        name: String,
        /// Which joints.
        saved: Saved,
        /// Whether a file of this name may be replaced.
        replace: bool,
    },
    /// Calls a pose by another name.
    Rename {
        /// Its file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// Takes a pose out of the library.
    Delete(PathBuf),
}

/// What became of the library.
#[derive(Debug)]
pub enum LibraryOutcome {
    /// The thread has something to tell.
    News(News),
}

impl Library {
    /// The library in another folder, of which nothing is known yet; how poses are put on stays.
    #[must_use]
    pub fn moved_to(&self, folder: Option<PathBuf>) -> Self {
        let standing = match folder {
            Some(_) => Standing::Reading,
            None => Standing::Nowhere,
        };
        Self {
            folder,
            standing,
            amount: self.amount,
            mirrored: self.mirrored,
            selected_only: self.selected_only,
            dialog: self.dialog.clone(),
            ..Self::default()
        }
    }

    /// The pose of this file.
    #[must_use]
    pub fn entry(&self, path: &Path) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    /// The pose that is chosen.
    #[must_use]
    pub fn chosen(&self) -> Option<&Arc<Entry>> {
        self.entry(self.chosen.as_deref()?)
    }

    /// The poses whose names fit what was typed: those that fit best first, else by name.
    #[must_use]
    pub fn found(&self) -> Vec<&Arc<Entry>> {
        let fits = |entry: &'_ Arc<Entry>| {
            let file = entry.path.file_stem().unwrap_or_default();
            fit(&self.search, &entry.name, &file.to_string_lossy())
        };
        let fitting = self
            .entries
            .iter()
            .filter_map(|entry| Some((fits(entry)?, entry)));
        let mut found: Vec<(Fit, &Arc<Entry>)> = fitting.collect();
        if !self.search.trim().is_empty() {
            found.sort_by_key(|(fit, _)| *fit);
        }
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// The file of the pose beside the chosen one among those found; the first or last where none is chosen.
    #[must_use]
    pub fn beside_chosen(&self, after: bool) -> Option<PathBuf> {
        let found = self.found();
        let is_chosen = |entry: &&Arc<Entry>| Some(&entry.path) == self.chosen.as_ref();
        let place = found.iter().position(is_chosen);
        let last = found.len().checked_sub(1)?;
        let place = match (place, after) {
            (None, true) => 0,
            (None, false) => last,
            (Some(place), true) => (place + 1).min(last),
            (Some(place), false) => place.saturating_sub(1),
        };
        found.get(place).map(|entry| entry.path.clone())
    }

    /// The file that a pose of this name is saved in.
    #[must_use]
    pub fn path_of(&self, name: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(file_name(name)))
    }

    /// How poses are put on, with these joints selected.
    #[must_use]
    pub fn way(&self, selected: &[JointIndex]) -> Way {
        Way {
            amount: self.amount,
            mirrored: self.mirrored,
            only: self.selected_only.then(|| selected.to_vec()),
        }
    }
}
