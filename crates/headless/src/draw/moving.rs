//! Pictures that move: once around the character, or a clip from beginning to end, as an animated PNG, GIF or movie, or a picture a frame.

use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

use glam::{Quat, Vec3};
use scene::view::bounds::Bounds;
use whole_file::{Access, Batch, ExistingFiles, WriteError};

use super::animated::{MovingFile, Pictures};
use super::avi::avi;
use super::render::{RenderJob, Shot, encode_png};
use super::sheet::LayoutSheet;
use super::stage::Stage;
use super::{animated, pose_sheet};
use crate::Failure;
use crate::source::opened::OpenedCharacter;
use crate::source::pose::{MomentArgument, find_clip};
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;

/// The most pictures of one command.
const MOST_FRAMES: u16 = 1_000;
/// What stands for the number of the picture in a name, so many digits as it has letters.
const NUMBER: char = '#';

/// What changes from picture to picture: the camera or the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PictureMotion {
    /// The camera goes once around, in so many pictures, 2 to 1,000.
    Turntable(u16),
    /// The clip is played from the given moment to its end.
    Play,
}

/// Draws the pictures of a job one after another and writes them.
///
/// # Errors
///
/// See [`Failure`]. One file is written whole or not at all, and so are single pictures, all together.
pub(crate) fn run(
    job: &RenderJob,
    motion: PictureMotion,
    opened: &OpenedCharacter,
    layout_sheet: LayoutSheet,
) -> Result<Report, Failure> {
    let shots = shots(job, motion, opened)?;
    let (bar, stage) = (Bar::new(), Stage::new()?);
    let n_shots = shots.len();
    let mut pictures = shots
        .into_iter()
        .enumerate()
        .map(|(number, (moment, shot))| {
            #[expect(clippy::cast_precision_loss, reason = "for a progress bar")]
            let _goes_on = bar.show("drawing", number as f32 / n_shots.max(1) as f32);
            let job = RenderJob {
                moment,
                ..job.clone()
            };
            stage.draw(&job, opened, layout_sheet, &shot)
        });
    let name = job.output.name();
    let (bytes, remark) = match is_numbered(&name) {
        true => (
            write_numbered(job, opened, n_shots, &mut pictures)?,
            format!("Pictures: {n_shots}."),
        ),
        false => (write_animation(job, n_shots, &mut pictures)?, String::new()),
    };
    Ok(Report::new("render", &job.source)
        .wrote(&job.output, Some(bytes))
        .remark(&remark))
}

/// One file, which is played over and over; its size in bytes.
fn write_animation(
    job: &RenderJob,
    n_shots: usize,
    pictures: Pictures<'_>,
) -> Result<usize, Failure> {
    let bytes = match MovingFile::of(job.output.path()) {
        MovingFile::Gif => animated::gif(job.rate, pictures)?,
        MovingFile::Avi => avi(job.rate, pictures)?,
        MovingFile::Png => animated::png(n_shots, job.rate, pictures)?,
    };
    job.output
        .write(&bytes, Access::of(Path::new(&job.source)))?;
    Ok(bytes.len())
}

/// A PNG a picture; the size of all in bytes.
fn write_numbered(
    job: &RenderJob,
    opened: &OpenedCharacter,
    n_shots: usize,
    pictures: Pictures<'_>,
) -> Result<usize, Failure> {
    // A texture of the character may have such a name, too.
    let beside = opened.character.source.side_files.iter();
    let beside = beside.filter_map(|side_file| side_file.path.to_str());
    let read: Vec<&str> = std::iter::once(job.source.as_str()).chain(beside).collect();
    let output = |file: &Path| Destination::new(file.to_owned(), job.output.existing());
    let name = job.output.path();
    for number in 1..=n_shots {
        output(&numbered_name(name, number)).check(&read)?;
    }
    job.output.make_folder()?;
    let standing = match job.output.keeps() {
        true => ExistingFiles::Refused,
        false => ExistingFiles::Replaced,
    };
    let batch = Batch::new(standing, Access::of(Path::new(&job.source)));
    sequence(name, pictures, batch).map_err(|error| match error {
        NotSaved::Write(WriteError::Exists { path }) => output(&path).exists(),
        NotSaved::Write(error) => error.into(),
        NotSaved::Failure(failure) => failure,
    })
}

/// Why a sequence of pictures was not written.
pub(crate) enum NotSaved {
    /// A picture could not be made.
    Failure(Failure),
    /// A file could not be written.
    Write(WriteError),
}

