//! `dualskin bench --clip`: what clips cost, in milliseconds and as a share of a frame.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use character::Character;
use glam::Quat;
use rig::{
    Channel, Clip, ClipId, Interpolation, JointTrack, LocalTransform, Pose, SkeletonBuilder, Track,
    TrackHints,
};
use scene::combined_surface::CombinedSurface;
use scene::compare::Hull;
use scene::names::count;
use scene::view::pane_shows::PaneShows;
use serde::Serialize;
use session::files::builtin;
use session::shown::at_rest;
use session::state::skin_over_time::strip::measure::{PaneSkin, Skins, StripWork};
use session::state::skin_over_time::strip::{RATE, coarse_to_fine, frame_times};

use super::setup::{BUILD, FRAME};
use super::sheet::{curve_rows, sheet_rows};
use super::{BenchJob, BenchSubject};
use crate::Failure;
use crate::source::opened::load;
use crate::terminal::printable::short;

/// Joints and keys of what is sampled; tracks share so many lists of values.
const JOINTS: u16 = 1000;
const KEYS: u16 = 10_000;
const KINDS: u16 = 10;
/// Poses that are sampled: four seconds of a game.
const POSES: u16 = 240;
/// Seconds of the measured clip.
const SECONDS: f32 = 10.0;

/// The JSON document of `--clip --json`; its members are described in `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipReport {
    /// The source of the character.
    pub subject: String,
    /// Vertices of all primitives that its scene shows, at rest.
    pub vertices: usize,
    /// Joints of its skeleton.
    pub joints: usize,
    /// How this program was built: `release` or `debug`.
    pub build: &'static str,
    /// One row per work.
    pub rows: Vec<ClipRow>,
}

/// The time of one work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipRow {
    /// The name of the work in the table.
    pub work: &'static str,
    /// How often: frames, poses or pictures.
    pub count: usize,
    /// Milliseconds of all together.
    pub total_ms: f64,
    /// Milliseconds of one frame, pose or picture, on average.
    pub each_ms: f64,
    /// One relative to the time of a frame at 60 frames per second.
    pub share_of_frame: f64,
}

impl ClipRow {
    pub(super) fn new(work: &'static str, count: usize, total_ms: f64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
        let each_ms = total_ms / count.max(1) as f64;
        Self {
            work,
            count,
            total_ms,
            each_ms,
            share_of_frame: each_ms / FRAME,
        }
    }
}

/// Measures what clips cost.
///
/// # Errors
///
/// The character cannot be read or has no clip.
pub fn measure_clips(job: &BenchJob) -> Result<ClipReport, Failure> {
    let source = match &job.subject {
        BenchSubject::Source(source) => source,
        BenchSubject::Synthetic(_) => builtin::DEFAULT,
    };
    let character = Arc::new(load(source)?);
    let mut rows = sampling_rows()?;
    rows.extend(strip_rows(&character)?);
    rows.extend(sheet_rows()?);
    rows.extend(curve_rows()?);
    let at_rest = at_rest(&character);
    Ok(ClipReport {
        subject: character.name.clone(),
        vertices: at_rest.iter().map(|it| it.positions.len()).sum(),
        joints: character.rig.skeleton.len(),
        build: BUILD,
        rows,
    })
}

