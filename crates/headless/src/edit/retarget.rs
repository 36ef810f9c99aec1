//! `dualskin retarget`: clips of other files on a character, by a map of bones.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use retarget::{BoneMap, NamedMap};
use rig::Clip;
use scene::names::clip_name;
use scene::report::pluralize;
use session::state::clips::whole_clip::with_only_clips;
use session::state::motion_in::bring::{
    BringOptions, BroughtClip, Mapped, bone_map, bring, free_id, report_lines, share_joints,
    with_brought,
};
use session::state::motion_in::kept_maps::read_map;
use session::state::motion_in::map_files::{MapGiven, given_maps};
use session::state::timeline::frames::TimeUnit;
use whole_file::{Access, Files};

use super::document_change::{poses_left_out, write_document};
use crate::source::opened::{OpenedDocument, open_document};
use crate::source::pose::find_clip;
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;
use crate::terminal::stdin;
use crate::{Failure, FailureKind};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct RetargetJob {
    /// Files with motion, at least one.
    pub sources: Vec<String>,
    /// The character that gets it: a file, a built-in character or a project.
    pub onto: String,
    /// The clip of each file, by index or name; none for all.
    pub clip: Option<String>,
    /// A file with the bones of the sources, in place of those that are found.
    pub map: Option<PathBuf>,
    /// The same of the character.
    pub map_onto: Option<PathBuf>,
    /// Where the bones of the first source are written, to be corrected.
    pub map_out: Option<Destination>,
    /// How motion is brought over.
    pub options: BringOptions,
    /// Whether clips that the character has are left out of the result.
    pub replaces: bool,
    /// The character or project to write; none only reports how well clips come over.
    pub output: Option<Destination>,
    /// Whether to report as JSON.
    pub json: bool,
}

/// Brings clips to the character, writes it, and reports how well they came over.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the map that was asked for.
pub fn run(job: &RetargetJob) -> Result<(), Failure> {
    let mut read: Vec<&str> = job.sources.iter().map(String::as_str).collect();
    read.push(&job.onto);
    let maps = job.map.iter().chain(&job.map_onto);
    read.extend(maps.filter_map(|map| map.to_str()));
    stdin::at_most_once(&read)?;
    refuse_two_in_one(job)?;
    let written = job.output.iter().chain(&job.map_out);
    written
        .filter(|output| !output.is_stdout())
        .try_for_each(|output| output.check(&read))?;
    let opened = open_document(&job.onto)?;
    let target = Arc::clone(&opened.document.character);
    let given = [
        read_given(job.map.as_ref())?,
        read_given(job.map_onto.as_ref())?,
    ];
    let mut report = Report::new("retarget", &job.onto);
    let mut clips: Vec<Clip> = match job.replaces {
        true => Vec::new(),
        false => target.clips.to_vec(),
    };
    let mut count = 0;
    for (place, source) in job.sources.iter().enumerate() {
        let opened_source = open_document(source)?;
        let character = &opened_source.document.character;
        let given = given.each_ref().map(Option::as_ref);
        let [map, onto] = maps_of(job, given, [character, &target])?;
        if let Some(output) = job.map_out.as_ref().filter(|_| place == 0) {
            let text = map.named(&character.rig.skeleton).to_text();
            output.write_with_backup(text.as_bytes(), Access::ANY)?;
        }
        let from = Mapped {
            character,
            map: &map,
        };
        let onto = Mapped {
            character: &target,
            map: &onto,
        };
        let brought = bring_all(job, source, from, onto)?;
        count += brought.len();
        for one in &brought {
            report = tell(report, source, one, character, &target);
        }
        // Those that are left out count too: poses over them must not come to be over new ones.
        let all: Vec<Clip> = target.clips.iter().chain(&clips).cloned().collect();
        clips = with_brought(&clips, &brought, free_id(&all));
    }
    let count = pluralize(count, "clip");
    report = report.remark(&format!("{count} came over to {}.", job.onto));
    if let Some(output) = &job.output {
        let (document, poses) = with_only_clips(&opened.document, clips);
        report = report.remark(&poses_left_out(poses));
        let of: (_, &OpenedDocument) = (&document, &opened);
        let written = write_document(of, &job.onto, output)?;
        report = report.remark(&written.remarks).wrote(output, written.bytes);
    }
    report.print(job.output.as_ref(), job.json)
}

/// The options that give bones by hand where none were found.
fn by_hand(from: &BoneMap, onto: &BoneMap) -> Option<String> {
    let options = [(from, "--map"), (onto, "--map-onto")].into_iter();
    let missing = options.filter(|(map, _)| map.is_empty());
    let names: Vec<&str> = missing.map(|(_, option)| option).collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

/// Refuses a map and a character in one place.
fn refuse_two_in_one(job: &RetargetJob) -> Result<(), Failure> {
    let Some(map) = &job.map_out else {
        return Ok(());
    };
    let name = map.name();
    let is_same = job
        .output
        .as_ref()
        .is_some_and(|output| output.path() == map.path());
    let refused = if map.is_stdout() {
        "is stdout, which has the report; name a file for the map"
    } else if is_same {
        "would be both map and character; choose two names"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(format!("--map-out {name} {refused}.")))
}

/// A map of bones that is given by a file.
fn read_given(file: Option<&PathBuf>) -> Result<Option<NamedMap>, Failure> {
    let read = file.map(|path| read_map(path, &Files::default()));
    read.transpose()
        .map_err(|why| Failure::Known(FailureKind::BadText, why))
}

/// The bones of both: as files say, or as they are found.
fn maps_of(
    job: &RetargetJob,
    given: [Option<&NamedMap>; 2],
    characters: [&Character; 2],
) -> Result<[BoneMap; 2], Failure> {
    let found = characters.map(bone_map);
    let files = [&job.map, &job.map_onto];
    let side = |place: usize| MapGiven {
        character: characters[place],
        found: &found[place],
        named: given[place].zip(files[place].as_deref()),
    };
    given_maps([side(0), side(1)]).map_err(|why| Failure::Known(FailureKind::NoMatch, why))
}

fn bring_all(
    job: &RetargetJob,
    source: &str,
    from: Mapped<'_>,
    onto: Mapped<'_>,
) -> Result<Vec<BroughtClip>, Failure> {
    let places: Vec<usize> = match &job.clip {
        Some(wanted) => vec![find_clip(from.character, wanted)?.0],
        None => (0..from.character.clips.len()).collect(),
    };
    if places.is_empty() {
        return Err(Failure::Known(
            FailureKind::NoClips,
            format!("{source}: there is no clip, and so no motion; choose a file with one."),
        ));
    }
    let bar = Bar::new();
    let go_on = |share: f32| match bar.show("motion", share) {
        ControlFlow::Break(()) => ControlFlow::Break(()),
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
    };
    let brought = bring(from, &places, onto, job.options, &go_on);
    brought.map_err(|why| {
        let options = by_hand(from.map, onto.map).filter(|_| !share_joints(from, onto));
        match options {
            Some(options) => Failure::Known(
                FailureKind::NoMatch,
                format!(
                    "{source}: {why} Bones by hand: {options}, in files as --map-out writes them."
                ),
            ),
            None => Failure::Data(format!("{source}: {why}")),
        }
    })
}

fn tell(
    mut report: Report,
    source: &str,
    one: &BroughtClip,
    from: &Character,
    onto: &Character,
) -> Report {
    let name = clip_name(&one.clip);
    for line in report_lines(one, from, onto, TimeUnit::Seconds) {
        report = report.remark(&format!("{source}, {name}: {line}"));
    }
    report
}
