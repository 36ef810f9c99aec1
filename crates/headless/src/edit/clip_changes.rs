//! `dualskin clips add|retime|mirror|loop|plant|join|lay|rename|delete`: the clips of a character changed as wholes.

mod merged;
mod planted;

use std::path::PathBuf;

use character::Character;
use rig::{Clip, ClipEdit, ClipLayer, JointIndex, NamePatterns};
use scene::names::{clip_name, joint_name};
use scene::report::pluralize;
use session::document::Document;
use session::state::clips::clip_tools::{LoopChoice, LoopWay, WarpChoice, WarpKind};
use session::state::clips::names::{free_name, with_name};
use session::state::clips::whole_clip::{
    loop_edit, mirrored_pending, usual_loop, with_clip, with_only_clips, with_warped, without_clip,
};
use session::state::motion_in::bring::{free_id, with_more_clips};
use session::state::motion_in::same_names::SameNames;

use super::document_change::{change_document, poses_left_out};
use crate::source::opened::{OpenedDocument, open_document};
use crate::source::pose::find_clip;
use crate::terminal::clip_time::length_in;
use crate::terminal::printable::list_names;
use crate::terminal::report::Report;
use crate::terminal::several::{Several, character_name};
use crate::{Failure, FailureKind};

/// What is done to clips. Lists of clips are of indices or names, and one without any means all.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipChange {
    /// Clips of another file more, over the joints of the same names.
    Add {
        /// The file that has them: a character, a built-in one or a project.
        from: String,
        /// Which of them.
        clips: Vec<String>,
        /// Whether the clips that the character has are left out of the result.
        replaces: bool,
    },
    /// Another course of time.
    Retime {
        /// The clips.
        clips: Vec<String>,
        /// How time runs.
        course: Course,
    },
    /// Left and right change places.
    Mirror {
        /// The clips.
        clips: Vec<String>,
        /// How names tell left from right.
        names: NamePatterns,
        /// Whether the mirror image is a clip more, behind the others.
        adds: bool,
    },
    /// The end as the beginning.
    Loop {
        /// The clips.
        clips: Vec<String>,
        /// Which keys change; none for what suits each clip.
        way: Option<LoopWay>,
        /// Seconds over which the end is led back, where it is baked; none for half a second, and half the clip at most.
        seconds: Option<f32>,
        /// Frames a second on which baked keys stand; none for the times of keys that there are.
        rate: Option<f64>,
    },
    /// Feet stay where they stand.
    Plant {
        /// The clips.
        clips: Vec<String>,
        /// Which joints are which bones; none for what names and shape tell.
        map: Option<PathBuf>,
    },
    /// One clip more, of one and the next.
    Join {
        /// The first clip.
        clip: String,
        /// The one that follows.
        next: String,
        /// Seconds of the fade; none for the usual ones.
        fade: Option<f32>,
        /// Whether the next one goes on from where the first has come to.
        goes_on: bool,
        /// Frames a second in the fade.
        rate: f64,
    },
    /// One clip more, of one and another over it.
    Lay {
        /// The clip below.
        clip: String,
        /// The clip over it.
        over: String,
        /// How it changes what lies below.
        layer: ClipLayer,
        /// Its weight, 1 for all of it.
        weight: f32,
        /// The joints that it moves, by their names; none for all.
        joints: Vec<String>,
        /// Frames a second of the result.
        rate: f64,
    },
    /// Another name.
    Rename {
        /// The clip.
        clip: String,
        /// Its new name.
        name: String,
    },
    /// Clips fewer.
    Delete {
        /// The clips, at least one.
        clips: Vec<String>,
    },
}

/// How time runs in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// So many times as fast.
    Speed(f32),
    /// In so many seconds.
    Duration(f32),
    /// Frames that were meant at the first rate are shown at the second, in frames a second.
    Rates([f32; 2]),
    /// Slow at the beginning, the end or both, by how much: 0 to 1.
    Ease(WarpKind, f32),
}

/// The options of these commands.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipJob {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// What is done to the clips of each.
    pub change: ClipChange,
}

impl ClipChange {
    /// The command, as typed.
    const fn command(&self) -> &'static str {
        match self {
            Self::Add { .. } => "clips add",
            Self::Retime { .. } => "clips retime",
            Self::Mirror { .. } => "clips mirror",
            Self::Loop { .. } => "clips loop",
            Self::Plant { .. } => "clips plant",
            Self::Join { .. } => "clips join",
            Self::Lay { .. } => "clips lay",
            Self::Rename { .. } => "clips rename",
            Self::Delete { .. } => "clips delete",
        }
    }
}