/// Poses of a skeleton of a thousand joints, each with ten thousand keys of its rotation.
fn sampling_rows() -> Result<Vec<ClipRow>, Failure> {
    let refused = |error: &dyn std::error::Error| Failure::Data(format!("{error}."));
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        let above = joint.checked_sub(1).map(|before| u32::from(before / 2));
        builder = builder.joint(u32::from(joint), above, "", LocalTransform::default());
    }
    let skeleton = builder.build().map_err(|error| refused(&error))?;
    let times: Arc<[f32]> = (0..KEYS).map(|key| f32::from(key) / 60.0).collect();
    let mut kinds = Vec::new();
    // A list of values for each of a thousand tracks would take 160 MB.
    for kind in 0..KINDS {
        let turn = |time: &f32| Quat::from_rotation_y((time * f32::from(kind + 1)).sin());
        let values = times.iter().map(turn).collect();
        let track = Track::new(Arc::clone(&times), values, Interpolation::Linear);
        kinds.push(track.map_err(|error| refused(&error))?);
    }
    let tracks = skeleton.joints().zip(kinds.iter().cycle());
    let tracks = tracks.map(|(joint, track)| JointTrack {
        joint,
        channel: Channel::Rotation(track.clone()),
    });
    let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks.collect(), Vec::new());
    let mut pose = Pose::rest(&skeleton);
    let mut hints = TrackHints::default();
    let mut sampled = |stride: u16| {
        let begin = Instant::now();
        for frame in 0..POSES {
            // A stride that shares no divisor with the number of poses comes to all of them.
            let place = u32::from(frame) * u32::from(stride) % u32::from(POSES);
            let share = f32::from(u16::try_from(place).unwrap_or(0)) / f32::from(POSES);
            clip.sample_into(&skeleton, share * clip.duration(), &mut hints, &mut pose);
        }
        ms(begin)
    };
    // The first round also brings keys into caches, and is not counted.
    let _warm = sampled(1);
    let rows = [("poses, as time goes on", 1), ("poses, anywhere", 107)];
    let rows = rows.map(|(work, stride)| ClipRow::new(work, usize::from(POSES), sampled(stride)));
    Ok(rows.into())
}

/// The skin over time of two panes: as many frames as ten seconds have, first measured, then found again.
fn strip_rows(character: &Arc<Character>) -> Result<Vec<ClipRow>, Failure> {
    let Some(clip) = character.clips.first() else {
        return Err(Failure::Data(format!(
            "{} has no clip; choose a character with one.",
            short(&character.name)
        )));
    };
    let (id, duration) = (clip.id(), clip.duration());
    // As many different poses as ten seconds have, whatever the length of the clip.
    let times = frame_times(SECONDS, RATE);
    let times: Arc<[f32]> = times.iter().map(|time| time / SECONDS * duration).collect();
    let mut skins = Skins::default();
    let panes: Vec<PaneSkin> = PaneShows::of_two()
        .into_iter()
        .map(|shows| PaneSkin {
            baked: None,
            number: skins.number(character),
            character: Arc::clone(character),
            look: shows.look,
            scale_inheritance: character.rig.scale_inheritance.as_slice().into(),
            left_out: 0,
            correctives: Arc::default(),
            smooth: Arc::default(),
        })
        .collect();
    let surface = Arc::new(CombinedSurface::of(character));
    let mut work = StripWork {
        character: Arc::clone(character),
        clip: id,
        missing: coarse_to_fine(times.len()),
        pending: Arc::default(),
        driven: Arc::default(),
        times,
        sifts: true,
        panes,
        hull: Arc::new(Hull::new(surface, &at_rest(character))),
        known: Arc::default(),
        grounds: HashMap::new(),
    };
    let frames = work.times.len();
    let begin = Instant::now();
    let batch = work.clone().run(&|_| true);
    let measured = ms(begin);
    work.known = Arc::new(batch.measured.into_iter().collect());
    let begin = Instant::now();
    let again = work.run(&|_| true);
    let found = ms(begin);
    // Skinned again, it would not be the time of finding that was measured.
    if again.skinned > 0 {
        return Err(Failure::Data(
            "the skin over time was not found again.".to_owned(),
        ));
    }
    Ok(vec![
        ClipRow::new("skin over time, measured", frames, measured),
        ClipRow::new("skin over time, known", frames, found),
    ])
}

pub(super) fn ms(begin: Instant) -> f64 {
    1e3 * begin.elapsed().as_secs_f64()
}

impl ClipReport {
    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let Self {
            subject,
            vertices,
            joints,
            build,
            rows,
        } = self;
        let mut table = format!(
            "{}: {} vertices, {joints} joints, {build} build; milliseconds\n\n{:<28}{:>8}{:>12}{:>12}{:>18}",
            short(subject),
            count(*vertices),
            "work",
            "count",
            "all",
            "each",
            "share of a frame"
        );
        for row in rows {
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\n{:<28}{:>8}{:>12.2}{:>12.3}{:>16.1} %",
                row.work,
                row.count,
                row.total_ms,
                row.each_ms,
                100.0 * row.share_of_frame
            );
        }
        table
    }
}
