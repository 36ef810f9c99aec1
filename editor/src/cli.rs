//! The command line: arguments, and the exit status.

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand};
use dq_math::SignRule;
use headless::bench::{BenchJob, BenchSubject};
use headless::inspect::InspectJob;
use headless::pose::{Hardware, Moment, Skinning};
use headless::preset::AskedPreset;
use headless::render::RenderJob;
use headless::skin::SkinJob;
use headless::subject::Size;
use headless::{Failure, bench, console, inspect, render, skin};
use rig::{Method, ScaleInheritance};
use scene::view::camera::Viewpoint;
use scene::view::shading::Shading;
use session::files::{builtin, hidden_files};

use crate::app::First;
use crate::sheet;

mod export_args;
mod weight_args;

use export_args::ExportArgs;
use weight_args::WeightsArgs;

/// Parses the command line, does what it asks, and gives the exit status: 0, 1 for bad data, 2 for wrong usage.
#[must_use]
pub fn main() -> ExitCode {
    let begin = Instant::now();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => {
            // Help on stdout, faults on stderr; either may be closed.
            let _unheard = asked.print();
            return ExitCode::from(if asked.use_stderr() { 2 } else { 0 });
        }
    };
    match cli.run(begin) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console::message(&failure.to_string());
            ExitCode::from(failure.status())
        }
    }
}

/// Deformable skinning, seen side by side: linear blending, dual quaternions and related methods.
///
/// Without a command it opens the window. The commands need no display: results go to stdout, messages to stderr, and
/// the exit status is 0, 1 for bad data or 2 for wrong usage.
#[derive(Debug, Parser)]
#[command(name = "dualskin", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The character to open: a .glb or .gltf file, or builtin:NAME (`builtin:` alone lists them).
    file: Option<String>,
    /// Also reads side files of a character that are hidden, or in hidden folders; otherwise they are refused.
    #[arg(long, global = true)]
    hidden_files: bool,
    /// Says how long it took until the first frame with a character in it, and closes the window.
    #[arg(long, hide = true)]
    time_start: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is in a file, and what to beware of.
    ///
    /// Meshes, joints, influences, clips, materials and problems, each with what it means and which method copes with it.
    Inspect(InspectArgs),
    /// Skin a character and write its vertices as JSON.
    ///
    /// Positions and normals of every skinned primitive, in file order, in scene space.
    Skin(SkinArgs),
    /// Draw methods side by side into a PNG.
    Render(RenderArgs),
    /// Measure every method: nanoseconds a vertex, and the ratio to `linear`.
    Bench(BenchArgs),
    /// Write skin weights as a text, or take them from one.
    ///
    /// A table for spreadsheets (.csv) or rusty object notation (.ron), by the names of joints and the numbers of vertices.
    Weights(WeightsArgs),
    /// Write a character as glTF for other programs, with what a project did to it.
    ///
    /// At rest: edited skeleton, skins, weights and blend map, and the clips of its file. All else is written back as it came.
    /// What is to be known of it is told on stdout.
    Export(ExportArgs),
}

/// What to skin, in which pose.
#[derive(Debug, Args)]
struct Source {
    /// A .glb or .gltf file, builtin:NAME (`dualskin builtin:` lists them), or a .dualskin project: its own pose and reach.
    file: String,
    #[command(flatten)]
    pose: PoseArgs,
    #[command(flatten)]
    skinning: SkinningArgs,
}

/// [`Source`], read.
struct Asked {
    source: String,
    moment: Option<Moment>,
    preset: Option<AskedPreset>,
    skinning: Skinning,
}

/// Nothing is the file's default pose.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pose")]
struct PoseArgs {
    /// A clip of the file, by index or name.
    #[arg(
        long,
        value_name = "INDEX|NAME",
        requires = "time",
        allow_negative_numbers = true
    )]
    clip: Option<String>,
    /// The moment of the clip; its ends are held beyond them.
    #[arg(long, value_name = "SECONDS", requires = "clip", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<f32>,
    /// A pose preset to put on it, a .ron file; joints that the character lacks are named on stderr.
    #[arg(long, value_name = "FILE")]
    pose: Option<PathBuf>,
    /// How much of the preset, -100 to 200; 100 is as it stands, less than 0 the opposite [default: 100].
    #[arg(long, value_name = "PERCENT", requires = "pose", allow_negative_numbers = true, value_parser = percent)]
    pose_amount: Option<f32>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Skinning")]
struct SkinningArgs {
    /// How the signs of rotations are chosen before a blend.
    #[arg(long, value_name = "RULE", default_value = "first", value_parser = sign_rule())]
    signs: SignRule,
    /// Whom every joint's scale and shear reach [default: what the file says].
    #[arg(long = "reach", value_name = "WHOM", value_parser = scale_inheritance())]
    scale_inheritance: Option<ScaleInheritance>,
    /// How normals are carried: by the blended map.
    #[arg(long, value_name = "KIND", default_value = "usual", value_parser = ["usual"])]
    normals: String,
    /// Threads that share the primitives out among them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Skins on the graphics device instead of the processor; goes without --threads, which are the processor's.
    #[arg(long, conflicts_with = "threads")]
    gpu: bool,
}

