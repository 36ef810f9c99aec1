//! A comparison sheet: a row of panes for each of several poses, a column for each method, in one picture.

use std::path::{Path, PathBuf};

use glam::Vec3;
use image::RgbaImage;
use image::imageops::replace;
use session::state::props::placed::PlacedProp;
use whole_file::Access;

use super::arrangement::{Arrangement, PANE_SIZE};
use super::extremes::Extremes;
use super::panes;
use super::render::{RenderJob, Shot, encode_png, placed_props, shown_marks, weights_of};
use super::sheet::LayoutSheet;
use super::stage::Stage;
use crate::Failure;
use crate::source::opened::OpenedCharacter;
use crate::source::pose::{MomentArgument, RequestedPose};
use crate::source::preset::AskedPreset;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;

/// The most rows of a sheet.
const MOST_ROWS: usize = 64;
/// The most pixels of a sheet, as of any picture of the command.
const MOST_PIXELS: u64 = 1 << 26;
/// What stands for the pose of the file or project.
const DEFAULT: &str = "default";

/// The pose of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetPose {
    /// That of the file or project.
    Default,
    /// A moment of a clip.
    Moment(MomentArgument),
    /// A pose preset, over the pose of the file or project.
    Preset(AskedPreset),
}

impl SheetPose {
    /// Reads `default`, `walk@0.5` (clip and seconds), or the name of a preset that ends in `.ron`.
    ///
    /// # Errors
    ///
    /// Anything else, with what is taken.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == DEFAULT {
            return Ok(Self::Default);
        }
        let path = PathBuf::from(text);
        if path
            .extension()
            .is_some_and(|of| of.eq_ignore_ascii_case("ron"))
        {
            return Ok(Self::Preset(AskedPreset {
                file: path,
                amount: 1.0,
            }));
        }
        // A name may have an @ itself: the last one counts.
        let found = text.rsplit_once('@').and_then(|(clip, time)| {
            let time: f32 = time.parse().ok().filter(|time: &f32| time.is_finite())?;
            (!clip.is_empty()).then(|| MomentArgument {
                clip: clip.to_owned(),
                time,
            })
        });
        found.map(Self::Moment).ok_or_else(|| {
            "a pose is default, a clip and seconds as walk@0.5, or a pose preset whose name ends in .ron"
                .to_owned()
        })
    }

    /// The file that is read for it.
    pub(crate) fn file(&self) -> Option<&str> {
        match self {
            Self::Preset(preset) => preset.file.to_str(),
            Self::Default | Self::Moment(_) => None,
        }
    }
}

/// Draws the rows of a job one after another and writes the picture. All rows frame the same points, so that they show the character
/// at one size: those of all rows, or of the poses that are to be framed.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub(crate) fn run(
    job: &RenderJob,
    opened: &OpenedCharacter,
    layout_sheet: LayoutSheet,
) -> Result<Report, Failure> {
    let heights = heights(job)?;
    let rows: Vec<RenderJob> = job.rows.iter().map(|pose| row(job, pose)).collect();
    let points = match framed_points(job, opened)? {
        Some(points) => points,
        None => points(&rows, opened)?,
    };
    let (bar, stage) = (Bar::new(), Stage::new()?);
    let mut picture: Option<RgbaImage> = None;
    let (mut top, all) = (0, heights.iter().sum());
    for (number, (row, height)) in rows.iter().zip(&heights).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "for a progress bar")]
        let _goes_on = bar.show("drawing", number as f32 / rows.len() as f32);
        let row = RenderJob {
            size: job.size.map(|[width, _]| [width, *height]),
            ..row.clone()
        };
        let shot = Shot {
            framed: points.clone(),
            is_quiet: number > 0,
            ..Shot::default()
        };
        let drawn = stage.draw(&row, opened, layout_sheet, &shot)?;
        let picture = picture.get_or_insert_with(|| RgbaImage::new(drawn.width(), all));
        replace(picture, &drawn, 0, i64::from(top));
        top += height;
    }
    drop(bar);
    let png = encode_png(&picture.unwrap_or_default())?;
    let output = &job.output;
    output.write(&png, Access::of(Path::new(&job.source)))?;
    Ok(Report::new("render", &job.source).wrote(output, Some(png.len())))
}