/// Changes the clips of characters, writes these as glTF or as projects, and reports what was changed.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(job: &ClipJob) -> Result<(), Failure> {
    let command = job.change.command();
    let read: Vec<&str> = match &job.change {
        ClipChange::Add { from, .. } => vec![from],
        _ => Vec::new(),
    };
    job.files.check_stdin(&read)?;
    // Once for all files.
    let donor = match &job.change {
        ClipChange::Add { from, .. } => Some(open_document(from)?),
        _ => None,
    };
    job.files.run(&read, &character_name, &|source, output| {
        change_document(source, &read, output, &|opened| {
            let report = Report::new(command, source);
            apply_change(source, &job.change, donor.as_ref(), opened, report)
        })
    })
}

fn apply_change(
    source: &str,
    change: &ClipChange,
    donor: Option<&OpenedDocument>,
    opened: &OpenedDocument,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let mut editor = ClipEditor {
        source,
        document: opened.document.clone(),
        report,
    };
    match (change, donor) {
        (
            ClipChange::Add {
                clips, replaces, ..
            },
            Some(donor),
        ) => editor.add(donor, clips, *replaces)?,
        // Whoever adds has opened what has them.
        (ClipChange::Add { .. }, None) => {}
        (ClipChange::Retime { clips, course }, _) => {
            for clip in editor.meant(clips)? {
                editor.retime(&clip, *course)?;
            }
        }
        (ClipChange::Mirror { clips, names, adds }, _) => {
            for clip in editor.meant(clips)? {
                editor.mirror(&clip, names, *adds)?;
            }
        }
        (
            ClipChange::Loop {
                clips,
                way,
                seconds,
                rate,
            },
            _,
        ) => {
            for clip in editor.meant(clips)? {
                let usual = usual_loop(&clip, *rate);
                let choice = LoopChoice {
                    way: way.unwrap_or(usual.way),
                    seconds: seconds.unwrap_or(usual.seconds),
                };
                editor.close_loop(&clip, choice, *rate)?;
            }
        }
        (ClipChange::Plant { clips, map }, _) => editor.plant_all(clips, map.as_deref())?,
        (ClipChange::Join { .. } | ClipChange::Lay { .. }, _) => editor.merge(change)?,
        (ClipChange::Rename { clip, name }, _) => {
            for clip in editor.meant(std::slice::from_ref(clip))? {
                editor.rename(&clip, name)?;
            }
        }
        (ClipChange::Delete { clips }, _) => {
            for clip in editor.meant(clips)? {
                editor.delete(&clip);
            }
        }
    }
    Ok((editor.document, editor.report))
}

/// A document whose clips are changed one after another.
struct ClipEditor<'a> {
    source: &'a str,
    document: Document,
    report: Report,
}

