//! The clip library: files with motion in a folder, and what their clips are on the open character.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use rig::Clip;

use crate::files::listing::group_below;
use crate::files::watch::Stamp;
use crate::state::motion_in::bring::BroughtClip;
use crate::state::opening::endings;
use crate::state::pose_library::{FolderState, place_beside};
use crate::tasks::ByPointer;
use crate::text::fuzzy::{WordMatch, fit};

/// Folder of clips beside the settings, unless another is chosen.
pub const USUAL_FOLDER: &str = "clips";

/// Most files whose clips are kept; of more, those that were read first and are not in sight are read again when they are.
const MOST_KEPT: usize = 64;

/// Names that programs give to a clip of which there is one a file: the file's own name says more.
const EMPTY_NAMES: [&str; 8] = [
    "mixamo.com",
    "Take 001",
    "Take 01",
    "Default Take",
    "Animation",
    "Action",
    "motion",
    "Unreal Take",
];

/// State of the clip library in the session.
#[derive(Clone, Debug, Default)]
pub struct ClipLibrary {
    /// Folder of the files; none without a configuration folder, unless one was chosen.
    pub folder: Option<PathBuf>,
    /// State of that folder.
    pub standing: FolderState,
    /// The files, by folder, then by path.
    pub files: Arc<[ClipFile]>,
    /// What was read of them, by path.
    pub read: BTreeMap<PathBuf, ReadFile>,
    /// Paths of the files whose cards are in sight, which are read first.
    pub seen: Vec<PathBuf>,
    /// Text of the search field.
    pub search: String,
    /// Folders of the library whose clips are hidden.
    pub folded: BTreeSet<String>,
    /// The chosen clip.
    pub chosen: Option<ClipPlace>,
    /// The path of the folder as it is typed, while its dialog is open.
    pub typed_folder: Option<String>,
    /// How often what was read was forgotten, which tells what was begun before.
    forgets: u64,
    /// Files read so far, which says which of them were read first.
    reads: u64,
    /// What clips are called of files that were read once, by path: their cards stay where they are when the clips are forgotten.
    names: BTreeMap<PathBuf, KnownNames>,
}

/// The clips of a file that was read, by name.
#[derive(Clone, Debug)]
struct KnownNames {
    /// The state of the file that was read.
    stamp: Option<Stamp>,
    names: Arc<[String]>,
}

/// A file of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipFile {
    /// Its path.
    pub path: PathBuf,
    /// Its state on disk when the folder was listed.
    pub stamp: Option<Stamp>,
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadFile {
    /// The state of the file that was read.
    pub stamp: Option<Stamp>,
    /// Its clips on the open character, in the order of the file; or why there are none, one sentence with a remedy.
    pub clips: Result<Arc<[BroughtClip]>, String>,
    /// The character that they were brought to.
    pub target: ByPointer<Character>,
    /// Number of the reading, see [`ClipLibrary::keep`].
    at: u64,
}

/// A clip of the library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipPlace {
    /// Path of its file.
    pub path: PathBuf,
    /// Its index among the clips of the file; 0 for a file that was not read yet, or cannot be.
    pub clip: usize,
}

/// A card of the library: a clip, or a file of which no clip is known.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipCard<'a> {
    /// Whose card it is.
    pub place: ClipPlace,
    /// What it is called.
    pub name: String,
    /// The clip on the open character; none while the file is not read, or where there is none.
    pub clip: Option<&'a BroughtClip>,
    /// Why there is none.
    pub fault: Option<&'a str>,
}

/// What a person does in the library.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipLibraryIntent {
    /// Filters clips by these words.
    Search(String),
    /// Hides the clips of a folder of the library, or shows them again.
    Fold(String),
    /// Chooses a clip, or none.
    Choose(Option<ClipPlace>),
    /// Chooses a clip and adds it to the character.
    Add(ClipPlace),
    /// The path of the folder as it is typed; none closes its dialog.
    TypeFolder(Option<String>),
    /// Uses another folder; empty is the usual one.
    UseFolder(String),
}

