//! The dialog that brings in motion: the file, its clips, both bone maps, and what comes of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use retarget::{BoneMap, Slot};
use rig::JointIndex;

use super::bring::{BringOptions, BroughtClip, bone_map};
use crate::files::working_folder::whole_source;
use crate::tasks::ByPointer;

/// The part of the session that brings in motion.
#[derive(Clone, Debug, Default)]
pub struct MotionWork {
    /// The open dialog.
    pub dialog: Option<MotionDialog>,
}

/// A file with motion, as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionSource {
    /// The file's name without its folder.
    pub name: String,
    /// Its character; of a capture a skeleton alone.
    pub character: Arc<Character>,
    /// Its bones, as they were found.
    pub map: BoneMap,
}

/// What was read of a file, with the number of the order to read it.
pub type MotionRead = (u64, Result<Arc<MotionSource>, String>);

/// Clips that came over, or why none did.
pub type BroughtClips = Result<Arc<[BroughtClip]>, String>;

/// Joints that were chosen for slots; none where a slot is to be empty.
pub type ByHand = BTreeMap<Slot, Option<JointIndex>>;

/// Whose bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MapSide {
    /// The file that motion comes from.
    Source,
    /// The open character.
    Target,
}

/// What the dialog asks, and what is known.
#[derive(Clone, Debug, Default)]
pub struct MotionDialog {
    /// The content of the field for the file.
    pub typed: String,
    /// The file; empty until one is chosen.
    pub file: String,
    /// Incremented whenever a file is chosen, so that the same path is read again.
    pub reads: u64,
    /// Whether the file was dropped on the window, so that it may have been meant to be opened.
    pub dropped: bool,
    /// What was read, or why there is nothing, with the number of `reads` that it answers.
    pub found: Option<MotionRead>,
    /// The bones of the open character, as they were found.
    pub own: Option<(ByPointer<Character>, Arc<BoneMap>)>,
    /// Places of clips that are left out.
    pub left_out: Vec<usize>,
    /// How motion is brought over.
    pub options: BringOptions,
    /// Bones of the source that were chosen by hand.
    pub source_by_hand: ByHand,
    /// The same of the open character.
    pub target_by_hand: ByHand,
    /// What came of it, or why nothing did, with what it was made of.
    pub brought: Option<(MotionKey, BroughtClips)>,
}

/// What brought clips are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionKey {
    /// The order to read the file.
    pub reads: u64,
    /// The open character.
    pub target: ByPointer<Character>,
    /// Places of the clips.
    pub clips: Vec<usize>,
    /// How.
    pub options: BringOptions,
    /// Bones by hand, of the source first.
    pub by_hand: [ByHand; 2],
}

/// What a person does in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum MotionIntent {
    /// Closes it.
    Close,
    /// The content of the field for the file.
    Type(String),
    /// Reads what is typed.
    Read,
    /// Opens the system's dialog for a file.
    Browse,
    /// That was answered.
    Chosen(PathBuf),
    /// Whether a clip is brought over, by its place.
    Clip(usize, bool),
    /// Other options.
    Options(BringOptions),
    /// Which joint is a bone; none for a bone that is not there.
    Bone(MapSide, Slot, Option<JointIndex>),
    /// Goes back to the bones that were found.
    ForgetHand,
    /// Closes it, and opens the file in place of the character.
    OpenInstead,
    /// Adds the clips to the character.
    Begin,
}

/// What workers found for the dialog.
#[derive(Clone, Debug)]
pub enum MotionOutcome {
    /// A file was read.
    Read(MotionRead),
    /// The bones of the open character, which was edited since they were looked for.
    Bones(ByPointer<Character>, Arc<BoneMap>),
    /// Clips were brought over.
    Brought(MotionKey, BroughtClips),
}

impl MotionIntent {
    /// The joint of the open character that it names; those of the file are not edited meanwhile.
    #[must_use]
    pub const fn target_joint(&self) -> Option<&JointIndex> {
        match self {
            Self::Bone(MapSide::Target, _, joint) => joint.as_ref(),
            _ => None,
        }
    }
}

impl MotionSource {
    /// A character with the bones that are found in it.
    ///
    /// # Errors
    ///
    /// It has no clip: a sentence with a remedy.
    pub fn of(name: String, character: Arc<Character>) -> Result<Self, String> {
        if character.clips.is_empty() {
            return Err(format!(
                "{name} has no motion: there is no clip in it. Choose a file with one."
            ));
        }
        Ok(Self {
            map: bone_map(&character),
            name,
            character,
        })
    }
}

impl MotionDialog {
    /// Takes the typed path as the file. What was chosen of another one is forgotten.
    pub fn take_typed(&mut self) {
        self.file = whole_source(self.typed.trim().trim_matches('"'));
        self.reads += 1;
        self.dropped = false;
        self.left_out.clear();
        self.source_by_hand.clear();
    }

    /// The file's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = Path::new(&self.file).file_name();
        name.map_or_else(
            || self.file.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// What is known of the file that is chosen now; none while it is read.
    #[must_use]
    pub fn source(&self) -> Option<&Result<Arc<MotionSource>, String>> {
        let found = self.found.as_ref().filter(|_| !self.file.is_empty());
        let found = found.filter(|(reads, _)| *reads == self.reads);
        found.map(|(_, result)| result)
    }

    /// The bones of a side, with those that were chosen by hand; none until they are known, and none where the open character is another
    /// one than they were found in.
    #[must_use]
    pub fn map(&self, side: MapSide, target: &Arc<Character>) -> Option<BoneMap> {
        let own = self
            .own
            .as_ref()
            .filter(|(of, _)| Arc::ptr_eq(&of.0, target));
        let (found, by_hand) = match side {
            MapSide::Source => (&self.source()?.as_ref().ok()?.map, &self.source_by_hand),
            MapSide::Target => (&*own?.1, &self.target_by_hand),
        };
        Some(with_hand(found, by_hand))
    }

    /// Places of the clips that are brought over.
    #[must_use]
    pub fn clips(&self) -> Vec<usize> {
        let count = match self.source() {
            Some(Ok(source)) => source.character.clips.len(),
            _ => 0,
        };
        (0..count)
            .filter(|place| !self.left_out.contains(place))
            .collect()
    }

    /// What is wanted now; none without a file that was read, or without clips of it.
    #[must_use]
    pub fn key(&self, target: &Arc<Character>) -> Option<MotionKey> {
        let clips = self.clips();
        (!clips.is_empty()).then(|| MotionKey {
            reads: self.reads,
            target: ByPointer(Arc::clone(target)),
            clips,
            options: self.options,
            by_hand: [self.source_by_hand.clone(), self.target_by_hand.clone()],
        })
    }

    /// What came of what is wanted now; none while it is made.
    #[must_use]
    pub fn result(&self, target: &Arc<Character>) -> Option<&BroughtClips> {
        let key = self.key(target)?;
        let brought = self.brought.as_ref();
        brought
            .filter(|(of, _)| *of == key)
            .map(|(_, result)| result)
    }
}

fn with_hand(found: &BoneMap, by_hand: &ByHand) -> BoneMap {
    let mut map = found.clone();
    for (slot, joint) in by_hand {
        match joint {
            Some(joint) => map.set(slot.clone(), vec![*joint]),
            None => map.clear(slot),
        }
    }
    map
}