#[derive(Debug, Args)]
struct InspectArgs {
    /// A .glb or .gltf file, or builtin:NAME (`dualskin builtin:` lists them).
    file: String,
    /// Prints one JSON document instead of text, with every name complete.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct SkinArgs {
    /// The skinning method: linear, dual-quaternion, two-phase, two-phase-head, two-phase-origin or affine.
    #[arg(long, value_parser = method)]
    method: Method,
    /// The JSON file to write.
    #[arg(long, value_name = "OUT.json")]
    out: PathBuf,
    // Last: its headings would go on over what follows.
    #[command(flatten)]
    source: Source,
}

#[derive(Debug, Args)]
struct RenderArgs {
    /// The methods to show, one pane each: linear, dual-quaternion, two-phase, two-phase-head, two-phase-origin, affine.
    #[arg(long, value_name = "METHOD[,METHOD…]", required = true, value_delimiter = ',', value_parser = method)]
    compare: Vec<Method>,
    /// From where.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", value_parser = viewpoint())]
    view: Viewpoint,
    /// Width and height of the picture in pixels, 8192x8192 or as many at most [default: 640x720 a pane].
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// Adds a pane for each further method: its signed distance from the first method's surface, along the normal.
    #[arg(long)]
    difference: bool,
    /// Draws the skeleton in front.
    #[arg(long)]
    bones: bool,
    /// What the surfaces show: the file's materials, clay, red wax, chrome, zebra stripes, normals, or joints' colours.
    #[arg(long, value_name = "NAME", default_value = "material", value_parser = shading(), conflicts_with = "weights")]
    shading: Shading,
    /// Draws the edges of triangles.
    #[arg(long)]
    wireframe: bool,
    /// Shows the weights of a joint, by name or by the index of its node, instead of the material.
    #[arg(long, value_name = "JOINT")]
    weights: Option<String>,
    /// The PNG to write.
    #[arg(long, value_name = "OUT.png")]
    out: PathBuf,
    // Last: its headings would go on over what follows.
    #[command(flatten)]
    source: Source,
}

#[derive(Debug, Args)]
struct BenchArgs {
    /// A character to measure instead of a synthetic mesh, in the middle of its first clip.
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
    /// Threads that share the vertices out among them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Measures the graphics device too, and how near each method comes to a plain copy on it; threads are the processor's.
    #[arg(long)]
    gpu: bool,
    /// Measures whole frames instead: until the first picture is there, and while a pose changes in two panes.
    #[arg(long, conflicts_with_all = ["gpu", "threads"])]
    frame: bool,
    /// Measures steps of a brush over about that many vertices instead, on a mesh in random order.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5000", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = ["file", "gpu", "threads", "frame"])]
    stroke: Option<u32>,
    /// Measures frames of gradients instead, drawn along such a mesh.
    #[arg(long, conflicts_with_all = ["file", "gpu", "threads", "frame", "stroke"])]
    gradient: bool,
    /// Prints one JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

impl Cli {
    fn run(self, begin: Instant) -> Result<(), Failure> {
        if self.hidden_files {
            hidden_files::allow_all();
        }
        match self.command {
            Some(Command::Inspect(args)) => inspect::run(&args.job()?),
            Some(Command::Skin(args)) => skin::run(&args.job()?),
            Some(Command::Render(args)) => render::run(&args.job()?, sheet::layout_sheet),
            Some(Command::Bench(args)) => bench::run(&args.job()?),
            Some(Command::Weights(args)) => args.run(),
            Some(Command::Export(args)) => args.run(),
            None if self.file.as_deref() == Some(builtin::PREFIX) => {
                console::result(&builtin::list())
            }
            None => open_window(First {
                file: self.file,
                clock: self.time_start.then_some(begin),
            }),
        }
    }
}

fn open_window(first: First) -> Result<(), Failure> {
    crate::app::run(first).map_err(|error| Failure::Data(error.to_string()))
}

impl InspectArgs {
    fn job(self) -> Result<InspectJob, Failure> {
        Ok(InspectJob {
            source: named(self.file)?,
            json: self.json,
        })
    }
}

impl SkinArgs {
    fn job(self) -> Result<SkinJob, Failure> {
        let Asked {
            source,
            moment,
            preset,
            skinning,
        } = self.source.read()?;
        Ok(SkinJob {
            source,
            method: self.method,
            moment,
            preset,
            skinning,
            out: self.out,
        })
    }
}

impl RenderArgs {
    fn job(self) -> Result<RenderJob, Failure> {
        let Asked {
            source,
            moment,
            preset,
            skinning,
        } = self.source.read()?;
        Ok(RenderJob {
            source,
            moment,
            preset,
            skinning,
            methods: self.compare,
            view: self.view,
            size: self.size,
            difference: self.difference,
            bones: self.bones,
            shading: self.shading,
            wireframe: self.wireframe,
            weights: self.weights,
            out: self.out,
        })
    }
}

impl BenchArgs {
    fn job(self) -> Result<BenchJob, Failure> {
        let Self {
            file,
            vertices,
            joints,
            influences,
            threads,
            gpu,
            frame,
            stroke,
            gradient,
            json,
        } = self;
        let subject = match file {
            Some(file) => BenchSubject::Source(named(file)?),
            None => BenchSubject::Synthetic(Size {
                vertices,
                joints,
                influences,
            }),
        };
        Ok(BenchJob {
            subject,
            threads: NonZero::new(threads).unwrap_or(NonZero::<u16>::MIN),
            gpu,
            frame,
            stroke,
            gradient,
            json,
        })
    }
}

impl Source {
    fn read(self) -> Result<Asked, Failure> {
        let Self {
            file,
            pose,
            skinning,
        } = self;
        Ok(Asked {
            source: named(file)?,
            moment: pose.moment(),
            preset: pose.preset(),
            skinning: skinning.skinning(),
        })
    }
}

impl PoseArgs {
    fn preset(&self) -> Option<AskedPreset> {
        Some(AskedPreset {
            file: self.pose.clone()?,
            amount: self.pose_amount.unwrap_or(100.0) / 100.0,
        })
    }