/// What is known of the library's folder and files.
#[derive(Clone, Debug)]
pub enum ClipLibraryOutcome {
    /// The folder of the settings is another one, or none.
    Opened(Option<PathBuf>),
    /// The folder was listed, or cannot be.
    Listed(PathBuf, Result<Arc<[ClipFile]>, String>),
    /// A file was read.
    Read {
        /// Its path.
        path: PathBuf,
        /// Its state on disk before.
        stamp: Option<Stamp>,
        /// Its clips on the open character, or why there are none.
        clips: Result<Arc<[BroughtClip]>, String>,
        /// The character that they were brought to.
        target: ByPointer<Character>,
    },
    /// The open character has other joints, or a bone map was kept, so that clips are brought over anew.
    Forget,
}

/// Whether clips on one character are right on the other: both have the same joints at rest, the same bones of a person, and the same morph
/// targets in the same order.
#[must_use]
pub fn takes_same_clips(one: &Character, other: &Character) -> bool {
    let morphs = |of: &Character| -> Vec<(Range<usize>, Vec<Option<String>>)> {
        let instances = of.instances.iter().map(|instance| instance.morph.clone());
        let named = instances.map(|range| {
            let names = range.clone().map(|at| of.morph_name(at).map(str::to_owned));
            (range, names.collect())
        });
        named.collect()
    };
    one.rig.skeleton == other.rig.skeleton
        && one.humanoid == other.humanoid
        && one.rig.binds == other.rig.binds
        && one.expressions == other.expressions
        && morphs(one) == morphs(other)
}

/// Files that may hold motion, by their ending.
#[must_use]
pub fn may_have_motion(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| endings().iter().any(|known| ending == *known))
}

/// The name of a clip of a file with so many of them: its own; where it is the only one and has none or one that says nothing, as
/// `mixamo.com`, that of the file.
#[must_use]
pub fn clip_title(path: &Path, clip: &Clip, count: usize) -> String {
    let own = clip.name().map(str::trim).filter(|name| !name.is_empty());
    let says = own.filter(|name| count > 1 || !EMPTY_NAMES.contains(name));
    says.or(own.filter(|_| count > 1))
        .map_or_else(|| file_title(path), str::to_owned)
}

/// A file's name without its ending.
#[must_use]
pub fn file_title(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

impl ClipLibrary {
    /// Forgets what was read, since it would come over otherwise now.
    pub fn forget(&mut self) {
        self.read.clear();
        self.forgets += 1;
    }

    /// Differs after each [`forget`](Self::forget).
    #[must_use]
    pub const fn forgets(&self) -> u64 {
        self.forgets
    }
}

impl ReadFile {
    /// Differs for each reading.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.at
    }
}

impl ClipLibrary {
    /// The library in another folder, of which nothing is known yet.
    #[must_use]
    pub fn with_folder(&self, folder: Option<PathBuf>) -> Self {
        Self {
            standing: FolderState::unread(folder.as_ref()),
            folder,
            typed_folder: self.typed_folder.clone(),
            // Pictures are known by it.
            reads: self.reads,
            forgets: self.forgets,
            ..Self::default()
        }
    }

    /// The folder of the library that a file is in: its path below the library's folder, with slashes; empty for none.
    #[must_use]
    pub fn group_of(&self, path: &Path) -> String {
        let folder = self.folder.as_deref();
        folder.map_or_else(String::new, |folder| group_below(folder, path))
    }