/// Writes a PNG a picture, all of them or none; the size of all in bytes.
pub(crate) fn sequence(
    name: &Path,
    pictures: Pictures<'_>,
    mut batch: Batch,
) -> Result<usize, NotSaved> {
    let mut n_bytes = 0;
    for (number, picture) in pictures.enumerate() {
        let png = picture.and_then(|picture| encode_png(&picture));
        let png = png.map_err(NotSaved::Failure)?;
        n_bytes += png.len();
        let file = numbered_name(name, number + 1);
        batch.add(&file, &png).map_err(NotSaved::Write)?;
    }
    batch.finish().map_err(NotSaved::Write)?;
    Ok(n_bytes)
}

/// Whether a name asks for a file a picture.
pub(crate) fn is_numbered(name: &str) -> bool {
    name.contains(NUMBER)
}

/// The path with a number in the place of the last letters that stand for it, `turn_##.png` as `turn_07.png`.
#[must_use]
pub fn numbered_name(path: &Path, number: usize) -> PathBuf {
    let name = path.to_string_lossy();
    let Some(last) = name.rfind(NUMBER) else {
        return path.to_owned();
    };
    let (before, behind) = name.split_at(last + 1);
    let stem = before.trim_end_matches(NUMBER);
    let digits = before.len() - stem.len();
    format!("{stem}{number:0digits$}{behind}").into()
}

/// The moment and the camera of every picture. All frame the same points, so that nothing jumps.
fn shots(
    job: &RenderJob,
    motion: PictureMotion,
    opened: &OpenedCharacter,
) -> Result<Vec<(Option<MomentArgument>, Shot)>, Failure> {
    let moments = match motion {
        PictureMotion::Turntable(_) => vec![job.moment.clone()],
        PictureMotion::Play => moments(job, opened)?,
    };
    let points = match pose_sheet::framed_points(job, opened)? {
        Some(points) => points,
        None => {
            let at = |moment: &Option<MomentArgument>| RenderJob {
                moment: moment.clone(),
                ..job.clone()
            };
            let pictures: Vec<RenderJob> = moments.iter().map(at).collect();
            pose_sheet::points(&pictures, opened)?
        }
    };
    let shot = |yaw, framed: &[Vec3], number: usize| Shot {
        yaw,
        framed: framed.to_vec(),
        is_quiet: number > 0,
        subtitle: None,
    };
    Ok(match motion {
        PictureMotion::Turntable(n) => {
            let all_around = rotated_points(&points);
            let angle = |number: u16| TAU * f32::from(number) / f32::from(n.max(1));
            (0..n)
                .map(|number| {
                    let shot = shot(angle(number), &all_around, number.into());
                    (job.moment.clone(), shot)
                })
                .collect()
        }
        PictureMotion::Play => {
            let numbered = moments.into_iter().enumerate();
            numbered
                .map(|(number, moment)| (moment, shot(0.0, &points, number)))
                .collect()
        }
    })
}

/// The points in many turns about their middle: framed from any side they look alike.
fn rotated_points(points: &[Vec3]) -> Vec<Vec3> {
    let middle = Bounds::from_points(points.iter().copied()).center();
    // Every 15 degrees: between two of them a point is less than a hundredth of its distance farther out.
    let turns = (0..24_u8).map(|turn| Quat::from_rotation_y(TAU * f32::from(turn) / 24.0));
    turns
        .flat_map(|turn| {
            points
                .iter()
                .map(move |point| middle + turn * (*point - middle))
        })
        .collect()
}

/// Every moment from that of the job to the clip's end.
fn moments(
    job: &RenderJob,
    opened: &OpenedCharacter,
) -> Result<Vec<Option<MomentArgument>>, Failure> {
    let Some(first) = &job.moment else {
        return Err(Failure::Usage(
            "--play plays a clip; name it, as --clip walk.".to_owned(),
        ));
    };
    let (_, clip) = find_clip(&opened.character, &first.clip)?;
    let rate = f32::from(job.rate.max(1));
    let left = (clip.duration() - first.time).max(0.0);
    // Times from the number, as sums of steps would drift.
    let times = (0..MOST_FRAMES).map(|number| f32::from(number) / rate);
    let times: Vec<f32> = times.take_while(|time| *time <= left).collect();
    if times.len() == usize::from(MOST_FRAMES) && left > f32::from(MOST_FRAMES) / rate {
        return Err(Failure::Usage(format!(
            "the clip lasts {left} s from there, more than {MOST_FRAMES} pictures; begin later, or choose a lower --fps."
        )));
    }
    let moment = |time: f32| {
        Some(MomentArgument {
            clip: first.clip.clone(),
            time: first.time + time,
        })
    };
    Ok(times.into_iter().map(moment).collect())
}