    fn moment(&self) -> Option<Moment> {
        Some(Moment {
            clip: self.clip.clone()?,
            time: self.time?,
        })
    }
}

impl SkinningArgs {
    fn skinning(&self) -> Skinning {
        let on_processor = Hardware::Processor {
            threads: usize::from(self.threads),
        };
        Skinning {
            signs: self.signs,
            scale_inheritance: self.scale_inheritance,
            hardware: if self.gpu {
                Hardware::GraphicsDevice
            } else {
                on_processor
            },
        }
    }
}

/// Refuses a bare `builtin:` with the list of the built-in characters.
fn named(source: String) -> Result<String, Failure> {
    if source == builtin::PREFIX {
        return Err(Failure::Usage(format!(
            "{source} names no character; choose one of {}.",
            builtin::names()
        )));
    }
    Ok(source)
}

/// Planned methods, listed so that they are not reported as typing errors.
const LATER: [&str; 4] = ["spherical", "log-matrix", "direct-quaternion", "iterative"];

fn method(name: &str) -> Result<Method, String> {
    let available = Method::ALL.map(Method::name).join(", ");
    if LATER.contains(&name) {
        return Err(format!(
            "{name} is not available in this version; there are {available}"
        ));
    }
    name.parse()
        .map_err(|error: rig::UnknownMethod| error.to_string())
}

fn seconds(text: &str) -> Result<f32, String> {
    let finite = text.parse().ok().filter(|time: &f32| time.is_finite());
    finite.ok_or_else(|| "expected a finite number of seconds".to_owned())
}

fn percent(text: &str) -> Result<f32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let inside = number
        .parse()
        .ok()
        .filter(|amount| (-100.0..=200.0).contains(amount));
    inside.ok_or_else(|| "expected a percentage from -100 to 200".to_owned())
}

/// Allowed width and height of a picture in pixels: useful ones that graphics devices support.
const SIDES: std::ops::RangeInclusive<u32> = 64..=16_384;
/// Most pixels of a picture, 8192x8192: drawing takes some 50 bytes a pixel, and the bytes read back stay within the
/// 256 MiB that every device allows a buffer.
const MOST_PIXELS: u64 = 1 << 26;

fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .filter(|&[width, height]| u64::from(width) * u64::from(height) <= MOST_PIXELS);
    let (least, most) = (SIDES.start(), SIDES.end());
    sides.ok_or_else(|| {
        format!(
            "expected WIDTHxHEIGHT in pixels, each {least} to {most} and {MOST_PIXELS} together, as 1280x720"
        )
    })
}

fn sign_rule() -> impl clap::builder::TypedValueParser<Value = SignRule> {
    PossibleValuesParser::new(SignRule::ALL.map(SignRule::name))
        .try_map(|name| name.parse::<SignRule>())
}

fn scale_inheritance() -> impl clap::builder::TypedValueParser<Value = ScaleInheritance> {
    PossibleValuesParser::new(["joint", "children"]).map(|name| {
        if name == "joint" {
            ScaleInheritance::Joint
        } else {
            ScaleInheritance::Children
        }
    })
}

/// All shadings but the one that needs a joint, which `--weights` names.
fn shading() -> impl clap::builder::TypedValueParser<Value = Shading> {
    let named = || {
        Shading::ALL
            .into_iter()
            .filter(|shading| *shading != Shading::Weights)
    };
    PossibleValuesParser::new(named().map(Shading::name)).map(move |name| {
        named()
            .find(|shading| shading.name() == name)
            .unwrap_or_default()
    })
}

fn viewpoint() -> impl clap::builder::TypedValueParser<Value = Viewpoint> {
    PossibleValuesParser::new(["front", "side", "top", "three-quarter"]).map(|name| {
        match name.as_str() {
            "front" => Viewpoint::Front,
            "side" => Viewpoint::Side,
            "top" => Viewpoint::Top,
            _ => Viewpoint::ThreeQuarter,
        }
    })
}
