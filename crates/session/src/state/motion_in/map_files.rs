//! Bone maps that people save and load by the dialog that brings in motion.

use std::path::{Path, PathBuf};

use character::Character;
use retarget::{BoneMap, MapToPair, NamedMap};
use whole_file::Files;

use super::chosen_maps::MapSide;
use super::kept_maps::read_map;
use crate::notices::Severity;
use crate::state::export::written::{NotWritten, WrittenFile};
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileJob, Filter, JobOutput, Words,
};

const FILTER: Filter = Filter {
    name: "Bone maps",
    endings: &["ron"],
};
const FIELD: &str = "File of a bone map";
const HINT: &str = "/path/to/bones.ron";
const CLOSED: &str = "No motion is being brought in: open the dialog again.";

/// What is asked about a map that is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapSaveAsked {
    /// Whose map.
    pub side: MapSide,
}

/// What is asked about a map that is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapLoadAsked {
    /// Whose map.
    pub side: MapSide,
}

impl FileDialog for MapSaveAsked {
    type Work = NamedMap;
    type Read = ();

    const WORDS: Words = Words {
        title: "Save bone map",
        go: "Save",
        field: FIELD,
        hint: HINT,
        busy: "A bone map is being saved.",
        what: "The bone map",
        then: "",
    };
    const FILTER: Filter = FILTER;

    fn initial_path(&self, _last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let source = match self.side {
            MapSide::Source => subject.motion.map_or("", |dialog| dialog.file.as_str()),
            MapSide::Target => subject.source,
        };
        let name = source.strip_prefix(crate::files::builtin::PREFIX);
        Path::new(name.unwrap_or(source)).with_extension("bones.ron")
    }

    fn complete(&self, file: PathBuf, _subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        Ok(match file.extension() {
            Some(_) => file,
            None => file.with_extension("ron"),
        })
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<NamedMap, String> {
        let dialog = subject.motion.ok_or(CLOSED)?;
        let target = &subject.document.character;
        dialog.named_map(self.side, target).ok_or_else(|| {
            "The bones are not known yet: choose a file with motion first.".to_owned()
        })
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<()>, NotWritten> {
        let (order, file) = (&job.order, &job.order.file);
        if !order.replaces && files.exists(file) {
            return Err(NotWritten::Exists(file.clone()));
        }
        if order.ticket.is_stopped() {
            return Err(NotWritten::Canceled);
        }
        let text = job.work.to_text();
        let access = order.own.access(files);
        let written = files.write_with_backup_within(file, text.as_bytes(), access);
        written.map_err(|error| NotWritten::Failed(error.to_string()))?;
        Ok(JobOutput::Written(WrittenFile {
            place: file.clone(),
            ..WrittenFile::default()
        }))
    }

    fn notice(_job: &FileJob<Self>, written: &WrittenFile) -> (Severity, String) {
        let text = format!(
            "The bone map was saved as {}; `dualskin retarget --map` takes it too.",
            written.place.display()
        );
        (Severity::Note, text)
    }
}

impl FileDialog for MapLoadAsked {
    /// Whose map is read.
    type Work = MapSide;
    type Read = NamedMap;

    const WORDS: Words = Words {
        title: "Load bone map",
        go: "Load",
        field: FIELD,
        hint: HINT,
        busy: "A bone map is being loaded.",
        what: "",
        then: "",
    };
    const FILTER: Filter = FILTER;
    const WRITES: bool = false;

    fn initial_path(&self, last: Option<&Path>, _subject: &DialogContext<'_>) -> PathBuf {
        last.map(Path::to_owned).unwrap_or_default()
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<MapSide, String> {
        subject.motion.ok_or(CLOSED)?;
        Ok(self.side)
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<NamedMap>, NotWritten> {
        let read = read_map(&job.order.file, files);
        read.map(JobOutput::Read).map_err(NotWritten::Failed)
    }
}

/// A character whose map may be given by a text.
#[derive(Clone, Copy, Debug)]
pub struct MapGiven<'a> {
    /// The character.
    pub character: &'a Character,
    /// What counts where the text lists pairs alone, or there is none.
    pub found: &'a BoneMap,
    /// The text, and the file that it is of.
    pub named: Option<(&'a NamedMap, &'a Path)>,
}

/// The maps of both sides by their texts, with the pairs of both.
///
/// # Errors
///
/// A sentence that names the file: names that the skeletons lack, and maps that do not fit them.
pub fn given_maps(sides: [MapGiven<'_>; 2]) -> Result<[BoneMap; 2], String> {
    let in_words = |path: &Path, error: retarget::MapError| format!("{}: {error}.", path.display());
    let mut maps = Vec::new();
    for side in sides {
        let listed = side.named.filter(|(named, _)| !named.lists_pairs_alone());
        maps.push(match listed {
            None => side.found.clone(),
            Some((named, path)) => named
                .for_skeleton(&side.character.rig.skeleton)
                .map_err(|error| in_words(path, error))?,
        });
    }
    let [source, target] = sides;
    let [mut from, mut onto] = <[BoneMap; 2]>::try_from(maps).unwrap_or_default();
    if let Some((named, path)) = source.named {
        let own = map_to_pair(source.character, &mut from);
        let paired = named.pair(own, map_to_pair(target.character, &mut onto));
        paired.map_err(|error| in_words(path, error))?;
    }
    if let Some((named, path)) = target.named {
        let own = map_to_pair(target.character, &mut onto);
        let paired = named.pair(own, map_to_pair(source.character, &mut from));
        paired.map_err(|error| in_words(path, error))?;
    }
    Ok([from, onto])
}

fn map_to_pair<'a>(character: &'a Character, map: &'a mut BoneMap) -> MapToPair<'a> {
    let skeleton = &character.rig.skeleton;
    MapToPair { skeleton, map }
}
