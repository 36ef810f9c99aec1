//! The frames of a page: the pose that was asked for, then every clip in even steps.

use character::Character;
use rig::{Clip, Pose};
use scene::deform::base_pose;
use scene::names::clip_name;
use scene::report::{pluralize, seconds, thousands};
use serde_json::{Value, json};
use session::document::moment::Moment;

use super::poses::MOST_POSE_NUMBERS;
use super::spots::FrameFindings;
use super::{Failure, PageAsked};
use crate::terminal::printable::fit;

/// Frames a second, unless that would be too many.
const RATE: f32 = 30.0;
/// The most clips of a page: a longer list helps nobody, and each has its largest differences measured.
const MOST_CLIPS: usize = 256;
/// Frames for each clip that a page has room for, below which clips are left out: the first and the last, and as many between.
const LEAST_FRAMES: usize = 4;
/// Numbers of a joint's pose, which are in memory until all palettes are made.
const NUMBERS_A_JOINT: usize = 20;
/// The most characters of a clip's name in a remark.
const LONGEST_NAME: usize = 40;

/// Frames that follow one another: a clip, or a single pose.
#[derive(Clone, Debug)]
pub(super) struct FrameSequence {
    pub(super) name: String,
    /// None for the pose that was asked for.
    pub(super) clip: Option<usize>,
    /// Seconds from the first frame to the last; zero for a single pose.
    pub(super) duration: f32,
    /// Frames a second, 30 or fewer, the same for all clips of a page.
    pub(super) rate: f32,
    /// The number of frames before, in the whole page.
    pub(super) first: usize,
    pub(super) n_frames: usize,
}

/// All frames of a page.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    pub(super) shown: Vec<FrameSequence>,
    start: Value,
}

impl Timeline {
    /// The pose, then the clips in even steps: 30 a second, or fewer if that is more than a page takes of numbers. Of very many clips
    /// the first ones, with the one at which the page opens.
    ///
    /// # Errors
    ///
    /// A single pose has more numbers than a page takes.
    pub(super) fn new(
        asked: &PageAsked<'_>,
        floats_a_frame: usize,
        remarks: &mut Vec<String>,
    ) -> Result<Self, Failure> {
        let affordable = affordable(asked, floats_a_frame)?;
        let all = match asked.clips {
            true => asked.character.clips.len(),
            false => 0,
        };
        let opens_at = asked.posed.moment.map(|(clip, _)| clip);
        let kept = kept_clips(all, affordable, opens_at);
        if kept.len() < all {
            remarks.push(format!(
                "{} of {} were left out: a page of this character takes up to {}. Delete clips that nobody needs to see, and share again.",
                thousands(all - kept.len()),
                pluralize(all, "clip"),
                thousands(kept.len())
            ));
        }
        let clips: Vec<(usize, &Clip)> = kept
            .into_iter()
            .filter_map(|index| Some((index, asked.character.clips.get(index)?)))
            .collect();
        let rate = rate(&clips, affordable);
        let mut shown = vec![FrameSequence {
            name: pose_name(asked),
            clip: None,
            duration: 0.0,
            rate,
            first: 0,
            n_frames: 1,
        }];
        for &(index, clip) in &clips {
            let duration = duration(clip);
            let before = shown.last().map_or(0, |last| last.first + last.n_frames);
            shown.push(FrameSequence {
                name: clip_name(clip),
                clip: Some(index),
                duration,
                rate,
                first: before,
                n_frames: n_frames(duration, rate),
            });
        }
        if rate < RATE {
            let longest = clips
                .iter()
                .max_by(|(_, a), (_, b)| a.duration().total_cmp(&b.duration()));
            let name = longest.map(|(_, clip)| clip_name(clip)).unwrap_or_default();
            remarks.push(format!(
                "Clips are shown every {} instead of 30 times a second: with \"{}\" they are too long for more; share fewer or shorter clips for more.",
                seconds(1.0 / rate),
                fit(&name, LONGEST_NAME)
            ));
        }
        let start = start(asked, &shown);
        Ok(Self { shown, start })
    }

    /// The poses of all frames.
    ///
    /// # Errors
    ///
    /// None now; a pose may come to have faults of its own.
    pub(super) fn poses(&self, asked: &PageAsked<'_>) -> Result<Vec<Pose>, Failure> {
        let base = base_pose(asked.character);
        let mut poses = Vec::new();
        for shown in &self.shown {
            match shown.clip.and_then(|clip| asked.character.clips.get(clip)) {
                None => poses.push(asked.posed.pose.clone()),
                Some(clip) => poses.extend((0..shown.n_frames).map(|frame| {
                    clip.sample(&asked.character.rig.skeleton, &base, shown.time(frame))
                })),
            }
        }
        Ok(poses)
    }

    /// The moments of all frames, as props are held by them.
    pub(super) fn moments(&self, asked: &PageAsked<'_>) -> Vec<Option<Moment>> {
        let mut moments = Vec::new();
        for shown in &self.shown {
            match shown.clip.and_then(|clip| asked.character.clips.get(clip)) {
                None => moments.push(asked.pose_moment),
                Some(clip) => moments.extend((0..shown.n_frames).map(|frame| {
                    let (clip, time) = (clip.id(), shown.time(frame));
                    Some(Moment { clip, time })
                })),
            }
        }
        moments
    }