    /// Whether a search is on, which finds clips of all folders.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        !self.search.trim().is_empty()
    }

    /// What was read of a file as it is now.
    #[must_use]
    pub fn read_of(&self, file: &ClipFile) -> Option<&ReadFile> {
        let read = self.read.get(&file.path);
        read.filter(|read| read.stamp == file.stamp)
    }

    /// The cards that match the search, the best matches first; without a search by folder, then by file, in the order of its clips.
    #[must_use]
    pub fn cards<'a>(&'a self) -> Vec<ClipCard<'a>> {
        let cards = self.files.iter().flat_map(|file| self.cards_of(file));
        if !self.is_searched() {
            return cards.collect();
        }
        let fits = |card: ClipCard<'a>| {
            let file = file_title(&card.place.path);
            Some((fit(&self.search, &card.name, &file)?, card))
        };
        let mut found: Vec<(WordMatch, ClipCard<'a>)> = cards.filter_map(fits).collect();
        found.sort_by_key(|(fit, _)| *fit);
        found.into_iter().map(|(_, card)| card).collect()
    }

    fn cards_of<'a>(&'a self, file: &'a ClipFile) -> Vec<ClipCard<'a>> {
        let place = |clip: usize| ClipPlace {
            path: file.path.clone(),
            clip,
        };
        let read = self.read_of(file).map(|read| &read.clips);
        let known = self.names.get(&file.path);
        let known = known.filter(|known| known.stamp == file.stamp && read.is_none());
        if let Some(known) = known {
            let names = known.names.iter().cloned().enumerate();
            return names
                .map(|(at, name)| ClipCard {
                    place: place(at),
                    name,
                    clip: None,
                    fault: None,
                })
                .collect();
        }
        match read {
            Some(Ok(clips)) => {
                let all = clips.iter().enumerate();
                all.map(|(at, brought)| ClipCard {
                    place: place(at),
                    name: clip_title(&file.path, &brought.clip, clips.len()),
                    clip: Some(brought),
                    fault: None,
                })
                .collect()
            }
            other => vec![ClipCard {
                place: place(0),
                name: file_title(&file.path),
                clip: None,
                fault: other.and_then(|read| read.as_ref().err().map(String::as_str)),
            }],
        }
    }

    /// The card of a clip.
    #[must_use]
    pub fn card(&self, place: &ClipPlace) -> Option<ClipCard<'_>> {
        let file = self.files.iter().find(|file| file.path == place.path)?;
        let cards = self.cards_of(file).into_iter();
        cards.into_iter().find(|card| card.place == *place)
    }

    /// The chosen clip, if it is right on this character: none where it was brought to one with other joints or morph targets, and not yet
    /// to this one.
    #[must_use]
    pub fn chosen_clip(&self, target: &Arc<Character>) -> Option<&BroughtClip> {
        let card = self.chosen_card()?;
        let of = &self.read.get(&card.place.path)?.target.0;
        let fits = Arc::ptr_eq(of, target) || takes_same_clips(of, target);
        card.clip.filter(|_| fits)
    }

    /// The card of the chosen clip.
    #[must_use]
    pub fn chosen_card(&self) -> Option<ClipCard<'_>> {
        self.card(self.chosen.as_ref()?)
    }

    /// The clip after or before the chosen one among those found and not folded; the first or last if none is chosen.
    #[must_use]
    pub fn beside_chosen(&self, after: bool) -> Option<ClipPlace> {
        let is_hidden = |card: &ClipCard<'_>| {
            !self.is_searched() && self.folded.contains(&self.group_of(&card.place.path))
        };
        let cards = self.cards().into_iter();
        let found: Vec<ClipPlace> = cards
            .filter(|card| !is_hidden(card))
            .map(|card| card.place)
            .collect();
        let at = found
            .iter()
            .position(|place| Some(place) == self.chosen.as_ref());
        found.get(place_beside(at, after, found.len())?).cloned()
    }

    /// The next file to read: the first in sight, or the chosen one, that was not read as it is now.
    #[must_use]
    pub fn to_read(&self) -> Option<&ClipFile> {
        let chosen = self.chosen.as_ref().map(|place| &place.path);
        let wanted = self.seen.iter().chain(chosen);
        let files = wanted.filter_map(|path| self.files.iter().find(|file| file.path == *path));
        let mut unread = files.filter(|file| self.read_of(file).is_none());
        unread.next()
    }

    /// Takes what was read of a file. Of more files than are kept, those read first that are not in sight go.
    pub fn keep(
        &mut self,
        path: PathBuf,
        stamp: Option<Stamp>,
        clips: Result<Arc<[BroughtClip]>, String>,
        target: ByPointer<Character>,
    ) {
        self.reads += 1;
        if let Ok(clips) = &clips {
            let names = clips
                .iter()
                .map(|brought| clip_title(&path, &brought.clip, clips.len()));
            let names = names.collect();
            self.names.insert(path.clone(), KnownNames { stamp, names });
        }
        let read = ReadFile {
            stamp,
            clips,
            target,
            at: self.reads,
        };
        self.read.insert(path, read);
        while self.read.len() > MOST_KEPT {
            let unseen = self
                .read
                .iter()
                .filter(|(path, _)| !self.seen.contains(path));
            let first = unseen.min_by_key(|(_, read)| read.at);
            let Some(first) = first.map(|(path, _)| path.clone()) else {
                return;
            };
            self.read.remove(&first);
        }
    }
}