impl ClipEditor<'_> {
    /// The clips that are meant, each once, in the order of the file.
    fn meant(&self, wanted: &[String]) -> Result<Vec<Clip>, Failure> {
        let character = &self.document.character;
        if character.clips.is_empty() {
            return Err(Failure::Known(
                FailureKind::NoClips,
                format!(
                    "{}: there are no clips; choose an animated character, or bring some: dualskin clips add, dualskin retarget.",
                    self.source
                ),
            ));
        }
        let places = places_of(character, wanted)?;
        let clips = places
            .iter()
            .filter_map(|&place| character.clips.get(place));
        Ok(clips.cloned().collect())
    }

    fn failed(&self, why: &str) -> Failure {
        let why = why.trim_end_matches('.');
        Failure::Data(format!("{}: {why}.", self.source))
    }

    fn tell(&mut self, sentence: &str) {
        self.report = self.report.clone().remark(sentence);
    }

    fn note(&mut self, change: &'static str, clip: &Clip) {
        self.report = self.report.clone().with_changed_clip(change, clip);
    }

    fn add(
        &mut self,
        donor: &OpenedDocument,
        wanted: &[String],
        replaces: bool,
    ) -> Result<(), Failure> {
        let (from, donor) = (&donor.named, &donor.document.character);
        if donor.clips.is_empty() {
            return Err(Failure::Known(
                FailureKind::NoClips,
                format!("{from}: there is no clip, and so nothing to add; choose a file with one."),
            ));
        }
        let places = places_of(donor, wanted)?;
        let target = &self.document.character;
        let same = SameNames::new(donor, target);
        let mut more = Vec::new();
        let mut said = Vec::new();
        for clip in places.iter().filter_map(|&place| donor.clips.get(place)) {
            let taken = same.clip(clip);
            let taken = taken.map_err(|error| self.failed(&error.to_string()))?;
            let name = clip_name(clip);
            if taken.clip.is_empty() && !clip.is_empty() {
                let why = format!(
                    "{}: no joint has the name of one that {name} of {from} moves; bring it over by bones: dualskin retarget.",
                    self.source
                );
                return Err(Failure::Known(FailureKind::NoMatch, why));
            }
            if !taken.missing.is_empty() {
                let missing = list_names(taken.missing.into_iter());
                said.push(format!(
                    "{name}: left out, for no joint is called so: {missing}."
                ));
            }
            more.push(taken.clip);
        }
        if same.rest_elsewhere > 0 {
            let joints = pluralize(same.rest_elsewhere, "joint");
            said.push(format!(
                "{joints} rest otherwise than in {from}: clips put them where they are there. To keep the proportions of the character: dualskin retarget."
            ));
        }
        let kept: &[Clip] = if replaces { &[] } else { &target.clips };
        let first = free_id(&target.clips);
        let clips = with_more_clips(kept, &more, first);
        let added: Vec<Clip> = clips.iter().skip(kept.len()).cloned().collect();
        let (document, poses) = with_only_clips(&self.document, clips);
        self.document = document;
        let names: Vec<String> = added.iter().map(clip_name).collect();
        self.tell(&format!("Added: {}.", list_names(names.into_iter())));
        self.tell(&poses_left_out(poses));
        for sentence in &said {
            self.tell(sentence);
        }
        for clip in &added {
            self.note("added", clip);
        }
        Ok(())
    }

    fn retime(&mut self, clip: &Clip, course: Course) -> Result<(), Failure> {
        let (name, duration) = (clip_name(clip), clip.duration());
        let choice = WarpChoice {
            range: [0.0, duration],
            ..warp_choice(course, duration)
        };
        let is_same = choice.kind == WarpKind::Speed && (choice.speed - 1.0).abs() < 1e-6;
        if is_same || duration <= 0.0 {
            self.note("kept", clip);
            self.tell(&match is_same {
                true => format!("{name}: it lasts that long already."),
                false => format!("{name}: it has no length, and stays as it is."),
            });
            return Ok(());
        }
        if let Some(why) = choice.why_not(duration) {
            return Err(self.failed(&format!("{name}: {why}")));
        }
        let warp = choice.warp();
        let after = clip.with_time_warp(choice.range, warp);
        let after = after.map_err(|error| self.failed(&format!("{name}: {error}")))?;
        let moved = |time| warp.time_after(choice.range, time);
        self.document = with_warped(&self.document, &after, moved);
        self.tell(&match course {
            Course::Ease(..) => format!("{name}: eased over its {}.", length_in(clip, duration)),
            _ => format!(
                "{name}: {} become {}.",
                length_in(clip, duration),
                length_in(&after, after.duration())
            ),
        });
        self.note("retimed", &after);
        Ok(())
    }

    fn mirror(&mut self, clip: &Clip, names: &NamePatterns, adds: bool) -> Result<(), Failure> {
        let name = clip_name(clip);
        let character = &self.document.character;
        let pairs = character.joint_pairs(names);
        let skeleton = &character.rig.skeleton;
        let tracks = clip.mirror_tracks(skeleton, &pairs);
        let tracks = tracks.map_err(|error| self.failed(&format!("{name}: {error}")))?;
        let list = |joints: &[JointIndex]| {
            let names = joints.iter().map(|&joint| joint_name(skeleton, joint));
            list_names(names.collect::<Vec<_>>().into_iter())
        };
        let (alone, resampled) = (list(&tracks.alone), list(&tracks.resampled));
        let edit = ClipEdit::SetTracks {
            set: tracks.set,
            remove: tracks.remove,
        };
        let after = self.with_edit(clip, &edit)?;
        let after = if adds {
            self.with_clip_more(&after, &format!("{name} mirrored"))
        } else {
            let pending = mirrored_pending(&self.document, clip.id(), &pairs);
            self.document = Document {
                pending: pending.into(),
                ..with_clip(&self.document, &after)
            };
            after
        };
        self.tell(&match adds {
            true => format!("{}: the mirror image of {name}.", clip_name(&after)),
            false => format!("{name}: left and right have changed places."),
        });
        if !alone.is_empty() {
            self.tell(&format!(
                "{name}: no joint of the other side was found for {alone}: their tracks stay as they are."
            ));
        }
        if !resampled.is_empty() {
            self.tell(&format!(
                "{name}: {resampled} rest with an uneven scale: their keys are mirrored exactly, the curves between them nearly."
            ));
        }
        self.note("mirrored", &after);
        Ok(())
    }

    fn close_loop(
        &mut self,
        clip: &Clip,
        choice: LoopChoice,
        rate: Option<f64>,
    ) -> Result<(), Failure> {
        let name = clip_name(clip);
        if let Some(why) = choice.why_not(clip.duration()) {
            return Err(self.failed(&format!("{name}: {why}")));
        }
        let edit = loop_edit(clip, choice, rate);
        let edit = edit.map_err(|error| self.failed(&format!("{name}: {error}")))?;
        let Some(edit) = edit else {
            self.tell(&format!("{name}: it ends where it begins."));
            self.note("kept", clip);
            return Ok(());
        };
        let after = self.with_edit(clip, &edit)?;
        self.document = with_clip(&self.document, &after);
        self.tell(&match choice.way {
            LoopWay::LastKeys => format!("{name}: its last keys are as the first ones."),
            LoopWay::Bake => format!(
                "{name}: led back to its beginning over the last {}.",
                length_in(clip, choice.seconds)
            ),
        });
        self.tell_of_unkeyed(clip);
        self.note("looped", &after);
        Ok(())
    }

    fn rename(&mut self, clip: &Clip, name: &str) -> Result<(), Failure> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Failure::Usage(
                "--name: a clip has to have a name; give one.".to_owned(),
            ));
        }
        let mut others = self.document.character.clips.iter();
        if others.any(|own| own.id() != clip.id() && own.name() == Some(name)) {
            return Err(self.failed(&format!(
                "another clip is called {name} already; choose another name"
            )));
        }
        let after = with_name(clip, name.to_owned());
        self.document = with_clip(&self.document, &after);
        self.tell(&format!("{} is called {name} now.", clip_name(clip)));
        self.note("renamed", &after);
        Ok(())
    }

    fn delete(&mut self, clip: &Clip) {
        let poses = self.document.pending.of_clip(clip.id()).count();
        self.document = without_clip(&self.document, clip.id());
        let also = match poses {
            0 => String::new(),
            poses => format!(", with {} that had no keys", pluralize(poses, "pose")),
        };
        let left = pluralize(self.document.character.clips.len(), "clip");
        self.tell(&format!("Deleted: {}{also}; {left} left.", clip_name(clip)));
        self.note("deleted", clip);
    }

    fn with_edit(&self, clip: &Clip, edit: &ClipEdit) -> Result<Clip, Failure> {
        let edited = clip.with_edit(edit);
        let (after, _) =
            edited.map_err(|error| self.failed(&format!("{}: {error}", clip_name(clip))))?;
        Ok(after)
    }

    /// Puts a clip behind the others, under a name that none has.
    fn with_clip_more(&mut self, clip: &Clip, name: &str) -> Clip {
        let clips = &self.document.character.clips;
        let more = clip.clone().with_id(free_id(clips)).with_source(None);
        let more = with_name(&more, free_name(clips, name));
        let all = clips.iter().cloned().chain([more.clone()]).collect();
        self.document = self.document.with_clips(all);
        more
    }

    fn tell_of_unkeyed(&mut self, clip: &Clip) {
        let poses = self.document.pending.of_clip(clip.id()).count();
        if poses > 0 {
            let poses = pluralize(poses, "pose");
            self.tell(&format!(
                "{}: {poses} without keys stay as posed.",
                clip_name(clip)
            ));
        }
    }
}

/// Places of clips by index or name, each once, in the order of the file; all without any.
fn places_of(character: &Character, wanted: &[String]) -> Result<Vec<usize>, Failure> {
    if wanted.is_empty() {
        return Ok((0..character.clips.len()).collect());
    }
    let places = wanted.iter().map(|wanted| find_clip(character, wanted));
    let places: Result<Vec<usize>, Failure> = places.map(|found| Ok(found?.0)).collect();
    let mut places = places?;
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

fn warp_choice(course: Course, duration: f32) -> WarpChoice {
    let speed = |speed: f32| WarpChoice {
        kind: WarpKind::Speed,
        speed,
        ..WarpChoice::default()
    };
    match course {
        Course::Speed(factor) => speed(factor),
        Course::Duration(seconds) => speed(duration / seconds),
        Course::Rates([meant, shown]) => speed(shown / meant),
        Course::Ease(kind, ease) => WarpChoice {
            kind,
            ease,
            ..WarpChoice::default()
        },
    }
}