    /// For the page; `seen` is what was found in the frames of each of [`Self::shown`].
    pub(super) fn json(&self, seen: &FrameFindings) -> Value {
        let shown = self.shown.iter().zip(&seen.extremes).zip(&seen.ranges);
        let entries = shown.map(|((shown, extremes), range)| {
            json!({
                "name": shown.name,
                "duration": shown.duration,
                "rate": shown.rate,
                "first": shown.first,
                "frames": shown.n_frames,
                "extremes": extremes,
                "range": range,
            })
        });
        Value::Array(entries.collect())
    }

    /// The entry and the time at which the page opens.
    pub(super) fn start(&self) -> Value {
        self.start.clone()
    }
}

impl FrameSequence {
    /// The time of a frame, in seconds from the beginning of the clip; the last one is the clip's end.
    #[expect(clippy::cast_precision_loss, reason = "frames of a page are few")]
    pub(super) fn time(&self, frame: usize) -> f32 {
        (frame as f32 / self.rate).min(self.duration)
    }
}

/// How many frames a page takes.
fn affordable(asked: &PageAsked<'_>, floats_a_frame: usize) -> Result<usize, Failure> {
    let numbers_a_frame = floats_a_frame.max(NUMBERS_A_JOINT * asked.character.rig.skeleton.len());
    match MOST_POSE_NUMBERS / numbers_a_frame.max(1) {
        0 => Err(Failure::Data(format!(
            "{}: a pose takes {} numbers, and a page has up to {} for all of them; share a character with fewer joints, or fewer methods.",
            asked.character.name,
            thousands(numbers_a_frame),
            thousands(MOST_POSE_NUMBERS)
        ))),
        frames => Ok(frames),
    }
}

/// The clips that come along, by their index: as many as there are frames for, the one at which the page opens among them.
///
/// A clip takes four of the `affordable` frames at least, and no more than 256 clips come along.
#[must_use]
pub fn kept_clips(all: usize, affordable: usize, opens_at: Option<usize>) -> Vec<usize> {
    let most = MOST_CLIPS.min(affordable / LEAST_FRAMES);
    let mut kept: Vec<usize> = (0..all.min(most)).collect();
    if let (Some(last), Some(clip)) = (kept.last_mut(), opens_at) {
        *last = (*last).max(clip);
    }
    kept
}

/// The rate at which all frames together are as many as a page takes.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn rate(clips: &[(usize, &Clip)], affordable: usize) -> f32 {
    let total: f32 = clips.iter().map(|(_, clip)| duration(clip)).sum();
    // Each clip has a frame at its beginning and one that is rounded up.
    let most = affordable as f32 - 2.0 * clips.len() as f32;
    let rate = most.max(1.0) / total;
    if rate.is_finite() {
        rate.min(RATE)
    } else {
        RATE
    }
}

/// A day at most: a clip that lasts longer is a mistake.
fn duration(clip: &Clip) -> f32 {
    let duration = clip.duration();
    if duration.is_finite() {
        duration.clamp(0.0, 86_400.0)
    } else {
        0.0
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative, and at most what a page takes"
)]
fn n_frames(duration: f32, rate: f32) -> usize {
    // A hair less, so that 2 s at 30 frames a second are not 62 frames.
    (duration * rate - 1e-3).ceil().max(0.0) as usize + 1
}

fn pose_name(asked: &PageAsked<'_>) -> String {
    let posed = asked.posed;
    if let Some(preset) = &posed.preset {
        return preset.clone();
    }
    match (posed.moment, &posed.project) {
        (Some((clip, time)), _) => {
            format!("{} at {}", name_of(asked.character, clip), seconds(time))
        }
        (None, Some(project)) => format!("Pose of {project}"),
        (None, None) => "Default pose".to_owned(),
    }
}

fn name_of(character: &Character, clip: usize) -> String {
    character.clips.get(clip).map(clip_name).unwrap_or_default()
}

/// At the moment that was asked for, if its clip is there. The default pose is what nobody asked for, and where it is
/// the bind pose the methods are alike in it: then at the beginning of the first clip, if one came along. Else at the pose.
fn start(asked: &PageAsked<'_>, shown: &[FrameSequence]) -> Value {
    let posed = asked.posed;
    let moment = posed.moment.filter(|_| posed.preset.is_none());
    let is_default = posed.moment.is_none() && posed.preset.is_none() && posed.project.is_none();
    let (entry, time) = match moment {
        Some((clip, time)) => (shown.iter().position(|it| it.clip == Some(clip)), time),
        None if is_default => (shown.iter().position(|it| it.clip.is_some()), 0.0),
        None => (None, 0.0),
    };
    match entry {
        Some(entry) => json!({ "clip": entry, "time": time }),
        None => json!({ "clip": 0, "time": 0 }),
    }
}
