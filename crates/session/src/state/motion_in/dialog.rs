//! The dialog that brings in motion: the file, its clips, both bone maps, and what comes of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use retarget::{BoneMap, NamedMap, Slot, names_hash};
use rig::JointIndex;

use super::bring::{BringOptions, BroughtClip};
use super::chosen_maps::{
    ChosenMap, ChosenMaps, MapOrigin, MapSide, map_for_edited, pair_slot, with_joint,
};
use super::kept_maps::{FoundBones, KeepMap};
use super::map_files::{MapGiven, given_maps};
use crate::files::working_folder::{file_name, whole_source};
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
    /// Its bones, as they were found, and as they were kept.
    pub bones: FoundBones,
}

/// What was read of a file, with the number of the order to read it.
pub type MotionRead = (u64, Result<Arc<MotionSource>, String>);

/// Clips that came over, or why none did.
pub type BroughtClips = Result<Arc<[BroughtClip]>, String>;

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
    /// The bones of the open character, as they were found, and as they were kept; with the character that they were found in.
    pub own: Option<(ByPointer<Character>, Arc<FoundBones>)>,
    /// Places of clips that are left out.
    pub left_out: Vec<usize>,
    /// How motion is brought over.
    pub options: BringOptions,
    /// The maps that count in place of those that were found.
    pub maps: ChosenMaps,
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
    /// How often bones were chosen until then.
    pub map_changes: u64,
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
    /// Closes it, and opens the file in place of the character.
    OpenInstead,
    /// Moves a joint of the character as one of the file, whatever both are.
    Pair {
        /// The joint of the file.
        source: JointIndex,
        /// The joint of the character.
        target: JointIndex,
    },
    /// Empties a slot on both sides.
    Unpair(Slot),
    /// Goes back to the bones that were found on a side, and keeps no others.
    Forget(MapSide),
    /// Adds the clips to the character.
    Begin,
}

/// What workers found for the dialog.
#[derive(Clone, Debug)]
pub enum MotionOutcome {
    /// A file was read.
    Read(MotionRead),
    /// The bones of the open character, which was edited since they were looked for.
    Bones(ByPointer<Character>, Arc<FoundBones>),
    /// Clips were brought over.
    Brought(MotionKey, BroughtClips),
}

impl MotionIntent {
    /// The joint of the open character that it names; those of the file are not edited meanwhile.
    #[must_use]
    pub const fn target_joint(&self) -> Option<&JointIndex> {
        match self {
            Self::Bone(MapSide::Target, _, joint) => joint.as_ref(),
            Self::Pair { target, .. } => Some(target),
            _ => None,
        }
    }
}