fn row(job: &RenderJob, pose: &SheetPose) -> RenderJob {
    let (moment, preset) = match pose {
        SheetPose::Default => (None, None),
        SheetPose::Moment(moment) => (Some(moment.clone()), None),
        SheetPose::Preset(preset) => (None, Some(preset.clone())),
    };
    RenderJob {
        moment,
        preset,
        rows: Vec::new(),
        ..job.clone()
    }
}

/// The heights of the rows in pixels.
fn heights(job: &RenderJob) -> Result<Vec<u32>, Failure> {
    let n = job.rows.len();
    if n > MOST_ROWS {
        return Err(Failure::Usage(format!(
            "--sheet has {n} poses; a sheet takes up to {MOST_ROWS}."
        )));
    }
    let small = |[width, height]: [u32; 2]| {
        Failure::Usage(format!(
            "{n} rows do not fit into {width} × {height} pixels; make --size larger."
        ))
    };
    let n_panes = panes::count(job);
    let rows = u32::try_from(n).unwrap_or(u32::MAX);
    let Some([width, height]) = job.size else {
        let row = Arrangement::new(None, n_panes).ok_or_else(|| small(PANE_SIZE))?;
        let [width, height] = row.size.map(u64::from);
        let pixels = width * height * u64::from(rows);
        if pixels > MOST_PIXELS {
            return Err(Failure::Usage(format!(
                "a sheet of {n} rows of {width} × {height} pixels is too large; give a smaller --size."
            )));
        }
        return Ok(vec![row.size[1]; n]);
    };
    // Edges are rounded and heights follow, so that the rows fill the picture to the pixel.
    let edge = |number: u64| u64::from(height) * number / u64::from(rows.max(1));
    let heights = (0..u64::from(rows)).map(|number| edge(number + 1) - edge(number));
    let heights: Vec<u32> = heights
        .filter_map(|height| u32::try_from(height).ok())
        .collect();
    let least = heights.iter().copied().min().unwrap_or(0);
    match Arrangement::new(Some([width, least]), n_panes) {
        Some(_) => Ok(heights),
        None => Err(small([width, height])),
    }
}

/// Points that bound the character in the poses that a job is to frame; none where it frames what it shows.
pub(crate) fn framed_points(
    job: &RenderJob,
    opened: &OpenedCharacter,
) -> Result<Option<Vec<Vec3>>, Failure> {
    if job.framed.is_empty() {
        return Ok(None);
    }
    let poses: Vec<RenderJob> = job.framed.iter().map(|pose| row(job, pose)).collect();
    points(&poses, opened).map(Some)
}

/// Points that bound all that pictures show, which differ in moments and presets alone: the character by all methods and with the weights
/// of another file, and its joints where the skeleton is drawn.
pub(crate) fn points(
    pictures: &[RenderJob],
    opened: &OpenedCharacter,
) -> Result<Vec<Vec3>, Failure> {
    let character = &*opened.character;
    let other = pictures.first().and_then(|job| job.weights_of.as_deref());
    let other = other.map(|file| weights_of(file, opened, false));
    let other = other.transpose()?;
    let mut extremes = Extremes::default();
    for job in pictures {
        let posed = RequestedPose::from_opened(opened, job.moment.as_ref(), job.skinning)?
            .with_preset_quietly(character, job.preset.as_ref())?;
        let own = job.methods.iter().map(|method| (character, *method));
        let first = job.methods.first().copied().unwrap_or_default();
        let other = other.iter().map(|(_, other)| (&**other, first));
        for (of, method) in own.chain(other) {
            let skinned = posed.deform(of, method, 1)?;
            let points = skinned.iter().flat_map(|it| it.positions.iter());
            points.for_each(|point| extremes.add(*point));
        }
        let placed = placed_props(job, opened, &posed);
        let props = placed.iter().flatten().flat_map(PlacedProp::points);
        props.for_each(|point| extremes.add(point));
        let marks = shown_marks(job, character, &posed, None)?;
        let joints = marks.iter().flatten();
        joints.for_each(|mark| extremes.add(mark.position));
    }
    Ok(extremes.points())
}
