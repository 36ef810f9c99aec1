//! `dualskin bench`: nanoseconds per vertex for every method, in one run; described in `docs/bench.md`.

use std::num::NonZero;

use render::Gpu;

use super::Failure;
use crate::source::hardware::request_gpu;
use crate::source::opened::load;
use crate::source::pose::Hardware;
use crate::source::subject::{Size, SkinSubject};
use crate::terminal::console;
use crate::terminal::printable::json_for_terminals;

mod clip;
mod clock;
mod crowd_frame;
mod device;
mod frame;
mod gradient;
mod joined;
mod open;
mod open_report;
mod ozz;
mod paths;
mod paths_report;
mod peak;
mod plain;
mod processor;
mod report;
mod setup;
mod sheet;
mod stroke;
mod stroke_report;
mod tube;
mod turns;

use device::DeviceBench;
use processor::ProcessorBench;
use turns::{REPETITIONS, medians};

pub use clip::{ClipReport, ClipRow, measure_clips};
pub use crowd_frame::{CrowdReport, measure_crowd};
pub use frame::{FirstPicture, FrameReport, measure_frames};
pub use joined::BenchOrder;
pub use open::measure_opening;
pub use open_report::{OpenReport, StageRow};
pub use paths::measure_paths;
pub use paths_report::{PaletteRow, PathRow, PathsReport};
pub use report::{BenchReport, CopyRow, DeviceReport, DeviceRow, Row};
pub use setup::Setup;
pub use stroke_report::{StrokeReport, StrokeRow, measure_gradients, measure_strokes};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchJob {
    /// The subject to skin.
    pub subject: BenchSubject,
    /// The number of threads on the processor.
    pub threads: NonZero<u16>,
    /// Whether to measure the graphics device too.
    pub gpu: bool,
    /// Instances of the mesh on the graphics device, each with a pose of its own, in one dispatch.
    pub crowd: NonZero<u16>,
    /// Whether to measure frames instead of methods.
    pub frame: bool,
    /// Measures brush steps over about so many vertices, instead of methods.
    pub stroke: Option<u32>,
    /// Whether to measure frames of gradients, instead of methods.
    pub gradient: bool,
    /// Whether to measure what clips cost, instead of methods.
    pub clip: bool,
    /// Whether to measure the opening and the closing of a character, instead of methods.
    pub open: bool,
    /// Whether to measure all paths of the processor beside plain loops, instead of methods.
    pub paths: bool,
    /// Measures frames of so many copies of a character on the processor, instead of methods.
    pub crowd_frame: Option<NonZero<u16>>,
    /// How often every triangle of a file is cut in four, for paths and crowds.
    pub subdivide: u8,
    /// The order of the vertices, for paths and crowds.
    pub order: BenchOrder,
    /// Whether to print one JSON document instead of a table.
    pub json: bool,
}

/// The subject of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub enum BenchSubject {
    /// A file or a built-in character.
    Source(String),
    /// A synthetic mesh of this size.
    Synthetic(Size),
}

/// Measures every method and prints the result.
///
/// # Errors
///
/// See [`Failure`].
pub fn run(job: &BenchJob) -> Result<(), Failure> {
    if cfg!(debug_assertions) {
        console::message(
            "this is a debug build, whose figures mean little; build it with --release to measure.",
        );
    }
    if job.frame {
        let report = measure_frames(job)?;
        return print(job, &report, FrameReport::table);
    }
    if job.open {
        let report = measure_opening(job)?;
        return print(job, &report, OpenReport::table);
    }
    if job.clip {
        let report = measure_clips(job)?;
        return print(job, &report, ClipReport::table);
    }
    if let Some(copies) = job.crowd_frame {
        let report = measure_crowd(job, copies)?;
        if report.speed_to_ozz.is_none() {
            console::message(WITHOUT_OZZ);
        }
        return print(job, &report, CrowdReport::table);
    }
    if job.paths {
        let report = measure_paths(job)?;
        if !report.has_ozz() {
            console::message(WITHOUT_OZZ);
        }
        return print(job, &report, PathsReport::table);
    }
    if job.gradient || job.stroke.is_some() {
        let report = match job.stroke {
            Some(brush) => measure_strokes(job, brush)?,
            None => measure_gradients(job)?,
        };
        return print(job, &report, StrokeReport::table);
    }
    let gpu = if job.gpu {
        request_gpu(Hardware::GraphicsDevice)?
    } else {
        None
    };
    let report = measure(job, gpu.as_ref())?;
    print(job, &report, BenchReport::table)
}

const WITHOUT_OZZ: &str =
    "ozz-animation is left out; the environment variable OZZ may name a folder of its sources.";

/// Prints a report as the command asks: one JSON document, or a table.
fn print<R: serde::Serialize>(
    job: &BenchJob,
    report: &R,
    table: fn(&R) -> String,
) -> Result<(), Failure> {
    if !job.json {
        return console::result(&table(report));
    }
    let json = serde_json::to_string(report).map_err(|error| Failure::Data(error.to_string()))?;
    console::result(&json_for_terminals(&json))
}

/// Measures every method on the processor and, if there is one, on a graphics device.
///
/// Methods alternate within each repetition, so that changes of the machine's speed affect all of them alike; the
/// median of the repetitions counts. Palettes are computed and uploaded before the clock starts.
///
/// # Errors
///
/// See [`Failure`].
pub fn measure(job: &BenchJob, gpu: Option<&Gpu>) -> Result<BenchReport, Failure> {
    // The device first, so that a subject that is too large for it is refused before any measurement.
    let device =
        gpu.map(|gpu| DeviceBench::new(gpu, &job.subject(1)?, usize::from(job.crowd.get())));
    let mut device = device.transpose()?;
    let threads = usize::from(job.threads.get());
    let subject = job.subject(threads)?;
    let mut processor = ProcessorBench::new(&subject)?;
    let mut report = BenchReport::new(&subject, threads);
    if let Some(device) = &mut device {
        let [on_processor, on_device] = medians([&mut processor, device])?;
        report.set_methods(&on_processor);
        report.device = Some(device.report(&on_device));
    } else {
        let [on_processor] = medians([&mut processor])?;
        report.set_methods(&on_processor);
    }
    Ok(report)
}

impl BenchJob {
    /// The subject, cut into one share per thread.
    fn subject(&self, threads: usize) -> Result<SkinSubject, Failure> {
        match &self.subject {
            BenchSubject::Source(source) => SkinSubject::of_character(load(source)?, threads),
            BenchSubject::Synthetic(size) => SkinSubject::synthetic(*size, threads),
        }
    }
}
