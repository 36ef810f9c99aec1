//! Arguments of `dualskin bench`.

use std::num::NonZero;

use clap::{ArgGroup, Args, ValueEnum};
use headless::Failure;
use headless::bench::{BenchJob, BenchOrder, BenchSubject, run};
use headless::subject::Size;

use super::check_source;

/// In which order vertices are measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    /// As the file has them.
    File,
    /// Neighbors by the joints that they share, as an importer may order them.
    Joints,
    /// In disorder.
    Shuffled,
}

impl From<OrderArg> for BenchOrder {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::File => Self::File,
            OrderArg::Joints => Self::Joints,
            OrderArg::Shuffled => Self::Shuffled,
        }
    }
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("whole_skin").args(["paths", "crowd_frame"]))]
pub(super) struct BenchArgs {
    /// A character to measure instead of a synthetic mesh, in the middle of its first clip; - for stdin.
    #[arg(conflicts_with_all = ["vertices", "joints", "influences"])]
    file: Option<String>,
    /// Vertices of the synthetic mesh.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u32).range(1..=50_000_000))]
    vertices: u32,
    /// Joints of its skeleton.
    #[arg(long, value_name = "J", default_value = "54", value_parser = clap::value_parser!(u16).range(1..=65_535))]
    joints: u16,
    /// Influences of each vertex.
    #[arg(long, value_name = "K", default_value = "4", value_parser = clap::value_parser!(u16).range(1..=256))]
    influences: u16,
    /// Threads of the processor, each for an equal share of the vertices.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Measures the graphics device too, each method beside a plain copy of the same bytes; --threads is about the processor.
    #[arg(long)]
    gpu: bool,
    /// Skins so many instances of the mesh on the graphics device, each with a palette of its own, in one dispatch.
    #[arg(long, value_name = "N", default_value = "1", requires = "gpu", value_parser = clap::value_parser!(u16).range(1..=20_000))]
    crowd: u16,
    /// Measures whole frames instead: the time to the first picture, and frames of two panes while a pose changes.
    #[arg(long, conflicts_with_all = ["gpu", "threads"])]
    frame: bool,
    /// Measures steps of a brush over about that many vertices instead, on a mesh whose vertices are in random order.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5000", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = ["file", "gpu", "threads", "frame"])]
    stroke: Option<u32>,
    /// Measures frames of gradients instead, drawn along such a mesh.
    #[arg(long, conflicts_with_all = ["file", "gpu", "threads", "frame", "stroke"])]
    gradient: bool,
    /// Measures what clips cost instead: the skin over time of ten seconds of a character's first clip.
    #[arg(long, conflicts_with_all = ["vertices", "joints", "influences", "gpu", "threads", "frame", "stroke", "gradient"])]
    clip: bool,
    /// Measures the opening and the closing of a character instead, and the memory that it takes.
    #[arg(long, conflicts_with_all = ["gpu", "threads", "frame", "stroke", "gradient", "clip"])]
    open: bool,
    /// Measures the kernels by all instructions that the processor has instead, beside plain loops and a copy.
    #[arg(long, conflicts_with_all = ["gpu", "frame", "stroke", "gradient", "clip", "open"])]
    paths: bool,
    /// Measures frames of so many copies of the file's character instead, sampled, posed and skinned by two phases on the processor.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000", requires = "file", value_parser = clap::value_parser!(u16).range(1..=20_000), conflicts_with_all = ["gpu", "frame", "stroke", "gradient", "clip", "open", "paths"])]
    crowd_frame: Option<u16>,
    /// Cuts every triangle of the file in four, so many times; for --paths and --crowd-frame.
    #[arg(long, value_name = "N", default_value = "0", requires_all = ["file", "whole_skin"], value_parser = clap::value_parser!(u8).range(0..=6))]
    subdivide: u8,
    /// The order of the vertices; for --paths and --crowd-frame.
    #[arg(long, value_enum, default_value = "file", requires = "whole_skin")]
    order: OrderArg,
    /// Prints one JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

impl BenchArgs {
    pub(super) const fn uses_device(&self) -> bool {
        self.gpu || self.frame
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let Self {
            file,
            vertices,
            joints,
            influences,
            threads,
            gpu,
            crowd,
            frame,
            stroke,
            gradient,
            clip,
            open,
            paths,
            crowd_frame,
            subdivide,
            order,
            json,
        } = self;
        let subject = match file {
            Some(file) => BenchSubject::Source(check_source(file)?),
            None => BenchSubject::Synthetic(Size {
                vertices,
                joints,
                influences,
            }),
        };
        run(&BenchJob {
            subject,
            threads: NonZero::new(threads).unwrap_or(NonZero::<u16>::MIN),
            gpu,
            crowd: NonZero::new(crowd).unwrap_or(NonZero::<u16>::MIN),
            frame,
            stroke,
            gradient,
            clip,
            open,
            paths,
            crowd_frame: crowd_frame.and_then(NonZero::new),
            subdivide,
            order: order.into(),
            json,
        })
    }
}