impl MotionSource {
    /// A character with its bones.
    ///
    /// # Errors
    ///
    /// It has no clip: a sentence with a remedy.
    pub fn of(
        name: String,
        character: Arc<Character>,
        bones: impl FnOnce(&Character) -> FoundBones,
    ) -> Result<Self, String> {
        if character.clips.is_empty() {
            return Err(format!(
                "{name} has no motion: there is no clip in it. Choose a file with one."
            ));
        }
        Ok(Self {
            bones: bones(&character),
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
        self.maps.choose(MapSide::Source, None);
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

    /// The bones of a side as they were found and kept; none until they are known, and none where the open character is another
    /// one than they were found in.
    #[must_use]
    pub fn bones(&self, side: MapSide, target: &Arc<Character>) -> Option<&FoundBones> {
        match side {
            MapSide::Source => Some(&self.source()?.as_ref().ok()?.bones),
            MapSide::Target => {
                let own = self.own.as_ref();
                let own = own.filter(|(of, _)| Arc::ptr_eq(&of.0, target));
                own.map(|(_, bones)| &**bones)
            }
        }
    }

    /// The map of a side that counts; none where [`bones`](Self::bones) are not known.
    #[must_use]
    pub fn map(&self, side: MapSide, target: &Arc<Character>) -> Option<&BoneMap> {
        let bones = self.bones(side, target)?;
        let chosen = self.maps.of(side).map(|chosen| &chosen.map);
        Some(chosen.unwrap_or(&bones.found))
    }

    /// The character of a side; none of a file that is not read.
    #[must_use]
    pub fn character<'a>(
        &'a self,
        side: MapSide,
        target: &'a Arc<Character>,
    ) -> Option<&'a Arc<Character>> {
        match side {
            MapSide::Source => Some(&self.source()?.as_ref().ok()?.character),
            MapSide::Target => Some(target),
        }
    }

    /// Takes what was read of the file; a map that was kept counts.
    pub fn take_source(&mut self, read: MotionRead) {
        let kept = match &read {
            (reads, Ok(source)) if *reads == self.reads => source.bones.kept.clone(),
            _ => None,
        };
        self.found = Some(read);
        self.maps.choose(MapSide::Source, kept_map(kept));
    }

    /// Takes what was found in the open character: a map that was kept counts. Where it was edited meanwhile, what was chosen stays, as far as its
    /// joints are still there.
    pub fn take_own(&mut self, character: ByPointer<Character>, bones: Arc<FoundBones>) {
        let before = self.own.take();
        let chosen = match (before, self.maps.of(MapSide::Target)) {
            (None, _) => kept_map(bones.kept.clone()),
            (Some(_), None) => None,
            (Some((before, _)), Some(chosen)) => {
                let map = map_for_edited(&chosen.map, &before.0, &character.0);
                let origin = chosen.origin.clone();
                map.map(|map| ChosenMap { map, origin })
            }
        };
        self.maps.choose(MapSide::Target, chosen);
        self.own = Some((character, bones));
    }

    /// Fills or empties a slot by hand.
    pub fn choose_joint(
        &mut self,
        side: MapSide,
        slot: &Slot,
        joint: Option<JointIndex>,
        target: &Arc<Character>,
    ) {
        if let Some(map) = self.map(side, target) {
            let map = with_joint(map, slot, joint);
            let origin = MapOrigin::Hand;
            self.maps.choose(side, Some(ChosenMap { map, origin }));
        }
    }

    /// Pairs two joints in a slot of their own.
    pub fn pair(&mut self, source: JointIndex, own: JointIndex, target: &Arc<Character>) {
        let Some(character) = self.character(MapSide::Source, target) else {
            return;
        };
        let slot = pair_slot(character, source);
        self.choose_joint(MapSide::Source, &slot, Some(source), target);
        self.choose_joint(MapSide::Target, &slot, Some(own), target);
    }

    /// Takes a map that was read for a side, with its pairs for both. Gives the sides whose maps have changed.
    ///
    /// # Errors
    ///
    /// A sentence that names the file; then both maps are as they were.
    pub fn load_map(
        &mut self,
        side: MapSide,
        named: &NamedMap,
        file: &Path,
        target: &Arc<Character>,
    ) -> Result<Vec<MapSide>, String> {
        let given = |of: MapSide| {
            Some(MapGiven {
                character: self.character(of, target)?,
                found: self.map(of, target)?,
                named: (of == side).then_some((named, file)),
            })
        };
        let sides = MapSide::BOTH.map(given);
        let [Some(source), Some(own)] = sides else {
            let name = file_name(file);
            return Err(format!(
                "{name}: choose a file with motion first, and load the map then."
            ));
        };
        let before = [source.found.clone(), own.found.clone()];
        let loaded = given_maps([source, own])?;
        let mut changed = Vec::new();
        for ((of, map), before) in MapSide::BOTH.into_iter().zip(loaded).zip(before) {
            if of == side || map != before {
                let origin = MapOrigin::File(file_name(file));
                self.maps.choose(of, Some(ChosenMap { map, origin }));
                changed.push(of);
            }
        }
        Ok(changed)
    }

    /// The map of a side by names, with pairs of joints for the other one; none until both are known.
    #[must_use]
    pub fn named_map(&self, side: MapSide, target: &Arc<Character>) -> Option<NamedMap> {
        let other = match side {
            MapSide::Source => MapSide::Target,
            MapSide::Target => MapSide::Source,
        };
        let skeleton = |side: MapSide| Some(&self.character(side, target)?.rig.skeleton);
        let (own_map, other_map) = (self.map(side, target)?, self.map(other, target)?);
        Some(own_map.named_with_pairs(skeleton(side)?, other_map, skeleton(other)?))
    }

    /// The order that keeps the map of a side as it counts now, or none where that is as found.
    #[must_use]
    pub fn keep_map(
        &self,
        side: MapSide,
        target: &Arc<Character>,
        settings: Option<&Path>,
    ) -> Option<KeepMap> {
        let skeleton = &self.character(side, target)?.rig.skeleton;
        let chosen = self.maps.of(side).map(|chosen| &chosen.map);
        Some(KeepMap {
            folder: settings?.to_owned(),
            map: chosen.map(|map| map.named(skeleton)),
            names_hash: names_hash(skeleton),
        })
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
            map_changes: self.maps.changes(),
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

fn kept_map(kept: Option<Result<BoneMap, String>>) -> Option<ChosenMap> {
    let map = kept?.ok()?;
    let origin = MapOrigin::Kept;
    Some(ChosenMap { map, origin })
}
